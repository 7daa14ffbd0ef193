#include "server/tools.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "server/tool_calls.h"

namespace notes::mcp {

TEST_CASE("tools: six in their order, found by name, mistyped names have a nearest") {
  const Toolbox tools({});
  Json names = Json::array();
  for (const Tool* tool : tools.listed()) names.push_back(tool->name);
  CHECK(names == Json({"create_note", "read_note", "list_notes", "search_notes", "update_note",
                       "delete_note"}));
  CHECK(tools.find("read_note")->name == "read_note");
  CHECK(tools.find("Read_note") == nullptr);
  CHECK(tools.nearest("readNote") == "read_note");
  CHECK(tools.nearest("zzz") == std::nullopt);
}

TEST_CASE("tools: an error text is the message and the hint, and bounded") {
  CHECK(error_text({ErrorCode::io, "It failed.", "Try again."}) == "It failed. Try again.");
  CHECK(error_text({ErrorCode::io, "It failed.", ""}) == "It failed.");
  CHECK(error_text({ErrorCode::io, "cannot open: No such file", "Look."}) ==
        "cannot open: No such file. Look.");
  const std::string cut = error_text({ErrorCode::io, repeated("ü", 10'000), ""});
  CHECK(cut == repeated("ü", 4096));
}

TEST_CASE("tools: read-only mode refuses what writes, whatever its arguments") {
  Notes notes({.access = Access::read_only, .deletion = Deletion::final});
  notes.folder().write("a.md", "x\n");
  for (const char* tool : {"create_note", "update_note", "delete_note"}) {
    CHECK(notes.error(tool, {{"slug", "a"}}) ==
          "The notes are served read-only, so " + std::string(tool) +
              " is not available. read_note, list_notes and search_notes work. Only the user can "
              "change this, by starting notes-mcp without --read-only.");
  }
  CHECK(notes.answer("read_note", {{"slug", "a"}}).structured["body"] == "x\n");
  CHECK(notes.folder().names() == std::vector<std::string>{"a.md"});
}

}  // namespace notes::mcp
