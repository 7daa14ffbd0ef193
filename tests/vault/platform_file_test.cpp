#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>

#include "support/child.h"
#include "support/folders.h"
#include "support/temp_vault.h"
#include "vault/platform.h"

namespace {

namespace fs = std::filesystem;
using notes::Result;
using notes::platform::Folder;
using notes::test::drop_privileges;
using notes::test::made;
using notes::test::opened;
using notes::test::said_by_child;
using notes::test::TempVault;
using notes::test::text_of;

mode_t mode_of(const fs::path& path) {
  struct stat told {};
  if (::stat(path.c_str(), &told) != 0) throw std::runtime_error("no " + path.string());
  return told.st_mode & 07777U;
}

}  // namespace

TEST_CASE("platform: a new file is exclusive") {
  const TempVault vault;
  vault.write("taken", "old");
  fs::create_symlink("target", vault.path("dangling"));
  const Folder folder = opened(vault.path());
  CHECK_EQ(made(folder, "taken", "new"), "cannot create taken: File exists");
  CHECK_EQ(made(folder, "dangling", "new"), "cannot create dangling: File exists");
  CHECK_EQ(vault.bytes("taken"), "old");
  CHECK_FALSE(vault.exists("target"));
  CHECK_EQ(made(folder, "new", std::string(3'000'000, 'x')), "");
  CHECK_EQ(vault.bytes("new"), std::string(3'000'000, 'x'));
}

TEST_CASE("platform: a new file has the mode of its model, whatever the umask") {
  const TempVault vault;
  vault.write("model", "x");
  const Folder folder = opened(vault.path());
  for (const mode_t mask : {mode_t{0077}, mode_t{0022}, mode_t{0}}) {
    const mode_t old_mask = ::umask(mask);
    for (const mode_t mode : {mode_t{0600}, mode_t{0664}, mode_t{0644}, mode_t{0751}}) {
      CAPTURE(mask);
      CAPTURE(mode);
      ::chmod(vault.path("model").c_str(), mode);
      CHECK_EQ(made(folder, "copy", "x", "model"), "");
      CHECK_EQ(mode_of(vault.path("copy")), mode);
      fs::remove(vault.path("copy"));
    }
    CHECK_EQ(made(folder, "free", "x"), "");
    CHECK_EQ(mode_of(vault.path("free")), 0666U & ~mask);
    fs::remove(vault.path("free"));
    CHECK_EQ(made(folder, "free", "x", "missing"), "");
    CHECK_EQ(mode_of(vault.path("free")), 0666U & ~mask);
    fs::remove(vault.path("free"));
    ::umask(old_mask);
  }
}

TEST_CASE("platform: a new file has the extended attributes of its model") {
  const TempVault vault;
  vault.write("model", "x");
  const std::string large(3000, 'v');
  if (::setxattr(vault.path("model").c_str(), "user.colour", "green", 5, 0) != 0 ||
      ::setxattr(vault.path("model").c_str(), "user.large", large.data(), large.size(), 0) != 0) {
    MESSAGE("skipped: the temporary folder's file system has no extended attributes");
    return;
  }
  CHECK_EQ(made(opened(vault.path()), "copy", "x", "model"), "");
  std::string value(4000, '\0');
  ssize_t length =
      ::getxattr(vault.path("copy").c_str(), "user.colour", value.data(), value.size());
  CHECK_EQ(length, 5);
  CHECK_EQ(value.substr(0, 5), "green");
  length = ::getxattr(vault.path("copy").c_str(), "user.large", value.data(), value.size());
  CHECK_EQ(length, 3000);
  CHECK_EQ(value.substr(0, 3000), large);
}

TEST_CASE("platform: a new file has the owner of its model, or gives nobody more than it gave") {
  if (::geteuid() != 0) {
    MESSAGE("skipped: only root can make files of other users");
    return;
  }
  const TempVault vault;
  fs::permissions(vault.path(), fs::perms::all);
  vault.write("model", "x");
  REQUIRE_EQ(::chown(vault.path("model").c_str(), 12345, 54321), 0);
  ::chmod(vault.path("model").c_str(), 0666);
  struct stat told {};
  SUBCASE("by root") {
    CHECK_EQ(made(opened(vault.path()), "copy", "x", "model"), "");
    ::stat(vault.path("copy").c_str(), &told);
    CHECK_EQ(told.st_uid, 12345U);
    CHECK_EQ(told.st_gid, 54321U);
  }
  SUBCASE("by another user") {
    const auto copied = [&](mode_t mode) {
      fs::remove(vault.path("copy"));
      ::chmod(vault.path("model").c_str(), mode);
      const std::string said = said_by_child([&] {
        drop_privileges();
        return made(opened(vault.path()), "copy", "x", "model");
      });
      return said.empty() ? mode_of(vault.path("copy")) : mode_t{0};
    };
    CHECK_EQ(copied(0666), 0666U);
    CHECK_EQ(copied(06772), 0722U);
    CHECK_EQ(copied(0642), 0602U);
    ::stat(vault.path("copy").c_str(), &told);
    CHECK_EQ(told.st_uid, 65534U);
  }
}

TEST_CASE("platform: a file without permission is named, and so is a folder") {
  const TempVault vault;
  fs::permissions(vault.path(), fs::perms::all);
  vault.write("secret.md", "x");
  vault.write("fixed.md", "x");
  fs::create_directory(vault.path("locked.md"), vault.path());
  ::chmod(vault.path("secret.md").c_str(), 0);
  ::chmod(vault.path("fixed.md").c_str(), 0444);
  ::chmod(vault.path("locked.md").c_str(), 0);
  const std::string mend =
      " / The user that runs notes-mcp needs permission for this file and its "
      "folder.";
  const auto as_user = [](const std::function<std::string()>& work) {
    return said_by_child([&] {
      drop_privileges();
      return work();
    });
  };
  const auto read = [&](const std::string& name) {
    return as_user([&] { return text_of(opened(vault.path()), name); });
  };
  CHECK_EQ(read("secret.md"), "cannot open secret.md: Permission denied" + mend);
  CHECK_EQ(read("fixed.md"), "x");
  CHECK_EQ(read("locked.md"), "(none)");
  CHECK_EQ(as_user([&] { return made(opened(vault.path()), "copy", "x", "fixed.md"); }),
           "cannot write fixed.md: Permission denied");
  CHECK_FALSE(vault.exists("copy"));

  ::chmod(vault.path().c_str(), 0555);
  CHECK_EQ(read("fixed.md"), "x");
  CHECK_EQ(as_user([&] { return made(opened(vault.path()), "new", "x"); }),
           "cannot create new: Permission denied");
  ::chmod(vault.path().c_str(), 0);
  CHECK_EQ(as_user([&] { return std::string(Folder::open(vault.path()) ? "opened" : "refused"); }),
           "refused");
}

TEST_CASE("platform: an exclusive rename leaves what is there") {
  const TempVault vault;
  fs::create_symlink("target", vault.path("dangling"));
  fs::create_directory(vault.path("folder"));
  vault.write("taken", "old");
  vault.write("from", "new");
  const Folder folder = opened(vault.path());
  for (const char* name : {"taken", "dangling", "folder"}) {
    CAPTURE(name);
    CHECK_EQ(folder.rename_exclusive("from", name), false);
  }
  CHECK_EQ(folder.rename_exclusive("from", "free"), true);
  CHECK_EQ(vault.bytes("taken"), "old");
  CHECK_EQ(vault.bytes("free"), "new");
  CHECK_FALSE(vault.exists("from"));
  CHECK_FALSE(vault.exists("target"));
  CHECK_EQ(folder.rename_exclusive("missing", "x").error().message,
           "cannot rename missing: No such file or directory");
}

TEST_CASE("platform: entries are replaced, removed and moved") {
  const TempVault vault;
  vault.write("a", "1");
  vault.write("b", "2");
  fs::create_directory(vault.path("folder"));
  const Folder folder = opened(vault.path());
  CHECK(folder.replace("a", "b"));
  CHECK_EQ(vault.bytes("b"), "1");
  CHECK_EQ(folder.replace("a", "b").error().message, "cannot rename b: No such file or directory");
  CHECK_EQ(folder.remove("a"), false);
  CHECK_FALSE(folder.remove("folder"));

  const Result<Folder> trash = folder.subfolder(".trash");
  REQUIRE(trash);
  CHECK_EQ(trash->path(), vault.path(".trash"));
  CHECK_EQ(folder.move_exclusive("b", *trash, "b"), true);
  CHECK_EQ(vault.bytes(".trash/b"), "1");
  vault.write("b", "3");
  CHECK_EQ(folder.move_exclusive("b", *trash, "b"), false);
  CHECK_EQ(folder.remove("b"), true);
  CHECK(folder.sync());
  CHECK(folder.subfolder(".trash"));
}
