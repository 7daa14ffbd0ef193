#define WIN32_LEAN_AND_MEAN
#define NOMINMAX
#include <windows.h>

#include <memory>
#include <utility>

#include "vault/platform.h"
#include "vault/platform_windows.h"

namespace notes::platform {
namespace {

/// What a person does about it; empty where only the reason itself helps.
std::string_view mend(DWORD error) {
  switch (error) {
    case ERROR_DISK_FULL:
    case ERROR_HANDLE_DISK_FULL:
      return "The disk is full. Free some space, then try again.";
    case ERROR_NOT_ENOUGH_QUOTA:
      return "Your disk quota is used up. Free some space, then try again.";
    case ERROR_FILE_TOO_LARGE:
      return "The file would be larger than the file system allows.";
    case ERROR_ACCESS_DENIED:
      return "The user that runs notes-mcp needs permission for this file and its folder, and the "
             "file must not be marked read-only.";
    case ERROR_WRITE_PROTECT:
      return "The drive is write-protected. Make it writable, or serve the vault read-only.";
    case ERROR_TOO_MANY_OPEN_FILES:
      return "Too many files are open. Close some programs, then try again.";
    case ERROR_CRC:
    case ERROR_IO_DEVICE:
    case ERROR_WRITE_FAULT:
    case ERROR_READ_FAULT:
      return "The disk reports a fault. Look at the system's log and make a backup.";
    case ERROR_SHARING_VIOLATION:
    case ERROR_LOCK_VIOLATION:
    case ERROR_USER_MAPPED_FILE:
    case ERROR_BUSY:
      return "Another program holds the file. Try again in a moment.";
    case ERROR_NOT_READY:
    case ERROR_BAD_NETPATH:
    case ERROR_NETNAME_DELETED:
    case ERROR_DEV_NOT_EXIST:
      return "The drive or the network share is away. Connect it again, then try again.";
    case ERROR_DIRECTORY:
      return "A part of this path is a file. Give the path of a folder.";
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND:
      return "Check that the path is right and its drive is connected.";
    case ERROR_INVALID_NAME:
    case ERROR_FILENAME_EXCED_RANGE:
      return "Choose another name.";
    default:
      return {};
  }
}

std::wstring wide(std::string_view utf8) {
  if (utf8.empty()) return {};
  const auto length = static_cast<int>(utf8.size());
  const int needed = ::MultiByteToWideChar(CP_UTF8, 0, utf8.data(), length, nullptr, 0);
  std::wstring text(static_cast<std::size_t>(needed), L'\0');
  ::MultiByteToWideChar(CP_UTF8, 0, utf8.data(), length, text.data(), needed);
  return text;
}

std::string narrow(std::wstring_view text) {
  if (text.empty()) return {};
  const auto length = static_cast<int>(text.size());
  const int needed =
      ::WideCharToMultiByte(CP_UTF8, 0, text.data(), length, nullptr, 0, nullptr, nullptr);
  std::string utf8(static_cast<std::size_t>(needed), '\0');
  ::WideCharToMultiByte(CP_UTF8, 0, text.data(), length, utf8.data(), needed, nullptr, nullptr);
  return utf8;
}

/// "The disk is full", in the language of the system and without the full stop.
std::string reason(DWORD error) {
  wchar_t text[512] = {};
  DWORD length = ::FormatMessageW(FORMAT_MESSAGE_FROM_SYSTEM | FORMAT_MESSAGE_IGNORE_INSERTS,
                                  nullptr, error, 0, text, 511, nullptr);
  while (length > 0 && (text[length - 1] <= L' ' || text[length - 1] == L'.')) --length;
  if (length == 0) return "error " + std::to_string(error);
  return narrow(std::wstring_view(text, length));
}

std::optional<std::filesystem::path> folder_in_environment(const wchar_t* name) {
  const DWORD needed = ::GetEnvironmentVariableW(name, nullptr, 0);
  if (needed <= 1) return std::nullopt;
  std::wstring value(needed, L'\0');
  const DWORD length = ::GetEnvironmentVariableW(name, value.data(), needed);
  if (length == 0 || length >= needed) return std::nullopt;
  value.resize(length);
  return value;
}

}  // namespace

Handle& Handle::operator=(Handle&& other) noexcept {
  const Handle old(std::exchange(value_, other.release()));
  return *this;
}

Handle::~Handle() {
  if (is_open()) ::CloseHandle(value_);
}

void* Handle::release() noexcept { return std::exchange(value_, nullptr); }

unexpected<VaultError> system_error(std::string_view purpose, std::string_view name,
                                    unsigned long error) {
  std::string message = "cannot ";
  message.append(purpose).append(" ").append(name).append(": ").append(reason(error));
  return fail(ErrorCode::io, std::move(message), std::string(mend(error)));
}

// ReadDirectoryChangesW tells of a change only some time after it was made.
class FolderWatch::Impl {};

FolderWatch::FolderWatch(std::unique_ptr<Impl> impl) noexcept : impl_(std::move(impl)) {}
FolderWatch::FolderWatch(FolderWatch&&) noexcept = default;
FolderWatch& FolderWatch::operator=(FolderWatch&&) noexcept = default;
FolderWatch::~FolderWatch() = default;

std::optional<FolderWatch> FolderWatch::start(const Folder& /*folder*/) { return std::nullopt; }

WatchEvents FolderWatch::take() { return {.overflow = true, .is_over = true, .names = {}}; }

int FolderWatch::descriptor() const noexcept { return -1; }

Timestamp now() {
  using std::chrono::system_clock;
  return {std::chrono::floor<std::chrono::milliseconds>(system_clock::now().time_since_epoch())
              .count()};
}

void prepare_memory() {}

void fetch_memory_after(const void* /*block*/, std::size_t /*bytes*/) {}

void keep_off_this_processor(std::thread& /*thread*/) {}

std::int64_t file_clock_ns() {
  constexpr std::int64_t ticks_to_1970 = 116'444'736'000'000'000;
  FILETIME time{};
  ::GetSystemTimeAsFileTime(&time);
  const auto ticks = (static_cast<std::uint64_t>(time.dwHighDateTime) << 32U) | time.dwLowDateTime;
  return (static_cast<std::int64_t>(ticks) - ticks_to_1970) * 100;
}

std::uint64_t process_id() { return ::GetCurrentProcessId(); }

bool is_process_alive(std::uint64_t id) {
  if (id == 0 || id > MAXDWORD) return false;
  const Handle process(
      ::OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION, FALSE, static_cast<DWORD>(id)));
  if (!process.is_open()) return ::GetLastError() == ERROR_ACCESS_DENIED;
  DWORD code = 0;
  return ::GetExitCodeProcess(process.value(), &code) != 0 && code == STILL_ACTIVE;
}

std::optional<std::filesystem::path> home() {
  std::optional<std::filesystem::path> given = folder_in_environment(L"HOME");
  return given ? given : folder_in_environment(L"USERPROFILE");
}

std::optional<std::filesystem::path> program_path() {
  constexpr std::size_t longest = 32'768;
  std::wstring path(longest, L'\0');
  const DWORD length = ::GetModuleFileNameW(nullptr, path.data(), static_cast<DWORD>(path.size()));
  if (length == 0 || length >= path.size()) return std::nullopt;
  path.resize(length);
  return path;
}

std::filesystem::path path_from_utf8(std::string_view text) { return wide(text); }

std::string path_to_utf8(const std::filesystem::path& path) { return narrow(path.native()); }

}  // namespace notes::platform
