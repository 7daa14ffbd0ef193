#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "server/change_feed.h"
#include "server/json_rpc.h"
#include "server/log.h"
#include "server/revision.h"
#include "server/subscriptions.h"
#include "server/tool_methods.h"
#include "vault/vault.h"

namespace notes::mcp {

/// The MCP server without its pipes: messages in, lines out. Serves both eras of the protocol in
/// one process; which one is decided anew for each request. Used from one thread.
/// An exception, whatever it is, is a bug: it becomes `internal_error` and a line in the log, and
/// the server lives on.
class Server {
 public:
  using Clock = ChangeFeed::Clock;
  using Lines = std::vector<std::string>;  ///< each one a message, without its line end

  /// The three must outlive the server.
  Server(Vault& vault, const Toolbox& tools, const Log& log);

  /// Carries out one message: the lines that answer it, in order; none for most notifications.
  [[nodiscard]] Lines handle(Incoming incoming, Clock::time_point now);

  /// What those who listen are to be told now. Call it at `next_time`, and after `expect_change`.
  [[nodiscard]] Lines tell_changes(Clock::time_point now);
  [[nodiscard]] std::optional<Clock::time_point> next_time() const { return feed_.next_time(); }
  /// Readable when the vault may have changed; then call `expect_change`.
  [[nodiscard]] std::optional<int> change_descriptor() const { return feed_.descriptor(); }
  void expect_change(Clock::time_point now) { feed_.expect_change(now); }

  /// For quiet times, once after a message: see `Vault::look_over`.
  void look_over(const std::function<bool()>& is_needed_elsewhere, Clock::time_point now);

  /// The lines that end what is open, after the last message.
  [[nodiscard]] Lines end();

 private:
  /// A request whose era is known and whose `params` are an object.
  struct Call {
    Method method;
    const ProtocolRevision& revision;
    const Id& id;
    Json params;
    Clock::time_point now;
  };
  using Answer = tl::expected<std::string, RpcError>;  // a whole line

  [[nodiscard]] std::optional<std::string> answer(Message message, Clock::time_point now);
  [[nodiscard]] std::optional<std::string> answer(Batch batch, Clock::time_point now);
  [[nodiscard]] std::optional<std::string> answer_in_batch(Message message, Clock::time_point now);
  [[nodiscard]] std::string respond(Request request, Clock::time_point now);
  [[nodiscard]] Answer carry_out(Request request, Clock::time_point now);
  [[nodiscard]] Answer carry_out(Call call);
  [[nodiscard]] Answer initialize(const Call& call);
  [[nodiscard]] Answer discover(const Call& call) const;
  [[nodiscard]] Answer listen(const Call& call);
  [[nodiscard]] Answer subscribe(const Call& call);
  [[nodiscard]] Answer list_tools(const Call& call);
  [[nodiscard]] Answer call_tool(Call call);
  /// From here on no change may be missed, if anybody listens.
  void watch(Clock::time_point now);
  /// Runs what may hold a bug: false, and a line in the log, when it threw.
  [[nodiscard]] bool survives(const std::string& work, const std::function<void()>& run) const;
  [[nodiscard]] std::string error(const std::optional<Id>& id, const RpcError& error) const;

  Vault& vault_;
  const Toolbox& tools_;
  const Log& log_;
  const ProtocolRevision* session_ = nullptr;  // of the legacy session, when there is one
  Subscriptions subscriptions_;
  ChangeFeed feed_;
  Lines tool_lists_;  // by revision; empty until it is asked for
};

}  // namespace notes::mcp
