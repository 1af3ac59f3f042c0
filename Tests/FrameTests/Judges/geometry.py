"""Where pictures lie: places, sizes, turns, crops, movements over stills."""

import numpy as np

from film import EASE_IN_OUT, EASE_OUT, Ink, film, gray, items, over, spring
from media import ramp

NINE = [
    (f"{vertical} {horizontal}".strip() or "center", x, y)
    for y, vertical in ((0, "top"), (0.5, ""), (1, "bottom"))
    for x, horizontal in ((0, "left"), (0.5, ""), (1, "right"))]


def one_by_one(lines):
    """Items over black, each for one frame."""
    return over("black", len(lines), [f"{line}, at: {n}f..{n + 1}f" for n, line in enumerate(lines)])


def inside(frames, left, top, width, height, margin=2):
    """The pixels in a box, but for those at its edges."""
    x, y = frames.x_of, frames.y_of
    return (x > left + margin) & (x < left + width - margin) & (y > top + margin) & (y < top + height - margin)


def outside(frames, left, top, width, height, margin=1):
    x, y = frames.x_of, frames.y_of
    return (x < left - margin) | (x > left + width + margin) | (y < top - margin) | (y > top + height + margin)


@film("places", one_by_one([
    f"color: white, width: 11px, height: 7px, place: '{name}, margin 5px 3px'" for name, _, _ in NINE]))
def places(frames, near):
    for n, (name, x, y) in enumerate(NINE):
        ink = Ink(frames.y[n])
        near(f"{name}, x", ink.x, 96 * x + (5 + 5.5) * (1 - 2 * x), 0.5)
        near(f"{name}, y", ink.y, 64 * y + (3 + 3.5) * (1 - 2 * y), 0.5)
        near(f"{name}, area", ink.area, 77, 1)


@film("anchors", one_by_one([
    f"color: white, width: 11px, height: 7px, place: '40.5px, 50% anchor {name}'" for name, _, _ in NINE]))
def anchors(frames, near):
    for n, (name, x, y) in enumerate(NINE):
        ink = Ink(frames.y[n])
        near(f"{name}, x", ink.x, 40.5 + 11 * (0.5 - x), 0.51)
        near(f"{name}, y", ink.y, 32 + 7 * (0.5 - y), 0.51)


@film("sizes", over("black", 10, ["color: white, width: 20px -> 50px, height: 10vmin -> 50% ease-out"]))
def sizes(frames, near):
    for n in range(10):
        width, height = 20 + 3 * n, 6.4 + 25.6 * EASE_OUT(n / 10)
        cover = (frames.y[n] - 16) / 219
        near(f"width in frame {n}", cover[32].sum(), width, 0.5)
        near(f"height in frame {n}", cover[:, 48].sum(), height, 0.5)
        near(f"middle of frame {n}", [Ink(frames.y[n]).x, Ink(frames.y[n]).y], [48, 32], 0.5)


# A picture of 40x40 in a box of 60x30 in the middle: where all of it lies, and what is seen of it.
FITS = [
    ("contain", (33, 17, 30, 30), (33, 17, 30, 30)), ("cover", (18, 2, 60, 60), (18, 17, 60, 30)),
    ("fill", (18, 17, 60, 30), (18, 17, 60, 30)), ("none", (28, 12, 40, 40), (28, 17, 40, 30)),
]


@film("fits", one_by_one([f"image: ramp.png, fit: {fit}, width: 60px, height: 30px" for fit, _, _ in FITS]))
def fits(frames, near):
    for n, (fit, (left, top, width, height), seen) in enumerate(FITS):
        wanted = ramp((frames.x_of - left) * 40 / width, (frames.y_of - top) * 40 / height)
        part = inside(frames, *seen)
        near(fit, frames.y[n][part], gray(wanted[part]))
        near(f"{fit}, around it", frames.y[n][outside(frames, *seen)], 16)


@film("flips", one_by_one([
    f"image: ramp.png, place: top left, flip: {flip}" for flip in ("horizontal", "vertical", "both")]))
def flips(frames, near):
    x, y = frames.x_of, frames.y_of
    part = inside(frames, 0, 0, 40, 40)
    for n, wanted in enumerate([ramp(40 - x, y), ramp(x, 40 - y), ramp(40 - x, 40 - y)]):
        near(f"frame {n}", frames.y[n][part], gray(wanted[part]))


ORIENTATIONS = [("quarter", 90), ("half", 180), ("back", 270)]


@film("orientations", "media:\n" + "".join(
    f"  {name}: {{file: ramp.png, orientation: {angle}}}\n" for name, angle in ORIENTATIONS)
    + one_by_one([f"image: {name}, place: top left" for name, _ in ORIENTATIONS]))
def orientations(frames, near):
    x, y = frames.x_of, frames.y_of
    part = inside(frames, 0, 0, 40, 40)
    for n, wanted in enumerate([ramp(y, 40 - x), ramp(40 - x, 40 - y), ramp(40 - y, x)]):
        near(f"frame {n}", frames.y[n][part], gray(wanted[part]))


@film("turns", over("black", 10, ["image: ramp.png, rotate: 0deg -> 100deg ease-in-out"]))
def turns(frames, near):
    for n in range(10):
        angle = np.radians(100 * EASE_IN_OUT(n / 10))
        x, y = frames.x_of - 48, frames.y_of - 32
        # Back by the angle; y grows downwards, so that a positive angle turns as a clock does.
        back = (x * np.cos(angle) + y * np.sin(angle), y * np.cos(angle) - x * np.sin(angle))
        part = (abs(back[0]) < 18) & (abs(back[1]) < 18)
        near(f"frame {n}", frames.y[n][part], gray(ramp(back[0] + 20, back[1] + 20)[part]))
        near(f"around it in frame {n}", frames.y[n][(abs(back[0]) > 21) | (abs(back[1]) > 21)], 16)


@film("focus", over("black", 10, [
    "image: ramp.png, fit: cover, width: 60px, height: 30px, place: '4px, 4px anchor top left', focus: 50% 0% -> 50% 100%",
    "image: ramp.png, fit: cover, width: 15px, height: 60px, place: '80px, 2px anchor top left', focus: 45% 50%"]))
def focus(frames, near):
    left, right = inside(frames, 4, 4, 60, 30), inside(frames, 80, 2, 15, 60)
    for n in range(10):
        # 60 pixels high, of which 30 are seen: the middle ones as long as the point is between them.
        cut = np.clip(15, 6 * n - 30, 6 * n)
        wanted = ramp((frames.x_of - 4) / 1.5, (frames.y_of - 4 + cut) / 1.5)
        near(f"wide, frame {n}", frames.y[n][left], gray(wanted[left]))
        # The middle 15 of 60 columns reach from 22.5 to 37.5, so that a point at 27 moves nothing.
        wanted = ramp((frames.x_of - 80 + 22.5) / 1.5, (frames.y_of - 2) / 1.5)
        near(f"narrow, frame {n}", frames.y[n][right], gray(wanted[right]))


def skewed(frames, skew, turn, box, step=48):
    """How much of each pixel a skewed and turned box covers, by samples; and the place of its middle in the box."""
    (ax, ay), angle = np.tan(np.radians(skew)), np.radians(turn)
    matrix = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]) @ [[1, ax], [ay, 1]]
    back = np.linalg.inv(matrix)

    def places(x, y):
        x, y = x - 48, y - 32
        return back[0, 0] * x + back[0, 1] * y + box[0] / 2, back[1, 0] * x + back[1, 1] * y + box[1] / 2
    covered = np.zeros(frames.x_of.shape)
    for dy in range(step):
        for dx in range(step):
            x, y = places(frames.x_of - 0.5 + (dx + 0.5) / step, frames.y_of - 0.5 + (dy + 0.5) / step)
            covered += (x > 0) & (x < box[0]) & (y > 0) & (y < box[1])
    return covered / step ** 2, places(frames.x_of, frames.y_of)


@film("skews", over("black", 10, ["color: white, width: 45px, height: 31px, skew: 0deg -> 35deg -20deg, rotate: 11deg"]))
def skews(frames, near):
    for n in range(10):
        covered, _ = skewed(frames, (3.5 * n, -2 * n), 11, (45, 31))
        near(f"frame {n}", frames.y[n], 16 + 219 * covered, 3)


@film("skewed-pictures", over("black", 4, [
    "gradient: {colors: [black, white], radial: 20% 30%}, width: 50px, height: 36px, skew: 25deg -> -25deg 15deg"]))
def skewed_pictures(frames, near):
    for n in range(4):
        covered, (x, y) = skewed(frames, (25 - 50 * n / 4, 15 * n / 4), 0, (50, 36))
        inner = (x > 1) & (x < 49) & (y > 1) & (y < 35)
        wanted = np.hypot(x - 10, y - 10.8) / np.hypot(40, 25.2)
        near(f"inside, frame {n}", frames.y[n][inner], 16 + 219 * wanted[inner], 1)
        near(f"outside, frame {n}", frames.y[n][covered == 0], 16, 1)


@film("springs", over("black", 10, [
    "color: white, width: 20px, height: 10px, place: '20px, 20px anchor top left', scale: 0.5 -> 2 spring"]))
def springs(frames, near):
    for n in range(10):
        scale = 0.5 + 1.5 * spring(100, 10)(n / 10)
        ink = Ink(frames.y[n])
        near(f"middle of frame {n}", [ink.x, ink.y], [20 + 10 * scale, 20 + 5 * scale], 0.5)
        near(f"area of frame {n}", ink.area, 200 * scale * scale, 10)


@film("moving-window", over("black", 10, ["image: ramp.png, crop: '0px,0px 20x20 -> 20px,10px 20x20', width: 40px"]))
def moving_window(frames, near):
    part = inside(frames, 28, 12, 40, 40)
    for n in range(10):
        wanted = ramp(2 * n + (frames.x_of - 28) / 2, n + (frames.y_of - 12) / 2)
        near(f"frame {n}", frames.y[n][part], gray(wanted[part]))
        near(f"around it in frame {n}", frames.y[n][outside(frames, 28, 12, 40, 40)], 16)


# What a motion of 50 % takes off a third of the picture: left and top, as shares of it, at the start and at the end.
THIRD = 1 / 3
MOTIONS = [
    ("zoom-in", (0, 0, 1), (THIRD / 2, THIRD / 2, 1 - THIRD)), ("zoom-out", (THIRD / 2, THIRD / 2, 1 - THIRD), (0, 0, 1)),
    ("pan-left", (THIRD, THIRD / 2, 1 - THIRD), (0, THIRD / 2, 1 - THIRD)),
    ("pan-right", (0, THIRD / 2, 1 - THIRD), (THIRD, THIRD / 2, 1 - THIRD)),
    ("pan-up", (THIRD / 2, THIRD, 1 - THIRD), (THIRD / 2, 0, 1 - THIRD)),
    ("pan-down", (THIRD / 2, 0, 1 - THIRD), (THIRD / 2, THIRD, 1 - THIRD)),
]


@film("motions", items([f"image: ramp.png, for: 10f, motion: {name} 50%" for name, _, _ in MOTIONS], "timeline"),
      canvas="size: 40x40")
def motions(frames, near):
    part = inside(frames, 0, 0, 40, 40)
    for index, (name, start, end) in enumerate(MOTIONS):
        for n in range(10):
            left, top, kept = (a + (b - a) * n / 10 for a, b in zip(start, end))
            wanted = ramp(40 * left + frames.x_of * kept, 40 * top + frames.y_of * kept)
            near(f"{name}, frame {n}", frames.y[10 * index + n][part], gray(wanted[part]))
