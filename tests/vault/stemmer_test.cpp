#include "vault/stemmer.h"

#include <doctest/doctest.h>

#include <optional>
#include <string>
#include <vector>

using notes::StemLanguage;
using notes::Stemmer;

namespace {

struct Forms {
  StemLanguage language;
  std::vector<std::string> words;
};

}  // namespace

TEST_CASE("stem languages: letters decide which come into question") {
  const auto first = [](const std::string& word) {
    const auto languages = notes::stem_languages(word);
    return languages.empty() ? std::nullopt : std::optional(languages.front());
  };
  CHECK(first("recipes") == StemLanguage::english);
  CHECK(notes::stem_languages("recipes").size() == notes::latin_languages.size());
  CHECK(first("рецепты") == StemLanguage::russian);
  CHECK(notes::stem_languages("рецепты").size() == 1);
  for (const char* word :
       {"", "ab", "utf8", "a-b", "a_b", "weiß", "київ", "水", "сок2", "mixд", "ок"}) {
    CAPTURE(word);
    CHECK(first(word) == std::nullopt);
  }
  CHECK(first(std::string(notes::max_stemmed_length, 'a')) == StemLanguage::english);
  CHECK(first(std::string(notes::max_stemmed_length + 1, 'a')) == std::nullopt);
}

TEST_CASE("stemmer: forms of a word have one stem and its common beginning") {
  const std::vector<Forms> groups = {
      {StemLanguage::english, {"recipe", "recipes"}},
      {StemLanguage::english, {"hope", "hopes", "hoping", "hoped"}},
      {StemLanguage::english, {"sky", "skies"}},
      {StemLanguage::english, {"happy", "happiness"}},
      {StemLanguage::english, {"possible", "possibility"}},
      {StemLanguage::english, {"fly", "flies"}},
      {StemLanguage::english, {"organize", "organization", "organizing"}},
      {StemLanguage::english, {"tie", "ties", "tied"}},
      {StemLanguage::english, {"run", "running", "runs"}},
      {StemLanguage::english, {"pdf", "pdfs"}},
      {StemLanguage::english, {"url", "urls"}},
      {StemLanguage::french, {"recette", "recettes"}},
      {StemLanguage::french, {"cheval", "chevaux"}},
      {StemLanguage::french, {"heureux", "heureuse"}},
      {StemLanguage::french, {"appliquer", "application"}},
      {StemLanguage::french, {"prudent", "prudents", "prudemment"}},
      {StemLanguage::french, {"continuer", "continuez", "continue"}},
      {StemLanguage::german, {"rezept", "rezepte", "rezepten"}},
      {StemLanguage::german, {"schon", "schone", "schonen", "schoner"}},
      {StemLanguage::spanish, {"receta", "recetas"}},
      {StemLanguage::spanish, {"cocinar", "cocinamos", "cocinando"}},
      {StemLanguage::russian, {"рецепт", "рецепты", "рецептов", "рецептами"}},
      {StemLanguage::russian, {"новыи", "новая", "новое", "новые"}}};
  for (const Forms& group : groups) {
    const Stemmer stemmer(group.language);
    const std::string stem = stemmer.stem(group.words.front());
    for (const std::string& word : group.words) {
      CAPTURE(word);
      CHECK(stemmer.stem(word) == stem);
      const std::string beginning = notes::common_beginning(word, stem, group.language);
      for (const std::string& other : group.words) {
        CAPTURE(other);
        CHECK(other.starts_with(beginning));
      }
    }
  }
}

TEST_CASE("stemmer: short abbreviations and double s are left alone") {
  const Stemmer stemmer(StemLanguage::english);
  for (const char* word : {"dns", "tls", "css", "bss", "glass", "gas"}) {
    CAPTURE(word);
    CHECK(stemmer.stem(word) == word);
  }
}
