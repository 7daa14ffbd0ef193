// What is a request, and what is answered to what is none: the built program, black box.

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "support/mcp_client.h"

using namespace notes;
using namespace notes::test;

namespace {

bool has_real_id(const Json& message) { return message.contains("id") && !message["id"].is_null(); }

}  // namespace

TEST_CASE("protocol: ids come back with their type") {
  const TempVault vault;
  McpClient client(vault);
  for (const Json& id : std::vector<Json>{0, -1, "", "1", 1, "\u00e9\n", 9223372036854775807LL,
                                          18446744073709551615ULL}) {
    client.send(request_line(id, "ping", Json::object()));
    const Json answer = client.receive();
    CHECK(answer["id"] == id);
    CHECK(answer["id"].type() == Json::parse(id.dump()).type());
  }
}

TEST_CASE("protocol: an id of another type is an invalid request without id") {
  const TempVault vault;
  McpClient client(vault);
  for (const char* id : {"null", "true", "1.5", "1.0", "1e2", "[]", "{}", "18446744073709551616"}) {
    CAPTURE(id);
    client.send(R"({"jsonrpc":"2.0","method":"ping","id":)" + std::string(id) + "}");
    const Json answer = client.receive();
    CHECK(error_code(answer) == -32600);
    CHECK_FALSE(has_real_id(answer));
  }
}

TEST_CASE("protocol: without jsonrpc 2.0 a request is invalid, and the answer has its id") {
  const TempVault vault;
  McpClient client(vault);
  for (const char* line :
       {R"({"id":7,"method":"ping"})", R"({"jsonrpc":"1.0","id":7,"method":"ping"})",
        R"({"jsonrpc":2.0,"id":7,"method":"ping"})", R"({"jsonrpc":"2.0","id":7})",
        R"({"jsonrpc":"2.0","id":7,"method":5})"}) {
    CAPTURE(line);
    client.send(line);
    const Json answer = client.receive();
    CHECK(error_code(answer) == -32600);
    CHECK(answer["id"] == 7);
  }
}

TEST_CASE("protocol: params that are no object are invalid, and the answer has the id") {
  const TempVault vault;
  McpClient client(vault);
  client.open("2025-11-25");
  for (const char* params : {"[]", "\"x\"", "5", "true"}) {
    CAPTURE(params);
    client.send(R"({"jsonrpc":"2.0","id":8,"method":"tools/list","params":)" + std::string(params) +
                "}");
    const Json answer = client.receive();
    CHECK(error_code(answer) == -32602);
    CHECK(answer["id"] == 8);
  }
  CHECK(client.ask("tools/list", nullptr).contains("result"));
}

TEST_CASE("protocol: a notification is never answered") {
  const TempVault vault;
  McpClient client(vault);
  const std::vector<std::string> lines{
      R"({"jsonrpc":"2.0","method":"notifications/initialized"})",
      R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":734}})",
      R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":[]})",
      R"({"jsonrpc":"2.0","method":"notifications/nope","params":5})",
      R"({"method":"tools/list"})",
      R"({"jsonrpc":"2.0","method":"initialize"})"};
  for (const std::string& line : lines) CHECK(client.said_to(line).empty());
  client.open("2025-11-25");
  for (const std::string& line : lines) CHECK(client.said_to(line).empty());
}

TEST_CASE("protocol: a response from the client is passed over") {
  const TempVault vault;
  McpClient client(vault);
  CHECK(client.said_to(R"({"jsonrpc":"2.0","id":5,"result":{}})").empty());
  CHECK(client.said_to(R"({"jsonrpc":"2.0","id":5,"error":{"code":1,"message":"x"}})").empty());
}

TEST_CASE("protocol: an unknown method is refused as such, cold, in a session and modern") {
  const TempVault vault;
  McpClient client(vault);
  CHECK(error_code(client.ask("nope")) == -32601);
  CHECK(error_code(client.ask_modern("nope")) == -32601);
  client.open("2025-06-18");
  CHECK(error_code(client.ask("nope")) == -32601);
  CHECK(error_code(client.ask("server/discover")) == -32601);
  CHECK(error_code(client.ask("subscriptions/listen")) == -32601);
}

TEST_CASE("protocol: prompts, logging, tasks and roots are neither declared nor served") {
  const TempVault vault;
  for (const char* version : legacy_versions) {
    McpClient client(vault);
    const Json capabilities = client.open(version)["capabilities"];
    for (const char* name : {"prompts", "logging", "tasks", "experimental"}) {
      CHECK_FALSE(capabilities.contains(name));
    }
    for (const char* method : {"prompts/list", "prompts/get", "logging/setLevel", "tasks/list",
                               "roots/list", "sampling/createMessage", "elicitation/create"}) {
      CHECK(error_code(client.ask(method)) == -32601);
      CHECK(error_code(client.ask_modern(method)) == -32601);
    }
  }
}

TEST_CASE("protocol: a batch is answered in one array where the revision has batches") {
  const TempVault vault;
  for (const char* version : {"2024-11-05", "2025-03-26"}) {
    CAPTURE(version);
    McpClient client(vault);
    client.open(version);
    const std::string ping = request_line(1, "ping", Json::object());
    const std::string list = request_line("two", "tools/list", Json::object());
    const std::string note = notification_line("notifications/nope", Json::object());
    client.send("[" + ping + "," + list + "," + note + "]");
    const Json answers = client.receive();
    REQUIRE(answers.size() == 2);
    CHECK(answers[0] == Json{{"jsonrpc", "2.0"}, {"id", 1}, {"result", Json::object()}});
    CHECK(answers[1]["id"] == "two");
    CHECK(answers[1]["result"].contains("tools"));

    CHECK(client.said_to("[" + note + "," + note + "]").empty());

    client.send("[]");
    CHECK(error_code(client.receive()) == -32600);

    client.send("[1," + ping + "," + request_line(3, "initialize", handshake(version)) + "," +
                request_line(4, "tools/list", modern()) + "]");
    const Json mixed = client.receive();
    REQUIRE(mixed.size() == 4);
    CHECK(mixed[0] == Json{{"jsonrpc", "2.0"}, {"id", nullptr}, {"error", mixed[0]["error"]}});
    CHECK(error_code(mixed[0]) == -32600);
    CHECK(mixed[1]["result"] == Json::object());
    CHECK(error_code(mixed[2]) == -32600);
    CHECK(mixed[2]["id"] == 3);
    CHECK(error_code(mixed[3]) == -32600);
    CHECK(mixed[3]["id"] == 4);
  }
}

TEST_CASE("protocol: where there are no batches an array is one error and nothing is done") {
  const TempVault vault;
  const Json creation = {{"name", "create_note"}, {"arguments", {{"title", "X"}, {"body", "x"}}}};
  const std::string batch = "[" + request_line(1, "tools/call", modern(creation)) + "," +
                            request_line(2, "tools/call", creation) + "]";
  for (const char* version : {"", "2025-06-18", "2025-11-25"}) {
    CAPTURE(version);
    McpClient client(vault);
    if (*version != '\0') client.open(version);
    const std::vector<Json> said = client.said_to(batch);
    REQUIRE(said.size() == 1);
    CHECK(error_code(said[0]) == -32600);
    CHECK_FALSE(has_real_id(said[0]));
    CHECK(vault.names().empty());
  }
}

TEST_CASE("protocol: an id that could not be read is null only where the schema has no other way") {
  const TempVault vault;
  for (const char* version : {"", "2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"}) {
    CAPTURE(version);
    McpClient client(vault);
    if (*version != '\0') client.open(version);
    client.send("xyz");
    const Json answer = client.receive();
    const bool has_null = answer.contains("id") && answer["id"].is_null();
    CHECK(has_null ==
          (std::string_view(version) >= "2024" && std::string_view(version) < "2025-11"));
  }
}

TEST_CASE("protocol: what is cancelled while it waits is never answered") {
  const TempVault vault;
  vault.write("a.md", "a\n");
  McpClient client(vault);
  client.open("2025-11-25");
  std::string lines;
  const Json creation = {{"name", "create_note"}, {"arguments", {{"title", "X"}, {"body", "x"}}}};
  // The first one takes a while, so that the reader sees the cancellation of the second in time.
  for (int id = 0; id < 200; ++id) lines += request_line(id, "tools/call", creation) + "\n";
  lines += request_line("late", "tools/call", creation) + "\n";
  lines += notification_line("notifications/cancelled", {{"requestId", "late"}}) + "\n";
  lines += request_line("last", "ping", Json::object()) + "\n";
  client.process().send(lines);
  std::vector<Json> ids;
  while (ids.empty() || ids.back() != "last") {
    const Json message = client.receive();
    if (message.contains("id")) ids.push_back(message["id"]);
  }
  CHECK(std::find(ids.begin(), ids.end(), "late") == ids.end());
  CHECK(ids.size() == 201);
  CHECK(vault.names().size() == 201);
}
