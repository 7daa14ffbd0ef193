#include "vault/note_change.h"

#include <doctest/doctest.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "support/note_changes.h"
#include "support/temp_vault.h"
#include "vault/front_matter.h"
#include "vault/note.h"

using namespace std::string_literals;
using notes::MetadataScalar;
using notes::NoteChange;
using notes::Tags;
using Kind = notes::MetadataScalar::Kind;
using notes::test::add_tag;
using notes::test::after;
using notes::test::body;
using notes::test::check;
using notes::test::metadata;
using notes::test::number;
using notes::test::read;
using notes::test::tags;
using notes::test::text;
using notes::test::title;

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
       "---\ntags:\n  - b # two\n  - a # one\n---\n"},
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

TEST_CASE("change: comments that follow an entry, or stand between items, stay") {
  check({
      {"---\ntitle: |\n  a\n# c1\n # c2\ntags: [x]\n---\n", title("b"),
       "---\ntitle: b\n# c1\n # c2\ntags: [x]\n---\n"},
      {"---\nd: a\n# c1\n  # c2\n# c3\ntags: [x]\n---\n", metadata({{"d", std::nullopt}}),
       "---\n# c1\n  # c2\n# c3\ntags: [x]\n---\n"},
      {"---\nd:\n  - a\n  # about tags\ntags: [x]\n---\n", metadata({{"d", text("b")}}),
       "---\nd: b\n  # about tags\ntags: [x]\n---\n"},
      {"---\ntags:\n  - a\n  # - b\nk: v\n---\n", add_tag("z"),
       "---\ntags:\n  - a\n  - z\n  # - b\nk: v\n---\n"},
      {"---\ntags: [a,\n  # about b\n  b,\n  # about c\n  c]\n---\n", tags({"b", "c"}),
       "---\ntags: [\n  # about b\n  b,\n  # about c\n  c]\n---\n"},
      {"---\ntags: [\n  a, # one\n  # about b\n  b]\n---\n", tags({"b"}),
       "---\ntags: [\n  # about b\n  b]\n---\n"},
      {"---\ntags: [\n  # only\n]\n---\n", add_tag("z"), "---\ntags: [z\n  # only\n]\n---\n"},
      {"---\ntags: [a,\n  # one\n  b\n  # last\n  ] # two\nk: v\n---\n", tags({}),
       "---\ntags: [\n  # one\n  \n  # last\n  ] # two\nk: v\n---\n"},
      {"---\ntags: [\n  a\n  # c\n]\nk: v\n---\nB\n", add_tag("z"),
       "---\ntags: [\n  a,\n  # c\n  z\n]\nk: v\n---\nB\n"},
  });
}

TEST_CASE("change: a tag that changes its place in a block list takes its comment along") {
  const std::string_view before = "---\ntags:\n  - a # about a\n  - b # about b\n  - c\n---\n";
  check({
      {before, tags({"b", "a", "c"}), "---\ntags:\n  - b # about b\n  - a # about a\n  - c\n---\n"},
      {before, tags({"c", "B", "m", "a", "o"}),
       "---\ntags:\n  - c\n  - B # about b\n  - m\n  - a # about a\n  - o\n---\n"},
      {before, tags({"c", "a"}), "---\ntags:\n  - c\n  - a # about a\n---\n"},
  });
}

TEST_CASE("change: a tag spelt anew keeps its place behind a new one") {
  check({
      {"---\ntags: [Thai]\n---\n", tags({"asia", "thai"}), "---\ntags: [asia, thai]\n---\n"},
      {"---\ntags: [a]\n---\n", tags({"x", "A", "z"}), "---\ntags: [x, A, z]\n---\n"},
      {"---\ntags:\n- a\n---\n", tags({"x", "A", "z"}), "---\ntags:\n- x\n- A\n- z\n---\n"},
  });
}

TEST_CASE("change: tags that differ in an accent are two tags") {
  CHECK(after("---\ntags: [ano]\n---\n", add_tag("año")) == "---\ntags: [ano, año]\n---\n");
  NoteChange removal;
  removal.remove_tags = {"año"};
  CHECK(after("---\ntags: [ano, AÑO]\n---\n", removal) == "---\ntags: [ano]\n---\n");
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

TEST_CASE("change: a title beside a body is the title that the note has then") {
  const auto both = [](std::string new_title, std::string new_body) {
    NoteChange change = title(std::move(new_title));
    change.body = std::move(new_body);
    return change;
  };
  check({
      {"# T\n", both("T", "text\n"), "---\ntitle: T\n---\n\ntext\n"},
      {"# T\n", both("T", "# U\n"), "---\ntitle: T\n---\n\n# U\n"},
      {"# T\n", both("U", "# U\n"), "# U\n"},
      {"# T\n", both("U", "# T\ntext\n"), "---\ntitle: U\n---\n\n# T\ntext\n"},
      {"text\n", both("a-note", "# T\n"), "---\ntitle: a-note\n---\n\n# T\n"},
      {"---\ntitle: T\n---\n\n# T\n", both("T", "text\n"), "---\ntitle: T\n---\n\ntext\n"},
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
       metadata({{"k", std::nullopt}}),
       "---\na: 1\n# over k\n\n  # in k\n# over x\nx: 1\n---\nb\n"},
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
  const std::string long_heading = "# " + std::string(301, 'x') + "\n";
  const std::string long_tags = "---\ntags: [" + std::string(101, 'x') + "]\n---\n";
  const std::vector<Same> rows{
      {"---\ntitle: '007'\n---\nb\n", title("007")},
      {"# in\v\ntext\n", title("in\v")},
      {long_heading, title(std::string(301, 'x'))},
      {long_tags, tags({std::string(101, 'x')})},
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

TEST_CASE("change: fences that are not as they are added stay when the block is emptied") {
  check({
      {"---  \nstatus: x\n...\n\nB\n", metadata({{"status", std::nullopt}}), "---  \n...\n\nB\n"},
      {"---\nstatus: x\n---\t\n\nB\n", metadata({{"status", std::nullopt}}), "---\n---\t\n\nB\n"},
      {"---\nstatus: x\n---\n\nB\n", metadata({{"status", std::nullopt}}), "B\n"},
  });
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
