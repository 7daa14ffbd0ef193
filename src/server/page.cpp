#include "server/page.h"

#include <cstddef>
#include <string>
#include <string_view>

#include "server/json_text.h"
#include "vault/unicode.h"

namespace notes::mcp {
namespace {

/// Cost of the code point that begins with `first`, without the bytes that follow it.
std::size_t cost_of_first(unsigned char first) {
  switch (first) {
    case '"':
    case '\\':
    case '\b':
    case '\f':
    case '\n':
    case '\r':
    case '\t':
      return 2;
    default:
      break;
  }
  if (first < 0x20) return 6;
  if (first < 0x80) return 1;
  if (first < 0xC0) return 0;  // a byte that continues a code point
  if (first < 0xE0) return 2;
  return first < 0xF0 ? 4 : 8;
}

}  // namespace

std::size_t text_cost(std::string_view text) {
  std::size_t cost = 0;
  for (const char byte : text) cost += cost_of_first(static_cast<unsigned char>(byte));
  return cost;
}

std::size_t json_cost(const Json& value) {
  const std::string written = to_text(value);
  std::size_t cost = 0;
  for (const char byte : written) {
    const auto plain = static_cast<unsigned char>(byte);
    // Escapes are spelt out already, so every ASCII byte counts once.
    cost += plain < 0x80 ? 1 : cost_of_first(plain);
  }
  return cost;
}

std::size_t affordable(std::string_view text, std::size_t budget) {
  std::size_t cost = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    cost += cost_of_first(static_cast<unsigned char>(text[at]));
    if (cost > budget) return at;
  }
  return text.size();
}

std::size_t readable_part(std::string_view text, std::size_t budget) {
  const std::size_t end = affordable(text, budget);
  if (end == text.size()) return end;
  const std::size_t line_end = text.substr(0, end).rfind('\n');
  if (line_end != std::string_view::npos && line_end >= end / 2) return line_end + 1;
  const std::size_t start = grapheme_start(text, end);
  if (start > 0) return start;
  return end > 0 ? end : code_point_at(text, 0).length;
}

std::string abridged(std::string_view text, std::size_t max_code_points) {
  const std::size_t end = byte_offset(text, max_code_points);
  std::string result(text.substr(0, end));
  if (end < text.size()) result += "…";
  return result;
}

bool Page::add(const Json& item, std::string_view text) {
  const std::size_t structured_cost = json_cost(item) + 1;  // and a comma
  const std::size_t added_text_cost = text_cost(text);
  if (structured_cost > structured_left_ || added_text_cost > text_left_) return false;
  structured_left_ -= structured_cost;
  text_left_ -= added_text_cost;
  items_.push_back(item);
  text_ += text;
  return true;
}

void PagePlace::describe_in(Json& structured) const {
  structured["total"] = total;
  structured["count"] = count;
  structured["offset"] = offset;
  structured["has_more"] = has_more();
  if (has_more()) structured["next_offset"] = offset + count;
}

std::string PagePlace::words(std::string_view plural) const {
  const std::string what(plural);
  const std::string all = std::to_string(total);
  if (total == 0) return "No " + what + ".";
  if (count == 0) {
    return "No " + what + " from offset " + std::to_string(offset) + " on: there are " + all + ".";
  }
  std::string words = "Showing " + std::to_string(offset + 1) + " to " +
                      std::to_string(offset + count) + " of " + all + " " + what + ".";
  if (has_more()) words += " More: offset " + std::to_string(offset + count) + ".";
  return words;
}

}  // namespace notes::mcp
