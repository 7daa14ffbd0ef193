#include "server/note_uri.h"

#include <algorithm>
#include <charconv>

#include "server/base64.h"
#include "vault/error.h"

namespace notes::mcp {

namespace {

constexpr std::string_view prefix = "note:///";
/// Room for a slug in which every character is percent-encoded.
constexpr std::size_t max_uri_bytes = prefix.size() + 3 * Slug::max_length;
/// The first byte of a cursor, so that another kind can be told apart one day.
constexpr char cursor_version = '1';

std::optional<std::string> percent_decoded(std::string_view text) {
  std::string decoded;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '%') {
      decoded += text[at];
      continue;
    }
    const std::string_view digits = text.substr(at + 1, 2);
    unsigned char byte = 0;
    const auto [end, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), byte, 16);
    if (digits.size() < 2 || error != std::errc() || end != digits.data() + 2) return std::nullopt;
    decoded += static_cast<char>(byte);
    at += 2;
  }
  return decoded;
}

std::optional<Slug> checked_slug(std::string_view text) {
  Result<Slug> slug = Slug::parse(text);
  if (!slug) return std::nullopt;
  return *std::move(slug);
}

char lower(char letter) {
  return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

}  // namespace

std::string note_uri(const Slug& slug) { return std::string(prefix).append(slug.str()); }

std::optional<Slug> slug_of_uri(std::string_view uri) {
  if (uri.size() > max_uri_bytes || uri.size() < prefix.size()) return std::nullopt;
  const bool is_prefixed =
      std::equal(prefix.begin(), prefix.end(), uri.begin(),
                 [](char expected, char actual) { return lower(actual) == expected; });
  if (!is_prefixed) return std::nullopt;
  const std::optional<std::string> name = percent_decoded(uri.substr(prefix.size()));
  return name ? checked_slug(*name) : std::nullopt;
}

std::string cursor_after(const Slug& slug) { return to_base64url(cursor_version + slug.str()); }

std::optional<Slug> slug_of_cursor(std::string_view cursor) {
  if (cursor.size() > 2 * Slug::max_length) return std::nullopt;
  const std::optional<std::string> text = from_base64url(cursor);
  if (!text || text->empty() || text->front() != cursor_version) return std::nullopt;
  return checked_slug(std::string_view(*text).substr(1));
}

}  // namespace notes::mcp
