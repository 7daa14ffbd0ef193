#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "vault/slug.h"

namespace notes::mcp {

/// What `resources/templates/list` shows and completion refers to (RFC 6570).
inline constexpr std::string_view note_uri_template = "note:///{slug}";

/// `note:///pad-thai`.
[[nodiscard]] std::string note_uri(const Slug& slug);

/// The note that a URI names, whether or not there is one: `note:///` and a slug. The scheme may be
/// in any case and characters of the slug may be percent-encoded (RFC 3986, 6.2.2); nothing else is
/// another spelling of it: no authority, query, fragment, dot segment or trailing slash.
[[nodiscard]] std::optional<Slug> slug_of_uri(std::string_view uri);

/// The place in the list of notes after `slug`, as text that clients hand back (base64url).
[[nodiscard]] std::string cursor_after(const Slug& slug);
/// nullopt when `cursor` is not ours.
[[nodiscard]] std::optional<Slug> slug_of_cursor(std::string_view cursor);

}  // namespace notes::mcp
