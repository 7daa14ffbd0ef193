#include "vault/front_matter.h"

#include <algorithm>
#include <array>
#include <set>
#include <unordered_set>
#include <utility>

#include "vault/in_quotes.h"
#include "vault/plain_block.h"
#include "vault/text_line.h"
#include "vault/unicode.h"
#include "vault/yaml_block.h"

namespace notes {
namespace {

using Item = FrontMatterItem;
using Kind = FrontMatterEntry::Kind;
using State = FrontMatter::State;

bool is_fence(std::string_view bytes, const TextLine& line, std::string_view marks) {
  return bytes.substr(line.begin, 3) == marks &&
         skip_blanks(bytes, line.begin + 3, line.end) == line.end;
}

/// Whether `line` begins like `key: value`, so that a block without end may have been meant.
bool looks_like_key(std::string_view bytes, const TextLine& line) {
  const std::string_view text = bytes.substr(line.begin, line.end - line.begin);
  const std::size_t colon = text.find(':');
  if (colon == 0 || colon == std::string_view::npos) return false;
  if (colon + 1 < text.size() && !is_blank_character(text[colon + 1])) return false;
  return text.substr(0, colon).find_first_of(" \t#*<[(") == std::string_view::npos;
}

/// Sets the offsets. False when there is no block.
bool find_block(std::string_view bytes, FrontMatter& result) {
  result.block_begin = bytes.starts_with(byte_order_mark) ? byte_order_mark.size() : 0;
  result.content_begin = result.content_end = result.body_begin = result.block_begin;
  if (bytes.substr(result.block_begin, 3) != "---") return false;
  TextLine line = text_line_at(bytes, result.block_begin);
  if (!is_fence(bytes, line, "---")) return false;
  const std::size_t content = line.next;
  const bool is_meant = looks_like_key(bytes, text_line_at(bytes, content));
  while (line.next < bytes.size()) {
    line = text_line_at(bytes, line.next);
    if (!is_fence(bytes, line, "---") && !is_fence(bytes, line, "...")) continue;
    result.content_begin = content;
    result.content_end = line.begin;
    result.body_begin = line.next;
    return true;
  }
  if (is_meant) {
    result.warnings.emplace_back(
        "The front matter is not closed: no line '---' follows the first one, so all of the file "
        "is read as body.");
  }
  return false;
}

/// Where a control character is that YAML forbids; a CR without LF counts, since only some parsers
/// take it as a line end.
std::optional<std::size_t> forbidden_character(std::string_view bytes, std::size_t begin,
                                               std::size_t end) {
  for (std::size_t at = begin; at < end; ++at) {
    const auto c = static_cast<unsigned char>(bytes[at]);
    if (c >= 0x20 || c == '\n' || c == '\t') continue;
    const std::size_t after = bytes.find_first_not_of('\r', at);
    if (after == at || after >= end || bytes[after] != '\n') return at;
    at = after;
  }
  return std::nullopt;
}

void mark_duplicates(FrontMatter& result) {
  constexpr std::size_t few = 16;  // are compared each with each, which is faster
  std::vector<FrontMatterEntry>& entries = result.entries;
  std::unordered_set<std::string_view> seen;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    FrontMatterEntry& entry = entries[i];
    if (entry.key.empty()) continue;
    entry.is_duplicate =
        entries.size() > few ? !seen.insert(entry.key).second : result.find(entry.key) != &entry;
    if (!entry.is_duplicate) continue;
    result.warnings.push_back("The key '" + entry.key +
                              "' occurs more than once; the first one counts.");
  }
}

void set_broken(FrontMatter& result, FrontMatter::Fault fault) {
  result.state = State::broken;
  result.entries.clear();
  result.warnings.push_back("The front matter is not valid YAML at line " +
                            std::to_string(fault.line) + ", column " +
                            std::to_string(fault.column) + " (" + fault.reason +
                            "); its title, tags and other keys are not read.");
  result.fault = std::move(fault);
}

/// Reads the lines between the fences. False when they are no mapping.
bool read_content(std::string_view bytes, FrontMatter& result) {
  const std::size_t begin = result.content_begin;
  const std::size_t end = result.content_end;
  const auto broken = [&](std::size_t at, std::string_view reason) {
    set_broken(result, fault_at(bytes, at, reason));
    return true;
  };
  if (end - begin > max_front_matter_size) {
    return broken(begin, "the block is larger than 1 MiB, too large to trust");
  }
  if (const std::optional<std::size_t> at = forbidden_character(bytes, begin, end)) {
    return broken(*at, "a control character that YAML does not allow");
  }
  // The library takes it as a sign of the encoding and skips it.
  if (bytes.substr(begin).starts_with(byte_order_mark)) {
    return broken(begin, "a byte order mark inside the file");
  }
  result.state = State::valid;
  if (std::optional<std::vector<FrontMatterEntry>> entries = read_plain_block(bytes, begin, end)) {
    result.entries = *std::move(entries);
    mark_duplicates(result);
    return true;
  }
  if (end - begin > max_library_block_size) {
    return broken(begin, "the block is not simple and larger than 256 KiB, too large to trust");
  }
  // A directive would have to stand before the fence.
  const std::string_view before = bytes.substr(0, end);
  const std::size_t directive =
      before.substr(begin).starts_with('%') ? begin - 1 : before.find("\n%", begin);
  if (directive != std::string_view::npos) {
    return broken(directive + 1, "a line that begins with '%'");
  }
  YamlBlock block = read_yaml_block(bytes, begin, end);
  if (block.fault) {
    set_broken(result, *std::move(block.fault));
    return true;
  }
  result.entries = std::move(block.entries);
  result.has_alias = block.has_alias;
  result.is_flow_mapping = block.shape == YamlBlock::Shape::flow_mapping;
  mark_duplicates(result);
  return block.shape != YamlBlock::Shape::other;
}

/// `text` on one line: control characters and line ends as blanks, trimmed.
std::string one_line(std::string_view text) {
  text = trimmed(text);
  const bool is_printable_ascii =
      std::all_of(text.begin(), text.end(), [](char c) { return c >= 0x20 && c < 0x7F; });
  std::string line;
  if (is_printable_ascii) {
    line = text;
    return line;
  }
  line.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = code_point_at(text, at);
    if (is_control(point.value)) {
      line += ' ';
    } else {
      line += text.substr(at, point.length);
    }
    at += point.length;
  }
  return std::string(trimmed(line));  // blanks that were control characters
}

void add_tag(Tags& tags, std::unordered_set<std::string>& seen, std::string_view text) {
  std::string tag = tag_of_item(text);
  if (!tag.empty() && seen.insert(case_folded(tag)).second) tags.push_back(std::move(tag));
}

std::string kind_in_words(Kind kind) {
  if (kind == Kind::alias) return "an alias ('*name'), which is not followed";
  return kind == Kind::list ? "a list" : "a map";
}

/// Whether a plain title goes on, to YAML as a comment, as in `Fix #12`.
bool is_cut_by_comment(std::string_view bytes, const FrontMatterEntry& title) {
  const TextLine line = text_line_at(bytes, title.begin);
  const std::string_view text = bytes.substr(line.begin, line.end - line.begin);
  const std::size_t colon = text.find(": ");
  if (!title.is_plain || colon == std::string_view::npos) return false;
  const std::size_t hash = text.find(" #", colon + 2);
  return hash != std::string_view::npos && hash + 2 < text.size() &&
         !is_blank_character(text[hash + 2]) && text[hash + 2] != '#';
}

/// A scalar may say as many tags as a list may have items.
bool has_too_many_tags(const FrontMatter& front_matter) {
  const FrontMatterEntry* entry = front_matter.tags_entry();
  if (entry == nullptr || entry->kind != Kind::scalar) return false;
  const auto separators = std::count_if(entry->value.begin(), entry->value.end(), [](char c) {
    return c == ',' || c == '\n' || is_blank_character(c);
  });
  return static_cast<std::size_t>(separators) > max_front_matter_values;
}

void read_title(std::string_view bytes, FrontMatter& result) {
  const FrontMatterEntry* entry = result.find("title");
  if (entry == nullptr || entry->kind == Kind::null) return;
  if (entry->kind != Kind::scalar) {
    result.warnings.push_back("The title is " + kind_in_words(entry->kind) +
                              " and counts as missing.");
    return;
  }
  std::string title = one_line(entry->value);
  if (title.empty()) return;
  if (is_cut_by_comment(bytes, *entry)) {
    result.warnings.push_back("The title is read as '" + title +
                              "': to YAML what follows from ' #' on is a comment. Quotes around "
                              "the title make it whole.");
  }
  result.title = std::move(title);
}

void read_tag_items(std::string_view bytes, const FrontMatterEntry& entry, FrontMatter& result) {
  const std::string_view text = bytes.substr(entry.begin, entry.end - entry.begin);
  std::unordered_set<std::string> seen;
  bool has_other = false;
  for (const Item& item : entry.items) {
    has_other |= item.kind == Item::Kind::collection || item.kind == Item::Kind::alias;
    add_tag(result.tags, seen, item.value);
    // `- a` over a deeper `- b` is one text to YAML, though it stands nowhere on one line.
    if (item.is_plain && item.value.find(" - ") != std::string::npos &&
        text.find(item.value) == std::string_view::npos) {
      result.warnings.push_back("The tag '" + item.value +
                                "' looks like list items that are indented unevenly.");
    }
  }
  if (has_other) {
    result.warnings.push_back("'" + entry.key +
                              "' holds an item that is no text; it is passed over.");
  }
}

bool is_tag_character(char byte) {
  return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
         (byte >= '0' && byte <= '9') || byte == '-' || byte == '_' || byte == '/' ||
         static_cast<unsigned char>(byte) >= 0x80;
}

/// The `#` at `hash` with the tag characters that follow it.
std::string_view hash_word(std::string_view text, std::size_t hash) {
  std::size_t end = hash + 1;
  while (end < text.size() && is_tag_character(text[end])) ++end;
  return text.substr(hash, end - hash);
}

/// Every `hash_word` in what is read as tags.
std::set<std::string_view> hash_words_read(const FrontMatterEntry& tags) {
  std::set<std::string_view> words;
  const auto add = [&](std::string_view value) {
    for (std::size_t hash = value.find('#'); hash != std::string_view::npos;
         hash = value.find('#', hash + 1)) {
      words.insert(hash_word(value, hash));
    }
  };
  add(tags.value);
  for (const Item& item : tags.items) add(item.value);
  return words;
}

/// What looks like a tag in the lines of `tags` and is a comment to YAML, as in `tags: #a` and
/// `- a #b`; empty without any. Comments on lines of their own are no tags that somebody missed.
std::string_view commented_tag(std::string_view bytes, const FrontMatterEntry& tags) {
  const std::string_view text = bytes.substr(0, tags.end);
  if (text.find('#', tags.begin) == std::string_view::npos) return {};
  const std::set<std::string_view> read = hash_words_read(tags);
  for (TextLine line = text_line_at(text, tags.begin); line.begin < text.size();
       line = text_line_at(text, line.next)) {
    if (is_comment_line(text, line)) continue;
    const std::string_view shown = text.substr(0, line.end);
    for (std::size_t hash = shown.find('#', line.begin); hash != std::string_view::npos;
         hash = shown.find('#', hash + 1)) {
      if (hash == line.begin || !is_blank_character(shown[hash - 1])) continue;
      const std::string_view word = hash_word(shown, hash);
      const auto same_or_longer = read.lower_bound(word);
      const bool is_read = same_or_longer != read.end() && same_or_longer->starts_with(word);
      if (word.size() > 1 && !is_read) return word;
    }
  }
  return {};
}

void read_tags(std::string_view bytes, FrontMatter& result) {
  const FrontMatterEntry* entry = result.tags_entry();
  if (entry == nullptr) return;
  if (const std::string_view word = commented_tag(bytes, *entry); !word.empty()) {
    result.warnings.push_back("To YAML " + in_quotes(word) + " in '" + entry->key +
                              "' is a comment. Without the # or in quotes it is a tag.");
  }
  if (entry->kind == Kind::null) return;
  if (entry->kind == Kind::scalar) {
    result.tags = tags_of_scalar(entry->value);
  } else if (entry->kind == Kind::list) {
    read_tag_items(bytes, *entry, result);
  } else {
    result.warnings.push_back("'" + entry->key + "' is " + kind_in_words(entry->kind) +
                              ", so the note counts as having no tags.");
  }
}

void read_created(FrontMatter& result) {
  for (const std::string_view key : {"created", "date"}) {
    const FrontMatterEntry* entry = result.find(key);
    if (entry == nullptr || entry->kind == Kind::null) continue;
    if (entry->kind == Kind::scalar) result.created = parse_timestamp(entry->value);
    if (result.created) return;
    result.warnings.push_back("'" + std::string(key) +
                              "' is no date like 2026-11-30 or 2026-11-30T09:15:02Z and counts as "
                              "missing.");
  }
}

/// `Title:` is another key than `title:`, which few people mean.
void warn_of_case(FrontMatter& result) {
  constexpr std::array<std::string_view, 5> known{"title", "tags", "tag", "created", "date"};
  std::vector<std::string> warnings;
  for (const FrontMatterEntry& entry : result.entries) {
    if (entry.key.size() > 7) continue;
    const std::string lower = lower_ascii(entry.key);
    const bool is_known = std::find(known.begin(), known.end(), lower) != known.end();
    if (!is_known || lower == entry.key || result.find(lower) != nullptr) continue;
    warnings.push_back("The key '" + entry.key + "' is not read: keys are case-sensitive, '" +
                       lower + "' would be.");
  }
  for (std::string& warning : warnings) result.warnings.push_back(std::move(warning));
}

}  // namespace

const FrontMatterEntry* FrontMatter::find(std::string_view key) const {
  for (const FrontMatterEntry& entry : entries) {
    if (entry.key == key) return &entry;
  }
  return nullptr;
}

const FrontMatterEntry* FrontMatter::tags_entry() const {
  const FrontMatterEntry* first = find("tags");
  if (first != nullptr && first->kind != Kind::null) return first;
  const FrontMatterEntry* second = find("tag");
  if (second != nullptr && (first == nullptr || second->kind != Kind::null)) return second;
  return first;
}

std::string tag_of_item(std::string_view text) {
  const std::string line = one_line(text);
  std::string_view tag = line;
  while (tag.starts_with('#')) tag = trimmed(tag.substr(1));
  return std::string(tag);
}

Tags tags_of_scalar(std::string_view text) {
  const bool has_comma = text.find(',') != std::string_view::npos;
  const std::string_view separators = has_comma ? "," : " \t\r\n";
  Tags tags;
  std::unordered_set<std::string> seen;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find_first_of(separators, at), text.size());
    add_tag(tags, seen, text.substr(at, end - at));
    at = end + 1;
  }
  return tags;
}

FrontMatter read_front_matter(std::string_view bytes) {
  FrontMatter result;
  if (!find_block(bytes, result)) return result;
  if (!read_content(bytes, result)) {
    FrontMatter none;
    none.block_begin = none.content_begin = none.content_end = none.body_begin = result.block_begin;
    return none;
  }
  if (result.state == State::broken) return result;
  if (has_too_many_tags(result)) {
    set_broken(result,
               fault_at(bytes, result.tags_entry()->begin, "there are too many tags to trust"));
    return result;
  }
  read_title(bytes, result);
  read_tags(bytes, result);
  read_created(result);
  warn_of_case(result);
  return result;
}

}  // namespace notes
