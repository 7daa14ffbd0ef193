#include "server/server.h"

#include <exception>
#include <utility>

#include "server/envelope.h"
#include "server/era.h"
#include "server/instructions.h"
#include "server/json_text.h"
#include "server/note_uri.h"
#include "server/request_queue.h"
#include "server/resources.h"
#include "server/stdio.h"

namespace notes::mcp {

namespace {

/// The answers of a batch stay under this together; what is left of the line is for errors.
constexpr std::size_t max_batch_answer_bytes = max_output_line_bytes / 2;
/// No more is carried out when they have grown to this: room for the answer of any tool, so that
/// what was done is never answered with an error.
constexpr std::size_t full_batch_answer_bytes = max_output_line_bytes / 4;

RpcError invalid_request(std::string message) {
  return {.code = RpcErrorCode::invalid_request, .message = std::move(message)};
}

RpcError invalid_params(std::string message) {
  return {.code = RpcErrorCode::invalid_params, .message = std::move(message)};
}

std::string line_of(const Id& id, const Json& result) { return result_line(id, to_text(result)); }

/// The whole answer of a method that gives only its own members.
tl::expected<std::string, RpcError> line_of(const Id& id, const ProtocolRevision& revision,
                                            Outcome outcome, Caching caching) {
  if (!outcome) return tl::unexpected(std::move(outcome.error()));
  return line_of(id, finished(revision, std::move(*outcome), caching));
}

}  // namespace

Server::Server(Vault& vault, const Toolbox& tools, const Log& log)
    : vault_(vault),
      tools_(tools),
      log_(log),
      feed_(vault, log),
      tool_lists_(protocol_revisions().size()) {}

Server::Lines Server::handle(Incoming incoming, Clock::time_point now) {
  std::optional<std::string> line =
      std::visit([&](auto& one_or_many) { return answer(std::move(one_or_many), now); }, incoming);
  if (subscriptions_.is_anyone_listening()) {
    feed_.start_when_quiet(now);
    feed_.expect_change(now);
  } else {
    feed_.stop();
  }
  Lines lines;
  if (line) lines.push_back(std::move(*line));
  return lines;
}

Server::Lines Server::tell_changes(Clock::time_point now) {
  Lines lines;
  // A burst in which this fails is lost: there is nobody who asked and could be answered.
  [[maybe_unused]] const bool is_told = survives("the look for changes", [&] {
    const NoteChanges changes = feed_.take(now);
    if (!changes.changed.empty() || changes.is_list_changed) {
      lines = subscriptions_.notifications(changes);
    }
  });
  return lines;
}

void Server::look_over(const std::function<bool()>& is_needed_elsewhere, Clock::time_point now) {
  [[maybe_unused]] const bool is_done =
      survives("the look over the notes", [&] { vault_.look_over(is_needed_elsewhere); });
  feed_.expect_change(now);
}

Server::Lines Server::end() {
  Lines lines;
  for (const Id& id : subscriptions_.close_all()) {
    // One page of the specification wants the answer, another the notification; in this order
    // clients take both for an ordinary end.
    const Json id_value = Json::parse(id.json());
    const Json result =
        finished(modern_revision(), {{"_meta", {{subscription_id_key, id_value}}}}, Caching::none);
    lines.push_back(line_of(id, result));
    lines.push_back(notification_line("notifications/cancelled", {{"requestId", id_value}}));
  }
  return lines;
}

std::optional<std::string> Server::answer(Message message, Clock::time_point now) {
  if (Request* const request = std::get_if<Request>(&message)) {
    if (request->method != "initialize") subscriptions_.start_session();
    return respond(std::move(*request), now);
  }
  if (const Rejected* const rejected = std::get_if<Rejected>(&message)) {
    log_.info("a message was refused: " + rejected->error.message);
    return error(rejected->id, rejected->error);
  }
  if (const Notification* const notification = std::get_if<Notification>(&message)) {
    log_.debug(shortened(notification->method));
    subscriptions_.start_session();
    if (const std::optional<Id> id = cancelled_id(*notification)) subscriptions_.close(*id);
  }
  return std::nullopt;
}

std::optional<std::string> Server::answer(Batch batch, Clock::time_point now) {
  if (session_ == nullptr || !session_->has_batches) {
    return error({}, invalid_request("Batches are not served here; send one message a line."));
  }
  std::string lines;
  for (Message& message : batch.messages) {
    const Request* const request = std::get_if<Request>(&message);
    const std::optional<Id> id = request == nullptr ? std::nullopt : std::optional(request->id);
    std::optional<std::string> line;
    const bool is_full = id && lines.size() > full_batch_answer_bytes;
    if (!is_full) line = answer_in_batch(std::move(message), now);
    if (is_full || (line && id && lines.size() + line->size() > max_batch_answer_bytes)) {
      line = error(id, {.code = RpcErrorCode::internal_error,
                        .message = "The answers to this batch are too large for one message; "
                                   "send this one again alone."});
    }
    if (line) lines.append(lines.empty() ? "[" : ",").append(*line);
  }
  if (lines.empty()) return std::nullopt;
  return lines += ']';
}

std::optional<std::string> Server::answer_in_batch(Message message, Clock::time_point now) {
  const Request* const request = std::get_if<Request>(&message);
  if (request != nullptr && (is_modern(*request) || request->method == "initialize")) {
    return error(request->id, invalid_request("This request must not be in a batch."));
  }
  return answer(std::move(message), now);
}

std::string Server::respond(Request request, Clock::time_point now) {
  const Id id = request.id;
  const std::string method = shortened(request.method);
  std::optional<std::string> line;
  const bool is_done = survives(method, [&] {
    Answer answer = carry_out(std::move(request), now);
    line = answer ? *std::move(answer) : error(id, answer.error());
  });
  if (is_done) {
    const std::string size = std::to_string(line->size()) + " bytes";
    log_.debug(method + " (id " + id.json() + "): " + size);
    if (line->size() < max_output_line_bytes) return *std::move(line);
    log_.error(method + ": the answer has " + size);
  }
  return error(id, {.code = RpcErrorCode::internal_error,
                    .message = "Internal error; the server's log says more."});
}

bool Server::survives(const std::string& work, const std::function<void()>& run) const {
  std::string cause = "an exception that says nothing";
  try {
    run();
    return true;
  } catch (const std::exception& exception) {
    cause = exception.what();
  } catch (...) {  // the text above is all there is to say
  }
  log_.error("a bug in " + work + ": " + cause);
  return false;
}

Server::Answer Server::carry_out(Request request, Clock::time_point now) {
  const tl::expected<Addressed, RpcError> target = addressed(request, session_);
  if (!target) return tl::unexpected(target.error());
  if (request.params.is_null()) request.params = Json::object();
  if (!request.params.is_object()) {
    return tl::unexpected(invalid_params("params must be an object."));
  }
  if (subscriptions_.is_open(request.id)) {
    return tl::unexpected(invalid_request("The id belongs to an open subscription."));
  }
  return carry_out(
      Call{target->method, target->revision, request.id, std::move(request.params), now});
}

Server::Answer Server::carry_out(Call call) {
  const auto& [method, revision, id, params, now] = call;
  switch (method) {
    case Method::initialize:
      return initialize(call);
    case Method::ping:
      return line_of(id, Json::object());
    case Method::subscribe:
    case Method::unsubscribe:
      return subscribe(call);
    case Method::discover:
      return discover(call);
    case Method::listen:
      return listen(call);
    case Method::list_tools:
      return list_tools(call);
    case Method::call_tool:
      return call_tool(std::move(call));
    case Method::list_resources:
      watch(now);
      return line_of(id, revision, list_resources(vault_, revision, params), Caching::current);
    case Method::read_resource:
      watch(now);
      return line_of(id, revision, read_resource(vault_, revision, params), Caching::current);
    case Method::list_resource_templates:
      return line_of(id, revision, list_resource_templates(revision, params), Caching::shared);
    case Method::complete:
      break;
  }
  return line_of(id, revision, complete_slug(vault_, params), Caching::none);
}

Server::Answer Server::initialize(const Call& call) {
  const std::string* const version = text_member(call.params, "protocolVersion");
  if (version == nullptr) {
    return tl::unexpected(invalid_params("protocolVersion must be a string."));
  }
  const ProtocolRevision& revision = negotiated_revision(*version);
  session_ = &revision;
  subscriptions_.open_session();
  const Json result = {{"protocolVersion", revision.name},
                       {"capabilities", capabilities(revision)},
                       {"serverInfo", server_info(revision)},
                       {"instructions", instructions(vault_.options())}};
  return line_of(call.id, result);
}

Server::Answer Server::discover(const Call& call) const {
  Json result = {{"supportedVersions", Json::array({modern_revision().name})},
                 {"capabilities", capabilities(call.revision)},
                 {"instructions", instructions(vault_.options())}};
  return line_of(call.id, finished(call.revision, std::move(result), Caching::shared));
}

Server::Answer Server::listen(const Call& call) {
  // First the snapshot, then the acknowledgement: what happens between is told after it.
  feed_.start(call.now);
  return subscriptions_.listen(call.id, call.params);
}

Server::Answer Server::subscribe(const Call& call) {
  const std::string* const uri = text_member(call.params, "uri");
  if (uri == nullptr) return tl::unexpected(invalid_params("uri must be a string."));
  const std::optional<Slug> slug = slug_of_uri(*uri);
  if (!slug) return tl::unexpected(resource_not_found(call.revision, *uri));
  if (call.method == Method::unsubscribe) {
    subscriptions_.unsubscribe(*slug);
    return line_of(call.id, Json::object());
  }
  watch(call.now);
  const tl::expected<void, RpcError> subscribed = subscriptions_.subscribe(*slug, *uri);
  if (!subscribed) return tl::unexpected(subscribed.error());
  return line_of(call.id, Json::object());
}

Server::Answer Server::list_tools(const Call& call) {
  const tl::expected<void, RpcError> page = check_single_page(call.params);
  if (!page) return tl::unexpected(page.error());
  std::string& list = tool_lists_[index_of(call.revision)];
  if (list.empty()) {
    list = to_text(finished(call.revision, tool_list(tools_, call.revision), Caching::shared));
  }
  return result_line(call.id, list);
}

Server::Answer Server::call_tool(Call call) {
  const tl::expected<const Tool*, RpcError> tool = called_tool(tools_, call.params);
  if (!tool) return tl::unexpected(tool.error());
  // Those who listen hear of our own changes too.
  if ((*tool)->effect != Effect::reads) watch(call.now);
  return line_of(
      call.id, call.revision,
      notes::mcp::call_tool(tools_, **tool, vault_, call.revision, std::move(call.params)),
      Caching::none);
}

void Server::watch(Clock::time_point now) {
  if (subscriptions_.is_anyone_listening()) feed_.start(now);
}

std::string Server::error(const std::optional<Id>& id, const RpcError& error) const {
  if (!error.cause.empty()) log_.info(error.cause);
  const bool is_null_wanted = session_ != nullptr && !session_->has_optional_error_id;
  return error_line(id, error, is_null_wanted ? MissingId::null : MissingId::left_out);
}

}  // namespace notes::mcp
