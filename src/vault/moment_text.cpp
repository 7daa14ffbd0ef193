#include "vault/moment_text.h"

#include <algorithm>
#include <cstdint>

#include "vault/text_line.h"

namespace notes {
namespace {

constexpr std::string_view digits = "0123456789";
constexpr std::size_t date_length = 10;  // 2026-11-30
constexpr std::int64_t minute = 60'000;  // milliseconds

/// Minutes east of UTC of `+02:00`, `-0230`, `+02`; 0 for `Z` and for no zone.
std::int64_t zone_minutes(std::string_view zone) {
  if (zone.empty() || (zone.front() != '+' && zone.front() != '-')) return 0;
  std::int64_t number = 0;
  std::size_t count = 0;
  for (const char c : zone.substr(1)) {
    if (digits.find(c) == std::string_view::npos) continue;
    number = number * 10 + (c - '0');
    ++count;
  }
  const std::int64_t minutes = count <= 2 ? number * 60 : number / 100 * 60 + number % 100;
  return zone.front() == '-' ? -minutes : minutes;
}

}  // namespace

std::optional<std::string> moment_like(std::string_view old, Timestamp now) {
  old = trimmed_ascii(old);
  if (!parse_timestamp(old)) return std::nullopt;
  const std::string utc = to_iso8601(now);
  if (old.size() <= date_length) return utc.substr(0, date_length);
  const std::size_t time = std::min(old.find_first_of(digits, date_length), old.size());
  const std::size_t zone = std::min(old.find_first_of("Zz+- \t", time), old.size());
  const std::string_view zone_text = trimmed_ascii(old.substr(zone));
  const std::string local = to_iso8601({now.milliseconds + zone_minutes(zone_text) * minute});
  // `09:15:02.123` of `2026-11-30T09:15:02.123Z`, as long as the old one; the rest is zeros.
  std::string clock = local.substr(date_length + 1, 12);
  const std::string_view old_clock = old.substr(time, zone - time);
  clock.resize(old_clock.size(), '0');
  const std::size_t fraction = old_clock.find(',');
  if (fraction != std::string_view::npos) clock[fraction] = ',';
  return local.substr(0, date_length) + std::string(old.substr(date_length, time - date_length)) +
         clock + std::string(old.substr(zone));
}

}  // namespace notes
