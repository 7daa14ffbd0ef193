#include "support/system_faults.h"

#include <linux/fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <utility>

namespace notes::test {
namespace {

SystemFaults* active = nullptr;

[[noreturn]] void end_at_once() {
  for (;;) syscall(SYS_kill, syscall(SYS_getpid), SIGKILL);
}

/// The fault that is to happen at the call `name`; none when only the call itself is to be made.
const Fault* fault_at(const char* name) {
  const Fault* const fault = active != nullptr ? active->next(name) : nullptr;
  if (fault == nullptr || fault->kind != Fault::Kind::acts_before) return fault;
  SystemFaults* const noting = std::exchange(active, nullptr);
  fault->action();
  active = noting;
  return nullptr;
}

/// Does the call `name` by `system_call`, or what a fault puts in its place.
template <class Call>
long with_faults(const char* name, Call system_call) {
  const Fault* const fault = fault_at(name);
  if (fault == nullptr || fault->kind == Fault::Kind::cuts_short) return system_call();
  if (fault->kind == Fault::Kind::fails) {
    errno = fault->error;
    return -1;
  }
  if (fault->kind == Fault::Kind::kills_after) system_call();
  end_at_once();
}

}  // namespace

SystemFaults::SystemFaults(std::vector<Fault> faults) : faults_(std::move(faults)) {
  active = this;
}

SystemFaults::~SystemFaults() { active = nullptr; }

const Fault* SystemFaults::next(const char* call) {
  const auto number = static_cast<unsigned>(std::count(calls_.begin(), calls_.end(), call));
  calls_.emplace_back(call);
  const auto found = std::find_if(faults_.begin(), faults_.end(), [&](const Fault& fault) {
    return fault.call == call && fault.number.value_or(number) == number;
  });
  return found == faults_.end() ? nullptr : &*found;
}

// The functions below have the names of the C library's for the linker only, so that they do not
// meet the declarations in its headers.
extern "C" {

int faulty_openat(int folder, const char* path, int flags, unsigned mode) __asm__("openat");
int faulty_openat(int folder, const char* path, int flags, unsigned mode) {
  return static_cast<int>(
      with_faults("openat", [&] { return syscall(SYS_openat, folder, path, flags, mode); }));
}

long faulty_read(int file, void* bytes, std::size_t size) __asm__("read");
long faulty_read(int file, void* bytes, std::size_t size) {
  return with_faults("read", [&] { return syscall(SYS_read, file, bytes, size); });
}

long faulty_write(int file, const void* bytes, std::size_t size) __asm__("write");
long faulty_write(int file, const void* bytes, std::size_t size) {
  const Fault* const fault = fault_at("write");
  if (fault == nullptr) return syscall(SYS_write, file, bytes, size);
  if (fault->kind == Fault::Kind::fails) {
    errno = fault->error;
    return -1;
  }
  // Killed within a write means: a part of it is done.
  if (fault->kind != Fault::Kind::kills_before) {
    const long count = syscall(SYS_write, file, bytes, std::min<std::size_t>(size, 1));
    if (fault->kind == Fault::Kind::cuts_short) return count;
  }
  end_at_once();
}

int faulty_close(int file) __asm__("close");
int faulty_close(int file) {
  const Fault* const fault = fault_at("close");
  if (fault != nullptr && fault->kind == Fault::Kind::kills_before) end_at_once();
  // An error of close comes when the descriptor is free already.
  const long result = syscall(SYS_close, file);
  if (fault == nullptr) return static_cast<int>(result);
  if (fault->kind == Fault::Kind::kills_after) end_at_once();
  errno = fault->error;
  return -1;
}

int faulty_fsync(int file) __asm__("fsync");
int faulty_fsync(int file) {
  return static_cast<int>(with_faults("fsync", [&] { return syscall(SYS_fsync, file); }));
}

int faulty_renameat(int folder, const char* from, int target, const char* to) __asm__("renameat");
int faulty_renameat(int folder, const char* from, int target, const char* to) {
  return static_cast<int>(
      with_faults("renameat", [&] { return syscall(SYS_renameat2, folder, from, target, to, 0); }));
}

int faulty_renameat2(int folder, const char* from, int target, const char* to,
                     unsigned flags) __asm__("renameat2");
int faulty_renameat2(int folder, const char* from, int target, const char* to, unsigned flags) {
  return static_cast<int>(with_faults(
      "renameat2", [&] { return syscall(SYS_renameat2, folder, from, target, to, flags); }));
}

int faulty_linkat(int folder, const char* from, int target, const char* to,
                  int flags) __asm__("linkat");
int faulty_linkat(int folder, const char* from, int target, const char* to, int flags) {
  return static_cast<int>(
      with_faults("linkat", [&] { return syscall(SYS_linkat, folder, from, target, to, flags); }));
}

int faulty_unlinkat(int folder, const char* path, int flags) __asm__("unlinkat");
int faulty_unlinkat(int folder, const char* path, int flags) {
  return static_cast<int>(
      with_faults("unlinkat", [&] { return syscall(SYS_unlinkat, folder, path, flags); }));
}

int faulty_mkdirat(int folder, const char* path, unsigned mode) __asm__("mkdirat");
int faulty_mkdirat(int folder, const char* path, unsigned mode) {
  return static_cast<int>(
      with_faults("mkdirat", [&] { return syscall(SYS_mkdirat, folder, path, mode); }));
}

int faulty_flock(int file, int operation) __asm__("flock");
int faulty_flock(int file, int operation) {
  return static_cast<int>(
      with_faults("flock", [&] { return syscall(SYS_flock, file, operation); }));
}

int faulty_statx(int folder, const char* path, int flags, unsigned mask,
                 void* told) __asm__("statx");
int faulty_statx(int folder, const char* path, int flags, unsigned mask, void* told) {
  return static_cast<int>(
      with_faults("statx", [&] { return syscall(SYS_statx, folder, path, flags, mask, told); }));
}

int faulty_fstatat(int folder, const char* path, void* told, int flags) __asm__("fstatat");
int faulty_fstatat(int folder, const char* path, void* told, int flags) {
  return static_cast<int>(
      with_faults("fstatat", [&] { return syscall(SYS_newfstatat, folder, path, told, flags); }));
}

int faulty_fstat(int file, void* told) __asm__("fstat");
int faulty_fstat(int file, void* told) {
  return static_cast<int>(
      with_faults("fstat", [&] { return syscall(SYS_newfstatat, file, "", told, AT_EMPTY_PATH); }));
}

int faulty_fchmod(int file, unsigned mode) __asm__("fchmod");
int faulty_fchmod(int file, unsigned mode) {
  return static_cast<int>(with_faults("fchmod", [&] { return syscall(SYS_fchmod, file, mode); }));
}

int faulty_fchown(int file, unsigned user, unsigned group) __asm__("fchown");
int faulty_fchown(int file, unsigned user, unsigned group) {
  return static_cast<int>(
      with_faults("fchown", [&] { return syscall(SYS_fchown, file, user, group); }));
}

int faulty_inotify_add_watch(int queue, const char* path,
                             unsigned events) __asm__("inotify_add_watch");
int faulty_inotify_add_watch(int queue, const char* path, unsigned events) {
  return static_cast<int>(with_faults(
      "inotify_add_watch", [&] { return syscall(SYS_inotify_add_watch, queue, path, events); }));
}

}  // extern "C"

}  // namespace notes::test
