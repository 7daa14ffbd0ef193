#include "server/json_rpc.h"

#include <doctest/doctest.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

using namespace notes::mcp;

namespace {

Message message_of(std::string_view line) {
  Received received = read_message(line);
  REQUIRE(std::holds_alternative<Message>(received.incoming));
  return std::get<Message>(std::move(received.incoming));
}

/// A message in a few words.
std::string told(const Message& message) {
  if (const auto* const request = std::get_if<Request>(&message)) {
    return "request " + request->id.json() + " " + request->method + " " + request->params.dump();
  }
  if (const auto* const notification = std::get_if<Notification>(&message)) {
    return "notification " + notification->method + " " + notification->params.dump();
  }
  if (const auto* const rejected = std::get_if<Rejected>(&message)) {
    return "rejected " + std::to_string(static_cast<int>(rejected->error.code)) +
           (rejected->id ? " " + rejected->id->json() : "");
  }
  return "response";
}

}  // namespace

TEST_CASE("read_message: every line is sorted by the rules, in their order") {
  const std::vector<std::pair<const char*, const char*>> rows{
      {R"({"jsonrpc":"2.0","id":1,"method":"m","params":{"a":1}})", "request 1 m {\"a\":1}"},
      {R"({"jsonrpc":"2.0","id":"x","method":"m","params":[1]})", "request \"x\" m [1]"},
      {R"({"jsonrpc":"2.0","id":"","method":""})", "request \"\"  null"},
      {R"({"jsonrpc":"2.0","method":"m","params":5})", "notification m 5"},
      {R"({"method":"m"})", "notification m null"},
      {R"({"jsonrpc":"2.0","id":1,"result":{}})", "response"},
      {R"({"error":5})", "response"},
      {R"({"jsonrpc":"2.0","id":1,"method":"m","result":{}})", "request 1 m null"},
      {"xyz", "rejected -32700"},
      {"5", "rejected -32600"},
      {"null", "rejected -32600"},
      {"[]", "rejected -32600"},
      {"{}", "rejected -32600"},
      {R"({"jsonrpc":"2.0"})", "rejected -32600"},
      {R"({"jsonrpc":"2.0","method":5})", "rejected -32600"},
      {R"({"jsonrpc":"2.0","id":1})", "rejected -32600 1"},
      {R"({"jsonrpc":"2.0","id":1,"method":null})", "rejected -32600 1"},
      {R"({"jsonrpc":"1.0","id":1,"method":"m"})", "rejected -32600 1"},
      {R"({"id":"x","method":"m"})", "rejected -32600 \"x\""},
      {R"({"id":null,"method":"m"})", "rejected -32600"},
      {R"({"jsonrpc":"2.0","id":null,"method":"m"})", "rejected -32600"},
      {R"({"jsonrpc":"2.0","id":1.0,"method":"m"})", "rejected -32600"},
      {R"({"jsonrpc":"2.0","id":18446744073709551616,"method":"m"})", "rejected -32600"},
      {R"({"jsonrpc":"2.0","id":18446744073709551615,"method":"m"})",
       "request 18446744073709551615 m null"},
      {R"({"jsonrpc":"2.0","id":-9223372036854775808,"method":"m"})",
       "request -9223372036854775808 m null"}};
  for (const auto& row : rows) {
    const auto& line = row.first;
    const auto& expected = row.second;
    CAPTURE(line);
    CHECK(told(message_of(line)) == expected);
  }
}

TEST_CASE("read_message: a request with too many members is refused with its id") {
  std::string params = R"({"a":0)";
  for (int i = 0; i < 1000; ++i) params += ",\"" + std::to_string(i) + "\":0";
  params += "}";
  const std::string head = R"({"jsonrpc":"2.0",)";
  const std::string tail = R"("method":"m","params":)" + params;
  CHECK(told(message_of(head + R"("id":7,)" + tail + "}")) == "rejected -32600 7");
  CHECK(told(message_of(head + tail + R"(,"id" : "a\"b" })")) == R"(rejected -32600 "a\"b")");
  CHECK(told(message_of(head + R"("id":{},)" + tail + "}")) == "rejected -32600");
  CHECK(told(message_of(head + tail + "}")) == "rejected -32600");
  CHECK(told(message_of(head + R"("id":7,"result":)" + params + "}")) == "rejected -32600");
}

TEST_CASE("read_message: an id is at most 512 bytes") {
  const auto line = [](std::size_t size) {
    return R"({"jsonrpc":"2.0","method":"m","id":")" + std::string(size, 'x') + "\"}";
  };
  CHECK(std::holds_alternative<Request>(message_of(line(Id::max_bytes))));
  CHECK(told(message_of(line(Id::max_bytes + 1))) == "rejected -32600");
}

TEST_CASE("read_message: a batch is sorted one by one, and is at most 1000 messages") {
  const Received received = read_message(R"([{"jsonrpc":"2.0","id":1,"method":"m"},5,[]])");
  const auto& batch = std::get<Batch>(received.incoming);
  std::vector<std::string> all;
  for (const Message& message : batch.messages) all.push_back(told(message));
  CHECK(all == std::vector<std::string>{"request 1 m null", "rejected -32600", "rejected -32600"});
  const auto batch_of = [](std::size_t count) {
    std::string text = "[0";
    for (std::size_t i = 1; i < count; ++i) text += ",0";
    return text + "]";
  };
  CHECK(std::holds_alternative<Batch>(read_message(batch_of(Batch::max_messages)).incoming));
  CHECK(told(message_of(batch_of(Batch::max_messages + 1))) == "rejected -32600");
}

TEST_CASE("read_message: the weight covers what the message takes in memory") {
  const std::string text(100'000, 'x');
  CHECK(read_message("{\"a\":\"" + text + "\"}").weight > text.size());
  std::string list = "[0";
  for (int i = 0; i < 10'000; ++i) list += ",[]";
  CHECK(read_message("{\"method\":\"m\",\"params\":" + list + "]}").weight > 10'000 * 48);
  std::string batch = "[{}";
  for (int i = 1; i < 1000; ++i) batch += ",{}";
  CHECK(read_message(batch + "]").weight > 1000 * 512);
}

TEST_CASE("Id: types are told apart") {
  CHECK(Id::from("1") != Id::from(1));
  CHECK(Id::from(1) == Id::from(1U));
  CHECK(Id::from(nullptr) == std::nullopt);
}

TEST_CASE("lines: have the members of JSON-RPC and nothing else") {
  const std::optional<Id> id = Id::from("a\"b");
  CHECK(result_line(*id, "{}") == R"({"jsonrpc":"2.0","id":"a\"b","result":{}})");
  const RpcError plain{.code = RpcErrorCode::parse_error, .message = "No."};
  CHECK(error_line({}, plain) == R"({"jsonrpc":"2.0","error":{"code":-32700,"message":"No."}})");
  CHECK(error_line({}, plain, MissingId::null) ==
        R"({"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"No."}})");
  const RpcError full{.code = RpcErrorCode::resource_not_found,
                      .message = "\xFF",
                      .data = {{"uri", "x"}},
                      .cause = "never shown"};
  CHECK(error_line(Id::from(0), full, MissingId::null) ==
        "{\"jsonrpc\":\"2.0\",\"id\":0,\"error\":{\"code\":-32002,\"message\":\"\uFFFD\","
        "\"data\":{\"uri\":\"x\"}}}");
  CHECK(notification_line("n", nullptr) == R"({"jsonrpc":"2.0","method":"n"})");
  CHECK(notification_line("n", {{"a", 1}}) == R"({"jsonrpc":"2.0","method":"n","params":{"a":1}})");
}
