#include "vault/list_plan.h"

#include <algorithm>

namespace notes {
namespace {

using Action = ListPlan::Action;

/// For each wanted item the old one that becomes it.
std::vector<std::optional<std::size_t>> matches(const std::vector<ListKey>& old,
                                                const std::vector<ListKey>& wanted) {
  std::vector<std::optional<std::size_t>> match(wanted.size());
  std::vector<bool> is_used(old.size(), false);
  const auto take = [&](std::size_t w, const auto& is_same) {
    for (std::size_t o = 0; o < old.size() && !match[w]; ++o) {
      if (is_used[o] || old[o].loose.empty() || !is_same(old[o], wanted[w])) continue;
      is_used[o] = true;
      match[w] = o;
    }
  };
  for (std::size_t w = 0; w < wanted.size(); ++w) {
    take(w, [](const ListKey& a, const ListKey& b) { return a.exact == b.exact; });
  }
  for (std::size_t w = 0; w < wanted.size(); ++w) {
    take(w, [](const ListKey& a, const ListKey& b) { return a.loose == b.loose; });
  }
  return match;
}

bool is_in_order(const std::vector<std::optional<std::size_t>>& match) {
  std::optional<std::size_t> last;
  for (const std::optional<std::size_t>& place : match) {
    if (!place) continue;
    if (last && *place < *last) return false;
    last = place;
  }
  return true;
}

/// Whether old item `o` says what one before it, which stays, says too.
bool is_repetition(const std::vector<ListKey>& old, const ListPlan& plan, std::size_t o) {
  for (std::size_t before = 0; before < o; ++before) {
    if (plan.steps[before].action != Action::remove && old[before].loose == old[o].loose) {
      return true;
    }
  }
  return false;
}

void keep_harmless(const std::vector<ListKey>& old, ListPlan& plan) {
  for (std::size_t o = 0; o < old.size(); ++o) {
    if (plan.steps[o].action != Action::remove) continue;
    if (old[o].loose.empty() || is_repetition(old, plan, o)) plan.steps[o].action = Action::keep;
  }
}

ListPlan in_place(const std::vector<ListKey>& old, const std::vector<ListKey>& wanted,
                  const std::vector<std::optional<std::size_t>>& match) {
  ListPlan plan{.steps = std::vector<ListPlan::Step>(old.size(), {Action::remove, 0}),
                .inserted = std::vector<std::vector<std::size_t>>(old.size() + 1)};
  std::size_t after = 0;
  for (std::size_t w = 0; w < wanted.size(); ++w) {
    if (!match[w]) {
      plan.inserted[after].push_back(w);
      continue;
    }
    const std::size_t o = *match[w];
    plan.steps[o] = {old[o].exact == wanted[w].exact ? Action::keep : Action::replace, w};
    after = o + 1;
  }
  return plan;
}

ListPlan refilled(const std::vector<ListKey>& old, const std::vector<ListKey>& wanted,
                  const std::vector<std::optional<std::size_t>>& match) {
  ListPlan plan{.steps = std::vector<ListPlan::Step>(old.size(), {Action::remove, 0}),
                .inserted = std::vector<std::vector<std::size_t>>(old.size() + 1)};
  std::size_t w = 0;
  for (std::size_t o = 0; o < old.size() && w < wanted.size(); ++o, ++w) {
    plan.steps[o] = {old[o].exact == wanted[w].exact ? Action::keep : Action::replace, w};
  }
  for (; w < wanted.size(); ++w) plan.inserted[old.size()].push_back(w);
  plan.moved.resize(wanted.size());
  for (w = 0; w < wanted.size(); ++w) {
    if (match[w]) plan.moved[w] = {*match[w], old[*match[w]].exact == wanted[w].exact};
  }
  return plan;
}

}  // namespace

ListPlan plan_list(const std::vector<ListKey>& old, const std::vector<ListKey>& wanted,
                   ListMeaning meaning) {
  const std::vector<std::optional<std::size_t>> match = matches(old, wanted);
  if (!is_in_order(match)) return refilled(old, wanted, match);
  ListPlan plan = in_place(old, wanted, match);
  if (meaning == ListMeaning::tags && !wanted.empty()) keep_harmless(old, plan);
  return plan;
}

}  // namespace notes
