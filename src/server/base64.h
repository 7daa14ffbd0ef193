#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace notes::mcp {

/// RFC 4648, section 4: `+`, `/`, padded.
[[nodiscard]] std::string to_base64(std::string_view bytes);
/// RFC 4648, section 5: `-`, `_`, not padded.
[[nodiscard]] std::string to_base64url(std::string_view bytes);
/// The bytes of which `to_base64url` makes exactly `text`; nullopt when there are none.
[[nodiscard]] std::optional<std::string> from_base64url(std::string_view text);

}  // namespace notes::mcp
