#pragma once
#include <unicode/uscript.h>
#include <unicode/utypes.h>

#include <optional>
#include <string>

namespace notes::tables {

bool is_vowel(char letter);

/// Whether a consonant of `script` is spoken with a vowel when no sign says otherwise.
bool has_inherent_vowel(UScriptCode script);

/// Whether people leave that vowel out at the end of a word.
bool is_vowel_silent_at_end(UScriptCode script);

/// How `value`, a letter or vowel sign, sounds, by its name in Unicode ("TIBETAN LETTER KA"), in
/// small letters; nullopt when the name does not tell.
std::optional<std::string> reading_of_name(UChar32 value, UScriptCode script);

}  // namespace notes::tables
