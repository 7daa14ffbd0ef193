#include "server/revision.h"

#include <algorithm>

namespace notes::mcp {

namespace {

constexpr std::array revisions{
    ProtocolRevision{.name = "2024-11-05",
                     .era = Era::legacy,
                     .has_batches = true,  // not in its schema, but its clients send them
                     .has_tool_annotations = false,
                     .has_tool_titles_and_output = false,
                     .has_resource_titles = false,
                     .has_last_modified = false,
                     .has_server_title = false,
                     .has_server_description = false,
                     .has_completions_capability = false,
                     .has_optional_error_id = false},
    ProtocolRevision{.name = "2025-03-26",
                     .era = Era::legacy,
                     .has_batches = true,
                     .has_tool_annotations = true,
                     .has_tool_titles_and_output = false,
                     .has_resource_titles = false,
                     .has_last_modified = false,
                     .has_server_title = false,
                     .has_server_description = false,
                     .has_completions_capability = true,
                     .has_optional_error_id = false},
    ProtocolRevision{.name = "2025-06-18",
                     .era = Era::legacy,
                     .has_batches = false,
                     .has_tool_annotations = true,
                     .has_tool_titles_and_output = true,
                     .has_resource_titles = true,
                     .has_last_modified = true,
                     .has_server_title = true,
                     .has_server_description = false,
                     .has_completions_capability = true,
                     .has_optional_error_id = false},
    ProtocolRevision{.name = "2025-11-25",
                     .era = Era::legacy,
                     .has_batches = false,
                     .has_tool_annotations = true,
                     .has_tool_titles_and_output = true,
                     .has_resource_titles = true,
                     .has_last_modified = true,
                     .has_server_title = true,
                     .has_server_description = true,
                     .has_completions_capability = true,
                     .has_optional_error_id = true},
    ProtocolRevision{.name = "2026-07-28",
                     .era = Era::modern,
                     .has_batches = false,
                     .has_tool_annotations = true,
                     .has_tool_titles_and_output = true,
                     .has_resource_titles = true,
                     .has_last_modified = true,
                     .has_server_title = true,
                     .has_server_description = false,  // known, but sent with every result
                     .has_completions_capability = true,
                     .has_optional_error_id = true}};

constexpr std::size_t newest_legacy = 3;
static_assert(revisions[newest_legacy].era == Era::legacy && revisions.back().era == Era::modern &&
              newest_legacy + 2 == revisions.size());

struct MethodRow {
  std::string_view name;
  Method method;
  bool is_legacy;
  bool is_modern;
};

constexpr std::array methods{
    MethodRow{"initialize", Method::initialize, true, false},
    MethodRow{"ping", Method::ping, true, false},
    MethodRow{"resources/subscribe", Method::subscribe, true, false},
    MethodRow{"resources/unsubscribe", Method::unsubscribe, true, false},
    MethodRow{"server/discover", Method::discover, false, true},
    MethodRow{"subscriptions/listen", Method::listen, false, true},
    MethodRow{"tools/list", Method::list_tools, true, true},
    MethodRow{"tools/call", Method::call_tool, true, true},
    MethodRow{"resources/list", Method::list_resources, true, true},
    MethodRow{"resources/read", Method::read_resource, true, true},
    MethodRow{"resources/templates/list", Method::list_resource_templates, true, true},
    MethodRow{"completion/complete", Method::complete, true, true}};

}  // namespace

std::span<const ProtocolRevision> protocol_revisions() { return revisions; }

std::size_t index_of(const ProtocolRevision& revision) {
  return static_cast<std::size_t>(&revision - revisions.data());
}

const ProtocolRevision& modern_revision() { return revisions.back(); }

const ProtocolRevision& negotiated_revision(std::string_view name) {
  const auto* const found =
      std::find_if(revisions.begin(), revisions.end(), [&](const ProtocolRevision& revision) {
        return revision.era == Era::legacy && revision.name == name;
      });
  return found == revisions.end() ? revisions[newest_legacy] : *found;
}

std::optional<Method> method_named(std::string_view name) {
  const auto* const found = std::find_if(methods.begin(), methods.end(),
                                         [&](const MethodRow& row) { return row.name == name; });
  if (found == methods.end()) return std::nullopt;
  return found->method;
}

bool is_served(Method method, Era era) {
  const auto* const found = std::find_if(
      methods.begin(), methods.end(), [&](const MethodRow& row) { return row.method == method; });
  return era == Era::legacy ? found->is_legacy : found->is_modern;
}

}  // namespace notes::mcp
