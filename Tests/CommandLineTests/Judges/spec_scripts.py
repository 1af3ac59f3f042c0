#!/usr/bin/env python3
"""Writes scripts at random from the lines of `editc spec`, as a program that read only this page would, and lints them.

usage: spec_scripts.py EDITC FOLDER COUNT
"""

import random
import re
import subprocess
import sys

from tools import Checks

editc, folder, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
check = Checks()
page = subprocess.run([editc, "spec"], capture_output=True, text=True, check=True).stdout
chance = random.Random(11)

# The lines of each part, in groups: the words of its comment, and its keys.
parts = {}
for line in page.splitlines():
    if line.startswith("## "):
        groups = parts[line[3:]] = [([], [])]
    elif line.startswith("# ") and not line.startswith("# editc"):
        groups.append((line[2:].split(), []))
    elif parts and ": " in line and not line.startswith("editc"):
        groups[-1][1].append(line.replace(" # must", ""))

AUDIBLE = {"clip", "sequence", "edit", "tone", "silence"}
VISIBLE = {"clip", "sequence", "edit", "image", "color", "gradient", "bars", "noise", "counter", "text", "credits", "shape"}
LISTS = {"timeline", "overlays", "audio"}


def holds(words, kind, list_):
    """Whether the words of a comment are about an item of this kind in this list."""
    if words[:2] == ["kinds", "of"]:
        return False
    words, _, lists = " ".join(words).partition(" under ")
    if lists and list_ not in lists.split():
        return False
    words, _, but = words.partition(" but ")
    if kind in but.split():
        return False
    words = words.removeprefix("of ")
    if words == "every item":
        return True
    if "visible or audible" in words:
        return kind in VISIBLE | AUDIBLE
    if "visible" in words:
        return kind in VISIBLE and list_ != "audio"
    if "audible" in words:
        return kind in AUDIBLE
    return kind in words.split()


def item(list_):
    kinds = [line for words, lines in parts["item"] if words[:2] == ["kinds", "of"] and list_ in words for line in lines]
    kind = chance.choice([line for line in kinds if not line.startswith(("transition", "each", "gap"))])
    name = kind.split(":")[0]
    keys = [line for words, lines in parts["item"][1:] if holds(words, name, list_) for line in lines]
    chosen = chance.sample(keys, min(len(keys), chance.randint(0, 3)))
    names = {line.split(":")[0] for line in chosen}
    if name not in ("clip", "sequence", "edit") and "for" not in names:
        chosen.append("for: 3s")
    if list_ != "timeline" and "at" not in names:
        chosen.append("at: 0s")
    return "  - " + "\n    ".join([kind] + [line for line in chosen if not line.startswith("enabled")])


def some(part, most=3):
    lines = [line for _, lines in parts[part] for line in lines]
    return chance.sample(lines, min(len(lines), chance.randint(1, most)))


def script():
    text = ["edit: 1", "canvas: {size: 1280x720, rate: 30}", "media: {beach: beach.mp4, logo: logo.png, talk: talk.m4a}",
            "sequences: {opener: [{color: red, for: 4s}]}", "timeline:"]
    text += [item("timeline") for _ in range(chance.randint(1, 3))]
    text += ["overlays:", item("overlays")] if chance.random() < 0.6 else []
    text += ["audio:", item("audio")] if chance.random() < 0.4 else []
    text += ["mix: {" + ", ".join(some("mix", 2)) + "}"] if chance.random() < 0.3 else []
    output = [line for line in some("output") if not line.startswith(("file", "still", "stems", "timecode"))]
    text += ["outputs:", "  - file: film.mp4"] + ["    " + line for line in output]
    return "\n".join(text) + "\n"


wrong = []
for number in range(count):
    text = script()
    with open(folder + "/film.edit", "w") as file:
        file.write(text)
    found = subprocess.run([editc, "lint", "--no-media", "--no-cache", "--format", "brief", "film.edit"], cwd=folder,
                           capture_output=True, text=True).stdout
    bad = re.findall(r" E (?:unknown-key|wrong-type|unknown-value|yaml-syntax): [^\n|]*", found)
    if bad:
        wrong.append(bad[0])
print(f"{count - len(wrong)} of {count} scripts have no unknown key, no unknown value and no wrong type")
check.true(len(wrong) * 20 <= count, "\n".join(sorted(set(wrong))[:20]))
check.end()
