#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "vault/error.h"

namespace notes {

/// One thing that a query asks for.
struct QueryTerm {
  enum class Kind {
    word,    ///< a word, its other forms too; in scripts without blanks, and for signs, a substring
    phrase,  ///< its words beside each other, exactly
    prefix,  ///< words that begin with it
    tag,     ///< the note carries the tag (filter)
    everything  ///< `*`
  };
  enum class Field { any, title };
  Kind kind = Kind::word;
  Field field = Field::any;
  bool is_excluded = false;  ///< written with `-`
  std::string text;          ///< folded, without the signs of its form
  std::string original;      ///< the item as typed, for messages
  /// Whether other forms of a word count: false for words with digits, signs or capitals inside,
  /// which are names, code or abbreviations.
  bool has_forms = false;
  /// How often the query holds it; a term is listed once.
  std::size_t count = 1;

  /// Whether notes are found by it, rather than left out or filtered.
  [[nodiscard]] bool finds() const noexcept { return !is_excluded && kind != Kind::tag; }
};

inline constexpr std::size_t max_query_length = 10'000;  ///< code points

/// A checked search query.
///
///   query  = [ blanks ] item { separation item } [ blanks ]
///   item   = [ "-" ] form | literal
///   form   = "*" | tag | [ "title:" ] ( phrase | prefix | word )
///   tag    = ( "#" | "tag:" ) ( phrase | name )
///   phrase = '"' text '"'            text has no '"' and is not blank
///   prefix = word "*"
///   word, name, literal = a run without blanks
///   separation = blanks, or nothing after a phrase when a phrase or a literal follows
///
/// `title:` and `tag:` in any case; “ and ” count as '"'; blanks are white space and control
/// characters. What fits no form is a literal and read as a word: an unpaired quote, a lone
/// operator, `http://x`, `a::b`, `--flag`, `title:` alone, `*` and `-b` in `"a"*` and `"a"-b`. Of a
/// word, punctuation at the ends is dropped (`(soup),` is `soup`), signs that make it another word
/// stay (`C++`, `C#`, `.NET`, `$5`). What holds nothing but signs is searched for as it stands;
/// beside other terms, ASCII signs standing alone say nothing and are left out.
class Query {
 public:
  /// Errors: `invalid_argument` when `text` (UTF-8) is empty or blank, or too long.
  [[nodiscard]] static Result<Query> parse(std::string_view text);

  /// Each term once, in the order of the query.
  [[nodiscard]] const std::vector<QueryTerm>& terms() const noexcept { return terms_; }

  /// Whether every term is an exclusion: the query means every note but those.
  [[nodiscard]] bool has_only_exclusions() const noexcept;

  /// The query of those terms for which `keeps` says true; it may be empty, and finds all notes
  /// then.
  template <class Keeps>
  [[nodiscard]] Query only(const Keeps& keeps) const {
    Query query;
    for (const QueryTerm& term : terms_) {
      if (keeps(term)) query.terms_.push_back(term);
    }
    return query;
  }

  /// The query with `title:` taken away from its terms.
  [[nodiscard]] Query anywhere() const;

 private:
  std::vector<QueryTerm> terms_;
};

}  // namespace notes
