#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "vault/error.h"

namespace notes {

/// Replace `old_text` by `new_text`, both with LF ends.
struct TextEdit {
  std::string old_text;
  std::string new_text;
  std::size_t expected_matches = 1;  ///< at least 1
};

inline constexpr std::size_t max_edits = 1000;  ///< in one call

/// The bytes of a body after all `edits`, each matched against its text (`with_lf`) as it was:
/// literal, case-sensitive, found from the left without overlap. CRs before LF in the edits do not
/// count. All is valid UTF-8. No byte outside the matches changes; a match's line ends become those
/// of `with_line_ends_of`, where the usual end is that of the whole body.
/// Errors: `invalid_argument` for no edits or too many, an empty old_text, no match expected,
/// another number of matches than expected (with the lines where they are), matches that overlap
/// (`aa` in `aaa`), so that counting another way gives another number, matches of two edits that
/// overlap (to touch is fine), a miss (with the nearest line of the text, its number, and the first
/// character that differs: "U+00A0 NO-BREAK SPACE where old_text has a blank"), a result larger
/// than a note may be. Nothing is applied then. Messages name the edit as `edits[3]`; lines are
/// those of the text, from 1. Time is linear in the text, unless many old texts begin like many
/// places of it, which is refused (`invalid_argument`) after about a second.
[[nodiscard]] Result<std::string> edited(std::string_view body, const std::vector<TextEdit>& edits,
                                         std::string_view default_end);

/// The bytes of a body with `addition` (CRs before LF do not count) put on a new line at its end,
/// and a line end after it, in the line end that most lines of the body have, else `default_end`.
/// No byte of the body changes. An empty body gives just the addition; an empty addition changes
/// nothing.
[[nodiscard]] std::string appended(std::string_view body, std::string_view addition,
                                   std::string_view default_end);

/// The bytes of a body that shall read `wanted` (as `with_lf` gives it) and now is `current` (bytes
/// with line ends of any kind): lines that stay keep their own line end; a new line takes the end,
/// LF or CR LF, of the line that it replaces, the last of several new ones that of the last
/// replaced; else the one that most lines of `current` have (the first one's when both kinds are as
/// many), else `default_end`. with_lf(result) == wanted.
[[nodiscard]] std::string with_line_ends_of(std::string_view current, std::string_view wanted,
                                            std::string_view default_end);

}  // namespace notes
