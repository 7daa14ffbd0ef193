#pragma once
#include <optional>
#include <string>
#include <vector>

#include "vault/platform.h"

namespace notes {

/// Answers "which names in the folder may differ since I last asked?", from the system's watch
/// where there is one, and "I cannot tell" otherwise. The first answer is always "cannot tell":
/// watch first, list second. What no watch tells (see `platform::FolderWatch`) is for the caller to
/// look after: files with several hard links, and mappings that stay open; and so is whether the
/// folder's path still leads to it.
class Changes {
 public:
  /// Starts watching `folder`.
  explicit Changes(const platform::Folder& folder);

  /// Names that may differ, sorted, each once; they may be of any kind of entry, gone, or never
  /// have differed. nullopt when all may (first call, events lost, the folder itself moved or its
  /// permissions changed, no watch).
  [[nodiscard]] std::optional<std::vector<std::string>> since_last();
  /// Whether the next `since_last` can be more than "cannot tell". Becomes false when the folder is
  /// removed or unmounted.
  [[nodiscard]] bool is_watching() const noexcept { return watch_.has_value(); }
  /// Polls readable when something changed; nullopt without a watch.
  [[nodiscard]] std::optional<int> descriptor() const noexcept;

 private:
  std::optional<platform::FolderWatch> watch_;
  bool is_first_ = true;
};

}  // namespace notes
