#include "vault/plain_block.h"

#include <string>
#include <utility>

#include "vault/text_line.h"

namespace notes {
namespace {

using Item = FrontMatterItem;
using Kind = FrontMatterEntry::Kind;

constexpr std::size_t max_key_length = 1024;  // YAML 1.2, 7.4.2: what an implicit key may have
constexpr std::string_view indicators = ",[]{}#&*!|>'\"%@`";

enum class Context { block, flow };

/// A scalar and where it ends.
struct Token {
  Item item;
  std::size_t end;
};

class PlainReader {
 public:
  PlainReader(std::string_view bytes, std::size_t begin, std::size_t end)
      : text_(bytes.substr(0, end)), at_(begin) {
    entries_.reserve(8);
  }

  std::optional<std::vector<FrontMatterEntry>> read() {
    while (at_ < text_.size()) {
      const TextLine line = text_line_at(text_, at_);
      if (is_passed_over(line)) continue;
      if (line.column() != 0 || !read_entry(line)) return std::nullopt;
    }
    return std::move(entries_);
  }

 private:
  /// Goes past a blank or comment line.
  bool is_passed_over(const TextLine& line) {
    if (!line.is_blank() && text_[line.first] != '#') return false;
    at_ = line.next;
    return true;
  }

  [[nodiscard]] bool is_break_at(std::size_t at, std::size_t end) const {
    return at >= end || is_blank_character(text_[at]);
  }

  /// Whether only blanks and a comment set off by blanks follow `at`.
  [[nodiscard]] bool is_rest_empty(std::size_t at, std::size_t end) const {
    const std::size_t rest = skip_blanks(text_, at, end);
    return rest == end || (text_[rest] == '#' && rest > at);
  }

  bool read_entry(const TextLine& line) {
    if (++values_ > max_front_matter_values) return false;
    FrontMatterEntry& entry = entries_.emplace_back();
    entry.begin = line.begin;
    const std::optional<std::size_t> colon = read_key(line, entry);
    if (!colon) return false;
    const std::size_t after = *colon + 1;
    if (!is_break_at(after, line.end)) return false;
    const std::size_t value = skip_blanks(text_, after, line.end);
    at_ = entry.end = line.next;
    if (is_rest_empty(after, line.end)) return read_block_list(entry);
    if (text_[value] == '[') return read_flow_list(entry, value, line);
    std::optional<Token> token = scalar_at(value, line.end, Context::block);
    if (!token || !is_rest_empty(token->end, line.end)) return false;
    entry.kind = token->item.kind == Item::Kind::null ? Kind::null : Kind::scalar;
    entry.is_plain = entry.kind == Kind::scalar && token->item.is_plain;
    entry.value = std::move(token->item.value);
    return true;
  }

  /// Where the colon after the key is.
  [[nodiscard]] std::optional<std::size_t> read_key(const TextLine& line,
                                                    FrontMatterEntry& entry) const {
    const char first = text_[line.first];
    if (first == '"' || first == '\'') {
      std::optional<Token> token = quoted_at(line.first, line.end);
      if (!token) return std::nullopt;
      const std::size_t colon = skip_blanks(text_, token->end, line.end);
      if (colon == line.end || text_[colon] != ':') return std::nullopt;
      entry.key = std::move(token->item.value);
      return colon;
    }
    // `-`, `?` and `:` may begin something else, `...` is a document's end.
    const bool is_other = indicators.find(first) != std::string_view::npos || first == '-' ||
                          first == '?' || first == ':' ||
                          text_.substr(line.first).starts_with("...");
    if (is_other) return std::nullopt;
    for (std::size_t at = line.first; at < line.end; ++at) {
      const bool is_comment = text_[at] == '#' && is_blank_character(text_[at - 1]);
      if (is_comment || text_[at] == '\t') return std::nullopt;
      if (text_[at] != ':' || !is_break_at(at + 1, line.end)) continue;
      if (at - line.first > max_key_length) return std::nullopt;
      entry.key = trimmed_ascii(text_.substr(line.first, at - line.first));
      if (is_null_scalar(entry.key)) return std::nullopt;
      return at;
    }
    return std::nullopt;
  }

  /// What follows `key:`: a block list, or nothing, which is null.
  bool read_block_list(FrontMatterEntry& entry) {
    std::optional<std::size_t> column;
    while (at_ < text_.size()) {
      const TextLine line = text_line_at(text_, at_);
      if (is_passed_over(line)) continue;
      const bool is_item = text_[line.first] == '-' && is_break_at(line.first + 1, line.end);
      if (!is_item && line.column() == 0) return true;
      if (!is_item || line.column() != column.value_or(line.column())) return false;
      if (text_.substr(line.begin, line.column()).find('\t') != std::string_view::npos) {
        return false;
      }
      column = line.column();
      entry.kind = Kind::list;
      if (!read_block_item(entry, line)) return false;
      at_ = entry.end = line.next;
    }
    return true;
  }

  bool read_block_item(FrontMatterEntry& entry, const TextLine& line) {
    if (++values_ > max_front_matter_values) return false;
    const std::size_t after = line.first + 1;
    if (is_rest_empty(after, line.end)) {
      entry.items.push_back({.kind = Item::Kind::null, .is_plain = true, .value = {}});
      return true;
    }
    std::optional<Token> token =
        scalar_at(skip_blanks(text_, after, line.end), line.end, Context::block);
    if (!token || !is_rest_empty(token->end, line.end)) return false;
    entry.items.push_back(std::move(token->item));
    return true;
  }

  bool read_flow_list(FrontMatterEntry& entry, std::size_t bracket, TextLine line) {
    entry.kind = Kind::list;
    std::optional<std::size_t> at = skip_in_flow(bracket + 1, line);
    while (at && text_[*at] != ']') {
      std::optional<Token> token = scalar_at(*at, line.end, Context::flow);
      if (!token || ++values_ > max_front_matter_values) return false;
      entry.items.push_back(std::move(token->item));
      at = skip_in_flow(token->end, line);
      if (!at || (text_[*at] != ',' && text_[*at] != ']')) return false;
      if (text_[*at] == ',') at = skip_in_flow(*at + 1, line);
    }
    if (!at || !is_rest_empty(*at + 1, line.end)) return false;
    at_ = entry.end = line.next;
    return true;
  }

  /// The next byte of a flow list, on `line` or, with `line` moved on, on a later one.
  [[nodiscard]] std::optional<std::size_t> skip_in_flow(std::size_t at, TextLine& line) const {
    while (is_rest_empty(at, line.end)) {
      do {
        if (line.next >= text_.size()) return std::nullopt;
        line = text_line_at(text_, line.next);
      } while (line.is_blank() || text_[line.first] == '#');
      at = line.first;
      if (text_.substr(line.begin, line.column()).find('\t') != std::string_view::npos) {
        return std::nullopt;
      }
      if (line.column() == 0 && text_[at] != ']') return std::nullopt;
    }
    return skip_blanks(text_, at, line.end);
  }

  [[nodiscard]] std::optional<Token> scalar_at(std::size_t at, std::size_t end,
                                               Context context) const {
    if (text_[at] == '"' || text_[at] == '\'') return quoted_at(at, end);
    return plain_at(at, end, context);
  }

  [[nodiscard]] std::optional<Token> quoted_at(std::size_t at, std::size_t end) const {
    const char quote = text_[at];
    const char escape = quote == '"' ? '\\' : '\'';
    Token token{.item = {.kind = Item::Kind::scalar, .is_plain = false, .value = {}}, .end = 0};
    std::size_t from = at + 1;
    for (std::size_t i = from; i < end; ++i) {
      const char c = text_[i];
      if (c == escape && i + 1 < end && (text_[i + 1] == quote || text_[i + 1] == escape)) {
        token.item.value.append(text_.substr(from, i - from));
        from = ++i;
      } else if (c == quote) {
        token.item.value.append(text_.substr(from, i - from));
        token.end = i + 1;
        return token;
      } else if (c == '\\' && quote == '"') {
        return std::nullopt;
      }
    }
    return std::nullopt;
  }

  [[nodiscard]] bool ends_flow_scalar(std::size_t at) const {
    return text_[at] == ',' || text_[at] == ']';
  }

  [[nodiscard]] std::optional<Token> plain_at(std::size_t at, std::size_t end,
                                              Context context) const {
    const char first = text_[at];
    const bool is_flow = context == Context::flow;
    if (indicators.find(first) != std::string_view::npos || first == '?' || first == ':' ||
        (first == '-' && (is_flow || is_break_at(at + 1, end)))) {
      return std::nullopt;
    }
    std::size_t stop = at;
    for (; stop < end; ++stop) {
      const char c = text_[stop];
      if (c == '#' && is_blank_character(text_[stop - 1])) break;
      if (c == ':' && (is_break_at(stop + 1, end) || (is_flow && ends_flow_scalar(stop + 1)))) {
        return std::nullopt;
      }
      if (!is_flow) continue;
      if (ends_flow_scalar(stop)) break;
      if (c == '[' || c == '{' || c == '}') return std::nullopt;
    }
    while (is_blank_character(text_[stop - 1])) --stop;
    const std::string_view value = text_.substr(at, stop - at);
    if (is_null_scalar(value)) {
      return Token{.item = {.kind = Item::Kind::null, .is_plain = true, .value = {}}, .end = stop};
    }
    return Token{
        .item = {.kind = Item::Kind::scalar, .is_plain = true, .value = std::string(value)},
        .end = stop};
  }

  std::string_view text_;  // the file up to the block's end; the caller keeps it
  std::size_t at_;
  std::size_t values_ = 0;
  std::vector<FrontMatterEntry> entries_;
};

}  // namespace

bool is_null_scalar(std::string_view text) {
  return text.empty() || text == "~" || text == "null" || text == "Null" || text == "NULL";
}

std::optional<std::vector<FrontMatterEntry>> read_plain_block(std::string_view bytes,
                                                              std::size_t begin, std::size_t end) {
  return PlainReader(bytes, begin, end).read();
}

}  // namespace notes
