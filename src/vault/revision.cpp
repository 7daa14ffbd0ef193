#include "vault/revision.h"

#include <xxhash.h>

#include <cstddef>

namespace notes {
namespace {

constexpr std::string_view digits = "0123456789abcdef";
constexpr std::size_t length = 16;

}  // namespace

Revision Revision::of(std::string_view file_bytes) {
  return Revision(XXH3_64bits(file_bytes.data(), file_bytes.size()));
}

std::optional<Revision> Revision::parse(std::string_view text) {
  if (text.size() != length) return std::nullopt;
  std::uint64_t hash = 0;
  for (const char c : text) {
    const std::size_t digit = digits.find(c);
    if (digit == std::string_view::npos) return std::nullopt;
    hash = hash << 4U | digit;
  }
  return Revision(hash);
}

std::string Revision::str() const {
  std::string text;
  for (unsigned shift = 64; shift > 0;) {
    shift -= 4;
    text += digits[(hash_ >> shift) & 0xFU];
  }
  return text;
}

}  // namespace notes
