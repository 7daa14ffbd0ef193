#pragma once
#include <cstddef>
#include <string>
#include <string_view>

#include "vault/query.h"
#include "vault/text_language.h"

namespace notes {

inline constexpr std::size_t max_snippet_length = 240;  ///< code points, marks not counted

/// The passage of a note that answers a query best.
struct Snippet {
  std::string text;    ///< one line of plain text, markdown as it is, matches marked «so»
  std::size_t line;    ///< 0-based line of the body where it starts
  std::size_t offset;  ///< where that line begins in the body, code points
};

/// The passage of `body` (UTF-8, LF) with most of the query's words, cut at word ends and never
/// inside a grapheme; line ends become blanks. Without a match in the body: its beginning.
/// `language` is that of the body.
[[nodiscard]] Snippet best_snippet(const Query& query, std::string_view body,
                                   const TextLanguage& language);

}  // namespace notes
