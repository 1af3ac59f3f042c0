"""Words and counters, by how much ink Pillow makes of the same letters in the same fonts, and where."""

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from film import EASE_IN, EASE_OUT, Ink, codes, film, hexed, items, over

SANS = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
BOLD = "/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf"


class Judged:
    """The ink of words at a size, measured at 512 pixels, where hinting moves next to nothing."""

    def __init__(self, words, size, font=SANS):
        font = ImageFont.truetype(font, 512, layout_engine=ImageFont.Layout.BASIC)
        left, line = 64, 768
        picture = Image.new("L", (int(font.getlength(words)) + 2 * left, 1024))
        ImageDraw.Draw(picture).text((left, line), words, 255, font, anchor="ls")
        cover = np.asarray(picture) / 255
        y, x = np.mgrid[:cover.shape[0], :cover.shape[1]] + 0.5
        scale = size / 512
        area = cover.sum()
        self.area = area * scale * scale
        # From the pen's start, and from the line that letters stand on.
        self.x = ((cover * x).sum() / area - left) * scale
        self.y = ((cover * y).sum() / area - line) * scale
        self.width = font.getlength(words) * scale


def near_ink(frames, n, judged, near, what):
    """Words in the middle of the canvas, which lie on whole pixels: half a one, and a little for what is measured."""
    ink = Ink(frames.y[n])
    near(f"{what}: middle", ink.x, frames.width / 2 - judged.width / 2 + judged.x, 0.55)
    near(f"{what}: area", ink.area / judged.area, 1, 0.05)


COUNTERS = [("frames", lambda n: f"{n:02}"), ("seconds", lambda n: f"{n // 10}"),
            ("timecode", lambda n: f"00:00:{n // 10:02}:{n % 10:02}")]

for kind, words in COUNTERS:
    @film(f"counter-{kind}", over("black", 12, [f"counter: {kind}, font: {SANS}, size: 24px"]), canvas="size: 192x48")
    def counter(frames, near, kind=kind, words=words):
        near("frames", frames.count, 12, 0)
        for n in range(frames.count):
            near_ink(frames, n, Judged(words(n), 24), near, f"{words(n)} in frame {n}")


LINES = [
    (f"text: Hamburg, font: {SANS}", Judged("Hamburg", 30)),
    ("text: Hamburg, font: DejaVu Sans, weight: bold", Judged("Hamburg", 30, BOLD)),
    ("text: '<b>Hamburg</b>', font: DejaVu Sans, markup: true", Judged("Hamburg", 30, BOLD)),
    # Without markup every character is itself.
    (f"text: '<b>&amp;%{{\\', font: {SANS}", Judged("<b>&amp;%{\\", 30)),
]


@film("weights", over("black", len(LINES), [
    f"{line}, size: 30px, at: {n}f..{n + 1}f" for n, (line, _) in enumerate(LINES)]), canvas="size: 256x64")
def weights(frames, near):
    for n, (line, judged) in enumerate(LINES):
        near_ink(frames, n, judged, near, line)


@film("letter-sizes", over("black", 10, [f"text: Hamburg, font: {SANS}, size: 10px -> 40px"]), canvas="size: 256x64")
def letter_sizes(frames, near):
    for n in range(10):
        near_ink(frames, n, Judged("Hamburg", 10 + 3 * n), near, f"frame {n}")


@film("words-in-colours", over("navy", 1, [
    "text: '<span foreground=\"#ff8000\">\u2588</span>\u2588', font: DejaVu Sans, size: 40px, color: '#00ff8080', markup: true"]))
def colours(frames, near):
    # Two blocks of 0.77 of the size each, side by side about the middle.
    near("left", frames.at(0, 34, 32), codes(hexed("ff8000") * 128 / 255 + hexed("000080") * 127 / 255), 2.5)
    near("right", frames.at(0, 60, 32), codes(hexed("00ff80") * 128 / 255 + hexed("000080") * 127 / 255), 2.5)


def presence(time):
    """Of a second: a third to come, a third to go."""
    if time < 1 / 3:
        return EASE_OUT(time * 3)
    return 1 if time < 2 / 3 else 1 - EASE_IN((time - 2 / 3) * 3)


@film("words-that-slide", over("black", 10, [f"text: \u2588, font: {SANS}, size: 20px, animate: slide"]), canvas="size: 96x96")
def slide(frames, near):
    still = Ink(frames.y[5])
    near("middle", still.x, 48, 0.5)
    # The picture is a line high: 1901 above and 483 below of 2048, in whole pixels.
    height = np.ceil(20 * (1901 + 483) / 2048)
    for n in range(1, 10):
        ink, there = Ink(frames.y[n]), presence(n / 10)
        near(f"way of frame {n}", ink.y - still.y, height * (1 - there), 0.5)
        near(f"level of frame {n}", ink.brightest, there, 0.01)
    near("frame 0", frames.y[0], 16)


@film("words-that-zoom", over("black", 10, [f"text: \u2588, font: {SANS}, size: 40px, animate: zoom"]))
def zoom(frames, near):
    still = Ink(frames.y[5])
    for n in range(1, 10):
        ink, there = Ink(frames.y[n]), presence(n / 10)
        scale = 0.75 + 0.25 * there
        near(f"level of frame {n}", ink.brightest, there, 0.01)
        near(f"area of frame {n}", ink.area, still.area * scale * scale * there, 12)
        near(f"middle of frame {n}", [ink.x, ink.y], [48, 32 + (still.y - 32) * scale], 0.5)


@film("boxes-and-shadows", over("black", 1, [
    f"text: \u2588, font: {SANS}, size: 20px, color: '#404040', place: '25%, 50%',"
    " box: {color: white, padding: 6px, radius: 6px}",
    f"text: \u2588, font: {SANS}, size: 20px, color: '#404040', place: '75%, 50%',"
    " shadow: {color: white, x: 20px, y: 0px, blur: 0px}, stroke: 2px black"]), canvas="size: 192x64")
def boxes(frames, near):
    cover = (frames.y[0] - 16) / 219
    judged = Judged("\u2588", 20)
    width, height = np.ceil(judged.width) + 12, np.ceil(20 * (1901 + 483) / 2048) + 12
    box = cover[:, :96].copy()
    # The letter is a darker hole in the box.
    bright = (box > 0.6).sum() + judged.area
    near("box", bright / (width * height - (4 - np.pi) * 36), 1, 0.04)
    near("letter", frames.at(0, 48, 32), [16 + 219 * 64 / 255, 128, 128])
    shadow = Ink(np.where(cover[:, 96:] > 0.3, frames.y[0][:, 96:], 16))
    # As far to the right of its letter as it says.
    near("shadow", shadow.x, 48 + 20, 1.5)
