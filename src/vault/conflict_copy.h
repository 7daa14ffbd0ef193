#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace notes {

/// `Weekly Review` for `Weekly Review.md`, also for `.MD`; nullopt for other names and hidden ones.
[[nodiscard]] std::optional<std::string_view> stem_of(std::string_view file_name);

/// The name without extension of which the file `name` is a conflict copy, when it looks like one
/// that a sync program made: Syncthing (`todo.sync-conflict-20260710-070952-ABCDEFG.md`), Dropbox,
/// Nextcloud and Obsidian (`todo (Ann's conflicted copy 2026-07-10).md`, also in other languages,
/// `todo (Case Conflict).md`), ownCloud (`todo_conflict-20260710-070952.md`), OneDrive
/// (`todo-DESKTOP-ABC123.md`), Seafile (`todo (SFConflict ann 2026-07-10-07-09-52).md`), Resilio
/// (`todo.Conflict.md`), pCloud and Google Drive (`todo [conflicted].md`). Valid UTF-8.
[[nodiscard]] std::optional<std::string> conflict_copy_of(std::string_view name);

/// The name without extension of which `stem` may be a copy, if there is such a note: `todo 2`, as
/// iCloud makes them, and `todo (1)`, as Google Drive does. Numbers have at most two digits.
[[nodiscard]] std::optional<std::string_view> numbered_copy_of(std::string_view stem);

}  // namespace notes
