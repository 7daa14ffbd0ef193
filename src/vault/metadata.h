#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "vault/error.h"
#include "vault/front_matter.h"
#include "vault/note_change.h"

namespace notes {

/// `metadata` as changes, those left out that `front_matter` says already.
/// Errors: `invalid_argument` for a key that is empty, too long, no line of text, given twice or
/// has an argument of its own, for too many keys, and for a value that is not UTF-8 or, as a number
/// or boolean, is none.
[[nodiscard]] Result<std::vector<FrontMatterChange>> metadata_changes(
    const Metadata& metadata, const FrontMatter& front_matter);

}  // namespace notes
