#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "vault/entry_edit.h"
#include "vault/entry_layout.h"
#include "vault/list_plan.h"

namespace notes {

/// How a list becomes another: the plan, and for each wanted item its text as it is written in this
/// list.
struct ListEdit {
  ListPlan plan;
  std::vector<std::string> texts;
};

/// The bytes of a `[...]` after `edit`, in the manner that its items are separated.
[[nodiscard]] std::vector<Splice> edited_flow_list(std::string_view bytes,
                                                   const EntryLayout& layout, const ListEdit& edit);

/// The lines of a block list after `edit`; one without items becomes `[]` behind its key.
[[nodiscard]] std::vector<Splice> edited_block_list(std::string_view bytes,
                                                    const EntryLayout& layout, const ListEdit& edit,
                                                    std::string_view line_end);

}  // namespace notes
