#include "server/serve.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "server/request_queue.h"
#include "server/server.h"
#include "server/stdio.h"

namespace notes::mcp {

namespace {

using Clock = Server::Clock;

bool is_blank(std::string_view line) {
  return line.find_first_not_of(" \t\r") == std::string_view::npos;
}

/// The reading thread: lines from the client into the queue, until there are no more.
void read_all(ClientPipe& pipe, RequestQueue& queue) {
  LineReader reader([&](std::span<char> buffer) { return pipe.read(buffer); });
  for (LineReader::Item item = reader.next(); item.kind != LineReader::Kind::end;
       item = reader.next()) {
    if (item.kind == LineReader::Kind::line && is_blank(item.text)) continue;
    const bool is_wanted = queue.push(item.kind == LineReader::Kind::line ? read_message(item.text)
                                                                          : too_long_message());
    if (!is_wanted) return;
  }
  queue.end();
}

/// The other thread, which does everything else.
class Loop {
 public:
  Loop(ClientPipe& pipe, RequestQueue& queue, Vault& vault, const Toolbox& tools, const Log& log)
      : pipe_(pipe), queue_(queue), server_(vault, tools, log) {}

  void run() {
    while (!pipe_.is_stopped()) {
      std::optional<Incoming> incoming = queue_.pop();
      const Clock::time_point now = Clock::now();
      if (incoming) {
        Server::Lines lines = server_.handle(std::move(*incoming), now);
        if (!queue_.is_cancelled() && !write(std::move(lines))) return;
        look_over_at_ = now + quiet_before_look_over;
      } else if (queue_.is_drained()) {
        // Nothing to be done when it fails: it was the last.
        [[maybe_unused]] const bool is_written = write(server_.end());
        return;
      }
      if (!write(server_.tell_changes(now))) return;
      if (!incoming) rest(now);
    }
  }

 private:
  /// When no request has come for so long, the vault looks for changes that no watch tells of.
  static constexpr std::chrono::milliseconds quiet_before_look_over{150};

  /// False when the client reads no more.
  [[nodiscard]] bool write(Server::Lines lines) {
    for (std::string& line : lines) {
      line += '\n';
      if (!pipe_.write(line)) return false;
    }
    return true;
  }

  /// Waits for whatever comes next: a message, a change in the vault, or the time for something.
  void rest(Clock::time_point now) {
    if (look_over_at_ && *look_over_at_ <= now) {
      look_over_at_.reset();
      server_.look_over([&] { return !queue_.is_empty() || pipe_.is_stopped(); }, now);
      return;
    }
    std::optional<Clock::time_point> next = server_.next_time();
    if (look_over_at_) next = std::min(next.value_or(*look_over_at_), *look_over_at_);
    std::optional<std::chrono::milliseconds> timeout;
    if (next) timeout = std::chrono::ceil<std::chrono::milliseconds>(*next - now);
    if (pipe_.wait(server_.change_descriptor(), timeout)) server_.expect_change(Clock::now());
  }

  ClientPipe& pipe_;
  RequestQueue& queue_;
  Server server_;
  std::optional<Clock::time_point> look_over_at_;
};

}  // namespace

int serve(ClientPipe pipe, Vault& vault, const Toolbox& tools, const Log& log) {
  RequestQueue queue([&] { pipe.wake(); });
  std::thread reader([&] { read_all(pipe, queue); });
  Loop(pipe, queue, vault, tools, log).run();
  pipe.stop();
  queue.close();
  reader.join();
  return 0;
}

int serve(Vault& vault, const Toolbox& tools, const Log& log) {
  return serve(ClientPipe::standard_streams(), vault, tools, log);
}

}  // namespace notes::mcp
