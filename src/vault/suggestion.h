#pragma once
#include <optional>
#include <span>
#include <string>

#include "vault/query.h"
#include "vault/scorer.h"
#include "vault/search_text.h"

namespace notes {

/// What a search went through.
struct Searched {
  std::span<const SearchText* const> all_notes;
  std::span<const SearchText* const> notes;  ///< those that the filters given as arguments admit
  std::optional<std::string> tag = {};       ///< the tag among these, folded
};

/// What to say when `query` found nothing in `searched`: the filter or exclusion that left out all,
/// the tag that no note has, the words that no note has, with the nearest ones that some note has.
/// Sentences for a model to read, or empty when nothing helps.
/// A word is near at up to two insertions, deletions, replacements or swaps of neighbours (one for
/// words of less than eight letters, none for less than four). Of two of these, a swap across a
/// third of the word and another one elsewhere are overlooked: near words are found by looking for
/// the thirds of the word, one of which they must hold, so that no text is cut into words.
[[nodiscard]] std::string search_advice(const Query& query, const Searched& searched,
                                        Match match = Match::any);

}  // namespace notes
