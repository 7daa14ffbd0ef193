#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace notes {

/// A heading outside code fences, indented code, HTML comments, quotes and lists.
struct Heading {
  int level;           ///< 1 to 6
  std::string text;    ///< inline marks removed (emphasis, code, links, images, closing `#`s)
  std::size_t offset;  ///< where its line begins in the body: code points
};

/// The first heading of level 1 of `body` (UTF-8, LF ends) that has a text, ATX (`# text`) or
/// setext
/// (`text` over `===`). Source: CommonMark 0.31, sections 4.2 to 4.6.
[[nodiscard]] std::optional<std::string> first_heading(std::string_view body);

/// All headings of `body` in order, at most `limit`.
[[nodiscard]] std::vector<Heading> headings(std::string_view body, std::size_t limit);

}  // namespace notes
