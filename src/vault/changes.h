#pragma once
#include <optional>
#include <string>
#include <vector>

#include "vault/platform.h"

namespace notes {

/// Answers "which names in the folder may differ since I last asked?", from the system's watch
/// where there is one, and "I cannot tell" otherwise. The first answer is always "cannot tell":
/// watch first, list second.
class Changes {
 public:
  /// Starts watching `folder`, which must stay open as long as this lives.
  explicit Changes(const platform::Folder& folder);

  /// Names that may differ, each once; nullopt when all may (first call, overflow, no watch).
  [[nodiscard]] std::optional<std::vector<std::string>> since_last();
  /// Whether the next `since_last` can be more than "cannot tell".
  [[nodiscard]] bool is_watching() const noexcept { return watch_.has_value(); }
  /// Polls readable when something changed; nullopt without a watch.
  [[nodiscard]] std::optional<int> descriptor() const noexcept;

 private:
  std::optional<platform::FolderWatch> watch_;
  bool is_first_ = true;
};

}  // namespace notes
