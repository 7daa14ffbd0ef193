#pragma once
#include <tl/expected.hpp>

#include "server/json_rpc.h"
#include "server/revision.h"
#include "server/tools.h"

/// `tools/list` and `tools/call`, with the fields that a revision knows.
namespace notes::mcp {

/// The members of the answer to `tools/list`.
[[nodiscard]] Json tool_list(const Toolbox& tools, const ProtocolRevision& revision);

/// The tool that the `params` (an object) of `tools/call` name. Errors: `invalid_params`.
[[nodiscard]] tl::expected<const Tool*, RpcError> called_tool(const Toolbox& tools,
                                                              const Json& params);

/// Carries out `tools/call`. What the tool refuses is an answer too, with `isError`. Errors:
/// `invalid_params` (`arguments` is no object).
[[nodiscard]] tl::expected<Json, RpcError> call_tool(const Toolbox& tools, const Tool& tool,
                                                     Vault& vault, const ProtocolRevision& revision,
                                                     Json params);

}  // namespace notes::mcp
