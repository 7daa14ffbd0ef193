// A server that is used for long, and one that is not used at all: the built program, black box.

#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <deque>
#include <string>
#include <thread>
#include <vector>

#include "support/mcp_client.h"
#include "support/process_usage.h"
#include "support/repetitions.h"

using namespace notes;
using namespace notes::test;

namespace {

/// A day in the life of one note among others. It leaves the vault as it was.
std::vector<std::pair<const char*, Json>> round_of_requests() {
  const auto call = [](const char* tool, const Json& arguments) {
    return std::pair("tools/call", modern({{"name", tool}, {"arguments", arguments}}));
  };
  return {call("create_note", {{"title", "Passing"}, {"body", "soak"}, {"tags", {"a", "b"}}}),
          call("read_note", {{"slug", "passing"}}),
          call("search_notes", {{"query", "\"word 17\" other* -rye"}}),
          call("list_notes", {{"include_tag_counts", true}, {"limit", 10}}),
          call("update_note", {{"slug", "passing"}, {"append", "more"}, {"add_tags", {"c"}}}),
          call("update_note", {{"slug", "passing"}, {"title", "New"}, {"dry_run", true}}),
          call("read_note", {{"slug", "pasing"}}),
          {"resources/list", modern()},
          {"resources/read", modern({{"uri", "note:///passing"}})},
          call("delete_note", {{"slug", "passing"}})};
}

/// `count` requests, a hundred at a time; whether each was answered, in order and as it should be.
bool are_answered(McpClient& client, int count) {
  const std::vector<std::pair<const char*, Json>> requests = round_of_requests();
  constexpr int at_once = 100;
  bool is_right = true;
  for (int first = 0; first < count; first += at_once) {
    const int end = std::min(first + at_once, count);
    std::string lines;
    for (int id = first; id < end; ++id) {
      const auto& [method, params] = requests[static_cast<std::size_t>(id) % requests.size()];
      lines += request_line(id, method, params) + "\n";
    }
    client.process().send(lines);
    for (int id = first; id < end; ++id) {
      const Json answer = client.receive();
      const bool is_tool_error =
          answer.contains("result") && answer["result"].value("isError", false);
      const bool is_error_wanted = static_cast<std::size_t>(id) % requests.size() == 6;
      is_right = is_right && answer["id"] == id && error_code(answer) == 0 &&
                 is_tool_error == is_error_wanted;
    }
  }
  return is_right;
}

}  // namespace

TEST_CASE("long run: calls of all kinds take no memory and no descriptors for good") {
  const int count = repetitions("NOTES_LONG_RUN_CALLS", 20'000);
  const int warm_up = count / 5;
  constexpr std::size_t most_growth = std::size_t{1} << 20U;
  const TempVault vault(Place::memory);
  for (int number = 0; number < 50; ++number) {
    vault.write("note-" + std::to_string(number) + ".md",
                "---\ntags: [x" + std::to_string(number % 7) + "]\n---\n\nword " +
                    std::to_string(number) + " and others\n");
  }
  const std::vector<std::string> names = vault.names();
  McpClient client(vault);
  CHECK(are_answered(client, warm_up));
  if (!is_usage_told()) {
    MESSAGE("memory and descriptors are not measured here");
    CHECK(are_answered(client, warm_up));
    return;
  }
  const ProcessUsage before = usage_of(client.process().id());
  CHECK(are_answered(client, count - warm_up));
  const ProcessUsage after = usage_of(client.process().id());
  MESSAGE(count << " calls: " << before.memory_bytes / 1024 << " KiB after the first " << warm_up
                << ", " << after.memory_bytes / 1024 << " KiB in the end");
  CHECK(after.memory_bytes < before.memory_bytes + most_growth);
  CHECK(after.descriptors == before.descriptors);
  CHECK(vault.names() == names);
}

TEST_CASE("long run: an idle server uses no processor time, whoever listens") {
  if (!is_usage_told()) {
    MESSAGE("skipped: processor time and waits of the program alone are not told here");
    return;
  }
  const TempVault vault(Place::memory);
  vault.write("a.md", "x\n");
  std::deque<McpClient> clients;
  clients.emplace_back(vault).ask_modern("resources/list");
  for (const bool is_subscribed : {false, true}) {
    McpClient& client = clients.emplace_back(vault);
    client.open("2025-11-25");
    client.ask("resources/list");
    if (is_subscribed) client.ask("resources/subscribe", {{"uri", "note:///a"}});
  }
  clients.emplace_back(vault).send(request_line(
      1, "subscriptions/listen",
      modern({{"notifications",
               {{"resourcesListChanged", true}, {"resourceSubscriptions", {"note:///a"}}}}})));
  // After its last message a server looks over the notes once, and waits for a burst to end.
  std::this_thread::sleep_for(std::chrono::seconds(2));
  std::vector<ProcessUsage> before;
  for (McpClient& client : clients) before.push_back(usage_of(client.process().id()));
  std::this_thread::sleep_for(std::chrono::milliseconds(1500));
  for (std::size_t i = 0; i < clients.size(); ++i) {
    CAPTURE(i);
    const ProcessUsage after = usage_of(clients[i].process().id());
    CHECK(after.processor_ticks == before[i].processor_ticks);
    CHECK(after.switches == before[i].switches);
  }
}
