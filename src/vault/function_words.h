#pragma once
#include <string_view>

namespace notes {

/// Whether `word` (folded) is an English function word: an article, pronoun, preposition,
/// conjunction, auxiliary verb or question word, which says how a sentence is built and hardly what
/// it is about. In other languages their frequency alone makes such words weigh little.
[[nodiscard]] bool is_function_word(std::string_view word);

}  // namespace notes
