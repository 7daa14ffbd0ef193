#include <doctest/doctest.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "support/child.h"
#include "support/folders.h"
#include "support/repetitions.h"
#include "support/system_faults.h"
#include "support/temp_vault.h"
#include "vault/note_file.h"

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
using notes::test::Fault;
using notes::test::opened;
using notes::test::Place;
using notes::test::repetitions;
using notes::test::said_by_child;
using notes::test::slug;
using notes::test::SystemFaults;
using notes::test::TempVault;

using Names = std::vector<std::string>;

const std::string old_text(5000, 'o');
const std::string new_text(7000, 'n');

/// A write as the vault makes it: under the lock, on what was just read. Says how it ended.
struct Operation {
  const char* name;
  std::function<Result<void>(const Folder&)> run;
  /// Whether the folder holds the whole old or the whole new state.
  std::function<bool(const TempVault&)> is_whole;
};

Result<FileContents> seen(const Folder& folder) {
  Result<std::optional<FileContents>> contents = folder.read("a.md", notes::max_note_bytes);
  if (!contents) return notes::unexpected(contents.error());
  if (!*contents) return notes::fail(ErrorCode::not_found, "no a.md");
  return **std::move(contents);
}

Result<void> update_a(const Folder& folder, const std::string& text = new_text) {
  const Result<FolderLock> lock = folder.lock(std::chrono::milliseconds(0));
  if (!lock) return notes::unexpected(lock.error());
  const Result<FileContents> before = seen(folder);
  if (!before) return notes::unexpected(before.error());
  const Result<FileFacts> facts = notes::replace_note(folder, slug("a"), text, *before);
  if (!facts) return notes::unexpected(facts.error());
  return {};
}

Result<void> create_b(const Folder& folder) {
  const Result<FolderLock> lock = folder.lock(std::chrono::milliseconds(0));
  if (!lock) return notes::unexpected(lock.error());
  const Result<Slug> made = notes::create_note_file(folder, slug("b"), new_text);
  if (!made) return notes::unexpected(made.error());
  return {};
}

Result<void> remove_a(const Folder& folder) {
  const Result<FolderLock> lock = folder.lock(std::chrono::milliseconds(0));
  if (!lock) return notes::unexpected(lock.error());
  const Result<FileContents> before = seen(folder);
  if (!before) return notes::unexpected(before.error());
  return notes::remove_note(folder, slug("a"), *before, nullptr);
}

Result<void> trash_a(const Folder& folder) {
  const Result<FolderLock> lock = folder.lock(std::chrono::milliseconds(0));
  if (!lock) return notes::unexpected(lock.error());
  const Result<FileContents> before = seen(folder);
  if (!before) return notes::unexpected(before.error());
  const Result<Folder> trash = folder.subfolder(".trash");
  if (!trash) return notes::unexpected(trash.error());
  return notes::remove_note(folder, slug("a"), *before, &*trash);
}

bool holds(const TempVault& vault, const std::string& name, const std::string& bytes) {
  return vault.exists(name) && vault.bytes(name) == bytes;
}

const std::vector<Operation>& operations() {
  static const std::vector<Operation> all{
      {"update", [](const Folder& folder) { return update_a(folder); },
       [](const TempVault& vault) {
         return holds(vault, "a.md", old_text) || holds(vault, "a.md", new_text);
       }},
      {"create", create_b,
       [](const TempVault& vault) {
         return holds(vault, "a.md", old_text) &&
                (!vault.exists("b.md") || holds(vault, "b.md", new_text));
       }},
      {"remove", remove_a,
       [](const TempVault& vault) {
         return !vault.exists("a.md") || holds(vault, "a.md", old_text);
       }},
      {"trash", trash_a,
       [](const TempVault& vault) {
         return holds(vault, "a.md", old_text) || holds(vault, ".trash/a.md", old_text);
       }},
  };
  return all;
}

/// A vault with the one note a.md.
class OneNote {
 public:
  explicit OneNote(Place place = Place::memory) : vault(place) { vault.write("a.md", old_text); }
  TempVault vault;
};

/// The calls that `operation` makes, when each call in `missing` fails with its error.
std::vector<Fault> steps_of(const Operation& operation, const std::vector<Fault>& missing = {}) {
  const OneNote one;
  const Folder folder = opened(one.vault.path());
  const SystemFaults noted(missing);
  const Result<void> done = operation.run(folder);
  if (!done) throw std::runtime_error(done.error().message);
  std::vector<Fault> steps;
  for (const std::string& call : noted.calls()) {
    const auto number = std::count_if(steps.begin(), steps.end(),
                                      [&](const Fault& step) { return step.call == call; });
    steps.push_back({.call = call, .number = static_cast<unsigned>(number)});
  }
  return steps;
}

bool has_temporary_file(const TempVault& vault) {
  const Names names = vault.names();
  return std::any_of(names.begin(), names.end(),
                     [](const std::string& name) { return name.starts_with(".notes-mcp"); });
}

std::string said(const Result<void>& result) {
  return result ? "done" : result.error().message + " / " + result.error().hint;
}

constexpr const char* disk_full =
    "No space left on device / The disk is full. Free some space, "
    "then try again.";

}  // namespace

TEST_CASE("note file: bytes are on the disk before their name is, and the name before the answer") {
  const auto steps = [](const Operation& operation) {
    const Names kept{"write", "fsync", "renameat", "renameat2", "unlinkat"};
    Names calls;
    for (const Fault& step : steps_of(operation)) {
      if (std::count(kept.begin(), kept.end(), step.call) != 0) calls.push_back(step.call);
    }
    return calls;
  };
  CHECK_EQ(steps(operations()[0]), Names{"write", "fsync", "renameat", "fsync"});
  CHECK_EQ(steps(operations()[1]), Names{"write", "fsync", "renameat2", "fsync"});
  CHECK_EQ(steps(operations()[2]), Names{"unlinkat", "fsync"});
  // The vault for the new folder, the trash, the vault.
  CHECK_EQ(steps(operations()[3]), Names{"fsync", "renameat2", "fsync", "fsync"});
}

TEST_CASE("note file: each system call of a write may fail with each error, and nothing is lost") {
  for (const Operation& operation : operations()) {
    CAPTURE(operation.name);
    const std::vector<Fault> steps = steps_of(operation);
    REQUIRE_GE(steps.size(), 8U);
    for (Fault fault : steps) {
      CAPTURE(fault.call);
      CAPTURE(*fault.number);
      for (const int error : {ENOSPC, EIO, EACCES, EROFS, EDQUOT, EMFILE}) {
        CAPTURE(error);
        fault.error = error;
        const OneNote one;
        const Folder folder = opened(one.vault.path());
        Result<void> done;
        {
          const SystemFaults faults({fault});
          done = operation.run(folder);
        }
        CHECK(operation.is_whole(one.vault));
        CHECK_FALSE(has_temporary_file(one.vault));
        if (!done) {
          CHECK_EQ(done.error().code, ErrorCode::io);
          CHECK_NE(done.error().message.find("cannot "), std::string::npos);
          CHECK_FALSE(done.error().hint.empty());
          // The next call works, whatever the failed one left.
          if (holds(one.vault, "a.md", old_text)) CHECK_EQ(said(operation.run(folder)), "done");
        }
      }
    }
  }
}

TEST_CASE("note file: a write that is interrupted, or does one byte at a time, goes on") {
  for (const Operation& operation : operations()) {
    CAPTURE(operation.name);
    for (Fault fault : steps_of(operation)) {
      const Names interruptible{"openat", "read", "write", "fsync", "flock", "close"};
      if (std::count(interruptible.begin(), interruptible.end(), fault.call) == 0) continue;
      CAPTURE(fault.call);
      fault.error = EINTR;
      const OneNote one;
      const Folder folder = opened(one.vault.path());
      const SystemFaults faults({fault});
      CHECK_EQ(said(operation.run(folder)), "done");
    }
  }
  const OneNote one;
  const Folder folder = opened(one.vault.path());
  const SystemFaults faults({{.call = "write", .number = {}, .kind = Fault::Kind::cuts_short}});
  CHECK_EQ(said(update_a(folder, "new text")), "done");
  CHECK_EQ(one.vault.bytes("a.md"), "new text");
}

TEST_CASE("note file: a process killed at any step leaves the old state or the new one") {
  for (const Operation& operation : operations()) {
    CAPTURE(operation.name);
    for (Fault fault : steps_of(operation)) {
      CAPTURE(fault.call);
      CAPTURE(*fault.number);
      for (const Fault::Kind kind : {Fault::Kind::kills_before, Fault::Kind::kills_after}) {
        fault.kind = kind;
        const OneNote one;
        Child child([&] {
          const Folder folder = opened(one.vault.path());
          const SystemFaults faults({fault});
          return said(operation.run(folder));
        });
        CHECK_EQ(child.wait().signal, SIGKILL);
        CHECK(operation.is_whole(one.vault));
        notes::remove_left_over_files(opened(one.vault.path()));
        CHECK_FALSE(has_temporary_file(one.vault));
        CHECK(operation.is_whole(one.vault));
      }
    }
  }
}

TEST_CASE("note file: a change by another program survives at every step but the rename itself") {
  const Operation& operation = operations().front();
  std::vector<Fault> steps = steps_of(operation);
  // What is changed before the note is read is seen.
  const auto first_read = std::find_if(steps.begin(), steps.end(),
                                       [](const Fault& step) { return step.call == "read"; });
  steps.erase(steps.begin(), first_read);
  Names lost;
  for (Fault step : steps) {
    CAPTURE(step.call);
    CAPTURE(*step.number);
    for (const bool is_by_rename : {false, true}) {
      const OneNote one;
      step.kind = Fault::Kind::acts_before;
      step.action = [&] {
        one.vault.write(is_by_rename ? "theirs" : "a.md", "theirs");
        if (is_by_rename) fs::rename(one.vault.path("theirs"), one.vault.path("a.md"));
      };
      const Folder folder = opened(one.vault.path());
      Result<void> done;
      {
        const SystemFaults faults({step});
        done = operation.run(folder);
      }
      if (!done) CHECK_EQ(done.error().code, ErrorCode::conflict);
      if (one.vault.bytes("a.md") != "theirs") lost.push_back(step.call);
    }
  }
  CHECK_EQ(lost, Names{"renameat", "renameat"});
}

TEST_CASE("note file: without an exclusive rename or hard links a new note is still exclusive") {
  const Fault no_rename{.call = "renameat2", .number = {}, .error = EINVAL};
  const Fault no_call{.call = "renameat2", .number = {}, .error = ENOSYS};
  const Fault no_links{.call = "linkat", .number = {}, .error = EPERM};
  for (const std::vector<Fault>& missing :
       {std::vector<Fault>{no_rename}, std::vector<Fault>{no_call},
        std::vector<Fault>{no_rename, no_links}}) {
    const OneNote one;
    one.vault.write("b.md", "taken");
    fs::create_symlink("nowhere", one.vault.path("b-2.md"));
    const Folder folder = opened(one.vault.path());
    {
      const SystemFaults faults(missing);
      CHECK_EQ(said(create_b(folder)), "done");
      CHECK_EQ(said(trash_a(folder)), "done");
    }
    CHECK_EQ(one.vault.names(), Names{".trash", "b-2.md", "b-3.md", "b.md"});
    CHECK_EQ(one.vault.bytes("b.md"), "taken");
    CHECK_EQ(one.vault.bytes("b-3.md"), new_text);
    CHECK_EQ(one.vault.bytes(".trash/a.md"), old_text);
  }
}

TEST_CASE("note file: without an exclusive rename, a failure or kill at any step loses nothing") {
  const Fault no_rename{.call = "renameat2", .number = {}, .error = EINVAL};
  for (const char* name : {"create", "trash"}) {
    const Operation& operation =
        *std::find_if(operations().begin(), operations().end(),
                      [&](const Operation& each) { return std::string_view(each.name) == name; });
    CAPTURE(operation.name);
    for (Fault fault : steps_of(operation, {no_rename})) {
      if (fault.call == "renameat2") continue;
      CAPTURE(fault.call);
      fault.error = EIO;
      for (const Fault::Kind kind :
           {Fault::Kind::fails, Fault::Kind::kills_before, Fault::Kind::kills_after}) {
        fault.kind = kind;
        const OneNote one;
        Child child([&] {
          const Folder folder = opened(one.vault.path());
          const SystemFaults faults({no_rename, fault});
          return said(operation.run(folder));
        });
        static_cast<void>(child.wait());
        notes::remove_left_over_files(opened(one.vault.path()));
        CHECK(operation.is_whole(one.vault));
        CHECK_FALSE(has_temporary_file(one.vault));
      }
    }
  }
}

TEST_CASE("note file: a file system that cannot sync or lock is served nevertheless") {
  const OneNote one;
  const Folder folder = opened(one.vault.path());
  const SystemFaults faults({{.call = "fsync", .number = {}, .error = EINVAL},
                             {.call = "flock", .number = {}, .error = ENOLCK},
                             {.call = "fchmod", .number = {}, .error = EPERM},
                             {.call = "fchown", .number = {}, .error = EPERM}});
  CHECK_EQ(said(update_a(folder)), "done");
  CHECK_EQ(said(create_b(folder)), "done");
}

TEST_CASE("note file: messages name the note, the step and the reason") {
  const auto message = [](const std::string& call, unsigned number, int error) {
    const OneNote one;
    const Folder folder = opened(one.vault.path());
    const SystemFaults faults({{.call = call, .number = number, .error = error}});
    return said(update_a(folder));
  };
  const std::string temporary =
      ".notes-mcp-" + std::to_string(notes::platform::process_id()) + "-0.tmp";
  CHECK_EQ(message("write", 0, ENOSPC),
           "a.md was not saved: cannot write " + temporary + ": " + disk_full);
  CHECK_EQ(message("fsync", 0, EIO),
           "a.md was not saved: cannot sync " + temporary +
               ": Input/output error / The disk reports a fault. Look at the system's log and make "
               "a backup.");
  CHECK_EQ(message("renameat", 0, EROFS),
           "a.md was not saved: cannot rename a.md: Read-only file system / The file system is "
           "mounted read-only. Mount it writable, or serve the vault read-only.");
  const std::string unsure = message("fsync", 1, EDQUOT);
  CHECK(
      unsure.starts_with("a.md has the new text, but a power failure may undo it: cannot sync "
                         "the folder "));
  CHECK(
      unsure.ends_with(": Disk quota exceeded / Your disk quota is used up. Free some space, "
                       "then try again."));
}

TEST_CASE("note file: a file larger than the user's limit is refused and the old one stays") {
  const OneNote one;
  const std::string told = said_by_child([&] {
    static_cast<void>(std::signal(SIGXFSZ, SIG_IGN));
    const rlimit limit{.rlim_cur = 6000, .rlim_max = 6000};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    return said(update_a(opened(one.vault.path())));
  });
  CHECK(told.ends_with(
      ": File too large / The file would be larger than the file system or the limit of this user "
      "allows (ulimit -f)."));
  CHECK_EQ(one.vault.names(), Names{"a.md"});
  CHECK_EQ(one.vault.bytes("a.md"), old_text);
}

TEST_CASE("note file: without free descriptors nothing is lost and the reason is told") {
  const OneNote one;
  const std::string told = said_by_child([&] {
    const Folder folder = opened(one.vault.path());
    const rlimit limit{.rlim_cur = 0, .rlim_max = 64};
    ::setrlimit(RLIMIT_NOFILE, &limit);
    return said(update_a(folder));
  });
  CHECK(
      told.ends_with(": Too many open files / Too many files are open. Close some programs or "
                     "raise the limit (ulimit -n), then try again."));
  CHECK_EQ(one.vault.bytes("a.md"), old_text);
}

TEST_CASE("note file: a folder without write permission keeps its notes and says why") {
  const OneNote one;
  ::chmod(one.vault.path().c_str(), 0555);
  const auto as_user = [&](const std::function<Result<void>(const Folder&)>& work) {
    return said_by_child([&] {
      notes::test::drop_privileges();
      return said(work(opened(one.vault.path())));
    });
  };
  const std::string reason =
      ": Permission denied / The user that runs notes-mcp needs permission for this file and its "
      "folder.";
  CHECK(as_user(create_b).ends_with(reason));
  CHECK(as_user(remove_a).ends_with(reason));
  CHECK(as_user([](const Folder& folder) { return update_a(folder); }).ends_with(reason));
  CHECK_EQ(one.vault.names(), Names{"a.md"});
  CHECK_EQ(one.vault.bytes("a.md"), old_text);
}

TEST_CASE("note file: a disk that is really full, and one that is really read-only") {
  const TempVault mount_point;
  const std::string told = said_by_child([&]() -> std::string {
    const char* const path = mount_point.path().c_str();
    if (!notes::test::has_own_mounts()) return "no mounts";
    if (::mount("tmpfs", path, "tmpfs", 0, "size=64k") != 0) return "no mounts";
    mount_point.write("a.md", old_text);
    const Folder folder = opened(mount_point.path());
    std::string said_of_all = said(update_a(folder, std::string(200'000, 'n'))) + "\n";
    said_of_all += mount_point.bytes("a.md") == old_text ? "old text\n" : "lost\n";
    said_of_all += std::to_string(mount_point.names().size()) + " file\n";
    said_of_all += said(update_a(folder, "shorter")) + "\n";
    ::mount("tmpfs", path, "tmpfs", MS_REMOUNT | MS_RDONLY, nullptr);
    said_of_all += said(update_a(folder)) + "\n" + said(remove_a(folder)) + "\n";
    said_of_all += mount_point.bytes("a.md");
    return said_of_all;
  });
  if (told == "no mounts") {
    MESSAGE("skipped: this system does not let a test mount a file system");
    return;
  }
  // The child has its own number in the name of the temporary file.
  const std::size_t number = told.find(".notes-mcp-") + 11;
  const std::string temporary =
      ".notes-mcp-" + told.substr(number, told.find('-', number) - number) + "-0.tmp";
  const std::string read_only =
      ": Read-only file system / The file system is mounted read-only. Mount it writable, or serve "
      "the vault read-only.";
  CHECK_EQ(told,
           notes::test::lines({"a.md was not saved: cannot write " + temporary + ": " + disk_full,
                               "old text", "1 file", "done",
                               "a.md was not saved: cannot write a.md" + read_only,
                               "a.md was not removed: cannot remove a.md" + read_only}) +
               "shorter");
}

TEST_CASE("note file: kill -9 at any moment of large updates leaves a whole note") {
  const int rounds = repetitions("NOTES_LONG_RUN_KILLS", 25);
  const OneNote one(Place::disk);
  const std::string large_a(1U << 20U, 'a');
  const std::string large_b(1U << 20U, 'b');
  one.vault.write("a.md", large_a);
  for (int round = 0; round < rounds; ++round) {
    Child child([&]() -> std::string {
      const Folder folder = opened(one.vault.path());
      for (int i = 0;; ++i) {
        const Result<void> done = update_a(folder, i % 2 == 0 ? large_a : large_b);
        if (!done) return said(done);
      }
    });
    ::usleep(static_cast<useconds_t>(3'000 + 1'700 * (round % 25)));
    ::kill(child.id(), SIGKILL);
    CHECK_EQ(child.wait().said, "");
    const std::string bytes = one.vault.bytes("a.md");
    CHECK((bytes == large_a || bytes == large_b));
    notes::remove_left_over_files(opened(one.vault.path()));
    CHECK_EQ(one.vault.names(), Names{"a.md"});
  }
}
