"""Plays random scripts with parameters, and writes the same film without them. Both must have the same pictures: equal
where every layer is opaque and ends between pixels of the chroma, else within a code of luma and chroma.

    module_pairs.py EDITC FOLDER PAIRS SEED

Prints what differs, and as the last line the number of pairs, of failures, and the largest differences.
"""

import os
import random
import subprocess
import sys

import numpy as np
from PIL import Image

EDITC, FOLDER = sys.argv[1], os.path.abspath(sys.argv[2])
PAIRS, SEED = map(int, sys.argv[3:5])
AT_ONCE = 25
chance = random.Random(SEED)
COLOURS = ["red", "teal", "#336699", "gold", "white", "black", "#0d1b2a", "orchid"]
PLACES = ["top left", "bottom right", "center", "top", "left"]


class Value:
    """A value that is passed, or written in both scripts."""

    def __init__(self, pair, kind, text):
        self.text = text
        self.name = None
        if chance.random() < 0.6:
            self.name = f"{kind}-{len(pair.values)}"
            pair.values.append((self.name, kind, text))

    def called(self):
        return "${%s}" % self.name if self.name else self.text


class Pair:
    def __init__(self, number, size):
        self.file = f"t{number}.edit"
        self.values = []
        self.isOpaque = chance.random() < 0.5
        # Over another picture, which shows where nothing is drawn.
        self.isOverlay = chance.random() < 0.5
        self.ground = Value(self, "colour", chance.choice(COLOURS))
        self.length = Value(self, "time", f"{chance.randint(1, 3)}s")
        self.items = [self.item(size) for _ in range(chance.randint(1, 4))]

    def item(self, size):
        w, h = (chance.randint(1, side // 8) * 4 for side in size)
        keys = [("fill", Value(self, "colour", chance.choice(COLOURS)))]
        kind = "rectangle"
        keys += [("width", Value(self, "length", f"{w}px")), ("height", Value(self, "length", f"{h}px"))]
        keys += [("place", Value(self, "place", chance.choice(PLACES)))]
        if not self.isOpaque:
            kind = chance.choice(["rectangle", "ellipse", "text"])
            if kind == "text":
                keys = [("color", keys[0][1]), keys[3], ("size", Value(self, "length", f"{chance.randint(8, 24)}px")),
                        ("text", Value(self, "text", chance.choice(["Ada", "Grace Hopper", "12 & 3 < 4"])))]
            if chance.random() < 0.5:
                keys += [("opacity", Value(self, "number", chance.choice(["0.5", "0.25", "0.9"])))]
        return kind, keys

    def keys(self, item, text):
        kind, keys = item
        written = "" if kind == "text" else f"shape: {kind}, "
        return written + ", ".join(f'{key}: "{text(value)}"' for key, value in keys)

    def script(self):
        head = "".join(f'  {name}: {{type: {kind}}}\n' for name, kind, _ in self.values)
        return ("edit: 1\n" + (f"vars:\n{head}" if head else "")
                + "canvas: {size: 640x360, rate: 25, background: transparent, nested: inherit}\n"
                + (f'timeline: [{{gap: "{self.length.called()}"}}]\n' if self.isOverlay else
                   f'timeline: [{{color: "{self.ground.called()}", for: "{self.length.called()}"}}]\n') + "overlays:\n"
                + "".join(f"  - {{{self.keys(item, Value.called)}, at: 0s..end}}\n" for item in self.items))

    def call(self, more=""):
        passed = ", ".join(f'{name}: "{text}"' for name, _, text in self.values)
        return f"{{edit: {self.file}{more}" + (f", with: {{{passed}}}}}" if passed else "}")

    @property
    def seconds(self):
        return int(self.length.text[:-1])


def write(name, text):
    with open(os.path.join(FOLDER, name), "w") as file:
        file.write(text)


def frames(script):
    folder = os.path.join(FOLDER, script + "-frames")
    os.makedirs(folder, exist_ok=True)
    result = subprocess.run([EDITC, "frame", script, "--every", "1s", "--force", "-o", folder + "/%04d.png"], cwd=FOLDER,
                            stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if result.returncode != 0:
        raise SystemExit(f"{script}: {result.stderr}{result.stdout}")
    return [np.asarray(Image.open(os.path.join(folder, name)).convert("RGB"), dtype=int)
            for name in sorted(os.listdir(folder))]


def codes(picture):
    """Luma and chroma of BT.709 in limited range."""
    r, g, b = (picture[..., i] / 255 for i in range(3))
    y = 0.2126 * r + 0.7152 * g + 0.0722 * b
    return np.stack([219 * y, 224 * (b - y) / 1.8556, 224 * (r - y) / 1.5748], axis=-1)


failures = []
largest = {True: 0.0, False: 0.0}
count = 0
for start in range(0, PAIRS, AT_ONCE):
    size = chance.choice([(160, 96), (96, 160), (128, 128)])
    pairs = [Pair(number, size) for number in range(start, min(PAIRS, start + AT_ONCE))]
    canvas = f"edit: 1\ncanvas: {{size: {size[0]}x{size[1]}, rate: 10}}\n"
    timeline, overlays, starts, now = [], [], [], 0
    calls, above = [], []
    for pair in pairs:
        write(pair.file, pair.script())
        timeline.append(f'{{color: "{pair.ground.text}", for: {pair.length.text}}}')
        calls.append(timeline[-1] if pair.isOverlay else pair.call())
        if pair.isOverlay:
            above.append(pair.call(f", at: {now}s..{now + pair.seconds}s"))
        overlays += [f"{{{pair.keys(item, lambda value: value.text)}, at: {now}s..{now + pair.seconds}s}}"
                     for item in pair.items]
        starts += [(pair, second) for second in range(pair.seconds)]
        now += pair.seconds
    called, flat = f"called-{start}.edit", f"flat-{start}.edit"
    write(called, canvas + "timeline:\n" + "".join(f"  - {item}\n" for item in calls)
          + ("overlays:\n" + "".join(f"  - {item}\n" for item in above) if above else ""))
    write(flat, canvas + "timeline:\n" + "".join(f"  - {item}\n" for item in timeline) + "overlays:\n"
          + "".join(f"  - {item}\n" for item in overlays))
    ours, theirs = frames(called), frames(flat)
    if not len(ours) == len(theirs) == len(starts):
        failures.append(f"{called}: {len(ours)} frames, {flat}: {len(theirs)}, wanted {len(starts)}")
        continue
    count += len(pairs)
    for (pair, second), one, other in zip(starts, ours, theirs):
        difference = float(np.abs(codes(one) - codes(other)).max())
        largest[pair.isOpaque] = max(largest[pair.isOpaque], difference)
        # A code, and half of one for each picture, which is rounded to RGB.
        if difference > (0 if pair.isOpaque else 2):
            failures.append(f"{pair.file} at {second}s: differs by {difference:.2f} codes\n{pair.script()}{pair.call()}")
for failure in failures[:10]:
    print(failure)
print(f"{count} pairs, {len(failures)} failures, opaque within {largest[True]:.2f}, others within {largest[False]:.2f} codes")
sys.exit(1 if failures else 0)
