#include "support/temp_vault.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <random>
#include <stdexcept>
#include <system_error>

namespace notes::test {
namespace {

namespace fs = std::filesystem;

fs::path parent_of_vaults(Place place) {
  const fs::path in_memory = "/dev/shm";
  std::error_code ignored;
  const bool is_there = place == Place::memory && fs::is_directory(in_memory, ignored);
  return is_there ? in_memory : fs::temp_directory_path();
}

fs::path new_folder(Place place) {
  const fs::path parent = parent_of_vaults(place);
  std::random_device random;
  for (;;) {
    fs::path path = parent / ("notes-mcp-test-" + std::to_string(random()));
    if (fs::create_directory(path)) return fs::canonical(path);
  }
}

}  // namespace

TempVault::TempVault(Place place) : path_(new_folder(place)) {}

TempVault::~TempVault() {
  std::error_code ignored;
  fs::permissions(path_, fs::perms::owner_all, fs::perm_options::add, ignored);
  fs::remove_all(path_, ignored);
}

fs::path TempVault::path(std::string_view name) const { return path_ / fs::path(name); }

void TempVault::write(std::string_view name, std::string_view bytes) const {
  std::ofstream file(path(name), std::ios::binary | std::ios::trunc);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  file.close();
  if (!file) throw std::runtime_error("cannot write " + std::string(name));
}

std::string TempVault::bytes(std::string_view name) const {
  std::ifstream file(path(name), std::ios::binary);
  if (!file) throw std::runtime_error("cannot read " + std::string(name));
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

bool TempVault::exists(std::string_view name) const {
  return fs::exists(fs::symlink_status(path(name)));
}

std::vector<std::string> TempVault::names() const {
  std::vector<std::string> names;
  for (const fs::directory_entry& entry : fs::directory_iterator(path_)) {
    names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::string lines(std::initializer_list<std::string_view> texts, std::string_view eol) {
  std::string joined;
  for (const std::string_view text : texts) joined.append(text).append(eol);
  return joined;
}

std::string repeated(std::string_view text, std::size_t times) {
  std::string all;
  all.reserve(text.size() * times);
  for (std::size_t i = 0; i < times; ++i) all += text;
  return all;
}

std::string numbered(int number) {
  const std::string digits = std::to_string(number);
  return "n" + std::string(3 - digits.size(), '0') + digits;
}

Slug slug(std::string_view text) {
  Result<Slug> checked = Slug::parse(text);
  if (!checked) throw std::invalid_argument(checked.error().message);
  return *std::move(checked);
}

}  // namespace notes::test
