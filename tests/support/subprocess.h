#pragma once
#include <chrono>
#include <cstddef>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace notes::test {

/// A program with its three standard streams on pipes of ours; killed in the end if it still runs.
/// Waiting is for messages or the end, never for time: every wait fails (throws) after a minute.
/// POSIX only.
class Subprocess {
 public:
  /// Starts `command` (program and arguments), not through a shell. Its environment is ours.
  explicit Subprocess(const std::vector<std::string>& command);
  Subprocess(const Subprocess&) = delete;
  Subprocess& operator=(const Subprocess&) = delete;
  Subprocess(Subprocess&&) = delete;
  Subprocess& operator=(Subprocess&&) = delete;
  ~Subprocess();

  /// Sends `bytes` as they are, and keeps what the program writes meanwhile.
  void send(std::string_view bytes);
  void send_line(std::string_view line);
  /// Sends what the pipes take while nobody reads the program's output: how many of `bytes`, when
  /// the pipe has been full for `patience`.
  [[nodiscard]] std::size_t send_unread(std::string_view bytes,
                                        std::chrono::milliseconds patience) const;
  void close_input();
  void close_output();

  /// The next line that the program writes, without its end; nullopt when it has closed its output.
  [[nodiscard]] std::optional<std::string> receive();
  /// The next line, if it comes within `patience`.
  [[nodiscard]] std::optional<std::string> receive_within(std::chrono::milliseconds patience);
  /// All lines until the program closes its output.
  [[nodiscard]] std::vector<std::string> receive_all();

  void signal(int number) const;
  struct End {
    int code;            ///< exit code; -1 when a signal ended it
    int signal;          ///< 0 when it ended by itself
    std::string errors;  ///< what it wrote to stderr and was not yet asked for
  };
  /// Waits for the end.
  [[nodiscard]] End wait();

  [[nodiscard]] int id() const noexcept { return id_; }

 private:
  std::optional<std::string> line_until(std::chrono::steady_clock::time_point until);
  void split_lines();

  int id_ = -1;
  int input_ = -1;   // ours to write
  int output_ = -1;  // ours to read
  int errors_ = -1;
  std::deque<std::string> lines_;
  std::string unfinished_line_;
  std::string received_errors_;
};

}  // namespace notes::test
