"""Masks that are films: moving, by brightness and by alpha, over moving pictures."""

import os
import random

import numpy as np

from film import film, gray, items, over
from media import ramp

random.seed(3)


def covered(x, low, high):
    """The part of each pixel between two places."""
    return np.clip(np.minimum(x + 0.5, high) - np.maximum(x - 0.5, low), 0, 1)


def sequences(lines):
    return "sequences:\n  matte:\n" + "".join(f"    - {{{line}}}\n" for line in lines)


def declare(number):
    """A box that moves over the canvas, as a mask of a gray that fades, in one of four ways."""
    by, invert = random.choice(["luma", "alpha"]), random.random() < 0.5
    level, opacity = random.randrange(60, 256), random.choice([1, 0.5, 0.75])
    width, height = random.randrange(20, 60), random.randrange(16, 50)
    start, end = random.randrange(0, 30), random.randrange(0, 90)
    below, above = random.randrange(0, 256), random.randrange(0, 256)
    matte = (f"color: '#{level:02x}{level:02x}{level:02x}', for: 1s, opacity: {opacity}, width: {width}px,"
             f" height: {height}px, place: '{start}px, 7px -> {end}px, 7px anchor top left'")
    matte = matte.replace("7px ->", "7px anchor top left ->")
    script = (items([f"color: '#{below:02x}{below:02x}{below:02x}', for: 1s"], "timeline")
              + items([f"color: '#{above:02x}{above:02x}{above:02x}', for: 1s, mask: {{sequence: matte, by: {by},"
                       f" invert: {str(invert).lower()}}}"]) + sequences([matte]))

    @film(f"matte-{number}", script)
    def matted(frames, near):
        for n in range(10):
            left = start + (end - start) * n / 10
            share = covered(frames.x_of, left, left + width) * covered(frames.y_of, 7, 7 + height)
            share = share * opacity * (level / 255 if by == "luma" else 1)
            share = 1 - share if invert else share
            wanted = gray(below) + (gray(above) - gray(below)) * share
            near(f"by {by}, frame {n}", frames.y[n], wanted, 2)


# Together with the films below, 50 of them in `make judge`.
for number in range(48 if os.environ.get("EDITC_TEST_ALL") == "long" else 12):
    declare(number)


@film("matte-of-a-smaller-item", over("black", 10, [
    "image: ramp.png, place: '30px, 12px anchor top left', mask: {sequence: matte}"])
    + sequences(["color: white, for: 1s, width: 50%, height: 100%, place: left"]))
def smaller(frames, near):
    x, y = frames.x_of - 30, frames.y_of - 12
    # The canvas of the sequence is stretched over the picture, so half of it is half of the picture.
    left = (x > 1) & (x < 19) & (y > 1) & (y < 39)
    right = (x > 21) & (y > 0) & (y < 40)
    for n in (0, 9):
        near(f"left, frame {n}", frames.y[n][left], gray(ramp(x, y))[left])
        near(f"right, frame {n}", frames.y[n][right], 16, 0)


@film("matte-clip", "media: {tape: {file: fields.mkv, deinterlace: off}}\n"
      + over("'#808080'", 8, ["color: white, for: 8f, mask: {clip: tape}"]))
def clip_matte(frames, near):
    # Five pictures, whose white reaches further in odd lines; the last one stays.
    for n in range(8):
        picture = min(n, 4)
        for half in (0, 1):
            lines = frames.y[n][half::2]
            edge = 12 + 5 * (2 * picture + half)
            near(f"inside, frame {n}", lines[:, :edge - 1], 235, 2)
            near(f"outside, frame {n}", lines[:, edge + 1:], gray(128), 2)
