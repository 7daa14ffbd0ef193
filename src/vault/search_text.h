#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "vault/stemmer.h"
#include "vault/text_language.h"

namespace notes {

/// Parts of a note's text that a search tells from each other.
enum class SearchField { title, tag, body };

/// What a search looks at: a note's texts, folded once (see `folded`), body without front matter.
/// All of them stand in one string, because 5,000 notes are searched within a few milliseconds and
/// each further piece of memory to fetch would cost as much as a page of text to scan.
struct SearchText {
  std::string title;
  std::string title_with_names;  ///< the title and the parts of its names; empty without any
  std::vector<std::string> tags;
  /// Title, tags and body, and after them the parts of the names in camel case that title and body
  /// have (`noteCache` stands there as `note` and `cache`, each part once), with `separator`
  /// between any two. A part counts as a form of the word.
  std::string all;
  std::size_t body_begin = 0;  ///< in `all`
  std::size_t body_end = 0;    ///< in `all`; the parts of names begin after it
  /// What `language` has found out; not to be asked by two threads at once.
  mutable std::optional<StemLanguage> known_language;

  /// Never in UTF-8, so that nothing found reaches from one text into the next.
  static constexpr char separator = '\xFF';

  [[nodiscard]] std::string_view body() const noexcept {
    return std::string_view(all).substr(body_begin, body_end - body_begin);
  }
  /// The language of the body.
  [[nodiscard]] TextLanguage language() const noexcept { return {body(), known_language}; }
  /// What is searched for a word of the title.
  [[nodiscard]] std::string_view searched_title() const noexcept {
    return title_with_names.empty() ? title : title_with_names;
  }
  [[nodiscard]] std::size_t tags_length() const noexcept { return body_begin - title.size() - 1; }
  /// Which text byte `at` of `all` belongs to; parts of names count as body.
  [[nodiscard]] SearchField field_at(std::size_t at) const noexcept {
    if (at >= body_begin) return SearchField::body;
    return at > title.size() ? SearchField::tag : SearchField::title;
  }
};

/// Different parts of names that are kept for one note; further ones are not found.
inline constexpr std::size_t max_name_parts = 2000;

/// Makes search texts one after another in the same memory, which is faster than in fresh one.
class SearchTextMaker {
 public:
  /// The search text of a note, all arguments in valid UTF-8 as the author wrote them.
  [[nodiscard]] SearchText make(std::string_view title, const std::vector<std::string>& tags,
                                std::string_view body);

 private:
  /// Adds the parts of the names in `original` that are not `seen` yet.
  void append_names(std::string_view original, std::unordered_set<std::string>& seen);

  std::string all_;
};

/// The same for a single one.
[[nodiscard]] SearchText search_text(std::string_view title, const std::vector<std::string>& tags,
                                     std::string_view body);

/// A stretch of text, in bytes.
struct Span {
  std::size_t begin;
  std::size_t end;
};

/// The parts of the names in camel case that `text` has, in their order: `note` and `Cache` of
/// `noteCache`, `HTTP` and `Server` of `HTTPServer`. Of the capitals those of ASCII begin a part,
/// after a letter or digit of ASCII, as `N` in `straßenName`.
[[nodiscard]] std::vector<Span> camel_case_parts(std::string_view text);

}  // namespace notes
