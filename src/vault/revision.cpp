#include "vault/revision.h"

#include <xxhash.h>

namespace notes {

Revision Revision::of(std::string_view file_bytes) {
  constexpr std::string_view digits = "0123456789abcdef";
  const XXH64_hash_t hash = XXH3_64bits(file_bytes.data(), file_bytes.size());
  std::string text;
  for (unsigned shift = 64; shift > 0;) {
    shift -= 4;
    text += digits[(hash >> shift) & 0xFU];
  }
  return Revision(std::move(text));
}

}  // namespace notes
