#include "vault/check.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "vault/front_matter.h"
#include "vault/note.h"
#include "vault/slug.h"
#include "vault/slug_rename.h"
#include "vault/unicode.h"

namespace notes {
namespace {

using platform::FileContents;
using platform::FileFacts;
using platform::FileKind;
using platform::Folder;
using platform::FolderEntry;

constexpr std::string_view extension = ".md";

/// What keeps an entry from being a note.
enum class Obstacle {
  none,
  not_ours,  ///< nobody's business
  not_downloaded,
  symbolic_link,
  folder,
  not_regular,
  conflict_copy,
  bad_name,
  too_large,
};

bool is_note_name(std::string_view name) {
  if (!name.ends_with(extension)) return false;
  name.remove_suffix(extension.size());
  return Slug::parse(name).has_value();
}

Obstacle obstacle(std::string_view name, FileKind kind, std::uint64_t size) {
  if (name.starts_with('.'))
    return name.size() > 1 && name.ends_with(".md.icloud") ? Obstacle::not_downloaded
                                                           : Obstacle::not_ours;
  if (!stem_of(name)) return Obstacle::not_ours;
  if (kind == FileKind::symbolic_link) return Obstacle::symbolic_link;
  if (kind == FileKind::folder) return Obstacle::folder;
  if (kind != FileKind::regular) return Obstacle::not_regular;
  const bool has_note_name = is_note_name(name);
  if (!has_note_name && conflict_copy_of(name)) return Obstacle::conflict_copy;
  if (size > max_note_bytes) return Obstacle::too_large;
  return has_note_name ? Obstacle::none : Obstacle::bad_name;
}

/// The slug that a file would get whose name is none.
Slug wanted_slug(std::string_view name) {
  return Slug::from_title(repaired_utf8(stem_of(name).value_or(name)));
}

std::string mend_for(Obstacle why, std::string_view name) {
  switch (why) {
    case Obstacle::not_downloaded:
      return "Let iCloud download it: open it in Finder, or choose Download Now there.";
    case Obstacle::symbolic_link:
      return "Links are never followed. To have a note here, put a copy of the file in its place.";
    case Obstacle::folder:
      return "Only files directly in the vault are notes. Give the folder a name without .md.";
    case Obstacle::not_regular:
      return "Only regular files are notes. Remove it, or give it a name without .md.";
    case Obstacle::conflict_copy: {
      const std::string original = conflict_copy_of(name).value_or(std::string());
      return "Bring what differs into " + original + ".md, then delete this file.";
    }
    case Obstacle::too_large:
      return "Split it into several notes.";
    case Obstacle::bad_name:
    case Obstacle::none:
    case Obstacle::not_ours:
      break;
  }
  return {};
}

/// What a person can do about the warnings of a note that is served.
std::string mend_for_text(std::string_view bytes, const std::string& file) {
  if (first_invalid_utf8(bytes))
    return "Convert it, for example: " + conversion_command(bytes, file);
  if (read_front_matter(bytes).state == FrontMatter::State::broken)
    return "Correct the YAML at that place; until then title, tags and metadata cannot be updated.";
  return "Correct the front matter in an editor.";
}

class Check {
 public:
  Check(const Folder& folder, Mend mend, std::vector<FolderEntry> entries)
      : folder_(folder), mend_(mend), entries_(std::move(entries)) {
    std::sort(
        entries_.begin(), entries_.end(),
        [](const FolderEntry& left, const FolderEntry& right) { return left.name < right.name; });
    for (const FolderEntry& entry : entries_) {
      taken_.insert(entry.name);
      const std::optional<std::string_view> stem = stem_of(entry.name);
      if (!stem || entry.kind != FileKind::regular) continue;
      wanted_.insert(is_note_name(entry.name) ? std::string(*stem) : wanted_slug(entry.name).str());
      alike_[folded(repaired_utf8(*stem))].push_back(entry.name);
    }
  }

  [[nodiscard]] CheckReport run(const std::function<void(std::size_t, std::size_t)>& progress) {
    for (std::size_t at = 0; at < entries_.size(); ++at) {
      look_at(entries_[at]);
      if (progress) progress(at + 1, entries_.size());
    }
    std::stable_sort(
        report_.findings.begin(), report_.findings.end(),
        [](const Finding& left, const Finding& right) { return left.file < right.file; });
    return std::move(report_);
  }

 private:
  void look_at(const FolderEntry& entry) {
    if (entry.kind == FileKind::folder && !entry.name.starts_with('.')) ++report_.subfolders;
    if (obstacle(entry.name, entry.kind, 0) == Obstacle::not_ours) return;
    const Result<std::optional<FileFacts>> facts = folder_.facts(entry.name);
    if (!facts) return add_unreadable(entry.name, facts.error());
    if (!*facts) return;
    const Obstacle why = obstacle(entry.name, (*facts)->kind, (*facts)->size);
    if (why == Obstacle::none) return look_at_note(entry.name);
    if (why == Obstacle::bad_name) return look_at_bad_name(entry.name);
    add(entry.name, *why_not_served(entry.name, (*facts)->kind, (*facts)->size),
        mend_for(why, entry.name));
  }

  /// The file's bytes; nullopt when it cannot be read, which is a finding, or is gone.
  std::optional<std::string> bytes_of(const std::string& name) {
    Result<std::optional<FileContents>> contents = folder_.read(name, max_note_bytes);
    if (!contents) {
      add_unreadable(name, contents.error());
      return std::nullopt;
    }
    if (!*contents) return std::nullopt;
    return std::move((*contents)->bytes);
  }

  void look_at_note(const std::string& name) {
    const std::optional<std::string> bytes = bytes_of(name);
    if (!bytes) return;
    const Result<Slug> slug = Slug::parse(*stem_of(name));
    if (!slug) return;
    ++report_.served;
    if (is_windows_device_name(slug->str()))
      warn(name, "Windows cannot keep a file of this name.",
           "Rename it to " + wanted_slug(name).file_name() +
               ", if the vault is ever used or synced there.");
    // The times of the file have no part in its warnings.
    const Note note = parse_note(*slug, *bytes, FileTimes{});
    if (!note.warning.empty()) warn(name, note.warning, mend_for_text(*bytes, name));
  }

  void look_at_bad_name(const std::string& name) {
    const std::optional<std::string> bytes = bytes_of(name);
    if (!bytes) return;
    const Slug slug = wanted_slug(name);
    std::string reason = *why_not_served(name, FileKind::regular, 0);
    if (const std::optional<std::string> other = alike(name)) reason += *other;
    const std::optional<std::string_view> original = numbered_copy_of(*stem_of(name));
    if (original && wanted_.contains(Slug::from_title(repaired_utf8(*original)).str())) {
      const std::string original_file = repaired_utf8(*original) + std::string(extension);
      add(name, reason + "; perhaps a conflict copy of " + repaired_utf8(*original),
          "Bring what differs into " + original_file + " and delete this file; or rename it to " +
              free_name(slug) + ", if it is a note of its own.");
      return;
    }
    const Result<std::string> titled = with_name_as_title(slug, *bytes, *stem_of(name));
    if (!titled) {
      add(name, reason + "; the name is its only title",
          "The name cannot be made its title: " + titled.error().message +
              " Mend that or give it a heading, then rename it to " + free_name(slug) + ".");
      return;
    }
    if (mend_ == Mend::nothing) {
      add(name, std::move(reason),
          "Rename it to " + free_name(slug) + "; 'notes-mcp check --fix' does it.");
      report_.findings.back().is_fixable = true;
      return;
    }
    const Result<Renamed> renamed = renamed_to_slug(folder_, name);
    if (!renamed) {
      add(name, std::move(reason), renamed.error().message);
      return;
    }
    report_.fixed.push_back(repaired_utf8(name) + " -> " + renamed->slug.file_name() +
                            (renamed->remark.empty() ? "" : " (" + renamed->remark + ")"));
    look_at_note(renamed->slug.file_name());
  }

  /// The name that a file gets whose slug would be `slug`; it is taken then.
  std::string free_name(const Slug& slug) {
    std::string name = slug.file_name();
    for (unsigned number = 2; taken_.contains(name) || taken_.contains("." + name + ".icloud");
         ++number) {
      name = slug.numbered(number).file_name();
    }
    taken_.insert(name);
    return name;
  }

  /// "; differs only in case from pad-thai.md" of another file that is so.
  [[nodiscard]] std::optional<std::string> alike(const std::string& name) const {
    const auto found = alike_.find(folded(repaired_utf8(*stem_of(name))));
    if (found == alike_.end()) return std::nullopt;
    for (const std::string& other : found->second) {
      if (other == name) continue;
      const bool is_case = lower_ascii(other) == lower_ascii(name);
      return std::string(is_case ? "; differs only in case from "
                                 : "; differs only in case, accents or Unicode form from ") +
             repaired_utf8(other);
    }
    return std::nullopt;
  }

  void add(const std::string& name, std::string reason, std::string mend) {
    report_.findings.push_back({Finding::Severity::not_served, repaired_utf8(name),
                                std::move(reason), std::move(mend), false});
  }
  void add_unreadable(const std::string& name, const VaultError& error) {
    add(name, repaired_utf8(error.message), repaired_utf8(error.hint));
  }
  void warn(const std::string& name, std::string reason, std::string mend) {
    report_.findings.push_back(
        {Finding::Severity::warning, name, std::move(reason), std::move(mend), false});
  }

  const Folder& folder_;
  Mend mend_;
  std::vector<FolderEntry> entries_;
  std::set<std::string> taken_;   ///< names that the files have or are told to get
  std::set<std::string> wanted_;  ///< slugs that the files have or would get
  std::map<std::string, std::vector<std::string>> alike_;  ///< names by their folded stem
  CheckReport report_;
};

}  // namespace

std::optional<std::string> why_not_served(std::string_view name, FileKind kind,
                                          std::uint64_t size) {
  switch (obstacle(name, kind, size)) {
    case Obstacle::none:
    case Obstacle::not_ours:
      break;
    case Obstacle::not_downloaded:
      return "not downloaded from iCloud";
    case Obstacle::symbolic_link:
      return "symbolic link";
    case Obstacle::folder:
      return "folder";
    case Obstacle::not_regular:
      return "not a regular file";
    case Obstacle::conflict_copy:
      return "conflict copy of " + conflict_copy_of(name).value_or(std::string());
    case Obstacle::bad_name:
      return "name is not a slug; it would be '" + wanted_slug(name).str() + "'";
    case Obstacle::too_large:
      return "too large: " + std::to_string(size) + " bytes, the most is " +
             std::to_string(max_note_bytes);
  }
  return std::nullopt;
}

std::optional<std::string> why_not_served(const Folder& folder, const std::string& name) {
  const Result<std::optional<FileFacts>> facts = folder.facts(name);
  if (!facts || !*facts) return std::nullopt;
  return why_not_served(name, (*facts)->kind, (*facts)->size);
}

Result<CheckReport> check_folder(const Folder& folder, Mend mend,
                                 const std::function<void(std::size_t, std::size_t)>& progress) {
  Result<std::vector<FolderEntry>> entries = folder.list();
  if (!entries) return unexpected(entries.error());
  return Check(folder, mend, *std::move(entries)).run(progress);
}

}  // namespace notes
