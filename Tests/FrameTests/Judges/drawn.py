"""Drawn pictures: radial gradients and noise, pixel by pixel within one code; shapes with corners."""

import numpy as np

from film import codes, film, hexed, items, over


def radial(x, y, width, height, center, radius):
    """How far the colours have run at a place."""
    cx, cy = center[0] * width, center[1] * height
    corners = [np.hypot(cx - a, cy - b) for a in (0, width) for b in (0, height)]
    return np.clip(np.hypot(x - cx, y - cy) / (radius * max(corners)), 0, 1)


def mixed(stops, place, below):
    """Colours multiplied by their alpha while they run into each other, over one below."""
    ends = np.linspace(0, 1, len(stops))
    alpha = np.interp(place, ends, [a for _, a in stops])
    colors = np.array([codes(c) for c, _ in stops]) * np.array([[a] for _, a in stops])
    return [np.interp(place, ends, colors[:, plane]) + codes(below)[plane] * (1 - alpha) for plane in range(3)]


def judge(frames, near, n, place, stops, below, name, within=1.0):
    near(f"{name}, luma", frames.y[n], mixed(stops, place(frames.x_of, frames.y_of), below)[0], within)
    # A chroma sample is the mean of four pixels.
    wanted = np.array(mixed(stops, place(frames.x_of, frames.y_of), below))
    blocks = wanted.reshape(3, frames.height // 2, 2, frames.width // 2, 2).mean((2, 4))
    near(f"{name}, Cb", frames.u[n], blocks[1], within)
    near(f"{name}, Cr", frames.v[n], blocks[2], within)


STOPS = [(hexed("ff0000"), 1), (hexed("00ff00"), 128 / 255), (hexed("0000ff"), 1)]


@film("radial-gradient", over("'#808080'", 10, [
    "gradient: {colors: [red, '#00ff0080', blue], radial: '30% 60% -> 110% -20%', radius: 50% -> 100%}"]))
def radial_gradient(frames, near):
    for n in range(10):
        center = (0.3 + 0.8 * n / 10, 0.6 - 0.8 * n / 10)
        judge(frames, near, n, lambda x, y: radial(x, y, 96, 64, center, 0.5 + 0.5 * n / 10), STOPS,
              hexed("808080"), f"frame {n}")


@film("radial-gradient-in-a-box", over("black", 1, [
    "gradient: {colors: [white, black], radial: 50% 50%}, width: 40px, height: 50px, place: '20px, 6px anchor top left'"]))
def radial_gradient_in_a_box(frames, near):
    inside = radial(frames.x_of - 20, frames.y_of - 6, 40, 50, (0.5, 0.5), 1)
    wanted = 16 + 219 * (1 - inside)
    box = (frames.x_of > 20) & (frames.x_of < 60) & (frames.y_of > 6) & (frames.y_of < 56)
    near("inside", frames.y[0][box], wanted[box], 1)
    near("outside", frames.y[0][~box], 16, 0)


# Noise, from the hash of the filter `grain`.

MASK = (1 << 64) - 1


def seed(frame, line):
    number = (frame * 0x9E3779B97F4A7C15 + line) & MASK
    mixed = (number ^ (number >> 29)) * 0xBF58476D1CE4E5B9 & MASK
    return (mixed ^ (mixed >> 32)) & 0xFFFFFFFF


def hashed(start, column):
    mixed = (start + column * 0x9E3779B1) & 0xFFFFFFFF
    mixed = (mixed ^ (mixed >> 16)) * 0x85EBCA6B & 0xFFFFFFFF
    mixed = (mixed ^ (mixed >> 13)) * 0xC2B2AE35 & 0xFFFFFFFF
    mixed ^= mixed >> 16
    return sum((mixed >> shift) & 255 for shift in (0, 8, 16, 24)) - 510


def octave(width, height, cell, stream, frame):
    """Numbers from -510 to 510 on a grid, and smooth between its points."""
    grid = np.array([[hashed(seed(frame * 8 + stream, line), column) for column in range(int(width / cell) + 2)]
                     for line in range(int(height / cell) + 2)], float)
    (left, across), (top, down) = [divmod((np.arange(size) + 0.5) / cell, 1) for size in (width, height)]
    across, down = across * across * (3 - 2 * across), (down * down * (3 - 2 * down))[:, None]
    left, top = left.astype(int), top.astype(int)[:, None]
    upper = grid[top, left] * (1 - across) + grid[top, left + 1] * across
    lower = grid[top + 1, left] * (1 - across) + grid[top + 1, left + 1] * across
    return upper * (1 - down) + lower * down


def noise(width, height, size, channel, frame):
    """From -1 to 1."""
    return (2 * octave(width, height, size, channel, frame) + octave(width, height, size / 2, 3 + channel, frame)) / 1530


@film("noise", items(["noise: {size: 5px, amount: 0.2 -> 1}, for: 3f"], "timeline"), canvas="size: 48x32")
def grays(frames, near):
    for n in range(3):
        amount = 0.2 + 0.8 * n / 3
        near(f"frame {n}", frames.y[n], 16 + 219 * (0.5 + 0.5 * amount * noise(48, 32, 5, 0, n)), 1)
    near("Cb", frames.u, 128, 0)
    # Over many cells, grays are as often above the middle as below.
    near("mean", frames.y.mean(), 125.5, 3)
    near("deviation", frames.y[2].std(), 219 * 0.5 * (0.2 + 0.8 * 2 / 3) * 0.19, 5)


@film("noise-in-colour", items(["noise: {size: 4px, amount: 1, color: true, still: true}, for: 2f"], "timeline"),
      canvas="size: 48x32")
def in_colour(frames, near):
    rgb = np.stack([0.5 + 0.5 * noise(48, 32, 4, channel, 0) for channel in range(3)], -1)
    wanted = codes(rgb)
    for n in range(2):
        near(f"luma of frame {n}", frames.y[n], wanted[..., 0], 1)
        near(f"Cb of frame {n}", frames.u[n], wanted[..., 1].reshape(16, 2, 24, 2).mean((1, 3)), 1)
        near(f"Cr of frame {n}", frames.v[n], wanted[..., 2].reshape(16, 2, 24, 2).mean((1, 3)), 1)


# Shapes with corners, against samples of each pixel.

def winding(x, y, corners):
    """How often the corners turn around a place."""
    count = np.zeros(np.shape(x), int)
    for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1]):
        side = (bx - ax) * (y - ay) - (x - ax) * (by - ay)
        count += ((ay <= y) & (by > y) & (side > 0)).astype(int) - ((by <= y) & (ay > y) & (side < 0))
    return count


def covered(frames, corners, across=16, down=64):
    """More samples downwards, because a star has horizontal sides."""
    total = np.zeros(frames.x_of.shape)
    for dy in range(down):
        for dx in range(across):
            x, y = frames.x_of - 0.5 + (dx + 0.5) / across, frames.y_of - 0.5 + (dy + 0.5) / down
            total += winding(x, y, corners) != 0
    return total / (across * down)


def star(points, inner=0.191):
    angles = np.arange(2 * points) * np.pi / points
    radius = np.where(np.arange(2 * points) % 2 == 0, 0.5, inner)
    return list(zip(0.5 + radius * np.sin(angles), 0.5 - radius * np.cos(angles)))


ARROW = [(0, 0.3), (0.6, 0.3), (0.6, 0), (1, 0.5), (0.6, 1), (0.6, 0.7), (0, 0.7)]
CROSSED = [(0.5, 0), (0.8, 1), (0, 0.4), (1, 0.4), (0.2, 1)]
SHAPES = [
    ("{polygon: '0% 0%, 100% 0%, 50% 100%'}", [(0, 0), (1, 0), (0.5, 1)]),
    ("{polygon: '50% 0%, 80% 100%, 0% 40%, 100% 40%, 20% 100%'}", CROSSED),
    ("{star: 5}", star(5)), ("{star: 8}", star(8)), ("{arrow: right}", ARROW),
    ("{arrow: left}", [(1 - x, y) for x, y in ARROW]), ("{arrow: down}", [(y, x) for x, y in ARROW]),
    ("{arrow: up}", [(y, 1 - x) for x, y in ARROW]),
]


def placed(corners, left, top, width, height):
    return [(left + x * width, top + y * height) for x, y in corners]


@film("corners", over("black", len(SHAPES), [
    f"shape: {text}, fill: white, width: 70px, height: 50px, place: '9px, 6px anchor top left', at: {n}f..{n + 1}f"
    for n, (text, _) in enumerate(SHAPES)]))
def with_corners(frames, near):
    for n, (text, corners) in enumerate(SHAPES):
        near(text, frames.y[n], 16 + 219 * covered(frames, placed(corners, 9, 6, 70, 50)), 3)


@film("masks-with-corners", over("black", len(SHAPES), [
    f"color: white, width: 70px, height: 50px, place: '9px, 6px anchor top left', mask: {{shape: {text}}},"
    f" at: {n}f..{n + 1}f" for n, (text, _) in enumerate(SHAPES)]))
def masks_with_corners(frames, near):
    for n, (text, corners) in enumerate(SHAPES):
        near(text, frames.y[n], 16 + 219 * covered(frames, placed(corners, 9, 6, 70, 50)), 3)


@film("outlined-corners", over("black", 1, [
    "shape: {polygon: '0% 0%, 100% 0%, 0% 100%'}, stroke: 4px white, fill: '#808080', width: 60px, height: 60px,"
    " place: '10px, 2px anchor top left'"]))
def outlined_corners(frames, near):
    x, y = frames.x_of - 10, frames.y_of - 2
    # The distance to the nearest side of a right triangle.
    distance = np.minimum(np.minimum(x, y), (60 - x - y) / np.sqrt(2))
    near("outline", frames.y[0][(distance > 1) & (distance < 3)], 235, 1)
    near("inside", frames.y[0][distance > 5], 16 + 219 * 128 / 255, 1)
    near("outside", frames.y[0][distance < -1], 16, 0)
