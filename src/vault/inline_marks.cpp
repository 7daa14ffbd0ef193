#include "vault/inline_marks.h"

#include <algorithm>
#include <vector>

#include "vault/text_line.h"

namespace notes {
namespace {

constexpr std::size_t npos = std::string_view::npos;

std::size_t run_length(std::string_view text, char c) {
  return std::min(text.find_first_not_of(c), text.size());
}

bool is_ascii_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

bool is_ascii_punctuation(char c) {
  return (c >= '!' && c <= '/') || (c >= ':' && c <= '@') || (c >= '[' && c <= '`') ||
         (c >= '{' && c <= '~');
}

/// Removes the marks of one line. What is removed is only marked at first, so that offsets hold.
class InlineMarks {
 public:
  explicit InlineMarks(std::string_view text) : text_(text), is_removed_(text.size(), 0) {}

  std::string removed() {
    for (std::size_t at = 0; at < text_.size();) at = next(at);
    std::string result;
    for (std::size_t at = 0; at < text_.size(); ++at) {
      if (is_removed_[at] == 0) result += text_[at];
    }
    return result;
  }

 private:
  struct Delimiter {
    char mark;
    std::size_t begin;
    std::size_t count;
  };

  void remove(std::size_t begin, std::size_t end) {
    for (std::size_t at = begin; at < end; ++at) is_removed_[at] = 1;
  }

  std::size_t next(std::size_t at) {
    switch (text_[at]) {
      case '\\':
        return escape(at);
      case '`':
        return code(at);
      case '<':
        return tag(at);
      case '!':
        if (at + 1 < text_.size() && text_[at + 1] == '[' && link(at + 1)) remove(at, at + 1);
        return at + 1;
      case '[':
        link(at);
        return at + 1;
      case '*':
      case '_':
      case '~':
        return emphasis(at);
      default:
        return at + 1;
    }
  }

  std::size_t escape(std::size_t at) {
    if (at + 1 >= text_.size() || !is_ascii_punctuation(text_[at + 1])) return at + 1;
    remove(at, at + 1);
    return at + 2;
  }

  std::size_t code(std::size_t at) {
    const std::size_t length = run_length(text_.substr(at), '`');
    std::size_t end = at + length;
    while ((end = text_.find('`', end)) != npos) {
      const std::size_t closing = run_length(text_.substr(end), '`');
      if (closing == length) {
        remove(at, at + length);
        remove(end, end + length);
        return end + length;
      }
      end += closing;
    }
    return at + length;
  }

  std::size_t tag(std::size_t at) {
    const std::size_t end = text_.find('>', at);
    if (end == npos || end == at + 1) return at + 1;
    const std::string_view inner = text_.substr(at + 1, end - at - 1);
    const bool is_address =
        inner.find(' ') == npos && (inner.find("://") != npos || inner.find('@') != npos);
    if (is_address) {
      remove(at, at + 1);
      remove(end, end + 1);
      return end + 1;
    }
    if (!is_ascii_letter(inner.front()) && inner.front() != '/' && inner.front() != '!') {
      return at + 1;
    }
    remove(at, end + 1);
    return end + 1;
  }

  /// The bracket that closes the one at `at`; npos when none does.
  [[nodiscard]] std::size_t closing(std::size_t at, char open, char close) const {
    std::size_t depth = 0;
    for (; at < text_.size(); ++at) {
      if (text_[at] == '\\') {
        ++at;
      } else if (text_[at] == open) {
        ++depth;
      } else if (text_[at] == close && --depth == 0) {
        return at;
      }
    }
    return npos;
  }

  /// Removes all of a link (`[t](u)`, `[t][r]`, `[[page|t]]`) but its text, which is gone through
  /// next. False when there is none.
  bool link(std::size_t at) {
    const std::size_t end = closing(at, '[', ']');
    if (end == npos) return false;
    if (text_.substr(at).starts_with("[[") && text_[end - 1] == ']') {
      const std::size_t bar = text_.substr(0, end).find('|', at);
      remove(at, bar == npos ? at + 2 : bar + 1);
      remove(end - 1, end + 1);
      return true;
    }
    const char follows = end + 1 < text_.size() ? text_[end + 1] : '\0';
    if (follows != '(' && follows != '[') return false;
    const std::size_t last = closing(end + 1, follows, follows == '(' ? ')' : ']');
    if (last == npos) return false;
    remove(at, at + 1);
    remove(end, last + 1);
    return true;
  }

  [[nodiscard]] bool is_space(std::size_t at) const {
    return at >= text_.size() || is_blank_character(text_[at]);
  }
  [[nodiscard]] bool is_word(std::size_t at) const {
    return !is_space(at) && !is_ascii_punctuation(text_[at]);
  }

  std::size_t emphasis(std::size_t at) {
    const char mark = text_[at];
    const std::size_t count = run_length(text_.substr(at), mark);
    const std::size_t end = at + count;
    // What the destination of a link holds is gone already.
    if (is_removed_[at] != 0 || (mark == '~' && count != 2)) return end;
    const std::size_t before = at == 0 ? npos : at - 1;
    const bool is_inside_word = mark == '_' && is_word(before) && is_word(end);
    std::size_t left = count;
    if (!is_space(before) && !is_inside_word) left = close(mark, at, count);
    if (left > 0 && !is_space(end) && !is_inside_word) {
      open_.push_back({mark, end - left, left});
    }
    return end;
  }

  /// Matches a closing run with what is open; gives how many of its marks are left.
  std::size_t close(char mark, std::size_t at, std::size_t count) {
    while (count > 0) {
      const auto opener = std::find_if(open_.rbegin(), open_.rend(), [&](const Delimiter& open) {
        return open.mark == mark && open.begin + open.count < at;
      });
      if (opener == open_.rend()) break;
      const std::size_t matched = std::min(opener->count, count);
      remove(opener->begin + opener->count - matched, opener->begin + opener->count);
      remove(at, at + matched);
      at += matched;
      count -= matched;
      opener->count -= matched;
      open_.erase(opener->count == 0 ? std::next(opener).base() : opener.base(), open_.end());
    }
    return count;
  }

  std::string_view text_;  // the caller keeps it
  std::vector<char> is_removed_;
  std::vector<Delimiter> open_;
};

}  // namespace

std::string without_inline_marks(std::string_view text) {
  if (text.size() > max_inline_length) return std::string(text);
  return std::string(trimmed_ascii(InlineMarks(text).removed()));
}

}  // namespace notes
