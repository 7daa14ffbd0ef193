#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "vault/error.h"
#include "vault/tags.h"
#include "vault/text_edit.h"
#include "vault/timestamp.h"

namespace notes {

/// One value of a metadata key, as text with the kind that it shall read back as.
struct MetadataScalar {
  enum class Kind { text, number, boolean };
  Kind kind;
  std::string text;  ///< number: a JSON number; boolean: `true` or `false`
};
using MetadataValue = std::variant<MetadataScalar, std::vector<MetadataScalar>>;
/// Front-matter keys to set, in order; nullopt removes the key.
using Metadata = std::vector<std::pair<std::string, std::optional<MetadataValue>>>;

/// A note to be made. Title and tags are checked as in `checked_title` and `checked_tags`.
struct NewNote {
  std::string title;
  std::string body;  ///< CR LF counts as LF; gets a final newline unless it ends in one
  std::vector<std::string> tags;
  Metadata metadata;
};

/// What to change in a note; what is not given stays byte for byte.
struct NoteChange {
  std::optional<std::string> title;
  std::optional<std::string> body;  ///< excludes append and edits
  std::optional<std::vector<std::string>> tags;  ///< excludes add_tags and remove_tags
  std::vector<std::string> add_tags;
  std::vector<std::string> remove_tags;
  Metadata metadata;
  std::optional<std::string> append;
  std::vector<TextEdit> edits;
};

/// The file of a new note: block with title, tags (unless none), created, metadata, a blank line,
/// the body. Parsed again before it is given: it reads back as exactly what was asked for.
/// Errors: `invalid_argument` (bad title, tag, metadata key; larger than a note may be).
[[nodiscard]] Result<std::string> new_note_bytes(const NewNote& note, Timestamp now);

/// `bytes` (a note's whole file) after `change`. Equal bytes when nothing differs.
/// `updated` is refreshed with `now` where the note has that key and anything else changed.
/// Errors: `invalid_argument` (nothing asked for, arguments that exclude each other, a bad value,
/// an edit that does not match, result too large), `not_utf8` (offset of the first bad byte),
/// `malformed` (line and column of the fault in a block that would have to be rewritten; a
/// duplicate key; an edit whose result does not read back as wanted, so nothing is changed).
[[nodiscard]] Result<std::string> changed_note_bytes(std::string_view bytes,
                                                     const NoteChange& change, Timestamp now);

}  // namespace notes
