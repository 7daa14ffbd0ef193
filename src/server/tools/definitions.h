#pragma once
#include "server/tool.h"

/// The six tools, each in the file of its name.
namespace notes::mcp {

[[nodiscard]] Tool create_note();
[[nodiscard]] Tool read_note();
[[nodiscard]] Tool list_notes();
[[nodiscard]] Tool search_notes();
[[nodiscard]] Tool update_note();
/// The description says what becomes of the file.
[[nodiscard]] Tool delete_note(Deletion deletion);

}  // namespace notes::mcp
