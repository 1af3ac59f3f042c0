"""The files that the films show, and what becomes of interlaced ones."""

import os
import subprocess

import numpy as np
from PIL import Image

from film import film, items


def ramp(x, y):
    """The gray of `ramp.png` at a place in it, 40 wide and high."""
    return 20 + 3 * (np.asarray(x) - 0.5) + 2 * (np.asarray(y) - 0.5)


def rising(x, y):
    """`rising.png`, 96x64."""
    return 20 + (np.asarray(x) - 0.5) + (np.asarray(y) - 0.5)


def falling(x, y):
    """`falling.png`, 96x64."""
    return 235 - (np.asarray(x) - 0.5) - (np.asarray(y) - 0.5)


def save(folder, name, function, width, height):
    x, y = np.meshgrid(np.arange(width) + 0.5, np.arange(height) + 0.5)
    Image.fromarray(np.round(function(x, y)).astype("u1")).save(os.path.join(folder, name))


def make(folder):
    save(folder, "ramp.png", ramp, 40, 40)
    save(folder, "rising.png", rising, 96, 64)
    save(folder, "falling.png", falling, 96, 64)
    save(folder, "step.png", lambda x, y: np.where(x < 48, 0, 255) + 0 * y, 96, 64)
    save(folder, "step-down.png", lambda x, y: np.where(y < 32, 255, 0) + 0 * x, 96, 64)
    save(folder, "small-step.png", lambda x, y: np.where(x < 20, 0, 255) + 0 * y, 40, 40)
    make_fields(folder)


def encode(folder, name, raw, size, layout, tags, rate=10):
    """Raw pictures as a file without loss."""
    command = ["ffmpeg", "-nostdin", "-v", "error", "-y", "-f", "rawvideo", "-pix_fmt", layout, "-s", size, "-r",
               f"{rate}", "-i", os.path.join(folder, "raw"), "-c:v", "ffv1"]
    for key, value in tags.items():
        command += ["-" + key, value]
    raw.tofile(os.path.join(folder, "raw"))
    subprocess.run(command + [os.path.join(folder, name)], check=True)
    os.remove(os.path.join(folder, "raw"))


STANDARD = {"color_primaries": "bt709", "color_trc": "bt709", "colorspace": "bt709", "color_range": "tv"}


def edge(half):
    """How far the white of a half-picture reaches from the left."""
    return 12 + 5 * half


def make_fields(folder):
    """Five pictures of two half-pictures each, in which white grows from the left."""
    pictures = []
    for number in range(5):
        luma = np.full((64, 96), 16, "u1")
        for half in (0, 1):
            luma[half::2, :edge(2 * number + half)] = 235
        pictures.append(np.concatenate([luma.ravel(), np.full(2 * 32 * 48, 128, "u1")]))
    encode(folder, "fields.mkv", np.stack(pictures), "96x64", "yuv420p", STANDARD)


@film("half-pictures", "media: {tape: {file: fields.mkv, deinterlace: on}}\n" + items(["clip: tape"], "timeline"),
      canvas="size: 96x64, rate: 20")
def half_pictures(frames, near):
    near("frames", frames.count, 10, 0)
    cover = (frames.y - 16) / 219
    # The first and the last one have a neighbour less.
    for half in range(1, 9):
        near(f"mean edge of {half}", cover[half].sum(1).mean(), edge(half), 0.5)
        near(f"edges of {half}", cover[half][2:-2].sum(1), edge(half), 2.6)


@film("half-pictures-as-they-are", "media: {tape: {file: fields.mkv, deinterlace: off}}\n" + items(["clip: tape"], "timeline"))
def as_they_are(frames, near):
    near("frames", frames.count, 5, 0)
    cover = (frames.y - 16) / 219
    for number in range(5):
        for half in (0, 1):
            near(f"half {half} of {number}", cover[number][half::2].sum(1), edge(2 * number + half), 0.1)
