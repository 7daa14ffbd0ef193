#include "vault/diff.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <unordered_map>
#include <utility>

namespace notes {
namespace {

using Index = std::ptrdiff_t;

/// Steps along diagonals that one comparison may take in all, about half a second. Larger inputs
/// first get a lower bound for each part, which keeps the result near the shortest all over.
constexpr std::size_t max_steps = std::size_t{1} << 26U;
constexpr std::size_t min_cost = 8;
constexpr std::size_t context_lines = 3;

/// Part of the two sequences that is still to be compared: `[old_begin, old_end)` against
/// `[new_begin, new_end)`.
struct Box {
  Index old_begin, old_end, new_begin, new_end;
};

struct Place {
  Index old_at, new_at;
};

/// One direction of the search: for each diagonal (old - new), how far along `old` a path gets.
/// Places outside the box count as not reached, so that they never hide one inside.
class Frontier {
 public:
  explicit Frontier(std::size_t old_size, std::size_t new_size)
      : zero_(static_cast<Index>(new_size) + 1), reach_(old_size + new_size + 3) {}

  [[nodiscard]] Index& at(Index diagonal) {
    return reach_[static_cast<std::size_t>(diagonal + zero_)];
  }

  void start(Index diagonal, Index old_at) {
    first_ = last_ = diagonal;
    at(diagonal) = old_at;
  }
  /// Lets the paths of the next step fan out by one diagonal on either side, up to the borders.
  void widen(Index lowest, Index highest, Index not_reached) {
    if (first_ > lowest) {
      --first_;
      at(first_ - 1) = not_reached;
    } else {
      ++first_;
    }
    if (last_ < highest) {
      ++last_;
      at(last_ + 1) = not_reached;
    } else {
      --last_;
    }
  }
  [[nodiscard]] Index first() const { return first_; }
  [[nodiscard]] Index last() const { return last_; }
  /// Whether `diagonal` was visited in the last step.
  [[nodiscard]] bool covers(Index diagonal) const {
    return first_ <= diagonal && diagonal <= last_ && (last_ - diagonal) % 2 == 0;
  }

 private:
  Index zero_;
  std::vector<Index> reach_;
  Index first_ = 0;
  Index last_ = 0;
};

constexpr Index before_all = std::numeric_limits<Index>::min() / 2;
constexpr Index after_all = std::numeric_limits<Index>::max() / 2;

/// Finds which lines of two sequences of line numbers are kept.
class Comparison {
 public:
  Comparison(const std::vector<std::uint32_t>& before, const std::vector<std::uint32_t>& after,
             std::size_t max_cost)
      : before_(before),
        after_(after),
        max_steps_each_way_(std::max<std::size_t>(max_cost / 2, 1)),
        forward_(before.size(), after.size()),
        backward_(before.size(), after.size()) {}

  /// Pairs of equal places that are kept, in no order.
  [[nodiscard]] std::vector<Place> kept() {
    std::vector<Box> open = {
        {0, static_cast<Index>(before_.size()), 0, static_cast<Index>(after_.size())}};
    while (!open.empty()) {
      const Box box = trimmed(open.back());
      open.pop_back();
      if (box.old_begin == box.old_end || box.new_begin == box.new_end || steps_ > max_steps)
        continue;
      const Place split = middle(box);
      open.push_back({box.old_begin, split.old_at, box.new_begin, split.new_at});
      open.push_back({split.old_at, box.old_end, split.new_at, box.new_end});
    }
    return std::move(kept_);
  }

 private:
  [[nodiscard]] bool is_equal(Index old_at, Index new_at) const {
    return before_[static_cast<std::size_t>(old_at)] == after_[static_cast<std::size_t>(new_at)];
  }

  /// `box` without what both sides have in common at its ends, which is kept.
  [[nodiscard]] Box trimmed(Box box) {
    while (box.old_begin < box.old_end && box.new_begin < box.new_end &&
           is_equal(box.old_begin, box.new_begin)) {
      kept_.push_back({box.old_begin++, box.new_begin++});
    }
    while (box.old_begin < box.old_end && box.new_begin < box.new_end &&
           is_equal(box.old_end - 1, box.new_end - 1)) {
      kept_.push_back({--box.old_end, --box.new_end});
    }
    return box;
  }

  /// A place on a shortest path through `box`, or the furthest that the allowed cost leads to.
  /// The box has lines on both sides and differs at both ends, so neither corner is given.
  [[nodiscard]] Place middle(const Box& box) {
    const Index lowest = box.old_begin - box.new_end;
    const Index highest = box.old_end - box.new_begin;
    const Index forward_start = box.old_begin - box.new_begin;
    const Index backward_start = box.old_end - box.new_end;
    forward_.start(forward_start, box.old_begin);
    backward_.start(backward_start, box.old_end);
    // The two meet after a forward step when the whole cost is odd, else after a backward one.
    const bool is_odd = (forward_start - backward_start) % 2 != 0;
    for (std::size_t steps = 1; steps <= max_steps_each_way_; ++steps) {
      forward_.widen(lowest, highest, before_all);
      for (Index diagonal = forward_.last(); diagonal >= forward_.first(); diagonal -= 2) {
        const Index reached = advance(box, diagonal);
        if (is_odd && backward_.covers(diagonal) && backward_.at(diagonal) <= reached)
          return {reached, reached - diagonal};
      }
      backward_.widen(lowest, highest, after_all);
      for (Index diagonal = backward_.last(); diagonal >= backward_.first(); diagonal -= 2) {
        const Index reached = retreat(box, diagonal);
        if (!is_odd && forward_.covers(diagonal) && reached <= forward_.at(diagonal))
          return {reached, reached - diagonal};
      }
    }
    return furthest(box);
  }

  Index advance(const Box& box, Index diagonal) {
    Index old_at = std::max(forward_.at(diagonal - 1) + 1, forward_.at(diagonal + 1));
    const Index old_end = std::min(box.old_end, box.new_end + diagonal);
    ++steps_;
    if (old_at > old_end) old_at = before_all;
    if (old_at >= box.old_begin) {
      for (; old_at < old_end && is_equal(old_at, old_at - diagonal); ++old_at) ++steps_;
    }
    forward_.at(diagonal) = old_at;
    return old_at;
  }

  Index retreat(const Box& box, Index diagonal) {
    Index old_at = std::min(backward_.at(diagonal - 1), backward_.at(diagonal + 1) - 1);
    const Index old_begin = std::max(box.old_begin, box.new_begin + diagonal);
    ++steps_;
    if (old_at < old_begin) old_at = after_all;
    if (old_at <= box.old_end) {
      for (; old_at > old_begin && is_equal(old_at - 1, old_at - 1 - diagonal); --old_at) ++steps_;
    }
    backward_.at(diagonal) = old_at;
    return old_at;
  }

  /// The place of the last step, of either direction, that leaves most lines behind it.
  [[nodiscard]] Place furthest(const Box& box) {
    Place best{box.old_begin, box.new_begin};
    Index best_lines = 0;
    const auto consider = [&](Index old_at, Index diagonal, Index lines) {
      if (lines <= best_lines) return;
      best = {old_at, old_at - diagonal};
      best_lines = lines;
    };
    for (Index diagonal = forward_.first(); diagonal <= forward_.last(); diagonal += 2) {
      const Index old_at = forward_.at(diagonal);
      if (old_at < box.old_begin) continue;
      consider(old_at, diagonal, 2 * old_at - diagonal - box.old_begin - box.new_begin);
    }
    for (Index diagonal = backward_.first(); diagonal <= backward_.last(); diagonal += 2) {
      const Index old_at = backward_.at(diagonal);
      if (old_at > box.old_end) continue;
      consider(old_at, diagonal, box.old_end + box.new_end - 2 * old_at + diagonal);
    }
    return best;
  }

  const std::vector<std::uint32_t>& before_;
  const std::vector<std::uint32_t>& after_;
  std::size_t max_steps_each_way_;
  Frontier forward_;
  Frontier backward_;
  std::vector<Place> kept_;
  std::size_t steps_ = 0;
};

/// The lines of one side that the other has too, as numbers, and where they are. The rest cannot be
/// kept, and leaving it out changes no longest common subsequence.
struct SharedLines {
  std::vector<std::uint32_t> numbers;
  std::vector<std::size_t> places;
};

std::pair<SharedLines, SharedLines> shared_lines(const std::vector<std::string_view>& before,
                                                 const std::vector<std::string_view>& after,
                                                 std::size_t begin, std::size_t end_distance) {
  struct Known {
    std::uint32_t number;
    bool is_in_after;
  };
  std::unordered_map<std::string_view, Known> known;
  for (std::size_t line = begin; line + end_distance < before.size(); ++line)
    known.try_emplace(before[line], Known{static_cast<std::uint32_t>(known.size()), false});
  std::pair<SharedLines, SharedLines> result;
  for (std::size_t line = begin; line + end_distance < after.size(); ++line) {
    const auto found = known.find(after[line]);
    if (found == known.end()) continue;
    found->second.is_in_after = true;
    result.second.numbers.push_back(found->second.number);
    result.second.places.push_back(line);
  }
  for (std::size_t line = begin; line + end_distance < before.size(); ++line) {
    const Known& entry = known.find(before[line])->second;
    if (!entry.is_in_after) continue;
    result.first.numbers.push_back(entry.number);
    result.first.places.push_back(line);
  }
  return result;
}

std::string range(std::size_t line, std::size_t count) {
  // A range of no lines is named by the line before it.
  std::string text = std::to_string(count == 0 ? line : line + 1);
  if (count != 1) text += ',' + std::to_string(count);
  return text;
}

void add_line(std::string& diff, char mark, std::string_view line) {
  diff += mark;
  diff += line;
  if (!line.ends_with('\n')) diff += "\n\\ No newline at end of file\n";
}

}  // namespace

std::vector<LineChange> line_changes(const std::vector<std::string_view>& before,
                                     const std::vector<std::string_view>& after,
                                     std::size_t max_cost) {
  const std::size_t shorter = std::min(before.size(), after.size());
  std::size_t begin = 0;
  while (begin < shorter && before[begin] == after[begin]) ++begin;
  std::size_t end_distance = 0;
  while (end_distance < shorter - begin &&
         before[before.size() - 1 - end_distance] == after[after.size() - 1 - end_distance])
    ++end_distance;

  const auto [old_lines, new_lines] = shared_lines(before, after, begin, end_distance);
  const std::size_t affordable =
      max_steps / (old_lines.numbers.size() + new_lines.numbers.size() + 1);
  const std::size_t cost = std::min(max_cost, std::max(affordable, min_cost));
  std::vector<Place> kept = Comparison(old_lines.numbers, new_lines.numbers, cost).kept();
  std::sort(kept.begin(), kept.end(),
            [](const Place& left, const Place& right) { return left.old_at < right.old_at; });

  std::vector<LineChange> changes;
  std::size_t old_line = begin;
  std::size_t new_line = begin;
  const auto add_until = [&](std::size_t old_next, std::size_t new_next) {
    if (old_next > old_line || new_next > new_line)
      changes.push_back({old_line, old_next - old_line, new_line, new_next - new_line});
    old_line = old_next + 1;
    new_line = new_next + 1;
  };
  for (const Place& place : kept)
    add_until(old_lines.places[static_cast<std::size_t>(place.old_at)],
              new_lines.places[static_cast<std::size_t>(place.new_at)]);
  add_until(before.size() - end_distance, after.size() - end_distance);
  return changes;
}

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  lines.reserve(static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) + 1);
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::size_t length = end == std::string_view::npos ? text.size() : end + 1;
    lines.push_back(text.substr(0, length));
    text.remove_prefix(length);
  }
  return lines;
}

std::string unified_diff(std::string_view before, std::string_view after, std::string_view name) {
  if (before == after) return {};
  const std::vector<std::string_view> old_lines = lines_of(before);
  const std::vector<std::string_view> new_lines = lines_of(after);
  const std::vector<LineChange> changes = line_changes(old_lines, new_lines);

  std::string diff;
  diff.append("--- ").append(name).append("\n+++ ").append(name).append("\n");
  for (auto first = changes.begin(); first != changes.end();) {
    auto last = first;
    while (last + 1 != changes.end() &&
           (last + 1)->old_line - (last->old_line + last->old_count) <= 2 * context_lines)
      ++last;
    const std::size_t lead = std::min(context_lines, first->old_line);
    const std::size_t old_end = last->old_line + last->old_count;
    const std::size_t tail = std::min(context_lines, old_lines.size() - old_end);
    const std::size_t old_begin = first->old_line - lead;
    const std::size_t new_begin = first->new_line - lead;
    const std::size_t new_end = last->new_line + last->new_count;
    diff.append("@@ -").append(range(old_begin, old_end + tail - old_begin));
    diff.append(" +").append(range(new_begin, new_end + tail - new_begin)).append(" @@\n");
    std::size_t old_line = old_begin;
    for (auto change = first; change != last + 1; ++change) {
      for (; old_line < change->old_line; ++old_line) add_line(diff, ' ', old_lines[old_line]);
      for (; old_line < change->old_line + change->old_count; ++old_line)
        add_line(diff, '-', old_lines[old_line]);
      for (std::size_t line = change->new_line; line < change->new_line + change->new_count; ++line)
        add_line(diff, '+', new_lines[line]);
    }
    for (; old_line < old_end + tail; ++old_line) add_line(diff, ' ', old_lines[old_line]);
    first = last + 1;
  }
  return diff;
}

}  // namespace notes
