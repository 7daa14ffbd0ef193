#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "vault/tags.h"
#include "vault/timestamp.h"

namespace notes {

/// One item of a list in the front matter.
struct FrontMatterItem {
  enum class Kind { null, scalar, collection, alias };
  Kind kind;
  bool is_plain;      ///< written without quotes, so that other programs may take it as a number
  std::string value;  ///< kind scalar: the text as YAML reads it
  friend bool operator==(const FrontMatterItem&, const FrontMatterItem&) = default;
};

/// One `key: value` of the block's top level, as bytes of the file.
struct FrontMatterEntry {
  enum class Kind { null, scalar, list, map, alias };
  std::string key;  ///< empty for a key that is a collection, an alias or null
  Kind kind = Kind::null;
  std::size_t begin = 0;      ///< first byte of the key's line
  std::size_t end = 0;        ///< one past the entry's last line end; comments and blank lines that
                              ///< follow do not belong to it
  bool is_duplicate = false;  ///< an earlier entry has the same key; that one counts
  bool is_plain = false;      ///< kind scalar: written without quotes
  bool has_anchor = false;    ///< other entries may refer to it or to a part of it
  std::string value;  ///< kind scalar: the text as YAML reads it, never typed (`007`, `yes`)
  std::vector<FrontMatterItem> items;  ///< kind list
};

/// What the start of a note's file says. All offsets are bytes of the file.
/// Source of the rule: README, "How notes look on disk".
struct FrontMatter {
  enum class State {
    none,    ///< no block: the whole file (after a BOM) is body
    valid,   ///< a mapping, or empty
    broken,  ///< a closed block whose YAML does not parse, or is too deep or large to trust
  };
  struct Fault {
    std::size_t line;    ///< 1-based line of the file
    std::size_t column;  ///< 1-based, code points
    std::string reason;  ///< "mapping values are not allowed here"
  };

  State state = State::none;
  std::size_t block_begin = 0;    ///< after a BOM
  std::size_t content_begin = 0;  ///< first byte after the opening fence's line
  std::size_t content_end = 0;    ///< first byte of the closing fence's line
  std::size_t body_begin = 0;     ///< first byte after the closing fence's line (or after the BOM)
  std::vector<FrontMatterEntry> entries;
  bool is_flow_mapping = false;  ///< the whole block is one `{...}`, in which nothing is rewritten
  bool has_alias = false;        ///< `*name` occurs
  std::optional<Fault> fault;    ///< when broken

  /// Scalar `title`, trimmed, control characters and line ends as blanks; not when missing, empty
  /// or null.
  std::optional<std::string> title;
  Tags tags;                          ///< of `tags`, else `tag`
  std::optional<Timestamp> created;   ///< of `created`, else `date`
  std::vector<std::string> warnings;  ///< sentences for people: duplicate key, title is a list, …

  /// The entry of `key` that counts; nullptr when there is none.
  [[nodiscard]] const FrontMatterEntry* find(std::string_view key) const;
  /// The entry that the tags are of, or would be written to: `tags`, else `tag`, one with a value
  /// before one without; nullptr when there is neither.
  [[nodiscard]] const FrontMatterEntry* tags_entry() const;
};

/// Nested collections, the block's own mapping included; deeper is broken.
inline constexpr std::size_t max_front_matter_depth = 64;
/// Bytes between the fences; more is broken.
inline constexpr std::size_t max_front_matter_size = std::size_t{1} << 20U;
/// Bytes between the fences of a block that needs the YAML library, whose worst case is 2 µs a
/// byte; more is broken.
inline constexpr std::size_t max_library_block_size = std::size_t{256} << 10U;
/// Keys, values and items in one block, each of which takes some 100 bytes of memory; more is
/// broken.
inline constexpr std::size_t max_front_matter_values = 10'000;

/// Reads the front matter of a note's file: the one function that decides what is front matter,
/// for reading and for writing. `bytes` is the whole file, valid UTF-8 or repaired. Total, bounded:
/// time and memory are linear in the block, whatever it holds. A plain block (simple keys, plain or
/// quoted scalars, flow and block lists of these) is read by a fast path that agrees with the YAML
/// library.
[[nodiscard]] FrontMatter read_front_matter(std::string_view bytes);

/// The tags that one scalar says: split at commas when there is one, else at blanks; each trimmed
/// and without its leading `#`; empty ones and those that an earlier one equals (folded) dropped.
[[nodiscard]] Tags tags_of_scalar(std::string_view text);

/// A tag as an item of a list says it: control characters as blanks, trimmed, leading `#` dropped.
/// May be empty.
[[nodiscard]] std::string tag_of_item(std::string_view text);

}  // namespace notes
