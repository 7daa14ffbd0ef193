#include "vault/transliteration.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "vault/unicode.h"

namespace notes {
namespace {

struct Example {
  std::string_view text;
  std::string_view reading;
};

template <std::size_t size>
void check_all(const std::array<Example, size>& examples) {
  for (const Example& example : examples) {
    CAPTURE(example.text);
    CHECK(transliterated(example.text) == example.reading);
  }
}

TEST_CASE("transliterated: Latin loses marks and keeps its words") {
  check_all(std::array{
      Example{"", ""},
      Example{"Pad Thai! ~1`\n", "Pad Thai! ~1`\n"},
      Example{"Crème brûlée", "Creme brulee"},
      Example{"Cre\u0300me", "Creme"},
      Example{"Straße ẞ", "Strasse Ss"},
      Example{"Łódź Øre Đà Tiếng Việt", "Lodz Ore Da Tieng Viet"},
      Example{"Æsir œuvre Þór ĳ ŋ ə", "Aesir oeuvre Thor ij ng e"},
      Example{"İstanbul ılık", "Istanbul ilik"},
      Example{"ﬁne ＡＢ x² ① Ⅳ ½", "fine AB x2 1 IV 1/2"},
      Example{"Don’t Donʼt Hawaiʻi", "Don't Don't Hawai'i"},
      Example{"a–b “c” 5 µm ㎏", "a-b \"c\" 5 um kg"},
  });
}

TEST_CASE("transliterated: alphabets read as people spell them in English") {
  check_all(std::array{
      Example{"Борщ Ёж Щи объект соловьи", "Borshch Yozh Shchi obekt solovi"},
      Example{"Київ Ґанок Ђорђе Џ қазақ", "Kiyiv Ganok Djordje Dz qazaq"},
      Example{"Ελληνικά ψυχή ούζο αύριο άϋλος", "Ellinika psychi ouzo aurio aylos"},
      Example{"Հայերեն", "Hayeren"},
      Example{"ქართული ᲥᲐᲠᲗᲣᲚᲘ", "kartuli KARTULI"},
      Example{"עברית שָׁלוֹם צ׳יפס", "abryt shlvm ts'yps"},
      Example{"العربية شاي چای سبز", "alarbya shay chay sbz"},
      Example{"ދިވެހި ܣܘܪܝܝܐ", "divehi swryya"},
      Example{"ⵜⴰⵎⴰⵣⵉⵖⵜ ᠮᠣᠩᠭᠣᠯ ߒߞߏ 𞤆𞤵𞤤𞤢𞤪 ꓡꓲ",
              "tamazight monggol nko Pular li"},
  });
}

TEST_CASE("transliterated: vowel signs take the place of the vowel that a consonant has") {
  check_all(std::array{
      Example{"नमस्ते हिन्दी क्षेत्र", "namaste hindi kshetr"},
      Example{"भारत राम न", "bharat ram na"},
      Example{"বাংলা ગુજરાતી ਪੰਜਾਬੀ ଓଡ଼ିଆ", "banla gujarati panjabi odia"},
      Example{"தமிழ் మొழి తెలుగు ಕನ್ನಡ മലയാളം", "tamizh mozhi telugu kannada malayalam"},
      Example{"සිංහල ශ්\u200Dරී", "sinhala shri"},
      Example{"བོད་སྐད ភាសាខ្មែរ မြန်မာ", "bod skad phasakhmaer mranma"},
      Example{"ꦧꦱꦗꦮ ᬩᬮᬶ", "basajawa bali"},
  });
}

TEST_CASE("transliterated: vowels written before their consonant follow it") {
  check_all(std::array{
      Example{"ภาษาไทย เป็น เ", "phasathaiy pen e"},
      Example{"ພາສາລາວ ໄທ", "phasalaw thai"},
  });
}

TEST_CASE("transliterated: syllabaries") {
  check_all(std::array{
      Example{"አማርኛ እንጀራ", "amarnya enjara"},
      Example{"ᏣᎳᎩ ꮳꮃꭹ", "TsaLaGi tsalagi"},
      Example{"ᐃᓄᒃᑎᑐᑦ ꆈꌠ ㄓㄨㄥ", "inoktitot nuosu zhueng"},
  });
}

TEST_CASE("transliterated: Kana in the Hepburn way") {
  check_all(std::array{
      Example{"きょうと しゃしん ちゅう じゃ", "kyouto shashin chuu ja"},
      Example{"がっこう まっちゃ あっ", "gakkou matcha a"},
      Example{"ラーメン ﾗｰﾒﾝ ｼｮｯﾌﾟ か\u3099", "ramen ramen shoffu ga"},
      Example{"チェック ファイル ティー ウィキ イェ", "chekku fairu ti wiki ye"},
      Example{"ゃ ぁ づぢ", "ya a zuji"},
  });
}

TEST_CASE("transliterated: Hangul as it is spoken") {
  check_all(std::array{
      Example{"김치 찌개", "gimchi jjigae"},
      Example{"\u1100\u1175\u11B7\u110E\u1175", "gimchi"},
      Example{"한국어 독립 왕십리 신라 종로 별내",
              "hangugeo dongnip wangsimni silla jongno byeollae"},
      Example{"좋다 좋아 많이 않고 읽다 값이 꽃 ㅋㅋ", "jota joa mani anko ikda gapsi kkot kk"},
  });
}

TEST_CASE("transliterated: Han is a word for each character, apart from what stands beside it") {
  check_all(std::array{
      Example{"日本語", "ri ben yu"},
      Example{"第3章 中文ABC、東京タワー", "di 3 zhang zhong wen ABC,dong jing tawa"},
      Example{"人々 〇", "ren ling"},
  });
}

TEST_CASE("transliterated: what has no ASCII form is one blank, invisible characters are nothing") {
  CHECK(transliterated("a🍮b€c\uE000d") == "a b c d");
  CHECK(transliterated("a\u200B\u00AD\uFE0F\u0301\u2060b") == "ab");
  CHECK(transliterated("™©®") == "   ");
}

TEST_CASE("transliterated: every code point gives printable ASCII, the same for NFC and NFD") {
  for (char32_t value = 0x80; value < 0x110000; ++value) {
    if (value >= 0xD800 && value < 0xE000) continue;
    if (value >= 0x40000 && (value & 0xFFFFU) > 0xFF) continue;
    const std::u32string text{U'k', value, U'\u0308', value};
    std::string given;
    std::string apart;
    for (const char32_t part : text) append_utf8(given, part);
    for (const char32_t part : decomposed(text)) append_utf8(apart, part);
    const std::string reading = transliterated(given);
    const bool is_ascii = std::all_of(reading.begin(), reading.end(),
                                      [](char byte) { return byte >= ' ' && byte <= '~'; });
    if (is_ascii && transliterated(apart) == reading) continue;
    CAPTURE(static_cast<std::uint32_t>(value));
    CAPTURE(reading);
    CHECK(is_ascii);
    CHECK(transliterated(apart) == reading);
  }
}

}  // namespace
}  // namespace notes
