#include "vault/snippet.h"

#include <doctest/doctest.h>

#include <optional>
#include <string>
#include <vector>

#include "support/temp_vault.h"
#include "vault/folding.h"
#include "vault/unicode.h"

using notes::Query;
using notes::Snippet;
using notes::SnippetMaker;
using notes::test::repeated;

namespace {

Snippet snippet(std::string_view query, std::string_view body) {
  const std::string text = notes::folded(body);
  std::optional<notes::StemLanguage> known;
  return SnippetMaker(Query::parse(query).value()).best(body, notes::TextLanguage(text, known));
}

std::string text(std::string_view query, std::string_view body) {
  return snippet(query, body).text;
}

std::string without_marks(std::string text) {
  for (const std::string_view mark : {"«", "»"}) {
    for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark)) {
      text.erase(at, mark.size());
    }
  }
  return text;
}

struct Case {
  const char* query;
  const char* body;
  const char* text;
};

}  // namespace

TEST_CASE("snippet: matches are marked at the characters of the original") {
  const std::vector<Case> cases = {
      {"reuniao", "A reunião começou.\n", "A «reunião» começou."},
      {"REUNIÃO", "A reunião\n", "A «reunião»"},
      {"strasse", "Die Straße ist lang", "Die «Straße» ist lang"},
      {"istanbul", "In İstanbul", "In «İstanbul»"},
      {"cafe", "x cafe\u0301 y", "x «cafe\u0301» y"},
      {"office", "o\uFB03ce x", "«o\uFB03ce» x"},
      {"感冒", "今天感冒了\n", "今天«感冒»了"},
      {"김치", "나는 김치를 먹었다", "나는 «김치»를 먹었다"},
      {"recipes", "one recipe, two recipes", "one «recipe», two «recipes»"},
      {"sour*", "the sourdough is sour", "the «sourdough» is «sour»"},
      {"\"bulk ferment\"", "a bulk\nferment and bulk", "a «bulk ferment» and bulk"},
      {"C++", "in C++, yes", "in «C++», yes"},
      {"->", "a -> b", "a «->» b"},
      {"🍞", "good 🍞 day", "good «🍞» day"},
      {"cache", "the noteCache here", "the note«Cache» here"},
      {"HttpRequest", "the parseHttpRequest here", "the parse«Http»«Request» here"},
      {"milk,eggs", "eggs and milk", "«eggs» and «milk»"},
      {"cache", "the note_cache here", "the note_«cache» here"},
      {"user@example.org", "to user@example.org.", "to «user@example.org»."},
      {"the soup", "the soup of the day", "the «soup» of the day"},
      {"the", "the soup", "«the» soup"},
      {"天気予報", "明日の天気は雨", "明日の«天気»は雨"},
      {"title:soup", "no soup here", "no «soup» here"},
      {"rye -wheat #x", "rye and wheat", "«rye» and wheat"}};
  for (const Case& one : cases) {
    CAPTURE(one.query);
    CHECK(text(one.query, one.body) == one.text);
  }
}

TEST_CASE("snippet: it is one line with the markdown as it is") {
  CHECK(text("rye", "# Head\n\n- **rye** `x`\n- [ ] [[so]]\r\n\tlast") ==
        "- **«rye»** `x` - [ ] [[so]] last");
  CHECK(text("rye", std::string_view("a\0rye\x1B[31m\nb", 12)) == "a «rye» [31m b");
  CHECK(text("x", "") == "");
  CHECK(text("x", " \n\n ") == "");
}

TEST_CASE("snippet: without a match it is the beginning of the body") {
  const Snippet found = snippet("#tag", "\n\n  First line\nSecond");
  CHECK(found.text == "First line Second");
  CHECK(found.line == 2);
  CHECK(found.offset == 2);
}

TEST_CASE("snippet: line and offset tell where it starts") {
  const Snippet found = snippet("rye", "één\n\nzwei 🍞\nthe rye bread\n");
  CHECK(found.text == "the «rye» bread");
  CHECK(found.line == 3);
  CHECK(found.offset == 12);
  const Snippet first = snippet("rye", "rye");
  CHECK(first.line == 0);
  CHECK(first.offset == 0);
}

TEST_CASE("snippet: the passage with most of the different words is taken") {
  const std::string far = repeated("filler words are here. ", 20) + "\n";
  CHECK(text("rye bread", "rye rye rye\n" + far + "rye makes bread\n" + far + "bread")
            .starts_with("«rye» makes «bread» filler words"));
}

TEST_CASE("snippet: it is at most as long as the limit and cut at word ends") {
  const std::string words = repeated("lorem ipsum dolor ", 40);
  const std::string cut = text("rye", words + "rye bread " + words);
  CHECK(notes::count_code_points(without_marks(cut)) <= notes::max_snippet_length);
  CHECK(notes::count_code_points(without_marks(cut)) > notes::max_snippet_length - 20);
  CHECK(cut.starts_with("…"));
  CHECK(cut.ends_with("…"));
  CHECK(cut.find("«rye» bread") != std::string::npos);
  const std::string inside = without_marks(cut).substr(std::string("…").size());
  CHECK((" " + words + "rye bread " + words)
            .find(" " + inside.substr(0, inside.size() - std::string("…").size()) + " ") !=
        std::string::npos);
}

TEST_CASE("snippet: at the limit nothing is cut, one more is") {
  const std::string fits = repeated("ab ", 79) + "x";  // 238 code points
  CHECK(text("zz", fits) == fits);
  CHECK(text("zz", fits + " y").ends_with("x…"));
}

TEST_CASE("snippet: a cut never splits a grapheme") {
  const std::string family = "👩‍👩‍👧";
  const std::string flags = repeated(family, 200);
  const std::string cut = text("zz", flags);
  REQUIRE(cut.ends_with("…"));
  const std::size_t shown = cut.size() - std::string("…").size();
  CHECK(shown % family.size() == 0);
  CHECK(flags.starts_with(cut.substr(0, shown)));
  const std::string accents = repeated("e\u0301", 500);
  const std::string other = text("zz", accents);
  CHECK((other.size() - std::string("…").size()) % std::string("e\u0301").size() == 0);
  CHECK_FALSE(notes::first_invalid_utf8(
      text("漢字", repeated("あいうえお", 500) + "漢字" + repeated("かき", 500))));
}

TEST_CASE("snippet: it never begins within a grapheme, wherever its beginning falls") {
  for (const std::string_view grapheme : {"👩‍👩‍👧", "👍🏽", "🇩🇪", "🏳️‍🌈",
                                          "か\u3099", "\u1112\u1161\u11AB", "葛\U000E0100", "น้ำ"}) {
    for (std::size_t distance = 25; distance < 50; ++distance) {
      const std::string body = repeated("pp ", 30) + "abc " + std::string(grapheme) + " " +
                               std::string(distance, 'x') + " needle tail\n";
      CAPTURE(body);
      const std::string cut = text("needle", body);
      REQUIRE(cut.starts_with("…"));
      const std::string shown = without_marks(cut.substr(std::string("…").size()));
      const std::size_t begin = body.find(shown);
      REQUIRE(begin != std::string::npos);
      REQUIRE(notes::grapheme_start(body, begin) == begin);
    }
  }
  const std::string families = repeated("👩‍👩‍👧", 200);
  CHECK(text("needlez", families + " needlez " + families).starts_with("…👩"));
}

TEST_CASE("snippet: the parts of a name count where a word does not stand as written") {
  CHECK(text("foo request", "The foo calls parseHttpRequest") ==
        "The «foo» calls parseHttp«Request»");
  CHECK(text("foo request",
             "foo alone\n" + repeated("filler words. ", 60) + "\nfoo then parseHttpRequest end") ==
        "«foo» then parseHttp«Request» end");
  CHECK(text("request", "parseHttpRequest and the request") ==
        "parseHttpRequest and the «request»");
}

TEST_CASE("snippet: in a large note too the word as written comes before its parts") {
  const std::string filler = repeated("some filler words\n", 3000);
  CHECK(text("well-known", "all is well here\n" + filler + "a well-known thing\n") ==
        "a «well-known» thing");
  CHECK(text("request", "parseHttpRequest x\n" + filler + "the request word\n") ==
        "the «request» word");
  CHECK(text("東京都庁", "京都に行く。都庁\n" + filler + "東京都庁へ") == "«東京都庁»へ");
}

TEST_CASE("snippet: it is one line, whatever ends the lines of the note") {
  CHECK(text("rye", "a\u2028b rye\u2029c\u0085d\n") == "a b «rye» c d");
}

TEST_CASE("snippet: a very long line or word is no harm") {
  const std::string long_line = std::string(3'000'000, 'a') + " rye " + std::string(3'000'000, 'b');
  const std::string cut = text("rye", long_line);
  CHECK(notes::count_code_points(without_marks(cut)) <= notes::max_snippet_length);
  CHECK(cut.find("«rye»") != std::string::npos);
  const std::string long_match = text("aaa*", std::string(100'000, 'a'));
  CHECK(notes::count_code_points(without_marks(long_match)) <= notes::max_snippet_length);
  const std::string marks = "e" + repeated("\u0301", 100'000) + " rye";
  CHECK_FALSE(notes::first_invalid_utf8(text("rye", marks)));
  const std::string words = repeated("rye bread ", 300'000);
  CHECK(text("rye bread", words).starts_with("«rye» «bread» «rye»"));
}

TEST_CASE("snippet: right-to-left text is marked in its own order") {
  CHECK(text("שלום", "אמר שלום לכם") == "אמר «שלום» לכם");
  CHECK(text("محمد", "قال مُحَمَّد هنا") == "قال «مُحَمَّد» هنا");
}
