#include <cmath>
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

namespace notes::mcp {
namespace {

constexpr std::size_t default_limit = 10;
constexpr std::size_t max_limit = 100;
constexpr std::size_t max_hint_length = 1000;    // code points
constexpr std::size_t max_snippet_length = 600;  // code points, marks counted
constexpr std::size_t frame_cost = 512 + 8 * max_hint_length;

SortKey sort_key(std::string_view name) {
  if (name == "updated") return SortKey::updated;
  if (name == "created") return SortKey::created;
  return name == "title" ? SortKey::title : SortKey::score;
}

Result<SearchRequest> request_of(const Arguments& arguments) {
  Result<Query> query = Query::parse(arguments.text("query"));
  if (!query) return unexpected(query.error());
  Result<NoteFilter> filter = arguments.filter();
  if (!filter) return unexpected(filter.error());
  const bool wants_all = arguments.optional_text("match").value_or("any") == "all";
  return SearchRequest{.query = std::move(*query),
                       .filter = std::move(*filter),
                       .match = wants_all ? Match::all : Match::any,
                       .sort = sort_key(arguments.optional_text("sort").value_or("score")),
                       .offset = arguments.count("offset").value_or(0),
                       .limit = arguments.count("limit").value_or(default_limit)};
}

/// Three places: more would tell nothing and cost a model tokens.
double rounded(double score) { return std::round(score * 1000) / 1000; }

Json item_of(const SearchHit& hit) {
  Facts item;
  add_summary(item, hit.note, Created::leave_out);
  item.add("score", rounded(hit.score));
  item.add("snippet", abridged(hit.snippet, max_snippet_length));
  item.add("line", hit.line);
  item.add("offset", hit.offset);
  return item.structured();
}

std::string text_of(const SearchHit& hit) {
  return summary_line(hit.note, Created::leave_out) + ", score " + Json(rounded(hit.score)).dump() +
         ", line " + std::to_string(hit.line) + ", offset " + std::to_string(hit.offset) + "\n  " +
         one_line(abridged(hit.snippet, max_snippet_length)) + "\n";
}

Result<Answer> run(Vault& vault, const Json& json) {
  const Arguments arguments(json);
  const Result<SearchRequest> request = request_of(arguments);
  if (!request) return unexpected(request.error());
  const Result<SearchResults> results = vault.search(*request);
  if (!results) return unexpected(results.error());

  Page page(max_answer_cost - frame_cost, max_answer_cost - frame_cost);
  for (const SearchHit& hit : results->hits) {
    if (!page.add(item_of(hit), text_of(hit))) break;
  }
  const PagePlace place{.offset = request->offset, .count = page.count(), .total = results->total};
  Answer answer{.structured = {{"results", page.items()}}, .text = place.words("results") + "\n"};
  place.describe_in(answer.structured);
  if (!results->advice.empty()) {
    const std::string hint = abridged(results->advice, max_hint_length);
    answer.structured["hint"] = hint;
    answer.text += one_line(hint) + "\n";
  }
  answer.text += page.text();
  return answer;
}

Json output_schema() {
  std::vector<Property> item = summary_properties(Created::leave_out);
  item.push_back(required("score", number("")));
  item.push_back(required("snippet", string("Best passage, matches marked «so».")));
  item.push_back(required("line", integer("Line of the file, from 1.")));
  item.push_back(required("offset", integer("Where it is, for read_note.")));
  std::vector<Property> properties = {required("results", list("", object(item)))};
  for (Property& property : page_properties()) properties.push_back(std::move(property));
  properties.push_back(optional("hint", string("What to try when nothing was found.")));
  return object(properties);
}

}  // namespace

Tool search_notes() {
  std::vector<Property> input = {
      required("query", string("Such as: sourdough \"bulk ferment\" -rye #baking title:bread"))};
  for (Property& property : filter_properties()) input.push_back(std::move(property));
  for (Property& property : std::vector<Property>{
           optional("limit", with_default(integer("Results on a page.",
                                                  {.minimum = 1, .maximum = max_limit}),
                                          default_limit)),
           optional("offset",
                    with_default(
                        integer("Results to pass over, as next_offset said.", {.minimum = 0}), 0)),
           optional(
               "match",
               with_default(choice("Whether one of the words is enough.", {"any", "all"}), "any")),
           optional("sort", with_default(choice("What to order by.",
                                                {"score", "updated", "created", "title"}),
                                         "score"))}) {
    input.push_back(std::move(property));
  }
  return {.name = "search_notes",
          .title = "Search notes",
          .description =
              "Full-text search, best first, with the passage that matches. Query: words, \"exact "
              "phrase\", sour* (prefix), title:word, #tag, -word (not), * (all). Case, accents and "
              "word endings do not matter. To browse by tag or date use list_notes; for the text, "
              "read_note.",
          .effect = Effect::reads,
          .input = closed(object(input)),
          .output = output_schema(),
          .run = run};
}

}  // namespace notes::mcp
