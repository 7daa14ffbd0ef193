#include "vault/note_cache.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "support/temp_vault.h"
#include "vault/note.h"

using notes::test::slug;
using notes::test::TempVault;

namespace notes {
namespace {

using Strings = std::vector<std::string>;

platform::Folder opened(const std::filesystem::path& path) {
  Result<platform::Folder> folder = platform::Folder::open(path);
  REQUIRE(folder);
  return *std::move(folder);
}

Strings slugs(NoteCache& cache) {
  Strings slugs;
  for (const CachedNote* note : cache.notes()) slugs.push_back(note->slug.str());
  return slugs;
}

/// Whether `texts` are those of `notes`, in their order.
bool texts_match(NoteCache& cache) {
  return std::equal(
      cache.notes().begin(), cache.notes().end(), cache.texts().begin(), cache.texts().end(),
      [](const CachedNote* note, const SearchText* text) { return &note->text == text; });
}

}  // namespace

TEST_CASE("note cache: the notes stay in their order while some come and go") {
  const TempVault vault;
  for (const char* name : {"b.md", "d.md", "b-1.md", "abcdefgh-1.md", "abcdefgh.md"}) {
    vault.write(name, name);
  }
  const platform::Folder folder = opened(vault.path());
  NoteCache cache(folder);
  REQUIRE(cache.refresh());
  CHECK(slugs(cache) == Strings{"abcdefgh", "abcdefgh-1", "b", "b-1", "d"});
  vault.write("c.md", "new");
  vault.write("a.md", "new");
  vault.write("b.md", "another text");
  std::filesystem::remove(vault.path("b-1.md"));
  REQUIRE(cache.refresh());
  CHECK(slugs(cache) == Strings{"a", "abcdefgh", "abcdefgh-1", "b", "c", "d"});
  CHECK(texts_match(cache));
  std::filesystem::remove(vault.path("a.md"));
  std::filesystem::create_directory(vault.path("a.md"));
  std::filesystem::remove(vault.path("d.md"));
  REQUIRE(cache.sweep());
  CHECK(slugs(cache) == Strings{"abcdefgh", "abcdefgh-1", "b", "c"});
  CHECK(texts_match(cache));
}

TEST_CASE("note cache: of many files each is read or named, whatever is among them") {
  const TempVault vault;
  Strings wanted;
  for (int i = 1000; i < 1300; ++i) {
    const std::string number = std::to_string(i);
    vault.write("note-" + number + ".md", "# Title " + number + "\n\nword" + number + "\n");
    wanted.push_back("note-" + number);
  }
  for (const char* name : {"note-1007.md", "note-1190.md"}) {
    std::filesystem::resize_file(vault.path(name), max_note_bytes + 1);
    wanted.erase(std::find(wanted.begin(), wanted.end(), std::string(name, 9)));
  }
  const platform::Folder folder = opened(vault.path());
  NoteCache cache(folder);
  REQUIRE(cache.refresh());
  CHECK(slugs(cache) == wanted);
  CHECK(texts_match(cache));
  for (const CachedNote* note : cache.notes()) {
    const std::string number = note->slug.str().substr(5);
    CAPTURE(number);
    CHECK(note->title == "Title " + number);
    CHECK(note->text.body() == "# title " + number + "\n\nword" + number + "\n");
  }
  const std::vector<SkippedFile> skipped = cache.skipped();
  REQUIRE(skipped.size() == 2);
  CHECK(skipped[0].file == "note-1007.md");
  CHECK(skipped[0].reason == "too large: 16777217 bytes, the most is 16777216");
  CHECK(skipped[1].file == "note-1190.md");
}

TEST_CASE("note cache: take_changed gives what notes were when they were told last") {
  const TempVault vault;
  vault.write("a.md", "1");
  vault.write("b.md", "1");
  const platform::Folder folder = opened(vault.path());
  NoteCache cache(folder);
  REQUIRE(cache.refresh());
  CHECK_FALSE(cache.told());
  CHECK(cache.take_changed().empty());
  vault.write("a.md", "2");
  REQUIRE(cache.refresh());
  vault.write("a.md", "33");
  vault.write("c.md", "1");
  std::filesystem::remove(vault.path("b.md"));
  REQUIRE(cache.refresh());
  const Revisions told = {{slug("a"), Revision::of("1")}, {slug("b"), Revision::of("1")}};
  CHECK(*cache.told() == told);
  const Revisions changed = {
      {slug("a"), Revision::of("1")}, {slug("b"), Revision::of("1")}, {slug("c"), std::nullopt}};
  CHECK(cache.take_changed() == changed);
  CHECK(cache.take_changed().empty());
}

}  // namespace notes
