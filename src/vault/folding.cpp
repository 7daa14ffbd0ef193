#include "vault/folding.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <utility>

#include "vault/folding_table.h"
#include "vault/unicode.h"

namespace notes {
namespace {

/// Length of the ASCII text at `at`, at most `longest_run`, which stays in the processor's first
/// cache between the looks that are taken at it.
std::size_t ascii_run(std::string_view text, std::size_t at) {
  constexpr std::size_t longest_run = 8192;
  constexpr std::uint64_t high_bits = 0x8080808080808080U;
  const std::size_t end = at + std::min(text.size() - at, longest_run);
  const std::size_t begin = at;
  const auto word = [&](std::size_t offset) {
    std::uint64_t bytes = 0;
    std::memcpy(&bytes, text.data() + offset, sizeof bytes);
    return bytes;
  };
  while (end - at >= 32 &&
         ((word(at) | word(at + 8) | word(at + 16) | word(at + 24)) & high_bits) == 0) {
    at += 32;
  }
  while (end - at >= 8 && (word(at) & high_bits) == 0) at += 8;
  while (at < end && static_cast<unsigned char>(text[at]) < 0x80) ++at;
  return at - begin;
}

char lower_case(char byte) {
  const bool is_upper = static_cast<unsigned char>(byte - 'A') < 26;
  return static_cast<char>(byte | (is_upper ? 0x20 : 0));
}

bool is_letter(char byte) { return static_cast<unsigned char>((byte | 0x20) - 'a') < 26; }

/// Bytes after which a character takes no more marks: no language comes near, but a hostile text
/// may be one character, which would take many times its size to put in order.
constexpr std::size_t longest_character = 1024;

/// Lower-cases ASCII; blocks of a fixed length are what compilers make vector code of.
void lower_case_all(char* bytes, std::size_t length) {
  constexpr std::size_t block = 16;
  std::size_t at = 0;
  for (; length - at >= block; at += block) {
    for (std::size_t i = 0; i < block; ++i) bytes[at + i] = lower_case(bytes[at + i]);
  }
  for (; at < length; ++at) bytes[at] = lower_case(bytes[at]);
}

/// Receives the origins of folded bytes, for those who want none.
struct NoOrigins {
  void grow(std::size_t /*size*/) {}
  void set_run(std::size_t /*begin*/, std::size_t /*end*/, std::size_t /*origin*/) {}
  void set(std::size_t /*begin*/, std::size_t /*end*/, std::size_t /*origin*/) {}
};

struct Origins {
  std::vector<std::uint32_t>& list;

  void grow(std::size_t size) { list.resize(size); }
  /// One byte from each offset from `origin` on.
  void set_run(std::size_t begin, std::size_t end, std::size_t origin) {
    for (std::size_t i = begin; i < end; ++i) {
      list[i] = static_cast<std::uint32_t>(origin + i - begin);
    }
  }
  void set(std::size_t begin, std::size_t end, std::size_t origin) {
    for (std::size_t i = begin; i < end; ++i) list[i] = static_cast<std::uint32_t>(origin);
  }
};

/// Folds text from left to right, onto the end of a string. What it wrote last is a character: a
/// base and what is attached to it. Only a character whose parts compose or stand in the wrong
/// order is written a second time.
template <class Sink>
class Folder {
 public:
  Folder(std::string_view text, std::string& result, Sink origins)
      : text_(text), result_(result), size_(result.size()), origins_(origins), begin_(size_) {
    // Some texts grow a little: the am of Thai is two letters.
    grow(size_ + text.size() + text.size() / 16 + short_copy);
  }

  void run() {
    std::size_t at = 0;
    while (at < text_.size()) {
      if (static_cast<unsigned char>(text_[at]) < 0x80) {
        const std::size_t length = ascii_run(text_, at);
        take_ascii(at, length);
        at += length;
      } else {
        const CodePoint point = code_point_at(text_, at);
        take(point, at);
        at += point.length;
      }
    }
    finish_character();
    origins_.grow(size_);
    result_.resize(size_);
  }

 private:
  /// Bytes that are copied at once where that is quicker than to copy the one to four that count.
  static constexpr std::size_t short_copy = 4;

  void take_ascii(std::size_t at, std::size_t length) {
    finish_character();
    make_room(length);
    std::memcpy(result_.data() + size_, text_.data() + at, length);
    lower_case_all(result_.data() + size_, length);
    origins_.set_run(size_, size_ + length, at);
    size_ += length;
    begin_character(size_ - 1, at + length - 1, is_letter(text_[at + length - 1]), 0);
  }

  void take(CodePoint point, std::size_t at) {
    const Folding& folding = table_[point.value];
    if (!folding.stays && folding.length == 0) return;
    if (folding.kind == Folding::Kind::base) {
      finish_character();
      begin_character(size_, at, folding.drops_marks, folding.last_class);
    } else {
      if (size_ - begin_ >= longest_character) return;
      if (drops_marks_ && folding.kind == Folding::Kind::mark) return;
      const bool is_misplaced = folding.first_class != 0 && folding.first_class < last_class_;
      is_to_compose_ = is_to_compose_ || folding.composes || is_misplaced;
      // A vowel sign that is a letter of its own keeps its marks, whatever stands before it.
      drops_marks_ = drops_marks_ && folding.first_class != 0;
      last_class_ = folding.last_class;
    }
    if (folding.stays) {
      write(text_.substr(at), point.length);
    } else {
      write(table_.text.substr(folding.offset), folding.length);
    }
  }

  /// The first `length` bytes of `source`, which come from the last character.
  void write(std::string_view source, std::size_t length) {
    make_room(std::max(length, short_copy));
    const bool is_short = length <= short_copy && source.size() >= short_copy;
    if (is_short) {
      std::memcpy(result_.data() + size_, source.data(), short_copy);
    } else {
      std::memcpy(result_.data() + size_, source.data(), length);
    }
    origins_.set(size_, size_ + length, origin_);
    size_ += length;
  }

  void begin_character(std::size_t begin, std::size_t origin, bool drops_marks,
                       std::uint8_t last_class) {
    begin_ = begin;
    origin_ = origin;
    drops_marks_ = drops_marks;
    last_class_ = last_class;
  }

  void finish_character() {
    if (is_to_compose_) compose_character();
  }

  void compose_character() {
    is_to_compose_ = false;
    const std::string_view parts = std::string_view(result_).substr(begin_, size_ - begin_);
    std::u32string character;
    for (std::size_t at = 0; at < parts.size();) {
      const CodePoint point = code_point_at(parts, at);
      character += point.value;
      at += point.length;
    }
    std::string whole;
    for (const char32_t value : composed(character)) append_utf8(whole, value);
    size_ = begin_;
    write(whole, whole.size());
  }

  void make_room(std::size_t length) {
    if (result_.size() - size_ < length) grow(result_.size() + result_.size() / 2 + length);
  }

  void grow(std::size_t size) {
    result_.resize(size);
    origins_.grow(size);
  }

  std::string_view text_;
  std::string& result_;  ///< longer than what is written of it
  std::size_t size_;     ///< bytes written
  Sink origins_;
  FoldingTable table_ = folding_table;
  std::size_t begin_;       ///< where in `result_` the last character begins
  std::size_t origin_ = 0;  ///< and where in `text_`
  bool drops_marks_ = false;
  bool is_to_compose_ = false;
  std::uint8_t last_class_ = 0;  ///< combining class of the last code point written
};

}  // namespace

std::string folded(std::string_view text) {
  std::string result;
  append_folded(result, text);
  return result;
}

void append_folded(std::string& target, std::string_view text) {
  Folder<NoOrigins>(text, target, {}).run();
}

FoldedWithOrigins folded_with_origins(std::string_view text) {
  FoldedWithOrigins result;
  Folder<Origins>(text, result.text, {result.origins}).run();
  result.origins.push_back(static_cast<std::uint32_t>(text.size()));
  return result;
}

}  // namespace notes
