#include "character_name.h"

#include <unicode/uchar.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <set>
#include <sstream>
#include <string_view>
#include <vector>

namespace notes::tables {
namespace {

/// The words of the name that come after what kind of letter it is; empty when it is no letter.
std::vector<std::string> words_of_sound(UChar32 value) {
  std::array<char, 128> name{};
  UErrorCode status = U_ZERO_ERROR;
  u_charName(value, U_UNICODE_CHAR_NAME, name.data(), name.size(), &status);
  static const std::set<std::string> kinds = {"LETTER", "SYLLABLE", "SYLLABICS", "VOWEL",
                                              "SIGN",   "MEDIAL",   "SUBJOINED", "CHILLU",
                                              "FINAL",  "SMALL",    "CAPITAL"};
  std::istringstream in(name.data());
  std::vector<std::string> words;
  bool is_letter = false;
  for (std::string word; in >> word;) {
    if (word == "WITH") break;
    if (kinds.contains(word)) {
      is_letter = true;
      words.clear();
    } else {
      words.push_back(word);
    }
  }
  if (!is_letter) words.clear();
  return words;
}

/// Of several words the one that is the sound.
std::string word_of_sound(const std::vector<std::string>& words, UScriptCode script) {
  static const std::set<std::string> languages = {"PALI", "SANSKRIT", "KHMU", "JONA"};
  const bool is_first = script == USCRIPT_LAO || script == USCRIPT_KHMER ||
                        script == USCRIPT_JAVANESE || script == USCRIPT_NKO ||
                        script == USCRIPT_ARABIC || script == USCRIPT_BALINESE;
  if (!is_first) return words.back();
  return words.size() > 1 && languages.contains(words.front()) ? words[1] : words.front();
}

/// Long vowels and retroflex consonants, which names write double, as single letters.
std::string simplified(std::string_view sound) {
  std::string result;
  for (const char letter : sound) {
    if (letter == 's' && result.ends_with('s')) {
      result += 'h';
    } else if (!result.ends_with(letter) || letter == 'h') {
      result += letter;
    }
  }
  return result;
}

void replace_start(std::string& text, std::string_view start, std::string_view replacement) {
  if (text.starts_with(start)) text.replace(0, start.size(), replacement);
}

/// The letter of an alphabet whose letters have names that begin with their sound.
std::string start_of(const std::string& name) {
  if (name == "ang") return "ng";
  if (name.size() > 3 && name.starts_with("eh")) return start_of(name.substr(2));
  const auto end = is_vowel(name.front()) ? std::find_if_not(name.begin(), name.end(), is_vowel)
                                          : std::find_if(name.begin(), name.end(), is_vowel);
  return {name.begin(), end};
}

std::string without_vowels_at_start(const std::string& name) {
  return {std::find_if_not(name.begin(), name.end(), is_vowel), name.end()};
}

}  // namespace

bool is_vowel(char letter) {
  return std::string_view("aeiou").find(letter) != std::string_view::npos;
}

bool has_inherent_vowel(UScriptCode script) {
  static const std::set<UScriptCode> without = {
      USCRIPT_THAI, USCRIPT_LAO,    USCRIPT_TAI_VIET, USCRIPT_NEW_TAI_LUE, USCRIPT_TAI_LE,
      USCRIPT_NKO,  USCRIPT_HANGUL, USCRIPT_ETHIOPIC, USCRIPT_MONGOLIAN};
  return !without.contains(script);
}

bool is_vowel_silent_at_end(UScriptCode script) {
  static const std::set<UScriptCode> silent = {USCRIPT_DEVANAGARI, USCRIPT_GUJARATI,
                                               USCRIPT_GURMUKHI,   USCRIPT_BENGALI,
                                               USCRIPT_KHMER,      USCRIPT_TIBETAN};
  return silent.contains(script);
}

std::optional<std::string> reading_of_name(UChar32 value, UScriptCode script) {
  const std::vector<std::string> words = words_of_sound(value);
  if (words.empty()) return std::nullopt;
  std::string sound = word_of_sound(words, script);
  std::erase(sound, '-');
  std::transform(sound.begin(), sound.end(), sound.begin(),
                 [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
  constexpr std::size_t longest = 10;
  const bool is_spelt = std::all_of(sound.begin(), sound.end(),
                                    [](unsigned char letter) { return std::islower(letter) != 0; });
  if (sound.empty() || sound.size() > longest || !is_spelt) return std::nullopt;
  switch (script) {
    case USCRIPT_LATIN:
      if (sound.size() > 2) return std::nullopt;
      return sound;
    case USCRIPT_ARABIC:
    case USCRIPT_ADLAM:
    case USCRIPT_LISU:
    case USCRIPT_MONGOLIAN:
    case USCRIPT_NKO:
    case USCRIPT_OSAGE:
    case USCRIPT_HANIFI_ROHINGYA:
    case USCRIPT_WANCHO:
    case USCRIPT_TAI_LE:
      return start_of(simplified(sound));
    case USCRIPT_TIFINAGH:
      if (sound.size() > 2) {
        replace_start(sound, "ya", "");
        replace_start(sound, "yey", "e");
      } else {
        replace_start(sound, "y", "");
      }
      return simplified(sound);
    case USCRIPT_OL_CHIKI:
      if (sound.starts_with('l')) return simplified(sound.substr(1));
      return simplified(without_vowels_at_start(sound));
    case USCRIPT_YI:
      if (sound.size() > 1 &&
          std::string_view("txp").find(sound.back()) != std::string_view::npos) {
        sound.pop_back();
      }
      return simplified(sound);
    case USCRIPT_LAO:
    case USCRIPT_TAI_VIET:
    case USCRIPT_NEW_TAI_LUE: {
      std::string letter = simplified(sound);
      if (letter.size() > 1 && !is_vowel(letter.front()) && is_vowel(letter.back())) {
        letter.pop_back();
      }
      return letter;
    }
    case USCRIPT_KHMER:
      if (sound.size() > 1) replace_start(sound, "q", "");
      return simplified(sound);
    case USCRIPT_DEVANAGARI:
    case USCRIPT_BENGALI:
    case USCRIPT_GURMUKHI:
    case USCRIPT_GUJARATI:
    case USCRIPT_ORIYA:
    case USCRIPT_TAMIL:
    case USCRIPT_TELUGU:
    case USCRIPT_KANNADA:
    case USCRIPT_MALAYALAM:
      replace_start(sound, "c", "ch");
      return simplified(sound);
    default:
      return simplified(sound);
  }
}

}  // namespace notes::tables
