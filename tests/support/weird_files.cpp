#include "support/weird_files.h"

#include "vault/unicode.h"

namespace notes::test {
namespace {

const Texts titles{
    "title: Plain title",
    "title: \"Double: quoted\"",
    "title: 'It''s single'",
    "title: Unneeded \"quotes\" inside",
    "title: \"Unneeded\"",
    "title: 'Unneeded'",
    "title: caf\xC3\xA9 \xF0\x9F\x8D\x9C",
    "title:   spaced   # remark",
    "title: 2024-01-01",
    "title: yes",
    "title: 007",
    "title: 1.10",
    "title: Fix #12",
    "title:\tTabbed\t",
    "title: |\n  Literal\n  ---\n  text",
    "title: >- # remark\n  folded\n  text",
    "title: two\n  lines",
    "title: \"two\n  lines\"",
    "title:\n  below",
    "title:",
    "title: ~",
    "title: null # none",
    "title: ''",
    "title: [a, b]",
    "title:\n  a: b",
    "title: &t Anchored",
    "title: !!str 12",
    "\"title\": Quoted key",
    "Title: Upper case",
    "title: \"\\u00e9scaped \\\"x\\\"\"",
    "title: foo : bar",
    "title: \"unclosed",
    "title: @at",
};

const Texts tag_styles{
    "tags: [a, b]",
    "tags: [a,b]",
    "tags: [ a , 'b c', \"d\" ] # remark",
    "tags: [a, b,]",
    "tags: []",
    "tags: [\n  a, # one\n  b # two\n]",
    "tags: [a,\n  b]",
    "tags:\n- a\n- b",
    "tags:\n  - a\n  - b",
    "tags:\n    -   a\n    -   b",
    "tags: # why\n  # above\n  - a # one\n\n  # between\n  - b\n  # below",
    "tags:\n  - \"#a\"\n  - \"#b\"",
    "tags:\n  - 'a'\n  - 'b'",
    "tags:\n  - a\n  -\n  - ~",
    "tags:\n  - two\n    lines\n  - b",
    "tags: a",
    "tags: a b",
    "tags: a, b # remark",
    "tags: \"a,b\"",
    "tags: '#a #b'",
    "tags: |\n  a\n  b",
    "tags:",
    "tags: ~ # none",
    "tag: [x]",
    "tag: x, y",
    "tags:\ntag: x",
    "tags: [yes, 007, 1.10]",
    "tags: [A, a, other]",
    "tags: [#one #two]",
    "tags: {a: b}",
    "tags:\n  - a\n  - {b: c}",
    "tags: &t [a]",
    "Tags: [a]",
    "tags:\n - timeline\n  - event",
};

const Texts other_keys{
    "key: value",
    "date: 2026-03-16",
    "created: 2026-04-23T10:00:00+02:00",
    "updated: 2020-01-01",
    "updated: \"2020-01-01 10:00:00\" # remark",
    "summary: >\n  Folded\n\n  text\n",
    "literal: |\n  a\n  ---\n  # no comment\n    deeper\n",
    "keep: |+\n  text\n\n",
    "people:\n  - \"[[Sam]]\"\n  - {name: Kim, age: 3}",
    "nested:\n    map:\n        deep: [1, {a: b}]\n    list:\n    - x",
    "base: &base {a: 1}\nuse:\n  <<: *base",
    "quoted: \"a # b: c\"",
    "'quoted key': v",
    "url: https://example.org/a?b=c#d",
    "empty:",
    "aliases: [one, two]",
    "emoji: \xF0\x9F\x8D\x9C",
    "same: 1\nsame: 2",
    "? complex\n: key",
    "multi: one\n  two\n\n  three",
    "tabs:\ta\tb",
    "weird key, with (signs): v",
    "trailing: blanks   ",
    "bad: : :",
};

const Texts fillers{"", "", "", "# a remark\n", "\n", "  # deeper\n", "\n# two\n\n", " \t\n"};

const Texts bodies{"",
                   "text\n",
                   "text",
                   "\n",
                   "\n\ntext\n",
                   "\ntext",
                   "# Heading\n\ntext\n",
                   "Set\next\n===\n",
                   "---\n\nB\n",
                   "a\n\n---\n\nb\n\n---\n\nc\n",
                   "---\ninner: block\n---\nx\n",
                   "a\rb\n\r",
                   "    code\n\ttab\n",
                   "\uFEFFmark\n",
                   "```\n# no\n```\n\xE5\xA4\xAA\n"};

}  // namespace

std::string weird_block(Random& random) {
  std::string content;
  const auto add = [&](std::string_view text) {
    content += random.of(fillers);
    content += text;
    content += '\n';
  };
  const std::size_t before = random.below(3);
  for (std::size_t i = 0; i < before; ++i) add(random.of(other_keys));
  const bool tags_first = random.one_in(3);
  if (tags_first && !random.one_in(3)) add(random.of(tag_styles));
  if (!random.one_in(4)) add(random.of(titles));
  if (random.one_in(20)) add(random.of(titles));
  if (!tags_first && !random.one_in(3)) add(random.of(tag_styles));
  const std::size_t after = random.below(3);
  for (std::size_t i = 0; i < after; ++i) add(random.of(other_keys));
  content += random.of(fillers);
  if (random.one_in(12)) {
    std::string indented;
    for (std::size_t at = 0; at < content.size();) {
      const std::size_t end = content.find('\n', at) + 1;
      indented += "  " + content.substr(at, end - at);
      at = end;
    }
    return indented;
  }
  return content;
}

std::string_view weird_body(Random& random) { return random.of(bodies); }

std::string weird_file(Random& random) {
  std::string text;
  if (!random.one_in(6)) {
    text = "---" + std::string(random.one_in(8) ? " \t" : "") + "\n" + weird_block(random);
    if (!random.one_in(15)) {
      text += random.one_in(6) ? "..." : "---";
      text += random.one_in(8) ? "  \n" : "\n";
      if (random.one_in(2)) text += '\n';
    }
  }
  text += random.of(bodies);
  if (random.one_in(25) && !text.empty()) text.pop_back();
  const std::size_t ends = random.below(4);  // 0 and 1: LF, 2: CR LF, 3: mixed
  std::string bytes = random.one_in(8) ? std::string(byte_order_mark) : "";
  for (const char c : text) {
    if (c == '\n' && (ends == 2 || (ends == 3 && random.one_in(2)))) {
      bytes += random.one_in(40) ? "\r\r" : "\r";
    }
    bytes += c;
  }
  return bytes;
}

std::string weird_text(Random& random, std::size_t longest) {
  static const Texts parts{"a",
                           "B",
                           "1",
                           ".",
                           "-",
                           "_",
                           " ",
                           ": ",
                           " #",
                           "#",
                           "\"",
                           "'",
                           "\\",
                           "[",
                           "]",
                           "{",
                           "}",
                           ",",
                           "&",
                           "*",
                           "!",
                           "|",
                           ">",
                           "%",
                           "@",
                           "`",
                           "?",
                           "~",
                           "=",
                           "null",
                           "yes",
                           "0x1f",
                           "2026-01-01",
                           "<<",
                           "/",
                           "\xC3\xA9",
                           "\xF0\x9F\x8D\x9C",
                           "\xE2\x80\x8B",
                           "\xEF\xBB\xBF",
                           "\xEF\xBF\xBE",
                           "\xC2\xA0",
                           "...",
                           "---"};
  std::string text;
  const std::size_t count = 1 + random.below(longest);
  for (std::size_t i = 0; i < count; ++i) text += random.of(parts);
  return text;
}

}  // namespace notes::test
