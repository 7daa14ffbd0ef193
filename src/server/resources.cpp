#include "server/resources.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "server/base64.h"
#include "server/json_text.h"
#include "server/note_uri.h"
#include "server/stdio.h"
#include "vault/timestamp.h"
#include "vault/unicode.h"

namespace notes::mcp {

namespace {

constexpr std::string_view mime_type = "text/markdown";
/// As long as a title may be that is written here; one by hand may be of any length.
constexpr std::size_t max_title_code_points = 300;
/// Of a line around the text: the envelope, the id, the URI, with room to spare.
constexpr std::size_t envelope_bytes = std::size_t{16} << 10U;
/// Of what a client sent and gets back in an error.
constexpr std::size_t max_echoed_bytes = std::size_t{4} << 10U;

tl::unexpected<RpcError> invalid_params(std::string message) {
  return tl::unexpected(
      RpcError{.code = RpcErrorCode::invalid_params, .message = std::move(message)});
}

tl::unexpected<RpcError> unreadable(std::string message, const VaultError& error) {
  return tl::unexpected(RpcError{
      .code = RpcErrorCode::internal_error, .message = std::move(message), .cause = error.message});
}

tl::unexpected<RpcError> vault_gone(const VaultError& error) {
  return unreadable("The notes folder cannot be read at the moment; it may be moved or unmounted.",
                    error);
}

/// The member that a page is asked for with; nullopt when there is none, null counting as none.
const Json* cursor_of(const Json& params) {
  const Json* const cursor = member(params, "cursor");
  return cursor == nullptr || cursor->is_null() ? nullptr : cursor;
}

std::string listed_title(const std::string& title) {
  const std::size_t end = byte_offset(title, max_title_code_points);
  return end == title.size() ? title : title.substr(0, end) + "\u2026";
}

Json listed(const NoteFile& note, const ProtocolRevision& revision) {
  Json resource = {{"uri", note_uri(note.slug)}, {"name", note.slug.str()}};
  if (revision.has_resource_titles) resource["title"] = listed_title(note.title);
  resource["mimeType"] = mime_type;
  resource["size"] = note.size;
  if (revision.has_last_modified) {
    resource["annotations"] = {{"lastModified", to_iso8601(note.updated)}};
  }
  return resource;
}

tl::expected<std::string, RpcError> uri_of(const Json& params) {
  const std::string* const uri = text_member(params, "uri");
  if (uri == nullptr) return invalid_params("uri must be a string, like note:///pad-thai.");
  return *uri;
}

/// Whether `slug` answers to `value`, and how well.
enum class Fit { begins, contains, none };

Fit fit_of(std::string_view slug, std::string_view value) {
  const std::size_t at = slug.find(value);
  if (at == std::string_view::npos) return Fit::none;
  return at == 0 ? Fit::begins : Fit::contains;
}

}  // namespace

RpcError resource_not_found(const ProtocolRevision& revision, const std::string& uri) {
  return {.code = revision.era == Era::legacy ? RpcErrorCode::resource_not_found
                                              : RpcErrorCode::invalid_params,
          .message = "Resource not found",
          .data = {{"uri", shortened(uri, max_echoed_bytes)}}};
}

tl::expected<void, RpcError> check_single_page(const Json& params) {
  if (cursor_of(params) != nullptr) return invalid_params("Invalid cursor");
  return {};
}

Outcome list_resources(Vault& vault, const ProtocolRevision& revision, const Json& params) {
  std::optional<Slug> after;
  if (const Json* const cursor = cursor_of(params)) {
    const std::string* const text = cursor->get_ptr<const std::string*>();
    if (text != nullptr) after = slug_of_cursor(*text);
    if (!after) return invalid_params("Invalid cursor");
  }
  // One more than a page tells whether there is another.
  const Result<std::vector<NoteFile>> notes = vault.files(after, resources_per_page + 1);
  if (!notes) return vault_gone(notes.error());
  Json resources = Json::array();
  for (const NoteFile& note : *notes) {
    if (resources.size() == resources_per_page) break;
    resources.push_back(listed(note, revision));
  }
  Json result = {{"resources", std::move(resources)}};
  if (notes->size() > resources_per_page) {
    result["nextCursor"] = cursor_after((*notes)[resources_per_page - 1].slug);
  }
  return result;
}

Outcome read_resource(Vault& vault, const ProtocolRevision& revision, const Json& params) {
  const tl::expected<std::string, RpcError> uri = uri_of(params);
  if (!uri) return tl::unexpected(uri.error());
  const std::optional<Slug> slug = slug_of_uri(*uri);
  if (!slug) return tl::unexpected(resource_not_found(revision, *uri));
  Result<RawNote> note = vault.read_raw(*slug);
  if (!note) {
    if (note.error().code == ErrorCode::not_found) {
      return tl::unexpected(resource_not_found(revision, *uri));
    }
    return unreadable("The note's file cannot be read at the moment.", note.error());
  }
  const bool is_text = !first_invalid_utf8(note->bytes);
  const std::size_t size = note->bytes.size();
  const std::size_t sent_size = is_text ? quoted_size(note->bytes) : size / 3 * 4 + 4;
  if (sent_size + envelope_bytes > max_output_line_bytes) {
    return tl::unexpected(
        RpcError{.code = RpcErrorCode::internal_error,
                 .message = "The note has " + std::to_string(size) +
                            " bytes, too large for one message; use read_note with offset.",
                 .data = {{"uri", *uri}, {"size", size}}});
  }
  Json content = {{"uri", *uri}, {"mimeType", mime_type}};
  if (is_text) {
    content["text"] = std::move(note->bytes);
  } else {
    content["blob"] = to_base64(note->bytes);
  }
  Json contents = Json::array();
  contents.push_back(std::move(content));
  Json result;
  result["contents"] = std::move(contents);
  return result;
}

Outcome list_resource_templates(const ProtocolRevision& revision, const Json& params) {
  const tl::expected<void, RpcError> page = check_single_page(params);
  if (!page) return tl::unexpected(page.error());
  Json note = {{"uriTemplate", note_uri_template}, {"name", "note"}};
  if (revision.has_resource_titles) note["title"] = "Note";
  note["description"] = "The markdown file of one note, by its slug.";
  note["mimeType"] = mime_type;
  Json templates = Json::array();
  templates.push_back(std::move(note));
  Json result;
  result["resourceTemplates"] = std::move(templates);
  return result;
}

Outcome complete_slug(Vault& vault, const Json& params) {
  const Json* const reference = member(params, "ref");
  const Json* const argument = member(params, "argument");
  if (reference == nullptr || argument == nullptr) {
    return invalid_params("ref and argument must be objects.");
  }
  const std::string* const type = text_member(*reference, "type");
  const std::string* const uri = text_member(*reference, "uri");
  if (type == nullptr || *type != "ref/resource" || uri == nullptr || *uri != note_uri_template) {
    return invalid_params("ref must be the resource template note:///{slug}.");
  }
  const std::string* const name = text_member(*argument, "name");
  const std::string* const value = text_member(*argument, "value");
  if (name == nullptr || *name != "slug") return invalid_params("The argument's name is slug.");
  if (value == nullptr) return invalid_params("The argument's value must be a string.");

  const Result<std::vector<Slug>> slugs = vault.slugs();
  if (!slugs) return vault_gone(slugs.error());
  // A slug has small letters of ASCII only, so without case means this.
  std::string wanted = *value;
  std::transform(wanted.begin(), wanted.end(), wanted.begin(), [](char letter) {
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
  });
  Json values = Json::array();
  std::size_t total = 0;
  for (const Fit fit : {Fit::begins, Fit::contains}) {
    for (const Slug& slug : *slugs) {
      if (fit_of(slug.str(), wanted) != fit) continue;
      ++total;
      if (values.size() < max_completions) values.push_back(slug.str());
    }
  }
  const bool has_more = total > values.size();
  Json completion = {{"values", std::move(values)}, {"total", total}, {"hasMore", has_more}};
  Json result;
  result["completion"] = std::move(completion);
  return result;
}

}  // namespace notes::mcp
