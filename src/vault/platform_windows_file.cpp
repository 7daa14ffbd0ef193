#define WIN32_LEAN_AND_MEAN
#define NOMINMAX
#include <windows.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "vault/platform.h"
#include "vault/platform_windows.h"

namespace notes::platform {
namespace {

std::int64_t nanoseconds(LARGE_INTEGER ticks) {
  // 100 ns since 1601; what does not fit in nanoseconds since 1970 is kept at the ends.
  constexpr std::int64_t ticks_to_1970 = 116'444'736'000'000'000;
  constexpr std::int64_t most = 92'000'000'000'000'000;
  return std::clamp(ticks.QuadPart - ticks_to_1970, -most, most) * 100;
}

}  // namespace

FileKind kind_of(unsigned long attributes, unsigned long reparse_tag) {
  // Files in the cloud, compressed or de-duplicated ones are reparse points as well, and files.
  const bool leads_elsewhere =
      reparse_tag == IO_REPARSE_TAG_SYMLINK || reparse_tag == IO_REPARSE_TAG_MOUNT_POINT;
  if ((attributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0 && leads_elsewhere) {
    return FileKind::symbolic_link;
  }
  return (attributes & FILE_ATTRIBUTE_DIRECTORY) != 0 ? FileKind::folder : FileKind::regular;
}

Handle opened(const std::filesystem::path& path, unsigned long access, unsigned long share,
              unsigned long disposition, unsigned long flags) {
  HANDLE handle = ::CreateFileW(path.c_str(), access, share, nullptr, disposition, flags, nullptr);
  return handle == INVALID_HANDLE_VALUE ? Handle() : Handle(handle);
}

std::optional<FileFacts> facts_of(void* file) {
  if (::GetFileType(file) != FILE_TYPE_DISK) return FileFacts{};
  FILE_BASIC_INFO basic{};
  FILE_ATTRIBUTE_TAG_INFO tag{};
  BY_HANDLE_FILE_INFORMATION identity{};
  if (::GetFileInformationByHandleEx(file, FileBasicInfo, &basic, sizeof basic) == 0 ||
      ::GetFileInformationByHandleEx(file, FileAttributeTagInfo, &tag, sizeof tag) == 0 ||
      ::GetFileInformationByHandle(file, &identity) == 0) {
    return std::nullopt;
  }
  const auto joined = [](DWORD high, DWORD low) {
    return (static_cast<std::uint64_t>(high) << 32U) | low;
  };
  return FileFacts{.kind = kind_of(tag.FileAttributes, tag.ReparseTag),
                   .device = identity.dwVolumeSerialNumber,
                   .inode = joined(identity.nFileIndexHigh, identity.nFileIndexLow),
                   .size = joined(identity.nFileSizeHigh, identity.nFileSizeLow),
                   .links = identity.nNumberOfLinks,
                   .modified_ns = nanoseconds(basic.LastWriteTime),
                   .changed_ns = nanoseconds(basic.ChangeTime),
                   .born_ns = nanoseconds(basic.CreationTime)};
}

bool means_absent(unsigned long error) {
  return error == ERROR_FILE_NOT_FOUND || error == ERROR_PATH_NOT_FOUND ||
         error == ERROR_INVALID_NAME || error == ERROR_FILENAME_EXCED_RANGE;
}

class NewFile::Impl {
 public:
  Handle handle;
  std::string name;
};

NewFile::NewFile(std::unique_ptr<Impl> impl) noexcept : impl_(std::move(impl)) {}
NewFile::NewFile(NewFile&&) noexcept = default;
NewFile& NewFile::operator=(NewFile&&) noexcept = default;
NewFile::~NewFile() = default;

Result<void> NewFile::write(std::string_view bytes) {
  constexpr std::size_t most = 1U << 30U;
  while (!bytes.empty()) {
    DWORD count = 0;
    const auto wanted = static_cast<DWORD>(std::min(bytes.size(), most));
    if (::WriteFile(impl_->handle.value(), bytes.data(), wanted, &count, nullptr) == 0) {
      return system_error("write", impl_->name, ::GetLastError());
    }
    if (count == 0) return system_error("write", impl_->name, ERROR_WRITE_FAULT);
    bytes.remove_prefix(count);
  }
  return {};
}

Result<void> NewFile::sync() {
  if (::FlushFileBuffers(impl_->handle.value()) != 0) return {};
  return system_error("sync", impl_->name, ::GetLastError());
}

Result<FileFacts> NewFile::facts() const {
  const std::optional<FileFacts> facts = facts_of(impl_->handle.value());
  if (!facts) return system_error("look at", impl_->name, ::GetLastError());
  return *facts;
}

Result<void> NewFile::close() {
  if (::CloseHandle(impl_->handle.release()) != 0) return {};
  return system_error("close", impl_->name, ::GetLastError());
}

Result<std::optional<FileContents>> Folder::read(const std::string& name, std::uint64_t max_bytes,
                                                 std::string buffer) const {
  const Handle file = opened(impl_->entry(name), GENERIC_READ, share_all, OPEN_EXISTING,
                             FILE_FLAG_OPEN_REPARSE_POINT | FILE_FLAG_SEQUENTIAL_SCAN);
  if (!file.is_open()) {
    const DWORD error = ::GetLastError();
    if (means_absent(error)) return std::optional<FileContents>();
    // A folder is told of as a lack of permission.
    const Result<std::optional<FileFacts>> kind = facts(name);
    if (kind && *kind && (*kind)->kind != FileKind::regular) return std::optional<FileContents>();
    return system_error("open", name, error);
  }
  const std::optional<FileFacts> facts = facts_of(file.value());
  if (!facts) return system_error("look at", name, ::GetLastError());
  if (facts->kind != FileKind::regular) return std::optional<FileContents>();
  std::string bytes = std::move(buffer);
  bytes.resize(static_cast<std::size_t>(std::min(facts->size, max_bytes)) + 1);
  std::size_t filled = 0;
  while (facts->size <= max_bytes) {
    DWORD count = 0;
    if (::ReadFile(file.value(), bytes.data() + filled, static_cast<DWORD>(bytes.size() - filled),
                   &count, nullptr) == 0) {
      return system_error("read", name, ::GetLastError());
    }
    filled += count;
    if (count == 0 || filled == facts->size || filled > max_bytes) break;
    if (filled == bytes.size()) {
      bytes.resize(std::min(2 * bytes.size(), static_cast<std::size_t>(max_bytes) + 1));
    }
  }
  const std::uint64_t size = std::max<std::uint64_t>(facts->size, filled);
  if (size > max_bytes) {
    return fail(ErrorCode::io,
                "cannot read " + name + ": it has " + std::to_string(size) +
                    " bytes, and at most " + std::to_string(max_bytes) + " are read",
                "Split it into smaller files.");
  }
  bytes.resize(filled);
  return FileContents{.bytes = std::move(bytes), .facts = *facts};
}

Result<NewFile> Folder::create(const std::string& name,
                               const std::optional<std::string>& like) const {
  if (like) {
    const DWORD attributes = ::GetFileAttributesW(impl_->entry(*like).c_str());
    if (attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_READONLY) != 0) {
      return system_error("write", *like, ERROR_ACCESS_DENIED);
    }
  }
  // Attributes and access list of `like` are taken over by ReplaceFileW.
  Handle file = opened(impl_->entry(name), GENERIC_WRITE | FILE_READ_ATTRIBUTES, FILE_SHARE_READ,
                       CREATE_NEW, FILE_ATTRIBUTE_NORMAL);
  if (!file.is_open()) return system_error("create", name, ::GetLastError());
  return NewFile(std::make_unique<NewFile::Impl>(NewFile::Impl{std::move(file), name}));
}

}  // namespace notes::platform
