#include "vault/timestamp.h"

#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <limits>
#include <string_view>

namespace notes {
namespace {

constexpr std::int64_t second = 1000;
constexpr std::int64_t minute = 60 * second;
constexpr std::int64_t hour = 60 * minute;
constexpr std::int64_t day = 24 * hour;

TEST_CASE("parse_timestamp: dates and date-times as people write them") {
  struct Example {
    std::string_view text;
    std::string_view iso;
  };
  constexpr std::array examples = {
      Example{"2013-05-06", "2013-05-06T00:00:00.000Z"},
      Example{" \t2013-05-06 ", "2013-05-06T00:00:00.000Z"},
      Example{"2013-05-06 09:15", "2013-05-06T09:15:00.000Z"},
      Example{"2013-05-06T09:15", "2013-05-06T09:15:00.000Z"},
      Example{"2013-05-06T09:15:02", "2013-05-06T09:15:02.000Z"},
      Example{"2013-05-06T09:15:02Z", "2013-05-06T09:15:02.000Z"},
      Example{"2013-05-06t09:15:02z", "2013-05-06T09:15:02.000Z"},
      Example{"2013-05-06 \t 09:15:02 Z ", "2013-05-06T09:15:02.000Z"},
      Example{"2013-05-06 02:12:52 +0200", "2013-05-06T00:12:52.000Z"},
      Example{"2013-05-06 02:12:52 +02:00", "2013-05-06T00:12:52.000Z"},
      Example{"2013-05-06 02:12:52+02", "2013-05-06T00:12:52.000Z"},
      Example{"2013-05-06T02:12+02", "2013-05-06T00:12:00.000Z"},
      Example{"2013-05-06T02:12:52-05:30", "2013-05-06T07:42:52.000Z"},
      Example{"2013-01-01T00:30:00+01:00", "2012-12-31T23:30:00.000Z"},
      Example{"2013-05-06T09:15:02.5Z", "2013-05-06T09:15:02.500Z"},
      Example{"2013-05-06T09:15:02,25Z", "2013-05-06T09:15:02.250Z"},
      Example{"2013-05-06T09:15:02.123456Z", "2013-05-06T09:15:02.123Z"},
      Example{"2013-05-06T09:15:02.999999999+00:00", "2013-05-06T09:15:02.999Z"},
      Example{"2016-02-29", "2016-02-29T00:00:00.000Z"},
      Example{"2000-02-29", "2000-02-29T00:00:00.000Z"},
      Example{"2016-12-31T23:59:60Z", "2017-01-01T00:00:00.000Z"},
      Example{"1969-12-31T23:59:59.999Z", "1969-12-31T23:59:59.999Z"},
      Example{"0001-01-01", "0001-01-01T00:00:00.000Z"},
      Example{"9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z"},
      Example{"0001-01-01T00:00:00+14:00", "0001-01-01T00:00:00.000Z"},
      Example{"2013-05-06T00:00:00+23:59", "2013-05-05T00:01:00.000Z"},
  };
  for (const Example& example : examples) {
    CAPTURE(example.text);
    const auto time = parse_timestamp(example.text);
    REQUIRE(time);
    CHECK(to_iso8601(*time) == example.iso);
  }
}

TEST_CASE("parse_timestamp: milliseconds count from 1970 in UTC") {
  CHECK(parse_timestamp("1970-01-01") == Timestamp{0});
  CHECK(parse_timestamp("1970-01-02T03:04:05.006Z") ==
        Timestamp{day + 3 * hour + 4 * minute + 5 * second + 6});
  CHECK(parse_timestamp("1969-12-31T23:59:59.999Z") == Timestamp{-1});
  CHECK(parse_timestamp("2026-11-30T09:15:02Z") == Timestamp{1'796'030'102'000});
  CHECK(parse_timestamp("0001-01-01") == Timestamp{-62'135'596'800'000});
  CHECK(parse_timestamp("9999-12-31") == Timestamp{253'402'214'400'000});
  CHECK(parse_timestamp("2016-03-01")->milliseconds - parse_timestamp("2016-02-28")->milliseconds ==
        2 * day);
}

TEST_CASE("parse_timestamp: what is no such time is refused") {
  constexpr std::array<std::string_view, 53> texts = {
      "",
      " ",
      "yesterday",
      "2013",
      "2013-05",
      "2013-5-6",
      "13-05-06",
      "20130506",
      "2013/05/06",
      "06.05.2013",
      "2013-05-06x",
      "x2013-05-06",
      "+2013-05-06",
      "-2013-05-06",
      "12013-05-06",
      "0000-01-01",
      "2013-00-06",
      "2013-13-06",
      "2013-05-00",
      "2013-05-32",
      "2013-04-31",
      "2013-02-29",
      "1900-02-29",
      "2013-05-06T",
      "2013-05-06Z",
      "2013-05-06+02:00",
      "2013-05-06T9:15",
      "2013-05-06T09",
      "2013-05-06T0915",
      "2013-05-06T09:1",
      "2013-05-06T24:00",
      "2013-05-06T09:60",
      "2013-05-06T09:15:61",
      "2013-05-06T09:15:2",
      "2013-05-06T09:15:",
      "2013-05-06T09:15:02.",
      "2013-05-06T09:15:02.Z",
      "2013-05-06T09:15:02.1234567890Z",
      "2013-05-06T09:15.5",
      "2013-05-06T09:15:02+2",
      "2013-05-06T09:15:02+24:00",
      "2013-05-06T09:15:02+02:60",
      "2013-05-06T09:15:02+02:",
      "2013-05-06T09:15:02+020",
      "2013-05-06T09:15:02+02:000",
      "2013-05-06T09:15:02 UTC",
      "2013-05-06T09:15:02ZZ",
      "2013-05-06T T09:15",
      "2013-05-06\n09:15",
      "2013-05-06T09:15:02+\xEF\xBC\x90\xEF\xBC\x91",
      "2013\xE2\x80\x90"
      "05-06",
      "2013-05-06T09:-1:02",
      "2013-05-06 09:15:02 +02:00 x",
  };
  for (const std::string_view text : texts) {
    CAPTURE(text);
    CHECK_FALSE(parse_timestamp(text));
  }
  CHECK_FALSE(parse_timestamp(std::string_view("2013-05-06\0", 11)));
}

TEST_CASE("to_iso8601: both forms, and clamped to the years that they can write") {
  constexpr Timestamp time{1'796'030'102'999};
  CHECK(to_iso8601(time) == "2026-11-30T09:15:02.999Z");
  CHECK(to_iso8601_seconds(time) == "2026-11-30T09:15:02Z");
  CHECK(to_iso8601_seconds(Timestamp{-1}) == "1969-12-31T23:59:59Z");
  CHECK(to_iso8601(Timestamp{-62'135'596'800'001}) == "0001-01-01T00:00:00.000Z");
  CHECK(to_iso8601(Timestamp{253'402'300'800'000}) == "9999-12-31T23:59:59.999Z");
  using Limits = std::numeric_limits<std::int64_t>;
  CHECK(to_iso8601(Timestamp{Limits::min()}) == "0001-01-01T00:00:00.000Z");
  CHECK(to_iso8601(Timestamp{Limits::max()}) == "9999-12-31T23:59:59.999Z");
  CHECK(to_iso8601_seconds(Timestamp{Limits::max()}) == "9999-12-31T23:59:59Z");
}

TEST_CASE("to_iso8601: every day of four centuries reads back") {
  for (std::int64_t at = parse_timestamp("1800-01-01")->milliseconds;
       at < parse_timestamp("2200-01-01")->milliseconds; at += day + 1'234'567) {
    const Timestamp time{at};
    if (parse_timestamp(to_iso8601(time)) == time) continue;
    CAPTURE(at);
    CHECK(to_iso8601(time) == "");
  }
}

}  // namespace
}  // namespace notes
