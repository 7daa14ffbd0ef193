#define WIN32_LEAN_AND_MEAN
#define NOMINMAX
#include "vault/platform_windows.h"

#include <windows.h>

#include <memory>
#include <stdexcept>
#include <utility>

#include "vault/platform.h"

// Windows has no calls relative to an open folder, so names are joined to its path. That leads
// nowhere else, because the open folder cannot be moved, removed or replaced.
namespace notes::platform {
namespace {

bool means_taken(DWORD error) {
  return error == ERROR_ALREADY_EXISTS || error == ERROR_FILE_EXISTS;
}

/// Virus scanners and indexers hold a file that was just written for some milliseconds.
template <class Call>
DWORD patiently(Call call) {
  constexpr int tries = 20;
  constexpr DWORD pause_ms = 10;
  DWORD error = ERROR_SUCCESS;
  for (int made = 0; made < tries; ++made) {
    if (made > 0) ::Sleep(pause_ms);
    if (call() != 0) return ERROR_SUCCESS;
    error = ::GetLastError();
    const bool is_held = error == ERROR_SHARING_VIOLATION || error == ERROR_LOCK_VIOLATION ||
                         error == ERROR_ACCESS_DENIED || error == ERROR_USER_MAPPED_FILE;
    if (!is_held) break;
  }
  return error;
}

std::filesystem::path verbatim(const std::filesystem::path& absolute) {
  std::wstring text = std::filesystem::path(absolute).make_preferred().native();
  while (text.size() > 3 && text.back() == L'\\') text.pop_back();
  if (text.rfind(LR"(\\?\)", 0) == 0) return text;
  if (text.rfind(LR"(\\)", 0) == 0) return LR"(\\?\UNC\)" + text.substr(2);
  return LR"(\\?\)" + text;
}

std::int64_t clock_grain_of(HANDLE folder) {
  constexpr std::int64_t fine = 50'000'000;  // the clock that stamps files ticks every 16 ms
  constexpr std::int64_t coarse = 2'000'000'000;
  wchar_t name[MAX_PATH + 1] = {};
  if (::GetVolumeInformationByHandleW(folder, nullptr, 0, nullptr, nullptr, nullptr, name,
                                      MAX_PATH) == 0) {
    return coarse;
  }
  const std::wstring_view file_system = name;
  return file_system == L"NTFS" || file_system == L"ReFS" ? fine : coarse;
}

constexpr DWORD folder_flags = FILE_FLAG_BACKUP_SEMANTICS;

Result<Folder> opened_folder(const std::filesystem::path& absolute, DWORD more_flags) {
  const std::string shown = path_to_utf8(absolute);
  const std::filesystem::path full = verbatim(absolute);
  Handle handle =
      opened(full, FILE_LIST_DIRECTORY | FILE_READ_ATTRIBUTES, FILE_SHARE_READ | FILE_SHARE_WRITE,
             OPEN_EXISTING, folder_flags | more_flags);
  if (!handle.is_open()) return system_error("open the folder", shown, ::GetLastError());
  const std::optional<FileFacts> facts = facts_of(handle.value());
  if (!facts) return system_error("look at the folder", shown, ::GetLastError());
  if (facts->kind != FileKind::folder) {
    return system_error("open the folder", shown, ERROR_DIRECTORY);
  }
  const std::int64_t grain = clock_grain_of(handle.value());
  return Folder(std::make_unique<Folder::Impl>(Folder::Impl{.handle = std::move(handle),
                                                            .path = absolute,
                                                            .verbatim = full,
                                                            .facts = *facts,
                                                            .clock_grain_ns = grain}));
}

Result<bool> moved_exclusively(const std::filesystem::path& from, const std::filesystem::path& to,
                               const std::string& name) {
  const DWORD error =
      patiently([&] { return ::MoveFileExW(from.c_str(), to.c_str(), MOVEFILE_WRITE_THROUGH); });
  if (error == ERROR_SUCCESS) return true;
  if (means_taken(error)) return false;
  // A folder or a read-only file of that name is told of as a lack of permission.
  if (error == ERROR_ACCESS_DENIED && ::GetFileAttributesW(to.c_str()) != INVALID_FILE_ATTRIBUTES) {
    return false;
  }
  return system_error("rename", name, error);
}

}  // namespace

std::filesystem::path Folder::Impl::entry(const std::string& name) const {
  constexpr std::string_view forbidden("/\\:\0", 4);
  if (name.empty() || name == "." || name == ".." ||
      name.find_first_of(forbidden) != std::string::npos) {
    throw std::logic_error("not the name of an entry of a folder: '" + name + "'");
  }
  return verbatim / path_from_utf8(name);
}

class FolderLock::Impl {
 public:
  explicit Impl(Handle mutex) : mutex_(std::move(mutex)) {}
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;
  ~Impl() {
    if (mutex_.is_open()) ::ReleaseMutex(mutex_.value());
  }

 private:
  Handle mutex_;
};

FolderLock::FolderLock(std::unique_ptr<Impl> impl) noexcept : impl_(std::move(impl)) {}
FolderLock::FolderLock(FolderLock&&) noexcept = default;
FolderLock& FolderLock::operator=(FolderLock&&) noexcept = default;
FolderLock::~FolderLock() = default;

Folder::Folder(std::unique_ptr<Impl> impl) noexcept : impl_(std::move(impl)) {}
Folder::Folder(Folder&&) noexcept = default;
Folder& Folder::operator=(Folder&&) noexcept = default;
Folder::~Folder() = default;

Result<Folder> Folder::open(const std::filesystem::path& path) {
  std::error_code failure;
  const std::filesystem::path absolute = std::filesystem::absolute(path, failure);
  if (failure) return system_error("open the folder", path_to_utf8(path), ERROR_INVALID_NAME);
  return opened_folder(absolute, 0);
}

Result<Folder> Folder::open_or_create(const std::filesystem::path& path) {
  std::error_code failure;
  std::filesystem::create_directories(path, failure);
  Result<Folder> folder = open(path);
  if (!folder && failure) {
    return system_error("make the folder", path_to_utf8(path),
                        static_cast<unsigned long>(failure.value()));
  }
  return folder;
}

const std::filesystem::path& Folder::path() const noexcept { return impl_->path; }

FolderState Folder::state() const {
  const Handle now =
      opened(impl_->verbatim, FILE_READ_ATTRIBUTES, share_all, OPEN_EXISTING, folder_flags);
  if (!now.is_open()) return FolderState::gone;
  const std::optional<FileFacts> facts = facts_of(now.value());
  if (!facts) return FolderState::gone;
  const bool is_same = facts->device == impl_->facts.device && facts->inode == impl_->facts.inode;
  return is_same ? FolderState::same : FolderState::replaced;
}

std::int64_t Folder::clock_grain_ns() const noexcept { return impl_->clock_grain_ns; }

Result<std::vector<FolderEntry>> Folder::list() const {
  struct Close {
    void operator()(void* search) const { ::FindClose(search); }
  };
  WIN32_FIND_DATAW found{};
  HANDLE first = ::FindFirstFileExW((impl_->verbatim / L"*").c_str(), FindExInfoBasic, &found,
                                    FindExSearchNameMatch, nullptr, FIND_FIRST_EX_LARGE_FETCH);
  std::vector<FolderEntry> entries;
  if (first == INVALID_HANDLE_VALUE) {
    // The root of a drive has no entry "." and may have none at all.
    if (::GetLastError() == ERROR_FILE_NOT_FOUND) return entries;
    return system_error("list the folder", path_to_utf8(impl_->path), ::GetLastError());
  }
  const std::unique_ptr<void, Close> search(first);
  do {
    std::string name = path_to_utf8(&found.cFileName[0]);
    if (name == "." || name == "..") continue;
    entries.push_back(
        {.name = std::move(name), .kind = kind_of(found.dwFileAttributes, found.dwReserved0)});
  } while (::FindNextFileW(search.get(), &found) != 0);
  if (::GetLastError() != ERROR_NO_MORE_FILES) {
    return system_error("list the folder", path_to_utf8(impl_->path), ::GetLastError());
  }
  return entries;
}

Result<std::optional<FileFacts>> Folder::facts(const std::string& name) const {
  const Handle file = opened(impl_->entry(name), FILE_READ_ATTRIBUTES, share_all, OPEN_EXISTING,
                             FILE_FLAG_OPEN_REPARSE_POINT | FILE_FLAG_BACKUP_SEMANTICS);
  if (!file.is_open()) {
    if (means_absent(::GetLastError())) return std::optional<FileFacts>();
    return system_error("look at", name, ::GetLastError());
  }
  const std::optional<FileFacts> facts = facts_of(file.value());
  if (!facts) return system_error("look at", name, ::GetLastError());
  return facts;
}

bool Folder::is_spelled(const std::string& name) const {
  WIN32_FIND_DATAW found{};
  HANDLE search = ::FindFirstFileExW(impl_->entry(name).c_str(), FindExInfoBasic, &found,
                                     FindExSearchNameMatch, nullptr, 0);
  if (search == INVALID_HANDLE_VALUE) return false;
  ::FindClose(search);
  return path_to_utf8(&found.cFileName[0]) == name;
}

Result<void> Folder::replace(const std::string& from, const std::string& to) const {
  const std::filesystem::path source = impl_->entry(from);
  const std::filesystem::path target = impl_->entry(to);
  DWORD error = patiently([&] {
    return ::ReplaceFileW(target.c_str(), source.c_str(), nullptr,
                          REPLACEFILE_IGNORE_MERGE_ERRORS | REPLACEFILE_IGNORE_ACL_ERRORS, nullptr,
                          nullptr);
  });
  if (error != ERROR_SUCCESS) {
    // No such target, or a file system that has no such call.
    error = patiently([&] {
      return ::MoveFileExW(source.c_str(), target.c_str(),
                           MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH);
    });
  }
  if (error != ERROR_SUCCESS) return system_error("rename", to, error);
  return {};
}

Result<bool> Folder::rename_exclusive(const std::string& from, const std::string& to) const {
  return moved_exclusively(impl_->entry(from), impl_->entry(to), from);
}

Result<bool> Folder::move_exclusive(const std::string& name, const Folder& target,
                                    const std::string& new_name) const {
  return moved_exclusively(impl_->entry(name), target.impl_->entry(new_name), name);
}

Result<bool> Folder::remove(const std::string& name) const {
  const std::filesystem::path path = impl_->entry(name);
  const DWORD error = patiently([&] { return ::DeleteFileW(path.c_str()); });
  if (error == ERROR_SUCCESS) return true;
  if (means_absent(error)) return false;
  return system_error("remove", name, error);
}

Result<Folder> Folder::subfolder(const std::string& name) const {
  if (::CreateDirectoryW(impl_->entry(name).c_str(), nullptr) == 0 &&
      !means_taken(::GetLastError())) {
    return system_error("make the folder", name, ::GetLastError());
  }
  return opened_folder(impl_->path / path_from_utf8(name), FILE_FLAG_OPEN_REPARSE_POINT);
}

Result<void> Folder::sync() const {
  // NTFS logs changes of folders by itself, and the renames here are written through.
  return {};
}

Result<FolderLock> Folder::lock(std::chrono::milliseconds timeout) const {
  const std::wstring name = L"Global\\notes-mcp-" + std::to_wstring(impl_->facts.device) + L"-" +
                            std::to_wstring(impl_->facts.inode);
  Handle mutex(::CreateMutexW(nullptr, FALSE, name.c_str()));
  // Another user's mutex of that name is out of reach: as on a file system without locks.
  if (!mutex.is_open()) return FolderLock(std::make_unique<FolderLock::Impl>(Handle()));
  const DWORD got = ::WaitForSingleObject(mutex.value(), static_cast<DWORD>(timeout.count()));
  if (got == WAIT_OBJECT_0 || got == WAIT_ABANDONED) {
    return FolderLock(std::make_unique<FolderLock::Impl>(std::move(mutex)));
  }
  return fail(ErrorCode::io,
              "cannot lock the folder " + path_to_utf8(impl_->path) + ": another process holds it",
              "Another notes-mcp is writing. Try again; if that does not help, end it.");
}

}  // namespace notes::platform
