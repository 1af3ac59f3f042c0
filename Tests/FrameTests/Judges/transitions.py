"""Every transition in every frame, between two pictures that rise and fall evenly, so that each place has its level."""

import numpy as np

from film import EASE_IN_OUT, codes, film, gray, hexed, items
from media import falling, rising

WIDTH, HEIGHT = 96, 64
DIRECTIONS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}


def script(kind, pictures=("rising.png", "falling.png"), ease="linear"):
    return items([
        f"image: {pictures[0]}, for: 1s", f"transition: {{kind: {kind}, for: 1s, ease: {ease}}}",
        f"image: {pictures[1]}, for: 1s"], "timeline")


def before(x, y):
    return gray(rising(x, y))


def after(x, y):
    return gray(falling(x, y))


def share_of(frames, part, near, name):
    """Most of the picture is judged."""
    near(f"{name}: share of pixels", min(part.mean(), 0.6), 0.6, 1e-9)


def change(kind, moment, extent):
    """Both pictures stand still; each place changes at its moment, on an edge as wide as two pixels at most."""
    @film("transition-" + kind.replace(" ", "-"), script(kind))
    def check(frames, near):
        x, y = frames.x_of, frames.y_of
        for n in range(10):
            progress = n / 10
            judged = abs(moment(x, y) - progress) > 2.5 / extent
            wanted = np.where(moment(x, y) < progress, after(x, y), before(x, y))
            share_of(frames, judged, near, f"frame {n}")
            near(f"frame {n}", frames.y[n][judged], wanted[judged])
            near(f"chroma of frame {n}", [frames.u[n], frames.v[n]], 128, 1)


def part(value, length, sign):
    return value / length if sign > 0 else 1 - value / length


for name, (dx, dy) in DIRECTIONS.items():
    change(f"wipe {name}", lambda x, y, dx=dx, dy=dy: part(x, WIDTH, dx) if dx else part(y, HEIGHT, dy),
           WIDTH if dx else HEIGHT)
for vertical, dy in (("top", -1), ("bottom", 1)):
    for horizontal, dx in (("left", -1), ("right", 1)):
        change(f"wipe {vertical} {horizontal}",
               lambda x, y, dx=dx, dy=dy: (part(x, WIDTH, dx) + part(y, HEIGHT, dy)) / 2, WIDTH + HEIGHT)

HALF = np.hypot(WIDTH, HEIGHT) / 2


def distance(x, y):
    return np.hypot(x - WIDTH / 2, y - HEIGHT / 2) / HALF


change("circle open", distance, HALF)
change("circle close", lambda x, y: 1 - distance(x, y), HALF)
change("barn-door", lambda x, y: abs(2 * x / WIDTH - 1), WIDTH / 2)
# The hand moves fastest in the corners and not at all in the middle: judged from a third of the height on.
change("clock", lambda x, y: np.where(
    np.hypot(x - 48, y - 32) < 12, np.nan, np.arctan2(x - 48, -(y - 32)) / (2 * np.pi) % 1), 75)


def movement(kind, outgoing, incoming, incoming_is_above):
    """Both pictures are somewhere: how far along the direction, as shares of the canvas."""
    for name, (dx, dy) in DIRECTIONS.items():
        @film(f"transition-{kind}-{name}", script(f"{kind} {name}"))
        def check(frames, near, dx=dx, dy=dy):
            x, y = frames.x_of, frames.y_of
            for n in range(10):
                progress = n / 10
                places = []
                for share in (outgoing(progress), incoming(progress)):
                    places.append((x - dx * share * WIDTH, y - dy * share * HEIGHT))
                above = places[1] if incoming_is_above else places[0]
                # How far inside of the upper picture a pixel lies.
                depth = np.minimum(np.minimum(above[0], WIDTH - above[0]), np.minimum(above[1], HEIGHT - above[1]))
                on_top = depth > 0
                first, second = before(*places[0]), after(*places[1])
                wanted = np.where(on_top, second if incoming_is_above else first, first if incoming_is_above else second)
                # The edge of the upper picture that crosses the canvas: its front where it comes, its back where it goes.
                along, length, sign = (above[0], WIDTH, dx) if dx else (above[1], HEIGHT, dy)
                edge = abs(along - (length if (sign > 0) == incoming_is_above else 0))
                judged = edge > 1.5
                share_of(frames, judged, near, f"frame {n}")
                near(f"frame {n}", frames.y[n][judged], wanted[judged])


movement("push", lambda p: p, lambda p: p - 1, True)
movement("slide", lambda p: p / 2, lambda p: p - 1, True)
movement("cover", lambda p: 0, lambda p: p - 1, True)
movement("reveal", lambda p: p, lambda p: 0, False)


def dissolve(name, ease, progress, canvas="size: 96x64", within=2.0):
    @film(name, script("dissolve", ease=ease), canvas=canvas)
    def check(frames, near):
        x, y = frames.x_of, frames.y_of
        for n in range(10):
            share = progress(n / 10)
            near(f"frame {n}", frames.y[n], before(x, y) * (1 - share) + after(x, y) * share, within)


dissolve("transition-dissolve", "linear", lambda p: p)
dissolve("transition-eased", "ease-in-out", EASE_IN_OUT)
# Levels between those of eight bits: a quarter of a level is a code.
dissolve("transition-in-ten-bits", "linear", lambda p: p, "size: 96x64, depth: 10", 0.3)


@film("transition-fade-through", script("fade through red"))
def fade_through(frames, near):
    x, y = frames.x_of, frames.y_of
    red = codes(hexed("ff0000"))
    for n in range(10):
        progress = n / 10
        covered = 1 - abs(2 * progress - 1)
        shown = before(x, y) if progress < 0.5 else after(x, y)
        near(f"frame {n}", frames.y[n], shown * (1 - covered) + red[0] * covered)
        near(f"Cb of frame {n}", frames.u[n], 128 * (1 - covered) + red[1] * covered)
        near(f"Cr of frame {n}", frames.v[n], 128 * (1 - covered) + red[2] * covered)


def nearness(progress):
    return 1 - abs(2 * progress - 1)


@film("transition-pixelate", script("pixelate"))
def pixelate(frames, near):
    x, y = frames.x_of, frames.y_of
    for n in range(10):
        progress = n / 10
        # They change over in the fifth around the middle, while blocks are up to a tenth of the height wide.
        share = np.clip((progress - 0.4) / 0.2, 0, 1)
        wanted = before(x, y) * (1 - share) + after(x, y) * share
        side = 2 * int(HEIGHT / 20 * nearness(progress) + 0.5)
        for top in range(0, HEIGHT, side or HEIGHT):
            for left in range(0, WIDTH, side or WIDTH):
                if side:
                    wanted[top:top + side, left:left + side] = wanted[top:top + side, left:left + side].mean()
        near(f"frame {n}", frames.y[n], wanted)


@film("transition-blur", script("blur", ("step.png", "step-down.png")))
def blur(frames, near):
    up = np.where(frames.x_of < 48, 16.0, 235.0)
    down = np.where(frames.y_of < 32, 235.0, 16.0)
    for n in range(10):
        progress = n / 10
        radius = 2 * int(HEIGHT / 60 * nearness(progress) + 0.5)
        wanted = up * (1 - progress) + down * progress
        # Two means in each direction, of which what lies beyond the edge goes on as it ends.
        for axis in (0, 0, 1, 1):
            if radius:
                padded = np.pad(wanted, [(radius, radius) if axis == a else (0, 0) for a in (0, 1)], "edge")
                sums = np.apply_along_axis(np.convolve, axis, padded, np.ones(2 * radius + 1), "valid")
                wanted = sums / (2 * radius + 1)
        near(f"frame {n}", frames.y[n], wanted)


@film("transition-zoom", script("zoom"))
def zoom(frames, near):
    x, y = frames.x_of, frames.y_of
    for n in range(10):
        progress = n / 10
        grown = before((x - 48) / (1 + progress) + 48, (y - 32) / (1 + progress) + 32)
        near(f"frame {n}", frames.y[n], grown * (1 - progress) + after(x, y) * progress)
