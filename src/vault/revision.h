#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace notes {

/// Names one state of a note's file: a hash of all its bytes, 16 lower-case hexadecimal digits.
/// Source: XXH3, 64 bits (xxhash). It tells states apart; it is no defence against forgery.
class Revision {
 public:
  [[nodiscard]] static Revision of(std::string_view file_bytes);
  /// nullopt for what is not written as `str` writes it.
  [[nodiscard]] static std::optional<Revision> parse(std::string_view text);
  [[nodiscard]] std::string str() const;
  friend bool operator==(const Revision&, const Revision&) = default;

 private:
  explicit Revision(std::uint64_t hash) noexcept : hash_(hash) {}
  std::uint64_t hash_;
};

}  // namespace notes
