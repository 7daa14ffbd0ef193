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
#include "vault/markdown.h"
#include "vault/unicode.h"

namespace notes::mcp {
namespace {

constexpr std::size_t max_outline_headings = 100;
constexpr std::size_t max_heading_length = 120;  // code points
constexpr std::size_t max_outline_cost = 6UL * 1024;
constexpr std::size_t max_front_matter_cost = 4UL * 1024;  // beside a body that needs parts
constexpr std::size_t max_warning_length = 1000;           // code points

/// A stretch of a note's body, in code points.
struct Part {
  std::string_view text;
  std::size_t offset;
  std::size_t total;

  [[nodiscard]] std::size_t end() const { return offset + count_code_points(text); }
  [[nodiscard]] bool has_more() const { return end() < total; }
};

std::string front_matter_within(const std::string& block, std::size_t budget) {
  const std::size_t end = affordable(block, budget);
  if (end == block.size()) return block;
  return block.substr(0, end) +
         "… (cut: " + std::to_string(count_code_points(std::string_view(block).substr(0, end))) +
         " of " + std::to_string(count_code_points(block)) + " characters)";
}

/// Headings with the offset to read from, as many as the bounds allow, in both forms.
std::pair<Json, std::string> outline_of(std::string_view body) {
  Page page(max_outline_cost, max_outline_cost);
  for (const Heading& heading : headings(body, max_outline_headings)) {
    const std::string text = abridged(one_line(heading.text), max_heading_length);
    const Json item = {{"level", heading.level}, {"text", text}, {"offset", heading.offset}};
    const std::string line = "  " + std::to_string(heading.offset) + ": " +
                             std::string(static_cast<std::size_t>(heading.level), '#') + " " +
                             text + "\n";
    if (!page.add(item, line)) break;
  }
  return {page.items(), page.text()};
}

std::string part_words(const Part& part) {
  const std::string total = std::to_string(part.total);
  if (part.offset == 0 && !part.has_more()) return "The whole note, " + total + " characters.\n";
  std::string words = "Part of the note: characters " + std::to_string(part.offset) + " to " +
                      std::to_string(part.end()) + " of " + total + ".";
  if (part.has_more()) {
    words += " To go on, call read_note with offset " + std::to_string(part.end()) + ".";
  }
  return words + "\n";
}

/// Everything but the body; `part` is what the body will be.
Facts facts_of(const Note& note, const Part& part, std::size_t front_matter_budget) {
  Facts facts;
  add_summary(facts, {note.slug, note.title, note.tags, note.created, note.updated},
              Created::include);
  facts.add("revision", note.revision.str());
  if (!note.warning.empty()) facts.add("warning", abridged(note.warning, max_warning_length));
  // part_words says these in the text.
  facts.add_worded("offset", part.offset, "");
  facts.add_worded("total_length", part.total, "");
  facts.add_worded("has_more", part.has_more(), "");
  if (part.has_more()) facts.add("next_offset", part.end());
  if (part.offset > 0) return facts;
  if (note.front_matter) {
    facts.add_block("front_matter", front_matter_within(*note.front_matter, front_matter_budget));
  }
  if (part.has_more()) {
    auto [items, lines] = outline_of(note.body);
    facts.add_worded("outline", std::move(items), "outline (offset: heading):\n" + lines);
  }
  return facts;
}

Answer assembled(const Facts& facts, const Part& part) {
  Answer answer{.structured = facts.structured(), .text = part_words(part) + facts.text()};
  answer.structured["body"] = part.text;
  answer.text += "body:\n";
  answer.text += part.text;
  return answer;
}

/// What an answer that says `facts` leaves for the body.
std::size_t body_budget(const Facts& facts, const Part& part) {
  const Answer empty = assembled(facts, part);
  // Offsets in the words of the real part may have more digits than those of the empty one.
  constexpr std::size_t slack = 64;
  const std::size_t used = std::max(json_cost(empty.structured), text_cost(empty.text)) + slack;
  return used < max_answer_cost ? max_answer_cost - used : 0;
}

Answer answer_of(const Note& note, const Part& wanted) {
  const Part nothing{.text = {}, .offset = wanted.offset, .total = wanted.total};
  const Facts facts = facts_of(note, wanted, max_answer_cost);
  const std::size_t whole_budget = body_budget(facts, nothing);
  if (whole_budget > 0 && text_cost(wanted.text) <= whole_budget) return assembled(facts, wanted);
  if (wanted.text.empty()) return assembled(facts_of(note, wanted, max_front_matter_cost), wanted);

  const std::size_t budget = body_budget(facts_of(note, nothing, max_front_matter_cost), nothing);
  const Part part{.text = wanted.text.substr(0, readable_part(wanted.text, budget)),
                  .offset = wanted.offset,
                  .total = wanted.total};
  return assembled(facts_of(note, part, max_front_matter_cost), part);
}

Result<Answer> run(Vault& vault, const Json& json) {
  const Arguments arguments(json);
  const Result<Slug> slug = arguments.slug("slug");
  if (!slug) return unexpected(slug.error());
  const Result<Note> note = vault.read(*slug);
  if (!note) return unexpected(note.error());

  const std::size_t total = count_code_points(note->body);
  const std::size_t offset = arguments.count("offset").value_or(0);
  if (offset > total) {
    return fail(ErrorCode::invalid_argument,
                "Offset " + std::to_string(offset) + " is past the end of '" + slug->str() +
                    "': total_length is " + std::to_string(total) + ".",
                "Offsets are in characters, from 0.");
  }
  std::string_view text = note->body;
  text.remove_prefix(byte_offset(text, offset));
  if (const std::optional<std::size_t> limit = arguments.count("limit")) {
    text = text.substr(0, byte_offset(text, *limit));
  }
  return answer_of(*note, {.text = text, .offset = offset, .total = total});
}

Json output_schema() {
  std::vector<Property> properties = summary_properties(Created::include);
  for (Property& property : std::vector<Property>{
           required("revision", string("For expected_revision.")),
           required("body", string("Markdown without front matter, whole or a part.")),
           required("offset", integer("")),
           required("total_length", integer("Of the body, in characters.")),
           required("has_more", boolean("")),
           optional("next_offset", integer("Where the next part begins.")),
           optional("outline",
                    list("Headings of a long note, with the offset to read from.",
                         object({required("level", integer("1 to 6.")),
                                 required("text", string("")), required("offset", integer(""))}))),
           optional("front_matter", string("The YAML block as it stands; first part only.")),
           optional("warning", string("What is odd about the file."))}) {
    properties.push_back(std::move(property));
  }
  return object(properties);
}

}  // namespace

Tool read_note() {
  return {
      .name = "read_note",
      .title = "Read note",
      .description =
          "Reads one note as markdown, with its tags, times and revision. A long note comes in "
          "parts: go on with next_offset, or jump to an offset from the outline or from a "
          "search_notes result. If you do not know the slug, use search_notes or list_notes.",
      .effect = Effect::reads,
      .input = closed(object(
          {required("slug", string("As list_notes and search_notes give it, such as 'pad-thai'.")),
           optional(
               "offset",
               with_default(integer("Character of the body to begin with.", {.minimum = 0}), 0)),
           optional("limit", integer("At most so many characters; else as much as fits.",
                                     {.minimum = 1}))})),
      .output = output_schema(),
      .run = run};
}

}  // namespace notes::mcp
