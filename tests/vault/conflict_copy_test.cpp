#include "vault/conflict_copy.h"

#include <doctest/doctest.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace {

using notes::conflict_copy_of;
using notes::numbered_copy_of;
using notes::stem_of;

TEST_CASE("stem_of: the name without .md in any case, of files that are not hidden") {
  CHECK(stem_of("pad-thai.md") == "pad-thai");
  CHECK(stem_of("Weekly Review.MD") == "Weekly Review");
  CHECK(stem_of("a.b.Md") == "a.b");
  for (const std::string_view name : {"", ".md", "md", "pad-thai", "pad-thai.markdown",
                                      "todo.md.orig", ".hidden.md", "todo.txt", "todo.mx", "xmd"}) {
    CAPTURE(name);
    CHECK(stem_of(name) == std::nullopt);
  }
}

TEST_CASE("conflict_copy_of: copies that sync programs make, and of what") {
  struct Row {
    std::string_view name;
    std::string_view original;
  };
  const std::vector<Row> rows = {
      {"todo.sync-conflict-20260710-070952-ABCDEFG.md", "todo"},
      {"todo.sync-conflict-20260710-070952.md", "todo"},
      {"Weekly Review.sync-conflict-20260710-070952-X7GQ2LB.md", "Weekly Review"},
      {"todo (conflicted copy 2026-07-10 070952).md", "todo"},
      {"todo (Ann's conflicted copy 2026-07-10).md", "todo"},
      {"todo (work) (Ann's conflicted copy 2026-07-10).md", "todo (work)"},
      {"todo (Ann's conflicted copy 2026-07-10 (1)).md", "todo"},
      {"todo (Conflicted copy laptop 202607100709).md", "todo"},
      {"todo (Case Conflict).md", "todo"},
      {"todo (Case Conflict 1).MD", "todo"},
      {"todo (case clash from ann).md", "todo"},
      {"todo (In Konflikt stehende Kopie von Ann 2026-07-10).md", "todo"},
      {"todo (Konfliktkopie von Ann 2026-07-10).md", "todo"},
      {"todo (Copie en conflit de Ann 2026-07-10).md", "todo"},
      {"todo (Copia en conflicto de Ann 2026-07-10).md", "todo"},
      {"todo (Copia in conflitto di Ann 2026-07-10).md", "todo"},
      {"todo (C\u00F3pia em conflito de Ann 2026-07-10).md", "todo"},
      {"todo (conflicterende kopie van Ann 2026-07-10).md", "todo"},
      {"todo (конфликтующая копия с компьютера Ann).md", "todo"},
      {"todo (Ann の競合コピー 2026-07-10).md", "todo"},
      {"todo (SFConflict ann@example.org 2026-07-10-07-09-52).md", "todo"},
      {"todo_conflict-20260710-070952.md", "todo"},
      {"todo_conflict-ann-20260710-070952.md", "todo"},
      {"todo-DESKTOP-ABC123.md", "todo"},
      {"todo-LAPTOP-ABC123.md", "todo"},
      {"todo-DESKTOP-1A2B3C4-2.md", "todo"},
      {"todo.Conflict.md", "todo"},
      {"todo [conflicted].md", "todo"},
      {"todo[Conflict].md", "todo"},
      {"to\xFF"
       "do (conflicted copy).md",
       "to\uFFFDdo"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    CHECK(conflict_copy_of(row.name) == row.original);
  }
}

TEST_CASE("conflict_copy_of: names that people give are no conflict copies") {
  for (const std::string_view name : {"todo.md",
                                      "conflict.md",
                                      "conflict-copy.md",
                                      "The Gaza conflict.md",
                                      "Northern Ireland (conflict).md",
                                      "todo (copy).md",
                                      "todo (1).md",
                                      "todo 2.md",
                                      "todo.sync-conflict.md",
                                      "todo.sync-conflict-2026-07.md",
                                      "merge_conflict-notes.md",
                                      "My DESKTOP-setup.md",
                                      "todo-desktop-abc123.md",
                                      "todo-DESKTOP-ab.md",
                                      "(conflicted copy).md",
                                      " (conflicted copy).md",
                                      ".conflict.md",
                                      "todo (conflicted copy).txt",
                                      "",
                                      "todo (conflicted copy 2026-07-10) later.md"}) {
    CAPTURE(name);
    CHECK(conflict_copy_of(name) == std::nullopt);
  }
}

TEST_CASE("numbered_copy_of: a blank and a number from 2, or a number in parentheses") {
  CHECK(numbered_copy_of("todo 2") == "todo");
  CHECK(numbered_copy_of("Weekly Review 12") == "Weekly Review");
  CHECK(numbered_copy_of("todo (1)") == "todo");
  CHECK(numbered_copy_of("todo (99)") == "todo");
  for (const std::string_view stem :
       {"", "2", " 2", "(1)", "todo", "todo2", "todo 1", "todo 100", "todo (100)", "Journal 2019",
        "todo (a)", "todo ()", "todo(1)"}) {
    CAPTURE(stem);
    CHECK(numbered_copy_of(stem) == std::nullopt);
  }
}

}  // namespace
