#pragma once
#include <cstddef>
#include <filesystem>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "vault/slug.h"

namespace notes::test {

/// Where a test's folder is: in memory (where the system has such a place), syncs cost nothing.
enum class Place { disk, memory };

/// A real folder under the system's temporary one, empty at first, removed with all that is in it.
/// Names are names of files in it. What the system refuses is thrown.
class TempVault {
 public:
  explicit TempVault(Place place = Place::disk);
  TempVault(const TempVault&) = delete;
  TempVault& operator=(const TempVault&) = delete;
  TempVault(TempVault&&) = delete;
  TempVault& operator=(TempVault&&) = delete;
  ~TempVault();

  [[nodiscard]] const std::filesystem::path& path() const noexcept { return path_; }
  [[nodiscard]] std::filesystem::path path(std::string_view name) const;

  /// Writes the file, in place when there is one, as a plain program would.
  void write(std::string_view name, std::string_view bytes) const;
  [[nodiscard]] std::string bytes(std::string_view name) const;
  /// Whether there is an entry of that name, a link to nothing included.
  [[nodiscard]] bool exists(std::string_view name) const;
  /// Names of all entries, hidden ones too, sorted.
  [[nodiscard]] std::vector<std::string> names() const;

 private:
  std::filesystem::path path_;
};

/// `texts`, each followed by `eol`.
[[nodiscard]] std::string lines(std::initializer_list<std::string_view> texts,
                                std::string_view eol = "\n");

/// `text`, `times` over.
[[nodiscard]] std::string repeated(std::string_view text, std::size_t times);

/// A name of three digits, so that names sort as numbers do: `n007`.
[[nodiscard]] std::string numbered(int number);

/// The checked slug `text`; throws when it is none.
[[nodiscard]] Slug slug(std::string_view text);

}  // namespace notes::test
