#include "vault/list_plan.h"

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

using notes::ListKey;
using notes::ListMeaning;
using notes::ListPlan;

namespace {

/// Each letter is an item; letters that differ in case only are alike, `.` says nothing.
std::vector<ListKey> keys(std::string_view letters) {
  std::vector<ListKey> result;
  for (const char c : letters) {
    const char lower = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    result.push_back({std::string(1, c), c == '.' ? std::string() : std::string(1, lower)});
  }
  return result;
}

/// The plan as text: `=` keep, `b` replace by b, `-` remove, `+c` insert c.
std::string plan(std::string_view old, std::string_view wanted,
                 ListMeaning meaning = ListMeaning::tags) {
  const ListPlan result = notes::plan_list(keys(old), keys(wanted), meaning);
  std::string text;
  for (std::size_t i = 0; i <= old.size(); ++i) {
    for (const std::size_t index : result.inserted[i]) text += "+" + std::string(1, wanted[index]);
    if (i == old.size()) break;
    const ListPlan::Step& step = result.steps[i];
    text += step.action == ListPlan::Action::keep     ? '='
            : step.action == ListPlan::Action::remove ? '-'
                                                      : wanted[step.wanted];
  }
  return text;
}

}  // namespace

TEST_CASE("list plan: what stays keeps its place") {
  CHECK(plan("", "") == "");
  CHECK(plan("", "ab") == "+a+b");
  CHECK(plan("ab", "") == "--");
  CHECK(plan("ab", "ab") == "==");
  CHECK(plan("ab", "abc") == "==+c");
  CHECK(plan("ac", "abc") == "=+b=");
  CHECK(plan("b", "ab") == "+a=");
  CHECK(plan("abc", "ac") == "=-=");
  CHECK(plan("ab", "xy") == "+x+y--");
  CHECK(plan("ab", "Ab") == "A=");
  CHECK(plan("ab", "ba") == "ba");
  CHECK(plan("abc", "cax") == "cax");
  CHECK(plan("ab", "bac") == "ba+c");
  CHECK(plan("abc", "ba") == "ba-");
}

TEST_CASE("list plan: tags that repeat or say nothing stay, items of a sequence do not") {
  CHECK(plan("aAb", "abc") == "===+c");
  CHECK(plan("aAb", "Ab") == "-==");
  CHECK(plan(".a.", "ab") == "==+b=");
  CHECK(plan(".a.", "") == "---");
  CHECK(plan("aa", "a", ListMeaning::sequence) == "=-");
  CHECK(plan("a.", "a", ListMeaning::sequence) == "=-");
  CHECK(plan("a", "aa", ListMeaning::sequence) == "=+a");
}
