#include "vault/slug.h"

#include <doctest/doctest.h>

#include <array>
#include <string>
#include <string_view>

#include "support/temp_vault.h"
#include "vault/unicode.h"

namespace notes {
namespace {

using notes::test::repeated;

TEST_CASE("slug: what keeps the rule is taken as it is") {
  for (const std::string& text : {std::string("a"), std::string("0"), std::string("pad-thai"),
                                  std::string("con"), std::string(Slug::max_length, 'x')}) {
    CAPTURE(text);
    const Result<Slug> slug = Slug::parse(text);
    REQUIRE(slug);
    CHECK(slug->str() == text);
    CHECK(slug->file_name() == text + ".md");
  }
}

TEST_CASE("slug: what breaks the rule is refused, with the valid form where there is one") {
  constexpr std::string_view rule =
      "a slug has lower-case letters a-z and digits, with single hyphens between them.";
  struct Example {
    std::string_view text;
    std::string_view shown;
    std::string_view hint;
  };
  constexpr std::string_view example = "Give the note's slug, such as 'pad-thai'.";
  constexpr std::string_view meant = "Did you mean 'pad-thai'?";
  constexpr std::array examples = {
      Example{"pad-thai.md", "'pad-thai.md'", meant},
      Example{"Pad Thai", "'Pad Thai'", meant},
      Example{"Pad Thai.MD", "'Pad Thai.MD'", meant},
      Example{" pad-thai\n", "' pad-thai '", meant},
      Example{"-pad-thai", "'-pad-thai'", meant},
      Example{"pad-thai-", "'pad-thai-'", meant},
      Example{"pad--thai", "'pad--thai'", meant},
      Example{"pad_thai", "'pad_thai'", meant},
      Example{"Pád-Thái", "'Pád-Thái'", meant},
      Example{"notes/pad-thai", "'notes/pad-thai'", meant},
      Example{"notes\\pad-thai.markdown", "'notes\\pad-thai.markdown'", meant},
      Example{"/home/me/notes/pad-thai.md/", "'/home/me/notes/pad-thai.md/'", meant},
      Example{"note:///pad-thai", "'note:///pad-thai'", meant},
      Example{"note:///pad-thai#sauce", "'note:///pad-thai#sauce'", meant},
      Example{"#pad-thai", "'#pad-thai'", meant},
      Example{"[[pad-thai]]", "'[[pad-thai]]'", meant},
      Example{"C# tips", "'C# tips'", "Did you mean 'c-tips'?"},
      Example{"../../etc/passwd", "'../../etc/passwd'", "Did you mean 'passwd'?"},
      Example{"..", "'..'", example},
      Example{".md", "'.md'", "Did you mean 'md'?"},
      Example{"/", "'/'", example},
      Example{"🍮", "'🍮'", example},
      Example{"note", "", ""},
      Example{"a\xFF\x01z", "'a\uFFFD z'", "Did you mean 'a-z'?"},
      Example{std::string_view("a\0b", 3), "'a b'", "Did you mean 'a-b'?"},
  };
  for (const Example& wanted : examples) {
    CAPTURE(wanted.text);
    const Result<Slug> slug = Slug::parse(wanted.text);
    CHECK(slug.has_value() == wanted.shown.empty());
    if (slug) continue;
    CHECK(slug.error().code == ErrorCode::invalid_argument);
    CHECK(slug.error().message ==
          std::string(wanted.shown) + " is not a slug: " + std::string(rule));
    CHECK(slug.error().hint == wanted.hint);
  }
  REQUIRE_FALSE(Slug::parse(""));
  CHECK(Slug::parse("").error().message == "The slug is empty.");
  CHECK(Slug::parse("").error().hint == example);
}

TEST_CASE("slug: one that is too long is refused and cut in the message") {
  const Result<Slug> slug = Slug::parse(std::string(Slug::max_length + 1, 'x'));
  REQUIRE_FALSE(slug);
  CHECK(slug.error().message ==
        "'" + std::string(60, 'x') +
            "…' is too long for a slug, which has at most 100 characters: a slug has lower-case "
            "letters a-z and digits, with single hyphens between them.");
  CHECK(slug.error().hint == "Did you mean '" + std::string(Slug::max_length, 'x') + "'?");
  const Result<Slug> huge = Slug::parse(repeated("\xE2\x82", 10'000'000));
  REQUIRE_FALSE(huge);
  CHECK(huge.error().message.size() < 400);
}

TEST_CASE("slug: titles in any language give readable names") {
  struct Example {
    std::string_view title;
    std::string_view slug;
  };
  constexpr std::array examples = {
      Example{"Pad Thai", "pad-thai"},
      Example{"  --Weekly   Review!! (2026) ", "weekly-review-2026"},
      Example{"Crème brûlée", "creme-brulee"},
      Example{"Cre\u0300me bru\u0302le\u0301e", "creme-brulee"},
      Example{"Straße", "strasse"},
      Example{"Łódź", "lodz"},
      Example{"Bäcker", "backer"},
      Example{"Борщ", "borshch"},
      Example{"김치 찌개", "gimchi-jjigae"},
      Example{"日本語", "ri-ben-yu"},
      Example{"Don't", "dont"},
      Example{"Don’t donʼt don‘t", "dont-dont-dont"},
      Example{"A\u0316\u0316\u0316\u0316l", "al"},
      Example{"C++ & C#: 1.10", "c-c-1-10"},
      Example{"a_b/c\\d", "a-b-c-d"},
      Example{"../../etc/passwd", "etc-passwd"},
      Example{"note", "note"},
      Example{"", "note"},
      Example{"\u200B", "note"},
      Example{"🍮🍮", "note"},
      Example{"'", "note"},
      Example{"caf\xC3", "caf"},
      Example{std::string_view("a\0b", 3), "a-b"},
  };
  for (const Example& example : examples) {
    CAPTURE(example.title);
    CHECK(Slug::from_title(example.title).str() == example.slug);
  }
}

TEST_CASE("slug: a sign that turns the direction of text is no letter") {
  constexpr char32_t right_to_left_override = 0x202E;
  std::string title;
  append_utf8(title, right_to_left_override);
  CHECK(Slug::from_title(title).str() == "note");
  CHECK(Slug::from_title("a" + title + "b").str() == "ab");
}

TEST_CASE("slug: no title gives the name of a Windows device") {
  struct Example {
    std::string_view title;
    std::string_view slug;
  };
  constexpr std::array examples = {
      Example{"con", "con-note"},   Example{"AUX", "aux-note"},
      Example{"com1", "com1-note"}, Example{"COM\u00B9", "com1-note"},
      Example{"LPT9", "lpt9-note"}, Example{"con.txt", "con-txt"},
      Example{"Nul!", "nul-note"},  Example{"com0", "com0"},
      Example{"com10", "com10"},    Example{"console", "console"},
  };
  for (const Example& example : examples) {
    CAPTURE(example.title);
    CHECK(Slug::from_title(example.title).str() == example.slug);
  }
  for (const std::string_view name :
       {"con", "CON", "Prn", "aux", "nul", "com1", "COM9", "lpt1", "LPT9", "com²", "LPT³"}) {
    CAPTURE(name);
    CHECK(is_windows_device_name(name));
  }
  for (const std::string_view name :
       {"", "co", "com", "com0", "com10", "lpt", "conn", "nul.txt", "note", "com\xC2"}) {
    CAPTURE(name);
    CHECK_FALSE(is_windows_device_name(name));
  }
}

TEST_CASE("slug: a long title is cut at a hyphen, or hard where there is none") {
  CHECK(Slug::from_title(std::string(80, 'x')).str() == std::string(80, 'x'));
  CHECK(Slug::from_title(std::string(81, 'x')).str() == std::string(80, 'x'));
  CHECK(Slug::from_title(std::string(80, 'x') + " y").str() == std::string(80, 'x'));
  CHECK(Slug::from_title(std::string(78, 'x') + " y").str() == std::string(78, 'x') + "-y");
  CHECK(Slug::from_title(std::string(78, 'x') + " yz").str() == std::string(78, 'x'));
  CHECK(Slug::from_title(repeated("word ", 200)).str() == repeated("word-", 15) + "word");
  CHECK(Slug::from_title(repeated("\u0301\u0316", 200) + "late").str() == "late");
}

TEST_CASE("slug: titles as long as a note can be are taken in bounded time") {
  const std::size_t sixteen_mebibytes = std::size_t{16} << 20U;
  CHECK(Slug::from_title(std::string(sixteen_mebibytes, 'x')).str() == std::string(80, 'x'));
  CHECK(Slug::from_title(std::string(sixteen_mebibytes, ' ')).str() == "note");
  CHECK(Slug::from_title(repeated("\u0301\u0316", sixteen_mebibytes / 4)).str() == "note");
  CHECK(Slug::from_title(std::string(65533, ' ') + "endless").str() == "end");
  CHECK(Slug::from_title(std::string(65536, '\xFF') + "end").str() == "note");
}

TEST_CASE("slug: every title gives a slug that parses to itself") {
  for (char32_t value = 0; value < 0x30000; value += value < 0x3000 ? 1 : 7) {
    if (value >= 0xD800 && value < 0xE000) continue;
    std::string title = "x ";
    append_utf8(title, value);
    for (const std::string& text : {title, title.substr(2)}) {
      const Slug slug = Slug::from_title(text);
      const Result<Slug> parsed = Slug::parse(slug.str());
      if (parsed && *parsed == slug) continue;
      CAPTURE(text);
      CAPTURE(slug.str());
      CHECK(parsed.has_value());
    }
  }
}

TEST_CASE("slug: numbers are added within the longest length") {
  const auto numbered = [](std::string_view text, unsigned n) {
    return Slug::parse(text)->numbered(n).str();
  };
  CHECK(numbered("pad-thai", 2) == "pad-thai-2");
  CHECK(numbered("pad-thai", 1000) == "pad-thai-1000");
  CHECK(numbered(std::string(98, 'x'), 2) == std::string(98, 'x') + "-2");
  CHECK(numbered(std::string(99, 'x'), 2) == std::string(98, 'x') + "-2");
  CHECK(numbered(std::string(100, 'x'), 4'294'967'295U) == std::string(89, 'x') + "-4294967295");
  CHECK(numbered(std::string(60, 'x') + "-" + std::string(39, 'y'), 10) ==
        std::string(60, 'x') + "-10");
  CHECK(numbered(std::string(97, 'x') + "-yz", 2) == std::string(97, 'x') + "-2");
  const Slug hard_cut = Slug::from_title(std::string(200, 'q'));
  CHECK(hard_cut.numbered(1000).str() == std::string(80, 'q') + "-1000");
}

}  // namespace
}  // namespace notes
