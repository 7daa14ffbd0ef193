#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace notes {

/// A run of lines: `old_count` lines from `old_line` (0-based) became `new_count` from `new_line`.
struct LineChange {
  std::size_t old_line, old_count, new_line, new_count;
  friend bool operator==(const LineChange&, const LineChange&) = default;
};

/// The changes that turn the lines of `before` into those of `after`, in order, disjoint, with at
/// least one kept line between two of them. A line includes its line end. The fewest lines
/// possible, while no part takes more than `max_cost` deletions and insertions; a part that does is
/// split at the furthest place reached, and the result is right but perhaps not the shortest.
/// Time O((N + M) * max_cost); inputs of over 30,000 lines lower the bound in proportion, and what
/// is not compared after 2^26 steps is given as changed. Space O(N + M); no recursion.
/// Source: Myers, "An O(ND) Difference Algorithm and Its Variations" (1986), section 4b.
[[nodiscard]] std::vector<LineChange> line_changes(const std::vector<std::string_view>& before,
                                                   const std::vector<std::string_view>& after,
                                                   std::size_t max_cost = 2000);

/// `text` as lines, each with its LF; the last one perhaps without. The views lead into `text`.
[[nodiscard]] std::vector<std::string_view> lines_of(std::string_view text);

/// A unified diff with three lines of context, headed `--- name` and `+++ name`; empty when both
/// are equal. "\ No newline at end of file" as usual. CR before LF is shown as it is.
/// Source: POSIX.1-2017, `diff`, "Diff -u Output Format".
[[nodiscard]] std::string unified_diff(std::string_view before, std::string_view after,
                                       std::string_view name);

}  // namespace notes
