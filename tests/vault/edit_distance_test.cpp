#include "vault/edit_distance.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace notes {
namespace {

/// The definition, as a whole table: what the banded form must agree with.
std::size_t plain_distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> table(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        table[i][j] = i + j;
        continue;
      }
      const std::size_t replaced = table[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      table[i][j] = std::min({replaced, table[i - 1][j] + 1, table[i][j - 1] + 1});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        table[i][j] = std::min(table[i][j], table[i - 2][j - 2] + 1);
      }
    }
  }
  return table[a.size()][b.size()];
}

}  // namespace

TEST_CASE("edit distance: counts insertions, deletions, replacements and swaps of code points") {
  struct Row {
    std::string_view a, b;
    std::size_t distance;
  };
  for (const Row& row : {
           Row{"", "", 0},
           Row{"", "abc", 3},
           Row{"pad-tai", "pad-thai", 1},
           Row{"sourdouhg", "sourdough", 1},
           Row{"kitten", "sitting", 3},
           Row{"ca", "abc", 3},  // restricted: no edit between swapped letters
           Row{"борщ", "борш", 1},
           Row{"café", "cafe", 1},
           Row{"日本語", "日本", 1},
           Row{"😀", "😁", 1},
           Row{"oldText", "old_text", 2},
       }) {
    CAPTURE(row.a);
    CAPTURE(row.b);
    CHECK(edit_distance(row.a, row.b, 10) == row.distance);
    CHECK(edit_distance(row.b, row.a, 10) == row.distance);
  }
}

TEST_CASE("edit distance: more than the limit gives limit + 1, the limit itself is still told") {
  CHECK(edit_distance("kitten", "sitting", 3) == 3);
  CHECK(edit_distance("kitten", "sitting", 2) == 3);
  CHECK(edit_distance("kitten", "sitting", 0) == 1);
  CHECK(edit_distance("same", "same", 0) == 0);
  CHECK(edit_distance("a", std::string(1'000'000, 'a'), 5) == 6);
  CHECK(edit_distance("", "", 0) == 0);
}

TEST_CASE("edit distance: the band agrees with the whole table for every limit") {
  std::mt19937 random(20261201);
  std::uniform_int_distribution<int> length(0, 9);
  std::uniform_int_distribution<int> letter(0, 2);
  for (int round = 0; round < 3000; ++round) {
    std::string a;
    std::string b;
    for (int i = length(random); i > 0; --i) a.push_back(static_cast<char>('a' + letter(random)));
    for (int i = length(random); i > 0; --i) b.push_back(static_cast<char>('a' + letter(random)));
    const std::size_t exact = plain_distance(a, b);
    for (std::size_t limit = 0; limit <= 10; ++limit) {
      CAPTURE(a);
      CAPTURE(b);
      CAPTURE(limit);
      REQUIRE(edit_distance(a, b, limit) == std::min(exact, limit + 1));
    }
  }
}

TEST_CASE("edit distance: the nearest name is the one most likely meant") {
  const std::vector<std::string> known = {"slug", "old_text", "new_text", "expected_matches",
                                          "tag"};
  struct Row {
    std::string_view wanted;
    std::optional<std::string> found;
  };
  for (const Row& row : {
           Row{"oldText", "old_text"},
           Row{"OLD_TEXT", "old_text"},
           Row{"newText", "new_text"},
           Row{"expectedMatches", "expected_matches"},
           Row{"slgu", "slug"},
           Row{"tags", "tag"},
           Row{"tag", "tag"},
           Row{"body", std::nullopt},
           Row{"", std::nullopt},
       }) {
    CAPTURE(row.wanted);
    CHECK(nearest(row.wanted, known) == row.found);
  }
  CHECK(nearest("ab", {"ac", "ad"}) == "ac");
  CHECK(nearest(std::string(200, 'a'), {std::string(200, 'b'), std::string(201, 'a')}) ==
        std::string(201, 'a'));
  CHECK(nearest(std::string(201, 'a'), {std::string(201, 'a')}) == std::nullopt);
  CHECK(nearest("anything", {}) == std::nullopt);
}

}  // namespace notes
