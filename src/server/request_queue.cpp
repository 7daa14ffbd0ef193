#include "server/request_queue.h"

#include <algorithm>
#include <utility>

#include "server/json_text.h"

namespace notes::mcp {

namespace {

const Request* as_request(const Incoming& incoming) {
  const Message* const message = std::get_if<Message>(&incoming);
  return message == nullptr ? nullptr : std::get_if<Request>(message);
}

const Notification* as_notification(const Incoming& incoming) {
  const Message* const message = std::get_if<Message>(&incoming);
  return message == nullptr ? nullptr : std::get_if<Notification>(message);
}

/// The handshake cannot be cancelled.
bool may_be_cancelled(const Request& request) { return request.method != "initialize"; }

}  // namespace

std::optional<Id> cancelled_id(const Notification& notification) {
  if (notification.method != "notifications/cancelled") return std::nullopt;
  const Json* const id = member(notification.params, "requestId");
  return id == nullptr ? std::nullopt : Id::from(*id);
}

RequestQueue::RequestQueue(std::function<void()> wake, std::size_t max_weight)
    : wake_(std::move(wake)), max_weight_(max_weight) {}

bool RequestQueue::push(Received received) {
  bool is_wake_needed = false;
  {
    std::unique_lock lock(mutex_);
    if (const Notification* const notification = as_notification(received.incoming)) {
      if (const std::optional<Id> id = cancelled_id(*notification)) cancel(*id);
    }
    room_.wait(lock, [&] {
      return is_closed_ || waiting_.empty() || weight_ + received.weight <= max_weight_;
    });
    if (is_closed_) return false;
    weight_ += received.weight;
    waiting_.push_back(std::move(received));
    is_wake_needed = std::exchange(is_starved_, false);
  }
  if (is_wake_needed) wake_();
  return true;
}

void RequestQueue::cancel(const Id& id) {
  if (running_ == id) is_running_cancelled_ = true;
  const auto is_meant = [&](const Received& received) {
    const Request* const request = as_request(received.incoming);
    return request != nullptr && request->id == id && may_be_cancelled(*request);
  };
  for (const Received& received : waiting_) {
    if (is_meant(received)) weight_ -= received.weight;
  }
  std::erase_if(waiting_, is_meant);
}

void RequestQueue::end() {
  {
    const std::lock_guard lock(mutex_);
    is_ended_ = true;
  }
  wake_();
}

std::optional<Incoming> RequestQueue::pop() {
  std::optional<Incoming> next;
  {
    const std::lock_guard lock(mutex_);
    running_.reset();
    is_running_cancelled_ = false;
    if (waiting_.empty()) {
      is_starved_ = true;
      return next;
    }
    weight_ -= waiting_.front().weight;
    next = std::move(waiting_.front().incoming);
    waiting_.pop_front();
    const Request* const request = as_request(*next);
    if (request != nullptr && may_be_cancelled(*request)) {
      running_ = request->id;
    }
  }
  room_.notify_one();
  return next;
}

bool RequestQueue::is_cancelled() const {
  const std::lock_guard lock(mutex_);
  return is_running_cancelled_;
}

bool RequestQueue::is_drained() const {
  const std::lock_guard lock(mutex_);
  return is_ended_ && waiting_.empty();
}

bool RequestQueue::is_empty() const {
  const std::lock_guard lock(mutex_);
  return waiting_.empty();
}

void RequestQueue::close() {
  {
    const std::lock_guard lock(mutex_);
    is_closed_ = true;
  }
  room_.notify_one();
}

}  // namespace notes::mcp
