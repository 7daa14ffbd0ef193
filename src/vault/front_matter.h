#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "vault/tags.h"
#include "vault/timestamp.h"

namespace notes {

/// One `key: value` of the block's top level, as bytes of the file.
struct FrontMatterEntry {
  enum class Kind { null, scalar, list, map, alias };
  std::string key;
  Kind kind;
  std::size_t begin;        ///< first byte of the key's line
  std::size_t end;          ///< one past the entry's last line end
  bool is_duplicate;        ///< an earlier entry has the same key; that one counts
  std::string value;        ///< kind scalar: the text as YAML reads it, never typed (`007`, `yes`)
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
  std::optional<Fault> fault;     ///< when broken

  std::optional<std::string> title;     ///< scalar `title`, trimmed; not when missing, empty or null
  Tags tags;                            ///< of `tags`, else `tag`
  std::optional<Timestamp> created;     ///< of `created`, else `date`
  std::vector<std::string> warnings;    ///< sentences for people: duplicate key, title is a list, …
};

inline constexpr std::size_t max_front_matter_depth = 64;  ///< nested collections; deeper is broken

/// Reads the front matter of a note's file: the one function that decides what is front matter,
/// for reading and for writing. `bytes` is the whole file, valid UTF-8 or repaired. Total, bounded:
/// time and memory are linear in the block, whatever it holds. A plain block (simple keys, plain or
/// quoted scalars, flow and block lists of these) is read by a fast path that agrees with the YAML
/// library.
[[nodiscard]] FrontMatter read_front_matter(std::string_view bytes);

}  // namespace notes
