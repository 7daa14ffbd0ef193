// Both eras of the protocol in one process: the built program, black box.

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "support/mcp_client.h"

using namespace notes;
using namespace notes::test;

namespace {

/// Parameters whose `_meta` lacks `key`.
Json modern_without(const char* key) {
  Json params = modern();
  params["_meta"].erase(std::string("io.modelcontextprotocol/") + key);
  return params;
}

Json modern_with(const char* key, const Json& value) {
  Json params = modern();
  params["_meta"][std::string("io.modelcontextprotocol/") + key] = value;
  return params;
}

const Json server_meta = {
    {"io.modelcontextprotocol/serverInfo",
     {{"name", "notes-mcp"}, {"title", "Notes"}, {"version", NOTES_MCP_VERSION}}}};

/// A request for each method that both eras have.
std::vector<std::pair<const char*, Json>> requests_for_all() {
  return {{"tools/list", Json::object()},
          {"tools/call", {{"name", "list_notes"}}},
          {"tools/call", {{"name", "read_note"}, {"arguments", {{"slug", "none"}}}}},
          {"resources/list", Json::object()},
          {"resources/read", {{"uri", "note:///a"}}},
          {"resources/templates/list", Json::object()},
          {"completion/complete",
           {{"ref", {{"type", "ref/resource"}, {"uri", "note:///{slug}"}}},
            {"argument", {{"name", "slug"}, {"value", ""}}}}}};
}

}  // namespace

TEST_CASE("protocol: server/discover as the first line tells what is served") {
  const TempVault vault;
  McpClient client(vault);
  client.send(request_line("server-discover-probe-1", "server/discover", modern()));
  const Json answer = client.receive();
  CHECK(answer["id"] == "server-discover-probe-1");
  const Json& result = answer["result"];
  CHECK(keys(result) == std::vector<std::string>{"supportedVersions", "capabilities",
                                                 "instructions", "resultType", "ttlMs",
                                                 "cacheScope", "_meta"});
  CHECK(result["supportedVersions"] == Json::array({modern_version}));
  CHECK(result["capabilities"] == Json{{"tools", Json::object()},
                                       {"resources", {{"subscribe", true}, {"listChanged", true}}},
                                       {"completions", Json::object()}});
  CHECK(result["resultType"] == "complete");
  CHECK(result["ttlMs"] == 3'600'000);
  CHECK(result["cacheScope"] == "public");
  CHECK(result["_meta"] == server_meta);
}

TEST_CASE("protocol: a modern request needs neither discover nor initialize before it") {
  const TempVault vault;
  McpClient client(vault);
  CHECK(client.ask_modern("tools/list")["result"]["tools"].size() == 6);
}

TEST_CASE("protocol: a request that lacks what its meta must have has invalid params") {
  const TempVault vault;
  McpClient client(vault);
  for (const Json& params :
       {Json::object(), modern_without("protocolVersion"), modern_without("clientCapabilities"),
        modern_with("clientCapabilities", 5), modern_with("protocolVersion", 5),
        modern_with("logLevel", "loud"), modern_with("logLevel", 3)}) {
    CAPTURE(params.dump());
    CHECK(error_code(client.ask("server/discover", params)) == -32602);
  }
}

TEST_CASE("protocol: a modern request without clientInfo is served, other keys do no harm") {
  const TempVault vault;
  McpClient client(vault);
  CHECK(client.ask("tools/list", modern_without("clientInfo")).contains("result"));
  CHECK(client.ask("tools/list", modern_with("logLevel", "debug")).contains("result"));
  CHECK(client.ask("tools/list", modern_with("other", {1})).contains("result"));
}

TEST_CASE("protocol: a version in meta that is not served is refused with those that are") {
  const TempVault vault;
  McpClient client(vault);
  for (const char* version : {"1900-01-01", "2025-11-25", "2027-01-01", ""}) {
    CAPTURE(version);
    Json params = modern_with("protocolVersion", version);
    params["_meta"].erase("io.modelcontextprotocol/clientCapabilities");
    const Json answer = client.ask("tools/list", params);
    CHECK(error_code(answer) == -32022);
    CHECK(answer["error"]["data"] == Json{{"supported", {modern_version}}, {"requested", version}});
  }
}

TEST_CASE("protocol: methods of the session era are unknown to a modern request") {
  const TempVault vault;
  McpClient client(vault);
  for (const char* method :
       {"initialize", "ping", "resources/subscribe", "resources/unsubscribe", "logging/setLevel"}) {
    CAPTURE(method);
    CHECK(error_code(client.ask_modern(method)) == -32601);
  }
}

TEST_CASE("protocol: every modern result says that it is complete and by whom") {
  const TempVault vault;
  vault.write("a.md", "a\n");
  McpClient client(vault);
  for (const auto& row : requests_for_all()) {
    const auto& method = row.first;
    const auto& params = row.second;
    CAPTURE(method);
    const Json result = client.ask_modern(method, params)["result"];
    CHECK(result["resultType"] == "complete");
    CHECK(result["_meta"] == server_meta);
  }
}

TEST_CASE("protocol: modern results say how long they are good, the notes themselves never are") {
  const TempVault vault;
  vault.write("a.md", "a\n");
  McpClient client(vault);
  const std::vector<std::pair<std::string, Json>> expected{
      {"server/discover", {3'600'000, "public"}},
      {"tools/list", {3'600'000, "public"}},
      {"resources/templates/list", {3'600'000, "public"}},
      {"resources/list", {0, "private"}},
      {"resources/read", {0, "private"}}};
  for (const auto& row : expected) {
    const auto& method = row.first;
    const auto& caching = row.second;
    CAPTURE(method);
    const Json result = client.ask_modern(method, {{"uri", "note:///a"}})["result"];
    CHECK(Json{result["ttlMs"], result["cacheScope"]} == caching);
  }
  const Json called = client.ask_modern("tools/call", {{"name", "list_notes"}})["result"];
  CHECK_FALSE(called.contains("ttlMs"));
  CHECK_FALSE(called.contains("cacheScope"));
}

TEST_CASE("protocol: no result of a session has a field of the modern era") {
  const TempVault vault;
  vault.write("a.md", "a\n");
  for (const char* version : legacy_versions) {
    McpClient client(vault);
    std::vector<Json> results{client.open(version)};
    for (const auto& [method, params] : requests_for_all()) {
      results.push_back(client.ask(method, params)["result"]);
    }
    for (const Json& result : results) {
      for (const char* key : {"resultType", "ttlMs", "cacheScope", "_meta"}) {
        CHECK_FALSE(result.contains(key));
      }
    }
  }
}

TEST_CASE("protocol: initialize agrees on each revision that has sessions, with its own fields") {
  const TempVault vault;
  for (const std::string version : legacy_versions) {
    CAPTURE(version);
    McpClient client(vault);
    const Json result = client.open(version);
    CHECK(keys(result) == std::vector<std::string>{"protocolVersion", "capabilities", "serverInfo",
                                                   "instructions"});
    CHECK(result["protocolVersion"] == version);
    Json capabilities = {{"tools", Json::object()},
                         {"resources", {{"subscribe", true}, {"listChanged", true}}}};
    if (version > "2024-11-05") capabilities["completions"] = Json::object();
    CHECK(result["capabilities"] == capabilities);
    Json info = {{"name", "notes-mcp"}};
    if (version >= "2025-06-18") info["title"] = "Notes";
    info["version"] = NOTES_MCP_VERSION;
    if (version >= "2025-11-25") info["description"] = "Plain markdown notes in one folder";
    CHECK(result["serverInfo"] == info);
  }
}

TEST_CASE("protocol: initialize for any other version is answered with the newest of its era") {
  const TempVault vault;
  for (const char* version : {"2026-07-28", "9999-01-01", "2024-10-07", ""}) {
    CAPTURE(version);
    McpClient client(vault);
    CHECK(client.open(version)["protocolVersion"] == "2025-11-25");
  }
  McpClient client(vault);
  CHECK(error_code(client.ask("initialize")) == -32602);
  CHECK(error_code(client.ask("initialize", {{"protocolVersion", 5}})) == -32602);
  CHECK(error_code(client.ask("initialize", Json::array())) == -32602);
  CHECK(error_code(client.ask("tools/list")) == -32602);  // no session came of it
  CHECK(client.ask("initialize", {{"protocolVersion", "2025-06-18"}}).contains("result"));
}

TEST_CASE("protocol: a second initialize is answered, in the version that it asks for") {
  const TempVault vault;
  McpClient client(vault);
  client.open("2025-11-25");
  CHECK(client.open("2024-11-05")["protocolVersion"] == "2024-11-05");
  CHECK_FALSE(client.ask("tools/list")["result"]["tools"][0].contains("title"));
}

TEST_CASE("protocol: requests are served though initialized was never said") {
  const TempVault vault;
  McpClient client(vault);
  client.ask("initialize", handshake("2025-11-25"));
  CHECK(client.ask("tools/list").contains("result"));
}

TEST_CASE("protocol: before any handshake a ping is answered, other requests name what they lack") {
  const TempVault vault;
  McpClient client(vault);
  CHECK(client.ask("ping")["result"] == Json::object());
  CHECK(client.ask("ping", {{"x", 1}})["result"] == Json::object());
  for (const char* method : {"tools/list", "tools/call", "resources/list", "resources/subscribe",
                             "subscriptions/listen", "server/discover"}) {
    CAPTURE(method);
    const Json answer = client.ask(method);
    CHECK(error_code(answer) == -32602);
    CHECK(answer["error"]["message"] ==
          "The request needs _meta with io.modelcontextprotocol/protocolVersion and "
          "io.modelcontextprotocol/clientCapabilities (2026-07-28), or call initialize first.");
  }
}

TEST_CASE("protocol: both eras in one process, each request in its own") {
  const TempVault vault;
  McpClient client(vault);
  CHECK(client.ask_modern("server/discover").contains("result"));
  client.open("2025-03-26");
  for (int round = 0; round < 250; ++round) {
    const Json legacy = client.ask("tools/list")["result"];
    CHECK(keys(legacy) == std::vector<std::string>{"tools"});
    CHECK(keys(legacy["tools"][0]) ==
          std::vector<std::string>{"name", "description", "inputSchema", "annotations"});
    const Json modern = client.ask_modern("tools/list")["result"];
    CHECK(modern["resultType"] == "complete");
    CHECK(modern["tools"][0].contains("outputSchema"));
  }
  CHECK(error_code(client.ask("server/discover")) == -32601);
  CHECK(client.ask_modern("server/discover").contains("result"));
  CHECK(error_code(client.ask_modern("ping")) == -32601);
  CHECK(client.others().empty());
}
