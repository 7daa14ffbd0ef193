#include "vault/metadata.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "vault/in_quotes.h"
#include "vault/unicode.h"
#include "vault/yaml_text.h"

namespace notes {
namespace {

/// What to use instead of the metadata key; empty for a key that is free.
std::string_view argument_for(std::string_view key) {
  if (key == "title") return "Use the argument 'title'.";
  if (key == "tags" || key == "tag") return "Use the argument 'tags'.";
  if (key == "created") return "The time of creation is set once, when the note is made.";
  if (key == "updated") return "It is refreshed by itself where the note has it.";
  return {};
}

bool is_line(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = code_point_at(text, at);
    if (is_control(point.value)) return false;
    at += point.length;
  }
  return trimmed(text).size() == text.size();
}

Result<void> check_key(std::string_view key) {
  const auto refuse = [&](const std::string& fault, std::string hint) {
    return fail(ErrorCode::invalid_argument, "The metadata key " + in_quotes(key) + fault,
                std::move(hint));
  };
  if (key.empty()) return refuse(" is empty.", "Give each key a name.");
  if (first_invalid_utf8(key)) return refuse(" is not UTF-8.", "Give it as UTF-8.");
  if (count_code_points(key) > max_metadata_key_length) {
    return refuse(" is too long.", "At most " + std::to_string(max_metadata_key_length) +
                                       " characters are allowed.");
  }
  if (!is_line(key)) {
    return refuse(" has blanks around it or a control character in it.",
                  "Give it as one line of plain text.");
  }
  if (const std::string_view instead = argument_for(key); !instead.empty()) {
    return refuse(" cannot be set here.", std::string(instead));
  }
  return {};
}

Result<void> check_scalar(std::string_view key, const MetadataScalar& scalar) {
  using Kind = MetadataScalar::Kind;
  const bool is_typed = is_typed_plain(scalar.text);
  const bool is_boolean = scalar.text == "true" || scalar.text == "false";
  const bool is_good = scalar.kind == Kind::text      ? !first_invalid_utf8(scalar.text)
                       : scalar.kind == Kind::boolean ? is_boolean
                                                      : is_typed && !is_boolean;
  if (is_good) return {};
  return fail(ErrorCode::invalid_argument,
              "The metadata value " + in_quotes(scalar.text) + " of " + in_quotes(key) +
                  " is no text, number or boolean.",
              "Give a string, a number, true or false, a list of these, or null.");
}

Result<void> check_value(std::string_view key, const MetadataValue& value) {
  if (const auto* scalar = std::get_if<MetadataScalar>(&value)) return check_scalar(key, *scalar);
  for (const MetadataScalar& item : std::get<std::vector<MetadataScalar>>(value)) {
    Result<void> checked = check_scalar(key, item);
    if (!checked) return checked;
  }
  return {};
}

}  // namespace

Result<std::vector<FrontMatterChange>> metadata_changes(const Metadata& metadata,
                                                        const FrontMatter& front_matter) {
  if (metadata.size() > max_metadata_keys) {
    return fail(ErrorCode::invalid_argument,
                "These are " + std::to_string(metadata.size()) + " metadata keys.",
                "At most " + std::to_string(max_metadata_keys) + " are allowed in one call.");
  }
  std::vector<FrontMatterChange> changes;
  std::unordered_set<std::string_view> seen;
  for (const auto& [key, value] : metadata) {
    Result<void> checked = check_key(key);
    if (checked && value) checked = check_value(key, *value);
    if (!checked) return unexpected(checked.error());
    if (!seen.insert(key).second) {
      return fail(ErrorCode::invalid_argument,
                  "The metadata key " + in_quotes(key) + " is given twice.", "Give it once.");
    }
    const FrontMatterEntry* entry = front_matter.find(key);
    const bool is_same = value ? entry != nullptr && says(*entry, *value) : entry == nullptr;
    if (!is_same) changes.push_back({key, value});
  }
  return changes;
}

}  // namespace notes
