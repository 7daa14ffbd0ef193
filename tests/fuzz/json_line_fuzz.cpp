// The bytes that a client sends, served to their end: every line of the answer is a message,
// nothing is a bug to the server, and nothing outside of the vault is changed or told.

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/fuzz_input.h"
#include "server/log.h"
#include "server/process.h"
#include "server/serve.h"
#include "server/tools.h"
#include "support/temp_vault.h"
#include "vault/diff.h"
#include "vault/vault.h"

namespace {

using notes::fuzz::require;
using notes::mcp::Json;
using notes::test::TempVault;

constexpr std::string_view secret = "kept-from-all-clients";

/// A file without a name, which takes the place of a pipe: it is never full.
using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

File file_of(std::string_view bytes) {
  File file(std::tmpfile(), &std::fclose);
  require(file && std::fwrite(bytes.data(), 1, bytes.size(), file.get()) == bytes.size(),
          "the system gives a file");
  std::rewind(file.get());
  return file;
}

std::string bytes_of(std::FILE* file) {
  std::rewind(file);
  std::string bytes;
  std::array<char, 4096> buffer{};
  for (std::size_t count = 0; (count = std::fread(buffer.data(), 1, buffer.size(), file)) > 0;) {
    bytes.append(buffer.data(), count);
  }
  return bytes;
}

/// The vault with a few notes, and beside it a file that is none of the server's business.
void fill(const TempVault& folder) {
  std::filesystem::create_directory(folder.path("vault"));
  folder.write("outside.md", secret);
  folder.write("vault/pad-thai.md",
               "---\ntitle: Pad Thai\ntags: [recipes, thai]\n---\n\nSoak the noodles.\n");
  folder.write("vault/broken.md", "---\ntitle: [\n---\n\xFF\r\nbytes\r\n");
  folder.write("vault/plain.md", "# Plain\n\nOne line, another line.\n");
  std::filesystem::create_symlink("../outside.md", folder.path("vault/leak.md"));
}

/// What the server writes when it is sent `bytes`.
std::string served(const std::filesystem::path& folder, std::string_view bytes) {
  notes::Vault vault = notes::Vault::open(folder, {}).value();
  static const notes::mcp::Toolbox tools{notes::VaultOptions{}};
  // Only bugs are errors: what clients do wrong is answered.
  const notes::mcp::Log log(notes::mcp::LogLevel::error,
                            [](std::string_view line) { require(false, line); });
  const File input = file_of(bytes);
  const File output = file_of("");
  const int code =
      notes::mcp::serve(notes::mcp::ClientPipe::over(::fileno(input.get()), ::fileno(output.get())),
                        vault, tools, log);
  require(code == 0, "no input ends the server in another way");
  return bytes_of(output.get());
}

void check_message(const Json& message) {
  require(message.is_object() && message.value("jsonrpc", "") == "2.0",
          "a message is JSON-RPC 2.0");
  require(static_cast<int>(message.contains("result")) +
                  static_cast<int>(message.contains("error")) +
                  static_cast<int>(message.contains("method")) ==
              1,
          "a message is a result, an error or a notification");
  if (message.contains("error")) {
    require(message["error"]["code"] != -32603, "no input is an internal error");
  }
}

void check_line(std::string_view line) {
  require(Json::accept(line), "a line is JSON");
  const Json json = Json::parse(line);
  if (!json.is_array()) return check_message(json);
  require(!json.empty(), "the answer to a batch is not empty");
  for (const Json& message : json) check_message(message);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string input(data, data + size);
  const TempVault folder(notes::test::Place::memory);
  fill(folder);
  const std::string output = served(folder.path("vault"), input);

  for (const std::string_view line : notes::lines_of(output)) {
    require(line.ends_with('\n'), "the last line has an end");
    check_line(line);
  }
  require(folder.names() == std::vector<std::string>{"outside.md", "vault"},
          "nothing is made outside of the vault");
  require(folder.bytes("outside.md") == secret, "nothing outside of the vault is changed");
  require(output.find(secret) == std::string::npos || input.find(secret) != std::string::npos,
          "nothing outside of the vault is told");
  return 0;
}
