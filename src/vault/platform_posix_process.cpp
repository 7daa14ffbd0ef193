#include <sys/types.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <ctime>
#include <limits>
#include <system_error>

#include "vault/platform.h"
#include "vault/platform_posix.h"

namespace notes::platform {
namespace {

/// What a person does about it; empty where only the reason itself helps.
std::string_view mend(int error) {
  switch (error) {
    case ENOSPC:
      return "The disk is full. Free some space, then try again.";
    case EDQUOT:
      return "Your disk quota is used up. Free some space, then try again.";
    case EFBIG:
      return "The file would be larger than the file system or the limit of this user allows "
             "(ulimit -f).";
    case EACCES:
    case EPERM:
      return "The user that runs notes-mcp needs permission for this file and its folder.";
    case EROFS:
      return "The file system is mounted read-only. Mount it writable, or serve the vault "
             "read-only.";
    case EMFILE:
    case ENFILE:
      return "Too many files are open. Close some programs or raise the limit (ulimit -n), then "
             "try again.";
    case EIO:
      return "The disk reports a fault. Look at the system's log and make a backup.";
    case EAGAIN:
    case EBUSY:
    case ETXTBSY:
    case EDEADLK:
      return "Another program holds the file. Try again in a moment.";
    case ENODEV:
    case ENXIO:
    case ESTALE:
    case ENOTCONN:
    case ETIMEDOUT:
    case EHOSTDOWN:
      return "The drive or the network share is away. Connect it again, then try again.";
    case ENOTDIR:
      return "A part of this path is a file. Give the path of a folder.";
    case ENOENT:
      return "Check that the path is right and its drive is mounted.";
    case ELOOP:
      return "Symbolic links lead in a circle or are not followed here. Give the path itself.";
    case ENAMETOOLONG:
      return "Choose a shorter name.";
    case ENOMEM:
      return "The machine is out of memory. Close some programs, then try again.";
    default:
      return {};
  }
}

}  // namespace

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  Descriptor old(std::exchange(number_, other.release()));
  return *this;
}

Descriptor::~Descriptor() {
  if (is_open()) ::close(number_);
}

unexpected<VaultError> system_error(std::string_view purpose, std::string_view name, int error) {
  std::string message = "cannot ";
  message.append(purpose).append(" ").append(name).append(": ");
  message += std::generic_category().message(error);
  return fail(ErrorCode::io, std::move(message), std::string(mend(error)));
}

int synced(int descriptor) {
  const int error = sync_to_disk(descriptor);
  // EINVAL, ENOTSUP: this file system has nothing to sync (or cannot be asked to).
  return error == EINVAL || error == ENOTSUP ? 0 : error;
}

std::int64_t nanoseconds(std::int64_t seconds, std::int64_t rest) noexcept {
  constexpr std::int64_t per_second = 1'000'000'000;
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max() / per_second - 1;
  if (seconds > most) return most * per_second;
  if (seconds < -most) return -most * per_second;
  return seconds * per_second + rest;
}

Timestamp now() {
  using std::chrono::system_clock;
  return {std::chrono::floor<std::chrono::milliseconds>(system_clock::now().time_since_epoch())
              .count()};
}

std::int64_t file_clock_ns() {
#ifdef CLOCK_REALTIME_COARSE
  constexpr clockid_t clock = CLOCK_REALTIME_COARSE;
#else
  constexpr clockid_t clock = CLOCK_REALTIME;
#endif
  struct timespec time {};
  ::clock_gettime(clock, &time);
  return nanoseconds(time.tv_sec, time.tv_nsec);
}

std::uint64_t process_id() { return static_cast<std::uint64_t>(::getpid()); }

bool is_process_alive(std::uint64_t id) {
  // 0 and numbers that wrap to negative ones would ask about whole groups of processes.
  if (id == 0 || id > static_cast<std::uint64_t>(std::numeric_limits<pid_t>::max())) return false;
  return ::kill(static_cast<pid_t>(id), 0) == 0 || errno != ESRCH;
}

std::optional<std::filesystem::path> home() {
  // NOLINTNEXTLINE(concurrency-mt-unsafe): nothing here changes the environment.
  const char* const given = std::getenv("HOME");
  if (given != nullptr && *given != '\0') return std::filesystem::path(given);
  return home_of_user();
}

std::filesystem::path path_from_utf8(std::string_view text) { return {text}; }

std::string path_to_utf8(const std::filesystem::path& path) { return path.native(); }

}  // namespace notes::platform
