#include "server/json_rpc.h"

#include "server/json_text.h"

namespace notes::mcp {

namespace {

/// A value of a few bytes and its name take this much, a message at least that.
constexpr std::size_t bytes_per_value = 64;
constexpr std::size_t bytes_per_message = 512;

Message rejected(std::optional<Id> id, RpcErrorCode code, std::string message) {
  return Rejected{std::move(id), {.code = code, .message = std::move(message)}};
}

Json taken(Json& object, const char* key) {
  const auto found = object.find(key);
  return found == object.end() ? Json(nullptr) : std::move(*found);
}

/// Sorts one parsed value, in the order of the rules.
Message sorted(Json value) {
  if (!value.is_object()) {
    return rejected({}, RpcErrorCode::invalid_request, "A message must be a JSON object.");
  }
  const Json* const method = member(value, "method");
  if (method == nullptr && (value.contains("result") || value.contains("error"))) {
    return ClientResponse{};
  }
  const Json* const id_value = member(value, "id");
  if (id_value == nullptr && method != nullptr && method->is_string()) {
    return Notification{method->get<std::string>(), taken(value, "params")};
  }
  std::optional<Id> id = id_value == nullptr ? std::nullopt : Id::from(*id_value);
  const std::string* const version = text_member(value, "jsonrpc");
  if (version == nullptr || *version != "2.0") {
    return rejected(std::move(id), RpcErrorCode::invalid_request, "jsonrpc must be \"2.0\".");
  }
  if (method == nullptr || !method->is_string()) {
    return rejected(std::move(id), RpcErrorCode::invalid_request, "method must be a string.");
  }
  if (!id) {
    return rejected({}, RpcErrorCode::invalid_request,
                    "id must be a string or an integer of 64 bits.");
  }
  return Request{*std::move(id), method->get<std::string>(), taken(value, "params")};
}

/// The id of a request with too many values, so that its sender does not wait for an answer.
std::optional<Id> id_in(std::string_view line) {
  const std::optional<std::string_view> text = outer_member(line, "id");
  if (!text || !outer_member(line, "method")) return std::nullopt;
  const tl::expected<ParsedJson, JsonFault> parsed = parse_json(*text);
  return parsed ? Id::from(parsed->value) : std::nullopt;
}

Message unreadable(std::string_view line, JsonFault fault) {
  switch (fault) {
    case JsonFault::too_deep:
      return rejected({}, RpcErrorCode::parse_error,
                      "The message is nested too deeply; the limit is 64.");
    case JsonFault::too_many:
      return rejected(id_in(line), RpcErrorCode::invalid_request,
                      "The message has too many values; the limit is 250000, and 1000 members of "
                      "one object.");
    case JsonFault::malformed:
      break;
  }
  return rejected({}, RpcErrorCode::parse_error, "The line is not JSON in UTF-8.");
}

}  // namespace

std::optional<Id> Id::from(const Json& value) {
  if (value.is_number_integer()) return Id(to_text(value));
  const std::string* const text = value.get_ptr<const std::string*>();
  if (text == nullptr || text->size() > max_bytes) return std::nullopt;
  return Id(to_text(value));
}

Received read_message(std::string_view line) {
  tl::expected<ParsedJson, JsonFault> parsed = parse_json(line);
  if (!parsed) return {unreadable(line, parsed.error()), bytes_per_message};
  const std::size_t weight =
      line.size() + bytes_per_message + parsed->value_count * bytes_per_value;
  Json& value = parsed->value;
  if (!value.is_array()) return {sorted(std::move(value)), weight};
  if (value.empty()) {
    return {rejected({}, RpcErrorCode::invalid_request, "An empty batch asks for nothing."),
            weight};
  }
  if (value.size() > Batch::max_messages) {
    return {rejected({}, RpcErrorCode::invalid_request,
                     "The batch has too many messages; the limit is 1000."),
            bytes_per_message};
  }
  Batch batch;
  batch.messages.reserve(value.size());
  for (Json& element : value) batch.messages.push_back(sorted(std::move(element)));
  const std::size_t whole = weight + batch.messages.size() * bytes_per_message;
  return {std::move(batch), whole};
}

Received too_long_message() {
  return {
      rejected({}, RpcErrorCode::invalid_request, "The message is too long; the limit is 64 MiB."),
      bytes_per_message};
}

std::string result_line(const Id& id, std::string_view result_json) {
  constexpr std::string_view head = R"({"jsonrpc":"2.0","id":)";
  constexpr std::string_view middle = R"(,"result":)";
  std::string line;
  line.reserve(head.size() + id.json().size() + middle.size() + result_json.size() + 2);
  line.append(head).append(id.json()).append(middle).append(result_json).append("}");
  return line;
}

std::string error_line(const std::optional<Id>& id, const RpcError& error, MissingId missing) {
  Json body = {{"code", static_cast<int>(error.code)}, {"message", error.message}};
  if (!error.data.is_null()) body["data"] = error.data;
  std::string line = R"({"jsonrpc":"2.0",)";
  if (id) {
    line.append(R"("id":)").append(id->json()).append(",");
  } else if (missing == MissingId::null) {
    line.append(R"("id":null,)");
  }
  line.append(R"("error":)").append(to_text(body)).append("}");
  return line;
}

std::string notification_line(std::string_view method, Json params) {
  Json message = {{"jsonrpc", "2.0"}, {"method", method}};
  if (!params.is_null()) message["params"] = std::move(params);
  return to_text(message);
}

}  // namespace notes::mcp
