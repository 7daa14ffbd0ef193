#include "support/process_usage.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>

namespace notes::test {
namespace {

namespace fs = std::filesystem;

/// The number after `name` in a file of lines such as `VmRSS:   1234 kB`.
std::size_t number_in(const fs::path& file, std::string_view name) {
  std::ifstream lines(file);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(name)) return std::stoul(line.substr(name.size()));
  }
  throw std::runtime_error(file.string() + " does not tell " + std::string(name));
}

std::size_t ticks_in(const fs::path& file) {
  std::ifstream stream(file);
  std::string text;
  std::getline(stream, text);
  // After the name in brackets, which may hold blanks, come fields 3 and on; 14 and 15 are wanted.
  std::istringstream fields(text.substr(text.rfind(')') + 1));
  std::string passed_over;
  for (int field = 3; field < 14; ++field) fields >> passed_over;
  std::size_t user = 0;
  std::size_t system = 0;
  if (!(fields >> user >> system)) throw std::runtime_error(file.string() + " tells no times");
  return user + system;
}

}  // namespace

ProcessUsage usage_of(int process) {
  const fs::path folder = fs::path("/proc") / std::to_string(process);
  ProcessUsage usage;
  usage.memory_bytes = number_in(folder / "status", "VmRSS:") * 1024;
  usage.peak_bytes = number_in(folder / "status", "VmHWM:") * 1024;
  for ([[maybe_unused]] const auto& entry : fs::directory_iterator(folder / "fd")) {
    ++usage.descriptors;
  }
  usage.processor_ticks = ticks_in(folder / "stat");
  for (const auto& thread : fs::directory_iterator(folder / "task")) {
    usage.switches += number_in(thread.path() / "status", "voluntary_ctxt_switches:");
  }
  return usage;
}

bool is_usage_told() {
  const bool is_plain = std::string_view(NOTES_SANITIZE).empty() &&
                        std::getenv("NOTES_MCP") == nullptr;  // NOLINT(concurrency-mt-unsafe)
  return is_plain && fs::exists("/proc/self/status");
}

}  // namespace notes::test
