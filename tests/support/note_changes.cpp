#include "support/note_changes.h"

#include <doctest/doctest.h>

#include <optional>
#include <utility>

#include "support/temp_vault.h"
#include "vault/unicode.h"

namespace notes::test {
namespace {

using namespace std::string_literals;
using Kind = MetadataScalar::Kind;

std::string with_cr_lf(std::string_view bytes) {
  std::string result;
  for (const char c : bytes) result += c == '\n' ? "\r\n"s : std::string(1, c);
  return result;
}

}  // namespace

std::string after(std::string_view bytes, const NoteChange& change) {
  const Result<std::string> result = changed_note_bytes(slug("a-note"), bytes, change, now);
  if (result) return *result;
  return "error " + std::to_string(static_cast<int>(result.error().code)) + ": " +
         result.error().message;
}

ErrorCode code_of(std::string_view bytes, const NoteChange& change) {
  const Result<std::string> result = changed_note_bytes(slug("a-note"), bytes, change, now);
  REQUIRE_FALSE(result);
  CHECK_FALSE(result.error().hint.empty());
  return result.error().code;
}

NoteChange title(std::string text) {
  NoteChange change;
  change.title = std::move(text);
  return change;
}

NoteChange tags(std::vector<std::string> texts) {
  NoteChange change;
  change.tags = std::move(texts);
  return change;
}

NoteChange add_tag(std::string tag) {
  NoteChange change;
  change.add_tags = {std::move(tag)};
  return change;
}

NoteChange body(std::string text) {
  NoteChange change;
  change.body = std::move(text);
  return change;
}

NoteChange append(std::string text) {
  NoteChange change;
  change.append = std::move(text);
  return change;
}

NoteChange metadata(Metadata keys) {
  NoteChange change;
  change.metadata = std::move(keys);
  return change;
}

MetadataScalar text(std::string value) { return {Kind::text, std::move(value)}; }
MetadataScalar number(std::string value) { return {Kind::number, std::move(value)}; }

Note read(std::string_view bytes) {
  return parse_note(slug("a-note"), bytes, {.modified = now, .born = std::nullopt});
}

void check(const std::vector<Row>& rows) {
  for (const Row& row : rows) {
    CAPTURE(row.before);
    CHECK(after(row.before, row.change) == row.after);
    if (row.before.find('\n') == std::string_view::npos) continue;
    const std::string marked = std::string(byte_order_mark) + with_cr_lf(row.before);
    CHECK(after(marked, row.change) == std::string(byte_order_mark) + with_cr_lf(row.after));
  }
}

}  // namespace notes::test
