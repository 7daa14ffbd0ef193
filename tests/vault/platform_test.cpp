#include "vault/platform.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/un.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include "support/child.h"
#include "support/system_faults.h"
#include "support/temp_vault.h"

namespace {

namespace fs = std::filesystem;
using notes::ErrorCode;
using notes::Result;
using notes::platform::FileContents;
using notes::platform::FileFacts;
using notes::platform::FileKind;
using notes::platform::Folder;
using notes::platform::FolderEntry;
using notes::platform::FolderLock;
using notes::platform::FolderState;
using notes::platform::NewFile;
using notes::test::Child;
using notes::test::drop_privileges;
using notes::test::said_by_child;
using notes::test::TempVault;

constexpr std::uint64_t enough = 1U << 20U;

Folder opened(const fs::path& path) {
  Result<Folder> folder = Folder::open(path);
  if (!folder) throw std::runtime_error(folder.error().message);
  return *std::move(folder);
}

std::string text_of(const Folder& folder, const std::string& name, std::uint64_t most = enough) {
  const Result<std::optional<FileContents>> contents = folder.read(name, most);
  if (!contents) return contents.error().message + " / " + contents.error().hint;
  return *contents ? (*contents)->bytes : "(none)";
}

/// Makes `name` in `folder` with `bytes`; says what went wrong, or nothing.
std::string made(const Folder& folder, const std::string& name, const std::string& bytes,
                 const std::optional<std::string>& like = std::nullopt) {
  Result<NewFile> file = folder.create(name, like);
  if (!file) return file.error().message;
  Result<void> step = file->write(bytes);
  if (step) step = file->sync();
  if (step) step = file->close();
  return step ? "" : step.error().message;
}

mode_t mode_of(const fs::path& path) {
  struct stat told {};
  if (::stat(path.c_str(), &told) != 0) throw std::runtime_error("no " + path.string());
  return told.st_mode & 07777U;
}

void make_socket(const fs::path& path) {
  const int socket = ::socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  path.native().copy(&address.sun_path[0], sizeof address.sun_path - 1);
  if (::bind(socket, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) {
    throw std::runtime_error("no socket");
  }
  ::close(socket);
}

}  // namespace

TEST_CASE("platform: a folder is opened through a link, once") {
  const TempVault vault;
  fs::create_directory(vault.path("one"));
  fs::create_directory(vault.path("two"));
  fs::create_directory_symlink(vault.path("one"), vault.path("link"));
  const Folder folder = opened(vault.path("link"));
  CHECK_EQ(folder.path(), vault.path("link"));
  CHECK_EQ(folder.state(), FolderState::same);

  fs::remove(vault.path("link"));
  CHECK_EQ(folder.state(), FolderState::gone);
  fs::create_directory_symlink(vault.path("two"), vault.path("link"));
  CHECK_EQ(folder.state(), FolderState::replaced);
  CHECK_EQ(made(folder, "a.md", "a"), "");
  CHECK(vault.exists("one/a.md"));
}

TEST_CASE("platform: the state tells a folder that was moved, replaced and put back") {
  const TempVault vault;
  fs::create_directory(vault.path("notes"));
  const Folder folder = opened(vault.path("notes"));
  fs::rename(vault.path("notes"), vault.path("elsewhere"));
  CHECK_EQ(folder.state(), FolderState::gone);
  vault.write("notes", "a file");
  CHECK_EQ(folder.state(), FolderState::replaced);
  fs::remove(vault.path("notes"));
  fs::create_directory(vault.path("notes"));
  CHECK_EQ(folder.state(), FolderState::replaced);
  fs::remove(vault.path("notes"));
  fs::rename(vault.path("elsewhere"), vault.path("notes"));
  CHECK_EQ(folder.state(), FolderState::same);
  fs::remove(vault.path("notes"));
  CHECK_EQ(folder.state(), FolderState::gone);
}

TEST_CASE("platform: a folder that cannot be opened is named with the reason and the mend") {
  const TempVault vault;
  vault.write("file", "x");
  const std::string file = vault.path("file").string();
  const std::string missing = vault.path("missing").string();
  ::mkfifo(vault.path("fifo").c_str(), 0600);
  fs::create_symlink("nowhere", vault.path("dangling"));

  const auto message = [](const fs::path& path) {
    const Result<Folder> folder = Folder::open(path);
    CHECK_EQ(folder.error().code, ErrorCode::io);
    return folder.error().message + " / " + folder.error().hint;
  };
  CHECK_EQ(message(file), "cannot open the folder " + file +
                              ": Not a directory / A part of this path is a file. Give the path "
                              "of a folder.");
  CHECK_EQ(message(missing), "cannot open the folder " + missing +
                                 ": No such file or directory / Check that the path is right and "
                                 "its drive is mounted.");
  CHECK_FALSE(Folder::open(vault.path("fifo")));
  CHECK_FALSE(Folder::open(vault.path("dangling")));
  CHECK_FALSE(Folder::open(""));
  CHECK_FALSE(Folder::open_or_create(vault.path("file")));
  CHECK_FALSE(Folder::open_or_create(vault.path("file/below")));
  CHECK_FALSE(Folder::open_or_create(vault.path("dangling")));
  CHECK_FALSE(vault.exists("nowhere"));
}

TEST_CASE("platform: a missing folder is made with its parents") {
  const TempVault vault;
  REQUIRE(Folder::open_or_create(vault.path("a/b/c")));
  CHECK(fs::is_directory(vault.path("a/b/c")));
  CHECK(Folder::open_or_create(vault.path("a/b/c")));
}

TEST_CASE("platform: a list has every entry with its kind") {
  const TempVault vault;
  vault.write("note.md", "x");
  vault.write(".hidden", "x");
  vault.write("odd\xFF\n name", "x");
  fs::create_directory(vault.path("folder.md"));
  fs::create_symlink("note.md", vault.path("link.md"));
  ::mkfifo(vault.path("fifo.md").c_str(), 0600);
  make_socket(vault.path("socket.md"));

  const Folder folder = opened(vault.path());
  for (int round = 0; round < 2; ++round) {
    Result<std::vector<FolderEntry>> entries = folder.list();
    REQUIRE(entries);
    std::sort(entries->begin(), entries->end(),
              [](const FolderEntry& a, const FolderEntry& b) { return a.name < b.name; });
    std::vector<std::string> shown;
    for (const FolderEntry& entry : *entries) {
      shown.push_back(entry.name + "=" + std::to_string(static_cast<int>(entry.kind)));
    }
    CHECK_EQ(shown, std::vector<std::string>{".hidden=0", "fifo.md=3", "folder.md=1", "link.md=2",
                                             "note.md=0", "odd\xFF\n name=0", "socket.md=3"});
  }
}

TEST_CASE("platform: only regular files are read, and nothing hangs") {
  const TempVault vault;
  vault.write("note.md", "text");
  vault.write("empty.md", "");
  fs::create_directory(vault.path("folder.md"));
  fs::create_symlink("note.md", vault.path("link.md"));
  fs::create_symlink("/etc/passwd", vault.path("leak.md"));
  fs::create_symlink("nowhere", vault.path("dangling.md"));
  fs::create_symlink("loop.md", vault.path("loop.md"));
  ::mkfifo(vault.path("fifo.md").c_str(), 0600);
  make_socket(vault.path("socket.md"));
  const Folder folder = opened(vault.path());
  CHECK_EQ(text_of(folder, "note.md"), "text");
  CHECK_EQ(text_of(folder, "empty.md"), "");
  for (const char* name : {"folder.md", "link.md", "leak.md", "dangling.md", "loop.md", "fifo.md",
                           "socket.md", "missing.md"}) {
    CAPTURE(name);
    CHECK_EQ(text_of(folder, name), "(none)");
  }
  CHECK_EQ(text_of(folder, std::string(300, 'x')), "(none)");
  CHECK_EQ(text_of(opened("/dev"), "null"), "(none)");
  CHECK_EQ(text_of(opened("/dev"), "tty"), "(none)");
}

TEST_CASE("platform: a file is read with four system calls") {
  const TempVault vault;
  vault.write("note.md", std::string(100'000, 'x'));
  const Folder folder = opened(vault.path());
  const notes::test::SystemFaults noted({});
  CHECK_EQ(text_of(folder, "note.md").size(), 100'000U);
  CHECK_EQ(noted.calls(), std::vector<std::string>{"openat", "statx", "read", "close"});
}

TEST_CASE("platform: a device among the notes is not read") {
  const TempVault vault;
  if (::mknod(vault.path("zero.md").c_str(), S_IFCHR | 0600, makedev(1, 5)) != 0) {
    MESSAGE("skipped: this user may make no device files");
    return;
  }
  CHECK_EQ(text_of(opened(vault.path()), "zero.md"), "(none)");
}

TEST_CASE("platform: a file of the largest size is read, a larger one is refused with both sizes") {
  const TempVault vault;
  vault.write("note.md", "12345678");
  const Folder folder = opened(vault.path());
  CHECK_EQ(text_of(folder, "note.md", 8), "12345678");
  CHECK_EQ(text_of(folder, "note.md", 7),
           "cannot read note.md: it has 8 bytes, and at most 7 are read / Split it into smaller "
           "files.");
  vault.write("note.md", "");
  CHECK_EQ(text_of(folder, "note.md", 0), "");
}

TEST_CASE("platform: files whose size is not told are read to their end, within the limit") {
  // What /proc shows has size 0 and bytes nevertheless, like a file that grows while it is read.
  const Folder folder = opened("/proc/self");
  const std::string text = text_of(folder, "status");
  CHECK(text.starts_with("Name:"));
  CHECK(text.ends_with("\n"));
  CHECK_EQ(text_of(folder, "status", 100),
           "cannot read status: it has 101 bytes, and at most 100 are read / Split it into smaller "
           "files.");
}

TEST_CASE("platform: a file that another process rewrites all the time is read without harm") {
  const TempVault vault;
  vault.write("note.md", "a");
  const Folder folder = opened(vault.path());
  const Child writer([&]() -> std::string {
    for (;;) {
      vault.write("note.md", std::string(100'000, 'a'));
      vault.write("note.md", std::string(10, 'a'));
    }
  });
  for (int round = 0; round < 2000; ++round) {
    const Result<std::optional<FileContents>> contents = folder.read("note.md", enough);
    REQUIRE(contents);
    REQUIRE(*contents);
    CHECK_LE((*contents)->bytes.size(), 100'000U);
    CHECK_EQ((*contents)->bytes.find_first_not_of('a'), std::string::npos);
  }
}

TEST_CASE("platform: names that lead out of the folder are bugs") {
  const TempVault vault;
  const Folder folder = opened(vault.path());
  for (const std::string& name :
       {std::string(), std::string("."), std::string(".."), std::string("../x"),
        std::string("/etc/passwd"), std::string("a/b"), std::string("a\0b", 3)}) {
    CAPTURE(name);
    CHECK_THROWS_AS(static_cast<void>(folder.read(name, enough)), std::logic_error);
    CHECK_THROWS_AS(static_cast<void>(folder.facts(name)), std::logic_error);
    CHECK_THROWS_AS(static_cast<void>(folder.create(name, std::nullopt)), std::logic_error);
    CHECK_THROWS_AS(static_cast<void>(folder.create("a", name)), std::logic_error);
    CHECK_THROWS_AS(static_cast<void>(folder.replace("a", name)), std::logic_error);
    CHECK_THROWS_AS(static_cast<void>(folder.rename_exclusive("a", name)), std::logic_error);
    CHECK_THROWS_AS(static_cast<void>(folder.remove(name)), std::logic_error);
    CHECK_THROWS_AS(static_cast<void>(folder.subfolder(name)), std::logic_error);
    CHECK_THROWS_AS(static_cast<void>(folder.is_spelled(name)), std::logic_error);
  }
}

TEST_CASE("platform: facts differ after every kind of change") {
  const TempVault vault;
  vault.write("note.md", "12345");
  const Folder folder = opened(vault.path());
  const auto facts = [&] {
    const Result<std::optional<FileFacts>> told = folder.facts("note.md");
    if (!told || !*told) throw std::runtime_error("no facts");
    return **told;
  };
  const FileFacts before = facts();
  CHECK_EQ(before, facts());
  CHECK_EQ(before.kind, FileKind::regular);
  CHECK_EQ(before.size, 5U);
  CHECK_EQ(before.links, 1U);
  CHECK_EQ(folder.read("note.md", enough)->value().facts, before);

  const auto wait_for_tick = [&] {
    while (notes::platform::file_clock_ns() <= facts().changed_ns) ::usleep(1000);
  };
  wait_for_tick();
  const auto time = fs::last_write_time(vault.path("note.md"));
  vault.write("note.md", "54321");
  fs::last_write_time(vault.path("note.md"), time);
  CHECK_EQ(facts().modified_ns, before.modified_ns);
  CHECK_NE(facts(), before);

  const FileFacts rewritten = facts();
  fs::create_hard_link(vault.path("note.md"), vault.path("other.md"));
  CHECK_EQ(facts().links, 2U);
  CHECK_NE(facts(), rewritten);

  fs::copy_file(vault.path("note.md"), vault.path("copy"));
  fs::rename(vault.path("copy"), vault.path("note.md"));
  CHECK_NE(facts().inode, before.inode);
}

TEST_CASE("platform: facts tell no entry, a link itself, and times beyond what fits") {
  const TempVault vault;
  fs::create_symlink("nowhere", vault.path("link.md"));
  vault.write("far.md", "x");
  const Folder folder = opened(vault.path());
  CHECK_EQ(folder.facts("missing.md").value(), std::nullopt);
  CHECK_EQ(folder.facts(std::string(300, 'x')).value(), std::nullopt);
  CHECK_EQ(folder.facts("link.md")->value().kind, FileKind::symbolic_link);
  for (const std::int64_t seconds : {-100'000'000'000, 100'000'000'000}) {
    const timespec far{.tv_sec = seconds, .tv_nsec = 0};
    const std::array<timespec, 2> times{far, far};
    REQUIRE_EQ(::utimensat(AT_FDCWD, vault.path("far.md").c_str(), times.data(), 0), 0);
    const Result<std::optional<FileFacts>> facts = folder.facts("far.md");
    REQUIRE(facts);
    CHECK_EQ((*facts)->modified_ns < 0, seconds < 0);
  }
}

TEST_CASE("platform: a name is spelled as the entry is") {
  const TempVault vault;
  vault.write("pad-thai.md", "x");
  // The same file under both spellings, as it looks on a file system that ignores case.
  vault.write("Upper.md", "x");
  fs::create_hard_link(vault.path("pad-thai.md"), vault.path("PAD-THAI.MD"));
  const Folder folder = opened(vault.path());
  CHECK(folder.is_spelled("pad-thai.md"));
  CHECK(folder.is_spelled("PAD-THAI.MD"));
  CHECK(folder.is_spelled("Upper.md"));
  CHECK_FALSE(folder.is_spelled("upper.md"));
  CHECK_FALSE(folder.is_spelled("missing.md"));
}

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

TEST_CASE("platform: a sub-folder is no link and no file") {
  const TempVault vault;
  const TempVault outside;
  fs::create_directory_symlink(outside.path(), vault.path(".trash"));
  vault.write("file", "x");
  const Folder folder = opened(vault.path());
  CHECK_FALSE(folder.subfolder(".trash"));
  CHECK_EQ(folder.subfolder("file").error().message,
           "cannot open the folder file: Not a directory");
}

TEST_CASE("platform: the lock has one holder among folders and processes") {
  using std::chrono::milliseconds;
  const TempVault vault;
  const Folder folder = opened(vault.path());
  const Folder again = opened(vault.path());
  std::optional<Result<FolderLock>> held(folder.lock(milliseconds(0)));
  REQUIRE(*held);
  CHECK_EQ(again.lock(milliseconds(20)).error().message,
           "cannot lock the folder " + vault.path().string() + ": another process holds it");
  CHECK_FALSE(folder.lock(milliseconds(0)));
  held.reset();
  CHECK(again.lock(milliseconds(0)));
  CHECK_EQ(vault.names(), std::vector<std::string>{});
}

TEST_CASE("platform: the lock is waited for, and a killed holder frees it") {
  const TempVault vault;
  ::mkfifo(vault.path("held").c_str(), 0600);
  {
    const Child holder([&]() -> std::string {
      const Folder folder = opened(vault.path());
      const Result<FolderLock> lock = folder.lock(std::chrono::milliseconds(0));
      const int told = ::open(vault.path("held").c_str(), O_WRONLY);
      ::close(told);
      for (;;) ::pause();
    });
    const int told = ::open(vault.path("held").c_str(), O_RDONLY);
    ::close(told);
    CHECK_FALSE(opened(vault.path()).lock(std::chrono::milliseconds(20)));
  }
  CHECK(opened(vault.path()).lock(std::chrono::milliseconds(0)));
}

TEST_CASE("platform: this process is alive, an ended one is not") {
  using notes::platform::is_process_alive;
  CHECK(is_process_alive(notes::platform::process_id()));
  CHECK(is_process_alive(1));
  Child child([] { return std::string(); });
  const auto id = static_cast<std::uint64_t>(child.id());
  static_cast<void>(child.wait());
  CHECK_FALSE(is_process_alive(id));
  CHECK_FALSE(is_process_alive(0));
  CHECK_FALSE(is_process_alive(4'000'000'000));
  CHECK_FALSE(is_process_alive(~std::uint64_t{0}));
}

TEST_CASE("platform: the home is $HOME, else that of the list of users") {
  const auto home = [](const char* value) {
    return said_by_child([&] {
      // NOLINTBEGIN(concurrency-mt-unsafe): the child has one thread.
      if (value == nullptr) {
        ::unsetenv("HOME");
      } else {
        ::setenv("HOME", value, 1);
      }
      // NOLINTEND(concurrency-mt-unsafe)
      const std::optional<fs::path> told = notes::platform::home();
      return told ? told->string() : "(none)";
    });
  };
  CHECK_EQ(home("/some/where"), "/some/where");
  CHECK_EQ(home(""), home(nullptr));
  if (::geteuid() == 0) CHECK_EQ(home(nullptr), "/root");
}

TEST_CASE("platform: the clocks agree, and the program knows its file") {
  const std::int64_t coarse = notes::platform::file_clock_ns() / 1'000'000;
  CHECK_LT(std::abs(notes::platform::now().milliseconds - coarse), 60'000);
  const TempVault vault;
  CHECK_GE(opened(vault.path()).clock_grain_ns(), 20'000'000);
  CHECK_GE(opened("/proc").clock_grain_ns(), 2'000'000'000);
  const std::optional<fs::path> program = notes::platform::program_path();
  REQUIRE(program);
  CHECK(program->is_absolute());
  CHECK(fs::is_regular_file(*program));
}
