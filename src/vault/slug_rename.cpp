#include "vault/slug_rename.h"

#include <chrono>
#include <optional>
#include <string_view>
#include <utility>

#include "vault/conflict_copy.h"
#include "vault/front_matter.h"
#include "vault/markdown.h"
#include "vault/note.h"
#include "vault/note_change.h"
#include "vault/note_file.h"
#include "vault/unicode.h"

namespace notes {
namespace {

using platform::FileContents;
using platform::FileFacts;
using platform::Folder;

constexpr std::chrono::seconds lock_timeout{10};

/// Whether `to` is `name` itself, on a file system that ignores case or Unicode form.
Result<bool> is_same_entry(const Folder& folder, const std::string& name, const std::string& to) {
  const Result<std::optional<FileFacts>> facts = folder.facts(name);
  if (!facts) return unexpected(facts.error());
  const Result<std::optional<FileFacts>> there = folder.facts(to);
  if (!there) return unexpected(there.error());
  // A hard link would be the same file as well, but have the spelling that was asked for.
  return *facts && *there && (*facts)->device == (*there)->device &&
         (*facts)->inode == (*there)->inode && !folder.is_spelled(to);
}

/// Renames `name` to `to` if that is free.
Result<bool> renamed(const Folder& folder, const std::string& name, const std::string& to) {
  const Result<std::optional<FileFacts>> evicted = folder.facts("." + to + ".icloud");
  if (!evicted) return unexpected(evicted.error());
  if (*evicted) return false;
  Result<bool> is_done = folder.rename_exclusive(name, to);
  if (!is_done || *is_done) return is_done;
  Result<bool> is_same = is_same_entry(folder, name, to);
  if (!is_same || !*is_same) return is_same;
  const Result<void> replaced = folder.replace(name, to);
  if (!replaced) return unexpected(replaced.error());
  return folder.is_spelled(to);
}

Result<Slug> renamed_to_free_slug(const Folder& folder, const std::string& name,
                                  const Slug& wanted) {
  Slug slug = wanted;
  for (unsigned number = 2;; ++number) {
    const Result<bool> is_done = renamed(folder, name, slug.file_name());
    if (!is_done) return unexpected(is_done.error());
    if (*is_done) return slug;
    slug = wanted.numbered(number);
  }
}

/// Writes what `with_name_as_title` says into the note; gives the remark.
Result<std::string> written_with_title(const Folder& folder, const Slug& slug,
                                       std::string_view stem) {
  const Result<std::optional<FileContents>> seen = folder.read(slug.file_name(), max_note_bytes);
  if (!seen) return unexpected(seen.error());
  if (!*seen) return std::string();
  const Result<std::string> bytes = with_name_as_title(slug, (*seen)->bytes, stem);
  if (!bytes) return unexpected(bytes.error());
  if (*bytes == (*seen)->bytes) return std::string();
  const Result<FileFacts> written = replace_note(folder, slug, *bytes, **seen);
  if (!written) return unexpected(written.error());
  return std::string("title added");
}

}  // namespace

Result<std::string> with_name_as_title(const Slug& slug, std::string_view bytes,
                                       std::string_view stem) {
  const std::string text = repaired_utf8(bytes);
  const FrontMatter front_matter = read_front_matter(text);
  const std::string_view body = std::string_view(text).substr(shown_body_begin(text, front_matter));
  if (front_matter.title || first_heading(with_lf(body))) return std::string(bytes);
  const FrontMatterEntry* const entry = front_matter.find("title");
  const bool is_empty = entry == nullptr || entry->kind == FrontMatterEntry::Kind::null ||
                        (entry->kind == FrontMatterEntry::Kind::scalar && entry->value.empty());
  if (!is_empty) {
    return fail(ErrorCode::malformed, "The title is written in a way that is not read.",
                "Write it as text.");
  }
  NoteChange change;
  change.title = repaired_utf8(stem);
  return changed_note_bytes(slug, bytes, change, std::nullopt);
}

Result<Renamed> renamed_to_slug(const Folder& folder, const std::string& name) {
  const Result<platform::FolderLock> lock = folder.lock(lock_timeout);
  if (!lock) return unexpected(lock.error());
  const Result<std::optional<FileContents>> contents = folder.read(name, max_note_bytes);
  if (!contents) return unexpected(contents.error());
  const std::optional<std::string_view> stem = stem_of(name);
  if (!*contents || !stem)
    return fail(ErrorCode::conflict, repaired_utf8(name) + " is no longer there.");

  const Slug wanted = Slug::from_title(repaired_utf8(*stem));
  const Result<std::string> titled = with_name_as_title(wanted, (*contents)->bytes, *stem);
  if (!titled) return unexpected(titled.error());
  Result<Slug> slug = renamed_to_free_slug(folder, name, wanted);
  if (!slug) return unexpected(slug.error());
  Result<std::string> remark = std::string();
  if (*titled != (*contents)->bytes) remark = written_with_title(folder, *slug, *stem);
  if (!remark) {
    // The name still is the only title, so it is put back.
    const Result<bool> is_back = folder.rename_exclusive(slug->file_name(), name);
    if (!is_back) return unexpected(is_back.error());
    return unexpected(remark.error());
  }
  const Result<void> synced = folder.sync();
  if (!synced) {
    if (!remark->empty()) *remark += "; ";
    *remark += "a power failure may undo it: " + synced.error().message;
  }
  return Renamed{*std::move(slug), *std::move(remark)};
}

}  // namespace notes
