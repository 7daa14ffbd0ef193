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
#include "server/tools/metadata.h"
#include "vault/text_edit.h"

namespace notes::mcp {
namespace {

std::optional<std::string> owned(std::optional<std::string_view> text) {
  if (!text) return std::nullopt;
  return std::string(*text);
}

Result<NoteChange> change_of(const Arguments& arguments) {
  Result<Metadata> metadata = arguments.metadata("metadata");
  if (!metadata) return unexpected(metadata.error());
  NoteChange change;
  change.title = owned(arguments.optional_text("title"));
  change.body = owned(arguments.optional_text("body"));
  change.tags = arguments.texts("tags");
  change.add_tags = arguments.texts("add_tags").value_or(std::vector<std::string>{});
  change.remove_tags = arguments.texts("remove_tags").value_or(std::vector<std::string>{});
  change.metadata = std::move(*metadata);
  change.append = owned(arguments.optional_text("append"));
  for (const Arguments& edit : arguments.objects("edits")) {
    change.edits.push_back({.old_text = std::string(edit.text("old_text")),
                            .new_text = std::string(edit.text("new_text")),
                            .expected_matches = edit.count("expected_matches").value_or(1)});
  }
  return change;
}

/// The beginning of `diff` that fits beside `facts`, whole lines if possible.
std::string_view diff_within(std::string_view diff, const Facts& facts) {
  constexpr std::size_t frame_cost = 256;  // names, quotes and words around the diff
  const std::size_t used = json_cost(facts.structured()) + text_cost(facts.text()) + frame_cost;
  if (diff.empty()) return diff;
  return diff.substr(0, readable_part(diff, max_answer_cost - used));
}

std::string outcome(const Slug& slug, const UpdatedNote& updated, Run mode) {
  const std::string name = "note '" + slug.str() + "'";
  if (mode == Run::dry) {
    return updated.is_changed ? "Dry run: nothing is written. " + name + " would change as below."
                              : "Dry run: " + name + " would not change.";
  }
  return updated.is_changed ? "Updated " + name + "."
                            : "Nothing to change: " + name + " is like that already.";
}

Result<Answer> run(Vault& vault, const Json& json) {
  const Arguments arguments(json);
  const Result<Slug> slug = arguments.slug("slug");
  if (!slug) return unexpected(slug.error());
  const Result<NoteChange> change = change_of(arguments);
  if (!change) return unexpected(change.error());
  const Run mode = arguments.flag("dry_run") ? Run::dry : Run::real;
  const Result<std::optional<Revision>> expected = arguments.revision("expected_revision");
  if (!expected) return unexpected(expected.error());
  const Result<UpdatedNote> updated = vault.update(*slug, *change, *expected, mode);
  if (!updated) return unexpected(updated.error());

  Facts facts;
  add_summary(facts, updated->note, Created::leave_out);
  facts.add("revision", updated->revision.str());
  facts.add("changed", updated->is_changed);
  Answer answer{.structured = facts.structured(),
                .text = outcome(*slug, *updated, mode) + "\n" + facts.text()};
  if (mode == Run::dry) {
    const std::string_view diff = diff_within(updated->diff, facts);
    const bool is_cut = diff.size() < updated->diff.size();
    answer.structured["diff"] = diff;
    answer.structured["diff_truncated"] = is_cut;
    answer.text += is_cut ? "diff_truncated: true\ndiff, its beginning:\n" : "diff:\n";
    answer.text += diff;
  }
  return answer;
}

Json input_schema() {
  const Json edit = closed(
      object({required("old_text", string("Copied exactly from the body; case and blanks count.")),
              required("new_text", string("What stands there instead.")),
              optional("expected_matches",
                       with_default(integer("How often old_text occurs.", {.minimum = 1}), 1))}));
  return closed(object(
      {required("slug", string("The slug stays, whatever the title becomes.")),
       optional("title", string("New title.")),
       optional("body", string("New body instead of the whole old one.")),
       optional("tags", strings("Instead of all old tags; [] removes them.", max_tags)),
       optional("add_tags", strings("Tags to add; not with tags.", max_tags)),
       optional("remove_tags", strings("Tags to take off; not with tags.", max_tags)),
       optional("metadata", metadata_schema("Front-matter keys to set; null removes a key.")),
       optional("append", string("Text for the end of the body, on a new line.")),
       optional("edits",
                list("Replacements in the body, all or none, each matched against the body as it "
                     "was: [{\"old_text\": \"2 eggs\", \"new_text\": \"3 eggs\"}].",
                     edit, max_edits)),
       optional("expected_revision",
                string("Change only if this is still its revision, from read_note.")),
       optional("dry_run", with_default(boolean("Write nothing; show the diff."), false))}));
}

}  // namespace

Tool update_note() {
  std::vector<Property> output = summary_properties(Created::leave_out);
  output.push_back(required("revision", string("After the update; in a dry run the current one.")));
  output.push_back(required("changed", boolean("In a dry run: whether it would change.")));
  output.push_back(optional("diff", string("Unified diff, dry run only.")));
  output.push_back(optional("diff_truncated", boolean("")));
  return {
      .name = "update_note",
      .title = "Update note",
      .description =
          "Changes what you give and leaves every other byte. Give one of body, append or edits; "
          "append and edits are safer and shorter than a whole body (some clients refuse arguments "
          "over 13 KB). Without expected_revision a change made by someone else meanwhile may be "
          "lost.",
      .effect = Effect::updates,
      .input = input_schema(),
      .output = object(output),
      .run = run};
}

}  // namespace notes::mcp
