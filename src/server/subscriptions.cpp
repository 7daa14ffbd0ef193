#include "server/subscriptions.h"

#include <algorithm>
#include <utility>

#include "server/json_text.h"
#include "server/note_uri.h"

namespace notes::mcp {

namespace {

constexpr std::string_view updated_method = "notifications/resources/updated";
constexpr std::string_view list_changed_method = "notifications/resources/list_changed";
constexpr std::string_view acknowledged_method = "notifications/subscriptions/acknowledged";

RpcError invalid_params(std::string message) {
  return {.code = RpcErrorCode::invalid_params, .message = std::move(message)};
}

RpcError too_many(std::string message) {
  return {.code = RpcErrorCode::internal_error, .message = std::move(message)};
}

/// A flag that is not there counts as false; nullopt when it is no boolean.
std::optional<bool> flag(const Json& notifications, const char* key) {
  const Json* const value = member(notifications, key);
  if (value == nullptr) return false;
  if (!value->is_boolean()) return std::nullopt;
  return value->get<bool>();
}

/// The strings of `resourceSubscriptions`; nullopt when it is something else.
std::optional<std::vector<std::string>> wanted_uris(const Json& notifications) {
  const Json* const list = member(notifications, "resourceSubscriptions");
  std::vector<std::string> uris;
  if (list == nullptr) return uris;
  if (!list->is_array()) return std::nullopt;
  for (const Json& uri : *list) {
    if (!uri.is_string()) return std::nullopt;
    uris.push_back(uri.get<std::string>());
  }
  return uris;
}

/// `params` for a message of the subscription `id`.
Json params_for(const Id& id) {
  return {{"_meta", {{subscription_id_key, Json::parse(id.json())}}}};
}

}  // namespace

void Subscriptions::open_session() {
  session_ = SessionState::opened;
  session_uris_.clear();
}

void Subscriptions::start_session() {
  if (session_ == SessionState::opened) session_ = SessionState::started;
}

tl::expected<void, RpcError> Subscriptions::subscribe(const Slug& slug, const std::string& uri) {
  if (session_uris_.size() >= max_uris && !session_uris_.contains(slug)) {
    return tl::unexpected(too_many("Too many subscriptions; the limit is 100000."));
  }
  session_uris_.emplace(slug, uri);
  return {};
}

void Subscriptions::unsubscribe(const Slug& slug) { session_uris_.erase(slug); }

tl::expected<std::string, RpcError> Subscriptions::listen(const Id& id, const Json& params) {
  const Json* const notifications = member(params, "notifications");
  if (notifications == nullptr || !notifications->is_object()) {
    return tl::unexpected(invalid_params("notifications must be an object."));
  }
  for (const char* const key : {"toolsListChanged", "promptsListChanged"}) {
    if (!flag(*notifications, key)) {
      return tl::unexpected(invalid_params(std::string(key) + " must be true or false."));
    }
  }
  const std::optional<bool> hears_of_list = flag(*notifications, "resourcesListChanged");
  if (!hears_of_list) {
    return tl::unexpected(invalid_params("resourcesListChanged must be true or false."));
  }
  const std::optional<std::vector<std::string>> uris = wanted_uris(*notifications);
  if (!uris) {
    return tl::unexpected(invalid_params("resourceSubscriptions must be a list of strings."));
  }

  Listen opened{.id = id, .hears_of_list = *hears_of_list, .uris = {}};
  Json honoured = Json::object();
  Json honoured_uris = Json::array();
  for (const std::string& uri : *uris) {
    const std::optional<Slug> slug = slug_of_uri(uri);
    if (slug && opened.uris.emplace(*slug, uri).second) honoured_uris.push_back(uri);
  }
  std::size_t uri_count = opened.uris.size();
  for (const Listen& other : listens_) uri_count += other.uris.size();
  if (listens_.size() >= max_listens || uri_count > max_uris) {
    return tl::unexpected(
        too_many("Too many open subscriptions; the limits are 1024, and 100000 "
                 "resources."));
  }
  if (opened.hears_of_list) honoured["resourcesListChanged"] = true;
  if (!honoured_uris.empty()) honoured["resourceSubscriptions"] = std::move(honoured_uris);
  listens_.push_back(std::move(opened));
  Json acknowledgement = params_for(id);
  acknowledgement["notifications"] = std::move(honoured);
  return notification_line(acknowledged_method, std::move(acknowledgement));
}

bool Subscriptions::is_open(const Id& id) const {
  return std::any_of(listens_.begin(), listens_.end(),
                     [&](const Listen& listen) { return listen.id == id; });
}

void Subscriptions::close(const Id& id) {
  std::erase_if(listens_, [&](const Listen& listen) { return listen.id == id; });
}

std::vector<Id> Subscriptions::close_all() {
  std::vector<Id> ids;
  for (Listen& listen : listens_) ids.push_back(std::move(listen.id));
  listens_.clear();
  return ids;
}

bool Subscriptions::is_anyone_listening() const {
  return session_ == SessionState::started || !listens_.empty();
}

std::vector<std::string> Subscriptions::notifications(const NoteChanges& changes) const {
  std::vector<std::string> lines;
  const auto tell = [&](const Uris& uris, bool hears_of_list, const Json& params) {
    for (const Slug& slug : changes.changed) {
      const auto found = uris.find(slug);
      if (found == uris.end()) continue;
      Json updated = params;
      updated["uri"] = found->second;
      lines.push_back(notification_line(updated_method, std::move(updated)));
    }
    if (changes.is_list_changed && hears_of_list) {
      lines.push_back(notification_line(list_changed_method, params));
    }
  };
  if (session_ == SessionState::started) tell(session_uris_, true, nullptr);
  for (const Listen& listen : listens_) {
    tell(listen.uris, listen.hears_of_list, params_for(listen.id));
  }
  return lines;
}

}  // namespace notes::mcp
