#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "vault/platform.h"

/// Folders and their files as the platform layer has them, told in a word.
namespace notes::test {

inline constexpr std::uint64_t enough = 1U << 20U;  ///< bytes, for the files of most tests

/// The folder at `path`; throws when it cannot be opened.
[[nodiscard]] platform::Folder opened(const std::filesystem::path& path);

/// What is read of the file, at most `most` bytes; "(none)", or the message and the hint of an
/// error.
[[nodiscard]] std::string text_of(const platform::Folder& folder, const std::string& name,
                                  std::uint64_t most = enough);

/// Makes `name` in `folder` with `bytes`, like `like` when there is such a file; says what went
/// wrong, or nothing.
[[nodiscard]] std::string made(const platform::Folder& folder, const std::string& name,
                               const std::string& bytes,
                               const std::optional<std::string>& like = std::nullopt);

}  // namespace notes::test
