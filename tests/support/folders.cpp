#include "support/folders.h"

#include <stdexcept>
#include <utility>

namespace notes::test {

using platform::FileContents;
using platform::NewFile;

platform::Folder opened(const std::filesystem::path& path) {
  Result<platform::Folder> folder = platform::Folder::open(path);
  if (!folder) throw std::runtime_error(folder.error().message);
  return *std::move(folder);
}

std::string text_of(const platform::Folder& folder, const std::string& name, std::uint64_t most) {
  const Result<std::optional<FileContents>> contents = folder.read(name, most);
  if (!contents) return contents.error().message + " / " + contents.error().hint;
  return *contents ? (*contents)->bytes : "(none)";
}

std::string made(const platform::Folder& folder, const std::string& name, const std::string& bytes,
                 const std::optional<std::string>& like) {
  Result<NewFile> file = folder.create(name, like);
  if (!file) return file.error().message;
  Result<void> step = file->write(bytes);
  if (step) step = file->sync();
  if (step) step = file->close();
  return step ? "" : step.error().message;
}

}  // namespace notes::test
