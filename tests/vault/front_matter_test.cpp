#include "vault/front_matter.h"

#include <doctest/doctest.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

using notes::FrontMatter;
using notes::read_front_matter;
using notes::Tags;
using State = notes::FrontMatter::State;
using Kind = notes::FrontMatterEntry::Kind;
using Titles = std::optional<std::string>;

namespace {

std::string block(std::string_view content) {
  return "---\n" + std::string(content) + "\n---\nBody\n";
}

std::string with_cr_lf(std::string_view text) {
  std::string result;
  for (const char c : text) result += c == '\n' ? std::string("\r\n") : std::string(1, c);
  return result;
}

/// What is read of a file, on one line.
std::string seen(const FrontMatter& front_matter) {
  std::string text = front_matter.state == State::none    ? "none"
                     : front_matter.state == State::valid ? "valid"
                                                          : "broken";
  if (front_matter.fault) {
    text += " " + std::to_string(front_matter.fault->line) + ":" +
            std::to_string(front_matter.fault->column);
  }
  if (front_matter.title) text += " title=" + *front_matter.title;
  for (const std::string& tag : front_matter.tags) text += " #" + tag;
  if (front_matter.created) text += " created=" + notes::to_iso8601_seconds(*front_matter.created);
  return text;
}

std::string seen(std::string_view bytes) { return seen(read_front_matter(bytes)); }

std::vector<std::string> warnings(std::string_view bytes) {
  return read_front_matter(bytes).warnings;
}

}  // namespace

TEST_CASE("front matter: what is a block and where its body begins") {
  struct Row {
    std::string_view bytes;
    State state;
    std::size_t body_begin;
  };
  const std::vector<Row> rows{
      {"", State::none, 0},
      {"\n", State::none, 0},
      {"---", State::none, 0},
      {"---\n", State::none, 0},
      {"---\n---", State::valid, 7},
      {"---\n---\n", State::valid, 8},
      {"---\n\n---\nB\n", State::valid, 9},
      {"---\n# only a comment\n---\nB\n", State::valid, 25},
      {"---\ntitle: x\nno close\n", State::none, 0},
      {"---\ntitle: x\n---", State::valid, 16},
      {"---\ntitle: x\n...\nB\n", State::valid, 17},
      {"--- \t\ntitle: x\n---\t \nB\n", State::valid, 21},
      {"---\r\ntitle: x\r\n---\r\nB\r\n", State::valid, 20},
      {"\xEF\xBB\xBF---\ntitle: x\n---\nB\n", State::valid, 20},
      {"\xEF\xBB\xBFtext\n", State::none, 3},
      {"\n---\ntitle: x\n---\n", State::none, 0},
      {" ---\ntitle: x\n---\n", State::none, 0},
      {"----\ntitle: x\n----\n", State::none, 0},
      {"---x\ntitle: x\n---\n", State::none, 0},
      {"---\ntitle: x\n ---\n", State::none, 0},
      {"---\ntitle: x\n---\ntext\n\n---\ncode: x\n---\nmore\n", State::valid, 17},
      {"A\n\n---\n\nB\n\n---\n\nC\n", State::none, 0},
      {"---\n\nB\n\n---\n\nC\n", State::none, 0},
      {"---\n- a\n- b\n---\nC\n", State::none, 0},
      {"---\n\"quoted\"\n---\nC\n", State::none, 0},
      {"---\n~\n---\nC\n", State::none, 0},
      {"---\n{title: x}\n---\nB\n", State::valid, 19},
      {"---\nkey: |\n  a\n  ---\n  b\n---\nB\n", State::valid, 29},
      {"---\r title: x\r---\r", State::none, 0},
      {"---\r\r\ntitle: x\r\r\n--- \r\r\nB\r\r\n", State::valid, 24},
      {"---\n[unclosed\n---\nB\n", State::broken, 18},
  };
  for (const Row& row : rows) {
    CAPTURE(row.bytes);
    const FrontMatter front_matter = read_front_matter(row.bytes);
    CHECK(front_matter.state == row.state);
    CHECK(front_matter.body_begin == row.body_begin);
  }
}

TEST_CASE("front matter: a title in every scalar style is read as its author wrote it") {
  struct Row {
    std::string_view content;
    Titles title;
  };
  const std::vector<Row> rows{
      {"title: Pad Thai", "Pad Thai"},
      {"title:   Pad Thai  ", "Pad Thai"},
      {"title: Pad Thai  # a remark", "Pad Thai"},
      {"title:\tTabbed\t", "Tabbed"},
      {"title: \"a: b # c\"", "a: b # c"},
      {"title: 'it''s'", "it's"},
      {"title: \"say \\\"hi\\\" \\\\ there\"", "say \"hi\" \\ there"},
      {"title: \"\\u00e9\\x41\\t!\"",
       "\xC3\xA9"
       "A !"},
      {"title: no", "no"},
      {"title: yes", "yes"},
      {"title: true", "true"},
      {"title: 007", "007"},
      {"title: 1.10", "1.10"},
      {"title: 0x1F", "0x1F"},
      {"title: 2024-01-01", "2024-01-01"},
      {"title: \"null\"", "null"},
      {"title: a:b", "a:b"},
      {"title: http://x.org/a#b", "http://x.org/a#b"},
      {"title: C#", "C#"},
      {"title: -5 degrees", "-5 degrees"},
      {"title: \xF0\x9F\x8D\x9C noodles", "\xF0\x9F\x8D\x9C noodles"},
      {"title: what? [no] {really}, yes", "what? [no] {really}, yes"},
      {"title: \"  spaces  \"", "spaces"},
      {"title: \"\\x07 a\\x07bell \\x7F\"", "a bell"},
      {"title: \"\\x07\"", std::nullopt},
      {"title: two\n  lines", "two lines"},
      {"title: \"two\n  lines\"", "two lines"},
      {"title:\n  on the next line", "on the next line"},
      {"title: |\n  Literal\n  text\n", "Literal text"},
      {"title: >-\n  Folded\n  text\n", "Folded text"},
      {"title: !!str 12", "12"},
      {"title: &anchor Name", "Name"},
      {"\"title\": quoted key", "quoted key"},
      {"'title' : quoted key", "quoted key"},
      {"title : blank before colon", "blank before colon"},
      {"? title\n: explicit", "explicit"},
      {"  title: indented\n  other: x", "indented"},
      {"title: first\ntitle: second", "first"},
      {"{title: flow, tags: [a]}", "flow"},
      {"title:", std::nullopt},
      {"title: ~", std::nullopt},
      {"title: null", std::nullopt},
      {"title: NULL  # none", std::nullopt},
      {"title: \"\"", std::nullopt},
      {"title: ' '", std::nullopt},
      {"title: [a, b]", std::nullopt},
      {"title:\n  a: b", std::nullopt},
      {"x: &a v\ntitle: *a", std::nullopt},
      {"Title: other key", std::nullopt},
      {"other: x", std::nullopt},
  };
  for (const Row& row : rows) {
    CAPTURE(row.content);
    const FrontMatter front_matter = read_front_matter(block(row.content));
    CHECK(front_matter.state == State::valid);
    CHECK(front_matter.title == row.title);
    CHECK(read_front_matter(with_cr_lf(block(row.content))).title == row.title);
  }
  const std::string long_title = std::string(3000, 'x') + "\xC3\xA9";
  CHECK(read_front_matter(block("title: " + long_title)).title == long_title);
}

TEST_CASE("front matter: tags in every style") {
  struct Row {
    std::string_view content;
    Tags tags;
  };
  const std::vector<Row> rows{
      {"tags: [a, b]", {"a", "b"}},
      {"tags: [a,b]", {"a", "b"}},
      {"tags: [ a , 'b c' , \"d\" ]  # remark", {"a", "b c", "d"}},
      {"tags: [a, b,]", {"a", "b"}},
      {"tags: [\n  a,  # first\n  b\n]", {"a", "b"}},
      {"tags: [a,\n  b]", {"a", "b"}},
      {"tags: []", {}},
      {"tags: [ ]", {}},
      {"tags:\n- a\n- b", {"a", "b"}},
      {"tags:\n  - a\n  - b", {"a", "b"}},
      {"tags:\n    -   a\n    -   b", {"a", "b"}},
      {"tags: # why\n  # above\n  - a # one\n\n  # between\n  - b\n  # below", {"a", "b"}},
      {"tags:\n  - \"#a\"\n  - '##b'", {"a", "b"}},
      {"tags:\n  - a\n  -\n  - ~", {"a"}},
      {"tags:\n  - Stack Overflow\n  - a, b", {"Stack Overflow", "a, b"}},
      {"tags: a", {"a"}},
      {"tags: a b", {"a", "b"}},
      {"tags: Stack Overflow, votes", {"Stack Overflow", "votes"}},
      {"tags: \"a, b\"", {"a", "b"}},
      {"tags: '#a #b'", {"a", "b"}},
      {"tags: a,,b, ", {"a", "b"}},
      {"tags: |\n  a\n  b", {"a", "b"}},
      {"tags:", {}},
      {"tags: ~", {}},
      {"tags: ''", {}},
      {"tag: x", {"x"}},
      {"tag: [x, y]", {"x", "y"}},
      {"tag: x\ntags: [y]", {"y"}},
      {"tag: x\ntags:", {"x"}},
      {"tags: [yes, no, on, 007, 1.10]", {"yes", "no", "on", "007", "1.10"}},
      {"tags: [Recipe, recipe, RECIPE, other]", {"Recipe", "other"}},
      {"tags: [area/home]", {"area/home"}},
      {"tags:\t[a]\t", {"a"}},
      {"tags:\n  - keep\n  - 42\n  - {meta: p}", {"keep", "42"}},
      {"tags: {a: 1}", {}},
      {"tags:\n - timeline\n  - event", {"timeline - event"}},
      {"tags: &t [a]\nother: *t", {"a"}},
      {"tags: ['a''b', \"c\\\"d\", \"e\\u00e9\"]", {"a'b", "c\"d", "e\xC3\xA9"}},
      {"tags: [[a, b], c]", {"c"}},
      {"TAGS: [a]", {}},
      {"Tags: [a]", {}},
      {"tags: [what?, b]", {"what?", "b"}},
  };
  for (const Row& row : rows) {
    CAPTURE(row.content);
    const FrontMatter front_matter = read_front_matter(block(row.content));
    CHECK(front_matter.state == State::valid);
    CHECK(front_matter.tags == row.tags);
    CHECK(read_front_matter(with_cr_lf(block(row.content))).tags == row.tags);
  }
}

TEST_CASE("front matter: times of creation") {
  CHECK(seen(block("created: 2026-11-30")) == "valid created=2026-11-30T00:00:00Z");
  CHECK(seen(block("created: \"2026-11-30T09:15:02+02:00\"")) ==
        "valid created=2026-11-30T07:15:02Z");
  CHECK(seen(block("date: 2013-05-06 02:12:52 +0200")) == "valid created=2013-05-06T00:12:52Z");
  CHECK(seen(block("date: 2013-05-06\ncreated: 2014-01-01")) ==
        "valid created=2014-01-01T00:00:00Z");
  CHECK(seen(block("date: 2013-05-06\ncreated:")) == "valid created=2013-05-06T00:00:00Z");
  CHECK(seen(block("created: yesterday")) == "valid");
  CHECK(seen(block("created: yesterday\ndate: 2013-05-06")) ==
        "valid created=2013-05-06T00:00:00Z");
  CHECK(warnings(block("created: yesterday")) ==
        std::vector<std::string>{"'created' is no date like 2026-11-30 or 2026-11-30T09:15:02Z and "
                                 "counts as missing."});
}

TEST_CASE("front matter: entries are whole lines, without the comments that follow") {
  const std::string_view bytes =
      "---\n"
      "# head\n"
      "title: x # t\n"
      "\n"
      "# over tags\n"
      "tags:\n"
      "  - a\n"
      "\n"
      "  # in tags\n"
      "# over map\n"
      "map:\n"
      "  k: |\n"
      "    # text\n"
      "\n"
      "text: |+\n"
      "  t\n"
      "  # t\n"
      " # after\n"
      "\n"
      "---\n";
  const FrontMatter front_matter = read_front_matter(bytes);
  std::vector<std::string> entries;
  for (const notes::FrontMatterEntry& entry : front_matter.entries) {
    entries.emplace_back(bytes.substr(entry.begin, entry.end - entry.begin));
  }
  CHECK(entries == std::vector<std::string>{"title: x # t\n", "tags:\n  - a\n",
                                            "map:\n  k: |\n    # text\n",
                                            "text: |+\n  t\n  # t\n"});
}

TEST_CASE("front matter: the entry of a key with a question mark begins with it") {
  struct Row {
    std::string_view content;
    std::vector<std::string> entries;
  };
  const std::vector<Row> rows{
      {"?\n", {"?\n"}},
      {"a: 1\n?\n? # none\n\n? - x\n", {"a: 1\n", "?\n", "? # none\n", "? - x\n"}},
      {"a: 1\n?\n: v\nb: 2\n", {"a: 1\n", "?\n: v\n", "b: 2\n"}},
      {"a: 1\n: v\nb: 2\n", {"a: 1\n", ": v\n", "b: 2\n"}},
      {"a: 1\n?\n  k\n: v\n", {"a: 1\n", "?\n  k\n: v\n"}},
      {"a: 1\n? &x\n  # why\n  - k\n: v\n", {"a: 1\n", "? &x\n  # why\n  - k\n: v\n"}},
      {"a:\n  ?\nb: 2\n", {"a:\n  ?\n", "b: 2\n"}},
      {"a: |\n  ?\nb: 2\n", {"a: |\n  ?\n", "b: 2\n"}},
      {"?b: 1\n? c\n: 2\n", {"?b: 1\n", "? c\n: 2\n"}},
  };
  for (const Row& row : rows) {
    CAPTURE(row.content);
    const std::string bytes = "---\n" + std::string(row.content) + "---\n";
    const FrontMatter front_matter = read_front_matter(bytes);
    std::vector<std::string> entries;
    for (const notes::FrontMatterEntry& entry : front_matter.entries) {
      entries.push_back(bytes.substr(entry.begin, entry.end - entry.begin));
    }
    CHECK(entries == row.entries);
  }
}

TEST_CASE("front matter: what is odd is said") {
  CHECK(warnings(block("title: a\ntitle: b")) ==
        std::vector<std::string>{"The key 'title' occurs more than once; the first one counts."});
  CHECK(warnings(block("title: [a]")) ==
        std::vector<std::string>{"The title is a list and counts as missing."});
  CHECK(warnings(block("title: {a: b}")) ==
        std::vector<std::string>{"The title is a map and counts as missing."});
  CHECK(warnings(block("Title: a")) ==
        std::vector<std::string>{"The key 'Title' is not read: keys are case-sensitive, 'title' "
                                 "would be."});
  CHECK(warnings(block("Title: a\ntitle: b")).empty());
  CHECK(warnings(block("title: Fix #12 and #13")) ==
        std::vector<std::string>{"The title is read as 'Fix': to YAML what follows from ' #' on is "
                                 "a comment. Quotes around the title make it whole."});
  CHECK(warnings(block("title: Fix # a remark")).empty());
  CHECK(warnings(block("title: 'Fix #12'")).empty());
  const auto is_comment = [](const std::string& word) {
    return std::vector<std::string>{"To YAML '" + word +
                                    "' in 'tags' is a comment. Without the # or in quotes it is a "
                                    "tag."};
  };
  CHECK(warnings(block("tags: #a")) == is_comment("#a"));
  CHECK(warnings(block("tags: a #b #c")) == is_comment("#b"));
  CHECK(warnings(block("tags:\n- a\n- #b\n- c #d")) == is_comment("#b"));
  CHECK(warnings(block("tags: a # why")).empty());
  CHECK(warnings(block("tags: ['#a', \"b\\\" #c\", C#]")).empty());
  CHECK(warnings(block("tags:\n- a\n#- b\n- c ## why")).empty());
  CHECK(warnings(block("tags:\n- a\n  # see #b\n- c")).empty());
  CHECK(warnings(block("tags:\n- \"x #caf\\u00e9\"")).empty());
  CHECK(warnings(block("tags: [a, {b: c}]")) ==
        std::vector<std::string>{"'tags' holds an item that is no text; it is passed over."});
  CHECK(warnings(block("tags: {b: c}")) ==
        std::vector<std::string>{"'tags' is a map, so the note counts as having no tags."});
  CHECK(warnings(block("tags:\n - timeline\n  - event")) ==
        std::vector<std::string>{"The tag 'timeline - event' looks like list items that are "
                                 "indented unevenly."});
  CHECK(warnings(block("tags: [timeline - event]")).empty());
  CHECK(warnings(block("tags:\n - timeline - event")).empty());
  CHECK(warnings("---\ntitle: x\nno close\n") ==
        std::vector<std::string>{"The front matter is not closed: no line '---' follows the first "
                                 "one, so all of the file is read as body."});
  CHECK(warnings("---\n\ntext: after a rule\n").empty());
  CHECK(warnings("---\nSome text\n").empty());
  CHECK(warnings("---\n").empty());
  CHECK(warnings(block("title: foo : bar")) ==
        std::vector<std::string>{"The front matter is not valid YAML at line 2, column 12 (a colon "
                                 "and a blank inside a value that is not in quotes); its title, "
                                 "tags and other keys are not read."});
}

TEST_CASE("front matter: a fault has the line and column that a person counts") {
  CHECK(seen("---\ntitle: foo : bar\n---\n\n# Hello\n") == "broken 2:12");
  CHECK(seen("\xEF\xBB\xBF---\r\ntitle: \xC3\xA9\xC3\xA9 : bar\r\n---\r\n") == "broken 2:11");
  CHECK(seen("---\na: \"unterminated\nkeep: yes\n---\nBody\n") == "broken 2:4");
  CHECK(seen("---\na: 'unterminated\n---\nBody\n") == "broken 2:4");
  CHECK(seen("---\ndescription: \"abc \"def\" ghi\"\ntags: [a, b]\n---\nBody text.\n") ==
        "broken 2:20");
  CHECK(seen("---\na: 1\ntags: [#one #two #three]\n---\nx\n").starts_with("broken"));
  CHECK(seen("---\na: 1\n\tb: 2\n---\nx\n") == "broken 3:1");
  CHECK(seen("---\nmap:\n\tk: v\n---\nx\n") == "broken 3:1");
  CHECK(seen("---\ntags:\n \t- a\n---\nx\n") == "broken 3:2");
  CHECK(warnings(block("map:\n\tk: v")).front().find("a tab cannot indent") != std::string::npos);
  CHECK(seen("---\na: @home\n---\nx\n") == "broken 2:4");
  CHECK(seen("---\na: `code`\n---\nx\n") == "broken 2:4");
  CHECK(seen("---\na: *nowhere\n---\nx\n") == "broken 2:4");
  CHECK(seen("---\na: b\n--- second\n---\nx\n").starts_with("broken"));
  CHECK(seen("---\n%YAML 1.2\na: b\n---\nx\n").starts_with("broken"));
  CHECK(seen("---\n{a: b} c\n---\nx\n").starts_with("broken"));
}

TEST_CASE("front matter: what the library takes and YAML does not is broken") {
  CHECK(seen("---\ntitle: T\ntags\n---\nx\n") == "broken 3:1");
  CHECK(seen("---\nRemember: buy milk\n\nand some prose about rye.\n---\nx\n") == "broken 4:1");
  CHECK(seen("---\ntitle: T\ntags:\n- a\n-b\n---\nx\n") == "broken 5:1");
  CHECK(seen("---\ntitle: T\nauthor:Bob\n---\nx\n") == "broken 3:1");
  CHECK(seen("---\na: b\n!x: y\n---\nx\n").starts_with("broken 3"));
  CHECK(seen("---\na: b\n'it''s'\n---\nx\n").starts_with("broken 3"));
  CHECK(seen("---\na: b\nno # c: d\n---\nx\n").starts_with("broken 3"));
  CHECK(seen("---\ntitle: T\nmap:\n  x: 1\n  y:2\n---\nx\n") == "broken 5:3");
  CHECK(seen("---\ntags: [a,, b]\n---\nx\n") == "broken 2:10");
  CHECK(seen("---\ntags: [, a]\n---\nx\n") == "broken 2:8");
  CHECK(seen("---\ntitle: 'It''s fine\ndate: 2024-01-01\nlist:\n  - c\n---\nB\n") == "broken 2:8");
  CHECK(seen("---\nk: 'x''y\ntitle: T\ntags: [a]\n---\n") == "broken 2:4");
  for (const char* content :
       {"a: b\nempty:", "a: b\nempty: # why", "\"a\": b\n\"it: is\" :", "'it''s':", "a: b\n? x",
        "a: b\n?\n  x", "tags: [a, ]", "tags: [a, ~, null]", "tags: [a, {b, c: }]",
        "map:\n  x:\n  y:", "list:\n  - x:\n  - y: 1\n    z:", "&a key:", "a: &x 1\n*x :"}) {
    CAPTURE(content);
    CHECK(seen(block(content)).starts_with("valid"));
  }
}

TEST_CASE("front matter: a line of blanks that begins with a tab is a blank line") {
  for (const char* content :
       {"a:\n  k: 1\n\t\nb: 2\ntitle: T", "\t\ntitle: T\n\t \t", "a: |\n  x\n\t\n  y\ntitle: T"}) {
    CAPTURE(content);
    CHECK(read_front_matter(block(content)).title == "T");
  }
}

TEST_CASE("front matter: control characters that YAML forbids make it broken") {
  using namespace std::string_view_literals;
  CHECK(seen("---\na: b\0c\n---\nx\n"sv) == "broken 2:5");
  CHECK(seen("---\na: b\x04\nc: d\n---\nx\n"sv) == "broken 2:5");
  CHECK(seen("---\na: b\rc: d\n---\nx\n"sv) == "broken 2:5");
  CHECK(seen("---\na: b\r\rc: d\n---\nx\n"sv) == "broken 2:5");
  CHECK(seen("---\ntitle: b\r\r\r\nc: d\r\n---\nx\n"sv) == "valid title=b");
  CHECK(seen("---\n\xEF\xBB\xBF"
             "a: b\n---\nx\n"sv) == "broken 2:1");
  CHECK(seen("---\na: b\tc\n---\nx\n"sv) == "valid");
  CHECK(seen("---\ntitle: a\xC2\x85"
             "b\n---\nx\n"sv) == "valid title=a b");
}

TEST_CASE("front matter: depth is bounded") {
  using notes::max_front_matter_depth;
  const auto nested = [](std::size_t depth) {
    return block("k: " + std::string(depth - 1, '[') + std::string(depth - 1, ']'));
  };
  CHECK(seen(nested(max_front_matter_depth)) == "valid");
  CHECK(seen(nested(max_front_matter_depth + 1)) == "broken 2:67");
  std::string maps;
  std::string lists = "k:\n  ";
  for (std::size_t i = 0; i < 5000; ++i) {
    maps += std::string(i, ' ') + "a:\n";
    if (i < 400) lists += "- ";
  }
  CHECK(seen(block(lists + "a")).starts_with("broken 3"));
  CHECK(seen(block(maps)).starts_with("broken"));
}

TEST_CASE("front matter: sizes are bounded") {
  const std::string closing = "\n---\nx\n";
  const std::string plain = "---\na: " + std::string(notes::max_front_matter_size - 4, 'x');
  CHECK(seen(plain + closing) == "valid");
  CHECK(seen(plain + "x" + closing) == "broken 2:1");
  const std::string folded = "---\na: >\n b" + std::string(notes::max_library_block_size - 8, 'x');
  CHECK(seen(folded + closing) == "valid");
  CHECK(seen(folded + "x" + closing) == "broken 2:1");

  const auto keys = [](std::size_t count) {
    std::string text = "---\n";
    for (std::size_t i = 0; i < count; ++i) text += "k" + std::to_string(i) + ":\n";
    return text + "---\n";
  };
  CHECK(seen(keys(notes::max_front_matter_values)) == "valid");
  CHECK(seen(keys(notes::max_front_matter_values + 1)).starts_with("broken"));
  std::string items = "---\ntags: [a";
  for (std::size_t i = 0; i < notes::max_front_matter_values; ++i) items += ", a";
  CHECK(seen(items + "]\n---\n").starts_with("broken"));

  const auto tags_scalar = [](std::size_t separators) {
    std::string text = "---\na: 1\ntags: a";
    for (std::size_t i = 0; i < separators; ++i) text += i % 2 == 0 ? ",b" : ",c";
    return text + "\n---\n";
  };
  CHECK(seen(tags_scalar(notes::max_front_matter_values)) == "valid #a #b #c");
  CHECK(seen(tags_scalar(notes::max_front_matter_values + 1)) == "broken 3:1");
}

TEST_CASE("front matter: hostile blocks end as broken or valid") {
  CHECK(seen("---\n{# ke\ny{:\n---\nBody\n").starts_with("broken"));
  CHECK(seen(block(std::string(10'000, '['))).starts_with("broken"));
  CHECK(seen(block(std::string(std::size_t{16} << 20U, '['))).starts_with("broken"));
  CHECK(seen(block(std::string(200'000, ','))).starts_with("broken"));
  CHECK(seen(block("? " + std::string(100'000, '?'))) == "valid");
  CHECK(seen(block(std::string(1 << 20, 'k') + ": v")).starts_with("broken"));
  CHECK(seen(block("&a [*a]")).starts_with("none"));
  CHECK(seen(block("k: &a [*a]")) == "valid");
  std::string bomb = "a0: &a0 x\n";
  for (int i = 1; i < 10; ++i) {
    const std::string before = "*a" + std::to_string(i - 1);
    bomb +=
        "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [" + before + "," + before + "]\n";
  }
  CHECK(seen(block(bomb + "title: *a9")) == "valid");
  CHECK(seen(block(bomb + "tags: *a9")) == "valid");
}

TEST_CASE("front matter: the values are those of YAML, also of keys that mean nothing here") {
  const std::string bytes = block(
      "due: 2026-05-01\nn: 1.10\nq: \"x\"\nlist: [1, 'a', ~]\nmap: {a: b}\nnone:\n<<: y\nx: *q");
  CHECK(seen(bytes).starts_with("broken 9"));
  const FrontMatter front_matter = read_front_matter(block(
      "due: 2026-05-01\nn: 1.10\nq: &q \"x\"\nlist: [1, 'a', ~, *q, [b]]\nmap: {a: b}\nnone:\n"
      "x: *q"));
  std::vector<std::string> read;
  for (const notes::FrontMatterEntry& entry : front_matter.entries) {
    std::string text = entry.key + "=" + std::to_string(static_cast<int>(entry.kind)) +
                       (entry.is_plain ? "p" : "") + (entry.has_anchor ? "&" : "") + entry.value;
    for (const notes::FrontMatterItem& item : entry.items) {
      text += "," + std::to_string(static_cast<int>(item.kind)) + (item.is_plain ? "p" : "") +
              item.value;
    }
    read.push_back(text);
  }
  CHECK(read == std::vector<std::string>{"due=1p2026-05-01", "n=1p1.10", "q=1&x",
                                         "list=2,1p1,1a,0p,3p,2p", "map=3", "none=0", "x=4"});
  CHECK(front_matter.has_alias);
}
