#pragma once
#include <string_view>

#include "vault/stemmer.h"

namespace notes {

/// A word by which a language is told.
struct FrequentWord {
  std::string_view word;    ///< folded
  StemLanguages languages;  ///< each for which it speaks
};

/// The entry of `word` (folded); nullptr for one that no language has often.
[[nodiscard]] const FrequentWord* frequent_word(std::string_view word);

}  // namespace notes
