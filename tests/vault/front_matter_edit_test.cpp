#include "vault/front_matter_edit.h"

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

using notes::edited_head;
using notes::entry_line;
using notes::FrontMatter;
using notes::FrontMatterChange;
using notes::is_changed_as_wanted;
using notes::MetadataScalar;
using notes::MetadataValue;
using notes::read_front_matter;
using notes::says;
using Kind = notes::MetadataScalar::Kind;
using List = std::vector<MetadataScalar>;

namespace {

MetadataScalar text(std::string value) { return {Kind::text, std::move(value)}; }
MetadataScalar number(std::string value) { return {Kind::number, std::move(value)}; }

}  // namespace

TEST_CASE("front matter edit: a new entry is one line that reads back") {
  CHECK(entry_line("title", text("a"), "\n") == "title: a\n");
  CHECK(entry_line("title", text("a: b"), "\r\n") == "title: \"a: b\"\r\n");
  CHECK(entry_line("k", number("1.5"), "\n") == "k: 1.5\n");
  CHECK(entry_line("k", text("1.5"), "\n") == "k: \"1.5\"\n");
  CHECK(entry_line("b", MetadataScalar{Kind::boolean, "true"}, "\n") == "b: true\n");
  CHECK(entry_line("m", MetadataScalar{Kind::moment, "2026-11-30"}, "\n") == "m: 2026-11-30\n");
  CHECK(entry_line("l", List{}, "\n") == "l: []\n");
  CHECK(entry_line("l", List{text("a"), text("b, c"), number("2")}, "\n") ==
        "l: [a, \"b, c\", 2]\n");
  CHECK(entry_line("a: #b", text("v"), "\n") == "\"a: #b\": v\n");
  CHECK(entry_line("no", text("v"), "\n") == "\"no\": v\n");
}

TEST_CASE("front matter edit: the line end is that of the file's first line") {
  CHECK(notes::block_line_end("") == "\n");
  CHECK(notes::block_line_end("a") == "\n");
  CHECK(notes::block_line_end("\n\r\n") == "\n");
  CHECK(notes::block_line_end("a\r\nb\n") == "\r\n");
}

TEST_CASE("front matter edit: what an entry says includes whether it has a type") {
  const FrontMatter front_matter = read_front_matter(
      "---\ntext: a\nquoted: '1'\nnumber: 1\nword: yes\ndate: 2026-01-01\nlist: [a, '1', 1]\n"
      "none:\nmap: {a: b}\n---\n");
  const auto entry_says = [&](std::string_view key, const MetadataValue& value) {
    return says(*front_matter.find(key), value);
  };
  CHECK(entry_says("text", text("a")));
  CHECK_FALSE(entry_says("text", text("A")));
  CHECK(entry_says("quoted", text("1")));
  CHECK_FALSE(entry_says("quoted", number("1")));
  CHECK(entry_says("number", number("1")));
  CHECK_FALSE(entry_says("number", text("1")));
  CHECK_FALSE(entry_says("number", number("1.0")));
  CHECK(entry_says("word", text("yes")));
  CHECK(entry_says("date", text("2026-01-01")));
  CHECK(entry_says("date", MetadataScalar{Kind::moment, "2026-01-01"}));
  CHECK(entry_says("list", List{text("a"), text("1"), number("1")}));
  CHECK_FALSE(entry_says("list", List{text("a"), text("1"), text("1")}));
  CHECK_FALSE(entry_says("list", List{text("a")}));
  CHECK_FALSE(entry_says("list", text("a")));
  CHECK_FALSE(entry_says("none", text("")));
  CHECK_FALSE(entry_says("map", text("")));
}

TEST_CASE("front matter edit: a result with any other difference is not as wanted") {
  const std::string_view before = "---\na: 1\nb: x # c\ntags: [t]\n---\nBody\n";
  const std::vector<FrontMatterChange> changes{{"b", text("y")}};
  const auto is_wanted = [&](std::string_view after) {
    return is_changed_as_wanted(before, read_front_matter(before), after, read_front_matter(after),
                                changes);
  };
  CHECK(is_wanted("---\na: 1\nb: y # c\ntags: [t]\n---\nBody\n"));
  CHECK_FALSE(is_wanted(before));
  CHECK_FALSE(is_wanted("---\na: 1\nb: z\ntags: [t]\n---\n"));
  CHECK_FALSE(is_wanted("---\na: '1'\nb: y\ntags: [t]\n---\n"));
  CHECK_FALSE(is_wanted("---\na:  1\nb: y\ntags: [t]\n---\n"));
  CHECK_FALSE(is_wanted("---\nb: y\ntags: [t]\n---\n"));
  CHECK_FALSE(is_wanted("---\na: 1\nb: y\ntags: [t]\nc: 2\n---\n"));
  CHECK_FALSE(is_wanted("---\ntags: [t]\na: 1\nb: y\n---\n"));
  CHECK_FALSE(is_wanted("---\na: 1\nb: y\ntags: [t\n---\n"));
  CHECK_FALSE(is_wanted("a: 1\nb: y\ntags: [t]\n"));
}

TEST_CASE("front matter edit: the head ends where the body begins") {
  const auto head = [](std::string_view bytes, const std::vector<FrontMatterChange>& changes) {
    return edited_head(bytes, read_front_matter(bytes), changes).value();
  };
  CHECK(head("---\na: 1\n---\n\nBody\n", {{"a", number("2")}}) == "---\na: 2\n---\n\n");
  CHECK(head("---\na: 1\n---\nBody\n", {{"a", std::nullopt}}) == "---\n---\n");
  CHECK(head("---\na: 1\n---\n\nBody\n", {{"a", std::nullopt}}).empty());
  CHECK(head("\xEF\xBB\xBF"
             "Body\n",
             {{"a", number("1")}}) == "\xEF\xBB\xBF---\na: 1\n---\n\n");
  CHECK(head("Body\n", {{"a", std::nullopt}}).empty());
}
