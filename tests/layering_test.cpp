// The layers as README describes them, checked by reading the sources: Debian keeps all libraries'
// headers in one folder, so the compiler does not notice a forbidden include.

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace {

namespace fs = std::filesystem;

struct Line {
  std::string file;  ///< relative to the project, with `/`
  std::string text;  ///< without blanks in front
};

std::string text_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::vector<fs::path> sources_under(const fs::path& folder) {
  std::vector<fs::path> found;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    const std::string extension = entry.path().extension().string();
    if (extension == ".h" || extension == ".cpp") found.push_back(entry.path());
  }
  std::sort(found.begin(), found.end());
  return found;
}

std::vector<Line> lines_under(std::string_view folder) {
  const fs::path root(NOTES_MCP_SOURCE_DIR);
  std::vector<Line> lines;
  for (const fs::path& path : sources_under(root / folder)) {
    const std::string file = fs::relative(path, root).generic_string();
    const std::string text = text_of(path);
    std::size_t begin = 0;
    while (begin < text.size()) {
      const std::size_t end = std::min(text.find('\n', begin), text.size());
      const std::size_t first = std::min(text.find_first_not_of(" \t", begin), end);
      lines.push_back({file, text.substr(first, end - first)});
      begin = end + 1;
    }
  }
  return lines;
}

/// What stands between the quotes or angle brackets of an include line, with them; else empty.
std::string included(const Line& line) {
  constexpr std::string_view directive = "#include";
  if (!line.text.starts_with(directive)) return {};
  const std::size_t begin = line.text.find_first_of("<\"", directive.size());
  if (begin == std::string::npos) return {};
  const std::size_t end = line.text.find_first_of(">\"", begin + 1);
  return line.text.substr(begin, end - begin + 1);
}

/// Whether the file is one system's (`process_posix.cpp`, `platform_posix_file.cpp`): it may use
/// that system's headers and `#ifdef`.
bool is_for_one_system(std::string_view file) {
  const std::string stem = fs::path(file).stem().string() + "_";
  const std::vector<std::string_view> systems = {"_posix_", "_windows_", "_linux_", "_macos_"};
  return std::any_of(systems.begin(), systems.end(), [&](std::string_view system) {
    return stem.find(system) != std::string::npos;
  });
}

/// The include lines under `folder` for which `is_wrong` holds, as "file: line".
template <class Predicate>
std::vector<std::string> includes_that(std::string_view folder, Predicate is_wrong) {
  std::vector<std::string> wrong;
  for (const Line& line : lines_under(folder)) {
    const std::string what = included(line);
    if (!what.empty() && is_wrong(line.file, what)) wrong.push_back(line.file + ": " + line.text);
  }
  return wrong;
}

using Lines = std::vector<std::string>;

/// `lines` as one text, which a failed check shows.
std::string joined(const Lines& lines) {
  std::string text;
  for (const std::string& line : lines) text += "\n  " + line;
  return text;
}

}  // namespace

TEST_CASE("layering: the sources are found, so the other cases look at something") {
  CHECK(lines_under("src/vault").size() > 1000);
  CHECK(lines_under("src/server").size() > 1000);
}

TEST_CASE("layering: the vault knows no JSON, no server and no command line") {
  CHECK(joined(includes_that("src/vault", [](const std::string& file, const std::string& what) {
          const bool is_ours = what.starts_with("\"vault/");
          const bool is_quoted = what.starts_with('"');
          return (is_quoted && !is_ours) || what.starts_with("<nlohmann/") ||
                 what.starts_with("<CLI/") || file.empty();
        })) == "");
}

TEST_CASE("layering: the server includes only itself and the vault, and no command line") {
  CHECK(
      joined(includes_that("src/server", [](const std::string& /*file*/, const std::string& what) {
        const bool is_ours = what.starts_with("\"vault/") || what.starts_with("\"server/");
        return (what.starts_with('"') && !is_ours) || what.starts_with("<CLI/");
      })) == "");
}

TEST_CASE("layering: each library is named in the files that wrap it and nowhere else") {
  struct Wrapped {
    std::string_view library;
    std::vector<std::string_view> files;
  };
  const std::vector<Wrapped> table = {
      {"<CLI/", {"src/main.cpp"}},
      {"<yaml-cpp/", {"src/vault/yaml_block.cpp"}},
      {"<utf8proc.h>", {"src/vault/unicode.cpp", "src/vault/folding.cpp"}},
      {"<libstemmer.h>", {"src/vault/stemmer.cpp"}},
      {"<xxhash.h>", {"src/vault/revision.cpp"}},
  };
  for (const Wrapped& row : table) {
    CAPTURE(row.library);
    CHECK(joined(includes_that("src", [&](const std::string& file, const std::string& what) {
            return what.starts_with(row.library) &&
                   std::find(row.files.begin(), row.files.end(), file) == row.files.end();
          })) == "");
  }
}

TEST_CASE("layering: the vault fails with VaultError only") {
  CHECK(joined(includes_that("src/vault", [](const std::string& file, const std::string& what) {
          return what == "<tl/expected.hpp>" && file != "src/vault/error.h";
        })) == "");
}

TEST_CASE("layering: system headers stand only in the files of one system") {
  // The C++ library's headers have no extension; ours and the libraries' are the exceptions.
  CHECK(joined(includes_that("src", [](const std::string& file, const std::string& what) {
          const bool is_library = what == "<utf8proc.h>" || what == "<libstemmer.h>" ||
                                  what == "<xxhash.h>" || what.starts_with("<yaml-cpp/");
          return what.starts_with('<') && what.ends_with(".h>") && !is_library &&
                 !is_for_one_system(file);
        })) == "");
}

TEST_CASE("layering: conditional compilation stands only in the files of one system") {
  Lines wrong;
  for (const Line& line : lines_under("src")) {
    if (line.text.starts_with("#if") && !is_for_one_system(line.file)) {
      wrong.push_back(line.file + ": " + line.text);
    }
  }
  CHECK(joined(wrong) == "");
}

TEST_CASE("layering: every source is listed for the build") {
  const fs::path root(NOTES_MCP_SOURCE_DIR);
  const std::string program = text_of(root / "CMakeLists.txt");
  const std::string tests = text_of(root / "tests" / "CMakeLists.txt");
  Lines missing;
  for (const fs::path& path : sources_under(root / "src")) {
    const std::string name = fs::relative(path, root).generic_string();
    if (name.ends_with(".cpp") && program.find(name) == std::string::npos) missing.push_back(name);
  }
  for (const char* folder : {"vault", "server", "support"}) {
    for (const fs::path& path : sources_under(root / "tests" / folder)) {
      const std::string name = fs::relative(path, root / "tests").generic_string();
      if (name.ends_with(".cpp") && tests.find(name) == std::string::npos) missing.push_back(name);
    }
  }
  CHECK(joined(missing) == "");
}

TEST_CASE("layering: names of test cases survive their discovery") {
  // A semicolon ends a name there, and an unpaired bracket joins it to the next one.
  Lines wrong;
  for (const Line& line : lines_under("tests")) {
    constexpr std::string_view macro = "TEST_CASE(\"";
    if (!line.text.starts_with(macro)) continue;
    const std::string name = line.text.substr(macro.size());
    const auto opened = std::count(name.begin(), name.end(), '[');
    const auto closed = std::count(name.begin(), name.end(), ']');
    if (name.find(';') != std::string::npos || opened != closed) wrong.push_back(name);
  }
  CHECK(joined(wrong) == "");
}
