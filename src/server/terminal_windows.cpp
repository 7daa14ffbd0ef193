#include <io.h>

#include <cstdio>

#include "server/terminal.h"

namespace notes::mcp {

bool is_input_terminal() { return _isatty(_fileno(stdin)) != 0; }

bool is_error_terminal() { return _isatty(_fileno(stderr)) != 0; }

}  // namespace notes::mcp
