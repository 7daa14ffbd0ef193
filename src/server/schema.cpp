#include "server/schema.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace notes::mcp {
namespace {

Json typed(std::string_view type, std::string_view description) {
  Json schema = {{"type", type}};
  if (!description.empty()) schema["description"] = description;
  return schema;
}

}  // namespace

Property required(std::string_view name, Json schema) {
  return {.name = std::string(name), .schema = std::move(schema), .is_required = true};
}

Property optional(std::string_view name, Json schema) {
  return {.name = std::string(name), .schema = std::move(schema), .is_required = false};
}

Json string(std::string_view description) { return typed("string", description); }

Json boolean(std::string_view description) { return typed("boolean", description); }

Json number(std::string_view description) { return typed("number", description); }

Json integer(std::string_view description) { return typed("integer", description); }

Json integer(std::string_view description, IntegerRange range) {
  Json schema = integer(description);
  schema["minimum"] = range.minimum;
  if (range.maximum) schema["maximum"] = *range.maximum;
  return schema;
}

Json choice(std::string_view description, const std::vector<std::string>& values) {
  Json schema = typed("string", description);
  schema["enum"] = values;
  return schema;
}

Json list(std::string_view description, Json items, std::optional<std::size_t> max_items) {
  Json schema = typed("array", description);
  schema["items"] = std::move(items);
  if (max_items) schema["maxItems"] = *max_items;
  return schema;
}

Json strings(std::string_view description, std::optional<std::size_t> max_items) {
  return list(description, string(""), max_items);
}

Json object(const std::vector<Property>& properties) {
  Json schema = typed("object", "");
  Json members = Json::object();
  Json names = Json::array();
  for (const Property& property : properties) {
    members[property.name] = property.schema;
    if (property.is_required) names.push_back(property.name);
  }
  schema["properties"] = std::move(members);
  if (!names.empty()) schema["required"] = std::move(names);
  return schema;
}

Json closed(Json object_schema) {
  object_schema["additionalProperties"] = false;
  return object_schema;
}

Json described(Json schema, std::string_view description) {
  schema["description"] = description;
  return schema;
}

Json with_default(Json schema, Json value) {
  schema["default"] = std::move(value);
  return schema;
}

}  // namespace notes::mcp
