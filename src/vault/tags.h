#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "vault/error.h"

namespace notes {

/// The tags of a note in their order, each once (compared folded), without leading `#`.
using Tags = std::vector<std::string>;

inline constexpr std::size_t max_tags = 100;        ///< of one note
inline constexpr std::size_t max_tag_length = 100;  ///< code points
inline constexpr std::size_t max_title_code_points = 300;

/// `text` (UTF-8) as a tag: trimmed, its leading `#`s dropped, not empty, one line without control
/// characters, at most `max_tag_length`. Errors: `invalid_argument`, naming the rule.
[[nodiscard]] Result<std::string> checked_tag(std::string_view text);

/// All of `texts` through `checked_tag`, duplicates (without case) dropped, order kept; at most
/// `max_tags`. Errors: `invalid_argument`.
[[nodiscard]] Result<Tags> checked_tags(const std::vector<std::string>& texts);

/// `text` (UTF-8) as a title: trimmed, not empty, one line without control characters, at most
/// `max_title_code_points`. Errors: `invalid_argument`.
[[nodiscard]] Result<std::string> checked_title(std::string_view text);

/// Whether a note with `tag` answers to `wanted`: equal when folded, or `tag` is nested in it
/// (`project/alpha` answers to `project`). Both arguments are folded already; `wanted` has no `#`.
[[nodiscard]] bool folded_tag_answers(std::string_view tag, std::string_view wanted);

/// Whether any of `tags` answers to `wanted`.
[[nodiscard]] bool folded_tags_answer(const std::vector<std::string>& tags,
                                      std::string_view wanted);

}  // namespace notes
