"""Shaking pictures: how much of the shaking is left, measured apart from it."""

import numpy as np

from between import story, texture
from film import film
from media import STANDARD, encode

WIDTH, HEIGHT, COUNT = 160, 96, 24
NUMBERS = np.arange(COUNT)
# A slow pan to the right, and shaking by whole and broken pixels.
SHAKES = np.stack([3 * np.sin(1.9 * NUMBERS) + 1.4 * np.sin(2.9 * NUMBERS + 1), 2.5 * np.sin(2.3 * NUMBERS + 2)], 1)
PATH = SHAKES + np.stack([0.8 * NUMBERS, 0 * NUMBERS], 1)
TURNS = 0.02 * np.sin(2.1 * NUMBERS + 0.5)


def seen(number):
    """What the camera sees: a texture that moves and turns about the middle, and in front of it a disc that does not."""
    x, y = np.meshgrid(np.arange(WIDTH) + 0.5, np.arange(HEIGHT) + 0.5)
    dx, dy = x - WIDTH / 2 - PATH[number, 0], y - HEIGHT / 2 - PATH[number, 1]
    cosine, sine = np.cos(TURNS[number]), np.sin(TURNS[number])
    ground = texture(cosine * dx + sine * dy, cosine * dy - sine * dx)
    inside = np.clip(8.5 - np.hypot(x - 30, y - 24), 0, 1)
    return np.clip(np.round(ground + (200 - ground) * inside), 40, 235)


def make(folder):
    rest = np.full(2 * (HEIGHT // 2) * (WIDTH // 2), 128)
    pictures = [np.concatenate([seen(n).ravel(), rest]).astype("u1") for n in NUMBERS]
    encode(folder, "shaking.mkv", np.stack(pictures), f"{WIDTH}x{HEIGHT}", "yuv420p", STANDARD)


def shift(first, second):
    """How far one picture is from the other: whole pixels by phase correlation, the rest by the slopes of the picture."""
    window = np.outer(np.hanning(HEIGHT), np.hanning(WIDTH))
    a, b = (np.fft.fft2((picture - picture.mean()) * window) for picture in (first, second))
    found = np.fft.ifft2(a.conj() * b / (abs(a * b) + 1e-9)).real
    y, x = np.unravel_index(found.argmax(), found.shape)
    x, y = (x - WIDTH if x > WIDTH / 2 else x), (y - HEIGHT if y > HEIGHT / 2 else y)
    back = np.roll(second, (-y, -x), (0, 1))
    down, right = np.gradient((first + back) / 2)
    inner = (slice(16, -16), slice(16, -16))
    slopes = np.stack([right[inner].ravel(), down[inner].ravel()], 1)
    rest = np.linalg.lstsq(slopes, (first - back)[inner].ravel(), rcond=None)[0]
    return np.array([x, y]) + rest


def shifts(pictures):
    return np.array([shift(first, second) for first, second in zip(pictures, pictures[1:])])


SIZE = f"size: {WIDTH}x{HEIGHT}"


@film("stabilize", story("clip: shaking.mkv, stabilize: {zoom: 1.15}"), SIZE)
def steady(frames, near):
    near("frames", frames.count, COUNT, 0)
    before, after = shifts([seen(n) for n in NUMBERS]), shifts(frames.y)
    # The camera is to move as evenly as it does without the shaking, and to keep its pan.
    near("what is left of the shaking", after.std(0) / before.std(0), 0, 0.1)
    near("the pan", np.median(after[:, 0]), 0.8 * 1.15, 0.25)
    for name, edge in (("rows", frames.y[:, [0, -1]]), ("columns", frames.y[:, :, [0, -1]])):
        near(f"black in the outer {name}", np.minimum(edge, 40), 40, 4)


@film("stabilize-not", story("clip: shaking.mkv, stabilize: false"), SIZE)
def shaking(frames, near):
    near("as it is", frames.y[7], seen(7), 0)


@film("stabilize-without-room", story("clip: shaking.mkv, stabilize: {zoom: 1}"), SIZE)
def without_room(frames, near):
    near("as it is", frames.y[7], seen(7), 1)


@film("stabilize-between", story("clip: shaking.mkv, take: ..2s, speed: 0.5x, between: motion, stabilize: {zoom: 1.15}"), SIZE)
def slow(frames, near):
    near("frames", frames.count, 40, 0)
    before, after = shifts([seen(n) for n in NUMBERS]), shifts(frames.y)
    near("what is left of the shaking", after.std(0) / before.std(0), 0, 0.1)
