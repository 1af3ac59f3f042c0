"""What is done to a picture where it lies: opacity, fades, masks, keys, filters, and what is drawn."""

import numpy as np

from film import EASE, EASE_OUT, Ink, bezier, codes, colors, film, gray, hexed, items, over, spring
from media import ramp


def columns(keys, width, height=16):
    """Items side by side."""
    return [
        f"{key}, width: {width}px, height: {height}px, place: '{index * width}px, 0px anchor top left'"
        for index, key in enumerate(keys)]


# Opacity, over time.

KEYS = "{0s: 0, 300ms: 1 ease-out, 600ms: 0.2 hold, 800ms: 0.8}"


def by_keys(time):
    """The easing of a key leads to the next one."""
    if time < 0.3:
        return time / 0.3
    if time < 0.6:
        return 1 - 0.8 * EASE_OUT((time - 0.3) / 0.3)
    return 0.2 if time < 0.8 else 0.8


OPACITIES = [
    (KEYS, by_keys), ("0 -> 1 cubic-bezier(0.1,0.7,1,0.1)", bezier(0.1, 0.7, 1, 0.1)),
    ("0 -> 0.6 spring(200,6)", lambda part: 0.6 * spring(200, 6)(part)),
    ("[0 -> 1 over first 300ms, 1 -> 0.5 -> 0 over last 400ms]",
     lambda time: time / 0.3 if time < 0.3 else 1 if time < 0.6 else (1 - time) / 0.4),
    ("1 -> 0 hold", lambda part: 1), ("0 -> 1 ease", EASE),
]


def written(text):
    return text if text.startswith(("{", "[")) else f"'{text}'"


@film("opacities", over("black", 10, columns(
    [f"color: white, opacity: {written(text)}" for text, _ in OPACITIES], 16)))
def opacities(frames, near):
    for index, (text, value) in enumerate(OPACITIES):
        for n in range(10):
            near(f"{text} in frame {n}", frames.y[n, 8, 16 * index + 8], gray(255 * min(value(n / 10), 1)))


FADES = [
    ("linear", lambda part: part), ("s-curve", lambda part: part * part * (3 - 2 * part)),
    ("equal-power", lambda part: np.sin(part * np.pi / 2)),
    ("logarithmic", lambda part: (1000 ** (part - 1) - 0.001) / 0.999),
]


@film("fades", over("black", 10, columns(
    [f"color: white, fade: {{in: 500ms, out: 300ms, curve: {name}}}" for name, _ in FADES], 16)))
def fades(frames, near):
    for index, (name, shape) in enumerate(FADES):
        for n in range(10):
            share = shape(min(n / 10 / 0.5, 1)) * shape(min((1 - n / 10) / 0.3, 1))
            near(f"{name} in frame {n}", frames.y[n, 8, 16 * index + 8], gray(255 * share))


# Masks and keys.

@film("feathers", over("black", 10, [
    "color: white, width: 60px, height: 40px, mask: {shape: rectangle, width: 40px, height: 30px, feather: 0px -> 10px}"]))
def feathers(frames, near):
    for n in range(10):
        distance = abs(frames.x_of[32] - 48) - 20
        near(f"frame {n}", frames.y[n, 32], gray(255 * np.clip(0.5 - distance / max(n, 1), 0, 1)))


@film("mask-upside-down", over("black", 2, [
    "image: ramp.png, place: top left, mask: {image: ramp.png, invert: true}"]))
def inverted_mask(frames, near):
    x, y = frames.x_of[2:38, 2:38], frames.y_of[2:38, 2:38]
    level = ramp(x, y)
    near("both", frames.y[0, 2:38, 2:38], gray(level * (1 - level / 255)))


KEYED = hexed("33cc33")


@film("keys", over("white", 10, ["color: '#33cc33', chroma-key: {color: lime, tolerance: 0 -> 0.4, softness: 0.2, spill: 0}"]))
def keys(frames, near):
    def differences(rgb):
        return (codes(rgb)[1:] - 128) / 224
    distance = np.linalg.norm(differences(KEYED) - differences(hexed("00ff00")))
    for n in range(10):
        covered = np.clip((distance - 0.04 * n) / 0.2, 0, 1)
        near(f"frame {n}", frames.at(n, 48, 32), codes(np.ones(3)) * (1 - covered) + codes(KEYED) * covered)


@film("spills", over("white", 10, ["color: '#648264', chroma-key: {color: lime, tolerance: 0, softness: 0, spill: 0 -> 1}"]))
def spills(frames, near):
    # Its colour lies along the key's but for a little across it: what is more along than across is taken out.
    def differences(rgb):
        return (codes(rgb)[1:] - 128) / 224
    own, key = differences(hexed("648264")), differences(hexed("00ff00"))
    key = key / np.linalg.norm(key)
    along, across = own @ key, own[0] * key[1] - own[1] * key[0]
    for n in range(10):
        left = own - key * max(along - abs(across), 0) * n / 10
        near(f"frame {n}", frames.at(n, 48, 32)[1:], 128 + 224 * left)


# Filters, each over its range while the film goes on.

BASE = hexed("c86432")


def luma(c):
    return 0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2]


def saturated(c, factor):
    return luma(c) + (c - luma(c)) * factor


def rounded(c, share):
    return c + (c * c * (3 - 2 * c) - c) * share


def warm(c, value):
    factors = np.array([1 + value / 4, 1, 1 - value / 4])
    return c * factors / luma(factors)


def turned(c, degrees):
    y, u, v = codes(c)
    angle = np.radians(degrees)
    u, v = u - 128, v - 128
    return colors([y, 128 + u * np.cos(angle) - v * np.sin(angle), 128 + u * np.sin(angle) + v * np.cos(angle)])


def look(result):
    return lambda c, share: c + (np.clip(result(c), 0, 1) - c) * share


SEPIA = np.array([[0.393, 0.769, 0.189], [0.349, 0.686, 0.168], [0.272, 0.534, 0.131]])
FILTERS = [
    ("brightness", "-0.5 -> 0.5", -0.5, 0.5, lambda c, v: c + v),
    ("contrast", "0 -> 3", 0, 3, lambda c, v: 0.5 + (c - 0.5) * v),
    ("saturation", "0 -> 2", 0, 2, saturated),
    ("gamma", "0.5 -> 2", 0.5, 2, lambda c, v: c ** (1 / v)),
    ("exposure", "-2 -> 1", -2, 1, lambda c, v: c * 2 ** (v / 2.4)),
    ("temperature", "-1 -> 1", -1, 1, warm),
    ("hue", "0deg -> 360deg", 0, 360, turned),
    ("grayscale", "0 -> 1", 0, 1, look(lambda c: np.full(3, luma(c)))),
    ("sepia", "0 -> 1", 0, 1, look(lambda c: SEPIA @ c)),
    ("noir", "0 -> 1", 0, 1, look(lambda c: np.full(3, rounded(np.clip(0.5 + (luma(c) - 0.5) * 1.25, 0, 1), 1)))),
    ("fade", "0 -> 1", 0, 1, look(lambda c: 0.12 + 0.8 * saturated(c, 0.7))),
    ("chrome", "0 -> 1", 0, 1, look(lambda c: rounded(np.clip(saturated(c, 1.35), 0, 1), 0.4))),
    ("instant", "0 -> 1", 0, 1, look(lambda c: [0.05, 0.04, 0.1] + np.array([0.93, 0.9, 0.78]) * saturated(c, 0.85))),
    ("mono", "0 -> 1", 0, 1, look(lambda c: np.full(3, 0.06 + 0.88 * luma(c)))),
    ("process", "0 -> 1", 0, 1, look(lambda c: np.array([rounded(c[0], 0.8), rounded(c[1], 0.4), 0.14 + 0.76 * c[2]]))),
    ("tonal", "0 -> 1", 0, 1, look(lambda c: np.full(3, rounded(luma(c), 0.5)))),
    ("transfer", "0 -> 1", 0, 1, look(lambda c: [0.05, 0.02, 0.02] + np.array([0.95, 0.92, 0.78]) * saturated(c, 0.9))),
    ("invert", "0 -> 1", 0, 1, lambda c, v: c + (1 - 2 * c) * v),
]


@film("filters", over("black", 10, columns(
    [f"color: '#c86432', filters: [{{{name}: {ramp}}}]" for name, ramp, *_ in FILTERS], 12)), canvas="size: 216x16")
def filters(frames, near):
    for index, (name, _, start, end, change) in enumerate(FILTERS):
        for n in range(10):
            wanted = codes(np.clip(change(BASE, start + (end - start) * n / 10), 0, 1))
            near(f"{name} in frame {n}", frames.at(n, 12 * index + 6, 8), wanted)


@film("blurs", over("black", 10, ["image: small-step.png, filters: [{blur: 0px -> 9px}]"]))
def blurs(frames, near):
    places = np.arange(-200, 240) + 0.5
    step = np.where(places < 20, 16.0, 235.0)
    for n in range(10):
        deviation = 0.9 * n
        wanted = step[200:240]
        if n:
            weights = np.exp(-((places[:, None] - places[None, 200:240]) ** 2) / (2 * deviation ** 2))
            wanted = (weights * step[:, None]).sum(0) / weights.sum(0)
        # A step from black to white is the hardest picture for sums of means in the place of a bell curve.
        near(f"frame {n}", frames.y[n, 32, 28:68], wanted, 2.5)


# What is drawn.

@film("gradients", over("'#808080'", 2, ["gradient: {colors: [red, '#00ff0080', blue], angle: 30deg}"]))
def gradients(frames, near):
    angle = np.radians(30)
    stops = np.array([[*codes(hexed("ff0000")), 1], [*codes(hexed("00ff00")) , 128 / 255], [*codes(hexed("0000ff")), 1]])
    below = codes(hexed("808080"))

    def wanted(x, y):
        # As in CSS: from corner to corner, colours multiplied by their alpha while they run into each other.
        length = abs(96 * np.sin(angle)) + abs(64 * np.cos(angle))
        place = np.clip(((x - 48) * np.sin(angle) - (y - 32) * np.cos(angle)) / length + 0.5, 0, 1) * 2
        mixed = [np.interp(place, [0, 1, 2], stops[:, 3] * stops[:, plane]) for plane in range(3)]
        alpha = np.interp(place, [0, 1, 2], stops[:, 3])
        return [value + below[plane] * (1 - alpha) for plane, value in enumerate(mixed)]
    near("luma", frames.y[0], wanted(frames.x_of, frames.y_of)[0])
    x, y = np.meshgrid(np.arange(48) * 2 + 1.0, np.arange(32) * 2 + 1.0)
    near("Cb", frames.u[0], wanted(x, y)[1])
    near("Cr", frames.v[0], wanted(x, y)[2])


@film("bars", items(["bars: smpte, for: 1f", "bars: ebu, for: 1f"], "timeline"), canvas="size: 112x48")
def bars(frames, near):
    seven = [0.75 * np.array(c) for c in
             [(1, 1, 1), (1, 1, 0), (0, 1, 1), (0, 1, 0), (1, 0, 1), (1, 0, 0), (0, 0, 1)]]
    for index, color in enumerate(seven):
        near(f"bar {index}", frames.at(0, 16 * index + 8, 10), codes(color))
        # Below them the other way round, with black between.
        wanted = codes(seven[6 - index]) if index % 2 == 0 else codes(np.zeros(3))
        near(f"small bar {index}", frames.at(0, 16 * index + 8, 33), wanted)
    # The foot as in ffmpeg's own smptebars: -I, white, +Q, black.
    for index, wanted in enumerate([(57, 156, 97), (235, 128, 128), (44, 171, 147), (16, 128, 128)]):
        near(f"foot {index}", frames.at(0, 20 * index + 10, 42), wanted)
    # Around black, a third of a bar each, between the fifth and the sixth.
    for third, level in enumerate([7, 16, 25]):
        near(f"third {third}", frames.y[0, 42, int(80 + 16 * (third + 0.5) / 3)], level)
    eight = [(1, 1, 1), *[tuple(0.75 * v for v in c) for c in [
        (1, 1, 0), (0, 1, 1), (0, 1, 0), (1, 0, 1), (1, 0, 0), (0, 0, 1)]], (0, 0, 0)]
    for index, color in enumerate(eight):
        near(f"EBU bar {index}", frames.at(1, 14 * index + 7, 24), codes(np.array(color)))


@film("shapes", over("black", 10, [
    "shape: rectangle, fill: '#ffffff80', width: 20px -> 40px, height: 30px, radius: 10px, place: '24px, 50%'",
    "shape: ellipse, stroke: 4px white, width: 40px, height: 20px -> 40px, place: '72px, 50%'"]))
def shapes(frames, near):
    for n in range(10):
        left, right = Ink(frames.y[n][:, :48]), Ink(frames.y[n][:, 48:])
        width, height = 20 + 2 * n, 20 + 2 * n
        near(f"rectangle of frame {n}", left.area * 255 / 128, width * 30 - (4 - np.pi) * 100, 8)
        near(f"its middle in frame {n}", [left.x, left.y], [24, 32], 0.5)
        # Ramanujan's length of an ellipse; the inner side of a stroke is shorter.
        a, b = 20, height / 2
        around = np.pi * (3 * (a + b) - ((3 * a + b) * (a + 3 * b)) ** 0.5)
        near(f"stroke of frame {n}", (right.area + 16 * np.pi) / around, 4, 0.25)
        near(f"its middle in frame {n}", [right.x, right.y], [24, 32], 0.5)


@film("grounds", items(["gap: 2f", "color: '#ff000080', for: 2f"], "timeline"), canvas="size: 96x64, background: '#204060'")
def grounds(frames, near):
    near("gap", frames.at(0, 48, 32), codes(hexed("204060")))
    share = 128 / 255
    near("half a red", frames.at(3, 48, 32), codes(hexed("204060") * (1 - share) + hexed("ff0000") * share))
