#pragma once
#include <functional>
#include <string>

namespace notes::test {

/// How a child process ended.
struct ChildEnd {
  std::string said;  ///< what its work returned; empty when it was killed
  int signal = 0;    ///< that killed it; 0 when it ended by itself
};

/// A copy of this process at work, so that it may change its user, its limits or its mounts, or be
/// killed, without harm to the tests. POSIX only.
class Child {
 public:
  /// Starts `work`; what it returns is what the child says. What it throws is said as well.
  explicit Child(const std::function<std::string()>& work);
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  Child(Child&& other) noexcept;
  Child& operator=(Child&& other) = delete;
  /// Kills the child unless `wait` was called.
  ~Child();

  [[nodiscard]] int id() const noexcept { return id_; }
  /// Waits for its end.
  ChildEnd wait();

 private:
  int id_ = -1;
  int output_ = -1;
};

/// What a child that does `work` says.
[[nodiscard]] std::string said_by_child(const std::function<std::string()>& work);

/// In a child of a privileged user: becomes a user without rights, for whom permissions count.
void drop_privileges();

/// In a child: gives it mounts of its own. False where the system does not allow that.
[[nodiscard]] bool has_own_mounts();

}  // namespace notes::test
