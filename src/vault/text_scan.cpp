#include "vault/text_scan.h"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <utility>

namespace notes {
namespace {

using Bytes = std::array<unsigned char, 256>;

/// For each byte how often it stands in folded notes, as a rank: 0 is rarest. Letters by their
/// frequency in English and its neighbours; of UTF-8, lead bytes are many where they are at all,
/// and the bytes that follow are as spread as middling letters.
constexpr Bytes make_ranks() {
  Bytes ranks{};
  constexpr std::string_view by_rarity =
      "~^{}$%&@;<>|\\?!+=97865430#\"'`/()[]:_*21jqxz\nkv,-.wybpfgmucdhlrsnitoae ";
  unsigned char rank = 1;
  for (const char byte : by_rarity) ranks[static_cast<unsigned char>(byte)] = rank++;
  for (std::size_t byte = 0x80; byte < 0xC0; ++byte) ranks[byte] = ranks['w'];
  for (const std::size_t byte : {0xC3U, 0xD7U, 0xD8U, 0xD9U}) ranks[byte] = ranks['g'];
  for (const std::size_t byte : {0xCEU, 0xD0U, 0xD1U, 0xE0U, 0xE3U}) ranks[byte] = ranks['e'];
  for (std::size_t byte = 0xE4; byte <= 0xED; ++byte) ranks[byte] = ranks['c'];
  return ranks;
}
constexpr Bytes ranks = make_ranks();

/// Bytes up to this rank stand less than three times in a thousand, where asking for them alone is
/// the faster way.
constexpr unsigned char rare_rank = ranks[static_cast<unsigned char>('z')];

unsigned char byte_at(std::string_view text, std::size_t at) {
  return static_cast<unsigned char>(text[at]);
}

constexpr std::size_t block = 128;

/// Whether in any of the `block` places from each of `places` on all three bytes stand. Of this
/// form, because it has no branch in the loop and a fixed count, and so becomes vector
/// instructions.
bool block_has(const std::array<const char*, 3>& places, const std::array<char, 3>& bytes) {
  const auto [first, second, third] = places;
  const auto [first_byte, second_byte, third_byte] = bytes;
  unsigned char any = 0;
  for (std::size_t i = 0; i < block; ++i) {
    const auto hit =
        static_cast<unsigned char>(static_cast<unsigned char>(first[i] == first_byte) &
                                   static_cast<unsigned char>(second[i] == second_byte) &
                                   static_cast<unsigned char>(third[i] == third_byte));
    any = static_cast<unsigned char>(any | hit);
  }
  return any != 0;
}

enum class AsciiClass : unsigned char { none, letter };

constexpr std::array<AsciiClass, 128> make_ascii_classes() {
  std::array<AsciiClass, 128> classes{};
  for (std::size_t byte = 'a'; byte <= 'z'; ++byte) classes[byte] = AsciiClass::letter;
  for (std::size_t byte = 'A'; byte <= 'Z'; ++byte) classes[byte] = AsciiClass::letter;
  for (std::size_t byte = '0'; byte <= '9'; ++byte) classes[byte] = AsciiClass::letter;
  classes['_'] = AsciiClass::letter;
  return classes;
}
constexpr std::array<AsciiClass, 128> ascii_classes = make_ascii_classes();

WordClass ascii_class(unsigned char byte) {
  return ascii_classes[byte] == AsciiClass::letter ? WordClass::letter : WordClass::none;
}

std::size_t code_point_begin(std::string_view text, std::size_t end) {
  std::size_t begin = end - 1;
  while (begin > 0 && end - begin < 4 && (byte_at(text, begin) & 0xC0U) == 0x80U) --begin;
  return begin;
}

}  // namespace

Needle::Needle(std::string bytes) : bytes_(std::move(bytes)) {
  if (bytes_.size() > max_compared) {
    long_ = bytes_;
    bytes_.resize(max_compared);
    borders_.resize(long_.size() + 1);
    std::size_t border = 0;
    for (std::size_t i = 1; i < long_.size(); ++i) {
      while (border > 0 && long_[i] != long_[border]) border = borders_[border];
      if (long_[i] == long_[border]) ++border;
      borders_[i + 1] = border;
    }
  }
  std::vector<std::size_t> places(bytes_.size());
  std::iota(places.begin(), places.end(), std::size_t{0});
  const auto rank = [this](std::size_t i) { return ranks[byte_at(bytes_, i)]; };
  std::stable_sort(places.begin(), places.end(),
                   [&](std::size_t left, std::size_t right) { return rank(left) < rank(right); });
  for (std::size_t i = 0; i < rare_.size(); ++i) {
    rare_[i] = places[std::min(i, places.size() - 1)];
    frequency_ += i < places.size() ? rank(rare_[i]) : ranks[' '];
  }
  is_rare_ = bytes_.size() == 1 || rank(rare_[0]) <= rare_rank;
}

std::size_t Needle::find_by_rare_byte(std::string_view text, std::size_t from,
                                      std::size_t end) const {
  const char* data = text.data();
  const std::size_t rare = rare_[0];
  const std::size_t second = rare_[1];
  while (from < end) {
    const void* found = std::memchr(data + from + rare, bytes_[rare], end - from);
    if (found == nullptr) return nowhere;
    from = static_cast<std::size_t>(static_cast<const char*>(found) - data) - rare;
    if (data[from + second] == bytes_[second] &&
        std::memcmp(data + from, bytes_.data(), bytes_.size()) == 0) {
      return from;
    }
    ++from;
  }
  return nowhere;
}

std::size_t Needle::find_long(std::string_view text, std::size_t from) const {
  std::size_t matched = 0;
  for (std::size_t at = from; at < text.size(); ++at) {
    while (matched > 0 && text[at] != long_[matched]) matched = borders_[matched];
    if (text[at] == long_[matched]) ++matched;
    if (matched == long_.size()) return at + 1 - matched;
  }
  return nowhere;
}

std::size_t Needle::find(std::string_view text, std::size_t from) const {
  const std::size_t found = find_short(text, from);
  return long_.empty() || found == nowhere ? found : find_long(text, found);
}

std::size_t Needle::find_short(std::string_view text, std::size_t from) const {
  if (text.size() < bytes_.size()) return nowhere;
  const std::size_t end = text.size() - bytes_.size() + 1;
  if (is_rare_) return find_by_rare_byte(text, from, end);
  const std::array<char, 3> wanted = {bytes_[rare_[0]], bytes_[rare_[1]], bytes_[rare_[2]]};
  while (from + block <= end) {
    const char* here = text.data() + from;
    if (block_has({here + rare_[0], here + rare_[1], here + rare_[2]}, wanted)) {
      const std::size_t found = find_by_rare_byte(text, from, from + block);
      if (found != nowhere) return found;
    }
    from += block;
  }
  return find_by_rare_byte(text, from, end);
}

WordClass class_at(std::string_view text, std::size_t at) {
  if (at >= text.size()) return WordClass::none;
  const unsigned char byte = byte_at(text, at);
  if (byte < 0x80) return ascii_class(byte);
  // A separator, or a character that an end of `text` has cut.
  const std::size_t length = byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
  if (byte < 0xC2 || byte >= 0xF8 || text.size() - at < length) return WordClass::none;
  return word_class(code_point_at(text, at).value);
}

WordClass class_before(std::string_view text, std::size_t at) {
  if (at == 0) return WordClass::none;
  const unsigned char byte = byte_at(text, at - 1);
  if (byte < 0x80) return ascii_class(byte);
  return class_at(text, code_point_begin(text, at));
}

bool is_part_begin(std::string_view text, std::size_t at) {
  return at == 0 || text[at - 1] == '_' || class_before(text, at) != WordClass::letter;
}

bool is_part_end(std::string_view text, std::size_t at) {
  return at >= text.size() || text[at] == '_' || class_at(text, at) != WordClass::letter;
}

std::size_t part_end(std::string_view text, std::size_t at) {
  while (at < text.size() && text[at] != '_' && class_at(text, at) == WordClass::letter) {
    at += byte_at(text, at) < 0x80 ? 1 : code_point_at(text, at).length;
  }
  return at;
}

std::size_t part_begin(std::string_view text, std::size_t at) {
  while (at > 0 && text[at - 1] != '_' && class_before(text, at) == WordClass::letter) {
    at = code_point_begin(text, at);
  }
  return at;
}

}  // namespace notes
