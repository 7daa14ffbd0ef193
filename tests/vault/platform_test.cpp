#include "vault/platform.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "support/child.h"
#include "support/folders.h"
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
using notes::platform::FolderState;
using notes::test::Child;
using notes::test::enough;
using notes::test::made;
using notes::test::opened;
using notes::test::TempVault;
using notes::test::text_of;

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

TEST_CASE("platform: what a buffer held before makes no difference to what is read into it") {
  const TempVault vault;
  vault.write("note.md", "text");
  vault.write("empty.md", "");
  const Folder folder = opened(vault.path());
  for (const std::size_t size : {0U, 1U, 4U, 5U, 6U, 5000U}) {
    CAPTURE(size);
    CHECK_EQ((*folder.read("note.md", 100, std::string(size, 'x')))->bytes, "text");
    CHECK_EQ((*folder.read("empty.md", 100, std::string(size, 'x')))->bytes, "");
  }
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
