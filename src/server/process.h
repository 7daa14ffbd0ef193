#pragma once
#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

/// What serving on stdin and stdout asks of the system. One file per system implements it
/// (process_posix.cpp, process_windows.cpp); no other file of the server has a system header.
namespace notes::mcp {

/// The first call of `main`: a closed pipe (SIGPIPE) and a file size limit (SIGXFSZ) become errors
/// of the call that met them, and descriptors 0, 1 and 2 are open (on the null device when the
/// parent had closed them), so that no file of the vault ever becomes "stdout".
void prepare_process();

/// Writes `line` and a line end to stderr, or drops it: never blocks (the client may not read its
/// end), never fails. Cut to what a pipe takes at once (4 KiB on Linux).
void write_error_line(std::string_view line);

/// The two ends of the pipe to the client, and what ends a wait on them. `read` belongs to one
/// thread; `write`, `wait` and `is_stopped` to another; `wake` and `stop` to any.
class ClientPipe {
 public:
  /// Takes stdin and stdout for the protocol: stdout moves to a private descriptor and descriptor 1
  /// leads to stderr from then on, so that a stray `printf` of a library cannot break the stream.
  /// SIGTERM, SIGINT and SIGHUP (Windows: the console's events) call `stop`. Once in a process.
  [[nodiscard]] static ClientPipe standard_streams();
  /// A pipe over two open descriptors, which stay the caller's.
  [[nodiscard]] static ClientPipe over(int input, int output);
  ClientPipe(ClientPipe&& other) noexcept;
  ClientPipe& operator=(ClientPipe&& other) noexcept;
  ~ClientPipe();

  /// Waits for bytes from the client and puts them into `buffer`: how many; 0 at the end of input,
  /// on a read error, and after `stop`. Interruptions are retried.
  [[nodiscard]] std::size_t read(std::span<char> buffer);

  /// Writes all of `bytes`, over short writes and interruptions. False when the client reads no
  /// more, or when `stop` came first (also while the pipe is full).
  [[nodiscard]] bool write(std::string_view bytes);

  /// Waits until `wake` or `stop` was called, the client closed its reading end (which counts as
  /// `stop`), `changes` is readable, or `timeout` is over; without a timeout for ever. Uses no
  /// processor time meanwhile. True when `changes` is readable.
  [[nodiscard]] bool wait(std::optional<int> changes,
                          std::optional<std::chrono::milliseconds> timeout);

  void wake();
  void stop();
  [[nodiscard]] bool is_stopped() const;

 private:
  class Impl;
  explicit ClientPipe(std::unique_ptr<Impl> impl) noexcept;
  std::unique_ptr<Impl> impl_;
};

}  // namespace notes::mcp
