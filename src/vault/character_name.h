#pragma once
#include <cstddef>
#include <string>
#include <string_view>

namespace notes {

/// What stands at byte `at` of `text` (UTF-8), in words for a message that tells two places apart
/// which may look the same: "'x'", "'é' (U+00E9)", "a blank", "a second blank", "a tab", "the end
/// of the line", "U+00A0 NO-BREAK SPACE", "'e' with U+0301 COMBINING ACUTE ACCENT"; "the end of the
/// text" at its end. Names are those of the Unicode Character Database, for characters that cannot
/// be seen or are easily taken for others. Requires at <= text.size().
[[nodiscard]] std::string character_name(std::string_view text, std::size_t at);

}  // namespace notes
