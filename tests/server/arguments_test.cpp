#include "server/arguments.h"

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

#include "server/schema.h"

namespace notes::mcp {
namespace {

Tool example() {
  const Json edit =
      closed(object({required("old_text", string("")), required("new_text", string("")),
                     optional("expected_matches", integer("", {.minimum = 1}))}));
  return {.name = "example",
          .title = "",
          .description = "",
          .effect = Effect::reads,
          .input = closed(object(
              {required("slug", string("")),
               optional("limit", integer("", {.minimum = 1, .maximum = 500})),
               optional("offset", integer("", {.minimum = 0})), optional("dry_run", boolean("")),
               optional("sort", choice("", {"updated", "title"})), optional("tags", strings("", 3)),
               optional("updated_after", string("")), optional("updated_before", string("")),
               optional("tag", string("")), optional("edits", list("", edit, 2)),
               optional("metadata", object({optional("status", string(""))}))})),
          .output = object({}),
          .run = nullptr};
}

constexpr std::string_view usage_of_edit =
    "edits[0] takes: old_text (required), new_text (required), expected_matches.";
constexpr std::string_view usage =
    "example takes: slug (required), limit, offset, dry_run, sort, tags, updated_after, "
    "updated_before, tag, edits, metadata.";

}  // namespace

TEST_CASE("arguments: what the schema wants passes, with the leniency that it allows") {
  struct Row {
    std::string_view given, taken;
  };
  for (const Row& row : {
           Row{R"({"slug":"a"})", R"({"slug":"a"})"},
           Row{R"({"slug":"a","limit":null,"tags":null})", R"({"slug":"a"})"},
           Row{R"({"slug":"a","limit":"10"})", R"({"slug":"a","limit":10})"},
           Row{R"({"slug":"a","limit":10.0})", R"({"slug":"a","limit":10})"},
           Row{R"({"slug":"a","limit":"1e2"})", R"({"slug":"a","limit":100})"},
           Row{R"({"slug":"a","limit":1})", R"({"slug":"a","limit":1})"},
           Row{R"({"slug":"a","limit":500})", R"({"slug":"a","limit":500})"},
           Row{R"({"slug":"a","offset":9007199254740991})",
               R"({"slug":"a","offset":9007199254740991})"},
           Row{R"({"slug":"a","dry_run":"true"})", R"({"slug":"a","dry_run":true})"},
           Row{R"({"slug":"a","dry_run":"false"})", R"({"slug":"a","dry_run":false})"},
           Row{R"({"slug":"a","tags":"[\"b\",\"c\"]"})", R"({"slug":"a","tags":["b","c"]})"},
           Row{R"({"slug":"a","tags":["x","y","z"]})", R"({"slug":"a","tags":["x","y","z"]})"},
           Row{R"({"slug":"[\"b\"]"})", R"({"slug":"[\"b\"]"})"},
           Row{R"({"slug":"a","edits":"[{\"old_text\":\"b\",\"new_text\":\"1\"}]"})",
               R"({"slug":"a","edits":[{"old_text":"b","new_text":"1"}]})"},
           Row{R"({"slug":"a","edits":["{\"old_text\":\"b\",\"new_text\":\"\"}"]})",
               R"({"slug":"a","edits":[{"old_text":"b","new_text":""}]})"},
           Row{R"({"slug":"a","edits":[{"old_text":"b","new_text":"c","expected_matches":"2"}]})",
               R"({"slug":"a","edits":[{"old_text":"b","new_text":"c","expected_matches":2}]})"},
           Row{R"({"slug":"a","metadata":{"status":null,"other":[1,"x"]}})",
               R"({"slug":"a","metadata":{"status":null,"other":[1,"x"]}})"},
           Row{R"({"slug":"a","metadata":"{\"k\":1}"})", R"({"slug":"a","metadata":{"k":1}})"},
       }) {
    CAPTURE(row.given);
    const Result<Json> taken = checked_arguments(example(), Json::parse(row.given));
    REQUIRE(taken);
    CHECK(taken->dump() == row.taken);
  }
}

TEST_CASE("arguments: a fault is told with its path, what is wanted and what was given") {
  struct Row {
    std::string_view given, message, hint;
  };
  for (
      const Row& row : {
          Row{"{}", "Argument 'slug' is missing.", usage},
          Row{R"({"slug":null})", "Argument 'slug' is missing.", usage},
          Row{R"({"slug":5})", "Argument 'slug' must be a string, not the number 5.", ""},
          Row{R"({"slug":["a"]})", "Argument 'slug' must be a string, not an array.", ""},
          Row{R"({"slug":"a","limt":5})", "Unknown argument 'limt': did you mean 'limit'?", usage},
          Row{R"({"slug":"a","xyz":5})", "Unknown argument 'xyz'.", usage},
          Row{R"({"slgu":"a"})", "Unknown argument 'slgu': did you mean 'slug'?", usage},
          Row{R"({"slug":"a","limit":0})", "Argument 'limit' must be from 1 to 500, not 0.", ""},
          Row{R"({"slug":"a","limit":501})", "Argument 'limit' must be from 1 to 500, not 501.",
              ""},
          Row{R"({"slug":"a","offset":-1})", "Argument 'offset' must be at least 0, not -1.", ""},
          Row{R"({"slug":"a","offset":9007199254740992})",
              "Argument 'offset' must be from -9007199254740991 to 9007199254740991, not the "
              "number 9007199254740992.",
              ""},
          Row{R"({"slug":"a","offset":18446744073709551615})",
              "Argument 'offset' must be from -9007199254740991 to 9007199254740991, not the "
              "number 18446744073709551615.",
              ""},
          Row{R"({"slug":"a","limit":1.5})",
              "Argument 'limit' must be an integer, not the number 1.5.", ""},
          Row{R"({"slug":"a","limit":"ten"})",
              "Argument 'limit' must be an integer, not the string 'ten'.", ""},
          Row{R"({"slug":"a","limit":"\"10\""})",
              "Argument 'limit' must be an integer, not the string '\"10\"'.", ""},
          Row{R"({"slug":"a","limit":true})", "Argument 'limit' must be an integer, not true.", ""},
          Row{R"({"slug":"a","dry_run":1})",
              "Argument 'dry_run' must be true or false, not the number 1.", ""},
          Row{R"({"slug":"a","dry_run":"yes"})",
              "Argument 'dry_run' must be true or false, not the string 'yes'.", ""},
          Row{R"({"slug":"a","sort":"date"})",
              "Argument 'sort' must be one of 'updated', 'title', not 'date'.", ""},
          Row{R"({"slug":"a","tags":"a,b"})",
              "Argument 'tags' must be an array of strings, such as [\"one\", \"two\"], not the "
              "string 'a,b'.",
              ""},
          Row{R"({"slug":"a","tags":["x",7]})",
              "Argument 'tags[1]' must be a string, not the number 7.", ""},
          Row{R"({"slug":"a","tags":[null]})", "Argument 'tags[0]' must be a string, not null.",
              ""},
          Row{R"({"slug":"a","tags":["1","2","3","4"]})",
              "Argument 'tags' has 4 items; at most 3 are allowed.", ""},
          Row{R"({"slug":"a","edits":[{"oldText":"b","newText":"c"}]})",
              "Unknown argument 'edits[0].oldText': did you mean 'old_text'? Unknown argument "
              "'edits[0].newText': did you mean 'new_text'?",
              usage_of_edit},
          Row{R"({"slug":"a","edits":[{"old_text":"b"}]})",
              "Argument 'edits[0].new_text' is missing.", usage_of_edit},
          Row{R"({"slug":"a","edits":[{"old_text":"b","new_text":"c","expected_matches":0}]})",
              "Argument 'edits[0].expected_matches' must be at least 1, not 0.", ""},
          Row{R"({"slug":"a","edits":["b"]})",
              "Argument 'edits[0]' must be an object, not the string 'b'.", ""},
          Row{R"({"slug":"a","edits":{"old_text":"b"}})",
              "Argument 'edits' must be an array of objects, not an object.", ""},
          Row{R"({"slug":"a","metadata":"draft"})",
              "Argument 'metadata' must be an object, not the string 'draft'.", ""},
          Row{R"({"slug":1,"limit":0,"offset":-1,"dry_run":3})",
              "Argument 'slug' must be a string, not the number 1. Argument 'limit' must be from 1 "
              "to 500, not 0. Argument 'offset' must be at least 0, not -1.",
              ""},
      }) {
    CAPTURE(row.given);
    const Result<Json> taken = checked_arguments(example(), Json::parse(row.given));
    REQUIRE_FALSE(taken);
    CHECK(taken.error().code == ErrorCode::invalid_argument);
    CHECK(taken.error().message == row.message);
    CHECK(taken.error().hint == row.hint);
  }
}

TEST_CASE("arguments: hostile ones have short messages") {
  Json many = {{"slug", "a"}};
  for (int i = 0; i < 900; ++i) many["unknown" + std::to_string(i)] = i;
  const Result<Json> names = checked_arguments(example(), many);
  REQUIRE_FALSE(names);
  CHECK(names.error().message.size() < 200);

  const std::string long_text(1'000'000, 'x');
  const Result<Json> values = checked_arguments(example(), {{"slug", "a"}, {"limit", long_text}});
  REQUIRE_FALSE(values);
  CHECK(values.error().message.size() < 200);
  const Result<Json> keys = checked_arguments(example(), {{"slug", "a"}, {long_text, 1}});
  REQUIRE_FALSE(keys);
  CHECK(keys.error().message.size() < 200);

  const std::string deep = std::string(100'000, '[') + std::string(100'000, ']');
  CHECK_FALSE(checked_arguments(example(), {{"slug", "a"}, {"tags", deep}}));
}

TEST_CASE("arguments: read as what they are") {
  const Json json =
      Json::parse(R"({"slug":"pad-thai","limit":3,"dry_run":true,"tags":["a","b"],"tag":"#x",)"
                  R"("updated_after":"2026-11-30","edits":[{"old_text":"o","new_text":"n"}]})");
  const Arguments arguments(json);
  CHECK(arguments.text("slug") == "pad-thai");
  CHECK(arguments.slug("slug")->str() == "pad-thai");
  CHECK(arguments.optional_text("tag") == "#x");
  CHECK(arguments.optional_text("sort") == std::nullopt);
  CHECK(arguments.count("limit") == 3U);
  CHECK(arguments.count("offset") == std::nullopt);
  CHECK(arguments.flag("dry_run"));
  CHECK_FALSE(arguments.flag("other"));
  CHECK(arguments.texts("tags") == std::vector<std::string>{"a", "b"});
  CHECK(arguments.texts("add_tags") == std::nullopt);
  REQUIRE(arguments.objects("edits").size() == 1);
  CHECK(arguments.objects("edits")[0].text("new_text") == "n");
  CHECK(arguments.objects("none").empty());
  const Result<NoteFilter> filter = arguments.filter();
  REQUIRE(filter);
  CHECK(filter->tag == "#x");
  CHECK(filter->updated_after == parse_timestamp("2026-11-30T00:00:00Z"));
  CHECK(filter->updated_before == std::nullopt);
}

TEST_CASE("arguments: a filter that means nothing is refused with an example") {
  struct Row {
    std::string_view given, message;
  };
  for (const Row& row : {
           Row{R"({"tag":""})", "Argument 'tag' is empty."},
           Row{R"({"tag":" # "})", "Argument 'tag' is empty."},
           Row{R"({"updated_after":"yesterday"})",
               "Argument 'updated_after' is no date: 'yesterday'."},
           Row{R"({"updated_before":"2026-13-01"})",
               "Argument 'updated_before' is no date: '2026-13-01'."},
       }) {
    const Json json = Json::parse(row.given);
    const Result<NoteFilter> filter = Arguments(json).filter();
    REQUIRE_FALSE(filter);
    CHECK(filter.error().message == row.message);
    CHECK_FALSE(filter.error().hint.empty());
  }
}

TEST_CASE("arguments: metadata are scalars, lists of them and null, in their order") {
  const Json json =
      Json::parse(R"({"metadata":{"b":"x","a":1.5,"c":true,"d":["y",2,false],"e":null,"f":[]}})");
  const Result<Metadata> metadata = Arguments(json).metadata("metadata");
  REQUIRE(metadata);
  using Kind = MetadataScalar::Kind;
  const auto same = [](const MetadataScalar& scalar, Kind kind, std::string_view text) {
    return scalar.kind == kind && scalar.text == text;
  };
  REQUIRE(metadata->size() == 6);
  CHECK((*metadata)[0].first == "b");
  CHECK(same(std::get<MetadataScalar>(*(*metadata)[0].second), Kind::text, "x"));
  CHECK(same(std::get<MetadataScalar>(*(*metadata)[1].second), Kind::number, "1.5"));
  CHECK(same(std::get<MetadataScalar>(*(*metadata)[2].second), Kind::boolean, "true"));
  const auto& list = std::get<std::vector<MetadataScalar>>(*(*metadata)[3].second);
  REQUIRE(list.size() == 3);
  CHECK(same(list[0], Kind::text, "y"));
  CHECK(same(list[1], Kind::number, "2"));
  CHECK(same(list[2], Kind::boolean, "false"));
  CHECK_FALSE((*metadata)[4].second.has_value());
  CHECK(std::get<std::vector<MetadataScalar>>(*(*metadata)[5].second).empty());

  CHECK(Arguments(Json::object()).metadata("metadata")->empty());
  struct Row {
    std::string_view given, message;
  };
  for (const Row& row : {
           Row{R"({"metadata":{"k":{"x":1}}})", "Argument 'metadata.k' holds an object."},
           Row{R"({"metadata":{"k":[["x"]]}})",
               "Argument 'metadata.k' holds an array with other arrays, objects or null."},
           Row{R"({"metadata":{"k":[null]}})",
               "Argument 'metadata.k' holds an array with other arrays, objects or null."},
       }) {
    const Json bad = Json::parse(row.given);
    const Result<Metadata> refused = Arguments(bad).metadata("metadata");
    REQUIRE_FALSE(refused);
    CHECK(refused.error().message == row.message);
  }
}

}  // namespace notes::mcp
