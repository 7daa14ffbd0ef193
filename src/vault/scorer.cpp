#include "vault/scorer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>

#include "vault/function_words.h"
#include "vault/tags.h"
#include "vault/term_matcher.h"
#include "vault/text_language.h"

namespace notes {
namespace {

// Field weights are the contract's: what the author wrote on top says most, tags less, text least.
constexpr std::array<double, 3> field_weights = {3.0, 2.0, 1.0};
// How fast further occurrences cease to count. Higher than the usual 1.2, since the field weights
// make one occurrence in a title count as three already.
constexpr double k1 = 2.0;
// How much longer titles, tags and texts are discounted: the usual value, and the middle of a flat
// optimum. A note is no less about one of its tags for having others.
constexpr std::array<double, 3> b = {0.75, 0.0, 0.75};
// A word and its other forms share what a word is worth: enough for the stem that a note with
// `recipe` is found by `recipes`, enough for the word itself that a note that has it comes first.
constexpr double stem_share = 0.8;
constexpr double exact_share = 0.2;
// Questions put as sentences are about their other words; in titles made of them they still count.
constexpr double function_word_weight = 0.25;
// A note whose whole title was typed is most likely the one that is meant.
constexpr double title_bonus = 1.2;
// Neighbours in the query that stand beside each other add at most this share of the rarer one's
// idf; it fades with the distance, by half at one more word between. A greater share lifts notes
// that merely have a common pair.
constexpr double nearness_weight = 0.25;
constexpr double nearness_reach = 8.0;  // bytes
// Occurrences of one term in one note that nearness is looked for at; the first ones.
constexpr std::size_t max_places = 64;
// A share of the score that a note keeps only as far as it has all that the query is about, by what
// the words are worth. Of few words people remember all; in a long question no note has all, and
// with a greater share the notes with most of its lesser words win.
constexpr double coverage_weight = 0.4;
// A note with each of the words (function words aside) is mostly the one that is meant, also where
// another has a part of them in its title. Between 1.2 and 1.4 all measures stay the same; long
// questions, of which no note has all, are not touched.
constexpr double all_words_bonus = 1.2;
// Rounding leaves ties that more matched terms decide: less than half of the last decimal.
constexpr double score_unit = 1e-4;
constexpr double tie_share = 0.4;

using Lengths = std::array<double, 3>;

struct Place {
  std::size_t begin;
  std::size_t end;
};

struct ScoredTerm {
  TermMatcher matcher;
  double weight;
  QueryTerm::Field field;
  bool is_function_word;
  bool is_scored;
};

/// What one note has of one term: the tf of the formula. For a pair of neighbours (numbered after
/// the terms), `forms` is how near they stand.
struct Evidence {
  std::uint32_t term;
  float forms;
  float exact;
};

struct Candidate {
  std::size_t note;
  std::size_t evidence_begin;
  std::size_t evidence_end;
  bool is_whole_title;
};

Lengths lengths_of(const SearchText& text) {
  return {static_cast<double>(text.title.size()), static_cast<double>(text.tags_length()),
          static_cast<double>(text.body().size())};
}

/// For each field the mean over the notes that have it: of notes without tags nothing follows for
/// how many are usual.
Lengths mean_lengths(std::span<const SearchText* const> notes) {
  Lengths sums{};
  Lengths counts{};
  for (const SearchText* note : notes) {
    const Lengths lengths = lengths_of(*note);
    for (std::size_t i = 0; i < sums.size(); ++i) {
      sums[i] += lengths[i];
      if (lengths[i] > 0) ++counts[i];
    }
  }
  for (std::size_t i = 0; i < sums.size(); ++i) sums[i] /= std::max(1.0, counts[i]);
  for (double& mean : sums) mean = std::max(1.0, mean);
  return sums;
}

/// The part of `text` that a term with `field` is looked for in.
std::string_view searched(const SearchText& text, QueryTerm::Field field) {
  return field == QueryTerm::Field::title ? text.searched_title() : std::string_view(text.all);
}

bool stands_anywhere(const QueryTerm& term, std::span<const SearchText* const> notes) {
  TermMatcher matcher(term);
  return std::any_of(notes.begin(), notes.end(), [&](const SearchText* note) {
    return matcher.next(searched(*note, term.field), 0, note->language()).has_value();
  });
}

/// Conditions that a note fulfils or not, without a score.
class Filter {
 public:
  explicit Filter(const Query& query) {
    for (const QueryTerm& term : query.terms()) {
      if (term.kind == QueryTerm::Kind::tag) {
        (term.is_excluded ? unwanted_tags_ : wanted_tags_).push_back(term.text);
      } else if (term.is_excluded && term.kind == QueryTerm::Kind::everything) {
        excludes_everything_ = true;
      } else if (term.is_excluded) {
        exclusions_.push_back({TermMatcher(term), term.field});
      }
    }
  }

  bool admits(const SearchText& note) {
    const auto carries = [&note](const std::string& wanted) {
      return folded_tags_answer(note.tags, wanted);
    };
    return !excludes_everything_ &&
           std::all_of(wanted_tags_.begin(), wanted_tags_.end(), carries) &&
           std::none_of(unwanted_tags_.begin(), unwanted_tags_.end(), carries) &&
           std::none_of(exclusions_.begin(), exclusions_.end(), [&note](Exclusion& exclusion) {
             return exclusion.matcher.next(searched(note, exclusion.field), 0, note.language())
                 .has_value();
           });
  }

 private:
  struct Exclusion {
    TermMatcher matcher;
    QueryTerm::Field field;
  };
  std::vector<std::string> wanted_tags_;
  std::vector<std::string> unwanted_tags_;
  std::vector<Exclusion> exclusions_;
  bool excludes_everything_ = false;
};

/// The terms to look for, parts in place of words that no note has as they stand.
std::vector<ScoredTerm> scored_terms(const Query& query, std::span<const SearchText* const> notes) {
  std::vector<ScoredTerm> terms;
  const auto add = [&terms](const QueryTerm& term) {
    const bool is_function = term.kind == QueryTerm::Kind::word && is_function_word(term.text);
    const double weight =
        static_cast<double>(term.count) * (is_function ? function_word_weight : 1);
    terms.push_back({TermMatcher(term), weight, term.field, is_function, false});
  };
  for (const QueryTerm& term : query.terms()) {
    if (!term.finds() || term.kind == QueryTerm::Kind::everything) continue;
    const bool counts = terms.size() < max_scored_terms;
    const std::vector<QueryTerm> parts = counts ? parts_of(term) : std::vector<QueryTerm>();
    if (parts.empty() || stands_anywhere(term, notes)) {
      add(term);
    } else {
      for (const QueryTerm& part : parts) add(part);
    }
  }
  std::size_t scored = 0;
  for (const bool wants_function_words : {false, true}) {
    for (ScoredTerm& term : terms) {
      if (term.is_function_word != wants_function_words || scored == max_scored_terms) continue;
      term.is_scored = true;
      ++scored;
    }
  }
  return terms;
}

/// How near two words stand at their nearest: 1 beside each other, 0 far away.
double nearness(const std::vector<Place>& left, const std::vector<Place>& right) {
  std::size_t least = std::numeric_limits<std::size_t>::max();
  for (std::size_t i = 0, j = 0; i < left.size() && j < right.size();) {
    const bool is_left_first = left[i].begin <= right[j].begin;
    const Place& first = is_left_first ? left[i] : right[j];
    const Place& second = is_left_first ? right[j] : left[i];
    if (second.begin >= first.end) least = std::min(least, second.begin - first.end);
    ++(is_left_first ? i : j);
  }
  if (least == std::numeric_limits<std::size_t>::max()) return 0;
  return nearness_reach / (nearness_reach + static_cast<double>(least) - 1);
}

/// Whether nothing but signs is left of `title` outside of `found`.
bool is_covered(std::string_view title, std::vector<Place>& found) {
  std::sort(found.begin(), found.end(),
            [](const Place& left, const Place& right) { return left.begin < right.begin; });
  std::size_t at = 0;
  const auto has_no_letters_until = [&](std::size_t end) {
    for (; at < end; at += code_point_at(title, at).length) {
      if (title[at] != '_' && class_at(title, at) != WordClass::none) return false;
    }
    return true;
  };
  for (const Place& place : found) {
    if (!has_no_letters_until(place.begin)) return false;
    at = std::max(at, place.end);
  }
  return has_no_letters_until(title.size());
}

class Scan {
 public:
  Scan(const Query& query, std::span<const SearchText* const> notes, Match match)
      : notes_(notes),
        match_(match),
        filter_(query),
        terms_(scored_terms(query, notes)),
        means_(mean_lengths(notes)),
        places_(terms_.size()) {
    std::optional<std::size_t> before;
    for (std::size_t i = 0; i < terms_.size(); ++i) {
      if (terms_[i].is_function_word || !terms_[i].is_scored) continue;
      if (before) neighbours_.emplace_back(*before, i);
      before = i;
    }
    with_forms_.resize(terms_.size());
    with_exact_.resize(terms_.size());
    finds_everything_ =
        terms_.empty() ||
        std::any_of(query.terms().begin(), query.terms().end(), [](const QueryTerm& term) {
          return term.finds() && term.kind == QueryTerm::Kind::everything;
        });
  }

  std::vector<Hit> hits() {
    std::vector<Candidate> candidates;
    for (std::size_t i = 0; i < notes_.size(); ++i) {
      if (!filter_.admits(*notes_[i])) continue;
      if (std::optional<Candidate> candidate = look_at(i)) candidates.push_back(*candidate);
    }
    for (std::size_t i = 0; i < terms_.size(); ++i) {
      if (!terms_[i].is_scored || with_forms_[i] == 0) continue;
      worth_of_all_ += worth(i);
      if (!terms_[i].is_function_word) ++content_words_;
    }
    std::vector<Hit> hits;
    hits.reserve(candidates.size());
    for (const Candidate& candidate : candidates)
      hits.push_back({candidate.note, score(candidate)});
    return hits;
  }

 private:
  std::optional<Candidate> look_at(std::size_t index) {
    const SearchText& note = *notes_[index];
    Candidate candidate{index, evidence_.size(), 0, false};
    in_title_.clear();
    for (std::size_t i = 0; i < terms_.size(); ++i) {
      places_[i].clear();
      if (!terms_[i].is_scored && match_ == Match::any) continue;
      if (!gather(i, note) && match_ == Match::all) {
        evidence_.resize(candidate.evidence_begin);
        return std::nullopt;
      }
    }
    if (evidence_.size() == candidate.evidence_begin && !finds_everything_) return std::nullopt;
    for (std::size_t i = candidate.evidence_begin; i < evidence_.size(); ++i) {
      ++with_forms_[evidence_[i].term];
      if (evidence_[i].exact > 0) ++with_exact_[evidence_[i].term];
    }
    for (std::size_t i = 0; i < neighbours_.size(); ++i) {
      const auto& [left, right] = neighbours_[i];
      const double near = nearness(places_[left], places_[right]);
      if (near <= 0) continue;
      evidence_.push_back(
          {static_cast<std::uint32_t>(terms_.size() + i), static_cast<float>(near), 0});
    }
    candidate.is_whole_title = !in_title_.empty() && is_covered(note.title, in_title_);
    candidate.evidence_end = evidence_.size();
    return candidate;
  }

  /// Adds what `note` has of term number `index`; false when it has nothing.
  bool gather(std::size_t index, const SearchText& note) {
    ScoredTerm& term = terms_[index];
    const TextLanguage language = note.language();
    const std::string_view text = searched(note, term.field);
    std::optional<TermMatch> found = term.matcher.next(text, 0, language);
    if (!found) return false;
    std::array<std::size_t, 3> forms{};
    std::array<std::size_t, 3> exact{};
    for (; found; found = term.matcher.next(text, found->end, language)) {
      const bool is_in_title = term.field == QueryTerm::Field::title;
      const SearchField field = is_in_title ? SearchField::title : note.field_at(found->begin);
      const auto i = static_cast<std::size_t>(field);
      const bool is_part_of_name =
          found->begin >= (is_in_title ? note.title.size() : note.body_end);
      ++forms[i];
      if (found->likeness == Likeness::exact && !is_part_of_name) ++exact[i];
      if (field == SearchField::title && !is_part_of_name)
        in_title_.push_back({found->begin, found->end});
      if (places_[index].size() < max_places && !is_part_of_name) {
        places_[index].push_back({found->begin, found->end});
      }
    }
    if (!term.is_scored) return true;
    const Lengths lengths = lengths_of(note);
    Evidence evidence{static_cast<std::uint32_t>(index), 0, 0};
    for (std::size_t i = 0; i < forms.size(); ++i) {
      const double share = field_weights[i] / (1 - b[i] + b[i] * lengths[i] / means_[i]);
      evidence.forms += static_cast<float>(share * static_cast<double>(forms[i]));
      evidence.exact += static_cast<float>(share * static_cast<double>(exact[i]));
    }
    evidence_.push_back(evidence);
    return true;
  }

  [[nodiscard]] double idf(std::size_t notes_with) const {
    const auto all = static_cast<double>(notes_.size());
    const auto with = static_cast<double>(notes_with);
    return std::log(1 + (all - with + 0.5) / (with + 0.5));
  }

  /// What one occurrence of term number `index` adds to a score.
  [[nodiscard]] double worth(std::size_t index) const {
    return terms_[index].weight * idf(with_forms_[index]);
  }

  [[nodiscard]] static double saturated(float frequency) {
    const auto tf = static_cast<double>(frequency);
    return (k1 + 1) * tf / (k1 + tf);
  }

  [[nodiscard]] double score(const Candidate& candidate) const {
    double sum = 0;
    double worth_matched = 0;
    std::size_t matched = 0;
    std::size_t matched_content_words = 0;
    for (std::size_t i = candidate.evidence_begin; i < candidate.evidence_end; ++i) {
      const Evidence& evidence = evidence_[i];
      if (evidence.term < terms_.size()) {
        ++matched;
        if (!terms_[evidence.term].is_function_word) ++matched_content_words;
        worth_matched += worth(evidence.term);
        sum += terms_[evidence.term].weight *
               (stem_share * idf(with_forms_[evidence.term]) * saturated(evidence.forms) +
                exact_share * idf(with_exact_[evidence.term]) * saturated(evidence.exact));
      } else {
        const auto& [left, right] = neighbours_[evidence.term - terms_.size()];
        const double rarer = std::max(idf(with_forms_[left]), idf(with_forms_[right]));
        sum += nearness_weight * static_cast<double>(evidence.forms) * rarer;
      }
    }
    if (candidate.is_whole_title) sum *= title_bonus;
    if (matched_content_words == content_words_) sum *= all_words_bonus;
    if (worth_of_all_ > 0) {
      sum *= 1 - coverage_weight + coverage_weight * worth_matched / worth_of_all_;
    }
    const double coverage =
        static_cast<double>(matched) / static_cast<double>(std::max<std::size_t>(1, terms_.size()));
    return score_unit * (std::round(sum / score_unit) + tie_share * coverage);
  }

  std::span<const SearchText* const> notes_;  // lives as long as the call of matching_notes
  Match match_;
  Filter filter_;
  std::vector<ScoredTerm> terms_;
  Lengths means_;
  std::vector<std::vector<Place>> places_;  ///< of each term in the note that is looked at
  std::vector<Place> in_title_;
  std::vector<std::pair<std::size_t, std::size_t>> neighbours_;
  std::vector<Evidence> evidence_;
  std::vector<std::size_t> with_forms_;  ///< for each term, the notes that have it
  std::vector<std::size_t> with_exact_;
  double worth_of_all_ = 0;
  std::size_t content_words_ = 0;  ///< scored terms that some note has, function words aside
  bool finds_everything_ = false;
};

}  // namespace

std::vector<Hit> matching_notes(const Query& query, std::span<const SearchText* const> notes,
                                Match match) {
  return Scan(query, notes, match).hits();
}

}  // namespace notes
