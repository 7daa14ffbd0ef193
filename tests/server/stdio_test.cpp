#include "server/stdio.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

using namespace notes::mcp;

namespace {

/// Gives out `bytes`, at most `portion` at a time.
LineReader::Source source_of(std::string bytes, std::size_t portion) {
  return [bytes = std::move(bytes), portion, at = std::size_t{0}](std::span<char> buffer) mutable {
    const std::size_t count = std::min({portion, buffer.size(), bytes.size() - at});
    std::copy_n(bytes.begin() + static_cast<std::ptrdiff_t>(at), count, buffer.begin());
    at += count;
    return count;
  };
}

/// The lines of `bytes`; "!" for one that was too long.
std::vector<std::string> lines_of(const std::string& bytes, std::size_t portion,
                                  std::size_t max_bytes) {
  LineReader reader(source_of(bytes, portion), max_bytes);
  std::vector<std::string> lines;
  for (LineReader::Item item = reader.next(); item.kind != LineReader::Kind::end;
       item = reader.next()) {
    lines.emplace_back(item.kind == LineReader::Kind::line ? item.text : "!");
  }
  CHECK(reader.next().kind == LineReader::Kind::end);
  return lines;
}

}  // namespace

TEST_CASE("LineReader: lines are the same however the bytes arrive") {
  using Lines = std::vector<std::string>;
  const std::vector<std::pair<std::string, Lines>> rows{
      {"", {}},
      {"a\nb\n", {"a", "b"}},
      {"a\r\nb", {"a", "b"}},
      {"\n\r\n \n", {"", "", " "}},
      {"a\rb\r\r\n", {"a\rb\r"}},
      {"a\r", {"a"}},
      {std::string("a\0b\n", 4), {std::string("a\0b", 3)}},
      {"12345678\n", {"12345678"}},
      {"12345678\r\nx\n", {"12345678", "x"}},
      {"12345678", {"12345678"}},
      {"123456789\nx\n", {"!", "x"}},
      {"123456789\r\nx", {"!", "x"}},
      {"123456789", {"!"}},
      {"1234567890123456789012345678901234567890\nx\n\ny", {"!", "x", "", "y"}}};
  for (const auto& row : rows) {
    const auto& bytes = row.first;
    const auto& expected = row.second;
    for (const std::size_t portion : {1U, 2U, 3U, 7U, 1000U}) {
      CAPTURE(bytes);
      CAPTURE(portion);
      CHECK(lines_of(bytes, portion, 8) == expected);
    }
  }
}

TEST_CASE("LineReader: a line at the limit is whole, also among long ones") {
  const std::size_t limit = 300'000;
  const std::string at_limit(limit, 'x');
  const std::string over(limit + 1, 'y');
  const std::string bytes = "a\n" + at_limit + "\n" + over + "\n" + at_limit + "\r\nb\n" + over;
  for (const std::size_t portion : {997U, 65'536U}) {
    CHECK(lines_of(bytes, portion, limit) ==
          std::vector<std::string>{"a", at_limit, "!", at_limit, "b", "!"});
  }
}
