#include "vault/in_quotes.h"

#include <doctest/doctest.h>

#include <string>
#include <string_view>

#include "support/temp_vault.h"
#include "vault/unicode.h"

namespace notes {
namespace {

using notes::test::repeated;

TEST_CASE("in_quotes: text is shown as it is, in one line of UTF-8") {
  CHECK(in_quotes("") == "''");
  CHECK(in_quotes("Pad Thaï 🍮") == "'Pad Thaï 🍮'");
  CHECK(in_quotes("a\nb\tc\u0085d\u2028e\x7F") == "'a b c d e '");
  CHECK(in_quotes(std::string_view("a\0\xFF\xC3", 4)) == "'a \uFFFD\uFFFD'");
}

TEST_CASE("in_quotes: what is longer than 60 code points is cut before a character") {
  for (const std::string_view character : {"x", "é", "日", "🍮", "\xFF"}) {
    const std::string at_limit = repeated(character, max_length_in_quotes);
    CAPTURE(character);
    CHECK(in_quotes(at_limit) == "'" + repaired_utf8(at_limit) + "'");
    CHECK(in_quotes(at_limit + std::string(character)) == "'" + repaired_utf8(at_limit) + "…'");
    CHECK(in_quotes(repeated(character, 100000)) == "'" + repaired_utf8(at_limit) + "…'");
  }
  CHECK(in_quotes(std::string(59, 'x') + "e\u0301y") == "'" + std::string(59, 'x') + "…'");
}

}  // namespace
}  // namespace notes
