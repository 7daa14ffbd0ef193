#include "server/facts.h"

#include <doctest/doctest.h>

#include <string>

#include "server/page.h"
#include "support/temp_vault.h"

namespace notes::mcp {

TEST_CASE("facts: both halves say the same") {
  Facts facts;
  facts.add("title", "Pad\nThai");
  facts.add("tags", Json::array({"a", "b"}));
  facts.add("changed", true);
  facts.add("line", 12);
  facts.add_block("front_matter", "x: 1\ny: 2");
  facts.add_block("empty", "");
  facts.add_worded("total", 3, "Three in all.\n");
  CHECK(facts.structured().dump() ==
        R"({"title":"Pad\nThai","tags":["a","b"],"changed":true,"line":12,)"
        R"("front_matter":"x: 1\ny: 2","empty":"","total":3})");
  CHECK(facts.text() ==
        "title: Pad Thai\ntags: a, b\nchanged: true\nline: 12\n"
        "front_matter:\n---\nx: 1\ny: 2\n---\nempty:\n---\n---\nThree in all.\n");
}

TEST_CASE("facts: a title, a tag and a list of tags that are too long are cut and marked") {
  CHECK(shown_title(std::string(300, 'x')) == std::string(300, 'x'));
  CHECK(shown_title(std::string(301, 'x')) == std::string(300, 'x') + "…");
  CHECK(shown_tags({std::string(101, 'x')}) == Json::array({std::string(100, 'x') + "…"}));
  CHECK(shown_tags({}) == Json::array());
  const Json many = shown_tags(Tags(2000, "abcdefg"));  // each costs ten
  CHECK(many.size() == max_shown_tags_cost / 10 + 1);
  CHECK(many.back() == "… and 1591 more tags");
}

TEST_CASE("facts: tags in the text can be told apart") {
  CHECK(tags_text(Json::array({"a", "b c"})) == "a, b c");
  CHECK(tags_text(Json::array({"a,b", "c"})) == R"(["a,b","c"])");
  CHECK(tags_text(Json::array()).empty());
}

TEST_CASE("facts: a note on one line") {
  const NoteSummary note{.slug = test::slug("pad-thai"),
                         .title = "Pad Thai",
                         .tags = {"recipes", "thai"},
                         .created = {.milliseconds = 0},
                         .updated = {.milliseconds = 1500}};
  CHECK(summary_line(note, Created::include) ==
        "pad-thai: Pad Thai [recipes, thai] updated 1970-01-01T00:00:01.500Z, created "
        "1970-01-01T00:00:00.000Z");
  NoteSummary plain = note;
  plain.tags.clear();
  CHECK(summary_line(plain, Created::leave_out) ==
        "pad-thai: Pad Thai updated 1970-01-01T00:00:01.500Z");
}

}  // namespace notes::mcp
