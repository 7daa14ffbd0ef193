#include "server/facts.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "server/page.h"
#include "vault/timestamp.h"

namespace notes::mcp {

void Facts::add(const char* name, const Json& value) {
  structured_[name] = value;
  std::string shown;
  if (value.is_string()) {
    shown = one_line(value.get_ref<const std::string&>());
  } else if (value.is_array()) {
    shown = tags_text(value);
  } else {
    shown = value.dump();
  }
  text_ += std::string(name) + ": " + shown + "\n";
}

void Facts::add_block(const char* name, std::string_view lines) {
  structured_[name] = lines;
  text_ += std::string(name) + ":\n---\n";
  text_ += lines;
  if (!lines.empty() && lines.back() != '\n') text_ += '\n';
  text_ += "---\n";
}

void Facts::add_worded(const char* name, Json value, std::string_view words) {
  structured_[name] = std::move(value);
  text_ += words;
}

std::string one_line(std::string_view text) {
  std::string line(text);
  for (char& byte : line) {
    const auto plain = static_cast<unsigned char>(byte);
    if (plain < 0x20 || plain == 0x7F) byte = ' ';
  }
  return line;
}

std::string shown_title(std::string_view title) { return abridged(title, max_shown_title); }

Json shown_tags(const Tags& tags) {
  Json shown = Json::array();
  std::size_t cost = 0;
  for (const std::string& tag : tags) {
    std::string text = abridged(tag, max_shown_tag);
    cost += text_cost(text) + 3;  // quotes and a comma
    if (cost > max_shown_tags_cost) {
      shown.push_back("… and " + std::to_string(tags.size() - shown.size()) + " more tags");
      break;
    }
    shown.push_back(std::move(text));
  }
  return shown;
}

std::string tags_text(const Json& shown) {
  std::string joined;
  for (const Json& tag : shown) {
    const auto& text = tag.get_ref<const std::string&>();
    if (text.find(',') != std::string::npos) return shown.dump();
    joined += (joined.empty() ? "" : ", ") + one_line(text);
  }
  return joined;
}

void add_summary(Facts& facts, const NoteSummary& note, Created created) {
  facts.add("slug", note.slug.str());
  facts.add("title", shown_title(note.title));
  facts.add("tags", shown_tags(note.tags));
  if (created == Created::include) facts.add("created", to_iso8601(note.created));
  facts.add("updated", to_iso8601(note.updated));
}

std::string summary_line(const NoteSummary& note, Created created) {
  std::string line = note.slug.str() + ": " + one_line(shown_title(note.title));
  if (!note.tags.empty()) line += " [" + tags_text(shown_tags(note.tags)) + "]";
  line += " updated " + to_iso8601(note.updated);
  if (created == Created::include) line += ", created " + to_iso8601(note.created);
  return line;
}

std::vector<Property> summary_properties(Created created) {
  std::vector<Property> properties = {required("slug", string("")), required("title", string("")),
                                      required("tags", strings(""))};
  if (created == Created::include) properties.push_back(required("created", string("")));
  properties.push_back(required("updated", string("")));
  return properties;
}

std::vector<Property> filter_properties() {
  return {optional("tag", string("Only notes with this tag; 'project' finds 'project/alpha' too.")),
          optional("updated_after", string("ISO date or date-time in UTC, such as 2026-11-30.")),
          optional("updated_before", string("Likewise; not included itself."))};
}

std::vector<Property> page_properties() {
  return {required("total", integer("")), required("count", integer("")),
          required("offset", integer("")), required("has_more", boolean("")),
          optional("next_offset", integer(""))};
}

}  // namespace notes::mcp
