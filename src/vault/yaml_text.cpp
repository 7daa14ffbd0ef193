#include "vault/yaml_text.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "vault/text_line.h"
#include "vault/unicode.h"

namespace notes {
namespace {

constexpr std::size_t npos = std::string_view::npos;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Characters of which numbers, dates and times of any YAML version are made.
bool is_numeric(char c) {
  return is_digit(c) || std::string_view("+-.,:_eETtZz \t").find(c) != npos;
}

bool is_hexadecimal(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F') || c == '_';
}

std::string_view without_sign(std::string_view text) {
  if (!text.empty() && (text.front() == '+' || text.front() == '-')) text.remove_prefix(1);
  return text;
}

bool equals_without_case(std::string_view text, std::string_view lower) {
  return text.size() == lower.size() &&
         std::equal(text.begin(), text.end(), lower.begin(), [](char c, char l) {
           return (c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c) == l;
         });
}

/// Whether some parser takes `text` as a number, a date or a time. Errs on the side of yes.
bool looks_like_number(std::string_view text) {
  const std::string_view digits = without_sign(text);
  if (digits.empty()) return false;
  if (equals_without_case(digits, ".inf") || equals_without_case(digits, ".nan")) return true;
  const bool begins_number =
      is_digit(digits.front()) || (digits.size() > 1 && digits[0] == '.' && is_digit(digits[1]));
  if (!begins_number) return false;
  if (digits.size() > 1 && digits[0] == '0' && std::string_view("xXoObB").find(digits[1]) != npos) {
    return std::all_of(digits.begin() + 2, digits.end(), is_hexadecimal);
  }
  return std::all_of(digits.begin(), digits.end(), is_numeric);
}

bool is_reserved_word(std::string_view text) {
  constexpr std::array<std::string_view, 12> words{"null", "~",   "true", "false", "yes", "no",
                                                   "on",   "off", "y",    "n",     "=",   "<<"};
  return std::any_of(words.begin(), words.end(),
                     [&](std::string_view word) { return equals_without_case(text, word); });
}

/// Whether `value` may stand in a file as itself: printable to every parser, and no line end to
/// any (YAML 1.1 takes U+0085, U+2028 and U+2029 as such).
bool is_printable(char32_t value) {
  if (value < 0x20 || is_control(value) || value == 0xFEFF) return false;
  return (value & 0xFFFEU) != 0xFFFE;
}

bool is_all_printable(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = code_point_at(text, at);
    if (!is_printable(point.value)) return false;
    at += point.length;
  }
  return true;
}

void append_escape(std::string& result, char32_t value) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  switch (value) {
    case '\n':
      result += "\\n";
      return;
    case '\r':
      result += "\\r";
      return;
    case '\t':
      result += "\\t";
      return;
    default:
      break;
  }
  const unsigned length = value < 0x100 ? 2 : value < 0x10000 ? 4 : 8;
  result += length == 2 ? "\\x" : length == 4 ? "\\u" : "\\U";
  for (unsigned digit = length; digit-- > 0;) {
    result += digits[(static_cast<std::uint32_t>(value) >> (4U * digit)) & 0xFU];
  }
}

std::string in_double_quotes(std::string_view text) {
  std::string result = "\"";
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = code_point_at(text, at);
    if (!is_printable(point.value)) {
      append_escape(result, point.value);
    } else {
      if (point.value == '"' || point.value == '\\') result += '\\';
      result += text.substr(at, point.length);
    }
    at += point.length;
  }
  return result + '"';
}

std::string in_single_quotes(std::string_view text) {
  std::string result = "'";
  for (const char c : text) {
    result += c;
    if (c == '\'') result += c;
  }
  return result + '\'';
}

}  // namespace

bool is_safe_plain(std::string_view text, YamlPlace place) {
  if (text.empty() || trimmed_ascii(text).size() != text.size()) return false;
  if (std::string_view("-?:,[]{}#&*!|>'\"%@`").find(text.front()) != npos) return false;
  if (text.back() == ':' || text.find(": ") != npos || text.find(" #") != npos) return false;
  // Parsers differ on `?` and `:` inside a flow list.
  if (place == YamlPlace::flow && text.find_first_of(",[]{}:?") != npos) return false;
  return !is_reserved_word(text) && !looks_like_number(text) && is_all_printable(text);
}

bool is_typed_plain(std::string_view text) {
  constexpr std::array<std::string_view, 10> words{"",     "~",    "null", "Null",  "NULL",
                                                   "true", "True", "TRUE", "false", "False"};
  if (text == "FALSE" || std::find(words.begin(), words.end(), text) != words.end()) return true;
  const std::string_view digits = without_sign(text);
  if (digits == ".inf" || digits == ".Inf" || digits == ".INF") return true;
  if (text == ".nan" || text == ".NaN" || text == ".NAN") return true;
  if (text.size() > 2 && (text.starts_with("0x") || text.starts_with("0o"))) {
    const std::string_view allowed = text[1] == 'x' ? "0123456789abcdefABCDEF" : "01234567";
    return text.substr(2).find_first_not_of(allowed) == npos;
  }
  // [-+]? ( \. [0-9]+ | [0-9]+ ( \. [0-9]* )? ) ( [eE] [-+]? [0-9]+ )?
  const auto skip_digits = [&](std::size_t at) {
    return std::min(digits.find_first_not_of("0123456789", at), digits.size());
  };
  std::size_t at = skip_digits(0);
  std::size_t count = at;
  if (at < digits.size() && digits[at] == '.') {
    const std::size_t fraction = skip_digits(at + 1);
    count += fraction - at - 1;
    at = fraction;
  }
  if (count == 0) return false;
  if (at < digits.size() && (digits[at] == 'e' || digits[at] == 'E')) {
    const std::string_view exponent = without_sign(digits.substr(at + 1));
    return !exponent.empty() && exponent.find_first_not_of("0123456789") == npos;
  }
  return at == digits.size();
}

std::string yaml_text(std::string_view text, YamlPlace place, YamlQuotes wished) {
  if (wished == YamlQuotes::plain && is_safe_plain(text, place)) return std::string(text);
  if (wished == YamlQuotes::single_quotes && is_all_printable(text)) return in_single_quotes(text);
  return in_double_quotes(text);
}

std::size_t quoted_scalar_end(std::string_view text, std::size_t at) {
  const char quote = text[at];
  for (++at; at < text.size(); ++at) {
    if (text[at] == '\\' && quote == '"') {
      ++at;
    } else if (text[at] == quote) {
      if (quote == '"' || at + 1 >= text.size() || text[at + 1] != quote) return at + 1;
      ++at;
    }
  }
  return std::string_view::npos;
}

std::string yaml_key(std::string_view text) {
  return yaml_text(text, YamlPlace::flow, YamlQuotes::plain);
}

}  // namespace notes
