#include "vault/markdown.h"

#include <algorithm>
#include <array>

#include "vault/inline_marks.h"
#include "vault/text_line.h"
#include "vault/unicode.h"

namespace notes {
namespace {

constexpr std::size_t code_indent = 4;
constexpr std::size_t npos = std::string_view::npos;

struct RawHeading {
  int level;
  std::string text;   // with its marks
  std::size_t begin;  // bytes
};

/// Columns of white space before the text, a tab going on to the next multiple of four.
std::size_t indentation(std::string_view line) {
  std::size_t columns = 0;
  for (const char c : line) {
    if (c == '\t') {
      columns += code_indent - columns % code_indent;
    } else if (c == ' ') {
      ++columns;
    } else {
      break;
    }
  }
  return columns;
}

std::size_t run_length(std::string_view text, char c) {
  return std::min(text.find_first_not_of(c), text.size());
}

/// Whether the trimmed `text` is three or more of `*`, `-` or `_`, perhaps with blanks between.
bool is_thematic_break(std::string_view text) {
  const char mark = text.empty() ? '\0' : text.front();
  if (mark != '*' && mark != '-' && mark != '_') return false;
  std::size_t count = 0;
  for (const char c : text) {
    if (c == mark) ++count;
    if (c != mark && !is_blank_character(c)) return false;
  }
  return count >= 3;
}

/// Whether the trimmed `text` begins a quote or a list item.
bool is_container(std::string_view text) {
  if (text.starts_with('>')) return true;
  std::size_t marker = 1;
  if (text.find_first_of("-+*") != 0) {
    const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
    if (digits == 0 || digits > 9 || digits == text.size()) return false;
    if (text[digits] != '.' && text[digits] != ')') return false;
    marker = digits + 1;
  }
  return marker == text.size() || is_blank_character(text[marker]);
}

/// Level of the ATX heading that the trimmed `text` is, else 0.
int atx_level(std::string_view text) {
  const std::size_t marks = run_length(text, '#');
  const bool is_heading =
      marks >= 1 && marks <= 6 && (marks == text.size() || is_blank_character(text[marks]));
  return is_heading ? static_cast<int>(marks) : 0;
}

std::string_view atx_text(std::string_view text) {
  text = trimmed_ascii(text.substr(run_length(text, '#')));
  const std::size_t last = text.find_last_not_of('#');
  if (last == npos) return {};
  if (last + 1 < text.size() && is_blank_character(text[last])) {
    text = trimmed_ascii(text.substr(0, last));
  }
  return text;
}

/// What ends the HTML block that the trimmed `text` begins, when headings in it are none.
std::string_view html_end(std::string_view text) {
  constexpr std::array<std::array<std::string_view, 2>, 5> blocks{{{"<!--", "-->"},
                                                                   {"<pre", "</pre>"},
                                                                   {"<script", "</script>"},
                                                                   {"<style", "</style>"},
                                                                   {"<textarea", "</textarea>"}}};
  for (const auto& [begin, end] : blocks) {
    if (text.starts_with(begin)) return end;
  }
  return {};
}

bool is_ascii_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// Goes through a body line by line.
class HeadingScanner {
 public:
  explicit HeadingScanner(std::string_view body) : body_(body) {}

  std::optional<RawHeading> next() {
    while (at_ < body_.size()) {
      const TextLine line = text_line_at(body_, at_);
      at_ = line.next;
      std::optional<RawHeading> heading = look_at(line);
      if (heading) return heading;
    }
    return std::nullopt;
  }

 private:
  enum class Within { nothing, paragraph, container };

  /// Whether the line, which is not empty, can be nothing but text: it begins at once with a
  /// letter. Most lines do.
  [[nodiscard]] bool is_plain_text(const TextLine& line) const {
    const char first = body_[line.first];
    return line.column() == 0 &&
           (is_ascii_letter(first) || static_cast<unsigned char>(first) >= 0x80);
  }

  std::optional<RawHeading> look_at(const TextLine& line) {
    if (fence_ == 0 && html_end_.empty() && !line.is_blank() && is_plain_text(line)) {
      begin_paragraph(line);
      return std::nullopt;
    }
    const std::string_view text = trimmed_ascii(body_.substr(line.begin, line.end - line.begin));
    const std::size_t indent = indentation(body_.substr(line.begin, line.end - line.begin));
    if (fence_ != 0) {
      end_fence(text, indent);
      return std::nullopt;
    }
    if (!html_end_.empty()) {
      if (text.find(html_end_) != npos) html_end_ = {};
      return std::nullopt;
    }
    if (text.empty()) {
      within_ = Within::nothing;
      return std::nullopt;
    }
    if (indent >= code_indent) return std::nullopt;  // code, or the paragraph goes on
    if (begins_literal(text)) return std::nullopt;
    if (const int level = atx_level(text); level > 0) {
      within_ = Within::nothing;
      return RawHeading{level, std::string(atx_text(text)), line.begin};
    }
    if (within_ == Within::paragraph && is_underline(text)) {
      within_ = Within::nothing;
      return RawHeading{text.front() == '=' ? 1 : 2, paragraph_until(line.begin), paragraph_begin_};
    }
    follow(text, line);
    return std::nullopt;
  }

  static bool is_underline(std::string_view text) {
    return run_length(text, '=') == text.size() || run_length(text, '-') == text.size();
  }

  void follow(std::string_view text, const TextLine& line) {
    if (is_thematic_break(text)) {
      within_ = Within::nothing;
    } else if (is_container(text)) {
      within_ = Within::container;
    } else {
      begin_paragraph(line);
    }
  }

  void begin_paragraph(const TextLine& line) {
    if (within_ != Within::nothing) return;
    within_ = Within::paragraph;
    paragraph_begin_ = line.begin;
  }

  /// Begins a code fence or an HTML block with `text`, if it does.
  bool begins_literal(std::string_view text) {
    const char mark = text.front();
    if (mark == '`' || mark == '~') {
      const std::size_t length = run_length(text, mark);
      if (length < 3 || (mark == '`' && text.find('`', length) != npos)) return false;
      fence_ = length;
      fence_mark_ = mark;
      within_ = Within::nothing;
      return true;
    }
    const std::string_view end = html_end(text);
    if (end.empty()) return false;
    within_ = Within::nothing;
    if (text.find(end) == npos) html_end_ = end;
    return true;
  }

  void end_fence(std::string_view text, std::size_t indent) {
    if (indent < code_indent && !text.empty() && text.front() == fence_mark_ &&
        run_length(text, fence_mark_) == text.size() && text.size() >= fence_) {
      fence_ = 0;
    }
  }

  [[nodiscard]] std::string paragraph_until(std::size_t end) const {
    std::string text;
    for (std::size_t at = paragraph_begin_; at < end;) {
      const TextLine line = text_line_at(body_, at);
      if (!text.empty()) text += ' ';
      text += trimmed_ascii(body_.substr(line.begin, line.end - line.begin));
      at = line.next;
    }
    return text;
  }

  std::string_view body_;  // the caller keeps it
  std::size_t at_ = 0;
  Within within_ = Within::nothing;
  std::size_t paragraph_begin_ = 0;
  std::size_t fence_ = 0;  // length of the fence that is open, else 0
  char fence_mark_ = '`';
  std::string_view html_end_;
};

}  // namespace

std::optional<std::string> first_heading(std::string_view body) {
  HeadingScanner scanner(body);
  while (const std::optional<RawHeading> heading = scanner.next()) {
    if (heading->level != 1) continue;
    std::string text = without_inline_marks(heading->text);
    if (!text.empty()) return text;
  }
  return std::nullopt;
}

std::vector<Heading> headings(std::string_view body, std::size_t limit) {
  HeadingScanner scanner(body);
  std::vector<Heading> all;
  std::size_t counted = 0;  // bytes of the body of which `offset` is the length
  std::size_t offset = 0;
  while (all.size() < limit) {
    const std::optional<RawHeading> heading = scanner.next();
    if (!heading) break;
    offset += count_code_points(body.substr(counted, heading->begin - counted));
    counted = heading->begin;
    all.push_back({heading->level, without_inline_marks(heading->text), offset});
  }
  return all;
}

}  // namespace notes
