#include "server/request_queue.h"

#include <doctest/doctest.h>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

using namespace notes::mcp;

namespace {

Received request(const std::string& id, const std::string& method = "m") {
  return read_message(R"({"jsonrpc":"2.0","id":)" + id + R"(,"method":")" + method + "\"}");
}

Received cancellation(const std::string& id) {
  return read_message(
      R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":)" + id + "}}");
}

/// The ids of what waits, in order; "-" for what has none.
std::vector<std::string> drained(RequestQueue& queue) {
  std::vector<std::string> ids;
  while (const std::optional<Incoming> incoming = queue.pop()) {
    const Message* const message = std::get_if<Message>(&*incoming);
    const Request* const popped = message == nullptr ? nullptr : std::get_if<Request>(message);
    ids.push_back(popped == nullptr ? "-" : popped->id.json());
  }
  return ids;
}

}  // namespace

TEST_CASE("RequestQueue: gives messages in order, and wakes only who found nothing") {
  int wakes = 0;
  RequestQueue queue([&] { ++wakes; });
  CHECK(queue.push(request("1")));
  CHECK(wakes == 0);
  CHECK(queue.push(request("\"2\"")));
  CHECK_FALSE(queue.is_empty());
  CHECK(drained(queue) == std::vector<std::string>{"1", "\"2\""});
  CHECK(queue.is_empty());
  CHECK(queue.push(request("3")));
  CHECK(wakes == 1);
  CHECK(queue.push(request("4")));
  CHECK(wakes == 1);
  queue.end();
  CHECK(wakes == 2);
  CHECK_FALSE(queue.is_drained());
  CHECK(drained(queue) == std::vector<std::string>{"3", "4"});
  CHECK(queue.is_drained());
}

TEST_CASE("RequestQueue: a cancelled request is dropped, ids are told apart by type") {
  RequestQueue queue([] {});
  for (const char* id : {"1", "\"1\"", "2", "1", "3"}) CHECK(queue.push(request(id)));
  CHECK(queue.push(cancellation("1")));
  CHECK(queue.push(cancellation("99")));
  CHECK(queue.push(cancellation("[]")));
  CHECK(queue.push(request("1")));  // the id may come again
  CHECK(drained(queue) == std::vector<std::string>{"\"1\"", "2", "3", "-", "-", "-", "1"});
}

TEST_CASE("RequestQueue: the handshake is never cancelled") {
  RequestQueue queue([] {});
  CHECK(queue.push(request("1", "initialize")));
  CHECK(queue.push(cancellation("1")));
  REQUIRE(queue.pop());
  CHECK(queue.push(cancellation("1")));
  CHECK_FALSE(queue.is_cancelled());
}

TEST_CASE("RequestQueue: a running request is marked when it is cancelled, until the next one") {
  RequestQueue queue([] {});
  CHECK(queue.push(request("1")));
  CHECK(queue.push(request("2")));
  REQUIRE(queue.pop());
  CHECK(queue.push(cancellation("2")));
  CHECK_FALSE(queue.is_cancelled());
  CHECK(queue.push(cancellation("1")));
  CHECK(queue.is_cancelled());
  REQUIRE(queue.pop());
  CHECK_FALSE(queue.is_cancelled());
}

TEST_CASE("RequestQueue: a full queue makes the reader wait, one heavy message waits alone") {
  const std::size_t weight = request("1").weight;
  RequestQueue queue([] {}, 2 * weight);
  CHECK(queue.push(request("1")));
  CHECK(queue.push(request("2")));
  std::atomic<int> pushed = 0;
  std::thread reader([&] {
    Received heavy = request("3");
    heavy.weight = 100 * weight;
    if (queue.push(std::move(heavy))) ++pushed;
    if (queue.push(request("4"))) ++pushed;
    queue.end();
  });
  CHECK(pushed == 0);
  REQUIRE(queue.pop());
  CHECK(pushed == 0);  // the heavy one waits for the queue to be empty
  std::vector<std::string> rest;
  while (!queue.is_drained()) {
    for (const std::string& id : drained(queue)) rest.push_back(id);
  }
  reader.join();
  CHECK(pushed == 2);
  CHECK(rest == std::vector<std::string>{"2", "3", "4"});
}

TEST_CASE("RequestQueue: close lets the reader go") {
  RequestQueue queue([] {}, 1);
  CHECK(queue.push(request("1")));
  std::atomic<bool> is_taken = true;
  std::thread reader([&] { is_taken = queue.push(request("2")); });
  queue.close();
  reader.join();
  CHECK_FALSE(is_taken);
}
