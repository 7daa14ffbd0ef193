// Two texts and a third with any line ends: what the changes between two texts are, and which line
// ends a changed text gets.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/fuzz_input.h"
#include "vault/diff.h"
#include "vault/note.h"
#include "vault/text_edit.h"

namespace {

using notes::LineChange;
using notes::fuzz::require;
using Lines = std::vector<std::string_view>;

std::string patched(const Lines& before, const Lines& after,
                    const std::vector<LineChange>& changes) {
  std::string text;
  std::size_t old_line = 0;
  for (const LineChange& change : changes) {
    require(change.old_line >= old_line && change.old_line + change.old_count <= before.size() &&
                change.new_line + change.new_count <= after.size(),
            "changes are in order and within the texts");
    for (; old_line < change.old_line; ++old_line) text += before[old_line];
    for (std::size_t line = 0; line < change.new_count; ++line)
      text += after[change.new_line + line];
    old_line += change.old_count;
  }
  for (; old_line < before.size(); ++old_line) text += before[old_line];
  return text;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::vector<std::string> parts = notes::fuzz::parts_of(data, size, 3);
  const std::string& before = parts[0];
  const std::string& after = parts[1];
  const Lines old_lines = notes::lines_of(before);
  const Lines new_lines = notes::lines_of(after);
  for (const std::size_t max_cost : {2000U, 3U})
    require(
        patched(old_lines, new_lines, notes::line_changes(old_lines, new_lines, max_cost)) == after,
        "the changes make the new text of the old one");

  const std::string diff = notes::unified_diff(before, after, "note.md");
  require(diff.empty() == (before == after), "a diff is empty when the texts are equal");
  const Lines diff_lines = notes::lines_of(diff);
  const auto count = [&](char mark) {
    return std::count_if(diff_lines.begin(), diff_lines.end(),
                         [&](std::string_view line) { return line.starts_with(mark); });
  };
  if (!diff.empty()) {
    const auto grown = static_cast<std::ptrdiff_t>(new_lines.size()) -
                       static_cast<std::ptrdiff_t>(old_lines.size());
    require(count('+') - count('-') == grown, "added less removed lines are the difference");
  }

  const std::string wanted = notes::with_lf(after);
  for (const std::string_view default_end : {"\n", "\r\n"}) {
    require(notes::with_lf(notes::with_line_ends_of(before, wanted, default_end)) == wanted,
            "a text with the line ends of another reads as before");
    require(notes::with_line_ends_of(parts[2], notes::with_lf(parts[2]), default_end) == parts[2],
            "an unchanged text keeps its bytes");
  }
  return 0;
}
