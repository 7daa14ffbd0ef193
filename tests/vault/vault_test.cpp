#include "vault/vault.h"

#include <doctest/doctest.h>

#include <chrono>
#include <filesystem>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "support/child.h"
#include "support/temp_vault.h"
#include "vault/note_file.h"

using notes::test::slug;
using notes::test::TempVault;

namespace notes {
namespace {

Vault open_vault(const TempVault& folder, VaultOptions options = {}) {
  Result<Vault> vault = Vault::open(folder.path(), options);
  REQUIRE(vault);
  return *std::move(vault);
}

Query query(std::string_view text) {
  Result<Query> parsed = Query::parse(text);
  REQUIRE(parsed);
  return *std::move(parsed);
}

SearchRequest search_for(std::string_view text) {
  return {.query = query(text),
          .filter = {},
          .match = Match::any,
          .sort = SortKey::score,
          .offset = 0,
          .limit = 10};
}

std::vector<std::string> found(Vault& vault, const SearchRequest& request) {
  const Result<SearchResults> results = vault.search(request);
  REQUIRE(results);
  std::vector<std::string> slugs;
  for (const SearchHit& hit : results->hits) slugs.push_back(hit.note.slug.str());
  return slugs;
}

std::vector<std::string> listed(Vault& vault, const ListRequest& request = {}) {
  const Result<NoteList> list = vault.list(request);
  REQUIRE(list);
  std::vector<std::string> slugs;
  for (const NoteSummary& note : list->notes) slugs.push_back(note.slug.str());
  return slugs;
}

void set_mtime(const TempVault& folder, const std::string& name, int seconds_after_2020) {
  const auto time =
      std::chrono::file_clock::from_sys(std::chrono::sys_days{std::chrono::year{2020} / 1 / 1} +
                                        std::chrono::seconds{seconds_after_2020});
  std::filesystem::last_write_time(folder.path() / name, time);
}

using Strings = std::vector<std::string>;

}  // namespace

TEST_CASE("vault: a missing folder is made with its parents, and not in read-only access") {
  const TempVault folder;
  const std::filesystem::path deep = folder.path() / "a" / "b";
  const Result<Vault> refused = Vault::open(deep, {.access = Access::read_only});
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == ErrorCode::io);
  CHECK(refused.error().message.find("a/b") != std::string::npos);
  CHECK_FALSE(std::filesystem::exists(deep));
  REQUIRE(Vault::open(deep, {}));
  CHECK(std::filesystem::is_directory(deep));
}

TEST_CASE("vault: a file in the folder's place is refused by name") {
  const TempVault folder;
  folder.write("plain", "x");
  const Result<Vault> refused = Vault::open(folder.path() / "plain", {});
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == ErrorCode::io);
  CHECK(refused.error().message.find("plain") != std::string::npos);
}

TEST_CASE("create: the note reads back as what was given") {
  const TempVault folder;
  Vault vault = open_vault(folder);
  const Result<CreatedNote> made = vault.create(
      {.title = "Pad Thai: fast", .body = "Noodles\r\nfirst", .tags = {"#food", "Thai"}});
  REQUIRE(made);
  CHECK(made->note.slug.str() == "pad-thai-fast");
  CHECK(made->same_title.empty());
  const Result<Note> note = vault.read(made->note.slug);
  REQUIRE(note);
  CHECK(note->title == "Pad Thai: fast");
  CHECK(note->tags == Tags{"food", "Thai"});
  CHECK(note->body == "Noodles\nfirst\n");
  CHECK(note->revision == made->revision);
  CHECK(note->warning.empty());
  CHECK(folder.names() == Strings{"pad-thai-fast.md"});
}

TEST_CASE("create: the same title again is another note, and the answer names the first") {
  const TempVault folder;
  Vault vault = open_vault(folder);
  REQUIRE(vault.create({.title = "Crème", .body = "one"}));
  const Result<CreatedNote> second = vault.create({.title = "creme", .body = "two"});
  REQUIRE(second);
  CHECK(second->note.slug.str() == "creme-2");
  CHECK(second->same_title == std::vector<Slug>{slug("creme")});
}

TEST_CASE("create: a dangling link in the way is not written through") {
  const TempVault folder;
  const TempVault outside;
  std::filesystem::create_symlink(outside.path() / "x", folder.path() / "new.md");
  Vault vault = open_vault(folder);
  const Result<CreatedNote> made = vault.create({.title = "New", .body = "b"});
  REQUIRE(made);
  CHECK(made->note.slug.str() == "new-2");
  CHECK(outside.names().empty());
  const Result<Note> linked = vault.read(slug("new"));
  REQUIRE_FALSE(linked);
  CHECK(linked.error().code == ErrorCode::not_found);
  CHECK(linked.error().hint.find("symbolic link") != std::string::npos);
}

TEST_CASE("create: a slug whose file lies undownloaded in iCloud is taken, and reading says so") {
  const TempVault folder;
  folder.write(".pad-thai.md.icloud", "x");
  Vault vault = open_vault(folder);
  const Result<Note> evicted = vault.read(slug("pad-thai"));
  REQUIRE_FALSE(evicted);
  CHECK(evicted.error().hint.find("not downloaded") != std::string::npos);
  const Result<CreatedNote> made = vault.create({.title = "Pad Thai", .body = "b"});
  REQUIRE(made);
  CHECK(made->note.slug.str() == "pad-thai-2");
}

TEST_CASE("read: a slug with a typing error gets the nearest one as hint") {
  const TempVault folder;
  folder.write("pad-thai.md", "x\n");
  Vault vault = open_vault(folder);
  const Result<Note> note = vault.read(slug("pad-tai"));
  REQUIRE_FALSE(note);
  CHECK(note.error().code == ErrorCode::not_found);
  CHECK(note.error().message == "No note with slug 'pad-tai'.");
  CHECK(note.error().hint == "Did you mean 'pad-thai'? list_notes and search_notes give slugs.");
}

TEST_CASE("read-only: every writing call is refused and writes nothing") {
  const TempVault folder;
  folder.write("a.md", "text\n");
  Vault vault = open_vault(folder, {.access = Access::read_only});
  CHECK(vault.create({.title = "B", .body = "x"}).error().code == ErrorCode::read_only);
  CHECK(vault.update(slug("a"), {.body = "y"}, {}, Run::real).error().code == ErrorCode::read_only);
  CHECK(vault.remove(slug("a"), {}).error().code == ErrorCode::read_only);
  CHECK(vault.read(slug("a")));
  CHECK(folder.names() == Strings{"a.md"});
  CHECK(folder.bytes("a.md") == "text\n");
}

TEST_CASE("update: a stale revision is a conflict that names the current one, and writes nothing") {
  const TempVault folder;
  folder.write("a.md", "old\n");
  Vault vault = open_vault(folder);
  const Revision seen = vault.read(slug("a"))->revision;
  folder.write("a.md", "other\n");
  const Result<UpdatedNote> refused = vault.update(slug("a"), {.body = "mine"}, seen, Run::real);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == ErrorCode::conflict);
  const Revision current = vault.read(slug("a"))->revision;
  CHECK(refused.error().message.find(current.str()) != std::string::npos);
  CHECK(folder.bytes("a.md") == "other\n");
  CHECK(vault.remove(slug("a"), seen).error().code == ErrorCode::conflict);
  CHECK(vault.update(slug("a"), {.body = "mine"}, current, Run::real));
}

TEST_CASE("update: of two processes with one revision exactly one writes, and its text is whole") {
  const TempVault folder(test::Place::memory);
  folder.write("a.md", "start\n");
  for (int round = 0; round < 30; ++round) {
    const Revision seen = open_vault(folder).read(slug("a"))->revision;
    const auto update = [&](const std::string& word) {
      std::string text = word + std::to_string(round) + "\n";
      for (int line = 0; line < 500; ++line) text += word + "\n";
      const Result<UpdatedNote> updated =
          open_vault(folder).update(slug("a"), {.body = text}, seen, Run::real);
      if (updated) return text;
      return std::string(updated.error().code == ErrorCode::conflict ? "conflict" : "error");
    };
    test::Child first([&] { return update("one"); });
    test::Child second([&] { return update("two"); });
    const Strings said{first.wait().said, second.wait().said};
    CAPTURE(said);
    CHECK((said[0] == "conflict") != (said[1] == "conflict"));
    CHECK(folder.bytes("a.md") == (said[0] == "conflict" ? said[1] : said[0]));
  }
}

TEST_CASE("update: the revision that it answers is the one that the next read gives") {
  const TempVault folder;
  folder.write("a.md", "old\n");
  Vault vault = open_vault(folder);
  const Result<UpdatedNote> updated = vault.update(slug("a"), {.append = "new"}, {}, Run::real);
  REQUIRE(updated);
  CHECK(updated->is_changed);
  CHECK(updated->revision == vault.read(slug("a"))->revision);
  CHECK(updated->note.updated == vault.read(slug("a"))->updated);
  CHECK(folder.bytes("a.md") == "old\nnew\n");
}

TEST_CASE("update: nothing to change writes nothing, so the mtime stays") {
  const TempVault folder;
  folder.write("a.md", "same\n");
  set_mtime(folder, "a.md", 5);
  Vault vault = open_vault(folder);
  const Result<UpdatedNote> updated = vault.update(slug("a"), {.body = "same\n"}, {}, Run::real);
  REQUIRE(updated);
  CHECK_FALSE(updated->is_changed);
  CHECK(to_iso8601(updated->note.updated) == "2020-01-01T00:00:05.000Z");
}

TEST_CASE("update: a dry run shows the diff and the current revision, and writes nothing") {
  const TempVault folder;
  folder.write("a.md", "one\r\ntwo\r\n");
  Vault vault = open_vault(folder);
  const std::string before = vault.read(slug("a"))->revision.str();
  const Result<UpdatedNote> shown =
      vault.update(slug("a"), {.edits = {{.old_text = "two", .new_text = "2"}}}, {}, Run::dry);
  REQUIRE(shown);
  CHECK(shown->is_changed);
  CHECK(shown->revision.str() == before);
  CHECK(shown->diff == "--- a.md\n+++ a.md\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n");
  CHECK(folder.bytes("a.md") == "one\r\ntwo\r\n");
}

TEST_CASE("remove: the file is gone, or lies in .trash when that is asked for") {
  const TempVault folder;
  folder.write("a.md", "x\n");
  folder.write("b.md", "y\n");
  REQUIRE(open_vault(folder).remove(slug("a"), {}));
  CHECK(folder.names() == Strings{"b.md"});
  Vault trashing = open_vault(folder, {.deletion = Deletion::trash});
  REQUIRE(trashing.remove(slug("b"), {}));
  CHECK_FALSE(folder.exists("b.md"));
  CHECK(folder.bytes(".trash/b.md") == "y\n");
  CHECK(listed(trashing).empty());
  CHECK(trashing.remove(slug("b"), {}).error().code == ErrorCode::not_found);
}

TEST_CASE(
    "vault: what a dead server left is removed by the first call that lists, or in quiet time") {
  const TempVault folder;
  const std::string left = ".notes-mcp-4194304999-1.tmp";
  folder.write(left, "half a note");
  Vault reading = open_vault(folder, {.access = Access::read_only});
  CHECK(listed(reading).empty());
  CHECK(folder.exists(left));
  Vault listing = open_vault(folder);
  CHECK(listed(listing).empty());
  CHECK_FALSE(folder.exists(left));
  folder.write(left, "half a note");
  open_vault(folder).look_over([] { return false; });
  CHECK_FALSE(folder.exists(left));
}

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

TEST_CASE("always current: a change of the same size with the time put back is seen") {
  const TempVault folder;
  folder.write("a.md", "walnut\n");
  set_mtime(folder, "a.md", 5);
  Vault vault = open_vault(folder);
  CHECK(found(vault, search_for("walnut")) == Strings{"a"});
  folder.write("a.md", "peanut\n");
  set_mtime(folder, "a.md", 5);
  CHECK(found(vault, search_for("walnut")).empty());
  CHECK(found(vault, search_for("peanut")) == Strings{"a"});
}

TEST_CASE("always current: 100 edits of one size without a pause are each seen") {
  const TempVault folder;
  Vault vault = open_vault(folder);
  for (int i = 100; i < 200; ++i) {
    const std::string word = "token" + std::to_string(i);
    folder.write("a.md", word + "\n");
    REQUIRE(found(vault, search_for(word)) == Strings{"a"});
  }
}

TEST_CASE("always current: files that come, go and are renamed are seen by list and search") {
  const TempVault folder;
  Vault vault = open_vault(folder);
  CHECK(listed(vault).empty());
  folder.write("a.md", "kumquat\n");
  CHECK(listed(vault) == Strings{"a"});
  std::filesystem::rename(folder.path() / "a.md", folder.path() / "b.md");
  CHECK(found(vault, search_for("kumquat")) == Strings{"b"});
  std::filesystem::rename(folder.path() / "b.md", folder.path() / "Not A Slug.md");
  CHECK(found(vault, search_for("kumquat")).empty());
  CHECK(vault.list({})->skipped.size() == 1);
  std::filesystem::remove(folder.path() / "Not A Slug.md");
  CHECK(vault.list({})->skipped.empty());
}

TEST_CASE("always current: a write through a hard link from outside is found by its new word") {
  const TempVault folder;
  const TempVault outside;
  folder.write("a.md", "old\n");
  folder.write("b.md", "other\n");
  Vault vault = open_vault(folder);
  CHECK(found(vault, search_for("old")) == Strings{"a"});
  std::filesystem::create_hard_link(folder.path() / "a.md", outside.path() / "link");
  outside.write("link", "fresh\n");
  CHECK(found(vault, search_for("fresh")) == Strings{"a"});
  outside.write("link", "newer\n");
  CHECK(found(vault, search_for("fresh newer")) == Strings{"a"});
  CHECK(found(vault, search_for("fresh")).empty());
}

TEST_CASE("always current: what look_over finds is there for the next call") {
  const TempVault folder;
  const TempVault outside;
  folder.write("a.md", "old common\n");
  folder.write("b.md", "common\n");
  Vault vault = open_vault(folder);
  CHECK(found(vault, search_for("common")).size() == 2);
  std::filesystem::create_hard_link(folder.path() / "a.md", outside.path() / "link");
  outside.write("link", "fresh words\n");
  vault.look_over([] { return false; });
  // "common" has a hit, so without the look the search would show that and no more.
  CHECK(found(vault, search_for("common fresh")).size() == 2);
}

TEST_CASE("a vault that is gone is an error, is not made anew, and is served when it is back") {
  const TempVault folder;
  const std::filesystem::path place = folder.path() / "vault";
  std::filesystem::create_directory(place);
  folder.write("vault/a.md", "x\n");
  Result<Vault> vault = Vault::open(place, {});
  REQUIRE(vault);
  CHECK(listed(*vault) == Strings{"a"});
  std::filesystem::rename(place, folder.path() / "elsewhere");
  const std::vector<VaultError> errors = {
      vault->list({}).error(),
      vault->read(slug("a")).error(),
      vault->search(search_for("x")).error(),
      vault->create({.title = "T", .body = ""}).error(),
      vault->update(slug("a"), {.body = "y"}, {}, Run::real).error(),
      vault->remove(slug("a"), {}).error()};
  for (const VaultError& error : errors) {
    CHECK(error.code == ErrorCode::io);
    CHECK(error.message.find("is gone") != std::string::npos);
  }
  CHECK_FALSE(std::filesystem::exists(place));
  std::filesystem::rename(folder.path() / "elsewhere", place);
  CHECK(listed(*vault) == Strings{"a"});
  std::filesystem::rename(place, folder.path() / "elsewhere");
  std::filesystem::create_directory(place);
  folder.write("vault/b.md", "x\n");
  CHECK(listed(*vault) == Strings{"b"});
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

TEST_CASE("take_changes: tells what differs since the last time, by anyone, each once") {
  const TempVault folder;
  folder.write("a.md", "1\n");
  folder.write("b.md", "1\n");
  Vault vault = open_vault(folder);
  CHECK(vault.take_changes()->changed.empty());
  folder.write("a.md", "2\n");
  folder.write("c.md", "1\n");
  std::filesystem::remove(folder.path() / "b.md");
  folder.write(".x.tmp", "noise");
  const Result<NoteChanges> changes = vault.take_changes();
  REQUIRE(changes);
  CHECK(changes->changed == std::vector<Slug>{slug("a"), slug("b"), slug("c")});
  CHECK(changes->is_list_changed);
  CHECK(vault.take_changes()->changed.empty());
  REQUIRE(vault.update(slug("a"), {.body = "3"}, {}, Run::real));
  const Result<NoteChanges> own = vault.take_changes();
  CHECK(own->changed == std::vector<Slug>{slug("a")});
  CHECK_FALSE(own->is_list_changed);
}

TEST_CASE("take_changes: of a folder in another's place it tells what differs from that") {
  const TempVault folder;
  const std::filesystem::path place = folder.path() / "vault";
  const auto fill = [&](const std::vector<std::pair<std::string, std::string>>& files) {
    std::filesystem::create_directory(place);
    for (const auto& [name, text] : files) folder.write("vault/" + name, text);
  };
  fill({{"a.md", "1\n"}, {"b.md", "1\n"}, {"c.md", "1\n"}});
  Result<Vault> vault = Vault::open(place, {});
  REQUIRE(vault);
  REQUIRE(vault->take_changes());
  folder.write("vault/c.md", "2\n");
  std::filesystem::rename(place, folder.path() / "away");
  CHECK_FALSE(vault->take_changes());
  fill({{"b.md", "1\n"}, {"c.md", "1\n"}, {"d.md", "1\n"}});
  const Result<NoteChanges> changes = vault->take_changes();
  REQUIRE(changes);
  CHECK(changes->changed == std::vector<Slug>{slug("a"), slug("d")});
  CHECK(changes->is_list_changed);
}

TEST_CASE("take_changes: a file that is touched without a change of bytes is not told") {
  const TempVault folder;
  folder.write("a.md", "1\n");
  Vault vault = open_vault(folder);
  REQUIRE(vault.take_changes());
  set_mtime(folder, "a.md", 77);
  CHECK(vault.take_changes()->changed.empty());
  CHECK(to_iso8601(vault.list({})->notes[0].updated) == "2020-01-01T00:01:17.000Z");
}

}  // namespace notes
