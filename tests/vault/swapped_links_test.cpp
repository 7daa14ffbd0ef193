// A note that becomes a link to a file outside, or a pipe, at any moment of a call.

#include <doctest/doctest.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "support/system_faults.h"
#include "support/temp_vault.h"
#include "vault/vault.h"

using notes::test::Fault;
using notes::test::Place;
using notes::test::slug;
using notes::test::SystemFaults;
using notes::test::TempVault;

namespace notes {
namespace {

namespace fs = std::filesystem;

/// A call to the vault: what it tells of the note.
struct Operation {
  const char* name;
  std::function<std::string(Vault&)> told_by;
};

template <class T>
std::string told(const Result<T>& result, const std::function<std::string(const T&)>& text) {
  return result ? text(*result) : result.error().message + result.error().hint;
}

const std::vector<Operation>& operations() {
  static const std::vector<Operation> all{
      {"read",
       [](Vault& vault) {
         return told<Note>(vault.read(slug("a")),
                           [](const Note& note) { return note.title + note.body; });
       }},
      {"list",
       [](Vault& vault) {
         return told<NoteList>(vault.list({}), [](const NoteList& list) {
           return list.notes.empty() ? std::string() : list.notes[0].title;
         });
       }},
      {"search",
       [](Vault& vault) {
         const SearchRequest request{.query = Query::parse("secret note").value(),
                                     .filter = {},
                                     .match = Match::any,
                                     .sort = SortKey::score,
                                     .offset = 0,
                                     .limit = 10};
         return told<SearchResults>(vault.search(request), [](const SearchResults& results) {
           return results.hits.empty() ? std::string() : results.hits[0].snippet;
         });
       }},
      {"update",
       [](Vault& vault) {
         NoteChange change;
         change.append = "more";
         return told<UpdatedNote>(vault.update(slug("a"), change, {}, Run::real),
                                  [](const UpdatedNote& updated) { return updated.note.title; });
       }},
      {"remove",
       [](Vault& vault) {
         const Result<void> removed = vault.remove(slug("a"), {});
         return removed ? std::string() : removed.error().message;
       }},
  };
  return all;
}

/// A vault with one note, and beside it a file that is none of its business.
struct Folders {
  Folders() {
    outside.write("secret.md", "# Secret\n\nsecret\n");
    folder.write("a.md", "# Note\n\nnote\n");
  }
  [[nodiscard]] Vault vault(Deletion deletion) const {
    return Vault::open(folder.path(), {.deletion = deletion}).value();
  }
  TempVault outside{Place::memory};
  TempVault folder{Place::memory};
};

std::vector<Fault> steps_of(const Operation& operation, Deletion deletion) {
  const Folders folders;
  Vault vault = folders.vault(deletion);
  const SystemFaults noted({});
  static_cast<void>(operation.told_by(vault));
  std::vector<Fault> steps;
  for (const std::string& call : noted.calls()) {
    const auto number = std::count_if(steps.begin(), steps.end(),
                                      [&](const Fault& step) { return step.call == call; });
    steps.push_back(
        {.call = call, .number = static_cast<unsigned>(number), .kind = Fault::Kind::acts_before});
  }
  return steps;
}

}  // namespace

TEST_CASE("vault: a link or a pipe that takes a note's place at any step is not followed") {
  for (const Operation& operation : operations()) {
    for (const Deletion deletion : {Deletion::final, Deletion::trash}) {
      const std::vector<Fault> steps = steps_of(operation, deletion);
      CHECK(steps.size() >= 3);
      for (Fault step : steps) {
        for (const bool is_link : {true, false}) {
          CAPTURE(operation.name);
          CAPTURE(step.call);
          CAPTURE(*step.number);
          CAPTURE(is_link);
          const Folders folders;
          step.action = [&] {
            fs::remove(folders.folder.path("a.md"));
            if (is_link) {
              fs::create_symlink(folders.outside.path("secret.md"), folders.folder.path("a.md"));
            } else {
              ::mkfifo(folders.folder.path("a.md").c_str(), 0600);
            }
          };
          Vault vault = folders.vault(deletion);
          std::string told;
          {
            const SystemFaults faults({step});
            told = operation.told_by(vault);
          }
          CHECK(told.find("ecret") == std::string::npos);
          CHECK(folders.outside.names() == std::vector<std::string>{"secret.md"});
          CHECK(folders.outside.bytes("secret.md") == "# Secret\n\nsecret\n");
        }
      }
    }
  }
}

}  // namespace notes
