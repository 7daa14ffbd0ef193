#include <doctest/doctest.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "support/note_changes.h"
#include "support/temp_vault.h"
#include "vault/front_matter.h"
#include "vault/note.h"
#include "vault/note_change.h"

using namespace std::string_literals;
using notes::changed_note_bytes;
using notes::ErrorCode;
using notes::Metadata;
using notes::MetadataScalar;
using notes::new_note_bytes;
using notes::NewNote;
using notes::NoteChange;
using notes::Result;
using notes::Tags;
using Kind = notes::MetadataScalar::Kind;
using notes::test::after;
using notes::test::append;
using notes::test::body;
using notes::test::check;
using notes::test::code_of;
using notes::test::metadata;
using notes::test::now;
using notes::test::number;
using notes::test::read;
using notes::test::slug;
using notes::test::tags;
using notes::test::text;
using notes::test::title;

TEST_CASE("change: bodies") {
  NoteChange edit;
  edit.edits = {{.old_text = "two", .new_text = "2\n2b"}};
  check({
      {"---\nk: v\n---\n\nold\n", body("new"), "---\nk: v\n---\n\nnew\n"},
      {"---\nk: v\n---\n\nold", body("new"), "---\nk: v\n---\n\nnew"},
      {"---\nk: v\n---\nold\n", body("new\n\n"), "---\nk: v\n---\nnew\n\n"},
      {"---\nk: v\n---\nold\n", body("\nnew\n"), "---\nk: v\n---\n\n\nnew\n"},
      {"---\nk: v\n---\n\nold\n", body("\nnew\n"), "---\nk: v\n---\n\n\nnew\n"},
      {"---\nk: v\n---\n\nold\n", body(""), "---\nk: v\n---\n\n"},
      {"---\nk: v\n---", body("new"), "---\nk: v\n---\nnew\n"},
      {"---\nk: v\n---", body("\nnew"), "---\nk: v\n---\n\n\nnew\n"},
      {"---\nbroken: : :\n---\nold\n", body("new"), "---\nbroken: : :\n---\nnew\n"},
      {"old\n", body("---\nk: v\n---\nx\n"), "---\n---\n---\nk: v\n---\nx\n"},
      {"old\n", body("---\n[\n---\nx\n"), "---\n---\n---\n[\n---\nx\n"},
      {"old\n", body("---\nno block\n"), "---\nno block\n"},
      {"---\nk: v\n---\nold\n", body("---\nj: w\n---\nx\n"), "---\nk: v\n---\n---\nj: w\n---\nx\n"},
      {"---\nk: v\n", append("---\nx"), "---\n---\n---\nk: v\n---\nx\n"},
      {"one\ntwo\nthree\n", edit, "one\n2\n2b\nthree\n"},
      {"---\nk: v\n---\n\none\ntwo\nthree", edit, "---\nk: v\n---\n\none\n2\n2b\nthree"},
      {"---\nbroken: : :\n---\nx\n", append("more"), "---\nbroken: : :\n---\nx\nmore\n"},
  });
  CHECK(after("old\n", body("\xEF\xBB\xBFnew\n")) == "---\n---\n\xEF\xBB\xBFnew\n");
  CHECK(after("", body("new")) == "new\n");
  CHECK(after("a\r\nb\nc\r\n", body("a\nB\nB2\nc\n")) == "a\r\nB\nB2\nc\r\n");
  CHECK(after("---\r\ntitle: A\r\ntags: [x]\r\n---\r\n\r\n    code\r\n", title("B")) ==
        "---\r\ntitle: B\r\ntags: [x]\r\n---\r\n\r\n    code\r\n");
  CHECK(after("---\r\nk: v\r\n---\r\n", body("a\nb")) == "---\r\nk: v\r\n---\r\na\r\nb\r\n");
  CHECK(after("a\r\n", body("x\r\ny")) == "x\r\ny\r\n");
  CHECK(after("a\n", body("x\r\r\r\ny\rz")) == "x\ny\rz\n");
}

TEST_CASE("change: a body that is written back changes no byte, whatever ends its lines") {
  const std::vector<std::string> bodies{
      "a\r\r\nb\r\nc\nd\r\r\r\n",
      "\r\r\n\r\r\n",
      "a\rb\r\nc\rd\n\re",
      "a\r",
      "a\r\r",
      "one\xE2\x80\xA8two\xE2\x80\xA9three\xC2\x85 four\n",
      "page\f\npage\v\f\r\n",
      "a\xEF\xBB\xBF, b\n\xEF\xBB\xBF, c\r\n",
      "nul\0nul\n"s,
      " \t\n \t",
  };
  for (const std::string& text : bodies) {
    for (const std::string head :
         {"", "\xEF\xBB\xBF", "---\nk: v\n---\n", "---\r\nk: v\r\n---\r\n\r\n",
          "---\nk: v\n---\n\r\r\n", "---\nbroken: : :\n---\n\n"}) {
      const std::string bytes = head + text;
      CAPTURE(bytes);
      CHECK(after(bytes, body(read(bytes).body)) == bytes);
      CHECK(after(bytes, append("")) == bytes);
      CHECK(after(bytes, append("end")).starts_with(text == "a\r\r" ? head + "a\r" : bytes));
    }
  }
}

TEST_CASE("change: an edit finds text across line ends of every kind and leaves the others") {
  NoteChange edit;
  edit.edits = {{.old_text = "two\nthree", .new_text = "2\nthree"}};
  CHECK(after("one\r\r\ntwo\r\r\nthree\r\r\nfour\r\n", edit) ==
        "one\r\r\n2\r\nthree\r\r\nfour\r\n");
  CHECK(after("one\r\r\ntwo\r\nthree\n", edit) == "one\r\r\n2\r\nthree\n");
  edit.edits = {{.old_text = "two\r\r\nthree", .new_text = "2"}};
  CHECK(after("one\r\r\ntwo\r\r\nthree\r\r\n", edit) == "one\r\r\n2\r\r\n");
  edit.edits = {{.old_text = "\rb", .new_text = "B"}};
  CHECK(after("a\rb\r\rc\n", edit) == "aB\r\rc\n");
  CHECK(after("---\r\r\ntitle: A\r\r\n---\r\r\n\r\r\nx\r\r\n", title("B")) ==
        "---\r\r\ntitle: B\r\r\n---\r\r\n\r\r\nx\r\r\n");
}

TEST_CASE("change: a note that is not UTF-8 is left alone") {
  CHECK(after("# H\n\nintro \xE2 tail\n", append("x")) ==
        "error 4: The note 'a-note' is not UTF-8: the byte at offset 11 is the first bad one. "
        "Nothing was changed.");
  const Result<std::string> result = changed_note_bytes(slug("a-note"), "\xFF", title("x"), now);
  REQUIRE_FALSE(result);
  CHECK(result.error().hint ==
        "Convert the file first, for example: iconv -f WINDOWS-1252 -t UTF-8 a-note.md > "
        "converted && mv converted a-note.md");
  const Result<std::string> utf16 =
      changed_note_bytes(slug("a-note"), "\xFF\xFEx", title("x"), now);
  REQUIRE_FALSE(utf16);
  CHECK(utf16.error().hint.find("iconv -f UTF-16 -t UTF-8 a-note.md") != std::string::npos);
}

TEST_CASE("change: arguments that make no sense are refused") {
  const std::string_view bytes = "---\ntags: [a]\n---\nb\n";
  NoteChange two = body("x");
  two.append = "y";
  NoteChange three = tags({"x"});
  three.add_tags = {"y"};
  NoteChange opposite;
  opposite.add_tags = {"x"};
  opposite.remove_tags = {"#X"};
  NoteChange miss;
  miss.edits = {{.old_text = "nowhere", .new_text = "x"}};
  std::vector<std::string> many;
  for (std::size_t i = 0; i <= notes::max_tags; ++i) many.push_back("t" + std::to_string(i));
  NoteChange many_more;
  many_more.add_tags = {many.begin(), many.begin() + static_cast<long>(notes::max_tags)};
  const std::vector<NoteChange> changes{
      {},
      two,
      three,
      opposite,
      miss,
      many_more,
      tags(many),
      title(""),
      title("a\nb"),
      title("a\tb"),
      title(std::string(notes::max_title_code_points + 1, 'x')),
      tags({""}),
      tags({"#"}),
      metadata({{"title", text("x")}}),
      metadata({{"tags", text("x")}}),
      metadata({{"tag", std::nullopt}}),
      metadata({{"created", text("x")}}),
      metadata({{"updated", text("x")}}),
      metadata({{"", text("x")}}),
      metadata({{"a\nb", text("x")}}),
      metadata({{" a", text("x")}}),
      metadata({{std::string(notes::max_metadata_key_length + 1, 'k'), text("x")}}),
      metadata({{"k", text("x")}, {"k", text("y")}}),
      metadata({{"k", text("\xFF")}}),
      metadata({{"k", number("x")}}),
      metadata({{"k", MetadataScalar{Kind::boolean, "yes"}}}),
      metadata(Metadata(notes::max_metadata_keys + 1, {"k", std::nullopt})),
      body(std::string(notes::max_note_bytes, 'x')),
      body("\xFF"),
  };
  for (const NoteChange& change : changes) {
    CHECK_FALSE(changed_note_bytes(slug("a-note"), bytes, change, now));
    if (change.body != "\xFF") CHECK(code_of(bytes, change) == ErrorCode::invalid_argument);
  }
  CHECK(changed_note_bytes(slug("a-note"), bytes,
                           metadata({{std::string(notes::max_metadata_key_length, 'k'), {}}}),
                           now));
  CHECK(changed_note_bytes(slug("a-note"), "", body(std::string(notes::max_note_bytes - 1, 'x')),
                           now));
  CHECK_FALSE(
      changed_note_bytes(slug("a-note"), "", body(std::string(notes::max_note_bytes, 'x')), now));
  const Result<std::string> refused =
      changed_note_bytes(slug("a-note"), bytes, metadata({{"tags", text("x")}}), now);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().message == "The metadata key 'tags' cannot be set here.");
  CHECK(refused.error().hint == "Use the argument 'tags'.");
}

TEST_CASE("change: a new note as the contract writes it") {
  const auto made = [](const NewNote& note) { return new_note_bytes(note, now).value(); };
  CHECK(
      made({.title = " Pad Thai ",
            .body = "body",
            .tags = {"recipes", "#thai", "Recipes"},
            .metadata = {}}) ==
      "---\ntitle: Pad Thai\ntags: [recipes, thai]\ncreated: 2026-11-30T09:05:02Z\n---\n\nbody\n");
  CHECK(made({.title = "T", .body = "x\r\ny\n\n", .tags = {}, .metadata = {}}) ==
        "---\ntitle: T\ncreated: 2026-11-30T09:05:02Z\n---\n\nx\ny\n\n");
  CHECK(made({.title = "T", .body = "", .tags = {}, .metadata = {}}) ==
        "---\ntitle: T\ncreated: 2026-11-30T09:05:02Z\n---\n\n");
  CHECK(made({.title = "T",
              .body = "\nx",
              .tags = {},
              .metadata = {{"k", std::vector{text("a, b"), number("1")}}, {"n", std::nullopt}}}) ==
        "---\ntitle: T\ncreated: 2026-11-30T09:05:02Z\nk: [\"a, b\", 1]\n---\n\n\nx\n");
  CHECK_FALSE(new_note_bytes({.title = "a\nb", .body = "", .tags = {}, .metadata = {}}, now));
  CHECK_FALSE(new_note_bytes({.title = "a", .body = "\xFF", .tags = {}, .metadata = {}}, now));
  CHECK_FALSE(new_note_bytes({.title = "a", .body = "", .tags = {"a\nb"}, .metadata = {}}, now));
  CHECK_FALSE(new_note_bytes(
      {.title = "a", .body = "", .tags = {}, .metadata = {{"created", text("x")}}}, now));
  CHECK_FALSE(new_note_bytes(
      {.title = "a", .body = std::string(notes::max_note_bytes, 'x'), .tags = {}, .metadata = {}},
      now));
}

TEST_CASE("change: any title and tag reads back exactly, from one line each") {
  const std::vector<std::string> texts{"Governance: Core (Split: A)",
                                       "| a",
                                       "& b",
                                       "* c",
                                       "- d",
                                       "? e",
                                       "[f",
                                       "{g}",
                                       "> h",
                                       "! i",
                                       "% j",
                                       "@ k",
                                       "`l",
                                       "\"n",
                                       "'o'",
                                       "~",
                                       "null",
                                       "1e3",
                                       "0x1f",
                                       "0o17",
                                       ".inf",
                                       "-.INF",
                                       ".NaN",
                                       "2026-01-01",
                                       "2026-01-01 10:00",
                                       "12:30:45",
                                       "1_000",
                                       "+1",
                                       "-1",
                                       "1,5",
                                       "yes",
                                       "No",
                                       "ON",
                                       "off",
                                       "y",
                                       "N",
                                       "true",
                                       "FALSE",
                                       "=",
                                       "<<",
                                       "C# tips #1",
                                       "a #b",
                                       "a: b",
                                       "a:",
                                       ":a",
                                       "a : b",
                                       "\\",
                                       "a\\b",
                                       "say \"hi\"",
                                       "it's \"both\" \\",
                                       "---",
                                       "...",
                                       "--- a",
                                       "-",
                                       "a, b",
                                       "a]b",
                                       "a}b",
                                       "what?",
                                       "caf\xC3\xA9",
                                       "\xF0\x9F\x8D\x9C",
                                       "\uFEFFbom",
                                       "a\uFFFEb",
                                       "\xE2\x80"s + "\xAErtl",
                                       "a\u00A0b",
                                       "#",
                                       "B\u00E4cker",
                                       "A\xCC\x96\xCC\x96\xCC\x96l"};
  for (const std::string& wanted : texts) {
    CAPTURE(wanted);
    const bool is_tag = wanted.find_first_not_of('#') != std::string::npos;
    const Result<std::string> bytes =
        new_note_bytes({.title = wanted,
                        .body = "b",
                        .tags = is_tag ? std::vector{wanted, "other"s} : std::vector<std::string>{},
                        .metadata = {{"k", text(wanted)}, {"l", std::vector{text(wanted)}}}},
                       now);
    REQUIRE(bytes);
    const notes::FrontMatter front_matter = notes::read_front_matter(*bytes);
    CHECK(front_matter.title == wanted);
    if (is_tag) CHECK(front_matter.tags == Tags{wanted, "other"});
    CHECK(front_matter.find("k")->value == wanted);
    CHECK(front_matter.find("l")->items.front().value == wanted);
    for (const std::string_view style : {"T", "'T'", "\"T\"", "|\n  T"}) {
      const std::string old = "---\ntitle: " + std::string(style) + "\n---\nb\n";
      CHECK(read(after(old, title(wanted))).title == wanted);
    }
  }
}
