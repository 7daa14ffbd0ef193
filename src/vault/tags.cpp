#include "vault/tags.h"

#include <algorithm>
#include <unordered_set>

#include "vault/in_quotes.h"
#include "vault/unicode.h"

namespace notes {
namespace {

/// `text` when it is a line of at most `longest` code points; `name` says in the error what it is.
Result<std::string> checked_line(std::string_view name, std::string_view text,
                                 std::size_t longest) {
  const auto refuse = [&](const std::string& fault, std::string hint) {
    return fail(ErrorCode::invalid_argument, std::string(name) + fault, std::move(hint));
  };
  if (text.empty()) return refuse(" is empty.", "Give at least one visible character.");
  const std::size_t length = count_code_points(text);
  if (length > longest) {
    return refuse(" " + in_quotes(text) + " has " + std::to_string(length) + " characters.",
                  "At most " + std::to_string(longest) + " are allowed.");
  }
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = code_point_at(text, at);
    if (is_control(point.value)) {
      return refuse(" " + in_quotes(text) + " has a line end, tab or other control character.",
                    "Give it as one line of plain text.");
    }
    at += point.length;
  }
  return std::string(text);
}

VaultError not_utf8(std::string_view name, std::string_view text) {
  return {ErrorCode::invalid_argument, std::string(name) + " " + in_quotes(text) + " is not UTF-8.",
          "Give it as UTF-8."};
}

}  // namespace

Result<std::string> checked_tag(std::string_view text) {
  if (first_invalid_utf8(text)) return unexpected<VaultError>(not_utf8("The tag", text));
  std::string_view tag = trimmed(text);
  while (tag.starts_with('#')) tag = trimmed(tag.substr(1));
  return checked_line("The tag", tag, max_tag_length);
}

Result<Tags> checked_tags(const std::vector<std::string>& texts) {
  Tags tags;
  std::unordered_set<std::string> known;
  for (const std::string& text : texts) {
    Result<std::string> tag = checked_tag(text);
    if (!tag) return unexpected<VaultError>(std::move(tag.error()));
    if (known.insert(case_folded(*tag)).second) tags.push_back(std::move(*tag));
  }
  if (tags.size() > max_tags) {
    return fail(ErrorCode::invalid_argument, "These are " + std::to_string(tags.size()) + " tags.",
                "A note has at most " + std::to_string(max_tags) + ".");
  }
  return tags;
}

Result<std::string> checked_title(std::string_view text) {
  if (first_invalid_utf8(text)) return unexpected<VaultError>(not_utf8("The title", text));
  return checked_line("The title", trimmed(text), max_title_code_points);
}

bool folded_tag_answers(std::string_view tag, std::string_view wanted) {
  return tag.starts_with(wanted) && (tag.size() == wanted.size() || tag[wanted.size()] == '/');
}

bool folded_tags_answer(const std::vector<std::string>& tags, std::string_view wanted) {
  return std::any_of(tags.begin(), tags.end(),
                     [&](const std::string& tag) { return folded_tag_answers(tag, wanted); });
}

}  // namespace notes
