#pragma once
#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace notes::mcp {

/// Longest line that is read, its line end not counted. 16 MiB of note text escaped as JSON fit.
inline constexpr std::size_t max_input_line_bytes = std::size_t{64} << 20U;
/// Every line that is written is shorter: the TypeScript clients drop the connection when more than
/// 10 MiB are unparsed.
inline constexpr std::size_t max_output_line_bytes = std::size_t{8} << 20U;

/// Cuts the bytes from the client into lines, in bounded memory. Source: protocol revision
/// 2026-07-28, "Transports", stdio.
class LineReader {
 public:
  /// Fills a part of the buffer and says how many bytes it is; 0 is the end.
  using Source = std::function<std::size_t(std::span<char> buffer)>;

  enum class Kind {
    line,
    too_long,  ///< it was longer than the limit and is gone; the next line is whole again
    end,
  };
  struct Item {
    Kind kind;
    std::string_view text;  ///< without LF and without one CR before it; valid until the next call
  };

  explicit LineReader(Source source, std::size_t max_bytes = max_input_line_bytes);

  /// The next line, waiting for it. A last line without a line end is a line like any other.
  [[nodiscard]] Item next();

 private:
  /// Makes room and reads on; false at the end.
  bool fill();
  [[nodiscard]] Item taken(std::size_t end, std::size_t next_begin);

  Source source_;
  std::size_t max_bytes_;
  std::string buffer_;  // [begin_, end_) is not yet given out, [begin_, searched_) has no LF
  std::size_t begin_ = 0;
  std::size_t searched_ = 0;
  std::size_t end_ = 0;
};

}  // namespace notes::mcp
