"""Drawn pictures: radial gradients, pixel by pixel within one code."""

import numpy as np

from film import codes, film, hexed, over


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
