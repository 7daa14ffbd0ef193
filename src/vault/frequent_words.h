#pragma once
#include <cstddef>
#include <string_view>

#include "vault/stemmer.h"

namespace notes {

/// A word by which a language is told.
struct FrequentWord {
  std::string_view word;    ///< folded
  StemLanguages languages;  ///< each that has it among its hundred most frequent ones
};

inline constexpr std::size_t longest_frequent_word = 7;  // bytes

/// The entry of `word` (folded); nullptr for one that no language has often.
[[nodiscard]] const FrequentWord* frequent_word(std::string_view word);

}  // namespace notes
