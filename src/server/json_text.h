#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "server/tool.h"

/// JSON between text and values, in bounded time and memory, whatever the text.
namespace notes::mcp {

/// Containers within each other, the outermost counted.
inline constexpr std::size_t max_json_depth = 64;
/// Values in one text: one of a few bytes costs up to 64 bytes in memory.
inline constexpr std::size_t max_json_values = 250'000;
/// Members of one object: `Json` looks through all of them for each one it adds.
inline constexpr std::size_t max_json_members = 1'000;

enum class JsonFault {
  malformed,  ///< not JSON (RFC 8259), not UTF-8, or a number out of range
  too_deep,
  too_many,  ///< values or members
};

struct ParsedJson {
  Json value;
  std::size_t value_count;  ///< at most this many values are in it
};

/// Reads `text`. An escape of a lone surrogate (`"\ud83d"`: what JavaScript makes of half an emoji)
/// is read as U+FFFD. Of a duplicate key the last one counts. A byte order mark is passed over.
[[nodiscard]] tl::expected<ParsedJson, JsonFault> parse_json(std::string_view text);

/// The text of the value of the member `key` of the object that `text` is, when it is a string, a
/// number or a word: found without building anything, so for texts over the limits as well. Nullopt
/// when there is none. Whether `text` is JSON is not looked at.
[[nodiscard]] std::optional<std::string_view> outer_member(std::string_view text,
                                                           std::string_view key);

/// One line of UTF-8; bytes in strings that are not UTF-8 become U+FFFD.
[[nodiscard]] std::string to_text(const Json& value);

/// Bytes that `to_text` makes of `byte` within a string of valid UTF-8.
[[nodiscard]] std::size_t written_size(char byte);
/// Bytes that `to_text` makes of a string of valid UTF-8, quotes included.
[[nodiscard]] std::size_t quoted_size(std::string_view text);

/// The member `key`; nullptr when `value` is no object or has none.
[[nodiscard]] const Json* member(const Json& value, const char* key);
/// The text of the member `key`; nullptr when there is none or it is no string.
[[nodiscard]] const std::string* text_member(const Json& value, const char* key);

/// `text` (UTF-8) cut to about `max_bytes`, at a whole character, for a message that quotes what a
/// client sent.
[[nodiscard]] std::string shortened(std::string_view text, std::size_t max_bytes = 200);

}  // namespace notes::mcp
