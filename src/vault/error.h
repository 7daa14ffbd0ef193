#pragma once
#include <string>
#include <tl/expected.hpp>
#include <utility>

namespace notes {

/// What kind of failure it is, for programs; callers branch on this and never on the text.
enum class ErrorCode {
  invalid_argument,  ///< the caller's value breaks a rule
  not_found,         ///< no such note
  conflict,          ///< the note is no longer the one that the caller saw
  malformed,         ///< the front matter would have to be rewritten and cannot be
  not_utf8,          ///< the file is not UTF-8, so nothing is written to it
  read_only,         ///< the vault is served read-only
  io,                ///< the system refused: permission, space, a vault that is gone
};

/// A failure that is the world's fault, as a value for the caller to read. Bugs are thrown.
struct VaultError {
  ErrorCode code;
  std::string message;  ///< what is wrong, with the name: "No note with slug 'pad-tai'."
  std::string hint;     ///< what to do next: "Did you mean 'pad-thai'?"; empty when nothing helps
};

template <class T>
using Result = tl::expected<T, VaultError>;
using tl::unexpected;

/// `return fail(ErrorCode::not_found, ...)` leaves any function that gives a Result.
[[nodiscard]] inline unexpected<VaultError> fail(ErrorCode code, std::string message,
                                                 std::string hint = {}) {
  return unexpected<VaultError>(VaultError{code, std::move(message), std::move(hint)});
}

}  // namespace notes
