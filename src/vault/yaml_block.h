#pragma once
#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "vault/front_matter.h"

namespace notes {

/// What the YAML library says of a block.
struct YamlBlock {
  enum class Shape {
    mapping,       ///< `key: value` lines
    flow_mapping,  ///< one `{...}`
    other,         ///< a list, a scalar or null: the block is no front matter
  };
  Shape shape = Shape::other;
  std::vector<FrontMatterEntry> entries;  ///< duplicates are not marked
  bool has_alias = false;
  std::optional<FrontMatter::Fault> fault;  ///< when it does not parse; the rest is void then
};

/// Reads the lines from `begin` to `end` of `bytes` (valid UTF-8) by the library's events, without
/// building nodes or following aliases. Requires: at most `max_library_block_size` bytes, without
/// control characters but tab, LF and CR LF; bounds depth and number of values itself.
[[nodiscard]] YamlBlock read_yaml_block(std::string_view bytes, std::size_t begin, std::size_t end);

/// The place of byte `at` of `bytes` as people count: lines and code points from 1.
[[nodiscard]] FrontMatter::Fault fault_at(std::string_view bytes, std::size_t at,
                                          std::string_view reason);

}  // namespace notes
