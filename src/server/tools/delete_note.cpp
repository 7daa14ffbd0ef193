#include <string>

#include "server/arguments.h"
#include "server/facts.h"
#include "server/schema.h"
#include "server/tools/definitions.h"

namespace notes::mcp {
namespace {

Result<Answer> run(Vault& vault, const Json& json) {
  const Arguments arguments(json);
  const Result<Slug> slug = arguments.slug("slug");
  if (!slug) return unexpected(slug.error());
  const Result<std::optional<Revision>> expected = arguments.revision("expected_revision");
  if (!expected) return unexpected(expected.error());
  const Result<void> removed = vault.remove(*slug, *expected);
  if (!removed) return unexpected(removed.error());

  Facts facts;
  facts.add("slug", slug->str());
  facts.add("deleted", true);
  std::string text = "Deleted note '" + slug->str() + "' for good.\n";
  if (vault.options().deletion == Deletion::trash) {
    facts.add("moved_to", ".trash");
    text = "Moved note '" + slug->str() + "' to the folder .trash in the vault.\n";
  }
  return Answer{.structured = facts.structured(), .text = text + facts.text()};
}

}  // namespace

Tool delete_note(Deletion deletion) {
  const bool is_final = deletion == Deletion::final;
  return {
      .name = "delete_note",
      .title = "Delete note",
      .description =
          is_final ? "Deletes a note's file for good; there is no undo. To take out a part of a "
                     "note use update_note with edits."
                   : "Moves a note's file to the folder .trash in the vault: it is no note any "
                     "more, but the user can bring it back by hand. To take out a part of a note "
                     "use update_note with edits.",
      .effect = Effect::destroys,
      .input = closed(object(
          {required("slug", string("As list_notes and search_notes give it.")),
           optional("expected_revision", string("Delete only if this is still its revision."))})),
      .output = object({required("slug", string("")), required("deleted", boolean("")),
                        optional("moved_to", string("Folder in the vault, when the file is "
                                                    "kept."))}),
      .run = run};
}

}  // namespace notes::mcp
