#pragma once
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

/// Files as people and programs leave them, made from a seed.
namespace notes::test {

using Texts = std::vector<std::string_view>;

/// The same numbers for a seed on every platform.
class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}
  std::size_t below(std::size_t limit) { return static_cast<std::size_t>(engine_() % limit); }
  bool one_in(std::size_t n) { return below(n) == 0; }
  std::string_view of(const Texts& texts) { return texts[below(texts.size())]; }

 private:
  std::mt19937_64 engine_;
};

/// The lines between the fences of a block, LF ends: keys in all styles, with remarks and blanks.
[[nodiscard]] std::string weird_block(Random& random);

/// A body, LF ends.
[[nodiscard]] std::string_view weird_body(Random& random);

/// A whole file: a block or none or an unclosed one, a body, line ends of any kind, perhaps a mark.
[[nodiscard]] std::string weird_file(Random& random);

/// A text of up to `longest` pieces that YAML has a meaning for.
[[nodiscard]] std::string weird_text(Random& random, std::size_t longest);

}  // namespace notes::test
