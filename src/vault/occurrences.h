#pragma once
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace notes {

/// A text to look for.
struct Wanted {
  std::string_view text;  ///< not empty; must outlive the search only
  std::size_t most;       ///< occurrences beyond this number are counted, not kept
};

/// How often one wanted text occurs.
struct Tally {
  std::size_t count = 0;                  ///< from the left, without overlap
  std::size_t overlapping_count = 0;      ///< at every place
  std::vector<std::size_t> first_places;  ///< offsets in bytes of the first ten that `count` counts
};

struct Match {
  std::size_t begin;   ///< offset in bytes
  std::size_t wanted;  ///< index of the wanted text
};

struct Occurrences {
  std::vector<Tally> tallies;  ///< one for each wanted text
  std::vector<Match> matches;  ///< by place; disjoint, and not all when `overlap` is set
  /// The first two wanted texts (by index) of which occurrences overlap one another.
  std::optional<std::pair<std::size_t, std::size_t>> overlap;
};

/// All occurrences in `text` of all of `wanted`, in one pass. Time is linear in `text` while few of
/// the places that begin like a wanted text go on otherwise; nullopt when it would take more than
/// about a second (2^28 comparisons of 64 bytes).
[[nodiscard]] std::optional<Occurrences> find_occurrences(std::string_view text,
                                                          const std::vector<Wanted>& wanted);

}  // namespace notes
