#include "vault/list_edit.h"

#include <algorithm>
#include <optional>

#include "vault/text_line.h"

namespace notes {
namespace {

using Action = ListPlan::Action;
using Slot = EntryLayout::Slot;

constexpr std::size_t npos = std::string_view::npos;

bool is_kept(const ListPlan& plan, std::size_t index) {
  return plan.steps[index].action != Action::remove;
}

bool has_kept(const ListPlan& plan) {
  return std::any_of(plan.steps.begin(), plan.steps.end(),
                     [](const ListPlan::Step& step) { return step.action != Action::remove; });
}

/// The texts to be inserted in order, for a list of which nothing stays.
std::vector<std::string> all_inserted(const ListEdit& edit) {
  std::vector<std::string> texts;
  for (const std::vector<std::size_t>& group : edit.plan.inserted) {
    for (const std::size_t index : group) texts.push_back(edit.texts[index]);
  }
  return texts;
}

std::string joined(const std::vector<std::string>& texts, std::string_view separator) {
  std::string result;
  for (const std::string& text : texts) {
    if (!result.empty()) result += separator;
    result += text;
  }
  return result;
}

class FlowEditor {
 public:
  FlowEditor(std::string_view bytes, const EntryLayout& layout, const ListEdit& edit)
      : bytes_(bytes),
        slots_(layout.slots),
        open_(bytes.find('[', layout.value_begin)),
        close_(layout.value_end - 1),
        edit_(edit),
        separator_(find_separator()) {}

  std::vector<Splice> run() {
    if (!has_kept(edit_.plan)) return replace_all();
    insert(0);  // before a replacement at the same place
    for (std::size_t i = 0; i < slots_.size(); ++i) {
      const ListPlan::Step& step = edit_.plan.steps[i];
      if (step.action == Action::replace) {
        splices_.push_back({slots_[i].begin, slots_[i].end, edit_.texts[step.wanted]});
      }
      if (step.action == Action::remove) remove(i);
    }
    for (std::size_t group = 1; group < edit_.plan.inserted.size(); ++group) insert(group);
    return std::move(splices_);
  }

 private:
  [[nodiscard]] std::string_view between(std::size_t begin, std::size_t end) const {
    return bytes_.substr(begin, end - begin);
  }

  [[nodiscard]] std::string find_separator() const {
    std::string separator = ", ";
    if (slots_.size() > 1) {
      separator = between(slots_[0].end, slots_[1].begin);
    } else if (slots_.size() == 1 && between(open_, slots_[0].begin).find('\n') != npos) {
      separator = "," + std::string(between(open_ + 1, slots_[0].begin));
    }
    return separator.find('#') == npos ? separator : ", ";
  }

  std::vector<Splice> replace_all() {
    const std::string text = joined(all_inserted(edit_), separator_);
    if (between(open_, close_).find('#') != npos) {
      const std::size_t at = slots_.empty() ? open_ + 1 : slots_.front().begin;
      splices_.push_back({at, at, text});
      for (std::size_t i = 0; i < slots_.size(); ++i) remove_alone(i);
      return std::move(splices_);
    }
    if (text.empty() || slots_.empty()) return {{open_, close_ + 1, "[" + text + "]"}};
    return {{slots_.front().begin, slots_.back().end, text}};
  }

  /// Removes an item and the comma after it; what else stands around it stays.
  void remove_alone(std::size_t index) {
    const std::size_t end = slots_[index].end;
    const std::size_t after = bytes_.find_first_not_of(" \t\r\n", end);
    splices_.push_back({slots_[index].begin, end, ""});
    if (bytes_[after] == ',') splices_.push_back({after, after + 1, ""});
  }

  void remove(std::size_t index) {
    const auto is_later_kept = [&] {
      for (std::size_t i = index + 1; i < slots_.size(); ++i) {
        if (is_kept(edit_.plan, i)) return true;
      }
      return false;
    };
    if (!is_later_kept()) return remove_last(index);
    const Slot& slot = slots_[index];
    const std::size_t next = slots_[index + 1].begin;
    const TextLine line = text_line_around(bytes_, slot.begin);
    const bool has_comment_line = line.next < next && between(line.next, next).find('#') != npos;
    if (!has_comment_line) {
      splices_.push_back({slot.begin, next, ""});
    } else if (line.first == slot.begin) {  // the comment on a line of its own is the next item's
      splices_.push_back({line.begin, line.next, ""});
    } else {
      splices_.push_back({slot.begin, line.end, ""});
    }
  }

  /// Removes an item after which none stays, with the comma before it; comments stay.
  void remove_last(std::size_t index) {
    const std::size_t before = slots_[index - 1].end;
    const std::size_t hash = between(0, slots_[index].begin).rfind('#');
    if (hash == npos || hash < before) {
      splices_.push_back({before, slots_[index].end, ""});
      return;
    }
    const std::size_t comment_end = text_line_at(bytes_, hash).end;
    const std::size_t after = bytes_.find_first_not_of(" \t\r\n", slots_[index].end);
    if (bytes_[after] == ',') {
      splices_.push_back({comment_end, after + 1, ""});
      return;
    }
    const std::size_t comma = bytes_.find(',', before);
    splices_.push_back({comma, comma + 1, ""});
    splices_.push_back({comment_end, slots_[index].end, ""});
  }

  void insert(std::size_t group) {
    std::vector<std::string> texts;
    for (const std::size_t index : edit_.plan.inserted[group]) texts.push_back(edit_.texts[index]);
    if (texts.empty()) return;
    if (group == 0) {
      std::size_t first = 0;
      while (!is_kept(edit_.plan, first)) ++first;
      const std::size_t at = slots_[first].begin;
      splices_.push_back({at, at, joined(texts, separator_) + separator_});
      return;
    }
    const std::size_t at = slots_[group - 1].end;
    if (group == slots_.size() && between(at, close_).find('#') != npos) {
      insert_after_comment(at, texts);
    } else {
      splices_.push_back({at, at, separator_ + joined(texts, separator_)});
    }
  }

  /// Adds to a list of several lines whose last item has a comment behind it, which stays there.
  void insert_after_comment(std::size_t at, const std::vector<std::string>& texts) {
    const std::size_t comma = bytes_.find_first_not_of(" \t\r\n", at);
    const bool has_comma = bytes_[comma] == ',';
    if (!has_comma) splices_.push_back({at, at, ","});
    const std::size_t hash = between(0, close_).rfind('#');
    const TextLine line = text_line_at(bytes_, hash);
    const TextLine item_line = text_line_around(bytes_, slots_.back().begin);
    const std::string lead = std::string(between(line.end, line.next)) +
                             std::string(between(item_line.begin, item_line.first));
    splices_.push_back(
        {line.end, line.end, lead + joined(texts, "," + lead) + (has_comma ? "," : "")});
  }

  std::string_view bytes_;  // the caller keeps it, and what the references name
  const std::vector<Slot>& slots_;
  std::size_t open_;
  std::size_t close_;
  const ListEdit& edit_;
  std::string separator_;
  std::vector<Splice> splices_;
};

bool has_comments(std::string_view bytes, const std::vector<Slot>& slots) {
  return std::any_of(slots.begin(), slots.end(), [&](const Slot& slot) {
    return bytes.substr(slot.end, slot.lines_end - slot.end).find('#') != npos;
  });
}

/// The lines of items that change places, each with the comment beside it; `lead` and `line_end`
/// stand around new ones.
std::vector<Splice> moved_lines(std::string_view bytes, const std::vector<Slot>& slots,
                                const ListEdit& edit, const std::string& lead,
                                std::string_view line_end) {
  std::vector<Splice> splices;
  splices.reserve(slots.size());
  for (const Slot& slot : slots) splices.push_back({slot.lines_begin, slot.lines_end, ""});
  for (std::size_t wanted = 0; wanted < edit.texts.size(); ++wanted) {
    std::string& place = splices[std::min(wanted, splices.size() - 1)].text;
    const std::optional<ListPlan::Origin>& origin = edit.plan.moved[wanted];
    if (!origin) {
      place.append(lead).append(edit.texts[wanted]).append(line_end);
      continue;
    }
    const Slot& slot = slots[origin->old];
    const std::size_t text_end = origin->is_same ? slot.begin : slot.end;
    place.append(bytes.substr(slot.lines_begin, slot.begin - slot.lines_begin));
    if (!origin->is_same) place.append(edit.texts[wanted]);
    place.append(bytes.substr(text_end, slot.lines_end - text_end));
  }
  return splices;
}

}  // namespace

std::vector<Splice> edited_flow_list(std::string_view bytes, const EntryLayout& layout,
                                     const ListEdit& edit) {
  return FlowEditor(bytes, layout, edit).run();
}

std::vector<Splice> edited_block_list(std::string_view bytes, const EntryLayout& layout,
                                      const ListEdit& edit, std::string_view line_end) {
  const std::vector<Slot>& slots = layout.slots;
  const TextLine first = text_line_at(bytes, slots.front().lines_begin);
  // `  - ` as the first item has it.
  const bool is_first_empty = slots.front().begin == slots.front().end;
  const std::string lead =
      std::string(bytes.substr(first.begin, first.column())) + "-" +
      (is_first_empty
           ? std::string(" ")
           : std::string(bytes.substr(first.first + 1, slots.front().begin - first.first - 1)));
  const std::string_view own_end =
      first.next > first.end ? bytes.substr(first.end, first.next - first.end) : line_end;
  if (!edit.plan.moved.empty() && has_comments(bytes, slots)) {
    return moved_lines(bytes, slots, edit, lead, own_end);
  }
  std::vector<Splice> splices;
  for (std::size_t i = 0; i < slots.size(); ++i) {
    const ListPlan::Step& step = edit.plan.steps[i];
    const Slot& slot = slots[i];
    if (step.action == Action::remove) splices.push_back({slot.lines_begin, slot.lines_end, ""});
    if (step.action == Action::replace) {
      const std::string gap = slot.begin == slot.end ? " " : "";
      splices.push_back({slot.begin, slot.end, gap + edit.texts[step.wanted]});
    }
  }
  for (std::size_t group = 0; group < edit.plan.inserted.size(); ++group) {
    const std::size_t at = group == 0 ? slots.front().lines_begin : slots[group - 1].lines_end;
    for (const std::size_t index : edit.plan.inserted[group]) {
      splices.push_back({at, at, lead + edit.texts[index] + std::string(own_end)});
    }
  }
  if (!has_kept(edit.plan) && all_inserted(edit).empty()) {
    splices.insert(splices.begin(), {layout.header_end, layout.header_end, " []"});
  }
  return splices;
}

}  // namespace notes
