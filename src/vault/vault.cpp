#include "vault/vault.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "vault/diff.h"
#include "vault/note_cache.h"
#include "vault/note_file.h"
#include "vault/note_selection.h"
#include "vault/platform.h"
#include "vault/served_folder.h"
#include "vault/snippet.h"
#include "vault/suggestion.h"
#include "vault/unicode.h"

namespace notes {
namespace {

constexpr std::chrono::seconds lock_timeout{10};
constexpr std::size_t max_same_title = 10;
/// An editor that saves all the time would otherwise keep a call busy for ever.
constexpr int max_attempts = 4;

unexpected<VaultError> refused_read_only() {
  return fail(ErrorCode::read_only, "The vault is served read-only, so nothing is written.",
              "Start notes-mcp without --read-only to change notes.");
}

unexpected<VaultError> conflict(const Slug& slug, const Revision& current) {
  return fail(ErrorCode::conflict,
              "'" + slug.str() + "' has changed: its revision is now " + current.str() +
                  ". Nothing was written.",
              "Read it again with read_note and decide anew.");
}

NoteSummary summary_of(const CachedNote& note) {
  return {.slug = note.slug,
          .title = note.title,
          .tags = note.tags,
          .created = note.created,
          .updated = note.updated};
}

NoteSummary summary_of(Note note) {
  return {.slug = std::move(note.slug),
          .title = std::move(note.title),
          .tags = std::move(note.tags),
          .created = note.created,
          .updated = note.updated};
}

/// The notes that a search looks at, and their texts in the same order.
struct Candidates {
  Candidates(NoteCache& cache, const NoteSelector& selector) {
    if (selector.is_open()) {
      notes = cache.notes();
      texts = cache.texts();
      return;
    }
    for (const CachedNote* note : cache.notes()) {
      if (!selector.admits(*note)) continue;
      notes.push_back(note);
      texts.push_back(&note->text);
    }
  }

  std::vector<const CachedNote*> notes;
  std::vector<const SearchText*> texts;
};

void order_hits(std::vector<Hit>& hits, const SearchRequest& request,
                const std::vector<const CachedNote*>& notes) {
  const bool is_by_score = request.sort == SortKey::score;
  const SortKey key = is_by_score ? SortKey::updated : request.sort;
  const NoteOrder before(key, default_order(key));
  order_page(hits, request.offset, request.limit,
             [is_by_score, &before, &notes](const Hit& left, const Hit& right) {
               if (is_by_score && left.score != right.score) return left.score > right.score;
               return before(notes[left.note], notes[right.note]);
             });
}

}  // namespace

class Vault::Impl {
 public:
  Impl(platform::Folder folder, VaultOptions chosen)
      : options(chosen), served(std::move(folder), chosen.access) {}

  Result<UpdatedNote> update_once(const Slug& slug, const NoteChange& change,
                                  std::optional<Revision> expected, Run run);

  enum class Shown { as_searched, as_it_is };
  /// A hit with its passage; nullopt when the file is gone, or no longer what the search saw and
  /// only that is `wanted`.
  std::optional<SearchHit> shown_hit(const CachedNote& note, double score, SnippetMaker& snippets,
                                     Shown wanted);

  VaultOptions options;
  ServedFolder served;
};

Vault::Vault(std::unique_ptr<Impl> impl) noexcept : impl_(std::move(impl)) {}
Vault::Vault(Vault&&) noexcept = default;
Vault& Vault::operator=(Vault&&) noexcept = default;
Vault::~Vault() = default;

Result<Vault> Vault::open(const std::filesystem::path& folder, VaultOptions options) {
  Result<platform::Folder> opened = options.access == Access::read_only
                                        ? platform::Folder::open(folder)
                                        : platform::Folder::open_or_create(folder);
  if (!opened) return unexpected(opened.error());
  return Vault(std::make_unique<Impl>(*std::move(opened), options));
}

const VaultOptions& Vault::options() const noexcept { return impl_->options; }

Result<Note> Vault::read(const Slug& slug) {
  const Result<platform::FileContents> contents = impl_->served.contents(slug);
  if (!contents) return unexpected(contents.error());
  return parse_note(slug, contents->bytes, file_times(contents->facts));
}

Result<RawNote> Vault::read_raw(const Slug& slug) {
  Result<platform::FileContents> contents = impl_->served.contents(slug);
  if (!contents) return unexpected(contents.error());
  return RawNote{.bytes = std::move(contents->bytes),
                 .updated = file_times(contents->facts).modified};
}

Result<NoteList> Vault::list(const ListRequest& request) {
  const NoteSelector selector(request.filter);
  const NoteOrder order(request.sort, request.order.value_or(default_order(request.sort)));
  for (int attempt = 1;; ++attempt) {
    const Result<NoteCache*> cache = impl_->served.cache();
    if (!cache) return unexpected(cache.error());
    std::vector<const CachedNote*> notes = Candidates(**cache, selector).notes;
    NoteList list;
    list.total = notes.size();
    list.skipped = (*cache)->skipped();
    if (request.tag_counts == TagCounts::include) list.tag_counts = count_tags(notes);
    order_page(notes, request.offset, request.limit, order);
    std::vector<Slug> shown;
    for (const CachedNote* note : page_of(std::move(notes), request.offset, request.limit)) {
      list.notes.push_back(summary_of(*note));
      shown.push_back(note->slug);
    }
    if (!(*cache)->look_at_differing(shown) || attempt == max_attempts) return list;
  }
}

Result<std::vector<NoteFile>> Vault::files(const std::optional<Slug>& after, std::size_t limit) {
  const Result<NoteCache*> cache = impl_->served.cache();
  if (!cache) return unexpected(cache.error());
  const std::vector<const CachedNote*>& notes = (*cache)->notes();
  auto note = notes.begin();
  if (after) {
    note = std::upper_bound(
        notes.begin(), notes.end(), *after,
        [](const Slug& slug, const CachedNote* other) { return slug < other->slug; });
  }
  std::vector<NoteFile> files;
  for (; note != notes.end() && files.size() < limit; ++note) {
    files.push_back({.slug = (*note)->slug,
                     .title = (*note)->title,
                     .size = (*note)->facts.size,
                     .updated = (*note)->updated});
  }
  return files;
}

Result<std::vector<Slug>> Vault::slugs() {
  const Result<NoteCache*> cache = impl_->served.cache();
  if (!cache) return unexpected(cache.error());
  std::vector<Slug> slugs;
  for (const CachedNote* note : (*cache)->notes()) slugs.push_back(note->slug);
  return slugs;
}

Result<CreatedNote> Vault::create(const NewNote& note) {
  if (impl_->options.access == Access::read_only) return refused_read_only();
  const Result<std::string> bytes = new_note_bytes(note, platform::now());
  if (!bytes) return unexpected(bytes.error());
  const Result<NoteCache*> cache = impl_->served.cache();
  if (!cache) return unexpected(cache.error());
  std::vector<Slug> same_title;
  const Result<std::string> title = checked_title(note.title);
  const std::string wanted = folded(title ? *title : note.title);
  for (const CachedNote* other : (*cache)->notes()) {
    if (other->text.title == wanted && same_title.size() < max_same_title) {
      same_title.push_back(other->slug);
    }
  }
  const Result<const platform::Folder*> folder = impl_->served.folder();
  if (!folder) return unexpected(folder.error());
  const Result<platform::FolderLock> lock = (*folder)->lock(lock_timeout);
  if (!lock) return unexpected(lock.error());
  const Result<Slug> slug = create_note_file(**folder, Slug::from_title(note.title), *bytes);
  if (!slug) return unexpected(slug.error());
  const Result<std::optional<platform::FileFacts>> facts = (*folder)->facts(slug->file_name());
  Note made = parse_note(
      *slug, *bytes,
      facts && *facts ? file_times(**facts) : FileTimes{.modified = platform::now(), .born = {}});
  const Revision revision = made.revision;
  return CreatedNote{.note = summary_of(std::move(made)),
                     .revision = revision,
                     .same_title = std::move(same_title)};
}

Result<UpdatedNote> Vault::Impl::update_once(const Slug& slug, const NoteChange& change,
                                             std::optional<Revision> expected, Run run) {
  const Result<platform::FileContents> seen = served.contents(slug);
  if (!seen) return unexpected(seen.error());
  const Revision before = Revision::of(seen->bytes);
  if (expected && before != *expected) return conflict(slug, before);
  const Result<std::string> bytes = changed_note_bytes(slug, seen->bytes, change, platform::now());
  if (!bytes) return unexpected(bytes.error());
  const bool is_changed = *bytes != seen->bytes;
  if (run == Run::dry) {
    return UpdatedNote{
        .note = summary_of(parse_note(slug, *bytes, file_times(seen->facts))),
        .revision = before,
        .is_changed = is_changed,
        .diff = unified_diff(with_lf(seen->bytes), with_lf(*bytes), slug.file_name())};
  }
  FileTimes times = file_times(seen->facts);
  if (is_changed) {
    const Result<const platform::Folder*> folder = served.folder();
    if (!folder) return unexpected(folder.error());
    const Result<platform::FileFacts> facts = replace_note(**folder, slug, *bytes, *seen);
    if (!facts) return unexpected(facts.error());
    times = file_times(*facts);
  }
  Note note = parse_note(slug, *bytes, times);
  const Revision revision = note.revision;
  return UpdatedNote{.note = summary_of(std::move(note)),
                     .revision = revision,
                     .is_changed = is_changed,
                     .diff = {}};
}

Result<UpdatedNote> Vault::update(const Slug& slug, const NoteChange& change,
                                  std::optional<Revision> expected, Run run) {
  if (impl_->options.access == Access::read_only) return refused_read_only();
  const Result<const platform::Folder*> folder = impl_->served.folder();
  if (!folder) return unexpected(folder.error());
  if (run == Run::dry) return impl_->update_once(slug, change, expected, run);
  const Result<platform::FolderLock> lock = (*folder)->lock(lock_timeout);
  if (!lock) return unexpected(lock.error());
  for (int attempt = 1;; ++attempt) {
    Result<UpdatedNote> updated = impl_->update_once(slug, change, expected, run);
    // Without a revision to hold, a save by an editor in between only means: apply it to that.
    const bool is_worth_again = !updated && updated.error().code == ErrorCode::conflict &&
                                !expected && attempt < max_attempts;
    if (!is_worth_again) return updated;
  }
}

std::optional<SearchHit> Vault::Impl::shown_hit(const CachedNote& note, double score,
                                                SnippetMaker& snippets, Shown wanted) {
  const Result<platform::FileContents> contents = served.contents(note.slug);
  if (!contents) return std::nullopt;
  if (wanted == Shown::as_searched && Revision::of(contents->bytes) != note.revision) {
    return std::nullopt;
  }
  Note shown = parse_note(note.slug, contents->bytes, file_times(contents->facts));
  Snippet snippet = snippets.best(shown.body, note.text.language());
  const std::size_t line = shown.body_line + snippet.line;
  return SearchHit{.note = summary_of(std::move(shown)),
                   .score = score,
                   .snippet = std::move(snippet.text),
                   .line = line,
                   .offset = snippet.offset};
}

Result<void> Vault::remove(const Slug& slug, std::optional<Revision> expected) {
  if (impl_->options.access == Access::read_only) return refused_read_only();
  const Result<const platform::Folder*> folder = impl_->served.folder();
  if (!folder) return unexpected(folder.error());
  const Result<platform::FolderLock> lock = (*folder)->lock(lock_timeout);
  if (!lock) return unexpected(lock.error());
  const Result<platform::FileContents> seen = impl_->served.contents(slug);
  if (!seen) return unexpected(seen.error());
  const Revision revision = Revision::of(seen->bytes);
  if (expected && revision != *expected) return conflict(slug, revision);
  if (impl_->options.deletion == Deletion::final) {
    return remove_note(**folder, slug, *seen, nullptr);
  }
  const Result<platform::Folder> trash = (*folder)->subfolder(".trash");
  if (!trash) {
    return fail(ErrorCode::io, "Nothing was deleted: " + trash.error().message,
                "The user can move what is called .trash in the vault out of the way, if it is no "
                "folder, or start the server without --trash.");
  }
  return remove_note(**folder, slug, *seen, &*trash);
}

Result<NoteChanges> Vault::take_changes() {
  const Result<NoteCache*> cache = impl_->served.cache();
  if (!cache) return unexpected(cache.error());
  NoteChanges changes;
  for (const auto& [slug, before] : (*cache)->take_changed()) {
    const CachedNote* note = (*cache)->find(slug);
    const bool is_there = note != nullptr;
    if (is_there == before.has_value() && (!is_there || note->revision == *before)) continue;
    if (is_there != before.has_value()) changes.is_list_changed = true;
    changes.changed.push_back(slug);
  }
  return changes;
}

std::optional<int> Vault::change_descriptor() const {
  const NoteCache* cache = impl_->served.cache_as_it_is();
  return cache == nullptr ? std::nullopt : cache->change_descriptor();
}

void Vault::look_over(const std::function<bool()>& is_needed_elsewhere) {
  impl_->served.tidy();
  NoteCache* cache = impl_->served.cache_as_it_is();
  if (cache != nullptr && cache->is_watching()) cache->look_over(is_needed_elsewhere);
}

Result<SearchResults> Vault::search(const SearchRequest& request) {
  const NoteSelector selector(request.filter);
  for (int attempt = 1;; ++attempt) {
    const Result<NoteCache*> cache = impl_->served.cache();
    if (!cache) return unexpected(cache.error());
    Candidates candidates(**cache, selector);
    std::vector<Hit> hits = matching_notes(request.query, candidates.texts, request.match);
    if (hits.empty() && (*cache)->is_watching()) {
      // "Nothing" is the one answer that shows no note to compare, so every file is looked at
      // first.
      const std::uint64_t generation = (*cache)->generation();
      (*cache)->look_over([] { return false; });
      if ((*cache)->generation() != generation) {
        candidates = Candidates(**cache, selector);
        hits = matching_notes(request.query, candidates.texts, request.match);
      }
    }
    SearchResults results;
    results.total = hits.size();
    if (hits.empty()) {
      results.advice = search_advice(
          request.query,
          {.all_notes = (*cache)->texts(), .notes = candidates.texts, .tag = selector.tag()},
          request.match);
      return results;
    }
    order_hits(hits, request, candidates.notes);
    // Notes that change faster than they can be searched are shown as they are by then.
    const bool is_last = attempt == max_attempts;
    bool is_current = true;
    SnippetMaker snippets(request.query);
    for (const Hit& hit : page_of(std::move(hits), request.offset, request.limit)) {
      const CachedNote& note = *candidates.notes[hit.note];
      std::optional<SearchHit> shown = impl_->shown_hit(
          note, hit.score, snippets, is_last ? Impl::Shown::as_it_is : Impl::Shown::as_searched);
      if (shown) {
        results.hits.push_back(*std::move(shown));
      } else if (is_last) {
        --results.total;
      } else {
        is_current = false;
        (*cache)->look_at(note.slug.file_name());
        break;
      }
    }
    if (is_current) return results;
  }
}

}  // namespace notes
