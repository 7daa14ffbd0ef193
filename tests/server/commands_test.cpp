#include "server/commands.h"

#include <doctest/doctest.h>

#include <string>
#include <string_view>

#include "support/temp_vault.h"
#include "vault/platform.h"

namespace notes::mcp {
namespace {

const Launch launch{.program = "/opt/my apps/notes-mcp",
                    .arguments = {"--vault", "/home/zoë/my \"notes\"", "--trash"}};

Finding finding(Finding::Severity severity, std::string file, bool is_fixable) {
  return {.severity = severity,
          .file = std::move(file),
          .reason = "some reason",
          .mend = "some mend",
          .is_fixable = is_fixable};
}

}  // namespace

TEST_CASE("config: each client gets its own form, with paths quoted right") {
  const std::string entry =
      "      \"command\": \"/opt/my apps/notes-mcp\",\n"
      "      \"args\": [\n"
      "        \"--vault\",\n"
      "        \"/home/zoë/my \\\"notes\\\"\",\n"
      "        \"--trash\"\n"
      "      ]\n"
      "    }\n"
      "  }\n"
      "}\n";
  struct Row {
    std::string_view client, output, place;
  };
  const std::string plain = "{\n  \"mcpServers\": {\n    \"notes\": {\n" + entry;
  const std::string typed =
      "{\n  \"mcpServers\": {\n    \"notes\": {\n      \"type\": \"stdio\",\n" + entry;
  const std::string vscode =
      "{\n  \"servers\": {\n    \"notes\": {\n      \"type\": \"stdio\",\n" + entry;
  const std::string zed = "{\n  \"context_servers\": {\n    \"notes\": {\n" + entry;
  for (const Row& row : {
           Row{"claude-desktop", plain,
               "~/Library/Application Support/Claude/claude_desktop_config.json"},
           Row{"claude-code", typed,
               "claude mcp add --scope user notes -- '/opt/my apps/notes-mcp' --vault "
               "'/home/zoë/my \"notes\"' --trash\n"},
           Row{"cursor", plain, "~/.cursor/mcp.json"},
           Row{"vscode", vscode, ".vscode/mcp.json"},
           Row{"zed", zed, "~/.config/zed/settings.json"},
           Row{"codex",
               "[mcp_servers.notes]\n"
               "command = \"/opt/my apps/notes-mcp\"\n"
               "args = [\"--vault\", \"/home/zoë/my \\\"notes\\\"\", \"--trash\"]\n",
               "~/.codex/config.toml"},
           Row{"gemini", plain, "~/.gemini/settings.json"},
       }) {
    CAPTURE(row.client);
    const Result<Printed> printed = printed_config(row.client, launch);
    REQUIRE(printed);
    CHECK(printed->output == row.output);
    CHECK(printed->message.find(row.place) != std::string::npos);
    CHECK(printed->exit_code == 0);
  }
  CHECK(known_clients().size() == 7);
}

TEST_CASE("config: backslashes, control characters and apostrophes survive") {
  const Launch odd{.program = "C:\\a\\n.exe", .arguments = {"it's\x7F\n"}};
  CHECK(printed_config("codex", odd)->output ==
        "[mcp_servers.notes]\ncommand = \"C:\\\\a\\\\n.exe\"\nargs = [\"it's\\u007f\\n\"]\n");
  const Launch apostrophe{.program = "/n", .arguments = {"it's", ""}};
  CHECK(printed_config("claude-code", apostrophe)->message.find("-- /n 'it'\\''s' ''\n") !=
        std::string::npos);
}

TEST_CASE("config: an unknown client and a path that no file can say are refused") {
  const Result<Printed> unknown = printed_config("claude-dekstop", launch);
  REQUIRE_FALSE(unknown);
  CHECK(unknown.error().message == "Unknown client 'claude-dekstop'.");
  CHECK(unknown.error().hint ==
        "Did you mean 'claude-desktop'? Known are claude-desktop, claude-code, cursor, vscode, "
        "zed, codex, gemini.");
  const Result<Printed> bytes = printed_config("cursor", {.program = "/n", .arguments = {"\xFF"}});
  REQUIRE_FALSE(bytes);
  CHECK(bytes.error().message == "The path '\uFFFD' is not UTF-8.");
}

TEST_CASE("check: says what is left, and fails while anything is") {
  CheckReport clean{.served = 1, .findings = {}, .fixed = {}};
  const Printed fine = printed_check(clean, "/v", CheckFormat::text);
  CHECK(fine.output == "/v: 1 note served, nothing to mend.\n");
  CHECK(fine.exit_code == 0);
  clean.subfolders = 2;
  CHECK(printed_check(clean, "/v", CheckFormat::text)
            .output.ends_with("\n2 subfolders are not looked into: notes are the .md files in the "
                              "folder itself.\n"));

  CheckReport report{.served = 2,
                     .findings = {finding(Finding::Severity::not_served, "A.md", true),
                                  finding(Finding::Severity::warning, "b.md", false)},
                     .fixed = {"C.md -> c.md"}};
  const Printed text = printed_check(report, "/v", CheckFormat::text);
  CHECK(text.exit_code == 1);
  CHECK(text.output ==
        "fixed       C.md -> c.md\n"
        "not served  A.md: some reason\n            some mend\n"
        "warning     b.md: some reason\n            some mend\n"
        "/v: 2 notes served, 2 findings, 1 of them mended by 'check --fix'.\n");
  const Printed json = printed_check(report, "/v", CheckFormat::json);
  CHECK(json.exit_code == 1);
  CHECK(
      Json::parse(json.output).dump() ==
      R"({"vault":"/v","served":2,"subfolders":0,"findings":[{"file":"A.md","severity":"not_served",)"
      R"("reason":"some reason","mend":"some mend","fixable":true},{"file":"b.md",)"
      R"("severity":"warning","reason":"some reason","mend":"some mend","fixable":false}],)"
      R"("fixed":["C.md -> c.md"]})");
}

TEST_CASE("call: prints what a client gets") {
  const test::TempVault folder;
  folder.write("soup.md", "# Soup\n\nHot.\n");
  Result<Vault> vault = Vault::open(folder.path(), {});
  REQUIRE(vault);
  const Toolbox tools({});
  const auto call = [&](std::string_view tool, std::string_view arguments, CallFormat format) {
    return printed_call(tools, tool, *vault, arguments, format);
  };

  const Printed json = call("read_note", R"({"slug":"soup"})", CallFormat::json);
  CHECK(json.exit_code == 0);
  CHECK(json.message.empty());
  CHECK(Json::parse(json.output).at("body") == "# Soup\n\nHot.\n");
  const Printed text = call("read_note", R"({"slug":"soup"})", CallFormat::text);
  CHECK(text.output.ends_with("body:\n# Soup\n\nHot.\n"));
  CHECK(Json::parse(call("list_notes", "", CallFormat::json).output).at("total") == 1);
  CHECK(Json::parse(call("list_notes", " \n", CallFormat::json).output).at("total") == 1);

  struct Row {
    std::string_view tool, arguments;
    int exit_code;
    std::string_view message;
  };
  const std::string deep = R"({"slug":)" + std::string(100, '[');
  for (const Row& row : {
           Row{"raed_note", "{}", 2,
               "Unknown tool 'raed_note'. Did you mean 'read_note'? There are create_note "
               "read_note list_notes search_notes update_note delete_note.\n"},
           Row{"read_note", "[1]", 2,
               "The arguments are no JSON object, such as {\"slug\": \"pad-thai\"}.\n"},
           Row{"read_note", "{slug}", 2,
               "The arguments are no JSON object, such as {\"slug\": \"pad-thai\"}.\n"},
           Row{"read_note", deep, 2,
               "The arguments are too large: at most 1000 members of one object, nested 64 "
               "deep.\n"},
           Row{"read_note", "{}", 1,
               "Argument 'slug' is missing. read_note takes: slug (required), offset, limit.\n"},
       }) {
    CAPTURE(row.tool);
    const Printed failed = call(row.tool, row.arguments, CallFormat::json);
    CHECK(failed.exit_code == row.exit_code);
    CHECK(failed.output.empty());
    CHECK(failed.message == row.message);
  }
}

}  // namespace notes::mcp
