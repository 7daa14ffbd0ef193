#pragma once
#include <cstdlib>
#include <string>

namespace notes::test {

/// How often a test that could run for hours repeats: what the environment variable `name` says
/// (scripts/long-run sets it), else `usual`.
[[nodiscard]] inline int repetitions(const char* name, int usual) {
  const char* const given = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): nobody sets it
  return given == nullptr ? usual : std::stoi(given);
}

}  // namespace notes::test
