#include "server/arguments.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "server/json_text.h"
#include "vault/edit_distance.h"
#include "vault/in_quotes.h"

namespace notes::mcp {
namespace {

constexpr std::size_t max_faults = 3;

/// What a value is, in words for a message.
std::string described_value(const Json& value) {
  if (value.is_string())
    return "the string " + notes::in_quotes(value.get_ref<const std::string&>());
  if (value.is_number()) return "the number " + value.dump();
  if (value.is_boolean()) return value.get<bool>() ? "true" : "false";
  if (value.is_array()) return "an array";
  if (value.is_object()) return "an object";
  return "null";
}

std::string wanted_words(const Json& schema) {
  const auto& type = schema.at("type").get_ref<const std::string&>();
  if (type == "array") {
    if (schema.at("items").at("type") == "string") {
      return R"(an array of strings, such as ["one", "two"])";
    }
    return "an array of objects";
  }
  if (type == "boolean") return "true or false";
  return (type == "integer" || type == "object" ? "an " : "a ") + type;
}

std::optional<std::int64_t> exact_integer(const Json& value) {
  if (value.is_number_unsigned()) {
    const auto number = value.get<std::uint64_t>();
    if (number > static_cast<std::uint64_t>(max_integer)) return std::nullopt;
    return static_cast<std::int64_t>(number);
  }
  if (value.is_number_integer()) {
    const auto number = value.get<std::int64_t>();
    if (number > max_integer || number < -max_integer) return std::nullopt;
    return number;
  }
  if (!value.is_number_float()) return std::nullopt;
  const auto number = value.get<double>();
  if (std::trunc(number) != number || std::abs(number) > static_cast<double>(max_integer)) {
    return std::nullopt;
  }
  return static_cast<std::int64_t>(number);
}

/// Whether `value` is an integer that is too large to be exact for every client.
bool is_large_integer(const std::string& type, const Json& value) {
  return type == "integer" && value.is_number() &&
         (value.is_number_integer() || std::trunc(value.get<double>()) == value.get<double>());
}

/// Turns `value` into what `type` wants where the leniency allows it; whether it is of that type.
bool take_as(const std::string& type, Json& value) {
  if (type == "string") return value.is_string();
  if (value.is_string()) {
    tl::expected<ParsedJson, JsonFault> parsed = parse_json(value.get_ref<const std::string&>());
    if (!parsed || parsed->value.is_string()) return false;
    value = std::move(parsed->value);
  }
  if (type == "boolean") return value.is_boolean();
  if (type == "array") return value.is_array();
  if (type == "object") return value.is_object();
  const std::optional<std::int64_t> number = exact_integer(value);
  if (number) value = *number;
  return number.has_value();
}

/// Walks arguments beside their schema, outer ones first.
class Check {
 public:
  [[nodiscard]] Result<Json> run(const Tool& tool, Json arguments) {
    pending_.push_back({&arguments, &tool.input, ""});
    while (!pending_.empty() && faults_.size() < max_faults) {
      const Place place = std::move(pending_.front());
      pending_.pop_front();
      check(place);
    }
    if (faults_.empty()) return arguments;
    std::string message;
    for (const std::string& fault : faults_) message += (message.empty() ? "" : " ") + fault;
    return fail(ErrorCode::invalid_argument, message,
                wrong_names_ ? usage(tool, *wrong_names_) : "");
  }

 private:
  struct Place {
    Json* value;
    const Json* schema;
    std::string path;
  };

  void fault(std::string text) {
    if (faults_.size() < max_faults) faults_.push_back(std::move(text));
  }

  void check(const Place& place) {
    const Json& schema = *place.schema;
    const auto& type = schema.at("type").get_ref<const std::string&>();
    const std::string subject = "Argument '" + place.path + "' must be ";
    const std::string given = described_value(*place.value);
    if (!take_as(type, *place.value)) {
      const std::string wanted =
          is_large_integer(type, *place.value)
              ? "from -" + std::to_string(max_integer) + " to " + std::to_string(max_integer)
              : wanted_words(schema);
      fault(subject + wanted + ", not " + given + ".");
    } else if (type == "integer") {
      check_range(schema, place.value->get<std::int64_t>(), subject);
    } else if (type == "string" && schema.contains("enum")) {
      check_choice(schema, place.value->get_ref<const std::string&>(), subject);
    } else if (type == "array") {
      check_items(place);
    } else if (type == "object" && schema.contains("additionalProperties")) {
      check_members(place);
    }
  }

  void check_range(const Json& schema, std::int64_t value, const std::string& subject) {
    const auto minimum = schema.at("minimum").get<std::int64_t>();
    const auto maximum = schema.value("maximum", max_integer);
    if (value >= minimum && value <= maximum) return;
    const std::string least = std::to_string(minimum);
    fault(subject +
          (schema.contains("maximum") ? "from " + least + " to " + std::to_string(maximum)
                                      : "at least " + least) +
          ", not " + std::to_string(value) + ".");
  }

  void check_choice(const Json& schema, const std::string& value, const std::string& subject) {
    const auto choices = schema.at("enum").get<std::vector<std::string>>();
    std::string listed;
    for (const std::string& choice : choices) {
      if (choice == value) return;
      listed += (listed.empty() ? "'" : ", '") + choice + "'";
    }
    fault(subject + "one of " + listed + ", not " + notes::in_quotes(value) + ".");
  }

  void check_items(const Place& place) {
    const Json& schema = *place.schema;
    const std::size_t size = place.value->size();
    if (schema.contains("maxItems") && size > schema.at("maxItems").get<std::size_t>()) {
      fault("Argument '" + place.path + "' has " + std::to_string(size) + " items; at most " +
            schema.at("maxItems").dump() + " are allowed.");
      return;
    }
    for (std::size_t index = 0; index < size; ++index) {
      pending_.push_back({&place.value->at(index), &schema.at("items"),
                          place.path + "[" + std::to_string(index) + "]"});
    }
  }

  void check_members(const Place& place) {
    const Json& properties = place.schema->at("properties");
    const std::string prefix = place.path.empty() ? "" : place.path + ".";
    // A null says that the argument is left out, whether or not it may be.
    for (const auto& property : properties.items()) {
      const auto member = place.value->find(property.key());
      if (member != place.value->end() && member->is_null()) place.value->erase(member);
    }
    const std::vector<std::string> meant = check_names(place, prefix);
    for (const Json& name : place.schema->value("required", Json::array())) {
      const auto& text = name.get_ref<const std::string&>();
      const bool is_misspelt = std::find(meant.begin(), meant.end(), text) != meant.end();
      if (place.value->contains(text) || is_misspelt) continue;
      std::string words = "Argument '";
      words.append(prefix).append(text).append("' is missing.");
      fault(std::move(words));
      if (!wrong_names_) wrong_names_ = place;
    }
    for (const auto& member : place.value->items()) {
      const auto property = properties.find(member.key());
      if (property == properties.end()) continue;
      pending_.push_back({&member.value(), &*property, prefix + member.key()});
    }
  }

  /// Faults for unknown names; the valid names that were meant by them.
  std::vector<std::string> check_names(const Place& place, const std::string& prefix) {
    const Json& properties = place.schema->at("properties");
    std::vector<std::string> free_names;  // that the caller did not use
    for (const auto& property : properties.items()) {
      if (!place.value->contains(property.key())) free_names.push_back(property.key());
    }
    std::vector<std::string> meant;
    for (const auto& member : place.value->items()) {
      if (properties.contains(member.key())) continue;
      if (faults_.size() == max_faults) break;
      if (!wrong_names_) wrong_names_ = place;
      const std::optional<std::string> near = nearest(member.key(), free_names);
      fault("Unknown argument " + notes::in_quotes(prefix + member.key()) +
            (near ? ": did you mean '" + *near + "'?" : "."));
      if (near) meant.push_back(*near);
    }
    return meant;
  }

  /// What the tool, or the argument at `place`, takes, for a caller who does not know.
  static std::string usage(const Tool& tool, const Place& place) {
    const Json required_names = place.schema->value("required", Json::array());
    std::string names;
    for (const auto& property : place.schema->at("properties").items()) {
      const bool is_required = std::find(required_names.begin(), required_names.end(),
                                         property.key()) != required_names.end();
      names += (names.empty() ? "" : ", ") + property.key() + (is_required ? " (required)" : "");
    }
    return (place.path.empty() ? tool.name : place.path) + " takes: " + names + ".";
  }

  std::deque<Place> pending_;
  std::vector<std::string> faults_;
  std::optional<Place> wrong_names_;  ///< the first place with unknown or missing names
};

std::optional<MetadataScalar> scalar(const Json& value) {
  using Kind = MetadataScalar::Kind;
  if (value.is_string()) return MetadataScalar{Kind::text, value.get<std::string>()};
  if (value.is_boolean()) return MetadataScalar{Kind::boolean, value.dump()};
  if (value.is_number()) return MetadataScalar{Kind::number, value.dump()};
  return std::nullopt;
}

std::optional<MetadataValue> metadata_value(const Json& value) {
  if (!value.is_array()) {
    const std::optional<MetadataScalar> single = scalar(value);
    if (!single) return std::nullopt;
    return *single;
  }
  std::vector<MetadataScalar> elements;
  for (const Json& element : value) {
    std::optional<MetadataScalar> single = scalar(element);
    if (!single) return std::nullopt;
    elements.push_back(std::move(*single));
  }
  return elements;
}

}  // namespace

Result<Json> checked_arguments(const Tool& tool, Json arguments) {
  return Check().run(tool, std::move(arguments));
}

const Json* Arguments::find(const char* name) const {
  const auto member = json_.find(name);
  return member == json_.end() ? nullptr : &*member;
}

std::string_view Arguments::text(const char* name) const {
  return json_.at(name).get_ref<const std::string&>();
}

std::optional<std::string_view> Arguments::optional_text(const char* name) const {
  const Json* value = find(name);
  if (value == nullptr) return std::nullopt;
  return value->get_ref<const std::string&>();
}

std::optional<std::vector<std::string>> Arguments::texts(const char* name) const {
  const Json* value = find(name);
  if (value == nullptr) return std::nullopt;
  return value->get<std::vector<std::string>>();
}

std::optional<std::size_t> Arguments::count(const char* name) const {
  const Json* value = find(name);
  if (value == nullptr) return std::nullopt;
  return value->get<std::size_t>();
}

bool Arguments::flag(const char* name) const {
  const Json* value = find(name);
  return value != nullptr && value->get<bool>();
}

std::vector<Arguments> Arguments::objects(const char* name) const {
  std::vector<Arguments> elements;
  const Json* value = find(name);
  if (value == nullptr) return elements;
  for (const Json& element : *value) elements.emplace_back(element);
  return elements;
}

Result<Slug> Arguments::slug(const char* name) const { return Slug::parse(text(name)); }

Result<std::optional<Revision>> Arguments::revision(const char* name) const {
  const std::optional<std::string_view> given = optional_text(name);
  if (!given) return std::nullopt;
  const std::optional<Revision> revision = Revision::parse(*given);
  if (!revision) {
    return fail(
        ErrorCode::invalid_argument,
        "Argument '" + std::string(name) + "' is no revision: " + notes::in_quotes(*given) + ".",
        "Give the revision that read_note, create_note or update_note returned, or leave "
        "it out.");
  }
  return revision;
}

Result<std::optional<Timestamp>> Arguments::time(const char* name) const {
  const std::optional<std::string_view> given = optional_text(name);
  if (!given) return std::nullopt;
  const std::optional<Timestamp> time = parse_timestamp(*given);
  if (!time) {
    return fail(
        ErrorCode::invalid_argument,
        "Argument '" + std::string(name) + "' is no date: " + notes::in_quotes(*given) + ".",
        "Give an ISO 8601 date or date-time, such as 2026-11-30 or "
        "2026-11-30T09:15:00Z (UTC without a zone).");
  }
  return time;
}

Result<NoteFilter> Arguments::filter() const {
  NoteFilter filter;
  if (const std::optional<std::string_view> tag = optional_text("tag")) {
    if (tag->find_first_not_of(" \t\n#") == std::string_view::npos) {
      return fail(ErrorCode::invalid_argument, "Argument 'tag' is empty.",
                  "Leave it out for notes with any tags or none.");
    }
    filter.tag = std::string(*tag);
  }
  const Result<std::optional<Timestamp>> after = time("updated_after");
  if (!after) return unexpected(after.error());
  const Result<std::optional<Timestamp>> before = time("updated_before");
  if (!before) return unexpected(before.error());
  filter.updated_after = *after;
  filter.updated_before = *before;
  return filter;
}

Result<Metadata> Arguments::metadata(const char* name) const {
  Metadata metadata;
  const Json* given = find(name);
  if (given == nullptr) return metadata;
  for (const auto& member : given->items()) {
    std::optional<MetadataValue> value;
    if (!member.value().is_null()) {
      value = metadata_value(member.value());
      if (!value) {
        return fail(ErrorCode::invalid_argument,
                    "Argument " + notes::in_quotes(std::string(name) + "." + member.key()) +
                        " holds " +
                        (member.value().is_array() ? "an array with other arrays, objects or null"
                                                   : described_value(member.value())) +
                        ".",
                    "A value is a string, a number, true or false, an array of these, or null to "
                    "remove the key.");
      }
    }
    metadata.emplace_back(member.key(), std::move(value));
  }
  return metadata;
}

}  // namespace notes::mcp
