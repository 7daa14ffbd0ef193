#!/usr/bin/env python3
"""Asks a server for notes that are known to be there, the way people search: by what they remember.

usage: known_items.py NOTES_MCP VAULT... [--notes 300] [--seeds 1 2 3 4 5] [--least 0.97] [--misses]

For notes drawn at random from all vaults, each note is asked for twice: by two or three of its rarer
words, and by its title with one word changed in number, case or accents. Rarer are those words of a
note that the fewest notes of its vault have: a third of its words, at most ten, at least three. (Ten
of every note would be nearly all words of a short one, its commonest included, and more than three
notes have those.) A note counts as found when it is among the first three results. The vaults are
served read-only and not changed. Prints the share that was found for each vault, kind and seed; the
exit status is 1 when that of a seed is below --least.
A note that says the same as another (title and body) is not drawn, since nothing tells them apart.
Python 3.11, no packages.
"""
import argparse
import collections
import os
import random
import re
import sys
import unicodedata

from mcp_server import Server

FIRST = 3
RAREST = 10  # of a note's words at most, from which two or three are drawn
RARER_SHARE = 3  # a note's words divided by this are its rarer ones
LEAST_RARER = 3
ACCENTED = {"a": "á", "e": "é", "i": "í", "o": "ó", "u": "ú"}
WORD = re.compile(r"(?<!\w)[^\W\d_]{3,}(?!\w)")  # letters within a hash or a name are no word
SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def folded(text):
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return "".join(c for c in decomposed if not unicodedata.combining(c))


class Note:
    def __init__(self, slug, text):
        self.slug = slug
        text = text.lstrip("\ufeff").replace("\r\n", "\n")
        block = re.match(r"---[ \t]*\n(.*?)\n---[ \t]*\n", text, re.S)
        self.body = text[block.end():] if block else text
        title = re.search(r"^title:[ \t]*(\S.*?)[ \t]*$", block.group(1), re.M) if block else None
        heading = re.search(r"^#[ \t]+(.+?)[ \t#]*$", self.body, re.M)
        found = title or heading
        self.title = found.group(1).strip("'\"") if found else slug
        self.words = {folded(word) for word in WORD.findall(self.title + "\n" + self.body)}


def read_vault(folder):
    notes = []
    for name in sorted(os.listdir(folder)):
        path = os.path.join(folder, name)
        if name.endswith(".md") and SLUG.fullmatch(name[:-3]) and os.path.isfile(path):
            with open(path, encoding="utf-8", errors="replace") as file:
                notes.append(Note(name[:-3], file.read()))
    same = collections.Counter((note.title, note.body) for note in notes)
    return [note for note in notes if same[note.title, note.body] == 1]


def rare_words(note, frequency, rng):
    """Two or three of the note's rarer words; None for a note with fewer words."""
    rarer = min(RAREST, max(LEAST_RARER, len(note.words) // RARER_SHARE))
    words = sorted(note.words, key=lambda word: (frequency[word], word))[:rarer]
    if len(words) < 2:
        return None
    return " ".join(rng.sample(words, min(len(words), rng.choice((2, 3)))))


def changed_word(word, kind, rng):
    """`word` in another number, case or with other accents; None when it cannot be changed so."""
    if kind == "case":
        changed = word.lower() if word != word.lower() else word.capitalize()
    elif kind == "number":
        if not re.fullmatch(r"[a-z]{4,}|[A-Z][a-z]{3,}", word) or word.endswith("ss"):
            return None
        changed = word[:-1] if word.endswith("s") else word + "s"
    else:
        bare = "".join(c for c in unicodedata.normalize("NFD", word) if not unicodedata.combining(c))
        changed = unicodedata.normalize("NFC", bare)
        vowels = [i for i, c in enumerate(changed) if c in ACCENTED]
        if changed == word and vowels:
            at = rng.choice(vowels)
            changed = changed[:at] + ACCENTED[changed[at]] + changed[at + 1:]
    return changed if changed != word else None


def changed_title(note, rng):
    """The title with one word changed, and how; the title as it is when no word can be changed."""
    places = [word for word in re.finditer(r"\w+", note.title) if word.group().isalpha()]
    choices = [(place, kind) for place in places for kind in ("number", "case", "accent")]
    rng.shuffle(choices)
    for place, kind in choices:
        changed = changed_word(place.group(), kind, rng)
        if changed:
            return note.title[:place.start()] + changed + note.title[place.end():], kind
    return note.title, "as it is"


def search(server, query):
    """The slugs of the first results."""
    result = server.request("tools/call", {"name": "search_notes",
                                           "arguments": {"query": query, "limit": FIRST}})
    if result.get("isError"):
        sys.exit(f"{query!r}: {result['content'][0]['text']}")
    return [hit["slug"] for hit in result["structuredContent"]["results"]]


def plain(title):
    """`title` without what would be read as search syntax."""
    return re.sub(r'(^|\s)[-#]+|["*]|\b(title|tag):', " ", title)


def questions(vaults, count, seed):
    """For each vault a list of (kind, slug, query), of `count` notes in all."""
    rng = random.Random(seed)
    notes = [(vault, note) for vault in vaults for note in read_vault(vault)]
    frequency = {vault: collections.Counter() for vault in vaults}
    for vault, note in notes:
        frequency[vault].update(note.words)
    asked = {vault: [] for vault in vaults}
    for vault, note in rng.sample(notes, min(count, len(notes))):
        words = rare_words(note, frequency[vault], rng)
        if words:
            asked[vault].append(("rare words", note.slug, words))
        title, kind = changed_title(note, rng)
        asked[vault].append((f"title, {kind}", note.slug, plain(title)))
    return asked


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("program")
    parser.add_argument("vaults", nargs="+")
    parser.add_argument("--notes", type=int, default=300)
    parser.add_argument("--seeds", type=int, nargs="+", default=[1, 2, 3, 4, 5])
    parser.add_argument("--least", type=float, default=0.97)
    parser.add_argument("--misses", action="store_true", help="print what was not found")
    arguments = parser.parse_args()
    found, asked = collections.Counter(), collections.Counter()
    servers = {vault: Server(arguments.program, vault) for vault in arguments.vaults}
    for seed in arguments.seeds:
        for vault, items in questions(arguments.vaults, arguments.notes, seed).items():
            for kind, slug, query in items:
                first = search(servers[vault], query)
                name = os.path.basename(os.path.normpath(vault))
                for row in (kind, name, f"seed {seed}", "all"):
                    asked[row] += 1
                    found[row] += slug in first
                if arguments.misses and slug not in first:
                    print(f"{kind}: {query!r} wants {slug}, got {first}")
    for server in servers.values():
        server.close()
    for row in sorted(asked, key=lambda row: (row == "all", row)):
        print(f"{row:20} {found[row]:5} of {asked[row]:5}  {found[row] / asked[row]:.3f}")
    worst = min(found[f"seed {seed}"] / asked[f"seed {seed}"] for seed in arguments.seeds)
    return 0 if worst >= arguments.least else 1


if __name__ == "__main__":
    sys.exit(main())
