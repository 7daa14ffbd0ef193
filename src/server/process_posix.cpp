#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <climits>
#include <csignal>
#include <limits>
#include <string>
#include <system_error>

#include "server/process.h"

namespace notes::mcp {

namespace {

/// What a writable pipe takes without blocking (POSIX: `poll` promises this much).
constexpr std::size_t pipe_atomic_bytes = PIPE_BUF;

/// Where the signal handler reports: a handler can reach nothing but a global.
std::atomic<int> stop_descriptor =
    -1;  // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)
static_assert(std::atomic<int>::is_always_lock_free, "needed in a signal handler");

void put_byte(int descriptor) {
  const char byte = 0;
  // A full pipe already says what the byte would say.
  [[maybe_unused]] const ssize_t ignored = ::write(descriptor, &byte, 1);
}

extern "C" void on_stop_signal(int /*signal*/) {
  const int saved = errno;
  put_byte(stop_descriptor.load());
  errno = saved;
}

void handle_signal(int signal, void (*handler)(int)) {
  struct sigaction action = {};
  action.sa_handler = handler;  // NOLINT(cppcoreguidelines-pro-type-union-access)
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  ::sigaction(signal, &action, nullptr);
}

bool is_ready(const pollfd& entry) { return entry.revents != 0; }

/// `poll` that an interruption does not end.
void poll_all(std::span<pollfd> entries, int timeout_ms) {
  for (pollfd& entry : entries) entry.revents = 0;
  while (::poll(entries.data(), static_cast<nfds_t>(entries.size()), timeout_ms) < 0) {
    if (errno != EINTR) throw std::system_error(errno, std::generic_category(), "poll");
    // A signal that matters has made its own descriptor readable; a timeout may as well start anew.
  }
}

/// A pipe of our own whose ends never block and are not inherited.
class SelfPipe {
 public:
  SelfPipe() {
    if (::pipe(ends_.data()) != 0) throw std::system_error(errno, std::generic_category(), "pipe");
    for (const int end : ends_) {
      ::fcntl(end, F_SETFD, FD_CLOEXEC);
      ::fcntl(end, F_SETFL, O_NONBLOCK);
    }
  }
  SelfPipe(const SelfPipe&) = delete;
  SelfPipe& operator=(const SelfPipe&) = delete;
  SelfPipe(SelfPipe&&) = delete;
  SelfPipe& operator=(SelfPipe&&) = delete;
  ~SelfPipe() {
    for (const int end : ends_) ::close(end);
  }

  [[nodiscard]] int reading_end() const noexcept { return ends_[0]; }
  [[nodiscard]] int writing_end() const noexcept { return ends_[1]; }
  void put() const { put_byte(writing_end()); }
  void drain() const {
    std::array<char, 64> bytes{};
    while (::read(reading_end(), bytes.data(), bytes.size()) > 0) {
    }
  }

 private:
  std::array<int, 2> ends_{};
};

}  // namespace

class ClientPipe::Impl {
 public:
  Impl(int input, int output) : input_(input), output_(output) {}

  [[nodiscard]] int input() const noexcept { return input_; }
  [[nodiscard]] int output() const noexcept { return output_; }
  [[nodiscard]] const SelfPipe& woken() const noexcept { return woken_; }
  [[nodiscard]] const SelfPipe& stopped() const noexcept { return stopped_; }

 private:
  int input_;
  int output_;
  SelfPipe woken_;
  SelfPipe stopped_;  // never drained: once stopped, always readable
};

void prepare_process() {
  handle_signal(SIGPIPE, SIG_IGN);
  handle_signal(SIGXFSZ, SIG_IGN);
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(descriptor, F_GETFD) < 0) {
      // The lowest free number is the one that is missing.
      [[maybe_unused]] const int opened = ::open("/dev/null", O_RDWR);
    }
  }
}

void write_error_line(std::string_view line) {
  std::string text(line.substr(0, pipe_atomic_bytes - 1));
  text += '\n';
  pollfd entry{.fd = STDERR_FILENO, .events = POLLOUT, .revents = 0};
  // Not O_NONBLOCK: the open file may be shared with the client.
  if (::poll(&entry, 1, 0) != 1 || (entry.revents & POLLOUT) == 0) return;
  [[maybe_unused]] const ssize_t ignored = ::write(STDERR_FILENO, text.data(), text.size());
}

ClientPipe::ClientPipe(std::unique_ptr<Impl> impl) noexcept : impl_(std::move(impl)) {}
ClientPipe::ClientPipe(ClientPipe&&) noexcept = default;
ClientPipe& ClientPipe::operator=(ClientPipe&&) noexcept = default;
ClientPipe::~ClientPipe() = default;

ClientPipe ClientPipe::standard_streams() {
  const int output = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  ::dup2(STDERR_FILENO, STDOUT_FILENO);
  ClientPipe pipe = over(STDIN_FILENO, output);
  stop_descriptor = pipe.impl_->stopped().writing_end();
  sigset_t signals;
  sigemptyset(&signals);
  for (const int signal : {SIGTERM, SIGINT, SIGHUP}) {
    handle_signal(signal, on_stop_signal);
    sigaddset(&signals, signal);
  }
  // Some launchers start their children with these signals blocked.
  ::pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
  return pipe;
}

ClientPipe ClientPipe::over(int input, int output) {
  return ClientPipe(std::make_unique<Impl>(input, output));
}

std::size_t ClientPipe::read(std::span<char> buffer) {
  std::array<pollfd, 2> entries{
      pollfd{.fd = impl_->input(), .events = POLLIN, .revents = 0},
      pollfd{.fd = impl_->stopped().reading_end(), .events = POLLIN, .revents = 0}};
  for (;;) {
    poll_all(entries, -1);
    if (is_ready(entries[1])) return 0;
    const ssize_t count = ::read(impl_->input(), buffer.data(), buffer.size());
    if (count >= 0) return static_cast<std::size_t>(count);
    if (errno != EINTR && errno != EAGAIN) return 0;
  }
}

bool ClientPipe::write(std::string_view bytes) {
  std::array<pollfd, 2> entries{
      pollfd{.fd = impl_->output(), .events = POLLOUT, .revents = 0},
      pollfd{.fd = impl_->stopped().reading_end(), .events = POLLIN, .revents = 0}};
  while (!bytes.empty()) {
    poll_all(entries, -1);
    if (is_ready(entries[1])) return false;
    // No more than the pipe has room for, so that a client that stops reading in the middle of a
    // line cannot keep us from seeing the signal that ends us.
    const std::size_t size = std::min(bytes.size(), pipe_atomic_bytes);
    const ssize_t count = ::write(impl_->output(), bytes.data(), size);
    if (count >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(count));
    } else if (errno != EINTR && errno != EAGAIN) {
      return false;
    }
  }
  return true;
}

bool ClientPipe::wait(std::optional<int> changes,
                      std::optional<std::chrono::milliseconds> timeout) {
  // A negative descriptor is passed over. Of the output only its end is of interest.
  std::array<pollfd, 4> entries{
      pollfd{.fd = impl_->woken().reading_end(), .events = POLLIN, .revents = 0},
      pollfd{.fd = impl_->stopped().reading_end(), .events = POLLIN, .revents = 0},
      pollfd{.fd = impl_->output(), .events = 0, .revents = 0},
      pollfd{.fd = changes.value_or(-1), .events = POLLIN, .revents = 0}};
  constexpr std::chrono::milliseconds longest(std::numeric_limits<int>::max());
  poll_all(entries, timeout
                        ? static_cast<int>(
                              std::clamp(*timeout, std::chrono::milliseconds(0), longest).count())
                        : -1);
  if (is_ready(entries[0])) impl_->woken().drain();
  if (is_ready(entries[2])) stop();
  return is_ready(entries[3]);
}

void ClientPipe::wake() { impl_->woken().put(); }
void ClientPipe::stop() { impl_->stopped().put(); }

bool ClientPipe::is_stopped() const {
  pollfd entry{.fd = impl_->stopped().reading_end(), .events = POLLIN, .revents = 0};
  return ::poll(&entry, 1, 0) > 0;
}

}  // namespace notes::mcp
