#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/tool.h"

namespace notes::mcp {

/// Integers beyond are refused: JSON programs do not agree on them (RFC 8259, section 6).
inline constexpr std::int64_t max_integer = 9'007'199'254'740'991;

/// `arguments` (an object) as `tool.input` wants them, or all that is wrong with them.
/// Lenient, by the type that the schema wants and never otherwise: null for an optional argument is
/// as if it were absent; `10.0` and `"10"` are integers; `"true"` and `"false"` booleans; a string
/// that is JSON of an array or object is taken as that (json_text.h has the bounds). A string
/// argument is never parsed, nothing is split or wrapped. Objects that allow other members than
/// those named are not looked into. Errors: `invalid_argument` with the path of each fault
/// (`edits[0].oldText`), at most three, unknown names with the nearest valid one; the hint lists
/// what the tool takes.
[[nodiscard]] Result<Json> checked_arguments(const Tool& tool, Json arguments);

/// Reads arguments that `checked_arguments` gave. What a schema cannot say is checked here. Holds a
/// reference: the JSON outlives it, and so do the views it gives.
class Arguments {
 public:
  explicit Arguments(const Json& checked) : json_(checked) {}

  /// A required string.
  [[nodiscard]] std::string_view text(const char* name) const;
  [[nodiscard]] std::optional<std::string_view> optional_text(const char* name) const;
  [[nodiscard]] std::optional<std::vector<std::string>> texts(const char* name) const;
  [[nodiscard]] std::optional<std::size_t> count(const char* name) const;
  /// False when absent.
  [[nodiscard]] bool flag(const char* name) const;
  /// The elements of an array of objects; none when absent.
  [[nodiscard]] std::vector<Arguments> objects(const char* name) const;

  /// A required slug. Errors: `invalid_argument`, with the valid form when there is one.
  [[nodiscard]] Result<Slug> slug(const char* name) const;
  /// Errors: `invalid_argument` for what is not written as a revision.
  [[nodiscard]] Result<std::optional<Revision>> revision(const char* name) const;
  /// `tag`, `updated_after`, `updated_before`. Errors: `invalid_argument` for an empty tag and for
  /// what is no ISO date or date-time, with an example.
  [[nodiscard]] Result<NoteFilter> filter() const;
  /// An object of strings, numbers, booleans, lists of these, and null; empty when absent.
  /// Errors: `invalid_argument`, naming the key.
  [[nodiscard]] Result<Metadata> metadata(const char* name) const;

 private:
  [[nodiscard]] const Json* find(const char* name) const;
  [[nodiscard]] Result<std::optional<Timestamp>> time(const char* name) const;

  const Json& json_;
};

}  // namespace notes::mcp
