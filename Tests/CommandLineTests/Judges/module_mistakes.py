"""Writes scripts with one mistake each around scripts with parameters, `use` and packages, and looks at what
`editc lint` finds: the rule, the text at the place, and whether the fix removes the finding.

    module_mistakes.py EDITC FOLDER CASES SEED

There are CASES cases of each mistake. Prints what is wrong, and as the last line the number of cases, of failures, and of
findings without a place.
"""

import json
import os
import random
import subprocess
import sys

EDITC, FOLDER = sys.argv[1], os.path.abspath(sys.argv[2])
CASES, SEED = map(int, sys.argv[3:5])
chance = random.Random(SEED)
LETTERS = "abcdefghijklmnopqrstuvwxyz"
failures = []


def word(least=4, most=9):
    return "".join(chance.choice(LETTERS) for _ in range(chance.randint(least, most)))


def words(count):
    """Different words, none of which resembles another one."""
    found = []
    while len(found) < count:
        new = word()
        if all(new[0] != old[0] for old in found):
            found.append(new)
    return found


def misspelled(name):
    """With two letters exchanged, or one left out."""
    places = [i for i in range(1, len(name) - 1) if name[i] != name[i + 1]]
    i = chance.choice(places)
    return name[:i] + name[i + 1] + name[i] + name[i + 2:] if chance.random() < 0.5 else name[:i] + name[i + 1:]


def write(name, text):
    path = os.path.join(FOLDER, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as file:
        file.write(text)


HEAD = "edit: 1\ncanvas: {size: 640x360, rate: 25}\n"
LONG = "Wolfeschlegelsteinhausenbergerdorff "


class Case:
    """A film that plays a title with random names of its parameters."""

    def __init__(self, kind, number):
        self.kind = kind
        self.file = f"{kind}-{number}.edit"
        self.folder = f"t-{kind}-{number}"
        # The film, the rule, the text at the place, and whether a fix must remove the finding.
        self.film, self.rule, self.at, self.isFixed = "", "", "", False
        self.message = ""

    def title(self, variables, items, canvas="nested: inherit"):
        # Each variable is used, so that the title has no other finding.
        notes = " ".join("${%s}" % name for name in variables)
        write(f"{self.folder}/title.edit",
              "edit: 1\n" + ("vars:\n" if variables else "")
              + "".join(f"  {name}: {{{text}}}\n" for name, text in variables.items())
              + f"canvas: {{size: 640x360, rate: 25, {canvas}}}\n{items}x-uses: \"{notes}\"\n")

    def call(self, values="", more="", use=False, before=""):
        passed = f", with: {{{values}}}" if values else ""
        path = "kit/title" if use else f"{self.folder}/title.edit"
        head = f"use: {{kit: {self.folder}}}\n" if use else ""
        self.film = HEAD + head + before + f"timeline:\n  - {{edit: {path}{passed}{more}}}\n"


def film(name, length="4s"):
    return (f"timeline: [{{color: teal, for: \"{length}\"}}]\n"
            f"overlays: [{{text: \"${{{name}}}\", at: 0s..end, size: 6vmin}}]\n")


def misspelled_parameter(case):
    name, other = words(2)
    case.title({name: "type: text, example: Ada", other: "type: text, default: x"}, film(name).replace(
        f"${{{name}}}", f"${{{name}}} ${{{other}}}"))
    wrong = misspelled(name)
    case.call(f"{wrong}: Ada", use=chance.random() < 0.5)
    case.rule, case.at, case.isFixed = "unknown-parameter", wrong, True


def no_parameters(case):
    case.title({}, "timeline: [{color: teal, for: 4s}]\n")
    name = word()
    case.call(f"{name}: Ada", use=chance.random() < 0.5)
    case.rule, case.at, case.message = "unknown-parameter", name, "has no parameters"


def missing(case):
    name = word()
    case.title({name: "type: text, example: Ada Lovelace"}, film(name))
    case.call()
    case.rule, case.at, case.isFixed = "missing-parameter", f"{case.folder}/title.edit", True


def wrong_type(case):
    name, other = words(2)
    kind, usual, wrong, rules = chance.choice([
        ("colour", "gold", "redish", "unknown-value wrong-color"), ("time", "4s", "four", "time-syntax"),
        ("number", "0.5", "half", "number-syntax"), ("length", "6vmin", "large", "length-syntax"),
        ("flag", "true", "maybe", "unknown-value wrong-type"), ("place", "top", "upwards", "place-syntax"),
        ("range", "1s..2s", "now", "range-syntax time-syntax"),
    ])
    case.title({name: "type: text, default: Ada", other: f"type: {kind}, default: \"{usual}\""}, film(name))
    case.call(f"{other}: {wrong}")
    case.rule, case.at = None, wrong


def not_allowed(case):
    name, side = words(2)
    allowed = words(3)
    case.title({name: "type: text, default: Ada", side: f"type: text, default: {allowed[0]}, allowed: [{', '.join(allowed)}]"},
               film(name))
    wrong = word(10, 12)
    case.call(f"{side}: {wrong}", use=chance.random() < 0.5)
    case.rule, case.at = "unknown-value", wrong


def out_of_range(case):
    name, other = words(2)
    kind, usual, bounds, wrong = chance.choice([
        ("number", "0.5", "0..1", "1.4"), ("number", "2", "1..9", "0"), ("time", "4s", "1s..", "500ms"),
        ("time", "4s", "..6s", "7s"), ("length", "6vmin", "2vmin..12vmin", "13vmin"),
    ])
    case.title({name: "type: text, default: Ada", other: f"type: {kind}, default: {usual}, range: {bounds}"}, film(name))
    case.call(f"{other}: {wrong}")
    case.rule, case.at = "number-out-of-range", wrong


def private(case):
    name, gap = words(2)
    case.title({name: "type: text, default: Ada", "_" + gap: "type: length, default: 9%"}, film(name))
    case.call(f"_{gap}: 8%", use=chance.random() < 0.5)
    case.rule, case.at = "private-name", "_" + gap


def private_script(case):
    name = chance.choice(["_title", "parts/title"])
    write(f"{case.folder}/{name}.edit", HEAD + "timeline: [{color: teal, for: 4s}]\n")
    case.film = HEAD + f"use: {{kit: {case.folder}}}\ntimeline: [{{edit: kit/{name}}}]\n"
    case.rule, case.at = "private-name", f"kit/{name}"


def cycle_of_edit(case):
    count = chance.randint(1, 5)
    for i in range(count):
        write(f"{case.folder}/s{i}.edit", HEAD + f"timeline: [{{edit: s{(i + 1) % count}.edit}}]\n")
    case.film = HEAD + f"timeline: [{{edit: {case.folder}/s0.edit}}]\n"
    case.rule, case.at = "reference-cycle", f"{case.folder}/s0.edit"


def cycle_of_use(case):
    case.film = HEAD + f"use: {{me: {case.file}}}\ntimeline: [{{color: red, for: 1s, style: me/x}}]\n"
    case.rule, case.at = "reference-cycle", case.file


def outside(case):
    path = chance.choice(["../secret.png", "../../secret.png", "/etc/hostname.png", "a/../../secret.png", "./../secret.png"])
    write(f"{case.folder}/title.edit", HEAD + chance.choice([
        f"timeline: [{{image: \"{path}\", for: 1s}}]\n", f"media: {{m: \"{path}\"}}\ntimeline: [{{image: m, for: 1s}}]\n",
        f"timeline: [{{color: red, for: 1s, mask: {{image: \"{path}\"}}}}]\n",
    ]))
    case.film = HEAD + f"use: {{kit: {case.folder}}}\ntimeline: [{{edit: kit/title}}]\n"
    case.rule, case.at, case.message = "outside-root", "kit/title", path


def missing_package(case):
    url = f"https://git.example.org/{word()}"
    case.film = HEAD + f"use: {{kit: {{git: \"{url}\", revision: v{chance.randint(1, 9)}}}}}\ntimeline: [{{edit: kit/title}}]\n"
    case.rule, case.at, case.message = "missing-package", f'"{url}"', "the package 'kit' is not on this machine"


def unused(case):
    case.title({}, "timeline: [{color: teal, for: 4s}]\n")
    name = word()
    case.film = HEAD + f"use: {{{name}: {case.folder}}}\ntimeline: [{{color: red, for: 1s}}]\n"
    case.rule, case.at, case.isFixed = "unused-use", name, True


def consequence(case):
    name = word()
    case.title({name: "type: text, example: Ada"}, film(name))
    value = LONG * chance.randint(3, 6) + word()
    case.call(f"{name}: {value}", use=chance.random() < 0.5)
    case.rule, case.at, case.message = "text-overflow", value, "the text is"


def length(case):
    name = word()
    at = f"1s..{chance.randint(7, 9)}s"
    passed = chance.choice(["", f", with: {{{name}: Grace}}"])
    names = {name: "type: text, default: Ada", "length": "type: time, default: 5s, range: 1s.."}
    case.title(names, film(name, "${length}"))
    case.film = (HEAD + "timeline: [{color: navy, for: 20s}]\noverlays:\n"
                 f"  - {{edit: {case.folder}/title.edit, at: {at}{passed}}}\n")
    case.rule, case.at, case.isFixed = "take-outside-media", at, True


def renamed(case):
    name, old = words(2)
    case.title({name: f"type: text, example: Ada, was: [{old}]"}, film(name))
    case.call(f"{old}: Ada", use=chance.random() < 0.5)
    case.rule, case.at, case.isFixed = "renamed-parameter", old, True


def unknown_style(case):
    style, other = words(2)
    write(f"{case.folder}/brand.edit", f"edit: 1\nstyles: {{{style}: {{opacity: 0.5}}, {other}: {{opacity: 0.7}}}}\n")
    wrong = misspelled(style)
    case.film = (HEAD + f"use: {{brand: {case.folder}/brand.edit}}\n"
                 f"timeline: [{{color: red, for: 1s, style: brand/{wrong}}}, {{color: red, for: 1s, style: brand/{other}}}]\n")
    case.rule, case.at, case.isFixed = "unknown-name", f"brand/{wrong}", True


def unknown_variable(case):
    name, other = words(2)
    write(f"{case.folder}/brand.edit",
          f"edit: 1\nvars: {{{name}: {{type: colour, default: red}}, {other}: {{type: colour}}}}\n")
    if chance.random() < 0.5:
        wrong, case.rule, case.isFixed = misspelled(name), "unknown-variable", True
    else:
        wrong, case.rule, case.message = other, "unset-variable", f"{case.folder}/brand.edit"
    case.film = HEAD + f"use: {{brand: {case.folder}/brand.edit}}\ntimeline: [{{color: \"${{brand/{wrong}}}\", for: 1s}}]\n"
    case.at = "${brand/%s}" % wrong


KINDS = [misspelled_parameter, no_parameters, missing, wrong_type, not_allowed, out_of_range, private, private_script,
         cycle_of_edit, cycle_of_use, outside, missing_package, unused, consequence, length, renamed, unknown_style,
         unknown_variable]


def lint(files):
    result = subprocess.run([EDITC, "lint", "--format", "json", *files], cwd=FOLDER, stdin=subprocess.DEVNULL,
                            capture_output=True, text=True)
    if not result.stdout:
        raise SystemExit(result.stderr)
    return {file["file"]: file["diagnostics"] for file in json.loads(result.stdout)["files"]}


def fixed(text, finding):
    data = text.encode()
    for edit in sorted(finding["fixes"][0]["edits"], key=lambda e: -e["startByte"]):
        data = data[:edit["startByte"]] + edit["replacement"].encode() + data[edit["endByte"]:]
    return data.decode()


cases = []
for make in KINDS:
    for number in range(CASES):
        case = Case(make.__name__.replace("_", "-"), number)
        make(case)
        write(case.file, case.film)
        cases.append(case)
found = lint([case.file for case in cases])
repaired = []
without_place = 0
for case in cases:
    findings = found[case.file]
    without_place += sum("line" not in f for f in findings)
    data = case.film.encode()
    at = [f for f in findings if f.get("startByte") is not None
          and data[f["startByte"]:f["endByte"]].decode() in (case.at, case.at.strip('"'))
          and (case.rule is None or f["id"] == case.rule)]
    listing = [(f["id"], f["message"], data[f.get("startByte", 0):f.get("endByte", 0)].decode()) for f in findings]
    if not at:
        failures.append(f"{case.file}: {case.rule} at '{case.at}' is not among {listing}\n{case.film}")
        continue
    finding = at[0]
    text = finding["message"] + (finding.get("hint") or "") + "".join(n["message"] for n in finding["notes"])
    if case.message not in text:
        failures.append(f"{case.file}: '{case.message}' is not in '{text}'")
    others = [f for f in findings if f is not finding and f["severity"] != "note" and f["id"] != "reading-speed"]
    if others:
        failures.append(f"{case.file}: {len(findings)} findings for one mistake: {listing}\n{case.film}")
    if case.isFixed:
        if not finding["fixes"]:
            failures.append(f"{case.file}: no fix for {listing}\n{case.film}")
            continue
        write("fixed-" + case.file, fixed(case.film, finding))
        repaired.append((case, finding))
again = lint(["fixed-" + case.file for case, _ in repaired])
for case, finding in repaired:
    left = [f for f in again["fixed-" + case.file] if f["severity"] != "note" and f["id"] != "unused-use"]
    if left:
        failures.append(f"fixed-{case.file}: still {[(f['id'], f['message']) for f in left]}")
for failure in failures[:40]:
    print(failure)
print(f"{len(cases)} cases of {len(KINDS)} mistakes, {len(repaired)} with a fix, {len(failures)} failures, "
      f"{without_place} findings without a place")
sys.exit(1 if failures or without_place else 0)
