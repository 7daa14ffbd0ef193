#pragma once
#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "vault/note_cache.h"
#include "vault/timestamp.h"

namespace notes {

/// Which notes a list or search is about; all conditions hold.
struct NoteFilter {
  std::optional<std::string> tag = {};  ///< without case, nested tags answer, leading # ignored
  std::optional<Timestamp> updated_after = {};   ///< updated >= this
  std::optional<Timestamp> updated_before = {};  ///< updated < this
};

enum class SortKey { score, updated, created, title };
enum class SortOrder { ascending, descending };

/// The order that a key has when none is asked for: titles a to z, everything else greatest first.
[[nodiscard]] SortOrder default_order(SortKey key);

struct TagCount {
  std::string tag;  ///< the spelling most used, then the one that comes first
  std::size_t count;
};

/// A `NoteFilter` with its tag folded, once a call.
class NoteSelector {
 public:
  explicit NoteSelector(const NoteFilter& filter);
  /// Whether it admits every note.
  [[nodiscard]] bool is_open() const;
  [[nodiscard]] bool admits(const CachedNote& note) const;
  /// The tag asked for, folded.
  [[nodiscard]] const std::optional<std::string>& tag() const noexcept { return tag_; }

 private:
  std::optional<std::string> tag_;
  std::optional<Timestamp> updated_after_;
  std::optional<Timestamp> updated_before_;
};

/// A total order: what is equal in the key (not `score`) is ordered by the slug.
class NoteOrder {
 public:
  NoteOrder(SortKey key, SortOrder order) : key_(key), order_(order) {}
  [[nodiscard]] bool operator()(const CachedNote* left, const CachedNote* right) const;

 private:
  SortKey key_;
  SortOrder order_;
};

/// The tags of `notes`, compared folded, most used first, then by name.
[[nodiscard]] std::vector<TagCount> count_tags(const std::vector<const CachedNote*>& notes);

/// `limit` items from `offset` on, fewer at the end.
template <class T>
[[nodiscard]] std::vector<T> page_of(std::vector<T> all, std::size_t offset, std::size_t limit) {
  const std::size_t begin = std::min(offset, all.size());
  const std::size_t end = begin + std::min(limit, all.size() - begin);
  return {std::make_move_iterator(all.begin() + static_cast<std::ptrdiff_t>(begin)),
          std::make_move_iterator(all.begin() + static_cast<std::ptrdiff_t>(end))};
}

/// Orders only as many of `all` as a page needs.
template <class T, class Compare>
void order_page(std::vector<T>& all, std::size_t offset, std::size_t limit, Compare before) {
  const std::size_t begin = std::min(offset, all.size());
  const std::size_t end = begin + std::min(limit, all.size() - begin);
  std::partial_sort(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(end), all.end(), before);
}

}  // namespace notes
