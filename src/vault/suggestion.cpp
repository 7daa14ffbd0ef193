#include "vault/suggestion.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "vault/edit_distance.h"
#include "vault/tags.h"
#include "vault/text_scan.h"
#include "vault/unicode.h"

namespace notes {
namespace {

constexpr std::size_t max_words_looked_up = 3;  // of one query
constexpr std::size_t least_near_length = 4;    // code points of a word that near ones are told for
constexpr std::size_t least_length_for_two = 8;  // code points, from here on two edits are near
constexpr std::size_t longest_near_length = 60;  // bytes

constexpr const char* few_words = "Search for the few words that tell the note from others.";

using Notes = std::span<const SearchText* const>;

std::string whole_in_quotes(std::string_view text) { return "'" + std::string(text) + "'"; }

/// `a`, `a and b`, `a, b and c`.
std::string enumerated(const std::vector<std::string>& items, std::string_view conjunction) {
  std::string text;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i > 0) text += i + 1 == items.size() ? " " + std::string(conjunction) + " " : ", ";
    text += items[i];
  }
  return text;
}

bool is_filter(const QueryTerm& term) {
  return term.kind == QueryTerm::Kind::tag && !term.is_excluded;
}
bool is_exclusion(const QueryTerm& term) { return term.is_excluded; }

std::vector<std::string> originals(const Query& query) {
  std::vector<std::string> texts;
  for (const QueryTerm& term : query.terms()) texts.push_back(term.original);
  return texts;
}

std::size_t count_matches(const Query& query, Notes notes, Match match) {
  return matching_notes(query, notes, match).size();
}

std::string note_count(std::size_t count) {
  return count == 1 ? "1 note" : std::to_string(count) + " notes";
}

/// The parts of `word` of which a near word must hold one: two for one edit, three for two.
std::vector<std::string_view> pieces_of(std::string_view word, std::size_t count) {
  std::vector<std::string_view> pieces;
  const std::size_t length = count_code_points(word);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t begin = byte_offset(word, i * length / count);
    const std::size_t end = byte_offset(word, (i + 1) * length / count);
    pieces.push_back(word.substr(begin, end - begin));
  }
  return pieces;
}

/// Collects the words of texts that are near to one.
class NearWords {
 public:
  explicit NearWords(std::string_view word)
      : word_(word), limit_(count_code_points(word) < least_length_for_two ? 1 : 2) {
    const std::vector<std::string_view> pieces = pieces_of(word, limit_ + 1);
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      // A piece at an end of the word that no edit has touched stands at that end of the near word.
      const Place place = i == 0                  ? Place::begin
                          : i + 1 < pieces.size() ? Place::anywhere
                                                  : Place::end;
      needles_.push_back({Needle(std::string(pieces[i])), place});
    }
    if (limit_ == 1) {
      // A swap across the middle leaves neither half whole.
      const std::size_t middle = pieces_of(word, 2).front().size();
      std::size_t left = middle - 1;
      while ((static_cast<unsigned char>(word[left]) & 0xC0U) == 0x80U) --left;
      const std::size_t right = middle + code_point_at(word, middle).length;
      std::string swapped(word.substr(0, left));
      swapped += word.substr(middle, right - middle);
      swapped += word.substr(left, middle - left);
      swapped += word.substr(right);
      needles_.push_back({Needle(std::move(swapped)), Place::begin});
    }
  }

  void look_at(std::string_view text) {
    for (const auto& [needle, place] : needles_) {
      for (std::size_t at = needle.find(text, 0); at != Needle::nowhere;) {
        const std::size_t end = at + needle.size();
        const bool fits = place == Place::begin ? is_part_begin(text, at)
                          : place == Place::end ? is_part_end(text, end)
                                                : true;
        if (fits) consider(text, at, end);
        at = needle.find(text, fits ? end : at + 1);
      }
    }
  }

  /// The nearest word, the more frequent one of two; empty when there is none.
  [[nodiscard]] std::string nearest() const {
    const Counted* best = nullptr;
    const std::string* word = nullptr;
    for (const auto& [candidate, counted] : known_) {
      if (counted.distance > limit_) continue;
      const bool is_better =
          best == nullptr || counted.distance < best->distance ||
          (counted.distance == best->distance &&
           (counted.count > best->count || (counted.count == best->count && candidate < *word)));
      if (is_better) {
        best = &counted;
        word = &candidate;
      }
    }
    return word == nullptr ? std::string() : *word;
  }

 private:
  /// Where in a near word a piece must stand.
  enum class Place { begin, anywhere, end };
  struct Piece {
    Needle needle;
    Place place;
  };
  struct Counted {
    std::size_t distance;
    std::size_t count;
  };
  struct Hash : std::hash<std::string_view> {
    using is_transparent = void;
  };

  /// Looks at the word around the piece found.
  void consider(std::string_view text, std::size_t begin, std::size_t end) {
    constexpr std::size_t longest_letter = 4;
    const std::size_t slack = limit_ * longest_letter;
    const std::size_t earliest = begin - std::min(begin, word_.size() + slack);
    const std::string_view before = text.substr(earliest, begin - earliest);
    const std::size_t word_begin = earliest + part_begin(before, before.size());
    const std::size_t latest = std::min(text.size(), end + word_.size() + slack);
    const std::size_t word_end = part_end(text.substr(0, latest), end);
    const std::string_view candidate = text.substr(word_begin, word_end - word_begin);
    const std::size_t difference = candidate.size() > word_.size()
                                       ? candidate.size() - word_.size()
                                       : word_.size() - candidate.size();
    if (difference > slack) return;
    const auto known = known_.find(candidate);
    if (known != known_.end()) {
      ++known->second.count;
    } else {
      known_.emplace(candidate, Counted{edit_distance(word_, candidate, limit_), 1});
    }
  }

  std::string word_;
  std::size_t limit_;
  std::vector<Piece> needles_;
  std::unordered_map<std::string, Counted, Hash, std::equal_to<>> known_;
};

bool may_be_misspelt(const QueryTerm& term) {
  if (!term.finds() || (term.kind != QueryTerm::Kind::word && term.kind != QueryTerm::Kind::phrase))
    return false;
  return term.text.size() <= longest_near_length && part_end(term.text, 0) == term.text.size() &&
         count_code_points(term.text) >= least_near_length;
}

std::string nearest_word(const QueryTerm& term, Notes notes) {
  NearWords near(term.text);
  for (const SearchText* note : notes) {
    near.look_at(term.field == QueryTerm::Field::title ? note->searched_title()
                                                       : std::string_view(note->all));
  }
  return near.nearest();
}

std::string nearest_tag(const std::string& wanted, Notes notes) {
  std::set<std::string_view> tags;
  for (const SearchText* note : notes) tags.insert(note->tags.begin(), note->tags.end());
  return nearest(wanted, {tags.begin(), tags.end()}).value_or("");
}

/// About a tag that no note has.
std::string advice_on_tag(const std::string& tag, Notes notes) {
  std::string text = "No note has the tag " + whole_in_quotes(tag) + ".";
  const std::string near = nearest_tag(tag, notes);
  if (!near.empty()) text += " Did you mean #" + near + "?";
  return text;
}

/// About tags asked for: the first that no note has, or that no note has all of them.
std::string advice_on_filters(const Query& filters, Notes notes) {
  for (const QueryTerm& term : filters.terms()) {
    const Query one = filters.only([&](const QueryTerm& other) { return &other == &term; });
    if (count_matches(one, notes, Match::any) > 0) continue;
    std::string text = advice_on_tag(term.text, notes);
    if (!term.original.starts_with('#')) return text;
    return text + " For the text, search for \"" + term.original + "\" in quotes.";
  }
  if (filters.terms().size() > 1 && count_matches(filters, notes, Match::any) == 0) {
    return "No note has all of " + enumerated(originals(filters), "and") +
           ". Search with fewer of these tags.";
  }
  return {};
}

/// About words that no note has.
std::string advice_on_words(const Query& words, Notes notes, Match match) {
  if (words.terms().size() > max_scored_terms) {
    return "No note has all of these " + std::to_string(words.terms().size()) + " words. " +
           few_words;
  }
  std::vector<std::string> missing;
  std::vector<std::string> near_words;
  for (const QueryTerm& term : words.terms()) {
    const Query one = words.only([&](const QueryTerm& other) { return &other == &term; });
    const bool is_known_missing = match == Match::any || words.terms().size() == 1;
    if (!is_known_missing && count_matches(one, notes, Match::any) > 0) continue;
    missing.push_back(whole_in_quotes(term.original));
    if (!may_be_misspelt(term) || near_words.size() == max_words_looked_up) continue;
    const std::string near = nearest_word(term, notes);
    if (near.empty() || near == term.text) continue;
    const std::string told = whole_in_quotes(near);
    if (std::find(near_words.begin(), near_words.end(), told) == near_words.end()) {
      near_words.push_back(told);
    }
  }
  if (missing.empty()) {
    return "No note has all of " + enumerated(originals(words), "and") +
           "; with match 'any' notes with some of them are found.";
  }
  if (missing.size() > max_words_looked_up) {
    missing.resize(max_words_looked_up);
    missing.emplace_back("the other words");
  }
  std::string text = "No note has " + enumerated(missing, "or") + ".";
  if (!near_words.empty()) return text + " Did you mean " + enumerated(near_words, "and") + "?";
  const QueryTerm& first = words.terms().front();
  if (first.field == QueryTerm::Field::title) {
    const std::size_t found = count_matches(words.anywhere(), notes, match);
    if (found > 0) {
      return text + " Without title: " + note_count(found) + (found == 1 ? " is" : " are") +
             " found.";
    }
  }
  if (first.kind == QueryTerm::Kind::phrase && first.text.find(' ') != std::string::npos) {
    return text + " Without the quotes its words are searched for one by one.";
  }
  return text + " Try other or fewer words, or the beginning of one with * after it.";
}

/// About filters given as arguments that leave out what would be found.
std::string advice_on_arguments(const Query& query, const Searched& searched, Match match) {
  const Notes notes = searched.all_notes;
  const bool is_tag_known =
      !searched.tag || std::any_of(notes.begin(), notes.end(), [&](const SearchText* note) {
        return folded_tags_answer(note->tags, *searched.tag);
      });
  if (!is_tag_known) return advice_on_tag(*searched.tag, notes);
  if (searched.notes.size() == notes.size()) return {};
  const std::size_t found = count_matches(query, notes, match);
  if (found == 0) return {};
  return "No note that is found passes the filters given as arguments; without them " +
         note_count(found) + (found == 1 ? " is found." : " are found.");
}

}  // namespace

std::string search_advice(const Query& query, const Searched& searched, Match match) {
  const Query words = query.only([](const QueryTerm& term) {
    return term.finds() && term.kind != QueryTerm::Kind::everything;
  });
  if (match == Match::any && words.terms().size() > max_scored_terms) {
    return "No note has one of the first " + std::to_string(max_scored_terms) +
           " words, and further ones do not count. " + few_words;
  }
  const Notes notes = searched.all_notes;
  if (notes.empty()) return "There are no notes yet.";
  std::string about_arguments = advice_on_arguments(query, searched, match);
  if (!about_arguments.empty()) return about_arguments;
  const Query filters = query.only(is_filter);
  const Query exclusions = query.only(is_exclusion);
  if (!filters.terms().empty()) {
    std::string text = advice_on_filters(filters, notes);
    if (!text.empty()) return text;
  }
  const bool has_conditions = !filters.terms().empty() || !exclusions.terms().empty();
  if (!words.terms().empty()) {
    const std::size_t found = has_conditions ? count_matches(words, notes, match) : 0;
    if (found == 0) return advice_on_words(words, notes, match);
  }
  const Query wanted = query.only([](const QueryTerm& term) { return !term.is_excluded; });
  const std::size_t before_exclusions =
      exclusions.terms().empty() ? 0 : count_matches(wanted, notes, match);
  if (before_exclusions > 0) {
    const std::string what = wanted.terms().empty()
                                 ? "All notes"
                                 : "All notes with " + enumerated(originals(wanted), "and");
    return what + " (" + note_count(before_exclusions) + ") are excluded by " +
           enumerated(originals(exclusions), "and") + ".";
  }
  if (!words.terms().empty() && !filters.terms().empty()) {
    const std::size_t found = count_matches(words, notes, match);
    return "No note with " + enumerated(originals(filters), "and") + " has " +
           enumerated(originals(words), match == Match::all ? "and" : "or") + "; without the tag " +
           note_count(found) + (found == 1 ? " is found." : " are found.");
  }
  return {};
}

}  // namespace notes
