#pragma once
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "server/json_rpc.h"
#include "server/tool.h"
#include "vault/slug.h"
#include "vault/vault.h"

namespace notes::mcp {

/// Who hears of which change: the notes that the legacy session subscribed to, and the open
/// `subscriptions/listen` requests of the modern era. Knows no vault and no clock.
class Subscriptions {
 public:
  static constexpr std::size_t max_listens = 1024;
  static constexpr std::size_t max_uris = 100'000;  ///< of all listens together; of the session too

  /// A legacy session begins, anew perhaps: what the last one subscribed to is forgotten.
  void open_session();
  /// The session may be told things from now on.
  void start_session();
  /// `uri` is how the client spells the note, and how it is told. Errors: `internal_error` (too
  /// many).
  [[nodiscard]] tl::expected<void, RpcError> subscribe(const Slug& slug, const std::string& uri);
  void unsubscribe(const Slug& slug);

  /// Opens a subscription for the `subscriptions/listen` request `id`. The line that acknowledges
  /// it. Errors: `invalid_params`, `internal_error` (too many); nothing is opened.
  [[nodiscard]] tl::expected<std::string, RpcError> listen(const Id& id, const Json& params);
  [[nodiscard]] bool is_open(const Id& id) const;
  /// Ends one without a word; no matter if there is none.
  void close(const Id& id);
  /// Ends all, oldest first; their ids.
  [[nodiscard]] std::vector<Id> close_all();

  [[nodiscard]] bool has_session() const noexcept { return session_ != SessionState::none; }
  /// Whether anybody may be told of a change.
  [[nodiscard]] bool is_anyone_listening() const;
  /// The lines that tell of `changes`: to each one what it asked for.
  [[nodiscard]] std::vector<std::string> notifications(const NoteChanges& changes) const;

 private:
  using Uris = std::map<Slug, std::string>;
  struct Listen {
    Id id;
    bool hears_of_list = false;
    Uris uris;
  };
  enum class SessionState { none, opened, started };

  SessionState session_ = SessionState::none;
  Uris session_uris_;
  std::vector<Listen> listens_;
};

/// The key of `_meta` that says which subscription a message belongs to.
inline constexpr const char* subscription_id_key = "io.modelcontextprotocol/subscriptionId";

}  // namespace notes::mcp
