#pragma once
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "vault/query.h"

namespace notes {

/// What a search looks at: a note's texts, folded once (see `folded`), body without front matter.
struct SearchText {
  std::string title;
  std::vector<std::string> tags;
  std::string body;
};

enum class Match { any, all };

struct Hit {
  std::size_t note;  ///< index into the notes given
  double score;      ///< greater is better; 0 for a query of filters alone
};

/// The notes that match `query`, unsorted, each once. A scan of every text; nothing is kept.
/// (ranking to be documented here with its source)
[[nodiscard]] std::vector<Hit> matching_notes(const Query& query,
                                              std::span<const SearchText* const> notes,
                                              Match match);

/// What to say when nothing was found: the nearest words of the notes for a misspelt one, or which
/// filter excluded everything. A sentence or empty. `original` as the query was typed.
[[nodiscard]] std::string search_advice(const Query& query,
                                        std::span<const SearchText* const> notes);

}  // namespace notes
