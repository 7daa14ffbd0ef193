#pragma once
#include <memory>
#include <string>
#include <string_view>

struct sb_stemmer;

namespace notes {

/// Languages whose words are brought to their stem.
enum class StemLanguage { none, english, russian };

/// The language by whose rules `word` (folded) is stemmed: English for words of ASCII letters only,
/// Russian for words of Russian letters only, none for all else and for words of less than three or
/// more than `max_stemmed_length` letters. The letters decide and not the text around, so that a
/// word means the same in each note and query. Where a word is of another language in these
/// letters, its endings are mostly none of the rules', and what is taken for a form ranks below the
/// word.
[[nodiscard]] StemLanguage stem_language(std::string_view word);
inline constexpr std::size_t max_stemmed_length = 40;

/// Takes words to their stem: `recipes` and `recipe` to `recip`.
/// English plurals of words without a vowel (`pdfs`) are brought to the singular as well.
/// Source: M. Porter, "Snowball: A language for stemming algorithms" (2001), through libstemmer.
class Stemmer {
 public:
  /// Requires a language, not `none`.
  explicit Stemmer(StemLanguage language);

  /// The stem of `word`, which is folded and of the language's letters.
  [[nodiscard]] std::string stem(std::string_view word) const;

 private:
  struct Deleter {
    void operator()(sb_stemmer* stemmer) const noexcept;
  };
  StemLanguage language_;
  std::unique_ptr<sb_stemmer, Deleter> stemmer_;
};

/// The beginning that all words with the stem of `word` have in common, as far as the rules of the
/// language tell without looking at them; at least two letters. In 35,000 English words two verbs
/// are missed (lie and tie do not find lying and tying, nor those them), in 5,600 Russian ones
/// none.
[[nodiscard]] std::string common_beginning(std::string_view word, std::string_view stem,
                                           StemLanguage language);

}  // namespace notes
