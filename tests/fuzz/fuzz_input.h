#pragma once
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

namespace notes::fuzz {

/// Parts of an input are told apart by this byte (RECORD SEPARATOR).
inline constexpr char part_separator = '\x1E';

/// The first `count` parts of an input; those that are missing are empty, the last one takes the
/// rest.
inline std::vector<std::string> parts_of(const std::uint8_t* data, std::size_t size,
                                         std::size_t count) {
  std::vector<std::string> parts(count);
  std::size_t part = 0;
  for (std::size_t at = 0; at < size; ++at) {
    const char byte = static_cast<char>(data[at]);
    if (byte == part_separator && part + 1 < count) {
      ++part;
    } else {
      parts[part] += byte;
    }
  }
  return parts;
}

/// Ends the process, which the fuzzer takes as a finding, unless `holds`.
inline void require(bool holds, std::string_view law) {
  if (holds) return;
  std::cerr << "broken law: " << law << '\n';
  std::abort();
}

}  // namespace notes::fuzz
