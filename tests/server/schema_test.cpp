#include "server/schema.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <deque>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <utility>

#include "server/tool_methods.h"
#include "server/tools.h"

namespace notes::mcp {
namespace {

const std::string snapshot_folder = std::string(NOTES_MCP_SOURCE_DIR) + "/tests/server/snapshots/";

/// Compares with the checked-in file. After a wanted change of what clients see, run the tests with
/// NOTES_RENEW_SNAPSHOTS=1 in the environment, which writes the files, and read the difference.
void check_snapshot(const std::string& name, const std::string& text) {
  const std::string path = snapshot_folder + name;
  if (std::getenv("NOTES_RENEW_SNAPSHOTS") != nullptr) {  // NOLINT(concurrency-mt-unsafe)
    std::ofstream(path, std::ios::binary) << text;
  }
  std::ifstream file(path, std::ios::binary);
  const std::string kept{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  CHECK_MESSAGE(kept == text, path, " differs; NOTES_RENEW_SNAPSHOTS=1 renews it");
}

/// All schemas within `schema`, itself included.
std::deque<Json> all_schemas(const Json& schema) {
  std::deque<Json> found = {schema};
  for (std::size_t at = 0; at < found.size(); ++at) {
    const Json current = found[at];
    if (current.contains("items")) found.push_back(current.at("items"));
    const Json properties = current.value("properties", Json::object());
    for (const Json& property : properties) found.push_back(property);
  }
  return found;
}

}  // namespace

TEST_CASE("schema: what each tool publishes is as checked in") {
  const VaultOptions with_trash{.access = Access::read_write, .deletion = Deletion::trash};
  const VaultOptions read_only{.access = Access::read_only, .deletion = Deletion::final};
  check_snapshot("tools.json", tool_list(Toolbox({}), modern_revision()).dump(2) + "\n");
  check_snapshot("delete_note_with_trash.json",
                 tool_list(Toolbox(with_trash), modern_revision())["tools"][5].dump(2) + "\n");
  Json names = Json::array();
  const Json list = tool_list(Toolbox(read_only), modern_revision());
  for (const Json& tool : list["tools"]) names.push_back(tool["name"]);
  CHECK(names == Json({"read_note", "list_notes", "search_notes"}));
}

TEST_CASE("schema: tools stay small enough to be read") {
  const Json list = tool_list(Toolbox({}), modern_revision());
  CHECK(list.dump().size() <= 12'000);
  for (const Json& tool : list["tools"]) {
    CAPTURE(tool["name"].get<std::string>());
    CHECK(tool["description"].get<std::string>().size() < 300);
  }
}

TEST_CASE("schema: only keywords are used that every known client takes") {
  const std::set<std::string> allowed = {"type",
                                         "description",
                                         "enum",
                                         "default",
                                         "minimum",
                                         "maximum",
                                         "items",
                                         "maxItems",
                                         "properties",
                                         "required",
                                         "additionalProperties"};
  const Toolbox tools({});
  for (const Tool* tool : tools.listed()) {
    CAPTURE(tool->name);
    for (const Json* root : {&tool->input, &tool->output}) {
      CHECK(root->at("type") == "object");
      for (const Json& schema : all_schemas(*root)) {
        CAPTURE(schema.dump());
        CHECK(schema.at("type").is_string());
        CHECK(schema.contains("items") == (schema.at("type") == "array"));
        CHECK(schema.contains("properties") == (schema.at("type") == "object"));
        CHECK((schema.at("type") != "object" || !schema.at("properties").empty()));
        for (const auto& member : schema.items()) CHECK(allowed.count(member.key()) == 1);
        if (root == &tool->output) CHECK_FALSE(schema.contains("additionalProperties"));
      }
    }
    CHECK(tool->input.at("additionalProperties") == false);
    for (const Json& schema : all_schemas(tool->input)) {
      const Json properties = schema.value("properties", Json::object());
      for (const Json& property : properties) CHECK(property.contains("description"));
    }
  }
}

TEST_CASE("schema: builders write what they say") {
  struct Row {
    Json schema;
    const char* text;
  };
  for (const Row& row : {
           Row{string("Text."), R"({"type":"string","description":"Text."})"},
           Row{string(""), R"({"type":"string"})"},
           Row{boolean(""), R"({"type":"boolean"})"},
           Row{number(""), R"({"type":"number"})"},
           Row{integer(""), R"({"type":"integer"})"},
           Row{integer("", {.minimum = 1}), R"({"type":"integer","minimum":1})"},
           Row{with_default(integer("", {.minimum = 1, .maximum = 9}), 2),
               R"({"type":"integer","minimum":1,"maximum":9,"default":2})"},
           Row{choice("", {"a", "b"}), R"({"type":"string","enum":["a","b"]})"},
           Row{strings("", 3), R"({"type":"array","items":{"type":"string"},"maxItems":3})"},
           Row{described(closed(object({required("b", boolean("")), optional("a", string(""))})),
                         "D."),
               R"({"type":"object","properties":{"b":{"type":"boolean"},"a":{"type":"string"}},)"
               R"("required":["b"],"additionalProperties":false,"description":"D."})"},
           Row{object({optional("a", string(""))}),
               R"({"type":"object","properties":{"a":{"type":"string"}}})"},
       }) {
    CHECK(row.schema.dump() == row.text);
  }
}

}  // namespace notes::mcp
