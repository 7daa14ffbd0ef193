#include "vault/note.h"

#include <algorithm>
#include <utility>

#include "vault/front_matter.h"
#include "vault/markdown.h"
#include "vault/unicode.h"

namespace notes {
namespace {

/// The length of the line end at `at`, 0 when there is none.
std::size_t line_end_length(std::string_view bytes, std::size_t at) {
  const std::size_t line_feed = bytes.find_first_not_of('\r', at);
  if (line_feed == std::string_view::npos || bytes[line_feed] != '\n') return 0;
  return line_feed + 1 - at;
}

void add_sentence(std::string& text, std::string_view sentence) {
  if (!text.empty()) text += ' ';
  text += sentence;
}

std::string warning_of(const FrontMatter& front_matter, std::optional<std::size_t> first_bad_byte) {
  std::string warning;
  if (first_bad_byte) {
    add_sentence(warning, "The file is not UTF-8: the byte at offset " +
                              std::to_string(*first_bad_byte) +
                              " is the first bad one. Bad bytes are shown as U+FFFD, and the note "
                              "cannot be updated before it is converted to UTF-8.");
  }
  for (const std::string& sentence : front_matter.warnings) add_sentence(warning, sentence);
  return warning;
}

/// Takes the CRs before each LF out of `text`, in its place.
void remove_cr_before_lf(std::string& text) {
  const std::size_t first = text.find("\r\n");
  if (first == std::string::npos) return;
  std::size_t to = first;
  for (std::size_t from = first; from < text.size(); ++from) {
    while (text[from] == '\n' && to > 0 && text[to - 1] == '\r') --to;
    text[to++] = text[from];
  }
  text.resize(to);
}

}  // namespace

std::string with_lf(std::string_view bytes) {
  std::string text(bytes);
  remove_cr_before_lf(text);
  return text;
}

std::size_t shown_body_begin(std::string_view bytes, const FrontMatter& front_matter) {
  if (front_matter.state == FrontMatter::State::none) return front_matter.body_begin;
  return front_matter.body_begin + line_end_length(bytes, front_matter.body_begin);
}

Note parse_note(const Slug& slug, std::string_view bytes, const FileTimes& times) {
  const std::optional<std::size_t> first_bad_byte = first_invalid_utf8(bytes);
  std::string repaired = first_bad_byte ? repaired_utf8(bytes) : std::string();
  const std::string_view text = first_bad_byte ? std::string_view(repaired) : bytes;
  FrontMatter front_matter = read_front_matter(text);
  const std::size_t body_begin = shown_body_begin(text, front_matter);
  Note note{.slug = slug,
            .title = {},
            .tags = std::move(front_matter.tags),
            .created = front_matter.created.value_or(times.born.value_or(times.modified)),
            .updated = times.modified,
            .revision = Revision::of(bytes),
            .body = {},
            .body_line = 1 + static_cast<std::size_t>(std::count(
                                 text.begin(),
                                 text.begin() + static_cast<std::ptrdiff_t>(body_begin), '\n')),
            .front_matter = std::nullopt,
            .warning = warning_of(front_matter, first_bad_byte)};
  if (front_matter.content_begin < front_matter.content_end) {
    note.front_matter = with_lf(text.substr(front_matter.content_begin,
                                            front_matter.content_end - front_matter.content_begin));
  }
  // Repaired text may be three times the file, so it becomes the body instead of being copied.
  if (first_bad_byte) {
    note.body = std::move(repaired.erase(0, body_begin));
  } else {
    note.body = text.substr(body_begin);
  }
  remove_cr_before_lf(note.body);
  note.title = title_of(front_matter, note.body, slug);
  return note;
}

std::string title_of(const FrontMatter& front_matter, std::string_view body, const Slug& slug) {
  if (front_matter.title) return *front_matter.title;
  return first_heading(body).value_or(slug.str());
}

}  // namespace notes
