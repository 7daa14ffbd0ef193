#pragma once
#include <cstddef>
#include <string>
#include <string_view>

namespace notes {

/// How a scalar stands in a YAML block.
enum class YamlQuotes { plain, single_quotes, double_quotes };

/// Where it stands: as the value of a key or item of a block list, or inside `[...]`.
enum class YamlPlace { block, flow };

/// Whether `text` without quotes reads back as just this text with every YAML 1.1 and 1.2 parser:
/// no other type (null, boolean, number, date), no indicator, nothing that ends it early.
/// Source: YAML 1.2.2, 5.3, 7.3.3 and 10.3.2; YAML 1.1 type repository.
[[nodiscard]] bool is_safe_plain(std::string_view text, YamlPlace place);

/// Whether YAML 1.2 takes `text`, written without quotes, as null, a boolean or a number.
/// Source: YAML 1.2.2, 10.3.2 (core schema).
[[nodiscard]] bool is_typed_plain(std::string_view text);

/// One line of YAML that reads back as exactly `text` (valid UTF-8, any characters). `wished` is
/// kept when `text` can be said that way; else double quotes, always, so that single ones tell of
/// their author's habit.
[[nodiscard]] std::string yaml_text(std::string_view text, YamlPlace place, YamlQuotes wished);

/// One past the quote that closes the quoted scalar at `at`; npos without one. Within single quotes
/// two of them stand for one, within double ones a backslash takes the next character along.
/// Source: YAML 1.2.2, 7.3.1 and 7.3.2.
[[nodiscard]] std::size_t quoted_scalar_end(std::string_view text, std::size_t at);

/// `text` as a key.
[[nodiscard]] std::string yaml_key(std::string_view text);

}  // namespace notes
