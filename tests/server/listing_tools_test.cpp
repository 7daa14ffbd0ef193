#include <doctest/doctest.h>

#include <cstddef>
#include <set>
#include <string>

#include "server/tool_calls.h"

namespace notes::mcp {

TEST_CASE("list_notes: pages are bounded, disjoint and complete") {
  Notes notes;
  for (int i = 0; i < 450; ++i) {
    notes.folder().write("note-" + std::to_string(i) + ".md",
                         "---\ntitle: " + repeated("日", 100) + "\n---\n");
  }
  std::size_t seen = 0;
  Json arguments = {{"limit", 500}, {"sort", "title"}};
  for (int page = 0;; ++page) {
    REQUIRE(page < 20);
    const Answer answer = notes.answer("list_notes", arguments);
    const Json& facts = answer.structured;
    CHECK(facts["offset"] == seen);
    CHECK(facts["count"] == facts["notes"].size());
    CHECK(facts["total"] == 450);
    for (const Json& note : facts["notes"]) CHECK(has(answer.text, text_of(note["slug"]) + ": "));
    seen += facts["notes"].size();
    if (!facts["has_more"].get<bool>()) break;
    CHECK(facts["next_offset"] == seen);
    CHECK(has(answer.text, "More: offset " + std::to_string(seen) + "."));
    arguments["offset"] = facts["next_offset"];
  }
  CHECK(seen == 450);
}

TEST_CASE("list_notes: every fact stands in both halves") {
  Notes notes;
  notes.folder().write("a.md", "---\ntitle: First\ntags: [x]\ncreated: 2026-01-02\n---\n");
  const Answer answer = notes.answer("list_notes", {{"include_tag_counts", true}});
  const Json& note = answer.structured["notes"][0];
  Json expected = {{"notes", Json::array({{{"slug", "a"},
                                           {"title", "First"},
                                           {"tags", Json::array({"x"})},
                                           {"created", "2026-01-02T00:00:00.000Z"},
                                           {"updated", note["updated"]}}})},
                   {"total", 1},
                   {"count", 1},
                   {"offset", 0},
                   {"has_more", false},
                   {"tag_counts", Json::array({{{"tag", "x"}, {"count", 1}}})},
                   {"tag_total", 1}};
  CHECK(answer.structured == expected);
  CHECK(answer.text == "Showing 1 to 1 of 1 notes.\na: First [x] updated " +
                           text_of(note["updated"]) +
                           ", created 2026-01-02T00:00:00.000Z\n"
                           "Tags (1 of 1, most used first):\n  x: 1\n");
}

TEST_CASE("list_notes: tag counts and skipped files are bounded and only on the first page") {
  Notes notes;
  for (int i = 0; i < 210; ++i) {
    const std::string number = std::to_string(i);
    notes.folder().write("n-" + number + ".md", "---\ntags: [t" + number + "]\n---\n");
  }
  for (int i = 0; i < 21; ++i) notes.folder().write("Bad " + std::to_string(i) + ".md", "");
  const Answer first = notes.answer("list_notes", {{"include_tag_counts", true}, {"limit", 1}});
  CHECK(first.structured["tag_counts"].size() == 200);
  CHECK(first.structured["tag_total"] == 210);
  CHECK(first.structured["skipped"].size() == 20);
  CHECK(first.structured["skipped_total"] == 21);
  CHECK(has(first.text, "Tags (200 of 210, most used first):\n"));
  CHECK(has(first.text, "Files that are no notes (20 of 21):"));
  CHECK(has(first.text, first.structured.at("hint").get<std::string>()));
  CHECK(has(first.text, "\n  " + text_of(first.structured["skipped"][0]["file"]) + ": " +
                            text_of(first.structured["skipped"][0]["reason"]) + "\n"));
  const Json second =
      notes.answer("list_notes", {{"include_tag_counts", true}, {"offset", 1}}).structured;
  CHECK_FALSE(second.contains("tag_counts"));
  CHECK_FALSE(second.contains("tag_total"));
  CHECK_FALSE(second.contains("skipped"));
  CHECK_FALSE(second.contains("skipped_total"));
}

TEST_CASE("list_notes: arguments reach the vault") {
  Notes notes;
  notes.folder().write("a.md", "---\ntitle: Zebra\ntags: [p/q]\ncreated: 2026-01-02\n---\n");
  notes.folder().write("b.md", "---\ntitle: Apple\ncreated: 2026-01-03\n---\n");
  struct Row {
    Json arguments;
    Json slugs;
  };
  for (const Row& row : {
           Row{{{"sort", "title"}}, {"b", "a"}},
           Row{{{"sort", "title"}, {"order", "desc"}}, {"a", "b"}},
           Row{{{"sort", "created"}}, {"b", "a"}},
           Row{{{"sort", "created"}, {"order", "asc"}}, {"a", "b"}},
           Row{{{"sort", "created"}, {"limit", 1}, {"offset", 1}}, Json::array({"a"})},
           Row{{{"tag", "P"}}, Json::array({"a"})},
           Row{{{"updated_before", "2000-01-01"}}, Json::array()},
           Row{{{"updated_after", "2000-01-01"}, {"sort", "title"}}, {"b", "a"}},
           Row{{{"offset", 9}}, Json::array()},
       }) {
    CAPTURE(row.arguments.dump());
    Json slugs = Json::array();
    const Json facts = notes.answer("list_notes", row.arguments).structured;
    for (const Json& note : facts["notes"]) slugs.push_back(note["slug"]);
    CHECK(slugs == row.slugs);
  }
}

TEST_CASE("search_notes: every fact stands in both halves") {
  Notes notes;
  notes.folder().write("a.md", "---\ntags: [x]\n---\nfirst line\nthe sourdough rises\n");
  const Answer answer = notes.answer("search_notes", {{"query", "sourdough"}});
  REQUIRE(answer.structured["results"].size() == 1);
  const Json& hit = answer.structured["results"][0];
  CHECK(hit["slug"] == "a");
  CHECK(has(text_of(hit["snippet"]), "«sourdough»"));
  CHECK(has(answer.text, "a: a [x] updated " + text_of(hit["updated"]) + ", score " +
                             hit["score"].dump() + ", line " + hit["line"].dump() + ", offset " +
                             hit["offset"].dump() + "\n  " + text_of(hit["snippet"]) + "\n"));
  CHECK(answer.text.starts_with("Showing 1 to 1 of 1 results.\n"));
  const Json read =
      notes.answer("read_note", {{"slug", "a"}, {"offset", hit["offset"]}}).structured;
  CHECK(has(text_of(read["body"]), "sourdough"));
}

TEST_CASE("search_notes: without a result the hint stands in both halves") {
  Notes notes;
  notes.folder().write("a.md", "the sourdough rises\n");
  const Answer answer = notes.answer("search_notes", {{"query", "sourdouhg"}});
  CHECK(answer.structured["results"] == Json::array());
  CHECK(has(text_of(answer.structured["hint"]), "sourdough"));
  CHECK(answer.text == "No results.\n" + text_of(answer.structured["hint"]) + "\n");
  CHECK_FALSE(notes.error("search_notes", {{"query", " "}}).empty());
}

TEST_CASE("search_notes: pages are bounded, disjoint and complete") {
  Notes notes;
  for (int i = 0; i < 120; ++i) {
    notes.folder().write("note-" + std::to_string(i) + ".md",
                         "---\ntitle: " + repeated("日", 200) + "\n---\nword\n");
  }
  std::set<std::string> slugs;
  std::size_t seen = 0;
  Json arguments = {{"query", "word"}, {"limit", 100}};
  for (int page = 0;; ++page) {
    REQUIRE(page < 30);
    const Json facts = notes.answer("search_notes", arguments).structured;
    seen += facts["results"].size();
    for (const Json& hit : facts["results"]) slugs.insert(text_of(hit["slug"]));
    if (!facts["has_more"].get<bool>()) break;
    CHECK(facts["next_offset"] == seen);
    arguments["offset"] = facts["next_offset"];
  }
  CHECK(seen == 120);
  CHECK(slugs.size() == 120);
}

}  // namespace notes::mcp
