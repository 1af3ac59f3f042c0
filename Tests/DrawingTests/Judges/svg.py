"""Compares drawn SVG files with rsvg-convert, and with the reference pictures beside them.

Each line of the list: SVG, raw RGBA premultiplied, width, height, reference or `-`. Prints for each the mean
differences of premultiplied channels, `-` without a reference.
"""
import io
import subprocess
import sys

import numpy
from PIL import Image


def premultiplied(image):
    pixels = numpy.asarray(image.convert("RGBA"), dtype=float)
    pixels[..., :3] *= pixels[..., 3:] / 255
    return pixels


for line in open(sys.argv[1]):
    svg, raw, width, height, reference = line.rstrip("\n").split("\t")
    size = int(width), int(height)
    drawn = numpy.fromfile(raw, dtype=numpy.uint8).reshape(size[1], size[0], 4).astype(float)
    done = subprocess.run(
        ["rsvg-convert", "--dpi-x", "96", "--dpi-y", "96", "-w", width, "-h", height, svg], capture_output=True)
    if done.returncode:
        print(svg, "refused", "-", done.stderr.decode().strip().replace("\n", " "), sep="\t")
        continue
    other = premultiplied(Image.open(io.BytesIO(done.stdout)))
    same = "-" if other.shape != drawn.shape else round(float(numpy.abs(other - drawn).mean()), 3)
    far = "-"
    if reference != "-":
        picture = Image.open(reference)
        if picture.size == size:
            far = round(float(numpy.abs(premultiplied(picture) - drawn).mean()), 3)
    print(svg, same, far, sep="\t")
