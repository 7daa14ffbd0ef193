#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace notes::test {

/// What happens at one system call.
struct Fault {
  enum class Kind {
    fails,         ///< returns -1 with `error` and does nothing
    kills_before,  ///< the process is killed instead
    kills_after,   ///< the process is killed when the call is done
    cuts_short,    ///< a write writes one byte only
    acts_before,   ///< `action` is done first, then the call
  };
  std::string call;                ///< "renameat2"
  std::optional<unsigned> number;  ///< which call of that name, from 0; all of them without
  Kind kind = Kind::fails;
  int error = 0;  ///< errno
  std::function<void()> action = {};
};

/// While it lives, the system calls of this process on files are noted, and `faults` happen. The C
/// library's functions are replaced for the test program as a whole and are as always outside of
/// this object's life. Linux only. One at a time, with no other thread at work.
class SystemFaults {
 public:
  explicit SystemFaults(std::vector<Fault> faults);
  SystemFaults(const SystemFaults&) = delete;
  SystemFaults& operator=(const SystemFaults&) = delete;
  SystemFaults(SystemFaults&&) = delete;
  SystemFaults& operator=(SystemFaults&&) = delete;
  ~SystemFaults();

  /// Names of the calls so far, in order; those of an `action` are left out.
  [[nodiscard]] const std::vector<std::string>& calls() const noexcept { return calls_; }
  /// Notes a call, and gives the fault that is to happen at it.
  [[nodiscard]] const Fault* next(const char* call);

 private:
  std::vector<Fault> faults_;
  std::vector<std::string> calls_;
};

}  // namespace notes::test
