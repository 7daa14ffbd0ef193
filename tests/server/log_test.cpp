#include "server/log.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace notes::mcp;

TEST_CASE("Log: writes what the level includes, one line each") {
  const std::vector<std::string> all{"notes-mcp: error: a b", "notes-mcp: warning: w",
                                     "notes-mcp: info: i", "notes-mcp: debug: d"};
  for (const LogLevel level :
       {LogLevel::error, LogLevel::warning, LogLevel::info, LogLevel::debug}) {
    std::vector<std::string> written;
    const Log log(level, [&](std::string_view line) { written.emplace_back(line); });
    log.error("a\nb");
    log.warning("w");
    log.info("i");
    log.debug("d");
    const auto count = static_cast<std::ptrdiff_t>(level) + 1;
    CHECK(written == std::vector<std::string>(all.begin(), all.begin() + count));
  }
}
