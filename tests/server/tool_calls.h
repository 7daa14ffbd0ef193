#pragma once
#include <doctest/doctest.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "server/json_text.h"
#include "server/page.h"
#include "server/tools.h"
#include "support/temp_vault.h"

/// What the tests of the six tools share.
namespace notes::mcp {

/// A vault on a real folder with the tools that serve it.
class Notes {
 public:
  explicit Notes(VaultOptions options = {})
      : tools_(options), vault_(std::move(Vault::open(folder_.path(), options).value())) {}

  [[nodiscard]] const test::TempVault& folder() const { return folder_; }
  [[nodiscard]] Result<Answer> call(std::string_view tool, const Json& arguments) {
    return tools_.call(*tools_.find(tool), vault_, arguments);
  }
  /// The answer of a call that must succeed, and stay within bounds in both halves.
  [[nodiscard]] Answer answer(std::string_view tool, const Json& arguments) {
    Result<Answer> answer = call(tool, arguments);
    REQUIRE_MESSAGE(answer, (answer ? "" : error_text(answer.error())));
    CHECK(json_cost(answer->structured) <= max_answer_cost);
    CHECK(text_cost(answer->text) <= max_answer_cost);
    CHECK(to_text(answer->structured).size() <= 32UL * 1024);
    CHECK(to_text(Json(answer->text)).size() <= 32UL * 1024 + 2);
    return std::move(*answer);
  }
  [[nodiscard]] std::string error(std::string_view tool, const Json& arguments) {
    const Result<Answer> answer = call(tool, arguments);
    REQUIRE_FALSE(answer);
    return error_text(answer.error());
  }

 private:
  test::TempVault folder_;
  Toolbox tools_;
  Vault vault_;
};

inline bool has(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

inline std::string repeated(std::string_view text, std::size_t times) {
  std::string result;
  for (std::size_t i = 0; i < times; ++i) result += text;
  return result;
}

inline std::string text_of(const Json& value) { return value.get<std::string>(); }

}  // namespace notes::mcp
