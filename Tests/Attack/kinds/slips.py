"""Scripts with one to three slips of ten kinds through `lint --fix`: most become whole, and none another film."""
import re

from kinds.repairs import KEY, NEIGHBOURS, known_keys
from kinds.scripts import sample_scripts
from support.attempt import Kind

SECONDS = 10
ROUNDS = 3
# The least share of scripts without an error after safe repairs.
REPAIRED = 0.95

# Other tools' words that mean the same. Words that can mean something else, such as `trim`, `start`, `layers` and
# `position`, have repairs that a person has to choose.
SYNONYMS = {
    "clip": ["video", "src", "source"], "image": ["picture", "photo"], "for": ["duration", "length"], "volume": ["gain"],
    "opacity": ["alpha"], "rate": ["fps"], "size": ["resolution"], "color": ["colour"], "rotate": ["rotation"],
}


def changed(text, match, replacement, group=0):
    start, end = match.span(group)
    return text[:start] + replacement + text[end:]


def one(random, pattern, text):
    found = list(re.finditer(pattern, text, re.MULTILINE))
    return random.choice(found) if found else None


def dash(random, text):
    match = one(random, r"^ *-(?P<space> )(?=\S)", text)
    return match and changed(text, match, "", "space")


def colon(random, text):
    match = one(random, r"^ *(?:- )*[a-z][a-z-]*:(?P<space> )(?=[^\s\[{|>])", text)
    return match and changed(text, match, "", "space")


def indentation(random, text):
    match = one(random, r"^(?P<indent> {2,})(?=[a-z-])", text)
    return match and changed(text, match, random.choice([match["indent"] + " ", match["indent"][1:]]), "indent")


def color(random, text):
    match = one(random, r"\"(?P<color>#[0-9a-fA-F]{3,8})\"", text)
    return match and changed(text, match, match["color"])


def unit(random, text):
    """Of a number that can have one unit only. Whether a time is in seconds or in frames is for its author to say, and a
    positive level without a unit is a factor."""
    match = one(random, r": (?:-?[0-9.]+(?P<unit>x|deg|Hz)|-[0-9.]+(?P<level>dB))(?=[,}\s]|$)", text)
    return match and changed(text, match, "", match.lastgroup)


def keys(text):
    return [match for match in KEY.finditer(text) if match["key"] in KNOWN]


def key(random, text):
    """One wrong letter, in a word that is long enough to be known by the others."""
    match = random.choice([match for match in keys(text) if len(match["key"]) > 3])
    word, place = match["key"], random.randrange(1, len(match["key"]) - 1)
    letter = word[place]
    slipped = random.choice([
        word[:place] + word[place + 1:], word[:place] + letter + word[place:], word[:place] + word[place + 1] + letter + word[place + 2:],
        word[:place] + random.choice(NEIGHBOURS.get(letter) or letter) + word[place + 1:],
    ])
    return changed(text, match, slipped, "key")


def case(random, text):
    match = random.choice(keys(text))
    words = match["key"].split("-")
    spelled = random.choice([match["key"].upper(), match["key"].capitalize(), "_".join(words), words[0] + "".join(w.capitalize() for w in words[1:])])
    return changed(text, match, spelled, "key")


def synonym(random, text):
    # The keys of `defaults` are kinds of items; `size` of a text is another one than that of the canvas.
    found = [match for match in keys(text) if match["key"] in SYNONYMS and not re.search(r"defaults:[^\n]*\n(?:  [^\n]*\n)*[^\n]*$", text[:match.start()])]
    found = [match for match in found if match["key"] != "size" or "canvas" in text[text.rfind("\n", 0, match.start()):match.start()]]
    if not found:
        return None
    match = random.choice(found)
    return changed(text, match, random.choice(SYNONYMS[match["key"]]), "key")


def quotes(random, text):
    match = one(random, r"(?<=: )\"(?P<inside>[^\"\\\n]+)\"", text)
    return match and changed(text, match, random.choice(["“{}”", "„{}“", "‘{}’"]).format(match["inside"]))


def tab(random, text):
    match = one(random, r"^(?P<indent>(?:  )+)(?=[a-z-])", text)
    return match and changed(text, match, "\t" * (len(match["indent"]) // 2), "indent")


SLIPS = [dash, colon, indentation, color, unit, key, case, synonym, quotes, tab]
KNOWN = set()


class Slips(Kind):
    name = "slips"
    promise = "`lint --fix` repairs most scripts with slips, and none becomes another film"

    def prepare(self):
        KNOWN.update(known_keys() - {"edit", "note", "x"})
        self.samples = []
        for file in sample_scripts():
            text = file.read_text()
            (self.folder / "film.edit").write_text(text)
            if self.lint(self.folder).code == 0 and len(text) < 5000:
                self.samples.append((text, self.film(self.folder).out))

    def lint(self, folder, *options):
        return self.program.run("lint", "--no-media", "--no-cache", *options, "film.edit", folder=folder)

    def film(self, folder):
        return self.program.run("dump", "--stage", "script", "--no-cache", "film.edit", folder=folder)

    def attempt(self, number, random, folder):
        text, film = self.samples[random.randrange(len(self.samples))]
        written, made = text, []
        for _ in range(random.choice([1, 1, 2, 3])):
            slip = SLIPS[number % len(SLIPS)] if not made else random.choice(SLIPS)
            slipped = slip(random, written)
            if slipped and slipped != written:
                written = slipped
                made.append(slip.__name__)
        path = folder / "film.edit"
        path.write_text(written)
        self.note("scripts")
        found = []
        meant = self.film(folder)
        for _ in range(ROUNDS):
            ended = self.lint(folder, "--fix")
            found += ended.problems({0, 1}, SECONDS * self.patience)
            if ended.code == 0:
                break
        if self.lint(folder).code != 0:
            self.note("not repaired")
            if not self.quick:
                self.note("not repaired after " + " and ".join(sorted(set(made))))
            return found
        after = self.film(folder)
        if after.out == film:
            self.note("are the film from before")
        elif meant.code == 0 and after.out == meant.out:
            self.note("were right, and another film")
        else:
            self.note("another film")
            found.append(f"{' and '.join(made)}: repaired into another film")
        return found

    def shortfalls(self):
        scripts, left = self.noted.get("scripts", 0), self.noted.get("not repaired", 0)
        if scripts - left >= REPAIRED * scripts:
            return []
        return [f"{scripts - left} of {scripts} scripts were repaired, fewer than {REPAIRED:.0%}"]
