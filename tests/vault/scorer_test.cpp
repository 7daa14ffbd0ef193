#include "vault/scorer.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "vault/search_text.h"

using notes::Hit;
using notes::Match;
using notes::Query;
using notes::SearchText;

namespace {

using Numbers = std::vector<std::size_t>;

struct Source {
  std::string title;
  std::vector<std::string> tags;
  std::string body;
};

std::vector<Hit> hits(const std::vector<Source>& sources, std::string_view query,
                      Match match = Match::any) {
  std::vector<SearchText> texts;
  for (const Source& source : sources) {
    texts.push_back(notes::search_text(source.title, source.tags, source.body));
  }
  std::vector<const SearchText*> views;
  for (const SearchText& text : texts) views.push_back(&text);
  std::vector<Hit> found = notes::matching_notes(Query::parse(query).value(), views, match);
  std::stable_sort(found.begin(), found.end(),
                   [](const Hit& left, const Hit& right) { return left.score > right.score; });
  return found;
}

/// The notes found, best first.
std::vector<std::size_t> order(const std::vector<Source>& sources, std::string_view query,
                               Match match = Match::any) {
  std::vector<std::size_t> numbers;
  for (const Hit& hit : hits(sources, query, match)) numbers.push_back(hit.note);
  return numbers;
}

std::vector<Source> bodies(const std::vector<std::string>& texts) {
  std::vector<Source> sources;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    sources.push_back({"n" + std::to_string(i), {}, texts[i]});
  }
  return sources;
}

/// The notes found, by number.
Numbers found(const std::vector<Source>& sources, std::string_view query,
              Match match = Match::any) {
  Numbers numbers = order(sources, query, match);
  std::sort(numbers.begin(), numbers.end());
  return numbers;
}

/// Whether `query` finds a note of `body` among others.
bool is_found(const std::string& body, std::string_view query) {
  return order(bodies({"nothing", body, "something else"}), query) == std::vector<std::size_t>{1};
}

struct Case {
  std::string body;
  std::string query;
};

}  // namespace

TEST_CASE("search: words are found without case, diacritics, width and form of writing") {
  const std::vector<Case> cases = {{"reunião\n", "reuniao"},   {"reunião\n", "REUNIÃO"},
                                   {"Straße\n", "strasse"},    {"STRASSE\n", "straße"},
                                   {"İstanbul\n", "istanbul"}, {"ılık\n", "ilik"},
                                   {"Łódź\n", "lodz"},         {"Ørsted\n", "orsted"},
                                   {"Đorđe\n", "dorde"},       {"cafe\u0301\n", "caf\u00e9"},
                                   {"ｗｉｄｅ\n", "wide"},     {"o\uFB03ce\n", "office"},
                                   {"مُحَمَّد\n", "محمد"},         {"Ёлка\n", "елка"}};
  for (const Case& one : cases) {
    CAPTURE(one.body);
    CAPTURE(one.query);
    CHECK(is_found(one.body, one.query));
  }
}

TEST_CASE("search: scripts without blanks are found by substring") {
  const std::vector<Case> cases = {{"今天感冒了\n", "感冒"},     {"データベースを使う", "ベース"},
                                   {"김치를 담갔다", "김치"},    {"วันนี้อากาศดี", "อากาศ"},
                                   {"Pythonの使い方", "python"}, {"iPhone発売", "iphone発売"}};
  for (const Case& one : cases) {
    CAPTURE(one.body);
    CHECK(is_found(one.body, one.query));
  }
}

TEST_CASE("search: a run of characters that no note has is looked for by its pairs") {
  CHECK(is_found("明日の天気は雨", "天気予報"));
  CHECK(is_found("김치는 맛있다", "김치를"));
  CHECK(order(bodies({"天気", "天気予報", "予報"}), "天気予報") == Numbers{1});
  CHECK(order(bodies({"天気", "天気と予報", "雨"}), "天気予報").front() == 1);
}

TEST_CASE("search: words with signs are found as written") {
  const std::vector<Case> cases = {{"I write C++ here", "C++"},
                                   {"I write C# here", "C#"},
                                   {"on .NET now", ".NET"},
                                   {"version 1.10 is out", "1.10"},
                                   {"call foo.bar now", "foo.bar"},
                                   {"mail user@example.org now", "user@example.org"},
                                   {"see https://example.org/a?b=c.", "https://example.org/a?b=c"},
                                   {"on 2026-11-30 we", "2026-11-30"},
                                   {"a well-known fact", "well-known"},
                                   {"See ADR-016.\n", "ADR-016"},
                                   {"grammar::fa\n", "grammar::fa"},
                                   {"http://x\n", "http://x"},
                                   {"note:x\n", "note:x"},
                                   {"in Downloads/x\n", "Downloads/x"},
                                   {"mail foo@bar.de\n", "foo@bar.de"},
                                   {"a(b\n", "a(b"},
                                   {"x ^a\n", "^a"},
                                   {"x NEAR(y)\n", "NEAR("},
                                   {"say \"soup\" now", "\"soup"},
                                   {"x §§ y\n", "§§"},
                                   {"x -> y\n", "->"},
                                   {"x :) y\n", ":)"},
                                   {"#include <vector>\n", "\"#include\""},
                                   {"good 🍞 day", "🍞"},
                                   {"don’t go", "don't"}};
  for (const Case& one : cases) {
    CAPTURE(one.body);
    CAPTURE(one.query);
    CHECK(is_found(one.body, one.query));
  }
}

TEST_CASE("search: a word with signs is not found by its parts") {
  CHECK(order(bodies({"1.1 and 10", "11.10", "1.100", "1.10"}), "1.10") == Numbers{3});
  CHECK(order(bodies({"foo and bar", "foo.bar", "foo.bars"}), "foo.bar") == Numbers{1});
  CHECK(order(bodies({"well it is known", "well-known"}), "well-known") == Numbers{1});
  CHECK(order(bodies({"user at example", "user@example.org"}), "user@example.org") == Numbers{1});
  CHECK(order(bodies({"c", "C++", "C#"}), "C#") == Numbers{2});
}

TEST_CASE("search: a hyphenated word is found when written apart, after the exact one") {
  CHECK(order(bodies({"a bulk ferment here", "a bulk-ferment here"}), "bulk-ferment") ==
        Numbers{1, 0});
  CHECK(order(bodies({"a sourdough loaf", "nothing"}), "sourdough-starter") == Numbers{0});
}

TEST_CASE("search: names are found whole and by part") {
  for (const char* query : {"snake_case_name", "snake", "case", "name"}) {
    CAPTURE(query);
    CHECK(is_found("the snake_case_name here", query));
  }
  for (const char* query : {"noteCache", "notecache", "note", "cache"}) {
    CAPTURE(query);
    CHECK(is_found("the noteCache here", query));
  }
  CHECK(is_found("class HTTPServer", "server"));
  CHECK(is_found("class HTTPServer", "http"));
  CHECK(is_found("the iPhone here", "phone"));
  CHECK_FALSE(is_found("I phone you -i", "iPhone"));
  CHECK_FALSE(is_found("the another here", "not"));
  for (const char* query : {"straßenName", "straßen", "name", "ÜberCache", "über", "cache"}) {
    CAPTURE(query);
    CHECK(is_found("der straßenName, ÜberCache", query));
  }
  CHECK_FALSE(is_found("der straßenName, ÜberCache", "en"));
  CHECK_FALSE(is_found("der straßenName, ÜberCache", "ber"));
  for (const char* query : {"HttpRequest", "title:HttpRequest"}) {
    CAPTURE(query);
    CHECK(order({{"parseHttpRequest", {}, ""}, {"httpRequest", {}, ""}}, query) == Numbers{1});
    CHECK(order({{"parseHttpRequest", {}, ""}, {"request", {}, ""}}, query).front() == 0);
  }
  CHECK(is_found("the parseHttpRequest here", "here -HttpRequest"));
  CHECK(order(bodies({"the noteCache here", "the cache here today"}), "cache") == Numbers{1, 0});
  CHECK(order(bodies({"a_cache here now", "the cache here"}), "cache") == Numbers{1, 0});
}

TEST_CASE("search: words without a blank between them are found as written, else each") {
  CHECK(order(bodies({"milk,eggs", "eggs and milk"}), "milk,eggs") == Numbers{0});
  CHECK(order(bodies({"eggs and milk", "rye"}), "milk,eggs") == Numbers{0});
  CHECK(order(bodies({"the eggs", "rye"}), "milk/eggs") == Numbers{0});
  CHECK(order(bodies({"n or a", "rye"}), "n/a").empty());
  CHECK(order(bodies({"Shipped v1.2.3.", "x"}), "1.2.3") == Numbers{0});
  CHECK(order(bodies({"Use 1.2.3 now", "x"}), "v1.2.3") == Numbers{0});
  CHECK(order(bodies({"我们用火锅招待朋友，记得带身份证。", "x"}), "火锅（朋友）") == Numbers{0});
}

TEST_CASE("search: other forms of a word are found, below the word itself") {
  CHECK(order(bodies({"one recipe here", "many recipes here"}), "recipes") == Numbers{1, 0});
  CHECK(order(bodies({"one recipe here", "many recipes here"}), "recipe") == Numbers{0, 1});
  const std::vector<Case> cases = {{"happiness", "happy"}, {"hoping", "hope"},
                                   {"skies", "sky"},       {"possibility", "possible"},
                                   {"running", "run"},     {"flies", "fly"},
                                   {"рецепты", "рецепт"},  {"новый", "новая"}};
  for (const Case& one : cases) {
    CAPTURE(one.body);
    CHECK(is_found(one.body, one.query));
    CHECK(is_found(one.query, one.body));
  }
  CHECK(order(bodies({"recipe", "soup", "my recipe"}), "-recipes") == Numbers{1});
  CHECK(order({{"Recipes", {}, "x"}, {"Soup", {}, "recipes"}}, "title:recipe") == Numbers{0});
  const std::vector<Source> names = {{"parseHttpRequest", {}, "x"}, {"Soup", {}, "httpRequest"}};
  CHECK(order(names, "title:request") == Numbers{0});
  CHECK(order(names, "title:requ*") == Numbers{0});
  CHECK(order(names, "soup -title:request") == Numbers{1});
}

TEST_CASE("search: notes in seven languages are found by the forms of their words") {
  const std::string german = "Der Teig ist mit dem Mehl und der Hefe nicht zu warm. ";
  const std::string french = "La pâte est dans le bol pour une heure et les tartes. ";
  const std::string spanish = "La masa con el agua y la sal para el pan por una hora. ";
  const std::string dutch = "Het deeg is met het meel en de gist niet te warm. ";
  const std::string italian = "La pasta con il lievito per un'ora, e non di più. ";
  const std::string portuguese = "A massa com o fermento por uma hora em um forno. ";
  const std::string english = "The dough is left in the bowl for an hour and the oven. ";
  const std::vector<Case> cases = {
      {german + "Das Rezept", "Rezepte"},       {german + "schöne Äpfel", "schöner"},
      {french + "vous continuez", "continuer"}, {spanish + "cocinamos", "cocinando"},
      {dutch + "de recepten", "recept"},        {italian + "le ricette", "ricetta"},
      {portuguese + "cozinhando", "cozinhar"},  {english + "a soup", "soups"}};
  for (const Case& one : cases) {
    CAPTURE(one.query);
    CHECK(is_found(one.body, one.query));
  }
  CHECK_FALSE(is_found(english + "das Rezept", "Rezepten"));
  CHECK(order(bodies({english + "not", english + "note"}), "-note") == Numbers{0});
  CHECK(order({{"Rezept", {}, german}, {"x", {}, german}}, "title:Rezepten") == Numbers{0});
}

TEST_CASE("search: English rules do words of other languages no harm") {
  const std::vector<Case> pairs = {{"ananas", "anana"}, {"des", "de"},     {"mies", "mie"},
                                   {"kosten", "koste"}, {"menus", "menu"}, {"paris", "pari"}};
  for (const Case& one : pairs) {
    CAPTURE(one.body);
    CHECK(order(bodies({one.body + " x", one.query + " x"}), one.body).front() == 0);
    CHECK(order(bodies({one.body + " x", one.query + " x"}), one.query).front() == 1);
  }
}

TEST_CASE("search: names, numbers and code have no other forms") {
  CHECK_FALSE(is_found("the id here", "IDs2"));
  CHECK_FALSE(is_found("an aid", "AIDS"));
  CHECK_FALSE(is_found("utf9s", "utf9"));
  CHECK_FALSE(is_found("new", "news_"));
}

TEST_CASE("search: a phrase is its words beside each other, exactly") {
  CHECK(found(bodies({"the bulk ferment", "ferment bulk", "bulk ferments", "bulk and ferment",
                      "bulk\nferment", "bulk, ferment", "thebulk ferment"}),
              "\"bulk ferment\"") == Numbers{0, 4, 5});
  CHECK(order(bodies({"recipes", "recipe"}), "\"recipe\"") == Numbers{1});
  CHECK(is_found("#include <vector>", "\"#include <vector>\""));
  CHECK_FALSE(is_found("include vector", "\"#include <vector>\""));
  CHECK(order({{"bulk", {}, "ferment"}, {"bulk ferment", {}, "x"}}, "\"bulk ferment\"") ==
        Numbers{1});
  CHECK(order({{"x", {"bulk", "ferment"}, "y"}}, "\"bulk ferment\"").empty());
}

TEST_CASE("search: a prefix finds the words that begin with it") {
  CHECK(order(bodies({"sourdough", "a sour taste", "resour", "my_sourdough"}), "sour*") ==
        Numbers{0, 1, 3});
}

TEST_CASE("search: tags filter, nested and in any script") {
  const std::vector<Source> sources = {{"a", {"Recipes/Bread"}, "rye"},
                                       {"b", {"recipes"}, "rye"},
                                       {"c", {"recipesx"}, "rye recipes"},
                                       {"d", {"Рецепт"}, "x"}};
  CHECK(order(sources, "#recipes") == Numbers{0, 1});
  CHECK(order(sources, "tag:RECIPES rye") == Numbers{0, 1});
  CHECK(order(sources, "#recipes/bread") == Numbers{0});
  CHECK(order(sources, "#рецепт") == Numbers{3});
  CHECK(order(sources, "#recipes -#recipes/bread") == Numbers{1});
  CHECK(order(sources, "#recipes #рецепт").empty());
  CHECK(hits(sources, "#recipes").front().score == 0);
}

TEST_CASE("search: colours and preprocessor lines in a body are no tags") {
  CHECK(order(bodies({"#fff", "```\n#define X\n```"}), "#fff").empty());
  CHECK(order(bodies({"#include <vector>\n"}), "#include").empty());
}

TEST_CASE("search: exclusions leave out, alone or with others") {
  const std::vector<Source> sources = bodies({"rye bread", "wheat bread", "bulk ferment rye"});
  CHECK(order(sources, "-rye") == Numbers{1});
  CHECK(order(sources, "bread -rye") == Numbers{1});
  CHECK(order(sources, "-\"bulk ferment\"") == Numbers{0, 1});
  CHECK(order(sources, "-bre*") == Numbers{2});
  CHECK(order(sources, "-title:n1") == Numbers{0, 2});
  CHECK(order(sources, "-*").empty());
  CHECK(order(sources, "*") == Numbers{0, 1, 2});
  CHECK(order(sources, "* wheat").front() == 1);
  CHECK(order(sources, "* -rye") == Numbers{1});
}

TEST_CASE("search: match all needs every word, phrase and prefix") {
  const std::vector<Source> sources = bodies({"rye bread dough", "rye dough", "bread dough"});
  CHECK(order(sources, "rye bread", Match::any).size() == 3);
  CHECK(order(sources, "rye bread", Match::all) == Numbers{0});
  CHECK(found(sources, "rye dou*", Match::all) == Numbers{0, 1});
  CHECK(order(sources, "rye \"bread dough\"", Match::all) == Numbers{0});
  CHECK(order(sources, "rye -bread", Match::all) == Numbers{1});
  CHECK(order(sources, "rye nowhere", Match::all).empty());
}

TEST_CASE("search: terms beyond the scored ones are still needed where all must be there") {
  std::string query;
  for (std::size_t i = 0; i < notes::max_scored_terms; ++i) query += "w" + std::to_string(i) + " ";
  const std::vector<Source> sources = bodies({query + "last", query, "last"});
  CHECK(order(sources, query + "last", Match::all) == Numbers{0});
  CHECK(order(sources, query + "last", Match::any) == Numbers{1, 0});
  CHECK(order(bodies({"x", "last"}), query.substr(query.find(' ') + 1) + "last") == Numbers{1});
}

TEST_CASE("search: fields, rarity, nearness and a whole title rank") {
  CHECK(order({{"other", {}, "rye"}, {"rye", {}, "other"}, {"third", {"rye"}, "other"}}, "rye") ==
        Numbers{1, 2, 0});
  CHECK(
      order(bodies({"bread is here", "bread is here", "rye is here", "bread is here"}), "bread rye")
          .front() == 2);
  CHECK(order(bodies({"rye and then a long way to go before the bread",
                      "rye bread and then a long way to go before the end"}),
              "rye bread")
            .front() == 1);
  CHECK(
      order({{"Soup of the day", {}, "x"}, {"Soup of the sea", {}, "x"}, {"Soup", {}, "x of day"}},
            "soup of the day")
          .front() == 0);
  CHECK(order({{"one", {"photos", "reviews", "equipment"}, "lens"},
               {"two", {"diary"}, "photos"},
               {"three", {"diary"}, "dinner"}},
              "photos") == Numbers{0, 1});
  CHECK(order({{"Soup with soup", {}, "soup soup soup"}, {"Soup", {}, "nothing else here"}},
              "soup") == Numbers{1, 0});
}

TEST_CASE("search: a note with more of the words is first, and repeated words of a query count") {
  CHECK(order(bodies({"rye rye rye", "rye bread", "bread bread"}), "rye bread").front() == 1);
  const std::vector<Source> sources = bodies({"rye", "bread"});
  CHECK(order(sources, "rye bread bread").front() == 1);
  CHECK(order(sources, "rye rye bread").front() == 0);
}

TEST_CASE("search: a note with all words is before one with a part of them in its title") {
  const std::vector<Source> sources = {{"Serve", {}, "serve it serve it now"},
                                       {"Other", {}, "serve the cake while limiting the sugar"},
                                       {"Third", {}, "limiting the sugar in the cake here"}};
  CHECK(order(sources, "serve limiting").front() == 1);
}

TEST_CASE("search: scores are positive, the same at each call, and equal for equal notes") {
  const std::vector<Source> sources = bodies({"rye bread", "rye bread", "rye"});
  const std::vector<Hit> first = hits(sources, "rye bread");
  const std::vector<Hit> second = hits(sources, "rye bread");
  REQUIRE(first.size() == 3);
  for (std::size_t i = 0; i < first.size(); ++i) {
    CHECK(first[i].score == second[i].score);
    CHECK(first[i].score > 0);
  }
  CHECK(first[0].score == first[1].score);
  CHECK(hits(bodies({"rye", "rye"}), "rye").front().score > 0);
}

TEST_CASE("search: hostile queries and texts take linear time") {
  const std::string many_a(50'000, 'a');
  CHECK(order(bodies({many_a}), "(a+)+$").empty());
  CHECK(order(bodies({many_a}), "a*a*a*").empty());
  CHECK(order(bodies({many_a}), "aa*") == Numbers{0});
  const std::string most_a(9'999, 'a');
  CHECK(order(bodies({many_a + "b"}), most_a + "b").empty());
  CHECK(order(bodies({"x " + most_a + "b y"}), most_a + "b") == Numbers{0});
  const std::string underscores(50'000, '_');
  CHECK(order(bodies({underscores}), "\"_ _\"") == Numbers{0});
  std::string words;
  while (words.size() + 2 <= notes::max_query_length) words += "a ";
  CHECK(order(bodies({"a"}), words) == Numbers{0});
  std::string repeated;
  while (repeated.size() < 4'000'000) repeated += "q ";
  std::string repetition;
  while (repetition.size() < 9'000) repetition += "q ";
  CHECK(order(bodies({repeated, repetition + "e"}), "\"" + repetition + "e\"") == Numbers{1});
  CHECK(order(bodies({repeated}), "\"e " + repetition + "e\"").empty());
  std::string alternating;
  while (alternating.size() < 9'000) alternating += "q-e-";
  CHECK(order(bodies({repeated, alternating + "x y", "q e"}), alternating + "x") == Numbers{1});
  std::string runs;
  while (runs.size() < 4'000'000) runs += repetition + "x ";
  CHECK(order(bodies({"q", runs}), "\"" + repetition + "\"") == Numbers{1});
  std::string different;
  for (int i = 0; i < 1'500; ++i) different += "w" + std::to_string(i) + " ";
  CHECK(order(bodies({"only w64 here", "only w63 here", different}), different) == Numbers{2, 1});
  CHECK(order(bodies({"ש\u200Fלום", std::string("x\0y", 3)}), "שלום") == Numbers{0});
}

TEST_CASE("search: no notes give no hits") {
  CHECK(order({}, "rye").empty());
  CHECK(order({}, "*").empty());
  CHECK(order({{"", {}, ""}}, "*") == Numbers{0});
  CHECK(order({{"", {}, ""}}, "rye").empty());
}
