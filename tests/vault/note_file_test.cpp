#include "vault/note_file.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <functional>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "support/child.h"
#include "support/folders.h"
#include "support/temp_vault.h"

namespace {

namespace fs = std::filesystem;
using notes::ErrorCode;
using notes::Result;
using notes::Slug;
using notes::platform::FileContents;
using notes::platform::FileFacts;
using notes::platform::Folder;
using notes::platform::FolderLock;
using notes::test::Child;
using notes::test::opened;
using notes::test::Place;
using notes::test::slug;
using notes::test::TempVault;

using Names = std::vector<std::string>;

FileContents seen_in(const Folder& folder, const std::string& name) {
  Result<std::optional<FileContents>> contents = folder.read(name, notes::max_note_bytes);
  if (!contents || !*contents) throw std::runtime_error("no " + name);
  return **std::move(contents);
}

/// Another program's change: same size, the time of modification put back.
void rewrite_in_disguise(const fs::path& path, const std::string& bytes) {
  struct stat before {};
  ::stat(path.c_str(), &before);
  const int file = ::open(path.c_str(), O_WRONLY);
  const ssize_t count = ::write(file, bytes.data(), bytes.size());
  if (count != static_cast<ssize_t>(bytes.size())) throw std::runtime_error("short write");
  const std::array<timespec, 2> times{before.st_atim, before.st_mtim};
  ::futimens(file, times.data());
  ::close(file);
}

void rewrite_by_mapping(const fs::path& path, const std::string& bytes) {
  const int file = ::open(path.c_str(), O_RDWR);
  void* const mapped = ::mmap(nullptr, bytes.size(), PROT_WRITE, MAP_SHARED, file, 0);
  if (mapped == MAP_FAILED) throw std::runtime_error("no mapping");
  bytes.copy(static_cast<char*>(mapped), bytes.size());
  ::munmap(mapped, bytes.size());
  ::close(file);
}

struct OutsideChange {
  const char* name;
  std::function<void(const TempVault&)> make;
  std::string after;  ///< bytes of a.md; "(gone)" when it is
};

std::vector<OutsideChange> outside_changes() {
  return {
      {"write", [](const TempVault& vault) { vault.write("a.md", "mine!"); }, "mine!"},
      {"append", [](const TempVault& vault) { vault.write("a.md", vault.bytes("a.md") + "more"); },
       "old..more"},
      {"same size and time put back",
       [](const TempVault& vault) { rewrite_in_disguise(vault.path("a.md"), "mine."); }, "mine."},
      {"mapping", [](const TempVault& vault) { rewrite_by_mapping(vault.path("a.md"), "mine."); },
       "mine."},
      {"rename over",
       [](const TempVault& vault) {
         vault.write("a.md~", "mine.");
         fs::last_write_time(vault.path("a.md~"), fs::last_write_time(vault.path("a.md")));
         fs::rename(vault.path("a.md~"), vault.path("a.md"));
       },
       "mine."},
      {"truncate", [](const TempVault& vault) { vault.write("a.md", ""); }, ""},
      {"delete", [](const TempVault& vault) { fs::remove(vault.path("a.md")); }, "(gone)"},
      {"rename away",
       [](const TempVault& vault) { fs::rename(vault.path("a.md"), vault.path("b.md")); },
       "(gone)"},
      {"a file too large to read",
       [](const TempVault& vault) {
         fs::resize_file(vault.path("a.md"), notes::max_note_bytes + 1);
       },
       "(large)"},
      {"link in its place",
       [](const TempVault& vault) {
         fs::remove(vault.path("a.md"));
         vault.write("target", "mine.");
         fs::create_symlink("target", vault.path("a.md"));
       },
       "mine."},
      {"pipe in its place",
       [](const TempVault& vault) {
         fs::remove(vault.path("a.md"));
         ::mkfifo(vault.path("a.md").c_str(), 0600);
       },
       "(pipe)"},
      {"permissions", [](const TempVault& vault) { ::chmod(vault.path("a.md").c_str(), 0600); },
       "old.."},
  };
}

std::string now_in(const TempVault& vault) {
  if (!vault.exists("a.md")) return "(gone)";
  if (fs::is_fifo(vault.path("a.md"))) return "(pipe)";
  if (fs::file_size(vault.path("a.md")) > notes::max_note_bytes) return "(large)";
  return vault.bytes("a.md");
}

bool has_temporary_file(const TempVault& vault) {
  const Names names = vault.names();
  return std::any_of(names.begin(), names.end(),
                     [](const std::string& name) { return name.starts_with(".notes-mcp"); });
}

}  // namespace

TEST_CASE("note file: a note is replaced whole, and nothing else is left") {
  const TempVault vault;
  vault.write("a.md", "old");
  const Folder folder = opened(vault.path());
  for (const std::string& bytes : {std::string("new"), std::string(), std::string("a\0b\r\n", 5),
                                   std::string(2'000'000, 'x')}) {
    const Result<FileFacts> facts =
        notes::replace_note(folder, slug("a"), bytes, seen_in(folder, "a.md"));
    REQUIRE(facts);
    CHECK_EQ(vault.bytes("a.md"), bytes);
    CHECK_EQ(*facts, seen_in(folder, "a.md").facts);
    CHECK_EQ(vault.names(), Names{"a.md"});
  }
}

TEST_CASE("note file: a replaced note keeps its mode under any umask") {
  const TempVault vault;
  vault.write("a.md", "old");
  const Folder folder = opened(vault.path());
  const mode_t old_mask = ::umask(0077);
  for (const mode_t mode : {mode_t{0600}, mode_t{0664}}) {
    ::chmod(vault.path("a.md").c_str(), mode);
    CHECK(notes::replace_note(folder, slug("a"), "new", seen_in(folder, "a.md")));
    struct stat told {};
    ::stat(vault.path("a.md").c_str(), &told);
    CHECK_EQ(told.st_mode & 07777U, mode);
  }
  ::umask(old_mask);
}

TEST_CASE("note file: another name that is a hard link keeps the old text") {
  const TempVault vault;
  vault.write("a.md", "old");
  fs::create_hard_link(vault.path("a.md"), vault.path("b.md"));
  const Folder folder = opened(vault.path());
  CHECK(notes::replace_note(folder, slug("a"), "new", seen_in(folder, "a.md")));
  CHECK_EQ(vault.bytes("a.md"), "new");
  CHECK_EQ(vault.bytes("b.md"), "old");
}

TEST_CASE("note file: a change by another program is never written over") {
  for (const OutsideChange& change : outside_changes()) {
    CAPTURE(change.name);
    const TempVault vault;
    vault.write("a.md", "old..");
    const Folder folder = opened(vault.path());
    const FileContents seen = seen_in(folder, "a.md");
    change.make(vault);
    const Result<FileFacts> replaced = notes::replace_note(folder, slug("a"), "new", seen);
    REQUIRE_FALSE(replaced);
    CHECK_EQ(replaced.error().code, ErrorCode::conflict);
    CHECK_EQ(now_in(vault), change.after);
    CHECK_FALSE(has_temporary_file(vault));
  }
}

TEST_CASE("note file: a change by another program keeps the note from being removed") {
  for (const OutsideChange& change : outside_changes()) {
    CAPTURE(change.name);
    const TempVault vault;
    vault.write("a.md", "old..");
    const Folder folder = opened(vault.path());
    const FileContents seen = seen_in(folder, "a.md");
    change.make(vault);
    const Result<void> removed = notes::remove_note(folder, slug("a"), seen, nullptr);
    REQUIRE_FALSE(removed);
    CHECK_EQ(removed.error().code,
             change.after == "(gone)" ? ErrorCode::not_found : ErrorCode::conflict);
    CHECK_EQ(now_in(vault), change.after);
  }
}

TEST_CASE("note file: bytes that differ are a conflict although all facts are equal") {
  const TempVault vault;
  vault.write("a.md", "mine.");
  const Folder folder = opened(vault.path());
  FileContents seen = seen_in(folder, "a.md");
  // What a change within the clock's grain leaves: the facts of before with other bytes.
  seen.bytes = "old..";
  const Result<FileFacts> replaced = notes::replace_note(folder, slug("a"), "new", seen);
  REQUIRE_FALSE(replaced);
  CHECK_EQ(replaced.error().code, ErrorCode::conflict);
  CHECK_EQ(replaced.error().message,
           "The note 'a' was changed by another program just now, so it was left alone.");
  CHECK_EQ(replaced.error().hint, "Read it again and repeat the call on what it says now.");
  CHECK_EQ(vault.bytes("a.md"), "mine.");
}

TEST_CASE("note file: a new note takes the first free name") {
  const TempVault vault;
  const Folder folder = opened(vault.path());
  const auto created = [&](const char* wanted) {
    const Result<Slug> made = notes::create_note_file(folder, slug(wanted), "text");
    return made ? made->str() : made.error().message;
  };
  CHECK_EQ(created("a"), "a");
  CHECK_EQ(created("a"), "a-2");
  fs::create_symlink("nowhere", vault.path("a-3.md"));
  fs::create_directory(vault.path("a-4.md"));
  ::mkfifo(vault.path("a-5.md").c_str(), 0600);
  vault.write(".a-6.md.icloud", "evicted");
  CHECK_EQ(created("a"), "a-7");
  CHECK_EQ(vault.bytes("a-7.md"), "text");
  CHECK_FALSE(vault.exists("nowhere"));
  CHECK_FALSE(has_temporary_file(vault));
}

TEST_CASE("note file: a new name that is full to its limit makes room for the number") {
  const TempVault vault;
  const Folder folder = opened(vault.path());
  const std::string longest(Slug::max_length, 'a');
  CHECK_EQ(notes::create_note_file(folder, slug(longest), "1")->str(), longest);
  const Result<Slug> second = notes::create_note_file(folder, slug(longest), "2");
  REQUIRE(second);
  CHECK_LE(second->str().size(), Slug::max_length);
  CHECK_EQ(vault.bytes(second->file_name()), "2");
}

TEST_CASE("note file: four processes that create one name 250 times each make 1000 notes") {
  const TempVault vault(Place::memory);
  const auto create_all = [&](int process) {
    const Folder folder = opened(vault.path());
    for (int i = 0; i < 250; ++i) {
      const Result<FolderLock> lock = folder.lock(std::chrono::seconds(60));
      if (!lock) return lock.error().message;
      const std::string text = std::to_string(process) + ":" + std::to_string(i);
      const Result<Slug> made = notes::create_note_file(folder, slug("same"), text);
      if (!made) return made.error().message;
    }
    return std::string("done");
  };
  std::vector<Child> children;
  children.reserve(4);
  for (int process = 0; process < 4; ++process) {
    children.emplace_back([&create_all, process] { return create_all(process); });
  }
  for (Child& child : children) CHECK_EQ(child.wait().said, "done");
  const Names names = vault.names();
  CHECK_EQ(names.size(), 1000U);
  std::set<std::string> texts;
  for (const std::string& name : names) texts.insert(vault.bytes(name));
  CHECK_EQ(texts.size(), 1000U);
}

TEST_CASE("note file: without the lock, no two processes get one name either") {
  const TempVault vault;
  const auto create_all = [&] {
    const Folder folder = opened(vault.path());
    std::string made;
    for (int i = 0; i < 50; ++i) {
      const Result<Slug> slug = notes::create_note_file(folder, notes::test::slug("same"), "x");
      if (!slug) return slug.error().message;
      made += slug->str() + "\n";
    }
    return made;
  };
  Child one(create_all);
  Child two(create_all);
  const std::string made = one.wait().said + two.wait().said;
  CHECK_EQ(std::count(made.begin(), made.end(), '\n'), 100);
  CHECK_EQ(vault.names().size(), 100U);
}

TEST_CASE("note file: a note is removed, or goes to the trash under a free name") {
  const TempVault vault;
  const Folder folder = opened(vault.path());
  vault.write("a.md", "1");
  CHECK(notes::remove_note(folder, slug("a"), seen_in(folder, "a.md"), nullptr));
  CHECK_EQ(vault.names(), Names{});
  const Result<Folder> trash = folder.subfolder(".trash");
  REQUIRE(trash);
  for (const char* text : {"1", "2", "3"}) {
    vault.write("a.md", text);
    CHECK(notes::remove_note(folder, slug("a"), seen_in(folder, "a.md"), &*trash));
    CHECK_EQ(vault.names(), Names{".trash"});
  }
  CHECK_EQ(vault.bytes(".trash/a.md"), "1");
  CHECK_EQ(vault.bytes(".trash/a-2.md"), "2");
  CHECK_EQ(vault.bytes(".trash/a-3.md"), "3");
}

TEST_CASE("note file: files that dead processes left are removed, all others stay") {
  Child ended([] { return std::string(); });
  const std::string dead = std::to_string(ended.id());
  static_cast<void>(ended.wait());
  const Child living([]() -> std::string {
    for (;;) ::pause();
  });
  const std::string alive = std::to_string(living.id());
  const std::string own = std::to_string(notes::platform::process_id());

  const TempVault vault;
  const auto left = [&](const std::string& middle) { return ".notes-mcp-" + middle + ".tmp"; };
  for (const std::string& process : {dead, alive, own}) {
    vault.write(left(process + "-0"), "x");
    vault.write(left(process + "-17"), "x");
  }
  vault.write(left(alive + "-1"), "x");
  fs::last_write_time(vault.path(left(alive + "-1")),
                      fs::file_time_type::clock::now() - std::chrono::minutes(61));
  vault.write(left(alive + "-2"), "x");
  fs::last_write_time(vault.path(left(alive + "-2")),
                      fs::file_time_type::clock::now() - std::chrono::minutes(59));
  Names others{"a.md",
               ".tmp",
               left(dead),
               left(dead + "-"),
               left(dead + "-x"),
               left("-1"),
               left("x-1"),
               left(dead + "-1-1"),
               left("99999999999999999999999-1"),
               ".notes-mcp-" + dead + "-0.tmp~",
               ".notes-mcp-.tmp",
               ".notes-mcp.tmp"};
  for (const std::string& name : others) vault.write(name, "x");
  fs::create_symlink("a.md", vault.path(left(dead + "-5")));
  fs::create_directory(vault.path(left(dead + "-6")));

  notes::remove_left_over_files(opened(vault.path()));
  Names expected = others;
  for (const std::string& name : {left(alive + "-0"), left(alive + "-17"), left(alive + "-2"),
                                  left(dead + "-5"), left(dead + "-6")}) {
    expected.push_back(name);
  }
  std::sort(expected.begin(), expected.end());
  CHECK_EQ(vault.names(), expected);
}

TEST_CASE("note file: what this process is writing under the lock is not taken for left over") {
  const TempVault vault;
  const std::string own = ".notes-mcp-" + std::to_string(notes::platform::process_id()) + "-0.tmp";
  vault.write(own, "x");
  const Folder folder = opened(vault.path());
  {
    const Result<FolderLock> lock = opened(vault.path()).lock(std::chrono::milliseconds(0));
    notes::remove_left_over_files(folder);
    CHECK_EQ(vault.names(), Names{own});
  }
  notes::remove_left_over_files(folder);
  CHECK_EQ(vault.names(), Names{});
}
