#pragma once
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>

#include "server/json_rpc.h"

namespace notes::mcp {

/// What was read and not yet carried out, in order and in bounded memory: a full queue makes the
/// reader wait, so that a client that sends without reading our answers is held back by its pipe.
/// `push` and `end` belong to the reading thread, the rest to the one that carries out.
class RequestQueue {
 public:
  /// Messages of this many bytes in memory wait at most; one that is heavier waits alone.
  static constexpr std::size_t default_max_weight = std::size_t{32} << 20U;

  /// `wake` is called, on the reading thread, when `pop` found nothing and now there is something.
  explicit RequestQueue(std::function<void()> wake, std::size_t max_weight = default_max_weight);

  /// Adds a message, waiting while the queue is full. A `notifications/cancelled` takes effect at
  /// once: requests with its id that still wait are dropped, and the one that is being carried out
  /// is marked. False after `close`.
  bool push(Received received);
  /// There will be no more messages.
  void end();

  /// The next message; nullopt when there is none at the moment.
  [[nodiscard]] std::optional<Incoming> pop();
  /// Whether the request that `pop` gave last was cancelled since.
  [[nodiscard]] bool is_cancelled() const;
  /// No more messages will come and none is waiting.
  [[nodiscard]] bool is_drained() const;
  [[nodiscard]] bool is_empty() const;
  /// Makes the reader stop waiting; what it still brings is dropped.
  void close();

 private:
  void cancel(const Id& id);

  std::function<void()> wake_;
  std::size_t max_weight_;
  mutable std::mutex mutex_;
  std::condition_variable room_;
  std::deque<Received> waiting_;
  std::size_t weight_ = 0;
  std::optional<Id> running_;
  bool is_running_cancelled_ = false;
  bool is_ended_ = false;
  bool is_closed_ = false;
  bool is_starved_ = false;  // `pop` found nothing
};

/// The id of the request that a `notifications/cancelled` is about.
[[nodiscard]] std::optional<Id> cancelled_id(const Notification& notification);

}  // namespace notes::mcp
