#pragma once
#include <memory>
#include <optional>

#include "vault/error.h"
#include "vault/note_cache.h"
#include "vault/platform.h"
#include "vault/slug.h"

namespace notes {

enum class Access { read_write, read_only };

/// The vault's folder over the time of serving: held open, opened anew when another one stands at
/// its path (a remounted drive), refused while there is none; and what is kept of its notes.
class ServedFolder {
 public:
  ServedFolder(platform::Folder folder, Access access);

  /// The folder that stands at the path now. Errors: `io` (gone).
  [[nodiscard]] Result<const platform::Folder*> folder();
  /// The notes as the folder holds them now. Errors: `io`.
  [[nodiscard]] Result<NoteCache*> cache();
  /// Removes what dead processes left, the first time and unless access is read_only. The caller
  /// must not hold the folder's lock.
  void tidy();
  /// What is kept, as the last `cache` left it; nullptr before that.
  [[nodiscard]] NoteCache* cache_as_it_is() noexcept { return cache_.get(); }
  /// The bytes of one note. Errors: `not_found` (hint: why, or the nearest slug), `io`.
  [[nodiscard]] Result<platform::FileContents> contents(const Slug& slug);

 private:
  std::unique_ptr<platform::Folder> folder_;  ///< on the heap: the cache refers to it
  std::unique_ptr<NoteCache> cache_;
  std::optional<Revisions> told_;  ///< by the cache of a folder that was replaced
  bool is_tidy_;
};

}  // namespace notes
