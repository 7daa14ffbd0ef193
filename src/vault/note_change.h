#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "vault/error.h"
#include "vault/front_matter_edit.h"
#include "vault/slug.h"
#include "vault/tags.h"
#include "vault/text_edit.h"
#include "vault/timestamp.h"

namespace notes {

/// Front-matter keys to set, in order; nullopt removes the key.
using Metadata = std::vector<std::pair<std::string, std::optional<MetadataValue>>>;

inline constexpr std::size_t max_metadata_key_length = 100;  ///< code points
inline constexpr std::size_t max_metadata_keys = 100;        ///< in one call

/// A note to be made. Title and tags are checked as in `checked_title` and `checked_tags`.
struct NewNote {
  std::string title = {};
  std::string body =
      {};  ///< CR LF counts as LF; gets a final newline unless it ends in one or is empty
  std::vector<std::string> tags = {};
  Metadata metadata = {};
};

/// What to change in a note; what is not given stays byte for byte.
struct NoteChange {
  std::optional<std::string> title = {};
  std::optional<std::string> body = {};  ///< excludes append and edits; CR LF counts as LF; gets a
                                         ///< final newline unless the old body has text and none
  std::optional<std::vector<std::string>> tags = {};  ///< excludes add_tags and remove_tags
  std::vector<std::string> add_tags = {};
  std::vector<std::string> remove_tags = {};
  Metadata metadata = {};
  std::optional<std::string> append = {};
  std::vector<TextEdit> edits = {};
};

/// The file of a new note: block with title, tags (unless none), created, metadata, a blank line,
/// the body. Parsed again before it is given: it reads back as exactly what was asked for.
/// Errors: `invalid_argument` (bad title, tag, metadata key; larger than a note may be).
[[nodiscard]] Result<std::string> new_note_bytes(const NewNote& note, Timestamp now);

/// `bytes` (the whole file of the note `slug`) after `change`. Equal bytes when nothing differs:
/// a title that the note is called by already, be it by its first heading or its slug, is none.
/// `updated` is refreshed with `now`, if that is given, where the note has that key and anything
/// else changed.
/// What would undo the addition of a title or of tags takes the entry away again: a last entry in
/// the form in which it is added, when the title is the one that the note has without it or no tag
/// is left; and the block with it, when nothing else is in it and a blank line follows it.
/// Errors: `invalid_argument` (nothing asked for, arguments that exclude each other, a bad value,
/// an edit that does not match, result too large), `not_utf8` (offset of the first bad byte),
/// `malformed` (line and column of the fault in a block that would have to be rewritten; a
/// duplicate key; an edit whose result does not read back as wanted, so nothing is changed).
[[nodiscard]] Result<std::string> changed_note_bytes(const Slug& slug, std::string_view bytes,
                                                     const NoteChange& change,
                                                     std::optional<Timestamp> now);

}  // namespace notes
