#include "support/mcp_client.h"

#include <cstdlib>
#include <optional>
#include <stdexcept>
#include <utility>

namespace notes::test {

namespace {

/// The program under test: the one that NOTES_MCP names, else the one built with these tests.
std::string program() {
  const char* named = std::getenv("NOTES_MCP");  // NOLINT(concurrency-mt-unsafe)
  return named == nullptr ? NOTES_MCP_PROGRAM : named;
}

std::vector<std::string> command_for(const std::filesystem::path& vault,
                                     const std::vector<std::string>& options) {
  std::vector<std::string> command{program(), "--vault", vault.string()};
  command.insert(command.end(), options.begin(), options.end());
  return command;
}

}  // namespace

Json modern_meta() {
  return {{"io.modelcontextprotocol/protocolVersion", modern_version},
          {"io.modelcontextprotocol/clientCapabilities", Json::object()},
          {"io.modelcontextprotocol/clientInfo", {{"name", "test"}, {"version", "1"}}}};
}

Json modern(Json params) {
  params["_meta"] = modern_meta();
  return params;
}

std::string request_line(const Json& id, std::string_view method, const Json& params) {
  return Json{{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", params}}.dump();
}

std::string notification_line(std::string_view method, const Json& params) {
  return Json{{"jsonrpc", "2.0"}, {"method", method}, {"params", params}}.dump();
}

Json handshake(std::string_view version) {
  return {{"protocolVersion", version},
          {"capabilities", Json::object()},
          {"clientInfo", {{"name", "test"}, {"version", "1"}}}};
}

std::vector<std::string> keys(const Json& object) {
  std::vector<std::string> names;
  for (const auto& [name, value] : object.items()) names.push_back(name);
  return names;
}

int error_code(const Json& message) {
  return message.contains("error") ? message["error"]["code"].get<int>() : 0;
}

McpClient::McpClient(const std::filesystem::path& vault, const std::vector<std::string>& options)
    : process_(command_for(vault, options)) {}

Json McpClient::open(std::string_view version) {
  Json answer = ask("initialize", handshake(version));
  send(notification_line("notifications/initialized", Json::object()));
  return answer.at("result");
}

Json McpClient::receive() {
  const std::optional<std::string> line = process_.receive();
  if (!line) throw std::runtime_error("the program has closed its output");
  return Json::parse(*line);
}

Json McpClient::ask(std::string_view method, const Json& params) {
  const std::int64_t id = ++last_id_;
  send(request_line(id, method, params));
  for (;;) {
    Json message = receive();
    if (message.is_object() && message.contains("id") && message["id"] == id) return message;
    others_.push_back(std::move(message));
  }
}

Json McpClient::ask_modern(std::string_view method, Json params) {
  return ask(method, modern(std::move(params)));
}

Json McpClient::call(std::string_view tool, const Json& arguments) {
  return ask("tools/call", {{"name", tool}, {"arguments", arguments}}).at("result");
}

std::vector<Json> McpClient::others() { return std::exchange(others_, {}); }

std::vector<Json> McpClient::said_to(std::string_view line) {
  send(line);
  ask("ping");
  return others();
}

}  // namespace notes::test
