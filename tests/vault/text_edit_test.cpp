#include "vault/text_edit.h"

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "vault/note.h"

namespace {

/// The same numbers on every run.
std::mt19937 seeded(std::uint32_t seed) { return std::mt19937(seed); }

using notes::appended;
using notes::ErrorCode;
using notes::Result;
using notes::TextEdit;
using notes::with_lf;
using notes::with_line_ends_of;

Result<std::string> with_edits(std::string_view body, const std::vector<TextEdit>& edits) {
  return notes::edited(body, edits, "\n");
}

std::string message(const Result<std::string>& result) {
  REQUIRE(!result);
  CHECK(result.error().code == ErrorCode::invalid_argument);
  return result.error().message;
}

/// The message for one edit that does not match.
std::string message_for(std::string_view text, std::string_view old_text) {
  return message(with_edits(text, {{std::string(old_text), "new", 1}}));
}

TEST_CASE("edited: all edits are matched against the text as it was") {
  struct Row {
    std::string_view text;
    std::vector<TextEdit> edits;
    std::string_view result;
  };
  const std::vector<Row> rows = {
      {"a b c\n", {{"b", "B", 1}}, "a B c\n"},
      {"a b\n", {{"a", "b", 1}, {"b", "a", 1}}, "b a\n"},
      {"ab", {{"b", "x", 1}, {"a", "y", 1}}, "yx"},
      {"x\nx\nx\n", {{"x", "yy", 3}}, "yy\nyy\nyy\n"},
      {"one\ntwo\n", {{"one\r\ntwo\r\n", "1\r\n2\r\n", 1}}, "1\n2\n"},
      {"keep me not", {{" not", "", 1}}, "keep me"},
      {"a", {{"a", "a", 1}}, "a"},
      {"aaaa", {{"aaaa", "b", 1}}, "b"},
      {"lone\rcr\n", {{"e\rc", "E\rC", 1}}, "lonE\rCr\n"},
      {"one\ntwo\n", {{"one\r\r\ntwo", "1\r\r\n2", 1}}, "1\n2\n"},
      {"one\ntwo\n", {{"one", "1\r", 1}}, "1\ntwo\n"},
      {"Bäcker €", {{"ä", "ae", 1}, {"€", "EUR", 1}}, "Baecker EUR"},
      {"| a | b |\n|---|---|\n| `# x` | y |\n",
       {{"| y |", "| z |", 1}},
       "| a | b |\n|---|---|\n| `# x` | z |\n"},
      {std::string_view("n\0l\0", 4),
       {{std::string("\0l", 2), "L", 1}},
       std::string_view("nL\0", 3)},
      {"1234567890", {{"12345678", "8", 1}, {"90", "2", 1}}, "82"},
      {"123456789", {{"1234", "4", 1}, {"5", "1", 1}, {"678", "3", 1}}, "4139"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.text);
    const Result<std::string> result = with_edits(row.text, row.edits);
    REQUIRE(result);
    CHECK(*result == row.result);
  }
}

TEST_CASE("edited: what no old_text names keeps its bytes, line ends too") {
  struct Row {
    std::string_view body;
    std::vector<TextEdit> edits;
    std::string_view result;
  };
  const std::vector<Row> rows = {
      // Lines joined and split.
      {"a\r\nb\nc\n", {{"a\nb", "a b", 1}}, "a b\nc\n"},
      {"a\nb\r\nc\n", {{"a\nb", "a b", 1}}, "a b\r\nc\n"},
      {"a\r\nb\nc\n", {{"\nb\n", " ", 1}}, "a c\n"},
      {"a b\r\nc\nd\n", {{"a b", "a\nb", 1}}, "a\nb\r\nc\nd\n"},
      {"a\nb c\nd\r\n", {{" ", "\n", 1}}, "a\nb\nc\nd\r\n"},
      // A line that then reads as another one.
      {"a\r\nb\nc\n", {{"a\nb", "c", 1}}, "c\nc\n"},
      {"x\nx\r\ny\n", {{"x\nx\n", "x\n", 1}}, "x\ny\n"},
      // The line end itself.
      {"a\r\nb\nc\n", {{"a\n", "A\n", 1}, {"c\n", "C\n\n", 1}}, "A\r\nb\nC\n\n"},
      {"a\r\nb\r\nc", {{"c", "c\nd\n", 1}}, "a\r\nb\r\nc\r\nd\r\n"},
      {"a\r\r\nb\n", {{"a", "A", 1}, {"b", "B", 1}}, "A\r\r\nB\n"},
      {"a\rb\nc\r\n", {{"b", "B", 1}, {"c", "C", 1}}, "a\rB\nC\r\n"},
      // A CR that meets a line end is half of it.
      {"a\nb\r\n", {{"a", "A\r", 1}, {"b", "B\r", 1}}, "A\nB\r\n"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.body);
    const Result<std::string> result = with_edits(row.body, row.edits);
    REQUIRE(result);
    CHECK(*result == row.result);
  }
}

TEST_CASE("edited: what cannot be an edit is refused") {
  CHECK(message(with_edits("a", {})) == "edits is empty.");
  CHECK(message(with_edits("a", {{"a", "b", 1}, {"", "b", 1}})) == "edits[1].old_text is empty.");
  CHECK(message(with_edits("a", {{"a", "b", 0}})) ==
        "edits[0].expected_matches is 0; it must be at least 1.");
}

TEST_CASE("edited: at most max_edits in one call") {
  std::string text;
  std::vector<TextEdit> edits;
  for (std::size_t number = 0; number < notes::max_edits; ++number) {
    text += "line " + std::to_string(number) + ";\n";
    edits.push_back({"line " + std::to_string(number) + ";", "x", 1});
  }
  CHECK(with_edits(text, edits));
  edits.push_back({"more", "x", 1});
  CHECK(message(with_edits(text, edits)) == "There are 1001 edits, the most is 1000.");
}

TEST_CASE("edited: another number of matches than expected is refused with their lines") {
  CHECK(message_for("- x\n- x\n", "- x") ==
        "edits[0].old_text '- x' occurs 2 times (lines 1 and 2 of the body), expected 1 time. "
        "Nothing was changed.");
  CHECK(message(with_edits("x\nx\n\nx\n", {{"x", "y", 2}})) ==
        "edits[0].old_text 'x' occurs 3 times (lines 1, 2 and 4 of the body), expected 2 times. "
        "Nothing was changed.");
  CHECK(message(with_edits("x x", {{"x", "y", 3}})) ==
        "edits[0].old_text 'x' occurs 2 times (line 1 of the body), expected 3 times. "
        "Nothing was changed.");
  std::string many;
  for (int line = 0; line < 12; ++line) many += "x\n";
  CHECK(message_for(many, "x") ==
        "edits[0].old_text 'x' occurs 12 times (lines 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and more of "
        "the body), expected 1 time. Nothing was changed.");
}

TEST_CASE("edited: matches of one edit that overlap are refused with both counts") {
  CHECK(message_for("aaa", "aa") ==
        "edits[0].old_text 'aa' occurs 1 time (line 1 of the body) when counted without overlap, "
        "but 2 times when matches may overlap. Nothing was changed.");
  CHECK(message(with_edits("aaaa", {{"aa", "b", 2}})) ==
        "edits[0].old_text 'aa' occurs 2 times (line 1 of the body) when counted without overlap, "
        "but 3 times when matches may overlap. Nothing was changed.");
  CHECK(with_edits("aa-aa", {{"aa", "b", 2}}) == "b-b");
}

TEST_CASE("edited: edits that touch are made, edits that overlap are refused") {
  CHECK(with_edits("abcd", {{"ab", "1", 1}, {"cd", "2", 1}}) == "12");
  CHECK(message(with_edits("abcd", {{"bcd", "1", 1}, {"abc", "2", 1}})) ==
        "edits[0] ('bcd') and edits[1] ('abc') change the same text. Nothing was changed.");
  CHECK(message(with_edits("abcd", {{"b", "1", 1}, {"abcd", "2", 1}})) ==
        "edits[0] ('b') and edits[1] ('abcd') change the same text. Nothing was changed.");
  CHECK(message(with_edits("a", {{"a", "1", 1}, {"a", "1", 1}})) ==
        "edits[0] ('a') and edits[1] ('a') change the same text. Nothing was changed.");
}

TEST_CASE("edited: a miss shows the nearest line and the first character that differs") {
  const auto nearest = [](std::string_view text, std::string_view old_text) {
    const std::string whole = message_for(text, old_text);
    const std::size_t at = whole.find(" The nearest is ");
    REQUIRE_MESSAGE(at != std::string::npos, whole);
    return whole.substr(at + 16);
  };
  CHECK(message_for("Total:  10\u00A0EUR\n", "Total: 10 EUR") ==
        "edits[0].old_text 'Total: 10 EUR' is not in the note. The nearest is line 1 of the body, "
        "'Total:  10\u00A0EUR': at column 8 the note has a second blank where old_text has '1'. "
        "Nothing was changed.");
  struct Row {
    std::string_view text;
    std::string_view old_text;
    std::string_view place;
  };
  const std::vector<Row> rows = {
      {"x\nTotal: 10\u00A0EUR\n", "Total: 10 EUR",
       "line 2 of the body, 'Total: 10\u00A0EUR': at column 10 the note has U+00A0 NO-BREAK SPACE "
       "where old_text has a blank."},
      {"## Open items #urgent\n\n- a\n", "## Open items\n\n- a",
       "line 1 of the body, '## Open items #urgent': at column 14 the note has a blank where "
       "old_text has the end of the line."},
      {"one\ntwo\nthree\nfour\n", "one\ntwo\nThree\n",
       "line 3 of the body, 'three': at column 1 the note has 't' where old_text has 'T'."},
      {"say \u201CHello\u201D now\n", "\"Hello\" now",
       "line 1 of the body, 'say \u201CHello\u201D now': at column 5 the note has U+201C LEFT "
       "DOUBLE QUOTATION MARK where old_text has '\"'."},
      {"key:\tvalue\n", "key: value",
       "line 1 of the body, 'key:\tvalue': at column 5 the note has a tab where old_text has a "
       "blank."},
      {"well\u2011known fact\n", "well-known fact",
       "line 1 of the body, 'well\u2011known fact': at column 5 the note has U+2011 NON-BREAKING "
       "HYPHEN where old_text has '-'."},
      {"zero\u200Bwidth\n", "zerowidth",
       "line 1 of the body, 'zero\u200Bwidth': at column 5 the note has U+200B ZERO WIDTH SPACE "
       "where old_text has 'w'."},
      {"cafe\u0301 noir\n", "caf\u00E9 noir",
       "line 1 of the body, 'cafe\u0301 noir': at column 4 the note has 'e' with U+0301 COMBINING "
       "ACUTE ACCENT where old_text has '\u00E9' (U+00E9)."},
      {"the end", "the end\n",
       "line 1 of the body, 'the end': at column 8 the note has the end of the text where old_text "
       "has the end of the line."},
      {"a line\nanother line  \nlast\n", "another line\nlast",
       "line 2 of the body, 'another line  ': at column 13 the note has a blank where old_text has "
       "the end of the line."},
      {"\n    indented text\n", "\n  indented text",
       "line 2 of the body, '    indented text': at column 2 the note has a second blank where "
       "old_text has the end of the line."},
      {"- milk\n- bread\n", "- milk\n\n- bread",
       "line 2 of the body, '- bread': at column 1 the note has '-' where old_text has the end of "
       "the line."},
      {"TODO write tests\n", "todo write tests",
       "line 1 of the body, 'TODO write tests': at column 1 the note has 'T' where old_text has "
       "'t'."},
      {"太陽が東から昇る\n", "太陽が西から昇る",
       "line 1 of the body, '太陽が東から昇る': at column 4 the note has '東' (U+6771) where "
       "old_text has '西' (U+897F)."},
  };
  for (const Row& row : rows) {
    CAPTURE(row.text);
    CHECK(nearest(row.text, row.old_text) == std::string(row.place) + " Nothing was changed.");
  }
}

TEST_CASE("edited: of several near lines the one that goes on alike is shown") {
  CHECK(message_for("## Tasks\n- a\n\n## Tasks\n- bee\n", "## Tasks\n- beer\n") ==
        "edits[0].old_text '## Tasks\\n- beer\\n' is not in the note. The nearest is line 5 of the "
        "body, '- bee': at column 6 the note has the end of the line where old_text has 'r'. "
        "Nothing was changed.");
}

TEST_CASE("edited: a miss without a near line says so") {
  CHECK(message_for("apples\n", "zzz qqq xxx") ==
        "edits[0].old_text 'zzz qqq xxx' is not in the note. No line of the note is near it. "
        "Nothing was changed.");
  CHECK(message_for("", "x") ==
        "edits[0].old_text 'x' is not in the note. No line of the note is near it. "
        "Nothing was changed.");
  CHECK(message_for("a\n", "\n\n") ==
        "edits[0].old_text '\\n\\n' is not in the note. No line of the note is near it. "
        "Nothing was changed.");
}

TEST_CASE("edited: long texts are cut to 80 code points in messages, around the place") {
  std::string line;
  for (int word = 0; word < 100; ++word) line += "wörd" + std::to_string(word) + ' ';
  std::string old_text = line;
  old_text.replace(old_text.find("wörd70"), 1, "W");
  const std::string text = message_for(line + "\n", old_text);
  CHECK(
      text.starts_with("edits[0].old_text 'wörd0 wörd1 wörd2 wörd3 wörd4 wörd5 wörd6 wörd7 wörd8 "
                       "wörd9 wörd10 wörd11 wörd12…' is not in the note. The nearest is line 1 of "
                       "the body, '…"));
  CHECK(text.find(" wörd70 ") != std::string::npos);
  CHECK(text.size() < 600);
}

TEST_CASE("edited: a place deep within a very long line is found") {
  std::string text(100000, 'x');
  for (std::size_t at = 0; at < text.size(); at += 7) text[at] = ' ';
  text += " the needle in the haystack ";
  text += std::string(5000, 'y');
  CHECK(message_for(text, "the needle in a haystack")
            .find("at column 100016 the note has 't' where old_text has 'a'") != std::string::npos);
}

TEST_CASE("edited: the other edits that fail are named too") {
  CHECK(
      message(with_edits("a\nb\n", {{"a", "A", 1}, {"x", "X", 1}, {"b", "B", 2}, {"y", "Y", 1}})) ==
      "edits[1].old_text 'x' is not in the note. No line of the note is near it. Also without "
      "the expected matches: edits[2], edits[3]. Nothing was changed.");
}

TEST_CASE("edited: a result of exactly the largest note is made, one byte more is refused") {
  const std::string text = "x" + std::string(1000, 'y');
  const std::size_t room = notes::max_note_bytes - 1000;
  const Result<std::string> largest = with_edits(text, {{"x", std::string(room, 'z'), 1}});
  REQUIRE(largest);
  CHECK(largest->size() == notes::max_note_bytes);
  CHECK(message(with_edits(text, {{"x", std::string(room + 1, 'z'), 1}})) ==
        "The edits would make the note 16777217 bytes long, the most is 16777216. Nothing was "
        "changed.");
  // A small call must not ask for terabytes.
  CHECK(!with_edits(std::string(100000, 'x'), {{"x", std::string(1000000, 'z'), 100000}}));
}

TEST_CASE("edited: the largest text and the most edits are answered") {
  std::string text;
  while (text.size() + 20 < notes::max_note_bytes)
    text += "- [ ] task " + std::to_string(text.size()) + '\n';
  std::vector<TextEdit> edits;
  for (std::size_t number = 0; number < notes::max_edits; ++number)
    edits.push_back({std::to_string(number) + " is no such task", "x", 1});
  CHECK(
      message(with_edits(text, edits)).starts_with("edits[0].old_text '0 is no such task' is not"));
}

TEST_CASE("edited: an old_text of a megabyte is found, or told in a few words") {
  std::string lines;
  while (lines.size() < 1'000'000) lines += "- [ ] task " + std::to_string(lines.size()) + '\n';
  CHECK(with_edits("a\n" + lines + "b\n", {{lines, "x\n", 1}}) == "a\nx\nb\n");
  CHECK(message(with_edits("a\n" + lines, {{lines + "c", "x", 1}})).size() < 2'000);
}

TEST_CASE("edited: what would take too long is refused") {
  const std::string text(notes::max_note_bytes, 'a');
  CHECK(message(with_edits(text, {{std::string(1000000, 'a') + 'b', "x", 1}})) ==
        "The edits take too long to find: too many places of the note begin like them. Nothing was "
        "changed.");
}

TEST_CASE("edited: random edits agree with a plain search") {
  std::mt19937 random = seeded(5);
  const auto random_text = [&](std::size_t most) {
    std::string text;
    const std::size_t length = random() % (most + 1);
    for (std::size_t at = 0; at < length; ++at) text += "ab\n"[random() % 3];
    return text;
  };
  int made = 0;
  for (int round = 0; round < 20000; ++round) {
    const std::string text = random_text(40);
    const std::string old_text = random_text(12);
    if (old_text.empty()) continue;
    std::size_t count = 0;
    std::size_t overlapping = 0;
    std::string wanted;
    std::size_t end = 0;
    for (std::size_t at = text.find(old_text); at != std::string::npos;
         at = text.find(old_text, at + 1)) {
      ++overlapping;
      if (at < end && count > 0) continue;
      wanted += text.substr(end, at - end) + "<>";
      end = at + old_text.size();
      ++count;
    }
    wanted += text.substr(end);
    CAPTURE(text);
    CAPTURE(old_text);
    const Result<std::string> result = with_edits(text, {{old_text, "<>", count == 0 ? 1 : count}});
    REQUIRE(result.has_value() == (count > 0 && count == overlapping));
    if (result) {
      REQUIRE(*result == wanted);
      ++made;
    }
  }
  CHECK(made > 1000);
}

TEST_CASE("appended: starts on a line of its own and ends with a line end") {
  struct Row {
    std::string_view text;
    std::string_view addition;
    std::string_view result;
  };
  const std::vector<Row> rows = {
      {"", "c", "c\n"},
      {"", "c\n", "c\n"},
      {"a\nb\n", "c", "a\nb\nc\n"},
      {"a\nb", "c", "a\nb\nc\n"},
      {"a\n", "c\n", "a\nc\n"},
      {"a\n", "\nc\n\n", "a\n\nc\n\n"},
      {"a\n", "", "a\n"},
      {"a", "", "a"},
      {"", "", ""},
      {"a", "\r\nc\r\n", "a\n\nc\n"},
      {"a\r\nb", "c\nd", "a\r\nb\r\nc\r\nd\r\n"},
      {"a\r\nb\nc\n", "d", "a\r\nb\nc\nd\n"},
      {"a\r", "c\r", "a\r\nc\n"},
      {"a\r\r", "c", "a\r\r\nc\n"},
      {"a\rb", "c\rd", "a\rb\nc\rd\n"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.text);
    CAPTURE(row.addition);
    CHECK(appended(row.text, row.addition, "\n") == row.result);
  }
}

TEST_CASE("with_line_ends_of: kept lines keep their end, new ones take a fitting one") {
  struct Row {
    std::string_view current;
    std::string_view wanted;
    std::string_view default_end;
    std::string_view result;
  };
  const std::vector<Row> rows = {
      // As it was.
      {"", "", "\n", ""},
      {"a\r\nb\nc", "a\nb\nc", "\n", "a\r\nb\nc"},
      // The file's one line end, or the default where there is none yet.
      {"a\r\n", "a\nb\n", "\n", "a\r\nb\r\n"},
      {"a\n", "a\nb\n", "\r\n", "a\nb\n"},
      {"a", "a\nb\n", "\r\n", "a\r\nb\r\n"},
      {"", "a\nb", "\n", "a\nb"},
      {"line one\r\nline two\r\n", "line ONE\nline TWO\n", "\n", "line ONE\r\nline TWO\r\n"},
      // Mixed: by line.
      {"a\r\nb\nc\r\n", "a\nB\nB2\nc\n", "\n", "a\r\nB\nB2\nc\r\n"},
      {"a\r\nb\nc\r\n", "a\nb\nc\nd\n", "\n", "a\r\nb\nc\r\nd\r\n"},
      {"a\nb\r\nc\n", "a\nx\nb\nc\n", "\r\n", "a\nx\nb\r\nc\n"},
      // Of fewer new lines the last has the end of the last old one.
      {"a\r\nb\nc\nd\r\nx\n", "A\nB\nx\n", "\n", "A\r\nB\r\nx\n"},
      {"a\r\nb\nx\ny\r\n", "a b\nx\ny\n", "\n", "a b\nx\ny\r\n"},
      // As many of both: the first one's.
      {"a\r\nb\n", "a\nb\nc\n", "\n", "a\r\nb\nc\r\n"},
      {"a\nb\r\n", "a\nb\nc\n", "\r\n", "a\nb\r\nc\n"},
      // The last line gets an end, or loses it.
      {"a\r\nb\nc\r\nd", "a\nb\nc\nd\n", "\n", "a\r\nb\nc\r\nd\r\n"},
      {"a\r\nb\n", "a\nb", "\n", "a\r\nb"},
      // A lone CR is text.
      {"a\rb\n", "a\rc\n", "\n", "a\rc\n"},
      {"a\rb\r\nc\n", "a\rb\nC\n", "\n", "a\rb\r\nC\n"},
      // More CRs stay with the lines that stay, and are not handed on.
      {"a\r\r\nb\n", "a\nb\n", "\n", "a\r\r\nb\n"},
      {"a\r\r\nb\nc\r\r\r\n", "a\nB\nc\n", "\n", "a\r\r\nB\nc\r\r\r\n"},
      {"a\r\r\nb\r\r\n", "a\nB\nc\n", "\r\n", "a\r\r\nB\r\nc\r\n"},
      {"a\r\r\nb\n", "A\nb\n", "\r\n", "A\nb\n"},
      // A CR at the very end stays when a line follows.
      {"a\rb\r", "a\rb\nc\n", "\n", "a\rb\r\nc\r\n"},
      {"a\nb\r", "a\nb\r", "\n", "a\nb\r"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.current);
    CAPTURE(row.wanted);
    CHECK(with_line_ends_of(row.current, row.wanted, row.default_end) == row.result);
  }
}

TEST_CASE("with_line_ends_of: it reads as wanted, and unchanged text is unchanged") {
  std::mt19937 random = seeded(9);
  constexpr std::string_view alphabet = "aab\r\n\n";
  const auto random_text = [&] {
    std::string text;
    const std::size_t length = random() % 30;
    for (std::size_t at = 0; at < length; ++at) {
      text += alphabet[random() % alphabet.size()];
      if (random() % 4 == 0) text += "\r\n";
    }
    return text;
  };
  for (int round = 0; round < 20000; ++round) {
    const std::string current = random_text();
    const std::string wanted = with_lf(random_text());
    CAPTURE(current);
    CAPTURE(wanted);
    const std::string_view default_end = round % 2 == 0 ? "\n" : "\r\n";
    REQUIRE(with_line_ends_of(current, with_lf(current), default_end) == current);
    REQUIRE(with_lf(with_line_ends_of(current, wanted, default_end)) == wanted);
  }
}

}  // namespace
