#include "vault/vault.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "support/child.h"
#include "support/open_vault.h"
#include "support/temp_vault.h"

using notes::test::listed;
using notes::test::open_vault;
using notes::test::set_mtime;
using notes::test::slug;
using notes::test::TempVault;

namespace notes {
namespace {

using Strings = std::vector<std::string>;

}  // namespace

TEST_CASE("vault: a missing folder is made with its parents, and not in read-only access") {
  const TempVault folder;
  const std::filesystem::path deep = folder.path() / "a" / "b";
  const Result<Vault> refused = Vault::open(deep, {.access = Access::read_only});
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == ErrorCode::io);
  CHECK(refused.error().message.find("a/b") != std::string::npos);
  CHECK_FALSE(std::filesystem::exists(deep));
  REQUIRE(Vault::open(deep, {}));
  CHECK(std::filesystem::is_directory(deep));
}

TEST_CASE("vault: a file in the folder's place is refused by name") {
  const TempVault folder;
  folder.write("plain", "x");
  const Result<Vault> refused = Vault::open(folder.path() / "plain", {});
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == ErrorCode::io);
  CHECK(refused.error().message.find("plain") != std::string::npos);
}

TEST_CASE("create: the note reads back as what was given") {
  const TempVault folder;
  Vault vault = open_vault(folder);
  const Result<CreatedNote> made = vault.create(
      {.title = "Pad Thai: fast", .body = "Noodles\r\nfirst", .tags = {"#food", "Thai"}});
  REQUIRE(made);
  CHECK(made->note.slug.str() == "pad-thai-fast");
  CHECK(made->same_title.empty());
  const Result<Note> note = vault.read(made->note.slug);
  REQUIRE(note);
  CHECK(note->title == "Pad Thai: fast");
  CHECK(note->tags == Tags{"food", "Thai"});
  CHECK(note->body == "Noodles\nfirst\n");
  CHECK(note->revision == made->revision);
  CHECK(note->warning.empty());
  CHECK(folder.names() == Strings{"pad-thai-fast.md"});
}

TEST_CASE("create: the same title again is another note, and the answer names the first") {
  const TempVault folder;
  Vault vault = open_vault(folder);
  REQUIRE(vault.create({.title = "Crème", .body = "one"}));
  const Result<CreatedNote> second = vault.create({.title = "creme", .body = "two"});
  REQUIRE(second);
  CHECK(second->note.slug.str() == "creme-2");
  CHECK(second->same_title == std::vector<Slug>{slug("creme")});
}

TEST_CASE("create: a dangling link in the way is not written through") {
  const TempVault folder;
  const TempVault outside;
  std::filesystem::create_symlink(outside.path() / "x", folder.path() / "new.md");
  Vault vault = open_vault(folder);
  const Result<CreatedNote> made = vault.create({.title = "New", .body = "b"});
  REQUIRE(made);
  CHECK(made->note.slug.str() == "new-2");
  CHECK(outside.names().empty());
  const Result<Note> linked = vault.read(slug("new"));
  REQUIRE_FALSE(linked);
  CHECK(linked.error().code == ErrorCode::not_found);
  CHECK(linked.error().hint.find("symbolic link") != std::string::npos);
}

TEST_CASE("create: a slug whose file lies undownloaded in iCloud is taken, and reading says so") {
  const TempVault folder;
  folder.write(".pad-thai.md.icloud", "x");
  Vault vault = open_vault(folder);
  const Result<Note> evicted = vault.read(slug("pad-thai"));
  REQUIRE_FALSE(evicted);
  CHECK(evicted.error().hint.find("not downloaded") != std::string::npos);
  const Result<CreatedNote> made = vault.create({.title = "Pad Thai", .body = "b"});
  REQUIRE(made);
  CHECK(made->note.slug.str() == "pad-thai-2");
}

TEST_CASE("read: a slug with a typing error gets the nearest one as hint") {
  const TempVault folder;
  folder.write("pad-thai.md", "x\n");
  Vault vault = open_vault(folder);
  const Result<Note> note = vault.read(slug("pad-tai"));
  REQUIRE_FALSE(note);
  CHECK(note.error().code == ErrorCode::not_found);
  CHECK(note.error().message == "No note with slug 'pad-tai'.");
  CHECK(note.error().hint == "Did you mean 'pad-thai'? list_notes and search_notes give slugs.");
}

TEST_CASE("read-only: every writing call is refused and writes nothing") {
  const TempVault folder;
  folder.write("a.md", "text\n");
  Vault vault = open_vault(folder, {.access = Access::read_only});
  CHECK(vault.create({.title = "B", .body = "x"}).error().code == ErrorCode::read_only);
  CHECK(vault.update(slug("a"), {.body = "y"}, {}, Run::real).error().code == ErrorCode::read_only);
  CHECK(vault.remove(slug("a"), {}).error().code == ErrorCode::read_only);
  CHECK(vault.read(slug("a")));
  CHECK(folder.names() == Strings{"a.md"});
  CHECK(folder.bytes("a.md") == "text\n");
}

TEST_CASE("update: a stale revision is a conflict that names the current one, and writes nothing") {
  const TempVault folder;
  folder.write("a.md", "old\n");
  Vault vault = open_vault(folder);
  const Revision seen = vault.read(slug("a"))->revision;
  folder.write("a.md", "other\n");
  const Result<UpdatedNote> refused = vault.update(slug("a"), {.body = "mine"}, seen, Run::real);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == ErrorCode::conflict);
  const Revision current = vault.read(slug("a"))->revision;
  CHECK(refused.error().message.find(current.str()) != std::string::npos);
  CHECK(folder.bytes("a.md") == "other\n");
  CHECK(vault.remove(slug("a"), seen).error().code == ErrorCode::conflict);
  CHECK(vault.update(slug("a"), {.body = "mine"}, current, Run::real));
}

TEST_CASE("update: of two processes with one revision exactly one writes, and its text is whole") {
  const TempVault folder(test::Place::memory);
  folder.write("a.md", "start\n");
  for (int round = 0; round < 30; ++round) {
    const Revision seen = open_vault(folder).read(slug("a"))->revision;
    const auto update = [&](const std::string& word) {
      std::string text = word + std::to_string(round) + "\n";
      for (int line = 0; line < 500; ++line) text += word + "\n";
      const Result<UpdatedNote> updated =
          open_vault(folder).update(slug("a"), {.body = text}, seen, Run::real);
      if (updated) return text;
      return std::string(updated.error().code == ErrorCode::conflict ? "conflict" : "error");
    };
    test::Child first([&] { return update("one"); });
    test::Child second([&] { return update("two"); });
    const Strings said{first.wait().said, second.wait().said};
    CAPTURE(said);
    CHECK((said[0] == "conflict") != (said[1] == "conflict"));
    CHECK(folder.bytes("a.md") == (said[0] == "conflict" ? said[1] : said[0]));
  }
}

TEST_CASE("update: the revision that it answers is the one that the next read gives") {
  const TempVault folder;
  folder.write("a.md", "old\n");
  Vault vault = open_vault(folder);
  const Result<UpdatedNote> updated = vault.update(slug("a"), {.append = "new"}, {}, Run::real);
  REQUIRE(updated);
  CHECK(updated->is_changed);
  CHECK(updated->revision == vault.read(slug("a"))->revision);
  CHECK(updated->note.updated == vault.read(slug("a"))->updated);
  CHECK(folder.bytes("a.md") == "old\nnew\n");
}

TEST_CASE("update: nothing to change writes nothing, so the mtime stays") {
  const TempVault folder;
  folder.write("a.md", "same\n");
  set_mtime(folder, "a.md", 5);
  Vault vault = open_vault(folder);
  const Result<UpdatedNote> updated = vault.update(slug("a"), {.body = "same\n"}, {}, Run::real);
  REQUIRE(updated);
  CHECK_FALSE(updated->is_changed);
  CHECK(to_iso8601(updated->note.updated) == "2020-01-01T00:00:05.000Z");
}

TEST_CASE("update: a dry run shows the diff and the current revision, and writes nothing") {
  const TempVault folder;
  folder.write("a.md", "one\r\ntwo\r\n");
  Vault vault = open_vault(folder);
  const std::string before = vault.read(slug("a"))->revision.str();
  const Result<UpdatedNote> shown =
      vault.update(slug("a"), {.edits = {{.old_text = "two", .new_text = "2"}}}, {}, Run::dry);
  REQUIRE(shown);
  CHECK(shown->is_changed);
  CHECK(shown->revision.str() == before);
  CHECK(shown->diff == "--- a.md\n+++ a.md\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n");
  CHECK(folder.bytes("a.md") == "one\r\ntwo\r\n");
}

TEST_CASE("remove: the file is gone, or lies in .trash when that is asked for") {
  const TempVault folder;
  folder.write("a.md", "x\n");
  folder.write("b.md", "y\n");
  REQUIRE(open_vault(folder).remove(slug("a"), {}));
  CHECK(folder.names() == Strings{"b.md"});
  Vault trashing = open_vault(folder, {.deletion = Deletion::trash});
  REQUIRE(trashing.remove(slug("b"), {}));
  CHECK_FALSE(folder.exists("b.md"));
  CHECK(folder.bytes(".trash/b.md") == "y\n");
  CHECK(listed(trashing).empty());
  CHECK(trashing.remove(slug("b"), {}).error().code == ErrorCode::not_found);

  const TempVault other;
  other.write(".trash", "a file");
  other.write("a.md", "x\n");
  Vault hindered = open_vault(other, {.deletion = Deletion::trash});
  const Result<void> removed = hindered.remove(slug("a"), {});
  REQUIRE_FALSE(removed);
  CHECK(removed.error().message.starts_with("Nothing was deleted: "));
  CHECK(removed.error().hint.find("without --trash") != std::string::npos);
  CHECK(other.bytes("a.md") == "x\n");
}

TEST_CASE(
    "vault: what a dead server left is removed by the first call that lists, or in quiet time") {
  const TempVault folder;
  const std::string left = ".notes-mcp-4194304999-1.tmp";
  folder.write(left, "half a note");
  Vault reading = open_vault(folder, {.access = Access::read_only});
  CHECK(listed(reading).empty());
  CHECK(folder.exists(left));
  Vault listing = open_vault(folder);
  CHECK(listed(listing).empty());
  CHECK_FALSE(folder.exists(left));
  folder.write(left, "half a note");
  open_vault(folder).look_over([] { return false; });
  CHECK_FALSE(folder.exists(left));
}

}  // namespace notes
