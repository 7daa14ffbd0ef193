#include "server/base64.h"

#include <cstdint>

namespace notes::mcp {

namespace {

constexpr std::string_view standard_digits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::string_view url_digits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

std::string encoded(std::string_view bytes, std::string_view digits) {
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  std::uint32_t bits = 0;
  unsigned count = 0;  // of `bits` that are not yet written
  for (const char byte : bytes) {
    bits = (bits << 8U) | static_cast<unsigned char>(byte);
    count += 8;
    while (count >= 6) {
      count -= 6;
      text += digits[(bits >> count) & 0x3FU];
    }
  }
  if (count > 0) text += digits[(bits << (6 - count)) & 0x3FU];
  return text;
}

}  // namespace

std::string to_base64(std::string_view bytes) {
  std::string text = encoded(bytes, standard_digits);
  text.append((4 - text.size() % 4) % 4, '=');
  return text;
}

std::string to_base64url(std::string_view bytes) { return encoded(bytes, url_digits); }

std::optional<std::string> from_base64url(std::string_view text) {
  std::string bytes;
  bytes.reserve(text.size() / 4 * 3 + 2);
  std::uint32_t bits = 0;
  unsigned count = 0;
  for (const char digit : text) {
    const std::size_t value = url_digits.find(digit);
    if (value == std::string_view::npos) return std::nullopt;
    bits = (bits << 6U) | static_cast<std::uint32_t>(value);
    count += 6;
    if (count >= 8) {
      count -= 8;
      bytes += static_cast<char>((bits >> count) & 0xFFU);
    }
  }
  // Only one text stands for some bytes: no left-over digit, no stray bits in the last one.
  if (to_base64url(bytes) != text) return std::nullopt;
  return bytes;
}

}  // namespace notes::mcp
