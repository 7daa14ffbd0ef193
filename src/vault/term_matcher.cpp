#include "vault/term_matcher.h"

#include <algorithm>
#include <span>
#include <unordered_set>
#include <utility>

#include "vault/folding.h"
#include "vault/function_words.h"
#include "vault/search_text.h"
#include "vault/unicode.h"

namespace notes {
namespace {

constexpr std::size_t npos = std::string_view::npos;
// What other languages than English add to a word is looked for only from so many common letters
// on: two stand everywhere.
constexpr std::size_t least_beginning = 3;
// A phrase of which each word occurs more often than this is compared by this many words.
constexpr std::size_t max_repetitions = 64;

/// Folding has brought the other hyphens and apostrophes to these.
bool is_joint(char byte) { return byte == '-' || byte == '\''; }

/// Signs that make another word of the one that they begin: `.NET`, `@anna`, `$5`.
bool is_sign_before(char byte) { return std::string_view(".@#$%&^").find(byte) != npos; }
/// Signs that make another word of the one that they end: `C++`, `C#`.
bool is_sign_after(char byte) { return std::string_view("+#$%&^").find(byte) != npos; }

/// `1.2.3` for `v1.2.3` and the other way round; empty for what is no version.
std::string other_version(std::string_view word) {
  const bool has_letter = word.starts_with('v');
  const std::string_view number = has_letter ? word.substr(1) : word;
  const bool is_version = number.find('.') != npos && number.find("..") == npos &&
                          !number.starts_with('.') && !number.ends_with('.') &&
                          number.find_first_not_of("0123456789.") == npos;
  if (!is_version) return {};
  return has_letter ? std::string(number) : "v" + std::string(number);
}

/// The pieces of a word joined by hyphens and apostrophes only; empty when it is none.
std::vector<std::string> joined_pieces(std::string_view word) {
  std::vector<std::string> pieces;
  std::size_t begin = 0;
  for (std::size_t at = 0; at < word.size();) {
    if (class_at(word, at) != WordClass::none) {
      at += code_point_at(word, at).length;
      continue;
    }
    if (!is_joint(word[at]) || at == begin) return {};
    pieces.emplace_back(word.substr(begin, at - begin));
    begin = ++at;
  }
  if (pieces.empty() || begin == word.size()) return {};
  pieces.emplace_back(word.substr(begin));
  return pieces;
}

std::vector<std::string> split_at_blanks(std::string_view text) {
  std::vector<std::string> pieces;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    if (end > begin) pieces.emplace_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return pieces;
}

bool is_gap(std::string_view text, std::size_t at) {
  return text[at] != SearchText::separator &&
         (text[at] == '_' || class_at(text, at) == WordClass::none);
}

std::size_t begin_of_character(std::string_view text, std::size_t end) {
  std::size_t begin = end - 1;
  while (begin > 0 && (static_cast<unsigned char>(text[begin]) & 0xC0U) == 0x80U) --begin;
  return begin;
}

/// Where `piece` begins when it ends at or before `end` with only a gap between; else `nowhere`.
std::size_t piece_before(std::string_view text, std::size_t end, std::string_view piece,
                         std::size_t longest_gap) {
  for (std::size_t at = end;;) {
    if (at >= piece.size() && text.substr(at - piece.size(), piece.size()) == piece) {
      const std::size_t begin = at - piece.size();
      const bool is_apart = at < end || class_at(text, end) == WordClass::none ||
                            class_before(text, end) != WordClass::letter;
      if (is_apart) return begin;
    }
    if (at == 0) return Needle::nowhere;
    const std::size_t before = begin_of_character(text, at);
    if (end - before > longest_gap || !is_gap(text, before)) return Needle::nowhere;
    at = before;
  }
}

/// Where `piece` ends when it begins at or after `begin` with only a gap between; else `nowhere`.
std::size_t piece_after(std::string_view text, std::size_t begin, std::string_view piece,
                        std::size_t longest_gap) {
  for (std::size_t at = begin; at < text.size();) {
    if (text.substr(at).starts_with(piece)) {
      const bool is_apart = at > begin || class_before(text, begin) == WordClass::none ||
                            class_at(text, begin) != WordClass::letter;
      if (is_apart) return at + piece.size();
    }
    if (!is_gap(text, at)) return Needle::nowhere;
    at += code_point_at(text, at).length;
    if (at - begin > longest_gap) return Needle::nowhere;
  }
  return Needle::nowhere;
}

/// All groups of neighbouring characters in a run of a script without blanks, by their number that
/// says about as much as a word; the run itself when it has no more.
std::vector<std::string_view> neighbours_in(std::string_view run) {
  const char32_t first = code_point_at(run, 0).value;
  const bool says_less = first >= 0x0E00 && first < 0x1100;  // Thai to Myanmar
  const std::size_t count = says_less ? 4 : 2;
  std::vector<std::size_t> begins;
  for (std::size_t at = 0; at < run.size(); at += code_point_at(run, at).length)
    begins.push_back(at);
  if (begins.size() <= count) return {run};
  begins.push_back(run.size());
  std::vector<std::string_view> groups;
  for (std::size_t i = 0; i + count < begins.size(); ++i)
    groups.push_back(run.substr(begins[i], begins[i + count] - begins[i]));
  return groups;
}

/// Collects parts of one word, each once.
class PartList {
 public:
  explicit PartList(const QueryTerm& word) : word_(word) {}

  void add(std::string_view part, bool has_forms) {
    if (parts_.size() == max_parts || !known_.emplace(part).second) return;
    QueryTerm& added = parts_.emplace_back();
    added.kind = word_.kind;
    added.field = word_.field;
    added.is_excluded = word_.is_excluded;
    added.text = part;
    added.original = part;
    added.has_forms = has_forms;
    added.count = word_.count;
  }

  [[nodiscard]] std::vector<QueryTerm> take() { return std::move(parts_); }

 private:
  const QueryTerm& word_;
  std::vector<QueryTerm> parts_;
  std::unordered_set<std::string> known_;
};

/// What signs and changes of script part in `term`; empty when that is a name of its own.
std::vector<QueryTerm> parts_by_signs(const QueryTerm& term) {
  const std::string_view text = term.text;
  PartList parts(term);
  bool has_continuous = false;
  bool has_digits = false;
  bool has_signs = false;  // others than those that join two words to one
  bool has_lone_letter = false;
  for (std::size_t at = 0; at < text.size();) {
    const WordClass kind = class_at(text, at);
    std::size_t end = at;
    while (end < text.size() && class_at(text, end) == kind) end += code_point_at(text, end).length;
    const std::string_view run = text.substr(at, end - at);
    at = end;
    if (kind == WordClass::continuous) {
      has_continuous = true;
      for (const std::string_view part : neighbours_in(run)) parts.add(part, false);
      continue;
    }
    if (kind == WordClass::none) {
      has_signs = has_signs || run.size() > 1 || !is_joint(run.front());
      continue;
    }
    const bool is_number = run.find_first_of("0123456789_") != npos;
    const bool is_lone = code_point_at(run, 0).length == run.size();
    has_digits = has_digits || is_number;
    has_lone_letter = has_lone_letter || (is_lone && !is_number);
    if (!is_number || !is_lone) parts.add(run, !is_number);
  }
  // A number is part of a name (`adr-016`) but in scripts without blanks, and `n/a` and `x->y` are
  // no lists of words.
  const bool is_name = (has_digits && !has_continuous) || (has_signs && has_lone_letter);
  return is_name ? std::vector<QueryTerm>() : parts.take();
}

std::vector<QueryTerm> parts_by_case(const QueryTerm& term) {
  PartList parts(term);
  for (const Span part : camel_case_parts(term.original)) {
    if (part.end - part.begin == 1) return {};
    parts.add(folded(term.original.substr(part.begin, part.end - part.begin)), true);
  }
  return parts.take();
}

}  // namespace

TermMatcher::TermMatcher(const QueryTerm& term) : text_(term.text) {
  begins_with_letter_ = class_at(text_, 0) == WordClass::letter;
  ends_with_letter_ = class_before(text_, text_.size()) == WordClass::letter;
  std::string needle = text_;
  if (term.kind == QueryTerm::Kind::prefix) {
    way_ = Way::prefix;
  } else if (term.kind == QueryTerm::Kind::phrase) {
    pieces_ = split_at_blanks(text_);
    longest_gap_ = max_gap;
  } else if (term.has_forms && !is_function_word(text_) && !stem_languages(text_).empty()) {
    way_ = Way::stem;
    for (const StemLanguage language : stem_languages(text_)) {
      Stemmer stemmer(language);
      std::string stem = stemmer.stem(text_);
      std::string beginning = common_beginning(text_, stem, language);
      const bool is_first = stems_.empty();
      if (!is_first && beginning.size() < least_beginning) continue;
      if (beginning.size() < needle.size()) needle = std::move(beginning);
      stems_.push_back({language, std::move(stemmer), std::move(stem)});
    }
  } else {
    pieces_ = joined_pieces(text_);
    longest_gap_ = 1;
  }
  if (pieces_.size() > 1) {
    way_ = Way::pieces;
    choose_anchor();
    needle = pieces_[anchor_];
  }
  needle_begins_with_letter_ = class_at(needle, 0) == WordClass::letter;
  needle_.emplace(std::move(needle));
}

void TermMatcher::choose_anchor() {
  std::unordered_map<std::string_view, std::size_t> counts;
  for (const std::string& piece : pieces_) ++counts[piece];
  const auto cost = [&](const std::string& piece) {
    return std::pair(counts[piece], Needle(piece).frequency());
  };
  const auto best = std::min_element(
      pieces_.begin(), pieces_.end(),
      [&](const std::string& left, const std::string& right) { return cost(left) < cost(right); });
  // What is compared from one place where it stands goes past as many others as the phrase itself
  // has; so this number bounds how often each byte of a text is looked at.
  const Needle needle(*best);
  std::size_t repetitions = 0;
  for (std::size_t at = needle.find(text_, 0); at != Needle::nowhere;
       at = needle.find(text_, at + 1)) {
    ++repetitions;
  }
  anchor_ = static_cast<std::size_t>(best - pieces_.begin());
  if (repetitions <= max_repetitions || pieces_.size() <= max_repetitions) return;
  pieces_.erase(pieces_.begin() + max_repetitions, pieces_.end());
  anchor_ = std::min(anchor_, max_repetitions - 1);
  ends_with_letter_ = class_before(pieces_.back(), pieces_.back().size()) == WordClass::letter;
}

bool TermMatcher::has_stem(std::string_view word, const TextLanguage& language) {
  const StemLanguage first = stems_.front().language;
  auto known = known_.find(word);
  if (known == known_.end()) {
    StemLanguages having = 0;
    const std::span<const StemLanguage> languages = stem_languages(word);
    if (!languages.empty() && languages.front() == first) {
      for (const Stem& stem : stems_) {
        if (stem.stemmer.stem(word) == stem.text) having |= only(stem.language);
      }
    }
    known = known_.emplace(word, having).first;
  }
  const StemLanguages having = known->second;
  if (having == 0) return false;
  return (having & only(first)) != 0 || (having & only(language.get())) != 0;
}

bool TermMatcher::fits_ends(std::string_view text, std::size_t begin, std::size_t end) const {
  return (!begins_with_letter_ || is_part_begin(text, begin)) &&
         (!ends_with_letter_ || is_part_end(text, end));
}

std::optional<TermMatch> TermMatcher::as_stem(std::string_view text, std::size_t at,
                                              const TextLanguage& language) {
  if (!is_part_begin(text, at)) return std::nullopt;
  const std::size_t end = part_end(text, at);
  const std::string_view word = text.substr(at, end - at);
  const bool is_same = word == text_;
  if (!is_same && !has_stem(word, language)) return std::nullopt;
  const bool is_whole =
      (at == 0 || text[at - 1] != '_') && (end == text.size() || text[end] != '_');
  return TermMatch{at, end, is_same && is_whole ? Likeness::exact : Likeness::form};
}

std::optional<TermMatch> TermMatcher::as_literal(std::string_view text, std::size_t at) const {
  const std::size_t end = at + text_.size();
  if (!fits_ends(text, at, end)) return std::nullopt;
  const bool is_part = (begins_with_letter_ && at > 0 && text[at - 1] == '_') ||
                       (ends_with_letter_ && end < text.size() && text[end] == '_');
  return TermMatch{at, end, is_part ? Likeness::form : Likeness::exact};
}

std::optional<TermMatch> TermMatcher::as_prefix(std::string_view text, std::size_t at) const {
  if (begins_with_letter_ && !is_part_begin(text, at)) return std::nullopt;
  const std::size_t end = at + text_.size();
  return TermMatch{at, ends_with_letter_ ? part_end(text, end) : end, Likeness::exact};
}

std::optional<TermMatch> TermMatcher::as_pieces(std::string_view text, std::size_t at) const {
  std::size_t begin = at;
  for (std::size_t i = anchor_; i > 0; --i) {
    begin = piece_before(text, begin, pieces_[i - 1], longest_gap_);
    if (begin == Needle::nowhere) return std::nullopt;
  }
  std::size_t end = at + pieces_[anchor_].size();
  for (std::size_t i = anchor_ + 1; i < pieces_.size(); ++i) {
    end = piece_after(text, end, pieces_[i], longest_gap_);
    if (end == Needle::nowhere) return std::nullopt;
  }
  if (!fits_ends(text, begin, end)) return std::nullopt;
  const bool is_same = longest_gap_ == max_gap || text.substr(begin, end - begin) == text_;
  return TermMatch{begin, end, is_same ? Likeness::exact : Likeness::form};
}

std::optional<TermMatch> TermMatcher::next(std::string_view text, std::size_t from,
                                           const TextLanguage& language) {
  while (true) {
    const std::size_t at = needle_->find(text, from);
    if (at == Needle::nowhere) return std::nullopt;
    std::optional<TermMatch> found;
    switch (way_) {
      case Way::stem:
        found = as_stem(text, at, language);
        break;
      case Way::literal:
        found = as_literal(text, at);
        break;
      case Way::prefix:
        found = as_prefix(text, at);
        break;
      case Way::pieces:
        found = as_pieces(text, at);
        break;
    }
    if (found) return found;
    from = at + 1;
    // Letters match from the beginning of a word only. Without the rest of this one in between, a
    // text of one letter repeated is searched in linear time.
    if (needle_begins_with_letter_) from = std::max(from, part_end(text, at));
  }
}

std::vector<QueryTerm> parts_of(const QueryTerm& term) {
  if (term.kind != QueryTerm::Kind::word || term.text.empty()) return {};
  if (const std::string version = other_version(term.text); !version.empty()) {
    PartList parts(term);
    parts.add(version, false);
    return parts.take();
  }
  if (is_sign_before(term.text.front()) || is_sign_after(term.text.back())) return {};
  std::vector<QueryTerm> parts = parts_by_signs(term);
  if (parts.size() != 1 || parts.front().text != term.text) return parts;
  return parts_by_case(term);
}

}  // namespace notes
