#include "server/page.h"

#include <cstddef>
#include <string>
#include <string_view>

#include "server/json_text.h"
#include "vault/unicode.h"

namespace notes::mcp {
namespace {

/// Cost of a code point of two and more bytes that begins with `first`; none for the bytes after
/// it.
std::size_t cost_beyond_ascii(unsigned char first) {
  if (first < 0xC0) return 0;
  if (first < 0xE0) return 2;
  return first < 0xF0 ? 4 : 8;
}

/// What `byte` costs in a JSON string.
std::size_t cost_of(char byte) {
  const auto plain = static_cast<unsigned char>(byte);
  return plain < 0x80 ? written_size(byte) : cost_beyond_ascii(plain);
}

}  // namespace

std::size_t text_cost(std::string_view text) {
  std::size_t cost = 0;
  for (const char byte : text) cost += cost_of(byte);
  return cost;
}

std::size_t json_cost(const Json& value) {
  const std::string written = to_text(value);
  std::size_t cost = 0;
  for (const char byte : written) {
    const auto plain = static_cast<unsigned char>(byte);
    // Escapes are spelt out already, so every ASCII byte counts once.
    cost += plain < 0x80 ? 1 : cost_beyond_ascii(plain);
  }
  return cost;
}

std::size_t affordable(std::string_view text, std::size_t budget) {
  std::size_t cost = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    cost += cost_of(text[at]);
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
