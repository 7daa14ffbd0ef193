#pragma once
#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

namespace notes::mcp {

/// Legacy: a session that `initialize` opens. Modern: every request describes itself.
enum class Era { legacy, modern };

/// One published revision of the Model Context Protocol, and which fields it knows; every answer
/// leaves out the rest. Source: schema/<name>/schema.ts of the specification.
struct ProtocolRevision {
  std::string_view name;
  Era era;
  bool has_batches;                 ///< must be served
  bool has_tool_annotations;        ///< tool: annotations
  bool has_tool_titles_and_output;  ///< tool: title, outputSchema; result: structuredContent
  bool has_resource_titles;         ///< resource and template: title
  bool has_last_modified;           ///< resource: annotations.lastModified
  bool has_server_title;            ///< serverInfo: title
  bool has_server_description;      ///< serverInfo: description
  bool has_completions_capability;  ///< capabilities: completions
  bool has_optional_error_id;       ///< an error answer may leave its id out
};

/// All that are served, oldest first.
[[nodiscard]] std::span<const ProtocolRevision> protocol_revisions();
/// The place of `revision` in that list.
[[nodiscard]] std::size_t index_of(const ProtocolRevision& revision);
[[nodiscard]] const ProtocolRevision& modern_revision();
/// What `initialize` agrees on when asked for `name`: that revision, or the newest legacy one.
[[nodiscard]] const ProtocolRevision& negotiated_revision(std::string_view name);

/// The requests that some era knows.
enum class Method {
  initialize,
  ping,
  subscribe,
  unsubscribe,
  discover,
  listen,
  list_tools,
  call_tool,
  list_resources,
  read_resource,
  list_resource_templates,
  complete,
};

/// nullopt: no era that is served knows it.
[[nodiscard]] std::optional<Method> method_named(std::string_view name);
[[nodiscard]] bool is_served(Method method, Era era);

}  // namespace notes::mcp
