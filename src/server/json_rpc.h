#pragma once
#include <compare>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "server/tool.h"

/// JSON-RPC 2.0 as MCP uses it: what a line from the client is, and what lines we write.
namespace notes::mcp {

enum class RpcErrorCode : int {
  parse_error = -32700,       ///< the line is not JSON
  invalid_request = -32600,   ///< JSON, but no request
  method_not_found = -32601,  ///< unknown, or not in this era of the protocol
  invalid_params = -32602,
  internal_error = -32603,
  resource_not_found = -32002,   ///< legacy revisions only
  unsupported_version = -32022,  ///< modern revisions only
};

struct RpcError {
  RpcErrorCode code;
  std::string message;  ///< one sentence, for the client
  Json data = nullptr;  ///< null: left out
  std::string cause{};  ///< for stderr only; empty when there is no more to say
};

/// The id of a request: a string or a 64-bit integer, told apart by type (`1` is not `"1"`).
class Id {
 public:
  static constexpr std::size_t max_bytes = 512;  ///< of a string

  /// nullopt when `value` may not be an id: null, boolean, fraction, list, object, or too long.
  [[nodiscard]] static std::optional<Id> from(const Json& value);
  /// As JSON, as it is echoed.
  [[nodiscard]] const std::string& json() const noexcept { return json_; }
  friend auto operator<=>(const Id&, const Id&) = default;

 private:
  explicit Id(std::string json) : json_(std::move(json)) {}
  std::string json_;
};

struct Request {
  Id id;
  std::string method;
  Json params;  ///< as sent, which may be no object; null when there are none
};

struct Notification {
  std::string method;
  Json params;
};

/// A message that needs no answer of ours: the server asks the client nothing.
struct ClientResponse {};

/// What is answered with an error before it is known to be a request.
struct Rejected {
  std::optional<Id> id;
  RpcError error;
};

using Message = std::variant<Request, Notification, ClientResponse, Rejected>;

/// A JSON array of messages, at least one.
struct Batch {
  /// More are refused, so that the answers fit into one line.
  static constexpr std::size_t max_messages = 1'000;
  std::vector<Message> messages;
};

using Incoming = std::variant<Message, Batch>;

struct Received {
  Incoming incoming;
  std::size_t weight;  ///< about the bytes it takes in memory, never much less
};

/// What a line (not blank) is. Total: every text is something.
[[nodiscard]] Received read_message(std::string_view line);
/// What stands for a line that was too long to be kept.
[[nodiscard]] Received too_long_message();

/// What stands for an id that could not be read. The schemas of 2025-11-25 and later want it left
/// out, JSON-RPC 2.0 itself wants null.
enum class MissingId { left_out, null };

/// The lines that we write, without the line end.
[[nodiscard]] std::string result_line(const Id& id, std::string_view result_json);
[[nodiscard]] std::string error_line(const std::optional<Id>& id, const RpcError& error,
                                     MissingId missing = MissingId::left_out);
/// Null `params` are left out.
[[nodiscard]] std::string notification_line(std::string_view method, Json params);

}  // namespace notes::mcp
