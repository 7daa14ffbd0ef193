#include "vault/revision.h"

#include <xxhash.h>

namespace notes {

Revision Revision::of(std::string_view file_bytes) {
  constexpr std::string_view digits = "0123456789abcdef";
  XXH64_hash_t hash = XXH3_64bits(file_bytes.data(), file_bytes.size());
  std::string text(16, '0');
  for (auto digit = text.rbegin(); digit != text.rend(); ++digit) {
    *digit = digits[hash & 0xFU];
    hash >>= 4U;
  }
  return Revision(std::move(text));
}

}  // namespace notes
