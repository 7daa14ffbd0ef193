#include "vault/text_scan.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using notes::Needle;
using notes::WordClass;

TEST_CASE("needle: it finds what a plain search finds, at every place and length") {
  const std::vector<std::string> needles = {"q",
                                            "e",
                                            "qu",
                                            "ea",
                                            "garden",
                                            "lantern",
                                            "aaaa",
                                            "\xE6\xB0\xB4",
                                            "a\nb",
                                            std::string("\0x", 2),
                                            std::string(64, 'a'),
                                            std::string(65, 'a'),
                                            std::string(64, 'a') + "b"};
  for (const std::string& bytes : needles) {
    const Needle needle(bytes);
    CHECK(needle.size() == bytes.size());
    for (std::size_t before = 0; before < 300; before += 7) {
      for (const std::size_t after : {0U, 1U, 127U, 128U, 129U, 300U}) {
        const std::string text = std::string(before, '.') + bytes + std::string(after, 'a') + bytes;
        CAPTURE(bytes);
        CAPTURE(before);
        CAPTURE(after);
        REQUIRE(needle.find(text, 0) == text.find(bytes));
        REQUIRE(needle.find(text, before + 1) == text.find(bytes, before + 1));
        REQUIRE(needle.find(text, text.size()) == std::string::npos);
      }
    }
    CHECK(needle.find("", 0) == Needle::nowhere);
    CHECK(needle.find(bytes.substr(1), 0) == Needle::nowhere);
  }
}

TEST_CASE("needle: repeated letters take no quadratic time") {
  const std::string text(4'000'000, 'a');
  CHECK(Needle(std::string(9'000, 'a') + "b").find(text, 0) == Needle::nowhere);
  CHECK(Needle("b" + std::string(9'000, 'a')).find(text, 0) == Needle::nowhere);
  std::string gaps;
  while (gaps.size() < 4'000'000) gaps += std::string(8'999, 'a') + "b";
  CHECK(Needle(std::string(9'000, 'a')).find(gaps, 0) == Needle::nowhere);
}

TEST_CASE("needle: rarer letters make it less frequent") {
  CHECK(Needle("quiz").frequency() < Needle("seat").frequency());
  CHECK(Needle("e").frequency() > Needle("steep").frequency());
}

TEST_CASE("word ends: classes are told on both sides, also at separators and ends") {
  const std::string text = "a\xFF\xC3\xA9_水 ";
  CHECK(notes::class_at(text, 0) == WordClass::letter);
  CHECK(notes::class_at(text, 1) == WordClass::none);
  CHECK(notes::class_at(text, 2) == WordClass::letter);
  CHECK(notes::class_at(text, 4) == WordClass::letter);
  CHECK(notes::class_at(text, 5) == WordClass::continuous);
  CHECK(notes::class_at(text, 8) == WordClass::none);
  CHECK(notes::class_at(text, 9) == WordClass::none);
  CHECK(notes::class_before(text, 0) == WordClass::none);
  CHECK(notes::class_before(text, 2) == WordClass::none);
  CHECK(notes::class_before(text, 4) == WordClass::letter);
  CHECK(notes::class_before(text, 8) == WordClass::continuous);
  CHECK(notes::class_before(text.substr(3), 1) == WordClass::none);
  CHECK(notes::class_at(text.substr(0, 7), 5) == WordClass::none);
}

TEST_CASE("word ends: an underscore parts a name") {
  const std::string text = "x foo_bar y";
  CHECK(notes::is_part_begin(text, 2));
  CHECK(notes::is_part_begin(text, 6));
  CHECK_FALSE(notes::is_part_begin(text, 3));
  CHECK(notes::is_part_end(text, 5));
  CHECK(notes::is_part_end(text, 9));
  CHECK_FALSE(notes::is_part_end(text, 8));
  CHECK(notes::part_end(text, 2) == 5);
  CHECK(notes::part_begin(text, 9) == 6);
}
