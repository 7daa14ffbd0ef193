#pragma once
#include <string>
#include <string_view>

#include "vault/error.h"
#include "vault/platform.h"
#include "vault/slug.h"

namespace notes {

/// A file that was given a note's name.
struct Renamed {
  Slug slug;
  std::string remark;  ///< "title added", or what else is to be said; may be empty
};

/// The bytes of a file that is to be the note `slug` instead of having the name `stem`, which is
/// written into the front matter where it was the only title (none in the front matter, no
/// heading). Errors: when it cannot be: those of `changed_note_bytes`, and `malformed` for a
/// `title` of another kind, which would be lost.
[[nodiscard]] Result<std::string> with_name_as_title(const Slug& slug, std::string_view bytes,
                                                     std::string_view stem);

/// Gives the regular file `name` (`Weekly Review.md`) of `folder` the slug that its name asks for,
/// numbered when that is taken, also by a not-downloaded iCloud file, and what `with_name_as_title`
/// says. No other file is ever replaced. Takes the folder's lock.
/// Errors: those of `with_name_as_title`, `io`, `conflict` (another program changed it meanwhile);
/// the file has its old name then.
[[nodiscard]] Result<Renamed> renamed_to_slug(const platform::Folder& folder,
                                              const std::string& name);

}  // namespace notes
