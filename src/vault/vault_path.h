#pragma once
#include <filesystem>
#include <string_view>

#include "vault/error.h"

namespace notes {

/// Where a path given by a person (UTF-8) leads: a leading `~`, `$HOME` or `${HOME}` is expanded,
/// since clients start the program without a shell. Elsewhere these characters are ordinary. A
/// relative path is taken from the working folder.
/// Errors: `invalid_argument` (empty, `~other`, another leading variable, no home to be found).
[[nodiscard]] Result<std::filesystem::path> expanded_path(std::string_view text);

}  // namespace notes
