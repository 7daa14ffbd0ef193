#include "server/commands.h"

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "server/envelope.h"
#include "server/facts.h"
#include "server/json_text.h"
#include "vault/in_quotes.h"
#include "vault/platform.h"

namespace notes::mcp {
namespace {

Printed failed(const std::string& message, int exit_code) {
  return {.output = "", .message = message + "\n", .exit_code = exit_code};
}

std::string json_lines(const Json& value) {
  return value.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

bool is_blank(std::string_view text) {
  return text.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

Json finding_json(const Finding& finding) {
  const bool is_warning = finding.severity == Finding::Severity::warning;
  return {{"file", finding.file},
          {"severity", is_warning ? "warning" : "not_served"},
          {"reason", finding.reason},
          {"mend", finding.mend},
          {"fixable", finding.is_fixable}};
}

std::string finding_line(const Finding& finding) {
  const bool is_warning = finding.severity == Finding::Severity::warning;
  std::string line = is_warning ? "warning     " : "not served  ";
  line += one_line(finding.file) + ": " + one_line(finding.reason) + "\n";
  if (!finding.mend.empty()) line += "            " + one_line(finding.mend) + "\n";
  return line;
}

std::string counted(std::size_t count, const std::string& one, const std::string& many) {
  return std::to_string(count) + " " + (count == 1 ? one : many);
}

std::string check_text(const CheckReport& report, const std::string& folder) {
  std::string text;
  for (const std::string& fixed : report.fixed) text += "fixed       " + one_line(fixed) + "\n";
  std::size_t fixable = 0;
  for (const Finding& finding : report.findings) {
    text += finding_line(finding);
    if (finding.is_fixable) ++fixable;
  }
  text += folder + ": " + counted(report.served, "note", "notes") + " served, " +
          (report.findings.empty() ? "nothing to mend"
                                   : counted(report.findings.size(), "finding", "findings"));
  if (fixable > 0) text += ", " + std::to_string(fixable) + " of them mended by 'check --fix'";
  text += ".\n";
  if (report.subfolders > 0) {
    text += counted(report.subfolders, "subfolder is", "subfolders are") +
            " not looked into: notes are the .md files in the folder itself.\n";
  }
  return text;
}

}  // namespace

Printed printed_call(const Toolbox& tools, std::string_view tool_name, Vault& vault,
                     std::string_view arguments, CallFormat format) {
  const Tool* tool = tools.find(tool_name);
  if (tool == nullptr) {
    const std::optional<std::string> near = tools.nearest(tool_name);
    std::string message = "Unknown tool " + notes::in_quotes(tool_name) + ".";
    if (near) message += " Did you mean '" + *near + "'?";
    message += " There are";
    for (const Tool* known : tools.listed()) message += " " + known->name;
    return failed(message + ".", exit_usage);
  }
  Json object = Json::object();
  if (!is_blank(arguments)) {
    tl::expected<ParsedJson, JsonFault> parsed = parse_json(arguments);
    if (!parsed && parsed.error() != JsonFault::malformed) {
      return failed(
          "The arguments are too large: at most 1000 members of one object, nested 64 deep.",
          exit_usage);
    }
    if (!parsed || !parsed->value.is_object()) {
      return failed(R"(The arguments are no JSON object, such as {"slug": "pad-thai"}.)",
                    exit_usage);
    }
    object = std::move(parsed->value);
  }
  const Result<Answer> answer = tools.call(*tool, vault, std::move(object));
  if (!answer) return failed(error_text(answer.error()), exit_failure);
  if (format == CallFormat::json) return {.output = json_lines(answer->structured), .message = ""};
  const bool ends_line = !answer->text.empty() && answer->text.back() == '\n';
  return {.output = answer->text + (ends_line ? "" : "\n"), .message = ""};
}

Printed printed_check(const CheckReport& report, const std::filesystem::path& folder,
                      CheckFormat format) {
  const std::string name = platform::path_to_utf8(folder);
  const int exit_code = report.findings.empty() ? 0 : exit_failure;
  if (format == CheckFormat::text) {
    return {.output = check_text(report, name), .message = "", .exit_code = exit_code};
  }
  Json findings = Json::array();
  for (const Finding& finding : report.findings) findings.push_back(finding_json(finding));
  const Json whole = {{"vault", name},
                      {"served", report.served},
                      {"subfolders", report.subfolders},
                      {"findings", std::move(findings)},
                      {"fixed", report.fixed}};
  return {.output = json_lines(whole), .message = "", .exit_code = exit_code};
}

std::string version_line() {
  const Json info = server_info(modern_revision());
  return info.at("name").get<std::string>() + " " + info.at("version").get<std::string>();
}

}  // namespace notes::mcp
