#include "vault/snippet.h"

#include <algorithm>
#include <deque>
#include <optional>
#include <utility>
#include <vector>

#include "vault/function_words.h"
#include "vault/search_text.h"
#include "vault/term_matcher.h"
#include "vault/text_language.h"
#include "vault/unicode.h"

namespace notes {
namespace {

constexpr std::string_view ellipsis = "…";
// Context before the first match when its line does not begin near it.
constexpr std::size_t wanted_before = 40;  // code points
// A word longer than this is cut inside.
constexpr std::size_t longest_kept_word = 40;  // code points
// The body is folded piece by piece, so that a huge one needs no copy of many times its size.
constexpr std::size_t piece_length = std::size_t{1} << 15U;  // bytes

/// A match in the body, in bytes of the body.
struct Place {
  std::size_t begin;
  std::size_t end;
  std::size_t term;
};

/// Where the piece of `body` that begins at `begin` ends: at a line end, else at a blank, else
/// between two graphemes.
std::size_t piece_end(std::string_view body, std::size_t begin) {
  if (body.size() - begin <= piece_length) return body.size();
  const std::string_view piece = body.substr(begin, piece_length);
  for (const char cut : {'\n', ' '}) {
    const std::size_t last = piece.rfind(cut);
    if (last != std::string_view::npos) return begin + last + 1;
  }
  std::size_t end = begin + piece_length;
  while ((static_cast<unsigned char>(body[end]) & 0xC0U) == 0x80U) --end;
  const std::size_t grapheme = grapheme_start(body, end);
  return grapheme > begin ? grapheme : end;
}

bool is_blank(char byte) { return byte == ' ' || (byte >= 0 && byte < ' ') || byte == '\x7F'; }

std::size_t code_points_between(std::string_view body, std::size_t begin, std::size_t end) {
  return count_code_points(body.substr(begin, end - begin));
}

/// `at` moved back over at most `count` code points.
std::size_t moved_back(std::string_view body, std::size_t at, std::size_t count) {
  for (; count > 0 && at > 0; --count) {
    --at;
    while (at > 0 && (static_cast<unsigned char>(body[at]) & 0xC0U) == 0x80U) --at;
  }
  return at;
}

/// `at` moved on over at most `count` code points.
std::size_t moved_on(std::string_view body, std::size_t at, std::size_t count) {
  for (; count > 0 && at < body.size(); --count) at += code_point_at(body, at).length;
  return at;
}

bool splits_word(std::string_view body, std::size_t at) {
  return class_before(body, at) == WordClass::letter && class_at(body, at) == WordClass::letter;
}

/// Where a snippet that must show what begins at `first` begins.
std::size_t snippet_begin(std::string_view body, Span passage) {
  const std::size_t spare =
      max_snippet_length -
      std::min(max_snippet_length, code_points_between(body, passage.begin, passage.end) + 2);
  const std::size_t farthest = moved_back(body, passage.begin, spare / 2);
  const std::size_t line = body.rfind('\n', passage.begin == 0 ? 0 : passage.begin - 1);
  std::size_t begin = line == std::string_view::npos || body[line] != '\n' ? 0 : line + 1;
  if (passage.begin == 0 || begin > passage.begin) begin = passage.begin;
  if (begin < farthest) {
    begin = moved_back(body, passage.begin, std::min(wanted_before, spare / 2));
    const std::size_t kept = begin;
    const auto is_inside = [&](std::size_t at) {
      return splits_word(body, at) || grapheme_start(body, at) != at;
    };
    while (begin < passage.begin && is_inside(begin)) begin = moved_on(body, begin, 1);
    if (begin == passage.begin) begin = kept;
  }
  while (begin < passage.begin && is_blank(body[begin])) ++begin;
  return grapheme_start(body, begin);
}

/// Where a snippet from `begin` that must show what ends at `shown_end` ends.
std::size_t snippet_end(std::string_view body, std::size_t begin, std::size_t shown_end) {
  const std::size_t farthest = moved_on(body, begin, max_snippet_length - 2);
  if (farthest == body.size()) return farthest;
  std::size_t end = farthest;
  for (std::size_t steps = 0;
       end > shown_end && steps < longest_kept_word && splits_word(body, end); ++steps) {
    end = moved_back(body, end, 1);
  }
  if (end < begin || splits_word(body, end)) end = farthest;
  const std::size_t grapheme = grapheme_start(body, end);
  return grapheme > begin ? grapheme : end;
}

/// Bytes of the line end at `at` that is none of ASCII: U+0085, U+2028, U+2029; 0 when none is
/// there.
std::size_t wide_line_end_length(std::string_view body, std::size_t at) {
  if (static_cast<unsigned char>(body[at]) < 0x80) return 0;
  for (const std::string_view end : {"\u0085", "\u2028", "\u2029"}) {
    if (body.substr(at).starts_with(end)) return end.size();
  }
  return 0;
}

bool has_line_end(std::string_view blanks) {
  return blanks.find_first_of("\n\r\v\f") != std::string_view::npos;
}

/// Grows `place` so that no mark stands inside of a grapheme.
Span whole_graphemes(std::string_view body, const Place& place, Span within) {
  constexpr std::size_t most_steps = 32;
  Span span{std::max(within.begin, grapheme_start(body, place.begin)), place.end};
  for (std::size_t steps = 0; steps < most_steps && span.end < within.end; ++steps) {
    if (grapheme_start(body, span.end) == span.end) break;
    span.end += code_point_at(body, span.end).length;
  }
  return span;
}

/// `body` from `shown.begin` to `shown.end` in one line, with marks around `places`.
std::string marked(std::string_view body, Span shown, const std::vector<Place>& places) {
  std::string text;
  std::size_t at = shown.begin;
  const auto append_until = [&](std::size_t end) {
    while (at < end) {
      if (const std::size_t length = wide_line_end_length(body, at); length > 0) {
        text += ' ';
        at += length;
        continue;
      }
      if (!is_blank(body[at])) {
        text += body[at++];
        continue;
      }
      const std::size_t begin = at;
      while (at < end && is_blank(body[at])) ++at;
      const bool is_one = has_line_end(body.substr(begin, at - begin));
      text.append(is_one ? 1 : at - begin, ' ');
    }
  };
  for (const Place& place : places) {
    const Span span = whole_graphemes(body, place, shown);
    if (span.begin < at || span.end > shown.end) continue;  // inside of one marked before
    append_until(span.begin);
    text += "«";
    append_until(span.end);
    text += "»";
  }
  append_until(shown.end);
  return text;
}

}  // namespace

/// The terms of a query that a passage is chosen for, each with the ways to find it.
class SnippetMaker::Terms {
 public:
  explicit Terms(const Query& query) {
    const auto is_function = [](const QueryTerm& term) {
      return term.kind == QueryTerm::Kind::word && is_function_word(term.text);
    };
    const auto finds = [](const QueryTerm& term) {
      return term.finds() && term.kind != QueryTerm::Kind::everything;
    };
    const bool has_others =
        std::any_of(query.terms().begin(), query.terms().end(),
                    [&](const QueryTerm& term) { return finds(term) && !is_function(term); });
    for (const QueryTerm& term : query.terms()) {
      if (!finds(term) || (has_others && is_function(term)) || terms_.size() == max_terms) continue;
      Term added;
      added.as_written.emplace_back(term);
      for (const QueryTerm& part : parts_of(term)) added.parts.emplace_back(part);
      terms_.push_back(std::move(added));
    }
  }

  [[nodiscard]] std::size_t size() const noexcept { return terms_.size(); }

  /// The stretch from the first to the last match of the best passage; nullopt without a match.
  std::optional<Span> best_passage(std::string_view body, const TextLanguage& language);
  /// All matches in `body` from `begin` to `end`, by place, each term in its chosen way.
  std::vector<Place> places(std::string_view body, std::size_t begin, std::size_t end) {
    const std::string_view piece = body.substr(begin, end - begin);
    std::vector<Place> found;
    if (is_ascii(piece)) {
      find_in(folded(piece), found);
    } else {
      const FoldedWithOrigins with_origins = folded_with_origins(piece);
      find_in(with_origins.text, found);
      for (Place& place : found) {
        const std::vector<std::uint32_t>& origins = with_origins.origins;
        const std::uint32_t last = origins[place.end - 1];
        while (origins[place.end] == last)
          ++place.end;  // ß gives two letters, of which one matched
        place.begin = origins[place.begin];
        place.end = origins[place.end];
      }
    }
    find_in_names(piece, found);
    for (Place& place : found) {
      place.begin += begin;
      place.end += begin;
    }
    std::sort(found.begin(), found.end(), [](const Place& left, const Place& right) {
      return left.begin != right.begin ? left.begin < right.begin : left.end > right.end;
    });
    return found;
  }

 private:
  static constexpr std::size_t max_terms = 64;

  enum class Way { as_written, by_parts, in_names };

  struct Term {
    std::vector<TermMatcher> as_written;
    std::vector<TermMatcher> parts;
    Way way = Way::as_written;
  };

  /// Looks once through `body` for the way in which each term stands in it: as written, else by its
  /// parts, else as a part of a name. The language must stay until the next body.
  void choose_ways(std::string_view body, const TextLanguage& language) {
    language_ = &language;
    std::vector<bool> has_parts(terms_.size());
    for (Term& term : terms_) term.way = Way::in_names;
    std::size_t left = terms_.size();  // not found as written yet
    for (std::size_t begin = 0; begin < body.size() && left > 0;) {
      const std::size_t end = piece_end(body, begin);
      const std::string text = folded(body.substr(begin, end - begin));
      for (std::size_t i = 0; i < terms_.size(); ++i) {
        Term& term = terms_[i];
        if (term.way == Way::as_written) continue;
        if (stands_in(term.as_written, text)) {
          term.way = Way::as_written;
          --left;
        }
        has_parts[i] = has_parts[i] || stands_in(term.parts, text);
      }
      begin = end;
    }
    for (std::size_t i = 0; i < terms_.size(); ++i) {
      if (terms_[i].way != Way::as_written && has_parts[i]) terms_[i].way = Way::by_parts;
    }
  }

  bool stands_in(std::vector<TermMatcher>& matchers, std::string_view folded_text) {
    return std::any_of(matchers.begin(), matchers.end(), [&](TermMatcher& matcher) {
      return matcher.next(folded_text, 0, *language_).has_value();
    });
  }

  void find_in(std::string_view folded_text, std::vector<Place>& found) {
    for (std::size_t i = 0; i < terms_.size(); ++i) {
      Term& term = terms_[i];
      if (term.way == Way::in_names) continue;
      for (TermMatcher& matcher : term.way == Way::as_written ? term.as_written : term.parts) {
        for (std::optional<TermMatch> match = matcher.next(folded_text, 0, *language_); match;
             match = matcher.next(folded_text, match->end, *language_)) {
          found.push_back({match->begin, match->end, i});
        }
      }
    }
  }

  /// Matches that are a whole part of a name in camel case.
  void find_in_names(std::string_view piece, std::vector<Place>& found) {
    const bool is_wanted = std::any_of(terms_.begin(), terms_.end(),
                                       [](const Term& term) { return term.way == Way::in_names; });
    if (!is_wanted) return;
    for (const Span part : camel_case_parts(piece)) {
      const std::string name = folded(piece.substr(part.begin, part.end - part.begin));
      for (std::size_t i = 0; i < terms_.size(); ++i) {
        Term& term = terms_[i];
        if (term.way != Way::in_names) continue;
        if (stands_in(term.as_written, name) || stands_in(term.parts, name)) {
          found.push_back({part.begin, part.end, i});
        }
      }
    }
  }

  const TextLanguage* language_ = nullptr;
  std::vector<Term> terms_;
};

std::optional<Span> SnippetMaker::Terms::best_passage(std::string_view body,
                                                      const TextLanguage& language) {
  struct Numbered {
    Place place;
    std::size_t first_code_point;
  };
  std::deque<Numbered> window;
  std::vector<std::size_t> counts(size());
  std::size_t distinct = 0;
  std::size_t most = 0;
  std::optional<Span> best;
  std::size_t counted_bytes = 0;
  std::size_t counted_code_points = 0;
  choose_ways(body, language);
  for (std::size_t begin = 0; begin < body.size() && most < size();) {
    const std::size_t end = piece_end(body, begin);
    for (const Place& place : places(body, begin, end)) {
      counted_code_points +=
          count_code_points(body.substr(counted_bytes, place.begin - counted_bytes));
      counted_bytes = place.begin;
      window.push_back({place, counted_code_points});
      if (counts[place.term]++ == 0) ++distinct;
      const std::size_t last = counted_code_points +
                               count_code_points(body.substr(place.begin, place.end - place.begin));
      while (window.size() > 1 && last - window.front().first_code_point > max_snippet_length - 2) {
        if (--counts[window.front().place.term] == 0) --distinct;
        window.pop_front();
      }
      if (distinct > most) {
        most = distinct;
        best = Span{window.front().place.begin, place.end};
      }
    }
    begin = end;
  }
  return best;
}

SnippetMaker::SnippetMaker(const Query& query) : terms_(std::make_unique<Terms>(query)) {}

SnippetMaker::~SnippetMaker() = default;

Snippet SnippetMaker::best(std::string_view body, const TextLanguage& language) {
  Span shown{0, 0};
  std::vector<Place> places;
  const std::optional<Span> passage =
      terms_->size() == 0 ? std::nullopt : terms_->best_passage(body, language);
  if (passage) {
    shown.begin = snippet_begin(body, *passage);
    shown.end = snippet_end(body, shown.begin, passage->end);
    places = terms_->places(body, shown.begin, shown.end);
  } else {
    while (shown.begin < body.size() && is_blank(body[shown.begin])) ++shown.begin;
    shown.end = snippet_end(body, shown.begin, shown.begin);
  }
  const bool is_cut_at_end =
      shown.end < body.size() && !is_blank(body[shown.end])
          ? true
          : shown.end < body.size() &&
                !has_line_end(body.substr(
                    shown.end, body.find_first_not_of(" \t", shown.end) - shown.end + 1)) &&
                body.find_first_not_of(" \t", shown.end) != std::string_view::npos;
  while (shown.end > shown.begin && is_blank(body[shown.end - 1])) --shown.end;

  const std::string_view before = body.substr(0, shown.begin);
  const std::size_t line_end = before.rfind('\n');
  const std::size_t line_begin = line_end == std::string_view::npos ? 0 : line_end + 1;
  const std::string_view indent = before.substr(line_begin);
  const bool is_cut_at_begin = !std::all_of(indent.begin(), indent.end(), is_blank);

  Snippet snippet;
  snippet.line = static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
  snippet.offset = count_code_points(before.substr(0, line_begin));
  if (is_cut_at_begin) snippet.text += ellipsis;
  snippet.text += marked(body, shown, places);
  if (is_cut_at_end) snippet.text += ellipsis;
  return snippet;
}

}  // namespace notes
