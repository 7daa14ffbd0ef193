#include "server/base64.h"

#include <doctest/doctest.h>

#include <string>

using namespace notes::mcp;

TEST_CASE("to_base64: the examples of RFC 4648") {
  CHECK(to_base64("").empty());
  CHECK(to_base64("f") == "Zg==");
  CHECK(to_base64("fo") == "Zm8=");
  CHECK(to_base64("foo") == "Zm9v");
  CHECK(to_base64("foob") == "Zm9vYg==");
  CHECK(to_base64("fooba") == "Zm9vYmE=");
  CHECK(to_base64("foobar") == "Zm9vYmFy");
  CHECK(to_base64("\xFF\xEF\xBE") == "/+++");
}

TEST_CASE("from_base64url: gives back every text of bytes, and refuses other spellings") {
  std::string bytes;
  for (int byte = 0; byte < 256; ++byte) {
    CHECK(from_base64url(to_base64url(bytes)) == bytes);
    bytes += static_cast<char>(byte);
  }
  CHECK(to_base64url("\xFF\xEF\xBE") == "_---");
  for (const char* text : {"Z", "Zg=", "Zg==", "Zh", "Zm9vY", "Z g", "/+++", "Zg\n"}) {
    CAPTURE(text);
    CHECK_FALSE(from_base64url(text));
  }
}
