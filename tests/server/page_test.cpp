#include "server/page.h"

#include <doctest/doctest.h>

#include <cstddef>
#include <string>
#include <string_view>

#include "server/json_text.h"

namespace notes::mcp {

TEST_CASE("page: cost is the serialised size, and dearer for scripts that cost many tokens") {
  struct Row {
    std::string_view text;
    std::size_t cost;
  };
  for (const Row& row : {
           Row{"", 0},
           Row{"abc", 3},
           Row{"a\"b\\c\n", 9},
           Row{"\t\r\b\f", 8},
           Row{std::string_view("\0\x01\x1F", 3), 18},
           Row{"\x7F", 1},
           Row{"é", 2},
           Row{"Ж", 2},
           Row{"日本", 8},
           Row{"😀", 8},
       }) {
    CAPTURE(row.text);
    CHECK(text_cost(row.text) == row.cost);
    CHECK(json_cost(Json(row.text)) == row.cost + 2);
  }
  const Json object = {{"a", Json::array({1, "x\ny", true})}, {"b", "ü"}};
  CHECK(json_cost(object) == to_text(object).size());
}

TEST_CASE("page: what is affordable ends at a whole code point") {
  CHECK(affordable("abc", 3) == 3);
  CHECK(affordable("abc", 2) == 2);
  CHECK(affordable("a\nb", 2) == 1);
  CHECK(affordable("日本", 7) == 3);
  CHECK(affordable("日本", 8) == 6);
  CHECK(affordable("日本", 3) == 0);
  CHECK(affordable("", 0) == 0);
}

TEST_CASE("page: a part of a longer text ends after a line, else before a character") {
  CHECK(readable_part("one\ntwo\nthree", 10) == 8);
  CHECK(readable_part("whole\n", 100) == 6);
  CHECK(readable_part("a\nbcdefghij", 10) == 9);  // the line end is in the first half
  CHECK(readable_part("日本語", 9) == 6);
  CHECK(readable_part("日本語", 1) == 3);        // never empty
  CHECK(readable_part("abcde\u0301f", 6) == 4);  // e and its accent stay together
}

TEST_CASE("page: what is too long is cut and marked") {
  CHECK(abridged("abc", 3) == "abc");
  CHECK(abridged("abcd", 3) == "abc…");
  CHECK(abridged("日本語", 2) == "日本…");
  CHECK(abridged("", 0).empty());
}

TEST_CASE("page: takes items while both halves have room for them") {
  const Json item = "1234567";  // nine bytes and a comma
  Page by_structure(20, 100);
  CHECK(by_structure.add(item, "x"));
  CHECK(by_structure.add(item, "y"));
  CHECK_FALSE(by_structure.add(item, "z"));
  CHECK(by_structure.count() == 2);
  CHECK(by_structure.text() == "xy");
  CHECK(by_structure.items() == Json::array({item, item}));
  Page by_text(100, 2);
  CHECK(by_text.add(item, "x"));
  CHECK_FALSE(by_text.add(item, "yz"));
  CHECK(by_text.add(item, "y"));
}

TEST_CASE("page: says where it lies, in members and in words") {
  struct Row {
    PagePlace place;
    std::string_view structured, words;
  };
  for (const Row& row : {
           Row{{0, 2, 2},
               R"({"total":2,"count":2,"offset":0,"has_more":false})",
               "Showing 1 to 2 of 2 notes."},
           Row{{2, 3, 9},
               R"({"total":9,"count":3,"offset":2,"has_more":true,"next_offset":5})",
               "Showing 3 to 5 of 9 notes. More: offset 5."},
           Row{{0, 0, 0}, R"({"total":0,"count":0,"offset":0,"has_more":false})", "No notes."},
           Row{{7, 0, 5},
               R"({"total":5,"count":0,"offset":7,"has_more":false})",
               "No notes from offset 7 on: there are 5."},
       }) {
    Json structured = Json::object();
    row.place.describe_in(structured);
    CHECK(structured.dump() == row.structured);
    CHECK(row.place.words("notes") == row.words);
  }
}

}  // namespace notes::mcp
