#include "vault/conflict_copy.h"

#include <algorithm>
#include <array>
#include <initializer_list>

#include "vault/unicode.h"

namespace notes {
namespace {

bool is_digit(char byte) { return byte >= '0' && byte <= '9'; }
bool is_upper(char byte) { return byte >= 'A' && byte <= 'Z'; }
char lower(char byte) { return is_upper(byte) ? static_cast<char>(byte - 'A' + 'a') : byte; }

std::string lower(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(),
                 [](char byte) { return lower(byte); });
  return result;
}

/// Whether `text` has the form `pattern`: `9` stands for a digit, `A` for a digit or capital
/// letter.
bool has_form(std::string_view text, std::string_view pattern) {
  return std::equal(text.begin(), text.end(), pattern.begin(), pattern.end(),
                    [](char byte, char sign) {
                      if (sign == '9') return is_digit(byte);
                      if (sign == 'A') return is_digit(byte) || is_upper(byte);
                      return byte == sign;
                    });
}

bool has_any(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::any_of(words.begin(), words.end(), [&](std::string_view word) {
    return text.find(word) != std::string_view::npos;
  });
}

/// Whether what stands in parentheses (ASCII in lower case) is what a sync program writes there.
bool is_conflict_note(std::string_view text) {
  if (has_any(text,
              {"case conflict", "case clash", "selective sync conflict", "sfconflict",
               "unicode encoding conflict", "white space conflict", "競合コピー", "冲突副本"}))
    return true;
  return has_any(text, {"conflict", "konflikt", "conflit", "конфликт"}) &&
         has_any(text, {"copy", "copi", "c\u00F3pi", "co\u0301pi", "kopi", "копия"});
}

/// `todo (Ann's conflicted copy 2026-07-10)`.
std::optional<std::string_view> in_parentheses(std::string_view stem) {
  if (!stem.ends_with(')')) return std::nullopt;
  // The first parentheses may be the note's own: "todo (work) (conflicted copy …)".
  const std::string note = lower(stem);
  for (std::size_t at = stem.rfind(" ("); at != std::string_view::npos && at > 0;
       at = stem.rfind(" (", at - 1)) {
    if (is_conflict_note(std::string_view(note).substr(at))) return stem.substr(0, at);
  }
  return std::nullopt;
}

/// `todo.sync-conflict-20260710-070952-ABCDEFG`; old versions leave the last part out.
std::optional<std::string_view> of_syncthing(std::string_view stem) {
  const std::size_t at = stem.rfind(".sync-conflict-");
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view rest = stem.substr(at);
  if (has_form(rest, ".sync-conflict-99999999-999999") ||
      has_form(rest, ".sync-conflict-99999999-999999-AAAAAAA"))
    return stem.substr(0, at);
  return std::nullopt;
}

/// `todo_conflict-20260710-070952`, also with a user's name before the date.
std::optional<std::string_view> of_own_cloud(std::string_view stem) {
  constexpr std::string_view date = "-99999999-999999";
  const std::size_t at = stem.rfind("_conflict-");
  if (at == std::string_view::npos || stem.size() < at + date.size()) return std::nullopt;
  if (!has_form(stem.substr(stem.size() - date.size()), date)) return std::nullopt;
  return stem.substr(0, at);
}

/// `todo-DESKTOP-ABC123`, also numbered: the computer's name as Windows makes them up.
std::optional<std::string_view> of_one_drive(std::string_view stem) {
  constexpr std::size_t min_name_length = 3;
  for (const std::string_view computer : {"-DESKTOP-", "-LAPTOP-", "-WIN-"}) {
    const std::size_t at = stem.rfind(computer);
    if (at == std::string_view::npos) continue;
    std::string_view name = stem.substr(at + computer.size());
    if (const std::size_t dash = name.rfind('-'); dash != std::string_view::npos) {
      const std::string_view number = name.substr(dash + 1);
      if (!std::all_of(number.begin(), number.end(), is_digit)) continue;
      name = name.substr(0, dash);
    }
    if (name.size() >= min_name_length && std::all_of(name.begin(), name.end(), [](char byte) {
          return is_digit(byte) || is_upper(byte);
        }))
      return stem.substr(0, at);
  }
  return std::nullopt;
}

/// `todo.Conflict`, `todo [conflicted]`.
std::optional<std::string_view> with_ending(std::string_view stem) {
  for (const std::string_view ending : {".conflict", "[conflict]", "[conflicted]"}) {
    if (stem.size() > ending.size() && lower(stem).ends_with(ending)) {
      stem.remove_suffix(ending.size());
      while (stem.ends_with(' ')) stem.remove_suffix(1);
      return stem;
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string_view> stem_of(std::string_view file_name) {
  constexpr std::size_t extension_length = 3;
  if (file_name.size() <= extension_length || file_name.starts_with('.')) return std::nullopt;
  const std::string_view extension = file_name.substr(file_name.size() - extension_length);
  if (extension[0] != '.' || lower(extension[1]) != 'm' || lower(extension[2]) != 'd')
    return std::nullopt;
  return file_name.substr(0, file_name.size() - extension_length);
}

std::optional<std::string> conflict_copy_of(std::string_view name) {
  const std::optional<std::string_view> stem = stem_of(name);
  if (!stem) return std::nullopt;
  constexpr std::array programs = {in_parentheses, of_syncthing, of_own_cloud, of_one_drive,
                                   with_ending};
  for (const auto& program : programs) {
    const std::optional<std::string_view> original = program(*stem);
    if (original && !original->empty()) return repaired_utf8(*original);
  }
  return std::nullopt;
}

std::optional<std::string_view> numbered_copy_of(std::string_view stem) {
  constexpr std::size_t max_digits = 2;
  const bool is_in_parentheses = stem.ends_with(')');
  std::string_view rest = stem.substr(0, stem.size() - (is_in_parentheses ? 1 : 0));
  std::size_t digits = 0;
  while (!rest.empty() && is_digit(rest.back())) {
    rest.remove_suffix(1);
    ++digits;
  }
  const std::string_view opening = is_in_parentheses ? " (" : " ";
  if (digits == 0 || digits > max_digits || !rest.ends_with(opening)) return std::nullopt;
  // The first copy that iCloud makes is number 2.
  if (!is_in_parentheses && stem.ends_with(" 1")) return std::nullopt;
  rest.remove_suffix(opening.size());
  if (rest.empty()) return std::nullopt;
  return rest;
}

}  // namespace notes
