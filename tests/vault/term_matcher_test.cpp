#include "vault/term_matcher.h"

#include <doctest/doctest.h>

#include <optional>
#include <string>
#include <vector>

#include "vault/unicode.h"

using notes::Likeness;
using notes::Query;
using notes::TermMatch;
using notes::TermMatcher;

namespace {

/// `text` (folded) with what the one term of `query` finds in brackets, forms in braces.
std::string bracketed(std::string_view query, std::string_view text) {
  TermMatcher matcher(Query::parse(query).value().terms().front());
  std::optional<notes::StemLanguage> known;
  notes::TextLanguage language(text, known);
  std::string result;
  std::size_t at = 0;
  while (const std::optional<TermMatch> match = matcher.next(text, at, language)) {
    const bool is_exact = match->likeness == Likeness::exact;
    result += text.substr(at, match->begin - at);
    result += is_exact ? "[" : "{";
    result += text.substr(match->begin, match->end - match->begin);
    result += is_exact ? "]" : "}";
    at = match->end;
  }
  return result + std::string(text.substr(at));
}

std::string parts(std::string_view query) {
  std::string result;
  for (const notes::QueryTerm& part :
       notes::parts_of(Query::parse(query).value().terms().front())) {
    if (!result.empty()) result += '|';
    result += part.text;
  }
  return result;
}

}  // namespace

TEST_CASE("term: what counts as the word and what as a form of it") {
  CHECK(bracketed("recipes", "recipes recipe recipient my_recipes xrecipes") ==
        "[recipes] {recipe} recipient my_{recipes} xrecipes");
  CHECK(bracketed("Recipe7", "recipe7 recipe7s a_recipe7") == "[recipe7] recipe7s a_{recipe7}");
  CHECK(bracketed("rye*", "rye ryes my_rye xrye") == "[rye] [ryes] my_[rye] xrye");
  CHECK(bracketed("水", "水道水") == "[水]道[水]");
  CHECK(bracketed("C++", "c++ xc++ c++x") == "[c++] xc++ [c++]x");
  CHECK(bracketed("->", "a->b") == "a[->]b");
}

TEST_CASE("term: forms are those of the text's language and of English") {
  CHECK(bracketed("rezepte", "das rezept und die rezepten mit recipes") ==
        "das {rezept} und die {rezepten} mit recipes");
  CHECK(bracketed("cocinando", "cocinamos con el pan y las olivas") ==
        "{cocinamos} con el pan y las olivas");
  CHECK(bracketed("cocinando", "cocinamos with the bread") == "cocinamos with the bread");
  CHECK(bracketed("recipes", "el recipe con el pan y las olivas") ==
        "el {recipe} con el pan y las olivas");
  CHECK(bracketed("note", "not a note of the dough and the oven") ==
        "not a [note] of the dough and the oven");
  CHECK(bracketed("data", "the date of the data") == "the date of the [data]");
}

TEST_CASE("term: a text and a query of one letter repeated are gone through once") {
  const std::string text(1'000'000, 'a');
  const std::string word(4'500, 'a');
  CHECK(bracketed(word, text) == text);
  CHECK(bracketed(word + "7", text) == text);
  CHECK(bracketed("\"" + word + " " + word + "\"", text) == text);
  CHECK(bracketed(word + "-" + word, text) == text);
  CHECK(bracketed(word + "*", text) == "[" + text + "]");
}

TEST_CASE("term: a joined word may be written with a blank or another sign") {
  CHECK(bracketed("well-known", "well-known well known well_known wellknown well--known") ==
        "[well-known] {well known} {well_known} wellknown well--known");
  CHECK(bracketed("don't", "don't dont") == "[don't] dont");
}

TEST_CASE("term: the pieces of a phrase may be apart by blanks and signs up to the limit") {
  const std::string gap(TermMatcher::max_gap, ' ');
  CHECK(bracketed("\"a b\"", "a" + gap + "b") == "[a" + gap + "b]");
  CHECK(bracketed("\"a b\"", "a" + gap + " b") == "a" + gap + " b");
  CHECK(bracketed("\"a b\"",
                  "a, **b** a\xFF"
                  "b ab") ==
        "[a, **b]** a\xFF"
        "b ab");
  CHECK(bracketed("\"x水 火\"", "x水火 x水 火") == "[x水火] [x水 火]");
  CHECK(bracketed("\"one one two\"", "one one one two") == "one [one one two]");
}

TEST_CASE("term: a long run without blanks has a bounded number of parts") {
  std::string run;
  for (char32_t point = 0x4E00; point < 0x4E00 + 9'000; ++point) notes::append_utf8(run, point);
  const notes::QueryTerm term = Query::parse(run).value().terms().front();
  CHECK(notes::parts_of(term).size() == notes::max_parts);
}

TEST_CASE("term: parts of a joined word, of mixed scripts, of a run without blanks") {
  CHECK(parts("sourdough-starter") == "sourdough|starter");
  CHECK(parts("python入門") == "python|入門");
  CHECK(parts("天気予報") == "天気|気予|予報");
  CHECK(parts("天気") == "");
  CHECK(parts("水") == "");
  CHECK(parts("อากาศดี") == "อากา|ากาศ|กาศด|าศดี");
  CHECK(parts("rye") == "");
  CHECK(parts("adr-016") == "");
  CHECK(parts("foo.bar") == "foo|bar");
  CHECK(parts("==milk==") == "milk");
  CHECK(parts("cat…slept") == "cat|slept");
  CHECK(parts("<b>milk</b>") == "");
  CHECK(parts("C++") == "");
  CHECK(parts(".NET") == "");
  CHECK(parts("@anna") == "");
  CHECK(parts("$5") == "");
  CHECK(parts("->") == "");
  CHECK(parts("v1.2.3") == "1.2.3");
  CHECK(parts("1.10") == "v1.10");
  CHECK(parts("1..2") == "");
  CHECK(parts("v1") == "");
  CHECK(parts("火锅？朋友") == "火锅|朋友");
  CHECK(parts("火锅3次") == "火锅|次");
  CHECK(parts("开源2024") == "开源|2024");
  CHECK(parts("HttpRequest") == "http|request");
  CHECK(parts("title:readJSONFile") == "read|json|file");
  CHECK(parts("Readme") == "");
  CHECK(parts("sha256Sum") == "");
  CHECK(parts("milk,eggs;rye/wheat") == "milk|eggs|rye|wheat");
  CHECK(parts("猫、犬，天気予報") == "猫|犬|天気|気予|予報");
  CHECK(parts("n/a") == "");
  CHECK(parts("https://example.org") == "https|example|org");
  CHECK(parts("1,000") == "");
  CHECK(parts("\"sourdough starter\"") == "");
}
