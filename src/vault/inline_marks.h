#pragma once
#include <cstddef>
#include <string>
#include <string_view>

namespace notes {

/// A line longer than this many bytes is given as it stands, marks and all.
inline constexpr std::size_t max_inline_length = 1024;

/// A line of markdown as plain text: escapes resolved, the marks of emphasis, code, links, images,
/// wiki links and HTML tags removed. Source: CommonMark 0.31, chapter 6, simplified: emphasis is
/// matched by flanking and kind only.
[[nodiscard]] std::string without_inline_marks(std::string_view text);

}  // namespace notes
