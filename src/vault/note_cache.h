#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "vault/changes.h"
#include "vault/error.h"
#include "vault/note.h"
#include "vault/platform.h"
#include "vault/scorer.h"
#include "vault/slug.h"

namespace notes {

/// What is kept of one note between calls: enough to list and to search, not its text.
struct CachedNote {
  Slug slug;
  std::string title;
  Tags tags;
  Timestamp created;
  Timestamp updated;
  Revision revision;
  SearchText text;
  platform::FileFacts facts;  ///< of the file when it was read
  std::int64_t read_ns;       ///< file clock when reading began
};

/// A file that is not served.
struct SkippedFile {
  std::string file;    ///< repaired to UTF-8
  std::string reason;  ///< as `why_not_served`, or why it cannot be read
};

/// Notes by their revisions; nullopt for one that is not there.
using Revisions = std::map<Slug, std::optional<Revision>>;

/// The times in `facts`, to the millisecond.
[[nodiscard]] FileTimes file_times(const platform::FileFacts& facts);

/// The notes of a folder, parsed and folded, and the files that are none with the reason. Used from
/// one thread; one of its own helps it to read many files and is gone when a call returns. Nothing
/// in it is trusted: `refresh` brings it to what the folder holds now, before every use.
/// An entry is good while the facts of its file agree and it was read later than the clock's grain
/// after the file's last change; else the file is read again.
class NoteCache {
 public:
  /// Starts to watch `folder`, which must outlive this. Nothing is read yet. `told` is what the
  /// cache of a folder that this one replaces gave for it.
  explicit NoteCache(const platform::Folder& folder, std::optional<Revisions> told = {});

  /// Brings everything to date: by what the system says has changed, else by a sweep.
  /// Errors: `io` when the folder cannot be listed.
  [[nodiscard]] Result<void> refresh();
  /// Brings everything to date by list and stat of every file, whatever the watch says.
  [[nodiscard]] Result<void> sweep();
  /// The same for one file.
  void look_at(const std::string& file_name);
  /// Stats notes that an answer is about to show, and reads those that may differ; true when any
  /// did.
  /// Nothing to do after a sweep, which every `refresh` is without a watch.
  [[nodiscard]] bool look_at_differing(const std::vector<Slug>& shown);
  /// Stats known notes until `is_needed_elsewhere` says true or all are seen, and reads those that
  /// may differ.
  void look_over(const std::function<bool()>& is_needed_elsewhere);

  /// All notes by slug. Stays valid until the next call that is not const.
  [[nodiscard]] const std::vector<const CachedNote*>& notes();
  /// The searched texts of `notes()`, in the same order.
  [[nodiscard]] const std::vector<const SearchText*>& texts();
  [[nodiscard]] const CachedNote* find(const Slug& slug) const;
  /// Files that are not served, by name, with the reason.
  [[nodiscard]] std::vector<SkippedFile> skipped() const;
  /// The notes that came, went or were read with other bytes since the last call, with what they
  /// were then; some may be so again. The first call gives none.
  [[nodiscard]] Revisions take_changed();
  /// All notes as they were at the last call of `take_changed`; nullopt before the first.
  [[nodiscard]] std::optional<Revisions> told() const;
  /// Whether a sweep has come upon a temporary file (`is_temporary_file`).
  [[nodiscard]] bool has_seen_temporary_file() const noexcept { return has_seen_temporary_file_; }
  /// Grows with every change of what is kept.
  [[nodiscard]] std::uint64_t generation() const noexcept { return generation_; }
  [[nodiscard]] bool is_watching() const noexcept { return changes_.is_watching(); }
  [[nodiscard]] std::optional<int> change_descriptor() const noexcept {
    return changes_.descriptor();
  }

 private:
  struct Entry {
    CachedNote note;
    std::uint64_t seen_in_sweep;
  };
  struct Skipped {
    std::string reason;
    std::uint64_t seen_in_sweep;
  };

  void compare(const std::string& file_name);
  void compare(const std::string& file_name, const CachedNote* known);
  /// The same for many, with two threads, until `is_needed_elsewhere` says true.
  void compare_all(std::span<const CachedNote* const> notes,
                   const std::function<bool()>& is_needed_elsewhere);
  void load(const Slug& slug);
  void load_all(std::span<const Slug> slugs);
  void keep(const Slug& slug, Result<std::optional<CachedNote>> read);
  void order();
  void add_to_order(const CachedNote& note);
  bool drop_note(const std::string& file_name);
  void remember(const Slug& slug, std::optional<Revision> before);
  void skip(const std::string& file_name, std::string reason);
  void forget(const std::string& file_name);

  const platform::Folder& folder_;
  Changes changes_;
  std::unordered_map<std::string, std::unique_ptr<Entry>> entries_;  ///< by file name
  std::map<std::string, Skipped> skipped_;                           ///< by file name
  std::set<std::string> unreadable_;      ///< file names, tried again on every call
  std::set<std::string> linked_;          ///< file names with several hard links
  std::vector<const CachedNote*> notes_;  ///< by slug; void unless `is_ordered_`
  std::vector<const SearchText*> texts_;  ///< of `notes_`
  bool is_ordered_ = false;
  bool has_seen_temporary_file_ = false;
  std::optional<Revisions> changed_;  ///< what `take_changed` gives; nullopt before its first call
  std::uint64_t generation_ = 0;
  std::uint64_t sweep_ = 0;
};

}  // namespace notes
