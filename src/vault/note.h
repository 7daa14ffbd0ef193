#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "vault/front_matter.h"
#include "vault/revision.h"
#include "vault/slug.h"
#include "vault/tags.h"
#include "vault/timestamp.h"

namespace notes {

/// A command that makes UTF-8 of a file whose `bytes` are none, in its place.
[[nodiscard]] std::string conversion_command(std::string_view bytes, const std::string& file_name);

inline constexpr std::size_t max_note_bytes = std::size_t{16} << 20U;  ///< of one file

/// The times that the file system keeps of a file.
struct FileTimes {
  Timestamp modified;
  std::optional<Timestamp> born;
};

/// A note as its author meant it: UTF-8, LF line ends.
struct Note {
  Slug slug;
  std::string title;  ///< front matter, else first heading, else the slug
  Tags tags;
  Timestamp created;                        ///< front matter, else birth time, else mtime
  Timestamp updated;                        ///< the file's mtime
  Revision revision;                        ///< of the file's bytes
  std::string body;                         ///< without the one blank line after the front matter
  std::size_t body_line;                    ///< 1-based line of the file where `body` begins
  std::optional<std::string> front_matter;  ///< text between the fences, LF ends; not when empty
  std::string warning;  ///< what is odd about the file, in sentences; empty when nothing is
};

/// What the bytes of a note's file mean. Total: bytes that are not UTF-8 are read with U+FFFD and a
/// warning; broken YAML gives the fallbacks and a warning with line and column.
[[nodiscard]] Note parse_note(const Slug& slug, std::string_view bytes, const FileTimes& times);

/// The bytes of a note's file taken apart, with nothing copied that can be looked at where it is:
/// what `parse_note` is made from, for those who go through many files.
class NoteParts {
 public:
  /// `bytes` must outlive this.
  explicit NoteParts(std::string_view bytes);
  NoteParts(const NoteParts&) = delete;
  NoteParts& operator=(const NoteParts&) = delete;

  /// The file's bytes as UTF-8, in which the offsets of `front_matter` count. Where bytes were bad,
  /// its body has LF ends.
  [[nodiscard]] std::string_view text() const noexcept { return text_; }
  [[nodiscard]] std::optional<std::size_t> first_bad_byte() const noexcept {
    return first_bad_byte_;
  }
  [[nodiscard]] const FrontMatter& front_matter() const noexcept { return front_matter_; }
  /// Where the shown body begins in `text`, and that body with LF ends.
  [[nodiscard]] std::size_t body_begin() const noexcept { return body_begin_; }
  [[nodiscard]] std::string_view body() const noexcept { return body_; }
  /// The body for keeps. All the views that this gave are void after it.
  [[nodiscard]] std::string take_body() &&;
  /// As `Note::created`.
  [[nodiscard]] Timestamp created(const FileTimes& times) const;

 private:
  std::optional<std::size_t> first_bad_byte_;
  std::string repaired_;  ///< empty unless there is a bad byte
  std::string_view text_;
  FrontMatter front_matter_;
  std::size_t body_begin_;
  std::string body_with_lf_;  ///< empty unless the body has CR LF and no bad byte
  std::string_view body_;
};

/// Where the body that `Note::body` shows begins in the file: after the block and the one blank
/// line that follows it. `bytes` as given to `read_front_matter`.
[[nodiscard]] std::size_t shown_body_begin(std::string_view bytes, const FrontMatter& front_matter);

/// The title of a note: of its front matter, else the first heading of `body` (LF ends), else
/// `slug`.
[[nodiscard]] std::string title_of(const FrontMatter& front_matter, std::string_view body,
                                   const Slug& slug);

/// `bytes` with each LF alone, without the CRs before it; a CR elsewhere stays.
[[nodiscard]] std::string with_lf(std::string_view bytes);

}  // namespace notes
