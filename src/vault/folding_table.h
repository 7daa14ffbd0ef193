#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace notes {

/// What one code point becomes in folded text, and how it joins with its neighbours.
struct Folding {
  enum class Kind : std::uint8_t {
    base,      ///< begins a character
    attached,  ///< belongs to the character before it
    mark,      ///< attached, and dropped when that character drops its marks
  };
  std::uint16_t offset;      ///< of its text in `FoldingTable::text`
  std::uint8_t length;       ///< bytes of its text: 0 when it is dropped
  std::uint8_t first_class;  ///< canonical combining class of the first code point of its text
  std::uint8_t last_class;   ///< and of the last
  Kind kind;
  bool stays;        ///< its text is the code point itself, whatever `offset` and `length` say
  bool drops_marks;  ///< it is a base of Latin, Greek, Cyrillic, Arabic or Hebrew
  bool composes;     ///< it may make one code point with what stands before it (NFC_QC=Maybe)
};

/// The foldings of all code points, in two stages. Made by scripts/make-unicode-tables.
struct FoldingTable {
  static constexpr unsigned page_shift = 6;  ///< 64 code points a page
  std::span<const std::uint16_t> pages;
  std::span<const std::uint16_t> entries;
  std::span<const Folding> foldings;
  std::string_view text;

  [[nodiscard]] const Folding& operator[](char32_t value) const {
    const std::size_t page = pages[value >> page_shift];
    return foldings[entries[(page << page_shift) | (value & ((1U << page_shift) - 1))]];
  }
};
extern const FoldingTable folding_table;

}  // namespace notes
