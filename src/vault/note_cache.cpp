#include "vault/note_cache.h"

#include <algorithm>
#include <atomic>
#include <functional>
#include <future>
#include <system_error>
#include <thread>
#include <utility>

#include "vault/check.h"
#include "vault/note.h"
#include "vault/note_file.h"
#include "vault/unicode.h"

namespace notes {
namespace {

constexpr std::string_view extension = ".md";

/// The slug of a file's name, when it is one that a note may have.
std::optional<Slug> slug_of(std::string_view file_name) {
  if (!file_name.ends_with(extension)) return std::nullopt;
  file_name.remove_suffix(extension.size());
  Result<Slug> slug = Slug::parse(file_name);
  if (!slug) return std::nullopt;
  return *std::move(slug);
}

Timestamp milliseconds_of(std::int64_t nanoseconds) {
  constexpr std::int64_t per_millisecond = 1'000'000;
  const std::int64_t rest = nanoseconds % per_millisecond;
  return {nanoseconds / per_millisecond - (rest < 0 ? 1 : 0)};
}

/// Whether what was read of a file still is what it holds, when stamps of changes that follow each
/// other within `grain_ns` may be the same.
bool is_good(const CachedNote& note, const platform::FileFacts& facts, std::int64_t grain_ns) {
  return note.facts == facts &&
         note.read_ns - std::max(facts.modified_ns, facts.changed_ns) >= grain_ns;
}

/// Where among `notes`, which are by slug, the one called `slug` stands, or would stand.
std::vector<const CachedNote*>::const_iterator place_in(const std::vector<const CachedNote*>& notes,
                                                        const Slug& slug) {
  return std::lower_bound(
      notes.begin(), notes.end(), slug,
      [](const CachedNote* note, const Slug& wanted) { return note->slug < wanted; });
}

/// The first eight bytes of `text` as a number that orders as they do; a shorter text orders before
/// all that go on.
std::uint64_t first_bytes(std::string_view text) {
  std::uint64_t number = 0;
  for (std::size_t i = 0; i < sizeof number; ++i) {
    number = number << 8U | (i < text.size() ? static_cast<unsigned char>(text[i]) : 0U);
  }
  return number;
}

constexpr std::size_t part_size = 32;  // items between two looks at how far the other thread is

/// Hands out a list in parts to whichever of two threads is ready for the next.
template <class Item>
class Parts {
 public:
  explicit Parts(std::span<Item> items) : items_(items) {}

  /// Empty when all is handed out.
  [[nodiscard]] std::span<Item> next() {
    const std::size_t begin = std::min(taken_.fetch_add(part_size), items_.size());
    return items_.subspan(begin, std::min(part_size, items_.size() - begin));
  }
  /// How many items are not handed out.
  [[nodiscard]] std::size_t left() const {
    return items_.size() - std::min(taken_.load(), items_.size());
  }
  /// Hands out no more.
  void stop() { taken_ = items_.size(); }

 private:
  std::span<Item> items_;
  std::atomic<std::size_t> taken_ = 0;
};

/// Work for `count` items that a second thread does meanwhile. For a few items, and where no thread
/// is to be had, the calling one does it when it asks for what came out.
template <class Value>
class Help {
 public:
  template <class Work>
  Help(std::size_t count, Work work) : task_(std::move(work)) {
    if (count <= 2 * part_size) return;
    try {
      thread_ = std::thread(std::ref(task_));
    } catch (const std::system_error&) {
      return;
    }
    platform::keep_off_this_processor(thread_);
  }
  Help(const Help&) = delete;
  Help& operator=(const Help&) = delete;
  ~Help() {
    if (thread_.joinable()) thread_.join();
  }

  /// What came out, once.
  [[nodiscard]] Value get() {
    if (!thread_.joinable()) task_();
    return task_.get_future().get();
  }

 private:
  std::packaged_task<Value()> task_;
  std::thread thread_;
};

/// Reads notes one after another in the same memory.
class NoteReader {
 public:
  explicit NoteReader(const platform::Folder& folder) : folder_(folder) {}

  /// The note as its file is now; nullopt when there is no such regular file. Errors: `io`.
  [[nodiscard]] Result<std::optional<CachedNote>> read(const Slug& slug) {
    const std::int64_t read_ns = platform::file_clock_ns();
    Result<std::optional<platform::FileContents>> contents =
        folder_.read(slug.file_name(), max_note_bytes, std::move(buffer_));
    if (!contents) return unexpected(contents.error());
    if (!*contents) return std::nullopt;
    const platform::FileFacts& facts = (*contents)->facts;
    const NoteParts parts((*contents)->bytes);
    const FileTimes times = file_times(facts);
    const Tags& tags = parts.front_matter().tags;
    std::string title = title_of(parts.front_matter(), parts.body(), slug);
    SearchText text = maker_.make(title, tags, parts.body());
    latest_ = text.all.data();
    kept_bytes_ += text.all.size() + sizeof(CachedNote);
    ++read_notes_;
    CachedNote note{.slug = slug,
                    .title = std::move(title),
                    .tags = tags,
                    .created = parts.created(times),
                    .updated = times.modified,
                    .revision = Revision::of((*contents)->bytes),
                    .text = std::move(text),
                    .facts = facts,
                    .read_ns = read_ns};
    buffer_ = std::move((*contents)->bytes);
    return note;
  }

  /// Has memory given for `count` more notes, as large as those read until now.
  void make_room_for(std::size_t count) const {
    if (read_notes_ > 0) {
      platform::fetch_memory_after(latest_, count * (kept_bytes_ / read_notes_));
    }
  }

 private:
  const platform::Folder& folder_;
  const char* latest_ = nullptr;  ///< some memory of the note read last
  std::size_t kept_bytes_ = 0;
  std::size_t read_notes_ = 0;
  std::string buffer_;
  SearchTextMaker maker_;
};

}  // namespace

FileTimes file_times(const platform::FileFacts& facts) {
  FileTimes times{.modified = milliseconds_of(facts.modified_ns), .born = std::nullopt};
  if (facts.born_ns) times.born = milliseconds_of(*facts.born_ns);
  return times;
}

NoteCache::NoteCache(const platform::Folder& folder, std::optional<Revisions> told)
    : folder_(folder), changes_(folder), changed_(std::move(told)) {}

Result<void> NoteCache::refresh() {
  const std::optional<std::vector<std::string>> names = changes_.since_last();
  if (!names) return sweep();
  for (const std::string& name : *names) look_at(name);
  std::set<std::string> doubtful = unreadable_;
  doubtful.insert(linked_.begin(), linked_.end());
  for (const std::string& name : doubtful) compare(name);
  return {};
}

Result<void> NoteCache::sweep() {
  const Result<std::vector<platform::FolderEntry>> entries = folder_.list();
  if (!entries) return unexpected(entries.error());
  ++sweep_;
  entries_.reserve(entries->size());
  std::vector<const CachedNote*> known;
  std::vector<Slug> unknown;
  for (const platform::FolderEntry& entry : *entries) {
    const auto found = entries_.find(entry.name);
    if (found != entries_.end() && entry.kind == platform::FileKind::regular) {
      found->second->seen_in_sweep = sweep_;
      known.push_back(&found->second->note);
    } else if (std::optional<std::string> reason = why_not_served(entry.name, entry.kind, 0)) {
      skip(entry.name, *std::move(reason));
    } else if (std::optional<Slug> slug = slug_of(entry.name)) {
      unknown.push_back(*std::move(slug));
    } else if (is_temporary_file(entry.name)) {
      has_seen_temporary_file_ = true;
    }
  }
  compare_all(known, [] { return false; });
  // Of many that come or go, each would move the others in their order.
  if (!unknown.empty()) is_ordered_ = false;
  load_all(unknown);
  const std::size_t gone_notes = std::erase_if(entries_, [this](const auto& item) {
    const Entry& entry = *item.second;
    if (entry.seen_in_sweep == sweep_) return false;
    remember(entry.note.slug, entry.note.revision);
    return true;
  });
  const std::size_t gone_others = std::erase_if(
      skipped_, [this](const auto& item) { return item.second.seen_in_sweep != sweep_; });
  std::erase_if(linked_, [this](const std::string& name) { return !entries_.contains(name); });
  std::erase_if(unreadable_, [this](const std::string& name) { return !skipped_.contains(name); });
  if (gone_notes > 0) is_ordered_ = false;
  if (gone_notes + gone_others > 0) ++generation_;
  return {};
}

void NoteCache::look_at(const std::string& file_name) {
  const auto found = entries_.find(file_name);
  CachedNote* const known = found == entries_.end() ? nullptr : &found->second->note;
  if (known != nullptr) known->read_ns = 0;
  compare(file_name, known);
}

void NoteCache::compare(const std::string& file_name) {
  const auto found = entries_.find(file_name);
  compare(file_name, found == entries_.end() ? nullptr : &found->second->note);
}

void NoteCache::compare(const std::string& file_name, const CachedNote* known) {
  const Result<std::optional<platform::FileFacts>> facts = folder_.facts(file_name);
  if (!facts) {
    skip(file_name, facts.error().message);
  } else if (!*facts) {
    forget(file_name);
  } else if (known != nullptr && is_good(*known, **facts, folder_.clock_grain_ns())) {
    return;
  } else if (std::optional<std::string> reason =
                 why_not_served(file_name, (*facts)->kind, (*facts)->size)) {
    skip(file_name, *std::move(reason));
  } else if (const std::optional<Slug> slug = slug_of(file_name)) {
    load(*slug);
  }
}

bool NoteCache::look_at_differing(const std::vector<Slug>& shown) {
  if (!is_watching()) return false;
  const std::uint64_t before = generation_;
  for (const Slug& slug : shown) compare(slug.file_name());
  return generation_ != before;
}

void NoteCache::look_over(const std::function<bool()>& is_needed_elsewhere) {
  std::vector<const CachedNote*> known;
  known.reserve(entries_.size());
  for (const auto& [name, entry] : entries_) known.push_back(&entry->note);
  compare_all(known, is_needed_elsewhere);
}

void NoteCache::compare_all(std::span<const CachedNote* const> notes,
                            const std::function<bool()>& is_needed_elsewhere) {
  Parts parts(notes);
  const auto differing = [this, &parts](const std::function<bool()>& is_to_stop) {
    std::vector<const CachedNote*> found;
    for (auto part = parts.next(); !part.empty(); part = parts.next()) {
      if (is_to_stop()) {
        parts.stop();
        break;
      }
      for (const CachedNote* note : part) {
        const Result<std::optional<platform::FileFacts>> facts =
            folder_.facts(note->slug.file_name());
        const bool is_same = facts && *facts && is_good(*note, **facts, folder_.clock_grain_ns());
        if (!is_same) found.push_back(note);
      }
    }
    return found;
  };
  Help<std::vector<const CachedNote*>> help(
      notes.size(), [&differing] { return differing([] { return false; }); });
  std::vector<const CachedNote*> found = differing(is_needed_elsewhere);
  const std::vector<const CachedNote*> rest = help.get();
  found.insert(found.end(), rest.begin(), rest.end());
  for (const CachedNote* note : found) compare(note->slug.file_name(), note);
}

void NoteCache::load(const Slug& slug) { keep(slug, NoteReader(folder_).read(slug)); }

void NoteCache::load_all(std::span<const Slug> slugs) {
  Parts parts(slugs);
  using Read = std::pair<const Slug*, Result<std::optional<CachedNote>>>;
  const auto read_parts = [this, &parts] {
    NoteReader reader(folder_);
    std::vector<Read> notes;
    for (auto some = parts.next(); !some.empty(); some = parts.next()) {
      for (const Slug& slug : some) notes.emplace_back(&slug, reader.read(slug));
      reader.make_room_for(parts.left());
    }
    return notes;
  };
  Help<std::vector<Read>> help(slugs.size(), read_parts);
  NoteReader reader(folder_);
  for (auto some = parts.next(); !some.empty(); some = parts.next()) {
    for (const Slug& slug : some) keep(slug, reader.read(slug));
    reader.make_room_for(parts.left());
  }
  for (auto& [slug, note] : help.get()) keep(*slug, std::move(note));
}

void NoteCache::keep(const Slug& slug, Result<std::optional<CachedNote>> read) {
  const std::string name = slug.file_name();
  if (!read) {
    if (std::optional<std::string> reason = why_not_served(folder_, name)) {
      skip(name, *std::move(reason));
      return;
    }
    skip(name, read.error().message);
    unreadable_.insert(name);
    return;
  }
  if (!*read) {
    forget(name);
    return;
  }
  CachedNote& note = **read;
  if (note.facts.links > 1) {
    linked_.insert(name);
  } else {
    linked_.erase(name);
  }
  const auto [found, is_new] = entries_.try_emplace(name);
  if (is_new) {
    found->second =
        std::make_unique<Entry>(Entry{.note = std::move(note), .seen_in_sweep = sweep_});
    add_to_order(found->second->note);
    remember(slug, std::nullopt);
    skipped_.erase(name);
    unreadable_.erase(name);
    ++generation_;
    return;
  }
  CachedNote& known = found->second->note;
  const bool has_same_bytes = known.revision == note.revision;
  const bool is_same = has_same_bytes && known.facts.modified_ns == note.facts.modified_ns;
  if (!has_same_bytes) remember(slug, known.revision);
  // In its place, so that the order of the notes still holds.
  known = std::move(note);
  if (!is_same) ++generation_;
}

void NoteCache::skip(const std::string& file_name, std::string reason) {
  linked_.erase(file_name);
  const bool was_note = drop_note(file_name);
  Skipped& skipped = skipped_[file_name];
  skipped.seen_in_sweep = sweep_;
  if (!was_note && skipped.reason == reason) return;
  skipped.reason = std::move(reason);
  ++generation_;
}

void NoteCache::forget(const std::string& file_name) {
  linked_.erase(file_name);
  unreadable_.erase(file_name);
  const bool was_note = drop_note(file_name);
  if (skipped_.erase(file_name) > 0 || was_note) ++generation_;
}

bool NoteCache::drop_note(const std::string& file_name) {
  const auto found = entries_.find(file_name);
  if (found == entries_.end()) return false;
  remember(found->second->note.slug, found->second->note.revision);
  if (is_ordered_) {
    const auto place = place_in(notes_, found->second->note.slug);
    texts_.erase(texts_.begin() + (place - notes_.begin()));
    notes_.erase(place);
  }
  entries_.erase(found);
  return true;
}

void NoteCache::remember(const Slug& slug, std::optional<Revision> before) {
  if (changed_) changed_->try_emplace(slug, before);
}

Revisions NoteCache::take_changed() {
  return std::exchange(changed_, Revisions()).value_or(Revisions());
}

std::optional<Revisions> NoteCache::told() const {
  if (!changed_) return std::nullopt;
  Revisions told = *changed_;
  for (const auto& [name, entry] : entries_) {
    told.try_emplace(entry->note.slug, entry->note.revision);
  }
  std::erase_if(told, [](const auto& item) { return !item.second; });
  return told;
}

void NoteCache::add_to_order(const CachedNote& note) {
  if (!is_ordered_) return;
  const auto place = place_in(notes_, note.slug);
  texts_.insert(texts_.begin() + (place - notes_.begin()), &note.text);
  notes_.insert(place, &note);
}

void NoteCache::order() {
  if (is_ordered_) return;
  notes_.clear();
  texts_.clear();
  notes_.reserve(entries_.size());
  texts_.reserve(entries_.size());
  // The first bytes beside the pointer: to fetch two notes for each comparison takes much longer.
  std::vector<std::pair<std::uint64_t, const CachedNote*>> notes;
  notes.reserve(entries_.size());
  for (const auto& [name, entry] : entries_) {
    notes.emplace_back(first_bytes(entry->note.slug.str()), &entry->note);
  }
  std::sort(notes.begin(), notes.end(), [](const auto& left, const auto& right) {
    if (left.first != right.first) return left.first < right.first;
    return left.second->slug < right.second->slug;
  });
  for (const auto& [key, note] : notes) {
    notes_.push_back(note);
    texts_.push_back(&note->text);
  }
  is_ordered_ = true;
}

const std::vector<const CachedNote*>& NoteCache::notes() {
  order();
  return notes_;
}

const std::vector<const SearchText*>& NoteCache::texts() {
  order();
  return texts_;
}

std::vector<SkippedFile> NoteCache::skipped() const {
  std::vector<SkippedFile> files;
  files.reserve(skipped_.size());
  for (const auto& [name, skipped] : skipped_) {
    files.push_back({.file = repaired_utf8(name), .reason = skipped.reason});
  }
  return files;
}

const CachedNote* NoteCache::find(const Slug& slug) const {
  const auto found = entries_.find(slug.file_name());
  return found == entries_.end() ? nullptr : &found->second->note;
}

}  // namespace notes
