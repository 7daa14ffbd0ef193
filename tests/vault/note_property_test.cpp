// Laws that hold for every file, tried on files from a seeded generator. A counter-example, shrunk,
// becomes a row of note_change_test.cpp.

#include <doctest/doctest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "support/weird_files.h"
#include "vault/front_matter.h"
#include "vault/note.h"
#include "vault/note_change.h"
#include "vault/plain_block.h"
#include "vault/unicode.h"
#include "vault/yaml_block.h"

using namespace std::string_literals;
using notes::changed_note_bytes;
using notes::FrontMatter;
using notes::FrontMatterEntry;
using notes::MetadataScalar;
using notes::Note;
using notes::NoteChange;
using notes::read_front_matter;
using notes::Result;
using notes::Tags;
using notes::Timestamp;
using notes::test::Random;
using notes::test::weird_block;
using notes::test::weird_body;
using notes::test::weird_file;
using notes::test::weird_text;
using State = notes::FrontMatter::State;

namespace {

constexpr unsigned files = 2000;
const Timestamp now{1'796'029'502'123};

notes::Slug slug() { return *notes::Slug::parse("a-note"); }

Note read(std::string_view bytes) {
  return notes::parse_note(slug(), bytes, {.modified = now, .born = std::nullopt});
}

Result<std::string> changed(std::string_view bytes, const NoteChange& change) {
  return changed_note_bytes(slug(), bytes, change, now);
}

/// Lengths of the longest common start and of the longest common end of two texts.
struct Common {
  std::size_t start;
  std::size_t end;
};
Common common(std::string_view a, std::string_view b) {
  const std::size_t shorter = std::min(a.size(), b.size());
  Common result{0, 0};
  while (result.start < shorter && a[result.start] == b[result.start]) ++result.start;
  while (result.end < shorter && a[a.size() - 1 - result.end] == b[b.size() - 1 - result.end]) {
    ++result.end;
  }
  return result;
}

/// Checks that only the lines of `entry` differ, or that lines were added where it is missing.
void check_only_entry_differs(std::string_view before, std::string_view after,
                              const FrontMatterEntry* entry) {
  const Common same = common(before, after);
  if (entry == nullptr) {
    CHECK(same.start + same.end >= before.size());
    return;
  }
  CHECK(same.start >= std::min(entry->begin, before.size()));
  CHECK(same.end + entry->end >= before.size());
}

bool has_updated(const FrontMatter& front_matter) {
  return front_matter.find("updated") != nullptr;
}

/// A body as it is taken from an argument.
std::string given(std::string_view body) { return notes::with_lf(body); }

/// Whether the title is written in a way in which it can be written again.
bool is_restorable(std::string_view bytes, const FrontMatterEntry* title) {
  if (title == nullptr) return true;
  const std::string_view text = bytes.substr(title->begin, title->end - title->begin);
  return title->kind == FrontMatterEntry::Kind::scalar && !title->value.empty() &&
         text.find_first_of("|>!\\") == std::string_view::npos &&
         std::count(text.begin(), text.end(), '\n') == 1 && text.find("title:") < 4 &&
         text.find("2024") == std::string_view::npos &&
         text.find(" yes") == std::string_view::npos &&
         text.find(" 007") == std::string_view::npos &&
         text.find(" 1.10") == std::string_view::npos;
}

bool is_tag_list(const FrontMatterEntry* entry) {
  return entry == nullptr || entry->kind == FrontMatterEntry::Kind::list;
}

}  // namespace

TEST_CASE("property: body, title and tags written back as they were read change no byte") {
  for (unsigned seed = 0; seed < files; ++seed) {
    Random random(seed);
    const std::string bytes = weird_file(random);
    CAPTURE(seed);
    CAPTURE(bytes);
    const Note note = read(bytes);
    NoteChange change;
    change.body = note.body;
    change.title = note.title;
    change.tags = note.tags;
    const Result<std::string> result = changed(bytes, change);
    REQUIRE(result);
    CHECK(*result == bytes);
  }
}

TEST_CASE("property: new tags change only the bytes of their entry, and back again") {
  unsigned written = 0;
  for (unsigned seed = 0; seed < files; ++seed) {
    Random random(seed);
    const std::string bytes = weird_file(random);
    CAPTURE(seed);
    CAPTURE(bytes);
    const FrontMatter before = read_front_matter(bytes);
    if (has_updated(before)) continue;
    NoteChange change;
    change.add_tags = {"zebra"};
    const Result<std::string> result = changed(bytes, change);
    if (!result) {
      CHECK(result.error().code == notes::ErrorCode::malformed);
      continue;
    }
    ++written;
    CAPTURE(*result);
    Tags wanted = before.tags;
    wanted.emplace_back("zebra");
    CHECK(read(*result).tags == wanted);
    CHECK(read(*result).body == read(bytes).body);
    check_only_entry_differs(bytes, *result, before.tags_entry());
    NoteChange inverse;
    inverse.remove_tags = {"Zebra"};
    const Result<std::string> restored = changed(*result, inverse);
    REQUIRE(restored);
    CHECK(read(*restored).tags == before.tags);
    const bool is_empty_style = before.tags_entry() != nullptr && before.tags.empty();
    if (is_tag_list(before.tags_entry()) && !is_empty_style &&
        !(before.state == State::valid && before.entries.empty())) {
      CHECK(*restored == bytes);
    }
    NoteChange replace;
    replace.tags = {{std::string("fresh one"), "a"}};
    const Result<std::string> replaced = changed(bytes, replace);
    REQUIRE(replaced);
    CHECK(read(*replaced).tags == *replace.tags);
    check_only_entry_differs(bytes, *replaced, before.tags_entry());
  }
  CHECK(written > files / 2);
}

TEST_CASE("property: a new title changes only the bytes of its entry, and back again") {
  unsigned restored_count = 0;
  for (unsigned seed = 0; seed < files; ++seed) {
    Random random(seed);
    const std::string bytes = weird_file(random);
    CAPTURE(seed);
    CAPTURE(bytes);
    const FrontMatter before = read_front_matter(bytes);
    if (has_updated(before)) continue;
    NoteChange change;
    change.title = random.one_in(2) ? "Another" : weird_text(random, 6) + "x";
    const Result<std::string> result = changed(bytes, change);
    if (!result) {
      CHECK(result.error().code == notes::ErrorCode::malformed);
      continue;
    }
    CAPTURE(*result);
    CHECK(read(*result).title == notes::trimmed(*change.title));
    CHECK(read(*result).tags == before.tags);
    CHECK(read(*result).body == read(bytes).body);
    check_only_entry_differs(bytes, *result, before.find("title"));
    NoteChange inverse;
    inverse.title = read(bytes).title;
    const Result<std::string> restored = changed(*result, inverse);
    REQUIRE(restored);
    CHECK(read(*restored).title == *inverse.title);
    const bool was_empty_block = before.state == State::valid && before.entries.empty();
    if (change.title == "Another" && is_restorable(bytes, before.find("title")) &&
        !was_empty_block) {
      CHECK(*restored == bytes);
      ++restored_count;
    }
  }
  CHECK(restored_count > files / 5);
}

TEST_CASE("property: a metadata key added and removed restores the file") {
  for (unsigned seed = 0; seed < files; ++seed) {
    Random random(seed);
    const std::string bytes = weird_file(random);
    CAPTURE(seed);
    CAPTURE(bytes);
    const FrontMatter before = read_front_matter(bytes);
    if (has_updated(before) || (before.state == State::valid && before.entries.empty())) continue;
    NoteChange change;
    change.metadata = {{weird_text(random, 3) + "k",
                        MetadataScalar{MetadataScalar::Kind::text, weird_text(random, 8) + "\n"}}};
    if (notes::trimmed(change.metadata[0].first) != change.metadata[0].first) continue;
    const Result<std::string> result = changed(bytes, change);
    if (!result) {
      CHECK(result.error().code == notes::ErrorCode::malformed);
      continue;
    }
    CAPTURE(*result);
    const FrontMatter after = read_front_matter(*result);
    REQUIRE(after.find(change.metadata[0].first) != nullptr);
    CHECK(after.title == before.title);
    CHECK(after.tags == before.tags);
    change.metadata[0].second.reset();
    const Result<std::string> restored = changed(*result, change);
    REQUIRE(restored);
    CHECK(*restored == bytes);
  }
}

TEST_CASE("property: a new body is read back exactly and leaves the block alone") {
  for (unsigned seed = 0; seed < files; ++seed) {
    Random random(seed);
    const std::string bytes = weird_file(random);
    const std::string other = read(weird_file(random)).body + std::string(weird_body(random));
    CAPTURE(seed);
    CAPTURE(bytes);
    CAPTURE(other);
    const FrontMatter before = read_front_matter(bytes);
    if (has_updated(before)) continue;
    NoteChange change;
    change.body = other;
    const Result<std::string> result = changed(bytes, change);
    REQUIRE(result);
    std::string wanted = given(other);
    const std::string old = read(bytes).body;
    const bool ends_line = old.empty() || old.back() == '\n';
    if (!wanted.empty() && wanted.back() != '\n' && ends_line) wanted = given(wanted + '\n');
    CHECK(read(*result).body == wanted);
    CHECK(read(*result).title == (before.title ? *before.title : read(*result).title));
    CHECK(read(*result).tags == before.tags);
    CHECK(result->substr(0, before.body_begin) == bytes.substr(0, before.body_begin));
  }
}

TEST_CASE("property: what is created is read back exactly") {
  for (unsigned seed = 0; seed < files; ++seed) {
    Random random(seed);
    CAPTURE(seed);
    notes::NewNote wanted{.title = weird_text(random, 12) + "x",
                          .body = read(weird_file(random)).body,
                          .tags = {weird_text(random, 5) + "t", weird_text(random, 5) + "u"},
                          .metadata = {}};
    CAPTURE(wanted.title);
    const Result<std::string> bytes = notes::new_note_bytes(wanted, now);
    CAPTURE(wanted.tags[0]);
    CAPTURE(wanted.tags[1]);
    CAPTURE(wanted.body);
    REQUIRE(bytes);
    const Note note = read(*bytes);
    CHECK(note.title == notes::trimmed(wanted.title));
    Tags tags;
    for (const std::string& tag : wanted.tags) tags.push_back(notes::tag_of_item(tag));
    CHECK(note.tags == tags);
    std::string body = given(wanted.body);
    if (!body.empty() && body.back() != '\n') body = given(body + '\n');
    CHECK(note.body == body);
    CHECK(note.warning.empty());
  }
}

TEST_CASE("property: damaged and random bytes are read, and are changed or refused whole") {
  for (unsigned seed = 0; seed < files; ++seed) {
    Random random(seed);
    std::string bytes = weird_file(random);
    const std::size_t damages = random.below(4);
    for (std::size_t i = 0; i < damages && !bytes.empty(); ++i) {
      const std::size_t at = random.below(bytes.size());
      switch (random.below(4)) {
        case 0:
          bytes.resize(at);
          break;
        case 1:
          bytes[at] = static_cast<char>(random.below(256));
          break;
        case 2:
          bytes.insert(at,
                       random.of({"[", "{", "\"", "'", "&a ", "*a", "\t", "- ", ": ", "#", "\n"}));
          break;
        default:
          bytes.erase(at, 1 + random.below(5));
      }
    }
    if (random.one_in(20)) {
      for (char& c : bytes) c = static_cast<char>(random.below(256));
      bytes.insert(0, "---\n");
      bytes += "\n---\n";
    }
    CAPTURE(seed);
    CAPTURE(bytes);
    const Note note = read(bytes);
    CHECK_FALSE(notes::first_invalid_utf8(note.title));
    CHECK_FALSE(notes::first_invalid_utf8(note.body));
    for (const std::string& tag : note.tags) CHECK_FALSE(notes::first_invalid_utf8(tag));
    NoteChange change;
    change.title = "Another";
    change.add_tags = {"zebra"};
    const Result<std::string> result = changed(bytes, change);
    if (result) {
      CHECK(read(*result).title == "Another");
      CHECK(read(*result).tags.back() == "zebra");
      CHECK(read(*result).body == note.body);
    }
    NoteChange append;
    append.append = "more";
    const Result<std::string> longer = changed(bytes, append);
    CHECK(longer.has_value() == !notes::first_invalid_utf8(bytes).has_value());
  }
}

TEST_CASE("property: the fast path reads a block as the YAML library does") {
  unsigned compared = 0;
  for (unsigned seed = 0; seed < files; ++seed) {
    Random random(seed);
    std::string content = weird_block(random);
    if (random.one_in(4)) {
      const std::size_t at = random.below(content.size() + 1);
      content.insert(at,
                     random.of({"[", "{", "\"", "'", "a", "\t", "- ", ": ", "#", "\n", " ", ","}));
    }
    if (notes::first_invalid_utf8(content)) continue;
    if (content.find('?') != std::string::npos) continue;  // the library takes it as an indicator
    CAPTURE(seed);
    CAPTURE(content);
    const auto fast = notes::read_plain_block(content, 0, content.size());
    if (!fast) continue;
    const notes::YamlBlock library = notes::read_yaml_block(content, 0, content.size());
    CHECK_FALSE(library.fault);
    const auto text_of = [](const std::vector<FrontMatterEntry>& entries) {
      std::string text;
      for (const FrontMatterEntry& entry : entries) {
        text += entry.key + "|" + std::to_string(static_cast<int>(entry.kind)) + "|" + entry.value +
                "|" + (entry.is_plain ? "p" : "") + "|" + std::to_string(entry.begin) + "-" +
                std::to_string(entry.end);
        for (const notes::FrontMatterItem& item : entry.items) {
          text += "," + std::to_string(static_cast<int>(item.kind)) + (item.is_plain ? "p" : "") +
                  item.value;
        }
        text += "\n";
      }
      return text;
    };
    CHECK(text_of(*fast) == text_of(library.entries));
    ++compared;
  }
  CHECK(compared > files / 5);
}
