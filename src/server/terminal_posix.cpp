#include <unistd.h>

#include "server/terminal.h"

namespace notes::mcp {

bool is_input_terminal() { return isatty(STDIN_FILENO) == 1; }

bool is_error_terminal() { return isatty(STDERR_FILENO) == 1; }

}  // namespace notes::mcp
