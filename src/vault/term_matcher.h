#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "vault/query.h"
#include "vault/stemmer.h"
#include "vault/text_language.h"
#include "vault/text_scan.h"

namespace notes {

/// How near what stands in the text is to what the query says.
enum class Likeness {
  exact,  ///< the word itself
  form,   ///< another form of it, the word as part of a name, or written with other signs inside
};

struct TermMatch {
  std::size_t begin;  ///< bytes, in the text searched
  std::size_t end;    ///< for a form and a prefix, the whole word's
  Likeness likeness;
};

/// Finds one term of a query in folded texts.
/// - A word that has forms: words with its stem, by the rules of English, in texts in another of
///   `latin_languages` also by those of that language, in Russian letters by those of Russian,
///   wherever words begin and end, parts of `snake_case` included. English function words have no
///   forms.
/// - Any other word: its bytes as they stand, between word ends where it begins or ends with a
///   letter; in scripts without blanks, and for signs, anywhere.
/// - A word joined by hyphens or apostrophes: also with a blank or another ASCII sign in their
/// place.
/// - A phrase: its pieces as they stand, between word ends, with nothing but blanks and signs in
///   between, at most `max_gap` bytes. Of one that has no word fewer than 65 times the first 64
///   words count, so that the time stays linear in the text.
/// - A prefix: words, and parts of `snake_case`, that begin with it.
/// Requires a term of one of these kinds.
class TermMatcher {
 public:
  static constexpr std::size_t max_gap = 16;

  explicit TermMatcher(const QueryTerm& term);

  /// The first occurrence in `text` that begins at or after `from`; `language` is that of the text
  /// or of what it is a part of. Not const because it remembers which words have the stem.
  [[nodiscard]] std::optional<TermMatch> next(std::string_view text, std::size_t from,
                                              const TextLanguage& language);

 private:
  enum class Way { stem, literal, prefix, pieces };
  struct Hash : std::hash<std::string_view> {
    using is_transparent = void;
  };

  struct Stem {
    StemLanguage language;
    Stemmer stemmer;
    std::string text;
  };

  /// Of several pieces the one that is looked for first: the one that the phrase itself has least
  /// often, and of these the one whose bytes are rarest.
  void choose_anchor();
  [[nodiscard]] bool has_stem(std::string_view word, const TextLanguage& language);
  [[nodiscard]] bool fits_ends(std::string_view text, std::size_t begin, std::size_t end) const;
  [[nodiscard]] std::optional<TermMatch> as_stem(std::string_view text, std::size_t at,
                                                 const TextLanguage& language);
  [[nodiscard]] std::optional<TermMatch> as_literal(std::string_view text, std::size_t at) const;
  [[nodiscard]] std::optional<TermMatch> as_prefix(std::string_view text, std::size_t at) const;
  [[nodiscard]] std::optional<TermMatch> as_pieces(std::string_view text, std::size_t at) const;

  Way way_ = Way::literal;
  std::string text_;
  bool begins_with_letter_ = false;
  bool needle_begins_with_letter_ = false;
  bool ends_with_letter_ = false;
  std::optional<Needle> needle_;
  std::vector<std::string> pieces_;
  std::size_t anchor_ = 0;       ///< index of the piece that is looked for first
  std::size_t longest_gap_ = 0;  ///< bytes between two pieces
  std::vector<Stem> stems_;
  /// word -> the languages by whose rules it has the stem
  std::unordered_map<std::string, StemLanguages, Hash, std::equal_to<>> known_;
};

/// Parts of one word that are looked for; further ones are left out.
inline constexpr std::size_t max_parts = 64;

/// What to look for instead when no note has `term` as it stands: the words between its signs
/// (`sourdough-starter`, `milk,eggs`, `config.yaml`) or scripts, the parts of a name in camel case,
/// `1.2.3` for `v1.2.3` and the other way round, and the pairs of neighbouring characters of a
/// longer run in a script without blanks (fours in Thai, Lao, Khmer, Myanmar and Tibetan, whose
/// characters say less), as is usual for such scripts. Empty when there is nothing of the kind, and
/// for what is a name of its own: `adr-016`, `C++`, `.NET`, `n/a`, `iPhone`.
[[nodiscard]] std::vector<QueryTerm> parts_of(const QueryTerm& term);

}  // namespace notes
