// Prints src/vault/transliteration_table.cpp, made from ICU's rules, the names of characters and
// letters.txt, which is given as argument.
#include <unicode/normalizer2.h>
#include <unicode/translit.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>
#include <unicode/uscript.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "character_name.h"
#include "page_table.h"

namespace notes::tables {
namespace {

struct Reading {
  std::string text;
  std::string_view kind;
  friend auto operator<=>(const Reading&, const Reading&) = default;
};

class Rules {
 public:
  explicit Rules(const char* id) {
    UErrorCode status = U_ZERO_ERROR;
    rules_.reset(icu::Transliterator::createInstance(id, UTRANS_FORWARD, status));
    if (U_FAILURE(status) != 0) std::abort();
  }
  [[nodiscard]] icu::UnicodeString operator()(icu::UnicodeString text) const {
    rules_->transliterate(text);
    return text;
  }

 private:
  std::unique_ptr<icu::Transliterator> rules_;
};

std::string utf8(const icu::UnicodeString& text) {
  std::string result;
  return text.toUTF8String(result);
}

/// `text` without what is not ASCII: tones, glottal stops and other signs that no rule has mapped.
std::string ascii_part(const std::string& text) {
  std::string result;
  std::copy_if(text.begin(), text.end(), std::back_inserter(result), [](char byte) {
    return static_cast<unsigned char>(byte) < 0x80 && byte != '~' && byte != '`';
  });
  return result;
}

class Letters {
 public:
  explicit Letters(const char* file) {
    std::ifstream in(file);
    if (!in) std::abort();
    for (std::string line; std::getline(in, line);) {
      if (line.starts_with('#')) continue;
      std::istringstream words(line);
      for (std::string letter, reading; words >> letter >> reading;) {
        const UChar32 value = icu::UnicodeString::fromUTF8(letter).char32At(0);
        readings_[value] = reading == "-" ? "" : reading;
      }
    }
  }
  [[nodiscard]] std::optional<std::string> find(UChar32 value) const {
    const auto found = readings_.find(value);
    if (found == readings_.end()) return std::nullopt;
    return found->second;
  }

 private:
  std::map<UChar32, std::string> readings_;
};

bool is_in(std::uint32_t mask, UChar32 value) { return (U_GET_GC_MASK(value) & mask) != 0; }

UScriptCode script_of(UChar32 value) {
  UErrorCode status = U_ZERO_ERROR;
  return uscript_getScript(value, &status);
}

/// Scripts of which ICU's rules give better readings than the names.
bool has_good_rules(UScriptCode script) {
  switch (script) {
    case USCRIPT_LATIN:
    case USCRIPT_COMMON:
    case USCRIPT_GREEK:
    case USCRIPT_CYRILLIC:
    case USCRIPT_HIRAGANA:
    case USCRIPT_KATAKANA:
    case USCRIPT_BOPOMOFO:
    case USCRIPT_HAN:
    case USCRIPT_ETHIOPIC:
    case USCRIPT_GEORGIAN:
    case USCRIPT_SYRIAC:
    case USCRIPT_THAANA:
      return true;
    default:
      return false;
  }
}

/// Upsilon with or without accents, but not with the dots that keep it apart from a vowel before.
bool is_upsilon(UChar32 value) {
  constexpr UChar32 diaeresis = 0x0308;
  UErrorCode status = U_ZERO_ERROR;
  const icu::UnicodeString parts =
      icu::Normalizer2::getNFDInstance(status)->normalize(icu::UnicodeString(value), status);
  return u_tolower(parts.char32At(0)) == U'υ' && parts.indexOf(diaeresis) < 0;
}

/// Scripts whose decomposed letters are not the sum of their parts.
bool is_whole(UScriptCode script) {
  return script == USCRIPT_LATIN || script == USCRIPT_COMMON || script == USCRIPT_HIRAGANA ||
         script == USCRIPT_KATAKANA || script == USCRIPT_HAN || script == USCRIPT_ETHIOPIC;
}

std::string_view kind_of(UChar32 value) {
  constexpr std::u32string_view small_kana = U"ぁぃぅぇぉゃゅょゎァィゥェォャュョヮｧｨｩｪｫｬｭｮ";
  const auto point = static_cast<char32_t>(value);
  if (small_kana.find(point) != std::u32string_view::npos) return "small_kana";
  if (point == U'っ' || point == U'ッ' || point == U'ｯ') return "doubler";
  if (is_upsilon(value)) return "upsilon";
  const UScriptCode script = script_of(value);
  if (script == USCRIPT_HAN) return "word";
  if (script == USCRIPT_HIRAGANA || script == USCRIPT_KATAKANA) return "kana";
  if (u_getIntPropertyValue(value, UCHAR_INDIC_POSITIONAL_CATEGORY) == U_INPC_VISUAL_ORDER_LEFT) {
    return "leading_vowel";
  }
  if (!has_inherent_vowel(script)) return "plain";
  switch (u_getIntPropertyValue(value, UCHAR_INDIC_SYLLABIC_CATEGORY)) {
    case U_INSC_CONSONANT:
      return is_vowel_silent_at_end(script) ? "weak_consonant" : "consonant";
    case U_INSC_CONSONANT_SUBJOINED:
    case U_INSC_CONSONANT_MEDIAL:
      return "joined";
    case U_INSC_VOWEL_DEPENDENT:
      return "vowel_sign";
    case U_INSC_VIRAMA:
    case U_INSC_PURE_KILLER:
    case U_INSC_INVISIBLE_STACKER:
      return "killer";
    default:
      return "plain";
  }
}

class Readings {
 public:
  explicit Readings(const char* file) : letters_(file) {}

  /// nullopt where a blank stands for `value`.
  [[nodiscard]] std::optional<Reading> of(UChar32 value) const {
    std::string_view kind = kind_of(value);
    std::optional<std::string> text = text_of(value);
    if (!text) return std::nullopt;
    const bool ends_in_vowel = !text->empty() && is_vowel(text->back());
    if ((kind == "consonant" || kind == "weak_consonant" || kind == "joined") && !ends_in_vowel) {
      kind = "plain";
    }
    if (kind == "word" && text->empty()) kind = "plain";
    return Reading{*text, kind};
  }

 private:
  [[nodiscard]] std::optional<std::string> text_of(UChar32 value) const {
    constexpr std::u32string_view without_reading = U"©®™℠℗";
    if (without_reading.find(static_cast<char32_t>(value)) != std::u32string_view::npos) return {};
    if (is_in(U_GC_CN_MASK | U_GC_CO_MASK | U_GC_CS_MASK | U_GC_CC_MASK, value)) return {};
    if (const auto letter = letters_.find(value)) return letter;
    if (const UChar32 small = u_tolower(value); small != value && u_isalpha(value)) {
      std::optional<std::string> text = text_of(small);
      if (text && !text->empty()) text->front() = static_cast<char>(std::toupper(text->front()));
      return text;
    }
    if (const int digit = u_charDigitValue(value); digit >= 0) return std::to_string(digit);
    if (u_hasBinaryProperty(value, UCHAR_DEFAULT_IGNORABLE_CODE_POINT)) return "";
    if (is_in(U_GC_Z_MASK, value)) return {};
    const UScriptCode script = script_of(value);
    const int syllabic = u_getIntPropertyValue(value, UCHAR_INDIC_SYLLABIC_CATEGORY);
    const bool is_sound = syllabic == U_INSC_VOWEL_DEPENDENT || syllabic == U_INSC_BINDU ||
                          syllabic == U_INSC_CONSONANT_SUBJOINED ||
                          syllabic == U_INSC_CONSONANT_MEDIAL || syllabic == U_INSC_CONSONANT_FINAL;
    if (is_in(U_GC_M_MASK, value) && script != USCRIPT_THAANA) {
      return is_sound ? reading_of_name(value, script).value_or("") : "";
    }
    if (const auto parts = text_of_parts(value)) return parts;
    if (has_good_rules(script)) {
      if (const auto ruled = text_by_rules(value, script)) return ruled;
    }
    return u_isalpha(value) ? reading_of_name(value, script) : std::nullopt;
  }

  /// The readings of the parts that `value` decomposes into, canonically or by compatibility.
  [[nodiscard]] std::optional<std::string> text_of_parts(UChar32 value) const {
    UErrorCode status = U_ZERO_ERROR;
    const icu::Normalizer2* forms = icu::Normalizer2::getNFKDInstance(status);
    icu::UnicodeString parts;
    if (!forms->getDecomposition(value, parts)) return std::nullopt;
    if (is_whole(script_of(value)) && !is_in(U_GC_N_MASK, value)) {
      if (const auto ruled = text_by_rules(value, script_of(value))) return ruled;
    }
    std::string text;
    for (int32_t i = 0; i < parts.length(); i = parts.moveIndex32(i, 1)) {
      const UChar32 part = parts.char32At(i);
      const auto reading = part < 0x80 ? std::string(1, static_cast<char>(part)) : text_of(part);
      if (reading) text += *reading;
    }
    if (text.empty() || text.front() == ' ') return std::nullopt;
    return text;
  }

  [[nodiscard]] std::optional<std::string> text_by_rules(UChar32 value, UScriptCode script) const {
    icu::UnicodeString text = to_latin_(icu::UnicodeString(value));
    if (script != USCRIPT_LATIN && script != USCRIPT_HAN) {
      // Signs for sounds that English readers know as two letters.
      static const std::vector<std::pair<const char*, const char*>> digraphs = {
          {"š", "sh"}, {"č", "ch"}, {"ž", "zh"}, {"ñ", "ny"},
          {"ʷ", "w"},  {"ǝ", "e"},  {"ǧ", "j"},  {"c", "ch"}};
      for (const auto& [sign, letters] : digraphs) {
        if (*sign == 'c' && script != USCRIPT_ETHIOPIC) continue;
        text.findAndReplace(icu::UnicodeString::fromUTF8(sign),
                            icu::UnicodeString::fromUTF8(letters));
      }
    }
    std::string result = ascii_part(utf8(to_ascii_(text)));
    if (script == USCRIPT_BOPOMOFO) {
      std::erase_if(result, [](char byte) { return byte >= '0' && byte <= '9'; });
      constexpr std::u32string_view without_vowel = U"ㄓㄔㄕㄖㄗㄘㄙ";
      if (without_vowel.find(static_cast<char32_t>(value)) != std::u32string_view::npos) {
        result.pop_back();
      }
    }
    if (result.empty()) return std::nullopt;
    return result;
  }

  Letters letters_;
  Rules to_latin_{"Any-Latin"};
  Rules to_ascii_{"Latin-ASCII"};
};

void write(const char* letters) {
  const Readings readings(letters);
  PageTable pages;
  std::map<Reading, std::uint16_t> numbers;
  std::vector<Reading> rows;
  std::string pool;
  const auto number_of = [&](const Reading& reading) {
    const auto [found, is_new] = numbers.emplace(reading, static_cast<std::uint16_t>(rows.size()));
    if (is_new) rows.push_back(reading);
    return found->second;
  };
  const std::uint16_t blank = number_of({" ", "plain"});
  for (char32_t value = 0; value < code_space; ++value) {
    const bool is_hangul_syllable = value >= 0xAC00 && value <= 0xD7A3;
    const auto reading = value < 0x80 || is_hangul_syllable
                             ? std::nullopt
                             : readings.of(static_cast<UChar32>(value));
    pages.set(value, reading ? number_of(*reading) : blank);
  }
  // Longer texts first, so that shorter ones are found within them.
  std::vector<std::string> texts;
  for (const Reading& row : rows) texts.push_back(row.text);
  std::sort(texts.begin(), texts.end(), [](const std::string& left, const std::string& right) {
    return left.size() != right.size() ? left.size() > right.size() : left < right;
  });
  for (const std::string& text : texts) {
    if (pool.find(text) == std::string::npos) pool += text;
  }
  if (rows.size() > 0xFFFF || pool.size() > 0xFFFF) std::abort();
  std::cout << "// Made by scripts/make-unicode-tables from ICU " << U_ICU_VERSION << ", Unicode "
            << U_UNICODE_VERSION << ".\n// clang-format off\n"
            << "#include \"vault/transliteration_table.h\"\n\n#include <array>\n\n"
            << "namespace notes {\nnamespace {\n\n";
  pages.write(std::cout);
  std::cout << "using enum Reading::Kind;\nconstexpr std::array<Reading, " << rows.size()
            << "> readings = {{\n";
  for (const Reading& row : rows) {
    std::cout << '{' << pool.find(row.text) << ',' << row.text.size() << ',' << row.kind << "},\n";
  }
  std::cout << "}};\n\nconstexpr std::string_view text =\n";
  write_literal(std::cout, pool);
  std::cout << ";\n\n}  // namespace\n\n"
            << "const TransliterationTable transliteration_table = {pages, entries, readings, "
               "text};\n\n}  // namespace notes\n";
}

}  // namespace
}  // namespace notes::tables

int main(int count, char** arguments) {
  if (count != 2) return 2;
  notes::tables::write(arguments[1]);
}
