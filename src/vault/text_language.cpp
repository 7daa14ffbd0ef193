#include "vault/text_language.h"

#include <array>
#include <cstddef>

#include "vault/frequent_words.h"
#include "vault/text_scan.h"

namespace notes {
namespace {

/// In a text of so many words one frequent word is enough, when it has at least so many bytes:
/// shorter ones stand in names.
constexpr std::size_t few_words = 8;
constexpr std::size_t telling_size = 3;

/// The frequent words of one language in a text.
class Evidence {
 public:
  void add(const FrequentWord& word) {
    ++total_;
    if (first_ == nullptr) first_ = &word;
    is_different_ |= first_ != &word;
    is_telling_ |= word.word.size() >= telling_size;
  }

  [[nodiscard]] std::size_t total() const noexcept { return total_; }
  /// Whether they are enough in a text of so many words: fewer may be a name or a quotation.
  [[nodiscard]] bool is_enough(std::size_t words) const noexcept {
    return is_different_ || (is_telling_ && words <= few_words);
  }

 private:
  std::size_t total_ = 0;
  const FrequentWord* first_ = nullptr;
  bool is_different_ = false;
  bool is_telling_ = false;
};

}  // namespace

StemLanguage text_language(std::string_view text) {
  text = text.substr(0, language_sample_length);
  std::array<Evidence, latin_languages.size()> evidence;
  std::size_t words = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = part_end(text, at);
    const std::string_view part = text.substr(at, end - at);
    at = end + 1;
    if (part.empty()) continue;
    ++words;
    const FrequentWord* const word = frequent_word(part);
    for (std::size_t i = 0; word != nullptr && i < evidence.size(); ++i) {
      if ((word->languages & only(latin_languages[i])) != 0) evidence[i].add(*word);
    }
  }

  std::size_t best = 0;
  bool is_alone = true;
  for (std::size_t i = 1; i < evidence.size(); ++i) {
    if (evidence[i].total() < evidence[best].total()) continue;
    is_alone = evidence[i].total() > evidence[best].total();
    best = i;
  }
  return is_alone && evidence[best].is_enough(words) ? latin_languages[best]
                                                     : StemLanguage::english;
}

}  // namespace notes
