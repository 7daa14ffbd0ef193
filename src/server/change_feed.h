#pragma once
#include <chrono>
#include <optional>
#include <set>

#include "server/log.h"
#include "vault/vault.h"

namespace notes::mcp {

/// When to ask the vault what changed, and when to tell: bursts (a `git checkout`) are gathered,
/// and nothing is looked at while nobody listens. The time comes from outside.
class ChangeFeed {
 public:
  using Clock = std::chrono::steady_clock;

  /// A burst is told when nothing more came for so long ...
  static constexpr std::chrono::milliseconds quiet{100};
  /// ... or when its first change was seen this long ago.
  static constexpr std::chrono::milliseconds longest_burst{1000};
  /// From the sign of a change to the look at it, and between two looks of a burst.
  static constexpr std::chrono::milliseconds look_delay{50};
  /// Between two looks where the system tells of no change, or the vault is gone.
  static constexpr std::chrono::milliseconds poll_interval{1000};

  ChangeFeed(Vault& vault, const Log& log);

  /// Somebody listens: from the return on, no change is missed. Nothing is done the second time.
  void start(Clock::time_point now);
  /// As `start`, once it has been quiet for a moment; put off by each further call.
  void start_when_quiet(Clock::time_point now);
  /// Nobody listens any more; what was seen and not told is forgotten.
  void stop();

  /// There may be something to see: a request was carried out, or the descriptor is readable.
  void expect_change(Clock::time_point now);
  /// Looks, if it is time, and gives the burst that is to be told now; empty mostly.
  [[nodiscard]] NoteChanges take(Clock::time_point now);
  /// When `take` should be called next; nullopt: not before `expect_change`.
  [[nodiscard]] std::optional<Clock::time_point> next_time() const;
  /// What to wait for readability of; nullopt while that would tell nothing new.
  [[nodiscard]] std::optional<int> descriptor() const;

 private:
  enum class State { stopped, waiting_for_quiet, started };

  void look(Clock::time_point now);

  Vault& vault_;
  const Log& log_;
  State state_ = State::stopped;
  std::optional<Clock::time_point> look_at_;
  std::optional<Clock::time_point> first_seen_;  // of the burst; none: no burst
  Clock::time_point last_seen_;
  std::set<Slug> changed_;
  bool is_list_changed_ = false;
  bool is_polling_told_ = false;
};

}  // namespace notes::mcp
