#pragma once
#include <nlohmann/json.hpp>
#include <string>

#include "vault/error.h"
#include "vault/vault.h"

namespace notes::mcp {

/// JSON whose members keep their order: the order of properties reaches the model.
using Json = nlohmann::ordered_json;

/// What a tool does to the vault; annotations and read-only mode follow from it.
enum class Effect { reads, creates, updates, destroys };

/// What a tool answers: both halves carry every fact, warning and hint.
struct Answer {
  Json structured;   ///< fits the tool's `output` schema
  std::string text;  ///< for a model to read: compact, the note's markdown verbatim and last
};

/// One tool: what clients see of it, and what it does.
struct Tool {
  std::string name;
  std::string title;
  std::string description;
  Effect effect;
  Json input;   ///< JSON Schema of the arguments, type object
  Json output;  ///< JSON Schema of `Answer::structured`, type object
  /// Gets arguments that were checked against `input` (see arguments.h): required ones are there,
  /// types are right, none is null.
  Result<Answer> (*run)(Vault& vault, const Json& arguments);
};

}  // namespace notes::mcp
