// Resources and completion: the built program, black box.

#include <doctest/doctest.h>

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "support/mcp_client.h"

using namespace notes;
using namespace notes::test;

namespace {

Json completion_params(const std::string& value) {
  return {{"ref", {{"type", "ref/resource"}, {"uri", "note:///{slug}"}}},
          {"argument", {{"name", "slug"}, {"value", value}}}};
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

TEST_CASE("protocol: pages of resources are in order, whatever comes and goes at either side") {
  const TempVault vault(Place::memory);
  constexpr int count = 990;
  for (int number = 0; number < count; ++number) vault.write(numbered(number) + ".md", "x\n");
  McpClient client(vault);
  std::set<std::string> expected;
  for (int number = 0; number < count; ++number) expected.insert(numbered(number));
  std::vector<std::string> names;
  Json params = Json::object();
  for (int page = 1;; ++page) {
    const Json result = client.ask_modern("resources/list", params)["result"];
    for (const Json& resource : result["resources"]) names.push_back(resource["name"]);
    if (!result.contains("nextCursor")) break;
    CHECK(result["resources"].size() == 100);
    params = {{"cursor", result["nextCursor"]}};
    // One that was shown goes and one comes before it, which nobody is told; one that was not yet
    // shown goes and one comes behind it, which is seen.
    const int last = page * 100 - 1;
    std::filesystem::remove(vault.path(numbered(last - 50) + ".md"));
    vault.write(numbered(last - 50) + "-before.md", "x\n");
    std::filesystem::remove(vault.path(numbered(last + 20) + ".md"));
    vault.write(numbered(last + 20) + "-behind.md", "x\n");
    expected.erase(numbered(last + 20));
    expected.insert(numbered(last + 20) + "-behind");
  }
  CHECK(names == std::vector<std::string>(expected.begin(), expected.end()));
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
