#include "support/child.h"

#include <fcntl.h>
#include <grp.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <exception>
#include <fstream>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace notes::test {
namespace {

std::string result_of(const std::function<std::string()>& work) {
  try {
    return work();
  } catch (const std::exception& exception) {
    return std::string("threw: ") + exception.what();
  }
}

void write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = ::write(descriptor, text.data(), text.size());
    if (count <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(count));
  }
}

std::string read_all(int descriptor) {
  std::string text;
  std::array<char, 4096> buffer{};
  for (;;) {
    const ssize_t count = ::read(descriptor, buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return text;
    text.append(buffer.data(), static_cast<std::size_t>(count));
  }
}

}  // namespace

Child::Child(const std::function<std::string()>& work) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
  id_ = ::fork();
  if (id_ < 0) throw std::runtime_error("no child process");
  if (id_ == 0) {
    ::close(ends[0]);
    write_all(ends[1], result_of(work));
    ::_exit(0);
  }
  ::close(ends[1]);
  output_ = ends[0];
}

Child::Child(Child&& other) noexcept
    : id_(std::exchange(other.id_, -1)), output_(std::exchange(other.output_, -1)) {}

Child::~Child() {
  if (id_ <= 0) return;
  ::kill(id_, SIGKILL);
  static_cast<void>(wait());
}

ChildEnd Child::wait() {
  ChildEnd end;
  end.said = read_all(output_);
  int status = 0;
  while (::waitpid(id_, &status, 0) < 0 && errno == EINTR) {
  }
  ::close(output_);
  id_ = -1;
  if (WIFSIGNALED(status)) end.signal = WTERMSIG(status);
  return end;
}

std::string said_by_child(const std::function<std::string()>& work) {
  const ChildEnd end = Child(work).wait();
  return end.signal == 0 ? end.said : "killed by signal " + std::to_string(end.signal);
}

void drop_privileges() {
  constexpr unsigned nobody = 65534;
  if (::geteuid() != 0) return;
  if (::setgroups(0, nullptr) != 0 || ::setgid(nobody) != 0 || ::setuid(nobody) != 0) {
    throw std::runtime_error("cannot become another user");
  }
}

bool has_own_mounts() {
  const unsigned user = ::geteuid();
  const unsigned group = ::getegid();
  if (::unshare(user == 0 ? CLONE_NEWNS : CLONE_NEWNS | CLONE_NEWUSER) != 0) return false;
  if (user != 0) {
    // Files must belong to somebody for the new system of users to let them be made.
    std::ofstream("/proc/self/setgroups") << "deny";
    std::ofstream("/proc/self/uid_map") << "0 " << user << " 1";
    std::ofstream("/proc/self/gid_map") << "0 " << group << " 1";
  }
  return ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0;
}

}  // namespace notes::test
