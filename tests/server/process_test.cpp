#include "server/process.h"

#include <doctest/doctest.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <string>
#include <thread>

using namespace notes::mcp;
using namespace std::chrono_literals;

namespace {

/// Both ends of what would be stdin and stdout.
struct Pipes {
  Pipes() {
    REQUIRE(::pipe(input.data()) == 0);
    REQUIRE(::pipe(output.data()) == 0);
  }
  Pipes(const Pipes&) = delete;
  Pipes& operator=(const Pipes&) = delete;
  Pipes(Pipes&&) = delete;
  Pipes& operator=(Pipes&&) = delete;
  ~Pipes() {
    for (const int end : {input[0], input[1], output[0], output[1]}) {
      if (end >= 0) ::close(end);
    }
  }
  static void close(int& end) {
    ::close(end);
    end = -1;
  }
  std::array<int, 2> input{};
  std::array<int, 2> output{};
};

}  // namespace

TEST_CASE("ClientPipe: reads what comes, then the end") {
  Pipes pipes;
  ClientPipe pipe = ClientPipe::over(pipes.input[0], pipes.output[1]);
  REQUIRE(::write(pipes.input[1], "abc", 3) == 3);
  std::array<char, 8> buffer{};
  CHECK(pipe.read(buffer) == 3);
  CHECK(std::string(buffer.data(), 3) == "abc");
  Pipes::close(pipes.input[1]);
  CHECK(pipe.read(buffer) == 0);
}

TEST_CASE("ClientPipe: stop ends a read, a write and a wait that would last for ever") {
  Pipes pipes;
  ClientPipe pipe = ClientPipe::over(pipes.input[0], pipes.output[1]);
  CHECK_FALSE(pipe.is_stopped());
  std::size_t count = 1;
  bool is_written = true;
  std::array<char, 8> buffer{};
  std::thread reader([&] { count = pipe.read(buffer); });
  std::thread writer([&] { is_written = pipe.write(std::string(10'000'000, 'x')); });
  pipe.stop();
  reader.join();
  writer.join();
  CHECK(count == 0);
  CHECK_FALSE(is_written);
  CHECK(pipe.is_stopped());
  CHECK_FALSE(pipe.wait({}, {}));
}

TEST_CASE("ClientPipe: writes whole lines over a full pipe") {
  Pipes pipes;
  ClientPipe pipe = ClientPipe::over(pipes.input[0], pipes.output[1]);
  const std::string text(1'000'000, 'x');
  std::string received;
  std::thread client([&] {
    std::array<char, 4096> buffer{};
    while (received.size() < text.size()) {
      const ssize_t count = ::read(pipes.output[0], buffer.data(), buffer.size());
      received.append(buffer.data(), static_cast<std::size_t>(count));
    }
  });
  CHECK(pipe.write(text));
  client.join();
  CHECK(received == text);
}

TEST_CASE("ClientPipe: a client that reads no more is noticed, at rest too") {
  prepare_process();
  Pipes pipes;
  ClientPipe pipe = ClientPipe::over(pipes.input[0], pipes.output[1]);
  Pipes::close(pipes.output[0]);
  CHECK_FALSE(pipe.write("x"));
  CHECK_FALSE(pipe.is_stopped());
  CHECK_FALSE(pipe.wait({}, {}));
  CHECK(pipe.is_stopped());
}

TEST_CASE("ClientPipe: a wait ends by wake, by a change, or by its time") {
  Pipes pipes;
  Pipes changes;
  ClientPipe pipe = ClientPipe::over(pipes.input[0], pipes.output[1]);
  pipe.wake();
  pipe.wake();
  CHECK_FALSE(pipe.wait(changes.input[0], {}));
  CHECK_FALSE(pipe.wait(changes.input[0], 0ms));
  CHECK_FALSE(pipe.wait(changes.input[0], -5ms));
  REQUIRE(::write(changes.input[1], "x", 1) == 1);
  CHECK(pipe.wait(changes.input[0], {}));
  CHECK_FALSE(pipe.is_stopped());
}
