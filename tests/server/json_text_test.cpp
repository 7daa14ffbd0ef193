#include "server/json_text.h"

#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

#include "support/temp_vault.h"

using namespace notes::mcp;

namespace {

using notes::test::repeated;

std::string value_of(std::string_view text) {
  const tl::expected<ParsedJson, JsonFault> parsed = parse_json(text);
  REQUIRE(parsed);
  return to_text(parsed->value);
}

JsonFault fault_of(std::string_view text) {
  const tl::expected<ParsedJson, JsonFault> parsed = parse_json(text);
  REQUIRE_FALSE(parsed);
  return parsed.error();
}

}  // namespace

TEST_CASE("parse_json: values come back as they were, members in their order") {
  for (const char* text : {"null", "true", "-1", "18446744073709551615", "1.5", R"("a\"\\\n")",
                           R"({"b":1,"a":[{},[]]})", R"("\u0000")", "\"\u00e9\U0001F600\""}) {
    CHECK(value_of(text) == text);
  }
  CHECK(value_of("\xEF\xBB\xBF {\"a\" : 1}\r") == R"({"a":1})");
  CHECK(value_of(R"({"a":1,"b":2,"a":3})") == R"({"a":3,"b":2})");
  CHECK(value_of(R"("\u00e9\ud83d\ude00")") == "\"\u00e9\U0001F600\"");
}

TEST_CASE("parse_json: what is not JSON is malformed") {
  for (const char* text :
       {"",       " ",       "x",           "{",     "}",   "[1,]",  "{\"a\"}",  "\"a",
        "1 2",    "{} x",    "NaN",         "1e400", "'a'", "/**/1", "\"\xFF\"", "\"\xED\xA0\x80\"",
        "\"\t\"", "\"\\x\"", "\"\\u12g4\"", "[}",    "]["}) {
    CAPTURE(text);
    CHECK(fault_of(text) == JsonFault::malformed);
  }
  CHECK(fault_of(std::string_view("1\0 2", 4)) == JsonFault::malformed);
  CHECK(fault_of(std::string_view("\"a\0\"", 4)) == JsonFault::malformed);
}

TEST_CASE("parse_json: a surrogate without its partner is read as U+FFFD, others stay") {
  const std::vector<std::pair<const char*, const char*>> rows{
      {R"("\ud83d")", "\"\uFFFD\""},
      {R"("\ude00x")", "\"\uFFFDx\""},
      {R"("\ud83d\ud83d\ude00")", "\"\uFFFD\U0001F600\""},
      {R"("\ud83dA")", "\"\uFFFDA\""},
      {R"("\ud83d\u0041")", "\"\uFFFDA\""},
      {R"("\\ud83d")", R"("\\ud83d")"},
      {R"("\\\ud83d")", "\"\\\\\uFFFD\""},
      {R"({"\ud83d":"\uDFFF"})", "{\"\uFFFD\":\"\uFFFD\"}"}};
  for (const auto& row : rows) {
    const auto& text = row.first;
    const auto& expected = row.second;
    CAPTURE(text);
    CHECK(value_of(text) == expected);
  }
  CHECK(fault_of(R"("\ud83d\x")") == JsonFault::malformed);
  CHECK(fault_of(R"(["\ud83d")") == JsonFault::malformed);
  CHECK(fault_of(R"("\ud8)") == JsonFault::malformed);
}

TEST_CASE("parse_json: nesting is bounded, brackets in strings do not count") {
  const auto nested = [](std::size_t depth) { return repeated("[", depth) + repeated("]", depth); };
  CHECK(value_of(nested(max_json_depth)) == nested(max_json_depth));
  CHECK(fault_of(nested(max_json_depth + 1)) == JsonFault::too_deep);
  CHECK(fault_of(repeated("[", 1'000'000)) == JsonFault::too_deep);
  CHECK(fault_of(repeated("{\"a\":", 1'000'000)) == JsonFault::too_deep);
  const std::string text = "\"" + repeated("[{", 1000) + "\\\"" + repeated("[{", 1000) + "\"";
  CHECK(value_of(text) == text);
}

TEST_CASE("parse_json: values and members are bounded, at any place") {
  const auto list_of = [](std::size_t count) { return "[" + repeated("0,", count - 1) + "0]"; };
  CHECK(parse_json(list_of(max_json_values - 1)).has_value());  // the list is a value too
  CHECK(fault_of(list_of(max_json_values)) == JsonFault::too_many);
  const auto object_of = [](std::size_t count) {
    std::string text = "{";
    for (std::size_t i = 0; i < count; ++i) {
      text += (i == 0 ? "\"" : ",\"") + std::to_string(i) + "\":0";
    }
    return text + "}";
  };
  CHECK(parse_json("[" + object_of(max_json_members) + "," + object_of(max_json_members) + "]")
            .has_value());
  CHECK(fault_of(object_of(max_json_members + 1)) == JsonFault::too_many);
  CHECK(fault_of("[[{\"a\":" + object_of(max_json_members + 1) + "}]]") == JsonFault::too_many);
}

TEST_CASE("to_text: bytes that are not UTF-8 become U+FFFD, everything stays on one line") {
  CHECK(to_text("a\xFF\xC3z") == "\"a\uFFFD\uFFFDz\"");
  CHECK(to_text("\r\n\x01\x7F\u2028") == "\"\\r\\n\\u0001\x7F\u2028\"");
}

TEST_CASE("quoted_size: is the size of the text that is written") {
  std::string all;
  for (int byte = 0; byte < 128; ++byte) all += static_cast<char>(byte);
  for (const std::string& text : {std::string(), all, std::string("\u00e9\U0001F600\u2028")}) {
    CHECK(quoted_size(text) == to_text(text).size());
  }
}

TEST_CASE("member: gives nothing from what is no object or has another type") {
  const Json value = {{"a", 1}, {"b", "x"}};
  CHECK(*member(value, "a") == 1);
  CHECK(member(value, "c") == nullptr);
  CHECK(member(Json::array({1}), "a") == nullptr);
  CHECK(member(nullptr, "a") == nullptr);
  CHECK(*text_member(value, "b") == "x");
  CHECK(text_member(value, "a") == nullptr);
  CHECK(text_member(value, "c") == nullptr);
}

TEST_CASE("shortened: cuts at a whole character") {
  CHECK(shortened("abc", 3) == "abc");
  CHECK(shortened("abcd", 3) == "abc...");
  CHECK(shortened("ab\u00e9", 3) == "ab...");
  CHECK(shortened("\U0001F600\U0001F600", 7) == "\U0001F600...");
}

TEST_CASE("outer_member: a string, a number or a word of the outermost object") {
  const std::vector<std::pair<const char*, const char*>> rows{
      {R"({"id":1})", "1"},
      {R"( { "id" : "a" } )", "\"a\""},
      {R"({"a":{"id":1},"b":["id"],"id":2,"c":3})", "2"},
      {R"({"a":"\"id\":1,","id":"\\"})", R"("\\")"},
      {R"({"a":"id","id":null})", "null"},
      {R"({"id":-1.5e3)", ""},
      {R"({"id":"1)", ""},
      {R"({"id":)", ""},
      {R"({"id")", ""},
      {R"({"id":{"id":1}})", ""},
      {R"({"id":[1],"id":1})", ""},
      {R"({"a":1}{"id":1})", ""},
      {R"([{"id":1}])", ""},
      {R"("id":1)", ""},
      {R"(}{"id":1})", ""},
      {"", ""}};
  for (const auto& row : rows) {
    const auto& text = row.first;
    const auto& expected = row.second;
    CAPTURE(text);
    CHECK(outer_member(text, "id").value_or("") == expected);
  }
}
