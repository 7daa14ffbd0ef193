#pragma once
#include <cstddef>

namespace notes::test {

/// What a process takes of the system, as /proc tells it.
struct ProcessUsage {
  std::size_t memory_bytes = 0;     ///< resident now
  std::size_t peak_bytes = 0;       ///< the most that was ever resident
  std::size_t descriptors = 0;      ///< open now
  std::size_t processor_ticks = 0;  ///< user and system time of all its threads so far
  std::size_t switches = 0;         ///< how often its threads gave the processor up by themselves
};

/// Throws when there is no such process.
[[nodiscard]] ProcessUsage usage_of(int process);

/// Whether the usage of the program is told, and is its own: on Linux, and without a sanitizer,
/// which keeps books of every byte and may have a thread beside it. What NOTES_MCP names may have
/// one.
[[nodiscard]] bool is_usage_told();

}  // namespace notes::test
