#pragma once
#include <cstddef>
#include <span>
#include <vector>

#include "vault/query.h"
#include "vault/search_text.h"

namespace notes {

enum class Match { any, all };

struct Hit {
  std::size_t note;  ///< index into the notes given
  double score;      ///< greater is better; 0 for a query of filters alone
};

/// Distinct words, phrases and prefixes of a query that count in the score, so that a pasted page
/// takes bounded time; further ones are looked at only where all must be there. When there are
/// more, function words are left out first, then the last ones.
inline constexpr std::size_t max_scored_terms = 64;

/// The notes that match `query`, unsorted, each once. A scan of every text; nothing is kept.
///
/// A note matches when it carries every tag asked for, nothing excluded stands in it, and (with
/// `any`) one or (with `all`) each of the words, phrases and prefixes does. A query without these
/// matches on filters and exclusions alone. A word that no note has as it stands is looked for by
/// its parts, where it has any (see `parts_of`).
///
/// Ranking is BM25F: S. Robertson, H. Zaragoza, M. Taylor, "Simple BM25 Extension to Multiple
/// Weighted Fields" (2004), over N notes:
///
///   score(note) = title * all * coverage * (sum over terms: part + sum over neighbours: near)
///   part        = weight * count * (0.8 * gain(forms) + 0.2 * gain(exact))
///   near        = 0.25 * greater idf of the two * 8 / (8 + least distance in bytes - 1)
///   coverage    = 0.6 + 0.4 * (weight * count * idf, over the note's terms / over all terms)
///   title       = 1.2 when the whole title is in the query, else 1
///   all         = 1.2 when the note has all terms that some note has, but for function words
///   gain(x)     = idf(x) * (k1 + 1) * tf(x) / (k1 + tf(x))
///   tf(x)       = sum over fields: field weight * occurrences / (1 - b + b * length / mean length)
///   idf(x)      = ln(1 + (N - n(x) + 0.5) / (n(x) + 0.5)), n(x) notes with x
///
/// `weight` is 0.25 for function words, else 1; field weights are title 3, tags 2, body 1; k1 2; b
/// 0.75, for tags 0. `exact` are the occurrences of the word itself, `forms` these and its other
/// forms (see `TermMatcher`). Lengths are bytes, which are at hand without cutting texts into words
/// and rank as well. `near` is for words that follow each other in the query, function words left
/// out. The constants stand with their reasons in scorer.cpp. Scores are rounded to four decimals,
/// so that they are the same on all machines; among notes that tie, those with more of the terms
/// are first.
[[nodiscard]] std::vector<Hit> matching_notes(const Query& query,
                                              std::span<const SearchText* const> notes,
                                              Match match);

}  // namespace notes
