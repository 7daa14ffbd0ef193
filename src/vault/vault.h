#pragma once
#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "vault/check.h"
#include "vault/error.h"
#include "vault/note.h"
#include "vault/note_cache.h"
#include "vault/note_change.h"
#include "vault/note_selection.h"
#include "vault/query.h"
#include "vault/scorer.h"
#include "vault/served_folder.h"
#include "vault/slug.h"
#include "vault/timestamp.h"
#include "vault/vault_path.h"

namespace notes {

enum class Deletion { final, trash };  ///< trash: into `.trash/` in the vault

struct VaultOptions {
  Access access = Access::read_write;
  Deletion deletion = Deletion::final;
};

struct NoteSummary {
  Slug slug;
  std::string title;
  Tags tags;
  Timestamp created;
  Timestamp updated;
};

struct CreatedNote {
  NoteSummary note;
  Revision revision;
  std::vector<Slug>
      same_title;  ///< notes that had that title already (compared folded), at most 10
};

enum class TagCounts { leave_out, include };

struct ListRequest {
  NoteFilter filter = {};
  SortKey sort = SortKey::updated;      ///< not score
  std::optional<SortOrder> order = {};  ///< else newest first, titles a to z
  TagCounts tag_counts = TagCounts::leave_out;
  std::size_t offset = 0;
  std::size_t limit = 50;
};

struct NoteList {
  std::vector<NoteSummary> notes;
  std::size_t total = 0;             ///< that match the filter
  std::vector<TagCount> tag_counts;  ///< of the notes that match, most used first, all of them
  std::vector<SkippedFile> skipped;  ///< all, by name
};

struct SearchRequest {
  Query query;
  NoteFilter filter = {};
  Match match = Match::any;
  SortKey sort = SortKey::score;
  std::size_t offset = 0;
  std::size_t limit = 10;
};

struct SearchHit {
  NoteSummary note;
  double score;
  std::string snippet;  ///< matches marked «so»
  std::size_t line;     ///< 1-based line of the file where the snippet starts
  std::size_t offset;   ///< code points of the body before that line
};

struct SearchResults {
  std::vector<SearchHit> hits;
  std::size_t total = 0;
  std::string advice;  ///< what to try, when nothing was found
};

enum class Run { real, dry };

struct UpdatedNote {
  NoteSummary note;
  Revision revision;  ///< after the update; in a dry run the current one
  bool is_changed;    ///< in a dry run: would be
  std::string diff;   ///< unified diff of the files' text, dry run only
};

/// A note's file as it is, for resources.
struct RawNote {
  std::string bytes;
  Timestamp updated;
};
struct NoteFile {
  Slug slug;
  std::string title;
  std::uint64_t size;  ///< bytes
  Timestamp updated;
};

/// Which notes differ since the last look (see `Vault::take_changes`).
struct NoteChanges {
  std::vector<Slug> changed;     ///< came, went, or have other bytes; by slug
  bool is_list_changed = false;  ///< a note came or went
};

/// One flat folder of notes. The folder is the only truth: every call looks at the disk as it is
/// now; what is kept in memory is checked against it first. Used from one thread.
/// A folder that is gone (an unmounted drive) gives `io` on each call and is served again when it
/// is back; it is never made anew.
class Vault {
 public:
  /// Opens `folder`, creating it unless `access` is read_only. Nothing in it is looked at yet, so
  /// that a client has its first answer at once; temporary files of dead processes are removed with
  /// the first call that lists the folder, or by `look_over`. Errors: `io`, naming the folder and
  /// the mend.
  [[nodiscard]] static Result<Vault> open(const std::filesystem::path& folder,
                                          VaultOptions options);
  Vault(Vault&& other) noexcept;
  Vault& operator=(Vault&& other) noexcept;
  ~Vault();

  [[nodiscard]] const VaultOptions& options() const noexcept;

  /// The note as it is on disk now. Errors: `not_found` (hint: nearest slugs), `io`.
  [[nodiscard]] Result<Note> read(const Slug& slug);
  /// The note's file byte for byte. Errors: as `read`.
  [[nodiscard]] Result<RawNote> read_raw(const Slug& slug);

  [[nodiscard]] Result<NoteList> list(const ListRequest& request);
  [[nodiscard]] Result<SearchResults> search(const SearchRequest& request);

  /// All notes after `after` (all for nullopt) by slug, at most `limit`; and how many there are
  /// beyond is told by asking for one more. Errors: `io`.
  [[nodiscard]] Result<std::vector<NoteFile>> files(const std::optional<Slug>& after,
                                                    std::size_t limit);
  /// All slugs, sorted. Errors: `io`.
  [[nodiscard]] Result<std::vector<Slug>> slugs();

  /// Makes a new note. Errors: `invalid_argument`, `read_only`, `io`.
  [[nodiscard]] Result<CreatedNote> create(const NewNote& note);

  /// Changes what `change` names and no other byte. A note whose revision is no longer `expected`
  /// is left alone. Errors: `invalid_argument`, `not_found`, `conflict`, `malformed` (line:column),
  /// `not_utf8` (byte offset), `read_only`, `io`; on each the old file is whole.
  [[nodiscard]] Result<UpdatedNote> update(const Slug& slug, const NoteChange& change,
                                           std::optional<Revision> expected, Run run);

  /// Removes a note, or moves it to the trash. Errors: `not_found`, `conflict`, `read_only`, `io`.
  [[nodiscard]] Result<void> remove(const Slug& slug, std::optional<Revision> expected);

  /// Which notes differ since the last call of this function; the first call only takes the
  /// snapshot. Errors: `io` (the vault is gone; the snapshot stays).
  [[nodiscard]] Result<NoteChanges> take_changes();
  /// Polls readable when `take_changes` may have something; nullopt when only asking tells.
  [[nodiscard]] std::optional<int> change_descriptor() const;

  /// Compares every file with what is kept of it, for the changes that no watch tells (a write
  /// through a hard link from outside, a mapping that stays open), until `is_needed_elsewhere` says
  /// true. For quiet times, once after a call; does nothing where every call sweeps anyway.
  void look_over(const std::function<bool()>& is_needed_elsewhere);

 private:
  class Impl;
  explicit Vault(std::unique_ptr<Impl> impl) noexcept;
  std::unique_ptr<Impl> impl_;
};

}  // namespace notes
