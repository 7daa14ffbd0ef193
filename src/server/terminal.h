#pragma once

namespace notes::mcp {

/// Whether a person sits at the other end of a standard stream. One file per system implements it.
[[nodiscard]] bool is_input_terminal();
[[nodiscard]] bool is_error_terminal();

}  // namespace notes::mcp
