#pragma once
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "vault/unicode.h"

namespace notes {

/// A byte string to be found in many texts. Its three rarest bytes are compared in blocks that
/// compilers turn into vector instructions; only where all agree the rest is.
/// Source: W. Mula, "SIMD-friendly algorithms for substring searching" (2016), there with the first
/// and the last byte; a third one halves the time for needles of frequent letters.
class Needle {
 public:
  static constexpr std::size_t nowhere = std::string_view::npos;

  /// Requires `bytes` not to be empty.
  explicit Needle(std::string bytes);

  /// Where it stands first in `text` at or after `from`; else `nowhere`. In linear time, whatever
  /// both hold.
  [[nodiscard]] std::size_t find(std::string_view text, std::size_t from) const;

  /// Number of bytes.
  [[nodiscard]] std::size_t size() const noexcept {
    return long_.empty() ? bytes_.size() : long_.size();
  }
  /// How frequent its rarest bytes are, for telling which of several needles is found fastest.
  [[nodiscard]] unsigned frequency() const noexcept { return frequency_; }

 private:
  /// A longer needle is not compared at each place but searched for in one pass, so that a text
  /// and a query of one letter repeated take no quadratic time.
  static constexpr std::size_t max_compared = 64;

  [[nodiscard]] std::size_t find_by_rare_byte(std::string_view text, std::size_t from,
                                              std::size_t end) const;
  [[nodiscard]] std::size_t find_short(std::string_view text, std::size_t from) const;
  [[nodiscard]] std::size_t find_long(std::string_view text, std::size_t from) const;

  std::string bytes_;                  ///< at most `max_compared` of them
  std::string long_;                   ///< all of them when there are more
  std::vector<std::size_t> borders_;   ///< of `long_`: the table of Knuth, Morris and Pratt
  std::array<std::size_t, 3> rare_{};  ///< indexes of the rarest bytes, the rarest first
  unsigned frequency_ = 0;
  bool is_rare_ = false;  ///< the rarest is so rare that it is looked for alone
};

/// How the code point that begins at `at` of folded text takes part in words; `none` at the end, at
/// a `SearchText::separator` and at a code point that is cut at an end of `text`.
[[nodiscard]] WordClass class_at(std::string_view text, std::size_t at);
/// The same for the code point that ends at `at`.
[[nodiscard]] WordClass class_before(std::string_view text, std::size_t at);

/// Whether a word may begin at `at`: no letter before it, or a `_`, which joins words into a name.
[[nodiscard]] bool is_part_begin(std::string_view text, std::size_t at);
/// Whether a word may end at `at`, likewise.
[[nodiscard]] bool is_part_end(std::string_view text, std::size_t at);

/// Where the letters (`WordClass::letter`, but `_`) that stand at `at` end.
[[nodiscard]] std::size_t part_end(std::string_view text, std::size_t at);
/// Where the letters (as above) that end at `at` begin.
[[nodiscard]] std::size_t part_begin(std::string_view text, std::size_t at);

}  // namespace notes
