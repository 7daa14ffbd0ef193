#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace notes {

/// What one code point reads as in ASCII, and how that joins with its neighbours.
struct Reading {
  enum class Kind : std::uint8_t {
    plain,           ///< stands for itself; without text it is passed over
    word,            ///< a word of its own: Han
    consonant,       ///< text ends in a vowel, which gives way to a vowel sign or killer after it
    weak_consonant,  ///< and is silent at the end of a word that has another
    joined,          ///< a consonant under the one before it, which loses its vowel
    vowel_sign,      ///< takes the place of the vowel before it
    killer,          ///< takes that vowel away
    leading_vowel,   ///< written before the consonant that it follows in speech: Thai, Lao
    kana,            ///< a syllable
    small_kana,      ///< changes the syllable before it
    doubler,         ///< doubles the consonant after it
    upsilon,         ///< y, but u after a, e or o
  };
  std::uint16_t offset;  ///< of its text in `TransliterationTable::text`
  std::uint8_t length;   ///< bytes of its text
  Kind kind;
};

/// The readings of all code points but ASCII and Hangul syllables, in two stages. A code point that
/// has none reads as one blank. Made by scripts/make-unicode-tables.
struct TransliterationTable {
  static constexpr unsigned page_shift = 6;  ///< 64 code points a page
  std::span<const std::uint16_t> pages;
  std::span<const std::uint16_t> entries;
  std::span<const Reading> readings;
  std::string_view text;

  [[nodiscard]] const Reading& operator[](char32_t value) const {
    const std::size_t page = pages[value >> page_shift];
    return readings[entries[(page << page_shift) | (value & ((1U << page_shift) - 1))]];
  }
  [[nodiscard]] std::string_view text_of(const Reading& reading) const {
    return text.substr(reading.offset, reading.length);
  }
};
extern const TransliterationTable transliteration_table;

}  // namespace notes
