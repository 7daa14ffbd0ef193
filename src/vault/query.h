#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "vault/error.h"

namespace notes {

/// One thing that a query asks for. `text` is folded.
struct QueryTerm {
  enum class Kind {
    word,      ///< a word, its other forms too; in scripts without blanks, and for signs, a substring
    phrase,    ///< its words beside each other, exactly
    prefix,    ///< words that begin with it
    tag,       ///< the note carries the tag (filter)
    everything ///< `*`
  };
  enum class Field { any, title };
  Kind kind;
  Field field;
  bool is_excluded;      ///< written with `-`
  std::string text;      ///< folded
  std::string original;  ///< as typed, for messages (and to tell names and code words)
};

inline constexpr std::size_t max_query_length = 10'000;  ///< code points

/// A checked search query.
///   query    = { blank } item { blank item } ; item = [ "-" ] form
///   form     = "*" | ( "#" | "tag:" ) name | [ "title:" ] ( '"' text '"' | word "*" | word )
/// Anything that fits no form is a word, taken literally: an unpaired quote, a lone operator.
class Query {
 public:
  /// Errors: `invalid_argument` when `text` is empty or blank, or too long.
  [[nodiscard]] static Result<Query> parse(std::string_view text);
  [[nodiscard]] const std::vector<QueryTerm>& terms() const noexcept { return terms_; }
  /// Folded texts of the tag filters that must hold.
  [[nodiscard]] bool has_only_exclusions() const noexcept;

 private:
  std::vector<QueryTerm> terms_;
};

}  // namespace notes
