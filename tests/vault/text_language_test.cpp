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

TEST_CASE("text language: a sentence is enough when it has some of them") {
  CHECK(text_language("die belege und die rechnungen sind im ordner") == StemLanguage::german);
  CHECK(text_language("appeler les plombiers, acheter des tuyaux et des carreaux") ==
        StemLanguage::french);
  CHECK(text_language("we moeten de vluchten nog boeken, want het is bijna zomer") ==
        StemLanguage::dutch);
  CHECK(text_language("tengo que comprar flores para la abuela") == StemLanguage::spanish);
  CHECK(text_language("die hard, la la land and the clown in los angeles") ==
        StemLanguage::english);
  CHECK(text_language("ssh -a host; no such file or directory; as root do it on all") ==
        StemLanguage::english);
}

TEST_CASE("text language: it takes two different words, and more than of any other language") {
  const std::string more = " pan vino queso jamon aceite sal agua masa";
  CHECK(text_language("el pan, el vino, el" + more) == StemLanguage::english);
  CHECK(text_language("el pan y el vino, el" + more) == StemLanguage::spanish);
  CHECK(text_language("el pan y con las: the bread and the wine is it") == StemLanguage::english);
  const std::string as_many = "el pan y con una, und der auf nicht";
  CHECK(text_language(as_many) == StemLanguage::english);
  CHECK(text_language(as_many + " wir") == StemLanguage::german);
}

TEST_CASE("text language: one word of three letters is enough in a text of eight words") {
  CHECK(text_language("rechnung der gaswerke") == StemLanguage::german);
  CHECK(text_language("muy buena harina integral, agua, sal, aceite, levadura") ==
        StemLanguage::spanish);
  CHECK(text_language("muy buena harina integral, agua, sal, aceite, levadura, miel") ==
        StemLanguage::english);
  CHECK(text_language("el paso") == StemLanguage::english);
}

TEST_CASE("text language: names, code and languages without rules are not taken for another") {
  const std::vector<std::string> texts = {"los angeles",    "van gogh",       "com port",
                                          "die hard",       "las vegas, nv",  "mon 12:30",
                                          "rm -rf var/tmp", "npm run all",    "vad ar det och",
                                          "det er ikke og", "nie ma do domu", "bu bir ve icin"};
  for (const std::string& text : texts) {
    CAPTURE(text);
    CHECK(text_language(text) == StemLanguage::english);
  }
}

TEST_CASE("text language: words are whole, and only the beginning counts") {
  CHECK(text_language("el las y") == StemLanguage::spanish);
  CHECK(text_language("el y2y") == StemLanguage::english);
  CHECK(text_language("el las_y") == StemLanguage::spanish);
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
