#pragma once
#include <string_view>

#include "server/schema.h"

namespace notes::mcp {

/// Schema of the argument `metadata`. It names a few keys that are usual, because some clients
/// refuse an object without properties; others are welcome, and values are checked by
/// `Arguments::metadata` alone.
[[nodiscard]] inline Json metadata_schema(std::string_view description) {
  return described(object({optional("aliases", strings("Other names.")),
                           optional("status", string("As in draft.")),
                           optional("source", string("Where it is from."))}),
                   std::string(description) +
                       " Any keys but title, tags, tag, created, updated; values: string, number, "
                       "boolean or an array of these: {\"status\": \"draft\", \"rating\": 4}.");
}

}  // namespace notes::mcp
