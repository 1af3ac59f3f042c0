#!/usr/bin/env python3
"""Judges the checks `gamut`, `freeze`, `short-term`, `momentary`, `range` and `phase` of finished films.

usage: checks.py EDITC FOLDER SEED COUNT KIND...

The expected results do not come from editc: colours, correlations and runs of equal pictures are computed by numpy,
loudness by FFmpeg's filter ebur128. Each film is checked with limits just below and just above what was computed, and
the numbers and times of the messages are compared.
"""
import os
import re
import subprocess
import sys

import numpy as np

EDITC, FOLDER = sys.argv[1], sys.argv[2]
random = np.random.default_rng(int(sys.argv[3]))
COUNT = int(sys.argv[4])
wrong = []
results = 0


def run(*words, data=None):
    done = subprocess.run(words, input=data, capture_output=True)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(words)}\n{done.stderr.decode()}")
    return done.stderr.decode()


def check(name, script, expected, message=None):
    """Renders a script. `expected` is whether its checks fail; returns what `message` found."""
    global results
    path = os.path.join(FOLDER, "film.edit")
    with open(path, "w") as file:
        file.write("edit: 1\n" + script)
    done = subprocess.run(
        [EDITC, "render", path, "--force", "--no-cache", "--jobs", "1", "--progress", "none"], capture_output=True,
        text=True)
    failed = "[check-failed]" in done.stderr
    results += 1
    if done.returncode not in (0, 1) or (done.returncode == 1) != failed:
        raise SystemExit(f"{name}: {done.returncode}: {done.stderr}\n{script}")
    found = re.search(message, done.stderr) if message and failed else None
    if failed != expected:
        wrong.append(f"{name}: expected {'a failure' if expected else 'none'}: {done.stderr.strip()}")
    elif message and failed and not found:
        wrong.append(f"{name}: another message: {done.stderr.strip()}")
    return found


def near(name, found, expected, tolerance):
    if found is not None and abs(float(found) - expected) > tolerance:
        wrong.append(f"{name}: found {found}, expected {expected:.3f}")


# Colours.

# Films are drawn in 4:2:0.
LAYOUTS = {"yuv420p": (2, 2, 8), "yuv420p10le": (2, 2, 10)}
SIZE = (160, 90)
PIXELS = SIZE[0] * SIZE[1]


def levels(y, cb, cr, bits):
    """Red, green, blue and luma of BT.709 in limited range, as codes of 8 bits."""
    scale = 2 ** (bits - 8)
    y, cb, cr = y / scale, cb / scale - 128, cr / scale - 128
    red = y + 219 / 224 * 1.5748 * cr
    blue = y + 219 / 224 * 1.8556 * cb
    green = (y - 0.2126 * red - 0.0722 * blue) / 0.7152
    return [red, green, blue, y]


def mean3(plane):
    padded = np.pad(plane, 1, mode="edge")
    return sum(
        padded[row:row + plane.shape[0], column:column + plane.shape[1]] for row in range(3) for column in range(3)) / 9


def share(planes, layout, lowest, highest):
    """The share of pixels outside of the levels, and the level that is farthest outside."""
    across, down, bits = LAYOUTS[layout]
    y, cb, cr = [plane.astype(float) for plane in planes]
    wide = [np.repeat(np.repeat(plane, down, 0), across, 1)[:SIZE[1], :SIZE[0]] for plane in (cb, cr)]
    means = [mean3(plane) for plane in levels(y, *wide, bits)]
    outside = np.zeros(y.shape, bool)
    for plane in means:
        outside |= (plane < lowest - 1e-3) | (plane > highest + 1e-3)
    return float(outside.mean())


# Codes of 8 bits around the limits 5 and 246: what a patch has, and whether it is outside.
def patch(kind):
    for _ in range(10_000):
        y = float(random.integers(16, 236))
        cb, cr = float(random.integers(16, 241)), float(random.integers(16, 241))
        if kind == "luma":
            return (247.0, 128.0, 128.0) if random.random() < 0.5 else (4.0, 128.0, 128.0)
        found = levels(np.array(y), np.array(cb), np.array(cr), 8)
        index = ["red", "green", "blue"].index(kind)
        excess = max(found[index] - 246, 5 - found[index])
        others = max(max(found[i] - 246, 5 - found[i]) for i in range(4) if i != index)
        if 0.3 < excess < 3 and others < -1:
            return (y, cb, cr)
    raise SystemExit(f"no colour for {kind}")


def gamut(number):
    layout = list(LAYOUTS)[number % 2]
    across, down, bits = LAYOUTS[layout]
    kind = ["luma", "red", "green", "blue"][(number // 2 + number) % 4]
    scale = 2 ** (bits - 8)
    colour = patch(kind)
    # A patch of about 1 % of the picture, with even edges.
    width = 2 * int(random.integers(6, 9))
    height = 2 * int(random.integers(5, 8))
    left, top = 2 * int(random.integers(2, 60)), 2 * int(random.integers(2, 30))
    frames, first, last = 25, int(random.integers(3, 10)), int(random.integers(12, 22))
    data, shares = b"", []
    dtype = np.uint8 if bits == 8 else np.dtype("<u2")
    for frame in range(frames):
        shape = (-(-SIZE[1] // down), -(-SIZE[0] // across))
        y = np.full((SIZE[1], SIZE[0]), 126 * scale)
        y += random.integers(-4 * scale, 4 * scale, y.shape)
        cb, cr = np.full(shape, 128 * scale), np.full(shape, 128 * scale)
        # Single pixels vanish in the mean.
        y[::9, ::7] = 250 * scale
        if first <= frame <= last:
            y[top:top + height, left:left + width] = colour[0] * scale
            for plane, code in ((cb, colour[1]), (cr, colour[2])):
                plane[top // down:(top + height) // down, left // across:(left + width) // across] = code * scale
        shares.append(share((y, cb, cr), layout, 5, 246))
        data += b"".join(plane.astype(dtype).tobytes() for plane in (y, cb, cr))
    media = os.path.join(FOLDER, "gamut.mkv")
    run("ffmpeg", "-v", "error", "-y", "-f", "rawvideo", "-pix_fmt", layout, "-s", "160x90", "-r", "25", "-i", "-",
        "-c:v", "ffv1", "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709", "-color_range", "tv",
        media, data=data)
    most = max(shares)
    for limit, fails in ((most * 0.97, True), (most * 1.03, False)):
        found = check(
            f"gamut {number} {kind} {layout} {most:.4f} at {limit:.4f}",
            f"canvas: {{rate: 25{', depth: 10' if bits == 10 else ''}}}\ntimeline: [{{color: gray, for: 1s}}, "
            f"{{clip: gamut.mkv, name: patch}}]\nchecks: {{gamut: {{area: {limit * 100:.5f}%}}}}\n"
            f"outputs: [{{file: out.mkv, video: {{codec: ffv1, pixel-format: {layout}}}}}]\n",
            fails,
            r"up to ([0-9.]+) % of the picture is outside of the levels 5..246 from ([0-9.]+)s .* to ([0-9.]+)s .*;"
            r" (luma|red|green|blue) reaches (-?\d+); 'patch' is shown there, from ([0-9.]+)s")
        if found:
            name = f"gamut {number} {kind}"
            near(name + " share", found[1], most * 100, 0.06)
            near(name + " start", found[2], 1 + first / 25, 0.001)
            near(name + " end", found[3], 1 + last / 25, 0.001)
            near(name + " media", found[6], first / 25, 0.001)
            if found[4] != kind:
                wrong.append(f"{name}: {found[4]} is named")


# Pictures that stand.

def freeze(number):
    rate = ["25", "30000/1001", "50"][number % 3]
    per_second = eval(rate)
    frames = round(4 * per_second)
    first, length = int(random.integers(10, 40)), int(random.integers(20, 45))
    base = np.kron(random.integers(40, 200, (45 + frames // 4, 80 + frames // 4)).astype(float), np.ones((8, 8)))
    for _ in range(4):
        base = mean3(base)
    data = b""
    for frame in range(frames):
        shown = 2 * (frame if frame < first else max(first, frame - length + 1))
        picture = base[shown:shown + 360, shown:shown + 640]
        data += picture.astype(np.uint8).tobytes() + bytes([128]) * (640 * 360 // 2)
    media = os.path.join(FOLDER, "freeze.mp4")
    run("ffmpeg", "-v", "error", "-y", "-f", "rawvideo", "-pix_fmt", "yuv420p", "-s", "640x360", "-r", rate, "-i", "-",
        "-c:v", "libx264", "-preset", "veryfast", "-crf", "20", "-g", "12", media, data=data)
    card = ["{color: navy, for: 5s}", "{gap: 5s}", "{clip: freeze.mp4, take: ..200ms, freeze: 200ms, for: 5s}"][number % 2]
    for limit, fails in ((length - 1, True), (length, False)):
        found = check(
            f"freeze {number} {length} frames at {rate}, limit {limit}",
            f"canvas: {{rate: {rate}, size: 640x360}}\ntimeline: [{card}, {{clip: freeze.mp4, name: moving}}]\n"
            f"overlays: [{{color: red, width: 10%, height: 10%, place: top left, at: 0s..end}}]\n"
            f"checks: {{freeze: ..{limit}f}}\noutputs: [{{file: out.mp4, video: {{quality: 20, speed: ultrafast}}}}]\n",
            fails, r"the picture is frozen for .* from ([0-9./]+)s .*; 'moving' is shown there, from")
        if found:
            start = eval(found[1])
            near(f"freeze {number} start", start, (round(5 * per_second) + first) / per_second, 0.001)


# Loudness.

def ebur128(path):
    text = run("ffmpeg", "-hide_banner", "-nostats", "-i", path, "-af", "ebur128", "-f", "null", "-")
    lines = re.findall(r"t: *([0-9.]+) +TARGET.* M: *(-?[0-9.]+|nan) +S: *(-?[0-9.]+|nan)", text)
    def loudest(values):
        # Rounded to a tenth: several can be the loudest.
        most = max(value for value, _ in values)
        return most, [time for value, time in values if value >= most - 0.11]
    momentary = loudest([(float(m), float(t)) for t, m, s in lines if m != "nan"])
    short = loudest([(float(s), float(t)) for t, m, s in lines if s != "nan"])
    return momentary, short, float(re.findall(r"LRA: +([0-9.]+) LU", text)[-1])


def loudness(number):
    rate = [48000, 44100][number % 2]
    parts = []
    for _ in range(int(random.integers(4, 7))):
        seconds, level = random.uniform(6, 12), 10 ** (random.uniform(-40, -22) / 20)
        count = int(seconds * rate)
        left = random.standard_normal(count) * level
        right = random.standard_normal(count) * level if random.random() < 0.5 else left
        parts.append(np.stack([left, right], 1))
    burst = random.uniform(0.5, 1.5)
    place = int(random.uniform(3, 20) * rate)
    samples = np.concatenate(parts)
    samples[place:place + int(burst * rate)] *= 4
    samples = np.clip(samples, -1, 1)
    media = os.path.join(FOLDER, "loud.wav")
    run("ffmpeg", "-v", "error", "-y", "-f", "f32le", "-ar", str(rate), "-ac", "2", "-i", "-", "-c:a", "pcm_f32le", media,
        data=samples.astype("<f4").tobytes())
    momentary, short, span = ebur128(media)
    for key, value, unit, words in (
        ("momentary", momentary[0], " LUFS", "400 ms"), ("short-term", short[0], " LUFS", "3 s"),
            ("range", span, " LU", "")):
        for limit, fails in ((value - 0.15, True), (value + 0.15, False)):
            if limit < 0 and key == "range":
                continue
            message = (
                r"the loudness range of the sound is ([0-9.]+) LU" if key == "range" else
                rf"the loudest {words} of the sound, from ([0-9.]+)s .* to ([0-9.]+)s .* have (-?[0-9.]+) LUFS.*; "
                r"`clip loud.wav` is heard there")
            found = check(
                f"{key} {number} {value}, limit {limit:.2f}",
                f"mix: {{rate: {rate}}}\ntimeline: [{{clip: loud.wav}}]\nchecks: {{{key}: ..{limit:.2f}{unit}}}\n"
                f"outputs: [{{file: out.wav, audio: {{codec: pcm-float}}}}]\n", fails, message)
            if found:
                near(f"{key} {number}", found[3 if key != "range" else 1], value, 0.1)
                if key != "range":
                    times = momentary[1] if key == "momentary" else short[1]
                    near(f"{key} {number} time", min(abs(time - float(found[2])) for time in times), 0, 0.11)


# Correlation.

def phase(number):
    rate = [48000, 44100][number % 2]
    seconds = 6
    count = seconds * rate
    target = random.uniform(-0.95, 0.6)
    start = random.uniform(1, 4)
    a, b = random.standard_normal(count), random.standard_normal(count)
    shape = np.where((np.arange(count) / rate >= start) & (np.arange(count) / rate < start + 1.3), target, 0.9)
    left = 0.1 * a
    right = 0.1 * (shape * a + np.sqrt(1 - shape ** 2) * b) * random.uniform(0.4, 1)
    # Opposite, but inaudible.
    left[-rate // 2:] = 1e-4 * a[-rate // 2:]
    right[-rate // 2:] = -left[-rate // 2:]
    samples = np.stack([left, right], 1).astype(np.float32)
    media = os.path.join(FOLDER, "phase.wav")
    run("ffmpeg", "-v", "error", "-y", "-f", "f32le", "-ar", str(rate), "-ac", "2", "-i", "-", "-c:a", "pcm_f32le", media,
        data=samples.tobytes())
    seen = []
    for step in range(0, (seconds - 1) * 10 + 1):
        part = samples[step * rate // 10:step * rate // 10 + rate].astype(float)
        if (part ** 2).mean() < 1e-6:
            continue
        l, r = part[:, 0], part[:, 1]
        loss = -10 * np.log10(max(1e-12, ((l + r) ** 2).mean() / 2 / ((l ** 2).mean() + (r ** 2).mean())))
        seen.append((float((l * r).sum() / np.sqrt((l ** 2).sum() * (r ** 2).sum())), step / 10, loss))
    lowest, when, loss = min(seen)
    for limit, fails in ((lowest + 0.01, True), (lowest - 0.01, False)):
        found = check(
            f"phase {number} {lowest:.3f}, limit {limit:.3f}",
            f"mix: {{rate: {rate}}}\ntimeline: [{{clip: phase.wav, name: wide}}]\nchecks: {{phase: {limit:.4f}..}}\n"
            "outputs: [{file: out.wav, audio: {codec: pcm-float}}]\n", fails,
            r"the correlation of left and right is (-?[0-9.]+) from ([0-9.]+)s .* to .*, below [^;]*"
            r"(?:; a mono sum loses ([0-9.]+) dB)?; 'wide' is heard there")
        if found:
            near(f"phase {number}", found[1], lowest, 0.006)
            near(f"phase {number} time", found[2], when, 0.001)
            if (found[3] is not None) != (loss > 6) and abs(loss - 6) > 0.05:
                wrong.append(f"phase {number}: a mono sum loses {loss:.2f} dB, found {found[3]}")
            near(f"phase {number} mono", found[3], loss, 0.05)


for kind in sys.argv[5:]:
    for number in range(COUNT):
        {"gamut": gamut, "freeze": freeze, "loudness": loudness, "phase": phase}[kind](number)
for line in wrong:
    print(line)
print(f"{results - len(wrong)} of {results} results right")
sys.exit(bool(wrong))
