#include "vault/unicode.h"

#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <span>
#include <vector>

namespace notes {
namespace {

constexpr std::uint64_t low_bits = 0x0101010101010101U;   // the lowest bit of each byte
constexpr std::uint64_t high_bits = 0x8080808080808080U;  // the highest

std::uint64_t eight_bytes(const char* bytes) {
  std::uint64_t word = 0;
  std::memcpy(&word, bytes, sizeof word);
  return word;
}

unsigned char byte_at(std::string_view text, std::size_t at) {
  return static_cast<unsigned char>(text[at]);
}

/// Length of the ASCII prefix of `text` from `at` on, rounded down to whole blocks.
std::size_t ascii_blocks(std::string_view text, std::size_t at) {
  constexpr std::size_t block = 32;
  const std::size_t begin = at;
  while (text.size() - at >= block) {
    const char* bytes = text.data() + at;
    const std::uint64_t all = eight_bytes(bytes) | eight_bytes(bytes + 8) |
                              eight_bytes(bytes + 16) | eight_bytes(bytes + 24);
    if ((all & high_bits) != 0) break;
    at += block;
  }
  return at - begin;
}

struct Sequence {
  std::size_t length;  ///< bytes; of the maximal subpart when it is ill-formed
  bool well_formed;
};

/// What stands at `at`, by table 3-7 of the Unicode standard.
Sequence sequence_at(std::string_view text, std::size_t at) {
  const unsigned char lead = byte_at(text, at);
  if (lead < 0x80) return {1, true};
  if (lead < 0xC2 || lead > 0xF4) return {1, false};
  const std::size_t length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  unsigned char lowest = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
  unsigned char highest = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
  for (std::size_t i = 1; i < length; ++i) {
    if (text.size() - at <= i) return {i, false};
    const unsigned char next = byte_at(text, at + i);
    if (next < lowest || next > highest) return {i, false};
    lowest = 0x80;
    highest = 0xBF;
  }
  return {length, true};
}

bool is_continuation(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U; }

/// In each byte 1 when that byte of `word` continues a code point, else 0.
std::uint64_t continuations(std::uint64_t word) { return (word >> 7U) & (~word >> 6U) & low_bits; }

/// White_Space of the Unicode character database.
bool is_white_space(char32_t value) {
  return (value >= 0x09 && value <= 0x0D) || value == 0x20 || value == 0x85 || value == 0xA0 ||
         value == 0x1680 || (value >= 0x2000 && value <= 0x200A) || value == 0x2028 ||
         value == 0x2029 || value == 0x202F || value == 0x205F || value == 0x3000;
}

std::uint8_t combining_class(char32_t value) {
  return static_cast<std::uint8_t>(
      utf8proc_get_property(static_cast<utf8proc_int32_t>(value))->combining_class);
}

bool is_starter(char32_t value) { return combining_class(value) == 0; }

/// Canonical order. Counts instead of comparing, so that a text of marks takes linear time; what
/// utf8proc does itself takes quadratic time.
void sort_marks(std::span<char32_t> marks) {
  const auto by_class = [](char32_t left, char32_t right) {
    return combining_class(left) < combining_class(right);
  };
  if (std::is_sorted(marks.begin(), marks.end(), by_class)) return;
  std::array<std::size_t, 257> begins{};  // of each class, once summed up
  for (const char32_t mark : marks) ++begins[combining_class(mark) + 1];
  std::partial_sum(begins.begin(), begins.end(), begins.begin());
  std::vector<char32_t> sorted(marks.size());
  for (const char32_t mark : marks) sorted[begins[combining_class(mark)]++] = mark;
  std::copy(sorted.begin(), sorted.end(), marks.begin());
}

struct Range {
  char32_t first;
  char32_t last;
};

/// Blocks of living scripts whose words stand without blanks between them: those of Line_Break SA,
/// ID, CJ, H2, H3 and J* (UAX #14), with Javanese and Balinese, in ascending order.
constexpr std::array without_blanks = {
    Range{0x0E00, 0x0FFF},    // Thai, Lao, Tibetan
    Range{0x1000, 0x109F},    // Myanmar
    Range{0x1100, 0x11FF},    // Hangul jamo
    Range{0x1780, 0x17FF},    // Khmer
    Range{0x1950, 0x19DF},    // Tai Le, New Tai Lue
    Range{0x1A20, 0x1AAF},    // Tai Tham
    Range{0x1B00, 0x1B7F},    // Balinese
    Range{0x2E80, 0x2FDF},    // radicals
    Range{0x3005, 0x3007},    // ideographic iteration mark, closing mark, zero
    Range{0x3021, 0xA4CF},    // Hangzhou numerals, Kana, Bopomofo, Han, Yi
    Range{0xA960, 0xA9FF},    // Hangul jamo, Javanese, Myanmar
    Range{0xAA60, 0xAADF},    // Myanmar, Tai Viet
    Range{0xAC00, 0xD7FF},    // Hangul
    Range{0xF900, 0xFAFF},    // Han, compatibility
    Range{0x11700, 0x1174F},  // Ahom
    Range{0x17000, 0x18DFF},  // Tangut, Khitan
    Range{0x1AFF0, 0x1B2FF},  // Kana supplements, Nushu
    Range{0x20000, 0x3FFFF},  // Han
};

bool stands_without_blanks(char32_t value) {
  for (const Range& range : without_blanks) {
    if (value <= range.last) return value >= range.first;
  }
  return false;
}

/// Sum of the eight bytes of `counts`, at most 255 in all.
std::size_t sum_of_bytes(std::uint64_t counts) { return (counts * low_bits) >> 56U; }

}  // namespace

std::optional<std::size_t> first_invalid_utf8(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    at += ascii_blocks(text, at);
    // Text that is not ASCII seldom turns to it for long, so the next look is a while later.
    const std::size_t next_look = std::min(text.size(), at + 64);
    while (at < next_look) {
      if (byte_at(text, at) < 0x80) {
        ++at;
        continue;
      }
      const Sequence sequence = sequence_at(text, at);
      if (!sequence.well_formed) return at;
      at += sequence.length;
    }
  }
  return std::nullopt;
}

std::string repaired_utf8(std::string_view bytes) {
  constexpr std::string_view replacement = "\xEF\xBF\xBD";
  const std::optional<std::size_t> first_bad = first_invalid_utf8(bytes);
  if (!first_bad) return std::string(bytes);
  std::string repaired;
  // Room for bad bytes only: growing would copy all, and what is not used costs no memory.
  repaired.reserve(bytes.size() * replacement.size());
  std::size_t copied = 0;
  for (std::size_t at = *first_bad; at < bytes.size();) {
    const Sequence sequence = sequence_at(bytes, at);
    if (!sequence.well_formed) {
      repaired.append(bytes.substr(copied, at - copied)).append(replacement);
      copied = at + sequence.length;
    }
    at += sequence.length;
  }
  repaired.append(bytes.substr(copied));
  return repaired;
}

std::size_t count_code_points(std::string_view text) {
  std::size_t continued = 0;
  std::size_t at = 0;
  while (text.size() - at >= 8) {
    // A byte of the sum counts one per word and sum_of_bytes holds 255 in all: 31 * 8 = 248.
    std::uint64_t counts = 0;
    const std::size_t words = std::min<std::size_t>((text.size() - at) / 8, 31);
    for (std::size_t i = 0; i < words; ++i, at += 8) {
      counts += continuations(eight_bytes(text.data() + at));
    }
    continued += sum_of_bytes(counts);
  }
  for (; at < text.size(); ++at) continued += is_continuation(text[at]) ? 1U : 0U;
  return text.size() - continued;
}

std::size_t byte_offset(std::string_view text, std::size_t index) {
  std::size_t at = 0;
  // Whole words are passed over while the code point wanted begins in none of them.
  while (text.size() - at >= 8) {
    const std::size_t begun = 8 - sum_of_bytes(continuations(eight_bytes(text.data() + at)));
    if (begun > index) break;
    index -= begun;
    at += 8;
  }
  for (; at < text.size(); ++at) {
    if (is_continuation(text[at])) continue;
    if (index == 0) return at;
    --index;
  }
  return text.size();
}

CodePoint code_point_at(std::string_view text, std::size_t at) {
  const auto tail = [&](std::size_t i) { return char32_t{byte_at(text, at + i)} & 0x3FU; };
  const char32_t lead = byte_at(text, at);
  if (lead < 0x80) return {lead, 1};
  if (lead < 0xE0) return {(lead & 0x1FU) << 6U | tail(1), 2};
  if (lead < 0xF0) return {(lead & 0x0FU) << 12U | tail(1) << 6U | tail(2), 3};
  return {(lead & 0x07U) << 18U | tail(1) << 12U | tail(2) << 6U | tail(3), 4};
}

void append_utf8(std::string& text, char32_t value) {
  const auto tail = [&](unsigned shift) {
    return static_cast<char>(0x80U | ((value >> shift) & 0x3FU));
  };
  if (value < 0x80) {
    text += static_cast<char>(value);
  } else if (value < 0x800) {
    text.append({static_cast<char>(0xC0U | value >> 6U), tail(0)});
  } else if (value < 0x10000) {
    text.append({static_cast<char>(0xE0U | value >> 12U), tail(6), tail(0)});
  } else {
    text.append({static_cast<char>(0xF0U | value >> 18U), tail(12), tail(6), tail(0)});
  }
}

std::u32string decomposed(std::u32string_view text) {
  std::u32string points;
  points.reserve(text.size());
  for (const char32_t value : text) {
    std::array<utf8proc_int32_t, 4> buffer{};  // no canonical decomposition is longer
    const utf8proc_ssize_t length =
        utf8proc_decompose_char(static_cast<utf8proc_int32_t>(value), buffer.data(), buffer.size(),
                                UTF8PROC_DECOMPOSE, nullptr);
    points.append(buffer.begin(), buffer.begin() + length);
  }
  for (auto begin = points.begin(); begin != points.end();) {
    begin = std::find_if_not(begin, points.end(), is_starter);
    const auto end = std::find_if(begin, points.end(), is_starter);
    sort_marks({begin, end});
    begin = end;
  }
  return points;
}

std::u32string composed(std::u32string_view text) {
  const std::u32string points = decomposed(text);
  std::vector<utf8proc_int32_t> buffer(points.begin(), points.end());
  const utf8proc_ssize_t length =
      utf8proc_normalize_utf32(buffer.data(), static_cast<utf8proc_ssize_t>(buffer.size()),
                               static_cast<utf8proc_option_t>(UTF8PROC_COMPOSE | UTF8PROC_STABLE));
  return {buffer.begin(), buffer.begin() + length};
}

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char byte) { return static_cast<unsigned char>(byte) < 0x80; });
}

std::string lower_ascii(std::string_view text) {
  std::string lower(text);
  for (char& byte : lower)
    if (byte >= 'A' && byte <= 'Z') byte = static_cast<char>(byte - 'A' + 'a');
  return lower;
}

std::string case_folded(std::string_view text) {
  if (is_ascii(text)) return lower_ascii(text);  // as most tags are, of which each note has some
  std::u32string points;
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = code_point_at(text, at);
    std::array<utf8proc_int32_t, 4> buffer{};  // no case folding is longer
    const utf8proc_ssize_t length =
        utf8proc_decompose_char(static_cast<utf8proc_int32_t>(point.value), buffer.data(),
                                buffer.size(), UTF8PROC_CASEFOLD, nullptr);
    points.append(buffer.begin(), buffer.begin() + length);
    at += point.length;
  }
  std::string result;
  for (const char32_t value : composed(points)) append_utf8(result, value);
  return result;
}

bool is_control(char32_t value) {
  return value < 0x20 || (value >= 0x7F && value < 0xA0) || value == 0x2028 || value == 0x2029;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty()) {
    const CodePoint first = code_point_at(text, 0);
    if (!is_white_space(first.value)) break;
    text.remove_prefix(first.length);
  }
  while (!text.empty()) {
    std::size_t last = text.size() - 1;
    while (last > 0 && is_continuation(text[last])) --last;
    if (!is_white_space(code_point_at(text, last).value)) break;
    text.remove_suffix(text.size() - last);
  }
  return text;
}

WordClass word_class(char32_t value) {
  if (value < 0x80) {
    const bool is_word = (value >= 'a' && value <= 'z') || (value >= 'A' && value <= 'Z') ||
                         (value >= '0' && value <= '9') || value == '_';
    return is_word ? WordClass::letter : WordClass::none;
  }
  // U+30FB, the middle dot of Katakana, and U+0F0B, the dot between Tibetan syllables, are
  // punctuation to Unicode and so to us.
  switch (utf8proc_category(static_cast<utf8proc_int32_t>(value))) {
    case UTF8PROC_CATEGORY_LU:
    case UTF8PROC_CATEGORY_LL:
    case UTF8PROC_CATEGORY_LT:
    case UTF8PROC_CATEGORY_LM:
    case UTF8PROC_CATEGORY_LO:
    case UTF8PROC_CATEGORY_MN:
    case UTF8PROC_CATEGORY_MC:
    case UTF8PROC_CATEGORY_ME:
    case UTF8PROC_CATEGORY_ND:
    case UTF8PROC_CATEGORY_NL:
    case UTF8PROC_CATEGORY_NO:
      return stands_without_blanks(value) ? WordClass::continuous : WordClass::letter;
    default:
      return WordClass::none;
  }
}

std::size_t grapheme_start(std::string_view text, std::size_t at) {
  constexpr int look_back = 128;
  while (at > 0 && at < text.size() && is_continuation(text[at])) --at;
  if (at == 0 || at == text.size()) return at;
  std::size_t begin = at;
  for (int i = 0; i < look_back && begin > 0; ++i) {
    do --begin;
    while (begin > 0 && is_continuation(text[begin]));
  }
  std::size_t start = begin == 0 ? 0 : at;
  CodePoint left = code_point_at(text, begin);
  utf8proc_int32_t state = 0;
  for (std::size_t next = begin + left.length; next <= at; next += left.length) {
    const CodePoint right = code_point_at(text, next);
    if (utf8proc_grapheme_break_stateful(static_cast<utf8proc_int32_t>(left.value),
                                         static_cast<utf8proc_int32_t>(right.value), &state)) {
      start = next;
    }
    left = right;
  }
  return start;
}

}  // namespace notes
