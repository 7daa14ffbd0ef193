#include "server/change_feed.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "support/temp_vault.h"

using namespace notes;
using namespace notes::mcp;
using namespace std::chrono_literals;
using notes::test::TempVault;

namespace {

/// A feed of a folder, and the time as the tests tell it.
struct Fed {
  TempVault folder;
  Vault vault = Vault::open(folder.path(), {}).value();
  Log log{LogLevel::error, [](std::string_view /*line*/) {}};
  ChangeFeed feed{vault, log};
  ChangeFeed::Clock::time_point now{};

  /// Time passes, look by look, until there is something to tell, for `most` at most.
  NoteChanges next(std::chrono::milliseconds most) {
    const auto until = now + most;
    feed.expect_change(now);
    for (;;) {
      NoteChanges burst = feed.take(now);
      if (!burst.changed.empty() || burst.is_list_changed) return burst;
      const auto at = feed.next_time();
      if (!at || *at > until) return burst;
      now = *at;
    }
  }
};

std::vector<std::string> names(const NoteChanges& changes) {
  std::vector<std::string> all;
  for (const Slug& slug : changes.changed) all.push_back(slug.str());
  return all;
}

}  // namespace

TEST_CASE("ChangeFeed: looks at nothing before it is started") {
  Fed fed;
  fed.folder.write("a.md", "1\n");
  CHECK(names(fed.next(10s)).empty());
  CHECK_FALSE(fed.feed.next_time());
  CHECK_FALSE(fed.feed.descriptor());
}

TEST_CASE("ChangeFeed: tells what changed after the start, once") {
  Fed fed;
  fed.folder.write("before.md", "1\n");
  fed.feed.start(fed.now);
  fed.folder.write("a.md", "1\n");
  fed.folder.write("b.md", "1\n");
  const NoteChanges burst = fed.next(3s);
  CHECK(names(burst) == std::vector<std::string>{"a", "b"});
  CHECK(burst.is_list_changed);
  CHECK(names(fed.next(3s)).empty());
  fed.folder.write("before.md", "2\n");
  const NoteChanges edit = fed.next(3s);
  CHECK(names(edit) == std::vector<std::string>{"before"});
  CHECK_FALSE(edit.is_list_changed);
}

TEST_CASE("ChangeFeed: a burst is told when it is over, or after a second") {
  Fed fed;
  fed.feed.start(fed.now);
  fed.feed.expect_change(fed.now);
  const auto begin = fed.now;
  int told = 0;
  int written = 0;
  while (fed.now < begin + 900ms) {
    fed.folder.write("n" + std::to_string(++written) + ".md", "x\n");
    if (!names(fed.feed.take(fed.now)).empty()) ++told;
    fed.now += 50ms;
  }
  CHECK(told == 0);
  CHECK(names(fed.next(2s)).size() == static_cast<std::size_t>(written));
  CHECK(fed.now <= begin + 1500ms);
}

TEST_CASE("ChangeFeed: what came while it was stopped is not told") {
  Fed fed;
  fed.feed.start(fed.now);
  fed.feed.stop();
  fed.folder.write("a.md", "1\n");
  fed.feed.start(fed.now);
  CHECK(names(fed.next(3s)).empty());
  fed.folder.write("b.md", "1\n");
  CHECK(names(fed.next(3s)) == std::vector<std::string>{"b"});
}

TEST_CASE("ChangeFeed: starts by itself when it has been quiet, each message puts that off") {
  Fed fed;
  fed.feed.start_when_quiet(fed.now);
  fed.now += 60ms;
  fed.feed.start_when_quiet(fed.now);
  CHECK(fed.feed.next_time() == fed.now + ChangeFeed::quiet);
  fed.now += ChangeFeed::quiet;
  CHECK(names(fed.feed.take(fed.now)).empty());
  fed.folder.write("a.md", "1\n");
  CHECK(names(fed.next(3s)) == std::vector<std::string>{"a"});
}
