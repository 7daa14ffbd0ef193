#include <CLI/CLI.hpp>
#include <cstddef>
#include <filesystem>
#include <ios>
#include <iostream>
#include <string>
#include <string_view>

#include "server/commands.h"
#include "server/log.h"
#include "server/process.h"
#include "server/serve.h"
#include "server/terminal.h"
#include "server/tools.h"
#include "vault/check.h"
#include "vault/platform.h"
#include "vault/vault.h"

namespace {

using notes::Result;
using notes::mcp::exit_failure;
using notes::mcp::exit_usage;
using notes::mcp::LogLevel;

constexpr std::size_t max_input_bytes = 64UL * 1024 * 1024;
constexpr std::size_t progress_from = 1000;  // files
constexpr std::size_t progress_step = 100;   // files

/// What the command line says.
struct Options {
  std::string vault = "~/notes";
  bool is_read_only = false;
  bool has_trash = false;
  std::string log_level = "warning";
  std::string tool;
  std::string arguments;
  bool wants_text = false;
  bool wants_fix = false;
  bool wants_json = false;
  std::string client;

  [[nodiscard]] notes::VaultOptions vault_options() const {
    return {.access = is_read_only ? notes::Access::read_only : notes::Access::read_write,
            .deletion = has_trash ? notes::Deletion::trash : notes::Deletion::final};
  }
};

LogLevel log_level(std::string_view name) {
  if (name == "error") return LogLevel::error;
  if (name == "info") return LogLevel::info;
  return name == "debug" ? LogLevel::debug : LogLevel::warning;
}

int print(const notes::mcp::Printed& printed) {
  std::cout << printed.output << std::flush;
  std::cerr << printed.message;
  if (std::cout.good()) return printed.exit_code;
  std::cerr << "notes-mcp: cannot write to stdout.\n";
  return exit_failure;
}

int fail_with(const notes::VaultError& error, int exit_code = exit_failure) {
  notes::mcp::write_error_line("notes-mcp: " + notes::mcp::error_text(error));
  return exit_code;
}

Result<notes::Vault> opened_vault(const Options& options) {
  const Result<std::filesystem::path> folder = notes::expanded_path(options.vault);
  if (!folder) return notes::unexpected(folder.error());
  return notes::Vault::open(*folder, options.vault_options());
}

int run_server(const Options& options) {
  Result<notes::Vault> vault = opened_vault(options);
  if (!vault) return fail_with(vault.error());
  if (notes::mcp::is_input_terminal()) {
    notes::mcp::write_error_line("notes-mcp serves " + options.vault +
                                 " and waits for an MCP client on stdin (end with Ctrl-D). "
                                 "'notes-mcp config CLIENT' prints what a client needs, "
                                 "'notes-mcp --help' the rest.");
  }
  const notes::mcp::Toolbox tools(options.vault_options());
  const notes::mcp::Log log(log_level(options.log_level));
  return notes::mcp::serve(*vault, tools, log);
}

/// The arguments of a call: as given, or from stdin for `-`.
Result<std::string> call_arguments(const Options& options) {
  if (options.arguments != "-") return options.arguments;
  std::string text(max_input_bytes + 1, '\0');
  std::cin.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(std::cin.gcount()));
  if (text.size() > max_input_bytes) {
    return notes::fail(notes::ErrorCode::invalid_argument,
                       "The arguments on stdin are longer than 64 MiB.");
  }
  return text;
}

int run_call(const Options& options) {
  const Result<std::string> arguments = call_arguments(options);
  if (!arguments) return fail_with(arguments.error());
  Result<notes::Vault> vault = opened_vault(options);
  if (!vault) return fail_with(vault.error());
  const notes::mcp::Toolbox tools(options.vault_options());
  return print(notes::mcp::printed_call(
      tools, options.tool, *vault, *arguments,
      options.wants_text ? notes::mcp::CallFormat::text : notes::mcp::CallFormat::json));
}

void show_progress(std::size_t done, std::size_t total) {
  if (total <= progress_from || (done % progress_step != 0 && done != total)) return;
  std::cerr << "\rchecked " << done << " of " << total << " files" << (done == total ? "\n" : "")
            << std::flush;
}

int run_check(const Options& options) {
  if (options.wants_fix && options.is_read_only) {
    std::cerr << "notes-mcp: --fix renames files, so it does not go with --read-only.\n";
    return exit_usage;
  }
  const Result<std::filesystem::path> path = notes::expanded_path(options.vault);
  if (!path) return fail_with(path.error());
  const Result<notes::platform::Folder> folder = notes::platform::Folder::open(*path);
  if (!folder) return fail_with(folder.error());
  const bool has_watcher = notes::mcp::is_error_terminal();
  const Result<notes::CheckReport> report =
      notes::check_folder(*folder, options.wants_fix ? notes::Mend::names : notes::Mend::nothing,
                          [has_watcher](std::size_t done, std::size_t total) {
                            if (has_watcher) show_progress(done, total);
                          });
  if (!report) return fail_with(report.error());
  return print(notes::mcp::printed_check(
      *report, folder->path(),
      options.wants_json ? notes::mcp::CheckFormat::json : notes::mcp::CheckFormat::text));
}

int run_config(const Options& options, std::string_view called_as) {
  const Result<std::filesystem::path> folder = notes::expanded_path(options.vault);
  if (!folder) return fail_with(folder.error());
  const std::filesystem::path program = notes::platform::program_path().value_or(
      std::filesystem::absolute(notes::platform::path_from_utf8(called_as)));
  notes::mcp::Launch launch{
      .program = notes::platform::path_to_utf8(program),
      .arguments = {"--vault", notes::platform::path_to_utf8(std::filesystem::absolute(*folder))}};
  if (options.is_read_only) launch.arguments.emplace_back("--read-only");
  if (options.has_trash) launch.arguments.emplace_back("--trash");
  if (options.log_level != Options().log_level) {
    launch.arguments.insert(launch.arguments.end(), {"--log-level", options.log_level});
  }
  const Result<notes::mcp::Printed> printed = notes::mcp::printed_config(options.client, launch);
  if (!printed) return fail_with(printed.error(), exit_usage);
  return print(*printed);
}

}  // namespace

// NOLINTNEXTLINE(bugprone-exception-escape): what is thrown here is a bug, and bugs are loud.
int main(int argc, char** argv) {
  notes::platform::prepare_memory();
  notes::mcp::prepare_process();
  Options options;

  CLI::App app("Serves a folder of markdown notes to MCP clients on stdin and stdout.",
               "notes-mcp");
  app.set_version_flag("--version", notes::mcp::version_line());
  app.fallthrough();
  app.require_subcommand(0, 1);
  app.footer(
      "Exit codes: 0 done, 1 it failed (a tool error, something left to mend), 2 wrong usage.");
  app.add_option("--vault", options.vault,
                 "Folder with the notes; ~ and $HOME are expanded. Made when missing, but not by "
                 "check or with --read-only.")
      ->type_name("DIR")
      ->envname("NOTES_VAULT")
      ->capture_default_str();
  app.add_flag("--read-only", options.is_read_only,
               "Offer only the tools that read; write nothing.");
  app.add_flag("--trash", options.has_trash,
               "Let delete_note move files to .trash in the folder instead of deleting them.");
  app.add_option("--log-level", options.log_level, "What to say on stderr while serving.")
      ->check(CLI::IsMember({"error", "warning", "info", "debug"}))
      ->type_name("LEVEL")
      ->capture_default_str();

  CLI::App* call = app.add_subcommand("call", "Call one tool and print its result as JSON.");
  call->add_option("TOOL", options.tool, "Such as search_notes.")->type_name("")->required();
  call->add_option("JSON", options.arguments,
                   R"(Arguments, such as '{"query": "soup"}'; - reads them from stdin.)")
      ->type_name("");
  call->add_flag("--text", options.wants_text, "Print the text that a model sees instead.");

  CLI::App* check = app.add_subcommand(
      "check", "Name every file that is not served, or with a warning, and why.");
  check->add_flag(
      "--fix", options.wants_fix,
      "Rename the files that only need a valid name, and write the old name as title where "
      "a note has no other.");
  check->add_flag("--json", options.wants_json, "Print JSON.");

  CLI::App* config = app.add_subcommand("config", "Print the entry for a client's configuration.");
  config->add_option("CLIENT", options.client, CLI::detail::join(notes::mcp::known_clients(), ", "))
      ->type_name("")
      ->required();

  for (CLI::App* command : {call, check, config})
    command->footer("The options of 'notes-mcp --help' count here too, such as --vault DIR.");

  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : exit_usage;
  }
  if (call->parsed()) return run_call(options);
  if (check->parsed()) return run_check(options);
  if (config->parsed()) return run_config(options, argv[0]);
  return run_server(options);
}
