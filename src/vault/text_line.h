#pragma once
#include <cstddef>
#include <string_view>

namespace notes {

/// One line of a text. A line end is LF with any CRs before it (CR CR LF is what some programs make
/// of CR LF); a CR elsewhere is an ordinary character.
/// All members are offsets in the text.
struct TextLine {
  std::size_t begin;  ///< first byte
  std::size_t first;  ///< first byte that is no blank or tab; `end` on a blank line
  std::size_t end;    ///< one past the last byte before the line end
  std::size_t next;   ///< first byte of the next line, or the end of the text

  [[nodiscard]] bool is_blank() const { return first == end; }
  /// Bytes of blanks before the first character.
  [[nodiscard]] std::size_t column() const { return first - begin; }
};

[[nodiscard]] constexpr bool is_blank_character(char c) { return c == ' ' || c == '\t'; }

/// First byte from `at` on, and before `end`, that is no blank or tab; else `end`.
[[nodiscard]] inline std::size_t skip_blanks(std::string_view text, std::size_t at,
                                             std::size_t end) {
  while (at < end && is_blank_character(text[at])) ++at;
  return at;
}

/// The line that begins at `begin`.
[[nodiscard]] inline TextLine text_line_at(std::string_view text, std::size_t begin) {
  const std::size_t line_feed = text.find('\n', begin);
  TextLine line{.begin = begin, .first = begin, .end = text.size(), .next = text.size()};
  if (line_feed != std::string_view::npos) {
    line.next = line_feed + 1;
    line.end = line_feed;
    while (line.end > begin && text[line.end - 1] == '\r') --line.end;
  }
  line.first = skip_blanks(text, begin, line.end);
  return line;
}

/// Where the line that holds byte `at` begins.
[[nodiscard]] inline std::size_t line_begin_before(std::string_view text, std::size_t at) {
  return text.substr(0, at).rfind('\n') + 1;  // npos + 1 is 0
}

/// The line that holds byte `at`.
[[nodiscard]] inline TextLine text_line_around(std::string_view text, std::size_t at) {
  return text_line_at(text, line_begin_before(text, at));
}

/// Whether the line holds nothing but a YAML comment.
[[nodiscard]] inline bool is_comment_line(std::string_view text, const TextLine& line) {
  return !line.is_blank() && text[line.first] == '#';
}

/// `text` without the blanks, tabs and line ends around it.
[[nodiscard]] inline std::string_view trimmed_ascii(std::string_view text) {
  const auto is_blank = [](char c) { return is_blank_character(c) || c == '\n' || c == '\r'; };
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

}  // namespace notes
