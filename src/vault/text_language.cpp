#include "vault/text_language.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "vault/text_scan.h"

namespace notes {
namespace {

constexpr StemLanguages dutch = only(StemLanguage::dutch);
constexpr StemLanguages english = only(StemLanguage::english);
constexpr StemLanguages french = only(StemLanguage::french);
constexpr StemLanguages german = only(StemLanguage::german);
constexpr StemLanguages italian = only(StemLanguage::italian);
constexpr StemLanguages portuguese = only(StemLanguage::portuguese);
constexpr StemLanguages spanish = only(StemLanguage::spanish);

struct FrequentWord {
  std::string_view word;
  StemLanguages languages;
};

/// Some twenty of the most frequent words of each language, folded, without those of one letter
/// (but for `y`), which stand in code as well.
constexpr auto frequent_words = std::to_array<FrequentWord>({
    {"aan", dutch},
    {"al", spanish},
    {"and", english},
    {"ao", portuguese},
    {"are", english},
    {"as", portuguese},
    {"au", french},
    {"auf", german},
    {"avec", french},
    {"ce", french},
    {"che", italian},
    {"com", portuguese},
    {"como", portuguese | spanish},
    {"con", italian | spanish},
    {"da", italian | portuguese},
    {"dans", french},
    {"das", german},
    {"dat", dutch},
    {"de", dutch | french | portuguese | spanish},
    {"dei", italian},
    {"del", italian | spanish},
    {"della", italian},
    {"dem", german},
    {"den", german},
    {"der", german},
    {"des", french | german},
    {"di", italian},
    {"die", german},
    {"do", portuguese},
    {"du", french},
    {"een", dutch},
    {"ein", german},
    {"eine", german},
    {"el", spanish},
    {"em", portuguese},
    {"en", dutch | french | spanish},
    {"es", german | spanish},
    {"est", french},
    {"et", french},
    {"for", english},
    {"from", english},
    {"fur", german},
    {"gli", italian},
    {"het", dutch},
    {"il", italian},
    {"im", german},
    {"in", dutch | english | german | italian},
    {"is", dutch | english},
    {"ist", german},
    {"it", english},
    {"je", dutch},
    {"la", french | italian | spanish},
    {"las", spanish},
    {"le", french | italian},
    {"les", french},
    {"lo", spanish},
    {"los", spanish},
    {"mais", portuguese},
    {"met", dutch},
    {"mit", german},
    {"na", portuguese},
    {"nao", portuguese},
    {"ne", french},
    {"nicht", german},
    {"niet", dutch},
    {"no", portuguese | spanish},
    {"non", italian},
    {"of", dutch | english},
    {"om", dutch},
    {"on", english},
    {"op", dutch},
    {"os", portuguese},
    {"para", portuguese | spanish},
    {"pas", french},
    {"per", italian},
    {"por", portuguese | spanish},
    {"pour", french},
    {"que", french | portuguese | spanish},
    {"qui", french},
    {"se", portuguese | spanish},
    {"si", italian},
    {"sich", german},
    {"sie", german},
    {"sono", italian},
    {"su", spanish},
    {"sur", french},
    {"te", dutch},
    {"that", english},
    {"the", english},
    {"this", english},
    {"to", english},
    {"um", portuguese},
    {"uma", portuguese},
    {"un", french | italian | spanish},
    {"una", italian | spanish},
    {"und", german},
    {"une", french},
    {"van", dutch},
    {"von", german},
    {"voor", dutch},
    {"vous", french},
    {"was", english},
    {"with", english},
    {"y", spanish},
    {"you", english},
    {"zijn", dutch},
    {"zu", german},
});
constexpr bool is_before(const FrequentWord& left, const FrequentWord& right) {
  return left.word < right.word;
}
static_assert(std::is_sorted(frequent_words.begin(), frequent_words.end(), is_before));

constexpr std::size_t longest_frequent_word = 5;  // bytes
constexpr int least_words = 4;  // different ones: fewer may be names, quotations or code

const FrequentWord* frequent_word(std::string_view word) {
  const auto* const found = std::lower_bound(frequent_words.begin(), frequent_words.end(),
                                             FrequentWord{word, {}}, is_before);
  return found != frequent_words.end() && found->word == word ? found : nullptr;
}

}  // namespace

StemLanguage text_language(std::string_view text) {
  text = text.substr(0, language_sample_length);
  std::array<int, frequent_words.size()> counts{};
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = part_end(text, at);
    if (end - at <= longest_frequent_word) {
      const FrequentWord* const word = frequent_word(text.substr(at, end - at));
      if (word != nullptr) ++counts[static_cast<std::size_t>(word - frequent_words.data())];
    }
    at = end + 1;
  }
  StemLanguage best = StemLanguage::english;
  int most = 0;
  bool is_alone = true;
  for (const StemLanguage language : latin_languages) {
    int total = 0;
    int different = 0;
    for (std::size_t i = 0; i < counts.size(); ++i) {
      if ((frequent_words[i].languages & only(language)) == 0) continue;
      total += counts[i];
      if (counts[i] > 0) ++different;
    }
    if (different < least_words || total < most) continue;
    is_alone = total > most;
    most = total;
    best = language;
  }
  return is_alone ? best : StemLanguage::english;
}

}  // namespace notes
