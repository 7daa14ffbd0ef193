#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "support/temp_vault.h"
#include "vault/vault.h"

/// What tests of the whole vault ask again and again. What fails ends the test case.
namespace notes::test {

[[nodiscard]] Vault open_vault(const TempVault& folder, VaultOptions options = {});

/// The first ten notes that have any of the words of `text`, best first.
[[nodiscard]] SearchRequest search_for(std::string_view text);

/// Slugs of the hits.
[[nodiscard]] std::vector<std::string> found(Vault& vault, const SearchRequest& request);

/// Slugs of the listed notes.
[[nodiscard]] std::vector<std::string> listed(Vault& vault, const ListRequest& request = {});

void set_mtime(const TempVault& folder, const std::string& name, int seconds_after_2020);

}  // namespace notes::test
