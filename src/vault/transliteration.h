#pragma once
#include <string>
#include <string_view>

namespace notes {

/// Valid UTF-8 in ASCII letters as near as a table and a few rules can: `Crème` -> `Creme`,
/// `Straße` -> `Strasse`, `Борщ` -> `Borshch`, `김치` -> `gimchi`, `日本語` -> `ri ben yu` (Han is
/// read as Mandarin, a word for each character), `きょう` -> `kyou`, `हिन्दी` -> `hindi`. Capitals
/// stay capitals, signs that serve as apostrophe become `'`, marks without a reading and invisible
/// characters go; what has no ASCII form becomes one blank. Equal for NFC and NFD.
/// The table is made from ICU and the names of characters by scripts/make-unicode-tables.
[[nodiscard]] std::string transliterated(std::string_view text);

}  // namespace notes
