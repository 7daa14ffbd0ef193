#include "vault/suggestion.h"

#include <doctest/doctest.h>

#include <optional>
#include <string>
#include <vector>

using notes::Match;
using notes::Query;
using notes::SearchText;

namespace {

struct Source {
  std::string title;
  std::vector<std::string> tags;
  std::string body;
};

std::string advice(const std::vector<Source>& sources, std::string_view query,
                   Match match = Match::any) {
  std::vector<SearchText> texts;
  for (const Source& source : sources) {
    texts.push_back(notes::search_text(source.title, source.tags, source.body));
  }
  std::vector<const SearchText*> views;
  for (const SearchText& text : texts) views.push_back(&text);
  return notes::search_advice(Query::parse(query).value(), {.all_notes = views, .notes = views},
                              match);
}

const std::vector<Source> kitchen = {
    {"Sourdough", {"baking"}, "A sourdough starter of rye and wheat. Sourdough needs time."},
    {"Soup", {"cooking/soup"}, "Onion soup with bread. #include <vector>"},
    {"Привет", {"языки"}, "Тесто для хлеба. reunião crème"}};

struct Case {
  const char* query;
  const char* advice;
};

}  // namespace

TEST_CASE("advice: the nearest word is told for a misspelt one") {
  const std::vector<Case> cases = {
      {"sourdouhg", "No note has 'sourdouhg'. Did you mean 'sourdough'?"},
      {"saurdoogh", "No note has 'saurdoogh'. Did you mean 'sourdough'?"},
      {"startr", "No note has 'startr'. Did you mean 'starter'?"},
      {"xstarter", "No note has 'xstarter'. Did you mean 'starter'?"},
      {"onoin", "No note has 'onoin'. Did you mean 'onion'?"},
      {"braed", "No note has 'braed'. Did you mean 'bread'?"},
      {"rbead", "No note has 'rbead'. Did you mean 'bread'?"},
      {"whaet", "No note has 'whaet'. Did you mean 'wheat'?"},
      {"reunaio", "No note has 'reunaio'. Did you mean 'reuniao'?"},
      {"хлееба", "No note has 'хлееба'. Did you mean 'хлеба'?"},
      {"wheatt whaet", "No note has 'wheatt' or 'whaet'. Did you mean 'wheat'?"},
      {"\"sourdouhg\"", "No note has '\"sourdouhg\"'. Did you mean 'sourdough'?"},
      {"sourdouhg wheatt",
       "No note has 'sourdouhg' or 'wheatt'. Did you mean 'sourdough' and 'wheat'?"}};
  for (const Case& one : cases) {
    CAPTURE(one.query);
    CHECK(advice(kitchen, one.query) == one.advice);
  }
}

TEST_CASE("advice: without a near word it says what to try") {
  CHECK(
      advice(kitchen, "zzyzxqvw") ==
      "No note has 'zzyzxqvw'. Try other or fewer words, or the beginning of one with * after it.");
  CHECK(advice(kitchen, "ryx") ==
        "No note has 'ryx'. Try other or fewer words, or the beginning of one with * after it.");
  CHECK(
      advice(kitchen, "\"wheat and rye\"") ==
      "No note has '\"wheat and rye\"'. Without the quotes its words are searched for one by one.");
  CHECK(advice(kitchen, "qqa qqb qqc qqd qqe") ==
        "No note has 'qqa', 'qqb', 'qqc' or the other words. Try other or fewer words, or the "
        "beginning of one with * after it.");
}

TEST_CASE("advice: words beyond those that count are not said to be missing") {
  std::string words;
  for (int i = 0; i < 64; ++i) words += "qq" + std::to_string(i) + " ";
  CHECK(advice(kitchen, words + "sourdough") ==
        "No note has one of the first 64 words, and further ones do not count. Search for the few "
        "words that tell the note from others.");
  CHECK(advice(kitchen, words).starts_with("No note has 'qq0', 'qq1', 'qq2' or the other words."));
}

TEST_CASE("advice: a word that no title has is told from one that no note has") {
  const std::vector<Source> notes{{"Bread", {}, "flour and water"}, {"Soup", {}, "water"}};
  CHECK(advice(notes, "title:flour") ==
        "No note has 'title:flour'. Without title: 1 note is found.");
  CHECK(advice(notes, "title:water -salt") ==
        "No note has 'title:water'. Without title: 2 notes are found.");
  CHECK(advice(notes, "title:bred") == "No note has 'title:bred'. Did you mean 'bread'?");
  CHECK(advice(notes, "title:zzyzxqvw").find("Without title") == std::string::npos);
}

TEST_CASE("advice: a tag that no note has is named") {
  CHECK(advice(kitchen, "#include") ==
        "No note has the tag 'include'. For the text, search for \"#include\" in quotes.");
  CHECK(advice(kitchen, "soup #bakin") ==
        "No note has the tag 'bakin'. Did you mean #baking? For the text, search for \"#bakin\" in "
        "quotes.");
  CHECK(advice(kitchen, "tag:fff") == "No note has the tag 'fff'.");
  CHECK(advice(kitchen, "#baking #cooking") ==
        "No note has all of #baking and #cooking. Search with fewer of these tags.");
  CHECK(advice(kitchen, "onion #baking") ==
        "No note with #baking has onion; without the tag 1 note is found.");
}

TEST_CASE("advice: what an exclusion left out is named") {
  CHECK(advice(kitchen, "sourdough -rye") ==
        "All notes with sourdough (1 note) are excluded by -rye.");
  CHECK(advice(kitchen, "#baking -rye") == "All notes with #baking (1 note) are excluded by -rye.");
  CHECK(advice(kitchen, "-*") == "All notes (3 notes) are excluded by -*.");
  CHECK(
      advice(kitchen, "zzyzxqvw -rye") ==
      "No note has 'zzyzxqvw'. Try other or fewer words, or the beginning of one with * after it.");
}

TEST_CASE("advice: words that no note has together are told from words that none has") {
  CHECK(
      advice(kitchen, "onion starter", Match::all) ==
      "No note has all of onion and starter; with match 'any' notes with some of them are found.");
  CHECK(advice(kitchen, "onion sourdouhg", Match::all) ==
        "No note has 'sourdouhg'. Did you mean 'sourdough'?");
}

TEST_CASE("advice: no notes to search are said so") {
  CHECK(advice({}, "rye") == "There are no notes yet.");
}

TEST_CASE("advice: what only the filters given as arguments leave out is not called missing") {
  const SearchText bread = notes::search_text("Bread", {"baking"}, "rye and sourdough");
  const SearchText soup = notes::search_text("Soup", {"cooking/soup"}, "onions");
  const std::vector<const SearchText*> all{&bread, &soup};
  const std::vector<const SearchText*> passing{&soup};
  const auto with_tag = [&](std::string_view query, const std::optional<std::string>& tag) {
    return notes::search_advice(Query::parse(query).value(),
                                {.all_notes = all, .notes = passing, .tag = tag});
  };
  constexpr const char* one_without =
      "No note that is found passes the filters given as arguments; without them 1 note is found.";
  CHECK(with_tag("rye", "cooking") == one_without);
  CHECK(with_tag("#baking", "cooking") == one_without);
  CHECK(with_tag("rye", std::nullopt) == one_without);
  CHECK(with_tag("*", std::nullopt) ==
        "No note that is found passes the filters given as arguments; without them 2 notes are "
        "found.");
  CHECK(with_tag("rye", "bakin") == "No note has the tag 'bakin'. Did you mean #baking?");
  CHECK(with_tag("sourdouhg", "cooking") == "No note has 'sourdouhg'. Did you mean 'sourdough'?");
}

TEST_CASE("advice: a long word of one letter is no harm") {
  const std::string letters(200'000, 'a');
  CHECK(advice({{"x", {}, letters}}, "aaaaaaaaab").starts_with("No note has 'aaaaaaaaab'."));
}
