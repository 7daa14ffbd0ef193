#include "vault/front_matter_edit.h"

#include <algorithm>

#include "vault/entry_edit.h"
#include "vault/note.h"
#include "vault/text_line.h"
#include "vault/unicode.h"

namespace notes {
namespace {

using Item = FrontMatterItem;
using Kind = FrontMatterEntry::Kind;
using State = FrontMatter::State;
using Splices = std::vector<Splice>;

bool is_named(const std::vector<FrontMatterChange>& changes, std::string_view key) {
  return std::any_of(changes.begin(), changes.end(),
                     [&](const FrontMatterChange& change) { return change.key == key; });
}

/// Why the entry may not be touched.
std::optional<VaultError> why_untouchable(std::string_view bytes, const FrontMatter& front_matter,
                                          const FrontMatterEntry& entry) {
  for (const FrontMatterEntry& other : front_matter.entries) {
    if (other.is_duplicate && other.key == entry.key) {
      return refusal(bytes, other.begin, entry.key,
                     "it occurs more than once, here again, and only the first one counts");
    }
  }
  if (front_matter.is_flow_mapping) {
    return refusal(bytes, entry.begin, entry.key, "the block is written as one {...}");
  }
  if (entry.has_anchor && front_matter.has_alias) {
    return refusal(bytes, entry.begin, entry.key,
                   "it has an anchor (&name) to which other entries may refer");
  }
  return std::nullopt;
}

/// `text` with `splices`, of which none overlap; those at one place come in their order.
std::string spliced(std::string_view text, Splices splices) {
  std::stable_sort(splices.begin(), splices.end(),
                   [](const Splice& a, const Splice& b) { return a.begin < b.begin; });
  std::string result;
  std::size_t at = 0;
  for (const Splice& splice : splices) {
    if (splice.begin > at) result += text.substr(at, splice.begin - at);
    result += splice.text;
    at = std::max(at, splice.end);
  }
  return result += text.substr(at);
}

/// Adds to `splices` what makes `entry` as `change` wants it.
Result<void> edit(std::string_view bytes, const FrontMatter& front_matter,
                  const FrontMatterEntry& entry, const FrontMatterChange& change,
                  Splices& splices) {
  if (const std::optional<VaultError> error = why_untouchable(bytes, front_matter, entry)) {
    return unexpected(*error);
  }
  if (!change.value) {
    splices.push_back({entry.begin, entry.end, ""});
    return {};
  }
  const Result<Splices> edits = edited_entry(bytes, entry, *change.value, block_line_end(bytes));
  if (!edits) return unexpected(edits.error());
  splices.insert(splices.end(), edits->begin(), edits->end());
  return {};
}

/// Blanks before the keys of the block.
std::string key_indent(std::string_view bytes, const FrontMatter& front_matter) {
  if (front_matter.entries.empty()) return {};
  const TextLine line = text_line_at(bytes, front_matter.entries.front().begin);
  std::string indent(line.column(), ' ');
  return indent;
}

/// Whether the block has the fences that one has which is added here.
bool has_plain_fences(std::string_view bytes, const FrontMatter& front_matter) {
  const auto is_plain = [&](std::size_t begin) {
    const TextLine line = text_line_at(bytes, begin);
    return bytes.substr(line.begin, line.end - line.begin) == "---";
  };
  return is_plain(front_matter.block_begin) && is_plain(front_matter.content_end);
}

std::string new_block(std::string_view bytes, const FrontMatter& front_matter,
                      const std::vector<FrontMatterChange>& changes) {
  const std::string line_end(block_line_end(bytes));
  std::string entries;
  for (const FrontMatterChange& change : changes) {
    if (change.value) entries += entry_line(change.key, *change.value, line_end);
  }
  std::string head(bytes.substr(0, front_matter.block_begin));
  if (entries.empty()) return head;
  return head + "---" + line_end + entries + "---" + line_end + line_end;
}

bool is_same_scalar(const MetadataScalar& wanted, std::string_view value, bool is_plain) {
  if (wanted.text != value) return false;
  const bool is_typed = is_plain && is_typed_plain(value);
  switch (wanted.kind) {
    case MetadataScalar::Kind::text:
      return !is_typed;
    case MetadataScalar::Kind::number:
    case MetadataScalar::Kind::boolean:
      return is_typed;
    case MetadataScalar::Kind::moment:
      break;
  }
  return true;
}

/// Whether an entry is what it was, but for where it stands.
bool is_same_entry(std::string_view before_bytes, const FrontMatterEntry& before,
                   std::string_view after_bytes, const FrontMatterEntry& after) {
  return before.key == after.key && before.kind == after.kind && before.value == after.value &&
         before.is_plain == after.is_plain && before.is_duplicate == after.is_duplicate &&
         before.items == after.items &&
         before_bytes.substr(before.begin, before.end - before.begin) ==
             after_bytes.substr(after.begin, after.end - after.begin);
}

/// The entries that no change names.
std::vector<const FrontMatterEntry*> others(const FrontMatter& front_matter,
                                            const std::vector<FrontMatterChange>& changes) {
  std::vector<const FrontMatterEntry*> result;
  for (const FrontMatterEntry& entry : front_matter.entries) {
    if (!is_named(changes, entry.key)) result.push_back(&entry);
  }
  return result;
}

bool is_made(const FrontMatter& after, const FrontMatterChange& change) {
  const FrontMatterEntry* entry = after.find(change.key);
  if (!change.value || entry == nullptr) return !change.value && entry == nullptr;
  const auto* items = std::get_if<std::vector<MetadataScalar>>(&*change.value);
  if (items == nullptr || !is_tags_key(change.key)) return says(*entry, *change.value);
  Tags wanted;
  for (const MetadataScalar& item : *items) wanted.push_back(item.text);
  return after.tags == wanted;
}

}  // namespace

std::string_view block_line_end(std::string_view bytes) {
  const std::size_t line_feed = bytes.find('\n');
  const bool is_cr_lf =
      line_feed != std::string_view::npos && line_feed > 0 && bytes[line_feed - 1] == '\r';
  return is_cr_lf ? "\r\n" : "\n";
}

std::string entry_line(std::string_view key, const MetadataValue& value,
                       std::string_view line_end) {
  std::string line = yaml_key(key) + ": ";
  if (const auto* items = std::get_if<std::vector<MetadataScalar>>(&value)) {
    line += written_list(*items);
  } else {
    line += written_scalar(std::get<MetadataScalar>(value), YamlPlace::block, YamlQuotes::plain);
  }
  return line += line_end;
}

bool says(const FrontMatterEntry& entry, const MetadataValue& value) {
  if (const auto* scalar = std::get_if<MetadataScalar>(&value)) {
    return entry.kind == Kind::scalar && is_same_scalar(*scalar, entry.value, entry.is_plain);
  }
  const auto& wanted = std::get<std::vector<MetadataScalar>>(value);
  return entry.kind == Kind::list &&
         std::equal(entry.items.begin(), entry.items.end(), wanted.begin(), wanted.end(),
                    [](const Item& item, const MetadataScalar& scalar) {
                      return item.kind == Item::Kind::scalar &&
                             is_same_scalar(scalar, item.value, item.is_plain);
                    });
}

Result<std::string> edited_head(std::string_view bytes, const FrontMatter& front_matter,
                                const std::vector<FrontMatterChange>& changes) {
  if (front_matter.state == State::none) return new_block(bytes, front_matter, changes);
  Splices splices;
  std::string added;
  for (const FrontMatterChange& change : changes) {
    if (const FrontMatterEntry* entry = front_matter.find(change.key)) {
      const Result<void> edited = edit(bytes, front_matter, *entry, change, splices);
      if (!edited) return unexpected(edited.error());
    } else if (change.value) {
      added += key_indent(bytes, front_matter) +
               entry_line(change.key, *change.value, block_line_end(bytes));
    }
  }
  if (!added.empty() && front_matter.is_flow_mapping) {
    return unexpected(refusal(bytes, front_matter.content_begin, changes.front().key,
                              "the block is written as one {...}"));
  }
  const std::size_t begin = front_matter.content_begin;
  const std::size_t end = front_matter.content_end;
  const std::size_t body = shown_body_begin(bytes, front_matter);
  const bool is_shrinking = begin < end && added.empty();
  splices.push_back({end, end, std::move(added)});
  std::string head = spliced(bytes.substr(0, body), std::move(splices));
  const bool is_emptied = is_shrinking && head.size() == begin + body - end;
  if (is_emptied && body > front_matter.body_begin && has_plain_fences(bytes, front_matter)) {
    head.resize(front_matter.block_begin);
  }
  return head;
}

bool is_changed_as_wanted(std::string_view before_bytes, const FrontMatter& before,
                          std::string_view after_bytes, const FrontMatter& after,
                          const std::vector<FrontMatterChange>& changes) {
  if (after.state == State::broken) return false;
  const std::vector<const FrontMatterEntry*> old_entries = others(before, changes);
  const std::vector<const FrontMatterEntry*> new_entries = others(after, changes);
  const bool are_others_same =
      std::equal(old_entries.begin(), old_entries.end(), new_entries.begin(), new_entries.end(),
                 [&](const FrontMatterEntry* a, const FrontMatterEntry* b) {
                   return is_same_entry(before_bytes, *a, after_bytes, *b);
                 });
  return are_others_same &&
         std::all_of(changes.begin(), changes.end(),
                     [&](const FrontMatterChange& change) { return is_made(after, change); });
}

}  // namespace notes
