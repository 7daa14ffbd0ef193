#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace notes {

/// How many insertions, deletions, replacements and swaps of neighbours turn `a` into `b`, counted
/// in code points (both are valid UTF-8); `limit + 1` when it is more than `limit`. Takes time
/// proportional to the shorter length times `limit`, and no text longer than the other by more than
/// `limit` is looked at.
/// Source: Damerau-Levenshtein distance in its restricted form (optimal string alignment), kept to
/// a band around the diagonal as in Ukkonen, "Algorithms for Approximate String Matching" (1985).
[[nodiscard]] std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t limit);

/// The one of `known` that someone who wrote `wanted` most likely meant: the least distance without
/// regard to ASCII case, at most a third of the length of `wanted` (but 1 is always allowed); the
/// earlier one when two are as near. nullopt when none is near, and for a `wanted` of more than
/// 200 bytes, which is no mistyped name.
[[nodiscard]] std::optional<std::string> nearest(std::string_view wanted,
                                                 const std::vector<std::string>& known);

}  // namespace notes
