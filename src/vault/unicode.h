#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "vault/folding.h"          // IWYU pragma: export
#include "vault/transliteration.h"  // IWYU pragma: export

namespace notes {

/// U+FEFF in UTF-8, the byte order mark that some editors put first.
inline constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

/// Offset in bytes of the first byte that is not part of valid UTF-8 (RFC 3629: no overlong forms,
/// no surrogates, at most U+10FFFF); nullopt when all of `text` is valid. NUL is valid.
[[nodiscard]] std::optional<std::size_t> first_invalid_utf8(std::string_view text);

/// `bytes` with each maximal ill-formed sequence replaced by U+FFFD (Unicode 15, section 3.9,
/// "U+FFFD Substitution of Maximal Subparts"). Valid text comes back as it is.
[[nodiscard]] std::string repaired_utf8(std::string_view bytes);

/// Number of code points of valid UTF-8.
[[nodiscard]] std::size_t count_code_points(std::string_view text);

/// Offset in bytes of code point number `index` (from 0) of valid UTF-8; `text.size()` when there
/// are fewer.
[[nodiscard]] std::size_t byte_offset(std::string_view text, std::size_t index);

struct CodePoint {
  char32_t value;
  std::size_t length;  ///< bytes, 1 to 4
};

/// The code point that begins at byte `at` of valid UTF-8. Requires at < text.size().
[[nodiscard]] CodePoint code_point_at(std::string_view text, std::size_t at);

/// Appends `value`, a Unicode scalar value, to `text` as UTF-8.
void append_utf8(std::string& text, char32_t value);

/// `text` in normalisation form D and C. Linear but for the sorting of marks, whatever `text`
/// holds. Source: UAX #15.
[[nodiscard]] std::u32string decomposed(std::u32string_view text);
[[nodiscard]] std::u32string composed(std::u32string_view text);

/// Whether all bytes are ASCII.
[[nodiscard]] bool is_ascii(std::string_view text);

/// `text` with its ASCII letters in lower case; other bytes stay.
[[nodiscard]] std::string lower_ascii(std::string_view text);

/// `text` (UTF-8) with its case folded and in normalisation form C: equal for texts that differ in
/// nothing else. Accents stay. Source: Unicode 15, chapter 3.13, default case folding.
[[nodiscard]] std::string case_folded(std::string_view text);

/// Whether `value` is a control character (C0, DEL, C1) or ends a line (U+2028, U+2029).
[[nodiscard]] bool is_control(char32_t value);

/// Valid UTF-8 without the blanks and line ends (White_Space) at its ends.
[[nodiscard]] std::string_view trimmed(std::string_view text);

/// How a code point of folded text takes part in words.
enum class WordClass {
  none,        ///< blanks, punctuation, symbols
  letter,      ///< part of a word in a script that puts blanks between words; digits, marks, `_`
  continuous,  ///< a letter of a script without word blanks, found by substring (Han, Kana, Thai,
               ///< Lao, Khmer, Myanmar, Tibetan, Hangul and the like)
};
[[nodiscard]] WordClass word_class(char32_t value);

/// Offset at or before `at` where a grapheme cluster of valid UTF-8 begins (UAX #29), so that a cut
/// there never splits what a reader sees as one character. Looks back 128 code points at most: in a
/// longer cluster it is the code point at `at` that counts. Requires at <= text.size().
[[nodiscard]] std::size_t grapheme_start(std::string_view text, std::size_t at);

}  // namespace notes
