#include "vault/note_change.h"

#include <doctest/doctest.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "vault/front_matter.h"
#include "vault/note.h"

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
using notes::Timestamp;
using Kind = notes::MetadataScalar::Kind;

namespace {

const Timestamp now{1'796'029'502'123};  // 2026-11-30T09:05:02.123Z

notes::Slug slug() { return *notes::Slug::parse("a-note"); }

/// The file after `change`, or what refused it.
std::string after(std::string_view bytes, const NoteChange& change) {
  const Result<std::string> result = changed_note_bytes(slug(), bytes, change, now);
  if (result) return *result;
  return "error " + std::to_string(static_cast<int>(result.error().code)) + ": " +
         result.error().message;
}

ErrorCode code_of(std::string_view bytes, const NoteChange& change) {
  const Result<std::string> result = changed_note_bytes(slug(), bytes, change, now);
  REQUIRE_FALSE(result);
  CHECK_FALSE(result.error().hint.empty());
  return result.error().code;
}

NoteChange title(std::string text) {
  NoteChange change;
  change.title = std::move(text);
  return change;
}

NoteChange tags(std::vector<std::string> texts) {
  NoteChange change;
  change.tags = std::move(texts);
  return change;
}

NoteChange add_tag(std::string tag) {
  NoteChange change;
  change.add_tags = {std::move(tag)};
  return change;
}

NoteChange body(std::string text) {
  NoteChange change;
  change.body = std::move(text);
  return change;
}

NoteChange append(std::string text) {
  NoteChange change;
  change.append = std::move(text);
  return change;
}

NoteChange metadata(Metadata keys) {
  NoteChange change;
  change.metadata = std::move(keys);
  return change;
}

MetadataScalar text(std::string value) { return {Kind::text, std::move(value)}; }
MetadataScalar number(std::string value) { return {Kind::number, std::move(value)}; }

std::string with_cr_lf(std::string_view bytes) {
  std::string result;
  for (const char c : bytes) result += c == '\n' ? "\r\n"s : std::string(1, c);
  return result;
}

notes::Note read(std::string_view bytes) {
  return notes::parse_note(slug(), bytes, {.modified = now, .born = std::nullopt});
}

struct Row {
  std::string_view before;
  NoteChange change;
  std::string_view after;
};

void check(const std::vector<Row>& rows) {
  for (const Row& row : rows) {
    CAPTURE(row.before);
    CHECK(after(row.before, row.change) == row.after);
    // The same with CR LF, which the first line end tells, and after a byte order mark.
    if (row.before.find('\n') == std::string_view::npos) continue;
    const std::string marked = "\xEF\xBB\xBF" + with_cr_lf(row.before);
    CHECK(after(marked, row.change) == "\xEF\xBB\xBF" + with_cr_lf(row.after));
  }
}

}  // namespace

TEST_CASE("change: a title changes its own bytes only, in the style it has") {
  check({
      {"---\ntitle: a\ntags: [k]\n---\n\nBody.\n", title("b"),
       "---\ntitle: b\ntags: [k]\n---\n\nBody.\n"},
      {"---\npeople:\n  - \"[[Sam]]\"\ntitle: T\n---\nx\n", title("U"),
       "---\npeople:\n  - \"[[Sam]]\"\ntitle: U\n---\nx\n"},
      {"---\ntitle: T\n...\nBody\n", title("U"), "---\ntitle: U\n...\nBody\n"},
      {"---\ntitle: T\n---\ntext\n\n---\ncode: x\n---\nmore\n", title("U"),
       "---\ntitle: U\n---\ntext\n\n---\ncode: x\n---\nmore\n"},
      {"---\ntitle: T\n---\na\n\n---\n\nb\n", title("U"), "---\ntitle: U\n---\na\n\n---\n\nb\n"},
      {"---\ntitle:   T   # why\nx: 1\n---\n", title("U"), "---\ntitle:   U   # why\nx: 1\n---\n"},
      {"---\ntitle: \"T\" # why\n---\n", title("U"), "---\ntitle: \"U\" # why\n---\n"},
      {"---\ntitle: 'T'\n---\n", title("it's"), "---\ntitle: 'it''s'\n---\n"},
      {"---\ntitle: \"T\"\n---\n", title("say \"x\" \\ y"),
       "---\ntitle: \"say \\\"x\\\" \\\\ y\"\n---\n"},
      {"---\ntitle: \"a: b\"\n---\n", title("U"), "---\ntitle: U\n---\n"},
      {"---\ntitle: 'a: b'\n---\n", title("U"), "---\ntitle: 'U'\n---\n"},
      {"---\ntitle: T\n---\n", title("a: b"), "---\ntitle: \"a: b\"\n---\n"},
      {"---\ntitle: T\n---\n", title("say \"x\": y"), "---\ntitle: \"say \\\"x\\\": y\"\n---\n"},
      {"---\ntitle: T\n---\n", title("2026-01-01"), "---\ntitle: \"2026-01-01\"\n---\n"},
      {"---\ntitle:\nx: 1\n---\n", title("U"), "---\ntitle: U\nx: 1\n---\n"},
      {"---\ntitle:  \nx: 1\n---\n", title("U"), "---\ntitle: U\nx: 1\n---\n"},
      {"---\ntitle: # why\nx: 1\n---\n", title("U"), "---\ntitle: U # why\nx: 1\n---\n"},
      {"---\ntitle: ~\nx: 1\n---\n", title("U"), "---\ntitle: U\nx: 1\n---\n"},
      {"---\ntitle: \"\"\nx: 1\n---\n", title("U"), "---\ntitle: \"U\"\nx: 1\n---\n"},
      {"---\ntitle: two\n  lines # why\nx: 1\n---\n", title("U"),
       "---\ntitle: U # why\nx: 1\n---\n"},
      {"---\ntitle: \"two\n  lines\" # why\nx: 1\n---\n", title("U"),
       "---\ntitle: \"U\" # why\nx: 1\n---\n"},
      {"---\ntitle: >- # why\n  two\n  lines\n\nx: 1\n---\n", title("U"),
       "---\ntitle: U # why\n\nx: 1\n---\n"},
      {"---\ntitle: # why\n  # above\n  T\nx: 1\n---\n", title("U"),
       "---\ntitle: # why\n  # above\n  U\nx: 1\n---\n"},
      {"---\ntitle: !!str 12 # why\nx: 1\n---\n", title("13"),
       "---\ntitle: \"13\" # why\nx: 1\n---\n"},
      {"---\ntitle: &t T\nx: 1\n---\n", title("U"), "---\ntitle: &t U\nx: 1\n---\n"},
      {"---\nx: &x 1\ntitle: *x\n---\n", title("U"), "---\nx: &x 1\ntitle: U\n---\n"},
      {"---\n\"title\" : T\n---\n", title("U"), "---\n\"title\" : U\n---\n"},
      {"---\n  title: T\n  x: 1\n---\n", title("U"), "---\n  title: U\n  x: 1\n---\n"},
      {"---\n  x: 1\n---\n", title("U"), "---\n  x: 1\n  title: U\n---\n"},
      {"---\ntitle: [a, b] # why\nx: 1\n---\n", title("U"), "---\ntitle: U # why\nx: 1\n---\n"},
      {"---\ntitle: # why\n  a: b\n  c: d\nx: 1\n---\n", title("U"),
       "---\ntitle: U # why\nx: 1\n---\n"},
      {"---\nTitle: other\n---\n\nx\n", title("U"), "---\nTitle: other\ntitle: U\n---\n\nx\n"},
      {"---\nx: 1\n# last\n---\n", title("U"), "---\nx: 1\n# last\ntitle: U\n---\n"},
      {"---\ntitle: T\nbroken: no\nnested:\n    a: |\n      ---\n      b\n---\nx\n", title("U"),
       "---\ntitle: U\nbroken: no\nnested:\n    a: |\n      ---\n      b\n---\nx\n"},
  });
}

TEST_CASE("change: tags change their own bytes only, in the style they have") {
  check({
      {"---\ndate: 2026-03-16\ntags: [a]\n---\nx\n", tags({"a", "b"}),
       "---\ndate: 2026-03-16\ntags: [a, b]\n---\nx\n"},
      {"---\ncreated: 2026-04-23\ntags:\n  - type/meeting\nsummary: Some text\n---\nx\n",
       add_tag("new"),
       "---\ncreated: 2026-04-23\ntags:\n  - type/meeting\n  - new\nsummary: Some text\n---\nx\n"},
      {"---\ntitle: a\ntags: [k]\n---\n\nBody.\n", tags({"k", "m"}),
       "---\ntitle: a\ntags: [k, m]\n---\n\nBody.\n"},
      {"---\ntags: [area/home]\n---\nx\n", add_tag("area/work"),
       "---\ntags: [area/home, area/work]\n---\nx\n"},
      // flow lists
      {"---\ntags: [a]  # keep\nx: 1\n---\nBody\n", tags({"b"}),
       "---\ntags: [b]  # keep\nx: 1\n---\nBody\n"},
      {"---\ntags: [ a , b ]\n---\n", add_tag("c"), "---\ntags: [ a , b , c ]\n---\n"},
      {"---\ntags: [a,b]\n---\n", add_tag("c"), "---\ntags: [a,b,c]\n---\n"},
      {"---\ntags: [a, b,]\n---\n", add_tag("c"), "---\ntags: [a, b, c,]\n---\n"},
      {"---\ntags: []\n---\n", add_tag("c"), "---\ntags: [c]\n---\n"},
      {"---\ntags: [ ]\n---\n", tags({"c", "d"}), "---\ntags: [c, d]\n---\n"},
      {"---\ntags: [\"a\", \"b\"]\n---\n", add_tag("c"), "---\ntags: [\"a\", \"b\", \"c\"]\n---\n"},
      {"---\ntags: ['a', 'b']\n---\n", add_tag("it's"), "---\ntags: ['a', 'b', 'it''s']\n---\n"},
      {"---\ntags: ['a', b]\n---\n", add_tag("c: d"), "---\ntags: ['a', b, \"c: d\"]\n---\n"},
      {"---\ntags: [a, b, c]\n---\n", tags({"b", "c"}), "---\ntags: [b, c]\n---\n"},
      {"---\ntags: [a, b, c]\n---\n", tags({"a", "c"}), "---\ntags: [a, c]\n---\n"},
      {"---\ntags: [a, b, c]\n---\n", tags({"a", "b"}), "---\ntags: [a, b]\n---\n"},
      {"---\ntags: [a, b, c]\n---\n", tags({"a"}), "---\ntags: [a]\n---\n"},
      {"---\ntags: [a, b, c]\n---\n", tags({"c"}), "---\ntags: [c]\n---\n"},
      {"---\ntags: [a, c]\n---\n", tags({"a", "b", "c"}), "---\ntags: [a, b, c]\n---\n"},
      {"---\ntags: [b]\n---\n", tags({"a", "b"}), "---\ntags: [a, b]\n---\n"},
      {"---\ntags: [a, b]\n---\n", tags({"b", "a"}), "---\ntags: [b, a]\n---\n"},
      {"---\ntags: [a, b]\n---\n", tags({"x", "w", "z"}), "---\ntags: [x, w, z]\n---\n"},
      {"---\ntags: [recipe, b]\n---\n", tags({"Recipe", "b"}), "---\ntags: [Recipe, b]\n---\n"},
      {"---\ntags: [a, A, b]\n---\n", add_tag("c"), "---\ntags: [a, A, b, c]\n---\n"},
      {"---\ntags: [a, A, b]\n---\n", tags({"A", "b"}), "---\ntags: [A, b]\n---\n"},
      {"---\ntags: [\n  a,\n  b\n]\nx: 1\n---\n", add_tag("c"),
       "---\ntags: [\n  a,\n  b,\n  c\n]\nx: 1\n---\n"},
      {"---\ntags: [\n  a\n]\nx: 1\n---\n", add_tag("c"),
       "---\ntags: [\n  a,\n  c\n]\nx: 1\n---\n"},
      {"---\ntags: [\n  a, # one\n  b # two\n]\nx: 1\n---\n", add_tag("c"),
       "---\ntags: [\n  a, # one\n  b, # two\n  c\n]\nx: 1\n---\n"},
      {"---\ntags: [\n  a, # one\n  b, # two\n]\nx: 1\n---\n", add_tag("c"),
       "---\ntags: [\n  a, # one\n  b, # two\n  c,\n]\nx: 1\n---\n"},
      {"---\ntags: [\n  a, # one\n  b # two\n]\nx: 1\n---\n", tags({"b"}),
       "---\ntags: [\n  b # two\n]\nx: 1\n---\n"},
      {"---\ntags: [a,\n  b]\nx: 1\n---\n", add_tag("c"),
       "---\ntags: [a,\n  b,\n  c]\nx: 1\n---\n"},
      {"---\ntags: &t [a]\nx: 1\n---\n", add_tag("c"), "---\ntags: &t [a, c]\nx: 1\n---\n"},
      {"---\ntags: [\"#a\"]\n---\n", add_tag("b"), "---\ntags: [\"#a\", \"#b\"]\n---\n"},
      // block lists
      {"---\ntags:\n- a\n- b\nx: 1\n---\n", add_tag("c"), "---\ntags:\n- a\n- b\n- c\nx: 1\n---\n"},
      {"---\ntags:\n    -   a\n    -   b\nx: 1\n---\n", add_tag("c"),
       "---\ntags:\n    -   a\n    -   b\n    -   c\nx: 1\n---\n"},
      {"---\ntags: # why\n  # above\n  - a # one\n\n  # between\n  - b\n  # below\nx: 1\n---\n",
       add_tag("c"),
       "---\ntags: # why\n  # above\n  - a # one\n\n  # between\n  - b\n  - c\n  # below\nx: "
       "1\n---\n"},
      {"---\ntags: # why\n  # above\n  - a # one\n\n  # between\n  - b\n  # below\nx: 1\n---\n",
       tags({"b"}), "---\ntags: # why\n  # above\n\n  # between\n  - b\n  # below\nx: 1\n---\n"},
      {"---\ntags:\n  - a # one\n  - b # two\n---\n", tags({"b", "a"}),
       "---\ntags:\n  - b # one\n  - a # two\n---\n"},
      {"---\ntags:\n  - a # one\n  - b\n---\n", tags({"A", "b"}),
       "---\ntags:\n  - A # one\n  - b\n---\n"},
      {"---\ntags:\n  - a\n  - c\n---\n", tags({"a", "b", "c"}),
       "---\ntags:\n  - a\n  - b\n  - c\n---\n"},
      {"---\ntags:\n  - b\n---\n", tags({"a", "b"}), "---\ntags:\n  - a\n  - b\n---\n"},
      {"---\ntags:\n  - a\n  - b\nx: 1\n---\n", tags({"c"}), "---\ntags:\n  - c\nx: 1\n---\n"},
      {"---\ntags:\n  - a\nx: 1\n---\n", tags({}), "---\ntags: []\nx: 1\n---\n"},
      {"---\ntags: # why\n  - a\n  # below\nx: 1\n---\n", tags({}),
       "---\ntags: [] # why\n  # below\nx: 1\n---\n"},
      {"---\ntags:\n  - 'a'\n  - 'b'\n---\n", add_tag("c"),
       "---\ntags:\n  - 'a'\n  - 'b'\n  - 'c'\n---\n"},
      {"---\ntags:\n  - a\n---\n", add_tag("#b"), "---\ntags:\n  - a\n  - b\n---\n"},
      {"---\ntags:\n  - a\n---\n", add_tag("2026"), "---\ntags:\n  - a\n  - \"2026\"\n---\n"},
      {"---\ntags:\n  -\n  - a\n---\n", add_tag("b"), "---\ntags:\n  -\n  - a\n  - b\n---\n"},
      {"---\ntags:\n  - two\n    lines\n  - a # x\nx: 1\n---\n", tags({"two lines", "b"}),
       "---\ntags:\n  - two\n    lines\n  - b\nx: 1\n---\n"},
      {"---\nnested:\n  - {a: b}\ntags:\n  - a\n---\n", add_tag("b"),
       "---\nnested:\n  - {a: b}\ntags:\n  - a\n  - b\n---\n"},
      // scalars
      {"---\ntags: a\nx: 1\n---\n", add_tag("b"), "---\ntags: a, b\nx: 1\n---\n"},
      {"---\ntags: a b # why\nx: 1\n---\n", add_tag("c"), "---\ntags: a b c # why\nx: 1\n---\n"},
      {"---\ntags: a, b\nx: 1\n---\n", add_tag("c"), "---\ntags: a, b, c\nx: 1\n---\n"},
      {"---\ntags: a,b\nx: 1\n---\n", add_tag("c"), "---\ntags: a,b,c\nx: 1\n---\n"},
      {"---\ntags: \"a b\"\nx: 1\n---\n", add_tag("c"), "---\ntags: \"a b c\"\nx: 1\n---\n"},
      {"---\ntags: '#a #b'\nx: 1\n---\n", add_tag("c"), "---\ntags: '#a #b #c'\nx: 1\n---\n"},
      {"---\ntags: a b\nx: 1\n---\n", add_tag("c d"), "---\ntags: [a, b, c d]\nx: 1\n---\n"},
      {"---\ntags: a, b\nx: 1\n---\n", tags({"c d"}), "---\ntags: [c d]\nx: 1\n---\n"},
      {"---\ntags: a, b\nx: 1\n---\n", tags({"b"}), "---\ntags: b\nx: 1\n---\n"},
      {"---\ntags: a\nx: 1\n---\n", tags({}), "---\ntags: []\nx: 1\n---\n"},
      {"---\ntags: |\n  a\n  b\nx: 1\n---\n", tags({"b"}), "---\ntags: b\nx: 1\n---\n"},
      // none, and the other key
      {"---\ntags:\nx: 1\n---\n", add_tag("b"), "---\ntags: [b]\nx: 1\n---\n"},
      {"---\ntags: ~ # why\nx: 1\n---\n", add_tag("b"), "---\ntags: [b] # why\nx: 1\n---\n"},
      {"---\ntag: [a]\nx: 1\n---\n", add_tag("b"), "---\ntag: [a, b]\nx: 1\n---\n"},
      {"---\ntags:\ntag: a\nx: 1\n---\n", add_tag("b"), "---\ntags:\ntag: a, b\nx: 1\n---\n"},
      {"---\ntitle: \"My Doc\"\ntype: litnote\n---\n\nB\n", tags({"a"}),
       "---\ntitle: \"My Doc\"\ntype: litnote\ntags: [a]\n---\n\nB\n"},
      {"---\n---\nBody\n", tags({"x"}), "---\ntags: [x]\n---\nBody\n"},
      {"---\ntitle: T\n--- \n#x \n", tags({"x"}), "---\ntitle: T\ntags: [x]\n--- \n#x \n"},
      {"---\ntags: [a]\n---\nBody\n", tags({}), "---\ntags: []\n---\nBody\n"},
      {"---\ntags: [a]\nx: 1\n---\nBody\n", tags({}), "---\ntags: []\nx: 1\n---\nBody\n"},
  });
}

TEST_CASE("change: several keys at once, title and tags first") {
  NoteChange change = title("T");
  change.tags = {{"a"}};
  change.metadata = {{"k", text("v")}};
  check({
      {"text\n", change, "---\ntitle: T\ntags: [a]\nk: v\n---\n\ntext\n"},
      {"---\nx: 1\n---\nb\n", change, "---\nx: 1\ntitle: T\ntags: [a]\nk: v\n---\nb\n"},
      {"---\ntags:\n- z\nk: 'w' # c\ntitle: S\n---\nb\n", change,
       "---\ntags:\n- a\nk: 'v' # c\ntitle: T\n---\nb\n"},
  });
}

TEST_CASE("change: metadata sets, replaces and removes keys") {
  const std::vector<MetadataScalar> list{text("a"), number("1"), {Kind::boolean, "true"}};
  check({
      {"---\nx: 1\n---\nb\n", metadata({{"k", text("a: b")}}), "---\nx: 1\nk: \"a: b\"\n---\nb\n"},
      {"---\nx: 1\n---\nb\n", metadata({{"k", number("1.50")}}), "---\nx: 1\nk: 1.50\n---\nb\n"},
      {"---\nx: 1\n---\nb\n", metadata({{"k", text("1")}}), "---\nx: 1\nk: \"1\"\n---\nb\n"},
      {"---\nx: 1\n---\nb\n", metadata({{"x", text("1")}}), "---\nx: \"1\"\n---\nb\n"},
      {"---\nx: \"1\" # c\n---\nb\n", metadata({{"x", number("2")}}), "---\nx: 2 # c\n---\nb\n"},
      {"---\nx: 1\n---\nb\n", metadata({{"k", list}}), "---\nx: 1\nk: [a, 1, true]\n---\nb\n"},
      {"---\nk:\n- a\n- 1 # c\nx: 1\n---\nb\n", metadata({{"k", list}}),
       "---\nk:\n- a\n- 1 # c\n- true\nx: 1\n---\nb\n"},
      {"---\nk:\n- a\n- a\nx: 1\n---\nb\n", metadata({{"k", std::vector{text("a")}}}),
       "---\nk:\n- a\nx: 1\n---\nb\n"},
      {"---\nk: [a]\nx: 1\n---\nb\n", metadata({{"k", text("v")}}), "---\nk: v\nx: 1\n---\nb\n"},
      {"---\nk:\n  a: b\nx: 1\n---\nb\n", metadata({{"k", text("v")}}),
       "---\nk: v\nx: 1\n---\nb\n"},
      {"---\nk: v\nx: 1\n---\nb\n", metadata({{"k", std::vector<MetadataScalar>{}}}),
       "---\nk: []\nx: 1\n---\nb\n"},
      {"---\na: 1\n# over k\nk:\n  a: b # c\n\n  # in k\n# over x\nx: 1\n---\nb\n",
       metadata({{"k", std::nullopt}}), "---\na: 1\n# over k\n# over x\nx: 1\n---\nb\n"},
      {"---\nk: |\n  text\n\nx: 1\n---\nb\n", metadata({{"k", std::nullopt}}),
       "---\n\nx: 1\n---\nb\n"},
      {"---\nx: 1\nk: v\n---\nb\n", metadata({{"k", std::nullopt}, {"m", text("w")}}),
       "---\nx: 1\nm: w\n---\nb\n"},
      {"---\nk: v\n---\nb\n", metadata({{"k", std::nullopt}}), "---\n---\nb\n"},
      {"---\nk: v\n---\n\nb\n", metadata({{"k", std::nullopt}}), "b\n"},
      {"---\nk: v\n# remark\n---\n\nb\n", metadata({{"k", std::nullopt}}),
       "---\n# remark\n---\n\nb\n"},
      {"---\nx: 1\n---\nb\n", metadata({{"a key: with # signs", text("v")}}),
       "---\nx: 1\n\"a key: with # signs\": v\n---\nb\n"},
      {"---\nx: 1\n---\nb\n", metadata({{"k", text("two\nlines\t\xE2\x80\xA8\xEF\xBB\xBF")}}),
       "---\nx: 1\nk: \"two\\nlines\\t\\u2028\\uFEFF\"\n---\nb\n"},
  });
}

TEST_CASE("change: what says already what is wanted stays byte for byte") {
  struct Same {
    std::string_view bytes;
    NoteChange change;
  };
  NoteChange remove_unknown;
  remove_unknown.remove_tags = {"zzz"};
  const std::vector<Same> rows{
      {"---\ntitle: '007'\n---\nb\n", title("007")},
      {"---\ntitle: 007\n---\nb\n", title(" 007 ")},
      {"# Heading\n", title("Heading")},
      {"text\n", title("a-note")},
      {"---\ntags: [a, A , 'b']\n---\n", tags({"a", "b"})},
      {"---\ntags: \"#a, #b\"\n---\n", tags({"a", "#b", "A"})},
      {"---\ntags: [Recipe]\n---\n", add_tag("recipe")},
      {"text\n", tags({})},
      {"text\n", remove_unknown},
      {"---\nk: 'v'\n---\n", metadata({{"k", text("v")}})},
      {"---\nk: 1.50\n---\n", metadata({{"k", number("1.50")}})},
      {"---\nk: 2026-05-01\n---\n", metadata({{"k", text("2026-05-01")}})},
      {"---\nk: yes\n---\n", metadata({{"k", text("yes")}})},
      {"---\nk: [a, 1]\n---\n", metadata({{"k", std::vector{text("a"), number("1")}}})},
      {"text\n", metadata({{"k", std::nullopt}})},
      {"---\ntitle: T\nk: v\n---\n\nB\n", body("B\n")},
      {"---\ntitle: T\nk: v\n---\n\nB\n", body("B")},
      {"---\ntitle: T\nk: v\n---\n\nB", body("B")},
      {"---\nbroken: : :\n---\n\nB\r\nC\n", body("B\nC\n")},
      {"---\nbroken: : :\n---\n\nB\n", title("a-note")},
      {"a\r\nb\nc\r", body("a\nb\nc\r")},
      {"a\r\r\nb\n", body("a\r\nb\n")},
      {"", body("")},
      {"\n", body("\n")},
      {"\n\n", body("\r\n\r\n")},
      {"---\n---\n\n\n\nx", body("\n\nx")},
      {"---\ntitle: T\ntags: [x]\n--- \n#x \n", tags({"x"})},
  };
  for (const Same& row : rows) {
    CAPTURE(row.bytes);
    CHECK(after(row.bytes, row.change) == row.bytes);
  }
}

TEST_CASE("change: a note without front matter gets a block in its own line ends") {
  check({
      {"text\n", title("A"), "---\ntitle: A\n---\n\ntext\n"},
      {"", title("A"), "---\ntitle: A\n---\n\n"},
      {"text", tags({"a"}), "---\ntags: [a]\n---\n\ntext"},
      {"\n\ntext\n", tags({"a"}), "---\ntags: [a]\n---\n\n\n\ntext\n"},
      {"---\nno block\n", tags({"a"}), "---\ntags: [a]\n---\n\n---\nno block\n"},
  });
  std::string bytes = "text\n";
  for (const char* name : {"A", "B", "C"}) {
    bytes = after(bytes, title(name));
    CHECK(bytes == "---\ntitle: " + std::string(name) + "\n---\n\ntext\n");
  }
}

TEST_CASE("change: what an addition is undone by takes it away again") {
  const std::vector<std::string_view> files{"# Heading\n\ntext\n",
                                            "text\n",
                                            "text",
                                            "",
                                            "\n",
                                            "\xEF\xBB\xBF# H\r\n\r\nx\r\n",
                                            "---\nx: 1\n---\n# Heading\n",
                                            "---\nx: 1\n# end\n---\n\ntext",
                                            "---\ntitle:\n- a\n---\nx\n",
                                            "---\nx: 1\ntags:\n  - q\n---\n",
                                            "---\ntitle: T # c\ntags: [q, 'r']\n---\nb\n"};
  for (const std::string_view bytes : files) {
    CAPTURE(bytes);
    const notes::Note note = read(bytes);
    const std::string tagged = after(bytes, tags({"a", "b"}));
    CHECK(read(tagged).tags == Tags{"a", "b"});
    if (note.tags != Tags{"q"}) CHECK(after(tagged, tags({})) != tagged);
    if (note.tags.empty()) CHECK(after(tagged, tags(note.tags)) == bytes);
    const std::string added = after(bytes, add_tag("zz"));
    NoteChange remove;
    remove.remove_tags = {"ZZ"};
    CHECK(after(added, remove) == bytes);
    if (bytes.find("title:\n") == std::string_view::npos) {
      const std::string titled = after(bytes, title("Another: one"));
      CHECK(read(titled).title == "Another: one");
      if (read(bytes).title != "T") CHECK(after(titled, title(note.title)) == bytes);
    }
    const std::string keyed = after(bytes, metadata({{"k", text("v")}}));
    CHECK(after(keyed, metadata({{"k", std::nullopt}})) == bytes);
    NoteChange both = title("New");
    both.tags = {{"x"}};
    if (note.tags.empty() && bytes.find("title:") == std::string_view::npos) {
      NoteChange back = title(note.title);
      back.tags = note.tags;
      CHECK(after(after(bytes, both), back) == bytes);
    }
  }
  // Written by hand, the entry stays.
  CHECK(after("---\nx: 1\ntags: [ a ]\n---\n\nb\n", tags({})) == "---\nx: 1\ntags: []\n---\n\nb\n");
  CHECK(after("---\ntags: [a] # c\n---\n\nb\n", tags({})) == "---\ntags: [] # c\n---\n\nb\n");
  CHECK(after("---\ntitle: 'A'\n---\n\n# B\n", title("B")) == "---\ntitle: 'B'\n---\n\n# B\n");
  CHECK(after("---\ntitle: A\nx: 1\n---\n\n# B\n", title("B")) ==
        "---\ntitle: B\nx: 1\n---\n\n# B\n");
}

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

TEST_CASE("change: `updated` is refreshed in its own form, only where the note has it") {
  const auto refreshed = [](const std::string& value) {
    const std::string result = after("---\nupdated: " + value + "\n---\nb\n", body("c"));
    REQUIRE(result.ends_with("\n---\nc\n"));
    return result.substr(13, result.size() - 13 - 7);
  };
  CHECK(refreshed("2020-01-01T00:00:00Z") == "2026-11-30T09:05:02Z");
  CHECK(refreshed("2020-01-01T00:00:00.000Z") == "2026-11-30T09:05:02.123Z");
  CHECK(refreshed("2020-01-01 00:00 # c") == "2026-11-30 09:05 # c");
  CHECK(refreshed("\"2020-01-01\"") == "\"2026-11-30\"");
  CHECK(refreshed("'2020-01-01  00:00:00 +0200'") == "'2026-11-30  11:05:02 +0200'");
  CHECK(refreshed("2020-01-01T00:00:00-09:30") == "2026-11-29T23:35:02-09:30");
  CHECK(refreshed("2020-01-01t00:00:00,1234567+02") == "2026-11-30t11:05:02,1230000+02");
  CHECK(refreshed("last week") == "last week");
  CHECK(refreshed("[2020-01-01]") == "[2020-01-01]");
  CHECK(refreshed("2020-01-01\nupdated: 2020-01-01") == "2020-01-01\nupdated: 2020-01-01");
  CHECK(after("---\nupdated: 2020-01-01\n---\nb\n", body("b\n")) ==
        "---\nupdated: 2020-01-01\n---\nb\n");
  CHECK(after("---\nupdated: 2020-01-01\n---\nb\n", title("T")) ==
        "---\nupdated: 2026-11-30\ntitle: T\n---\nb\n");
}

TEST_CASE("change: what cannot be rewritten is refused with its place and the cause") {
  CHECK(after("---\na: \"unterminated\nkeep: yes\n---\nBody\n", tags({"x"})) ==
        "error 3: The front matter is not valid YAML at line 2, column 4 (this quote is not "
        "closed), so title, tags and metadata cannot be changed.");
  CHECK(after("---\n\ntitle: foo : bar\n---\n\n# Hello\n", title("x")) ==
        "error 3: The front matter is not valid YAML at line 3, column 12 (a colon and a blank "
        "inside a value that is not in quotes), so title, tags and metadata cannot be changed.");
  CHECK(after("---\ntitle: a\ntitle: b\n---\n", title("c")) ==
        "error 3: The front-matter key 'title' cannot be rewritten (line 3, column 1): it occurs "
        "more than once, here again, and only the first one counts.");
  CHECK(after("---\ntags:\n  - keep\n  - {meta: p}\n---\nb\n", add_tag("added")) ==
        "error 3: The front-matter key 'tags' cannot be rewritten (line 4, column 5): its list "
        "holds an item that is no text.");
  CHECK(after("---\ntags: {a: b}\n---\nb\n", add_tag("added")) ==
        "error 3: The front-matter key 'tags' cannot be rewritten (line 2, column 7): it is a "
        "map.");
  CHECK(after("---\n{title: a}\n---\nb\n", title("c")) ==
        "error 3: The front-matter key 'title' cannot be rewritten (line 2, column 1): the block "
        "is written as one {...}.");
  CHECK(after("---\n{title: a}\n---\nb\n", tags({"c"})) ==
        "error 3: The front-matter key 'tags' cannot be rewritten (line 2, column 1): the block "
        "is written as one {...}.");
  CHECK(after("---\ntags: &t [a]\nx: *t\n---\nb\n", tags({"c"})) ==
        "error 3: The front-matter key 'tags' cannot be rewritten (line 2, column 1): it has an "
        "anchor (&name) to which other entries may refer.");
  CHECK(after("---\n? title\n: a\n---\nb\n", title("c")) ==
        "error 3: The front-matter key 'title' cannot be rewritten (line 2, column 1): it is "
        "written in an unusual way.");
  CHECK(after("---\n{title: a}\n---\nb\n", body("c")) == "---\n{title: a}\n---\nc\n");
}

TEST_CASE("change: a note that is not UTF-8 is left alone") {
  CHECK(after("# H\n\nintro \xE2 tail\n", append("x")) ==
        "error 4: The note 'a-note' is not UTF-8: the byte at offset 11 is the first bad one. "
        "Nothing was changed.");
  const Result<std::string> result = changed_note_bytes(slug(), "\xFF", title("x"), now);
  REQUIRE_FALSE(result);
  CHECK(result.error().hint ==
        "Convert the file first, for example: iconv -f WINDOWS-1252 -t UTF-8 a-note.md > "
        "converted && mv converted a-note.md");
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
    CHECK_FALSE(changed_note_bytes(slug(), bytes, change, now));
    if (change.body != "\xFF") CHECK(code_of(bytes, change) == ErrorCode::invalid_argument);
  }
  CHECK(changed_note_bytes(
      slug(), bytes, metadata({{std::string(notes::max_metadata_key_length, 'k'), {}}}), now));
  CHECK(changed_note_bytes(slug(), "", body(std::string(notes::max_note_bytes - 1, 'x')), now));
  CHECK_FALSE(changed_note_bytes(slug(), "", body(std::string(notes::max_note_bytes, 'x')), now));
  const Result<std::string> refused =
      changed_note_bytes(slug(), bytes, metadata({{"tags", text("x")}}), now);
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
                                       "\u202Ertl",
                                       "a\u00A0b",
                                       "#",
                                       "B\xC3\xA4"
                                       "cker",
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
