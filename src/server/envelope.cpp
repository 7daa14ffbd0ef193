#include "server/envelope.h"

#include <utility>

namespace notes::mcp {

namespace {

constexpr int shared_milliseconds = 3'600'000;

}  // namespace

Json server_info(const ProtocolRevision& revision) {
  Json info = {{"name", "notes-mcp"}};
  if (revision.has_server_title) info["title"] = "Notes";
  info["version"] = NOTES_MCP_VERSION;
  if (revision.has_server_description) {
    info["description"] = "Plain markdown notes in one folder";
  }
  return info;
}

Json capabilities(const ProtocolRevision& revision) {
  Json declared = {{"tools", Json::object()},
                   {"resources", {{"subscribe", true}, {"listChanged", true}}}};
  if (revision.has_completions_capability) declared["completions"] = Json::object();
  return declared;
}

Json finished(const ProtocolRevision& revision, Json result, Caching caching) {
  if (revision.era == Era::legacy) return result;
  result["resultType"] = "complete";
  if (caching != Caching::none) {
    result["ttlMs"] = caching == Caching::shared ? shared_milliseconds : 0;
    result["cacheScope"] = caching == Caching::shared ? "public" : "private";
  }
  result["_meta"]["io.modelcontextprotocol/serverInfo"] = server_info(revision);
  return result;
}

}  // namespace notes::mcp
