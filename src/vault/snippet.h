#pragma once
#include <cstddef>
#include <memory>
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

/// Makes the snippets of the notes that a query finds, one after another.
class SnippetMaker {
 public:
  explicit SnippetMaker(const Query& query);
  SnippetMaker(const SnippetMaker&) = delete;
  SnippetMaker& operator=(const SnippetMaker&) = delete;
  ~SnippetMaker();

  /// The passage of `body` (UTF-8, LF) with most of the query's words, cut at word ends and never
  /// inside a grapheme; line ends become blanks. Without a match in the body: its beginning.
  /// `language` is that of the body.
  [[nodiscard]] Snippet best(std::string_view body, const TextLanguage& language);

 private:
  class Terms;
  std::unique_ptr<Terms> terms_;
};

}  // namespace notes
