#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "vault/conflict_copy.h"
#include "vault/error.h"
#include "vault/platform.h"

namespace notes {

/// Why an entry of the folder is not a note, in one short clause ("symbolic link", "conflict copy
/// of todo", "name is not a slug; it would be 'weekly-review'"), from its name and facts alone.
/// nullopt for a note's name of a regular file of fair size, and for what is nobody's business: dot
/// files (but not `.pad-thai.md.icloud`, which iCloud leaves of what is not downloaded), other
/// extensions than `.md` in any case. Valid UTF-8 whatever the name is. `size` is in bytes, and
/// counts for regular files only.
[[nodiscard]] std::optional<std::string> why_not_served(std::string_view name,
                                                        platform::FileKind kind,
                                                        std::uint64_t size);

/// The same for the entry called `name` as it is now; nullopt also when there is none, or the
/// system does not tell.
[[nodiscard]] std::optional<std::string> why_not_served(const platform::Folder& folder,
                                                        const std::string& name);

/// Something that `check` names.
struct Finding {
  enum class Severity { not_served, warning };
  Severity severity;
  std::string file;    ///< name in the vault, repaired to UTF-8
  std::string reason;  ///< a clause as of `why_not_served`, an error, or sentences of a warning
  std::string mend;    ///< what to do about it, in sentences
  bool is_fixable;     ///< `Mend::names` does it: only a slug (and perhaps a title) is missing
  friend bool operator==(const Finding&, const Finding&) = default;
};

struct CheckReport {
  std::size_t served = 0;          ///< notes that are served, with a warning or without
  std::size_t subfolders = 0;      ///< without hidden ones; nobody looks into them
  std::vector<Finding> findings;   ///< by file name
  std::vector<std::string> fixed;  ///< "Weekly Review.md -> weekly-review.md (title added)"
};

enum class Mend { nothing, names };

/// Looks at every file of `folder`, and reads those that are notes or would be under another name.
/// With `Mend::names` it renames what only needs a slug (a `title` is added where the name was the
/// only title), and touches nothing else: never a conflict copy, nor what may be one (`todo 2.md`
/// next to `todo.md`), nor links. What was fixed is no finding any more, unless the note has
/// warnings of its own. A second run changes nothing. `progress(done, total)` is called after each
/// entry of the folder. Errors: `io` when the folder cannot be listed.
[[nodiscard]] Result<CheckReport> check_folder(
    const platform::Folder& folder, Mend mend,
    const std::function<void(std::size_t, std::size_t)>& progress);

}  // namespace notes
