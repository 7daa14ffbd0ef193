#include "vault/unicode.h"

#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "support/temp_vault.h"

namespace notes {
namespace {

using notes::test::repeated;

std::u32string utf32(std::string_view text) {
  std::u32string result;
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = code_point_at(text, at);
    result += point.value;
    at += point.length;
  }
  return result;
}

TEST_CASE("utf-8: each ill-formed sequence is found and its maximal subparts are replaced") {
  struct Example {
    std::string_view bytes;
    std::size_t first_invalid;
    std::string_view repaired;
  };
  constexpr std::array examples = {
      Example{"\x80", 0, "\uFFFD"},
      Example{"ab\xFF", 2, "ab\uFFFD"},
      Example{"caf\xC3", 3, "caf\uFFFD"},
      Example{"intro \xE2 tail", 6, "intro \uFFFD tail"},
      Example{"\xC0\xAF", 0, "\uFFFD\uFFFD"},
      Example{"\xC1\xBF.", 0, "\uFFFD\uFFFD."},
      Example{"\xE0\x80\xAF", 0, "\uFFFD\uFFFD\uFFFD"},
      Example{"\xE0\xA0", 0, "\uFFFD"},
      Example{"\xED\xA0\x80", 0, "\uFFFD\uFFFD\uFFFD"},
      Example{"\xF0\x80\x80\xAF", 0, "\uFFFD\uFFFD\uFFFD\uFFFD"},
      Example{"\xF4\x90\x80\x80", 0, "\uFFFD\uFFFD\uFFFD\uFFFD"},
      Example{"\xF5\x80", 0, "\uFFFD\uFFFD"},
      Example{"\xF1\x80\x80\xE1\x80\xC2\x62\x80\x63", 0, "\uFFFD\uFFFD\uFFFDb\uFFFDc"},
      Example{"é\xE2\x82", 2, "é\uFFFD"},
      Example{"\xF0\x9F\x98", 0, "\uFFFD"},
  };
  for (const Example& example : examples) {
    CAPTURE(example.bytes.size());
    CAPTURE(example.repaired);
    CHECK(first_invalid_utf8(example.bytes) == example.first_invalid);
    CHECK(repaired_utf8(example.bytes) == example.repaired);
  }
}

TEST_CASE("utf-8: valid text has no fault and comes back as it is") {
  using namespace std::string_literals;
  for (const std::string& text :
       {""s, "a\0b"s, "\x7F\u0080\u07FF\u0800\uD7FF\uE000\uFFFD\uFFFF\U00010000\U0010FFFF"s,
        repeated("Crème brûlée 日本語 🍮 ", 50), std::string(byte_order_mark) + "x"}) {
    CHECK(first_invalid_utf8(text) == std::nullopt);
    CHECK(repaired_utf8(text) == text);
  }
}

TEST_CASE("utf-8: one bad byte is found wherever it stands") {
  for (std::size_t length = 0; length < 150; ++length) {
    for (const std::string_view filler : {"a", "é"}) {
      const std::string good = repeated(filler, length);
      CAPTURE(good.size());
      CHECK(first_invalid_utf8(good) == std::nullopt);
      CHECK(first_invalid_utf8(good + "\xFF") == good.size());
      CHECK(first_invalid_utf8(std::string(good).append("\xFF").append(good)) == good.size());
      CHECK(first_invalid_utf8(good + "\xC3") == good.size());
    }
  }
}

TEST_CASE("code points: encoding and decoding are inverse and counts agree") {
  for (char32_t value = 0; value < 0x110000; value += value < 0x3000 ? 1 : 61) {
    if (value >= 0xD800 && value < 0xE000) continue;
    std::string text = "a";
    append_utf8(text, value);
    const CodePoint point = code_point_at(text, 1);
    if (point.value == value && point.length == text.size() - 1 && !first_invalid_utf8(text) &&
        count_code_points(text) == 2) {
      continue;
    }
    CAPTURE(static_cast<std::uint32_t>(value));
    CHECK(point.value == value);
    CHECK(point.length == text.size() - 1);
    CHECK(count_code_points(text) == 2);
  }
}

TEST_CASE("code points: offsets and counts hold for text of every length") {
  std::string text;
  std::size_t count = 0;
  const std::string more = "aé日🍮\nb";
  for (int round = 0; round < 120; ++round) {
    for (const char32_t value : utf32(more)) {
      CAPTURE(count);
      CHECK(count_code_points(text) == count);
      CHECK(byte_offset(text, count) == text.size());
      CHECK(byte_offset(text, count + 1) == text.size());
      const std::size_t begin = text.size();
      append_utf8(text, value);
      CHECK(byte_offset(text + "xyzé", count) == begin);
      ++count;
    }
  }
  CHECK(byte_offset("", 0) == 0);
  CHECK(count_code_points(repeated("é", 5000)) == 5000);
  CHECK(byte_offset(repeated("日", 5000), 4321) == std::size_t{4321} * 3);
}

TEST_CASE("normalisation: forms C and D, in linear time for hostile marks") {
  CHECK(composed(U"e\u0301 \u1100\u1161\u11A8 か\u3099 a\u0316\u0301") == U"é 각 が á\u0316");
  CHECK(composed(U"\u0958 \u2126 \uFB2A") == U"क\u093C Ω ש\u05C1");
  CHECK(decomposed(U"é ǖ 각 \u1E69") == U"e\u0301 u\u0308\u0304 \u1100\u1161\u11A8 s\u0323\u0307");
  CHECK(composed(U"") == U"");
  std::u32string marks;
  for (int i = 0; i < 100000; ++i) marks += i % 2 == 0 ? U'\u0301' : U'\u0316';
  const std::u32string sorted = std::u32string(50000, U'\u0316') + std::u32string(50000, U'\u0301');
  CHECK(decomposed(U"か" + marks) == U"か" + sorted);
  CHECK(composed(U"か" + marks) == U"か" + sorted);
}

TEST_CASE("is_control: C0, DEL, C1 and line ends") {
  for (const char32_t value : {U'\0', U'\t', U'\n', U'\r', U'\u001F', U'\u007F', U'\u0080',
                               U'\u0085', U'\u009F', U'\u2028', U'\u2029'}) {
    CAPTURE(static_cast<std::uint32_t>(value));
    CHECK(is_control(value));
  }
  for (const char32_t value : {U' ', U'~', U'\u00A0', U'é', U'\u200B', U'\uFEFF', U'🍮'}) {
    CAPTURE(static_cast<std::uint32_t>(value));
    CHECK_FALSE(is_control(value));
  }
}

TEST_CASE("trimmed: blanks of every kind go at both ends only") {
  CHECK(trimmed("") == "");
  CHECK(trimmed(" \t\r\n\u00A0\u3000\u2003") == "");
  CHECK(trimmed("\u3000 a \u00A0b\u2028\n") == "a \u00A0b");
  CHECK(trimmed("é") == "é");
  CHECK(trimmed("\u200B") == "\u200B");
}

TEST_CASE("word_class: letters, letters of scripts without blanks, the rest") {
  using Class = WordClass;
  struct Example {
    Class wanted;
    std::u32string_view values;
  };
  constexpr std::array examples = {
      Example{Class::letter, U"azAZ09_éßяאبकᎠአქ\u0301\u05B0\u093F٣½"},
      Example{Class::continuous, U"日本々〇ひらカーㄅ김\u1100ไท\u0E48ລខམབꀀ𠀀豈"},
      Example{Class::none, U" \n.,-#@'’「」。、・🍮€\u00A0\u0F0B\u200B\uFFFD"},
  };
  for (const auto& [wanted, values] : examples) {
    for (const char32_t value : values) {
      CAPTURE(static_cast<std::uint32_t>(value));
      CHECK(word_class(value) == wanted);
    }
  }
}

TEST_CASE("grapheme_start: a cut never parts what is seen as one character") {
  constexpr std::array<std::string_view, 13> characters = {"a",
                                                           "e\u0301\u0323",
                                                           "\r\n",
                                                           "한",
                                                           "\u1112\u1161\u11AB",
                                                           "👩\u200D👩\u200D👧",
                                                           "🇩🇪",
                                                           "🇫🇷",
                                                           "👍🏽",
                                                           "कि",
                                                           "ที่",
                                                           "1\uFE0F\u20E3",
                                                           "b"};
  std::string text;
  for (const std::string_view character : characters) text += character;
  std::size_t begin = 0;
  for (const std::string_view character : characters) {
    for (std::size_t at = begin; at < begin + character.size(); ++at) {
      CAPTURE(character);
      CAPTURE(at - begin);
      CHECK(grapheme_start(text, at) == begin);
    }
    begin += character.size();
  }
  CHECK(grapheme_start(text, text.size()) == text.size());
  CHECK(grapheme_start("", 0) == 0);
}

TEST_CASE("grapheme_start: looks back 128 code points and no further") {
  const std::string at_limit = "a" + repeated("\u0301", 128);
  CHECK(grapheme_start(at_limit, at_limit.size() - 2) == 0);
  const std::string longer = "ba" + repeated("\u0301", 200000);
  CHECK(grapheme_start(longer, longer.size() - 1) == longer.size() - 2);
  CHECK(grapheme_start(longer, 3) == 1);
}

}  // namespace
}  // namespace notes
