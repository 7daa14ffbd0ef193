#pragma once
#include <string>
#include <string_view>

namespace notes {

[[nodiscard]] constexpr bool is_hangul_syllable(char32_t value) {
  return value >= 0xAC00 && value <= 0xD7A3;
}

/// A word of Hangul syllables in Latin letters as it is spoken, consonants changing where syllables
/// meet: 김치 -> `gimchi`, 독립 -> `dongnip`, 한국어 -> `hangugeo`. Every code point of `word` is a
/// Hangul syllable. Source: Revised Romanization of Korean (2000), without its exceptions for names
/// and for sounds that i makes soft.
[[nodiscard]] std::string romanised_hangul(std::u32string_view word);

}  // namespace notes
