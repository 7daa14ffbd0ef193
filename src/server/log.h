#pragma once
#include <functional>
#include <string_view>

namespace notes::mcp {

/// From the few lines to the many; a level includes those before it.
enum class LogLevel { error, warning, info, debug };

/// Lines for the person who looks after the server, on stderr: clients treat that as a log file and
/// show a server that prints much there as broken, so ordinary use prints nothing.
class Log {
 public:
  using Sink = std::function<void(std::string_view line)>;

  /// Writes what `level` includes to stderr.
  explicit Log(LogLevel level = LogLevel::warning);
  Log(LogLevel level, Sink sink);

  /// One line each; control characters (a line end in a name) are written as blanks.
  void error(std::string_view message) const { write(LogLevel::error, message); }
  void warning(std::string_view message) const { write(LogLevel::warning, message); }
  void info(std::string_view message) const { write(LogLevel::info, message); }
  void debug(std::string_view message) const { write(LogLevel::debug, message); }

 private:
  void write(LogLevel level, std::string_view message) const;
  LogLevel level_;
  Sink sink_;
};

}  // namespace notes::mcp
