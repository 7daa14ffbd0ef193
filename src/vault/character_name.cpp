#include "vault/character_name.h"

#include <algorithm>
#include <array>
#include <optional>

#include "vault/unicode.h"

namespace notes {
namespace {

struct NamedCharacter {
  char32_t value;
  std::string_view name;
};

/// By code point.
constexpr std::array named_characters = {
    NamedCharacter{U'\u00A0', "NO-BREAK SPACE"},
    NamedCharacter{U'\u00AD', "SOFT HYPHEN"},
    NamedCharacter{U'\u00B4', "ACUTE ACCENT"},
    NamedCharacter{U'\u00B5', "MICRO SIGN"},
    NamedCharacter{U'\u00B7', "MIDDLE DOT"},
    NamedCharacter{U'\u00D7', "MULTIPLICATION SIGN"},
    NamedCharacter{U'\u02BC', "MODIFIER LETTER APOSTROPHE"},
    NamedCharacter{U'\u0300', "COMBINING GRAVE ACCENT"},
    NamedCharacter{U'\u0301', "COMBINING ACUTE ACCENT"},
    NamedCharacter{U'\u0302', "COMBINING CIRCUMFLEX ACCENT"},
    NamedCharacter{U'\u0303', "COMBINING TILDE"},
    NamedCharacter{U'\u0304', "COMBINING MACRON"},
    NamedCharacter{U'\u0306', "COMBINING BREVE"},
    NamedCharacter{U'\u0307', "COMBINING DOT ABOVE"},
    NamedCharacter{U'\u0308', "COMBINING DIAERESIS"},
    NamedCharacter{U'\u030A', "COMBINING RING ABOVE"},
    NamedCharacter{U'\u030B', "COMBINING DOUBLE ACUTE ACCENT"},
    NamedCharacter{U'\u030C', "COMBINING CARON"},
    NamedCharacter{U'\u0323', "COMBINING DOT BELOW"},
    NamedCharacter{U'\u0327', "COMBINING CEDILLA"},
    NamedCharacter{U'\u0328', "COMBINING OGONEK"},
    NamedCharacter{U'\u061C', "ARABIC LETTER MARK"},
    NamedCharacter{U'\u1680', "OGHAM SPACE MARK"},
    NamedCharacter{U'\u180E', "MONGOLIAN VOWEL SEPARATOR"},
    NamedCharacter{U'\u2000', "EN QUAD"},
    NamedCharacter{U'\u2001', "EM QUAD"},
    NamedCharacter{U'\u2002', "EN SPACE"},
    NamedCharacter{U'\u2003', "EM SPACE"},
    NamedCharacter{U'\u2004', "THREE-PER-EM SPACE"},
    NamedCharacter{U'\u2005', "FOUR-PER-EM SPACE"},
    NamedCharacter{U'\u2006', "SIX-PER-EM SPACE"},
    NamedCharacter{U'\u2007', "FIGURE SPACE"},
    NamedCharacter{U'\u2008', "PUNCTUATION SPACE"},
    NamedCharacter{U'\u2009', "THIN SPACE"},
    NamedCharacter{U'\u200A', "HAIR SPACE"},
    NamedCharacter{U'\u200B', "ZERO WIDTH SPACE"},
    NamedCharacter{U'\u200C', "ZERO WIDTH NON-JOINER"},
    NamedCharacter{U'\u200D', "ZERO WIDTH JOINER"},
    NamedCharacter{U'\u200E', "LEFT-TO-RIGHT MARK"},
    NamedCharacter{U'\u200F', "RIGHT-TO-LEFT MARK"},
    NamedCharacter{U'\u2010', "HYPHEN"},
    NamedCharacter{U'\u2011', "NON-BREAKING HYPHEN"},
    NamedCharacter{U'\u2012', "FIGURE DASH"},
    NamedCharacter{U'\u2013', "EN DASH"},
    NamedCharacter{U'\u2014', "EM DASH"},
    NamedCharacter{U'\u2015', "HORIZONTAL BAR"},
    NamedCharacter{U'\u2018', "LEFT SINGLE QUOTATION MARK"},
    NamedCharacter{U'\u2019', "RIGHT SINGLE QUOTATION MARK"},
    NamedCharacter{U'\u201A', "SINGLE LOW-9 QUOTATION MARK"},
    NamedCharacter{U'\u201B', "SINGLE HIGH-REVERSED-9 QUOTATION MARK"},
    NamedCharacter{U'\u201C', "LEFT DOUBLE QUOTATION MARK"},
    NamedCharacter{U'\u201D', "RIGHT DOUBLE QUOTATION MARK"},
    NamedCharacter{U'\u201E', "DOUBLE LOW-9 QUOTATION MARK"},
    NamedCharacter{U'\u2022', "BULLET"},
    NamedCharacter{U'\u2026', "HORIZONTAL ELLIPSIS"},
    NamedCharacter{U'\u2028', "LINE SEPARATOR"},
    NamedCharacter{U'\u2029', "PARAGRAPH SEPARATOR"},
    NamedCharacter{U'\u202A', "LEFT-TO-RIGHT EMBEDDING"},
    NamedCharacter{U'\u202B', "RIGHT-TO-LEFT EMBEDDING"},
    NamedCharacter{U'\u202C', "POP DIRECTIONAL FORMATTING"},
    NamedCharacter{U'\u202D', "LEFT-TO-RIGHT OVERRIDE"},
    NamedCharacter{U'\u202E', "RIGHT-TO-LEFT OVERRIDE"},
    NamedCharacter{U'\u202F', "NARROW NO-BREAK SPACE"},
    NamedCharacter{U'\u2032', "PRIME"},
    NamedCharacter{U'\u2033', "DOUBLE PRIME"},
    NamedCharacter{U'\u2044', "FRACTION SLASH"},
    NamedCharacter{U'\u205F', "MEDIUM MATHEMATICAL SPACE"},
    NamedCharacter{U'\u2060', "WORD JOINER"},
    NamedCharacter{U'\u2066', "LEFT-TO-RIGHT ISOLATE"},
    NamedCharacter{U'\u2067', "RIGHT-TO-LEFT ISOLATE"},
    NamedCharacter{U'\u2068', "FIRST STRONG ISOLATE"},
    NamedCharacter{U'\u2069', "POP DIRECTIONAL ISOLATE"},
    NamedCharacter{U'\u2126', "OHM SIGN"},
    NamedCharacter{U'\u212B', "ANGSTROM SIGN"},
    NamedCharacter{U'\u2212', "MINUS SIGN"},
    NamedCharacter{U'\u3000', "IDEOGRAPHIC SPACE"},
    NamedCharacter{U'\uFE0E', "VARIATION SELECTOR-15"},
    NamedCharacter{U'\uFE0F', "VARIATION SELECTOR-16"},
    NamedCharacter{U'\uFEFF', "ZERO WIDTH NO-BREAK SPACE"},
    NamedCharacter{U'\uFFFD', "REPLACEMENT CHARACTER"},
};

std::string code_point_label(char32_t value) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  std::string reversed;
  for (; value != 0 || reversed.size() < 4; value >>= 4U) reversed += digits[value & 0xFU];
  return "U+" + std::string(reversed.rbegin(), reversed.rend());
}

/// "U+00A0 NO-BREAK SPACE" for a character that needs its name; nullopt for the others.
std::optional<std::string> full_name(char32_t value) {
  const auto* const found = std::lower_bound(
      named_characters.begin(), named_characters.end(), value,
      [](const NamedCharacter& named, char32_t wanted) { return named.value < wanted; });
  if (found != named_characters.end() && found->value == value)
    return code_point_label(value) + ' ' + std::string(found->name);
  if (value < U' ' || (value >= U'\x7F' && value < U'\xA0'))
    return code_point_label(value) + ", a control character";
  if (value >= U'\u0300' && value <= U'\u036F')
    return code_point_label(value) + ", a combining mark";
  return std::nullopt;
}

}  // namespace

std::string character_name(std::string_view text, std::size_t at) {
  if (at >= text.size()) return "the end of the text";
  switch (text[at]) {
    case '\n':
      return "the end of the line";
    case '\t':
      return "a tab";
    case '\r':
      return "U+000D, a lone carriage return";
    case ' ':
      return at > 0 && text[at - 1] == ' ' ? "a second blank" : "a blank";
    default:
      break;
  }
  const CodePoint character = code_point_at(text, at);
  if (const std::optional<std::string> name = full_name(character.value)) return *name;
  std::string words = '\'' + std::string(text.substr(at, character.length)) + '\'';
  const std::size_t next = at + character.length;
  if (next < text.size()) {
    const char32_t mark = code_point_at(text, next).value;
    if (mark >= U'\u0300' && mark <= U'\u036F') return words + " with " + *full_name(mark);
  }
  if (character.value > U'\x7F') words += " (" + code_point_label(character.value) + ')';
  return words;
}

}  // namespace notes
