#include "vault/yaml_block.h"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <array>
#include <span>
#include <sstream>
#include <string>
#include <utility>

#include "vault/text_line.h"
#include "vault/unicode.h"

namespace notes {
namespace {

using Item = FrontMatterItem;
using Kind = FrontMatterEntry::Kind;
using YAML::Mark;

/// Where the library's marks, which count in text with LF ends, are in the file.
class Positions {
 public:
  Positions(std::string_view bytes, std::size_t begin, std::size_t end)
      : bytes_(bytes), begin_(begin), end_(end) {
    for (std::size_t at = begin; at < end; at = text_line_at(bytes, at).next) {
      lines_.push_back(at);
    }
  }

  [[nodiscard]] std::size_t line_begin(const Mark& mark) const {
    if (mark.line < 0) return begin_;
    const auto line = static_cast<std::size_t>(mark.line);
    return line < lines_.size() ? lines_[line] : end_;
  }

  /// Where the lines before that of `mark` begin, the nearest last.
  [[nodiscard]] std::span<const std::size_t> lines_before(const Mark& mark) const {
    const auto line = static_cast<std::size_t>(std::max(mark.line, 0));
    return std::span(lines_).first(std::min(line, lines_.size()));
  }

  [[nodiscard]] std::size_t offset(const Mark& mark) const {
    const std::size_t column = mark.column < 0 ? 0 : static_cast<std::size_t>(mark.column);
    return std::min(line_begin(mark) + column, end_);
  }

  [[nodiscard]] std::string_view text() const { return bytes_.substr(0, end_); }

 private:
  std::string_view bytes_;
  std::size_t begin_;
  std::size_t end_;
  std::vector<std::size_t> lines_;
};

/// First byte of the value at `at` after its anchor and tag.
std::size_t skip_properties(std::string_view text, std::size_t at) {
  while (at < text.size() && (text[at] == '&' || text[at] == '!')) {
    at = text.find_first_of(" \t\r\n", at);
    at = at == std::string_view::npos ? text.size() : text.find_first_not_of(" \t\r\n", at);
  }
  return std::min(at, text.size());
}

/// Whether `line` holds the `?` of a key that is written on later lines, or of an empty one.
bool has_lone_question(std::string_view text, const TextLine& line) {
  if (line.is_blank() || text[line.first] != '?') return false;
  std::size_t at = line.first + 1;
  if (at < line.end && !is_blank_character(text[at])) return false;
  while (at < line.end) {
    const std::size_t first = skip_blanks(text, at, line.end);
    if (first == line.end || text[first] == '#') break;
    if (text[first] != '&' && text[first] != '!') return false;
    at = std::min(text.find_first_of(" \t", first), line.end);
  }
  return true;
}

/// Whether the quoted scalar at `at` has its closing quote.
bool is_quote_closed(std::string_view text, std::size_t at) {
  const char quote = text[at];
  for (++at; at < text.size(); ++at) {
    if (text[at] == '\\' && quote == '"') {
      ++at;
    } else if (text[at] == quote) {
      return true;
    }
  }
  return false;
}

/// Takes the library's events and keeps the top level. Throws YAML::ParserException for what the
/// library lets pass and must not.
class Collector : public YAML::EventHandler {
 public:
  explicit Collector(const Positions& positions) : positions_(positions) {}

  [[nodiscard]] YamlBlock& block() { return block_; }
  /// Where the last event was: a fault that the library notices at the text's end lies after it.
  [[nodiscard]] std::size_t last_offset() const { return last_offset_; }

  void OnDocumentStart(const Mark& /*mark*/) override {}
  void OnDocumentEnd() override {}

  void OnNull(const Mark& mark, YAML::anchor_t anchor) override {
    leaf(mark, anchor, {.kind = Item::Kind::null, .is_plain = true, .value = {}});
  }

  void OnAlias(const Mark& mark, YAML::anchor_t /*anchor*/) override {
    block_.has_alias = true;
    leaf(mark, 0, {.kind = Item::Kind::alias, .is_plain = true, .value = {}});
  }

  void OnScalar(const Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    const std::string_view text = positions_.text();
    const std::size_t at = skip_properties(text, positions_.offset(mark));
    const bool is_quoted = at < text.size() && (text[at] == '"' || text[at] == '\'');
    // The library takes a quote that the end of the text closes.
    if (is_quoted && !is_quote_closed(text, at)) {
      throw YAML::ParserException(mark, "this quote is not closed");
    }
    leaf(mark, anchor,
         {.kind = Item::Kind::scalar, .is_plain = tag == "?", .value = repaired_utf8(value)});
  }

  void OnSequenceStart(const Mark& mark, const std::string& /*tag*/, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value /*style*/) override {
    open(mark, anchor, Kind::list);
  }
  void OnSequenceEnd() override { close(); }

  void OnMapStart(const Mark& mark, const std::string& /*tag*/, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value style) override {
    if (depth_ == 0) {
      column_ = static_cast<std::size_t>(std::max(mark.column, 0));
      block_.shape = style == YAML::EmitterStyle::Flow ? YamlBlock::Shape::flow_mapping
                                                       : YamlBlock::Shape::mapping;
    }
    open(mark, anchor, Kind::map);
  }
  void OnMapEnd() override { close(); }

 private:
  [[nodiscard]] bool is_in_mapping() const {
    return depth_ > 0 && block_.shape != YamlBlock::Shape::other;
  }

  void count(const Mark& mark, YAML::anchor_t anchor) {
    last_offset_ = positions_.offset(mark);
    if (++values_ > max_front_matter_values) {
      throw YAML::ParserException(mark, "there are too many values to trust");
    }
    if (anchor != 0 && is_in_mapping() && !block_.entries.empty()) {
      block_.entries.back().has_anchor = true;
    }
  }

  /// A scalar, null or alias.
  void leaf(const Mark& mark, YAML::anchor_t anchor, Item item) {
    count(mark, anchor);
    if (!is_in_mapping()) return;
    if (depth_ == 1 && is_key_next_) {
      begin_entry(mark, anchor, item.kind == Item::Kind::scalar ? std::move(item.value) : "");
    } else if (depth_ == 1) {
      FrontMatterEntry& entry = block_.entries.back();
      entry.kind = item.kind == Item::Kind::null    ? Kind::null
                   : item.kind == Item::Kind::alias ? Kind::alias
                                                    : Kind::scalar;
      entry.is_plain = entry.kind == Kind::scalar && item.is_plain;
      entry.value = std::move(item.value);
      is_key_next_ = true;
    } else if (depth_ == 2 && is_in_list_value_) {
      block_.entries.back().items.push_back(std::move(item));
    }
  }

  void open(const Mark& mark, YAML::anchor_t anchor, Kind kind) {
    count(mark, anchor);
    if (depth_ >= max_front_matter_depth) {
      throw YAML::ParserException(mark, "collections are nested too deeply to trust");
    }
    if (depth_ == 1 && is_in_mapping()) {
      is_in_list_value_ = kind == Kind::list && !is_key_next_;
      if (is_key_next_) {
        begin_entry(mark, anchor, "");
        is_in_key_ = true;
      } else {
        block_.entries.back().kind = kind;
      }
    } else if (depth_ == 2 && is_in_list_value_) {
      block_.entries.back().items.push_back(
          {.kind = Item::Kind::collection, .is_plain = true, .value = {}});
    }
    ++depth_;
  }

  void close() {
    --depth_;
    if (depth_ != 1) return;
    is_in_list_value_ = false;
    is_key_next_ = !is_in_key_;
    is_in_key_ = false;
  }

  void begin_entry(const Mark& mark, YAML::anchor_t anchor, std::string key) {
    FrontMatterEntry& entry = block_.entries.emplace_back();
    entry.key = std::move(key);
    entry.begin = key_begin(mark);
    entry.has_anchor = anchor != 0;
    is_key_next_ = false;
  }

  /// Where the line begins on which the key at `mark` does: the library tells neither the place of
  /// its `?` nor that of an empty key, for which `mark` is where something else comes next.
  [[nodiscard]] std::size_t key_begin(const Mark& mark) const {
    const std::string_view text = positions_.text();
    const std::size_t begin = positions_.line_begin(mark);
    const std::size_t first = text_line_at(text, begin).first;
    if (first < text.size() && text[first] == '?' && positions_.offset(mark) > first) return begin;
    const std::span<const std::size_t> before = positions_.lines_before(mark);
    for (std::size_t i = before.size(); i-- > 0;) {
      const TextLine line = text_line_at(text, before[i]);
      if (line.column() == column_ && has_lone_question(text, line)) return line.begin;
      if (!line.is_blank() && !is_comment_line(text, line)) break;
    }
    return begin;
  }

  const Positions& positions_;
  YamlBlock block_;
  std::size_t column_ = 0;  // of the keys
  std::size_t depth_ = 0;
  std::size_t values_ = 0;
  std::size_t last_offset_ = 0;
  bool is_key_next_ = true;        // at depth 1: a key comes next, else its value
  bool is_in_key_ = false;         // inside a key that is a collection
  bool is_in_list_value_ = false;  // inside the list that is an entry's value
};

/// Gives each entry its end: the lines up to the next entry, less the blank lines and the comments
/// no deeper than the key that stand before that one.
void set_ends(std::string_view bytes, std::size_t end, std::vector<FrontMatterEntry>& entries) {
  for (std::size_t i = 0; i < entries.size(); ++i) {
    FrontMatterEntry& entry = entries[i];
    const std::size_t next = i + 1 < entries.size() ? entries[i + 1].begin : end;
    TextLine line = text_line_at(bytes, entry.begin);
    const std::size_t column = line.column();
    entry.end = line.next;
    while (line.next < next) {
      line = text_line_at(bytes, line.next);
      const bool is_outside =
          line.is_blank() || (bytes[line.first] == '#' && line.column() <= column);
      if (!is_outside) entry.end = line.next;
    }
  }
}

/// Whether each entry has lines of its own, in order and before `end`.
bool are_apart(const std::vector<FrontMatterEntry>& entries, std::size_t end) {
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const std::size_t next = i + 1 < entries.size() ? entries[i + 1].begin : end;
    if (entries[i].begin >= next || entries[i].end > next) return false;
  }
  return true;
}

/// The library's words, where it has no better ones than a person can use.
std::string reason_of(const std::string& words) {
  struct Reason {
    std::string_view library;
    std::string_view ours;
  };
  static constexpr std::array<Reason, 10> reasons{{
      {"illegal map value", "a colon and a blank inside a value that is not in quotes"},
      {"illegal EOF in scalar", "this quote is not closed"},
      {"end of sequence flow not found", "the list that '[' opens is not closed here"},
      {"end of map flow not found", "the map that '{' opens is not closed here"},
      {"end of map not found", "a 'key: value' line is expected here"},
      {"end of sequence not found", "a list item is expected here"},
      {"illegal block entry", "a list item cannot begin here"},
      {"illegal tab when looking for indentation", "a tab cannot indent"},
      {"unknown token", "a value that begins with this character needs quotes"},
      {"bad file", "collections are nested too deeply to trust"},
  }};
  for (const Reason& reason : reasons) {
    if (words == reason.library) return std::string(reason.ours);
  }
  return words.empty() ? "not valid YAML" : words;
}

}  // namespace

FrontMatter::Fault fault_at(std::string_view bytes, std::size_t at, std::string_view reason) {
  at = std::min(at, bytes.size());
  const std::string_view before = bytes.substr(0, at);
  const std::size_t line_feed = before.rfind('\n');
  std::size_t line_begin = line_feed == std::string_view::npos ? 0 : line_feed + 1;
  if (line_begin == 0 && bytes.starts_with(byte_order_mark)) line_begin = byte_order_mark.size();
  return {.line = static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n')) + 1,
          .column = count_code_points(before.substr(std::min(line_begin, at))) + 1,
          .reason = std::string(reason)};
}

YamlBlock read_yaml_block(std::string_view bytes, std::size_t begin, std::size_t end) {
  std::string text(bytes.substr(begin, end - begin));
  std::erase(text, '\r');
  const Positions positions(bytes, begin, end);
  Collector collector(positions);
  try {
    std::istringstream stream(std::move(text));
    YAML::Parser parser(stream);
    parser.HandleNextDocument(collector);
    if (parser) throw YAML::ParserException(Mark::null_mark(), "text after the end of the mapping");
    YamlBlock block = std::move(collector.block());
    set_ends(bytes, end, block.entries);
    if (block.shape == YamlBlock::Shape::mapping && !are_apart(block.entries, end)) {
      throw YAML::ParserException(
          Mark::null_mark(), "a key that is not written as 'key: value' is not understood here");
    }
    return block;
  } catch (const YAML::Exception& error) {
    std::size_t at = positions.offset(error.mark);
    if (error.msg == "illegal EOF in scalar") {
      // The quote that opens it is the nearest after what was read.
      at = std::min(bytes.find_first_of("\"'", collector.last_offset()), at);
    } else if (error.mark.is_null()) {
      at = std::max(collector.last_offset(), begin);
    }
    YamlBlock block;
    const std::size_t line = bytes.substr(0, at).rfind('\n') + 1;
    const std::size_t tab = bytes.find('\t', line);
    if (tab < text_line_at(bytes, line).first) {
      block.fault = fault_at(bytes, tab, "a tab cannot indent");
    } else {
      // The library quotes single bytes of what it did not expect.
      block.fault = fault_at(bytes, at, repaired_utf8(reason_of(error.msg)));
    }
    return block;
  }
}

}  // namespace notes
