#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "support/child.h"
#include "support/folders.h"
#include "support/temp_vault.h"
#include "vault/platform.h"

namespace {

namespace fs = std::filesystem;
using notes::Result;
using notes::platform::Folder;
using notes::platform::FolderLock;
using notes::test::Child;
using notes::test::opened;
using notes::test::said_by_child;
using notes::test::TempVault;

}  // namespace

TEST_CASE("platform: the lock has one holder among folders and processes") {
  using std::chrono::milliseconds;
  const TempVault vault;
  const Folder folder = opened(vault.path());
  const Folder again = opened(vault.path());
  std::optional<Result<FolderLock>> held(folder.lock(milliseconds(0)));
  REQUIRE(*held);
  CHECK_EQ(again.lock(milliseconds(20)).error().message,
           "cannot lock the folder " + vault.path().string() + ": another process holds it");
  CHECK_FALSE(folder.lock(milliseconds(0)));
  held.reset();
  CHECK(again.lock(milliseconds(0)));
  CHECK_EQ(vault.names(), std::vector<std::string>{});
}

TEST_CASE("platform: the lock is waited for, and a killed holder frees it") {
  const TempVault vault;
  ::mkfifo(vault.path("held").c_str(), 0600);
  {
    const Child holder([&]() -> std::string {
      const Folder folder = opened(vault.path());
      const Result<FolderLock> lock = folder.lock(std::chrono::milliseconds(0));
      const int told = ::open(vault.path("held").c_str(), O_WRONLY);
      ::close(told);
      for (;;) ::pause();
    });
    const int told = ::open(vault.path("held").c_str(), O_RDONLY);
    ::close(told);
    CHECK_FALSE(opened(vault.path()).lock(std::chrono::milliseconds(20)));
  }
  CHECK(opened(vault.path()).lock(std::chrono::milliseconds(0)));
}

TEST_CASE("platform: this process is alive, an ended one is not") {
  using notes::platform::is_process_alive;
  CHECK(is_process_alive(notes::platform::process_id()));
  CHECK(is_process_alive(1));
  Child child([] { return std::string(); });
  const auto id = static_cast<std::uint64_t>(child.id());
  static_cast<void>(child.wait());
  CHECK_FALSE(is_process_alive(id));
  CHECK_FALSE(is_process_alive(0));
  CHECK_FALSE(is_process_alive(4'000'000'000));
  CHECK_FALSE(is_process_alive(~std::uint64_t{0}));
}

TEST_CASE("platform: the home is $HOME, else that of the list of users") {
  const auto home = [](const char* value) {
    return said_by_child([&] {
      // NOLINTBEGIN(concurrency-mt-unsafe): the child has one thread.
      if (value == nullptr) {
        ::unsetenv("HOME");
      } else {
        ::setenv("HOME", value, 1);
      }
      // NOLINTEND(concurrency-mt-unsafe)
      const std::optional<fs::path> told = notes::platform::home();
      return told ? told->string() : "(none)";
    });
  };
  CHECK_EQ(home("/some/where"), "/some/where");
  CHECK_EQ(home(""), home(nullptr));
  if (::geteuid() == 0) CHECK_EQ(home(nullptr), "/root");
}

TEST_CASE("platform: the clocks agree, and the program knows its file") {
  const std::int64_t coarse = notes::platform::file_clock_ns() / 1'000'000;
  CHECK_LT(std::abs(notes::platform::now().milliseconds - coarse), 60'000);
  const TempVault vault;
  CHECK_GE(opened(vault.path()).clock_grain_ns(), 20'000'000);
  CHECK_GE(opened("/proc").clock_grain_ns(), 2'000'000'000);
  const std::optional<fs::path> program = notes::platform::program_path();
  REQUIRE(program);
  CHECK(program->is_absolute());
  CHECK(fs::is_regular_file(*program));
}
