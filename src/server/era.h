#pragma once
#include <tl/expected.hpp>

#include "server/json_rpc.h"
#include "server/revision.h"

namespace notes::mcp {

/// What a request asks for, by which revision's rules.
struct Addressed {
  Method method;
  const ProtocolRevision& revision;
};

/// Whether a request describes itself (modern, by its `_meta`), be it right or wrong.
[[nodiscard]] bool is_modern(const Request& request);

/// Decides the era of one request anew; nothing that a modern request said is remembered.
/// `session` is the revision of the legacy session, nullptr when there is none. For `initialize`
/// the revision means nothing yet. Errors: `method_not_found`, `invalid_params`,
/// `unsupported_version`. Source: protocol revision 2026-07-28, "Versioning" and "Basic", `_meta`.
[[nodiscard]] tl::expected<Addressed, RpcError> addressed(const Request& request,
                                                          const ProtocolRevision* session);

}  // namespace notes::mcp
