#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "vault/error.h"
#include "vault/front_matter.h"

namespace notes {

/// One value of a front-matter key, as text with the kind that it shall read back as.
struct MetadataScalar {
  enum class Kind {
    text,
    number,
    boolean,
    moment,  ///< a date or time, which stands without quotes unless the old value has some
  };
  Kind kind;
  std::string text;  ///< number: a JSON number; boolean: `true` or `false`
  friend bool operator==(const MetadataScalar&, const MetadataScalar&) = default;
};
using MetadataValue = std::variant<MetadataScalar, std::vector<MetadataScalar>>;

/// A key of the front matter and what it shall be; nullopt removes the entry. For `tags` and `tag`
/// the value is a list of texts, which may be written as one scalar.
struct FrontMatterChange {
  std::string key;
  std::optional<MetadataValue> value;
};

/// The line end of the block, or of a block that is to be put before the text: the first of the
/// file, LF when it has none.
[[nodiscard]] std::string_view block_line_end(std::string_view bytes);

/// A new entry as it is added to a block: one line, with `line_end`.
[[nodiscard]] std::string entry_line(std::string_view key, const MetadataValue& value,
                                     std::string_view line_end);

/// Whether `entry` says `value` already, with the kind it has.
[[nodiscard]] bool says(const FrontMatterEntry& entry, const MetadataValue& value);

/// The file up to where its shown body begins (BOM, block, the blank line), after `changes`, which
/// name each key once. Every entry keeps the style it has; a new key comes last in the block. A
/// file without a block gets one, and a blank line after it; a block that loses its last line goes,
/// with the blank line, when one follows. Requires a block that is not broken. Errors: `malformed`
/// (line and column) for an entry that cannot be rewritten: its key occurs twice, others refer to
/// it, it holds what is no text, it is part of a `{...}`.
[[nodiscard]] Result<std::string> edited_head(std::string_view bytes,
                                              const FrontMatter& front_matter,
                                              const std::vector<FrontMatterChange>& changes);

/// Whether `after` (of `after_bytes`) is `before` with just `changes`: each changed key says what
/// it shall, every other entry is the same, byte for byte and in value, and in the same order.
[[nodiscard]] bool is_changed_as_wanted(std::string_view before_bytes, const FrontMatter& before,
                                        std::string_view after_bytes, const FrontMatter& after,
                                        const std::vector<FrontMatterChange>& changes);

}  // namespace notes
