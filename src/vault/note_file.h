#pragma once
#include <string_view>

#include "vault/error.h"
#include "vault/note.h"
#include "vault/platform.h"
#include "vault/slug.h"

/// Durable writing of one note. A note is written whole to a hidden temporary file in the vault
/// (`.notes-mcp-<process>-<number>.tmp`), synced, renamed into place, and the folder is synced: at
/// every instant, also after a power loss, the note's name leads to the whole old or the whole new
/// file. On every error before the rename the old file is whole and the temporary file is removed;
/// only when the last step, syncing the folder, fails, is the new text in place, and the error says
/// so. Callers hold the folder's lock.
///
/// Other programs take no lock. What they do to the note until the last look, just before the
/// rename, is a `conflict` and stays; a change between that look and the rename, a few microseconds
/// later, is lost.
namespace notes {

/// Replaces the note's file by `bytes`, if the file still is what `seen` says: the last look
/// compares facts and bytes, so that a change within the clock's grain, with size and times put
/// back, or by a mapping is seen too. The new file takes mode, owner and attributes of the old one,
/// which must be writable; another name that is a hard link to the old file keeps the old text.
/// Gives the facts of the new file. When another program changed it again at once, these are facts
/// that no later look finds.
/// Errors: `conflict` (changed or gone meanwhile; nothing written), `io`.
[[nodiscard]] Result<platform::FileFacts> replace_note(const platform::Folder& folder,
                                                       const Slug& slug, std::string_view bytes,
                                                       const platform::FileContents& seen);

/// Writes `bytes` to a new file called after `wanted`, or `wanted-2`, `-3`, … when taken, by
/// whatever it is (also by a not-downloaded iCloud file `.<slug>.md.icloud`); creation is exclusive
/// in the file system. Errors: `io`.
[[nodiscard]] Result<Slug> create_note_file(const platform::Folder& folder, const Slug& wanted,
                                            std::string_view bytes);

/// Removes the note's file if it still is what `seen` says. With `trash`, moves it to that folder
/// instead, under a name that is free there (numbered as in `create_note_file`).
/// Errors: `not_found` (gone meanwhile), `conflict` (changed meanwhile; still there), `io`.
[[nodiscard]] Result<void> remove_note(const platform::Folder& folder, const Slug& slug,
                                       const platform::FileContents& seen,
                                       const platform::Folder* trash);

/// Whether a file of this name may be one that a write leaves when its process is killed.
[[nodiscard]] bool is_temporary_file(std::string_view file_name);

/// Removes temporary files in `folder` whose process is dead, or that are older than an hour, which
/// no write takes (the number of a dead process may belong to another by now). Those of this
/// process go as well, if the folder's lock, which the caller must not hold, is free: their name is
/// from an earlier process with our number, as in a container. Never fails: what cannot be removed
/// stays.
void remove_left_over_files(const platform::Folder& folder);

}  // namespace notes
