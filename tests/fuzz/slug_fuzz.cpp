// A title, or the name of a file: the slug made of it, and what is said about it.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "fuzz/fuzz_input.h"
#include "vault/check.h"
#include "vault/conflict_copy.h"
#include "vault/slug.h"
#include "vault/unicode.h"

using notes::Result;
using notes::Slug;
using notes::fuzz::require;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text = notes::fuzz::parts_of(data, size, 1)[0];

  const Slug slug = Slug::from_title(text);
  require(Slug::parse(slug.str()) == slug, "the slug of a title is valid");
  require(slug.str().size() <= Slug::max_title_length, "the slug of a title is short enough");
  require(Slug::from_title(slug.str()) == slug, "the slug of a slug is the slug");
  require(!notes::is_windows_device_name(slug.str()), "no slug of a title is a device's name");
  for (const unsigned number : {2U, 10U, 4294967295U})
    require(Slug::parse(slug.numbered(number).str()).has_value(), "a numbered slug is valid");

  const Result<Slug> parsed = Slug::parse(text);
  if (parsed) {
    require(parsed->str() == text, "parsing repairs nothing");
  } else {
    require(!notes::first_invalid_utf8(parsed.error().message + parsed.error().hint),
            "messages are UTF-8");
  }

  for (const std::string& name : {text, text + ".md"}) {
    const std::optional<std::string> reason =
        notes::why_not_served(name, notes::platform::FileKind::regular, 1);
    if (reason) require(!notes::first_invalid_utf8(*reason), "reasons are UTF-8");
    const std::optional<std::string> original = notes::conflict_copy_of(name);
    if (original)
      require(!original->empty() && !notes::first_invalid_utf8(*original),
              "what a conflict copy is of has a name");
  }
  if (parsed)
    require(!notes::why_not_served(text + ".md", notes::platform::FileKind::regular, 1),
            "a regular file with a slug's name is served");
  return 0;
}
