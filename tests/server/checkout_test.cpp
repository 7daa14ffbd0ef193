// A `git checkout` of 2,000 notes under the eyes of those who listen: the built program, black box.

#include <doctest/doctest.h>

#include <chrono>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "support/mcp_client.h"
#include "support/process_usage.h"

using namespace notes;
using namespace notes::test;

namespace {

using Clock = std::chrono::steady_clock;

constexpr int note_count = 2000;
constexpr int first_watched = 1000;  // those from here on are listened for
constexpr std::size_t watched_count = note_count - first_watched;

std::string name_of(int number) { return "n" + std::to_string(10'000 + number); }
std::string uri_of(int number) { return "note:///" + name_of(number); }

/// A vault under git with two versions of each note; the last note is in the first version only.
class Repository {
 public:
  Repository() {
    if (!has_git()) return;
    git({"init", "--quiet"});
    for (const char* version : {"first", "second"}) {
      for (int number = 0; number < note_count; ++number) {
        folder_.write(name_of(number) + ".md", "# A note\n\nThe " + std::string(version) +
                                                   " version\n" + std::string(500, 'x') + "\n");
      }
      if (std::string_view(version) == "second") {
        std::filesystem::remove(folder_.path(name_of(note_count - 1) + ".md"));
      }
      git({"add", "--all"});
      git({"-c", "user.name=Test", "-c", "user.email=test@example.org", "commit", "--quiet",
           "--message", version});
      git({"tag", version});
    }
  }

  [[nodiscard]] static bool has_git() {
    return Subprocess({"/usr/bin/env", "git", "--version"}).wait().code == 0;
  }
  [[nodiscard]] const TempVault& folder() const { return folder_; }

  /// Changes all notes.
  void check_out(const char* version) const { git({"checkout", "--quiet", version}); }

 private:
  void git(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(),
                     {"/usr/bin/env", "git", "-C", folder_.path().string(), "-c", "gc.auto=0", "-c",
                      "core.autocrlf=false", "-c", "advice.detachedHead=false"});
    const Subprocess::End end = Subprocess(arguments).wait();
    REQUIRE_MESSAGE(end.code == 0, end.errors);
  }

  TempVault folder_{Place::memory};
};

/// How often each thing was told, by subscription and URI; an empty URI is the list.
using Told = std::map<std::pair<std::string, std::string>, std::size_t>;

void add(Told& told, const Json& message) {
  const Json params = message.value("params", Json::object());
  const Json id = params.value("_meta", Json::object())
                      .value("io.modelcontextprotocol/subscriptionId", Json("session"));
  const bool is_list = message["method"] == "notifications/resources/list_changed";
  ++told[{id.get<std::string>(), is_list ? "" : params["uri"].get<std::string>()}];
}

/// What is told of a change that began at `begin`.
struct Heard {
  /// Waits until `wanted` different things were told, and then for longer than a burst may last.
  Heard(McpClient& client, Clock::time_point begin, std::size_t wanted) {
    for (const Json& message : client.others()) add(told, message);
    while (told.size() < wanted) add(told, client.receive());
    constexpr std::chrono::seconds longest_burst{1};
    bursts = 1 + static_cast<std::size_t>((Clock::now() - begin) / longest_burst);
    constexpr std::chrono::milliseconds patience{1500};
    while (const std::optional<std::string> line = client.process().receive_within(patience)) {
      add(told, Json::parse(*line));
    }
  }
  Told told;
  std::size_t bursts;  ///< that it may be taken for: 1 unless the system is very slow
};

/// That the list and notes [begin, end) were told under `id`, all of them once a burst at most.
void check_told(Heard& heard, const std::string& id, int begin, int end) {
  CAPTURE(id);
  std::vector<std::string> uris{""};
  for (int number = begin; number < end; ++number) uris.push_back(uri_of(number));
  for (const std::string& uri : uris) {
    CAPTURE(uri);
    const std::size_t times = std::exchange(heard.told[{id, uri}], 0);
    CHECK(times >= 1);
    CHECK(times <= heard.bursts);
  }
}

void check_nothing_else(const Told& told) {
  for (const auto& row : told) {
    const auto& what = row.first;
    const auto& times = row.second;
    CAPTURE(what.first);
    CAPTURE(what.second);
    CHECK(times == 0);
  }
}

}  // namespace

TEST_CASE("checkout: of 2000 notes a session hears once of the list and of its own 1000") {
  if (!Repository::has_git()) {
    MESSAGE("skipped: there is no git");
    return;
  }
  const Repository repository;
  McpClient client(repository.folder());
  client.open("2025-11-25");
  for (int number = first_watched; number < note_count; ++number) {
    client.ask("resources/subscribe", {{"uri", uri_of(number)}});
  }
  const auto check_found = [&](const std::string& version, int count) {
    const Json result = client.call("search_notes", {{"query", "\"" + version + " version\""}});
    CHECK(result["structuredContent"]["total"] == count);
  };
  check_found("second", note_count - 1);
  CHECK(client.others().empty());

  const auto check_checkout = [&](const char* version, int count) {
    CAPTURE(version);
    const Clock::time_point begin = Clock::now();
    repository.check_out(version);
    check_found(version, count);
    Heard heard(client, begin, watched_count + 1);
    check_told(heard, "session", first_watched, note_count);
    check_nothing_else(heard.told);
  };
  check_checkout("first", note_count);
  if (!is_usage_told()) return;
  const std::size_t before = usage_of(client.process().id()).memory_bytes;
  check_checkout("second", note_count - 1);
  check_checkout("first", note_count);
  const std::size_t after = usage_of(client.process().id()).memory_bytes;
  MESSAGE("KiB before and after two checkouts: " << before / 1024 << ", " << after / 1024);
  CHECK(after < before + (std::size_t{1} << 20U));
}

TEST_CASE("checkout: of 2000 notes four subscriptions hear once of the list and of their own 250") {
  if (!Repository::has_git()) {
    MESSAGE("skipped: there is no git");
    return;
  }
  constexpr int listens = 4;
  constexpr int notes_each = static_cast<int>(watched_count) / listens;
  const Repository repository;
  McpClient client(repository.folder());
  const auto begin_of = [](int listen) { return first_watched + listen * notes_each; };
  for (int listen = 0; listen < listens; ++listen) {
    Json uris = Json::array();
    for (int i = 0; i < notes_each; ++i) uris.push_back(uri_of(begin_of(listen) + i));
    client.send(request_line(
        std::to_string(listen), "subscriptions/listen",
        modern({{"notifications",
                 {{"resourcesListChanged", true}, {"resourceSubscriptions", uris}}}})));
    CHECK(client.receive()["method"] == "notifications/subscriptions/acknowledged");
  }
  for (const char* version : {"first", "second"}) {
    CAPTURE(version);
    const Clock::time_point begin = Clock::now();
    repository.check_out(version);
    Heard heard(client, begin, watched_count + listens);
    for (int listen = 0; listen < listens; ++listen) {
      check_told(heard, std::to_string(listen), begin_of(listen), begin_of(listen + 1));
    }
    check_nothing_else(heard.told);
  }
}
