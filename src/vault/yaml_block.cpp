#include "vault/yaml_block.h"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <array>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "vault/text_line.h"
#include "vault/unicode.h"
#include "vault/yaml_text.h"

namespace notes {
namespace {

using Item = FrontMatterItem;
using Kind = FrontMatterEntry::Kind;
using YAML::Mark;

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

  /// The line above that of `mark` that holds a lone `?`, when only blank lines and comments are
  /// between.
  [[nodiscard]] std::optional<TextLine> question_above(const Mark& mark) const {
    const auto line_number = static_cast<std::size_t>(std::max(mark.line, 0));
    for (std::size_t i = std::min(line_number, lines_.size()); i-- > 0;) {
      const TextLine line = text_line_at(text(), lines_[i]);
      if (has_lone_question(text(), line)) return line;
      if (!line.is_blank() && !is_comment_line(text(), line)) break;
    }
    return std::nullopt;
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

bool is_quote_at(std::string_view text, std::size_t at) {
  return at < text.size() && (text[at] == '"' || text[at] == '\'');
}

/// Whether a colon follows the key at `at`, on its line.
bool has_colon(std::string_view text, std::size_t at) {
  at = skip_properties(text, at);
  if (is_quote_at(text, at)) at = quoted_scalar_end(text, at);
  const std::size_t end = std::min(text.find('\n', at), text.size());
  for (; at < end && !(text[at] == '#' && is_blank_character(text[at - 1])); ++at) {
    if (text[at] != ':') continue;
    if (at + 1 == end || is_blank_character(text[at + 1]) || text[at + 1] == '\r') return true;
  }
  return false;
}

/// Finds what the library takes and YAML does not: a last key without a colon, which it reads as
/// one without a value, and a list `[a,, b]` with an item that is nothing.
class Strictness {
 public:
  enum class Within { block_mapping, flow_list, other };

  explicit Strictness(const Positions& positions) : positions_(positions) {}

  /// A scalar or alias (`is_text`) or null begins at `mark`. Throws YAML::ParserException.
  void leaf(const Mark& mark, bool is_text) {
    if (levels_.empty()) return;
    Level& level = levels_.back();
    if (level.within == Within::flow_list && !is_text && is_comma(mark)) {
      throw YAML::ParserException(mark, "an item of the list is missing");
    }
    if (level.within != Within::block_mapping) return;
    if (!level.is_key_next && !is_text && level.is_key_text && !is_explicit(level.key) &&
        !has_colon(positions_.text(), positions_.offset(level.key))) {
      throw YAML::ParserException(level.key, "end of map not found");
    }
    begin(level, mark, is_text);
  }

  void open(const Mark& mark, Within within) {
    if (!levels_.empty()) begin(levels_.back(), mark, false);
    levels_.push_back({.within = within, .key = mark});
  }

  void close() { levels_.pop_back(); }

 private:
  struct Level {
    Within within;
    Mark key;
    bool is_key_next = true;
    bool is_key_text = false;  // the last key is a scalar or alias
  };

  static void begin(Level& level, const Mark& mark, bool is_text) {
    if (level.is_key_next) {
      level.key = mark;
      level.is_key_text = is_text;
    }
    level.is_key_next = !level.is_key_next;
  }

  [[nodiscard]] bool is_comma(const Mark& mark) const {
    const std::size_t at = positions_.offset(mark);
    return at < positions_.text().size() && positions_.text()[at] == ',';
  }

  /// Whether the key at `mark` stands after a `?`, which makes a colon needless.
  [[nodiscard]] bool is_explicit(const Mark& mark) const {
    const std::string_view text = positions_.text();
    const std::size_t begin = positions_.line_begin(mark);
    const std::string_view before = text.substr(begin, positions_.offset(mark) - begin);
    const std::size_t last = before.find_last_not_of(" \t");
    if (last != std::string_view::npos) return before[last] == '?';
    return positions_.question_above(mark).has_value();
  }

  const Positions& positions_;
  std::vector<Level> levels_;
};

/// Where the literal or folded scalar at `at` (`|` or `>`) ends, without blank lines at its end.
/// Requires: it parses.
std::size_t block_scalar_end(std::string_view text, std::size_t at) {
  const TextLine header = text_line_around(text, at);
  std::size_t indent = 0;  // of its text, when it is known
  for (++at; at < header.end && !is_blank_character(text[at]); ++at) {
    if (text[at] >= '1' && text[at] <= '9') {
      indent = header.column() + static_cast<std::size_t>(text[at] - '0');
    }
  }
  std::size_t end = header.next;
  for (TextLine line = header; line.next < text.size();) {
    line = text_line_at(text, line.next);
    if (line.is_blank()) continue;
    if (indent == 0) indent = line.column();
    if (line.column() < indent || line.column() <= header.column()) break;
    end = line.next;
  }
  return end;
}

/// Takes the library's events and keeps the top level. Throws YAML::ParserException for what the
/// library lets pass and must not.
class Collector : public YAML::EventHandler {
 public:
  explicit Collector(const Positions& positions) : positions_(positions), strictness_(positions) {}

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
    // The library takes a quote that the end of the text closes.
    if (is_quote_at(text, at) && quoted_scalar_end(text, at) == std::string_view::npos) {
      throw YAML::ParserException(mark, "this quote is not closed");
    }
    leaf(mark, anchor,
         {.kind = Item::Kind::scalar, .is_plain = tag == "?", .value = repaired_utf8(value)});
    const bool is_block = at < text.size() && (text[at] == '|' || text[at] == '>');
    if (is_block && is_in_mapping() && !block_.entries.empty()) {
      block_.entries.back().end = block_scalar_end(text, at);
    }
  }

  void OnSequenceStart(const Mark& mark, const std::string& /*tag*/, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value style) override {
    const bool is_flow = style == YAML::EmitterStyle::Flow;
    strictness_.open(mark, is_flow ? Strictness::Within::flow_list : Strictness::Within::other);
    open(mark, anchor, Kind::list);
  }
  void OnSequenceEnd() override { close(); }

  void OnMapStart(const Mark& mark, const std::string& /*tag*/, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value style) override {
    const bool is_flow = style == YAML::EmitterStyle::Flow;
    strictness_.open(mark, is_flow ? Strictness::Within::other : Strictness::Within::block_mapping);
    if (depth_ == 0) {
      column_ = static_cast<std::size_t>(std::max(mark.column, 0));
      block_.shape = is_flow ? YamlBlock::Shape::flow_mapping : YamlBlock::Shape::mapping;
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
    strictness_.leaf(mark, item.kind != Item::Kind::null);
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
    strictness_.close();
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
    const std::optional<TextLine> above = positions_.question_above(mark);
    return above && above->column() == column_ ? above->begin : begin;
  }

  const Positions& positions_;
  Strictness strictness_;
  YamlBlock block_;
  std::size_t column_ = 0;  // of the keys
  std::size_t depth_ = 0;
  std::size_t values_ = 0;
  std::size_t last_offset_ = 0;
  bool is_key_next_ = true;        // at depth 1: a key comes next, else its value
  bool is_in_key_ = false;         // inside a key that is a collection
  bool is_in_list_value_ = false;  // inside the list that is an entry's value
};

/// Gives each entry its end: after its last line that is neither blank nor a comment. Before
/// `entry.end`, where its last literal or folded text ends, there are no comments.
void set_ends(std::string_view bytes, std::size_t end, std::vector<FrontMatterEntry>& entries) {
  for (std::size_t i = 0; i < entries.size(); ++i) {
    FrontMatterEntry& entry = entries[i];
    const std::size_t next = i + 1 < entries.size() ? entries[i + 1].begin : end;
    TextLine line = text_line_at(bytes, entry.begin);
    entry.end = std::max(entry.end, line.next);
    while (line.next < next) {
      line = text_line_at(bytes, line.next);
      if (!line.is_blank() && !is_comment_line(bytes, line)) {
        entry.end = std::max(entry.end, line.next);
      }
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

/// `block` with LF ends, and without what stands on blank lines that begin with a tab: the library
/// does not take these everywhere, and nowhere do they mean anything.
std::string library_text(std::string_view block) {
  std::string text;
  text.reserve(block.size());
  for (std::size_t at = 0; at < block.size();) {
    const TextLine line = text_line_at(block, at);
    const bool is_tab_line = line.is_blank() && line.end > line.begin && block[line.begin] == '\t';
    if (!is_tab_line) text += block.substr(line.begin, line.next - line.begin);
    if (is_tab_line && line.next > line.end) text += '\n';
    at = line.next;
  }
  std::erase(text, '\r');
  return text;
}

}  // namespace

FrontMatter::Fault fault_at(std::string_view bytes, std::size_t at, std::string_view reason) {
  at = std::min(at, bytes.size());
  const std::string_view before = bytes.substr(0, at);
  std::size_t line_begin = line_begin_before(bytes, at);
  if (line_begin == 0 && bytes.starts_with(byte_order_mark)) line_begin = byte_order_mark.size();
  return {.line = static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n')) + 1,
          .column = count_code_points(before.substr(std::min(line_begin, at))) + 1,
          .reason = std::string(reason)};
}

YamlBlock read_yaml_block(std::string_view bytes, std::size_t begin, std::size_t end) {
  const Positions positions(bytes, begin, end);
  Collector collector(positions);
  try {
    std::istringstream stream(library_text(bytes.substr(begin, end - begin)));
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
    const TextLine line = text_line_around(bytes, at);
    const std::size_t tab = bytes.find('\t', line.begin);
    if (tab < line.first) {
      block.fault = fault_at(bytes, tab, "a tab cannot indent");
    } else {
      // The library quotes single bytes of what it did not expect.
      block.fault = fault_at(bytes, at, repaired_utf8(reason_of(error.msg)));
    }
    return block;
  }
}

}  // namespace notes
