#include "vault/query.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "support/temp_vault.h"

using notes::Query;
using notes::QueryTerm;
using notes::Result;
using notes::test::repeated;

namespace {

/// A term as text: `-`, field, kind and text, with `~` where other forms count and the number of
/// times when there are several.
std::string described(const QueryTerm& term) {
  std::string text = term.is_excluded ? "-" : "";
  if (term.field == QueryTerm::Field::title) text += "title:";
  switch (term.kind) {
    case QueryTerm::Kind::word:
      text += "word";
      break;
    case QueryTerm::Kind::phrase:
      text += "phrase";
      break;
    case QueryTerm::Kind::prefix:
      text += "prefix";
      break;
    case QueryTerm::Kind::tag:
      text += "tag";
      break;
    case QueryTerm::Kind::everything:
      text += "everything";
      break;
  }
  text += "(" + term.text + ")";
  if (term.has_forms) text += "~";
  if (term.count > 1) text += "x" + std::to_string(term.count);
  return text;
}

std::string described(std::string_view query) {
  const Result<Query> parsed = Query::parse(query);
  if (!parsed) return "error: " + parsed.error().message;
  std::string text;
  for (const QueryTerm& term : parsed->terms()) {
    if (!text.empty()) text += " ";
    text += described(term);
  }
  return text;
}

struct Case {
  const char* query;
  const char* terms;
};

void check(const std::vector<Case>& cases) {
  for (const Case& one : cases) {
    CAPTURE(one.query);
    CHECK(described(one.query) == one.terms);
  }
}

}  // namespace

TEST_CASE("query: each form of the table is read") {
  check({{"sourdough starter", "word(sourdough)~ word(starter)~"},
         {"\"bulk ferment\"", "phrase(bulk ferment)"},
         {"sour*", "prefix(sour)"},
         {"-rye", "-word(rye)~"},
         {"todo -✅ -€", "word(todo)~ -word(✅) -word(€)"},
         {"todo -> --", "word(todo)~"},
         {"#baking", "tag(baking)"},
         {"tag:baking", "tag(baking)"},
         {"title:starter", "title:word(starter)~"},
         {"*", "everything()"}});
}

TEST_CASE("query: forms combine") {
  check({{"-\"a b\"", "-phrase(a b)"},
         {"-#tag", "-tag(tag)"},
         {"-tag:tag", "-tag(tag)"},
         {"title:\"a b\"", "title:phrase(a b)"},
         {"title:so*", "title:prefix(so)"},
         {"-title:so*", "-title:prefix(so)"},
         {"-title:\"a b\"", "-title:phrase(a b)"},
         {"-title:rye", "-title:word(rye)~"},
         {"-*", "-everything()"},
         {"-sour*", "-prefix(sour)"},
         {"#a #b/c -#d", "tag(a) tag(b/c) -tag(d)"},
         {"tag:\"two words\"", "tag(two words)"},
         {"TAG:Baking Title:Starter", "tag(baking) title:word(starter)~"},
         {"* -rye", "everything() -word(rye)~"},
         {"\"a b\"\"c d\"e", "phrase(a b) phrase(c d) word(e)~"},
         {"\"a b\" -c \"d\" #e", "phrase(a b) -word(c)~ phrase(d) tag(e)"},
         {"“bulk ferment”", "phrase(bulk ferment)"},
         {"#baking, soup.", "tag(baking) word(soup)~"},
         {"#Рецепт", "tag(рецепт)"}});
}

TEST_CASE("query: what fits no form is taken literally") {
  check({{"\"", "word(\")"},
         {"\"sour dough", "word(sour)~ word(dough)~"},
         {"sour\"", "word(sour)~"},
         {"\"a b\"*", "phrase(a b)"},
         {"\"rye\"-bread", "phrase(rye) word(bread)~"},
         {"\"rye\"#bread", "phrase(rye) word(#bread)"},
         {"\"rye\"title:bread.", "phrase(rye) word(title:bread)"},
         {"\"rye\"bread*", "phrase(rye) word(bread)~"},
         {"tag:\"a b\"-c", "tag(a b) word(c)~"},
         {"\"\"", "word(\"\")"},
         {"-", "word(-)"},
         {"--", "word(--)"},
         {"->", "word(->)"},
         {":)", "word(:))"},
         {"§§", "word(§§)"},
         {"#", "word(#)"},
         {"-#", "word(-#)"},
         {"title:", "word(title)~"},
         {"tag:", "word(tag)~"},
         {"**", "word(**)"},
         {"--flag", "word(flag)~"},
         {"http://x", "word(http://x)"},
         {"note:x", "word(note:x)"},
         {"a::b", "word(a::b)"},
         {"grammar::fa", "word(grammar::fa)"},
         {"subtitle:x", "word(subtitle:x)"},
         {"a*b", "word(a*b)"},
         {"(a+)+$", "word(a+)+$)"},
         {"a*a*a*", "word(a*a*a)"},
         {"a(b", "word(a(b)"},
         {"^a", "word(^a)"},
         {"NEAR(", "word(near)"},
         {"a AND", "word(a)~ word(and)"},
         {"Downloads/x", "word(downloads/x)"},
         {"\\d+", "word(\\d+)"}});
}

TEST_CASE("query: a hyphen inside a word excludes nothing") {
  check({{"well-known", "word(well-known)"},
         {"ADR-016", "word(adr-016)"},
         {"a -b-c", "word(a)~ -word(b-c)"}});
}

TEST_CASE("query: signs that make another word stay, punctuation goes") {
  check({{"C++", "word(c++)"},
         {"C#", "word(c#)"},
         {".NET", "word(.net)"},
         {"1.10", "word(1.10)"},
         {"foo.bar", "word(foo.bar)"},
         {"user@example.org", "word(user@example.org)"},
         {"2026-11-30", "word(2026-11-30)"},
         {"(sourdough), 'starter'?", "word(sourdough)~ word(starter)~"},
         {"https://example.org/a?b=c", "word(https://example.org/a?b=c)"},
         {"https://example.org/", "word(https://example.org)"},
         {"[[soup]] **bold** _so_", "word(soup)~ word(bold)~ word(so)~"},
         {"$5 50% @anna", "word($5) word(50%) word(@anna)"},
         {"author's", "word(author)~"},
         {"Anna’s", "word(anna)~"},
         {"l'avion", "word(l'avion)"}});
}

TEST_CASE("query: ASCII signs beside words are left out, other signs are not") {
  check({{"foo - bar", "word(foo)~ word(bar)~"},
         {"salt & pepper", "word(salt)~ word(pepper)~"},
         {"x \"", "word(x)~"},
         {"-> <-", "word(->) word(<-)"},
         {"🍞 rye", "word(🍞) word(rye)~"},
         {"-rye +", "-word(rye)~"}});
}

TEST_CASE("query: names, code and abbreviations have no other forms") {
  check({{"noteCache", "word(notecache)"},
         {"NASA", "word(nasa)"},
         {"snake_case", "word(snake_case)"},
         {"utf8", "word(utf8)"},
         {"URLs", "word(urls)~"},
         {"Recipes", "word(recipes)~"},
         {"Straße", "word(strasse)~"}});
}

TEST_CASE("query: a repeated term is kept once and counted") {
  check({{"rye rye Rye", "word(rye)~x3"},
         {"rye -rye", "word(rye)~ -word(rye)~"},
         {"rye title:rye \"rye\" rye*", "word(rye)~ title:word(rye)~ phrase(rye) prefix(rye)"}});
}

TEST_CASE("query: the original of a term is what was typed") {
  const Result<Query> query = Query::parse("  -Title:\"Bulk  Ferment\" Café, ");
  REQUIRE(query);
  REQUIRE(query->terms().size() == 2);
  CHECK(query->terms()[0].original == "-Title:\"Bulk  Ferment\"");
  CHECK(query->terms()[0].text == "bulk ferment");
  CHECK(query->terms()[1].original == "Café,");
}

TEST_CASE("query: an empty or blank one is refused") {
  for (const std::string_view text :
       {std::string_view(""), std::string_view("  \t\r\n"),
        std::string_view("\u3000\u00A0\u200B \u200E"), std::string_view("\0", 1)}) {
    const Result<Query> query = Query::parse(text);
    REQUIRE_FALSE(query);
    CHECK(query.error().code == notes::ErrorCode::invalid_argument);
    CHECK(query.error().message ==
          (text.empty() ? "The query is empty."
                        : "The query has only blanks, control or invisible characters."));
    CHECK(query.error().hint == "Give words to search for, or * for every note.");
  }
}

TEST_CASE("query: the length is limited in code points") {
  const std::string most = repeated("é", notes::max_query_length);
  CHECK(Query::parse(most));
  const Result<Query> query = Query::parse(most + "é");
  REQUIRE_FALSE(query);
  CHECK(query.error().code == notes::ErrorCode::invalid_argument);
  CHECK(query.error().message == "The query has 10001 characters, at most 10000 are allowed.");
}

TEST_CASE("query: hostile text is read without harm") {
  check({{"a\xFF\xC3 b", "word(a\uFFFD\uFFFD) word(b)~"}});
  // NOLINTNEXTLINE(misc-misleading-bidirectional): it is what the test is about.
  check({{"a\u202Eb", "word(ab)~"}});
  CHECK(described(std::string_view("a\0b", 3)) == "word(a)~ word(b)~");
  std::string many;
  for (int i = 0; i < 1500; ++i) many += "w" + std::to_string(i) + " ";
  const Result<Query> query = Query::parse(many);
  REQUIRE(query);
  CHECK(query->terms().size() == 1500);
  CHECK(described(repeated("\"", 9999)) == "word(" + repeated("\"", 9999) + ")");
  CHECK(described(repeated("-", 10000)) == "word(" + repeated("-", 10000) + ")");
}

TEST_CASE("query: exclusions alone are told from the rest") {
  CHECK(Query::parse("-rye -#x")->has_only_exclusions());
  CHECK_FALSE(Query::parse("-rye #x")->has_only_exclusions());
  CHECK_FALSE(Query::parse("-rye wheat")->has_only_exclusions());
}

TEST_CASE("query: only keeps what is asked for") {
  const Result<Query> query = Query::parse("rye #a -wheat");
  REQUIRE(query);
  const Query words = query->only([](const QueryTerm& term) { return term.finds(); });
  REQUIRE(words.terms().size() == 1);
  CHECK(words.terms().front().text == "rye");
}
