#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace notes {

/// A run of lines: `old_count` lines from `old_line` (0-based) became `new_count` from `new_line`.
struct LineChange {
  std::size_t old_line, old_count, new_line, new_count;
};

/// The changes that turn the lines of `before` into those of `after`, in order, disjoint. A line
/// includes its line end. Minimal by Myers, "An O(ND) Difference Algorithm" (1986), with linear
/// space; past `max_cost` edits the middle is given as one change, so time is bounded by
/// O((N + M) * max_cost).
[[nodiscard]] std::vector<LineChange> line_changes(const std::vector<std::string_view>& before,
                                                   const std::vector<std::string_view>& after,
                                                   std::size_t max_cost = 2000);

/// `text` as lines, each with its LF; the last one perhaps without.
[[nodiscard]] std::vector<std::string_view> lines_of(std::string_view text);

/// A unified diff with three lines of context, headed `--- name` and `+++ name`; empty when both
/// are equal. "\ No newline at end of file" as usual. CR before LF is shown as it is.
[[nodiscard]] std::string unified_diff(std::string_view before, std::string_view after,
                                       std::string_view name);

}  // namespace notes
