#include "support/open_vault.h"

#include <doctest/doctest.h>

#include <chrono>
#include <filesystem>
#include <utility>

namespace notes::test {
namespace {

Query query(std::string_view text) {
  Result<Query> parsed = Query::parse(text);
  REQUIRE(parsed);
  return *std::move(parsed);
}

}  // namespace

Vault open_vault(const TempVault& folder, VaultOptions options) {
  Result<Vault> vault = Vault::open(folder.path(), options);
  REQUIRE(vault);
  return *std::move(vault);
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

std::vector<std::string> listed(Vault& vault, const ListRequest& request) {
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

}  // namespace notes::test
