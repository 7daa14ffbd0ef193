#include "vault/note.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "support/child.h"

using notes::FileTimes;
using notes::Note;
using notes::parse_note;
using notes::Tags;
using notes::Timestamp;
using Text = std::optional<std::string>;

namespace {

const FileTimes times{.modified = {2'000}, .born = Timestamp{1'000}};

Note read(std::string_view bytes) {
  return parse_note(*notes::Slug::parse("a-note"), bytes, times);
}

}  // namespace

TEST_CASE("note: all that a file says") {
  const std::string_view bytes =
      "---\r\ntitle: A\r\ntags:\r\n  - x\r\ncreated: 1970-01-02\r\nk: v\r\n---\r\n\r\nB\r\n";
  const Note note = read(bytes);
  CHECK(note.slug.str() == "a-note");
  CHECK(note.title == "A");
  CHECK(note.tags == Tags{"x"});
  CHECK(note.created == Timestamp{86'400'000});
  CHECK(note.updated == Timestamp{2'000});
  CHECK(note.revision == notes::Revision::of(bytes));
  CHECK(note.body == "B\n");
  CHECK(note.body_line == 9);
  CHECK(note.front_matter == "title: A\ntags:\n  - x\ncreated: 1970-01-02\nk: v\n");
  CHECK(note.warning.empty());
}

TEST_CASE("note: the title falls back to the first heading, then to the slug") {
  struct Row {
    std::string_view bytes;
    std::string_view title;
  };
  const std::vector<Row> rows{
      {"---\ntitle: T\n---\n# H\n", "T"},
      {"---\ntitle:\n---\n# H\n", "H"},
      {"---\ntitle: ' '\n---\n# H\n", "H"},
      {"---\ntitle: [a]\n---\n# H\n", "H"},
      {"---\nTitle: T\n---\n# H\n", "H"},
      {"---\ntitle: foo : bar\n---\n\n# Hello\n", "Hello"},
      {"---\nk: v\n# comment\n---\ntext\n", "a-note"},
      {"\xEF\xBB\xBF# H\r\n", "H"},
      {"text\n", "a-note"},
      {"", "a-note"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.bytes);
    CHECK(read(row.bytes).title == row.title);
  }
}

TEST_CASE("note: the body is what follows the block and one blank line") {
  struct Row {
    std::string_view bytes;
    std::string_view body;
    std::size_t line;
    Text front_matter;
  };
  const std::vector<Row> rows{
      {"", "", 1, {}},
      {"\n", "\n", 1, {}},
      {"\xEF\xBB\xBFx\n", "x\n", 1, {}},
      {"a\r\nb\rc\n\r", "a\nb\rc\n\r", 1, {}},
      {"a\r\r\nb\r\r", "a\nb\r\r", 1, {}},
      {"---\r\r\nk: v\r\r\n---\r\r\n\r\r\nx\r\r\n", "x\n", 5, "k: v\n"},
      {"---\n---\n", "", 3, {}},
      {"---\n---\n\n", "", 4, {}},
      {"---\n---\n\n\nx", "\nx", 4, {}},
      {"---\n---\n \nx", " \nx", 3, {}},
      {"---\n\n---\nx", "x", 4, "\n"},
      {"---\nk: v\n---", "", 3, "k: v\n"},
      {"---\nk: : v\n---\nx", "x", 4, "k: : v\n"},
      {"---\nno\n---\nx", "---\nno\n---\nx", 1, {}},
      {"---\ntitle: T\n---\na\n\n---\n\nb\n", "a\n\n---\n\nb\n", 4, "title: T\n"},
      {"A\n\n---\n\nB\n\n---\n\nC\n", "A\n\n---\n\nB\n\n---\n\nC\n", 1, {}},
  };
  for (const Row& row : rows) {
    CAPTURE(row.bytes);
    const Note note = read(row.bytes);
    CHECK(note.body == row.body);
    CHECK(note.body_line == row.line);
    CHECK(note.front_matter == row.front_matter);
  }
}

TEST_CASE("note: creation is told by the front matter, then the birth time, then the mtime") {
  CHECK(read("---\ncreated: 2023-09-14\n---\n").created == Timestamp{1'694'649'600'000});
  CHECK(read("---\ncreated: soon\n---\n").created == Timestamp{1'000});
  CHECK(read("text").created == Timestamp{1'000});
  CHECK(parse_note(*notes::Slug::parse("a"), "x", {.modified = {2'000}, .born = {}}).created ==
        Timestamp{2'000});
}

TEST_CASE("note: bytes that are not UTF-8 are read with U+FFFD and a warning") {
  const Note note = read("# H\n\nintro \xE2 tail\n");
  CHECK(note.body == "# H\n\nintro \xEF\xBF\xBD tail\n");
  CHECK(note.title == "H");
  CHECK(note.warning ==
        "The file is not UTF-8: the byte at offset 11 is the first bad one. Bad bytes are shown as "
        "U+FFFD, and the note cannot be updated before it is converted to UTF-8.");
  const Note titled = read("---\ntitle: caf\xC3\n---\nx\n");
  CHECK(titled.title == "caf\xEF\xBF\xBD");
  CHECK(titled.body == "x\n");
  CHECK(titled.revision == notes::Revision::of("---\ntitle: caf\xC3\n---\nx\n"));
}

TEST_CASE("note: each warning is a sentence") {
  CHECK(read("---\ntitle: [a]\nk: 1\nk: 2\n---\n").warning ==
        "The key 'k' occurs more than once; the first one counts. The title is a list and counts "
        "as missing.");
  CHECK(read("---\na: \"x\n---\n").warning ==
        "The front matter is not valid YAML at line 2, column 4 (this quote is not closed); its "
        "title, tags and other keys are not read.");
}

TEST_CASE("note: a time without a zone is in UTC, wherever the program runs") {
  for (const char* zone : {"America/Los_Angeles", "Pacific/Kiritimati", "UTC"}) {
    CAPTURE(zone);
    const std::string created = notes::test::said_by_child([zone] {
      // NOLINTNEXTLINE(concurrency-mt-unsafe): the child has one thread.
      ::setenv("TZ", zone, 1);
      return notes::to_iso8601(read("---\ncreated: 2023-09-14\n---\n").created) + " " +
             notes::to_iso8601(read("---\ndate: 2023-09-14 23:30\n---\n").created);
    });
    CHECK(created == "2023-09-14T00:00:00.000Z 2023-09-14T23:30:00.000Z");
  }
}

TEST_CASE("note: the same vault with CR LF reads the same") {
  const std::vector<std::string_view> files{
      "---\ntitle: A\ntags: [a,\n  b]\nk: |\n  x\n  y\n---\n\n# H\n\ntext\n",
      "---\ntitle: \"A\n  b\"\n---\nx\n", "# H\n\ntext", "---\n---\n\n\n", "Set\next\n===\n"};
  for (const std::string_view file : files) {
    std::string cr_lf;
    for (const char c : file) cr_lf += c == '\n' ? std::string("\r\n") : std::string(1, c);
    const Note a = read(file);
    const Note b = read(cr_lf);
    CHECK(a.title == b.title);
    CHECK(a.tags == b.tags);
    CHECK(a.body == b.body);
    CHECK(a.body_line == b.body_line);
    CHECK(a.front_matter == b.front_matter);
    CHECK(a.warning == b.warning);
  }
}

TEST_CASE("note: a line end is LF with any CRs before it") {
  CHECK(notes::with_lf("") == "");
  CHECK(notes::with_lf("a\r\nb\rc\nd\r\r\ne\r") == "a\nb\rc\nd\ne\r");
  CHECK(notes::with_lf("\r\r\n\r\n\r\r") == "\n\n\r\r");
  CHECK(notes::with_lf("\r\r") == "\r\r");
  CHECK(notes::with_lf("").empty());
}
