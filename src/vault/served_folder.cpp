#include "vault/served_folder.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "vault/check.h"
#include "vault/edit_distance.h"
#include "vault/note_file.h"

namespace notes {
namespace {

unexpected<VaultError> gone(const platform::Folder& folder) {
  return fail(ErrorCode::io,
              "The vault folder " + platform::path_to_utf8(folder.path()) + " is gone.",
              "Bring it back (mount the drive, undo the move). It is served again then.");
}

std::optional<std::string> nearest_slug(const Slug& slug, const platform::Folder& folder) {
  const Result<std::vector<platform::FolderEntry>> entries = folder.list();
  if (!entries) return std::nullopt;
  constexpr std::string_view extension = ".md";
  std::vector<std::string> known;
  for (const platform::FolderEntry& entry : *entries) {
    if (entry.kind != platform::FileKind::regular || !entry.name.ends_with(extension)) continue;
    std::string stem = entry.name.substr(0, entry.name.size() - extension.size());
    if (Slug::parse(stem)) known.push_back(std::move(stem));
  }
  return nearest(slug.str(), known);
}

unexpected<VaultError> not_found(const Slug& slug, const platform::Folder& folder) {
  const std::string name = slug.file_name();
  const std::string message = "No note with slug '" + slug.str() + "'.";
  if (const std::optional<std::string> reason = why_not_served(folder, name)) {
    return fail(ErrorCode::not_found, message,
                name + " is not served: " + *reason + ". 'notes-mcp check' says what can be done.");
  }
  const Result<std::optional<platform::FileFacts>> evicted = folder.facts("." + name + ".icloud");
  if (evicted && *evicted) {
    return fail(ErrorCode::not_found, message,
                name + " is in iCloud and not downloaded. Download it, then call again.");
  }
  std::string hint = "list_notes and search_notes give slugs.";
  const std::optional<std::string> near = nearest_slug(slug, folder);
  if (near) hint = "Did you mean '" + *near + "'? " + hint;
  return fail(ErrorCode::not_found, message, hint);
}

}  // namespace

ServedFolder::ServedFolder(platform::Folder folder, Access access)
    : folder_(std::make_unique<platform::Folder>(std::move(folder))),
      is_tidy_(access == Access::read_only) {}

Result<const platform::Folder*> ServedFolder::folder() {
  const platform::FolderState state = folder_->state();
  if (state == platform::FolderState::gone) return gone(*folder_);
  if (state == platform::FolderState::replaced) {
    Result<platform::Folder> opened = platform::Folder::open(folder_->path());
    if (!opened) return gone(*folder_);
    if (cache_) told_ = cache_->told();
    cache_.reset();
    *folder_ = *std::move(opened);
  }
  return folder_.get();
}

Result<NoteCache*> ServedFolder::cache() {
  const Result<const platform::Folder*> here = folder();
  if (!here) return unexpected(here.error());
  if (!cache_) cache_ = std::make_unique<NoteCache>(**here, std::exchange(told_, {}));
  const Result<void> refreshed = cache_->refresh();
  if (!refreshed) return unexpected(refreshed.error());
  // What `tidy` would find, the first sweep has seen: to list a large folder twice takes a while.
  is_tidy_ |= !cache_->has_seen_temporary_file();
  tidy();
  return cache_.get();
}

void ServedFolder::tidy() {
  if (is_tidy_) return;
  remove_left_over_files(*folder_);
  is_tidy_ = true;
}

Result<platform::FileContents> ServedFolder::contents(const Slug& slug) {
  const Result<const platform::Folder*> here = folder();
  if (!here) return unexpected(here.error());
  const std::string name = slug.file_name();
  Result<std::optional<platform::FileContents>> read = (*here)->read(name, max_note_bytes);
  if (!read && !why_not_served(**here, name)) return unexpected(read.error());
  if (!read || !*read || !(*here)->is_spelled(name)) return not_found(slug, **here);
  return **std::move(read);
}

}  // namespace notes
