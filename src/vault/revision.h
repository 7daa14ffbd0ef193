#pragma once
#include <string>
#include <string_view>
#include <utility>

namespace notes {

/// Names one state of a note's file: a hash of all its bytes, 16 lower-case hexadecimal digits.
/// Source: XXH3, 64 bits (xxhash). It tells states apart; it is no defence against forgery.
class Revision {
 public:
  [[nodiscard]] static Revision of(std::string_view file_bytes);
  [[nodiscard]] const std::string& str() const noexcept { return text_; }
  friend bool operator==(const Revision&, const Revision&) = default;

 private:
  explicit Revision(std::string text) : text_(std::move(text)) {}
  std::string text_;
};

}  // namespace notes
