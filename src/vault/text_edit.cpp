#include "vault/text_edit.h"

#include <algorithm>
#include <array>
#include <optional>

#include "vault/diff.h"
#include "vault/near_miss.h"
#include "vault/note.h"
#include "vault/occurrences.h"

namespace notes {
namespace {

constexpr std::string_view lf = "\n";
constexpr std::string_view cr_lf = "\r\n";
constexpr std::size_t max_named_edits = 10;

std::string edit_name(std::size_t index) { return "edits[" + std::to_string(index) + "]"; }

std::string times(std::size_t count) {
  return std::to_string(count) + (count == 1 ? " time" : " times");
}

/// "lines 3, 8 and 12" of `places` (ascending offsets in `text`), the first ten of `count`.
std::string line_list(std::string_view text, const std::vector<std::size_t>& places,
                      std::size_t count) {
  std::vector<std::size_t> lines;
  std::size_t line = 1;
  std::size_t counted = 0;
  for (const std::size_t place : places) {
    const std::string_view between = text.substr(counted, place - counted);
    line += static_cast<std::size_t>(std::count(between.begin(), between.end(), '\n'));
    counted = place;
    if (lines.empty() || lines.back() != line) lines.push_back(line);
  }
  std::string list = lines.size() == 1 ? "line " : "lines ";
  for (std::size_t at = 0; at < lines.size(); ++at) {
    const bool is_last = at + 1 == lines.size() && count == places.size();
    if (at > 0) list += is_last ? " and " : ", ";
    list += std::to_string(lines[at]);
  }
  if (count > places.size()) list += " and more";
  return list;
}

VaultError miss(std::string_view text, const TextEdit& edit, std::size_t index) {
  std::string message =
      edit_name(index) + ".old_text '" + excerpt(edit.old_text) + "' is not in the note.";
  const std::optional<NearMiss> near = nearest_place(text, edit.old_text);
  if (!near) {
    return {ErrorCode::invalid_argument, message + " No line of the note is near it.",
            "read_note shows the text as it is now."};
  }
  message += " The nearest is line " + std::to_string(near->line) + " of the body, '" +
             near->shown + "': at column " + std::to_string(near->column) + " the note has " +
             near->there + " where old_text has " + near->wanted + '.';
  return {ErrorCode::invalid_argument, message,
          "Matching is literal and case-sensitive; copy old_text from read_note as it stands."};
}

/// What is wrong with the matches of one edit, if anything.
std::optional<VaultError> fault(std::string_view text, const TextEdit& edit, std::size_t index,
                                const Tally& tally) {
  if (tally.count == 0) return miss(text, edit, index);
  const std::string found = edit_name(index) + ".old_text '" + excerpt(edit.old_text) +
                            "' occurs " + times(tally.count) + " (" +
                            line_list(text, tally.first_places, tally.count) + " of the body)";
  if (tally.count != tally.overlapping_count) {
    return VaultError{ErrorCode::invalid_argument,
                      found + " when counted without overlap, but " +
                          times(tally.overlapping_count) + " when matches may overlap.",
                      "Give more of the text around the place, so that it is found only once."};
  }
  if (tally.count != edit.expected_matches) {
    return VaultError{
        ErrorCode::invalid_argument, found + ", expected " + times(edit.expected_matches) + '.',
        "Give more of the text around the place that you mean, or set expected_matches to " +
            std::to_string(tally.count) + " to change them all."};
  }
  return std::nullopt;
}

std::optional<VaultError> argument_fault(const std::vector<TextEdit>& edits) {
  if (edits.empty())
    return VaultError{ErrorCode::invalid_argument, "edits is empty.",
                      "Give at least one edit with old_text and new_text."};
  if (edits.size() > max_edits)
    return VaultError{ErrorCode::invalid_argument,
                      "There are " + std::to_string(edits.size()) + " edits, the most is " +
                          std::to_string(max_edits) + '.',
                      "Send them in several calls, or give the whole body."};
  for (std::size_t index = 0; index < edits.size(); ++index) {
    if (edits[index].old_text.empty())
      return VaultError{ErrorCode::invalid_argument, edit_name(index) + ".old_text is empty.",
                        "Give the text to be replaced; append adds text at the end of the note."};
    if (edits[index].expected_matches == 0)
      return VaultError{ErrorCode::invalid_argument,
                        edit_name(index) + ".expected_matches is 0; it must be at least 1.",
                        "Leave the edit out if its old_text shall stay."};
  }
  return std::nullopt;
}

/// The first fault of any edit, which also names the others that fail.
std::optional<VaultError> match_fault(std::string_view text, const std::vector<TextEdit>& edits,
                                      const Occurrences& found) {
  std::vector<std::size_t> failed;
  for (std::size_t index = 0; index < edits.size(); ++index) {
    const Tally& tally = found.tallies[index];
    if (tally.count != edits[index].expected_matches || tally.count != tally.overlapping_count)
      failed.push_back(index);
  }
  if (!failed.empty()) {
    std::optional<VaultError> first =
        fault(text, edits[failed[0]], failed[0], found.tallies[failed[0]]);
    const std::size_t named = std::min(failed.size(), max_named_edits + 1);
    for (std::size_t at = 1; at < named; ++at)
      first->message +=
          (at == 1 ? " Also without the expected matches: " : ", ") + edit_name(failed[at]);
    if (named > 1) first->message += failed.size() > named ? " and more." : ".";
    first->message += " Nothing was changed.";
    return first;
  }
  if (found.overlap) {
    const auto [first, second] = *found.overlap;
    return VaultError{ErrorCode::invalid_argument,
                      edit_name(first) + " ('" + excerpt(edits[first].old_text) + "') and " +
                          edit_name(second) + " ('" + excerpt(edits[second].old_text) +
                          "') change the same text. Nothing was changed.",
                      "All edits are matched against the note as it was; make one of the two."};
  }
  return std::nullopt;
}

/// `line` (LF or no end) with the line end `end`.
void add_line(std::string& text, std::string_view line, std::string_view end) {
  const bool is_ended = line.ends_with('\n');
  if (is_ended) line.remove_suffix(1);
  text += line;
  if (is_ended) text += end;
}

/// The end that a line has which takes the place of `line`; a CR that ends the text is half of one.
std::string_view line_end_of(std::string_view line, std::string_view otherwise) {
  if (line.ends_with("\r\r\n")) return otherwise;
  if (line.ends_with(cr_lf) || line.ends_with('\r')) return cr_lf;
  return line.ends_with('\n') ? lf : otherwise;
}

/// How many lines of a text end in which way.
struct LineEnds {
  std::size_t lf = 0;
  std::size_t cr_lf = 0;
  std::size_t other = 0;  ///< more CRs than one, or a CR and the end of the text

  [[nodiscard]] bool is_one_kind() const { return other == 0 && (lf == 0 || cr_lf == 0); }
};

LineEnds count_line_ends(std::string_view text) {
  LineEnds ends;
  for (std::size_t at = text.find('\n'); at != std::string_view::npos;
       at = text.find('\n', at + 1)) {
    const bool has_cr = at > 0 && text[at - 1] == '\r';
    const bool has_more = has_cr && at > 1 && text[at - 2] == '\r';
    ++(has_more ? ends.other : has_cr ? ends.cr_lf : ends.lf);
  }
  if (text.ends_with('\r')) ++ends.other;
  return ends;
}

std::string_view usual_line_end(std::string_view text, LineEnds ends,
                                std::string_view default_end) {
  if (ends.lf == 0 && ends.cr_lf == 0) return default_end;
  if (ends.lf == ends.cr_lf) return line_end_of(text.substr(0, text.find('\n') + 1), default_end);
  return ends.lf > ends.cr_lf ? lf : cr_lf;
}

/// Goes through the bytes of a body in step with its text as `with_lf` gives it.
class BodyCursor {
 public:
  explicit BodyCursor(std::string_view body) : body_(body) {}

  /// The bytes from where it stands to `offset` in the text; then it stands there.
  std::string_view up_to(std::size_t offset) {
    const std::size_t begin = at_;
    for (; text_at_ < offset; ++text_at_) at_ = next();
    return body_.substr(begin, at_ - begin);
  }

  [[nodiscard]] std::string_view rest() const { return body_.substr(at_); }

 private:
  [[nodiscard]] std::size_t next() const {
    if (body_[at_] != '\r') return at_ + 1;
    const std::size_t end = body_.find_first_not_of('\r', at_);
    return end != std::string_view::npos && body_[end] == '\n' ? end + 1 : at_ + 1;
  }

  std::string_view body_;
  std::size_t at_ = 0;
  std::size_t text_at_ = 0;
};

}  // namespace

Result<std::string> edited(std::string_view body, const std::vector<TextEdit>& edits,
                           std::string_view default_end) {
  if (std::optional<VaultError> wrong = argument_fault(edits)) return unexpected(*wrong);
  std::vector<TextEdit> edits_with_lf;
  edits_with_lf.reserve(edits.size());
  std::vector<Wanted> wanted;
  wanted.reserve(edits.size());
  for (const TextEdit& edit : edits) {
    edits_with_lf.push_back(
        {with_lf(edit.old_text), with_lf(edit.new_text), edit.expected_matches});
    wanted.push_back({edits_with_lf.back().old_text, edit.expected_matches});
  }
  const std::string text = with_lf(body);
  const std::optional<Occurrences> found = find_occurrences(text, wanted);
  if (!found)
    return fail(ErrorCode::invalid_argument,
                "The edits take too long to find: too many places of the note begin like them. "
                "Nothing was changed.",
                "Send fewer edits in one call, or give old_texts that begin with rarer words.");
  if (std::optional<VaultError> wrong = match_fault(text, edits_with_lf, *found))
    return unexpected(*wrong);

  std::size_t size = text.size();
  for (const Match& match : found->matches)
    size +=
        edits_with_lf[match.wanted].new_text.size() - edits_with_lf[match.wanted].old_text.size();
  if (size > max_note_bytes)
    return fail(ErrorCode::invalid_argument,
                "The edits would make the note " + std::to_string(size) +
                    " bytes long, the most is " + std::to_string(max_note_bytes) +
                    ". Nothing was changed.",
                "Put a part of the text into another note.");
  const std::string_view usual = usual_line_end(body, count_line_ends(body), default_end);
  std::string result;
  result.reserve(size + (body.size() - text.size()));
  std::size_t kept_end = 0;
  const auto keep = [&](std::string_view kept) {
    // A CR that an edit put before a line end does not count.
    const std::size_t line_feed = kept.find_first_not_of('\r');
    const bool is_line_end = line_feed != std::string_view::npos && kept[line_feed] == '\n';
    while (is_line_end && result.size() > kept_end && result.ends_with('\r')) result.pop_back();
    result += kept;
    kept_end = result.size();
  };
  BodyCursor cursor(body);
  for (const Match& match : found->matches) {
    const TextEdit& edit = edits_with_lf[match.wanted];
    keep(cursor.up_to(match.begin));
    const std::string_view replaced = cursor.up_to(match.begin + edit.old_text.size());
    result += with_line_ends_of(replaced, edit.new_text, usual);
  }
  keep(cursor.rest());
  return result;
}

std::string appended(std::string_view body, std::string_view addition,
                     std::string_view default_end) {
  std::string result(body);
  if (addition.empty()) return result;
  const std::string_view usual = usual_line_end(body, count_line_ends(body), default_end);
  // A CR at the end becomes half of the line end.
  if (!body.empty() && !body.ends_with('\n')) result += body.ends_with('\r') ? lf : usual;
  std::string added(addition);
  if (!added.ends_with('\n')) added += '\n';
  result += with_line_ends_of({}, with_lf(added), usual);
  return result;
}

std::string with_line_ends_of(std::string_view current, std::string_view wanted,
                              std::string_view default_end) {
  const LineEnds ends = count_line_ends(current);
  const std::string_view usual = usual_line_end(current, ends, default_end);
  const std::vector<std::string_view> new_lines = lines_of(wanted);
  std::string result;
  result.reserve(wanted.size() + (usual == cr_lf ? new_lines.size() : ends.cr_lf));
  if (ends.is_one_kind()) {
    for (const std::string_view line : new_lines) add_line(result, line, usual);
    return result;
  }

  const std::string shown = with_lf(current);
  const std::vector<std::string_view> old_lines = lines_of(current);
  std::size_t old_line = 0;
  std::size_t new_line = 0;
  const auto keep_until = [&](std::size_t old_next) {
    for (; old_line < old_next; ++old_line, ++new_line) result += old_lines[old_line];
  };
  for (const LineChange& change : line_changes(lines_of(shown), new_lines)) {
    keep_until(change.old_line);
    for (std::size_t at = 0; at < change.new_count; ++at, ++new_line) {
      const std::size_t nth = at + 1 == change.new_count ? change.old_count : at + 1;
      const std::string_view replaced =
          change.old_count == 0 ? std::string_view()
                                : old_lines[old_line + std::min(nth, change.old_count) - 1];
      add_line(result, new_lines[new_line], line_end_of(replaced, usual));
    }
    old_line += change.old_count;
  }
  keep_until(old_lines.size());
  return result;
}

}  // namespace notes
