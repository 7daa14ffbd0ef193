#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace notes {

/// What searching and comparing use instead of the text itself: full case folding, compatibility
/// forms (width, ligatures), ß = ss, dotless and dotted i, Ł Ø Đ and other letters with a stroke or
/// hook as their base letters, æ = ae, þ = th, signs that serve as apostrophe = ';
/// default-ignorable code points (soft hyphen, joiners, variation selectors) and the Arabic tatweel
/// are dropped. Marks are dropped in Latin, Greek, Cyrillic, Arabic and Hebrew only, since
/// elsewhere they make another letter; Hangul and Kana come out composed. Equal for NFC and NFD,
/// and idempotent. `text` is valid UTF-8, so is the result; NUL and line ends stay. Linear but for
/// the sorting of marks. ASCII takes a path of its own. Source: Unicode 15, chapter 3.13 (case
/// folding) and UAX #15 (NFKD, then recomposition of what keeps its marks); the table is made by
/// scripts/make-unicode-tables.
[[nodiscard]] std::string folded(std::string_view text);
/// Appends `folded(text)` to `target`, which `text` must not lie in.
void append_folded(std::string& target, std::string_view text);

/// `folded(text)`, and for each of its bytes the offset in `text` of the character (base with its
/// marks) that it came from; one more entry at the end holds `text.size()`. `text` is shorter than
/// 4 GiB.
struct FoldedWithOrigins {
  std::string text;
  std::vector<std::uint32_t> origins;
};
[[nodiscard]] FoldedWithOrigins folded_with_origins(std::string_view text);

}  // namespace notes
