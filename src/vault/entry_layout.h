#pragma once
#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "vault/front_matter.h"

namespace notes {

/// Where the parts of one front-matter entry are, as bytes of the file.
struct EntryLayout {
  enum class Form {
    empty,         ///< nothing after the colon
    token,         ///< a plain or quoted scalar, perhaps of several lines, an alias, or `{...}`
    block_scalar,  ///< `|` or `>`, to the end of the entry
    flow_list,     ///< `[...]`
    block_list,    ///< lines that begin with `-`
    block_map,     ///< deeper `key: value` lines
  };
  /// One item of a list.
  struct Slot {
    std::size_t begin;  ///< of the item itself
    std::size_t end;
    std::size_t lines_begin;  ///< block list: of the lines that the item takes
    std::size_t lines_end;
  };

  Form form = Form::empty;
  std::size_t header_end = 0;   ///< after the colon, and after an anchor that follows it
  std::size_t value_begin = 0;  ///< first byte of the value, of its tag (`!!str`) when it has one
  std::size_t value_end = 0;
  std::vector<Slot> slots;  ///< as many as the entry has items
};

/// The parts of `entry`, which `read_front_matter(bytes)` gave. nullopt when it is written in a way
/// that is not taken apart (`? key`, a list that does not show as many items as it has).
[[nodiscard]] std::optional<EntryLayout> layout_of(std::string_view bytes,
                                                   const FrontMatterEntry& entry);

}  // namespace notes
