#include "server/subscriptions.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "support/temp_vault.h"

using namespace notes;
using namespace notes::mcp;
using notes::test::slug;

namespace {

Json wanting(const Json& notifications) { return {{"notifications", notifications}}; }

Id id(const Json& value) { return Id::from(value).value(); }

RpcErrorCode refusal(Subscriptions& subscriptions, const Id& id, const Json& params) {
  const tl::expected<std::string, RpcError> answer = subscriptions.listen(id, params);
  REQUIRE_FALSE(answer);
  return answer.error().code;
}

Json uris(std::size_t count, const std::string& prefix) {
  Json list = Json::array();
  for (std::size_t i = 0; i < count; ++i) {
    list.push_back("note:///" + prefix + std::to_string(i));
  }
  return list;
}

}  // namespace

TEST_CASE(
    "Subscriptions: a session is told only after it has started, and forgotten with the next") {
  Subscriptions subscriptions;
  const NoteChanges changes{.changed = {slug("a"), slug("b")}, .is_list_changed = true};
  CHECK_FALSE(subscriptions.is_anyone_listening());
  subscriptions.start_session();  // there is none
  CHECK_FALSE(subscriptions.is_anyone_listening());
  subscriptions.open_session();
  CHECK_FALSE(subscriptions.is_anyone_listening());
  CHECK(subscriptions.subscribe(slug("a"), "NOTE:///a"));
  CHECK(subscriptions.subscribe(slug("a"), "note:///a"));
  CHECK(subscriptions.notifications(changes).empty());
  subscriptions.start_session();
  CHECK(subscriptions.is_anyone_listening());
  const std::string list_line =
      R"({"jsonrpc":"2.0","method":"notifications/resources/list_changed"})";
  CHECK(subscriptions.notifications(changes) ==
        std::vector<std::string>{R"({"jsonrpc":"2.0","method":"notifications/resources/updated",)"
                                 R"("params":{"uri":"NOTE:///a"}})",
                                 list_line});
  subscriptions.open_session();
  subscriptions.start_session();
  CHECK(subscriptions.notifications(changes) == std::vector<std::string>{list_line});
  CHECK(subscriptions.notifications({.changed = {slug("a")}, .is_list_changed = false}).empty());
}

TEST_CASE("Subscriptions: at most 1024 listen at once") {
  Subscriptions subscriptions;
  for (std::size_t i = 0; i < Subscriptions::max_listens; ++i) {
    REQUIRE(subscriptions.listen(id(i), wanting(Json::object())));
  }
  CHECK(refusal(subscriptions, id("one more"), wanting(Json::object())) ==
        RpcErrorCode::internal_error);
  CHECK_FALSE(subscriptions.is_open(id("one more")));
  subscriptions.close(id(5));
  CHECK(subscriptions.listen(id("one more"), wanting(Json::object())));
  CHECK(subscriptions.close_all().size() == Subscriptions::max_listens);
  CHECK_FALSE(subscriptions.is_anyone_listening());
}

TEST_CASE("Subscriptions: at most 100000 notes are listened for, and as many by a session") {
  Subscriptions subscriptions;
  CHECK(subscriptions.listen(
      id(1), wanting({{"resourceSubscriptions", uris(Subscriptions::max_uris, "a")}})));
  CHECK(refusal(subscriptions, id(2), wanting({{"resourceSubscriptions", uris(1, "a")}})) ==
        RpcErrorCode::internal_error);
  CHECK(subscriptions.listen(id(2), wanting({{"resourcesListChanged", true}})));
  subscriptions.open_session();
  for (std::size_t i = 0; i < Subscriptions::max_uris; ++i) {
    REQUIRE(subscriptions.subscribe(slug("a" + std::to_string(i)), "x"));
  }
  CHECK_FALSE(subscriptions.subscribe(slug("b"), "x"));
  CHECK(subscriptions.subscribe(slug("a1"), "x"));
  subscriptions.unsubscribe(slug("a0"));
  CHECK(subscriptions.subscribe(slug("b"), "x"));
}
