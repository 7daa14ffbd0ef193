#include "vault/entry_edit.h"

#include <algorithm>
#include <utility>

#include "vault/entry_layout.h"
#include "vault/in_quotes.h"
#include "vault/list_edit.h"
#include "vault/text_line.h"
#include "vault/unicode.h"
#include "vault/yaml_block.h"

namespace notes {
namespace {

using Form = EntryLayout::Form;
using Item = FrontMatterItem;
using Kind = FrontMatterEntry::Kind;
using Splices = std::vector<Splice>;
using Texts = std::vector<MetadataScalar>;

/// The quotes in which the scalar at `at` is written.
YamlQuotes written_quotes(std::string_view bytes, std::size_t at) {
  const char first = at < bytes.size() ? bytes[at] : '\0';
  if (first == '"') return YamlQuotes::double_quotes;
  return first == '\'' ? YamlQuotes::single_quotes : YamlQuotes::plain;
}

/// The quotes that the scalar from `begin` to `end`, which says `value`, has by its author's habit.
/// Those that the text needs and that writing it plainly would give count as plain, so that a title
/// which needs quotes for a while is without them again afterwards.
YamlQuotes quotes_of(std::string_view bytes, std::size_t begin, std::size_t end,
                     std::string_view value, YamlPlace place) {
  if (!value.empty() &&
      bytes.substr(begin, end - begin) == yaml_text(value, place, YamlQuotes::plain)) {
    return YamlQuotes::plain;
  }
  return written_quotes(bytes, begin);
}

YamlQuotes quotes_of(std::string_view bytes, const FrontMatterEntry& entry,
                     const EntryLayout& layout) {
  return quotes_of(bytes, layout.value_begin, layout.value_end, entry.value, YamlPlace::block);
}

/// Puts `text` where the value is; comments around it stay.
Splices with_value(std::string_view bytes, const FrontMatterEntry& entry, const EntryLayout& layout,
                   const std::string& text) {
  const std::size_t header = layout.header_end;
  const TextLine line = text_line_at(bytes, header);
  switch (layout.form) {
    case Form::empty:
      // Blanks that end the line would stand behind the value then.
      if (line.is_blank()) return {{header, line.end, " " + text}};
      return {{header, header, " " + text}};
    case Form::token:
    case Form::flow_list:
      return {{layout.value_begin, layout.value_end, text}};
    case Form::block_scalar: {
      const TextLine first = text_line_at(bytes, layout.value_begin);
      const std::size_t mark = bytes.find_first_of(" \t\r\n", layout.value_begin);
      return {{layout.value_begin, std::min(mark, first.end), text}, {first.next, entry.end, ""}};
    }
    case Form::block_list:
    case Form::block_map:
      return {{header, header, " " + text}, {line.next, entry.end, ""}};
  }
  return {};
}

/// What tells an item apart from others: its text and whether it has a type.
std::string exact_key(std::string_view text, bool is_typed) {
  return (is_typed ? "!" : "=") + std::string(text);
}

std::vector<ListKey> keys_of(const std::vector<Item>& items, bool is_tags) {
  std::vector<ListKey> keys;
  keys.reserve(items.size());
  for (const Item& item : items) {
    if (is_tags) {
      std::string tag = tag_of_item(item.value);
      std::string loose = case_folded(tag);
      keys.push_back({std::move(tag), std::move(loose)});
    } else {
      const std::string exact = exact_key(item.value, item.is_plain && is_typed_plain(item.value));
      keys.push_back({exact, item.kind == Item::Kind::null ? std::string() : exact});
    }
  }
  return keys;
}

std::vector<ListKey> keys_of(const Texts& items, bool is_tags) {
  std::vector<ListKey> keys;
  keys.reserve(items.size());
  for (const MetadataScalar& item : items) {
    const bool is_typed = item.kind != MetadataScalar::Kind::text && is_typed_plain(item.text);
    const std::string exact = is_tags ? item.text : exact_key(item.text, is_typed);
    keys.push_back({exact, is_tags ? case_folded(item.text) : exact});
  }
  return keys;
}

/// The quotes that all items of the list have; plain when they differ.
YamlQuotes usual_quotes(std::string_view bytes, const FrontMatterEntry& entry,
                        const EntryLayout& layout, YamlPlace place) {
  std::optional<YamlQuotes> usual;
  for (std::size_t i = 0; i < layout.slots.size(); ++i) {
    const EntryLayout::Slot& slot = layout.slots[i];
    if (slot.begin == slot.end) continue;
    const YamlQuotes quotes = quotes_of(bytes, slot.begin, slot.end, entry.items[i].value, place);
    if (usual && *usual != quotes) return YamlQuotes::plain;
    usual = quotes;
  }
  return usual.value_or(YamlQuotes::plain);
}

/// Whether every item is written with a `#`, as some people write tags.
bool has_hashes(const std::vector<std::string>& tags) {
  return !tags.empty() && std::all_of(tags.begin(), tags.end(),
                                      [](const std::string& tag) { return tag.starts_with('#'); });
}

Result<Splices> edited_list(std::string_view bytes, const FrontMatterEntry& entry,
                            const EntryLayout& layout, const Texts& items,
                            std::string_view line_end) {
  const bool is_tags = is_tags_key(entry.key);
  std::vector<std::string> old_texts;
  for (std::size_t i = 0; i < entry.items.size(); ++i) {
    const Item& item = entry.items[i];
    if (item.kind == Item::Kind::collection || item.kind == Item::Kind::alias) {
      return unexpected(refusal(bytes, layout.slots[i].begin, entry.key,
                                "its list holds an item that is no text"));
    }
    if (item.kind == Item::Kind::scalar) old_texts.push_back(item.value);
  }
  const std::string hash = is_tags && has_hashes(old_texts) ? "#" : "";
  const bool is_flow = layout.form == Form::flow_list;
  const YamlPlace place = is_flow ? YamlPlace::flow : YamlPlace::block;
  const YamlQuotes quotes = usual_quotes(bytes, entry, layout, place);
  ListEdit edit{.plan = plan_list(keys_of(entry.items, is_tags), keys_of(items, is_tags),
                                  is_tags ? ListMeaning::tags : ListMeaning::sequence),
                .texts = {}};
  for (const MetadataScalar& item : items) {
    edit.texts.push_back(written_scalar({item.kind, hash + item.text}, place, quotes));
  }
  return is_flow ? edited_flow_list(bytes, layout, edit)
                 : edited_block_list(bytes, layout, edit, line_end);
}

/// `tags: a, b` with other tags; nullopt when one scalar cannot say them.
std::optional<std::string> tags_scalar(const FrontMatterEntry& entry, const Texts& tags,
                                       YamlQuotes quotes) {
  const std::string_view value = entry.value;
  const bool has_comma = value.find(',') != std::string_view::npos;
  const std::string_view separators = has_comma ? "," : " \t\r\n";
  std::vector<std::string> old;
  for (std::size_t at = 0; at < value.size();) {
    const std::size_t end = std::min(value.find_first_of(separators, at), value.size());
    const std::string_view part = trimmed(value.substr(at, end - at));
    if (!part.empty()) old.emplace_back(part);
    at = end + 1;
  }
  std::string_view separator = ", ";
  if (!has_comma && old.size() > 1) separator = " ";
  if (has_comma && value.find(", ") == std::string_view::npos) separator = ",";
  const std::string hash = has_hashes(old) ? "#" : "";
  std::string text;
  Tags wanted;
  for (const MetadataScalar& tag : tags) {
    const auto same = std::find_if(old.begin(), old.end(), [&](const std::string& part) {
      return tag_of_item(part) == tag.text;
    });
    if (!text.empty()) text += separator;
    text += same == old.end() ? hash + tag.text : *same;
    wanted.push_back(tag.text);
  }
  if (wanted.empty() || tags_of_scalar(text) != wanted) return std::nullopt;
  return yaml_text(text, YamlPlace::block, quotes);
}

Result<Splices> edited_by_list(std::string_view bytes, const FrontMatterEntry& entry,
                               const EntryLayout& layout, const Texts& items,
                               std::string_view line_end) {
  if (entry.kind == Kind::list) return edited_list(bytes, entry, layout, items, line_end);
  if (is_tags_key(entry.key)) {
    if (entry.kind == Kind::map || entry.kind == Kind::alias) {
      return unexpected(refusal(bytes, layout.value_begin, entry.key,
                                entry.kind == Kind::map ? "it is a map" : "it is an alias"));
    }
    if (entry.kind == Kind::scalar) {
      const std::optional<std::string> text =
          tags_scalar(entry, items, quotes_of(bytes, entry, layout));
      if (text) return with_value(bytes, entry, layout, *text);
    }
  }
  return with_value(bytes, entry, layout, written_list(items));
}

}  // namespace

bool is_tags_key(std::string_view key) { return key == "tags" || key == "tag"; }

VaultError refusal(std::string_view bytes, std::size_t at, const std::string& key,
                   const std::string& reason) {
  const FrontMatter::Fault fault = fault_at(bytes, at, reason);
  return {ErrorCode::malformed,
          "The front-matter key " + in_quotes(key) + " cannot be rewritten (line " +
              std::to_string(fault.line) + ", column " + std::to_string(fault.column) +
              "): " + reason + ".",
          "Nothing was changed. Mend the front matter by hand, or change only other parts of the "
          "note."};
}

std::string written_scalar(const MetadataScalar& scalar, YamlPlace place, YamlQuotes wished) {
  switch (scalar.kind) {
    case MetadataScalar::Kind::text:
      return yaml_text(scalar.text, place, wished);
    case MetadataScalar::Kind::moment:
      if (wished != YamlQuotes::plain) return yaml_text(scalar.text, place, wished);
      return scalar.text;
    case MetadataScalar::Kind::number:
    case MetadataScalar::Kind::boolean:
      break;
  }
  return scalar.text;
}

std::string written_list(const std::vector<MetadataScalar>& items) {
  std::string text;
  for (const MetadataScalar& item : items) {
    text += text.empty() ? "[" : ", ";
    text += written_scalar(item, YamlPlace::flow, YamlQuotes::plain);
  }
  return text.empty() ? "[]" : text + "]";
}

Result<std::vector<Splice>> edited_entry(std::string_view bytes, const FrontMatterEntry& entry,
                                         const MetadataValue& value, std::string_view line_end) {
  const std::optional<EntryLayout> layout = layout_of(bytes, entry);
  if (!layout) {
    return unexpected(refusal(bytes, entry.begin, entry.key, "it is written in an unusual way"));
  }
  if (const auto* items = std::get_if<Texts>(&value)) {
    return edited_by_list(bytes, entry, *layout, *items, line_end);
  }
  const auto& scalar = std::get<MetadataScalar>(value);
  const YamlQuotes quotes = scalar.kind == MetadataScalar::Kind::moment
                                ? written_quotes(bytes, layout->value_begin)
                                : quotes_of(bytes, entry, *layout);
  return with_value(bytes, entry, *layout, written_scalar(scalar, YamlPlace::block, quotes));
}

}  // namespace notes
