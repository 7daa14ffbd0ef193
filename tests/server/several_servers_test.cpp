// Several servers, and an editor, on one vault: the built program, black box.

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <deque>
#include <filesystem>
#include <future>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "support/mcp_client.h"
#include "vault/diff.h"

using namespace notes;
using namespace notes::test;

namespace {

Json tool_call(std::string_view tool, const Json& arguments) {
  return modern({{"name", tool}, {"arguments", arguments}});
}

/// The result of a tool that needs no session.
Json called(McpClient& client, std::string_view tool, const Json& arguments) {
  return client.ask("tools/call", tool_call(tool, arguments)).at("result");
}

std::string text_of(const Json& result) {
  return result.at("content").at(0).at("text").get<std::string>();
}

std::string line_text(int server, int number) {
  return "server " + std::to_string(server) + ", line " + std::to_string(number);
}

/// Appends lines to `log`, each on top of what it has read just before, again after each conflict;
/// how many conflicts there were.
int append_lines(McpClient& client, int server, int count) {
  int conflicts = 0;
  for (int number = 0; number < count;) {
    const Json read = called(client, "read_note", {{"slug", "log"}});
    const Json updated = called(client, "update_note",
                                {{"slug", "log"},
                                 {"append", line_text(server, number)},
                                 {"expected_revision", read["structuredContent"]["revision"]}});
    if (updated["isError"] == false) {
      ++number;
    } else if (text_of(updated).find("has changed: its revision is now") != std::string::npos) {
      ++conflicts;
    } else {
      throw std::runtime_error(text_of(updated));
    }
  }
  return conflicts;
}

std::vector<std::string> lines_of_file(const TempVault& vault, std::string_view name) {
  std::vector<std::string> lines;
  const std::string bytes = vault.bytes(name);
  for (std::string_view line : lines_of(bytes)) {
    if (line.ends_with('\n')) line.remove_suffix(1);
    lines.emplace_back(line);
  }
  return lines;
}

}  // namespace

TEST_CASE("several servers: four that create one title 250 times each make 1000 whole notes") {
  constexpr int servers = 4;
  constexpr int notes_each = 250;
  const TempVault vault(Place::memory);
  std::deque<McpClient> clients;
  for (int server = 0; server < servers; ++server) clients.emplace_back(vault).ask("ping");
  for (int server = 0; server < servers; ++server) {
    std::string lines;
    for (int number = 0; number < notes_each; ++number) {
      lines += request_line(number, "tools/call",
                            tool_call("create_note", {{"title", "One title"},
                                                      {"body", line_text(server, number)}})) +
               "\n";
    }
    clients[static_cast<std::size_t>(server)].process().send(lines);
  }
  std::map<std::string, std::string> bodies;  // by name of the file
  for (int server = 0; server < servers; ++server) {
    for (int number = 0; number < notes_each; ++number) {
      const Json answer = clients[static_cast<std::size_t>(server)].receive();
      REQUIRE(answer["id"] == number);
      REQUIRE(answer["result"]["isError"] == false);
      const std::string slug = answer["result"]["structuredContent"]["slug"];
      bodies[slug + ".md"] = line_text(server, number);
    }
  }
  std::set<std::string> expected{"one-title.md"};
  for (int number = 2; number <= servers * notes_each; ++number) {
    expected.insert("one-title-" + std::to_string(number) + ".md");
  }
  const std::vector<std::string> names = vault.names();
  CHECK(std::set<std::string>(names.begin(), names.end()) == expected);
  REQUIRE(bodies.size() == expected.size());
  for (const auto& [name, body] : bodies) {
    const std::vector<std::string> lines = lines_of_file(vault, name);
    REQUIRE(lines.size() == 6);
    CHECK(lines[1] == "title: One title");
    CHECK(lines[2].starts_with("created: "));
    CHECK(lines[5] == body);
  }
}

TEST_CASE("several servers: four that append with the revision they read lose no line") {
  constexpr int servers = 4;
  constexpr int lines_each = 50;
  const TempVault vault(Place::memory);
  vault.write("log.md", "# Log\n");
  std::deque<McpClient> clients;
  std::vector<std::future<int>> work;
  for (int server = 0; server < servers; ++server) {
    McpClient& client = clients.emplace_back(vault);
    work.push_back(std::async(std::launch::async, [&client, server] {
      return append_lines(client, server, lines_each);
    }));
  }
  int conflicts = 0;
  for (std::future<int>& part : work) conflicts += part.get();
  CHECK(conflicts > 0);  // else they were never at work at the same time

  std::vector<std::string> lines = lines_of_file(vault, "log.md");
  REQUIRE_FALSE(lines.empty());
  CHECK(lines.front() == "# Log");
  lines.erase(lines.begin());
  std::vector<std::string> expected;
  for (int server = 0; server < servers; ++server) {
    for (int number = 0; number < lines_each; ++number) {
      expected.push_back(line_text(server, number));
    }
  }
  std::sort(lines.begin(), lines.end());
  std::sort(expected.begin(), expected.end());
  CHECK(lines == expected);
  CHECK(vault.names() == std::vector<std::string>{"log.md"});
}

TEST_CASE("several servers: two that replace one note at once leave one of both whole") {
  constexpr int updates_each = 20;
  const TempVault vault(Place::memory);
  const std::vector<std::string> bodies{std::string(1U << 18U, 'a') + "\n",
                                        std::string(1U << 18U, 'b') + "\n"};
  vault.write("note.md", bodies[0]);
  std::deque<McpClient> clients;
  std::vector<std::future<void>> work;
  for (const std::string& body : bodies) {
    McpClient& client = clients.emplace_back(vault);
    work.push_back(std::async(std::launch::async, [&client, &body] {
      for (int number = 0; number < updates_each; ++number) {
        const Json result = called(client, "update_note", {{"slug", "note"}, {"body", body}});
        if (result["isError"] == true) throw std::runtime_error(text_of(result));
      }
    }));
  }
  int looks = 0;
  bool is_always_whole = true;
  const auto is_over = [](const std::future<void>& part) {
    return part.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
  };
  while (!std::all_of(work.begin(), work.end(), is_over)) {
    const std::string bytes = vault.bytes("note.md");
    is_always_whole = is_always_whole && (bytes == bodies[0] || bytes == bodies[1]);
    ++looks;
  }
  for (std::future<void>& part : work) part.get();
  CHECK(looks > 0);
  CHECK(is_always_whole);
  const std::string bytes = vault.bytes("note.md");
  CHECK((bytes == bodies[0] || bytes == bodies[1]));
  CHECK(vault.names() == std::vector<std::string>{"note.md"});
}

TEST_CASE(
    "several servers: a search under an editor that saves all the time shows the newest text") {
  constexpr int searches = 500;
  const TempVault vault(Place::memory);
  std::atomic<int> saved{0};
  std::atomic<bool> is_over{false};
  const auto save = [&](int number) {
    vault.write("new.tmp", "counter " + std::to_string(number) + "\n");
    std::filesystem::rename(vault.path("new.tmp"), vault.path("note.md"));
    saved = number;
  };
  save(1);
  McpClient client(vault);
  std::future<void> editor = std::async(std::launch::async, [&] {
    for (int number = 2; !is_over; ++number) save(number);
  });
  int wrong = 0;
  for (int search = 0; search < searches; ++search) {
    const int saved_before = saved;
    const Json result = called(client, "search_notes", {{"query", "counter"}});
    const Json hits = result["structuredContent"]["results"];
    if (hits.empty()) {  // it was there all the time
      ++wrong;
      continue;
    }
    const std::string snippet = hits[0]["snippet"];
    const int found = std::stoi(snippet.substr(snippet.find_first_of("0123456789")));
    // What is in its place may not be counted yet.
    if (found < saved_before || found > saved + 1) ++wrong;
  }
  CHECK(saved > 1);
  is_over = true;
  editor.get();
  CHECK(wrong == 0);
}
