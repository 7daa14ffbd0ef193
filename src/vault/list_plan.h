#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace notes {

/// What tells the items of a list apart.
struct ListKey {
  std::string exact;
  std::string loose;  ///< the same for items that differ in spelling only; empty: says nothing
};

enum class ListMeaning {
  tags,      ///< an item that says nothing, or what an earlier one says, does no harm and stays
  sequence,  ///< each item counts
};

/// How a list becomes another one with few changes.
struct ListPlan {
  enum class Action { keep, replace, remove };
  struct Step {
    Action action;
    std::size_t wanted;  ///< keep, replace: index of the item that it is afterwards
  };
  /// Where a wanted item comes from.
  struct Origin {
    std::size_t old;
    bool is_same;  ///< else it is spelt anew
  };
  std::vector<Step> steps;                         ///< one for each old item
  std::vector<std::vector<std::size_t>> inserted;  ///< [0] before all old items, [i + 1] after
                                                   ///< old item i, which is kept or replaced
  /// For each wanted item the old one that becomes it, when these change places; else empty. Steps
  /// and insertions say then how the old places are filled anew in order.
  std::vector<std::optional<Origin>> moved = {};
};

/// Old items that are wanted keep their places when these are in the wanted order; else the places
/// are filled anew in order. Time is at most old times wanted.
[[nodiscard]] ListPlan plan_list(const std::vector<ListKey>& old,
                                 const std::vector<ListKey>& wanted, ListMeaning meaning);

}  // namespace notes
