#pragma once
#include <cstddef>
#include <optional>
#include <string_view>

#include "vault/stemmer.h"

namespace notes {

/// Bytes of a text that its language is told by; a page has some hundred function words in them.
inline constexpr std::size_t language_sample_length = 1000;

/// The language of a text (folded) in Latin letters, told by how many of its first words are among
/// the most frequent ones of each of `latin_languages`. English, whose rules are for all texts in
/// these letters, unless three different words are found of another one and more words than of each
/// other.
[[nodiscard]] StemLanguage text_language(std::string_view text);

/// The same, worked out when it is first asked for.
class TextLanguage {
 public:
  /// `text` and `known` must outlive this; `known` keeps the answer for the next time.
  TextLanguage(std::string_view text, std::optional<StemLanguage>& known)
      : text_(text), known_(known) {}

  [[nodiscard]] StemLanguage get() const {
    if (!known_) known_ = text_language(text_);
    return *known_;
  }

 private:
  std::string_view text_;
  std::optional<StemLanguage>& known_;
};

}  // namespace notes
