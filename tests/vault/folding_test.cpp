#include "vault/folding.h"

#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "vault/unicode.h"

namespace notes {
namespace {

std::string utf8(std::u32string_view text) {
  std::string result;
  for (const char32_t value : text) append_utf8(result, value);
  return result;
}

struct Example {
  std::string_view text;
  std::string_view folded;
};

TEST_CASE("folded: letters that people take for the same are the same") {
  constexpr std::array examples = {
      Example{"", ""},
      Example{"Pad THAI @[`{ 42_Z\r\n\t", "pad thai @[`{ 42_z\r\n\t"},
      Example{"Crème BRÛLÉE", "creme brulee"},
      Example{"Straße STRASSE ẞ ſ", "strasse strasse ss s"},
      Example{"İstanbul ISTANBUL ılık", "istanbul istanbul ilik"},
      Example{"Łódź Øre Đà ħ ŧ ɓ", "lodz ore da h t b"},
      Example{"Æsir œuvre Þór ð", "aesir oeuvre thor d"},
      Example{"ﬁne ﬄ Ａｂ１ ① x² ℡ ㎏ K Å", "fine ffl ab1 1 x2 tel kg k a"},
      Example{"Tiếng Việt ơ ư", "tieng viet o u"},
      Example{"reunião REUNIÃO", "reuniao reuniao"},
      Example{"Ὀδυσσεύς ΟΔΥΣΣΕΥΣ ᾳ ΐ", "οδυσσευσ οδυσσευσ α ι"},
      Example{"Ёжик й Й ї ґ", "ежик и и і ґ"},
      Example{"Don’t Don't don‘t donʼt", "don't don't don't don't"},
      Example{"co\u00ADop\u200B \uFEFFa\u200D\u2060b \u2764\uFE0F", "coop ab \u2764"},
      Example{"well\u2010known\u2011so a\u00A0b", "well-known-so a b"},
      Example{"\u00A8 \u02DC \u0385", "\u00A8 \u02DC \u0385"},
      Example{"≠ <\u0338", "≠ \u226E"},
  };
  for (const Example& example : examples) {
    CAPTURE(example.text);
    CHECK(folded(example.text) == example.folded);
  }
}

TEST_CASE("folded: marks go in Hebrew and Arabic, hamza and tatweel with them") {
  CHECK(folded("שָׁלוֹם \uFB2A") == "שלום ש");
  CHECK(folded("العَرَبِيَّة") == "العربية");
  CHECK(folded("أإآٱؤئ") == "ااااوي");
  CHECK(folded("ســـلام ﻼ") == "سلام لا");
}

TEST_CASE("folded: where marks make another letter they stay") {
  constexpr std::array examples = {
      Example{"が か\u3099 ｶﾞ ﾊﾟ", "が が ガ パ"},
      Example{"हिन्दी क\u093C \u0958", "हिन्दी क\u093C क\u093C"},
      Example{"\u1100\u1161\u11A8 \u1112\u1161\u11AB", "각 한"},
      Example{"김치", "김치"},
      Example{"ที่", "ที่"},
      Example{"\u09C7\u09BE ক\u09C7\u09BE", "\u09CB ক\u09CB"},
      Example{"1\u20E3 \u0301", "1\u20E3 \u0301"},
      Example{"a\u093E\u0301 a\u094D\u0301", "a\u093E\u0301 a\u094D"},
  };
  for (const Example& example : examples) {
    CAPTURE(example.text);
    CHECK(folded(example.text) == example.folded);
  }
}

TEST_CASE("folded: ASCII of any length beside other text is lower-cased and nothing else") {
  for (const std::string_view edge : {"", "é", "日", "か\u3099"}) {
    for (std::size_t length = 0; length < 200; ++length) {
      std::string text(edge);
      std::string expected = folded(edge);
      for (std::size_t i = 0; i < length; ++i) {
        const auto byte = static_cast<char>(i % 128);
        text += byte;
        expected += byte >= 'A' && byte <= 'Z' ? static_cast<char>(byte + 32) : byte;
      }
      CAPTURE(edge);
      CAPTURE(length);
      CHECK(folded(text) == expected);
      CHECK(folded(text + std::string(edge)) == expected + folded(edge));
    }
  }
  const std::string longer_than_a_run(20000, 'Q');
  CHECK(folded(longer_than_a_run) == std::string(20000, 'q'));
}

/// What holds for every text, said of `text`; empty when all of it does.
std::string broken_law(std::u32string_view text) {
  const std::string given = utf8(text);
  const std::string once = folded(given);
  if (first_invalid_utf8(once)) return "the result is UTF-8";
  if (folded(once) != once) return "folding twice is folding once";
  if (folded(utf8(composed(text))) != once) return "NFC folds as the text does";
  if (folded(utf8(decomposed(text))) != once) return "NFD folds as the text does";
  const FoldedWithOrigins with_origins = folded_with_origins(given);
  if (with_origins.text != once) return "both functions give the same text";
  if (with_origins.origins.size() != once.size() + 1) return "each byte has an origin";
  std::size_t before = 0;
  for (const std::size_t origin : with_origins.origins) {
    if (origin < before || origin > given.size()) return "origins ascend";
    if (origin < given.size() && (static_cast<unsigned char>(given[origin]) & 0xC0U) == 0x80U) {
      return "an origin begins a code point";
    }
    before = origin;
  }
  return {};
}

TEST_CASE("folded: laws hold for every code point, alone and between others") {
  for (char32_t value = 0; value < 0x110000; ++value) {
    if (value >= 0xD800 && value < 0xE000) continue;
    // Planes 4 to 13, and 15 and 16 but for their first page, have no assigned code point.
    if (value >= 0x40000 && (value & 0xFFFFU) > 0x3FF && value < 0xE0000) continue;
    if (value >= 0xE1000 && (value & 0xFFFFU) > 0x3FF) continue;
    for (const std::u32string& text :
         {std::u32string{value}, std::u32string{U'a', value, U'\u0301'},
          std::u32string{U'\u304B', value, U'\u3099', U'\u0316'}}) {
      const std::string broken = broken_law(text);
      if (broken.empty()) continue;
      CAPTURE(static_cast<std::uint32_t>(value));
      CAPTURE(text.size());
      CHECK(broken == "");
    }
  }
}

TEST_CASE("folded: laws hold for random sequences of code points that combine") {
  constexpr std::u32string_view alphabet =
      U"aZé\u0301\u0316\u0327\u0345\u0338=< ıßςЁйאב\u05B0\u05BC\uFB2Aاأ\u064B\u0654\u0640\uFE71"
      U"かがｶﾞ\u3099\u309A\u304Bक\u093C\u094Dि\u09C7\u09BE\u0BC6\u0BBE\u1100\u1161\u11A8\uAC00"
      U"\uAC01"
      U"\u0F71\u0F72\u0F77\u0FB2\u034F\u200D\u00AD\uFE0F\u20E3\u1D15F\U0001D15E\u0344\u1E9B\u0323"
      U"\u0307ﬃ\u2126\u212B\u0E33\u0E48\u102B\u1026\u1025\u102E\U000110BA\U00011099\u0CC6\u0CC2"
      U"\u0CD5";
  std::mt19937 random(20261130);  // NOLINT(cert-msc32-c,cert-msc51-cpp): the same texts each time
  std::uniform_int_distribution<std::size_t> length(1, 9);
  std::uniform_int_distribution<std::size_t> pick(0, alphabet.size() - 1);
  std::uniform_int_distribution<char32_t> any(0x80, 0x2FFF);
  for (int round = 0; round < 100000; ++round) {
    std::u32string text(length(random), U' ');
    for (char32_t& value : text) value = round % 4 == 0 ? any(random) : alphabet[pick(random)];
    const std::string broken = broken_law(text);
    if (broken.empty()) continue;
    CAPTURE(utf8(text));
    CHECK(broken == "");
  }
}

TEST_CASE("append_folded: is folded after whatever stands before, which stays and joins nothing") {
  constexpr std::u32string_view alphabet =
      U"aZé 9\n\u0301\u0316\u0327\u00ADßςאا\u064Bか\u3099कि\u1100\u1161\u11A8ﬃ\u0F71\U0001F600";
  std::mt19937 random(20261202);  // NOLINT(cert-msc32-c,cert-msc51-cpp): the same texts each time
  std::uniform_int_distribution<std::size_t> length(0, 80);
  std::uniform_int_distribution<std::size_t> pick(0, alphabet.size() - 1);
  const auto random_text = [&] {
    std::u32string text(length(random), U' ');
    for (char32_t& value : text) value = alphabet[pick(random)];
    return utf8(text);
  };
  for (int round = 0; round < 20000; ++round) {
    const std::string before = random_text();
    const std::string text = random_text();
    std::string target = before;
    append_folded(target, text);
    if (target == before + folded(text)) continue;
    CAPTURE(before);
    CAPTURE(text);
    CHECK(target == before + folded(text));
  }
}

TEST_CASE("folded: a character takes marks up to its limit, and a text of marks is no trouble") {
  const auto marks = [](std::size_t count) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i) text += i % 2 == 0 ? "\u0301" : "\u0316";
    return text;
  };
  const std::string sign = "§";  // which keeps its marks
  CHECK(folded("a" + marks(100000)) == "a");
  CHECK(folded(sign + marks(510)).size() == 1022);
  CHECK(folded(sign + marks(511)).size() == 1024);
  CHECK(folded(sign + marks(512)).size() == 1024);
  CHECK(folded(sign + marks(100000) + "b") == folded(sign + marks(511)) + "b");
  std::string vowels;
  for (int i = 0; i < 100000; ++i) vowels += "\u1161";
  CHECK(folded("\u1100" + vowels) == folded(folded("\u1100" + vowels)));
}

TEST_CASE("folded_with_origins: each byte points at its character") {
  using Offsets = std::vector<std::uint32_t>;
  const auto check = [](std::string_view text, std::string_view folding, const Offsets& origins) {
    CAPTURE(text);
    const FoldedWithOrigins result = folded_with_origins(text);
    CHECK(result.text == folding);
    CHECK(result.origins == origins);
  };
  check("", "", {0});
  check("aB", "ab", {0, 1, 2});
  check("Straße!", "strasse!", {0, 1, 2, 3, 4, 4, 6, 7, 8});
  check("e\u0301b", "eb", {0, 3, 4});
  check("xか\u3099y", "xがy", {0, 1, 1, 1, 7, 8});
  check("\u1100\u1161.", "가.", {0, 0, 0, 6, 7});
  check("कि", "कि", {0, 0, 0, 0, 0, 0, 6});
  check("a\u00ADb", "ab", {0, 3, 4});
  check("ﬁn", "fin", {0, 0, 3, 4});
}

}  // namespace
}  // namespace notes
