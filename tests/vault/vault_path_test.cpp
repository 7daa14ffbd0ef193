#include "vault/vault_path.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>

#include "vault/platform.h"

namespace notes {

TEST_CASE("vault path: a leading ~, $HOME and ${HOME} are the home folder") {
  const std::filesystem::path home = *platform::home();
  CHECK(*expanded_path("~") == home);
  CHECK(*expanded_path("~/") == home);
  CHECK(*expanded_path("~/notes") == home / "notes");
  CHECK(*expanded_path("$HOME/notes") == home / "notes");
  CHECK(*expanded_path("${HOME}/notes") == home / "notes");
  CHECK(*expanded_path("$HOME") == home);
}

TEST_CASE("vault path: these characters are ordinary elsewhere") {
  CHECK(*expanded_path("/x/a~b") == std::filesystem::path("/x/a~b"));
  CHECK(*expanded_path("/x/$HOME") == std::filesystem::path("/x/$HOME"));
  CHECK(*expanded_path("a~b") == std::filesystem::current_path() / "a~b");
}

TEST_CASE("vault path: what cannot be expanded is refused and never a folder of that name") {
  for (const char* text : {"~other/x", "$HOMER/x", "${HOME", "$OTHER/x", "${XDG}/x"}) {
    CAPTURE(text);
    const Result<std::filesystem::path> path = expanded_path(text);
    REQUIRE_FALSE(path);
    CHECK(path.error().code == ErrorCode::invalid_argument);
    CHECK(path.error().message.find(text) != std::string::npos);
  }
  CHECK_FALSE(expanded_path(""));
}

}  // namespace notes
