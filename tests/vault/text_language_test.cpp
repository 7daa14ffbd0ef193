#include "vault/text_language.h"

#include <doctest/doctest.h>

#include <optional>
#include <string>
#include <vector>

using notes::StemLanguage;
using notes::text_language;

namespace {

struct Case {
  std::string text;
  StemLanguage language;
};

}  // namespace

TEST_CASE("text language: frequent words decide") {
  const std::vector<Case> cases = {
      {"the dough is left to rest for an hour", StemLanguage::english},
      {"laat het deeg een uur rusten en zet de oven aan met niet te veel stoom",
       StemLanguage::dutch},
      {"laissez la pate dans un bol pour une heure et le four est chaud", StemLanguage::french},
      {"den teig mit dem mehl eine stunde und nicht zu warm ruhen lassen", StemLanguage::german},
      {"la pasta con il lievito si lascia per un ora e non di piu", StemLanguage::italian},
      {"deixe a massa com o fermento por uma hora e nao mais do que isso no forno",
       StemLanguage::portuguese},
      {"la masa con el agua y la sal para el pan por una hora", StemLanguage::spanish},
      {"мука и вода", StemLanguage::english},
      {"水 と 粉", StemLanguage::english},
      {"", StemLanguage::english}};
  for (const Case& one : cases) {
    CAPTURE(one.text);
    CHECK(text_language(one.text) == one.language);
  }
}

TEST_CASE("text language: it takes four different words, and more than of any other language") {
  CHECK(text_language("el pan y el vino con el y y el") == StemLanguage::english);
  CHECK(text_language("el pan y el vino con las") == StemLanguage::spanish);
  CHECK(text_language("el pan y con las: the bread and the wine is it") == StemLanguage::english);
  const std::string as_many = "el pan y con los, mit und der auf";
  CHECK(text_language(as_many) == StemLanguage::english);
  CHECK(text_language(as_many + " nicht") == StemLanguage::german);
}

TEST_CASE("text language: words are whole, and only the beginning counts") {
  CHECK(text_language("el la las y") == StemLanguage::spanish);
  CHECK(text_language("el la las y2y") == StemLanguage::english);
  CHECK(text_language("el la las_y") == StemLanguage::spanish);
  CHECK(text_language("elx ely conz y2y lass las_ undd") == StemLanguage::english);
  const std::string filler(notes::language_sample_length, '.');
  CHECK(text_language(filler + " el pan y con las") == StemLanguage::english);
  CHECK(text_language("el pan y con las " + filler + "the of and is it to was you") ==
        StemLanguage::spanish);
}

TEST_CASE("text language: it is worked out once") {
  std::optional<StemLanguage> known;
  CHECK(notes::TextLanguage("el pan y con las", known).get() == StemLanguage::spanish);
  CHECK(known == StemLanguage::spanish);
  CHECK(notes::TextLanguage("", known).get() == StemLanguage::spanish);
}
