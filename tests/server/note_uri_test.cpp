#include "server/note_uri.h"

#include <doctest/doctest.h>

#include <optional>
#include <string>

#include "server/base64.h"
#include "support/temp_vault.h"

using namespace notes;
using namespace notes::mcp;
using notes::test::slug;

TEST_CASE("slug_of_uri: only the spellings that mean the same name a note") {
  CHECK(note_uri(slug("pad-thai")) == "note:///pad-thai");
  for (const char* uri : {"note:///pad-thai", "NOTE:///pad-thai", "Note:///pad%2Dthai",
                          "note:///%70%61%64%2d%74%68%61%69"}) {
    CAPTURE(uri);
    CHECK(slug_of_uri(uri) == slug("pad-thai"));
  }
  for (const char* uri : {"",
                          "note:",
                          "note:///",
                          "note:/pad-thai",
                          "note://pad-thai",
                          "note:////pad-thai",
                          "notes:///pad-thai",
                          " note:///pad-thai",
                          "note:///pad-thai ",
                          "note:///pad-thai/",
                          "note:///pad-thai?",
                          "note:///pad-thai#",
                          "note:///../pad-thai",
                          "note:///pad%2Fthai",
                          "note:///pad-thai%00",
                          "note:///pad-thai%",
                          "note:///pad-thai%2",
                          "note:///pad-thai%2g",
                          "note:///pad-thai%+1",
                          "note:///PAD-THAI",
                          "note:///pad-thai.md",
                          "note:///%E2%82%AC"}) {
    CAPTURE(uri);
    CHECK_FALSE(slug_of_uri(uri));
  }
}

TEST_CASE("slug_of_uri: the longest slug is named, also when all of it is encoded") {
  const std::string longest(Slug::max_length, 'a');
  std::string encoded = "note:///";
  for (std::size_t i = 0; i < longest.size(); ++i) encoded += "%61";
  CHECK(slug_of_uri(encoded) == slug(longest));
  CHECK_FALSE(slug_of_uri("note:///" + longest + "a"));
  CHECK_FALSE(slug_of_uri(std::string(10'000'000, '%')));
}

TEST_CASE("cursor_after: comes back as the slug, and nothing else is a cursor") {
  for (const std::string& name :
       {std::string("a"), std::string("pad-thai"), std::string(Slug::max_length, 'z')}) {
    CHECK(slug_of_cursor(cursor_after(slug(name))) == slug(name));
  }
  const std::string cursor = cursor_after(slug("pad-thai"));
  for (const std::string& other :
       {std::string(), cursor + "A", cursor + "=", cursor.substr(1), to_base64url("2pad-thai"),
        to_base64url("1Pad"), to_base64url("1"), to_base64url("1../x"), std::string("pad-thai"),
        std::string(1'000'000, 'A')}) {
    CAPTURE(other);
    CHECK_FALSE(slug_of_cursor(other));
  }
}
