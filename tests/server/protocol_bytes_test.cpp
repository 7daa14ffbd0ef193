// The bytes on the pipe, and how serving ends: the built program, black box.

#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "server/stdio.h"
#include "support/mcp_client.h"
#include "support/process_usage.h"
#include "support/temp_vault.h"
#include "vault/unicode.h"

using namespace notes;
using namespace notes::test;

namespace {

const std::string ping_line = R"({"jsonrpc":"2.0","id":1,"method":"ping"})";
const Json pong = {{"jsonrpc", "2.0"}, {"id", 1}, {"result", Json::object()}};

/// The code of an error answer that has no id, or a null one.
int code_without_id(const Json& message) {
  const bool has_id = message.contains("id") && !message["id"].is_null();
  return has_id ? 0 : error_code(message);
}

}  // namespace

TEST_CASE("protocol: stdout holds one JSON message a line, whatever the log level") {
  const TempVault vault;
  vault.write("bad.md", "---\ntitle: caf\xC3\n---\n\xFF\xFE\r\n\x01");
  McpClient client(vault, {"--log-level", "debug"});
  client.open("2025-11-25");
  for (const char* line : {"xyz", "[]", "{}", R"({"jsonrpc":"2.0","id":1,"method":"nope"})"}) {
    client.send(line);
  }
  client.call("read_note", {{"slug", "bad"}});
  client.call("list_notes", Json::object());
  client.ask("resources/list");
  client.ask("resources/read", {{"uri", "note:///bad"}});
  client.process().close_input();
  for (const std::string& line : client.process().receive_all()) {
    CHECK(Json::accept(line));
  }
  CHECK(client.process().wait().code == 0);
}

TEST_CASE("protocol: no line written holds a raw line end or bytes that are not UTF-8") {
  const TempVault vault;
  vault.write("bad.md", "---\ntitle: caf\xC3\n---\na\rb\r\nc\xFF\xFE\xE2\x80\xA8 \x7F");
  McpClient client(vault);
  client.open("2025-06-18");
  int id = 0;
  client.send(
      request_line(++id, "tools/call", {{"name", "read_note"}, {"arguments", {{"slug", "bad"}}}}));
  client.send(request_line(++id, "tools/call",
                           {{"name", "search_notes"}, {"arguments", {{"query", "caf"}}}}));
  client.send(request_line(++id, "resources/list", Json::object()));
  client.send(request_line(++id, "resources/read", {{"uri", "note:///bad"}}));
  client.process().close_input();
  const std::vector<std::string> lines = client.process().receive_all();
  REQUIRE(lines.size() == 4);
  for (const std::string& line : lines) {
    CHECK(line.find('\r') == std::string::npos);
    CHECK_FALSE(first_invalid_utf8(line));
  }
}

TEST_CASE("protocol: a line may end with CR LF, and blank lines are passed over") {
  const TempVault vault;
  McpClient client(vault);
  client.process().send("\n\r\n  \t \n" + ping_line + "\r\n\n\r\n");
  client.process().close_input();
  CHECK(client.receive() == pong);
  CHECK_FALSE(client.process().receive());
}

TEST_CASE("protocol: a line that is not JSON is one parse error, and service goes on") {
  const TempVault vault;
  for (const char* line :
       {"xyz", "{", R"({"a":1} x)", "{\"id\":1e400}", "{\"id\":NaN}", "/* c */ {}", "\x01"}) {
    CAPTURE(line);
    McpClient client(vault);
    client.send(line);
    CHECK(code_without_id(client.receive()) == -32700);
    client.send(ping_line);
    CHECK(client.receive() == pong);
  }
}

TEST_CASE("protocol: a line that is not UTF-8 is a parse error, and service goes on") {
  const TempVault vault;
  McpClient client(vault);
  client.send("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\xFF\xFE\"}");
  CHECK(code_without_id(client.receive()) == -32700);
  client.send(ping_line);
  CHECK(client.receive() == pong);
}

TEST_CASE("protocol: the escape of half an emoji is answered with the id") {
  const TempVault vault;
  McpClient client(vault);
  client.open("2025-11-25");
  client.send(R"({"jsonrpc":"2.0","id":"e","method":"tools/call","params":{"name":"create_note",)"
              R"("arguments":{"title":"A \ud83d B","body":"x \ude00 \ud83d\ude00 \\ud83d"}}})");
  const Json created = client.receive();
  CHECK(created["id"] == "e");
  CHECK(created["result"]["structuredContent"]["title"] == "A \uFFFD B");
  const Json read =
      client.call("read_note", {{"slug", created["result"]["structuredContent"]["slug"]}});
  CHECK(read["structuredContent"]["body"] == "x \uFFFD \U0001F600 \\ud83d\n");
}

TEST_CASE("protocol: 64 levels of nesting are read, any more is a parse error") {
  const TempVault vault;
  McpClient client(vault);
  const auto nested = [](std::size_t depth) {  // the message itself and params are two of them
    return R"({"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":)" + repeated("[", depth - 2) +
           repeated("]", depth - 2) + "}}";
  };
  client.send(nested(64));
  CHECK(client.receive() == pong);
  for (const std::size_t depth : {std::size_t{65}, std::size_t{1'000}, std::size_t{1'000'000}}) {
    client.send(nested(depth));
    CHECK(code_without_id(client.receive()) == -32700);
  }
  client.send(repeated("[", 1'000'000));
  CHECK(code_without_id(client.receive()) == -32700);
  client.send(ping_line);
  CHECK(client.receive() == pong);
}

TEST_CASE("protocol: a line over 64 MiB is one invalid request, in bounded memory") {
  const TempVault vault;
  McpClient client(vault);
  client.send(ping_line);
  CHECK(client.receive() == pong);
  client.process().send(repeated("x", std::size_t{200} << 20U));
  client.process().send("\n" + ping_line + "\n");
  CHECK(code_without_id(client.receive()) == -32600);
  CHECK(client.receive() == pong);
  if (is_usage_told()) CHECK(usage_of(client.process().id()).peak_bytes < std::size_t{160} << 20U);
}

TEST_CASE("protocol: a line of 50 MB is read, and answered like any other") {
  const TempVault vault;
  McpClient client(vault);
  const std::string creation = request_line(
      2, "tools/call",
      modern({{"name", "create_note"}, {"arguments", {{"title", "Too long"}, {"body", "here"}}}}));
  const std::size_t place = creation.find("here");
  client.process().send(creation.substr(0, place));
  client.process().send(std::string(50'000'000, 'x'));
  client.process().send(creation.substr(place) + "\n" + ping_line + "\n");
  const Json refused = client.receive();
  CHECK(refused["id"] == 2);
  CHECK(refused["result"]["isError"] == true);
  CHECK(client.receive() == pong);
  CHECK(vault.names().empty());
}

TEST_CASE("protocol: random bytes are errors, one a line, and service goes on") {
  const TempVault vault;
  McpClient client(vault);
  std::mt19937 random(1);
  std::string garbage;
  std::size_t lines = 0;
  for (int number = 0; number < 2'000; ++number) {
    std::string line = "\x01";  // so that no line is blank
    for (std::size_t left = random() % 500; left > 0; --left) {
      line += static_cast<char>(random() % 256);
    }
    lines += 1 + static_cast<std::size_t>(std::count(line.begin(), line.end(), '\n'));
    garbage += line + "\n";
  }
  client.process().send(garbage + ping_line + "\n");
  std::size_t errors = 0;
  Json message = client.receive();
  for (; message != pong; message = client.receive()) {
    const int code = code_without_id(message);
    CHECK((code == -32700 || code == -32600));  // a digit between line ends is JSON
    ++errors;
  }
  CHECK(errors >= 2'000);
  CHECK(errors <= lines);  // a line end in the garbage may leave a blank line
  CHECK(vault.names().empty());
}

TEST_CASE("protocol: a last request without a line end is answered") {
  const TempVault vault;
  McpClient client(vault);
  client.process().send(ping_line);
  client.process().close_input();
  CHECK(client.receive() == pong);
  CHECK(client.process().wait().code == 0);
}

TEST_CASE("protocol: half a request at the end of input is a parse error, then the program ends") {
  const TempVault vault;
  McpClient client(vault);
  const std::string creation = request_line(
      1, "tools/call",
      modern({{"name", "create_note"}, {"arguments", {{"title", "Half"}, {"body", "x"}}}}));
  client.process().send(ping_line + "\n" + creation.substr(0, creation.size() - 1));
  client.process().close_input();
  CHECK(client.receive() == pong);
  CHECK(code_without_id(client.receive()) == -32700);
  CHECK_FALSE(client.process().receive());
  const Subprocess::End end = client.process().wait();
  CHECK(end.code == 0);
  CHECK(end.errors.empty());
  CHECK(vault.names().empty());
}

TEST_CASE("protocol: at the end of input all that was read is answered, then the program ends") {
  const TempVault vault;
  McpClient client(vault);
  constexpr int count = 10'000;
  for (int id = 0; id < count; ++id) client.send(request_line(id, "ping", Json::object()));
  client.process().close_input();
  for (int id = 0; id < count; ++id) REQUIRE(client.receive()["id"] == id);
  CHECK_FALSE(client.process().receive());
  const Subprocess::End end = client.process().wait();
  CHECK(end.code == 0);
  CHECK(end.errors.empty());
}

TEST_CASE("protocol: a signal ends an idle program with exit code 0 and without a word") {
  const TempVault vault;
  for (const int signal : {SIGTERM, SIGINT, SIGHUP}) {
    CAPTURE(signal);
    McpClient client(vault);
    client.send(ping_line);
    CHECK(client.receive() == pong);  // now it waits for the next line
    client.process().signal(signal);
    CHECK_FALSE(client.process().receive());
    const Subprocess::End end = client.process().wait();
    CHECK(end.code == 0);
    CHECK(end.errors.empty());
  }
}

TEST_CASE("protocol: a signal ends a program whose answers nobody reads") {
  const TempVault vault;
  vault.write("long.md", std::string(60'000, 'x'));
  McpClient client(vault);
  client.open("2025-11-25");
  const std::string call = request_line(1, "resources/read", {{"uri", "note:///long"}}) + "\n";
  // So much that it sits in the middle of a line.
  CHECK(client.process().send_unread(repeated(call, 100), std::chrono::seconds(1)) ==
        call.size() * 100);
  client.process().signal(SIGTERM);
  CHECK(client.process().wait().code == 0);
}

TEST_CASE("protocol: a signal in the midst of updates ends the program with a whole note") {
  const TempVault vault;
  const std::vector<std::string> bodies{std::string(1U << 20U, 'a') + "\n",
                                        std::string(1U << 20U, 'b') + "\n"};
  std::vector<std::string> updates;
  for (const std::string& body : bodies) {
    const Json arguments = {{"slug", "note"}, {"body", body}};
    updates.push_back(
        request_line(1, "tools/call", modern({{"name", "update_note"}, {"arguments", arguments}})));
  }
  for (int delay_ms = 0; delay_ms < 60; delay_ms += 6) {
    CAPTURE(delay_ms);
    vault.write("note.md", bodies[0]);
    McpClient client(vault);
    for (int times = 0; times < 4; ++times) {
      client.send(updates[1]);
      client.send(updates[0]);
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(delay_ms));
    client.process().signal(SIGTERM);
    const Subprocess::End end = client.process().wait();
    CHECK(end.code == 0);
    CHECK(end.errors.empty());
    const std::string bytes = vault.bytes("note.md");
    CHECK((bytes == bodies[0] || bytes == bodies[1]));
    CHECK(vault.names() == std::vector<std::string>{"note.md"});
  }
}

TEST_CASE("protocol: a client that never reads is not read either, in bounded memory") {
  const TempVault vault;
  vault.write("long.md", std::string(60'000, 'x'));
  McpClient client(vault);
  client.open("2025-11-25");
  const std::string call = request_line(1, "resources/read", {{"uri", "note:///long"}}) + "\n";
  const std::string all = repeated(call, 400'000);
  CHECK(client.process().send_unread(all, std::chrono::milliseconds(500)) < all.size());
  if (is_usage_told()) CHECK(usage_of(client.process().id()).peak_bytes < std::size_t{160} << 20U);
}

TEST_CASE("protocol: a program whose stdout is closed ends with exit code 0") {
  const TempVault vault;
  for (const int requests : {1, 5'000}) {  // at rest, and with answers to write
    CAPTURE(requests);
    McpClient client(vault);
    for (int i = 0; i < requests; ++i) client.send(ping_line);
    CHECK(client.receive() == pong);
    client.process().close_output();
    const Subprocess::End end = client.process().wait();
    CHECK(end.code == 0);
    CHECK(end.errors.empty());
  }
}

TEST_CASE("protocol: a note of 16 MiB makes no line too long for clients") {
  const TempVault vault;
  for (const char* content : {"x", "\\", "\x01", "\n", "\xFF"}) {
    CAPTURE(content);
    vault.write("big.md", repeated(content, std::size_t{16} << 20U));
    McpClient client(vault);
    const Json listed = client.ask_modern("resources/list");
    CHECK(listed["result"]["resources"][0]["size"] == std::size_t{16} << 20U);
    int id = 0;
    const std::string read = request_line(++id, "resources/read", modern({{"uri", "note:///big"}}));
    client.send(read);
    const std::string line = *client.process().receive();
    CHECK(line.size() < mcp::max_output_line_bytes);
    const Json error = Json::parse(line);
    CHECK(error_code(error) == -32603);
    CHECK(error["error"]["data"] == Json{{"uri", "note:///big"}, {"size", std::size_t{16} << 20U}});
    for (const char* tool : {"read_note", "search_notes", "list_notes"}) {
      Json arguments = Json::object();
      if (std::string_view(tool) == "read_note") arguments = {{"slug", "big"}};
      if (std::string_view(tool) == "search_notes") arguments = {{"query", "big"}};
      client.send(
          request_line(++id, "tools/call", modern({{"name", tool}, {"arguments", arguments}})));
      CHECK(client.process().receive()->size() < mcp::max_output_line_bytes);
    }
  }
}
