#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <memory>

#include "vault/platform.h"
#include "vault/platform_posix.h"

namespace notes::platform {
namespace {

unexpected<VaultError> too_large(const std::string& name, std::uint64_t size,
                                 std::uint64_t max_bytes) {
  return fail(ErrorCode::io,
              "cannot read " + name + ": it has " + std::to_string(size) + " bytes, and at most " +
                  std::to_string(max_bytes) + " are read",
              "Split it into smaller files.");
}

/// The bytes from here to the end of the file, which is expected after `size` of them, in the
/// memory of `bytes`. Ends after `max_bytes` + 1. nullopt: errno says why.
std::optional<std::string> read_to_end(int file, std::size_t size, std::size_t max_bytes,
                                       std::string bytes) {
  // One byte more than expected tells a file that grew from one that is read whole.
  bytes.resize(size + 1);
  std::size_t filled = 0;
  for (;;) {
    const ssize_t count =
        uninterrupted([&] { return ::read(file, bytes.data() + filled, bytes.size() - filled); });
    if (count < 0) return std::nullopt;
    filled += static_cast<std::size_t>(count);
    if (count == 0 || filled == size || filled > max_bytes) break;
    if (filled == bytes.size()) bytes.resize(std::min(2 * bytes.size(), max_bytes + 1));
  }
  bytes.resize(filled);
  return bytes;
}

/// Whether a file that cannot be opened is none that would be read anyway.
bool is_no_regular_file(const Folder& folder, const std::string& name, int error) {
  if (error == ENOENT || error == ELOOP || error == ENXIO || error == ENAMETOOLONG) return true;
  const Result<std::optional<FileFacts>> facts = folder.facts(name);
  return facts && (!*facts || (*facts)->kind != FileKind::regular);
}

/// The mode that gives nobody more than `wanted` gave, after the file got another owner or group.
mode_t narrowed(mode_t wanted, bool has_owner, bool has_group) {
  constexpr mode_t permissions = 07777;
  mode_t mode = wanted & permissions;
  if (!has_owner) mode &= ~static_cast<mode_t>(S_ISUID);
  if (!has_group) {
    const mode_t others_as_group = (mode & static_cast<mode_t>(S_IRWXO)) << 3U;
    mode &= ~static_cast<mode_t>(S_ISGID | S_IRWXG) | others_as_group;
  }
  return mode;
}

/// Gives the new file what `like` has. Whatever cannot be given leaves it as private as it was
/// made.
void take_after(int file, int folder, const char* like, const struct stat& wanted) {
  struct stat made {};
  if (::fstat(file, &made) != 0) return;
  constexpr auto same_user = static_cast<uid_t>(-1);
  constexpr auto same_group = static_cast<gid_t>(-1);
  const bool has_owner =
      made.st_uid == wanted.st_uid || ::fchown(file, wanted.st_uid, same_group) == 0;
  const bool has_group =
      made.st_gid == wanted.st_gid || ::fchown(file, same_user, wanted.st_gid) == 0;
  const Descriptor model(uninterrupted([&] {
    return ::openat(folder, like, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
  }));
  if (model.is_open()) copy_attributes(model.number(), file);
  ::fchmod(file, narrowed(wanted.st_mode, has_owner, has_group));
}

}  // namespace

Result<std::optional<FileContents>> Folder::read(const std::string& name, std::uint64_t max_bytes,
                                                 std::string buffer) const {
  const char* const path = component(name);
  const Descriptor file(uninterrupted([&] {
    return ::openat(impl_->descriptor.number(), path,
                    O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
  }));
  if (!file.is_open()) {
    const int error = errno;
    if (is_no_regular_file(*this, name, error)) return std::optional<FileContents>();
    return system_error("open", name, error);
  }
  const std::optional<FileFacts> facts = facts_of(file.number());
  if (!facts) return system_error("look at", name, errno);
  if (facts->kind != FileKind::regular) return std::optional<FileContents>();
  if (facts->size > max_bytes) return too_large(name, facts->size, max_bytes);
  std::optional<std::string> bytes =
      read_to_end(file.number(), facts->size, max_bytes, std::move(buffer));
  if (!bytes) return system_error("read", name, errno);
  if (bytes->size() > max_bytes) return too_large(name, bytes->size(), max_bytes);
  return FileContents{.bytes = *std::move(bytes), .facts = *facts};
}

class NewFile::Impl {
 public:
  Descriptor descriptor;
  std::string name;
};

NewFile::NewFile(std::unique_ptr<Impl> impl) noexcept : impl_(std::move(impl)) {}
NewFile::NewFile(NewFile&&) noexcept = default;
NewFile& NewFile::operator=(NewFile&&) noexcept = default;
NewFile::~NewFile() = default;

Result<NewFile> Folder::create(const std::string& name,
                               const std::optional<std::string>& like) const {
  constexpr mode_t for_everyone = 0666;
  constexpr mode_t for_owner = 0600;
  const int folder = impl_->descriptor.number();
  const char* const path = component(name);
  const char* const model = like ? component(*like) : nullptr;
  struct stat wanted {};
  const bool has_model =
      model != nullptr && ::fstatat(folder, model, &wanted, AT_SYMLINK_NOFOLLOW) == 0;
  if (model != nullptr && !has_model && errno != ENOENT) {
    return system_error("look at", *like, errno);
  }
  // Renaming over a file asks for no permission on it; whoever took it away meant something by it.
  if (has_model && S_ISREG(wanted.st_mode) && ::faccessat(folder, model, W_OK, 0) != 0) {
    return system_error("write", *like, errno);
  }
  Descriptor file(uninterrupted([&] {
    return ::openat(folder, path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                    has_model ? for_owner : for_everyone);
  }));
  if (!file.is_open()) return system_error("create", name, errno);
  if (has_model && S_ISREG(wanted.st_mode)) take_after(file.number(), folder, model, wanted);
  return NewFile(std::make_unique<NewFile::Impl>(NewFile::Impl{std::move(file), name}));
}

Result<void> NewFile::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = uninterrupted(
        [&] { return ::write(impl_->descriptor.number(), bytes.data(), bytes.size()); });
    if (count < 0) return system_error("write", impl_->name, errno);
    // No file system does this; were one to, going on would never end.
    if (count == 0) return system_error("write", impl_->name, EIO);
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return {};
}

Result<void> NewFile::sync() {
  const int error = synced(impl_->descriptor.number());
  if (error != 0) return system_error("sync", impl_->name, error);
  return {};
}

Result<FileFacts> NewFile::facts() const {
  const std::optional<FileFacts> facts = facts_of(impl_->descriptor.number());
  if (!facts) return system_error("look at", impl_->name, errno);
  return *facts;
}

Result<void> NewFile::close() {
  // Even when it fails, the descriptor is free on every system that is built for.
  if (::close(impl_->descriptor.release()) == 0 || errno == EINTR) return {};
  return system_error("close", impl_->name, errno);
}

}  // namespace notes::platform
