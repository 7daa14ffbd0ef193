#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "support/open_vault.h"
#include "support/temp_vault.h"
#include "vault/vault.h"

using notes::test::found;
using notes::test::listed;
using notes::test::open_vault;
using notes::test::search_for;
using notes::test::set_mtime;
using notes::test::slug;
using notes::test::TempVault;

namespace notes {
namespace {

using Strings = std::vector<std::string>;

}  // namespace

TEST_CASE("always current: a change of the same size with the time put back is seen") {
  const TempVault folder;
  folder.write("a.md", "walnut\n");
  set_mtime(folder, "a.md", 5);
  Vault vault = open_vault(folder);
  CHECK(found(vault, search_for("walnut")) == Strings{"a"});
  folder.write("a.md", "peanut\n");
  set_mtime(folder, "a.md", 5);
  CHECK(found(vault, search_for("walnut")).empty());
  CHECK(found(vault, search_for("peanut")) == Strings{"a"});
}

TEST_CASE("always current: 100 edits of one size without a pause are each seen") {
  const TempVault folder;
  Vault vault = open_vault(folder);
  for (int i = 100; i < 200; ++i) {
    const std::string word = "token" + std::to_string(i);
    folder.write("a.md", word + "\n");
    REQUIRE(found(vault, search_for(word)) == Strings{"a"});
  }
}

TEST_CASE("always current: files that come, go and are renamed are seen by list and search") {
  const TempVault folder;
  Vault vault = open_vault(folder);
  CHECK(listed(vault).empty());
  folder.write("a.md", "kumquat\n");
  CHECK(listed(vault) == Strings{"a"});
  std::filesystem::rename(folder.path() / "a.md", folder.path() / "b.md");
  CHECK(found(vault, search_for("kumquat")) == Strings{"b"});
  std::filesystem::rename(folder.path() / "b.md", folder.path() / "Not A Slug.md");
  CHECK(found(vault, search_for("kumquat")).empty());
  CHECK(vault.list({})->skipped.size() == 1);
  std::filesystem::remove(folder.path() / "Not A Slug.md");
  CHECK(vault.list({})->skipped.empty());
}

TEST_CASE("always current: a write through a hard link from outside is found by its new word") {
  const TempVault folder;
  const TempVault outside;
  folder.write("a.md", "old\n");
  folder.write("b.md", "other\n");
  Vault vault = open_vault(folder);
  CHECK(found(vault, search_for("old")) == Strings{"a"});
  std::filesystem::create_hard_link(folder.path() / "a.md", outside.path() / "link");
  outside.write("link", "fresh\n");
  CHECK(found(vault, search_for("fresh")) == Strings{"a"});
  outside.write("link", "newer\n");
  CHECK(found(vault, search_for("fresh newer")) == Strings{"a"});
  CHECK(found(vault, search_for("fresh")).empty());
}

TEST_CASE("always current: what look_over finds is there for the next call") {
  const TempVault folder;
  const TempVault outside;
  folder.write("a.md", "old common\n");
  folder.write("b.md", "common\n");
  Vault vault = open_vault(folder);
  CHECK(found(vault, search_for("common")).size() == 2);
  std::filesystem::create_hard_link(folder.path() / "a.md", outside.path() / "link");
  outside.write("link", "fresh words\n");
  vault.look_over([] { return false; });
  // "common" has a hit, so without the look the search would show that and no more.
  CHECK(found(vault, search_for("common fresh")).size() == 2);
}

TEST_CASE("a vault that is gone is an error, is not made anew, and is served when it is back") {
  const TempVault folder;
  const std::filesystem::path place = folder.path() / "vault";
  std::filesystem::create_directory(place);
  folder.write("vault/a.md", "x\n");
  Result<Vault> vault = Vault::open(place, {});
  REQUIRE(vault);
  CHECK(listed(*vault) == Strings{"a"});
  std::filesystem::rename(place, folder.path() / "elsewhere");
  const std::vector<VaultError> errors = {
      vault->list({}).error(),
      vault->read(slug("a")).error(),
      vault->search(search_for("x")).error(),
      vault->create({.title = "T", .body = ""}).error(),
      vault->update(slug("a"), {.body = "y"}, {}, Run::real).error(),
      vault->remove(slug("a"), {}).error()};
  for (const VaultError& error : errors) {
    CHECK(error.code == ErrorCode::io);
    CHECK(error.message.find("is gone") != std::string::npos);
  }
  CHECK_FALSE(std::filesystem::exists(place));
  std::filesystem::rename(folder.path() / "elsewhere", place);
  CHECK(listed(*vault) == Strings{"a"});
  std::filesystem::rename(place, folder.path() / "elsewhere");
  std::filesystem::create_directory(place);
  folder.write("vault/b.md", "x\n");
  CHECK(listed(*vault) == Strings{"b"});
}

TEST_CASE("take_changes: tells what differs since the last time, by anyone, each once") {
  const TempVault folder;
  folder.write("a.md", "1\n");
  folder.write("b.md", "1\n");
  Vault vault = open_vault(folder);
  CHECK(vault.take_changes()->changed.empty());
  folder.write("a.md", "2\n");
  folder.write("c.md", "1\n");
  std::filesystem::remove(folder.path() / "b.md");
  folder.write(".x.tmp", "noise");
  const Result<NoteChanges> changes = vault.take_changes();
  REQUIRE(changes);
  CHECK(changes->changed == std::vector<Slug>{slug("a"), slug("b"), slug("c")});
  CHECK(changes->is_list_changed);
  CHECK(vault.take_changes()->changed.empty());
  REQUIRE(vault.update(slug("a"), {.body = "3"}, {}, Run::real));
  const Result<NoteChanges> own = vault.take_changes();
  CHECK(own->changed == std::vector<Slug>{slug("a")});
  CHECK_FALSE(own->is_list_changed);
}

TEST_CASE("take_changes: of a folder in another's place it tells what differs from that") {
  const TempVault folder;
  const std::filesystem::path place = folder.path() / "vault";
  const auto fill = [&](const std::vector<std::pair<std::string, std::string>>& files) {
    std::filesystem::create_directory(place);
    for (const auto& [name, text] : files) folder.write("vault/" + name, text);
  };
  fill({{"a.md", "1\n"}, {"b.md", "1\n"}, {"c.md", "1\n"}});
  Result<Vault> vault = Vault::open(place, {});
  REQUIRE(vault);
  REQUIRE(vault->take_changes());
  folder.write("vault/c.md", "2\n");
  std::filesystem::rename(place, folder.path() / "away");
  CHECK_FALSE(vault->take_changes());
  fill({{"b.md", "1\n"}, {"c.md", "1\n"}, {"d.md", "1\n"}});
  const Result<NoteChanges> changes = vault->take_changes();
  REQUIRE(changes);
  CHECK(changes->changed == std::vector<Slug>{slug("a"), slug("d")});
  CHECK(changes->is_list_changed);
}

TEST_CASE("take_changes: a file that is touched without a change of bytes is not told") {
  const TempVault folder;
  folder.write("a.md", "1\n");
  Vault vault = open_vault(folder);
  REQUIRE(vault.take_changes());
  set_mtime(folder, "a.md", 77);
  CHECK(vault.take_changes()->changed.empty());
  CHECK(to_iso8601(vault.list({})->notes[0].updated) == "2020-01-01T00:01:17.000Z");
}

}  // namespace notes
