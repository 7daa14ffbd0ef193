#include "vault/function_words.h"

#include <algorithm>
#include <array>

namespace notes {
namespace {

constexpr auto function_words = std::to_array<std::string_view>({
    "a",       "about",  "after",  "all",    "also",    "am",      "among", "an",     "and",
    "any",     "are",    "as",     "at",     "be",      "because", "been",  "before", "being",
    "between", "both",   "but",    "by",     "can",     "cannot",  "could", "did",    "do",
    "does",    "doing",  "done",   "during", "each",    "either",  "for",   "from",   "had",
    "has",     "have",   "having", "he",     "her",     "here",    "hers",  "him",    "his",
    "how",     "i",      "if",     "in",     "into",    "is",      "it",    "its",    "may",
    "me",      "might",  "more",   "most",   "must",    "my",      "no",    "nor",    "not",
    "of",      "on",     "only",   "onto",   "or",      "other",   "our",   "ours",   "shall",
    "she",     "should", "so",     "some",   "such",    "than",    "that",  "the",    "their",
    "theirs",  "them",   "then",   "there",  "these",   "they",    "this",  "those",  "through",
    "to",      "too",    "under",  "until",  "upon",    "us",      "very",  "was",    "we",
    "were",    "what",   "when",   "where",  "whether", "which",   "while", "who",    "whom",
    "whose",   "why",    "will",   "with",   "within",  "without", "would", "you",    "your",
    "yours",
});
static_assert(std::is_sorted(function_words.begin(), function_words.end()));

}  // namespace

bool is_function_word(std::string_view word) {
  return std::binary_search(function_words.begin(), function_words.end(), word);
}

}  // namespace notes
