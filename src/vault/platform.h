#pragma once
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "vault/error.h"
#include "vault/timestamp.h"

/// What we ask of the system. The files `platform_<system>*.cpp` implement it; no other file of the
/// vault has a system header or an #ifdef.
///
/// Every error has the code `io`, names what was tried, the file and the system's reason ("cannot
/// rename pad-thai.md: No space left on device"), and hints at the mend where there is one. Names
/// stand in messages with the bytes that they have on disk.
///
/// Names of files are single components, relative to an open folder: a name that is empty, `.`,
/// `..`, or holds a separator or NUL is a bug of the caller and thrown as `std::logic_error`. No
/// call follows a symbolic link in such a name. A call that a signal interrupts goes on.
///
/// The program must ignore SIGXFSZ (where there is one), so that a file larger than the user's
/// limit is an error here and not the end of the process.
namespace notes::platform {

enum class FileKind { regular, folder, symbolic_link, other };

/// What the system says of a file. Two equal values mean: not changed, as far as it can tell.
struct FileFacts {
  FileKind kind = FileKind::other;
  std::uint64_t device = 0;
  std::uint64_t inode = 0;
  std::uint64_t size = 0;               ///< bytes
  std::uint32_t links = 1;              ///< hard links
  std::int64_t modified_ns = 0;         ///< since 1970-01-01T00:00:00Z
  std::int64_t changed_ns = 0;          ///< ctime: moves also when mtime is put back
  std::optional<std::int64_t> born_ns;  ///< where the file system keeps it
  friend bool operator==(const FileFacts&, const FileFacts&) = default;
};

struct FolderEntry {
  std::string name;  ///< the entry's own spelling, any bytes; never "." or ".."
  FileKind kind;
};

struct FileContents {
  std::string bytes;
  FileFacts facts;  ///< of the open file, from before the bytes were read
};

/// Whether the path with which a folder was opened still leads to it.
enum class FolderState { same, replaced, gone };

/// An advisory lock on a folder among servers; released by the destructor or the process's end.
class FolderLock {
 public:
  class Impl;
  explicit FolderLock(std::unique_ptr<Impl> impl) noexcept;
  FolderLock(FolderLock&& other) noexcept;
  FolderLock& operator=(FolderLock&& other) noexcept;
  ~FolderLock();

 private:
  std::unique_ptr<Impl> impl_;
};

/// A new file that only we know of, being written. Destroyed without `close`: closed, not removed.
class NewFile {
 public:
  class Impl;
  explicit NewFile(std::unique_ptr<Impl> impl) noexcept;
  NewFile(NewFile&& other) noexcept;
  NewFile& operator=(NewFile&& other) noexcept;
  ~NewFile();

  /// Writes all of `bytes`, over short writes and interruptions. Errors: `io`.
  [[nodiscard]] Result<void> write(std::string_view bytes);
  /// Brings what was written to the disk (fsync; F_FULLFSYNC where there is one). Errors: `io`.
  [[nodiscard]] Result<void> sync();
  /// Facts of the file as it is now; only while it is open. Errors: `io`.
  [[nodiscard]] Result<FileFacts> facts() const;
  /// Closes; an error that the system kept until now is reported. Nothing else may follow.
  /// Errors: `io`.
  [[nodiscard]] Result<void> close();

 private:
  std::unique_ptr<Impl> impl_;
};

/// A folder held open: all later calls are relative to it, so nothing that happens to the path
/// leads them elsewhere.
class Folder {
 public:
  class Impl;
  explicit Folder(std::unique_ptr<Impl> impl) noexcept;
  Folder(Folder&& other) noexcept;
  Folder& operator=(Folder&& other) noexcept;
  ~Folder();

  /// Opens an existing folder, for which permission to read is enough; a link in `path` is
  /// followed, once, here. Errors: `io`, naming it.
  [[nodiscard]] static Result<Folder> open(const std::filesystem::path& path);
  /// The same, and makes it with its parents when there is none.
  [[nodiscard]] static Result<Folder> open_or_create(const std::filesystem::path& path);

  /// The path given to `open`, made absolute; links in it are still in it.
  [[nodiscard]] const std::filesystem::path& path() const noexcept;
  [[nodiscard]] FolderState state() const;
  /// Within this long after a file's `changed_ns` or `modified_ns` another change may leave the
  /// same stamps, nanoseconds: more than a clock tick where stamps are fine, 2 s where they may be
  /// coarse (FAT, HFS+, a file server).
  [[nodiscard]] std::int64_t clock_grain_ns() const noexcept;

  /// All entries, in no order. Errors: `io`.
  [[nodiscard]] Result<std::vector<FolderEntry>> list() const;
  /// Facts of one entry, not following a link; nullopt when there is none. Errors: `io`.
  [[nodiscard]] Result<std::optional<FileFacts>> facts(const std::string& name) const;
  /// The entry's own spelling and whether it is exactly `name`: on a file system that ignores case
  /// `Pad-Thai.md` is found as `pad-thai.md` but is another name. False when there is no such
  /// entry.
  [[nodiscard]] bool is_spelled(const std::string& name) const;

  /// All bytes of a regular file of at most `max_bytes`. Opens without following links and without
  /// blocking on a FIFO, checks the kind of what it opened, and closes anything else unread.
  /// nullopt when there is no entry of that name, or it is not a regular file. A file that grows or
  /// shrinks meanwhile gives the bytes that were met, with facts that fit no later look.
  /// The bytes come in the memory of `buffer`, whose text does not matter.
  /// Errors: `io` (too large: says both sizes).
  [[nodiscard]] Result<std::optional<FileContents>> read(const std::string& name,
                                                         std::uint64_t max_bytes,
                                                         std::string buffer = {}) const;

  /// A new file (exclusive: an entry of that name is an error). `like` names a file whose mode and,
  /// where the system allows it, owner and extended attributes it takes, never with more access for
  /// anyone than `like` gave; without it, or when `like` is gone, 0666 less umask. Errors: `io`.
  [[nodiscard]] Result<NewFile> create(const std::string& name,
                                       const std::optional<std::string>& like) const;
  /// Renames `from` over `to`. Errors: `io`.
  [[nodiscard]] Result<void> replace(const std::string& from, const std::string& to) const;
  /// Renames `from` to `to` only if there is no `to`: of several callers one gets the name. On a
  /// file system that has neither an exclusive rename nor hard links, `to` is an empty file for a
  /// moment. False when there is a `to`. Errors: `io`.
  [[nodiscard]] Result<bool> rename_exclusive(const std::string& from, const std::string& to) const;
  /// Removes one entry that is no folder. False when there was none. Errors: `io`.
  [[nodiscard]] Result<bool> remove(const std::string& name) const;
  /// Opens the sub-folder `name` (not through a link), making it when missing. Errors: `io`.
  [[nodiscard]] Result<Folder> subfolder(const std::string& name) const;
  /// Moves the entry `name` into `target` as `new_name`, only if that is free there; else false.
  /// Errors: `io`.
  [[nodiscard]] Result<bool> move_exclusive(const std::string& name, const Folder& target,
                                            const std::string& new_name) const;
  /// Brings the folder's entries to the disk. Errors: `io`.
  [[nodiscard]] Result<void> sync() const;
  /// Waits for the advisory lock on the folder, `timeout` at most. One holder at a time among all
  /// processes, and among the `Folder`s of this one. A file system without locks gives a lock that
  /// does nothing. Errors: `io` (held by another for too long).
  [[nodiscard]] Result<FolderLock> lock(std::chrono::milliseconds timeout) const;

  [[nodiscard]] Impl& impl() const noexcept { return *impl_; }

 private:
  std::unique_ptr<Impl> impl_;
};

/// A change in a watched folder, as the system told it.
struct WatchEvents {
  bool overflow = false;           ///< some were lost, or the folder itself was moved or removed
  bool is_over = false;            ///< no more will come: the folder is removed or unmounted
  std::vector<std::string> names;  ///< entries that may differ, unsorted, perhaps repeated
};

/// Asks the system to tell of every change in a folder (inotify). The event is readable before the
/// changing call of the other process returns. It names the entry through which the change was
/// made: nothing is told of another name that is a hard link to the same file, nor of stores
/// through a mapping before it is unmapped and its file closed.
class FolderWatch {
 public:
  class Impl;
  explicit FolderWatch(std::unique_ptr<Impl> impl) noexcept;
  FolderWatch(FolderWatch&& other) noexcept;
  FolderWatch& operator=(FolderWatch&& other) noexcept;
  ~FolderWatch();

  /// nullopt where the system cannot tell: not Linux, a network or user-space file system (by
  /// statfs; only ext2-4, xfs, btrfs, f2fs, tmpfs, zfs and bcachefs are trusted), no watches left.
  [[nodiscard]] static std::optional<FolderWatch> start(const Folder& folder);
  /// What happened since the last call; never blocks.
  [[nodiscard]] WatchEvents take();
  /// A descriptor that polls readable when there is something to take.
  [[nodiscard]] int descriptor() const noexcept;

 private:
  std::unique_ptr<Impl> impl_;
};

/// Sets how the process gets memory, for one that keeps many texts over its life: from the system
/// in pages as large as it has, since to be given a page costs as much as to read one. For the
/// program's start, before threads; does nothing where the system has no such choice.
void prepare_memory();
/// Has the system give memory for the next `bytes` that will be allocated, of which `block` is the
/// latest, if most of what it gave is used. Where a thread comes upon such memory itself it does so
/// while it allocates, and all others that allocate wait for it, some milliseconds where the system
/// runs within another. From any thread. Does nothing where the system has no such choice.
void fetch_memory_after(const void* block, std::size_t bytes);
/// Has `thread`, which was just started, run on other processors than the one that the calling
/// thread is on. A system may start a thread beside the one it is to help and leave both there for
/// many milliseconds while another processor is idle. Does nothing where there is no other, and
/// where the system has no such choice.
void keep_off_this_processor(std::thread& thread);
[[nodiscard]] Timestamp now();
/// Nanoseconds since 1970 by the clock that the file system stamps files with (the coarse one).
[[nodiscard]] std::int64_t file_clock_ns();
/// This process, and whether a process is alive; used in the names of temporary files.
[[nodiscard]] std::uint64_t process_id();
[[nodiscard]] bool is_process_alive(std::uint64_t id);
/// The user's home: $HOME when not empty, else the password entry. nullopt without either.
[[nodiscard]] std::optional<std::filesystem::path> home();
/// Absolute path of the running program; nullopt when the system does not tell.
[[nodiscard]] std::optional<std::filesystem::path> program_path();
/// UTF-8 text to a path, whatever the locale, and back.
[[nodiscard]] std::filesystem::path path_from_utf8(std::string_view text);
[[nodiscard]] std::string path_to_utf8(const std::filesystem::path& path);

}  // namespace notes::platform
