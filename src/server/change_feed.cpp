#include "server/change_feed.h"

#include <algorithm>
#include <string>
#include <utility>

namespace notes::mcp {

ChangeFeed::ChangeFeed(Vault& vault, const Log& log) : vault_(vault), log_(log) {}

void ChangeFeed::start(Clock::time_point now) {
  if (state_ == State::started) return;
  state_ = State::started;
  look_at_.reset();
  // What changed while nobody listened is nobody's business.
  const Result<NoteChanges> before = vault_.take_changes();
  if (!before) log_.info(before.error().message);
  if (!before || !vault_.change_descriptor()) look_at_ = now + poll_interval;
  if (before && !vault_.change_descriptor() && !std::exchange(is_polling_told_, true)) {
    log_.warning(
        "the system does not tell of changes in this folder; it is looked at once a second");
  }
}

void ChangeFeed::start_when_quiet(Clock::time_point now) {
  if (state_ == State::started) return;
  state_ = State::waiting_for_quiet;
  look_at_ = now + quiet;
}

void ChangeFeed::stop() {
  state_ = State::stopped;
  look_at_.reset();
  first_seen_.reset();
  changed_.clear();
  is_list_changed_ = false;
}

void ChangeFeed::expect_change(Clock::time_point now) {
  // Where every look is a sweep of the folder the next one comes soon enough by itself.
  if (state_ != State::started || look_at_ || !vault_.change_descriptor()) return;
  look_at_ = now + look_delay;
}

void ChangeFeed::look(Clock::time_point now) {
  look_at_ = now + poll_interval;  // unless it goes well
  const Result<NoteChanges> changes = vault_.take_changes();
  if (!changes) {
    log_.info(changes.error().message);
    return;
  }
  if (!changes->changed.empty() || changes->is_list_changed) {
    changed_.insert(changes->changed.begin(), changes->changed.end());
    is_list_changed_ = is_list_changed_ || changes->is_list_changed;
    if (!first_seen_) first_seen_ = now;
    last_seen_ = now;
  }
  if (first_seen_) {
    look_at_ = now + look_delay;
  } else if (vault_.change_descriptor()) {
    look_at_.reset();
  }
}

NoteChanges ChangeFeed::take(Clock::time_point now) {
  NoteChanges burst;
  if (!look_at_ || now < *look_at_) return burst;
  if (state_ == State::waiting_for_quiet) {
    start(now);
    return burst;
  }
  look(now);
  if (!first_seen_ || (now < last_seen_ + quiet && now < *first_seen_ + longest_burst)) {
    return burst;
  }
  burst.changed.assign(changed_.begin(), changed_.end());
  burst.is_list_changed = is_list_changed_;
  first_seen_.reset();
  changed_.clear();
  is_list_changed_ = false;
  if (vault_.change_descriptor()) {
    look_at_.reset();
  } else {
    look_at_ = now + poll_interval;
  }
  return burst;
}

std::optional<ChangeFeed::Clock::time_point> ChangeFeed::next_time() const { return look_at_; }

std::optional<int> ChangeFeed::descriptor() const {
  if (state_ != State::started || look_at_) return std::nullopt;
  return vault_.change_descriptor();
}

}  // namespace notes::mcp
