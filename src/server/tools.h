#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/tool.h"

namespace notes::mcp {

/// The tools in their fixed order. The list never changes while the process lives.
class Toolbox {
 public:
  /// The six: create_note, read_note, list_notes, search_notes, update_note, delete_note. `options`
  /// decide what is listed (read-only: the three readers) and how delete_note is described (trash).
  explicit Toolbox(const VaultOptions& options);
  /// Those given, for a vault opened with `access`.
  Toolbox(Access access, std::vector<Tool> tools);

  /// The tools that tools/list shows, in order.
  [[nodiscard]] std::vector<const Tool*> listed() const;
  /// Any of them by exact name, listed or not; nullptr when unknown.
  [[nodiscard]] const Tool* find(std::string_view name) const;
  /// The known name nearest to a mistyped one, when one is near.
  [[nodiscard]] std::optional<std::string> nearest(std::string_view name) const;

  /// Carries out one call: refuses a writing tool in read-only mode, takes strings for the values
  /// they hold, checks `arguments` (an object) against the tool's schema, runs it. Every
  /// VaultError is a tool error for the caller to show (`message` and `hint`).
  [[nodiscard]] Result<Answer> call(const Tool& tool, Vault& vault, Json arguments) const;

 private:
  Access access_;
  std::vector<Tool> tools_;
};

/// A tool error as text for a model: the message, then the hint.
[[nodiscard]] std::string error_text(const VaultError& error);

}  // namespace notes::mcp
