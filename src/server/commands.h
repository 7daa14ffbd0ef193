#pragma once
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "server/tools.h"
#include "vault/check.h"

/// What the commands `call`, `check` and `config` print, as values: `main` writes them.
namespace notes::mcp {

inline constexpr int exit_failure = 1;  ///< a tool error, something left to mend, no vault
inline constexpr int exit_usage = 2;    ///< the command line asks for what there is not

struct Printed {
  std::string output;   ///< for stdout; whole lines
  std::string message;  ///< for stderr; whole lines
  int exit_code = 0;
};

enum class CallFormat { json, text };

/// Calls a tool as a client does. `arguments` is a JSON object; empty stands for one without
/// members. The exit code is `exit_failure` for a tool error, with its text as the message, and
/// `exit_usage` for an unknown tool and for arguments that are no JSON object.
[[nodiscard]] Printed printed_call(const Toolbox& tools, std::string_view tool_name, Vault& vault,
                                   std::string_view arguments, CallFormat format);

enum class CheckFormat { text, json };

/// The exit code is `exit_failure` while anything is left to mend.
[[nodiscard]] Printed printed_check(const CheckReport& report, const std::filesystem::path& folder,
                                    CheckFormat format);

/// How a client is to start the server.
struct Launch {
  std::string program;                 ///< absolute path, UTF-8
  std::vector<std::string> arguments;  ///< UTF-8
};

/// The clients whose configuration we know, as `config` takes them.
[[nodiscard]] std::vector<std::string> known_clients();

/// The entry for the configuration of `client` as output, and where it goes as the message, so that
/// the output alone can be sent to a file. Errors: `invalid_argument` for an unknown client, with
/// the nearest name, and for a path that is not UTF-8, which JSON and TOML cannot say.
[[nodiscard]] Result<Printed> printed_config(std::string_view client, const Launch& launch);

/// `notes-mcp 0.1.0`
[[nodiscard]] std::string version_line();

}  // namespace notes::mcp
