// Prints src/vault/folding_table.cpp, made from the data in ICU.
#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>
#include <unicode/uscript.h>

#include <array>
#include <cstdlib>
#include <iostream>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "page_table.h"

namespace notes::tables {
namespace {

UChar32 icu(char32_t value) { return static_cast<UChar32>(value); }

const icu::Normalizer2& normalizer(const char* data, UNormalization2Mode mode) {
  UErrorCode status = U_ZERO_ERROR;
  const icu::Normalizer2* found = icu::Normalizer2::getInstance(nullptr, data, mode, status);
  if (U_FAILURE(status) != 0) std::abort();
  return *found;
}

std::u32string code_points(const icu::UnicodeString& text) {
  std::u32string result;
  for (int32_t i = 0; i < text.length(); i = text.moveIndex32(i, 1)) {
    result += static_cast<char32_t>(text.char32At(i));
  }
  return result;
}

icu::UnicodeString unicode_string(const std::u32string& text) {
  return icu::UnicodeString::fromUTF32(reinterpret_cast<const UChar32*>(text.data()),
                                       static_cast<int32_t>(text.size()));
}

std::string utf8(const std::u32string& text) {
  std::string result;
  return unicode_string(text).toUTF8String(result);
}

bool is_mark(char32_t value) {
  return (U_GET_GC_MASK(icu(value)) & (U_GC_MN_MASK | U_GC_ME_MASK)) != 0;
}

UScriptCode script_of(char32_t value) {
  UErrorCode status = U_ZERO_ERROR;
  return uscript_getScript(icu(value), &status);
}

bool is_of_script_that_drops_marks(char32_t value) {
  switch (script_of(value)) {
    case USCRIPT_LATIN:
    case USCRIPT_GREEK:
    case USCRIPT_CYRILLIC:
    case USCRIPT_ARABIC:
    case USCRIPT_HEBREW:
      return true;
    default:
      return false;
  }
}

/// Letters whose marks only help with reading, so that people leave them out in a query.
bool drops_marks(char32_t value) {
  return u_isalpha(icu(value)) && !is_mark(value) && is_of_script_that_drops_marks(value);
}

/// Marks that such letters drop; those of other scripts do not belong to them.
bool is_droppable(char32_t value) {
  return is_mark(value) &&
         (script_of(value) == USCRIPT_INHERITED || is_of_script_that_drops_marks(value));
}

/// Points of Hebrew and vowel signs of Arabic are dropped wherever they stand.
bool is_always_dropped(char32_t value) {
  constexpr char32_t tatweel = 0x0640;
  if (value == tatweel || u_hasBinaryProperty(icu(value), UCHAR_DEFAULT_IGNORABLE_CODE_POINT)) {
    return true;
  }
  const UBlockCode block = ublock_getCode(icu(value));
  return is_mark(value) &&
         (block == UBLOCK_HEBREW || block == UBLOCK_ARABIC || block == UBLOCK_ARABIC_EXTENDED_A ||
          block == UBLOCK_ARABIC_EXTENDED_B || block == UBLOCK_ARABIC_EXTENDED_C ||
          block == UBLOCK_ALPHABETIC_PRESENTATION_FORMS);
}

/// Letters and signs that people take for another one, beyond what Unicode's mappings say.
const std::map<char32_t, std::u32string>& taken_for() {
  static const std::map<char32_t, std::u32string> map = {
      {0x00C6, U"ae"}, {0x00E6, U"ae"}, {0x0152, U"oe"},     {0x0153, U"oe"},
      {0x00DE, U"th"}, {0x00FE, U"th"}, {0x00D0, U"d"},      {0x00F0, U"d"},
      {0x0131, U"i"},  {0x0237, U"j"},  {0x0671, U"\u0627"},  // alef wasla: alef
      {0x2018, U"'"},  {0x2019, U"'"},  // quotation marks that serve as apostrophes
      {0x201B, U"'"},  {0x02BC, U"'"},  {0x00B4, U"'"},      {0x2032, U"'"},
      {0x055A, U"'"},  {0x05F3, U"'"},  {0x2010, U"-"},  // hyphen, which U+2011 is by compatibility
  };
  return map;
}

/// The letter from a to z that `value` is, with a stroke, hook or tail; 0 when it is none.
char32_t plain_letter(char32_t value) {
  std::array<char, 128> name{};
  UErrorCode status = U_ZERO_ERROR;
  u_charName(icu(value), U_UNICODE_CHAR_NAME, name.data(), name.size(), &status);
  const std::string_view text = name.data();
  for (const std::string_view start : {"LATIN SMALL LETTER ", "LATIN CAPITAL LETTER "}) {
    if (text.starts_with(start) && text.substr(start.size() + 1).starts_with(" WITH ")) {
      return static_cast<char32_t>(text[start.size()]) - U'A' + U'a';
    }
  }
  return 0;
}

/// One round of folding for one code point: decomposed, and mapped where something maps it.
std::u32string folded_once(char32_t value) {
  const auto& mapped = taken_for();
  if (const auto found = mapped.find(value); found != mapped.end()) return found->second;
  constexpr char32_t ypogegrammeni = 0x0345;  // a mark whose folding, iota, is none
  if (value == ypogegrammeni) return {value};
  icu::UnicodeString decomposed;
  if (normalizer("nfc", UNORM2_COMPOSE).getDecomposition(icu(value), decomposed) == 0) {
    decomposed = icu::UnicodeString(icu(value));
  }
  if (decomposed == icu::UnicodeString(icu(value))) {
    icu::UnicodeString compatible;
    // A mark on a blank (U+00A8 and the like) is a sign of its own and no blank.
    if (normalizer("nfkc", UNORM2_COMPOSE).getDecomposition(icu(value), compatible) != 0 &&
        (compatible.length() == 1 || compatible[0] != u' ')) {
      decomposed = compatible;
    }
  }
  if (decomposed == icu::UnicodeString(icu(value))) {
    if (const char32_t letter = plain_letter(value); letter != 0) return {letter};
    decomposed.foldCase();
  }
  return code_points(decomposed);
}

std::u32string folded(char32_t value) {
  std::u32string text{value};
  for (std::u32string before; before != text;) {
    before = text;
    text.clear();
    for (const char32_t part : before) text += folded_once(part);
  }
  std::u32string kept;
  bool dropping = false;
  for (const char32_t part : text) {
    if (is_always_dropped(part) || (is_droppable(part) && dropping)) continue;
    if (!is_mark(part)) dropping = drops_marks(part);
    kept += part;
  }
  UErrorCode status = U_ZERO_ERROR;
  return code_points(normalizer("nfc", UNORM2_COMPOSE).normalize(unicode_string(kept), status));
}

struct Row {
  std::string text;  // empty when `stays`
  bool stays;
  int first_class;
  int last_class;
  std::string_view kind;
  bool drops_marks;
  bool composes;
  friend auto operator<=>(const Row&, const Row&) = default;
};

Row row_for(char32_t value) {
  // What Unicode does not know yet stays as it is.
  if (u_charType(icu(value)) == U_UNASSIGNED || (value >= 0xD800 && value < 0xE000)) {
    if (!is_always_dropped(value)) return {"", true, 0, 0, "base", false, false};
  }
  const std::u32string text = folded(value);
  if (text.empty()) return {"", false, 0, 0, "mark", false, false};
  const auto decomposed = code_points([&] {
    UErrorCode status = U_ZERO_ERROR;
    return normalizer("nfc", UNORM2_DECOMPOSE).normalize(unicode_string(text), status);
  }());
  const bool stays = text == std::u32string{value};
  const char32_t first = text.front();
  const bool composes = u_getIntPropertyValue(icu(first), UCHAR_NFC_QUICK_CHECK) == UNORM_MAYBE;
  const int first_class = u_getCombiningClass(icu(first));
  const bool is_attached =
      composes || first_class != 0 || (U_GET_GC_MASK(icu(first)) & U_GC_M_MASK) != 0;
  return {stays ? "" : utf8(text),
          stays,
          first_class,
          u_getCombiningClass(icu(decomposed.back())),
          !is_attached          ? "base"
          : is_droppable(first) ? "mark"
                                : "attached",
          drops_marks(text.back()),
          composes};
}

void write() {
  PageTable pages;
  std::map<Row, std::uint16_t> numbers;
  std::vector<Row> rows;
  std::map<std::string, std::size_t> offsets;
  std::string pool;
  for (char32_t value = 0; value < code_space; ++value) {
    const Row row = row_for(value);
    const auto [found, is_new] = numbers.emplace(row, static_cast<std::uint16_t>(rows.size()));
    if (is_new) {
      rows.push_back(row);
      if (offsets.emplace(row.text, pool.size()).second) pool += row.text;
    }
    pages.set(value, found->second);
  }
  if (rows.size() > 0xFFFF || pool.size() > 0xFFFF) std::abort();
  std::cout << "// Made by scripts/make-unicode-tables from ICU " << U_ICU_VERSION << ", Unicode "
            << U_UNICODE_VERSION << ".\n// clang-format off\n"
            << "#include \"vault/folding_table.h\"\n\n#include <array>\n\n"
            << "namespace notes {\nnamespace {\n\n";
  pages.write(std::cout);
  std::cout << "constexpr auto base = Folding::Kind::base;\n"
            << "constexpr auto attached = Folding::Kind::attached;\n"
            << "constexpr auto mark = Folding::Kind::mark;\n"
            << "constexpr std::array<Folding, " << rows.size() << "> foldings = {{\n";
  std::cout << std::boolalpha;
  for (const Row& row : rows) {
    std::cout << '{' << offsets.at(row.text) << ',' << row.text.size() << ',' << row.first_class
              << ',' << row.last_class << ',' << row.kind << ',' << row.stays << ','
              << row.drops_marks << ',' << row.composes << "},\n";
  }
  std::cout << "}};\n\nconstexpr std::string_view text =\n";
  write_literal(std::cout, pool);
  std::cout << ";\n\n}  // namespace\n\n"
            << "const FoldingTable folding_table = {pages, entries, foldings, text};\n\n"
            << "}  // namespace notes\n";
}

}  // namespace
}  // namespace notes::tables

int main() { notes::tables::write(); }
