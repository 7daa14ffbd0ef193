#include "vault/markdown.h"

#include <doctest/doctest.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "vault/inline_marks.h"

using notes::first_heading;
using notes::Heading;
using notes::headings;
using notes::without_inline_marks;
using Text = std::optional<std::string>;

TEST_CASE("markdown: the first heading of level one") {
  struct Row {
    std::string_view body;
    Text heading;
  };
  const std::vector<Row> rows{
      {"", std::nullopt},
      {"# A\n", "A"},
      {"# A", "A"},
      {"text\n\n# A\n# B\n", "A"},
      {"   # A\n", "A"},
      {"    # A\n", std::nullopt},
      {"\t# A\n", std::nullopt},
      {"text\n    # A\n", std::nullopt},
      {"#\tA\n", "A"},
      {"#A\n", std::nullopt},
      {"#nospace\n", std::nullopt},
      {"#fff\n", std::nullopt},
      {"\\# A\n", std::nullopt},
      {"## A\n# B\n", "B"},
      {"#\n# B\n", "B"},
      {"# #\n# B\n", "B"},
      {"# A #\n", "A"},
      {"# A ##  \n", "A"},
      {"# A#\n", "A#"},
      {"# C# \n", "C#"},
      {"####### A\n", std::nullopt},
      {"# *A* `b` [c](d \"e\")\n", "A b c"},
      {"~~~\n# a\n~~~\n", std::nullopt},
      {"~~~\n# a\n~~~\n# b\n", "b"},
      {"```\n# a\n~~~\n# b\n", std::nullopt},
      {"````\n```\n# a\n```\n````\n# b\n", "b"},
      {"```\n# a\n``` x\n# b\n```\n# c\n", "c"},
      {"```sh\n# unclosed\n", std::nullopt},
      {"``` a`b\n# a\n", "a"},
      {"  ```\n  # a\n  ```\n# b\n", "b"},
      {"    ```\n# a\n", "a"},
      {"Setext\n===\n", "Setext"},
      {"Setext\n=\n", "Setext"},
      {"two\nlines\n===\n", "two lines"},
      {"Setext\n---\n# b\n", "b"},
      {"\n===\n", std::nullopt},
      {"===\n# b\n", "b"},
      {"a\n\n===\n", std::nullopt},
      {"- a\n===\n", std::nullopt},
      {"1. a\n===\n", std::nullopt},
      {"> a\n===\n", std::nullopt},
      {"> # a\n# b\n", "b"},
      {"- # a\n# b\n", "b"},
      {"* * *\na\n===\n", "a"},
      {"***\n===\n", std::nullopt},
      {"    code\n===\n# b\n", "b"},
      {"a\n    more\n===\n", "a more"},
      {"<!-- # a\n# b\n-->\n# c\n", "c"},
      {"<!-- a -->\n# c\n", "c"},
      {"<pre>\n# a\n</pre>\n# c\n", "c"},
      {"a\r b\n===\n", "a\r b"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.body);
    CHECK(first_heading(row.body) == row.heading);
  }
}

TEST_CASE("markdown: marks inside a line are removed, text is not") {
  struct Row {
    std::string_view text;
    std::string_view plain;
  };
  const std::vector<Row> rows{
      {"plain text", "plain text"},
      {"*a* **b** ***c*** _d_ __e__ ~~f~~", "a b c d e f"},
      {"**a *b* c**", "a b c"},
      {"2 * 3 * 4", "2 * 3 * 4"},
      {"5* hotel", "5* hotel"},
      {"snake_case_name", "snake_case_name"},
      {"_a_b_", "a_b"},
      {"un*frigging*believable", "unfriggingbelievable"},
      {"**unclosed", "**unclosed"},
      {"\\*a\\* \\# C:\\dir", "*a* # C:\\dir"},
      {"`code *x*` and ``a ` b``", "code *x* and a ` b"},
      {"`unclosed", "`unclosed"},
      {"[a](b) [c][d] [e](<f g> 'h')", "a c e"},
      {"[*a* b](c_d_e)", "a b"},
      {"[a] b", "[a] b"},
      {"[ ] task", "[ ] task"},
      {"![alt](i.png) text", "alt text"},
      {"[![badge](b.svg)](link) Name", "badge Name"},
      {"[[Page]] [[Page|Shown]]", "Page Shown"},
      {"a <b>bold</b> <br/> c", "a bold  c"},
      {"<https://x.org> <me@x.org>", "https://x.org me@x.org"},
      {"a < b > c", "a < b > c"},
      {"a <- b", "a <- b"},
      {"[unclosed](x", "[unclosed](x"},
      {"caf\xC3\xA9 *\xC3\xA9*", "caf\xC3\xA9 \xC3\xA9"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.text);
    CHECK(without_inline_marks(row.text) == row.plain);
  }
  const std::string longest = "*" + std::string(notes::max_inline_length - 2, 'a') + "*";
  CHECK(without_inline_marks(longest) == longest.substr(1, longest.size() - 2));
  CHECK(without_inline_marks(longest + "b") == longest + "b");
}

TEST_CASE("markdown: an outline gives levels and offsets in code points") {
  const std::string_view body =
      "# \xC3\xA9\n\ntext \xF0\x9F\x8D\x9C\n## b ##\n```\n# no\n```\nSet\next\n---\n###### f\n#\n";
  std::vector<std::string> seen;
  for (const Heading& heading : headings(body, 100)) {
    seen.push_back(std::to_string(heading.level) + " " + heading.text + " " +
                   std::to_string(heading.offset));
  }
  CHECK(seen ==
        std::vector<std::string>{"1 \xC3\xA9 0", "2 b 12", "2 Set ext 33", "6 f 45", "1  54"});
  CHECK(headings(body, 2).size() == 2);
  CHECK(headings(body, 0).empty());
}

TEST_CASE("markdown: hostile lines take bounded time") {
  for (const char* part : {"[", "*a", "`", "_", "<", "![", "](", "\\", "[[", "<a", "*_"}) {
    std::string line;
    while (line.size() < 200'000) line += part;
    CHECK(first_heading("# " + line + "\n").has_value());
    std::string lines;
    for (int i = 0; i < 2000; ++i) lines += "## " + line.substr(0, 1000) + "\n";
    CHECK_FALSE(first_heading(lines).has_value());
  }
}
