#pragma once
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "server/tool.h"
#include "support/subprocess.h"
#include "support/temp_vault.h"

/// What MCP messages look like in tests, and the built program as their other end.
namespace notes::test {

using mcp::Json;

/// The four that a session may speak, oldest first, and the one without session.
inline constexpr std::initializer_list<const char*> legacy_versions{"2024-11-05", "2025-03-26",
                                                                    "2025-06-18", "2025-11-25"};
inline constexpr const char* modern_version = "2026-07-28";

/// The `_meta` that a modern request has.
[[nodiscard]] Json modern_meta();
/// `params` with that `_meta`.
[[nodiscard]] Json modern(Json params = Json::object());

[[nodiscard]] std::string request_line(const Json& id, std::string_view method, const Json& params);
[[nodiscard]] std::string notification_line(std::string_view method, const Json& params);
/// The parameters of `initialize`.
[[nodiscard]] Json handshake(std::string_view version);

/// The names of an object's members, in their order.
[[nodiscard]] std::vector<std::string> keys(const Json& object);

/// The code of an error answer; 0 when it is none.
[[nodiscard]] int error_code(const Json& message);

/// The program, serving a vault.
class McpClient {
 public:
  explicit McpClient(const std::filesystem::path& vault,
                     const std::vector<std::string>& options = {});
  explicit McpClient(const TempVault& vault, const std::vector<std::string>& options = {})
      : McpClient(vault.path(), options) {}

  [[nodiscard]] Subprocess& process() noexcept { return process_; }

  /// Opens a legacy session; the result of `initialize`.
  Json open(std::string_view version);
  void send(std::string_view line) { process_.send_line(line); }
  /// The next message, whatever it is. Throws when there is none.
  Json receive();
  /// Sends a request with an id of its own; the answer. What else comes is in `others()`.
  Json ask(std::string_view method, const Json& params = Json::object());
  /// The same with the modern `_meta`.
  Json ask_modern(std::string_view method, Json params = Json::object());
  /// Calls a tool in the open session; the result.
  Json call(std::string_view tool, const Json& arguments);

  /// Messages that came while an answer was waited for, oldest first; they are taken.
  [[nodiscard]] std::vector<Json> others();
  /// Sends `line` and a ping after it; what came before the answer to the ping.
  [[nodiscard]] std::vector<Json> said_to(std::string_view line);

 private:
  Subprocess process_;
  std::int64_t last_id_ = 1'000'000;
  std::vector<Json> others_;
};

}  // namespace notes::test
