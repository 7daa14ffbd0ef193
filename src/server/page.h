#pragma once
#include <cstddef>
#include <string>
#include <string_view>

#include "server/tool.h"

/// Keeps answers small enough for every client. Both halves of an answer, the structured content
/// and the text block, each cost at most `max_answer_cost`.
///
/// Cost is counted in bytes of the serialised JSON, where a line end or a quote takes two and a
/// control character six. Clients also cut by tokens (near 25,000, some with both halves in one
/// answer), and there scripts with many letters are dear: a Chinese character takes one to one and
/// a half tokens, an emoji two or three, against a quarter of a token for a Latin letter. So a code
/// point of three bytes counts as four and one of four bytes as eight: a part in Chinese has at
/// most 8,192 characters, which makes some 12,000 tokens at worst.
namespace notes::mcp {

inline constexpr std::size_t max_answer_cost = 32UL * 1024;

/// Cost of `text` (UTF-8) inside a JSON string, without the quotes around it.
[[nodiscard]] std::size_t text_cost(std::string_view text);
/// Cost of `value` as it is written.
[[nodiscard]] std::size_t json_cost(const Json& value);

/// Length in bytes of the longest beginning of `text` that costs at most `budget`, whole code
/// points only.
[[nodiscard]] std::size_t affordable(std::string_view text, std::size_t budget);

/// The same for a part of a longer text that will be read on: ends after a line end when there is
/// one in its second half, else at the beginning of a grapheme, and is never empty.
/// Requires that `text` is not empty.
[[nodiscard]] std::size_t readable_part(std::string_view text, std::size_t budget);

/// `text` (UTF-8), or its first `max_code_points` code points and `…`.
[[nodiscard]] std::string abridged(std::string_view text, std::size_t max_code_points);

/// Items for both halves of an answer, as many as both can carry.
class Page {
 public:
  /// What each half has left for items.
  Page(std::size_t structured_budget, std::size_t text_budget)
      : structured_left_(structured_budget), text_left_(text_budget) {}

  /// Takes an item in both its forms; false, and nothing is taken, when one of the halves is full.
  [[nodiscard]] bool add(const Json& item, std::string_view text);

  [[nodiscard]] std::size_t count() const noexcept { return items_.size(); }
  [[nodiscard]] const Json& items() const noexcept { return items_; }       ///< an array
  [[nodiscard]] const std::string& text() const noexcept { return text_; }  ///< one after another

 private:
  Json items_ = Json::array();
  std::string text_;
  std::size_t structured_left_;
  std::size_t text_left_;
};

/// Where a page of a list lies, as the members of a structured answer and in words.
struct PagePlace {
  std::size_t offset;  ///< items before the page
  std::size_t count;   ///< items on it
  std::size_t total;   ///< items in all

  [[nodiscard]] bool has_more() const noexcept { return offset + count < total; }
  /// Adds `total`, `count`, `offset`, `has_more` and, when there is more, `next_offset`.
  void describe_in(Json& structured) const;
  /// "Showing 1 to 50 of 120 notes. More: offset 50." `plural` is "notes".
  [[nodiscard]] std::string words(std::string_view plural) const;
};

}  // namespace notes::mcp
