#include "server/json_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <utility>

namespace notes::mcp {

namespace {

/// Where the string that begins at `open` ends: its closing quote, or npos.
std::size_t closing_quote(std::string_view text, std::size_t open) {
  std::size_t at = text.find('"', open + 1);
  while (at != std::string_view::npos) {
    std::size_t backslashes = 0;
    while (text[at - 1 - backslashes] == '\\') ++backslashes;  // ends at the opening quote
    if (backslashes % 2 == 0) return at;
    at = text.find('"', at + 1);
  }
  return at;
}

/// Looks at brackets, commas and colons only, so that the limits hold before anything is built.
/// The number of values (rather too many), for text that is JSON.
tl::expected<std::size_t, JsonFault> measure(std::string_view text) {
  std::array<std::size_t, max_json_depth + 1> members{};
  std::size_t depth = 0;
  std::size_t values = 1;
  for (std::size_t at = 0; at < text.size(); ++at) {
    switch (text[at]) {
      case '"':
        at = closing_quote(text, at);
        if (at == std::string_view::npos) return tl::unexpected(JsonFault::malformed);
        break;
      case '[':
      case '{':
        if (depth == max_json_depth) return tl::unexpected(JsonFault::too_deep);
        members[++depth] = 0;
        ++values;
        break;
      case ']':
      case '}':
        if (depth == 0) return tl::unexpected(JsonFault::malformed);
        --depth;
        break;
      case ',':
        ++values;
        break;
      case ':':
        if (++members[depth] > max_json_members) return tl::unexpected(JsonFault::too_many);
        break;
      case '\0':  // which the parser would take as the end
        return tl::unexpected(JsonFault::malformed);
      default:
        break;
    }
    if (values > max_json_values) return tl::unexpected(JsonFault::too_many);
  }
  return values;
}

/// The UTF-16 unit that an escape `\uXXXX` at `at` stands for.
std::optional<unsigned> escaped_unit(std::string_view text, std::size_t at) {
  if (text.substr(at, 2) != "\\u" || at + 6 > text.size()) return std::nullopt;
  const std::string_view digits = text.substr(at + 2, 4);
  unsigned unit = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), unit, 16);
  if (error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
  return unit;
}

/// `text` with each escape of a surrogate that has no partner replaced by `\ufffd`.
std::string with_paired_surrogates(std::string_view text) {
  std::string repaired;
  repaired.reserve(text.size());
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t backslash = std::min(text.find('\\', at), text.size());
    repaired.append(text.substr(at, backslash - at));
    at = backslash;
    const std::optional<unsigned> unit = escaped_unit(text, at);
    if (!unit || *unit < 0xD800 || *unit > 0xDFFF) {
      repaired.append(text.substr(at, 2));
      at += 2;
      continue;
    }
    const std::optional<unsigned> next = escaped_unit(text, at + 6);
    const bool is_pair = *unit <= 0xDBFF && next && *next >= 0xDC00 && *next <= 0xDFFF;
    const std::size_t length = is_pair ? 12 : 6;
    repaired.append(is_pair ? text.substr(at, length) : "\\ufffd");
    at += length;
  }
  return repaired;
}

std::optional<Json> parsed(std::string_view text) {
  Json value = Json::parse(text.begin(), text.end(), nullptr, /*allow_exceptions=*/false);
  if (value.is_discarded()) return std::nullopt;
  return value;
}

/// The string, number or word at `begin`; nullopt when something else or nothing is there.
std::optional<std::string_view> simple_value(std::string_view text, std::size_t begin) {
  if (begin == std::string_view::npos || text[begin] == '{' || text[begin] == '[') {
    return std::nullopt;
  }
  const std::size_t end =
      text[begin] == '"' ? closing_quote(text, begin) + 1 : text.find_first_of(",}] \t\r\n", begin);
  if (end == 0 || end == std::string_view::npos) return std::nullopt;
  return text.substr(begin, end - begin);
}

}  // namespace

tl::expected<ParsedJson, JsonFault> parse_json(std::string_view text) {
  const tl::expected<std::size_t, JsonFault> value_count = measure(text);
  if (!value_count) return tl::unexpected(value_count.error());
  std::optional<Json> value = parsed(text);
  if (!value) {
    const std::string repaired = with_paired_surrogates(text);
    if (repaired != text) value = parsed(repaired);
  }
  if (!value) return tl::unexpected(JsonFault::malformed);
  return ParsedJson{*std::move(value), *value_count};
}

std::optional<std::string_view> outer_member(std::string_view text, std::string_view key) {
  constexpr std::string_view blanks = " \t\r\n";
  std::size_t depth = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '{' || text[at] == '[') ++depth;
    if ((text[at] == '}' || text[at] == ']') && (depth == 0 || --depth == 0)) break;
    if (text[at] != '"') continue;
    const std::size_t open = at;
    at = closing_quote(text, open);
    if (at == std::string_view::npos) break;
    const std::size_t colon = text.find_first_not_of(blanks, at + 1);
    if (depth != 1 || colon == std::string_view::npos || text[colon] != ':') continue;
    if (text.substr(open + 1, at - open - 1) != key) continue;
    return simple_value(text, text.find_first_not_of(blanks, colon + 1));
  }
  return std::nullopt;
}

std::string to_text(const Json& value) {
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::size_t written_size(char byte) {
  switch (byte) {
    case '"':
    case '\\':
    case '\b':
    case '\f':
    case '\n':
    case '\r':
    case '\t':
      return 2;
    default:
      return static_cast<unsigned char>(byte) < 0x20 ? 6 : 1;
  }
}

std::size_t quoted_size(std::string_view text) {
  std::size_t size = 2;
  for (const char byte : text) size += written_size(byte);
  return size;
}

const Json* member(const Json& value, const char* key) {
  if (!value.is_object()) return nullptr;
  const auto found = value.find(key);
  return found == value.end() ? nullptr : &*found;
}

const std::string* text_member(const Json& value, const char* key) {
  const Json* const found = member(value, key);
  return found == nullptr ? nullptr : found->get_ptr<const std::string*>();
}

std::string shortened(std::string_view text, std::size_t max_bytes) {
  if (text.size() <= max_bytes) return std::string(text);
  std::size_t end = max_bytes;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
  return std::string(text.substr(0, end)) + "...";
}

}  // namespace notes::mcp
