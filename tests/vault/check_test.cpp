#include "vault/check.h"

#include <doctest/doctest.h>

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/child.h"
#include "support/system_faults.h"
#include "support/temp_vault.h"
#include "vault/note.h"

namespace {

using notes::check_folder;
using notes::CheckReport;
using notes::Finding;
using notes::max_note_bytes;
using notes::Mend;
using notes::Result;
using notes::why_not_served;
using notes::platform::FileKind;
using notes::platform::Folder;
using notes::test::TempVault;
using Strings = std::vector<std::string>;

CheckReport checked(const TempVault& vault, Mend mend = Mend::nothing) {
  const Result<Folder> folder = Folder::open(vault.path());
  REQUIRE(folder);
  Result<CheckReport> report = check_folder(*folder, mend, {});
  REQUIRE(report);
  return *std::move(report);
}

/// "file: reason" of each finding.
Strings findings(const CheckReport& report) {
  Strings result;
  result.reserve(report.findings.size());
  for (const Finding& finding : report.findings)
    result.push_back(finding.file + ": " + finding.reason);
  return result;
}

Finding only_finding(const TempVault& vault) {
  CheckReport report = checked(vault);
  REQUIRE(report.findings.size() == 1);
  return report.findings[0];
}

/// A fix that shall leave nothing to do for a second one; what the first one reports.
CheckReport fixed(const TempVault& vault) {
  CheckReport first = checked(vault, Mend::names);
  const Strings names = vault.names();
  std::vector<std::string> texts;
  const auto all_bytes = [&] {
    Strings all;
    for (const std::string& name : names)
      if (std::filesystem::is_regular_file(std::filesystem::symlink_status(vault.path(name))))
        all.push_back(vault.bytes(name));
    return all;
  };
  const Strings bytes = all_bytes();
  const CheckReport second = checked(vault, Mend::names);
  CHECK(second.fixed.empty());
  CHECK(second.served == first.served);
  CHECK((second.findings == first.findings));
  CHECK(vault.names() == names);
  CHECK(all_bytes() == bytes);
  return first;
}

TEST_CASE("why_not_served: by name, kind and size") {
  struct Row {
    std::string_view name;
    FileKind kind;
    std::uint64_t size;
    std::optional<std::string> reason;
  };
  const std::vector<Row> rows = {
      {"pad-thai.md", FileKind::regular, 0, std::nullopt},
      {"pad-thai.md", FileKind::regular, max_note_bytes, std::nullopt},
      {"pad-thai.md", FileKind::regular, max_note_bytes + 1,
       "too large: 16777217 bytes, the most is 16777216"},
      {"nul.md", FileKind::regular, 1, std::nullopt},
      {"pad-thai.md", FileKind::symbolic_link, 0, "symbolic link"},
      {"Pad Thai.md", FileKind::symbolic_link, 0, "symbolic link"},
      {"pad-thai.md", FileKind::folder, 0, "folder"},
      {"pad-thai.md", FileKind::other, 0, "not a regular file"},
      {"Weekly Review.md", FileKind::regular, 1, "name is not a slug; it would be 'weekly-review'"},
      {"pad-thai.MD", FileKind::regular, 1, "name is not a slug; it would be 'pad-thai'"},
      {"CON.md", FileKind::regular, 1, "name is not a slug; it would be 'con-note'"},
      {"cafe\u0301.md", FileKind::regular, 1, "name is not a slug; it would be 'cafe'"},
      {"\xFF\xFE.md", FileKind::regular, 1, "name is not a slug; it would be 'note'"},
      {"todo (conflicted copy 2026-07-10 070952).md", FileKind::regular, 1,
       "conflict copy of todo"},
      {".pad-thai.md.icloud", FileKind::regular, 1, "not downloaded from iCloud"},
      {"notes", FileKind::folder, 0, std::nullopt},
      {"notes.txt", FileKind::regular, 1, std::nullopt},
      {"notes.markdown", FileKind::regular, 1, std::nullopt},
      {"todo.md.orig", FileKind::regular, 1, std::nullopt},
      {".hidden.md", FileKind::regular, 1, std::nullopt},
      {".md", FileKind::regular, 1, std::nullopt},
      {".git", FileKind::folder, 0, std::nullopt},
      {".notes-mcp-1-0.tmp", FileKind::regular, 0, std::nullopt},
      {"link", FileKind::symbolic_link, 0, std::nullopt},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    CHECK(why_not_served(row.name, row.kind, row.size) == row.reason);
  }
}

TEST_CASE("check_folder: a folder of good notes has no findings") {
  const TempVault vault;
  vault.write("a.md", "x\n");
  vault.write("b.md", "---\ntitle: B\ntags: [x]\n---\n\ny\n");
  vault.write("readme.txt", "\xFF");
  vault.write(".hidden.md", "---\na: [\n---\n");
  std::filesystem::create_directory(vault.path("folder"));
  const CheckReport report = checked(vault);
  CHECK(report.served == 2);
  CHECK(findings(report).empty());
}

TEST_CASE("check_folder: subfolders are counted, hidden ones are not") {
  const TempVault vault;
  vault.write("a.md", "# A\n");
  for (const char* name : {"Recipes", "img", ".git"}) {
    std::filesystem::create_directory(vault.path(name));
  }
  const CheckReport report = checked(vault);
  CHECK(report.subfolders == 2);
  CHECK(report.findings.empty());
}

TEST_CASE("check_folder: names every file that is not served, by name, with the reason") {
  const TempVault vault;
  vault.write("good.md", "x\n");
  vault.write("Weekly Review.md", "x\n");
  vault.write("Big.md", "x\n");
  vault.write("huge.md", "x\n");
  std::filesystem::resize_file(vault.path("huge.md"), max_note_bytes + 1);
  vault.write("just.md", "x\n");
  std::filesystem::resize_file(vault.path("just.md"), max_note_bytes);
  vault.write("todo.sync-conflict-20260710-070952-ABCDEFG.md", "x\n");
  vault.write(".soup.md.icloud", "x");
  std::filesystem::create_symlink("good.md", vault.path("leak.md"));
  std::filesystem::create_symlink("nowhere", vault.path("dangling.md"));
  std::filesystem::create_directory(vault.path("folder.md"));
  const CheckReport report = checked(vault);
  CHECK(report.served == 2);
  CHECK(report.fixed.empty());
  CHECK(findings(report) ==
        Strings{".soup.md.icloud: not downloaded from iCloud",
                "Big.md: name is not a slug; it would be 'big'",
                "Weekly Review.md: name is not a slug; it would be 'weekly-review'",
                "dangling.md: symbolic link", "folder.md: folder",
                "huge.md: too large: 16777217 bytes, the most is 16777216",
                "leak.md: symbolic link",
                "todo.sync-conflict-20260710-070952-ABCDEFG.md: conflict copy of todo"});
  for (const Finding& finding : report.findings) {
    CAPTURE(finding.file);
    CHECK(finding.severity == Finding::Severity::not_served);
    CHECK(finding.is_fixable == (finding.reason.starts_with("name is not a slug")));
    CHECK(finding.mend.ends_with('.'));
  }
  CHECK(report.findings[2].mend ==
        "Rename it to weekly-review.md; 'notes-mcp check --fix' does it.");
}

TEST_CASE("check_folder: a note that is not UTF-8 is served with the offset and the way out") {
  const TempVault vault;
  vault.write("old.md", "caf\xE9\n");
  const Finding finding = only_finding(vault);
  CHECK(finding.severity == Finding::Severity::warning);
  CHECK(finding.reason.find("the byte at offset 3") != std::string::npos);
  CHECK(finding.mend ==
        "Convert it, for example: iconv -f WINDOWS-1252 -t UTF-8 old.md > converted && mv "
        "converted old.md");
  vault.write("old.md", std::string_view("\xFF\xFEx\0", 4));
  CHECK(only_finding(vault).mend ==
        "Convert it, for example: iconv -f UTF-16 -t UTF-8 old.md > converted && mv converted "
        "old.md");
}

TEST_CASE("check_folder: front matter that is broken, doubled or of a wrong kind is a warning") {
  struct Row {
    std::string_view bytes;
    std::string_view part_of_reason;
    std::string_view mend;
  };
  const std::vector<Row> rows = {
      {"---\ntitle: a: b\n---\n", "line 2, column 9",
       "Correct the YAML at that place; until then title, tags and metadata cannot be updated."},
      {"---\ntitle: a\ntitle: b\n---\n", "title", "Correct the front matter in an editor."},
      {"---\ntitle: [a]\n---\n", "title", "Correct the front matter in an editor."},
      {"---\nTitle: a\n---\n", "Title", "Correct the front matter in an editor."},
  };
  for (const Row& row : rows) {
    CAPTURE(row.bytes);
    const TempVault vault;
    vault.write("a.md", row.bytes);
    const Finding finding = only_finding(vault);
    CAPTURE(finding.reason);
    CHECK(finding.severity == Finding::Severity::warning);
    CHECK(finding.reason.find(row.part_of_reason) != std::string::npos);
    CHECK(finding.mend == row.mend);
    CHECK_FALSE(finding.is_fixable);
    CHECK(fixed(vault).fixed.empty());
    CHECK(vault.bytes("a.md") == row.bytes);
  }
}

TEST_CASE("check_folder: a Windows device name is served, with a warning") {
  const TempVault vault;
  vault.write("nul.md", "x\n");
  CHECK((only_finding(vault) ==
         Finding{.severity = Finding::Severity::warning,
                 .file = "nul.md",
                 .reason = "Windows cannot keep a file of this name.",
                 .mend = "Rename it to nul-note.md, if the vault is ever used or synced there.",
                 .is_fixable = false}));
  CHECK(fixed(vault).served == 1);
  CHECK(vault.names() == Strings{"nul.md"});
}

TEST_CASE("check_folder: names that differ only in case or Unicode form are told") {
  const TempVault vault;
  vault.write("pad-thai.md", "x\n");
  vault.write("Pad-Thai.md", "x\n");
  vault.write("caf\u00E9.md", "x\n");
  vault.write("cafe\u0301.md", "x\n");
  if (vault.names().size() < 4) {
    MESSAGE("skipped: this file system takes these names as the same");
    return;
  }
  CHECK(findings(checked(vault)) ==
        Strings{"Pad-Thai.md: name is not a slug; it would be 'pad-thai'; differs only in case "
                "from pad-thai.md",
                "cafe\u0301.md: name is not a slug; it would be 'cafe'; differs only in case, "
                "accents or Unicode form from caf\u00E9.md",
                "caf\u00E9.md: name is not a slug; it would be 'cafe'; differs only in case, "
                "accents or Unicode form from cafe\u0301.md"});
  CHECK(fixed(vault).fixed == Strings{"Pad-Thai.md -> pad-thai-2.md (title added)",
                                      "cafe\u0301.md -> cafe.md (title added)",
                                      "caf\u00E9.md -> cafe-2.md (title added)"});
}

TEST_CASE("check_folder: unreadable files are named and do not stop the rest") {
  const TempVault vault;
  vault.write("a.md", "x\n");
  vault.write("b.md", "x\n");
  vault.write("Not A Slug.md", "x\n");
  for (const char* name : {"a.md", "Not A Slug.md"})
    std::filesystem::permissions(vault.path(name), std::filesystem::perms::none);
  std::filesystem::permissions(vault.path(), std::filesystem::perms::others_all,
                               std::filesystem::perm_options::add);
  const std::string said = notes::test::said_by_child([&] {
    notes::test::drop_privileges();
    const CheckReport report = checked(vault, Mend::names);
    std::string lines = std::to_string(report.served) + " served\n";
    for (const std::string& finding : findings(report)) lines += finding + '\n';
    return lines;
  });
  CHECK(said ==
        "1 served\nNot A Slug.md: cannot open Not A Slug.md: Permission denied\n"
        "a.md: cannot open a.md: Permission denied\n");
  CHECK(vault.exists("Not A Slug.md"));
}

TEST_CASE("check_folder: progress is told after each entry") {
  const TempVault vault;
  vault.write("a.md", "x\n");
  vault.write("b.txt", "x\n");
  const Result<Folder> folder = Folder::open(vault.path());
  REQUIRE(folder);
  std::vector<std::pair<std::size_t, std::size_t>> calls;
  REQUIRE(check_folder(*folder, Mend::nothing, [&](std::size_t done, std::size_t total) {
    calls.emplace_back(done, total);
  }));
  CHECK((calls == std::vector<std::pair<std::size_t, std::size_t>>{{1, 2}, {2, 2}}));
}

TEST_CASE("fix: a file gets its slug, and a title where the name was the only one") {
  struct Row {
    std::string_view name;
    std::string_view bytes;
    std::string_view new_name;
    std::string_view new_bytes;
    std::string_view remark;
  };
  const std::vector<Row> rows = {
      {"Weekly Review.md", "text\n", "weekly-review.md", "---\ntitle: Weekly Review\n---\n\ntext\n",
       " (title added)"},
      {"Weekly Review.md", "# Week\n\ntext\n", "weekly-review.md", "# Week\n\ntext\n", ""},
      {"Weekly Review.md", "Week\n====\n", "weekly-review.md", "Week\n====\n", ""},
      {"Weekly Review.md", "---\ntitle: Week\n---\n", "weekly-review.md", "---\ntitle: Week\n---\n",
       ""},
      {"Weekly Review.md", "---\r\ntags: [a] # keep\r\n---\r\ntext\r\n", "weekly-review.md",
       "---\r\ntags: [a] # keep\r\ntitle: Weekly Review\r\n---\r\ntext\r\n", " (title added)"},
      {"pad-thai.MD", "text", "pad-thai.md", "text", ""},
      {"Q&A: yes, no.md", "", "q-a-yes-no.md", "---\ntitle: \"Q&A: yes, no\"\n---\n\n",
       " (title added)"},
      {"Don't.md", "x", "dont.md", "---\ntitle: Don't\n---\n\nx", " (title added)"},
      {"日記.md", "# 日記\n", "", "# 日記\n", ""},
      {"con.MD", "# Con\n", "con-note.md", "# Con\n", ""},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    CAPTURE(row.bytes);
    const TempVault vault;
    vault.write(row.name, row.bytes);
    const CheckReport report = fixed(vault);
    REQUIRE(vault.names().size() == 1);
    const std::string new_name = vault.names()[0];
    if (!row.new_name.empty()) CHECK(new_name == row.new_name);
    CHECK(vault.bytes(new_name) == row.new_bytes);
    CHECK(report.fixed ==
          Strings{std::string(row.name) + " -> " + new_name + std::string(row.remark)});
    CHECK(report.served == 1);
    CHECK(findings(report).empty());
  }
}

TEST_CASE("fix: a taken slug is numbered and no file is replaced") {
  const TempVault vault;
  vault.write("weekly-review.md", "mine\n");
  vault.write("weekly-review-2.md", "mine too\n");
  vault.write("Weekly Review.md", "# A\n");
  vault.write("weekly_review.md", "# B\n");
  vault.write(".soup.md.icloud", "x");
  vault.write("Soup.md", "# C\n");
  const CheckReport report = fixed(vault);
  CHECK(report.fixed == Strings{"Soup.md -> soup-2.md", "Weekly Review.md -> weekly-review-3.md",
                                "weekly_review.md -> weekly-review-4.md"});
  CHECK(vault.bytes("weekly-review.md") == "mine\n");
  CHECK(vault.bytes("weekly-review-2.md") == "mine too\n");
  CHECK(vault.bytes("weekly-review-3.md") == "# A\n");
  CHECK(vault.bytes("weekly-review-4.md") == "# B\n");
  CHECK(vault.bytes("soup-2.md") == "# C\n");
  CHECK(report.served == 5);
}

TEST_CASE("fix: conflict copies, links and what may be a copy stay as they are") {
  const TempVault vault;
  vault.write("todo.md", "# Todo\n");
  vault.write("todo (conflicted copy 2026-07-10 070952).md", "# Todo\n");
  vault.write("todo 2.md", "# Todo\n");
  vault.write("todo (1).md", "# Todo\n");
  vault.write("Recipes.md", "# Recipes\n");
  vault.write("Recipes 2.md", "# Recipes\n");
  vault.write("Chapter 2.md", "# Chapter\n");
  std::filesystem::create_symlink("todo.md", vault.path("A Link.md"));
  const CheckReport report = fixed(vault);
  CHECK(report.fixed == Strings{"Chapter 2.md -> chapter-2.md", "Recipes.md -> recipes.md"});
  const std::string not_a_slug = ": name is not a slug; it would be ";
  const std::string of_todo = "; perhaps a conflict copy of todo";
  CHECK(findings(report) ==
        Strings{"A Link.md: symbolic link",
                "Recipes 2.md" + not_a_slug + "'recipes-2'; perhaps a conflict copy of Recipes",
                "todo (1).md" + not_a_slug + "'todo-1'" + of_todo,
                "todo (conflicted copy 2026-07-10 070952).md: conflict copy of todo",
                "todo 2.md" + not_a_slug + "'todo-2'" + of_todo});
  for (const Finding& finding : report.findings) CHECK_FALSE(finding.is_fixable);
  CHECK(vault.names() == Strings{"A Link.md", "Recipes 2.md", "chapter-2.md", "recipes.md",
                                 "todo (1).md", "todo (conflicted copy 2026-07-10 070952).md",
                                 "todo 2.md", "todo.md"});
}

TEST_CASE("fix: a file that cannot get its name as title keeps the name, and says why") {
  const TempVault vault;
  const std::vector<std::pair<std::string, std::string>> files{
      {"Broken One.md", "---\na: b: c\n---\n"},
      {"Caf\u00E9.md", "caf\xE9\n"},
      {"Flow One.md", "---\n{k: v}\n---\n"},
      {"List One.md", "---\ntitle: [[My Wiki Page]] # keep\n---\nb\n"},
      {"Map One.md", "---\ntitle: {de: Hallo, en: Hello}\n---\nb\n"},
      {"two\nlines.md", "text\n"}};
  for (const auto& [name, bytes] : files) vault.write(name, bytes);
  for (const Mend mend : {Mend::nothing, Mend::names}) {
    const CheckReport report = checked(vault, mend);
    CHECK(report.fixed.empty());
    REQUIRE(report.findings.size() == files.size());
    for (const Finding& finding : report.findings) {
      CAPTURE(finding.file);
      CHECK_FALSE(finding.is_fixable);
      CHECK(finding.reason.ends_with("; the name is its only title"));
      CHECK(finding.mend.starts_with("The name cannot be made its title: "));
    }
    for (const auto& file : files) CHECK(vault.bytes(file.first) == file.second);
  }
}

TEST_CASE("fix: `updated` stays, as nothing was written") {
  const TempVault vault;
  vault.write("Upd D.md", "---\nupdated: 2020-01-01\n---\nb\n");
  CHECK(fixed(vault).fixed == Strings{"Upd D.md -> upd-d.md (title added)"});
  CHECK(vault.bytes("upd-d.md") == "---\nupdated: 2020-01-01\ntitle: Upd D\n---\nb\n");
}

TEST_CASE("check_folder: the name that it says to give is free") {
  const TempVault vault;
  for (const char* name :
       {"foo-bar.md", "Foo Bar.md", "Foo_Bar.md", ".soup.md.icloud", "Soup.md"}) {
    vault.write(name, "# A\n");
  }
  Strings mends;
  for (const Finding& finding : checked(vault).findings) mends.push_back(finding.mend);
  const std::string by_fix = "; 'notes-mcp check --fix' does it.";
  REQUIRE(mends.size() == 4);
  CHECK(mends[1] == "Rename it to foo-bar-2.md" + by_fix);
  CHECK(mends[2] == "Rename it to foo-bar-3.md" + by_fix);
  CHECK(mends[3] == "Rename it to soup-2.md" + by_fix);
  CHECK(fixed(vault).fixed == Strings{"Foo Bar.md -> foo-bar-2.md", "Foo_Bar.md -> foo-bar-3.md",
                                      "Soup.md -> soup-2.md"});
}

TEST_CASE("fix: when the title cannot be written the file keeps its name and its text") {
  const TempVault vault;
  vault.write("Weekly Review.md", "text\n");
  const CheckReport report = [&] {
    // The rename to the slug, which is exclusive, works; that of the written file does not.
    const notes::test::SystemFaults faults(
        {{.call = "fsync", .number = 0, .kind = notes::test::Fault::Kind::fails, .error = 5}});
    return checked(vault, Mend::names);
  }();
  CHECK(report.fixed.empty());
  REQUIRE(report.findings.size() == 1);
  CHECK(report.findings[0].file == "Weekly Review.md");
  CHECK(report.findings[0].mend.find("Input/output error") != std::string::npos);
  CHECK(vault.names() == Strings{"Weekly Review.md"});
  CHECK(vault.bytes("Weekly Review.md") == "text\n");
}

TEST_CASE("fix: a name that is not UTF-8 becomes a note") {
  const TempVault vault;
  vault.write("caf\xE9 noir.md", "# Caf\u00E9\n");
  const CheckReport report = fixed(vault);
  REQUIRE(report.fixed.size() == 1);
  CHECK(report.fixed[0].starts_with("caf\uFFFD noir.md -> caf"));
  CHECK(report.served == 1);
}

TEST_CASE("fix: the longest file name gets a slug and its whole title") {
  const TempVault vault;
  const std::string stem = "Word" + std::string(248, 'x');
  vault.write(stem + ".md", "text\n");
  const CheckReport report = fixed(vault);
  CHECK(report.served == 1);
  REQUIRE(vault.names().size() == 1);
  CHECK(vault.names()[0].size() == 80 + 3);
  CHECK(vault.bytes(vault.names()[0]) == "---\ntitle: " + stem + "\n---\n\ntext\n");
}

}  // namespace
