#include "vault/diff.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace {

/// The same numbers on every run.
std::mt19937 seeded(std::uint32_t seed) { return std::mt19937(seed); }

using notes::line_changes;
using notes::LineChange;
using notes::lines_of;
using notes::unified_diff;

/// Number of lines in a longest common subsequence, by the plain quadratic table.
std::size_t common_lines(const std::vector<std::string_view>& before,
                         const std::vector<std::string_view>& after) {
  std::vector<std::size_t> row(after.size() + 1);
  for (const std::string_view line : before) {
    std::size_t diagonal = 0;
    for (std::size_t column = 1; column <= after.size(); ++column) {
      const std::size_t above = row[column];
      row[column] =
          line == after[column - 1] ? diagonal + 1 : std::max(row[column - 1], row[column]);
      diagonal = above;
    }
  }
  return row.back();
}

/// `before` with `changes` made to it; checks that what lies between is the same on both sides.
std::string patched(const std::vector<std::string_view>& before,
                    const std::vector<std::string_view>& after,
                    const std::vector<LineChange>& changes) {
  std::string text;
  std::size_t old_line = 0;
  for (const LineChange& change : changes) {
    REQUIRE(change.old_line >= old_line);
    for (; old_line < change.old_line; ++old_line) text += before[old_line];
    for (std::size_t line = 0; line < change.new_count; ++line)
      text += after[change.new_line + line];
    old_line += change.old_count;
  }
  for (; old_line < before.size(); ++old_line) text += before[old_line];
  return text;
}

std::size_t kept_lines(std::size_t old_lines, const std::vector<LineChange>& changes) {
  for (const LineChange& change : changes) old_lines -= change.old_count;
  return old_lines;
}

/// Applies a unified diff by its own numbers, as `patch` does without fuzz.
std::string applied(const std::string& before, const std::string& diff) {
  const std::vector<std::string_view> old_lines = lines_of(before);
  const std::vector<std::string_view> diff_lines = lines_of(diff);
  std::string result;
  std::size_t old_line = 0;
  for (std::size_t at = 2; at < diff_lines.size(); ++at) {
    const std::string line(diff_lines[at]);
    if (line.starts_with("@@ -")) {
      std::size_t first = 0;
      std::size_t count = 1;
      char comma = ' ';
      std::istringstream numbers(line.substr(4));
      numbers >> first;
      if (numbers.get(comma) && comma == ',') numbers >> count;
      const std::size_t begin = count == 0 ? first : first - 1;
      for (; old_line < begin; ++old_line) result += old_lines[old_line];
      continue;
    }
    if (line.starts_with('\\')) continue;
    std::string content = line.substr(1);
    if (at + 1 < diff_lines.size() && diff_lines[at + 1].starts_with('\\')) content.pop_back();
    if (line[0] != '+') {
      REQUIRE(old_line < old_lines.size());
      REQUIRE(std::string(old_lines[old_line]) == content);
      ++old_line;
    }
    if (line[0] != '-') result += content;
  }
  for (; old_line < old_lines.size(); ++old_line) result += old_lines[old_line];
  return result;
}

std::string random_text(std::mt19937& random, std::size_t most_lines, int alphabet) {
  std::string text;
  const std::size_t lines = random() % (most_lines + 1);
  for (std::size_t line = 0; line < lines; ++line) {
    text += static_cast<char>('a' + static_cast<int>(random() % static_cast<unsigned>(alphabet)));
    if (line + 1 < lines || random() % 2 == 0) text += random() % 5 == 0 ? "\r\n" : "\n";
  }
  return text;
}

TEST_CASE("lines_of: each line keeps its end, the last perhaps has none") {
  using Lines = std::vector<std::string_view>;
  CHECK(lines_of("").empty());
  CHECK(lines_of("a") == Lines{"a"});
  CHECK(lines_of("a\n") == Lines{"a\n"});
  CHECK(lines_of("a\r\n\n\rb") == Lines{"a\r\n", "\n", "\rb"});
}

TEST_CASE("line_changes: runs of changed lines with both places") {
  struct Row {
    std::string_view before;
    std::string_view after;
    std::vector<LineChange> changes;
  };
  const std::vector<Row> rows = {
      {"", "", {}},
      {"a\n", "a\n", {}},
      {"", "a\nb\n", {{0, 0, 0, 2}}},
      {"a\nb\n", "", {{0, 2, 0, 0}}},
      {"a\nb\nc\n", "a\nB\nc\n", {{1, 1, 1, 1}}},
      {"a\nb\nc\n", "a\nc\n", {{1, 1, 1, 0}}},
      {"a\nb\nc\n", "x\na\nb\nc", {{0, 0, 0, 1}, {2, 1, 3, 1}}},
      {"a\nb\nc\nd\ne\n", "a\nc\nd\nx\n", {{1, 1, 1, 0}, {4, 1, 3, 1}}},
      {"a\nb\nc\na\nb\nb\na\n",
       "c\nb\na\nb\na\nc\n",
       {{0, 2, 0, 0}, {3, 0, 1, 1}, {5, 1, 4, 0}, {7, 0, 5, 1}}},
  };
  for (const Row& row : rows) {
    CAPTURE(row.before);
    CAPTURE(row.after);
    const auto before = lines_of(row.before);
    const auto after = lines_of(row.after);
    const std::vector<LineChange> changes = line_changes(before, after);
    CHECK(patched(before, after, changes) == row.after);
    CHECK(kept_lines(before.size(), changes) == kept_lines(before.size(), row.changes));
    if (row.changes.size() < 4) CHECK((changes == row.changes));
  }
}

TEST_CASE("line_changes: random texts are patched right, with the fewest lines") {
  std::mt19937 random = seeded(20260710);
  for (int round = 0; round < 4000; ++round) {
    const int alphabet = 1 + static_cast<int>(random() % 6);
    const std::string before = random_text(random, 30, alphabet);
    const std::string after = random_text(random, 30, alphabet);
    const auto old_lines = lines_of(before);
    const auto new_lines = lines_of(after);
    const std::vector<LineChange> changes = line_changes(old_lines, new_lines);
    CAPTURE(before);
    CAPTURE(after);
    REQUIRE(patched(old_lines, new_lines, changes) == after);
    REQUIRE(kept_lines(old_lines.size(), changes) == common_lines(old_lines, new_lines));
    std::size_t old_end = 0;
    std::size_t new_end = 0;
    for (std::size_t at = 0; at < changes.size(); ++at) {
      REQUIRE(changes[at].old_count + changes[at].new_count > 0);
      if (at > 0) REQUIRE(changes[at].old_line > old_end);
      REQUIRE(changes[at].old_line - old_end == changes[at].new_line - new_end);
      old_end = changes[at].old_line + changes[at].old_count;
      new_end = changes[at].new_line + changes[at].new_count;
    }
  }
}

TEST_CASE("line_changes: past the allowed cost the result is still right") {
  std::mt19937 random = seeded(7);
  for (int round = 0; round < 500; ++round) {
    const std::string before = random_text(random, 200, 4);
    const std::string after = random_text(random, 200, 4);
    const auto old_lines = lines_of(before);
    const auto new_lines = lines_of(after);
    for (const std::size_t max_cost : {0U, 1U, 2U, 3U, 10U}) {
      CAPTURE(max_cost);
      REQUIRE(patched(old_lines, new_lines, line_changes(old_lines, new_lines, max_cost)) == after);
    }
  }
}

TEST_CASE("line_changes: a cost of exactly max_cost is still the shortest") {
  // Ten deletions and ten insertions among kept lines; lines that one side alone has cost nothing.
  std::string before;
  std::string after;
  for (int line = 0; line < 10; ++line) {
    before += "x\nkept " + std::to_string(line) + "\n";
    after += "kept " + std::to_string(line) + "\nx\n";
  }
  const auto old_lines = lines_of(before);
  const auto new_lines = lines_of(after);
  CHECK(kept_lines(old_lines.size(), line_changes(old_lines, new_lines, 20)) == 19);
}

TEST_CASE("line_changes: very long hostile inputs need neither depth nor much time") {
  std::string before;
  std::string after;
  std::mt19937 random = seeded(3);
  for (int line = 0; line < 200000; ++line) {
    before += random() % 2 == 0 ? "a\n" : "b\n";
    after += random() % 3 == 0 ? "a\n" : "b\n";
  }
  const auto old_lines = lines_of(before);
  const auto new_lines = lines_of(after);
  CHECK(patched(old_lines, new_lines, line_changes(old_lines, new_lines)) == after);
}

TEST_CASE("unified_diff: equal texts give nothing") {
  CHECK(unified_diff("", "", "a.md").empty());
  CHECK(unified_diff("a\nb", "a\nb", "a.md").empty());
}

TEST_CASE("unified_diff: ranges, context and missing final newlines") {
  CHECK(unified_diff("a\n", "b\n", "x.md") == "--- x.md\n+++ x.md\n@@ -1 +1 @@\n-a\n+b\n");
  CHECK(unified_diff("", "a\nb\n", "x.md") == "--- x.md\n+++ x.md\n@@ -0,0 +1,2 @@\n+a\n+b\n");
  CHECK(unified_diff("a\n", "", "x.md") == "--- x.md\n+++ x.md\n@@ -1 +0,0 @@\n-a\n");
  CHECK(unified_diff("a", "a\n", "x.md") ==
        "--- x.md\n+++ x.md\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n");
  CHECK(unified_diff("a\nb", "A\nb", "x.md") ==
        "--- x.md\n+++ x.md\n@@ -1,2 +1,2 @@\n-a\n+A\n b\n\\ No newline at end of file\n");
  CHECK(unified_diff("a\r\nb\n", "a\nb\n", "x.md") ==
        "--- x.md\n+++ x.md\n@@ -1,2 +1,2 @@\n-a\r\n+a\n b\n");
}

TEST_CASE("unified_diff: changes six lines apart share a hunk, seven apart do not") {
  CHECK(unified_diff("x\n1\n2\n3\n4\n5\n6\ny\n", "X\n1\n2\n3\n4\n5\n6\nY\n", "x.md") ==
        "--- x.md\n+++ x.md\n@@ -1,8 +1,8 @@\n-x\n+X\n 1\n 2\n 3\n 4\n 5\n 6\n-y\n+Y\n");
  CHECK(unified_diff("x\n1\n2\n3\n4\n5\n6\n7\ny\n", "X\n1\n2\n3\n4\n5\n6\n7\nY\n", "x.md") ==
        "--- x.md\n+++ x.md\n@@ -1,4 +1,4 @@\n-x\n+X\n 1\n 2\n 3\n"
        "@@ -6,4 +6,4 @@\n 5\n 6\n 7\n-y\n+Y\n");
}

TEST_CASE("unified_diff: applying it to the old text gives the new one") {
  std::mt19937 random = seeded(11);
  for (int round = 0; round < 2000; ++round) {
    const int alphabet = 1 + static_cast<int>(random() % 8);
    const std::string before = random_text(random, 60, alphabet);
    std::string after = random_text(random, 60, alphabet);
    // Half of the rounds change a few lines only, so that there are hunks with context.
    if (round % 2 == 0) {
      after.clear();
      for (const std::string_view line : lines_of(before))
        if (random() % 12 != 0) after += random() % 12 == 0 ? "new\n" : std::string(line);
    }
    CAPTURE(before);
    CAPTURE(after);
    const std::string diff = unified_diff(before, after, "note.md");
    REQUIRE(applied(before, diff) == (diff.empty() ? before : after));
    REQUIRE(diff.empty() == (before == after));
  }
}

}  // namespace
