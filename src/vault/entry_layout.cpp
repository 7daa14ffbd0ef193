#include "vault/entry_layout.h"

#include <algorithm>
#include <utility>

#include "vault/text_line.h"
#include "vault/yaml_text.h"

namespace notes {
namespace {

using Form = EntryLayout::Form;
using Kind = FrontMatterEntry::Kind;
using Slot = EntryLayout::Slot;

constexpr std::size_t npos = std::string_view::npos;

class LayoutReader {
 public:
  LayoutReader(std::string_view bytes, const FrontMatterEntry& entry)
      : text_(bytes.substr(0, entry.end)), entry_(entry) {}

  std::optional<EntryLayout> read() {
    const std::optional<std::size_t> colon = find_colon();
    if (!colon) return std::nullopt;
    layout_.header_end = *colon + 1;
    std::size_t at = next_content(layout_.header_end);
    if (at < text_.size() && text_[at] == '&') {
      layout_.header_end = word_end(at);
      at = next_content(layout_.header_end);
    }
    layout_.value_begin = at;
    if (at < text_.size() && text_[at] == '!') at = next_content(word_end(at));
    if (at >= text_.size()) {
      const bool has_tag = layout_.value_begin < text_.size();
      layout_.form = has_tag ? Form::token : Form::empty;
      if (!has_tag) layout_.value_begin = layout_.header_end;
      layout_.value_end = has_tag ? word_end(layout_.value_begin) : layout_.value_begin;
      return layout_;
    }
    if (!read_value(at)) return std::nullopt;
    if (entry_.kind == Kind::list && layout_.slots.size() != entry_.items.size()) {
      return std::nullopt;
    }
    return layout_;
  }

 private:
  [[nodiscard]] bool is_break_at(std::size_t at) const {
    return at >= text_.size() || is_blank_character(text_[at]) || text_[at] == '\n' ||
           text_[at] == '\r';
  }

  [[nodiscard]] std::size_t word_end(std::size_t at) const {
    while (!is_break_at(at)) ++at;
    return at;
  }

  [[nodiscard]] std::size_t line_end(std::size_t at) const { return text_line_at(text_, at).end; }

  /// The end of what stands on the line from `at` on, without blanks.
  [[nodiscard]] std::size_t trimmed_end(std::size_t at) const {
    std::size_t end = line_end(at);
    while (end > at && is_blank_character(text_[end - 1])) --end;
    return end;
  }

  [[nodiscard]] std::optional<std::size_t> find_colon() const {
    const TextLine line = text_line_at(text_, entry_.begin);
    std::size_t at = line.first;
    if (at >= line.end || (text_[at] == '?' && is_break_at(at + 1))) return std::nullopt;
    if (text_[at] == '"' || text_[at] == '\'') at = quote_end(at);
    for (; at < line.end; ++at) {
      if (text_[at] == ':' && is_break_at(at + 1)) return at;
    }
    return std::nullopt;
  }

  /// First byte at or after `at` that is neither blank, line end nor comment.
  [[nodiscard]] std::size_t next_content(std::size_t at) const {
    while (at < text_.size()) {
      if (text_[at] == '#' && is_break_at(at - 1)) {
        at = line_end(at);
      } else if (is_break_at(at)) {
        ++at;
      } else {
        break;
      }
    }
    return at;
  }

  /// One past the quote that closes the one at `at`.
  [[nodiscard]] std::size_t quote_end(std::size_t at) const {
    return std::min(quoted_scalar_end(text_, at), text_.size());
  }

  /// One past the plain scalar at `at`, on its line or, when nothing but it can follow, on later
  /// ones.
  [[nodiscard]] std::size_t plain_end(std::size_t at) const {
    std::size_t end = at;
    while (at < text_.size()) {
      const TextLine line = text_line_at(text_, at);
      for (at = line.first; at < line.end; ++at) {
        if (text_[at] == '#' && is_break_at(at - 1)) return end;
        if (!is_blank_character(text_[at])) end = at + 1;
      }
      at = line.next;
    }
    return end;
  }

  bool read_value(std::size_t at) {
    layout_.form = Form::token;
    const char first = text_[at];
    if (entry_.kind == Kind::list && first == '[') {
      layout_.form = Form::flow_list;
      return read_flow(at);
    }
    if (first == '{' && entry_.kind == Kind::map) return read_flow(at);
    if (entry_.kind == Kind::list) return read_block_list(at);
    if (entry_.kind == Kind::map) {
      layout_.form = Form::block_map;
      layout_.value_end = text_.size();
    } else if (first == '|' || first == '>') {
      layout_.form = Form::block_scalar;
      layout_.value_end = text_.size();
    } else if (first == '"' || first == '\'') {
      layout_.value_end = quote_end(at);
    } else {
      layout_.value_end = plain_end(at);
    }
    return true;
  }

  /// The collection that the bracket at `at` opens. Its items are the slots.
  bool read_flow(std::size_t at) {
    std::size_t depth = 0;
    std::optional<Slot> slot;
    for (at = next_content(at); at < text_.size(); at = next_content(at)) {
      const std::size_t end = flow_token_end(at);
      const char c = text_[at];
      const bool is_closing = c == ']' || c == '}';
      if (is_closing) --depth;
      if (depth > 0 && c != ',') {
        slot = Slot{slot ? slot->begin : at, end, 0, 0};
      } else if (depth <= 1 && slot) {
        layout_.slots.push_back(*std::exchange(slot, std::nullopt));
      }
      if (is_closing && depth == 0) {
        layout_.value_end = end;
        return true;
      }
      if (c == '[' || c == '{') ++depth;
      at = end;
    }
    return false;
  }

  /// One past the bracket, comma, quoted or plain run at `at` inside a flow collection.
  [[nodiscard]] std::size_t flow_token_end(std::size_t at) const {
    const char c = text_[at];
    if (std::string_view(",[]{}").find(c) != npos) return at + 1;
    return c == '"' || c == '\'' ? quote_end(at) : flow_plain_end(at);
  }

  /// One past the run of plain characters at `at` inside a flow collection.
  [[nodiscard]] std::size_t flow_plain_end(std::size_t at) const {
    const std::size_t limit = line_end(at);
    std::size_t end = at + 1;
    for (std::size_t i = at + 1; i < limit; ++i) {
      const char c = text_[i];
      if (std::string_view(",[]{}").find(c) != npos) break;
      if (c == '#' && is_blank_character(text_[i - 1])) break;
      if (c == ':' && is_break_at(i + 1)) return i + 1;
      if (!is_blank_character(c)) end = i + 1;
    }
    return end;
  }

  bool read_block_list(std::size_t at) {
    layout_.form = Form::block_list;
    layout_.value_end = text_.size();
    // The dash is the first of its line.
    std::size_t begin = at;
    while (begin > entry_.begin && text_[begin - 1] != '\n') --begin;
    const std::size_t column = at - begin;
    for (TextLine line = text_line_at(text_, begin);; line = text_line_at(text_, line.next)) {
      if (!line.is_blank() && line.column() == column && text_[line.first] == '-' &&
          is_break_at(line.first + 1)) {
        add_block_slot(line);
      } else if (!line.is_blank() && !is_comment_line(text_, line)) {
        if (layout_.slots.empty()) return false;
        layout_.slots.back().end = trimmed_end(line.first);
        layout_.slots.back().lines_end = line.next;
      }
      if (line.next >= text_.size()) return !layout_.slots.empty();
    }
  }

  void add_block_slot(const TextLine& line) {
    const std::size_t after = line.first + 1;
    Slot slot{after, after, line.begin, line.next};
    const std::size_t item = skip_blanks(text_, after, line.end);
    const bool is_empty = item == line.end || text_[item] == '#';
    if (!is_empty) {
      slot.begin = item;
      slot.end = text_[item] == '"' || text_[item] == '\'' ? std::min(quote_end(item), line.end)
                                                           : line_plain_end(item, line.end);
    }
    layout_.slots.push_back(slot);
  }

  [[nodiscard]] std::size_t line_plain_end(std::size_t at, std::size_t limit) const {
    std::size_t end = at + 1;
    for (std::size_t i = at + 1; i < limit; ++i) {
      if (text_[i] == '#' && is_blank_character(text_[i - 1])) break;
      if (!is_blank_character(text_[i])) end = i + 1;
    }
    return end;
  }

  std::string_view text_;  // the file up to the entry's end; the caller keeps it
  const FrontMatterEntry& entry_;
  EntryLayout layout_;
};

}  // namespace

std::optional<EntryLayout> layout_of(std::string_view bytes, const FrontMatterEntry& entry) {
  return LayoutReader(bytes, entry).read();
}

}  // namespace notes
