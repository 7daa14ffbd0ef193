#include "vault/revision.h"

#include <xxhash.h>

namespace notes {

Revision Revision::of(std::string_view file_bytes) {
  return Revision(XXH3_64bits(file_bytes.data(), file_bytes.size()));
}

std::string Revision::str() const {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  for (unsigned shift = 64; shift > 0;) {
    shift -= 4;
    text += digits[(hash_ >> shift) & 0xFU];
  }
  return text;
}

}  // namespace notes
