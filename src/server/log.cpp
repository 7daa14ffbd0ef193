#include "server/log.h"

#include <algorithm>
#include <string>
#include <utility>

#include "server/process.h"

namespace notes::mcp {

namespace {

std::string_view name_of(LogLevel level) {
  switch (level) {
    case LogLevel::error:
      return "error";
    case LogLevel::warning:
      return "warning";
    case LogLevel::info:
      return "info";
    case LogLevel::debug:
      break;
  }
  return "debug";
}

bool is_control(char byte) { return static_cast<unsigned char>(byte) < 0x20 || byte == 0x7F; }

}  // namespace

Log::Log(LogLevel level) : Log(level, write_error_line) {}
Log::Log(LogLevel level, Sink sink) : level_(level), sink_(std::move(sink)) {}

void Log::write(LogLevel level, std::string_view message) const {
  if (level > level_) return;
  std::string line = "notes-mcp: ";
  line.append(name_of(level)).append(": ").append(message);
  std::replace_if(line.begin(), line.end(), is_control, ' ');
  sink_(line);
}

}  // namespace notes::mcp
