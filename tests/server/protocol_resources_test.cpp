// Resources, completion, and who hears of which change: the built program, black box.

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdio>
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

Json completion_params(const std::string& value) {
  return {{"ref", {{"type", "ref/resource"}, {"uri", "note:///{slug}"}}},
          {"argument", {{"name", "slug"}, {"value", value}}}};
}

/// A name of three digits, so that names sort as numbers do.
std::string numbered(int number) {
  std::string digits = std::to_string(number);
  return "n" + std::string(3 - digits.size(), '0') + digits;
}

}  // namespace

TEST_CASE("protocol: a resource has just the fields that the revision knows") {
  const TempVault vault;
  vault.write("pad-thai.md", "---\ntitle: Pad Thai\n---\n\nsoak\n");
  for (const std::string version : legacy_versions) {
    CAPTURE(version);
    McpClient client(vault);
    client.open(version);
    Json expected = {{"uri", "note:///pad-thai"}, {"name", "pad-thai"}};
    if (version >= "2025-06-18") expected["title"] = "Pad Thai";
    expected["mimeType"] = "text/markdown";
    expected["size"] = 30;
    Json listed = client.ask("resources/list")["result"];
    CHECK(listed["resources"][0].contains("annotations") == (version >= "2025-06-18"));
    if (version >= "2025-06-18") {
      CHECK(listed["resources"][0]["annotations"]["lastModified"].get<std::string>().size() == 24);
      listed["resources"][0].erase("annotations");
    }
    CHECK(listed == Json{{"resources", Json::array({expected})}});

    Json note = {{"uriTemplate", "note:///{slug}"}, {"name", "note"}};
    if (version >= "2025-06-18") note["title"] = "Note";
    note["description"] = "The markdown file of one note, by its slug.";
    note["mimeType"] = "text/markdown";
    CHECK(client.ask("resources/templates/list")["result"] ==
          Json{{"resourceTemplates", Json::array({note})}});
    CHECK(error_code(client.ask("resources/templates/list", {{"cursor", ""}})) == -32602);
  }
}

TEST_CASE("protocol: pages of resources hold each note once, whatever comes and goes between") {
  const TempVault vault;
  for (int number = 0; number < 250; ++number) vault.write(numbered(number) + ".md", "x\n");
  McpClient client(vault);
  std::vector<std::string> names;
  Json params = Json::object();
  std::size_t pages = 0;
  for (;;) {
    const Json result = client.ask_modern("resources/list", params)["result"];
    CHECK(client.ask_modern("resources/list", params)["result"] == result);
    ++pages;
    for (const Json& resource : result["resources"]) names.push_back(resource["name"]);
    if (!result.contains("nextCursor")) break;
    params = {{"cursor", result["nextCursor"]}};
    if (pages == 1) {  // the very note that the cursor names is gone, another came before it
      std::filesystem::remove(vault.path("n099.md"));
      vault.write("a-new-one.md", "x\n");
    }
  }
  CHECK(pages == 3);
  std::vector<std::string> expected;
  for (int number = 0; number < 250; ++number) expected.push_back(numbered(number));
  CHECK(names == expected);
  for (const Json& cursor : std::vector<Json>{"", "x", "!", "bjAwMA", 5, Json::array()}) {
    CAPTURE(cursor.dump());
    CHECK(client.ask_modern("resources/list", {{"cursor", cursor}})["error"] ==
          Json{{"code", -32602}, {"message", "Invalid cursor"}});
  }
  CHECK(client.ask_modern("resources/list", {{"cursor", nullptr}})["result"]["resources"].size() ==
        100);
}

TEST_CASE("protocol: an exact page of resources has no next one, an empty vault an empty list") {
  const TempVault vault;
  McpClient client(vault);
  CHECK(client.ask_modern("resources/list")["result"]["resources"] == Json::array());
  for (int number = 0; number < 100; ++number) vault.write(numbered(number) + ".md", "x\n");
  const Json full = client.ask_modern("resources/list")["result"];
  CHECK(full["resources"].size() == 100);
  CHECK_FALSE(full.contains("nextCursor"));
  vault.write("n100.md", "x\n");
  CHECK(client.ask_modern("resources/list")["result"].contains("nextCursor"));
}

TEST_CASE("protocol: a resource that is not there is an error, never empty contents") {
  const TempVault vault;
  vault.write("pad-thai.md", "x\n");
  vault.write("Weekly Review.md", "x\n");
  McpClient client(vault);
  client.open("2025-11-25");
  for (const char* uri :
       {"note:///none", "note:///../x", "file:///etc/passwd", "note://pad-thai", "note:/pad-thai",
        "note:///pad-thai/", "note:///pad-thai?x", "note:///pad-thai#x", "note:///pad-thai.md",
        "note:///pad%2Fthai", "note:///pad-thai%00", "note:///%", "note:///pad-thai%2", "note:///",
        "", "note:///Weekly%20Review", "note:///PAD-THAI"}) {
    CAPTURE(uri);
    const Json params = {{"uri", uri}};
    CHECK(client.ask("resources/read", params)["error"] ==
          Json{{"code", -32002}, {"message", "Resource not found"}, {"data", {{"uri", uri}}}});
    CHECK(client.ask_modern("resources/read", params)["error"] ==
          Json{{"code", -32602}, {"message", "Resource not found"}, {"data", {{"uri", uri}}}});
  }
  for (const Json& params : std::vector<Json>{Json::object(), {{"uri", 5}}}) {
    CHECK(error_code(client.ask("resources/read", params)) == -32602);
    CHECK(error_code(client.ask_modern("resources/read", params)) == -32602);
  }
}

TEST_CASE("protocol: reading a resource gives the file byte for byte") {
  const TempVault vault;
  McpClient client(vault);
  for (const std::string& bytes : {std::string("\xEF\xBB\xBF---\r\ntitle: x\r\n---\r\n\r\na\rb\n"),
                                   std::string(), std::string("a\0b", 3)}) {
    vault.write("a.md", bytes);
    CHECK(client.ask_modern("resources/read", {{"uri", "note:///a"}})["result"]["contents"] ==
          Json::array({{{"uri", "note:///a"}, {"mimeType", "text/markdown"}, {"text", bytes}}}));
    CHECK(client.ask_modern("resources/list")["result"]["resources"][0]["size"] == bytes.size());
  }
  vault.write("a.md", "caf\xE9");
  CHECK(
      client.ask_modern("resources/read", {{"uri", "NOTE:///%61"}})["result"]["contents"] ==
      Json::array({{{"uri", "NOTE:///%61"}, {"mimeType", "text/markdown"}, {"blob", "Y2Fm6Q=="}}}));
}

TEST_CASE("protocol: a vault that is gone is an error that says so, and service resumes") {
  const TempVault parent;
  const std::filesystem::path folder = parent.path("vault");
  std::filesystem::create_directory(folder);
  McpClient client(folder);
  client.ask("ping");  // it has opened the folder
  std::filesystem::rename(folder, parent.path("away"));
  const Json answer = client.ask_modern("resources/list");
  CHECK(answer["error"] ==
        Json{{"code", -32603},
             {"message",
              "The notes folder cannot be read at the moment; it may be moved or unmounted."}});
  CHECK(error_code(client.ask_modern("completion/complete", completion_params(""))) == -32603);
  std::filesystem::rename(parent.path("away"), folder);
  CHECK(client.ask_modern("resources/list").contains("result"));
}

TEST_CASE("protocol: completion gives slugs that begin with the value, then those that hold it") {
  const TempVault vault;
  for (const char* name : {"pad-thai.md", "spaghetti.md", "papaya.md", "rice.md"}) {
    vault.write(name, "x\n");
  }
  for (const std::string version : legacy_versions) {
    McpClient client(vault);
    client.open(version);
    const auto completed = [&](const std::string& value) {
      return client.ask("completion/complete", completion_params(value))["result"]["completion"];
    };
    CHECK(completed("pa") ==
          Json{{"values", {"pad-thai", "papaya", "spaghetti"}}, {"total", 3}, {"hasMore", false}});
    CHECK(completed("PAD") ==
          Json{{"values", Json::array({"pad-thai"})}, {"total", 1}, {"hasMore", false}});
    CHECK(completed("")["values"] == Json{"pad-thai", "papaya", "rice", "spaghetti"});
    CHECK(completed("zz") == Json{{"values", Json::array()}, {"total", 0}, {"hasMore", false}});
  }
  for (int number = 0; number < 101; ++number) vault.write(numbered(number) + ".md", "x\n");
  McpClient client(vault);
  const Json many =
      client.ask_modern("completion/complete", completion_params("n"))["result"]["completion"];
  CHECK(many["values"].size() == 100);
  CHECK(many["total"] == 101);
  CHECK(many["hasMore"] == true);
}

TEST_CASE("protocol: completion of anything else has invalid params") {
  const TempVault vault;
  McpClient client(vault);
  const Json ref = {{"type", "ref/resource"}, {"uri", "note:///{slug}"}};
  const Json argument = {{"name", "slug"}, {"value", ""}};
  for (const Json& params : std::vector<Json>{
           Json::object(),
           {{"ref", ref}},
           {{"argument", argument}},
           {{"ref", {{"type", "ref/prompt"}, {"name", "x"}}}, {"argument", argument}},
           {{"ref", {{"type", "ref/resource"}, {"uri", "note:///{name}"}}}, {"argument", argument}},
           {{"ref", ref}, {"argument", {{"name", "title"}, {"value", ""}}}},
           {{"ref", ref}, {"argument", {{"name", "slug"}, {"value", 5}}}},
           {{"ref", ref}, {"argument", {{"name", "slug"}}}},
           {{"ref", 5}, {"argument", 5}}}) {
    CAPTURE(params.dump());
    CHECK(error_code(client.ask_modern("completion/complete", params)) == -32602);
  }
}

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
