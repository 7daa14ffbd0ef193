#include "vault/note_selection.h"

#include <map>
#include <string_view>

#include "vault/tags.h"
#include "vault/unicode.h"

namespace notes {
namespace {

template <class T>
int three_way(const T& left, const T& right) {
  if (left < right) return -1;
  return right < left ? 1 : 0;
}

int compare(SortKey key, const CachedNote& left, const CachedNote& right) {
  switch (key) {
    case SortKey::title:
      return three_way(left.text.title, right.text.title);
    case SortKey::created:
      return three_way(left.created, right.created);
    case SortKey::score:
    case SortKey::updated:
      break;
  }
  return three_way(left.updated, right.updated);
}

}  // namespace

SortOrder default_order(SortKey key) {
  return key == SortKey::title ? SortOrder::ascending : SortOrder::descending;
}

NoteSelector::NoteSelector(const NoteFilter& filter)
    : updated_after_(filter.updated_after), updated_before_(filter.updated_before) {
  if (!filter.tag) return;
  std::string_view tag = *filter.tag;
  tag.remove_prefix(std::min(tag.find_first_not_of("# \t"), tag.size()));
  tag = tag.substr(0, tag.find_last_not_of("/ \t") + 1);
  tag_ = folded(tag);
}

bool NoteSelector::is_open() const { return !tag_ && !updated_after_ && !updated_before_; }

bool NoteSelector::admits(const CachedNote& note) const {
  if (updated_after_ && note.updated < *updated_after_) return false;
  if (updated_before_ && !(note.updated < *updated_before_)) return false;
  return !tag_ || folded_tags_answer(note.text.tags, *tag_);
}

bool NoteOrder::operator()(const CachedNote* left, const CachedNote* right) const {
  const int compared = compare(key_, *left, *right);
  if (compared != 0) return order_ == SortOrder::ascending ? compared < 0 : compared > 0;
  return left->slug < right->slug;
}

std::vector<TagCount> count_tags(const std::vector<const CachedNote*>& notes) {
  std::map<std::string_view, std::map<std::string_view, std::size_t>> spellings;
  for (const CachedNote* note : notes) {
    for (std::size_t i = 0; i < note->tags.size(); ++i) {
      ++spellings[note->text.tags[i]][note->tags[i]];
    }
  }
  std::vector<TagCount> counts;
  counts.reserve(spellings.size());
  for (const auto& [tag, forms] : spellings) {
    std::size_t total = 0;
    for (const auto& [form, count] : forms) total += count;
    const auto most = std::max_element(
        forms.begin(), forms.end(),
        [](const auto& left, const auto& right) { return left.second < right.second; });
    counts.push_back({.tag = std::string(most->first), .count = total});
  }
  std::stable_sort(counts.begin(), counts.end(), [](const TagCount& left, const TagCount& right) {
    return left.count > right.count;
  });
  return counts;
}

}  // namespace notes
