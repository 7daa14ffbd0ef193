#include "vault/changes.h"

#include <algorithm>
#include <utility>

namespace notes {

Changes::Changes(const platform::Folder& folder) : watch_(platform::FolderWatch::start(folder)) {}

std::optional<std::vector<std::string>> Changes::since_last() {
  if (!watch_) return std::nullopt;
  platform::WatchEvents events = watch_->take();
  if (events.is_over) watch_.reset();
  const bool is_first = std::exchange(is_first_, false);
  if (is_first || events.is_over || events.overflow) return std::nullopt;
  std::sort(events.names.begin(), events.names.end());
  events.names.erase(std::unique(events.names.begin(), events.names.end()), events.names.end());
  return std::move(events.names);
}

std::optional<int> Changes::descriptor() const noexcept {
  if (!watch_) return std::nullopt;
  return watch_->descriptor();
}

}  // namespace notes
