// The bytes of a note's file: what they mean, and that writing this back changes none of them.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "fuzz/fuzz_input.h"
#include "vault/front_matter.h"
#include "vault/note.h"
#include "vault/note_change.h"
#include "vault/slug.h"
#include "vault/unicode.h"

namespace {

using notes::FrontMatter;
using notes::FrontMatterEntry;
using notes::Note;
using notes::NoteChange;
using notes::Result;
using notes::Slug;
using notes::fuzz::require;

void check_places(std::string_view text, const FrontMatter& front_matter) {
  if (front_matter.state == FrontMatter::State::none) {
    require(front_matter.entries.empty() && front_matter.body_begin <= text.size(),
            "without a block all is body");
    return;
  }
  require(front_matter.block_begin <= front_matter.content_begin &&
              front_matter.content_begin <= front_matter.content_end &&
              front_matter.content_end <= front_matter.body_begin &&
              front_matter.body_begin <= text.size(),
          "the parts of a file are in order");
  require((front_matter.state == FrontMatter::State::broken) == front_matter.fault.has_value(),
          "a broken block has a fault, and no other");
  std::size_t end = front_matter.content_begin;
  for (const FrontMatterEntry& entry : front_matter.entries) {
    require(end <= entry.begin && entry.begin <= entry.end && entry.end <= front_matter.content_end,
            "entries are in order and within the block");
    if (!front_matter.is_flow_mapping) end = entry.end;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes = notes::fuzz::parts_of(data, size, 1)[0];
  const std::string text = notes::repaired_utf8(bytes);
  check_places(text, notes::read_front_matter(text));

  const Slug slug = Slug::from_title("some note");
  const Note note = notes::parse_note(slug, bytes, {});
  require(!note.title.empty() && note.title.find('\n') == std::string::npos,
          "every note has a title of one line");
  require(!notes::first_invalid_utf8(note.title + note.body + note.warning),
          "what is read is UTF-8");
  require(notes::first_invalid_utf8(bytes) == std::nullopt || !note.warning.empty(),
          "bytes that are not UTF-8 give a warning");

  // CR CR LF reads as CR LF, which counts as LF when it is sent back.
  const bool is_plain = note.body.find("\r\n") == std::string::npos;
  NoteChange title_change;
  title_change.title = note.title;
  NoteChange tags_change;
  tags_change.tags = note.tags;
  NoteChange body_change;
  body_change.body = note.body;
  for (const NoteChange& change : {title_change, tags_change, body_change}) {
    const Result<std::string> written = notes::changed_note_bytes(slug, bytes, change, {});
    if (written && (is_plain || !change.body))
      require(*written == bytes, "what is read and written back changes no byte");
    if (!written)
      require(!notes::first_invalid_utf8(written.error().message), "messages are UTF-8");
  }
  return 0;
}
