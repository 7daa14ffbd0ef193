#pragma once
#include <cstddef>
#include <tl/expected.hpp>

#include "server/json_rpc.h"
#include "server/revision.h"
#include "server/tool.h"
#include "vault/vault.h"

/// Every note as a resource `note:///slug`. The functions carry out one request each: `params` is
/// an object, the result is the members of the answer that the method itself has. A vault that is
/// gone is `internal_error`, since there are no tool errors here.
namespace notes::mcp {

using Outcome = tl::expected<Json, RpcError>;

inline constexpr std::size_t resources_per_page = 100;
inline constexpr std::size_t max_completions = 100;  ///< the protocol's own limit

/// `resources/list`: by slug, a page at a time. The cursor says after which slug, so that it stays
/// good when notes come and go, the named one too. Errors: `invalid_params` (cursor).
[[nodiscard]] Outcome list_resources(Vault& vault, const ProtocolRevision& revision,
                                     const Json& params);

/// `resources/read`: the note's file byte for byte, as `text`, or as `blob` (base64) when it is not
/// UTF-8. Errors: `invalid_params`; not found, by the code of the era, with the URI; a note too
/// long for one line is `internal_error` and says its size.
[[nodiscard]] Outcome read_resource(Vault& vault, const ProtocolRevision& revision,
                                    const Json& params);

/// `resources/templates/list`. Errors: `invalid_params` (any cursor: there is one page).
[[nodiscard]] Outcome list_resource_templates(const ProtocolRevision& revision, const Json& params);

/// `completion/complete` of the template's slug: those that begin with the value, then those that
/// contain it, each by slug. Errors: `invalid_params`.
[[nodiscard]] Outcome complete_slug(Vault& vault, const Json& params);

/// The error for a URI that names no note there is, by the code of the era.
[[nodiscard]] RpcError resource_not_found(const ProtocolRevision& revision, const std::string& uri);

/// Refuses every `cursor` but none and null, for lists of one page. Errors: `invalid_params`.
[[nodiscard]] tl::expected<void, RpcError> check_single_page(const Json& params);

}  // namespace notes::mcp
