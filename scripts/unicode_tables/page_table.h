#pragma once
#include <cstddef>
#include <cstdint>
#include <map>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace notes::tables {

inline constexpr char32_t code_space = 0x110000;
inline constexpr char32_t page_length = 64;

/// A number for each code point, written as two arrays: for each 64 code points the page that they
/// have, and the pages, each once.
class PageTable {
 public:
  PageTable() : numbers_(code_space) {}
  void set(char32_t value, std::uint16_t number) { numbers_[value] = number; }

  void write(std::ostream& out) const {
    std::map<std::vector<std::uint16_t>, std::size_t> known;
    std::vector<std::size_t> pages;
    std::vector<std::size_t> entries;
    for (auto at = numbers_.begin(); at != numbers_.end(); at += page_length) {
      const std::vector<std::uint16_t> page(at, at + page_length);
      const auto [found, is_new] = known.emplace(page, known.size());
      if (is_new) entries.insert(entries.end(), page.begin(), page.end());
      pages.push_back(found->second);
    }
    write_array(out, "pages", pages);
    write_array(out, "entries", entries);
  }

 private:
  static void write_array(std::ostream& out, std::string_view name,
                          const std::vector<std::size_t>& numbers) {
    out << "constexpr std::array<std::uint16_t, " << numbers.size() << "> " << name << " = {";
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      out << (i % page_length == 0 ? "\n" : "") << numbers[i] << ',';
    }
    out << "};\n\n";
  }

  std::vector<std::uint16_t> numbers_;
};

/// A string literal of `bytes`, in lines, with octal escapes for what is not printable ASCII.
inline void write_literal(std::ostream& out, std::string_view bytes) {
  constexpr std::string_view octal = "01234567";
  constexpr std::size_t line_length = 64;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (i % line_length == 0) out << (i == 0 ? "\"" : "\"\n\"");
    const auto byte = static_cast<unsigned char>(bytes[i]);
    if (byte >= ' ' && byte < 0x7F && byte != '"' && byte != '\\' && byte != '?') {
      out << bytes[i];
    } else {
      out << '\\' << octal[byte >> 6U] << octal[byte >> 3U & 7U] << octal[byte & 7U];
    }
  }
  out << '"';
}

}  // namespace notes::tables
