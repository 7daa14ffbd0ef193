#include "vault/note_change.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "vault/front_matter.h"
#include "vault/markdown.h"
#include "vault/metadata.h"
#include "vault/moment_text.h"
#include "vault/note.h"
#include "vault/text_line.h"
#include "vault/unicode.h"

namespace notes {
namespace {

using Changes = std::vector<FrontMatterChange>;
using Kind = FrontMatterEntry::Kind;
using State = FrontMatter::State;

MetadataScalar text_scalar(std::string text) {
  return {MetadataScalar::Kind::text, std::move(text)};
}

MetadataValue tags_value(const Tags& tags) {
  std::vector<MetadataScalar> items;
  items.reserve(tags.size());
  for (const std::string& tag : tags) items.push_back(text_scalar(tag));
  return items;
}

/// `checked_tags`, each as it reads back from a list.
Result<Tags> checked_and_read_tags(const std::vector<std::string>& texts) {
  Result<Tags> tags = checked_tags(texts);
  if (!tags) return tags;
  for (std::string& tag : *tags) tag = tag_of_item(tag);
  return checked_tags(*tags);
}

enum class FinalLineEnd { ensured, as_given };

/// A body given as an argument.
std::string given_body(std::string text, FinalLineEnd final_line_end) {
  const bool is_ensured = final_line_end == FinalLineEnd::ensured;
  if (is_ensured && !text.empty() && text.back() != '\n') text += '\n';
  return with_lf(text);
}

/// Which changes are asked for, and whether they go together.
Result<void> check_request(const NoteChange& change) {
  const bool changes_tags = !change.add_tags.empty() || !change.remove_tags.empty();
  const int bodies =
      (change.body ? 1 : 0) + (change.append ? 1 : 0) + (change.edits.empty() ? 0 : 1);
  if (bodies > 1) {
    return fail(ErrorCode::invalid_argument, "body, append and edits exclude each other.",
                "Give one of them.");
  }
  if (change.tags && changes_tags) {
    return fail(ErrorCode::invalid_argument,
                "tags excludes add_tags and remove_tags: tags replaces all tags.",
                "Give tags, or add_tags and remove_tags.");
  }
  if (bodies == 0 && !change.title && !change.tags && !changes_tags && change.metadata.empty()) {
    return fail(ErrorCode::invalid_argument, "Nothing to change was given.",
                "Give at least one of title, body, append, edits, tags, add_tags, remove_tags, "
                "metadata.");
  }
  return {};
}

/// The tags after the change.
Result<Tags> wanted_tags(const NoteChange& change, const Tags& current) {
  if (change.tags == current) return current;  // also where they are none that could be given
  if (change.tags) return checked_and_read_tags(*change.tags);
  Result<Tags> added = checked_and_read_tags(change.add_tags);
  if (!added) return added;
  Result<Tags> removed = checked_and_read_tags(change.remove_tags);
  if (!removed) return removed;
  std::unordered_set<std::string> unwanted;
  for (const std::string& tag : *removed) unwanted.insert(case_folded(tag));
  Tags wanted;
  std::unordered_set<std::string> seen;
  for (const Tags* tags : {&current, &std::as_const(*added)}) {
    for (const std::string& tag : *tags) {
      const std::string key = case_folded(tag);
      if (tags == &*added && unwanted.contains(key)) {
        return fail(ErrorCode::invalid_argument,
                    "The tag '" + tag + "' is in add_tags and in remove_tags.",
                    "Give it in one of them.");
      }
      if (!unwanted.contains(key) && seen.insert(key).second) wanted.push_back(tag);
    }
  }
  if (wanted.size() > max_tags && wanted.size() > current.size()) {
    return fail(ErrorCode::invalid_argument,
                "The note would have " + std::to_string(wanted.size()) + " tags.",
                "A note has at most " + std::to_string(max_tags) +
                    "; remove_tags takes others away in the same call.");
  }
  return wanted;
}

/// The bytes that the body shall be, which now is `current` (bytes) and reads `text`.
Result<std::string> wanted_body_bytes(const NoteChange& change, std::string_view current,
                                      std::string_view text, std::string_view default_end) {
  if (change.append) return appended(current, *change.append, default_end);
  if (!change.edits.empty()) return edited(current, change.edits, default_end);
  if (!change.body) return std::string(current);
  const bool has_final_line_end = text.empty() || text.back() == '\n';
  const std::string wanted =
      given_body(*change.body, has_final_line_end ? FinalLineEnd::ensured : FinalLineEnd::as_given);
  return with_line_ends_of(current, wanted, default_end);
}

/// A note's file, read once, with what it shall become.
class Update {
 public:
  Update(const Slug& slug, std::string_view bytes, std::optional<Timestamp> now)
      : slug_(slug),
        bytes_(bytes),
        now_(now),
        front_matter_(read_front_matter(bytes)),
        body_begin_(shown_body_begin(bytes, front_matter_)),
        body_(with_lf(bytes.substr(body_begin_))) {}

  Result<std::string> run(const NoteChange& change) {
    Result<void> planned = plan(change);
    if (!planned) return unexpected(planned.error());
    if (changes_.empty() && wanted_body_ == body_) return std::string(bytes_);
    if (!changes_.empty() && front_matter_.state == State::broken) return refused_broken();
    refresh_updated();
    const Changes undone = with_entries_taken_away();
    if (undone.size() == changes_.size()) {
      Result<std::string> result = composed(undone);
      if (result) return result;
    }
    return composed(changes_);
  }

 private:
  /// Says what the body shall be, in `wanted_body_` and `body_bytes_`.
  Result<void> plan_body(const NoteChange& change) {
    const std::string_view old_bytes = bytes_.substr(body_begin_);
    Result<std::string> body = wanted_body_bytes(change, old_bytes, body_, block_line_end(bytes_));
    if (!body) return unexpected(body.error());
    wanted_body_ = with_lf(*body);
    body_bytes_ = *std::move(body);
    if (wanted_body_ == body_) body_bytes_ = old_bytes;
    return {};
  }

  /// Says what the title shall be, in `wanted_title_`, and in `changes_` where the wanted body does
  /// not give it already.
  Result<void> plan_title(const std::string& given) {
    wanted_title_ = title_of(front_matter_, wanted_body_, slug_);
    if (given == *wanted_title_) return {};  // also where it is none that could be given
    Result<std::string> title = checked_title(given);
    if (!title) return unexpected(title.error());
    if (*title == *wanted_title_) return {};
    wanted_title_ = *title;
    changes_.push_back({"title", text_scalar(*std::move(title))});
    return {};
  }

  /// Says what shall be, in `changes_`, `wanted_title_`, `wanted_tags_` and `wanted_body_`.
  Result<void> plan(const NoteChange& change) {
    Result<void> body = plan_body(change);
    if (!body) return body;
    if (change.title) {
      Result<void> title = plan_title(*change.title);
      if (!title) return title;
    }
    if (change.tags || !change.add_tags.empty() || !change.remove_tags.empty()) {
      Result<Tags> tags = wanted_tags(change, front_matter_.tags);
      if (!tags) return unexpected(tags.error());
      if (*tags != front_matter_.tags) {
        const FrontMatterEntry* entry = front_matter_.tags_entry();
        changes_.push_back({entry == nullptr ? "tags" : entry->key, tags_value(*tags)});
        wanted_tags_ = *std::move(tags);
      }
    }
    Result<Changes> others = metadata_changes(change.metadata, front_matter_);
    if (!others) return unexpected(others.error());
    for (FrontMatterChange& other : *others) changes_.push_back(std::move(other));
    return {};
  }

  [[nodiscard]] unexpected<VaultError> refused_broken() const {
    const FrontMatter::Fault& fault = *front_matter_.fault;
    return fail(ErrorCode::malformed,
                "The front matter is not valid YAML at line " + std::to_string(fault.line) +
                    ", column " + std::to_string(fault.column) + " (" + fault.reason +
                    "), so title, tags and metadata cannot be changed.",
                "Nothing was changed. Mend the front matter by hand; body, append and edits work "
                "meanwhile.");
  }

  /// Adds the refreshed `updated` where the note has one that can be rewritten.
  void refresh_updated() {
    const FrontMatterEntry* entry = front_matter_.find("updated");
    if (!now_ || entry == nullptr || entry->kind != Kind::scalar || front_matter_.is_flow_mapping) {
      return;
    }
    const bool is_twice = std::any_of(
        front_matter_.entries.begin(), front_matter_.entries.end(),
        [](const FrontMatterEntry& other) { return other.is_duplicate && other.key == "updated"; });
    const bool is_referred_to = entry->has_anchor && front_matter_.has_alias;
    const std::optional<std::string> text = moment_like(entry->value, *now_);
    if (!text || *text == entry->value || is_twice || is_referred_to) return;
    changes_.push_back({"updated", MetadataScalar{MetadataScalar::Kind::moment, *text}});
  }

  /// Whether `entry` is written as it would be added.
  [[nodiscard]] bool is_as_added(const FrontMatterEntry& entry, const MetadataValue& value) const {
    const std::size_t begin = text_line_at(bytes_, entry.begin).first;
    return bytes_.substr(begin, entry.end - begin) ==
           entry_line(entry.key, value, block_line_end(bytes_));
  }

  [[nodiscard]] bool is_undoing(const FrontMatterChange& change,
                                const FrontMatterEntry& entry) const {
    if (change.key == "title") {
      return front_matter_.title && is_as_added(entry, text_scalar(*front_matter_.title)) &&
             wanted_title_ == first_heading(wanted_body_).value_or(slug_.str());
    }
    return change.key == "tags" && wanted_tags_ && wanted_tags_->empty() &&
           is_as_added(entry, tags_value(front_matter_.tags));
  }

  /// `changes_` with entries removed that only an earlier change had added; empty when none is
  /// such.
  [[nodiscard]] Changes with_entries_taken_away() const {
    Changes changes = changes_;
    std::size_t end = front_matter_.content_end;
    bool is_any = false;
    for (std::size_t i = front_matter_.entries.size(); i-- > 0;) {
      const FrontMatterEntry& entry = front_matter_.entries[i];
      const auto change = std::find_if(
          changes.begin(), changes.end(),
          [&](const FrontMatterChange& candidate) { return candidate.key == entry.key; });
      if (entry.end != end || change == changes.end()) break;
      if (change->value && !is_undoing(*change, entry)) break;
      is_any |= change->value.has_value();
      change->value.reset();
      end = entry.begin;
    }
    // An emptied block that no blank line follows was not made by adding keys to a plain text.
    const bool would_stay = end == front_matter_.content_begin &&
                            end != front_matter_.content_end &&
                            body_begin_ == front_matter_.body_begin;
    if (!is_any || would_stay) return {};
    return changes;
  }

  /// The file after `changes`, if it reads back as wanted.
  [[nodiscard]] Result<std::string> composed(const Changes& changes) const {
    std::string head(bytes_.substr(0, body_begin_));
    if (!changes.empty()) {
      Result<std::string> edited = edited_head(bytes_, front_matter_, changes);
      if (!edited) return edited;
      head = *std::move(edited);
    }
    const std::string line_end(block_line_end(bytes_));
    const FrontMatter head_front_matter = read_front_matter(head);
    const bool has_block = head_front_matter.state != State::none;
    const bool has_separator =
        shown_body_begin(head, head_front_matter) != head_front_matter.body_begin;
    std::string separator;
    // A closing fence may be the last thing in the file.
    if (has_block && !body_bytes_.empty() && !head.ends_with('\n')) separator = line_end;
    if (has_block && !has_separator && wanted_body_.starts_with('\n')) separator += line_end;
    std::string result = head + separator + body_bytes_;
    if (!has_block && !reads_back(result, changes)) {
      // A body that would itself read as front matter, or begins with a byte order mark.
      separator = "---" + line_end + "---" + line_end;
      result = head + separator + (wanted_body_.starts_with('\n') ? line_end : "") + body_bytes_;
    }
    if (result.size() > max_note_bytes) {
      return fail(ErrorCode::invalid_argument,
                  "The note would have " + std::to_string(result.size()) + " bytes.",
                  "A note has at most 16 MiB. Put part of the text into another note.");
    }
    if (!reads_back(result, changes)) {
      return fail(ErrorCode::malformed,
                  "The change cannot be made: the note would not read back as wanted.",
                  "Nothing was changed. Change the note's file by hand.");
    }
    return result;
  }

  [[nodiscard]] bool reads_back(std::string_view result, const Changes& changes) const {
    if (first_invalid_utf8(result)) return false;
    const FrontMatter after = read_front_matter(result);
    const std::string body = with_lf(result.substr(shown_body_begin(result, after)));
    if (body != wanted_body_) return false;
    if (front_matter_.state == State::broken) {
      return result.substr(0, body_begin_) == bytes_.substr(0, body_begin_) &&
             after.body_begin == front_matter_.body_begin;
    }
    return is_changed_as_wanted(bytes_, front_matter_, result, after, changes) &&
           (!wanted_title_ || title_of(after, body, slug_) == *wanted_title_) &&
           (!wanted_tags_ || after.tags == *wanted_tags_);
  }

  const Slug& slug_;
  std::string_view bytes_;  // the caller keeps it
  std::optional<Timestamp> now_;
  FrontMatter front_matter_;
  std::size_t body_begin_;
  std::string body_;  // LF ends
  Changes changes_;
  std::optional<std::string> wanted_title_;
  std::optional<Tags> wanted_tags_;
  std::string wanted_body_;
  std::string body_bytes_;
};

}  // namespace

Result<std::string> changed_note_bytes(const Slug& slug, std::string_view bytes,
                                       const NoteChange& change, std::optional<Timestamp> now) {
  Result<void> checked = check_request(change);
  if (!checked) return unexpected(checked.error());
  if (const std::optional<std::size_t> offset = first_invalid_utf8(bytes)) {
    return fail(
        ErrorCode::not_utf8,
        "The note '" + slug.str() + "' is not UTF-8: the byte at offset " +
            std::to_string(*offset) + " is the first bad one. Nothing was changed.",
        "Convert the file first, for example: " + conversion_command(bytes, slug.file_name()));
  }
  return Update(slug, bytes, now).run(change);
}

Result<std::string> new_note_bytes(const NewNote& note, Timestamp now) {
  Result<std::string> title = checked_title(note.title);
  if (!title) return title;
  const Result<Tags> tags = checked_and_read_tags(note.tags);
  if (!tags) return unexpected(tags.error());
  Result<Changes> metadata = metadata_changes(note.metadata, FrontMatter{});
  if (!metadata) return unexpected(metadata.error());
  Changes changes{{"title", text_scalar(*title)}};
  if (!tags->empty()) changes.push_back({"tags", tags_value(*tags)});
  changes.push_back(
      {"created", MetadataScalar{MetadataScalar::Kind::moment, to_iso8601_seconds(now)}});
  for (FrontMatterChange& other : *metadata) changes.push_back(std::move(other));

  const std::string body = given_body(note.body, FinalLineEnd::ensured);
  Result<std::string> head = edited_head({}, FrontMatter{}, changes);
  if (!head) return head;
  std::string bytes = *head + body;
  if (bytes.size() > max_note_bytes) {
    return fail(ErrorCode::invalid_argument,
                "The note would have " + std::to_string(bytes.size()) + " bytes.",
                "A note has at most 16 MiB. Make several notes of the text.");
  }
  const FrontMatter after = read_front_matter(bytes);
  if (first_invalid_utf8(bytes) || after.title != *title || after.tags != *tags ||
      !is_changed_as_wanted({}, FrontMatter{}, bytes, after, changes) ||
      with_lf(std::string_view(bytes).substr(shown_body_begin(bytes, after))) != body) {
    return fail(ErrorCode::invalid_argument,
                "The note cannot be made: its text would not read back as given.",
                "Give title, tags, metadata and body as plain UTF-8 text, and not more than 1 MiB "
                "or 10,000 values of metadata.");
  }
  return bytes;
}

}  // namespace notes
