#include "vault/note.h"

#include <algorithm>
#include <utility>

#include "vault/front_matter.h"
#include "vault/markdown.h"
#include "vault/text_line.h"
#include "vault/unicode.h"

namespace notes {
namespace {

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

/// Takes the CRs before each LF out of what is from `begin` on in `text`, in its place.
void remove_cr_before_lf(std::string& text, std::size_t begin) {
  const std::size_t first = text.find("\r\n", begin);
  if (first == std::string::npos) return;
  std::size_t to = first;
  for (std::size_t from = first; from < text.size(); ++from) {
    while (text[from] == '\n' && to > begin && text[to - 1] == '\r') --to;
    text[to++] = text[from];
  }
  text.resize(to);
}

}  // namespace

std::string conversion_command(std::string_view bytes, const std::string& file_name) {
  const bool is_utf16 = bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF");
  return "iconv -f " + std::string(is_utf16 ? "UTF-16" : "WINDOWS-1252") + " -t UTF-8 " +
         file_name + " > converted && mv converted " + file_name;
}

std::string with_lf(std::string_view bytes) {
  std::string text(bytes);
  remove_cr_before_lf(text, 0);
  return text;
}

std::size_t shown_body_begin(std::string_view bytes, const FrontMatter& front_matter) {
  if (front_matter.state == FrontMatter::State::none) return front_matter.body_begin;
  const TextLine first = text_line_at(bytes, front_matter.body_begin);
  return first.end == first.begin ? first.next : first.begin;
}

NoteParts::NoteParts(std::string_view bytes)
    : first_bad_byte_(first_invalid_utf8(bytes)),
      repaired_(first_bad_byte_ ? repaired_utf8(bytes) : std::string()),
      text_(first_bad_byte_ ? std::string_view(repaired_) : bytes),
      front_matter_(read_front_matter(text_)),
      body_begin_(shown_body_begin(text_, front_matter_)),
      body_(text_.substr(body_begin_)) {
  if (body_.find("\r\n") == std::string_view::npos) return;
  if (first_bad_byte_) {
    remove_cr_before_lf(repaired_, body_begin_);
    text_ = repaired_;
    body_ = text_.substr(body_begin_);
  } else {
    body_with_lf_ = with_lf(body_);
    body_ = body_with_lf_;
  }
}

std::string NoteParts::take_body() && {
  // Repaired text may be three times the file, so it becomes the body instead of being copied.
  if (first_bad_byte_) return std::move(repaired_.erase(0, body_begin_));
  if (!body_with_lf_.empty()) return std::move(body_with_lf_);
  return std::string(body_);
}

Timestamp NoteParts::created(const FileTimes& times) const {
  return front_matter_.created.value_or(times.born.value_or(times.modified));
}

Note parse_note(const Slug& slug, std::string_view bytes, const FileTimes& times) {
  NoteParts parts(bytes);
  const std::string_view text = parts.text();
  const FrontMatter& front_matter = parts.front_matter();
  Note note{
      .slug = slug,
      .title = title_of(front_matter, parts.body(), slug),
      .tags = front_matter.tags,
      .created = parts.created(times),
      .updated = times.modified,
      .revision = Revision::of(bytes),
      .body = {},
      .body_line = 1 + static_cast<std::size_t>(std::count(
                           text.begin(),
                           text.begin() + static_cast<std::ptrdiff_t>(parts.body_begin()), '\n')),
      .front_matter = std::nullopt,
      .warning = warning_of(front_matter, parts.first_bad_byte())};
  if (front_matter.content_begin < front_matter.content_end) {
    note.front_matter = with_lf(text.substr(front_matter.content_begin,
                                            front_matter.content_end - front_matter.content_begin));
  }
  note.body = std::move(parts).take_body();
  return note;
}

std::string title_of(const FrontMatter& front_matter, std::string_view body, const Slug& slug) {
  if (front_matter.title) return *front_matter.title;
  return first_heading(body).value_or(slug.str());
}

}  // namespace notes
