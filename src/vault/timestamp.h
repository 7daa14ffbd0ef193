#pragma once
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace notes {

/// A moment in UTC, milliseconds since 1970-01-01T00:00:00Z (may be negative).
struct Timestamp {
  std::int64_t milliseconds = 0;
  // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy 14 takes the hidden `0` for a null pointer.
  friend auto operator<=>(const Timestamp&, const Timestamp&) = default;
};

/// Reads an ISO 8601 date (`2026-11-30`) or date-time (`2026-11-30T09:15:02.5+02:00`): `T`, `t` or
/// blanks between, seconds and fraction (1 to 9 digits after `.` or `,`, cut to milliseconds)
/// optional, zone `Z`, `z`, `+02:00`, `+0200`, `+02`, with or
/// without blanks before it, or none, which means UTC. A date alone is midnight UTC. Years 0001 to
/// 9999 as written; days are checked against the calendar; second 60 counts as the next minute.
/// Blanks around are allowed, nothing else is. nullopt when it is no such text.
/// Source: RFC 3339, ISO 8601; Hinnant, "chrono-Compatible Low-Level Date Algorithms".
[[nodiscard]] std::optional<Timestamp> parse_timestamp(std::string_view text);

/// `2026-11-30T09:15:02.123Z`. Times outside the years 0001 to 9999 are clamped to them.
[[nodiscard]] std::string to_iso8601(Timestamp time);

/// `2026-11-30T09:15:02Z`, the form in which new notes carry their time.
[[nodiscard]] std::string to_iso8601_seconds(Timestamp time);

}  // namespace notes
