#include "vault/yaml_text.h"

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

using notes::is_safe_plain;
using notes::is_typed_plain;
using notes::yaml_text;
using notes::YamlPlace;
using notes::YamlQuotes;

TEST_CASE("yaml text: what needs no quotes has none") {
  for (const std::string_view text :
       {"a", "two words", "it's", "say \"hi\"", "a:b", "a#b", "C#", "100 ways", "3D", "yesterday",
        "caf\xC3\xA9", "\xF0\x9F\x8D\x9C", "a - b", "\\path", ".NET", "no-go", "a=b", "1st"}) {
    CAPTURE(text);
    CHECK(yaml_text(text, YamlPlace::block, YamlQuotes::plain) == text);
  }
}

TEST_CASE("yaml text: what another parser could take for something else is in quotes") {
  for (const std::string_view text : {"",
                                      " a",
                                      "a ",
                                      "-",
                                      "- a",
                                      "-a",
                                      "? a",
                                      ": a",
                                      "[a",
                                      "{a",
                                      "]a",
                                      "}a",
                                      ",a",
                                      "#a",
                                      "&a",
                                      "*a",
                                      "!a",
                                      "|a",
                                      ">a",
                                      "'a",
                                      "%a",
                                      "@a",
                                      "`a",
                                      "a: b",
                                      "a:",
                                      "a #b",
                                      "~",
                                      "null",
                                      "NULL",
                                      "true",
                                      "False",
                                      "yes",
                                      "NO",
                                      "on",
                                      "Off",
                                      "y",
                                      "N",
                                      "=",
                                      "<<",
                                      "1",
                                      "-1",
                                      "+1",
                                      "1.5",
                                      ".5",
                                      "1e3",
                                      "0x1F",
                                      "0o17",
                                      "0b1",
                                      "1_000",
                                      "1,000",
                                      ".inf",
                                      "-.INF",
                                      ".NaN",
                                      "12:30",
                                      "1:30:45",
                                      "2026-01-01",
                                      "2026-01-01 10:00:00",
                                      "2026-01-01T10:00:00Z"}) {
    CAPTURE(text);
    CHECK_FALSE(is_safe_plain(text, YamlPlace::block));
    CHECK(yaml_text(text, YamlPlace::block, YamlQuotes::plain) == "\"" + std::string(text) + "\"");
  }
  for (const std::string_view text : {"a,b", "a]", "a[b", "a{b", "a}b", "a:b", "what?"}) {
    CAPTURE(text);
    CHECK(is_safe_plain(text, YamlPlace::block));
    CHECK_FALSE(is_safe_plain(text, YamlPlace::flow));
  }
}

TEST_CASE("yaml text: quotes and escapes") {
  const auto block = [](std::string_view text, YamlQuotes wished) {
    return yaml_text(text, YamlPlace::block, wished);
  };
  CHECK(block("\"a", YamlQuotes::plain) == "\"\\\"a\"");
  CHECK(block("\"it's", YamlQuotes::plain) == "\"\\\"it's\"");
  CHECK(block("a\\: b", YamlQuotes::plain) == "\"a\\\\: b\"");
  CHECK(block("it's", YamlQuotes::single_quotes) == "'it''s'");
  CHECK(block("a\"b\\", YamlQuotes::double_quotes) == "\"a\\\"b\\\\\"");
  CHECK(block("a\nb\tc\rd", YamlQuotes::single_quotes) == "\"a\\nb\\tc\\rd\"");
  using namespace std::string_view_literals;
  CHECK(block("\0\x7F\xC2\x85\xE2\x80\xA8\xEF\xBB\xBF\xEF\xBF\xBE"sv, YamlQuotes::plain) ==
        "\"\\x00\\x7F\\x85\\u2028\\uFEFF\\uFFFE\"");
  CHECK(block("\xF0\x9F\xBF\xBE", YamlQuotes::plain) == "\"\\U0001FFFE\"");
}

TEST_CASE("yaml text: what YAML 1.2 gives a type") {
  for (const std::string_view text :
       {"",      "~",     "null",  "Null", "NULL", "true", "True",  "TRUE",
        "false", "False", "FALSE", "0",    "007",  "-1",   "+1",    "1.",
        ".5",    "1.5e3", "1E-3",  "0x1F", "0o17", ".inf", "-.Inf", ".NAN"}) {
    CAPTURE(text);
    CHECK(is_typed_plain(text));
  }
  for (const std::string_view text :
       {"nULL", "yes", "no", "on", "tRUE", "1_000", "0b1", "2026-01-01", "12:30", ".", "+", "e3",
        "1e", "1e+", "0x", "a", "-.nan"}) {
    CAPTURE(text);
    CHECK_FALSE(is_typed_plain(text));
  }
}
