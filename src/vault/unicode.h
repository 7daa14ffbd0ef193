#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

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

/// Offset in bytes of code point number `index` (from 0); `text.size()` when there are fewer.
[[nodiscard]] std::size_t byte_offset(std::string_view text, std::size_t index);

/// The code point that begins at byte `at` of valid UTF-8, and its length in bytes (1 to 4).
/// Requires at < text.size().
struct CodePoint {
  char32_t value;
  std::size_t length;
};
[[nodiscard]] CodePoint code_point_at(std::string_view text, std::size_t at);

/// Appends `value` to `text` as UTF-8.
void append_utf8(std::string& text, char32_t value);

/// What searching and comparing use instead of the text itself: full case folding, compatibility
/// forms (width, ligatures), ß = ss, dotless and dotted i, Ł Ø Đ as their base letters; marks are
/// dropped in Latin, Greek, Cyrillic, Arabic and Hebrew only, since elsewhere they make another
/// letter; equal for NFC and NFD, and idempotent. `text` is valid UTF-8, so is the result.
/// Source: Unicode 15, chapter 3.13 (case folding) and UAX #15 (NFKD, then recomposition of what
/// keeps its marks). ASCII takes a path of its own.
[[nodiscard]] std::string folded(std::string_view text);

/// `folded(text)`, and for each of its bytes the offset in `text` of the character (base with its
/// marks) that it came from; one more entry at the end holds `text.size()`.
struct FoldedWithOrigins {
  std::string text;
  std::vector<std::uint32_t> origins;
};
[[nodiscard]] FoldedWithOrigins folded_with_origins(std::string_view text);

/// How a code point of folded text takes part in words.
enum class WordClass {
  none,        ///< blanks, punctuation, symbols
  letter,      ///< part of a word in a script that puts blanks between words; digits, marks, `_`
  continuous,  ///< a letter of a script without word blanks, found by substring (Han, Kana, Thai,
               ///< Lao, Khmer, Myanmar, Tibetan, Hangul)
};
[[nodiscard]] WordClass word_class(char32_t value);

/// Offset at or before `at` where a grapheme cluster of valid UTF-8 begins (UAX #29), so that a cut
/// there never splits what a reader sees as one character. Requires at <= text.size().
[[nodiscard]] std::size_t grapheme_start(std::string_view text, std::size_t at);

/// `text` in ASCII letters as near as a table can: `Crème` -> `Creme`, `Straße` -> `Strasse`,
/// `Борщ` -> `Borshch`, `김치` -> `gimchi`, `日本語` -> a reading. What has no ASCII form becomes one
/// blank. The table is generated from ICU by scripts/make-transliteration.
[[nodiscard]] std::string transliterated(std::string_view text);

}  // namespace notes
