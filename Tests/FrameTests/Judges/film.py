"""How a film is declared, and how its frames are held against what was computed."""

import os

import numpy as np

FILMS = []
RATE = 10


class Film:
    def __init__(self, name, canvas, script, check):
        self.name, self.canvas, self.script, self.check = name, canvas, script, check

    def write(self, folder):
        canvas = self.canvas if "rate:" in self.canvas else f"{self.canvas}, rate: {RATE}"
        with open(os.path.join(folder, self.name + ".edit"), "w") as file:
            file.write(f"edit: 1\ncanvas: {{{canvas}}}\n{self.script}")

    def judge(self, folder, measurements):
        measurements.film = self.name
        self.check(Frames(folder, self.name), measurements.near)


def film(name, script, canvas="size: 96x64"):
    """Declares a film; the function below it measures its frames."""
    return lambda check: FILMS.append(Film(name, canvas, script, check))


def items(lines, key="overlays"):
    return f"{key}:\n" + "".join(f"  - {{{line}}}\n" for line in lines)


def over(color, frames, lines):
    """Items over one colour."""
    return items([f"color: {color}, for: {frames}f"], "timeline") + items(lines)


class Frames:
    """Planes as codes of eight bits, whatever the depth: (frame, row, column)."""

    def __init__(self, folder, name):
        with open(os.path.join(folder, name + ".form")) as file:
            self.width, self.height, size, self.count = map(int, file.read().split())
        data = np.fromfile(os.path.join(folder, name + ".raw"), "<u2" if size == 2 else "u1").astype(float)
        data = data.reshape(self.count, -1) / (4 if size == 2 else 1)
        columns, rows = (self.width + 1) // 2, (self.height + 1) // 2
        luma, chroma = self.width * self.height, columns * rows
        self.y = data[:, :luma].reshape(-1, self.height, self.width)
        self.u = data[:, luma:luma + chroma].reshape(-1, rows, columns)
        self.v = data[:, luma + chroma:].reshape(-1, rows, columns)
        # The middles of pixels.
        self.x_of, self.y_of = np.meshgrid(np.arange(self.width) + 0.5, np.arange(self.height) + 0.5)

    def at(self, frame, x, y):
        """Y, Cb and Cr at a pixel."""
        return [plane[frame, y // step, x // step] for plane, step in ((self.y, 1), (self.u, 2), (self.v, 2))]


class Measurements:
    def __init__(self):
        self.count, self.failures, self.film = 0, [], ""

    def near(self, what, found, wanted, within=2.0):
        found, wanted = np.broadcast_arrays(np.asarray(found, float), np.asarray(wanted, float))
        self.count += found.size
        off = np.nan_to_num(np.abs(found - wanted), nan=np.inf)
        if found.size and (off <= within).all():
            return
        if not found.size:
            self.failures.append(f"{self.film}: {what}: nothing was measured")
            return
        place = np.unravel_index(np.argmax(off), off.shape)
        self.failures.append(
            f"{self.film}: {what}: {found[place]:.2f}, not {wanted[place]:.2f} at {[int(i) for i in place]}"
            f" ({int((off > within).sum())} of {off.size} are off by more than {within})")


def gray(level):
    """The luma of a gray of the script, 0 to 255."""
    return 16 + 219 * np.asarray(level, float) / 255


BT709, BT601, BT2020 = (0.2126, 0.0722), (0.299, 0.114), (0.2627, 0.0593)


def codes(rgb, weights=BT709):
    """Y, Cb and Cr of red, green and blue from 0 to 1, along the last axis."""
    rgb = np.asarray(rgb, float)
    red, blue = weights
    luma = red * rgb[..., 0] + (1 - red - blue) * rgb[..., 1] + blue * rgb[..., 2]
    return np.stack(
        [16 + 219 * luma, 128 + 112 * (rgb[..., 2] - luma) / (1 - blue), 128 + 112 * (rgb[..., 0] - luma) / (1 - red)],
        -1)


def colors(yuv, weights=BT709):
    """Red, green and blue of Y, Cb and Cr."""
    yuv = np.asarray(yuv, float)
    red, blue = weights
    luma = (yuv[..., 0] - 16) / 219
    r = luma + (yuv[..., 2] - 128) / 112 * (1 - red)
    b = luma + (yuv[..., 1] - 128) / 112 * (1 - blue)
    return np.stack([r, (luma - red * r - blue * b) / (1 - red - blue), b], -1)


def hexed(text):
    return np.array([int(text[i:i + 2], 16) for i in (0, 2, 4)]) / 255


def bezier(x1, y1, x2, y2):
    """CSS's curve: how much of the way is done after a part of the time."""
    def progress(part):
        if part <= 0 or part >= 1:
            return float(part >= 1)
        roots = np.roots([1 + 3 * x1 - 3 * x2, 3 * x2 - 6 * x1, 3 * x1, -part])
        t = next(r.real for r in roots if abs(r.imag) < 1e-6 and -1e-6 <= r.real <= 1 + 1e-6)
        return 3 * (1 - t) ** 2 * t * y1 + 3 * (1 - t) * t * t * y2 + t ** 3
    return progress


EASE = bezier(0.25, 0.1, 0.25, 1)
EASE_IN = bezier(0.42, 0, 1, 1)
EASE_OUT = bezier(0, 0, 0.58, 1)
EASE_IN_OUT = bezier(0.42, 0, 0.58, 1)


def spring(stiffness, damping):
    """A damped spring of unit mass from rest, whose envelope is down to a thousandth when the time is over."""
    ratio = damping / (2 * stiffness ** 0.5)

    def progress(part):
        if part >= 1:
            return 1.0
        time = part * np.log(1000) / ratio
        swing = (1 - ratio * ratio) ** 0.5
        return 1 - np.exp(-ratio * time) * (np.cos(swing * time) + ratio / swing * np.sin(swing * time))
    return progress


class Ink:
    """How much of black is covered by white: its area, its middle."""

    def __init__(self, luma):
        cover = np.clip((luma - 16) / 219, 0, 1)
        cover[cover < 0.03] = 0
        y, x = np.mgrid[:luma.shape[0], :luma.shape[1]] + 0.5
        self.area = cover.sum()
        self.x, self.y = (cover * x).sum() / max(self.area, 1e-9), (cover * y).sum() / max(self.area, 1e-9)
        self.brightest = cover.max()
