#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

#include "support/open_vault.h"
#include "support/temp_vault.h"
#include "vault/note_file.h"
#include "vault/vault.h"

using notes::test::found;
using notes::test::listed;
using notes::test::open_vault;
using notes::test::search_for;
using notes::test::set_mtime;
using notes::test::slug;
using notes::test::TempVault;

namespace notes {
namespace {

using Strings = std::vector<std::string>;

}  // namespace

TEST_CASE("list: a note too large by one byte is named, and served again when it is cut") {
  const TempVault folder;
  folder.write("big.md", std::string(max_note_bytes, 'x'));
  Vault vault = open_vault(folder);
  CHECK(listed(vault) == Strings{"big"});
  folder.write("big.md", std::string(max_note_bytes + 1, 'x'));
  const Result<NoteList> list = vault.list({});
  REQUIRE(list);
  CHECK(list->total == 0);
  REQUIRE(list->skipped.size() == 1);
  CHECK(list->skipped[0].file == "big.md");
  CHECK(open_vault(folder).list({})->skipped[0].reason == list->skipped[0].reason);
  const Result<Note> unserved = vault.read(slug("big"));
  REQUIRE_FALSE(unserved);
  CHECK(unserved.error().code == ErrorCode::not_found);
  CHECK(unserved.error().hint.find(list->skipped[0].reason) != std::string::npos);
  folder.write("big.md", "x");
  CHECK(listed(vault) == Strings{"big"});
  CHECK(vault.list({})->skipped.empty());
}

TEST_CASE("list: newest first, by title, and by created, each in both orders") {
  const TempVault folder;
  folder.write("a.md", "---\ntitle: Zoo\ncreated: 2020-01-02\n---\n");
  folder.write("b.md", "---\ntitle: émile\ncreated: 2020-01-03\n---\n");
  folder.write("c.md", "---\ntitle: Apple\ncreated: 2020-01-01\n---\n");
  set_mtime(folder, "a.md", 30);
  set_mtime(folder, "b.md", 10);
  set_mtime(folder, "c.md", 20);
  Vault vault = open_vault(folder);
  CHECK(listed(vault) == Strings{"a", "c", "b"});
  CHECK(listed(vault, {.order = SortOrder::ascending}) == Strings{"b", "c", "a"});
  CHECK(listed(vault, {.sort = SortKey::title}) == Strings{"c", "b", "a"});
  CHECK(listed(vault, {.sort = SortKey::title, .order = SortOrder::descending}) ==
        Strings{"a", "b", "c"});
  CHECK(listed(vault, {.sort = SortKey::created}) == Strings{"b", "a", "c"});
}

TEST_CASE("list: pages are disjoint and together everything, also among equal times") {
  const TempVault folder;
  Strings all;
  for (int i = 0; i < 23; ++i) {
    const std::string name = "n" + std::to_string(100 + i);
    folder.write(name + ".md", "x\n");
    set_mtime(folder, name + ".md", 1);
    all.push_back(name);
  }
  Vault vault = open_vault(folder);
  Strings pages;
  for (std::size_t offset = 0; offset < 30; offset += 7) {
    for (const std::string& one : listed(vault, {.offset = offset, .limit = 7})) {
      pages.push_back(one);
    }
  }
  CHECK(pages == all);
  CHECK(vault.list({.offset = 99})->notes.empty());
  CHECK(vault.list({.offset = 99})->total == 23);
}

TEST_CASE("list: a tag is compared without case, and nested tags answer to the outer one") {
  const TempVault folder;
  folder.write("a.md", "---\ntags: [Project/Alpha]\n---\n");
  folder.write("b.md", "---\ntags: [project]\n---\n");
  folder.write("c.md", "---\ntags: [projects]\n---\n");
  folder.write("d.md", "---\ntags: [Рецепт]\n---\n");
  Vault vault = open_vault(folder);
  const auto with_tag = [&vault](const std::string& tag) {
    return listed(vault, {.filter = {.tag = tag}, .sort = SortKey::title});
  };
  CHECK(with_tag("PROJECT") == Strings{"a", "b"});
  CHECK(with_tag("#project/alpha") == Strings{"a"});
  CHECK(with_tag("рецепт") == Strings{"d"});
  CHECK(with_tag("none").empty());
}

TEST_CASE("list: tags are counted without case in the spelling used most") {
  const TempVault folder;
  folder.write("a.md", "---\ntags: [Recipe, x]\n---\n");
  folder.write("b.md", "---\ntags: [recipe]\n---\n");
  folder.write("c.md", "---\ntags: [recipe]\n---\n");
  Vault vault = open_vault(folder);
  const Result<NoteList> list = vault.list({.tag_counts = TagCounts::include});
  REQUIRE(list);
  REQUIRE(list->tag_counts.size() == 2);
  CHECK(list->tag_counts[0].tag == "recipe");
  CHECK(list->tag_counts[0].count == 3);
  CHECK(list->tag_counts[1].tag == "x");
}

TEST_CASE("list: what looks like a tag in a body is none") {
  const TempVault folder;
  const std::string body = "The colour #fff, #todo.\n\n```c\n#define X\n#include <vector>\n```\n";
  folder.write("a.md", body);
  folder.write("b.md", "---\ntags: [css]\n---\n" + body);
  Vault vault = open_vault(folder);
  const Result<NoteList> list = vault.list({.tag_counts = TagCounts::include});
  REQUIRE(list);
  REQUIRE(list->tag_counts.size() == 1);
  CHECK(list->tag_counts[0].tag == "css");
  CHECK(list->notes.size() == 2);
}

TEST_CASE("list: files that are not served are named with the reason") {
  const TempVault folder;
  folder.write("good.md", "x\n");
  folder.write("Weekly Review.md", "x\n");
  folder.write("todo (conflicted copy 2026-07-10 070952).md", "x\n");
  folder.write("other.txt", "x\n");
  folder.write(".hidden.md", "x\n");
  std::filesystem::create_symlink("/etc/passwd", folder.path() / "leak.md");
  std::filesystem::create_directory(folder.path() / "folder.md");
  Vault vault = open_vault(folder);
  const Result<NoteList> list = vault.list({});
  REQUIRE(list);
  CHECK(list->total == 1);
  Strings files;
  for (const SkippedFile& file : list->skipped) {
    CAPTURE(file.file);
    CHECK_FALSE(file.reason.empty());
    files.push_back(file.file);
  }
  CHECK(files == Strings{"Weekly Review.md", "folder.md", "leak.md",
                         "todo (conflicted copy 2026-07-10 070952).md"});
}

TEST_CASE("list and search: a vault with CR LF is the one with LF") {
  const std::vector<std::string> texts{
      "---\ntitle: A\ntags:\n  - x\n  - y z\n---\n\n# H\n\nSome words here.\n",
      "no front\n\n## matter words\nmore\n", "---\ntitle: >\n  folded\n  words\n---\ntext\n",
      "---\nbad: : :\n---\nwords\n", "---\nx: 1\n---\n\n\nSetext\n===\n\nwords\n"};
  const auto seen = [&](std::string_view line_end) {
    const TempVault folder;
    for (std::size_t i = 0; i < texts.size(); ++i) {
      std::string bytes;
      for (const char c : texts[i]) bytes += c == '\n' ? std::string(line_end) : std::string(1, c);
      const std::string name = "note-" + std::to_string(i) + ".md";
      folder.write(name, bytes);
      set_mtime(folder, name, static_cast<int>(i));
    }
    Vault vault = open_vault(folder);
    std::string all;
    const Result<NoteList> list = vault.list({});
    REQUIRE(list);
    for (const NoteSummary& note : list->notes) {
      all += note.slug.str() + "|" + note.title;
      for (const std::string& tag : note.tags) all += "#" + tag;
      all += "\n";
    }
    for (const std::string_view text : {"words", "\"some words\"", "title:folded", "#x"}) {
      const Result<SearchResults> results = vault.search(search_for(text));
      REQUIRE(results);
      for (const SearchHit& hit : results->hits) {
        all += hit.note.slug.str() + " " + std::to_string(hit.score) + " " + hit.snippet + " " +
               std::to_string(hit.line) + " " + std::to_string(hit.offset) + "\n";
      }
    }
    return all;
  };
  const std::string with_lf_ends = seen("\n");
  CHECK(with_lf_ends.find("«words»") != std::string::npos);
  CHECK(seen("\r\n") == with_lf_ends);
  CHECK(seen("\r\r\n") == with_lf_ends);
}

TEST_CASE("list: the date filters take updated from the first to before the second") {
  const TempVault folder;
  for (const char* name : {"a", "b", "c"}) folder.write(std::string(name) + ".md", "x\n");
  set_mtime(folder, "a.md", 10);
  set_mtime(folder, "b.md", 20);
  set_mtime(folder, "c.md", 30);
  Vault vault = open_vault(folder);
  const auto at = [](int seconds) {
    return *parse_timestamp("2020-01-01T00:00:" + std::to_string(seconds) + "Z");
  };
  CHECK(listed(vault, {.filter = {.updated_after = at(20)}}) == Strings{"c", "b"});
  CHECK(listed(vault, {.filter = {.updated_before = at(20)}}) == Strings{"a"});
}

TEST_CASE("search: hits have the summary, the passage, its line in the file and its offset") {
  const TempVault folder;
  folder.write("soup.md", "---\ntitle: Soup\ntags: [a]\n---\n\nfirst\nsecond onion\n");
  Vault vault = open_vault(folder);
  const Result<SearchResults> results = vault.search(search_for("onion"));
  REQUIRE(results);
  REQUIRE(results->hits.size() == 1);
  CHECK(results->total == 1);
  const SearchHit& hit = results->hits[0];
  CHECK(hit.note.title == "Soup");
  CHECK(hit.note.tags == Tags{"a"});
  CHECK(hit.snippet.find("«onion»") != std::string::npos);
  const std::string body = vault.read(slug("soup"))->body;
  CHECK((hit.line == 6 || hit.line == 7));
  CHECK(hit.offset == (hit.line == 6 ? 0 : 6));
  CHECK(hit.score > 0);
}

TEST_CASE("search: arguments filter by tag and time, and order by what is asked") {
  const TempVault folder;
  folder.write("a.md", "---\ntags: [x]\ntitle: Z\n---\npear\n");
  folder.write("b.md", "---\ntags: [x]\ntitle: A\n---\npear pear pear\n");
  folder.write("c.md", "pear\n");
  set_mtime(folder, "a.md", 30);
  set_mtime(folder, "b.md", 20);
  set_mtime(folder, "c.md", 10);
  Vault vault = open_vault(folder);
  SearchRequest request = search_for("pear");
  request.filter.tag = "X";
  request.sort = SortKey::updated;
  CHECK(found(vault, request) == Strings{"a", "b"});
  request.sort = SortKey::title;
  CHECK(found(vault, request) == Strings{"b", "a"});
  request.offset = 1;
  CHECK(found(vault, request) == Strings{"a"});
  CHECK(vault.search(request)->total == 2);
}

TEST_CASE("search: a time of change filters, its beginning included and its end not") {
  const TempVault folder;
  const std::vector<std::pair<std::string, int>> files{{"a.md", 30}, {"b.md", 20}, {"c.md", 10}};
  for (const auto& [name, seconds] : files) {
    folder.write(name, "pear\n");
    set_mtime(folder, name, seconds);
  }
  Vault vault = open_vault(folder);
  const Timestamp middle = vault.read(slug("b"))->updated;
  SearchRequest request = search_for("pear");
  request.sort = SortKey::updated;
  request.filter.updated_after = middle;
  CHECK(found(vault, request) == Strings{"a", "b"});
  request.filter = {.updated_before = middle};
  CHECK(found(vault, request) == Strings{"c"});
  request.filter.updated_after = middle;
  CHECK(found(vault, request).empty());
}

TEST_CASE("search: equal scores are ordered by the time of change, then by slug") {
  const TempVault folder;
  const std::vector<std::pair<std::string, int>> files{
      {"a.md", 10}, {"b.md", 30}, {"c.md", 20}, {"d.md", 20}};
  for (const auto& [name, seconds] : files) {
    folder.write(name, "---\ncreated: 2020-01-0" + std::to_string(seconds / 10) + "\n---\npear\n");
    set_mtime(folder, name, 60 - seconds);
  }
  Vault vault = open_vault(folder);
  SearchRequest request = search_for("pear");
  CHECK(found(vault, request) == Strings{"a", "c", "d", "b"});
  request.sort = SortKey::created;
  CHECK(found(vault, request) == Strings{"b", "c", "d", "a"});
}

TEST_CASE("files: all notes by slug, resumed after any slug, also one that is gone") {
  const TempVault folder;
  for (const char* name : {"a", "b", "c"}) folder.write(std::string(name) + ".md", "12345");
  Vault vault = open_vault(folder);
  const auto after = [&vault](const std::optional<Slug>& slug, std::size_t limit) {
    const Result<std::vector<NoteFile>> files = vault.files(slug, limit);
    REQUIRE(files);
    Strings slugs;
    for (const NoteFile& file : *files) {
      CHECK(file.size == 5);
      slugs.push_back(file.slug.str());
    }
    return slugs;
  };
  CHECK(after({}, 2) == Strings{"a", "b"});
  CHECK(after(slug("b"), 2) == Strings{"c"});
  CHECK(after(slug("aa"), 9) == Strings{"b", "c"});
  CHECK(vault.slugs()->size() == 3);
}

}  // namespace notes
