"""Colours from one meaning to another, in double precision: BT.709, BT.601, BT.2020, HLG and PQ (BT.2100, BT.2408)."""

import os

import numpy as np

from film import BT601, BT709, BT2020, codes, colors, film, hexed, items
from media import encode

# BT.2408: white of standard video is 203 cd/m² of HDR. HLG is shown at 1000 cd/m².
WHITE, PEAK = 203.0, 1000.0

# From the chromaticities of red, green, blue and the white D65 (BT.709, BT.2020).
PRIMARIES = {
    "709": ((0.640, 0.330), (0.300, 0.600), (0.150, 0.060)),
    "2020": ((0.708, 0.292), (0.170, 0.797), (0.131, 0.046)),
}


def to_xyz(name):
    columns = np.array([[x / y, 1, (1 - x - y) / y] for x, y in PRIMARIES[name]]).T
    white = np.array([0.3127 / 0.3290, 1, (1 - 0.3127 - 0.3290) / 0.3290])
    return columns * np.linalg.solve(columns, white)


def pq_light(signal):
    """SMPTE ST 2084, in cd/m²."""
    root = np.maximum(signal, 0) ** (32 / 2523)
    return 10000 * (np.maximum(root - 3424 / 4096, 0) / (2413 / 128 - 2392 / 128 * root)) ** (16384 / 2610)


def pq_signal(light):
    root = np.maximum(light / 10000, 0) ** (2610 / 16384)
    return ((3424 / 4096 + 2413 / 128 * root) / (1 + 2392 / 128 * root)) ** (2523 / 32)


A = 0.17883277
B, C = 1 - 4 * A, 0.5 - A * np.log(4 * A)
SYSTEM_GAMMA = 1.2


def hlg_light(signal):
    """BT.2100: the inverse of the camera's curve, then the system gamma, by the luminance of the scene."""
    scene = np.where(signal <= 0.5, signal ** 2 / 3, (np.exp((signal - C) / A) + B) / 12)
    luminance = scene @ to_xyz("2020")[1]
    return PEAK * luminance[..., None] ** (SYSTEM_GAMMA - 1) * scene


def hlg_signal(light):
    light = np.minimum(light / PEAK, 1)
    luminance = np.maximum(light @ to_xyz("2020")[1], 1e-12)
    scene = np.minimum(luminance[..., None] ** (1 / SYSTEM_GAMMA - 1) * light, 1)
    return np.where(scene <= 1 / 12, (3 * scene) ** 0.5, A * np.log(np.maximum(12 * scene - B, 1e-12)) + C)


def standard_light(signal):
    return WHITE * signal ** 2.4


def standard_signal(light):
    return np.clip(light / WHITE, 0, 1) ** (1 / 2.4)


def tone_mapped(light):
    """docs/colour.md: even up to the knee, then ever more slowly, by the strongest of the three."""
    knee, peak = 0.6, PEAK / WHITE
    strongest = light.max(-1) / WHITE
    above = strongest - knee
    bent = np.minimum(knee + above / (1 + above * (1 / (1 - knee) - 1 / (peak - knee))), 1)
    return light * np.where(above > 0, bent / np.maximum(strongest, 1e-12), 1)[..., None]


# Weights of luma, primaries, signal to light, light to signal.
FORMS = {
    "bt709": (BT709, "709", standard_light, standard_signal), "bt601": (BT601, "709", standard_light, standard_signal),
    "bt2020": (BT2020, "2020", standard_light, standard_signal), "hlg": (BT2020, "2020", hlg_light, hlg_signal),
    "pq": (BT2020, "2020", pq_light, pq_signal),
}
HIGH = {"hlg", "pq"}


def converted(signal, source, target):
    """Red, green and blue of one form as those of another."""
    _, from_primaries, to_light, _ = FORMS[source]
    _, to_primaries, _, to_signal = FORMS[target]
    if (from_primaries, to_light) == (to_primaries, FORMS[target][2]):
        return signal
    light = to_light(signal)
    if source in HIGH and target not in HIGH:
        light = tone_mapped(light)
    if from_primaries != to_primaries:
        light = light @ (np.linalg.inv(to_xyz(to_primaries)) @ to_xyz(from_primaries)).T
    return to_signal(np.maximum(light, 0))


TAGS = {
    "bt709": ("bt709", "bt709", "bt709"), "bt601": ("smpte170m", "smpte170m", "smpte170m"),
    "bt2020": ("bt2020", "bt2020-10", "bt2020nc"), "hlg": ("bt2020", "arib-std-b67", "bt2020nc"),
    "pq": ("bt2020", "smpte2084", "bt2020nc"),
}


def patches(form):
    """Sixteen grays and as many colours, as codes of ten bits: a row of blocks of sixteen pixels for each half."""
    # Of PQ what an HLG display can show, and a little beyond it.
    most = 0.78 if form == "pq" else 1
    grays = np.linspace(0, most, 16)[:, None] * np.ones(3)
    random = np.random.default_rng(7)
    mixed = random.uniform(0.05, most * 0.96, (16, 3))
    mixed[:3] = np.eye(3) * most * 0.9
    yuv = codes(np.concatenate([grays, mixed]), FORMS[form][0])
    return np.round(yuv * 4).astype("<u2")


def make(folder):
    for form, (primaries, transfer, matrix) in TAGS.items():
        yuv = patches(form).reshape(2, 16, 3)
        luma = yuv[..., 0].repeat(16, 0).repeat(16, 1)
        chroma = [yuv[..., plane].repeat(8, 0).repeat(8, 1) for plane in (1, 2)]
        picture = np.concatenate([plane.ravel() for plane in (luma, *chroma)])
        encode(folder, form + ".mkv", np.stack([picture] * 2), "256x32", "yuv420p10le", {
            "color_primaries": primaries, "color_trc": transfer, "colorspace": matrix, "color_range": "tv"})


def conversion(source, target, depth):
    @film(f"{source}-in-{target}-of-{depth}-bits", items([f"clip: {source}.mkv"], "timeline"),
          canvas=f"size: 256x32, color: {target}, depth: {depth}")
    def check(frames, near):
        signal = np.clip(colors(patches(source) / 4, FORMS[source][0]), 0, 1)
        wanted = codes(np.clip(converted(signal, source, target), 0, 1), FORMS[target][0])
        for index in range(32):
            found = frames.at(1, index % 16 * 16 + 8, index // 16 * 16 + 8)
            kind = "gray" if index < 16 else "colour"
            near(f"{kind} {index % 16}", found, wanted[index])


for source, target, depth in [
        ("pq", "bt709", 8), ("hlg", "bt709", 8), ("pq", "bt709", 10), ("hlg", "bt601", 10), ("pq", "bt2020", 10),
        ("pq", "hlg", 10), ("hlg", "pq", 10), ("bt709", "pq", 10), ("bt709", "hlg", 10), ("bt2020", "hlg", 10),
        ("bt2020", "bt709", 8), ("bt709", "bt2020", 10), ("bt601", "bt709", 8), ("bt709", "bt601", 8),
        ("hlg", "hlg", 10), ("pq", "pq", 10)]:
    conversion(source, target, depth)


WORDS = ["ffffff", "ff0000", "00ff00", "0000ff", "808080", "c86432"]


def canvas(form, depth):
    @film(f"colours-of-scripts-in-{form}-of-{depth}-bits", items(["color: black, for: 1f"], "timeline") + items(
        [f"color: '#{word}', width: 16px, height: 16px, place: '{16 * index}px, 0px anchor top left'"
         for index, word in enumerate(WORDS)]), canvas=f"size: 96x16, color: {form}, depth: {depth}")
    def check(frames, near):
        for index, word in enumerate(WORDS):
            wanted = codes(np.clip(converted(hexed(word), "bt709", form), 0, 1), FORMS[form][0])
            near(word, frames.at(0, 16 * index + 8, 8), wanted, 1)


for form, depth in [("bt709", 8), ("bt709", 10), ("bt601", 8), ("bt2020", 8), ("hlg", 10), ("pq", 10)]:
    canvas(form, depth)


# What a script says of a file stands in the place of the file's own tags.

@film("said-colours", "media: {it: {file: bt709.mkv, color: bt601}}\n" + items(["clip: it"], "timeline"),
      canvas="size: 256x32, depth: 8")
def said(frames, near):
    signal = np.clip(colors(patches("bt709") / 4, BT601), 0, 1)
    wanted = codes(signal)
    for index in range(32):
        near(f"colour {index}", frames.at(1, index % 16 * 16 + 8, index // 16 * 16 + 8), wanted[index])
