#include "vault/transliteration.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

#include "vault/hangul.h"
#include "vault/transliteration_table.h"
#include "vault/unicode.h"

namespace notes {
namespace {

bool is_vowel(char letter) {
  return std::string_view("aeiou").find(letter) != std::string_view::npos;
}

bool is_alphanumeric(char byte) {
  return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
         (byte >= '0' && byte <= '9');
}

/// Writes readings from left to right. What may still change, such as the vowel that a consonant of
/// Devanagari has unless a sign follows, waits until the next sound begins.
class Transliterator {
 public:
  [[nodiscard]] std::string run(std::u32string_view text) {
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t begin = at;
      while (at < text.size() && is_hangul_syllable(text[at])) ++at;
      if (at > begin) {
        take_plain(romanised_hangul(text.substr(begin, at - begin)));
      } else {
        take(text[at]);
        ++at;
      }
    }
    begin_sound('\0');
    return std::move(result_);
  }

 private:
  void take(char32_t value) {
    if (value < 0x80) {
      const auto byte = static_cast<char>(value);
      return take_plain({&byte, 1});
    }
    const TransliterationTable& table = transliteration_table;
    const Reading& reading = table[value];
    const std::string_view text = table.text_of(reading);
    switch (reading.kind) {
      case Reading::Kind::plain:
        if (!text.empty()) take_plain(text);
        return;
      case Reading::Kind::word:
        return take_word(text);
      case Reading::Kind::consonant:
      case Reading::Kind::weak_consonant:
        begin_sound(text.front());
        return take_consonant(text, reading.kind);
      case Reading::Kind::joined:
        inherent_vowel_ = {};
        return take_consonant(text, Reading::Kind::weak_consonant);
      case Reading::Kind::vowel_sign:
        inherent_vowel_ = {};
        return append(text);
      case Reading::Kind::killer:
        inherent_vowel_ = {};
        return;
      case Reading::Kind::leading_vowel:
        begin_sound(text.front());
        leading_vowel_ = text;
        return;
      case Reading::Kind::kana:
        return take_kana(text);
      case Reading::Kind::small_kana:
        return take_small_kana(text);
      case Reading::Kind::doubler:
        begin_sound('t');
        is_doubling_ = true;
        return;
      case Reading::Kind::upsilon:
        return take_upsilon(text);
    }
  }

  void take_plain(std::string_view text) {
    if (is_alphanumeric(text.front()) && !is_vowel(text.front())) {
      const std::string_view vowel = std::exchange(leading_vowel_, {});
      begin_sound(text.front());
      append(text);
      append(vowel);
    } else {
      begin_sound(text.front());
      append(text);
    }
  }

  void take_word(std::string_view text) {
    begin_sound(text.front());
    is_apart_ = true;
    append(text);
    is_apart_ = true;
  }

  void take_consonant(std::string_view text, Reading::Kind kind) {
    append(text.substr(0, text.size() - 1));
    inherent_vowel_ = text.substr(text.size() - 1);
    is_vowel_weak_ = kind == Reading::Kind::weak_consonant;
  }

  void take_kana(std::string_view text) {
    const bool is_doubled = is_doubling_;
    begin_sound(text.front());
    if (is_doubled && !is_vowel(text.front())) {
      append(text.front() == 'c' ? "t" : text.substr(0, 1));
    }
    append(text);
    kana_length_ = text.size();
  }

  /// き and ゃ are kya, し and ゃ sha, フ and ァ fa, ウ and ィ wi.
  void take_small_kana(std::string_view text) {
    const std::size_t length = kana_length_;
    begin_sound(text.front());
    if (length == 0) return append(text);
    const std::string syllable = result_.substr(result_.size() - length);
    const bool is_soft =
        syllable.starts_with("sh") || syllable.starts_with("ch") || syllable.starts_with("j");
    if (is_soft && text.front() == 'y') text.remove_prefix(1);
    result_.pop_back();
    if (syllable == "u") result_ += 'w';
    if (syllable == "i" && text == "e") result_ += 'y';
    append(text);
  }

  void take_upsilon(std::string_view text) {
    const bool is_second = !result_.empty() && std::string_view("aeoAEO").find(result_.back()) !=
                                                   std::string_view::npos;
    take_plain(!is_second ? text : text == "Y" ? "U" : "u");
  }

  /// Ends the sound before, now that `next` is known to come: '\0' is the end of the text.
  void begin_sound(char next) {
    const std::string_view vowel = std::exchange(inherent_vowel_, {});
    const bool is_silent = is_vowel_weak_ && !is_alphanumeric(next) && has_vowel_in_last_word();
    if (!vowel.empty() && !is_silent) append(vowel);
    append(std::exchange(leading_vowel_, {}));
    is_doubling_ = false;
    kana_length_ = 0;
  }

  [[nodiscard]] bool has_vowel_in_last_word() const {
    const auto end = std::find_if_not(result_.rbegin(), result_.rend(), is_alphanumeric);
    return std::any_of(result_.rbegin(), end, is_vowel);
  }

  void append(std::string_view text) {
    if (text.empty()) return;
    if (is_apart_ && !result_.empty() && is_alphanumeric(result_.back()) &&
        is_alphanumeric(text.front())) {
      result_ += ' ';
    }
    is_apart_ = false;
    result_ += text;
  }

  std::string result_;
  std::string_view inherent_vowel_;  ///< of the last consonant, not yet written
  bool is_vowel_weak_ = false;
  std::string_view leading_vowel_;  ///< waits for its consonant
  std::size_t kana_length_ = 0;     ///< bytes of the syllable just written
  bool is_doubling_ = false;        ///< the next kana's consonant
  bool is_apart_ = false;           ///< what comes next is another word
};

}  // namespace

std::string transliterated(std::string_view text) {
  std::u32string points;
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = code_point_at(text, at);
    points += point.value;
    at += point.length;
  }
  return Transliterator().run(composed(points));
}

}  // namespace notes
