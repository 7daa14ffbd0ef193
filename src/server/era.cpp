#include "server/era.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "server/json_text.h"

namespace notes::mcp {

namespace {

constexpr const char* version_key = "io.modelcontextprotocol/protocolVersion";
constexpr const char* capabilities_key = "io.modelcontextprotocol/clientCapabilities";
constexpr const char* log_level_key = "io.modelcontextprotocol/logLevel";
constexpr std::array<std::string_view, 8> log_levels{"debug", "info",     "notice", "warning",
                                                     "error", "critical", "alert",  "emergency"};

tl::unexpected<RpcError> refused(RpcErrorCode code, std::string message, Json data = nullptr) {
  return tl::unexpected(
      RpcError{.code = code, .message = std::move(message), .data = std::move(data)});
}

tl::unexpected<RpcError> unknown_method(const Request& request) {
  return refused(RpcErrorCode::method_not_found, "Unknown method: " + shortened(request.method));
}

const Json* meta_of(const Request& request) { return member(request.params, "_meta"); }

/// What the `_meta` of a modern request must hold; the version before all else, since a later
/// revision may want other keys.
tl::expected<void, RpcError> check_meta(const Json& meta) {
  const std::string* const version = text_member(meta, version_key);
  if (version == nullptr) {
    return refused(RpcErrorCode::invalid_params,
                   std::string("_meta: ") + version_key + " must be a string.");
  }
  const std::string_view served = modern_revision().name;
  if (*version != served) {
    return refused(RpcErrorCode::unsupported_version, "Unsupported protocol version",
                   {{"supported", Json::array({served})}, {"requested", shortened(*version)}});
  }
  const Json* const capabilities = member(meta, capabilities_key);
  if (capabilities == nullptr || !capabilities->is_object()) {
    return refused(RpcErrorCode::invalid_params,
                   std::string("_meta: ") + capabilities_key + " must be an object.");
  }
  if (const Json* const level = member(meta, log_level_key)) {
    const std::string* const name = level->get_ptr<const std::string*>();
    if (name == nullptr ||
        std::find(log_levels.begin(), log_levels.end(), *name) == log_levels.end()) {
      return refused(RpcErrorCode::invalid_params,
                     std::string("_meta: ") + log_level_key + " is not a log level.");
    }
  }
  return {};
}

}  // namespace

bool is_modern(const Request& request) {
  const Json* const meta = meta_of(request);
  return meta != nullptr && member(*meta, version_key) != nullptr;
}

tl::expected<Addressed, RpcError> addressed(const Request& request,
                                            const ProtocolRevision* session) {
  const std::optional<Method> method = method_named(request.method);
  if (is_modern(request)) {
    const tl::expected<void, RpcError> checked = check_meta(*meta_of(request));
    if (!checked) return tl::unexpected(checked.error());
    if (!method || !is_served(*method, Era::modern)) return unknown_method(request);
    return Addressed{*method, modern_revision()};
  }
  if (!method) return unknown_method(request);
  // Before the handshake there is no revision, and ping is the same in all.
  const bool is_open_to_all = method == Method::initialize || method == Method::ping;
  if (session == nullptr && is_open_to_all) return Addressed{*method, negotiated_revision({})};
  if (session == nullptr) {
    return refused(RpcErrorCode::invalid_params, std::string("The request needs _meta with ") +
                                                     version_key + " and " + capabilities_key +
                                                     " (2026-07-28), or call initialize first.");
  }
  if (!is_served(*method, Era::legacy)) return unknown_method(request);
  return Addressed{*method, *session};
}

}  // namespace notes::mcp
