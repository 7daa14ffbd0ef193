#include "server/server.h"

#include <doctest/doctest.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "server/era.h"
#include "server/stdio.h"
#include "support/mcp_client.h"
#include "support/temp_vault.h"

using namespace notes;
using namespace notes::mcp;
using namespace std::chrono_literals;
using notes::test::error_code;
using notes::test::handshake;
using notes::test::modern;
using notes::test::request_line;
using notes::test::TempVault;

namespace {

/// A server without pipes, and the time as the tests tell it.
struct Served {
  explicit Served(VaultOptions options = {}, LogLevel level = LogLevel::warning)
      : log_level(level), vault(Vault::open(folder.path(), options).value()), tools(options) {}

  std::vector<Json> send(std::string_view line) {
    std::vector<Json> messages;
    for (const std::string& answer : server.handle(read_message(line).incoming, now)) {
      messages.push_back(Json::parse(answer));
    }
    return messages;
  }
  Json ask(std::string_view method, const Json& params = Json::object()) {
    const std::vector<Json> messages = send(request_line(1, method, params));
    REQUIRE(messages.size() == 1);
    return messages[0];
  }
  /// All that is told in the next three seconds.
  std::vector<Json> told() {
    std::vector<Json> messages;
    server.expect_change(now);
    const Server::Clock::time_point until = now + 3s;
    while (server.next_time() && *server.next_time() < until) {
      now = *server.next_time();
      for (const std::string& line : server.tell_changes(now)) {
        messages.push_back(Json::parse(line));
      }
    }
    return messages;
  }

  LogLevel log_level;
  TempVault folder;
  Vault vault;
  Toolbox tools;
  std::vector<std::string> logged;
  Log log{log_level, [this](std::string_view line) { logged.emplace_back(line); }};
  Server server{vault, tools, log};
  Server::Clock::time_point now{};
};

}  // namespace

TEST_CASE("Server: a session looks at nothing before it is told to, a modern client never does") {
  Served served;
  served.ask("tools/list", modern());
  CHECK_FALSE(served.server.next_time());
  served.ask("initialize", handshake("2025-11-25"));
  CHECK_FALSE(served.server.next_time());
  served.ask("tools/list");
  CHECK(served.server.next_time() == served.now + ChangeFeed::quiet);
}

TEST_CASE("Server: our own change is told after its answer, also when it comes at once") {
  Served served;
  served.ask("initialize", handshake("2025-11-25"));
  const Json created = served.ask(
      "tools/call", {{"name", "create_note"}, {"arguments", {{"title", "T"}, {"body", "x"}}}});
  CHECK(created["result"]["isError"] == false);
  const std::vector<Json> told = served.told();
  REQUIRE(told.size() == 1);
  CHECK(told[0]["method"] == "notifications/resources/list_changed");
}

TEST_CASE("Server: a change after the list was read is told, though nothing was subscribed to") {
  Served served;
  served.ask("initialize", handshake("2025-11-25"));
  served.ask("resources/list");
  served.folder.write("a.md", "x\n");
  CHECK(served.told().size() == 1);
  CHECK_FALSE(served.server.next_time());  // back at rest
}

TEST_CASE("Server: a note that only changes is told to nobody who did not ask") {
  Served served;
  served.folder.write("a.md", "1\n");
  served.ask("initialize", handshake("2025-11-25"));
  served.ask("resources/list");
  served.folder.write("a.md", "2\n");
  CHECK(served.told().empty());
}

TEST_CASE("Server: when the last subscription ends nothing is looked at any more") {
  Served served;
  served.send(request_line("l", "subscriptions/listen",
                           modern({{"notifications", {{"resourcesListChanged", true}}}})));
  served.folder.write("a.md", "x\n");
  CHECK(served.told().size() == 1);
  served.folder.write("b.md", "x\n");
  served.server.expect_change(served.now);
  CHECK(served.server.next_time());
  served.send(test::notification_line("notifications/cancelled", {{"requestId", "l"}}));
  CHECK_FALSE(served.server.next_time());
  CHECK_FALSE(served.server.change_descriptor());
}

TEST_CASE("Server: what a client sends is quoted in errors only in part") {
  Served served;
  const std::string long_text(20'000'000, 'x');
  Json other_version = modern();
  other_version["_meta"]["io.modelcontextprotocol/protocolVersion"] = long_text;
  const std::vector<std::pair<std::string, Json>> requests{
      {long_text, Json::object()},
      {long_text, modern()},
      {"tools/list", other_version},
      {"tools/call", modern({{"name", long_text}})},
      {"resources/read", modern({{"uri", long_text}})}};
  for (const auto& [method, params] : requests) {
    const Json answer = served.ask(method, params);
    CHECK(error_code(answer) != 0);
    CHECK(answer.dump().size() < 10'000);
  }
}

TEST_CASE("Server: the answers of a batch stay within one line") {
  Served served;
  served.folder.write("big.md", std::string(3'000'000, 'x'));
  served.ask("initialize", handshake("2025-03-26"));
  std::string batch = "[";
  for (int id = 0; id < 5; ++id) {
    batch += (id == 0 ? "" : ",") + request_line(id, "resources/read", {{"uri", "note:///big"}});
  }
  const std::vector<std::string> lines =
      served.server.handle(read_message(batch + "]").incoming, served.now);
  REQUIRE(lines.size() == 1);
  CHECK(lines[0].size() < max_output_line_bytes);
  std::vector<int> codes;
  for (const Json& answer : Json::parse(lines[0])) codes.push_back(error_code(answer));
  CHECK(codes == std::vector<int>{0, -32603, -32603, -32603, -32603});
}

TEST_CASE("Server: nothing is logged for what clients do wrong") {
  Served served;
  for (const char* line : {"xyz", "[]", "{}", R"({"jsonrpc":"2.0","id":1,"method":"nope"})"}) {
    CHECK(served.send(line).size() == 1);
  }
  served.ask("tools/call", modern({{"name", "read_note"}, {"arguments", {{"slug", "none"}}}}));
  CHECK(served.logged.empty());
}

TEST_CASE("Server: a person can have each message logged") {
  Served served({}, LogLevel::debug);
  served.send("xyz");
  served.ask("tools/list", modern({}));
  REQUIRE(served.logged.size() == 2);
  CHECK(served.logged[0].find("a message was refused: The line is not JSON") != std::string::npos);
  CHECK(served.logged[1].find("tools/list (id 1): ") != std::string::npos);
}
