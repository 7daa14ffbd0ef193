#include "support/subprocess.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace notes::test {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::minutes longest_wait{1};

[[noreturn]] void fail_with_errno(const char* what) {
  throw std::system_error(errno, std::generic_category(), what);
}

struct Pipe {
  int reading = -1;
  int writing = -1;
};

Pipe new_pipe() {
  std::array<int, 2> ends{};
  if (::pipe(ends.data()) != 0) fail_with_errno("pipe");
  for (const int end : ends) ::fcntl(end, F_SETFD, FD_CLOEXEC);
  return {ends[0], ends[1]};
}

void close_if_open(int& descriptor) {
  if (descriptor >= 0) ::close(descriptor);
  descriptor = -1;
}

/// Appends what can be read now; false at the end of the stream.
bool read_into(std::string& text, int descriptor) {
  std::array<char, 1U << 16U> buffer{};
  const ssize_t count = ::read(descriptor, buffer.data(), buffer.size());
  if (count > 0) text.append(buffer.data(), static_cast<std::size_t>(count));
  return count > 0 || (count < 0 && (errno == EINTR || errno == EAGAIN));
}

/// Writes what fits now; how many bytes.
std::size_t write_some(int descriptor, std::string_view bytes) {
  const ssize_t count = ::write(descriptor, bytes.data(), bytes.size());
  if (count >= 0) return static_cast<std::size_t>(count);
  if (errno == EINTR || errno == EAGAIN) return 0;
  fail_with_errno("write to the program");
}

int milliseconds_until(Clock::time_point until) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now());
  return static_cast<int>(std::max(left, std::chrono::milliseconds(0)).count());
}

pollfd entry_for(int descriptor, short events) {
  return {.fd = descriptor, .events = events, .revents = 0};
}

/// Keeps what `entry`'s stream has, when it has something; closes it at its end.
void take(const pollfd& entry, int& descriptor, std::string& text) {
  if (entry.revents != 0 && !read_into(text, descriptor)) close_if_open(descriptor);
}

}  // namespace

Subprocess::Subprocess(const std::vector<std::string>& command) {
  // A program that ends before it has read everything must not end the tests.
  static_cast<void>(std::signal(SIGPIPE, SIG_IGN));
  Pipe input = new_pipe();
  Pipe output = new_pipe();
  Pipe errors = new_pipe();
  std::vector<char*> arguments;
  arguments.reserve(command.size() + 1);
  for (const std::string& argument : command) {
    arguments.push_back(const_cast<char*>(argument.c_str()));  // NOLINT: execv's old signature
  }
  arguments.push_back(nullptr);
  id_ = ::fork();
  if (id_ < 0) fail_with_errno("fork");
  if (id_ == 0) {
    ::dup2(input.reading, STDIN_FILENO);
    ::dup2(output.writing, STDOUT_FILENO);
    ::dup2(errors.writing, STDERR_FILENO);
    static_cast<void>(std::signal(SIGPIPE, SIG_DFL));
    ::execv(arguments[0], arguments.data());
    ::_exit(127);
  }
  ::close(input.reading);
  ::close(output.writing);
  ::close(errors.writing);
  input_ = input.writing;
  output_ = output.reading;
  errors_ = errors.reading;
  ::fcntl(input_, F_SETFL, O_NONBLOCK);
}

Subprocess::~Subprocess() {
  close_input();
  close_output();
  close_if_open(errors_);
  if (id_ < 0) return;
  ::kill(id_, SIGKILL);
  ::waitpid(id_, nullptr, 0);
}

void Subprocess::send(std::string_view bytes) {
  const Clock::time_point until = Clock::now() + longest_wait;
  while (!bytes.empty()) {
    std::array<pollfd, 3> entries{entry_for(input_, POLLOUT), entry_for(output_, POLLIN),
                                  entry_for(errors_, POLLIN)};
    if (::poll(entries.data(), entries.size(), milliseconds_until(until)) == 0) {
      throw std::runtime_error("the program does not read");
    }
    if (entries[0].revents != 0) bytes.remove_prefix(write_some(input_, bytes));
    take(entries[1], output_, unfinished_line_);
    split_lines();
    take(entries[2], errors_, received_errors_);
  }
}

void Subprocess::send_line(std::string_view line) { send(std::string(line) + '\n'); }

std::size_t Subprocess::send_unread(std::string_view bytes,
                                    std::chrono::milliseconds patience) const {
  std::size_t sent = 0;
  pollfd entry = entry_for(input_, POLLOUT);
  while (sent < bytes.size() && ::poll(&entry, 1, static_cast<int>(patience.count())) > 0) {
    sent += write_some(input_, bytes.substr(sent));
  }
  return sent;
}

void Subprocess::close_input() { close_if_open(input_); }
void Subprocess::close_output() { close_if_open(output_); }

void Subprocess::split_lines() {
  std::size_t begin = 0;
  for (std::size_t end = 0; (end = unfinished_line_.find('\n', begin)) != std::string::npos;) {
    lines_.push_back(unfinished_line_.substr(begin, end - begin));
    begin = end + 1;
  }
  unfinished_line_.erase(0, begin);
  if (output_ < 0 && !unfinished_line_.empty()) {
    throw std::runtime_error("the program's last line has no end: " + unfinished_line_);
  }
}

std::optional<std::string> Subprocess::line_until(Clock::time_point until) {
  for (;;) {
    if (!lines_.empty()) {
      std::string line = std::move(lines_.front());
      lines_.pop_front();
      return line;
    }
    if (output_ < 0) return std::nullopt;
    std::array<pollfd, 2> entries{entry_for(output_, POLLIN), entry_for(errors_, POLLIN)};
    if (::poll(entries.data(), entries.size(), milliseconds_until(until)) == 0) {
      return std::nullopt;
    }
    take(entries[0], output_, unfinished_line_);
    split_lines();
    take(entries[1], errors_, received_errors_);
  }
}

std::optional<std::string> Subprocess::receive() {
  std::optional<std::string> line = line_until(Clock::now() + longest_wait);
  if (!line && output_ >= 0) throw std::runtime_error("the program does not answer");
  return line;
}

std::optional<std::string> Subprocess::receive_within(std::chrono::milliseconds patience) {
  return line_until(Clock::now() + patience);
}

std::vector<std::string> Subprocess::receive_all() {
  std::vector<std::string> lines;
  while (std::optional<std::string> line = receive()) lines.push_back(std::move(*line));
  return lines;
}

void Subprocess::signal(int number) const { ::kill(id_, number); }

Subprocess::End Subprocess::wait() {
  const Clock::time_point until = Clock::now() + longest_wait;
  // Its last words; the stream ends with the program.
  while (errors_ >= 0) {
    pollfd entry = entry_for(errors_, POLLIN);
    if (::poll(&entry, 1, milliseconds_until(until)) == 0) {
      throw std::runtime_error("the program does not end");
    }
    take(entry, errors_, received_errors_);
  }
  int status = 0;
  ::waitpid(id_, &status, 0);
  id_ = -1;
  return {.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1,
          .signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0,
          .errors = std::exchange(received_errors_, {})};
}

}  // namespace notes::test
