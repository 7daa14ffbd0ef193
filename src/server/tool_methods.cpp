#include "server/tool_methods.h"

#include <optional>
#include <string>
#include <utility>

#include "server/json_text.h"

namespace notes::mcp {

namespace {

tl::unexpected<RpcError> invalid_params(std::string message) {
  return tl::unexpected(
      RpcError{.code = RpcErrorCode::invalid_params, .message = std::move(message)});
}

/// All four hints, since a client assumes the worst of one that is missing.
Json annotations_of(const Tool& tool) {
  const bool is_reading = tool.effect == Effect::reads;
  const bool is_destructive = tool.effect == Effect::updates || tool.effect == Effect::destroys;
  return {{"title", tool.title},
          {"readOnlyHint", is_reading},
          {"destructiveHint", is_destructive},
          {"idempotentHint", is_reading},
          {"openWorldHint", false}};
}

Json listed(const Tool& tool, const ProtocolRevision& revision) {
  Json entry = {{"name", tool.name}};
  if (revision.has_tool_titles_and_output) entry["title"] = tool.title;
  entry["description"] = tool.description;
  entry["inputSchema"] = tool.input;
  if (revision.has_tool_titles_and_output) entry["outputSchema"] = tool.output;
  if (revision.has_tool_annotations) entry["annotations"] = annotations_of(tool);
  return entry;
}

/// The arguments as an object; some clients leave them out or send them as text.
tl::expected<Json, RpcError> arguments_of(Json& params) {
  const auto found = params.find("arguments");
  if (found == params.end() || found->is_null()) return Json::object();
  if (const std::string* const text = found->get_ptr<const std::string*>()) {
    tl::expected<ParsedJson, JsonFault> parsed = parse_json(*text);
    if (parsed && parsed->value.is_object()) return std::move(parsed->value);
  }
  if (!found->is_object()) return invalid_params("arguments must be an object.");
  return std::move(*found);
}

/// The one block that every answer has.
Json result_with_text(std::string text) {
  Json block = {{"type", "text"}};
  block["text"] = std::move(text);
  Json content = Json::array();
  content.push_back(std::move(block));
  Json result;
  result["content"] = std::move(content);
  return result;
}

}  // namespace

Json tool_list(const Toolbox& tools, const ProtocolRevision& revision) {
  Json list = Json::array();
  for (const Tool* const tool : tools.listed()) list.push_back(listed(*tool, revision));
  Json result;
  result["tools"] = std::move(list);
  return result;
}

tl::expected<const Tool*, RpcError> called_tool(const Toolbox& tools, const Json& params) {
  const std::string* const name = text_member(params, "name");
  if (name == nullptr) return invalid_params("name must be a string, the name of a tool.");
  const Tool* const tool = tools.find(*name);
  if (tool != nullptr) return tool;
  std::string message = "Unknown tool: " + shortened(*name);
  if (const std::optional<std::string> nearest = tools.nearest(*name)) {
    message.append(". Did you mean ").append(*nearest).append("?");
  }
  return invalid_params(std::move(message));
}

tl::expected<Json, RpcError> call_tool(const Toolbox& tools, const Tool& tool, Vault& vault,
                                       const ProtocolRevision& revision, Json params) {
  tl::expected<Json, RpcError> arguments = arguments_of(params);
  if (!arguments) return arguments;
  Result<Answer> answer = tools.call(tool, vault, std::move(*arguments));
  if (!answer) {
    // Without structured content: clients would check it against the schema of a success.
    Json result = result_with_text(error_text(answer.error()));
    result["isError"] = true;
    return result;
  }
  Json result = result_with_text(std::move(answer->text));
  if (revision.has_tool_titles_and_output) {
    result["structuredContent"] = std::move(answer->structured);
  }
  result["isError"] = false;
  return result;
}

}  // namespace notes::mcp
