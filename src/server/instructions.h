#pragma once
#include <string>

#include "vault/vault.h"

namespace notes::mcp {

/// What a model is told once about working with the notes. Less than 1.5 KB, the important first
/// (some clients cut at 2048 characters); nothing in it depends on the vault but what may be done.
[[nodiscard]] std::string instructions(const VaultOptions& options);

}  // namespace notes::mcp
