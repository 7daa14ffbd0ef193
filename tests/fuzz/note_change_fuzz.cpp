// The bytes of a note's file and a change to it: it is refused, or reads back as wanted with all
// else as it was. And a new note of the same values, which reads back likewise.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/fuzz_input.h"
#include "vault/diff.h"
#include "vault/front_matter.h"
#include "vault/note.h"
#include "vault/note_change.h"
#include "vault/slug.h"
#include "vault/tags.h"
#include "vault/text_edit.h"
#include "vault/unicode.h"

namespace {

using notes::FrontMatter;
using notes::FrontMatterEntry;
using notes::MetadataScalar;
using notes::Note;
using notes::NoteChange;
using notes::Result;
using notes::Slug;
using notes::fuzz::require;

constexpr notes::Timestamp now{1764580502000};

/// What the parts of an input say; empty parts leave a thing as it is.
struct Wish {
  std::string bytes;
  std::string title;
  std::vector<std::string> tags;
  std::string text;  ///< the body, or after a `+` what is appended
  std::string old_text, new_text;
  std::string key, value;
};

Wish wish_of(const std::uint8_t* data, std::size_t size) {
  std::vector<std::string> parts = notes::fuzz::parts_of(data, size, 8);
  Wish wish{parts[0], parts[1], {}, parts[3], parts[4], parts[5], parts[6], parts[7]};
  for (const std::string_view line : notes::lines_of(parts[2]))
    wish.tags.emplace_back(line.substr(0, line.find('\n')));
  return wish;
}

NoteChange change_of(const Wish& wish) {
  NoteChange change;
  if (!wish.title.empty()) change.title = wish.title;
  if (!wish.tags.empty()) change.tags = wish.tags;
  if (!wish.old_text.empty()) {
    change.edits = {{wish.old_text, wish.new_text, 1}};
  } else if (wish.text.starts_with('+')) {
    change.append = wish.text.substr(1);
  } else if (!wish.text.empty()) {
    change.body = wish.text;
  }
  if (!wish.key.empty()) {
    std::optional<notes::MetadataValue> value;
    if (!wish.value.empty())
      value = MetadataScalar{MetadataScalar::Kind::text, wish.value.substr(1)};
    change.metadata = {{wish.key, value}};
  }
  return change;
}

void check_error(const notes::VaultError& error) {
  require(!notes::first_invalid_utf8(error.message + error.hint), "messages are UTF-8");
  require(!error.message.empty(), "an error says what is wrong");
}

bool is_touched(const FrontMatterEntry& entry, const NoteChange& change) {
  return (entry.key == "title" && change.title) ||
         ((entry.key == "tags" || entry.key == "tag") && change.tags) || entry.key == "updated" ||
         (!change.metadata.empty() && entry.key == change.metadata[0].first);
}

/// Entries that the change does not name, as text.
std::string untouched(std::string_view bytes, const NoteChange& change) {
  const FrontMatter front_matter = notes::read_front_matter(bytes);
  std::string text;
  for (const FrontMatterEntry& entry : front_matter.entries)
    if (!is_touched(entry, change)) text += bytes.substr(entry.begin, entry.end - entry.begin);
  return text;
}

void check_metadata(std::string_view bytes, const NoteChange& change) {
  if (change.metadata.empty()) return;
  const auto& [key, value] = change.metadata[0];
  const FrontMatter front_matter = notes::read_front_matter(bytes);
  const FrontMatterEntry* entry = front_matter.find(key);
  if (!value) return require(entry == nullptr, "a removed key is gone");
  require(entry != nullptr && entry->kind == FrontMatterEntry::Kind::scalar &&
              entry->value == std::get<MetadataScalar>(*value).text,
          "a metadata value reads back");
}

void check_body(const Note& before, const Note& after, const NoteChange& change) {
  if (change.body) {
    const std::string wanted = notes::with_lf(*change.body);
    require(after.body == wanted || after.body == notes::with_lf(wanted + '\n'),
            "a body reads back");
  } else if (change.append) {
    require(after.body == notes::with_lf(notes::appended(before.body, *change.append, "\n")),
            "what is appended reads back");
  } else if (!change.edits.empty()) {
    const Result<std::string> edited = notes::edited(before.body, change.edits, "\n");
    require(edited && after.body == notes::with_lf(*edited), "an edit reads back");
  } else {
    require(after.body == before.body, "the body stays as it was");
  }
}

void check_change(const Wish& wish) {
  const Slug slug = Slug::from_title("some note");
  const NoteChange change = change_of(wish);
  const Result<std::string> bytes = notes::changed_note_bytes(slug, wish.bytes, change, now);
  if (!bytes) return check_error(bytes.error());

  const Note before = notes::parse_note(slug, wish.bytes, {});
  const Note after = notes::parse_note(slug, *bytes, {});
  if (change.title)
    require(after.title == notes::checked_title(*change.title), "a title reads back");
  if (change.tags) require(after.tags == notes::checked_tags(*change.tags), "tags read back");
  if (!change.tags) require(after.tags == before.tags, "tags stay as they were");
  check_metadata(*bytes, change);
  check_body(before, after, change);
  require(untouched(*bytes, change) == untouched(wish.bytes, change),
          "entries that are not named keep their bytes");
  if (change.edits.empty() && !change.append)
    require(notes::changed_note_bytes(slug, *bytes, change, now) == *bytes,
            "the same change again changes nothing");
}

void check_new_note(const Wish& wish) {
  const notes::NewNote wanted{wish.title, wish.text, wish.tags, change_of(wish).metadata};
  const Result<std::string> bytes = notes::new_note_bytes(wanted, now);
  if (!bytes) return check_error(bytes.error());
  const Note note = notes::parse_note(Slug::from_title(wish.title), *bytes, {});
  require(note.title == notes::checked_title(wish.title), "the title of a new note reads back");
  require(note.tags == notes::checked_tags(wish.tags), "the tags of a new note read back");
  require(note.created == now, "the time of a new note reads back");
  require(note.warning.empty(), "a new note has no warning");
  const std::string body = notes::with_lf(wish.text);
  require(note.body == body || note.body == notes::with_lf(body + '\n'),
          "the body of a new note reads back");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const Wish wish = wish_of(data, size);
  // Arguments come out of JSON, so they are UTF-8; the file may be anything.
  std::string arguments;
  for (const std::string& text :
       {wish.title, wish.text, wish.old_text, wish.new_text, wish.key, wish.value}) {
    arguments += text + '\n';
  }
  for (const std::string& tag : wish.tags) arguments += tag + '\n';
  if (notes::first_invalid_utf8(arguments)) return 0;
  check_change(wish);
  check_new_note(wish);
  return 0;
}
