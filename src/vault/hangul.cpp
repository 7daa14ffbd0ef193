#include "vault/hangul.h"

#include <array>
#include <cstddef>

namespace notes {
namespace {

constexpr std::array<std::string_view, 19> onsets = {"g",  "kk", "n", "d",  "tt", "r", "m",
                                                     "b",  "pp", "s", "ss", "",   "j", "jj",
                                                     "ch", "k",  "t", "p",  "h"};
constexpr std::array<std::string_view, 21> vowels = {"a",  "ae", "ya", "yae", "eo", "e",  "yeo",
                                                     "ye", "o",  "wa", "wae", "oe", "yo", "u",
                                                     "wo", "we", "wi", "yu",  "eu", "ui", "i"};

struct Coda {
  std::string_view closed;  ///< before a consonant and at the end of a word
  std::string_view linked;  ///< before a vowel, where its last sound begins the next syllable
  bool breathes;            ///< makes g, d and j after it k, t and ch
};
constexpr std::array<Coda, 28> codas = {{
    {"", "", false},    {"k", "g", false},   {"k", "kk", false}, {"k", "ks", false},
    {"n", "n", false},  {"n", "nj", false},  {"n", "n", true},   {"t", "d", false},
    {"l", "r", false},  {"k", "lg", false},  {"m", "lm", false}, {"l", "lb", false},
    {"l", "ls", false}, {"l", "lt", false},  {"p", "lp", false}, {"l", "r", true},
    {"m", "m", false},  {"p", "b", false},   {"p", "ps", false}, {"t", "s", false},
    {"t", "ss", false}, {"ng", "ng", false}, {"t", "j", false},  {"t", "ch", false},
    {"k", "k", false},  {"t", "t", false},   {"p", "p", false},  {"", "", true},
}};

/// `coda` and the consonant `onset` after it, as they sound together.
std::string joined(const Coda& coda, std::string_view onset) {
  if (onset.empty()) return std::string(coda.linked);
  if (coda.breathes) {
    if (onset == "g") onset = "k";
    if (onset == "d") onset = "t";
    if (onset == "j") onset = "ch";
  }
  std::string_view end = coda.closed;
  if (onset == "n" || onset == "m" || onset == "r") {
    if (end == "k") end = "ng";
    if (end == "t") end = "n";
    if (end == "p") end = "m";
  }
  if (onset == "r" && !end.empty()) {
    // n and l make each other l; after the other sounds r is heard as n.
    if (coda.closed == "n") end = "l";
    onset = end == "l" ? "l" : "n";
  }
  if (onset == "n" && end == "l") onset = "l";
  return std::string(end).append(onset);
}

}  // namespace

std::string romanised_hangul(std::u32string_view word) {
  constexpr char32_t first_syllable = 0xAC00;
  std::string result;
  const Coda* coda = codas.data();
  for (const char32_t syllable : word) {
    const std::size_t index = syllable - first_syllable;
    result += joined(*coda, onsets[index / (vowels.size() * codas.size())]);
    result += vowels[index / codas.size() % vowels.size()];
    coda = &codas[index % codas.size()];
  }
  return result.append(coda->closed);
}

}  // namespace notes
