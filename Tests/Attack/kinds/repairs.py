"""Misspelled and negated keys through `lint --fix`: no safe repair makes another film than its author meant."""
import json
import re

from kinds.scripts import sample_scripts
from support.attempt import Kind
from support.program import ROOT

SECONDS = 10
KEY = re.compile(r"(?P<before>^[ ]*(?:- )*|[{,] ?)(?P<key>[a-z][a-z0-9-]*)(?=:(?: |$))", re.MULTILINE)

# A key that says no to what it names: with the same value it would be the opposite.
NEGATIONS = [
    "no-{}", "no{}", "no_{}", "non-{}", "non{}", "un{}", "un-{}", "dis{}", "de{}", "without-{}", "mute-{}", "off-{}",
    "not-{}", "not{}", "disable-{}", "skip-{}", "hide-{}", "{}-off", "{}Off", "no{Upper}", "without{Upper}",
]
NEIGHBOURS = {row[i]: row[max(0, i - 1):i] + row[i + 1:i + 2] for row in ("qwertyuiop", "asdfghjkl", "zxcvbnm") for i in range(len(row))}


def known_keys():
    """The keys of the language. Others are names that a script gives, such as those of variables."""
    def keys(schema):
        if isinstance(schema, list):
            return {key for part in schema for key in keys(part)}
        if not isinstance(schema, dict):
            return set()
        return set(schema.get("properties", ())) | {key for part in schema.values() for key in keys(part)}
    return keys(json.loads((ROOT / "grammar/edit.schema.json").read_text()))


def negated(random, key):
    return random.choice(NEGATIONS).format(key, Upper=key[:1].upper() + key[1:])


def misspelled(random, key):
    """One or two slips of the fingers."""
    for _ in range(random.choice([1, 1, 1, 2])):
        place = random.randrange(len(key))
        letter = key[place]
        key = random.choice([
            key[:place] + key[place + 1:],
            key[:place] + letter + key[place:],
            key[:place] + random.choice("abcdefghijklmnopqrstuvwxyz") + key[place:],
            key[:place] + random.choice(NEIGHBOURS.get(letter) or letter) + key[place + 1:],
            key[:place] + key[place + 1:place + 2] + letter + key[place + 2:],
        ]) or letter
    return key


def respelled(random, key):
    """Another case or other separators, or one form of the word for another."""
    words = key.split("-")
    return random.choice([
        key.upper(), key.capitalize(), "_".join(words), "".join(words), words[0] + "".join(word.capitalize() for word in words[1:]),
        key + "s", key.removesuffix("s"), key + "d", key + "ing",
    ])


class Repairs(Kind):
    name = "repairs"
    promise = "`lint --fix` never makes a key that says no into the key, and a misspelled key only into the one that it was"

    def prepare(self):
        self.samples, known = [], known_keys() - {"edit", "note", "x"}
        for file in sample_scripts():
            text = file.read_text()
            keys = [match for match in KEY.finditer(text) if match["key"] in known]
            (self.folder / "film.edit").write_text(text)
            ended = self.dump(self.folder)
            if keys and ended.code == 0:
                self.samples.append((text, keys, ended.out))
        # Every key of a sample once, before a second one of the same name.
        seen, first, later = set(), [], []
        for sample in self.samples:
            for match in sample[1]:
                (later if match["key"] in seen else first).append((sample, match))
                seen.add(match["key"])
        self.places = first + later

    def dump(self, folder):
        return self.program.run("dump", "--stage", "script", "--no-cache", "film.edit", folder=folder)

    def attempt(self, number, random, folder):
        (text, _, film), match = self.places[number % len(self.places)]
        key = match["key"]
        make = random.choice([negated, negated, misspelled, misspelled, respelled])
        word = make(random, key)
        start, end = match.span("key")
        path = folder / "film.edit"
        path.write_text(text[:start] + word + text[end:])
        written = path.read_text()
        meant = self.dump(folder)
        fixed = self.program.run("lint", "--fix", "--no-media", "film.edit", folder=folder)
        found = fixed.problems({0, 1}, SECONDS * self.patience)
        if path.read_text() == written:
            return found
        self.note("repaired scripts")
        after = self.dump(folder)
        found += after.problems({0, 1, 65}, SECONDS * self.patience)
        if after.code != 0:
            return found
        if meant.code == 0 and after.out != meant.out:
            found.append(f"`{word}` for `{key}`: the script was right before, and the repair changed its film")
        elif make is negated and after.out == film:
            found.append(f"`{word}` became `{key}`, its opposite")
        elif make is not negated and after.out != film:
            found.append(f"`{word}` for `{key}` became another key: {self.difference(written, path.read_text())}")
        return found

    def difference(self, before, after):
        return next((f"{new.strip()!r}" for old, new in zip(before.splitlines(), after.splitlines()) if old != new), "")
