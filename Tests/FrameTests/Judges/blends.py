"""Blend modes, by the formulas of the W3C (Compositing and Blending Level 1), written here from its text."""

import random

import numpy as np

from film import codes, colors, film, hexed, items, over


def hard_light(b, s):
    return np.where(s <= 0.5, b * 2 * s, b + (2 * s - 1) - b * (2 * s - 1))


def soft_light(b, s):
    d = np.where(b <= 0.25, ((16 * b - 12) * b + 4) * b, np.sqrt(b))
    return np.where(s <= 0.5, b - (1 - 2 * s) * b * (1 - b), b + (2 * s - 1) * (d - b))


def color_dodge(b, s):
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(b == 0, 0, np.where(s == 1, 1, np.minimum(1, b / (1 - s))))


def color_burn(b, s):
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(b == 1, 1, np.where(s == 0, 0, 1 - np.minimum(1, (1 - b) / s)))


def lum(c):
    return c @ [0.3, 0.59, 0.11]


def clip_color(c):
    light, least, most = lum(c), c.min(), c.max()
    if least < 0 and light != least:
        c = light + (c - light) * light / (light - least)
    if most > 1 and most != light:
        c = light + (c - light) * (1 - light) / (most - light)
    return np.clip(c, 0, 1)


def set_lum(c, light):
    return clip_color(c + (light - lum(c)))


def sat(c):
    return c.max() - c.min()


def set_sat(c, saturation):
    least, middle, most = np.argsort(c, kind="stable")
    result = np.zeros(3)
    if c[most] > c[least]:
        result[middle] = (c[middle] - c[least]) * saturation / (c[most] - c[least])
        result[most] = saturation
    return result


BLENDS = {
    "normal": lambda b, s: s, "multiply": lambda b, s: b * s, "screen": lambda b, s: b + s - b * s,
    "overlay": lambda b, s: hard_light(s, b), "add": lambda b, s: np.minimum(b + s, 1),
    "subtract": lambda b, s: np.maximum(b - s, 0), "darken": np.minimum, "lighten": np.maximum,
    "difference": lambda b, s: abs(b - s), "exclusion": lambda b, s: b + s - 2 * b * s,
    "hard-light": hard_light, "soft-light": soft_light, "color-dodge": color_dodge, "color-burn": color_burn,
    "hue": lambda b, s: set_lum(set_sat(s, sat(b)), lum(b)),
    "saturation": lambda b, s: set_lum(set_sat(b, sat(s)), lum(b)),
    "color": lambda b, s: set_lum(s, lum(b)), "luminosity": lambda b, s: set_lum(b, lum(s)),
}

# Over time, in colour, while the item comes.

BELOW, ABOVE = hexed("6699cc"), hexed("cc6633")


@film("blends", over("'#6699cc'", 10, [
    f"color: '#cc6633', opacity: 0 -> 1, blend: {name}, width: 12px, height: 16px,"
    f" place: '{index * 12}px, 0px anchor top left'" for index, name in enumerate(BLENDS)]),
    canvas="size: 216x16")
def blends(frames, near):
    for index, (name, mix) in enumerate(BLENDS.items()):
        for n in range(10):
            wanted = codes(BELOW + (mix(BELOW, ABOVE) - BELOW) * n / 10)
            near(f"{name} in frame {n}", frames.at(n, 12 * index + 6, 8), wanted)


# Pairs of colours: white, black, grays, primaries and random ones.

COLUMNS, ROWS = 8, 5
random.seed(7)
SIMPLE = ["ffffff", "000000", "808080", "ff0000", "0000ff", "00ff00", "404040", "ffff00"]


def any_color():
    """None whose codes are halfway between two whole ones, which could be rounded to either."""
    while True:
        text = f"{random.randrange(1 << 24):06x}"
        if (abs(codes(hexed(text)) % 1 - 0.5) > 0.02).all():
            return text


PAIRS = [(a, b) for a in SIMPLE[:4] for b in SIMPLE[:4]] + [
    (any_color(), any_color()) for _ in range(COLUMNS * ROWS - 16)]


def cells(which, rest):
    return [
        f"color: '#{pair[which]}', width: 8px, height: 8px,"
        f" place: '{index % COLUMNS * 8}px, {index // COLUMNS * 8}px anchor top left'{rest}"
        for index, pair in enumerate(PAIRS)]


def declare(name, mix):
    @film(f"blend-pairs-{name}", items(["color: black, for: 1f"], "timeline")
          + items(cells(0, ", at: 0f..1f") + cells(1, f", at: 0f..1f, blend: {name}")), canvas="size: 64x40")
    def pairs(frames, near):
        for index, (below, above) in enumerate(PAIRS):
            # The picture below is in whole codes.
            b = np.clip(colors(np.round(codes(hexed(below)))), 0, 1)
            x, y = index % COLUMNS * 8 + 4, index // COLUMNS * 8 + 4
            near(f"{above} over {below}", frames.at(0, x, y), codes(np.clip(mix(b, hexed(above)), 0, 1)), 1)


for mode, formula in BLENDS.items():
    declare(mode, formula)
