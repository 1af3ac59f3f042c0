"""Pairs of recordings of one event with a known offset and drift, for judging `SyncFinder`.

    recordings.py OUT SEED...   OUT/SEED-a.raw and OUT/SEED-b.raw (8 kHz, mono, 16 bits) and OUT/SEED.json

An event is speech, drums or noise that comes and goes, of 50 to 150 s. Each device hears it through a room of its
own, with noise of 0 to 20 dB, and drops out now and then. The clock of b differs by up to 300 ppm. Seeds above
9000 make recordings of two different events. Needs numpy, espeak-ng and flite.
"""

import json
import os
import random
import sys
import tempfile

import numpy as np

import drums
import speech

RATE = 48000


def event(rng, seconds):
    noise = np.random.default_rng(rng.randrange(1 << 30))
    kind = rng.choice(["speech", "speech", "drums", "noise"])
    count = int(seconds * RATE)
    sound = np.zeros(count)
    if kind == "speech":
        with tempfile.TemporaryDirectory() as folder:
            at = 0
            while at < count:
                samples = speech.spoken(rng.choice(speech.VOICES), rng.choice(speech.SENTENCES), folder)
                sound[at:at + len(samples)] += samples[:count - at]
                at += len(samples) + int(rng.uniform(0.1, 1.5) * RATE)
    elif kind == "drums":
        hits = {kind: drums.drum(kind, noise) for kind in ("kick", "snare", "hat")}
        at = 0
        while at < count:
            samples = hits[rng.choice(list(hits))] * rng.uniform(0.3, 1)
            sound[at:at + len(samples)] += samples[:count - at]
            at += int(rng.choice([0.125, 0.25, 0.25, 0.5]) * RATE * rng.uniform(0.97, 1.03))
    else:
        levels = np.repeat(noise.uniform(0, 1, count // 4000 + 1) ** 3, 4000)[:count]
        sound = noise.normal(size=count) * levels
    return kind, sound / np.sqrt(np.mean(sound ** 2))


def heard(sound, rng):
    """Through a room, with noise and dropouts."""
    noise = np.random.default_rng(rng.randrange(1 << 30))
    reverberation = rng.uniform(0.15, 0.6)
    count = int(reverberation * RATE)
    response = noise.normal(size=count) * np.exp(-6.9 * np.arange(count) / count) * rng.uniform(0.005, 0.02)
    response[0] = 1
    size = 1 << (len(sound) + count).bit_length()
    room = np.fft.irfft(np.fft.rfft(sound, size) * np.fft.rfft(response, size), size)[:len(sound)]
    snr = rng.uniform(0, 20)
    hiss = noise.normal(size=len(sound))
    room = room / np.sqrt(np.mean(room ** 2)) + hiss * 10 ** (-snr / 20)
    for _ in range(rng.randrange(0, 4)):
        start = rng.randrange(0, len(room) - RATE)
        room[start:start + int(rng.uniform(0.1, 1) * RATE)] = 0
    return room, snr


def resampled(sound, offset, speed, seconds):
    """The samples at offset + t * speed, by cubic interpolation."""
    places = (offset + np.arange(int(seconds * RATE)) / RATE * speed) * RATE
    whole = np.clip(places.astype(int), 1, len(sound) - 3)
    part = places - whole
    a, b, c, d = (sound[whole + k] for k in (-1, 0, 1, 2))
    return b + 0.5 * part * (c - a + part * (2 * a - 5 * b + 4 * c - d + part * (3 * (b - c) + d - a)))


def low_rate(sound):
    spectrum = np.fft.rfft(sound)
    count = len(sound) // 6
    samples = np.fft.irfft(spectrum[:count // 2 + 1], count) / 6
    return np.round(samples * 0.1 / np.sqrt(np.mean(samples ** 2)) * 32767).clip(-32768, 32767).astype(np.int16)


def make(seed, out):
    rng = random.Random(seed)
    strangers = seed > 9000
    length_a, length_b = rng.uniform(50, 150), rng.uniform(50, 150)
    # b starts up to 40 s before or after a; they share at least 20 s.
    offset = rng.uniform(-min(40, length_b - 25), min(40, length_a - 25))
    speed = 1 + rng.uniform(-300, 300) * 1e-6
    start = min(0, offset)
    total = max(length_a, offset + length_b * speed) - start + 2
    kind, sound = event(rng, total)
    a = sound[int(-start * RATE):][:int(length_a * RATE)]
    base = -int(-start * RATE) / RATE
    other = event(rng, total)[1] if strangers else sound
    b = resampled(other, offset - base, speed, length_b)
    (a, snr_a), (b, snr_b) = heard(a, rng), heard(b, rng)
    low_rate(a).tofile(f"{out}/{seed}-a.raw")
    low_rate(b).tofile(f"{out}/{seed}-b.raw")
    with open(f"{out}/{seed}.json", "w") as file:
        json.dump({"offset": offset, "speed": speed, "seconds": length_b, "same": not strangers, "kind": kind,
                   "snr": [snr_a, snr_b]}, file)


if __name__ == "__main__":
    os.makedirs(sys.argv[1], exist_ok=True)
    for seed in sys.argv[2:]:
        make(int(seed), sys.argv[1])
