// Tools as each revision knows them, and which error is which: the built program, black box.

#include <doctest/doctest.h>

#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/mcp_client.h"

using namespace notes;
using namespace notes::test;

namespace {

using Names = std::vector<std::string>;

/// The program in a session of `version`, or none for the modern one.
class AnyEra {
 public:
  AnyEra(const TempVault& vault, const std::string& version, const Names& options = {})
      : client_(vault, options), is_modern_(version == modern_version) {
    if (!is_modern_) client_.open(version);
  }
  Json ask(std::string_view method, Json params = Json::object()) {
    return is_modern_ ? client_.ask_modern(method, std::move(params)) : client_.ask(method, params);
  }
  Json call(std::string_view tool, const Json& arguments) {
    return ask("tools/call", {{"name", tool}, {"arguments", arguments}});
  }

 private:
  McpClient client_;
  bool is_modern_;
};

const std::initializer_list<const char*> all_versions{"2024-11-05", "2025-03-26", "2025-06-18",
                                                      "2025-11-25", "2026-07-28"};

/// The text of a tool error; empty when `answer` is none, or has more than it should.
std::string tool_error(const Json& answer) {
  if (!answer.contains("result")) return {};
  const Json& result = answer["result"];
  const bool is_right = result.value("isError", false) && result["content"].size() == 1 &&
                        result["content"][0]["type"] == "text" &&
                        !result.contains("structuredContent");
  return is_right ? result["content"][0]["text"].get<std::string>() : std::string();
}

/// Every schema within `schema`, itself included.
std::vector<Json> all_schemas(const Json& schema) {
  std::vector<Json> found{schema};
  for (std::size_t at = 0; at < found.size(); ++at) {
    const Json current = found[at];
    if (current.contains("items")) found.push_back(current["items"]);
    if (!current.contains("properties")) continue;
    for (const auto& [name, property] : current["properties"].items()) found.push_back(property);
  }
  return found;
}

}  // namespace

TEST_CASE("protocol: tools have just the fields that the revision knows") {
  const TempVault vault;
  for (const std::string version : all_versions) {
    CAPTURE(version);
    AnyEra client(vault, version);
    Names expected{"name", "description", "inputSchema"};
    if (version >= "2025-06-18") {
      expected = {"name", "title", "description", "inputSchema", "outputSchema"};
    }
    if (version >= "2025-03-26") expected.emplace_back("annotations");
    const Json tools = client.ask("tools/list")["result"]["tools"];
    for (const Json& tool : tools) CHECK(keys(tool) == expected);
  }
}

TEST_CASE("protocol: structured content comes with a success where the revision knows it") {
  const TempVault vault;
  vault.write("a.md", "---\ntitle: A\ntags: [t]\n---\n\nword\n");
  const std::vector<std::pair<std::string, Json>> calls{
      {"create_note", {{"title", "B"}, {"body", "b"}}},
      {"read_note", {{"slug", "a"}}},
      {"list_notes", Json::object()},
      {"search_notes", {{"query", "word"}}},
      {"update_note", {{"slug", "b"}, {"append", "more"}}},
      {"delete_note", {{"slug", "b"}}}};
  for (const std::string version : all_versions) {
    CAPTURE(version);
    AnyEra client(vault, version);
    for (const auto& row : calls) {
      const auto& tool = row.first;
      const auto& arguments = row.second;
      CAPTURE(tool);
      const Json result = client.call(tool, arguments)["result"];
      CHECK(result["isError"] == false);
      CHECK(result["content"].size() == 1);
      CHECK(result["content"][0]["type"] == "text");
      CHECK(result.contains("structuredContent") == (version >= "2025-06-18"));
    }
  }
}

TEST_CASE("protocol: a tool error is one text and nothing structured") {
  const TempVault vault;
  for (const std::string version : all_versions) {
    CAPTURE(version);
    AnyEra client(vault, version);
    CHECK(tool_error(client.call("read_note", {{"slug", "none"}})).find("none") !=
          std::string::npos);
  }
}

TEST_CASE("protocol: tool schemas hold only what every client understands") {
  const TempVault vault;
  AnyEra client(vault, "2025-11-25");
  const std::set<std::string> known{
      "type",     "description", "enum",       "default",   "minimum",
      "maximum",  "pattern",     "minLength",  "maxLength", "items",
      "minItems", "maxItems",    "properties", "required",  "additionalProperties"};
  const Json tools = client.ask("tools/list")["result"]["tools"];
  for (const Json& tool : tools) {
    for (const char* which : {"inputSchema", "outputSchema"}) {
      CHECK(tool[which]["type"] == "object");
      for (const Json& schema : all_schemas(tool[which])) {
        CAPTURE(schema.dump());
        REQUIRE(schema.is_object());
        for (const std::string& key : keys(schema)) CHECK(known.contains(key));
        REQUIRE(schema.contains("type"));
        REQUIRE(schema["type"].is_string());
        if (schema["type"] == "array") CHECK(schema.contains("items"));
        if (schema["type"] == "object") CHECK_FALSE(schema["properties"].empty());
        if (schema.contains("additionalProperties")) CHECK(schema["additionalProperties"] == false);
      }
    }
    CHECK_FALSE(tool["outputSchema"].contains("additionalProperties"));
  }
}

TEST_CASE("protocol: every tool has all four hints, and the order never changes") {
  const TempVault vault;
  AnyEra client(vault, "2025-11-25");
  const Json tools = client.ask("tools/list")["result"]["tools"];
  Names names;
  for (const Json& tool : tools) {
    names.push_back(tool["name"]);
    const bool reads = tool["name"] != "create_note" && tool["name"] != "update_note" &&
                       tool["name"] != "delete_note";
    CHECK(tool["annotations"] == Json{{"title", tool["title"]},
                                      {"readOnlyHint", reads},
                                      {"destructiveHint", !reads && tool["name"] != "create_note"},
                                      {"idempotentHint", reads},
                                      {"openWorldHint", false}});
  }
  CHECK(names == Names{"create_note", "read_note", "list_notes", "search_notes", "update_note",
                       "delete_note"});
  CHECK(client.ask("tools/list")["result"]["tools"] == tools);
}

TEST_CASE("protocol: tools/list has one page, so every cursor is a wrong one") {
  const TempVault vault;
  for (const std::string version : all_versions) {
    AnyEra client(vault, version);
    for (const Json& cursor : std::vector<Json>{"x", "", 5}) {
      const Json answer = client.ask("tools/list", {{"cursor", cursor}});
      CHECK(answer["error"] == Json{{"code", -32602}, {"message", "Invalid cursor"}});
    }
    const Json first = client.ask("tools/list", {{"cursor", nullptr}});
    CHECK(first.contains("result"));
    CHECK_FALSE(first["result"].contains("nextCursor"));
  }
}

TEST_CASE("protocol: an unknown tool is an error of the protocol and names the nearest") {
  const TempVault vault;
  for (const std::string version : all_versions) {
    AnyEra client(vault, version);
    CHECK(client.call("read_notes", Json::object())["error"] ==
          Json{{"code", -32602}, {"message", "Unknown tool: read_notes. Did you mean read_note?"}});
    CHECK(client.call("xyzzy", Json::object())["error"] ==
          Json{{"code", -32602}, {"message", "Unknown tool: xyzzy"}});
    CHECK(error_code(client.ask("tools/call")) == -32602);
    CHECK(error_code(client.ask("tools/call", {{"name", 5}})) == -32602);
  }
}

TEST_CASE("protocol: a wrong argument is a tool error that names it") {
  const TempVault vault;
  for (const std::string version : all_versions) {
    CAPTURE(version);
    AnyEra client(vault, version);
    CHECK(tool_error(client.call("read_note", Json::object())).find("slug") != std::string::npos);
    CHECK(tool_error(client.call("read_note", {{"slug", "a"}, {"nope", 1}})).find("nope") !=
          std::string::npos);
    CHECK(tool_error(client.call("list_notes", {{"limit", "many"}})).find("limit") !=
          std::string::npos);
    CHECK(tool_error(client.call("list_notes", {{"limit", 501}})).find("limit") !=
          std::string::npos);
  }
}

TEST_CASE("protocol: arguments may be left out, null or text, but not something else") {
  const TempVault vault;
  for (const std::string version : all_versions) {
    CAPTURE(version);
    AnyEra client(vault, version);
    CHECK(client.ask("tools/call", {{"name", "list_notes"}})["result"]["isError"] == false);
    CHECK(client.call("list_notes", nullptr)["result"]["isError"] == false);
    CHECK(client.call("list_notes", R"({"limit": 5})")["result"]["isError"] == false);
    for (const Json& wrong : std::vector<Json>{Json::array(), 5, "text", "[1]", true}) {
      CAPTURE(wrong.dump());
      CHECK(error_code(client.call("list_notes", wrong)) == -32602);
    }
  }
}

TEST_CASE("protocol: strings stand for what they hold, null for nothing, commas for themselves") {
  const TempVault vault;
  McpClient client(vault);
  client.open("2025-11-25");
  CHECK(client.call("list_notes", {{"limit", "10"}})["isError"] == false);
  CHECK(client.call("list_notes", {{"limit", 10.0}, {"tag", nullptr}})["isError"] == false);
  const Json created = client.call(
      "create_note",
      {{"title", "[1]"}, {"body", "{}"}, {"tags", R"(["a, b"])"}, {"metadata", nullptr}});
  CHECK(created["structuredContent"]["tags"] == Json::array({"a, b"}));
  CHECK(created["structuredContent"]["title"] == "[1]");
  const Json refused = client.call("create_note", {{"title", "T"}, {"body", "x"}, {"tags", "a,b"}});
  CHECK(refused["isError"] == true);
}

TEST_CASE("protocol: read-only mode lists three tools, and the others are known and refused") {
  const TempVault vault;
  for (const std::string version : all_versions) {
    AnyEra client(vault, version, {"--read-only"});
    Names names;
    const Json tools = client.ask("tools/list")["result"]["tools"];
    for (const Json& tool : tools) {
      names.push_back(tool["name"]);
    }
    CHECK(names == Names{"read_note", "list_notes", "search_notes"});
    CHECK_FALSE(tool_error(client.call("create_note", {{"title", "T"}, {"body", "x"}})).empty());
  }
  CHECK(vault.names().empty());
}

TEST_CASE("protocol: a progress token brings no progress, just the answer") {
  const TempVault vault;
  McpClient client(vault);
  client.open("2025-11-25");
  for (const Json& token : std::vector<Json>{0, "x"}) {
    const Json params = {{"name", "list_notes"}, {"_meta", {{"progressToken", token}}}};
    CHECK(client.ask("tools/call", params)["result"]["isError"] == false);
  }
  CHECK(client.others().empty());
}

TEST_CASE("protocol: what models are told is short enough for every client, without the path") {
  const TempVault vault;
  for (const Names& options : {Names{}, Names{"--read-only"}, Names{"--trash"}}) {
    AnyEra client(vault, modern_version, options);
    std::vector<std::string> texts;
    texts.push_back(client.ask("server/discover")["result"]["instructions"]);
    CHECK(texts[0].size() <= 1500);
    const Json tools = client.ask("tools/list")["result"]["tools"];
    for (const Json& tool : tools) {
      texts.push_back(tool["description"]);
    }
    for (const std::string& text : texts) {
      CHECK(text.size() <= 1500);
      CHECK(text.find(vault.path().string()) == std::string::npos);
    }
  }
}
