#include "vault/in_quotes.h"

#include "vault/unicode.h"

namespace notes {

std::string in_quotes(std::string_view bytes) {
  constexpr std::size_t max_code_point_length = 4;
  // One code point more than fits tells whether there is more.
  std::string text =
      repaired_utf8(bytes.substr(0, (max_length_in_quotes + 1) * max_code_point_length));
  const std::size_t end = byte_offset(text, max_length_in_quotes);
  const bool is_cut = end < text.size();
  if (is_cut) text.resize(grapheme_start(text, end));
  std::string result = "'";
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = code_point_at(text, at);
    result += is_control(point.value) ? " " : text.substr(at, point.length);
    at += point.length;
  }
  return result + (is_cut ? "…'" : "'");
}

}  // namespace notes
