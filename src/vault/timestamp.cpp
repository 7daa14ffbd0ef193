#include "vault/timestamp.h"

#include <algorithm>
#include <chrono>

namespace notes {
namespace {

using std::chrono::milliseconds;
using std::chrono::sys_time;
using std::chrono::year;

constexpr sys_time<milliseconds> earliest =
    std::chrono::sys_days(year(1) / std::chrono::January / 1);
constexpr sys_time<milliseconds> latest =
    std::chrono::sys_days(year(9999) / std::chrono::December / 31) + std::chrono::days(1) -
    milliseconds(1);

bool is_digit(char byte) { return byte >= '0' && byte <= '9'; }
bool is_blank(char byte) { return byte == ' ' || byte == '\t'; }

/// Takes the parts of a time off the front of a text.
class Reader {
 public:
  explicit Reader(std::string_view text) : rest_(text) {}

  [[nodiscard]] bool is_at_end() const { return rest_.empty(); }
  [[nodiscard]] bool is_at_digit() const { return !rest_.empty() && is_digit(rest_.front()); }

  /// Whether there were blanks.
  bool take_blanks() {
    const std::size_t before = rest_.size();
    while (!rest_.empty() && is_blank(rest_.front())) rest_.remove_prefix(1);
    return rest_.size() < before;
  }

  /// Whether the next character was one of `characters`.
  bool take_one_of(std::string_view characters) {
    if (rest_.empty() || characters.find(rest_.front()) == std::string_view::npos) return false;
    rest_.remove_prefix(1);
    return true;
  }

  /// The number of exactly `digits` digits that comes next, not above `highest`.
  std::optional<int> take_number(std::size_t digits, int highest) {
    if (rest_.size() < digits) return std::nullopt;
    int number = 0;
    for (const char byte : rest_.substr(0, digits)) {
      if (!is_digit(byte)) return std::nullopt;
      number = number * 10 + (byte - '0');
    }
    if (number > highest) return std::nullopt;
    rest_.remove_prefix(digits);
    return number;
  }

  /// The fraction of a second that 1 to 9 digits give, whole milliseconds of it.
  std::optional<milliseconds> take_fraction() {
    constexpr std::size_t most_digits = 9;
    std::size_t digits = 0;
    int thousandths = 0;
    for (; is_at_digit(); ++digits) {
      if (digits == most_digits) return std::nullopt;
      if (digits < 3) thousandths = thousandths * 10 + (rest_.front() - '0');
      rest_.remove_prefix(1);
    }
    if (digits == 0) return std::nullopt;
    for (; digits < 3; ++digits) thousandths *= 10;
    return milliseconds(thousandths);
  }

 private:
  std::string_view rest_;
};

std::optional<std::chrono::sys_days> take_date(Reader& reader) {
  const std::optional<int> of_year = reader.take_number(4, 9999);
  if (!of_year || *of_year == 0 || !reader.take_one_of("-")) return std::nullopt;
  const std::optional<int> month = reader.take_number(2, 12);
  if (!month || !reader.take_one_of("-")) return std::nullopt;
  const std::optional<int> day = reader.take_number(2, 31);
  if (!day) return std::nullopt;
  const std::chrono::year_month_day date(year(*of_year),
                                         std::chrono::month(static_cast<unsigned>(*month)),
                                         std::chrono::day(static_cast<unsigned>(*day)));
  if (!date.ok()) return std::nullopt;
  return std::chrono::sys_days(date);
}

std::optional<milliseconds> take_time_of_day(Reader& reader) {
  constexpr int leap_second = 60;
  const std::optional<int> hours = reader.take_number(2, 23);
  if (!hours || !reader.take_one_of(":")) return std::nullopt;
  const std::optional<int> minutes = reader.take_number(2, 59);
  if (!minutes) return std::nullopt;
  milliseconds time = std::chrono::hours(*hours) + std::chrono::minutes(*minutes);
  if (!reader.take_one_of(":")) return time;
  const std::optional<int> seconds = reader.take_number(2, leap_second);
  if (!seconds) return std::nullopt;
  time += std::chrono::seconds(*seconds);
  if (!reader.take_one_of(".,")) return time;
  const std::optional<milliseconds> fraction = reader.take_fraction();
  if (!fraction) return std::nullopt;
  return time + *fraction;
}

/// How far the zone that comes next is ahead of UTC; zero when there is none.
std::optional<std::chrono::minutes> take_zone(Reader& reader) {
  if (reader.is_at_end() || reader.take_one_of("Zz")) return std::chrono::minutes(0);
  const bool is_ahead = reader.take_one_of("+");
  if (!is_ahead && !reader.take_one_of("-")) return std::nullopt;
  const std::optional<int> hours = reader.take_number(2, 23);
  if (!hours) return std::nullopt;
  std::optional<int> minutes = 0;
  if (reader.take_one_of(":") || reader.is_at_digit()) minutes = reader.take_number(2, 59);
  if (!minutes) return std::nullopt;
  const std::chrono::minutes offset = std::chrono::hours(*hours) + std::chrono::minutes(*minutes);
  return is_ahead ? offset : -offset;
}

void append_padded(std::string& text, unsigned number, std::size_t width) {
  const std::string digits = std::to_string(number);
  text.append(width - std::min(width, digits.size()), '0').append(digits);
}

/// A time in UTC without its zone.
std::string to_text(sys_time<milliseconds> time) {
  const auto day = std::chrono::floor<std::chrono::days>(time);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss clock(time - day);
  std::string text;
  append_padded(text, static_cast<unsigned>(static_cast<int>(date.year())), 4);
  append_padded(text += '-', static_cast<unsigned>(date.month()), 2);
  append_padded(text += '-', static_cast<unsigned>(date.day()), 2);
  append_padded(text += 'T', static_cast<unsigned>(clock.hours().count()), 2);
  append_padded(text += ':', static_cast<unsigned>(clock.minutes().count()), 2);
  append_padded(text += ':', static_cast<unsigned>(clock.seconds().count()), 2);
  append_padded(text += '.', static_cast<unsigned>(clock.subseconds().count()), 3);
  return text;
}

}  // namespace

std::optional<Timestamp> parse_timestamp(std::string_view text) {
  Reader reader(text);
  reader.take_blanks();
  const std::optional<std::chrono::sys_days> date = take_date(reader);
  if (!date) return std::nullopt;
  sys_time<milliseconds> time = *date;
  if (reader.take_one_of("Tt") || (reader.take_blanks() && !reader.is_at_end())) {
    const std::optional<milliseconds> of_day = take_time_of_day(reader);
    reader.take_blanks();
    const std::optional<std::chrono::minutes> zone = take_zone(reader);
    if (!of_day || !zone) return std::nullopt;
    time += *of_day - *zone;
    reader.take_blanks();
  }
  if (!reader.is_at_end()) return std::nullopt;
  return Timestamp{time.time_since_epoch().count()};
}

std::string to_iso8601(Timestamp time) {
  return to_text(std::clamp(sys_time<milliseconds>(milliseconds(time.milliseconds)), earliest,
                            latest)) +
         "Z";
}

std::string to_iso8601_seconds(Timestamp time) {
  std::string text = to_iso8601(time);
  return text.erase(text.find('.')) + "Z";
}

}  // namespace notes
