#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "vault/error.h"
#include "vault/platform.h"

/// What the files platform_windows*.cpp share. Numbers called `error` are those of GetLastError.
namespace notes::platform {

/// An open kernel object (a HANDLE), closed on the way out; null is none.
class Handle {
 public:
  Handle() noexcept = default;
  explicit Handle(void* value) noexcept : value_(value) {}
  Handle(Handle&& other) noexcept : value_(other.release()) {}
  Handle& operator=(Handle&& other) noexcept;
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  ~Handle();

  [[nodiscard]] bool is_open() const noexcept { return value_ != nullptr; }
  [[nodiscard]] void* value() const noexcept { return value_; }
  [[nodiscard]] void* release() noexcept;

 private:
  void* value_ = nullptr;
};

/// "cannot <purpose> <name>: <reason of `error`>", with the mend as hint.
[[nodiscard]] unexpected<VaultError> system_error(std::string_view purpose, std::string_view name,
                                                  unsigned long error);

/// Lets others do all with an open file, as on other systems.
inline constexpr unsigned long share_all = 7;  // FILE_SHARE_READ | _WRITE | _DELETE

/// Opens as CreateFileW does; without a handle GetLastError says why.
[[nodiscard]] Handle opened(const std::filesystem::path& path, unsigned long access,
                            unsigned long share, unsigned long disposition, unsigned long flags);
/// Facts of an open file; nullopt: GetLastError says why.
[[nodiscard]] std::optional<FileFacts> facts_of(void* file);
[[nodiscard]] FileKind kind_of(unsigned long attributes, unsigned long reparse_tag);
/// Whether an error says that there is no entry of a name.
[[nodiscard]] bool means_absent(unsigned long error);

class Folder::Impl {
 public:
  Handle handle;                   ///< does not let others move or remove the folder
  std::filesystem::path path;      ///< as `Folder::path`
  std::filesystem::path verbatim;  ///< the same with `\\?\`: any length, no device names
  FileFacts facts;                 ///< when it was opened
  std::int64_t clock_grain_ns;

  /// Where the entry `name` (UTF-8) of the folder lies. Throws std::logic_error for a name that
  /// leads anywhere else.
  [[nodiscard]] std::filesystem::path entry(const std::string& name) const;
};

}  // namespace notes::platform
