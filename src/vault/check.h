#pragma once
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "vault/error.h"
#include "vault/platform.h"
#include "vault/slug.h"

namespace notes {

/// Why an entry of the folder is not a note, in one short clause ("symbolic link", "conflict copy of
/// todo", "name is not a slug; it would be 'weekly-review'"), from its name and facts alone. nullopt
/// for a note's name of a regular file of fair size, and for what is nobody's business (dot files,
/// other extensions, folders without `.md`).
[[nodiscard]] std::optional<std::string> why_not_served(std::string_view name,
                                                        platform::FileKind kind,
                                                        std::uint64_t size);

/// The slug of which `name` is a conflict copy, when it looks like one of Syncthing, Dropbox,
/// iCloud, Nextcloud, OneDrive and the like.
[[nodiscard]] std::optional<std::string> conflict_copy_of(std::string_view name);

/// Something that `check` names.
struct Finding {
  enum class Severity { not_served, warning };
  Severity severity;
  std::string file;    ///< name in the vault, repaired to UTF-8
  std::string reason;  ///< a sentence
  std::string mend;    ///< what to do about it
  bool is_fixable;     ///< `fix` does it: only a slug (and perhaps a title) is missing
};

struct CheckReport {
  std::size_t served = 0;              ///< notes that are served
  std::vector<Finding> findings;       ///< by file name
  std::vector<std::string> fixed;      ///< "Weekly Review.md -> weekly-review.md", only with fix
};

enum class Mend { nothing, names };

/// Looks at every file of `folder`. With `Mend::names` it renames what only needs a slug (a `title`
/// is added where the name was the only title), never a conflict copy, and touches nothing else;
/// what was fixed is no finding any more. `progress(done, total)` is called after each file.
/// Errors: `io` when the folder cannot be listed.
[[nodiscard]] Result<CheckReport> check_folder(
    const platform::Folder& folder, Mend mend,
    const std::function<void(std::size_t, std::size_t)>& progress);

}  // namespace notes
