#include "vault/vault_path.h"

#include <array>
#include <optional>
#include <string>

#include "vault/platform.h"

namespace notes {
namespace {

bool is_separator(char character) {
  // NOLINTNEXTLINE(misc-redundant-expression): the two differ on Windows.
  return character == '/' || character == std::filesystem::path::preferred_separator;
}

/// What follows `prefix` in `text` when the prefix is a whole path component.
std::optional<std::string_view> after_component(std::string_view text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return std::nullopt;
  const std::string_view rest = text.substr(prefix.size());
  if (!rest.empty() && !is_separator(rest.front())) return std::nullopt;
  return rest;
}

}  // namespace

Result<std::filesystem::path> expanded_path(std::string_view text) {
  if (text.empty()) {
    return fail(ErrorCode::invalid_argument, "The path of the vault is empty.",
                "Give the folder of your notes, such as ~/notes.");
  }
  constexpr std::array<std::string_view, 3> home_names = {"~", "$HOME", "${HOME}"};
  for (const std::string_view name : home_names) {
    const std::optional<std::string_view> rest = after_component(text, name);
    if (!rest) continue;
    std::optional<std::filesystem::path> home = platform::home();
    if (!home) {
      return fail(ErrorCode::invalid_argument,
                  "'" + std::string(text) + "' needs a home folder, and none is known.",
                  "Set HOME, or give an absolute path.");
    }
    const std::size_t begin = rest->find_first_not_of("/\\");
    if (begin == std::string_view::npos) return *home;
    return *home / platform::path_from_utf8(rest->substr(begin));
  }
  if (text.front() == '~' || text.front() == '$') {
    return fail(ErrorCode::invalid_argument,
                "'" + std::string(text) + "' cannot be expanded: only ~, $HOME and ${HOME} are.",
                "Give an absolute path.");
  }
  std::error_code error;
  std::filesystem::path absolute = std::filesystem::absolute(platform::path_from_utf8(text), error);
  if (error) {
    return fail(ErrorCode::io, "cannot find " + std::string(text) + ": " + error.message(),
                "Give an absolute path.");
  }
  return absolute;
}

}  // namespace notes
