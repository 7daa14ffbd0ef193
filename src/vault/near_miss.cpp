#include "vault/near_miss.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "vault/character_name.h"
#include "vault/text_line.h"
#include "vault/unicode.h"

namespace notes {
namespace {

constexpr std::size_t max_shown_code_points = 80;
constexpr std::size_t max_key_code_points = 120;  ///< of the line that is compared
constexpr std::size_t max_candidates = 16;
constexpr std::size_t max_segment_bytes = 1000;  ///< long lines are looked at in parts
constexpr std::size_t gram_bytes = 3;

bool is_inside_character(std::string_view text, std::size_t at) {
  return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U;
}

std::size_t character_start(std::string_view text, std::size_t at) {
  while (at > 0 && is_inside_character(text, at)) --at;
  return at;
}

/// The first line of `text` that is not blank, without the blanks around it, cut to what is
/// compared. Empty when all is blank.
std::string_view key_line(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  const std::size_t begin = text.find_first_not_of(blanks);
  if (begin == std::string_view::npos) return {};
  std::string_view line = text.substr(begin);
  line = line.substr(0, line.find('\n'));
  line = line.substr(0, line.find_last_not_of(blanks) + 1);
  return line.substr(0, byte_offset(line, max_key_code_points));
}

/// Part of a line: of its own when the line is short.
struct Segment {
  std::size_t begin, end;
  std::size_t shared;  ///< sequences that it has in common with what is looked for
};

unsigned char lower(char byte) {
  return static_cast<unsigned char>(byte >= 'A' && byte <= 'Z' ? byte - 'A' + 'a' : byte);
}

/// Counts how many of the byte sequences of one line other lines have.
class SharedSequences {
 public:
  explicit SharedSequences(std::string_view key) : length_(std::min(gram_bytes, key.size())) {
    for (std::size_t at = 0; at + length_ <= key.size(); ++at) {
      std::uint16_t& number = numbers_[hash(key, at)];
      if (number == 0) number = ++count_;
    }
    seen_.resize(count_ + std::size_t{1});
  }

  [[nodiscard]] std::size_t in(std::string_view line) {
    ++line_;
    std::size_t shared = 0;
    for (std::size_t at = 0; at + length_ <= line.size(); ++at) {
      const std::uint16_t number = numbers_[hash(line, at)];
      if (number == 0 || seen_[number] == line_) continue;
      seen_[number] = line_;
      ++shared;
    }
    return shared;
  }

 private:
  [[nodiscard]] std::size_t hash(std::string_view text, std::size_t at) const {
    std::uint32_t bytes = 0;
    for (std::size_t byte = 0; byte < length_; ++byte) bytes = bytes << 8U | lower(text[at + byte]);
    return (bytes * 0x9E3779B1U) >> 16U;
  }

  std::size_t length_;
  std::array<std::uint16_t, 65536> numbers_{};
  std::uint16_t count_ = 0;
  std::vector<std::size_t> seen_;  ///< for each sequence, the last line that had it
  std::size_t line_ = 0;
};

/// Parts of lines that share most sequences with `key`, at most `max_candidates`; of equals the
/// first ones.
std::vector<Segment> candidates(std::string_view text, std::string_view key) {
  SharedSequences sequences(key);
  std::vector<Segment> best;
  std::size_t line_end = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    if (begin >= line_end) line_end = std::min(text.find('\n', begin), text.size());
    std::size_t end = std::min(line_end, begin + max_segment_bytes);
    if (end < line_end) end = std::max(character_start(text, end), begin + 1);
    const std::size_t shared = sequences.in(text.substr(begin, end - begin));
    const bool is_full = best.size() == max_candidates;
    if (shared > 0 && (!is_full || shared > best.back().shared)) {
      if (is_full) best.pop_back();
      const auto place = std::upper_bound(
          best.begin(), best.end(), shared,
          [](std::size_t value, const Segment& segment) { return value > segment.shared; });
      best.insert(place, {begin, end, shared});
    }
    begin = end == line_end ? end + 1 : end;
  }
  return best;
}

struct Character {
  char32_t value;
  std::size_t offset;
};

std::vector<Character> characters(std::string_view text) {
  std::vector<Character> result;
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint character = code_point_at(text, at);
    result.push_back({character.value, at});
    at += character.length;
  }
  return result;
}

struct Alignment {
  std::size_t distance;
  std::size_t begin;  ///< byte of the line where what is nearest to the key begins
};

/// The part of `line` that takes the fewest changes to become `key`.
Alignment best_alignment(const std::vector<Character>& key, std::string_view line) {
  const std::vector<Character> there = characters(line);
  std::vector<Alignment> row(there.size() + 1);
  for (std::size_t column = 0; column < row.size(); ++column)
    row[column] = {0, column < there.size() ? there[column].offset : line.size()};
  for (const Character& character : key) {
    Alignment diagonal = row[0];
    ++row[0].distance;
    for (std::size_t column = 1; column < row.size(); ++column) {
      const Alignment above = row[column];
      Alignment best = diagonal;
      if (there[column - 1].value != character.value) ++best.distance;
      // Of equals the diagonal is taken, so that an alignment begins with a changed character
      // rather than after a missing one.
      if (row[column - 1].distance + 1 < best.distance)
        best = {row[column - 1].distance + 1, row[column - 1].begin};
      if (above.distance + 1 < best.distance) best = {above.distance + 1, above.begin};
      row[column] = best;
      diagonal = above;
    }
  }
  return *std::min_element(
      row.begin(), row.end(),
      [](const Alignment& left, const Alignment& right) { return left.distance < right.distance; });
}

/// Number of first bytes that both have in common.
std::size_t common_prefix(std::string_view left, std::string_view right) {
  const std::size_t shorter = std::min(left.size(), right.size());
  return static_cast<std::size_t>(std::mismatch(left.begin(),
                                                left.begin() + static_cast<std::ptrdiff_t>(shorter),
                                                right.begin())
                                      .first -
                                  left.begin());
}

std::size_t common_suffix(std::string_view left, std::string_view right) {
  std::size_t length = 0;
  while (length < left.size() && length < right.size() &&
         left[left.size() - 1 - length] == right[right.size() - 1 - length])
    ++length;
  return length;
}

/// `line` cut to about 80 code points around the byte `at`.
std::string shown_around(std::string_view line, std::size_t at) {
  if (count_code_points(line) <= max_shown_code_points) return std::string(line);
  const std::size_t before = count_code_points(line.substr(0, at));
  const std::size_t first =
      before > max_shown_code_points / 2 ? before - max_shown_code_points / 2 : std::size_t{0};
  const std::size_t begin = byte_offset(line, first);
  const std::string_view rest = line.substr(begin);
  const std::size_t length = byte_offset(rest, max_shown_code_points);
  return (begin > 0 ? "…" : "") + std::string(rest.substr(0, length)) +
         (length < rest.size() ? "…" : "");
}

NearMiss miss_at(std::string_view text, std::size_t at, std::string_view wanted,
                 std::size_t wanted_at) {
  const std::size_t line_begin = line_begin_before(text, at);
  const std::string_view line =
      text.substr(line_begin, std::min(text.find('\n', at), text.size()) - line_begin);
  const auto lines_before =
      std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(line_begin), '\n');
  return {.line = static_cast<std::size_t>(lines_before) + 1,
          .column = count_code_points(text.substr(line_begin, at - line_begin)) + 1,
          .shown = shown_around(line, at - line_begin),
          .there = character_name(text, at),
          .wanted = character_name(wanted, wanted_at)};
}

}  // namespace

std::optional<NearMiss> nearest_place(std::string_view text, std::string_view wanted) {
  const std::string_view key = key_line(wanted);
  if (key.empty()) return std::nullopt;
  const auto key_begin = static_cast<std::size_t>(key.data() - wanted.data());
  const std::vector<Character> key_characters = characters(key);

  struct Found {
    std::size_t distance, begin, equal_bytes;
  };
  std::optional<Found> best;
  for (const Segment& segment : candidates(text, key)) {
    // What is nearest may begin or end a little outside of the part.
    const std::size_t line_begin = line_begin_before(text, segment.begin);
    const std::size_t begin = character_start(
        text, std::max(line_begin, segment.begin - std::min(segment.begin, key.size())));
    const std::size_t line_end = std::min(text.find('\n', segment.begin), text.size());
    const std::size_t end = character_start(text, std::min(line_end, segment.end + key.size()));
    const Alignment alignment = best_alignment(key_characters, text.substr(begin, end - begin));
    const Found found{
        alignment.distance, begin + alignment.begin,
        common_prefix(text.substr(begin + alignment.begin), wanted.substr(key_begin))};
    if (!best || found.distance < best->distance ||
        (found.distance == best->distance && found.equal_bytes > best->equal_bytes))
      best = found;
  }
  if (!best || best->distance * 2 > key_characters.size()) return std::nullopt;

  if (best->equal_bytes < wanted.size() - key_begin)
    return miss_at(text, character_start(text, best->begin + best->equal_bytes), wanted,
                   character_start(wanted, key_begin + best->equal_bytes));
  // All from the key on is there, so what stands before it differs.
  const std::size_t equal = common_suffix(text.substr(0, best->begin), wanted.substr(0, key_begin));
  if (equal == best->begin) return miss_at(text, 0, wanted, 0);
  return miss_at(text, character_start(text, best->begin - equal - 1), wanted,
                 character_start(wanted, key_begin - equal - 1));
}

std::string excerpt(std::string_view text) {
  const std::size_t length = byte_offset(text, max_shown_code_points);
  std::string shown;
  for (const char byte : text.substr(0, length)) {
    if (byte == '\n') {
      shown += "\\n";
    } else {
      shown += byte;
    }
  }
  if (length < text.size()) shown += "…";
  return shown;
}

}  // namespace notes
