#pragma once
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "server/schema.h"
#include "server/tool.h"

/// How the facts of a note look in both halves of an answer. What a file written by hand can make
/// too long for an answer is cut and marked with `…`: a title, a tag, a list of tags. A slug never.
namespace notes::mcp {

inline constexpr std::size_t max_shown_title = 300;       ///< code points, as of a title we accept
inline constexpr std::size_t max_shown_tag = 100;         ///< code points, as of a tag we accept
inline constexpr std::size_t max_shown_tags_cost = 4096;  ///< of all tags of one note, see page.h

/// Facts for both halves at once, so that neither lacks what the other says.
class Facts {
 public:
  /// Adds one fact: a string, number, boolean or array of strings. In the text it is one line,
  /// `name: value`, whatever the value holds.
  void add(const char* name, const Json& value);
  /// Adds a text of several lines: in the text it stands under its name, between `---` lines.
  void add_block(const char* name, std::string_view lines);
  /// Adds a value that the text says in words of its own, whole lines.
  void add_worded(const char* name, Json value, std::string_view words);

  [[nodiscard]] const Json& structured() const noexcept { return structured_; }
  [[nodiscard]] const std::string& text() const noexcept { return text_; }  ///< lines, each with LF

 private:
  Json structured_ = Json::object();
  std::string text_;
};

/// `text` without line ends and other control characters: each becomes a blank.
[[nodiscard]] std::string one_line(std::string_view text);

[[nodiscard]] std::string shown_title(std::string_view title);
/// At most `max_shown_tags_cost`; when tags are left out, the last element says how many.
[[nodiscard]] Json shown_tags(const Tags& tags);
/// `recipes, thai`, or as a JSON array when a tag has a comma itself. `shown` as `shown_tags`
/// gives.
[[nodiscard]] std::string tags_text(const Json& shown);

enum class Created { leave_out, include };
/// Adds `slug`, `title`, `tags`, `created` unless left out, and `updated`.
void add_summary(Facts& facts, const NoteSummary& note, Created created);
/// The same as one line of a list: `pad-thai: Pad Thai [recipes, thai] updated 2026-…, created …`.
[[nodiscard]] std::string summary_line(const NoteSummary& note, Created created);

/// Properties of output schemas for the same.
[[nodiscard]] std::vector<Property> summary_properties(Created created);
/// Properties of input schemas: `tag`, `updated_after`, `updated_before`, see `Arguments::filter`.
[[nodiscard]] std::vector<Property> filter_properties();
/// `total`, `count`, `offset`, `has_more`, `next_offset`, as `PagePlace` gives them.
[[nodiscard]] std::vector<Property> page_properties();

}  // namespace notes::mcp
