#include "vault/quoted.h"

#include <doctest/doctest.h>

#include <string>
#include <string_view>

#include "vault/unicode.h"

namespace notes {
namespace {

std::string repeated(std::string_view text, std::size_t times) {
  std::string result;
  for (std::size_t i = 0; i < times; ++i) result += text;
  return result;
}

TEST_CASE("quoted: text is shown as it is, in one line of UTF-8") {
  CHECK(quoted("") == "''");
  CHECK(quoted("Pad Thaï 🍮") == "'Pad Thaï 🍮'");
  CHECK(quoted("a\nb\tc\u0085d\u2028e\x7F") == "'a b c d e '");
  CHECK(quoted(std::string_view("a\0\xFF\xC3", 4)) == "'a \uFFFD\uFFFD'");
}

TEST_CASE("quoted: what is longer than 60 code points is cut before a character") {
  for (const std::string_view character : {"x", "é", "日", "🍮", "\xFF"}) {
    const std::string at_limit = repeated(character, max_quoted_length);
    CAPTURE(character);
    CHECK(quoted(at_limit) == "'" + repaired_utf8(at_limit) + "'");
    CHECK(quoted(at_limit + std::string(character)) == "'" + repaired_utf8(at_limit) + "…'");
    CHECK(quoted(repeated(character, 100000)) == "'" + repaired_utf8(at_limit) + "…'");
  }
  CHECK(quoted(std::string(59, 'x') + "e\u0301y") == "'" + std::string(59, 'x') + "…'");
}

}  // namespace
}  // namespace notes
