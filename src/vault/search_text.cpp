#include "vault/search_text.h"

#include <algorithm>
#include <utility>

#include "vault/folding.h"
#include "vault/text_scan.h"

namespace notes {
namespace {

bool is_lower(char byte) { return byte >= 'a' && byte <= 'z'; }
bool is_upper(char byte) { return byte >= 'A' && byte <= 'Z'; }
bool is_digit(char byte) { return byte >= '0' && byte <= '9'; }

constexpr std::size_t block = 64;

/// Whether a part of a name in camel case begins at `at`: `C` of `noteCache`, `S` of `HTTPServer`
/// and of `sha256Sum`, but not within `IDs`, `NOTES` and `Notes`. Requires a byte before it.
bool begins_part(std::string_view text, std::size_t at) {
  if (!is_upper(text[at])) return false;
  if (is_lower(text[at - 1])) return true;
  if (is_digit(text[at - 1])) return at + 1 < text.size() && is_lower(text[at + 1]);
  return is_upper(text[at - 1]) && at + 2 < text.size() && is_lower(text[at + 1]) &&
         is_lower(text[at + 2]);
}

/// Whether `begins_part` may hold for any of the `block` bytes after the one at `first`: false when
/// none of them is a capital after a letter or digit. Every text is asked when it is loaded, so it
/// is written without a branch and with a fixed count, which becomes vector instructions.
bool may_begin_part(const char* first) {
  unsigned char any = 0;
  for (std::size_t i = 0; i < block; ++i) {
    const auto letter = static_cast<unsigned char>((first[i] | 0x20) - 'a');
    const auto digit = static_cast<unsigned char>(first[i] - '0');
    const auto capital = static_cast<unsigned char>(first[i + 1] - 'A');
    const auto before = static_cast<unsigned char>(static_cast<unsigned char>(letter < 26) |
                                                   static_cast<unsigned char>(digit < 10));
    any = static_cast<unsigned char>(any | (static_cast<unsigned char>(capital < 26) & before));
  }
  return any != 0;
}

/// Calls `take` with each name in camel case of `text`.
template <class Take>
void for_each_camel_case_name(std::string_view text, const Take& take) {
  std::size_t done = 0;  // names before it are taken
  for (std::size_t at = 1; at < text.size(); at += block) {
    const std::size_t end = std::min(text.size(), at + block);
    if (end < text.size() && !may_begin_part(text.data() + at - 1)) continue;
    for (std::size_t i = std::max(done, at); i < end; ++i) {
      if (!begins_part(text, i)) continue;
      const std::size_t begin = part_begin(text, i);
      done = part_end(text, i);
      take(Span{begin, done});
      i = done;
    }
  }
}

/// Appends the parts of the name at `name`.
void append_parts(std::vector<Span>& parts, std::string_view text, Span name) {
  std::size_t begin = name.begin;
  for (std::size_t i = name.begin + 1; i < name.end; ++i) {
    if (!begins_part(text, i)) continue;
    parts.push_back({begin, i});
    begin = i;
  }
  parts.push_back({begin, name.end});
}

}  // namespace

std::vector<Span> camel_case_parts(std::string_view text) {
  std::vector<Span> parts;
  for_each_camel_case_name(text, [&](Span name) { append_parts(parts, text, name); });
  return parts;
}

void SearchTextMaker::append_names(std::string_view original,
                                   std::unordered_set<std::string>& seen) {
  for (const Span part : camel_case_parts(original)) {
    std::string name = folded(original.substr(part.begin, part.end - part.begin));
    if (seen.size() == max_name_parts || seen.contains(name)) continue;
    all_ += SearchText::separator;
    all_ += name;
    seen.insert(std::move(name));
  }
}

SearchText SearchTextMaker::make(std::string_view title, const std::vector<std::string>& tags,
                                 std::string_view body) {
  SearchText text;
  all_.clear();
  append_folded(all_, title);
  text.title = all_;
  all_ += SearchText::separator;
  text.tags.reserve(tags.size());
  for (const std::string& tag : tags) {
    const std::size_t begin = all_.size();
    append_folded(all_, tag);
    text.tags.push_back(all_.substr(begin));
    all_ += SearchText::separator;
  }
  text.body_begin = all_.size();
  append_folded(all_, body);
  text.body_end = all_.size();
  std::unordered_set<std::string> seen;
  append_names(title, seen);
  if (!seen.empty()) text.title_with_names = text.title + all_.substr(text.body_end);
  append_names(body, seen);
  text.all = all_;
  return text;
}

SearchText search_text(std::string_view title, const std::vector<std::string>& tags,
                       std::string_view body) {
  return SearchTextMaker().make(title, tags, body);
}

}  // namespace notes
