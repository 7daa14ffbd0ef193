#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/tool.h"

/// Builders for the JSON Schemas of tools, so that only keywords are used which every known client
/// takes: `type` (one), `description`, `enum`, `default`, `minimum`, `maximum`, `maxItems`,
/// `items`, `properties`, `required`, `additionalProperties: false`. No `$ref`, no combinators, no
/// lists of types; every array has `items`, every object `properties`. Source: what clients were
/// reported to refuse (README, "Schemas").
namespace notes::mcp {

/// One property of an object and whether it must be there.
struct Property {
  std::string name;
  Json schema;
  bool is_required;
};
[[nodiscard]] Property required(std::string_view name, Json schema);
[[nodiscard]] Property optional(std::string_view name, Json schema);

/// Both ends included.
struct IntegerRange {
  std::int64_t minimum = 0;
  std::optional<std::int64_t> maximum = std::nullopt;
};

[[nodiscard]] Json string(std::string_view description);
[[nodiscard]] Json boolean(std::string_view description);
[[nodiscard]] Json number(std::string_view description);
[[nodiscard]] Json integer(std::string_view description);
[[nodiscard]] Json integer(std::string_view description, IntegerRange range);
/// A string that is one of `values`.
[[nodiscard]] Json choice(std::string_view description, const std::vector<std::string>& values);
/// An array of `items`, of any length without `max_items`.
[[nodiscard]] Json list(std::string_view description, Json items,
                        std::optional<std::size_t> max_items = std::nullopt);
/// An array of strings.
[[nodiscard]] Json strings(std::string_view description,
                           std::optional<std::size_t> max_items = std::nullopt);
/// An object with these properties and perhaps others.
[[nodiscard]] Json object(const std::vector<Property>& properties);

/// `object_schema` with no other properties than the named ones.
[[nodiscard]] Json closed(Json object_schema);
[[nodiscard]] Json described(Json schema, std::string_view description);
[[nodiscard]] Json with_default(Json schema, Json value);

}  // namespace notes::mcp
