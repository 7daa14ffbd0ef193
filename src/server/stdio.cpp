#include "server/stdio.h"

#include <algorithm>
#include <utility>

namespace notes::mcp {

namespace {

constexpr std::size_t read_bytes = std::size_t{64} << 10U;
/// A buffer that one long line made larger than this is given back.
constexpr std::size_t kept_bytes = std::size_t{1} << 20U;

}  // namespace

LineReader::LineReader(Source source, std::size_t max_bytes)
    : source_(std::move(source)), max_bytes_(max_bytes) {}

bool LineReader::fill() {
  const std::size_t kept = end_ - begin_;
  std::size_t size = buffer_.size();
  if (size > kept_bytes && kept < read_bytes) size = 2 * read_bytes;
  if (size < kept + read_bytes) {
    // Doubling, but the last step is to what the longest line and one read need.
    const std::size_t longest = max_bytes_ + 2 * read_bytes;
    const std::size_t doubled = 2 * size > max_bytes_ / 2 ? longest : 2 * size;
    size = std::max(doubled, kept + read_bytes);
  }
  const std::string_view unread = std::string_view(buffer_).substr(begin_, kept);
  if (size != buffer_.size()) {
    std::string other(size, '\0');  // of just this size, which `resize` does not promise
    std::copy(unread.begin(), unread.end(), other.begin());
    buffer_ = std::move(other);
  } else if (begin_ > 0) {
    std::copy(unread.begin(), unread.end(), buffer_.begin());
  }
  searched_ -= begin_;
  begin_ = 0;
  end_ = kept;
  const std::size_t count = source_(std::span<char>(buffer_).subspan(end_, read_bytes));
  end_ += count;
  return count > 0;
}

LineReader::Item LineReader::taken(std::size_t end, std::size_t next_begin) {
  std::string_view text(buffer_.data() + begin_, end - begin_);
  begin_ = next_begin;
  searched_ = next_begin;
  if (text.ends_with('\r')) text.remove_suffix(1);
  if (text.size() > max_bytes_) return {Kind::too_long, {}};
  return {Kind::line, text};
}

LineReader::Item LineReader::next() {
  bool is_discarding = false;
  for (;;) {
    const std::string_view unread(buffer_.data(), end_);
    const std::size_t line_end = unread.find('\n', searched_);
    if (line_end != std::string_view::npos) {
      const Item item = taken(line_end, line_end + 1);
      return is_discarding ? Item{Kind::too_long, {}} : item;
    }
    searched_ = end_;
    if (end_ - begin_ > max_bytes_ + 1) {  // one may be the CR of the line end
      is_discarding = true;
      begin_ = end_;
    }
    if (!fill()) {
      if (is_discarding) {
        begin_ = end_;
        searched_ = end_;
        return {Kind::too_long, {}};
      }
      if (begin_ == end_) return {Kind::end, {}};
      return taken(end_, end_);
    }
  }
}

}  // namespace notes::mcp
