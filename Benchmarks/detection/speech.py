"""Synthesised speech with known silences and noise, for judging `SilenceFinder`.

    speech.py OUT SEED...       one file and its truth for each seed: OUT/SEED.wav and OUT/SEED.json

Needs numpy, espeak-ng and flite. Each file has 14 utterances; seeds above 9000 have only four pauses. Truth is
measured in each clean utterance before noise is added: from the first to the last moment at which it exceeds -50 dB of
its own loudest 10 ms (`speech`), and -40 dB (`audible`). At 20 dB of signal over noise, -40 dB is 20 dB below the
noise, so `heard` is the part of `audible` from the first to the last 10 ms whose energy exceeds that of the noise in a
critical band (Bark).
"""

import json
import os
import random
import subprocess
import sys
import wave

import numpy as np

RATE = 48000
SENTENCES = [
    "So this is the first thing that we should look at.", "It works every time.", "Sixty six thick thistles.",
    "The quick brown fox jumps over the lazy dog.", "What happens next?", "She sells sea shells.",
    "Open the file and press save.", "Perhaps half of the staff left.", "Yes.", "That is exactly it!",
    "We cut the silence and keep the speech.", "In the second chapter we talk about noise.",
    "Five hundred and twelve samples.", "Can you hear me?", "Fish and chips on a Friday, if you wish.",
    "Please put the cup back on top of the cupboard.", "And now for something else.", "Thanks for watching.",
]
VOICES = [("espeak", "en-us"), ("espeak", "en-gb+f3"), ("espeak", "de"), ("flite", "slt"), ("flite", "rms"),
          ("flite", "awb")]


def spoken(voice, text, folder):
    path = f"{folder}/utterance.wav"
    kind, name = voice
    if kind == "espeak":
        command = ["espeak-ng", "-v", name, "-w", path, text]
    else:
        command = ["flite", "-voice", name, "-t", text, "-o", path]
    subprocess.run(command, check=True, capture_output=True)
    with wave.open(path) as file:
        rate = file.getframerate()
        samples = np.frombuffer(file.readframes(file.getnframes()), np.int16) / 32768
    count = int(len(samples) * RATE / rate)
    spectrum = np.fft.rfft(samples)
    wide = np.zeros(count // 2 + 1, complex)
    size = min(len(wide), len(spectrum))
    wide[:size] = spectrum[:size]
    return np.fft.irfft(wide, count) * count / len(samples)


def speech_bounds(samples, share=1e-5):
    squares = np.cumsum(np.concatenate([[0], samples ** 2]))
    size = RATE // 100
    loudest = ((squares[size:] - squares[:-size]) / size).max()
    small = 48
    means = (squares[small::small] - squares[:-small:small]) / small
    loud = np.nonzero(means > loudest * share)[0]
    return loud[0] * small, (loud[-1] + 1) * small


BARK = [100, 200, 300, 400, 510, 630, 770, 920, 1080, 1270, 1480, 1720, 2000, 2320, 2700, 3150, 3700, 4400, 5300,
        6400, 7700, 9500, 12000, 15500]
WINDOW = 480


def band_energies(samples, hop):
    starts = np.arange(0, len(samples) - WINDOW, hop)
    windows = samples[starts[:, None] + np.arange(WINDOW)] * np.hanning(WINDOW)
    powers = np.abs(np.fft.rfft(windows)) ** 2
    edges = [round(frequency * WINDOW / RATE) for frequency in BARK]
    return np.stack([powers[:, a:b].sum(1) for a, b in zip(edges, edges[1:])], 1)


def heard_bounds(clean, noise_energies, start, end):
    first = max(0, start - WINDOW // 2)
    energies = band_energies(clean[first:end + WINDOW], 48)
    moments = first + np.nonzero((energies > noise_energies).any(1))[0] * 48 + WINDOW // 2
    moments = moments[(moments >= start) & (moments <= end)]
    return (moments[0], moments[-1]) if len(moments) else (start, end)


def coloured(noise, count, kind):
    white = noise.normal(size=count)
    if kind == "white":
        return white
    spectrum = np.fft.rfft(white)
    frequencies = np.maximum(20, np.fft.rfftfreq(count, 1 / RATE))
    if kind == "pink":
        return np.fft.irfft(spectrum / np.sqrt(frequencies), count)
    if kind == "room":
        return np.fft.irfft(spectrum / (1 + (frequencies / 300) ** 1.5), count)
    times = np.arange(count) / RATE
    hum = sum(np.sin(2 * np.pi * 50 * k * times) / k for k in (1, 2, 3, 4, 6))
    return hum + 0.2 * white


def make(seed, out):
    rng = random.Random(seed)
    noise = np.random.default_rng(seed)
    voice = VOICES[seed % len(VOICES)]
    kind = ["white", "pink", "hum", "room"][seed % 4]
    snr = rng.choice([15, 20, 25, 30, 40])
    parts, bounds, audible, at = [], [], [], 0
    for number in range(14):
        gap = int(rng.uniform(0.45, 2.2) * RATE)
        if seed > 9000 and number % 5:
            gap = int(rng.uniform(0.02, 0.15) * RATE)
        parts.append(np.zeros(gap))
        at += gap
        samples = spoken(voice, rng.choice(SENTENCES), out)
        samples = samples / np.sqrt(np.mean(samples ** 2)) * rng.uniform(0.7, 1.3)
        start, end = speech_bounds(samples)
        bounds.append([(at + start) / RATE, (at + end) / RATE])
        start, end = speech_bounds(samples, 1e-4)
        audible.append([(at + start) / RATE, (at + end) / RATE])
        parts.append(samples)
        at += len(samples)
    parts.append(np.zeros(int(rng.uniform(0.45, 2.2) * RATE)))
    clean = np.concatenate(parts)
    hiss = coloured(noise, len(clean), kind)
    hiss *= 10 ** (-snr / 20) / np.sqrt(np.mean(hiss ** 2))
    noise_energies = band_energies(hiss, 4800).mean(0)
    heard = [[at / RATE for at in heard_bounds(clean, noise_energies, round(a * RATE), round(b * RATE))]
             for a, b in audible]
    mixed = 0.08 * (clean + hiss)
    with wave.open(f"{out}/{seed}.wav", "wb") as file:
        file.setparams((1, 2, RATE, 0, "NONE", ""))
        dithered = np.clip(np.round(mixed * 32767 + noise.uniform(-0.5, 0.5, len(mixed))), -32768, 32767)
        file.writeframes(dithered.astype(np.int16).tobytes())
    truth = {"seconds": len(clean) / RATE, "speech": bounds, "audible": audible, "heard": heard, "snr": snr,
             "noise": kind, "voice": voice}
    with open(f"{out}/{seed}.json", "w") as file:
        json.dump(truth, file)
    print(seed, voice, kind, snr, round(len(clean) / RATE, 1), flush=True)


if __name__ == "__main__":
    os.makedirs(sys.argv[1], exist_ok=True)
    for seed in sys.argv[2:]:
        make(int(seed), sys.argv[1])
