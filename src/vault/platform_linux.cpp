#include <fcntl.h>
#include <linux/magic.h>
#include <malloc.h>
#include <pthread.h>
#include <pwd.h>
#include <sched.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "vault/platform.h"
#include "vault/platform_posix.h"

namespace notes::platform {
namespace {

FileKind kind_of(unsigned mode) {
  if (S_ISREG(mode)) return FileKind::regular;
  if (S_ISDIR(mode)) return FileKind::folder;
  if (S_ISLNK(mode)) return FileKind::symbolic_link;
  return FileKind::other;
}

std::optional<FileFacts> facts_by_statx(int folder, const char* name, int flags) {
  constexpr unsigned wanted = STATX_BASIC_STATS | STATX_BTIME;
  struct statx told {};
  if (::statx(folder, name, flags, wanted, &told) != 0) return std::nullopt;
  FileFacts facts{.kind = kind_of(told.stx_mode),
                  .device = makedev(told.stx_dev_major, told.stx_dev_minor),
                  .inode = told.stx_ino,
                  .size = told.stx_size,
                  .links = told.stx_nlink,
                  .modified_ns = nanoseconds(told.stx_mtime.tv_sec, told.stx_mtime.tv_nsec),
                  .changed_ns = nanoseconds(told.stx_ctime.tv_sec, told.stx_ctime.tv_nsec),
                  .born_ns = std::nullopt};
  if ((told.stx_mask & STATX_BTIME) != 0) {
    facts.born_ns = nanoseconds(told.stx_btime.tv_sec, told.stx_btime.tv_nsec);
  }
  return facts;
}

/// Whether every change in the folder comes by this kernel, so that inotify tells of it, and stamps
/// are as fine as the kernel's clock.
bool is_local_file_system(int folder) {
  // Magic numbers that <linux/magic.h> lacks are from the file systems' own sources.
  constexpr unsigned bcachefs_magic = 0xCA451A4E;
  constexpr unsigned zfs_magic = 0x2FC12FC1;
  constexpr unsigned xfs_magic = 0x58465342;
  constexpr std::array<unsigned, 7> trusted{EXT4_SUPER_MAGIC,  // ext2 and ext3 have the same
                                            BTRFS_SUPER_MAGIC, F2FS_SUPER_MAGIC, TMPFS_MAGIC,
                                            xfs_magic,         zfs_magic,        bcachefs_magic};
  struct statfs told {};
  if (uninterrupted([&] { return ::fstatfs(folder, &told); }) != 0) return false;
  const auto magic = static_cast<unsigned>(told.f_type);
  return std::find(trusted.begin(), trusted.end(), magic) != trusted.end();
}

/// Names of the extended attributes of an open file, each followed by NUL.
std::string attribute_names(int file) {
  std::array<char, 4096> names{};
  const ssize_t length = ::flistxattr(file, names.data(), names.size());
  return length > 0 ? std::string(names.data(), static_cast<std::size_t>(length)) : std::string();
}

template <class Visit>
void for_each_name(const std::string& names, Visit visit) {
  for (std::size_t at = 0; at < names.size();) {
    const char* const name = names.c_str() + at;
    visit(name);
    at += std::strlen(name) + 1;
  }
}

/// Attributes that describe the bytes of the one file and are wrong on any other.
bool is_bound_to_file(std::string_view attribute) {
  return attribute == "security.ima" || attribute == "security.evm" ||
         attribute == "security.capability";
}

}  // namespace

std::optional<FileFacts> facts_at(int folder, const char* name) {
  return facts_by_statx(folder, name, AT_SYMLINK_NOFOLLOW | AT_NO_AUTOMOUNT);
}

std::optional<FileFacts> facts_of(int descriptor) {
  return facts_by_statx(descriptor, "", AT_EMPTY_PATH);
}

std::int64_t clock_grain_of(int folder) {
  // A tick is 10 ms where the kernel has the slowest of its clocks (CONFIG_HZ=100).
  constexpr std::int64_t fine = 20'000'000;
  constexpr std::int64_t coarse = 2'000'000'000;
  return is_local_file_system(folder) ? fine : coarse;
}

int sync_to_disk(int descriptor) {
  return uninterrupted([&] { return ::fsync(descriptor); }) == 0 ? 0 : errno;
}

int rename_unless_exists(int from_folder, const char* from, int to_folder, const char* to) {
  if (::renameat2(from_folder, from, to_folder, to, RENAME_NOREPLACE) == 0) return 0;
  // EINVAL: a file system that does not know the flag; ENOSYS: a kernel that does not.
  return errno == EINVAL || errno == ENOSYS ? ENOTSUP : errno;
}

void copy_attributes(int from, int to) {
  constexpr std::size_t max_value = 64U << 10U;  // XATTR_SIZE_MAX of the kernel
  constexpr const char* access_list = "system.posix_acl_access";
  const std::string names = attribute_names(from);
  std::string value;
  bool has_access_list = false;
  for_each_name(names, [&](const char* name) {
    if (is_bound_to_file(name)) return;
    has_access_list = has_access_list || std::string_view(name) == access_list;
    value.resize(max_value);
    const ssize_t length = ::fgetxattr(from, name, value.data(), value.size());
    if (length >= 0) ::fsetxattr(to, name, value.data(), static_cast<std::size_t>(length), 0);
  });
  // The folder may have given the new file a list that the old one has not. Asked for first, as to
  // remove nothing is a change to be written.
  if (!has_access_list && ::fgetxattr(to, access_list, nullptr, 0) >= 0) {
    ::fremovexattr(to, access_list);
  }
}

std::optional<std::filesystem::path> home_of_user() {
  // Not getpwuid: in a static program it needs the shared libraries of the C library it was built
  // with. Users of other directories than /etc/passwd have HOME set by what logged them in.
  struct Close {
    void operator()(std::FILE* file) const { static_cast<void>(std::fclose(file)); }
  };
  const std::unique_ptr<std::FILE, Close> users(std::fopen("/etc/passwd", "re"));
  if (!users) return std::nullopt;
  std::array<char, 4096> texts{};
  struct passwd user {};
  struct passwd* found = nullptr;
  while (::fgetpwent_r(users.get(), &user, texts.data(), texts.size(), &found) == 0) {
    if (user.pw_uid == ::getuid() && *user.pw_dir != '\0') return user.pw_dir;
  }
  return std::nullopt;
}

#ifdef __GLIBC__
namespace {

constexpr std::size_t large_page = std::size_t{2} << 20U;

/// The large pages of the heap's room that are not fetched yet.
std::atomic<std::byte*> unfetched_begin = nullptr;
std::byte* unfetched_end = nullptr;

}  // namespace

void prepare_memory() {
  constexpr std::size_t room = std::size_t{256} << 20U;
  constexpr std::size_t usual_pad = std::size_t{128} << 10U;
  constexpr std::size_t before = 2 * usual_pad;
  // NOLINTBEGIN(concurrency-mt-unsafe): there is one thread yet.
  const auto heap_end = [] { return static_cast<std::byte*>(::sbrk(0)); };
  // What is freed is used again and not given back at once. A heap for each thread would only be
  // more memory.
  ::mallopt(M_ARENA_MAX, 1);
  ::mallopt(M_MMAP_THRESHOLD, static_cast<int>(4 * large_page));
  ::mallopt(M_TRIM_THRESHOLD, static_cast<int>(room + room / 4));
  // The heap goes on shortly before a large page and gets its room at once, by a block that is more
  // than is left of it. The system may give large pages where nothing was written yet. Where the
  // limits of the process do not allow for the room, the heap stays as it is.
  const auto next = reinterpret_cast<std::uintptr_t>(heap_end()) + before;
  const std::size_t skipped = (large_page - next % large_page) % large_page;
  std::byte* const begin = heap_end() + skipped + before;
  ::sbrk(static_cast<std::intptr_t>(skipped));
  ::mallopt(M_TOP_PAD, static_cast<int>(room));
  void* volatile block = std::malloc(usual_pad + usual_pad / 2);
  std::free(block);
  ::mallopt(M_TOP_PAD, static_cast<int>(usual_pad));
  const std::ptrdiff_t room_got = heap_end() - begin;
  // NOLINTEND(concurrency-mt-unsafe)
  if (room_got <= 0) return;
  ::madvise(begin, static_cast<std::size_t>(room_got), MADV_HUGEPAGE);
  unfetched_begin = begin;
  unfetched_end = begin + room_got;
}

void fetch_memory_after(const void* block, std::size_t bytes) {
  const auto* const at = static_cast<const std::byte*>(block);
  std::byte* const page = unfetched_begin;
  if (page == nullptr || unfetched_end - page < static_cast<std::ptrdiff_t>(large_page)) return;
  const bool is_used = at >= page;
  if (!is_used && page - at > static_cast<std::ptrdiff_t>(std::min(bytes, large_page))) return;
  std::byte* expected = page;
  const bool is_ours = unfetched_begin.compare_exchange_strong(expected, page + large_page);
  if (is_ours && !is_used) ::madvise(page, large_page, MADV_POPULATE_WRITE);
}
#else
void prepare_memory() {}
void fetch_memory_after(const void* /*block*/, std::size_t /*bytes*/) {}
#endif

void keep_off_this_processor(std::thread& thread) {
  cpu_set_t processors;
  const int here = ::sched_getcpu();
  if (here < 0 || ::pthread_getaffinity_np(::pthread_self(), sizeof processors, &processors) != 0) {
    return;
  }
  CPU_CLR(static_cast<std::size_t>(here), &processors);
  if (CPU_COUNT(&processors) == 0) return;
  ::pthread_setaffinity_np(thread.native_handle(), sizeof processors, &processors);
}

std::optional<std::filesystem::path> program_path() {
  std::error_code failure;
  std::filesystem::path path = std::filesystem::read_symlink("/proc/self/exe", failure);
  if (failure) return std::nullopt;
  return path;
}

class FolderWatch::Impl {
 public:
  static constexpr std::size_t buffer_bytes = 64U << 10U;

  Descriptor descriptor;
  std::string buffer = std::string(buffer_bytes, '\0');
};

namespace {

constexpr std::uint32_t watched = IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB | IN_CREATE | IN_DELETE |
                                  IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF;

/// Adds what `buffer`, filled by one read, tells.
void add_events(std::string_view buffer, WatchEvents& events) {
  struct inotify_event event {};
  while (buffer.size() >= sizeof event) {
    std::memcpy(&event, buffer.data(), sizeof event);
    const std::string_view padded = buffer.substr(sizeof event, event.len);
    buffer.remove_prefix(sizeof event + padded.size());
    if ((event.mask & (IN_IGNORED | IN_UNMOUNT | IN_DELETE_SELF)) != 0) events.is_over = true;
    // An event without a name is about the folder itself (its place, its permissions), or tells
    // that events were lost.
    if (padded.empty()) {
      events.overflow = true;
    } else {
      events.names.emplace_back(padded.substr(0, padded.find('\0')));
    }
  }
}

}  // namespace

FolderWatch::FolderWatch(std::unique_ptr<Impl> impl) noexcept : impl_(std::move(impl)) {}
FolderWatch::FolderWatch(FolderWatch&&) noexcept = default;
FolderWatch& FolderWatch::operator=(FolderWatch&&) noexcept = default;
FolderWatch::~FolderWatch() = default;

std::optional<FolderWatch> FolderWatch::start(const Folder& folder) {
  const int watched_folder = folder.impl().descriptor.number();
  if (!is_local_file_system(watched_folder)) return std::nullopt;
  Descriptor queue(::inotify_init1(IN_NONBLOCK | IN_CLOEXEC));
  if (!queue.is_open()) return std::nullopt;
  // Through the descriptor, so that the folder watched is the one that is open.
  const std::string path = "/proc/self/fd/" + std::to_string(watched_folder);
  if (::inotify_add_watch(queue.number(), path.c_str(), watched | IN_ONLYDIR) < 0) {
    return std::nullopt;
  }
  return FolderWatch(std::make_unique<Impl>(Impl{.descriptor = std::move(queue)}));
}

WatchEvents FolderWatch::take() {
  constexpr int max_reads = 64;  // 4 MiB; the kernel's own queue holds less
  WatchEvents events;
  for (int reads = 0; reads < max_reads; ++reads) {
    const ssize_t count = uninterrupted([&] {
      return ::read(impl_->descriptor.number(), impl_->buffer.data(), impl_->buffer.size());
    });
    if (count < 0 && errno == EAGAIN) return events;
    if (count <= 0) {
      events.is_over = true;
      break;
    }
    add_events(std::string_view(impl_->buffer).substr(0, static_cast<std::size_t>(count)), events);
    if (events.is_over) break;
  }
  events.overflow = true;
  return events;
}

int FolderWatch::descriptor() const noexcept { return impl_->descriptor.number(); }

}  // namespace notes::platform
