"""Mutated SVG files: `editc lint` draws each, or has a finding with a place in it. No process crashes.
Prints one line for each failure.

Usage: mutated_svg.py EDITC SAMPLES FOLDER COUNT
"""
import glob
import json
import os
import random
import re
import subprocess
import sys

EDITC, SAMPLES, FOLDER, COUNT = sys.argv[1:4] + [int(sys.argv[4])]
IN_ONE_SCRIPT = 25
NUMBERS = [b"0", b"-1", b"1e6", b"1e308", b"nan", b"0.0001", b"9" * 20, b"50%", b"1e-320", b"16384", b"-0", b"7"]
PIECES = [
    b"<g>", b"</g>", b'<use href="#a"/>', b' id="a"', b' transform="scale(1e6)"', b"<!--", b"]]>", b"&#0;", b"\0",
    b"\xff\xfe", b"<style>*{opacity:.5}</style>", b"${title}", b'<mask id="a"><use href="#a"/></mask>',
    b'<text font-size="9">\xd8\xa7\xf0\x9f\x91\xa9</text>', b' width="0"', b' viewBox="0 0 0 1"', b"<![CDATA[",
    b'<image href="data:image/png;base64,AAAA"/>', b'<filter id="f"><feGaussianBlur stdDeviation="9"/></filter>',
    b' filter="url(#f)"', b"<?a?>", b"<!DOCTYPE svg [", b' stroke-dasharray="1e-9 1"', b' d="M0 0A1 1 0 11 9e5 1z"',
]


def mutated(text, other, chance):
    text = bytearray(text)
    for _ in range(chance.randint(1, 2)):
        place = chance.randint(0, len(text))
        kind = chance.randrange(9)
        numbers = list(re.finditer(rb"-?[0-9.]+", text))
        if kind == 0 and text:
            text[min(place, len(text) - 1)] ^= 1 << chance.randrange(8)
        elif kind == 1:
            del text[place:place + chance.randint(0, 40)]
        elif kind == 2:
            del text[place:]
        elif kind == 3:
            text[place:place] = text[place:place + 200] * chance.randint(1, 9)
        elif kind in (4, 5, 6) and numbers:
            found = chance.choice(numbers)
            usual = b"%d" % chance.randrange(300)
            text[found.start():found.end()] = chance.choice([usual, usual, chance.choice(NUMBERS)])
        elif kind == 7:
            # A text or a value becomes a variable.
            found = chance.choice(list(re.finditer(rb'(?<=")[^"<>]*(?=")|(?<=>)[^<]+(?=<)', text)) or [None])
            if found:
                text[found.start():found.end()] = b"${title}"
        elif kind == 8:
            start = chance.randint(0, len(other))
            text[place:place] = chance.choice([chance.choice(PIECES), other[start:start + chance.randint(0, 300)]])
    return bytes(text)


chance = random.Random(10000)
samples = [open(file, "rb").read() for file in sorted(glob.glob(SAMPLES + "/*.svg"))]
assert len(samples) > 10
failures, drawn, refused = 0, 0, 0
for start in range(0, COUNT, IN_ONE_SCRIPT):
    names = [f"m{number}" for number in range(start, min(COUNT, start + IN_ONE_SCRIPT))]
    items = ""
    for name in names:
        text = mutated(chance.choice(samples), chance.choice(samples), chance)
        with open(f"{FOLDER}/{name}.svg", "wb") as file:
            file.write(text)
        value = chance.choice(["teal", "7", "0 0 9 9", '"<&#x"', '"url(#a)"', '""'])
        values = f", with: {{title: {value}}}" if b"${title}" in text and chance.randrange(4) else ""
        items += f"  - {{image: {name}.svg, for: 1s{values}}}\n"
    with open(f"{FOLDER}/film.edit", "w") as file:
        file.write(f"edit: 1\ncanvas: {{size: 640x360, rate: 25}}\ntimeline:\n{items}outputs: [{{file: film.mp4}}]\n")
    done = subprocess.run([EDITC, "lint", "--format", "json", "film.edit"], cwd=FOLDER, capture_output=True)
    problems = []
    if done.returncode not in (0, 1):
        problems.append(f"exit code {done.returncode}: {done.stderr[:300]}")
        findings = []
    else:
        findings = [found for file in json.loads(done.stdout)["files"] for found in file["diagnostics"]]
    with_findings = set()
    for finding in findings:
        text = finding["message"]
        named = re.match(r"(m\d+)\.svg:(\d+):(\d+): ", text)
        if named and int(named[2]) > 0 and int(named[3]) > 0:
            with_findings.add(named[1])
            continue
        # What is no SVG any more is an unreadable file; a picture with values names its variables.
        named = re.search(r"'(m\d+)\.svg'", text) or re.search(r"\b(m\d+)\.svg\b", text)
        if named:
            with_findings.add(named[1])
        if not named or "signal" in text or "crash" in text:
            problems.append(f"{finding['id']}: {text[:200]}")
    refused += len(with_findings)
    drawn += len(names) - len(with_findings)
    if problems:
        failures += 1
        print(start, *problems, sep="\n  ")
    for name in names:
        os.remove(f"{FOLDER}/{name}.svg")
print(f"{COUNT} files: {drawn} drawn, {refused} with findings, {failures} scripts with failures")
sys.exit(1 if failures or not drawn or not refused else 0)
