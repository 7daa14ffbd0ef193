#pragma once
#include <string>

#include "vault/error.h"
#include "vault/platform.h"
#include "vault/slug.h"

namespace notes {

/// A file that was given a note's name.
struct Renamed {
  Slug slug;
  std::string remark;  ///< "title added", or why it was not; empty when there was nothing to add
};

/// Gives the regular file `name` (`Weekly Review.md`) of `folder` the slug that its name asks for,
/// numbered when that is taken, also by a not-downloaded iCloud file. No other file is ever
/// replaced. Where the name was the only title (none in the front matter, no heading), it is
/// written into the front matter; a file that cannot be written so, because it is not UTF-8 or its
/// front matter is broken, is renamed only. Takes the folder's lock.
/// Errors: `io`, `conflict` (another program changed it meanwhile); the file has its old name then.
[[nodiscard]] Result<Renamed> renamed_to_slug(const platform::Folder& folder,
                                              const std::string& name);

}  // namespace notes
