#include "vault/note_file.h"

#include <charconv>
#include <chrono>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace notes {
namespace {

using platform::FileContents;
using platform::FileFacts;
using platform::Folder;

constexpr std::string_view temporary_prefix = ".notes-mcp-";
constexpr std::string_view temporary_suffix = ".tmp";

/// "pad-thai.md was not saved: cannot write …", with the hint of the cause.
VaultError about(const Slug& slug, std::string_view outcome, const VaultError& cause) {
  return {cause.code, slug.file_name() + " " + std::string(outcome) + ": " + cause.message,
          cause.hint};
}

unexpected<VaultError> changed_meanwhile(const Slug& slug) {
  return fail(ErrorCode::conflict,
              "The note '" + slug.str() +
                  "' was changed by another program just now, so it was "
                  "left alone.",
              "Read it again and repeat the call on what it says now.");
}

/// A temporary file in the vault; removed on the way out unless it was renamed.
class TemporaryFile {
 public:
  TemporaryFile(const Folder& folder, std::string name)
      : folder_(&folder), name_(std::move(name)) {}
  TemporaryFile(TemporaryFile&& other) noexcept
      : folder_(std::exchange(other.folder_, nullptr)),
        name_(std::move(other.name_)),
        facts_(other.facts_) {}
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  TemporaryFile& operator=(TemporaryFile&&) = delete;
  ~TemporaryFile() {
    // What cannot be removed now is removed at the next start.
    if (folder_ != nullptr) static_cast<void>(folder_->remove(name_));
  }

  [[nodiscard]] const std::string& name() const noexcept { return name_; }
  /// Facts of the file when all was written to it.
  [[nodiscard]] const FileFacts& facts() const noexcept { return facts_; }
  void was_written(const FileFacts& facts) noexcept { facts_ = facts; }
  void was_renamed() noexcept { folder_ = nullptr; }

 private:
  const Folder* folder_;
  std::string name_;
  FileFacts facts_;
};

std::string temporary_name(unsigned number) {
  return std::string(temporary_prefix) + std::to_string(platform::process_id()) + "-" +
         std::to_string(number) + std::string(temporary_suffix);
}

/// The first name that no entry has. Only what another process with our number left is in the way.
Result<std::string> free_temporary_name(const Folder& folder) {
  for (unsigned number = 0;; ++number) {
    std::string name = temporary_name(number);
    const Result<std::optional<FileFacts>> facts = folder.facts(name);
    if (!facts) return unexpected(facts.error());
    if (!*facts) return name;
  }
}

/// Writes and syncs `file`, called `name`, and gives its facts.
Result<FileFacts> filled(platform::NewFile& file, std::string_view bytes) {
  if (Result<void> written = file.write(bytes); !written) return unexpected(written.error());
  if (Result<void> synced = file.sync(); !synced) return unexpected(synced.error());
  Result<FileFacts> facts = file.facts();
  if (!facts) return facts;
  if (Result<void> closed = file.close(); !closed) return unexpected(closed.error());
  return facts;
}

Result<TemporaryFile> written_temporary(const Folder& folder, std::string_view bytes,
                                        const std::optional<std::string>& like) {
  Result<std::string> name = free_temporary_name(folder);
  if (!name) return unexpected(name.error());
  Result<platform::NewFile> file = folder.create(*name, like);
  if (!file) return unexpected(file.error());
  TemporaryFile temporary(folder, *std::move(name));
  const Result<FileFacts> facts = filled(*file, bytes);
  if (!facts) return unexpected(facts.error());
  temporary.was_written(*facts);
  return temporary;
}

/// Whether no entry has the note's name, as far as a look can tell. A note that iCloud took away
/// from this machine has left `.<slug>.md.icloud`.
Result<bool> is_name_free(const Folder& folder, const Slug& slug) {
  for (const std::string& name : {slug.file_name(), "." + slug.file_name() + ".icloud"}) {
    const Result<std::optional<FileFacts>> facts = folder.facts(name);
    if (!facts) return unexpected(facts.error());
    if (*facts) return false;
  }
  return true;
}

enum class Look { same, changed, gone };

/// The last look: whether the note's file still is what `seen` says. The facts are looked at last,
/// because that is quickest; the bytes before them, because facts alone may be equal.
Result<Look> last_look(const Folder& folder, const Slug& slug, const FileContents& seen) {
  const std::string name = slug.file_name();
  const auto compare_facts = [&]() -> Result<Look> {
    const Result<std::optional<FileFacts>> facts = folder.facts(name);
    if (!facts) return unexpected(facts.error());
    if (!*facts) return Look::gone;
    return **facts == seen.facts ? Look::same : Look::changed;
  };
  Result<Look> look = compare_facts();
  if (!look || *look != Look::same) return look;
  const Result<std::optional<FileContents>> contents = folder.read(name, max_note_bytes);
  if (!contents) return unexpected(contents.error());
  if (!*contents) return Look::gone;
  if ((*contents)->bytes != seen.bytes) return Look::changed;
  return compare_facts();
}

/// The number of the process in the name of a temporary file.
std::optional<std::uint64_t> process_of(std::string_view name) {
  if (!name.starts_with(temporary_prefix) || !name.ends_with(temporary_suffix)) {
    return std::nullopt;
  }
  name.remove_prefix(temporary_prefix.size());
  if (name.size() < temporary_suffix.size()) return std::nullopt;
  name.remove_suffix(temporary_suffix.size());
  const char* const end = name.data() + name.size();
  std::uint64_t process = 0;
  unsigned number = 0;
  const auto [dash, process_failure] = std::from_chars(name.data(), end, process);
  if (process_failure != std::errc() || dash == end || *dash != '-') return std::nullopt;
  const auto [rest, number_failure] = std::from_chars(dash + 1, end, number);
  if (number_failure != std::errc() || rest != end) return std::nullopt;
  return process;
}

bool is_older_than_any_write(const Folder& folder, const std::string& name) {
  constexpr std::int64_t hour_ns = 3'600'000'000'000;
  const Result<std::optional<FileFacts>> facts = folder.facts(name);
  return facts && *facts && (*facts)->modified_ns < platform::file_clock_ns() - hour_ns;
}

}  // namespace

Result<FileFacts> replace_note(const Folder& folder, const Slug& slug, std::string_view bytes,
                               const FileContents& seen) {
  constexpr std::string_view outcome = "was not saved";
  const std::string name = slug.file_name();
  Result<TemporaryFile> temporary = written_temporary(folder, bytes, name);
  if (!temporary) return unexpected(about(slug, outcome, temporary.error()));
  const Result<Look> look = last_look(folder, slug, seen);
  if (!look) return unexpected(about(slug, outcome, look.error()));
  if (*look != Look::same) return changed_meanwhile(slug);
  const Result<void> replaced = folder.replace(temporary->name(), name);
  if (!replaced) return unexpected(about(slug, outcome, replaced.error()));
  temporary->was_renamed();
  const Result<void> synced = folder.sync();
  if (!synced) {
    return unexpected(
        about(slug, "has the new text, but a power failure may undo it", synced.error()));
  }
  // The rename moved the time of change, so the facts are asked for again; they are worth something
  // only if they are still those of the file written here.
  const Result<std::optional<FileFacts>> facts = folder.facts(name);
  FileFacts expected = temporary->facts();
  if (facts && *facts) expected.changed_ns = (*facts)->changed_ns;
  return facts && *facts && **facts == expected ? **facts : temporary->facts();
}

Result<Slug> create_note_file(const Folder& folder, const Slug& wanted, std::string_view bytes) {
  constexpr std::string_view outcome = "was not made";
  Result<TemporaryFile> temporary = written_temporary(folder, bytes, std::nullopt);
  if (!temporary) return unexpected(about(wanted, outcome, temporary.error()));
  Slug slug = wanted;
  for (unsigned number = 2;; ++number) {
    const Result<bool> is_free = is_name_free(folder, slug);
    if (!is_free) return unexpected(about(slug, outcome, is_free.error()));
    if (*is_free) {
      const Result<bool> renamed = folder.rename_exclusive(temporary->name(), slug.file_name());
      if (!renamed) return unexpected(about(slug, outcome, renamed.error()));
      if (*renamed) break;
    }
    slug = wanted.numbered(number);
  }
  temporary->was_renamed();
  const Result<void> synced = folder.sync();
  if (!synced) {
    return unexpected(about(slug, "is there, but a power failure may undo it", synced.error()));
  }
  return slug;
}

Result<void> remove_note(const Folder& folder, const Slug& slug, const FileContents& seen,
                         const Folder* trash) {
  constexpr std::string_view outcome = "was not removed";
  const std::string name = slug.file_name();
  const auto is_gone = [&] {
    return fail(ErrorCode::not_found, "The note '" + slug.str() + "' is gone already.",
                "Another program removed or renamed it just now.");
  };
  const Result<Look> look = last_look(folder, slug, seen);
  if (!look) return unexpected(about(slug, outcome, look.error()));
  if (*look == Look::changed) return changed_meanwhile(slug);
  if (*look == Look::gone) return is_gone();
  if (trash == nullptr) {
    const Result<bool> removed = folder.remove(name);
    if (!removed) return unexpected(about(slug, outcome, removed.error()));
    if (!*removed) return is_gone();
  } else {
    Slug kept = slug;
    for (unsigned number = 2;; ++number) {
      const Result<bool> moved = folder.move_exclusive(name, *trash, kept.file_name());
      if (!moved) return unexpected(about(slug, outcome, moved.error()));
      if (*moved) break;
      kept = slug.numbered(number);
    }
    const Result<void> synced = trash->sync();
    if (!synced)
      return unexpected(
          about(slug, "is in the trash, but a power failure may undo it", synced.error()));
  }
  const Result<void> synced = folder.sync();
  if (!synced) {
    return unexpected(about(slug, "is gone, but a power failure may undo it", synced.error()));
  }
  return {};
}

bool is_temporary_file(std::string_view file_name) { return process_of(file_name).has_value(); }

void remove_left_over_files(const Folder& folder) {
  const Result<std::vector<platform::FolderEntry>> entries = folder.list();
  if (!entries) return;
  for (const platform::FolderEntry& entry : *entries) {
    if (entry.kind != platform::FileKind::regular) continue;
    const std::optional<std::uint64_t> process = process_of(entry.name);
    if (!process) continue;
    const bool is_ours = *process == platform::process_id();
    const auto lock =
        is_ours ? std::optional(folder.lock(std::chrono::milliseconds(0))) : std::nullopt;
    if ((is_ours && *lock) || !platform::is_process_alive(*process) ||
        is_older_than_any_write(folder, entry.name)) {
      static_cast<void>(folder.remove(entry.name));
    }
  }
}

}  // namespace notes
