#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "vault/note.h"
#include "vault/note_change.h"

/// Changes of one note, "a-note", at one moment, `now`, each said in a word.
namespace notes::test {

inline constexpr Timestamp now{1'796'029'502'123};  // 2026-11-30T09:05:02.123Z

/// The file after `change`, or what refused it: "error 4: message".
[[nodiscard]] std::string after(std::string_view bytes, const NoteChange& change);

/// The code of the refusal, which must have a hint. What is not refused fails the test case.
[[nodiscard]] ErrorCode code_of(std::string_view bytes, const NoteChange& change);

[[nodiscard]] NoteChange title(std::string text);
[[nodiscard]] NoteChange tags(std::vector<std::string> texts);
[[nodiscard]] NoteChange add_tag(std::string tag);
[[nodiscard]] NoteChange body(std::string text);
[[nodiscard]] NoteChange append(std::string text);
[[nodiscard]] NoteChange metadata(Metadata keys);

[[nodiscard]] MetadataScalar text(std::string value);
[[nodiscard]] MetadataScalar number(std::string value);

[[nodiscard]] Note read(std::string_view bytes);

struct Row {
  std::string_view before;
  NoteChange change;
  std::string_view after;
};

/// Checks each row as it stands, and again with CR LF after a byte order mark.
void check(const std::vector<Row>& rows);

}  // namespace notes::test
