"""Synthesised drum tracks with known beats, for judging `BeatFinder`.

    drums.py OUT SEED...        one file and its truth for each seed: OUT/SEED.wav and OUT/SEED.json

Six patterns from 60 to 200 beats a minute, with swing, wandering tempo, bass, chords and noise. Needs numpy.
"""

import json
import os
import random
import sys
import wave

import numpy as np

RATE = 48000
# For each pattern and drum, hits of one bar in sixteenths.
PATTERNS = {
    "rock": {"kick": [0, 8, 10], "snare": [4, 12], "hat": [0, 2, 4, 6, 8, 10, 12, 14]},
    "house": {"kick": [0, 4, 8, 12], "snare": [4, 12], "hat": [2, 6, 10, 14]},
    "ballad": {"kick": [0, 8], "snare": [4, 12], "hat": [0, 4, 8, 12]},
    "funk": {"kick": [0, 3, 6, 10], "snare": [4, 12, 15], "hat": list(range(16))},
    "breakbeat": {"kick": [0, 2, 10, 11], "snare": [4, 7, 9, 12], "hat": [0, 2, 4, 6, 8, 10, 12, 14]},
    "shuffle": {"kick": [0, 8], "snare": [4, 12], "hat": [0, 3, 4, 7, 8, 11, 12, 15]},
}


def drum(kind, noise):
    count = int(0.3 * RATE)
    times = np.arange(count) / RATE
    if kind == "kick":
        phase = 2 * np.pi * (50 * times + 60 * 0.03 * (1 - np.exp(-times / 0.03)))
        return 0.9 * np.sin(phase) * np.exp(-times / 0.09)
    if kind == "snare":
        return (0.5 * noise.normal(size=count) * np.exp(-times / 0.06)
                + 0.4 * np.sin(2 * np.pi * 190 * times) * np.exp(-times / 0.05))
    hiss = np.diff(noise.normal(size=count + 1))
    return 0.18 * hiss * np.exp(-times / 0.025)


def make(seed, out, seconds=30):
    rng = random.Random(seed)
    noise = np.random.default_rng(seed)
    name = list(PATTERNS)[seed % len(PATTERNS)]
    tempo = 60 * (200 / 60) ** rng.random()
    swing = rng.choice([0.5, 0.5, 0.5, 0.58, 0.66])
    drift = rng.choice([0, 0, 0.02, 0.05])
    wave_length = rng.uniform(12, 40)
    # The moments of all beats, by a tempo that wanders like a sine.
    beats, at = [], rng.uniform(0.1, 0.8)
    while at < seconds - 1:
        beats.append(at)
        at += 60 / (tempo * (1 + drift * np.sin(2 * np.pi * at / wave_length)))
    beats.append(at)
    sound = np.zeros(int((seconds + 2) * RATE))

    def add(samples, moment, level):
        start = int(moment * RATE)
        sound[start:start + len(samples)] += level * samples[:len(sound) - start]

    def place(position):
        beat, part = position // 4, position % 4
        if beat + 1 >= len(beats):
            return None
        share = {0: 0, 1: swing / 2, 2: swing, 3: swing + (1 - swing) / 2}[part]
        return beats[beat] + share * (beats[beat + 1] - beats[beat])

    for bar in range(len(beats) // 4 + 1):
        for kind, hits in PATTERNS[name].items():
            for hit in hits:
                moment = place(bar * 16 + hit)
                if moment is not None and moment < seconds and rng.random() > 0.03:
                    add(drum(kind, noise), moment + rng.gauss(0, 0.003), rng.uniform(0.6, 1))
        if rng.random() < 0.8 and place(bar * 16):
            root = rng.choice([55, 65.4, 73.4, 82.4])
            times = np.arange(int(0.5 * RATE)) / RATE
            for hit in (0, 6, 8, 14):
                moment = place(bar * 16 + hit)
                if moment:
                    add(0.3 * np.sin(2 * np.pi * root * times) * np.exp(-times / 0.25), moment, 1)
            times = np.arange(int(1.8 * RATE)) / RATE
            chord = sum(np.sin(2 * np.pi * root * k * times) for k in (4, 5, 6, 8))
            add(0.06 * chord * np.minimum(1, times / 0.05) * np.exp(-times / 1.2), place(bar * 16), 1)
    sound = sound[:seconds * RATE] + noise.normal(size=seconds * RATE) * 10 ** (rng.uniform(-55, -30) / 20)
    sound *= 0.5 / np.abs(sound).max()
    with wave.open(f"{out}/{seed}.wav", "wb") as file:
        file.setparams((1, 2, RATE, 0, "NONE", ""))
        file.writeframes(np.round(sound * 32767).astype(np.int16).tobytes())
    with open(f"{out}/{seed}.json", "w") as file:
        json.dump({"beats": [b for b in beats if b < seconds - 1], "tempo": tempo, "pattern": name,
                   "swing": swing, "drift": drift}, file)


if __name__ == "__main__":
    os.makedirs(sys.argv[1], exist_ok=True)
    for seed in sys.argv[2:]:
        make(int(seed), sys.argv[1])
