#define WIN32_LEAN_AND_MEAN
#define NOMINMAX
#include <fcntl.h>
#include <io.h>
#include <windows.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <limits>
#include <string>

#include "server/process.h"

namespace notes::mcp {

namespace {

constexpr std::size_t longest_error_line = 4096;

/// An event of the system that stays set until it is reset.
class Event {
 public:
  Event() : handle_(::CreateEventW(nullptr, TRUE, FALSE, nullptr)) {}
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;
  Event(Event&&) = delete;
  Event& operator=(Event&&) = delete;
  ~Event() { ::CloseHandle(handle_); }

  [[nodiscard]] HANDLE handle() const noexcept { return handle_; }
  void set() const { ::SetEvent(handle_); }
  void reset() const { ::ResetEvent(handle_); }
  [[nodiscard]] bool is_set() const { return ::WaitForSingleObject(handle_, 0) == WAIT_OBJECT_0; }

 private:
  HANDLE handle_;
};

HANDLE handle_of(int descriptor) { return reinterpret_cast<HANDLE>(::_get_osfhandle(descriptor)); }

DWORD bounded(std::size_t size) {
  return static_cast<DWORD>(std::min<std::size_t>(size, std::numeric_limits<std::int32_t>::max()));
}

}  // namespace

class ClientPipe::Impl {
 public:
  Impl(HANDLE input, HANDLE output) : input_(input), output_(output) {}
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;
  Impl(Impl&&) = delete;
  Impl& operator=(Impl&&) = delete;
  ~Impl() {
    if (const HANDLE reader = reader_.load(); reader != nullptr) ::CloseHandle(reader);
  }

  [[nodiscard]] HANDLE output() const noexcept { return output_; }
  [[nodiscard]] const Event& woken() const noexcept { return woken_; }
  [[nodiscard]] const Event& stopped() const noexcept { return stopped_; }

  std::size_t read(std::span<char> buffer) {
    if (reader_.load() == nullptr) reader_ = this_thread();
    is_reading_ = true;
    DWORD count = 0;
    if (stopped_.is_set() ||
        ::ReadFile(input_, buffer.data(), bounded(buffer.size()), &count, nullptr) == 0) {
      count = 0;
    }
    is_reading_ = false;
    return stopped_.is_set() ? 0 : count;
  }

  /// Ends a blocking read. It is asked again until the reader is out: the first time may have come
  /// just before the call that blocks.
  void stop() {
    stopped_.set();
    woken_.set();
    while (is_reading_.load()) {
      ::CancelSynchronousIo(reader_.load());
      ::Sleep(1);
    }
  }

 private:
  static HANDLE this_thread() {
    HANDLE copy = nullptr;
    const HANDLE process = ::GetCurrentProcess();
    ::DuplicateHandle(process, ::GetCurrentThread(), process, &copy, 0, FALSE,
                      DUPLICATE_SAME_ACCESS);
    return copy;
  }

  HANDLE input_;
  HANDLE output_;
  Event woken_;
  Event stopped_;
  std::atomic<HANDLE> reader_ = nullptr;
  std::atomic<bool> is_reading_ = false;
};

namespace {

/// Where the console's handler reports: it can reach nothing but a global.
std::atomic<HANDLE> stop_event = nullptr;
std::atomic<HANDLE> wake_event = nullptr;

BOOL WINAPI on_console_event(DWORD /*event*/) {
  ::SetEvent(stop_event.load());
  ::SetEvent(wake_event.load());
  return TRUE;
}

}  // namespace

void prepare_process() {
  ::SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX);
  for (const int descriptor : {0, 1, 2}) {
    if (::_get_osfhandle(descriptor) == -1) {
      [[maybe_unused]] const int opened = ::_open("NUL", _O_RDWR | _O_BINARY);
    }
    ::_setmode(descriptor, _O_BINARY);
  }
}

void write_error_line(std::string_view line) {
  std::string text(line.substr(0, longest_error_line - 1));
  text += '\n';
  DWORD written = 0;
  ::WriteFile(handle_of(2), text.data(), static_cast<DWORD>(text.size()), &written, nullptr);
}

ClientPipe::ClientPipe(std::unique_ptr<Impl> impl) noexcept : impl_(std::move(impl)) {}
ClientPipe::ClientPipe(ClientPipe&&) noexcept = default;
ClientPipe& ClientPipe::operator=(ClientPipe&&) noexcept = default;
ClientPipe::~ClientPipe() = default;

ClientPipe ClientPipe::standard_streams() {
  const int output = ::_dup(1);
  ::_dup2(2, 1);
  ::SetStdHandle(STD_OUTPUT_HANDLE, handle_of(2));
  ClientPipe pipe = over(0, output);
  stop_event = pipe.impl_->stopped().handle();
  wake_event = pipe.impl_->woken().handle();
  ::SetConsoleCtrlHandler(on_console_event, TRUE);
  return pipe;
}

ClientPipe ClientPipe::over(int input, int output) {
  return ClientPipe(std::make_unique<Impl>(handle_of(input), handle_of(output)));
}

std::size_t ClientPipe::read(std::span<char> buffer) { return impl_->read(buffer); }

bool ClientPipe::write(std::string_view bytes) {
  while (!bytes.empty()) {
    if (impl_->stopped().is_set()) return false;
    DWORD count = 0;
    if (::WriteFile(impl_->output(), bytes.data(), bounded(bytes.size()), &count, nullptr) == 0) {
      return false;
    }
    bytes.remove_prefix(count);
  }
  return true;
}

bool ClientPipe::wait(std::optional<int> /*changes*/,
                      std::optional<std::chrono::milliseconds> timeout) {
  constexpr std::chrono::milliseconds longest(std::numeric_limits<std::int32_t>::max());
  const DWORD limit =
      timeout
          ? static_cast<DWORD>(std::clamp(*timeout, std::chrono::milliseconds(0), longest).count())
          : INFINITE;
  if (::WaitForSingleObject(impl_->woken().handle(), limit) == WAIT_OBJECT_0) {
    impl_->woken().reset();
  }
  return false;  // no folder tells of its changes by a descriptor here
}

void ClientPipe::wake() { impl_->woken().set(); }
void ClientPipe::stop() { impl_->stop(); }
bool ClientPipe::is_stopped() const { return impl_->stopped().is_set(); }

}  // namespace notes::mcp
