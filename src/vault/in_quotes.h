#pragma once
#include <cstddef>
#include <string>
#include <string_view>

namespace notes {

inline constexpr std::size_t max_length_in_quotes = 60;  ///< code points

/// `bytes` between single quotes, for a message: valid UTF-8 of one line whatever they are. What is
/// no UTF-8 shows as U+FFFD and a control character as a blank; what is longer than
/// `max_length_in_quotes` is cut before a character and ends in `…`.
[[nodiscard]] std::string in_quotes(std::string_view bytes);

}  // namespace notes
