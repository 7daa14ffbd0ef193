#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "server/arguments.h"
#include "server/facts.h"
#include "server/page.h"
#include "server/schema.h"
#include "server/tools/definitions.h"
#include "vault/unicode.h"

namespace notes::mcp {
namespace {

constexpr std::size_t default_limit = 50;
constexpr std::size_t max_limit = 500;
constexpr std::size_t max_skipped = 20;
constexpr std::size_t max_tag_counts = 200;
constexpr std::size_t max_skipped_cost = 6UL * 1024;
constexpr std::size_t max_tag_counts_cost = 8UL * 1024;
constexpr std::size_t max_file_name_length = 120;  // code points
constexpr std::size_t max_reason_length = 200;     // code points
constexpr std::size_t frame_cost = 512;            // of all that is neither note, tag nor file

SortKey sort_key(std::string_view name) {
  if (name == "created") return SortKey::created;
  return name == "title" ? SortKey::title : SortKey::updated;
}

Result<ListRequest> request_of(const Arguments& arguments) {
  Result<NoteFilter> filter = arguments.filter();
  if (!filter) return unexpected(filter.error());
  ListRequest request;
  request.filter = std::move(*filter);
  request.sort = sort_key(arguments.optional_text("sort").value_or("updated"));
  if (const std::optional<std::string_view> order = arguments.optional_text("order")) {
    request.order = *order == "asc" ? SortOrder::ascending : SortOrder::descending;
  }
  const bool with_counts = arguments.flag("include_tag_counts");
  request.tag_counts = with_counts ? TagCounts::include : TagCounts::leave_out;
  request.offset = arguments.count("offset").value_or(0);
  request.limit = arguments.count("limit").value_or(default_limit);
  return request;
}

/// The first page's further facts: which tags there are, and which files are no notes.
void add_tag_counts(Facts& facts, const std::vector<TagCount>& counts) {
  Page page(max_tag_counts_cost, max_tag_counts_cost);
  for (const TagCount& entry : counts) {
    const std::string tag = abridged(entry.tag, max_shown_tag);
    const Json item = {{"tag", tag}, {"count", entry.count}};
    const std::string line = "  " + one_line(tag) + ": " + std::to_string(entry.count) + "\n";
    if (page.count() == max_tag_counts || !page.add(item, line)) break;
  }
  const std::string heading = "Tags (" + std::to_string(page.count()) + " of " +
                              std::to_string(counts.size()) + ", most used first):\n";
  facts.add_worded("tag_counts", page.items(), heading + page.text());
  facts.add_worded("tag_total", counts.size(), "");
}

void add_skipped(Facts& facts, const std::vector<SkippedFile>& skipped) {
  if (skipped.empty()) return;
  Page page(max_skipped_cost, max_skipped_cost);
  for (const SkippedFile& file : skipped) {
    const std::string name = abridged(file.file, max_file_name_length);
    const std::string reason = abridged(file.reason, max_reason_length);
    const Json item = {{"file", name}, {"reason", reason}};
    const std::string line = "  " + one_line(name) + ": " + one_line(reason) + "\n";
    if (page.count() == max_skipped || !page.add(item, line)) break;
  }
  const std::string heading = "Files that are no notes (" + std::to_string(page.count()) + " of " +
                              std::to_string(skipped.size()) + "):\n";
  const std::string hint = "The user can run 'notes-mcp check', which says what to do about them.";
  facts.add_worded("skipped", page.items(), heading + page.text());
  facts.add_worded("skipped_total", skipped.size(), "");
  facts.add_worded("hint", hint, hint + "\n");
}

Result<Answer> run(Vault& vault, const Json& json) {
  const Arguments arguments(json);
  const Result<ListRequest> request = request_of(arguments);
  if (!request) return unexpected(request.error());
  const Result<NoteList> list = vault.list(*request);
  if (!list) return unexpected(list.error());

  Facts extras;
  if (request->offset == 0) {
    if (request->tag_counts == TagCounts::include) add_tag_counts(extras, list->tag_counts);
    add_skipped(extras, list->skipped);
  }
  Page page(max_answer_cost - frame_cost - json_cost(extras.structured()),
            max_answer_cost - frame_cost - text_cost(extras.text()));
  for (const NoteSummary& note : list->notes) {
    Facts item;
    add_summary(item, note, Created::include);
    if (!page.add(item.structured(), summary_line(note, Created::include) + "\n")) break;
  }
  const PagePlace place{.offset = request->offset, .count = page.count(), .total = list->total};

  Answer answer{.structured = {{"notes", page.items()}},
                .text = place.words("notes") + "\n" + page.text() + extras.text()};
  place.describe_in(answer.structured);
  answer.structured.update(extras.structured());
  return answer;
}

Json output_schema() {
  std::vector<Property> properties = {
      required("notes", list("", object(summary_properties(Created::include))))};
  for (Property& property : page_properties()) properties.push_back(std::move(property));
  properties.push_back(optional(
      "tag_counts", list("Most used first; first page only.",
                         object({required("tag", string("")), required("count", integer(""))}))));
  properties.push_back(optional("tag_total", integer("")));
  properties.push_back(optional(
      "skipped", list("Files that are not served; first page only.",
                      object({required("file", string("")), required("reason", string(""))}))));
  properties.push_back(optional("skipped_total", integer("")));
  properties.push_back(optional("hint", string("")));
  return object(properties);
}

}  // namespace

Tool list_notes() {
  std::vector<Property> input = filter_properties();
  for (Property& property : std::vector<Property>{
           optional("limit",
                    with_default(integer("Notes on a page.", {.minimum = 1, .maximum = max_limit}),
                                 default_limit)),
           optional("offset",
                    with_default(
                        integer("Notes to pass over, as next_offset said.", {.minimum = 0}), 0)),
           optional("sort",
                    with_default(choice("What to order by.", {"updated", "created", "title"}),
                                 "updated")),
           optional("order", choice("Default: newest first, titles a to z.", {"desc", "asc"})),
           optional(
               "include_tag_counts",
               with_default(boolean("Also count the tags of all notes that match."), false))}) {
    input.push_back(std::move(property));
  }
  return {.name = "list_notes",
          .title = "List notes",
          .description =
              "Lists notes without their text, newest first, by tag or date. Shows what there is: "
              "recent changes, all tags (include_tag_counts), files that cannot be served. To find "
              "notes by words use search_notes.",
          .effect = Effect::reads,
          .input = closed(object(input)),
          .output = output_schema(),
          .run = run};
}

}  // namespace notes::mcp
