#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace notes {

/// Where a text that was looked for in vain nearly is.
struct NearMiss {
  std::size_t line;    ///< 1-based line of the text, where the two first differ
  std::size_t column;  ///< 1-based, code points
  std::string shown;   ///< that line, cut to about 80 code points around the place
  std::string there;   ///< what the text has there: "U+00A0 NO-BREAK SPACE"
  std::string wanted;  ///< what the wanted text has instead: "a blank"
};

/// The place of `text` (LF) that is nearest to `wanted`, by its first line that is not blank: lines
/// that share most three-byte sequences with it, the best of them by edit distance; nullopt when
/// more than half of that line would have to change. Both are valid UTF-8, and `wanted` does not
/// occur in `text`. Time is linear in `text` and `wanted`.
/// Source: Sellers, "The Theory and Computation of Evolutionary Distances" (1980).
[[nodiscard]] std::optional<NearMiss> nearest_place(std::string_view text, std::string_view wanted);

/// `text` (UTF-8) on one line for a message: line ends as `\n`, cut to 80 code points with `…`.
[[nodiscard]] std::string excerpt(std::string_view text);

}  // namespace notes
