#include "vault/occurrences.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace notes {
namespace {

constexpr std::size_t max_comparisons = std::size_t{1} << 28U;
constexpr std::size_t bytes_a_comparison = 64;
constexpr std::size_t max_first_places = 10;
constexpr std::size_t max_hashed_bytes = 64;
constexpr std::size_t none = static_cast<std::size_t>(-1);

constexpr std::uint64_t hash_base = 0x9E3779B97F4A7C15ULL;

std::uint64_t hash_of(std::string_view bytes) {
  std::uint64_t hash = 0;
  for (const char byte : bytes) hash = hash * hash_base + static_cast<unsigned char>(byte);
  return hash;
}

/// Wanted texts of which the same number of first bytes is hashed, by that hash; and the hash of as
/// many bytes of the text, rolled on byte by byte.
/// Source: Karp and Rabin, "Efficient Randomized Pattern-Matching Algorithms" (1987).
class HashTable {
 public:
  explicit HashTable(std::size_t length) : length_(length) {
    heads_.fill(none);
    for (std::size_t byte = 1; byte < length; ++byte) highest_ *= hash_base;
  }

  void add(std::size_t index, std::string_view wanted) {
    const std::uint64_t hash = hash_of(wanted.substr(0, length_));
    std::size_t& head = heads_[slot(hash)];
    entries_.push_back({hash, index, head});
    head = entries_.size() - 1;
  }
  [[nodiscard]] bool is_empty() const { return entries_.empty(); }

  void start(std::string_view text) { hash_ = hash_of(text.substr(0, length_)); }
  /// Moves from the bytes at `at` to those at `at + 1`.
  void roll(std::string_view text, std::size_t at) {
    const std::uint64_t leaves = static_cast<unsigned char>(text[at]);
    const std::size_t next = at + length_;
    const std::uint64_t enters =
        next < text.size() ? static_cast<unsigned char>(text[next]) : std::uint64_t{0};
    hash_ = (hash_ - leaves * highest_) * hash_base + enters;
  }

  struct Entry {
    std::uint64_t hash;
    std::size_t index;  ///< of the wanted text
    std::size_t next;   ///< entry in the same slot, or `none`
  };
  /// The first entry that may be at the current place, or `none`.
  [[nodiscard]] std::size_t first() const { return heads_[slot(hash_)]; }
  [[nodiscard]] const Entry& entry(std::size_t at) const { return entries_[at]; }
  [[nodiscard]] bool is_here(const Entry& entry) const { return entry.hash == hash_; }

 private:
  static constexpr unsigned slot_bits = 12;
  [[nodiscard]] static std::size_t slot(std::uint64_t hash) {
    return static_cast<std::size_t>((hash * hash_base) >> (64U - slot_bits));
  }
  std::size_t length_;
  std::uint64_t highest_ = 1;  ///< factor of the first byte in the hash
  std::uint64_t hash_ = 0;
  std::array<std::size_t, std::size_t{1} << slot_bits> heads_{};
  std::vector<Entry> entries_;
};

class Search {
 public:
  Search(std::string_view text, const std::vector<Wanted>& wanted)
      : text_(text), wanted_(wanted), ends_(wanted.size()) {
    found_.tallies.resize(wanted.size());
    for (std::size_t length = max_hashed_bytes; length > 0; length /= 2) {
      HashTable table(length);
      for (std::size_t index = 0; index < wanted.size(); ++index)
        if (hashed_bytes(wanted[index].text) == length) table.add(index, wanted[index].text);
      if (!table.is_empty()) tables_.push_back(std::move(table));
    }
  }

  [[nodiscard]] std::optional<Occurrences> run() {
    for (HashTable& table : tables_) table.start(text_);
    for (std::size_t at = 0; at < text_.size(); ++at) {
      for (HashTable& table : tables_) {
        look(table, at);
        table.roll(text_, at);
      }
      if (comparisons_ > max_comparisons) return std::nullopt;
    }
    return std::move(found_);
  }

 private:
  [[nodiscard]] static std::size_t hashed_bytes(std::string_view text) {
    std::size_t length = max_hashed_bytes;
    while (length > text.size()) length /= 2;
    return length;
  }

  void look(const HashTable& table, std::size_t at) {
    for (std::size_t next = table.first(); next != none; next = table.entry(next).next) {
      ++comparisons_;
      const HashTable::Entry& entry = table.entry(next);
      if (table.is_here(entry) && is_at(wanted_[entry.index].text, at)) record(entry.index, at);
    }
  }

  [[nodiscard]] bool is_at(std::string_view wanted, std::size_t at) {
    const std::string_view there = text_.substr(at, wanted.size());
    if (there.size() < wanted.size()) return false;
    if (there.substr(0, bytes_a_comparison) != wanted.substr(0, bytes_a_comparison)) return false;
    if (wanted.size() <= bytes_a_comparison) return true;
    comparisons_ += wanted.size() / bytes_a_comparison;
    return there.substr(bytes_a_comparison) == wanted.substr(bytes_a_comparison);
  }

  void record(std::size_t index, std::size_t at) {
    Tally& tally = found_.tallies[index];
    ++tally.overlapping_count;
    if (at < ends_[index]) return;
    ends_[index] = at + wanted_[index].text.size();
    ++tally.count;
    if (tally.first_places.size() < max_first_places) tally.first_places.push_back(at);
    if (found_.overlap || tally.count > wanted_[index].most) return;
    if (at < last_end_) {
      found_.overlap = std::minmax(last_index_, index);
      return;
    }
    found_.matches.push_back({at, index});
    last_end_ = ends_[index];
    last_index_ = index;
  }

  std::string_view text_;
  const std::vector<Wanted>& wanted_;
  std::vector<HashTable> tables_;
  Occurrences found_;
  std::vector<std::size_t> ends_;  ///< where the last counted occurrence of each ends
  std::size_t last_end_ = 0;       ///< where the last match of any ends
  std::size_t last_index_ = 0;
  std::size_t comparisons_ = 0;
};

}  // namespace

std::optional<Occurrences> find_occurrences(std::string_view text,
                                            const std::vector<Wanted>& wanted) {
  return Search(text, wanted).run();
}

}  // namespace notes
