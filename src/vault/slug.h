#pragma once
#include <compare>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "vault/error.h"

namespace notes {

/// The checked name of a note: `^[a-z0-9]+(?:-[a-z0-9]+)*$`, at most `max_length` bytes.
/// Only `parse`, `from_title` and `numbered` make one, so whoever holds a `Slug` may build a path
/// from it. Source: README, "Names of notes".
class Slug {
 public:
  static constexpr std::size_t max_length = 100;       ///< bytes (= characters, it is ASCII)
  static constexpr std::size_t max_title_length = 80;  ///< bytes that `from_title` uses at most

  /// Checks `text` against the rule above; nothing is repaired.
  /// Errors: `invalid_argument`; the hint gives the valid form when there is one (`pad-thai.md`,
  /// `Pad Thai`, `notes/pad-thai`, `note:///pad-thai`, `[[pad-thai]]`). Any bytes are safe; long
  /// ones are cut in the message.
  [[nodiscard]] static Result<Slug> parse(std::string_view text);

  /// The slug a new note called `title` asks for, at most 80 bytes: transliterated to ASCII and
  /// lower case, apostrophes dropped, each other run of characters between letters and digits one
  /// `-`, cut at a `-` where there is one. Total: a title without letters gives `note`, a Windows
  /// device name gets `-note`, bytes that are no UTF-8 count as blanks. What stands after the first
  /// 64 KiB is not looked at.
  [[nodiscard]] static Slug from_title(std::string_view title);

  /// `pad-thai`, 3 -> `pad-thai-3`, shortened so that the number fits. Requires n >= 2.
  [[nodiscard]] Slug numbered(unsigned n) const;

  [[nodiscard]] const std::string& str() const noexcept { return text_; }
  /// The note's file name, `pad-thai.md`.
  [[nodiscard]] std::string file_name() const { return text_ + ".md"; }
  // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy 14 takes the hidden `0` for a null pointer.
  friend auto operator<=>(const Slug&, const Slug&) = default;

 private:
  explicit Slug(std::string checked) : text_(std::move(checked)) {}
  std::string text_;
};

/// Whether `stem` (a file name without extension) is a Windows device name in any case: `con`,
/// `prn`, `aux`, `nul`, `com1`..`com9`, `lpt1`..`lpt9`, the last two also with `¹`, `²`, `³`.
/// Source: Microsoft, "Naming Files, Paths, and Namespaces".
[[nodiscard]] bool is_windows_device_name(std::string_view stem);

}  // namespace notes
