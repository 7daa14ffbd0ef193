#include "server/serve.h"

#include <doctest/doctest.h>
#include <unistd.h>

#include <array>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "server/schema.h"
#include "support/mcp_client.h"
#include "vault/diff.h"

using namespace notes;
using namespace notes::mcp;
using notes::test::modern;
using notes::test::request_line;
using notes::test::TempVault;

namespace {

Tool broken_tool(std::string name, Result<Answer> (*run)(Vault& vault, const Json& arguments)) {
  return {.name = std::move(name),
          .title = "Broken",
          .description = "Has a bug.",
          .effect = Effect::reads,
          .input = closed(object({})),
          .output = object({}),
          .run = run};
}

std::string call_line(int id, std::string_view tool) {
  return request_line(id, "tools/call", modern({{"name", tool}})) + "\n";
}

/// What is answered to `input`, a message each; both fit into a pipe.
std::vector<Json> answers_to(std::string_view input, const Toolbox& tools, const Log& log) {
  const TempVault folder;
  Vault vault = Vault::open(folder.path(), {}).value();
  std::array<int, 2> to_server{};
  std::array<int, 2> from_server{};
  REQUIRE(::pipe(to_server.data()) == 0);
  REQUIRE(::pipe(from_server.data()) == 0);
  REQUIRE(::write(to_server[1], input.data(), input.size()) == static_cast<ssize_t>(input.size()));
  ::close(to_server[1]);
  CHECK(serve(ClientPipe::over(to_server[0], from_server[1]), vault, tools, log) == 0);
  ::close(to_server[0]);
  ::close(from_server[1]);
  std::string output;
  std::array<char, 4096> buffer{};
  for (ssize_t count = 0; (count = ::read(from_server[0], buffer.data(), buffer.size())) > 0;) {
    output.append(buffer.data(), static_cast<std::size_t>(count));
  }
  ::close(from_server[0]);
  std::vector<Json> answers;
  for (const std::string_view line : lines_of(output)) answers.push_back(Json::parse(line));
  return answers;
}

}  // namespace

TEST_CASE(
    "serve: a bug in a tool is an internal error and a line in the log, and service goes on") {
  const Toolbox tools(
      Access::read_write,
      {broken_tool("throws",
                   [](Vault&, const Json&) -> Result<Answer> { throw std::logic_error("ouch"); }),
       broken_tool("throws_an_int", [](Vault&, const Json&) -> Result<Answer> { throw 5; }),
       broken_tool("misreads",
                   [](Vault&, const Json& arguments) -> Result<Answer> {
                     return Answer{.structured = arguments.at("none"), .text = ""};
                   }),
       broken_tool("works", [](Vault&, const Json&) -> Result<Answer> {
         return Answer{.structured = Json::object(), .text = "fine"};
       })});
  std::vector<std::string> logged;
  const Log log(LogLevel::warning, [&](std::string_view line) { logged.emplace_back(line); });
  const std::vector<Json> answers =
      answers_to(call_line(1, "throws") + call_line(2, "throws_an_int") + call_line(3, "misreads") +
                     call_line(4, "works"),
                 tools, log);
  REQUIRE(answers.size() == 4);
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(answers[i] ==
          Json{{"jsonrpc", "2.0"},
               {"id", i + 1},
               {"error",
                {{"code", -32603}, {"message", "Internal error; the server's log says more."}}}});
  }
  CHECK(answers[3]["id"] == 4);
  CHECK(answers[3]["result"]["content"][0]["text"] == "fine");
  REQUIRE(logged.size() == 3);
  CHECK(logged[0].find("a bug in tools/call: ouch") != std::string::npos);
  CHECK(logged[1].find("a bug in tools/call: an exception that says nothing") != std::string::npos);
  CHECK(logged[2].find("a bug in tools/call: ") != std::string::npos);
}
