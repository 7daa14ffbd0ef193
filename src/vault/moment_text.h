#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "vault/timestamp.h"

namespace notes {

/// `now` in the form that `old` has: a date alone, or the same sign between date and time, the same
/// precision and the same zone, a fixed one being kept. nullopt when `old` is no date that
/// `parse_timestamp` reads.
[[nodiscard]] std::optional<std::string> moment_like(std::string_view old, Timestamp now);

}  // namespace notes
