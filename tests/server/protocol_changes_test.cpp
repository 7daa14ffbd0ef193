// Who hears of which change: the built program, black box.

#include <doctest/doctest.h>

#include <chrono>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "support/mcp_client.h"

using namespace notes;
using namespace notes::test;

namespace {

const Json list_changed = {{"jsonrpc", "2.0"}, {"method", "notifications/resources/list_changed"}};

Json updated(const std::string& uri) {
  return {{"jsonrpc", "2.0"},
          {"method", "notifications/resources/updated"},
          {"params", {{"uri", uri}}}};
}

/// As a subscription with that id is told it.
Json told(Json notification, const Json& id) {
  Json params = {{"_meta", {{"io.modelcontextprotocol/subscriptionId", id}}}};
  if (notification.contains("params")) params["uri"] = notification["params"]["uri"];
  notification["params"] = params;
  return notification;
}

std::string listen_line(const Json& id, const Json& notifications) {
  return request_line(id, "subscriptions/listen", modern({{"notifications", notifications}}));
}

}  // namespace

TEST_CASE("protocol: a session hears of the notes that it subscribed to, and of the list unasked") {
  const TempVault vault;
  vault.write("a.md", "1\n");
  vault.write("b.md", "1\n");
  McpClient client(vault);
  client.open("2025-11-25");
  for (int twice = 0; twice < 2; ++twice) {
    CHECK(client.ask("resources/subscribe", {{"uri", "note:///a"}})["result"] == Json::object());
  }
  CHECK(client.ask("resources/subscribe", {{"uri", "note:///later"}})["result"] == Json::object());
  CHECK(client.ask("resources/subscribe", {{"uri", "note://a"}})["error"] ==
        Json{{"code", -32002}, {"message", "Resource not found"}, {"data", {{"uri", "note://a"}}}});
  CHECK(error_code(client.ask("resources/subscribe")) == -32602);

  vault.write("b.md", "2\n");  // nobody asked for this one
  vault.write("a.md", "2\n");
  CHECK(client.receive() == updated("note:///a"));
  vault.write("new.tmp", "3\n");
  std::filesystem::rename(vault.path("new.tmp"), vault.path("a.md"));  // as editors save
  CHECK(client.receive() == updated("note:///a"));
  vault.write("later.md", "x\n");
  CHECK(client.receive() == updated("note:///later"));
  CHECK(client.receive() == list_changed);
  std::filesystem::remove(vault.path("a.md"));
  CHECK(client.receive() == updated("note:///a"));
  CHECK(client.receive() == list_changed);

  for (int twice = 0; twice < 2; ++twice) {
    CHECK(client.ask("resources/unsubscribe", {{"uri", "note:///later"}})["result"] ==
          Json::object());
  }
  vault.write("later.md", "y\n");
  vault.write("b.md", "3\n");
  // Our own change comes after those, so that what was not told by then never is.
  CHECK(client.call("create_note", {{"title", "Own"}, {"body", "x"}})["isError"] == false);
  CHECK(client.receive() == list_changed);
  CHECK(client.said_to(notification_line("notifications/nope", Json::object())).empty());
}

TEST_CASE("protocol: a session is told nothing before its first message after initialize") {
  const TempVault vault;
  vault.write("a.md", "1\n");
  McpClient client(vault);
  client.ask("initialize", handshake("2025-06-18"));
  vault.write("early.md", "x\n");
  CHECK_FALSE(client.process().receive_within(std::chrono::milliseconds(500)));
  client.ask("resources/subscribe", {{"uri", "note:///a"}});
  vault.write("b.md", "x\n");
  CHECK(client.receive() == list_changed);
  // The subscriptions of a session end with it.
  client.open("2025-06-18");
  client.ask("resources/list");
  vault.write("a.md", "2\n");
  client.call("create_note", {{"title", "Own"}, {"body", "x"}});
  CHECK(client.receive() == list_changed);
  CHECK(client.others().empty());
}

TEST_CASE("protocol: listening is acknowledged first, with what will be delivered") {
  const TempVault vault;
  McpClient client(vault);
  const auto acknowledgement = [&](const Json& asked_for) {
    client.send(listen_line("listen:0", asked_for));
    const Json message = client.receive();
    client.send(notification_line("notifications/cancelled", {{"requestId", "listen:0"}}));
    CHECK(message["method"] == "notifications/subscriptions/acknowledged");
    CHECK(message["params"]["_meta"] ==
          Json{{"io.modelcontextprotocol/subscriptionId", "listen:0"}});
    return message["params"]["notifications"];
  };
  CHECK(
      acknowledgement({{"resourcesListChanged", true},
                       {"toolsListChanged", true},
                       {"promptsListChanged", true},
                       {"resourceSubscriptions", {"note:///a", "note://b", "note:///a"}}}) ==
      Json{{"resourcesListChanged", true}, {"resourceSubscriptions", Json::array({"note:///a"})}});
  CHECK(acknowledgement({{"resourcesListChanged", false},
                         {"resourceSubscriptions", Json::array({"http://x"})},
                         {"unknown", 5}}) == Json::object());
  CHECK(acknowledgement(Json::object()) == Json::object());
  CHECK(client.ask("ping")["result"] == Json::object());
  CHECK(client.others().empty());
}

TEST_CASE("protocol: what cannot be listened to opens nothing") {
  const TempVault vault;
  McpClient client(vault);
  for (const Json& params :
       std::vector<Json>{Json::object(),
                         {{"notifications", 5}},
                         {{"notifications", {{"resourcesListChanged", 1}}}},
                         {{"notifications", {{"toolsListChanged", "yes"}}}},
                         {{"notifications", {{"resourceSubscriptions", "note:///a"}}}},
                         {{"notifications", {{"resourceSubscriptions", {1}}}}}}) {
    CAPTURE(params.dump());
    CHECK(error_code(client.ask_modern("subscriptions/listen", params)) == -32602);
  }
  client.process().close_input();
  CHECK_FALSE(client.process().receive());
}

TEST_CASE("protocol: each subscription hears of what it asked for, under its own id") {
  const TempVault vault;
  vault.write("a.md", "1\n");
  vault.write("b.md", "1\n");
  McpClient client(vault);
  client.send(listen_line(7, {{"resourceSubscriptions", {"note:///a", "note:///new"}}}));
  client.receive();
  client.send(listen_line("7", {{"resourcesListChanged", true}}));
  client.receive();
  client.send(listen_line("7", Json::object()));
  const Json again = client.receive();
  CHECK(error_code(again) == -32600);  // two answers to one id could not be told apart
  CHECK(again["id"] == "7");

  vault.write("b.md", "2\n");
  vault.write("a.md", "2\n");
  CHECK(client.receive() == told(updated("note:///a"), 7));
  vault.write("new.md", "1\n");
  CHECK(client.receive() == told(updated("note:///new"), 7));
  CHECK(client.receive() == told(list_changed, "7"));
  CHECK(client.ask("ping")["result"] == Json::object());
  CHECK(client.others().empty());
}

TEST_CASE("protocol: without a session or a subscription nothing is told") {
  const TempVault vault;
  McpClient client(vault);
  client.ask_modern("resources/list");
  vault.write("a.md", "1\n");
  client.ask_modern("tools/call",
                    {{"name", "create_note"}, {"arguments", {{"title", "T"}, {"body", "x"}}}});
  CHECK_FALSE(client.process().receive_within(std::chrono::milliseconds(1500)));
}

TEST_CASE("protocol: a cancelled subscription is told nothing more and is never answered") {
  const TempVault vault;
  McpClient client(vault);
  client.send(listen_line(1, {{"resourcesListChanged", true}}));
  client.receive();
  client.send(listen_line("1", {{"resourcesListChanged", true}}));
  client.receive();
  client.send(notification_line("notifications/cancelled", {{"requestId", 1}}));
  vault.write("a.md", "1\n");
  CHECK(client.receive() == told(list_changed, "1"));
  client.send(notification_line("notifications/cancelled", {{"requestId", "1"}}));
  client.ask("ping");
  client.process().close_input();
  CHECK_FALSE(client.process().receive());
  CHECK(client.others().empty());
}

TEST_CASE("protocol: at the end of input open subscriptions are answered, then cancelled") {
  const TempVault vault;
  McpClient client(vault);
  for (const Json& id : std::vector<Json>{"listen:0", 5}) {
    client.send(listen_line(id, {{"resourcesListChanged", true}}));
    client.receive();
  }
  client.process().close_input();
  for (const Json& id : std::vector<Json>{"listen:0", 5}) {
    CHECK(client.receive() ==
          Json{{"jsonrpc", "2.0"},
               {"id", id},
               {"result",
                {{"_meta",
                  {{"io.modelcontextprotocol/subscriptionId", id},
                   {"io.modelcontextprotocol/serverInfo",
                    {{"name", "notes-mcp"}, {"title", "Notes"}, {"version", NOTES_MCP_VERSION}}}}},
                 {"resultType", "complete"}}}});
    CHECK(client.receive() == Json{{"jsonrpc", "2.0"},
                                   {"method", "notifications/cancelled"},
                                   {"params", {{"requestId", id}}}});
  }
  CHECK_FALSE(client.process().receive());
  CHECK(client.process().wait().code == 0);
}

TEST_CASE("protocol: a burst of changes is told once a note and once for the list") {
  const TempVault vault;
  for (int number = 0; number < 500; ++number) vault.write(numbered(number) + ".md", "1\n");
  McpClient client(vault);
  Json uris = Json::array();
  for (int number = 0; number < 1000; ++number) uris.push_back("note:///" + numbered(number));
  client.send(listen_line(1, {{"resourcesListChanged", true}, {"resourceSubscriptions", uris}}));
  client.receive();
  for (int number = 0; number < 500; ++number) vault.write(numbered(number) + ".md", "2\n");
  vault.write("n500.md", "new\n");
  std::vector<std::string> told_uris;
  for (;;) {
    const Json message = client.receive();
    if (message["method"] == "notifications/resources/list_changed") break;
    told_uris.push_back(message["params"]["uri"]);
  }
  std::vector<std::string> expected;
  for (int number = 0; number <= 500; ++number) expected.push_back("note:///" + numbered(number));
  CHECK(std::set<std::string>(told_uris.begin(), told_uris.end()) ==
        std::set<std::string>(expected.begin(), expected.end()));
}
