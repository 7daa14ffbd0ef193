#include "server/revision.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace notes::mcp;

TEST_CASE("protocol_revisions: five, oldest first, the last one modern") {
  std::vector<std::string> names;
  for (const ProtocolRevision& revision : protocol_revisions()) {
    CHECK(index_of(revision) == names.size());
    names.emplace_back(revision.name);
    CHECK((revision.era == Era::modern) == (revision.name == "2026-07-28"));
  }
  CHECK(names == std::vector<std::string>{"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25",
                                          "2026-07-28"});
  CHECK(modern_revision().name == "2026-07-28");
}

TEST_CASE("negotiated_revision: a known one of the legacy era, else its newest") {
  for (const char* name : {"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"}) {
    CHECK(negotiated_revision(name).name == name);
  }
  for (const char* name : {"2026-07-28", "2024-10-07", "9999-01-01", ""}) {
    CHECK(negotiated_revision(name).name == "2025-11-25");
  }
}

TEST_CASE("protocol_revisions: the table of what each one knows") {
  const auto row = [](const ProtocolRevision& revision) {
    return std::vector<bool>{revision.has_batches,
                             revision.has_tool_annotations,
                             revision.has_tool_titles_and_output,
                             revision.has_resource_titles,
                             revision.has_last_modified,
                             revision.has_server_title,
                             revision.has_server_description,
                             revision.has_completions_capability,
                             revision.has_optional_error_id};
  };
  std::vector<std::vector<bool>> rows;
  for (const ProtocolRevision& revision : protocol_revisions()) rows.push_back(row(revision));
  CHECK(rows == std::vector<std::vector<bool>>{
                    {true, false, false, false, false, false, false, false, false},
                    {true, true, false, false, false, false, false, true, false},
                    {false, true, true, true, true, true, false, true, false},
                    {false, true, true, true, true, true, true, true, true},
                    {false, true, true, true, true, true, false, true, true}});
}

TEST_CASE("method_named: each method in its era") {
  struct Row {
    const char* name;
    bool is_legacy;
    bool is_modern;
  };
  const std::vector<Row> rows{{"initialize", true, false},
                              {"ping", true, false},
                              {"resources/subscribe", true, false},
                              {"resources/unsubscribe", true, false},
                              {"server/discover", false, true},
                              {"subscriptions/listen", false, true},
                              {"tools/list", true, true},
                              {"tools/call", true, true},
                              {"resources/list", true, true},
                              {"resources/read", true, true},
                              {"resources/templates/list", true, true},
                              {"completion/complete", true, true}};
  for (const Row& row : rows) {
    CAPTURE(row.name);
    const std::optional<Method> method = method_named(row.name);
    REQUIRE(method);
    CHECK(is_served(*method, Era::legacy) == row.is_legacy);
    CHECK(is_served(*method, Era::modern) == row.is_modern);
  }
  for (const char* name : {"", "Ping", "prompts/list", "notifications/cancelled"}) {
    CHECK_FALSE(method_named(name));
  }
}
