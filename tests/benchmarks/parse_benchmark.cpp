// How long it takes to understand a note's file. Wanted: under 5 µs per KB of a plain note.

#include <benchmark/benchmark.h>

#include <cstdint>
#include <string>

#include "vault/note.h"
#include "vault/slug.h"

namespace {

constexpr std::int64_t smallest_note = 1 << 10;
constexpr std::int64_t largest_note = 1 << 20;

std::string plain_note(std::size_t size) {
  std::string text =
      "---\ntitle: Sourdough starter\ntags: [baking, bread]\ncreated: "
      "2026-11-30T09:15:02Z\n---\n\n";
  while (text.size() < size) {
    text += "## Feeding\n\nEqual parts of flour and water, stirred well, once a day.\n\n";
  }
  text.resize(size);
  return text;
}

void parse_plain_note(benchmark::State& state) {
  const notes::Result<notes::Slug> slug = notes::Slug::parse("sourdough-starter");
  const std::string bytes = plain_note(static_cast<std::size_t>(state.range(0)));
  const notes::FileTimes times{};
  for (auto iteration : state) {
    benchmark::DoNotOptimize(iteration);
    benchmark::DoNotOptimize(notes::parse_note(*slug, bytes, times));
  }
  state.SetBytesProcessed(state.iterations() * state.range(0));
}
BENCHMARK(parse_plain_note)->RangeMultiplier(32)->Range(smallest_note, largest_note);

}  // namespace
