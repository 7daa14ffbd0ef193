#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "vault/error.h"
#include "vault/platform.h"
#include "vault/slug.h"

/// Durable writing of one note. A note is written whole to a hidden temporary file in the vault
/// (`.notes-mcp-<process>-<number>.tmp`), synced, renamed into place, and the folder is synced: at
/// every instant, also after a power loss, the note's name leads to the whole old or the whole new
/// file. On every error the old file is whole and the temporary file is removed.
/// Callers hold the folder's lock.
namespace notes {

inline constexpr std::uint64_t max_note_bytes = 16ULL << 20U;  ///< of one file

/// Replaces the note's file by `bytes`, if the file still is what `seen` says: the last look, just
/// before the rename (facts, and the bytes again when they are younger than the clock's grain).
/// The new file takes mode, owner and attributes of the old one.
/// Errors: `conflict` (changed or gone meanwhile; nothing written), `io`.
[[nodiscard]] Result<platform::FileFacts> replace_note(const platform::Folder& folder,
                                                       const Slug& slug, std::string_view bytes,
                                                       const platform::FileContents& seen);

/// Writes `bytes` to a new file called after `wanted`, or `wanted-2`, `-3`, … when taken (also by a
/// not-downloaded iCloud file `.<slug>.md.icloud`); creation is exclusive in the file system.
/// Errors: `io`.
[[nodiscard]] Result<Slug> create_note_file(const platform::Folder& folder, const Slug& wanted,
                                            std::string_view bytes);

/// Removes the note's file if it still is what `seen` says. With `trash`, moves it to that folder
/// instead, under a name that is free there. Errors: `not_found`, `conflict`, `io`.
[[nodiscard]] Result<void> remove_note(const platform::Folder& folder, const Slug& slug,
                                       const platform::FileContents& seen,
                                       const platform::Folder* trash);

/// Removes temporary files in `folder` whose process is dead. Never fails: what cannot be removed
/// stays.
void remove_left_over_files(const platform::Folder& folder);

}  // namespace notes
