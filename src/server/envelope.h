#pragma once
#include "server/revision.h"
#include "server/tool.h"

/// What surrounds the answer of a method in a revision.
namespace notes::mcp {

/// How long a client may keep an answer (modern era only).
enum class Caching {
  none,     ///< the method's answers are not cacheable, and say nothing of it
  shared,   ///< the same for everybody while the process lives
  current,  ///< the notes as they are now: never to be kept
};

/// Name and version of this program, with the fields that `revision` knows.
[[nodiscard]] Json server_info(const ProtocolRevision& revision);
/// What is declared, which is what is served.
[[nodiscard]] Json capabilities(const ProtocolRevision& revision);

/// `result` (an object) with what each answer of the revision has: in the modern era how it ended,
/// who answers (added to a `_meta` that is there), how long it is good; in the legacy era nothing.
[[nodiscard]] Json finished(const ProtocolRevision& revision, Json result, Caching caching);

}  // namespace notes::mcp
