#include "vault/search_text.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using notes::SearchField;
using notes::SearchText;

namespace {

std::string parts(std::string_view text) {
  std::string result;
  for (const notes::Span part : notes::camel_case_parts(text)) {
    if (!result.empty()) result += '|';
    result += text.substr(part.begin, part.end - part.begin);
  }
  return result;
}

}  // namespace

TEST_CASE("search text: all texts stand in one string, folded and apart") {
  const SearchText text = notes::search_text("Café", {"Ä", "b/c"}, "Die Straße");
  CHECK(text.title == "cafe");
  CHECK(text.tags == std::vector<std::string>{"a", "b/c"});
  CHECK(text.all ==
        "cafe\xFF"
        "a\xFF"
        "b/c\xFF"
        "die strasse");
  CHECK(text.body() == "die strasse");
  CHECK(text.tags_length() == 6);
  CHECK(text.field_at(0) == SearchField::title);
  CHECK(text.field_at(5) == SearchField::tag);
  CHECK(text.field_at(11) == SearchField::body);
}

TEST_CASE("search text: parts of names in camel case stand after the body, each once") {
  const SearchText text = notes::search_text("NoteCache", {}, "the noteCache and HTTPServer");
  CHECK(text.all ==
        "notecache\xFFthe notecache and httpserver\xFFnote\xFF"
        "cache\xFFhttp\xFFserver");
  CHECK(text.body() == "the notecache and httpserver");
  CHECK(text.title == "notecache");
  CHECK(text.searched_title() ==
        "notecache\xFFnote\xFF"
        "cache");
  CHECK(notes::search_text("", {}, "").all == "\xFF");
}

TEST_CASE("search text: names in camel case are told from other words") {
  CHECK(parts("noteCache") == "note|Cache");
  CHECK(parts("XMLHttpRequest") == "XML|Http|Request");
  CHECK(parts("an iPhone14Pro and a WiFi") == "i|Phone14|Pro|Wi|Fi");
  CHECK(parts("sha256Sum, utf8String, parseHTTP2Request") ==
        "sha256|Sum|utf8|String|parse|HTTP2|Request");
  CHECK(parts("H2O 1E5 A4 20TH") == "");
  CHECK(parts("Notes NOTES IDs PDFs a B cD") == "c|D");
  CHECK(parts("x_noteCache.getAll()") == "note|Cache|get|All");
  for (std::size_t length = 50; length < 200; ++length) {
    const std::string filler(length, '.');
    CAPTURE(length);
    REQUIRE(parts(filler + "noteCache" + filler) == "note|Cache");
    REQUIRE(parts(filler + "HTTPServer" + filler) == "HTTP|Server");
    REQUIRE(parts(filler + "utf8Text" + filler) == "utf8|Text");
  }
}

TEST_CASE("search text: one made in the memory of others is as one made alone") {
  notes::SearchTextMaker maker;
  const std::vector<std::string> bodies = {"a longer body with aName", "\u0301 short", "",
                                           std::string(5000, 'X')};
  for (const std::string& body : bodies) {
    CAPTURE(body);
    const SearchText made = maker.make("Title", {"Tag"}, body);
    const SearchText alone = notes::search_text("Title", {"Tag"}, body);
    CHECK(made.all == alone.all);
    CHECK(made.title == alone.title);
    CHECK(made.tags == alone.tags);
    CHECK(made.body_begin == alone.body_begin);
    CHECK(made.body_end == alone.body_end);
  }
}

TEST_CASE("search text: the number of parts is limited") {
  std::string body;
  for (std::size_t i = 0; i < notes::max_name_parts; ++i) body += "aB" + std::to_string(i) + " ";
  const SearchText text = notes::search_text("", {}, body);
  CHECK(
      text.all.ends_with("\xFF"
                         "b" +
                         std::to_string(notes::max_name_parts - 2)));
}
