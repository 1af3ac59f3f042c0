"""Plays the shipped templates with words of eight kinds on three shapes of canvas. No text may leave the canvas or the
safe area, lie on another text, or have too little contrast.

    module_templates.py EDITC FOLDER COUNT SEED

COUNT is the number of pairs of a template and a kind of words, of 96; each is tried on all shapes. Prints what is wrong, and
as the last line the numbers.
"""

import json
import os
import random
import re
import subprocess
import sys

EDITC, FOLDER = sys.argv[1], os.path.abspath(sys.argv[2])
COUNT, SEED = map(int, sys.argv[3:5])
SHAPES = ["1920x1080", "1080x1920", "1080x1080"]
WORDS = {
    "short": "Ada",
    "sixty": "A History of the Analytical Engine and of Those Who Dreamt",
    "german": "Donaudampfschifffahrtskapitänsmütze",
    "greek": "Η ιστορία της αναλυτικής μηχανής",
    "arabic": "تاريخ الآلة التحليلية",
    "devanagari": "विश्लेषणात्मक यंत्र का इतिहास",
    "japanese": "解析機関の歴史とその発明者たち",
    "emoji": "Engines ⚙️ 🚂 and 🧮",
}
BAD = {"text-overflow", "text-outside-safe-area", "low-contrast", "never-visible"}
failures = []


def path(name):
    return os.path.join(FOLDER, name)


def run(*words):
    return subprocess.run(words, cwd=FOLDER, stdin=subprocess.DEVNULL, capture_output=True, text=True)


def write(name, text):
    with open(path(name), "w") as file:
        file.write(text)


def media():
    """What the examples of parameters name."""
    made = subprocess.run(
        "ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=640x360:r=30:d=12 -pix_fmt yuv420p -vf "
        "scale=out_color_matrix=bt709:out_range=tv -colorspace bt709 -color_primaries bt709 -color_trc bt709 -c:v libx264 "
        "-preset ultrafast before.mp4 && cp before.mp4 after.mp4 && cp before.mp4 presenter.mp4 && "
        "ffmpeg -nostdin -v error -f lavfi -i color=white:s=1200x1200 -frames:v 1 logo.png", shell=True, cwd=FOLDER,
        capture_output=True, text=True)
    if made.returncode != 0:
        raise SystemExit(made.stderr)


def texts_of(template):
    """The text parameters, and whether each is a list, and the names of all; by the lines under `vars`."""
    with open(path(f"titles/{template}.edit")) as file:
        lines = file.read().split("\n")
    start = lines.index("vars:") + 1
    found, names = [], []
    for line in lines[start:]:
        if not line.startswith("  "):
            break
        name, rest = line.strip().split(":", 1)
        names.append(name)
        # Numbers are no sentences.
        if "type: text" in rest and "allowed:" not in rest and name not in ("seconds", "number"):
            found.append((name, "list: true" in rest))
    return found, names


def value(kind, isList):
    words = WORDS[kind]
    if not isList:
        return json.dumps(words, ensure_ascii=False)
    # Credits have one size, so that their words are at most as long as the longest names and roles.
    words = "Rindfleischetikettierung" if kind == "german" else words
    return json.dumps([f"{WORDS['short']}: {words}", f"{words}: {WORDS['short']}, {words}"], ensure_ascii=False)


def boxes(script):
    """The texts of each played film with their frames and boxes, as a listing gives them."""
    listing = run(EDITC, "dump", "--stage", "composition", script)
    film, layer, frames, isText, found = None, None, None, False, []
    for line in listing.stdout.split("\n"):
        if re.match(r"\s*film \d+:", line):
            film = line
        elif match := re.match(r"\s*layer (.*)", line):
            layer, frames, isText = match[1], None, False
        elif match := re.match(r"\s*timeline .*, frames (\d+)\.\.<(\d+)", line):
            frames = (int(match[1]), int(match[2]))
        elif re.match(r"\s*picture text ", line):
            # The quotation mark is cropped to its upper half, which the box does not know.
            isText = ' text "" ' not in line and layer != "mark"
        elif isText and frames and (match := re.match(r"\s*content (\d+)x(\d+) at (-?\d+),(-?\d+)", line)):
            w, h, x, y = map(int, match.groups())
            found.append((film, layer, frames, (x, y, x + w, y + h)))
    return found


def overlapping(found):
    for index, (film, words, frames, box) in enumerate(found):
        for other_film, other, times, place in found[index + 1:]:
            if film != other_film or frames[1] <= times[0] or times[1] <= frames[0]:
                continue
            # The ink of two lines is inside their boxes.
            if min(box[2], place[2]) - max(box[0], place[0]) > 2 and min(box[3], place[3]) - max(box[1], place[1]) > 2:
                yield words, box, other, place


media()
listed = run(EDITC, "add").stdout.split("\n")
templates = [line.split()[0] for line in listed if line.strip()]
calls = {}
for template in templates:
    added = run(EDITC, "add", template)
    if added.returncode != 0:
        raise SystemExit(added.stderr)
    calls[template] = added.stdout.split("\n")[0]
write("captions.vtt", "WEBVTT\n\n00:00.500 --> 00:04.000\nThe engine weaves patterns.\n")
pairs = [(template, kind) for template in templates for kind in WORDS]
pairs = sorted(random.Random(SEED).sample(pairs, min(COUNT, len(pairs))))
scripts = []
for template, kind in pairs:
    texts, names = texts_of(template)
    call = calls[template]
    passed = {name: value(kind, isList) for name, isList in texts}
    given = call.split("with:", 1)[1] if "with:" in call else ""
    for match in re.finditer(r"(\w[\w-]*): (\"[^\"]*\"|[^,{}]+)(?=[,}])", given):
        if match[1] in names:
            passed.setdefault(match[1], match[2])
    head = call.split(", with:", 1)[0].rstrip("}")
    values = ", ".join(f"{name}: {text}" for name, text in passed.items())
    for shape in SHAPES:
        name = f"{template}-{kind}-{shape}.edit"
        write(name, f"edit: 1\ncanvas: {{size: {shape}, rate: 30}}\ntimeline:\n  {head}, with: {{{values}}}}}\n")
        scripts.append(name)
result = run(EDITC, "lint", "--format", "json", *scripts)
overlaps = boxed = 0
seen = {}
for file in json.loads(result.stdout)["files"]:
    for finding in file["diagnostics"]:
        seen[finding["id"]] = seen.get(finding["id"], 0) + 1
        if finding["severity"] == "error" or finding["id"] in BAD:
            failures.append(f"{file['file']}: {finding['id']}: {finding['message']}")
for script in scripts:
    found = boxes(script)
    boxed += len(found)
    for words, box, other, place in overlapping(found):
        overlaps += 1
        failures.append(f"{script}: '{words}' {box} lies on '{other}' {place}")
for failure in failures[:40]:
    print(failure)
print(f"other findings: {dict(sorted(seen.items()))}")
print(f"{len(scripts)} films of {len(templates)} templates with {boxed} texts, {overlaps} overlaps, {len(failures)} failures")
sys.exit(1 if failures else 0)
