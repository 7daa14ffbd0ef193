#include <string>
#include <utility>
#include <vector>

#include "server/arguments.h"
#include "server/facts.h"
#include "server/schema.h"
#include "server/tools/definitions.h"
#include "server/tools/metadata.h"

namespace notes::mcp {
namespace {

Result<Answer> run(Vault& vault, const Json& json) {
  const Arguments arguments(json);
  Result<Metadata> metadata = arguments.metadata("metadata");
  if (!metadata) return unexpected(metadata.error());
  // A new note has no key that null could remove.
  std::erase_if(*metadata, [](const auto& entry) { return !entry.second.has_value(); });
  const Result<CreatedNote> created =
      vault.create({.title = std::string(arguments.text("title")),
                    .body = std::string(arguments.text("body")),
                    .tags = arguments.texts("tags").value_or(std::vector<std::string>{}),
                    .metadata = std::move(*metadata)});
  if (!created) return unexpected(created.error());

  Facts facts;
  const NoteSummary& note = created->note;
  add_summary(facts, note, Created::include);
  facts.add("revision", created->revision.str());
  Json others = Json::array();
  for (const Slug& slug : created->same_title) others.push_back(slug.str());
  if (!others.empty()) facts.add("same_title", others);
  std::string text = "Created note '" + note.slug.str() + "'.";
  if (!others.empty()) text += " Other notes have the same title: see same_title.";
  return Answer{.structured = facts.structured(), .text = text + "\n" + facts.text()};
}

}  // namespace

Tool create_note() {
  std::vector<Property> output = summary_properties(Created::include);
  output.push_back(required("revision", string("")));
  output.push_back(optional("same_title", strings("Slugs of notes that had this title already.")));
  return {
      .name = "create_note",
      .title = "Create note",
      .description =
          "Makes a new markdown note and gives its slug. It never overwrites: a title that is "
          "taken makes one more note, so look with search_notes first, and use update_note to "
          "extend or correct a note.",
      .effect = Effect::creates,
      .input = closed(object(
          {required("title", string("One line, at most 300 characters. The slug is made of it.")),
           required("body", string("Markdown, without front matter; the title need not be repeated "
                                   "as a heading. May be empty.")),
           optional("tags",
                    strings(R"(Without '#'; '/' nests: ["recipes", "project/alpha"].)", max_tags)),
           optional("metadata", metadata_schema("Other front-matter keys to set."))})),
      .output = object(output),
      .run = run};
}

}  // namespace notes::mcp
