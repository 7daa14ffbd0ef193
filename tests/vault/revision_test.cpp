#include "vault/revision.h"

#include <doctest/doctest.h>

#include <set>
#include <string>
#include <string_view>

namespace notes {
namespace {

TEST_CASE("revision: 16 hexadecimal digits that name the bytes, the same on every system") {
  // The values that XXH3's specification gives for no bytes and that xxhsum -H3 prints for "a".
  CHECK(Revision::of("").str() == "2d06800538d394c2");
  CHECK(Revision::of("a").str() == "e6c632b61e964e1f");
}

TEST_CASE("revision: every difference in bytes is another revision") {
  std::set<std::string> seen;
  std::string text;
  for (int i = 0; i < 300; ++i) {
    for (const std::string& bytes : {text, text + '\0', text + '\n', "\xEF\xBB\xBF" + text}) {
      seen.insert(Revision::of(bytes).str());
    }
    text += 'x';
  }
  CHECK(seen.size() == 1200);
  for (const std::string& revision : seen) {
    CHECK(revision.size() == 16);
    CHECK(revision.find_first_not_of("0123456789abcdef") == std::string::npos);
  }
}

TEST_CASE("revision: parse takes what str gives and nothing else") {
  for (const std::string_view text : {"", "a", "hello"}) {
    CHECK(Revision::parse(Revision::of(text).str()) == Revision::of(text));
  }
  for (const std::string_view text :
       {"", "0", "2d06800538d394c", "2d06800538d394c20", "2D06800538D394C2", "2d06800538d394cg",
        " 2d06800538d394c", "0x2d06800538d394"}) {
    CAPTURE(text);
    CHECK_FALSE(Revision::parse(text).has_value());
  }
}

TEST_CASE("revision: equal for equal bytes") {
  const std::string text(1U << 20U, 'x');
  CHECK(Revision::of(text) == Revision::of(std::string(text)));
  CHECK_FALSE(Revision::of("a") == Revision::of("b"));
}

}  // namespace
}  // namespace notes
