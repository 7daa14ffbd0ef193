#include "server/tools.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "server/arguments.h"
#include "server/page.h"
#include "server/tools/definitions.h"
#include "vault/edit_distance.h"

namespace notes::mcp {
namespace {

constexpr std::size_t max_error_cost =
    8UL * 1024;  // enough for every message, with room for a hint

std::vector<std::string> names_of(const std::vector<Tool>& tools) {
  std::vector<std::string> names;
  names.reserve(tools.size());
  for (const Tool& tool : tools) names.push_back(tool.name);
  return names;
}

}  // namespace

Toolbox::Toolbox(const VaultOptions& options)
    : Toolbox(options.access, {create_note(), read_note(), list_notes(), search_notes(),
                               update_note(), delete_note(options.deletion)}) {}

Toolbox::Toolbox(Access access, std::vector<Tool> tools)
    : access_(access), tools_(std::move(tools)) {}

std::vector<const Tool*> Toolbox::listed() const {
  std::vector<const Tool*> listed;
  for (const Tool& tool : tools_) {
    if (tool.effect == Effect::reads || access_ == Access::read_write) listed.push_back(&tool);
  }
  return listed;
}

const Tool* Toolbox::find(std::string_view name) const {
  for (const Tool& tool : tools_) {
    if (tool.name == name) return &tool;
  }
  return nullptr;
}

std::optional<std::string> Toolbox::nearest(std::string_view name) const {
  return notes::nearest(name, names_of(tools_));
}

Result<Answer> Toolbox::call(const Tool& tool, Vault& vault, Json arguments) const {
  if (tool.effect != Effect::reads && access_ == Access::read_only) {
    return fail(ErrorCode::read_only,
                "The notes are served read-only, so " + tool.name + " is not available.",
                "read_note, list_notes and search_notes work. Only the user can change this, by "
                "starting notes-mcp without --read-only.");
  }
  const Result<Json> checked = checked_arguments(tool, std::move(arguments));
  if (!checked) return unexpected(checked.error());
  return tool.run(vault, *checked);
}

std::string error_text(const VaultError& error) {
  std::string text = error.message;
  if (!error.hint.empty()) {
    // A message that ends in the system's own words has no full stop.
    const bool is_sentence =
        !text.empty() && std::string_view(".?!").find(text.back()) != std::string_view::npos;
    text += (is_sentence ? " " : ". ") + error.hint;
  }
  text.resize(affordable(text, max_error_cost));
  return text;
}

}  // namespace notes::mcp
