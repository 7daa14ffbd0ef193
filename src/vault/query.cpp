#include "vault/query.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include "vault/text_scan.h"
#include "vault/unicode.h"

namespace notes {
namespace {

/// White space and control characters. Characters without width (joiners, direction marks) are
/// none: folding drops them in texts and queries alike.
bool is_blank(char32_t value) {
  return value <= U' ' || (value >= 0x7F && value <= 0xA0) || value == 0x1680 ||
         (value >= 0x2000 && value <= 0x200A) || value == 0x2028 || value == 0x2029 ||
         value == 0x202F || value == 0x205F || value == 0x3000;
}

/// Length of the quotation mark at `at`; 0 when there is none. Editors and telephones turn '"' into
/// the curved ones.
std::size_t quote_length(std::string_view text, std::size_t at) {
  if (at >= text.size()) return 0;
  if (text[at] == '"') return 1;
  for (const std::string_view quote : {"“", "”", "„"}) {
    if (text.substr(at).starts_with(quote)) return quote.size();
  }
  return 0;
}

bool has_letters(std::string_view folded_text) {
  for (std::size_t at = 0; at < folded_text.size(); at += code_point_at(folded_text, at).length) {
    if (folded_text[at] != '_' && class_at(folded_text, at) != WordClass::none) return true;
  }
  return false;
}

/// Signs that stay where they stand at an end of a word, because they make it another word: `C++`,
/// `C#`, `@anna`, `$5`, `50%`, `~/notes`, `^a`, `<vector>`. Signs beyond ASCII stay but for
/// punctuation.
bool is_sign_of_words(char32_t value) {
  if (value < 0x80)
    return std::u32string_view(U"+#@$%&=\\~^|<>").find(value) != std::u32string_view::npos;
  const bool is_punctuation =
      value == 0xA1 || value == 0xAB || value == 0xB7 || value == 0xBB || value == 0xBF ||
      (value >= 0x2010 && value <= 0x2027) || (value >= 0x2030 && value <= 0x205E) ||
      (value >= 0x3001 && value <= 0x3003) || (value >= 0x3008 && value <= 0x301F);
  return !is_punctuation;
}

/// `word` (folded) without the punctuation at its ends; all of it when it holds signs only.
std::string_view trimmed_word(std::string_view word) {
  if (!has_letters(word)) return word;
  const auto is_dropped = [](std::string_view text, std::size_t at) {
    return text[at] == '_' || (class_at(text, at) == WordClass::none &&
                               !is_sign_of_words(code_point_at(text, at).value));
  };
  std::size_t begin = 0;
  while (begin < word.size() && is_dropped(word, begin)) {
    const std::size_t next = begin + code_point_at(word, begin).length;
    const bool is_dotted_name = word[begin] == '.' && class_at(word, next) != WordClass::none;
    if (is_dotted_name) break;
    begin = next;
  }
  std::size_t end = word.size();
  while (end > begin) {
    std::size_t last = end - 1;
    while (last > begin && (static_cast<unsigned char>(word[last]) & 0xC0U) == 0x80U) --last;
    if (!is_dropped(word, last)) break;
    end = last;
  }
  return word.substr(begin, end - begin);
}

/// `word` (folded, so that its apostrophes are ASCII) without an English `'s`, which makes no other
/// word of it.
std::string_view without_possessive(std::string_view word) {
  constexpr std::string_view ending = "'s";
  if (word.size() > ending.size() + 1 && word.ends_with(ending)) word.remove_suffix(ending.size());
  return word;
}

/// Whether capitals stand inside of a word, as in `noteCache` and `NASA`, but for the plural of an
/// abbreviation, `URLs`.
bool has_inner_capital(std::string_view original) {
  bool is_inside = false;
  for (const char byte : original) {
    const bool is_capital = byte >= 'A' && byte <= 'Z';
    const bool is_letter =
        is_capital || (byte >= 'a' && byte <= 'z') || static_cast<unsigned char>(byte) >= 0x80;
    if (is_inside && is_capital) {
      const std::size_t last = original.find_last_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ");
      return original.substr(last + 1) != "s";
    }
    is_inside = is_letter;
  }
  return false;
}

bool has_only_letters(std::string_view folded_text) {
  for (std::size_t at = 0; at < folded_text.size(); at += code_point_at(folded_text, at).length) {
    const char byte = folded_text[at];
    if (byte == '_' || (byte >= '0' && byte <= '9')) return false;
    if (class_at(folded_text, at) != WordClass::letter) return false;
  }
  return true;
}

/// Takes `prefix` (lower case) off `text` when it is there in any case.
bool take_field(std::string_view& text, std::string_view prefix) {
  if (text.size() < prefix.size()) return false;
  for (std::size_t i = 0; i < prefix.size(); ++i) {
    const char byte = text[i];
    const char lower = byte >= 'A' && byte <= 'Z' ? static_cast<char>(byte - 'A' + 'a') : byte;
    if (lower != prefix[i]) return false;
  }
  text.remove_prefix(prefix.size());
  return true;
}

/// The parts of the text folded, blanks between them as one.
std::string with_single_blanks(std::string_view text) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint here = code_point_at(text, at);
    if (!is_blank(here.value)) {
      result += text.substr(at, here.length);
    } else if (!result.empty() && result.back() != ' ') {
      result += ' ';
    }
    at += here.length;
  }
  while (result.ends_with(' ')) result.pop_back();
  return folded(result);
}

/// Reads one item after another.
class QueryReader {
 public:
  explicit QueryReader(std::string_view text) : text_(text) {}

  std::optional<QueryTerm> next() {
    while (true) {
      skip_blanks();
      if (at_ == text_.size()) return std::nullopt;
      const std::size_t begin = at_;
      const bool may_be_form = at_ != phrase_end_ || quote_length(text_, at_) > 0;
      std::optional<QueryTerm> form = may_be_form ? read_form() : std::nullopt;
      if (!form) {
        at_ = begin;
        form = literal(run());
      }
      const bool is_invisible = form->kind == QueryTerm::Kind::word && form->text.empty();
      if (is_invisible) continue;
      form->original = text_.substr(begin, at_ - begin);
      return form;
    }
  }

 private:
  void skip_blanks() {
    while (at_ < text_.size()) {
      const CodePoint here = code_point_at(text_, at_);
      if (!is_blank(here.value)) return;
      at_ += here.length;
    }
  }

  /// The characters up to the next blank.
  std::string_view run() {
    const std::size_t begin = at_;
    while (at_ < text_.size()) {
      const CodePoint here = code_point_at(text_, at_);
      if (is_blank(here.value)) break;
      at_ += here.length;
    }
    return text_.substr(begin, at_ - begin);
  }

  /// The text of the phrase that begins here; nullopt when none does, and nothing is read then.
  std::optional<std::string> phrase() {
    const std::size_t begin = at_ + quote_length(text_, at_);
    if (begin == at_) return std::nullopt;
    for (std::size_t end = begin; end < text_.size(); ++end) {
      const std::size_t closing = quote_length(text_, end);
      if (closing == 0) continue;
      std::string inside = with_single_blanks(text_.substr(begin, end - begin));
      if (inside.empty()) return std::nullopt;
      at_ = end + closing;
      phrase_end_ = at_;
      return inside;
    }
    return std::nullopt;
  }

  std::optional<QueryTerm> read_form() {
    QueryTerm term;
    term.is_excluded = text_[at_] == '-';
    if (term.is_excluded) ++at_;
    std::string_view rest = text_.substr(at_);
    if (take_field(rest, "#") || take_field(rest, "tag:")) {
      at_ = text_.size() - rest.size();
      return read_tag(std::move(term));
    }
    if (take_field(rest, "title:")) {
      at_ = text_.size() - rest.size();
      term.field = QueryTerm::Field::title;
    }
    if (std::optional<std::string> inside = phrase()) {
      term.kind = QueryTerm::Kind::phrase;
      term.text = std::move(*inside);
      return term;
    }
    const std::string_view item = run();
    if (item == "*" && term.field == QueryTerm::Field::any) {
      term.kind = QueryTerm::Kind::everything;
      return term;
    }
    const std::string word = folded(item);
    // `->` and `--` are signs of their own; a sign beyond ASCII can be excluded as a word can.
    const bool is_form = term.is_excluded
                             ? !word.starts_with('-') && (has_letters(word) || !is_ascii(word))
                             : has_letters(word);
    if (!is_form) return std::nullopt;
    if (word.ends_with('*') && word.find('*') == word.size() - 1) {
      term.kind = QueryTerm::Kind::prefix;
      term.text = trimmed_word(std::string_view(word).substr(0, word.size() - 1));
      return term;
    }
    return as_word(std::move(term), item, word);
  }

  std::optional<QueryTerm> read_tag(QueryTerm term) {
    term.kind = QueryTerm::Kind::tag;
    if (std::optional<std::string> inside = phrase()) {
      term.text = std::move(*inside);
    } else {
      const std::string name = folded(run());
      std::string_view trimmed = name;
      while (!trimmed.empty() &&
             std::string_view(".,;:!?)]}\"'").find(trimmed.back()) != std::string_view::npos) {
        trimmed.remove_suffix(1);
      }
      term.text = trimmed;
    }
    term.text.erase(0, std::min(term.text.find_first_not_of('#'), term.text.size()));
    while (term.text.ends_with('/')) term.text.pop_back();
    if (term.text.empty()) return std::nullopt;
    return term;
  }

  static QueryTerm as_word(QueryTerm term, std::string_view item, std::string_view word) {
    const std::string_view trimmed = trimmed_word(word);
    term.text = without_possessive(trimmed);
    term.has_forms = has_only_letters(term.text) && !has_inner_capital(item);
    return term;
  }

  static QueryTerm literal(std::string_view item) { return as_word({}, item, folded(item)); }

  std::string_view text_;  ///< lives as long as the call of Query::parse
  std::size_t at_ = 0;
  std::size_t phrase_end_ = std::string_view::npos;  ///< of the last phrase
};

bool is_ascii_signs(const QueryTerm& term) {
  return term.kind == QueryTerm::Kind::word && !term.is_excluded && !has_letters(term.text) &&
         is_ascii(term.text);
}

}  // namespace

Result<Query> Query::parse(std::string_view text) {
  const std::string repaired = repaired_utf8(text);
  const std::size_t length = count_code_points(repaired);
  if (length > max_query_length) {
    return fail(ErrorCode::invalid_argument,
                "The query has " + std::to_string(length) + " characters, at most " +
                    std::to_string(max_query_length) + " are allowed.",
                "Search for the few words that tell the note from others.");
  }
  Query query;
  QueryReader reader(repaired);
  using Key = std::tuple<QueryTerm::Kind, QueryTerm::Field, bool, bool, std::string>;
  std::map<Key, std::size_t> seen;
  while (std::optional<QueryTerm> term = reader.next()) {
    const Key key(term->kind, term->field, term->is_excluded, term->has_forms, term->text);
    const auto [place, is_new] = seen.emplace(key, query.terms_.size());
    if (is_new) {
      query.terms_.push_back(std::move(*term));
    } else {
      ++query.terms_[place->second].count;
    }
  }
  if (query.terms_.empty()) {
    return fail(ErrorCode::invalid_argument,
                text.empty() ? "The query is empty."
                             : "The query has only blanks, control or invisible characters.",
                "Give words to search for, or * for every note.");
  }
  if (!std::all_of(query.terms_.begin(), query.terms_.end(), is_ascii_signs)) {
    std::erase_if(query.terms_, is_ascii_signs);
  }
  return query;
}

bool Query::has_only_exclusions() const noexcept {
  return std::all_of(terms_.begin(), terms_.end(),
                     [](const QueryTerm& term) { return term.is_excluded; });
}

Query Query::anywhere() const {
  Query query = *this;
  for (QueryTerm& term : query.terms_) term.field = QueryTerm::Field::any;
  return query;
}

}  // namespace notes
