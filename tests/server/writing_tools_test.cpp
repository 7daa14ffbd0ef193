#include <doctest/doctest.h>

#include <string>

#include "server/tool_calls.h"

namespace notes::mcp {

TEST_CASE("create_note: tells every fact in both halves") {
  Notes notes;
  const Json arguments = {{"title", "Pad Thai"},
                          {"body", "Noodles.\n"},
                          {"tags", R"(["recipes", "thai"])"},
                          {"metadata", {{"source", "Mum"}, {"gone", nullptr}}}};
  const Answer answer = notes.answer("create_note", arguments);
  const Json& facts = answer.structured;
  CHECK(facts["slug"] == "pad-thai");
  CHECK(facts["title"] == "Pad Thai");
  CHECK(facts["tags"] == Json({"recipes", "thai"}));
  CHECK_FALSE(facts.contains("same_title"));
  CHECK(answer.text ==
        "Created note 'pad-thai'.\nslug: pad-thai\ntitle: Pad Thai\n"
        "tags: recipes, thai\ncreated: " +
            text_of(facts["created"]) + "\nupdated: " + text_of(facts["updated"]) +
            "\nrevision: " + text_of(facts["revision"]) + "\n");
  CHECK(text_of(facts["updated"]).size() == std::string("2026-11-30T09:15:02.123Z").size());
  CHECK(has(notes.folder().bytes("pad-thai.md"), "source: Mum\n"));
  CHECK_FALSE(has(notes.folder().bytes("pad-thai.md"), "gone"));
  CHECK(notes.answer("read_note", {{"slug", "pad-thai"}}).structured["revision"] ==
        facts["revision"]);

  const Answer second = notes.answer("create_note", arguments);
  CHECK(second.structured["slug"] == "pad-thai-2");
  CHECK(second.structured["same_title"] == Json::array({"pad-thai"}));
  CHECK(has(second.text, "same_title: pad-thai\n"));
}

TEST_CASE("update_note: says what changed, and nothing when nothing did") {
  Notes notes;
  notes.folder().write("a.md", "---\ntags: [x]\n---\n\none\ntwo\n");
  const Answer appended = notes.answer("update_note", {{"slug", "a"}, {"append", "three"}});
  const Json& facts = appended.structured;
  CHECK(notes.folder().bytes("a.md") == "---\ntags: [x]\n---\n\none\ntwo\nthree\n");
  CHECK(appended.text ==
        "Updated note 'a'.\nslug: a\ntitle: a\ntags: x\nupdated: " + text_of(facts["updated"]) +
            "\nrevision: " + text_of(facts["revision"]) + "\nchanged: true\n");
  const Json expected = {{"slug", "a"},
                         {"title", "a"},
                         {"tags", Json::array({"x"})},
                         {"updated", facts["updated"]},
                         {"revision", facts["revision"]},
                         {"changed", true}};
  CHECK(facts == expected);
  CHECK(notes.answer("read_note", {{"slug", "a"}}).structured["revision"] == facts["revision"]);

  const Answer same = notes.answer("update_note", {{"slug", "a"}, {"tags", Json::array({"x"})}});
  CHECK(same.structured["changed"] == false);
  CHECK(same.text.starts_with("Nothing to change: note 'a' is like that already.\n"));
}

TEST_CASE("update_note: a dry run shows the diff in both halves and writes nothing") {
  Notes notes;
  notes.folder().write("a.md", "one\ntwo\n");
  const Json edit = Json::array({{{"old_text", "two"}, {"new_text", "2"}}});
  const Answer dry =
      notes.answer("update_note", {{"slug", "a"}, {"edits", edit}, {"dry_run", true}});
  CHECK(notes.folder().bytes("a.md") == "one\ntwo\n");
  CHECK(dry.structured["changed"] == true);
  CHECK(dry.structured["diff_truncated"] == false);
  CHECK(has(text_of(dry.structured["diff"]), "-two\n+2\n"));
  CHECK(dry.text.ends_with("diff:\n" + text_of(dry.structured["diff"])));
  CHECK(dry.text.starts_with("Dry run: nothing is written."));
  const Json real = {
      {"slug", "a"}, {"edits", edit}, {"expected_revision", dry.structured["revision"]}};
  CHECK(notes.answer("update_note", real).structured["changed"] == true);
  CHECK(notes.folder().bytes("a.md") == "one\n2\n");
  CHECK(has(notes.error("update_note", real), "revision"));

  const Answer none =
      notes.answer("update_note", {{"slug", "a"}, {"tags", Json::array()}, {"dry_run", true}});
  CHECK(none.structured["changed"] == false);
  CHECK(none.structured["diff"] == "");
}

TEST_CASE("update_note: a long diff is cut after a line and says so") {
  Notes notes;
  notes.folder().write("a.md", "x\n");
  const Answer dry = notes.answer(
      "update_note",
      {{"slug", "a"}, {"body", repeated("a \"new\" line\n", 10'000)}, {"dry_run", true}});
  CHECK(dry.structured["diff_truncated"] == true);
  CHECK(text_of(dry.structured["diff"]).ends_with("+a \"new\" line\n"));
  CHECK(has(dry.text, "diff_truncated: true\n"));
}

TEST_CASE("update_note: refusals tell what to do") {
  Notes notes;
  notes.folder().write("a.md", "one\n");
  CHECK(notes
            .error(
                "update_note",
                {{"slug", "a"}, {"edits", Json::array({{{"oldText", "one"}, {"newText", "two"}}})}})
            .starts_with("Unknown argument 'edits[0].oldText': did you mean 'old_text'?"));
  CHECK_FALSE(notes.error("update_note", {{"slug", "a"}}).empty());
  CHECK_FALSE(notes.error("update_note", {{"slug", "a"}, {"body", "b"}, {"append", "c"}}).empty());
  CHECK(has(notes.error("update_note", {{"slug", "a"}, {"metadata", {{"k", {{"x", 1}}}}}}),
            "metadata.k"));
  Json edits = Json::array();
  for (int i = 0; i < 1001; ++i) edits.push_back({{"old_text", "x"}, {"new_text", "y"}});
  CHECK(notes.error("update_note", {{"slug", "a"}, {"edits", edits}}) ==
        "Argument 'edits' has 1001 items; at most 1000 are allowed.");
  CHECK(notes.folder().bytes("a.md") == "one\n");
}

TEST_CASE("delete_note: says what became of the file") {
  Notes final_notes;
  final_notes.folder().write("a.md", "x\n");
  CHECK(has(
      final_notes.error("delete_note", {{"slug", "a"}, {"expected_revision", "0123456789abcdef"}}),
      "its revision is now"));
  for (const char* given : {"", "abc"}) {
    CHECK(final_notes.error("delete_note", {{"slug", "a"}, {"expected_revision", given}}) ==
          "Argument 'expected_revision' is no revision: '" + std::string(given) +
              "'. Give the revision that read_note, create_note or update_note returned, or leave "
              "it out.");
  }
  const Answer gone = final_notes.answer("delete_note", {{"slug", "a"}});
  CHECK(gone.structured == Json({{"slug", "a"}, {"deleted", true}}));
  CHECK(gone.text == "Deleted note 'a' for good.\nslug: a\ndeleted: true\n");
  CHECK_FALSE(final_notes.folder().exists("a.md"));

  Notes trash_notes({.access = Access::read_write, .deletion = Deletion::trash});
  trash_notes.folder().write("a.md", "x\n");
  const Answer moved = trash_notes.answer("delete_note", {{"slug", "a"}});
  CHECK(moved.structured == Json({{"slug", "a"}, {"deleted", true}, {"moved_to", ".trash"}}));
  CHECK(moved.text ==
        "Moved note 'a' to the folder .trash in the vault.\nslug: a\ndeleted: true\n"
        "moved_to: .trash\n");
  CHECK_FALSE(trash_notes.folder().exists("a.md"));
  CHECK(trash_notes.folder().exists(".trash"));
}

}  // namespace notes::mcp
