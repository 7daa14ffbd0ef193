#include "vault/changes.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "support/child.h"
#include "support/folders.h"
#include "support/system_faults.h"
#include "support/temp_vault.h"

namespace {

namespace fs = std::filesystem;
using notes::Changes;
using notes::Result;
using notes::platform::Folder;
using notes::platform::FolderState;
using notes::test::opened;
using notes::test::Place;
using notes::test::said_by_child;
using notes::test::SystemFaults;
using notes::test::TempVault;

using Names = std::vector<std::string>;

std::string shown(const std::optional<Names>& names) {
  if (!names) return "(cannot tell)";
  std::string text;
  for (const std::string& name : *names) text += name + " ";
  return text;
}

/// A watched folder that holds a.md and has told all so far. `is_watched` is false where the system
/// has no watch for it.
class Watched {
 public:
  explicit Watched(Place place = Place::disk)
      : vault_(place), folder_(prepared()), changes_(folder_) {
    CHECK_EQ(shown(changes_.since_last()), "(cannot tell)");
    if (!changes_.is_watching()) MESSAGE("skipped: no watch on this file system");
  }
  [[nodiscard]] const TempVault& vault() const { return vault_; }
  [[nodiscard]] Changes& changes() { return changes_; }
  [[nodiscard]] bool is_watched() const { return changes_.is_watching(); }

 private:
  [[nodiscard]] Folder prepared() const {
    vault_.write("a.md", "text of a");
    fs::create_directory(vault_.path("sub"));
    return opened(vault_.path());
  }

  TempVault vault_;
  Folder folder_;
  Changes changes_;
};

void open_and(const fs::path& path, int flags, const std::function<void(int)>& work) {
  const int file = ::open(path.c_str(), flags, 0644);
  if (file < 0) throw std::runtime_error("cannot open " + path.string());
  work(file);
  ::close(file);
}

void write_to(int file, std::string_view bytes) {
  if (::write(file, bytes.data(), bytes.size()) < 0) throw std::runtime_error("cannot write");
}

struct Change {
  const char* name;
  std::function<void(const TempVault&)> make;
  const char* told;
};

const std::vector<Change>& all_changes() {
  static const std::vector<Change> changes{
      {"nothing", [](const TempVault&) {}, ""},
      {"reading", [](const TempVault& vault) { static_cast<void>(vault.bytes("a.md")); }, ""},
      {"a change elsewhere", [](const TempVault& vault) { vault.write("sub/b.md", "x"); }, ""},
      {"write", [](const TempVault& vault) { vault.write("a.md", "other"); }, "a.md "},
      {"write of the same bytes in place",
       [](const TempVault& vault) {
         open_and(vault.path("a.md"), O_WRONLY, [](int file) { write_to(file, "text"); });
       },
       "a.md "},
      {"write with the time put back",
       [](const TempVault& vault) {
         const auto time = fs::last_write_time(vault.path("a.md"));
         open_and(vault.path("a.md"), O_WRONLY, [](int file) { write_to(file, "T"); });
         fs::last_write_time(vault.path("a.md"), time);
       },
       "a.md "},
      {"append",
       [](const TempVault& vault) {
         open_and(vault.path("a.md"), O_WRONLY | O_APPEND, [](int file) { write_to(file, "x"); });
       },
       "a.md "},
      {"truncate", [](const TempVault& vault) { fs::resize_file(vault.path("a.md"), 2); }, "a.md "},
      {"create", [](const TempVault& vault) { vault.write("new.md", "x"); }, "new.md "},
      {"delete", [](const TempVault& vault) { fs::remove(vault.path("a.md")); }, "a.md "},
      {"rename within",
       [](const TempVault& vault) { fs::rename(vault.path("a.md"), vault.path("b.md")); },
       "a.md b.md "},
      {"rename in",
       [](const TempVault& vault) {
         vault.write("sub/b.md", "x");
         fs::rename(vault.path("sub/b.md"), vault.path("b.md"));
       },
       "b.md "},
      {"rename out",
       [](const TempVault& vault) { fs::rename(vault.path("a.md"), vault.path("sub/a.md")); },
       "a.md "},
      {"rename over, from elsewhere",
       [](const TempVault& vault) {
         vault.write("sub/b.md", "x");
         fs::rename(vault.path("sub/b.md"), vault.path("a.md"));
       },
       "a.md "},
      {"permissions", [](const TempVault& vault) { ::chmod(vault.path("a.md").c_str(), 0600); },
       "a.md "},
      {"a second name in the folder, and a write through it",
       [](const TempVault& vault) {
         fs::create_hard_link(vault.path("a.md"), vault.path("b.md"));
         open_and(vault.path("b.md"), O_WRONLY, [](int file) { write_to(file, "x"); });
       },
       "b.md "},
      {"stores through a mapping, then unmapped and closed",
       [](const TempVault& vault) {
         open_and(vault.path("a.md"), O_RDWR, [](int file) {
           void* const mapped = ::mmap(nullptr, 4, PROT_WRITE, MAP_SHARED, file, 0);
           if (mapped == MAP_FAILED) throw std::runtime_error("no mapping");
           static_cast<char*>(mapped)[0] = 'T';
           ::munmap(mapped, 4);
         });
       },
       "a.md "},
      {"a symbolic link",
       [](const TempVault& vault) { fs::create_symlink("a.md", vault.path("link.md")); },
       "link.md "},
      {"a folder", [](const TempVault& vault) { fs::create_directory(vault.path("x.md")); },
       "x.md "},
      {"a name that is not UTF-8", [](const TempVault& vault) { vault.write("\xFF.md", "x"); },
       "\xFF.md "},
      {"the longest name", [](const TempVault& vault) { vault.write(std::string(255, 'n'), "x"); },
       nullptr},
      {"many changes of many files",
       [](const TempVault& vault) {
         for (int round = 0; round < 3; ++round) {
           for (const char* name : {"c.md", "a.md", "b.md"}) vault.write(name, "x");
         }
       },
       "a.md b.md c.md "},
      {"the folder's own permissions",
       [](const TempVault& vault) { ::chmod(vault.path().c_str(), 0750); }, "(cannot tell)"},
  };
  return changes;
}

}  // namespace

TEST_CASE("changes: each kind of change is told by name, and told once") {
  for (const Change& change : all_changes()) {
    CAPTURE(change.name);
    Watched watched;
    if (!watched.is_watched()) return;
    change.make(watched.vault());
    CHECK_EQ(shown(watched.changes().since_last()),
             change.told != nullptr ? change.told : std::string(255, 'n') + " ");
    CHECK_EQ(shown(watched.changes().since_last()), "");
  }
}

TEST_CASE("changes: a change of another process is told when its call has returned") {
  Watched watched;
  if (!watched.is_watched()) return;
  for (int round = 0; round < 50; ++round) {
    const std::string name = "note-" + std::to_string(round) + ".md";
    CHECK_EQ(said_by_child([&] {
               watched.vault().write(name, "x");
               return std::string("written");
             }),
             "written");
    CHECK_EQ(shown(watched.changes().since_last()), name + " ");
  }
}

TEST_CASE("changes: what happened before the first question is in no later answer") {
  const TempVault vault;
  const Folder folder = opened(vault.path());
  Changes changes(folder);
  if (!changes.is_watching()) return;
  vault.write("a.md", "x");
  CHECK_EQ(shown(changes.since_last()), "(cannot tell)");
  CHECK_EQ(shown(changes.since_last()), "");
}

TEST_CASE("changes: a thousand files are told") {
  Watched watched(Place::memory);
  if (!watched.is_watched()) return;
  for (int i = 0; i < 1000; ++i) watched.vault().write("n" + std::to_string(i), "x");
  const std::optional<Names> names = watched.changes().since_last();
  REQUIRE(names);
  CHECK_EQ(names->size(), 1000U);
}

TEST_CASE("changes: more events than the system keeps are one full look, then all is well") {
  Watched watched(Place::memory);
  if (!watched.is_watched()) return;
  // Two files in turn, because equal events in a row count once. 65,536 are more than any usual
  // setting of fs.inotify.max_queued_events (16,384).
  open_and(watched.vault().path("a.md"), O_WRONLY, [&](int a) {
    open_and(watched.vault().path("b.md"), O_WRONLY | O_CREAT, [&](int b) {
      for (int i = 0; i < 32'768; ++i) {
        write_to(a, "x");
        write_to(b, "x");
      }
    });
  });
  CHECK_EQ(shown(watched.changes().since_last()), "(cannot tell)");
  CHECK(watched.changes().is_watching());
  CHECK_EQ(shown(watched.changes().since_last()), "");
  watched.vault().write("c.md", "x");
  CHECK_EQ(shown(watched.changes().since_last()), "c.md ");
}

TEST_CASE("changes: a folder that is moved is one full look, and is watched on") {
  const TempVault vault;
  fs::create_directory(vault.path("notes"));
  const Folder folder = opened(vault.path("notes"));
  Changes changes(folder);
  if (!changes.is_watching()) return;
  static_cast<void>(changes.since_last());
  fs::rename(vault.path("notes"), vault.path("elsewhere"));
  CHECK_EQ(folder.state(), FolderState::gone);
  CHECK_EQ(shown(changes.since_last()), "(cannot tell)");
  fs::rename(vault.path("elsewhere"), vault.path("notes"));
  CHECK_EQ(shown(changes.since_last()), "(cannot tell)");
  vault.write("notes/a.md", "x");
  CHECK_EQ(shown(changes.since_last()), "a.md ");
  CHECK_EQ(folder.state(), FolderState::same);
}

TEST_CASE("changes: the folder opened is watched, whatever its path leads to by then") {
  const TempVault vault;
  fs::create_directory(vault.path("notes"));
  const Folder folder = opened(vault.path("notes"));
  fs::rename(vault.path("notes"), vault.path("elsewhere"));
  fs::create_directory(vault.path("notes"));
  Changes changes(folder);
  if (!changes.is_watching()) return;
  static_cast<void>(changes.since_last());
  vault.write("notes/a.md", "x");
  CHECK_EQ(shown(changes.since_last()), "");
  vault.write("elsewhere/b.md", "x");
  CHECK_EQ(shown(changes.since_last()), "b.md ");
}

TEST_CASE("changes: a watch ends with its folder") {
  const TempVault vault;
  fs::create_directory(vault.path("notes"));
  std::optional<Folder> folder(opened(vault.path("notes")));
  Changes changes(*folder);
  if (!changes.is_watching()) return;
  static_cast<void>(changes.since_last());
  fs::remove(vault.path("notes"));
  CHECK_EQ(folder->state(), FolderState::gone);
  // The system keeps a removed folder while it is open somewhere.
  folder.reset();
  CHECK_EQ(shown(changes.since_last()), "(cannot tell)");
  CHECK_FALSE(changes.is_watching());
  CHECK_EQ(changes.descriptor(), std::nullopt);
  CHECK_EQ(shown(changes.since_last()), "(cannot tell)");
}

TEST_CASE("changes: a file system that is unmounted ends the watch, and a new one is seen") {
  const TempVault mount_point;
  const std::string told = said_by_child([&]() -> std::string {
    const char* const path = mount_point.path().c_str();
    if (!notes::test::has_own_mounts()) return "no mounts";
    if (::mount("tmpfs", path, "tmpfs", 0, "size=64k") != 0) return "no mounts";
    std::optional<Folder> folder(opened(mount_point.path()));
    Changes changes(*folder);
    static_cast<void>(changes.since_last());
    ::umount2(path, MNT_DETACH);
    // What stands where the file system was mounted is not the vault.
    std::string said = folder->state() == FolderState::gone ? "gone\n" : "not gone\n";
    if (::mount("tmpfs", path, "tmpfs", 0, "size=64k") != 0) return "no mounts";
    said += folder->state() == FolderState::replaced ? "replaced\n" : "not replaced\n";
    folder.reset();
    said += shown(changes.since_last());
    said += changes.is_watching() ? " watching" : " over";
    return said;
  });
  if (told == "no mounts") {
    MESSAGE("skipped: this system does not let a test mount a file system");
    return;
  }
  CHECK_EQ(told, "gone\nreplaced\n(cannot tell) over");
}

TEST_CASE("changes: the descriptor polls readable when there is something to tell") {
  Watched watched;
  if (!watched.is_watched()) return;
  const auto is_readable = [&] {
    pollfd asked{.fd = *watched.changes().descriptor(), .events = POLLIN, .revents = 0};
    return ::poll(&asked, 1, 0) == 1;
  };
  CHECK_FALSE(is_readable());
  watched.vault().write("b.md", "x");
  CHECK(is_readable());
  CHECK_EQ(shown(watched.changes().since_last()), "b.md ");
  CHECK_FALSE(is_readable());
}

TEST_CASE("changes: without a watch nothing is ever told") {
  SUBCASE("a file system that other machines or programs may change") {
    const Folder folder = opened("/proc");
    Changes changes(folder);
    CHECK_FALSE(changes.is_watching());
    CHECK_EQ(changes.descriptor(), std::nullopt);
    CHECK_EQ(shown(changes.since_last()), "(cannot tell)");
    CHECK_EQ(shown(changes.since_last()), "(cannot tell)");
  }
  SUBCASE("a system that has no watch left") {
    const TempVault vault;
    const Folder folder = opened(vault.path());
    const SystemFaults faults({{.call = "inotify_add_watch", .number = {}, .error = ENOSPC}});
    Changes changes(folder);
    CHECK_FALSE(changes.is_watching());
    CHECK_EQ(shown(changes.since_last()), "(cannot tell)");
  }
}

TEST_CASE("changes: a quiet look is one system call") {
  Watched watched;
  if (!watched.is_watched()) return;
  const SystemFaults noted({});
  CHECK_EQ(shown(watched.changes().since_last()), "");
  CHECK_EQ(noted.calls(), Names{"read"});
}
