#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "vault/error.h"
#include "vault/front_matter.h"
#include "vault/front_matter_edit.h"
#include "vault/yaml_text.h"

namespace notes {

/// Put `text` in place of the bytes from `begin` to `end`.
struct Splice {
  std::size_t begin;
  std::size_t end;
  std::string text;
};

/// How the value of `entry` becomes `value` in the style that the entry has: of the bytes in
/// question only. `line_end` is for lines that are added where none tells.
/// Errors: `malformed` with line and column.
[[nodiscard]] Result<std::vector<Splice>> edited_entry(std::string_view bytes,
                                                       const FrontMatterEntry& entry,
                                                       const MetadataValue& value,
                                                       std::string_view line_end);

/// A scalar as it is written; a text with `wished` quotes if it can be.
[[nodiscard]] std::string written_scalar(const MetadataScalar& scalar, YamlPlace place,
                                         YamlQuotes wished);

/// `[a, b]`.
[[nodiscard]] std::string written_list(const std::vector<MetadataScalar>& items);

/// Whether the entry of this key holds tags.
[[nodiscard]] bool is_tags_key(std::string_view key);

/// The refusal to rewrite what begins at byte `at`, with line and column.
[[nodiscard]] VaultError refusal(std::string_view bytes, std::size_t at, const std::string& key,
                                 const std::string& reason);

}  // namespace notes
