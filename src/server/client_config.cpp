#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/commands.h"
#include "vault/edit_distance.h"
#include "vault/unicode.h"

namespace notes::mcp {
namespace {

enum class Syntax { json, toml };

/// One client: the form of its entry, and where it goes.
struct Client {
  std::string_view name;
  Syntax syntax;
  std::string_view servers_key;  ///< member under which it keeps its servers
  std::string_view type;         ///< value of the entry's member `type`; empty: none
  std::string_view place;        ///< sentences
};

constexpr std::string_view entry_name = "notes";

// Sources: the documentation of each client.
constexpr std::array<Client, 7> clients{
    Client{.name = "claude-desktop",
           .syntax = Syntax::json,
           .servers_key = "mcpServers",
           .type = "",
           .place = "Goes into claude_desktop_config.json (Settings, Developer, Edit Config):\n"
                    "  macOS    ~/Library/Application Support/Claude/claude_desktop_config.json\n"
                    "  Windows  %APPDATA%\\Claude\\claude_desktop_config.json\n"
                    "  Linux    ~/.config/Claude/claude_desktop_config.json\n"
                    "Then quit and start Claude Desktop.\n"},
    Client{
        .name = "claude-code",
        .syntax = Syntax::json,
        .servers_key = "mcpServers",
        .type = "stdio",
        .place = "Goes into .mcp.json in the folder of a project. For all projects run instead:\n"},
    Client{.name = "cursor",
           .syntax = Syntax::json,
           .servers_key = "mcpServers",
           .type = "",
           .place = "Goes into mcp.json:\n"
                    "  macOS, Linux  ~/.cursor/mcp.json\n"
                    "  Windows       %USERPROFILE%\\.cursor\\mcp.json\n"
                    "  one project   .cursor/mcp.json in its folder\n"},
    Client{.name = "vscode",
           .syntax = Syntax::json,
           .servers_key = "servers",
           .type = "stdio",
           .place = "Goes into mcp.json:\n"
                    "  one workspace  .vscode/mcp.json in its folder\n"
                    "  all            the file that the command 'MCP: Open User Configuration' "
                    "opens\n"},
    Client{.name = "zed",
           .syntax = Syntax::json,
           .servers_key = "context_servers",
           .type = "",
           .place = "Goes into settings.json:\n"
                    "  macOS, Linux  ~/.config/zed/settings.json\n"
                    "  Windows       %APPDATA%\\Zed\\settings.json\n"},
    Client{.name = "codex",
           .syntax = Syntax::toml,
           .servers_key = "mcp_servers",
           .type = "",
           .place = "Goes into config.toml:\n"
                    "  macOS, Linux  ~/.codex/config.toml\n"
                    "  Windows       %USERPROFILE%\\.codex\\config.toml\n"},
    Client{.name = "gemini",
           .syntax = Syntax::json,
           .servers_key = "mcpServers",
           .type = "",
           .place = "Goes into settings.json:\n"
                    "  macOS, Linux  ~/.gemini/settings.json\n"
                    "  Windows       %USERPROFILE%\\.gemini\\settings.json\n"
                    "  one project   .gemini/settings.json in its folder\n"}};

std::string json_entry(const Client& client, const Launch& launch) {
  Json entry = Json::object();
  if (!client.type.empty()) entry["type"] = client.type;
  entry["command"] = launch.program;
  entry["args"] = launch.arguments;
  Json servers = Json::object();
  servers[std::string(entry_name)] = std::move(entry);
  Json whole = Json::object();
  whole[std::string(client.servers_key)] = std::move(servers);
  return whole.dump(2) + "\n";
}

/// A basic string. Source: TOML 1.0, section "String"; its escapes are those of JSON, which leaves
/// out only that DEL must be escaped.
std::string toml_string(const std::string& text) {
  std::string result;
  for (const char byte : Json(text).dump()) {
    if (byte == '\x7F') {
      result += "\\u007f";
    } else {
      result += byte;
    }
  }
  return result;
}

std::string toml_entry(const Client& client, const Launch& launch) {
  std::string arguments;
  for (const std::string& argument : launch.arguments) {
    arguments += (arguments.empty() ? "" : ", ") + toml_string(argument);
  }
  return "[" + std::string(client.servers_key) + "." + std::string(entry_name) +
         "]\ncommand = " + toml_string(launch.program) + "\nargs = [" + arguments + "]\n";
}

/// `text` as one word of a POSIX shell.
std::string shell_word(const std::string& text) {
  const bool is_plain = std::all_of(text.begin(), text.end(), [](char byte) {
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
           (byte >= '0' && byte <= '9') ||
           std::string_view("/._-+:@%").find(byte) != std::string_view::npos;
  });
  if (is_plain && !text.empty()) return text;
  std::string word = "'";
  for (const char byte : text) {
    if (byte == '\'') {
      word += R"('\'')";
    } else {
      word += byte;
    }
  }
  return word + "'";
}

std::string claude_code_command(const Launch& launch) {
  std::string line = "  claude mcp add --scope user " + std::string(entry_name) + " -- " +
                     shell_word(launch.program);
  for (const std::string& argument : launch.arguments) line += " " + shell_word(argument);
  return line + "\n";
}

}  // namespace

std::vector<std::string> known_clients() {
  std::vector<std::string> names;
  names.reserve(clients.size());
  for (const Client& client : clients) names.emplace_back(client.name);
  return names;
}

Result<Printed> printed_config(std::string_view client_name, const Launch& launch) {
  const auto* const client = std::find_if(clients.begin(), clients.end(), [&](const Client& known) {
    return known.name == client_name;
  });
  if (client == clients.end()) {
    std::string hint = "Known are";
    const std::vector<std::string> names = known_clients();
    for (const std::string& name : names) hint += (name == names.front() ? " " : ", ") + name;
    const std::optional<std::string> near = nearest(client_name, names);
    return fail(ErrorCode::invalid_argument, "Unknown client '" + std::string(client_name) + "'.",
                (near ? "Did you mean '" + *near + "'? " : "") + hint + ".");
  }
  std::vector<std::string> texts = launch.arguments;
  texts.push_back(launch.program);
  for (const std::string& text : texts) {
    if (first_invalid_utf8(text)) {
      return fail(ErrorCode::invalid_argument,
                  "The path '" + repaired_utf8(text) + "' is not UTF-8.",
                  "Configuration files cannot name it; rename the folder.");
    }
  }
  if (client->syntax == Syntax::toml) {
    return Printed{.output = toml_entry(*client, launch), .message = std::string(client->place)};
  }
  std::string place(client->place);
  if (client->name == "claude-code") place += claude_code_command(launch);
  place += "Where the file has \"" + std::string(client->servers_key) +
           "\" already, add the entry \"" + std::string(entry_name) + "\" to it.\n";
  return Printed{.output = json_entry(*client, launch), .message = place};
}

}  // namespace notes::mcp
