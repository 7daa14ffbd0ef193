#include "vault/tags.h"

#include <doctest/doctest.h>

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "support/temp_vault.h"

namespace notes {
namespace {

using notes::test::repeated;

template <class T>
std::string words_of(const Result<T>& result) {
  return result ? "" : result.error().message + " " + result.error().hint;
}

TEST_CASE("checked_tag: blanks around and leading number signs are dropped, the rest stays") {
  struct Example {
    std::string_view text;
    std::string_view tag;
  };
  constexpr std::array examples = {
      Example{"recipes", "recipes"},
      Example{"  #thai\t", "thai"},
      Example{"## # Thai Food", "Thai Food"},
      Example{"project/alpha", "project/alpha"},
      Example{"C#", "C#"},
      Example{"Рецепт", "Рецепт"},
      Example{"a, b", "a, b"},
      Example{"\u3000日本\u00A0", "日本"},
      Example{"1.10", "1.10"},
      Example{"🍮", "🍮"},
      Example{"tag\n", "tag"},
  };
  for (const Example& example : examples) {
    CAPTURE(example.text);
    CHECK(checked_tag(example.text) == std::string(example.tag));
  }
}

TEST_CASE("checked_tag: what cannot be a tag is refused with the rule") {
  CHECK(words_of(checked_tag("")) == "The tag is empty. Give at least one visible character.");
  CHECK(words_of(checked_tag(" # ")) == "The tag is empty. Give at least one visible character.");
  CHECK(words_of(checked_tag("a\nb")) ==
        "The tag 'a b' has a line end, tab or other control character. Give it as one line of "
        "plain text.");
  for (const std::string_view text : {"a\tb", "a\x7Fz", "a\u0085b", "a\u2028b", "a\x1B[0m"}) {
    CAPTURE(text);
    REQUIRE_FALSE(checked_tag(text));
    CHECK(checked_tag(text).error().code == ErrorCode::invalid_argument);
  }
  CHECK(words_of(checked_tag("caf\xC3")) == "The tag 'caf\uFFFD' is not UTF-8. Give it as UTF-8.");
  CHECK(checked_tag(repeated("é", max_tag_length)) == repeated("é", max_tag_length));
  CHECK(checked_tag("#" + repeated("é", max_tag_length) + " ") == repeated("é", max_tag_length));
  CHECK(words_of(checked_tag(repeated("é", max_tag_length + 1))) ==
        "The tag '" + repeated("é", 60) + "…' has 101 characters. At most 100 are allowed.");
}

TEST_CASE("checked_tags: each once without case, in the order given, accents kept apart") {
  CHECK(checked_tags({}) == Tags{});
  CHECK(checked_tags({"Thai", "recipes", "#thai", "THAI", "Crème", "creme", "CRE\u0300ME", "b"}) ==
        Tags{"Thai", "recipes", "Crème", "creme", "b"});
  CHECK(checked_tags({"ano", "año", "Straße", "STRASSE", "ИЖ", "иж", "ий", "ии"}) ==
        Tags{"ano", "año", "Straße", "ИЖ", "ий", "ии"});
  CHECK(words_of(checked_tags({"a", " ", "b"})) ==
        "The tag is empty. Give at least one visible character.");
}

TEST_CASE("checked_tags: at most 100, duplicates not counted") {
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < max_tags; ++i) texts.push_back("t" + std::to_string(i));
  const Tags wanted = texts;
  texts.emplace_back("T0");
  CHECK(checked_tags(texts) == wanted);
  texts.emplace_back("one-more");
  CHECK(words_of(checked_tags(texts)) == "These are 101 tags. A note has at most 100.");
}

TEST_CASE("checked_title: one line of at most 300 code points") {
  CHECK(checked_title("  Pad Thai: “the” #1\n") == std::string("Pad Thai: “the” #1"));
  CHECK(checked_title("\u200B") == std::string("\u200B"));
  CHECK(checked_title("# x") == std::string("# x"));
  CHECK(words_of(checked_title(" \n")) ==
        "The title is empty. Give at least one visible character.");
  CHECK(words_of(checked_title("a\r\nb")) ==
        "The title 'a  b' has a line end, tab or other control character. Give it as one line of "
        "plain text.");
  CHECK(words_of(checked_title("\xFF")) == "The title '\uFFFD' is not UTF-8. Give it as UTF-8.");
  const std::string longest = repeated("日", max_title_code_points);
  CHECK(checked_title(longest) == longest);
  CHECK(words_of(checked_title(longest + "x")) ==
        "The title '" + repeated("日", 60) + "…' has 301 characters. At most 300 are allowed.");
}

TEST_CASE("folded_tag_answers: to its own name and to those it is nested in") {
  CHECK(folded_tag_answers("project", "project"));
  CHECK(folded_tag_answers("project/alpha", "project"));
  CHECK(folded_tag_answers("project/alpha/x", "project/alpha"));
  CHECK_FALSE(folded_tag_answers("projects", "project"));
  CHECK_FALSE(folded_tag_answers("project", "project/alpha"));
  CHECK_FALSE(folded_tag_answers("my/project", "project"));
  CHECK_FALSE(folded_tag_answers("project", "proj"));
  CHECK_FALSE(folded_tag_answers("project", ""));
}

}  // namespace
}  // namespace notes
