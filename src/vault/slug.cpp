#include "vault/slug.h"

#include <algorithm>
#include <array>

#include "vault/in_quotes.h"
#include "vault/unicode.h"

namespace notes {
namespace {

constexpr std::string_view rule =
    "a slug has lower-case letters a-z and digits, with single hyphens between them";
constexpr std::string_view example = "Give the note's slug, such as 'pad-thai'.";

bool is_slug_character(char byte) {
  return (byte >= 'a' && byte <= 'z') || (byte >= '0' && byte <= '9');
}

char lower_case(char byte) {
  return byte >= 'A' && byte <= 'Z' ? static_cast<char>(byte + ('a' - 'A')) : byte;
}

bool is_slug(std::string_view text) {
  if (text.empty() || text.size() > Slug::max_length) return false;
  char before = '-';  // neither the first nor the last may be one, nor two in a row
  for (const char byte : text) {
    if (!is_slug_character(byte) && (byte != '-' || before == '-')) return false;
    before = byte;
  }
  return before != '-';
}

/// ASCII `text` with apostrophes dropped and hyphens between its runs of letters and digits.
std::string hyphenated(std::string_view text) {
  std::string result;
  bool is_apart = false;
  for (const char byte : text) {
    const char lower = lower_case(byte);
    if (is_slug_character(lower)) {
      if (is_apart && !result.empty()) result += '-';
      result += lower;
      is_apart = false;
    } else if (byte != '\'') {
      is_apart = true;
    }
  }
  return result;
}

/// `slug` in at most `length` bytes, cut before a hyphen, or anywhere when there is none.
std::string cut(std::string slug, std::size_t length) {
  if (slug.size() <= length) return slug;
  const std::size_t hyphen = slug.rfind('-', length);
  slug.resize(hyphen == std::string::npos ? length : hyphen);
  return slug;
}

/// The letters of `title` as a slug of at most `length` bytes; empty when it has none.
std::string slug_text(std::string_view title, std::size_t length) {
  // A title may be as long as a note: only as much of it is looked at as gives the slug. The margin
  // is more than the letters at the end of a part can change when the rest follows.
  constexpr std::size_t margin = 32;
  constexpr std::size_t longest_part = 65536;
  title = title.substr(0, longest_part);
  for (std::size_t part = 1024;; part *= 4) {
    std::string slug = hyphenated(transliterated(repaired_utf8(title.substr(0, part))));
    if (part >= title.size() || slug.size() > length + margin) return cut(std::move(slug), length);
  }
}

/// What a person or model may have meant by `text` that is no slug; empty when nothing.
std::string meant_slug(std::string_view text) {
  constexpr std::size_t longest_path = 4096;
  text = text.substr(0, longest_path);
  for (const std::string_view scheme : {"note:///", "note://", "note:"}) {
    if (text.starts_with(scheme)) {
      text.remove_prefix(scheme.size());
      break;
    }
  }
  // The heading after a name in a link; in a title, which has blanks, the sign means something
  // else.
  if (const std::size_t mark = text.find('#'); mark != 0 && text.find(' ') > text.size()) {
    text = text.substr(0, mark);
  }
  text = text.substr(0, text.find_last_not_of("/\\ \t\r\n") + 1);
  if (const std::size_t folder = text.find_last_of("/\\"); folder != std::string_view::npos) {
    text.remove_prefix(folder + 1);
  }
  for (const std::string_view extension : {".md", ".markdown"}) {
    if (text.size() <= extension.size()) continue;
    const std::string_view end = text.substr(text.size() - extension.size());
    if (std::equal(end.begin(), end.end(), extension.begin(),
                   [](char left, char right) { return lower_case(left) == right; })) {
      text.remove_suffix(extension.size());
    }
  }
  return slug_text(text, Slug::max_length);
}

}  // namespace

Result<Slug> Slug::parse(std::string_view text) {
  if (is_slug(text)) return Slug(std::string(text));
  if (text.empty()) {
    return fail(ErrorCode::invalid_argument, "The slug is empty.", std::string(example));
  }
  const std::string meant = meant_slug(text);
  std::string hint = meant.empty() ? std::string(example) : "Did you mean '" + meant + "'?";
  std::string message = in_quotes(text) + " is not a slug: " + std::string(rule) + ".";
  if (text.size() > max_length) {
    message = in_quotes(text) + " is too long for a slug, which has at most " +
              std::to_string(max_length) + " characters: " + std::string(rule) + ".";
  }
  return fail(ErrorCode::invalid_argument, std::move(message), std::move(hint));
}

Slug Slug::from_title(std::string_view title) {
  std::string slug = slug_text(title, max_title_length);
  if (slug.empty()) slug = "note";
  if (is_windows_device_name(slug)) slug += "-note";
  return Slug(std::move(slug));
}

Slug Slug::numbered(unsigned n) const {
  const std::string number = "-" + std::to_string(n);
  return Slug(cut(text_, max_length - number.size()) + number);
}

bool is_windows_device_name(std::string_view stem) {
  constexpr std::array<std::string_view, 4> plain = {"con", "prn", "aux", "nul"};
  constexpr std::array<std::string_view, 2> numbered = {"com", "lpt"};
  constexpr std::array<std::string_view, 12> numbers = {"1", "2", "3", "4", "5", "6",
                                                        "7", "8", "9", "¹", "²", "³"};
  constexpr std::size_t name_length = 3;
  std::string name(stem.substr(0, name_length));
  std::transform(name.begin(), name.end(), name.begin(), lower_case);
  if (stem.size() <= name_length) return std::find(plain.begin(), plain.end(), name) != plain.end();
  return std::find(numbered.begin(), numbered.end(), name) != numbered.end() &&
         std::find(numbers.begin(), numbers.end(), stem.substr(name_length)) != numbers.end();
}

}  // namespace notes
