#pragma once
#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "vault/front_matter.h"

namespace notes {

/// The entries of a block as people mostly write it: keys at the start of their lines with plain
/// and one-line quoted scalars (escapes `\"` and `\\` only), flow lists (also over several lines)
/// and block lists of such scalars, comments and blank lines. `bytes` is the file, the block's
/// content goes from `begin` to `end`, a line's beginning both, without control characters but tab
/// and line ends. nullopt hands the block to the YAML library: it may be anything then, also
/// faulty or larger than allowed. What is read here means the same to every YAML 1.2 parser.
/// Duplicates are not marked.
[[nodiscard]] std::optional<std::vector<FrontMatterEntry>> read_plain_block(std::string_view bytes,
                                                                            std::size_t begin,
                                                                            std::size_t end);

/// Whether a plain scalar means null.
[[nodiscard]] bool is_null_scalar(std::string_view text);

}  // namespace notes
