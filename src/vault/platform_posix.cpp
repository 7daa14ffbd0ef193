#include "vault/platform_posix.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <thread>

#include "vault/platform.h"

namespace notes::platform {
namespace {

constexpr int folder_flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC;
constexpr std::int64_t second_ns = 1'000'000'000;

FileKind kind_of(const struct dirent& entry, int folder) {
  switch (entry.d_type) {
    case DT_REG:
      return FileKind::regular;
    case DT_DIR:
      return FileKind::folder;
    case DT_LNK:
      return FileKind::symbolic_link;
    case DT_UNKNOWN: {
      const std::optional<FileFacts> facts = facts_at(folder, &entry.d_name[0]);
      return facts ? facts->kind : FileKind::other;
    }
    default:
      return FileKind::other;
  }
}

std::string with_case_swapped(std::string text) {
  for (char& letter : text) {
    if ((letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z')) {
      letter = static_cast<char>(static_cast<unsigned char>(letter) ^ 0x20U);
    }
  }
  return text;
}

/// The lock of a folder, or nothing where the file system has none.
int locked(int folder) {
  return uninterrupted([&] { return ::flock(folder, LOCK_EX | LOCK_NB); }) == 0 ? 0 : errno;
}

/// Takes the name `to` with an empty file and renames over that: for file systems that know neither
/// an exclusive rename nor hard links.
int rename_over_reservation(int from_folder, const char* from, int to_folder, const char* to) {
  const Descriptor reserved(uninterrupted([&] {
    return ::openat(to_folder, to, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  }));
  if (!reserved.is_open()) return errno;
  if (::renameat(from_folder, from, to_folder, to) == 0) return 0;
  const int error = errno;
  ::unlinkat(to_folder, to, 0);
  return error;
}

int rename_by_link(int from_folder, const char* from, int to_folder, const char* to) {
  if (::linkat(from_folder, from, to_folder, to, 0) != 0) return errno;
  if (::unlinkat(from_folder, from, 0) == 0) return 0;
  const int error = errno;
  ::unlinkat(to_folder, to, 0);
  return error;
}

/// What linkat says where there are no hard links, or none to this file.
bool means_no_links(int error) {
  return error == EPERM || error == ENOTSUP || error == ENOSYS || error == EMLINK ||
         error == EINVAL;
}

Result<bool> renamed_exclusively(const Folder::Impl& from_folder, const std::string& from,
                                 const Folder::Impl& to_folder, const std::string& to) {
  const char* const source = component(from);
  const char* const target = component(to);
  const int source_folder = from_folder.descriptor.number();
  const int target_folder = to_folder.descriptor.number();
  int error = rename_unless_exists(source_folder, source, target_folder, target);
  if (error == ENOTSUP) {
    error = rename_by_link(source_folder, source, target_folder, target);
    if (means_no_links(error)) {
      error = rename_over_reservation(source_folder, source, target_folder, target);
    }
  }
  if (error == EEXIST) return false;
  if (error != 0) return system_error("rename", from, error);
  return true;
}

/// Whether a folder on `device` is where its file system begins, `parent` being the way to the
/// folder above.
bool begins_file_system(int from, const char* parent, std::uint64_t device) {
  struct stat above {};
  return ::fstatat(from, parent, &above, 0) == 0 &&
         static_cast<std::uint64_t>(above.st_dev) != device;
}

}  // namespace

const char* component(const std::string& name) {
  constexpr std::string_view separators("/\0", 2);
  if (name.empty() || name == "." || name == ".." ||
      name.find_first_of(separators) != std::string::npos) {
    throw std::logic_error("not the name of an entry of a folder: '" + name + "'");
  }
  return name.c_str();
}

class FolderLock::Impl {
 public:
  Descriptor descriptor;
};

FolderLock::FolderLock(std::unique_ptr<Impl> impl) noexcept : impl_(std::move(impl)) {}
FolderLock::FolderLock(FolderLock&&) noexcept = default;
FolderLock& FolderLock::operator=(FolderLock&&) noexcept = default;
FolderLock::~FolderLock() = default;

Folder::Folder(std::unique_ptr<Impl> impl) noexcept : impl_(std::move(impl)) {}
Folder::Folder(Folder&&) noexcept = default;
Folder& Folder::operator=(Folder&&) noexcept = default;
Folder::~Folder() = default;

Result<Folder> Folder::Impl::adopt(Descriptor opened, std::filesystem::path shown) {
  const std::optional<FileFacts> facts = facts_of(opened.number());
  if (!facts) return system_error("look at the folder", shown.native(), errno);
  // A file system with stamps of whole seconds (ext3, ext4 with small inodes) looks like any other
  // of its kind; its stamps give it away.
  const bool has_whole_seconds =
      facts->changed_ns % second_ns == 0 && facts->modified_ns % second_ns == 0;
  const std::int64_t grain = clock_grain_of(opened.number());
  const bool is_mounted = begins_file_system(opened.number(), "..", facts->device);
  return Folder(std::make_unique<Impl>(
      Impl{.descriptor = std::move(opened),
           .path = std::move(shown),
           .facts = *facts,
           .is_mounted = is_mounted,
           .clock_grain_ns = has_whole_seconds ? std::max(grain, 2 * second_ns) : grain}));
}

Result<Folder> Folder::open(const std::filesystem::path& path) {
  std::error_code failure;
  std::filesystem::path absolute = std::filesystem::absolute(path, failure);
  if (failure) return system_error("open the folder", path.native(), failure.value());
  Descriptor opened(uninterrupted([&] { return ::open(absolute.c_str(), folder_flags); }));
  if (!opened.is_open()) return system_error("open the folder", absolute.native(), errno);
  return Impl::adopt(std::move(opened), std::move(absolute));
}

Result<Folder> Folder::open_or_create(const std::filesystem::path& path) {
  std::error_code failure;
  std::filesystem::create_directories(path, failure);
  Result<Folder> opened = open(path);
  if (!opened && failure) {
    return system_error("make the folder", path.native(), failure.value());
  }
  return opened;
}

const std::filesystem::path& Folder::path() const noexcept { return impl_->path; }

FolderState Folder::state() const {
  struct stat now {};
  if (::stat(impl_->path.c_str(), &now) != 0) return FolderState::gone;
  const auto device = static_cast<std::uint64_t>(now.st_dev);
  const bool is_same =
      device == impl_->facts.device && static_cast<std::uint64_t>(now.st_ino) == impl_->facts.inode;
  if (is_same) return FolderState::same;
  // What stands where a drive was mounted is not the vault.
  const std::string parent = (impl_->path / "..").native();
  const bool is_unmounted =
      impl_->is_mounted && !begins_file_system(AT_FDCWD, parent.c_str(), device);
  return is_unmounted ? FolderState::gone : FolderState::replaced;
}

std::int64_t Folder::clock_grain_ns() const noexcept { return impl_->clock_grain_ns; }

Result<std::vector<FolderEntry>> Folder::list() const {
  // A descriptor of its own, because the place reached in the folder belongs to the open file.
  Descriptor own(
      uninterrupted([&] { return ::openat(impl_->descriptor.number(), ".", folder_flags); }));
  if (!own.is_open()) return system_error("list the folder", impl_->path.native(), errno);
  struct Close {
    void operator()(DIR* stream) const { ::closedir(stream); }
  };
  const std::unique_ptr<DIR, Close> stream(::fdopendir(own.number()));
  if (!stream) return system_error("list the folder", impl_->path.native(), errno);
  const int folder = own.release();
  std::vector<FolderEntry> entries;
  entries.reserve(impl_->listed);
  for (;;) {
    errno = 0;
    // NOLINTNEXTLINE(concurrency-mt-unsafe): no other thread has this stream.
    const struct dirent* const entry = ::readdir(stream.get());
    if (entry == nullptr) break;
    const std::string_view name = &entry->d_name[0];
    if (name == "." || name == "..") continue;
    entries.push_back({.name = std::string(name), .kind = kind_of(*entry, folder)});
  }
  if (errno != 0) return system_error("list the folder", impl_->path.native(), errno);
  impl_->listed = entries.size();
  return entries;
}

Result<std::optional<FileFacts>> Folder::facts(const std::string& name) const {
  const std::optional<FileFacts> facts = facts_at(impl_->descriptor.number(), component(name));
  if (facts) return facts;
  if (errno == ENOENT || errno == ENAMETOOLONG) return std::optional<FileFacts>();
  return system_error("look at", name, errno);
}

bool Folder::is_spelled(const std::string& name) const {
  const int folder = impl_->descriptor.number();
  const std::optional<FileFacts> facts = facts_at(folder, component(name));
  if (!facts) return false;
  const std::optional<FileFacts> other = facts_at(folder, with_case_swapped(name).c_str());
  // Only where both spellings lead to one file can the entry's own be another.
  if (!other || other->inode != facts->inode || other->device != facts->device) return true;
  const Result<std::vector<FolderEntry>> entries = list();
  return entries && std::any_of(entries->begin(), entries->end(),
                                [&](const FolderEntry& entry) { return entry.name == name; });
}

Result<void> Folder::replace(const std::string& from, const std::string& to) const {
  const int folder = impl_->descriptor.number();
  if (::renameat(folder, component(from), folder, component(to)) == 0) return {};
  return system_error("rename", to, errno);
}

Result<bool> Folder::rename_exclusive(const std::string& from, const std::string& to) const {
  return renamed_exclusively(*impl_, from, *impl_, to);
}

Result<bool> Folder::move_exclusive(const std::string& name, const Folder& target,
                                    const std::string& new_name) const {
  return renamed_exclusively(*impl_, name, *target.impl_, new_name);
}

Result<bool> Folder::remove(const std::string& name) const {
  if (::unlinkat(impl_->descriptor.number(), component(name), 0) == 0) return true;
  if (errno == ENOENT) return false;
  return system_error("remove", name, errno);
}

Result<Folder> Folder::subfolder(const std::string& name) const {
  const int folder = impl_->descriptor.number();
  const char* const path = component(name);
  if (::mkdirat(folder, path, 0777) == 0) {
    const Result<void> kept = sync();
    if (!kept) return unexpected(kept.error());
  } else if (errno != EEXIST) {
    return system_error("make the folder", name, errno);
  }
  Descriptor opened(
      uninterrupted([&] { return ::openat(folder, path, folder_flags | O_NOFOLLOW); }));
  if (!opened.is_open()) return system_error("open the folder", name, errno);
  return Impl::adopt(std::move(opened), impl_->path / name);
}

Result<void> Folder::sync() const {
  const int error = synced(impl_->descriptor.number());
  if (error != 0) return system_error("sync the folder", impl_->path.native(), error);
  return {};
}

Result<FolderLock> Folder::lock(std::chrono::milliseconds timeout) const {
  using std::chrono::steady_clock;
  constexpr std::chrono::microseconds first_pause(200);
  constexpr std::chrono::microseconds longest_pause(5000);
  // A lock belongs to the open file, so each lock opens the folder once more.
  Descriptor own(
      uninterrupted([&] { return ::openat(impl_->descriptor.number(), ".", folder_flags); }));
  if (!own.is_open()) return system_error("lock the folder", impl_->path.native(), errno);
  const steady_clock::time_point deadline = steady_clock::now() + timeout;
  for (auto pause = first_pause; locked(own.number()) == EWOULDBLOCK;
       pause = std::min(2 * pause, longest_pause)) {
    if (steady_clock::now() >= deadline) {
      return fail(ErrorCode::io,
                  "cannot lock the folder " + impl_->path.native() + ": another process holds it",
                  "Another notes-mcp is writing. Try again; if that does not help, end it.");
    }
    std::this_thread::sleep_for(pause);
  }
  return FolderLock(std::make_unique<FolderLock::Impl>(FolderLock::Impl{std::move(own)}));
}

}  // namespace notes::platform
