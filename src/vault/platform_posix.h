#pragma once
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "vault/error.h"
#include "vault/platform.h"

/// What the files platform_posix*.cpp, platform_linux.cpp and platform_macos.cpp share. The
/// functions declared at the end are defined once for each system. Numbers called `error` are errno
/// values, 0 for success.
namespace notes::platform {

/// An open file descriptor, closed on the way out; -1 is none.
class Descriptor {
 public:
  Descriptor() noexcept = default;
  explicit Descriptor(int number) noexcept : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(other.release()) {}
  Descriptor& operator=(Descriptor&& other) noexcept;
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor();

  [[nodiscard]] bool is_open() const noexcept { return number_ >= 0; }
  [[nodiscard]] int number() const noexcept { return number_; }
  [[nodiscard]] int release() noexcept { return std::exchange(number_, -1); }

 private:
  int number_ = -1;
};

/// Repeats a system call while a signal interrupts it.
template <class Call>
auto uninterrupted(Call call) {
  auto result = call();
  while (result < 0 && errno == EINTR) result = call();
  return result;
}

/// "cannot <purpose> <name>: <reason of `error`>", with the mend as hint.
[[nodiscard]] unexpected<VaultError> system_error(std::string_view purpose, std::string_view name,
                                                  int error);

/// The name for a system call, once it is sure that it leads nowhere but into the folder.
/// Throws std::logic_error else.
[[nodiscard]] const char* component(const std::string& name);

class Folder::Impl {
 public:
  /// Takes over a descriptor that was just opened; `shown` is its path. Errors: `io`.
  [[nodiscard]] static Result<Folder> adopt(Descriptor opened, std::filesystem::path shown);

  Descriptor descriptor;
  std::filesystem::path path;
  FileFacts facts;  ///< when it was opened
  bool is_mounted;  ///< a file system begins here, as that of a drive
  std::int64_t clock_grain_ns;
  std::size_t listed = 0;  ///< entries of the last list: about what the next needs room for
};

/// Brings a file or folder to the disk, as far as its file system can.
[[nodiscard]] int synced(int descriptor);

/// A system's time stamp in nanoseconds, kept within what these can hold (1677 to 2262).
[[nodiscard]] std::int64_t nanoseconds(std::int64_t seconds, std::int64_t rest) noexcept;

// What differs from system to system.

/// Facts of an entry (not following a link), or of an open file; nullopt: errno says why.
[[nodiscard]] std::optional<FileFacts> facts_at(int folder, const char* name);
[[nodiscard]] std::optional<FileFacts> facts_of(int descriptor);
/// As `Folder::clock_grain_ns`, by the kind of file system alone.
[[nodiscard]] std::int64_t clock_grain_of(int folder);
/// Brings what the descriptor's file holds to the disk; `synced` is the one to call.
[[nodiscard]] int sync_to_disk(int descriptor);
/// Renames unless there is a `to` (EEXIST); ENOTSUP where the system or the file system cannot.
[[nodiscard]] int rename_unless_exists(int from_folder, const char* from, int to_folder,
                                       const char* to);
/// Gives the file `to` the access list and extended attributes of `from`, as far as it may.
void copy_attributes(int from, int to);
/// The home of the user that runs this, as the system's list of users has it.
[[nodiscard]] std::optional<std::filesystem::path> home_of_user();

}  // namespace notes::platform
