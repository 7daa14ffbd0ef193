#include "vault/edit_distance.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "vault/unicode.h"

namespace notes {
namespace {

constexpr std::size_t max_wanted_bytes = 200;

std::u32string code_points(std::string_view text) {
  std::u32string result;
  result.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = code_point_at(text, at);
    result.push_back(point.value);
    at += point.length;
  }
  return result;
}

std::string ascii_lowered(std::string_view text) {
  std::string result(text);
  for (char& character : result) {
    if (character >= 'A' && character <= 'Z') character = static_cast<char>(character - 'A' + 'a');
  }
  return result;
}

/// `shorter` has at most as many code points as `longer`, and at most `limit` less.
std::size_t banded_distance(const std::u32string& shorter, const std::u32string& longer,
                            std::size_t limit) {
  const std::size_t too_far = limit + 1;
  const std::size_t width = shorter.size() + 1;
  std::vector<std::size_t> before_last(width, too_far);
  std::vector<std::size_t> last(width, too_far);
  std::vector<std::size_t> current(width, too_far);
  for (std::size_t column = 0; column < width; ++column) last[column] = std::min(column, too_far);

  for (std::size_t row = 1; row <= longer.size(); ++row) {
    const std::size_t begin = row > limit ? row - limit : 1;
    const std::size_t end = std::min(shorter.size(), row + limit);
    std::fill(current.begin(), current.end(), too_far);
    if (row <= limit) current[0] = row;
    std::size_t least = current[0];
    for (std::size_t column = begin; column <= end; ++column) {
      const bool is_same = longer[row - 1] == shorter[column - 1];
      std::size_t best = last[column - 1] + (is_same ? 0 : 1);
      best = std::min({best, last[column] + 1, current[column - 1] + 1, too_far});
      if (row > 1 && column > 1 && longer[row - 1] == shorter[column - 2] &&
          longer[row - 2] == shorter[column - 1]) {
        best = std::min(best, before_last[column - 2] + 1);
      }
      current[column] = best;
      least = std::min(least, best);
    }
    // A swap reaches back two rows, so one more row may still come below the limit.
    if (least > limit && *std::min_element(last.begin(), last.end()) > limit) return too_far;
    std::swap(before_last, last);
    std::swap(last, current);
  }
  return last[shorter.size()];
}

}  // namespace

std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t limit) {
  // A code point has at most four bytes: what differs by more than that is not decoded at all.
  const std::size_t fewer_bytes = std::min(a.size(), b.size());
  const std::size_t more_bytes = std::max(a.size(), b.size());
  const std::size_t fewest_points_of_longer = more_bytes / 4;
  if (fewest_points_of_longer > fewer_bytes && fewest_points_of_longer - fewer_bytes > limit) {
    return limit + 1;
  }
  std::u32string shorter = code_points(a);
  std::u32string longer = code_points(b);
  if (shorter.size() > longer.size()) std::swap(shorter, longer);
  const std::size_t bound = std::min(limit, longer.size());
  if (longer.size() - shorter.size() > bound) return limit + 1;
  const std::size_t distance = banded_distance(shorter, longer, bound);
  return distance > limit ? limit + 1 : distance;
}

std::optional<std::string> nearest(std::string_view wanted, const std::vector<std::string>& known) {
  if (wanted.empty() || wanted.size() > max_wanted_bytes) return std::nullopt;
  const std::string lowered = ascii_lowered(wanted);
  std::size_t allowed = std::max<std::size_t>(1, count_code_points(wanted) / 3);
  const std::string* best = nullptr;
  for (const std::string& name : known) {
    const std::size_t distance = edit_distance(lowered, ascii_lowered(name), allowed);
    if (distance > allowed) continue;
    best = &name;
    if (distance == 0) break;
    allowed = distance - 1;
  }
  if (best == nullptr) return std::nullopt;
  return *best;
}

}  // namespace notes
