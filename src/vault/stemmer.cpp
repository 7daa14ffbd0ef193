#include "vault/stemmer.h"

#include <libstemmer.h>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

namespace notes {
namespace {

constexpr std::size_t cyrillic_letter = 2;  // bytes

bool is_ascii_letter(char byte) { return byte >= 'a' && byte <= 'z'; }

bool has_only_ascii_letters(std::string_view word) {
  return std::all_of(word.begin(), word.end(), is_ascii_letter);
}

/// The letters а to я in UTF-8: D0 B0 to D0 BF, D1 80 to D1 8F.
bool has_only_russian_letters(std::string_view word) {
  if (word.size() % cyrillic_letter != 0) return false;
  for (std::size_t i = 0; i < word.size(); i += cyrillic_letter) {
    const auto lead = static_cast<unsigned char>(word[i]);
    const auto trail = static_cast<unsigned char>(word[i + 1]);
    const bool is_first_half = lead == 0xD0 && trail >= 0xB0 && trail <= 0xBF;
    const bool is_second_half = lead == 0xD1 && trail >= 0x80 && trail <= 0x8F;
    if (!is_first_half && !is_second_half) return false;
  }
  return true;
}

/// Folding has made й into и, so that endings such as -ый read -ыи. A final и after a vowel is
/// taken as й again; of the other words that this meets, both endings are known to the rules.
std::string with_short_i(std::string_view word) {
  std::string result(word);
  constexpr std::string_view i = "и";
  constexpr std::array<std::string_view, 6> vowels = {"а", "е", "и", "о", "ы", "я"};
  if (result.size() < 3 * cyrillic_letter || !result.ends_with(i)) return result;
  const std::string_view before =
      std::string_view(result).substr(result.size() - 2 * cyrillic_letter, cyrillic_letter);
  if (std::find(vowels.begin(), vowels.end(), before) != vowels.end()) {
    result.replace(result.size() - cyrillic_letter, cyrillic_letter, "й");
  }
  return result;
}

/// `word` without a plural `s` where it has no vowel, like `pdfs`: the rules of English
/// ask for one, but abbreviations and names of programs have plurals, too.
std::string_view without_bare_plural(std::string_view word) {
  constexpr std::size_t least_length = 4;  // shorter ones (dns, tls) are abbreviations themselves
  const bool is_plural =
      word.size() >= least_length && word.ends_with('s') && !word.ends_with("ss");
  if (is_plural && word.find_first_of("aeiouy") == std::string_view::npos) word.remove_suffix(1);
  return word;
}

const char* name_of(StemLanguage language) {
  switch (language) {
    case StemLanguage::english:
      return "english";
    case StemLanguage::dutch:
      return "dutch";
    case StemLanguage::french:
      return "french";
    case StemLanguage::german:
      return "german";
    case StemLanguage::italian:
      return "italian";
    case StemLanguage::portuguese:
      return "portuguese";
    case StemLanguage::spanish:
      return "spanish";
    case StemLanguage::russian:
      return "russian";
  }
  throw std::logic_error("no such language");
}

bool is_vowel(char letter) {
  return std::string_view("aeiou").find(letter) != std::string_view::npos;
}

}  // namespace

std::span<const StemLanguage> stem_languages(std::string_view word) {
  constexpr std::size_t least_letters = 3;
  static constexpr std::array russian = {StemLanguage::russian};
  const bool is_latin = has_only_ascii_letters(word);
  const std::size_t letters = is_latin ? word.size() : word.size() / cyrillic_letter;
  if (letters < least_letters || letters > max_stemmed_length) return {};
  if (is_latin) return latin_languages;
  if (has_only_russian_letters(word)) return russian;
  return {};
}

void Stemmer::Deleter::operator()(sb_stemmer* stemmer) const noexcept {
  sb_stemmer_delete(stemmer);
}

Stemmer::Stemmer(StemLanguage language)
    : language_(language), stemmer_(sb_stemmer_new(name_of(language), nullptr)) {
  if (stemmer_ == nullptr) throw std::logic_error("libstemmer lacks a language");
}

std::string Stemmer::stem(std::string_view word) const {
  std::string input(word);
  if (language_ == StemLanguage::russian) input = with_short_i(word);
  if (language_ == StemLanguage::english) input = without_bare_plural(word);
  const auto* bytes = reinterpret_cast<const sb_symbol*>(input.data());
  const sb_symbol* stem = sb_stemmer_stem(stemmer_.get(), bytes, static_cast<int>(input.size()));
  if (stem == nullptr) throw std::bad_alloc();
  const auto length = static_cast<std::size_t>(sb_stemmer_length(stemmer_.get()));
  return {reinterpret_cast<const char*>(stem), length};
}

std::string common_beginning(std::string_view word, std::string_view stem, StemLanguage language) {
  const std::size_t letter = language == StemLanguage::russian ? cyrillic_letter : 1;
  std::size_t length = 0;
  while (length < word.size() && length < stem.size() && word[length] == stem[length]) ++length;
  length -= length % letter;
  if (language == StemLanguage::english && length == stem.size() && length > 2) {
    // What the rules put in place of an ending: hoping -> hope, happy -> happi, sky <- skies,
    // possibility -> possibl.
    const char last = stem[length - 1];
    const char before = stem[length - 2];
    const bool is_replaced = last == 'e' || last == 'i' || (last == 'y' && !is_vowel(before)) ||
                             (last == 'l' && before == 'b');
    if (is_replaced) --length;
  }
  if (language == StemLanguage::french && length == stem.size()) {
    // Likewise: cheval <- chevaux, heureux <- heureuse, appliqu <- application, prudent <-
    // prudemment, constant <- constamment.
    static constexpr std::array<std::pair<std::string_view, std::size_t>, 5> replaced{
        {{"al", 1}, {"eux", 1}, {"iqu", 2}, {"ant", 2}, {"ent", 2}}};
    for (const auto& [ending, letters] : replaced) {
      if (stem.ends_with(ending)) length -= letters;
    }
  }
  return std::string(word.substr(0, std::max(length, 2 * letter)));
}

}  // namespace notes
