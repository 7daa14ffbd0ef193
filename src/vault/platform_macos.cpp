#include <copyfile.h>
#include <fcntl.h>
#include <mach-o/dyld.h>
#include <pwd.h>
#include <sys/attr.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/stdio.h>
#include <unistd.h>

#include <array>
#include <memory>
#include <string>

#include "vault/platform.h"
#include "vault/platform_posix.h"

namespace notes::platform {
namespace {

FileKind kind_of(mode_t mode) {
  if (S_ISREG(mode)) return FileKind::regular;
  if (S_ISDIR(mode)) return FileKind::folder;
  if (S_ISLNK(mode)) return FileKind::symbolic_link;
  return FileKind::other;
}

FileFacts facts_from(const struct stat& told) {
  return {.kind = kind_of(told.st_mode),
          .device = static_cast<std::uint64_t>(told.st_dev),
          .inode = static_cast<std::uint64_t>(told.st_ino),
          .size = static_cast<std::uint64_t>(told.st_size),
          .links = static_cast<std::uint32_t>(told.st_nlink),
          .modified_ns = nanoseconds(told.st_mtimespec.tv_sec, told.st_mtimespec.tv_nsec),
          .changed_ns = nanoseconds(told.st_ctimespec.tv_sec, told.st_ctimespec.tv_nsec),
          .born_ns = nanoseconds(told.st_birthtimespec.tv_sec, told.st_birthtimespec.tv_nsec)};
}

/// The replaced file's birth is the note's: it stands in for a `created` that the note has not.
void copy_birth_time(int from, int to) {
  struct stat told {};
  if (::fstat(from, &told) != 0) return;
  struct attrlist wanted {};
  wanted.bitmapcount = ATTR_BIT_MAP_COUNT;
  wanted.commonattr = ATTR_CMN_CRTIME;
  ::fsetattrlist(to, &wanted, &told.st_birthtimespec, sizeof told.st_birthtimespec, 0);
}

}  // namespace

std::optional<FileFacts> facts_at(int folder, const char* name) {
  struct stat told {};
  if (::fstatat(folder, name, &told, AT_SYMLINK_NOFOLLOW) != 0) return std::nullopt;
  return facts_from(told);
}

std::optional<FileFacts> facts_of(int descriptor) {
  struct stat told {};
  if (::fstat(descriptor, &told) != 0) return std::nullopt;
  return facts_from(told);
}

std::int64_t clock_grain_of(int folder) {
  constexpr std::int64_t fine = 20'000'000;
  constexpr std::int64_t coarse = 2'000'000'000;
  struct statfs told {};
  if (::fstatfs(folder, &told) != 0) return coarse;
  return std::string_view(&told.f_fstypename[0]) == "apfs" ? fine : coarse;
}

int sync_to_disk(int descriptor) {
  // fsync alone leaves the bytes in the drive's own cache.
  if (uninterrupted([&] { return ::fcntl(descriptor, F_FULLFSYNC); }) == 0) return 0;
  return uninterrupted([&] { return ::fsync(descriptor); }) == 0 ? 0 : errno;
}

int rename_unless_exists(int from_folder, const char* from, int to_folder, const char* to) {
  if (::renameatx_np(from_folder, from, to_folder, to, RENAME_EXCL) == 0) return 0;
  return errno == EINVAL || errno == ENOSYS ? ENOTSUP : errno;
}

void copy_attributes(int from, int to) {
  ::fcopyfile(from, to, nullptr, COPYFILE_ACL | COPYFILE_XATTR);
  copy_birth_time(from, to);
}

std::optional<std::filesystem::path> home_of_user() {
  std::array<char, 4096> texts{};
  struct passwd user {};
  struct passwd* found = nullptr;
  if (::getpwuid_r(::getuid(), &user, texts.data(), texts.size(), &found) != 0) return std::nullopt;
  if (found == nullptr || *user.pw_dir == '\0') return std::nullopt;
  return user.pw_dir;
}

void prepare_memory() {}

void fetch_memory_after(const void* /*block*/, std::size_t /*bytes*/) {}

void keep_off_this_processor(std::thread& /*thread*/) {}

std::optional<std::filesystem::path> program_path() {
  std::uint32_t length = 0;
  ::_NSGetExecutablePath(nullptr, &length);
  std::string given(length, '\0');
  if (::_NSGetExecutablePath(given.data(), &length) != 0) return std::nullopt;
  std::error_code failure;
  std::filesystem::path path = std::filesystem::canonical(given.c_str(), failure);
  if (failure) return std::nullopt;
  return path;
}

// kqueue tells that a folder's list of names changed, not that a file in it did.
class FolderWatch::Impl {};

FolderWatch::FolderWatch(std::unique_ptr<Impl> impl) noexcept : impl_(std::move(impl)) {}
FolderWatch::FolderWatch(FolderWatch&&) noexcept = default;
FolderWatch& FolderWatch::operator=(FolderWatch&&) noexcept = default;
FolderWatch::~FolderWatch() = default;

std::optional<FolderWatch> FolderWatch::start(const Folder& /*folder*/) { return std::nullopt; }

WatchEvents FolderWatch::take() { return {.overflow = true, .is_over = true, .names = {}}; }

int FolderWatch::descriptor() const noexcept { return -1; }

}  // namespace notes::platform
