#!/usr/bin/env python3
"""Judges `checks: {flashes: ...}` with films whose flashes are known: 5 % above and below each threshold.

usage: flashes.py EDITC FOLDER SEED [COUNT]      COUNT films, spread over all kinds; 300 without it
       flashes.py EDITC FOLDER real CLIPS SECONDS    pieces of so many seconds of the clips in a folder, each picture once;
                                                     they must give no alarm for `bt1702`

The expected results come from the definition, by numpy, and not from editc: relative luminance and chromaticity of the
8-bit codes in the film, shares of the picture and of its windows by sums over pixels, transitions by their times.
"""
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np

WIDTH, HEIGHT = 640, 360
RATES = [("25", 25.0), ("30000/1001", 30000 / 1001), ("30", 30.0), ("50", 50.0)]


def linear(signal):
    signal = np.clip(signal, 0, 1)
    return np.where(signal <= 0.04045, signal / 12.92, ((signal + 0.055) / 1.055) ** 2.4)


def rgb(code):
    """Linear light of a code (Y, Cb, Cr) of BT.709 in limited range."""
    y, cb, cr = [float(part) for part in code]
    y, cb, cr = (y - 16) / 219, (cb - 128) / 224, (cr - 128) / 224
    red, blue = y + 1.5748 * cr, y + 1.8556 * cb
    green = (y - 0.2126 * red - 0.0722 * blue) / 0.7152
    return linear(np.array([red, green, blue]))


def luminance(code):
    return float(rgb(code) @ [0.2126, 0.7152, 0.0722])


def redness(code):
    light = rgb(code)
    return float(light[0] / max(light.sum(), 1e-9))


def distance(a, b):
    """Between two codes, in u'v'."""
    def chromaticity(code):
        x, y, z = np.array(
            [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]) @ rgb(code)
        return np.array([4 * x, 9 * y]) / (x + 15 * y + 3 * z)
    return float(np.linalg.norm(chromaticity(a) - chromaticity(b)))


def code_of(red, green, blue):
    """The 8-bit code of an RGB colour with components from 0 to 255."""
    r, g, b = red / 255, green / 255, blue / 255
    y = 0.2126 * r + 0.7152 * g + 0.0722 * b
    return (round(16 + 219 * y), round(128 + 224 * (b - y) / 1.8556), round(128 + 224 * (r - y) / 1.5748))


def grey(y):
    return (int(y), 128, 128)


GREYS = {y: luminance(grey(y)) for y in range(16, 236)}


def grey_near(light):
    return min(GREYS, key=lambda y: abs(GREYS[y] - light))


def grey_pair(random, low, high, darkest=0.02, brightest=0.5):
    """Two grey codes whose luminances differ by `low` to `high`."""
    pairs = [
        (a, b) for a in GREYS if darkest <= GREYS[a] <= brightest for b in GREYS if low <= GREYS[b] - GREYS[a] <= high]
    return tuple(grey(y) for y in pairs[random.integers(len(pairs))])


class Film:
    """Codes of every frame: `planes(n)` returns Y, Cb, Cr."""

    def __init__(self, name, rate, seconds, frames, in_picture, in_window, start=0.0):
        self.name, self.rate, self.seconds = name, rate, seconds
        self.frames = frames
        self.expected = {"bt1702": in_picture, "wcag": in_window}
        self.start = start

    def write(self, path):
        count = round(self.seconds * self.rate[1])
        command = [
            "ffmpeg", "-v", "error", "-y", "-f", "rawvideo", "-pix_fmt", "yuv420p", "-s", f"{WIDTH}x{HEIGHT}",
            "-r", self.rate[0], "-i", "-", "-c:v", "libx264", "-preset", "ultrafast", "-crf", "10", "-threads", "1",
            "-pix_fmt", "yuv420p", "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709",
            "-color_range", "tv", path]
        process = subprocess.Popen(command, stdin=subprocess.PIPE)
        for number in range(count):
            for plane in self.frames(number):
                process.stdin.write(np.ascontiguousarray(plane, dtype=np.uint8).tobytes())
        process.stdin.close()
        assert process.wait() == 0, "ffmpeg failed"


def full(code):
    return (
        np.full((HEIGHT, WIDTH), code[0]), np.full((HEIGHT // 2, WIDTH // 2), code[1]),
        np.full((HEIGHT // 2, WIDTH // 2), code[2]))


def through(mask, inside, outside):
    """The code `inside` where the mask (of even pixels) is set, `outside` elsewhere."""
    small = mask[::2, ::2]
    return tuple(
        np.where(mask if index == 0 else small, inside[index], outside[index]) for index in range(3))


def everywhere():
    return np.ones((HEIGHT, WIDTH), bool)


def square(rate, frequency, start, a, b, mask, outside=None, transitions=None):
    """Flashes between two codes from a time on, at a frequency, with a number of transitions or without end."""
    step = rate[1] / (2 * frequency)
    first = round(start * rate[1])

    def frames(number):
        done = 0 if number < first else int((number - first) / step + 1e-9) + 1
        if transitions is not None:
            done = min(done, transitions)
        return through(mask, (a, b)[done % 2], outside or a)
    return frames


def window_share(mask):
    """The largest share of any window of a third of the width and height, by pixels."""
    sums = np.zeros((HEIGHT + 1, WIDTH + 1))
    sums[1:, 1:] = mask.cumsum(0).cumsum(1)
    w, h = round(WIDTH / 3), HEIGHT // 3
    inside = sums[h:, w:] - sums[:-h, w:] - sums[h:, :-w] + sums[:-h, :-w]
    return float(inside.max() / (w * h))


def rectangle(random, share, square_like=False):
    """A rectangle on even pixels with a share of the picture."""
    pixels = share * WIDTH * HEIGHT
    if square_like:
        height = 2 * round((pixels * HEIGHT / WIDTH) ** 0.5 / 2)
    else:
        height = 2 * int(random.integers(HEIGHT // 4, HEIGHT // 2 + 1))
    width = 2 * round(pixels / height / 2)
    if width > WIDTH:
        return rectangle(random, share, square_like)
    x, y = 2 * int(random.integers((WIDTH - width) // 2 + 1)), 2 * int(random.integers((HEIGHT - height) // 2 + 1))
    mask = np.zeros((HEIGHT, WIDTH), bool)
    mask[y:y + height, x:x + width] = True
    return mask


def checkers(side):
    y, x = np.mgrid[0:HEIGHT, 0:WIDTH]
    return (y // side + x // side) % 2 == 0


def blocks(random, share, side=16):
    """Blocks at random places of a grid that no other block touches a threshold with."""
    while True:
        grid = random.random((HEIGHT // side + 1, WIDTH // side)) < share
        mask = np.kron(grid, np.ones((side, side), bool))[:HEIGHT, :WIDTH].astype(bool)
        found, window = mask.mean(), window_share(mask)
        if abs(found - share) < 0.008 and abs(window - 0.25) > 0.0125 and abs(found - 0.25) > 0.0115:
            return mask


# Each kind returns a film above (True) or below (False) its threshold.

def amplitude(random, rate, above):
    pair = grey_pair(random, 0.105, 0.118) if above else grey_pair(random, 0.082, 0.095)
    return square(rate, 5, 0.4, *pair, everywhere()), above, above, 0.4


def darker_limit(random, rate, above):
    dark = grey(grey_near(random.uniform(0.70, 0.755) if above else random.uniform(0.845, 0.88)))
    return square(rate, 5, 0.4, dark, grey(235), everywhere()), above, above, 0.4


def frequency(random, rate, above):
    pair = grey_pair(random, 0.3, 0.9)
    hertz = random.uniform(3.15, 3.6) if above else random.uniform(2.4, 2.85)
    return square(rate, hertz, 0.3, *pair, everywhere()), above, above, 0.3


def burst(random, rate, above):
    pair = grey_pair(random, 0.3, 0.9)
    count = int(random.integers(7, 9)) if above else int(random.integers(5, 7))
    return (
        square(rate, random.uniform(4.6, 6), 0.8, *pair, everywhere(), transitions=count), above, above, 0.8)


def area_of_picture(random, rate, above):
    mask = rectangle(random, 0.25 * (1.05 if above else 0.95))
    pair = grey_pair(random, 0.2, 0.6)
    return square(rate, 5, 0.4, *pair, mask), above, window_share(mask) > 0.25, 0.4


def area_of_field(random, rate, above):
    mask = rectangle(random, (1.06 if above else 0.94) / 36, square_like=True)
    pair = grey_pair(random, 0.2, 0.6)
    assert abs(window_share(mask) - 0.25) > 0.0125 * 0.9, window_share(mask)
    return square(rate, 5, 0.4, *pair, mask), False, above, 0.4


def opposed(random, rate, above):
    a, b = grey_pair(random, 0.2, 0.6)
    if above:
        side = int(random.choice([40, 60, 120]))
        mask = checkers(side) if random.random() < 0.5 else np.arange(WIDTH)[None, :].repeat(HEIGHT, 0) < WIDTH // 2
        outside = None
    else:
        # Two halves of less than a quarter of the picture together.
        outside = rectangle(random, 0.25 * 0.95)
        columns = np.flatnonzero(outside.any(0))
        mask = outside.copy()
        mask[:, 2 * ((columns[0] + columns[-1]) // 4):] = False
    step, first = rate[1] / 10, round(0.4 * rate[1])

    def frames(number):
        done = 0 if number < first else int((number - first) / step + 1e-9) + 1
        one, other = ((a, b), (b, a))[done % 2]
        planes = through(mask, one, other)
        if outside is None:
            return planes
        still = full(a)
        return tuple(
            np.where(outside if index == 0 else outside[::2, ::2], planes[index], still[index]) for index in range(3))
    # One of the halves fills a window in both cases.
    return frames, above, True, 0.4


def scattered(random, rate, above):
    mask = blocks(random, 0.25 * (1.06 if above else 0.94))
    pair = grey_pair(random, 0.4, 0.9)
    return square(rate, 5, 0.4, *pair, mask), above, window_share(mask) > 0.25, 0.4


def soft(random, rate, above):
    """Sines; their peaks are frames."""
    by_rate = random.random() < 0.5
    if by_rate:
        period = rate[1] / (4.2 if above else 2.6)
        low, high = grey_pair(random, 0.3, 0.6)
    else:
        period = 2 * round(rate[1] / 10)
        low, high = grey_pair(random, 0.106, 0.12) if above else grey_pair(random, 0.082, 0.094)
    first = round(0.4 * rate[1])

    def frames(number):
        phase = 0 if number < first else (number - first) / period
        share = (1 - np.cos(2 * np.pi * phase)) / 2
        return full(grey(round(low[0] + (high[0] - low[0]) * share)))
    return frames, above, above, 0.4


def red_pair(random, above):
    """A saturated red and another colour of nearly the same luminance, more or less than 0.2 away."""
    while True:
        red = code_of(int(random.integers(150, 230)), int(random.integers(0, 30)), int(random.integers(0, 30)))
        other = code_of(*[int(random.integers(0, 200)) for _ in range(3)])
        if abs(luminance(red) - luminance(other)) > 0.08 or redness(red) < 0.84 or 0.75 < redness(other) < 0.85:
            continue
        apart = distance(red, other)
        if (0.21 < apart < 0.3) if above else (0.1 < apart < 0.19):
            return red, other


def red_distance(random, rate, above):
    pair = red_pair(random, above)
    return square(rate, 5, 0.4, *pair, everywhere()), above, above, 0.4


def red_saturation(random, rate, above):
    while True:
        red = code_of(*[int(random.integers(0, 235)) for _ in range(3)])
        share = redness(red)
        if not ((0.84 < share < 0.93) if above else (0.66 < share < 0.76)) or rgb(red)[0] < 0.12:
            continue
        other = code_of(*[int(random.integers(0, 235)) for _ in range(3)])
        if abs(luminance(red) - luminance(other)) < 0.08 and distance(red, other) > 0.22 and redness(other) < 0.7:
            return square(rate, 5, 0.4, red, other, everywhere()), above, above, 0.4


def red_frequency(random, rate, above):
    pair = red_pair(random, True)
    hertz = random.uniform(3.15, 3.6) if above else random.uniform(2.4, 2.85)
    return square(rate, hertz, 0.3, *pair, everywhere()), above, above, 0.3


def red_area(random, rate, above):
    mask = rectangle(random, 0.25 * (1.06 if above else 0.94))
    red, other = red_pair(random, True)
    return square(rate, 5, 0.4, other, red, mask), above, window_share(mask) > 0.25, 0.4


def patterns(random, rate, above):
    """Checkers that change places: of more than a degree, or finer than 0.1 degrees; or noise."""
    a, b = grey_pair(random, 0.3, 0.9)
    if not above and random.random() < 0.4:
        def noise(number):
            generator = np.random.default_rng(number)
            choice = generator.random((HEIGHT, WIDTH)) < 0.5
            return np.where(choice, a[0], b[0]), *full(a)[1:]
        return noise, False, False, 0
    return opposed_checkers(rate, a, b, 40 if above else 2), above, above, 0.4


def opposed_checkers(rate, a, b, side):
    mask = checkers(side)
    step, first = rate[1] / 12, round(0.4 * rate[1])

    def frames(number):
        done = 0 if number < first else int((number - first) / step + 1e-9) + 1
        one, other = ((a, b), (b, a))[done % 2]
        return np.where(mask, one[0], other[0]), *full(a)[1:]
    return frames


def harmless(random, rate, _):
    kind = int(random.integers(5))
    a, b = grey_pair(random, 0.3, 0.9)
    if kind == 0:  # a slow fade
        return (lambda n: full(grey(round(a[0] + (b[0] - a[0]) * min(1, n / (2 * rate[1])))))), False, False, 0
    if kind == 1:  # five cuts in two seconds
        codes = [grey(int(random.integers(16, 236))) for _ in range(6)]
        return (lambda n: full(codes[min(5, int(n / rate[1] / 0.4))])), False, False, 0
    if kind == 2:  # a small logo that flashes
        mask = rectangle(random, 0.015, square_like=True)
        return square(rate, 5, 0.4, a, b, mask), False, False, 0
    if kind == 3:  # a wide bar that moves over the picture once
        def bar(number):
            x = 2 * int(number / (2.5 * rate[1]) * WIDTH / 2)
            mask = np.zeros((HEIGHT, WIDTH), bool)
            mask[:, max(0, x - 160):x] = True
            return through(mask, b, a)
        return bar, False, False, 0
    # a gradient that moves
    ramp = np.linspace(16, 235, WIDTH)
    return (
        lambda n: (np.tile(np.roll(ramp, 2 * n), (HEIGHT, 1)), *full(a)[1:])), False, False, 0


KINDS = [
    amplitude, darker_limit, frequency, burst, area_of_picture, area_of_field, opposed, scattered, soft, red_distance,
    red_saturation, red_frequency, red_area, patterns, harmless]


def films(seed, count):
    random = np.random.default_rng(seed)
    made = []
    while len(made) < count:
        number = len(made)
        kind = KINDS[number % len(KINDS)]
        turn = number // len(KINDS)
        rate, above = RATES[turn % 4], (turn // 4 + turn) % 2 == 0
        frames, in_picture, in_window, start = kind(random, rate, above)
        name = f"{number:03d} {kind.__name__} {'above' if above else 'below'} at {rate[0]}"
        made.append(Film(name, rate, 2.5, frames, in_picture, in_window, start))
    return made


def check(editc, folder, media, rate, profile):
    """The messages of the check that fail a film of a clip, which is copied."""
    script = os.path.join(folder, os.path.basename(media) + f".{profile}.edit")
    with open(script, "w") as file:
        file.write(
            f"edit: 1\ncanvas: {{rate: {rate}}}\ntimeline: [{{clip: {os.path.basename(media)}}}]\n"
            f"checks: {{flashes: {profile}}}\noutputs: [{{file: out-{profile}-{os.path.basename(media)}, mode: smart}}]\n")
    result = subprocess.run(
        [editc, "render", script, "--force", "--no-cache", "--jobs", "1"], capture_output=True, text=True)
    found = re.findall(r"error: (more than three .*?) \[check-failed\]", result.stderr)
    if result.returncode not in (0, 1) or (result.returncode == 1) != bool(found):
        raise SystemExit(f"{script}: {result.returncode}: {result.stderr}")
    return found


def judge(editc, folder, film, number):
    media = os.path.join(folder, f"{number:03d}.mp4")
    film.write(media)
    wrong = []
    for profile, expected in film.expected.items():
        found = check(editc, folder, media, film.rate[0], profile)
        if bool(found) != expected:
            wrong.append(f"{film.name}: {profile}: expected {expected}, found {found}")
        elif found:
            start = float(re.search(r"from ([0-9.]+)s", found[0])[1])
            if abs(start - film.start) > 1.1:
                wrong.append(f"{film.name}: {profile}: flashes from {film.start}s on, found from {start}s")
    os.remove(media)
    return wrong


def pieces(folder, clips, seconds):
    """Real clips as pieces of so many seconds, each with its frames at 30 frames per second: those in which something
    moves, each once, however many files have it."""
    seen = []
    for name in sorted(os.listdir(clips)):
        media = os.path.join(folder, "real.mp4")
        made = subprocess.run(
            ["ffmpeg", "-v", "error", "-nostdin", "-y", "-i", os.path.join(clips, name), "-map", "0:v:0", "-t", "60",
             "-vf", f"fps=30,scale={WIDTH}:{HEIGHT},format=yuv420p", "-an", "-sn", *REAL, media], capture_output=True)
        if made.returncode or not os.path.exists(media):
            continue
        small = subprocess.run(
            ["ffmpeg", "-v", "error", "-nostdin", "-i", media, "-vf", "scale=32:18,format=gray", "-f", "rawvideo", "-"],
            capture_output=True).stdout
        pictures = np.frombuffer(small, np.uint8).reshape(-1, 18, 32).astype(int)
        length = 30 * seconds
        for start in range(0, max(1, len(pictures) - 29), length):
            part = pictures[start:start + length]
            if len(part) < 8 or np.abs(np.diff(part, axis=0)).mean() < 0.2:
                continue
            marks = part[[0, len(part) // 2, -1]]
            if any(np.abs(marks - other).mean() < 6 for other in seen):
                continue
            seen.append(marks)
            piece = os.path.join(folder, f"piece-{len(seen)}.mp4")
            subprocess.run(
                ["ffmpeg", "-v", "error", "-nostdin", "-y", "-i", media, "-vf",
                 f"trim=start_frame={start}:end_frame={start + len(part)},setpts=PTS-STARTPTS", *REAL, piece], check=True)
            yield f"{name} from frame {start}", len(part), piece
            os.remove(piece)
        os.remove(media)


REAL = ["-c:v", "libx264", "-preset", "ultrafast", "-crf", "10", "-colorspace", "bt709", "-color_primaries", "bt709",
        "-color_trc", "bt709", "-color_range", "tv"]


def judge_real(editc, folder, clips, seconds):
    counts = {"bt1702": [], "wcag": []}
    names = []
    for name, frames, media in pieces(folder, clips, seconds):
        names.append(name.split(" from ")[0])
        for profile, alarms in counts.items():
            found = check(editc, folder, media, "30", profile)
            if found:
                alarms.append(name)
                print(f"{name} ({frames} frames): {profile}: {found}")
    for name in sorted(set(names)):
        print(f"{name}: {names.count(name)}")
    print(f"{len(names)} pieces of {len(set(names))} clips; alarms of bt1702: {len(counts['bt1702'])}, of wcag: {len(counts['wcag'])}")
    return bool(counts["bt1702"]) or not names


def main():
    editc, folder, seed = sys.argv[1:4]
    if seed == "real":
        sys.exit(judge_real(editc, folder, sys.argv[4], int(sys.argv[5])))
    every = films(int(seed), 300)
    count = int(sys.argv[4]) if len(sys.argv) > 4 else len(every)
    # 37 has no factor in common with the number of kinds, so a few films are of all kinds, rates and sides.
    made = [every[37 * number % len(every)] for number in range(count)]
    with ThreadPoolExecutor(2) as pool:
        results = list(pool.map(lambda pair: judge(editc, folder, pair[1], pair[0]), enumerate(made)))
    wrong = [line for lines in results for line in lines]
    for line in wrong:
        print(line)
    print(f"{2 * len(made) - len(wrong)} of {2 * len(made)} results right")
    sys.exit(bool(wrong))


main()
