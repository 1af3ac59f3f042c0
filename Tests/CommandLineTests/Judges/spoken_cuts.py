"""Makes a talk whose words are tones, has `editc words` write its script, deletes lines and words, and compares the
words of the captions with the tones that are heard.

usage: spoken_cuts.py EDITC FOLDER
"""
import json
import os
import random
import re
import subprocess
import sys

import numpy as np

editc, folder = sys.argv[1:3]
os.chdir(folder)
RATE = 48000
draw = random.Random(7)


def run(*arguments):
    made = subprocess.run([editc, *arguments], capture_output=True, text=True)
    assert made.returncode == 0, made
    return made


# Word n is a tone of 300 + 50 n Hz.
words, time = [], 1.3
for number in range(36):
    length = round(draw.uniform(0.15, 0.4), 3)
    words.append({"word": f"w{number}", "start": round(time, 3), "end": round(time + length, 3)})
    ends = draw.random() < 0.25
    words[-1]["word"] += draw.choice(".?!") if ends else ""
    time += length + (draw.choice([0.06, 0.3, 0.65, 0.9, 1.6]) if ends else draw.choice([0, 0.01, 0.05, 0.2]))
SECONDS = 24
assert time < SECONDS - 1
samples = np.zeros(SECONDS * RATE)
for number, word in enumerate(words):
    first, end = int(word["start"] * RATE), int(word["end"] * RATE)
    times = np.arange(end - first) / RATE
    samples[first:end] = 0.5 * np.sin(2 * np.pi * (300 + 50 * number) * times)
# Two segments, as Whisper writes them: captions that sentences do not end.
half = len(words) // 2
segments = [
    {"start": part[0]["start"], "end": part[-1]["end"], "text": " ".join(word["word"] for word in part), "words": part}
    for part in (words[:half], words[half:])]
json.dump({"segments": segments}, open("talk.json", "w"))
sound = ["-f", "s16le", "-ar", str(RATE), "-ac", "1", "-i", "-"]
for name, options in [
        ("talk.wav", []),
        ("talk.mov", ["-f", "lavfi", "-i", f"color=s=64x36:r=30000/1001:d={SECONDS}", "-vf",
                      "setparams=color_primaries=bt709:color_trc=bt709:colorspace=bt709", "-c:v", "libx264", "-c:a",
                      "pcm_s16le"])]:
    subprocess.run(
        ["ffmpeg", "-v", "error", *sound, *options, name], input=(samples * 32767).astype("<i2").tobytes(), check=True)


def heard(path):
    """The numbers of the tones in a film, in order, of those that last for 40 ms or more."""
    decoded = subprocess.run(
        ["ffmpeg", "-v", "error", "-i", path, "-f", "f32le", "-ac", "1", "-ar", str(RATE), "-"], capture_output=True, check=True)
    played = np.frombuffer(decoded.stdout, "<f4").astype(float)
    size = RATE // 50
    found = []
    for start in range(0, len(played) - size, size // 4):
        spectrum = np.abs(np.fft.rfft(played[start:start + size] * np.hanning(size), 8 * size))
        peak = spectrum.argmax() * RATE / (8 * size)
        is_tone = spectrum.max() > 50
        found.append(round((peak - 300) / 50) if is_tone else None)
    numbers = []
    for index in range(len(found) - 4):
        if found[index] is not None and len(set(found[index:index + 5])) == 1 and numbers[-1:] != [found[index]]:
            numbers.append(found[index])
    return numbers, len(played) / RATE


def spoken(path):
    """The words of a WebVTT file, in order."""
    return [int(number) for number in re.findall(r"\bw(\d+)", open(path).read())]


def without_words(line):
    """A line without some of its words, but not without all."""
    start = line.index("says: ") + len("says: ")
    said = re.findall(r"w\d+", line[start:])
    left = sorted(draw.sample(range(len(said)), draw.randint(1, len(said))))
    words = ", ".join(said[index] for index in left)
    return f'{line[:start]}"{words}"}}\n'


for media in ("talk.wav", "talk.mov"):
    made = run("words", "talk.json", "--of", media, "-o", "cut.edit", "--force")
    assert "warning" not in made.stderr, made
    text = open("cut.edit").read()
    film = "cut" + media[-4:]
    text = re.sub(r"- file: out/cut\.\w+", f"- {{file: {film}, audio: {{codec: pcm}}}}", text)
    text = text.replace("{of: talk}", "{of: talk, mode: sidecar}").replace("mode: sidecar}", "mode: sidecar, format: vtt}")
    lines = text.splitlines(keepends=True)
    items = [index for index, line in enumerate(lines) if "take:" in line]
    assert len(items) > 8 and sum("# a pause" in lines[index] for index in items) >= 3, text
    assert " ".join(re.findall(r"w\d+[.?!]?", "".join(lines[index] for index in items))) == " ".join(
        word["word"] for word in words), text
    for turn in range(5):
        # At first, all of it; then without some lines, in another order, without some words.
        kept = items if turn == 0 else sorted(draw.sample(items, len(items) * 2 // 3))
        if turn == 2:
            draw.shuffle(kept)
        body = [lines[index] for index in kept]
        if turn > 2:
            body = [line if "says" not in line else without_words(line) for line in body]
        script = "".join(lines[:items[0]] + body + lines[items[-1] + 1:])
        open("edited.edit", "w").write(script)
        run("render", "edited.edit", "--force")
        wanted = [int(number) for line in body for number in re.findall(r"\bw(\d+)", line)]
        numbers, seconds = heard(film)
        assert numbers == wanted, (media, turn, numbers, wanted, script)
        captions = next(name for name in os.listdir(".") if name.startswith("cut") and name.endswith(".vtt"))
        assert spoken(captions) == wanted, (media, turn, spoken(captions), wanted)
        if turn == 0:
            assert abs(seconds - SECONDS) < 0.05, seconds

# Subtitles without the times of words are lines as they are.
open("talk.srt", "w").write("1\n00:00:01,000 --> 00:00:03,500\nOne, two.\n\n2\n00:00:05,000 --> 00:00:08,000\nThree: \"x\" # y.\n")
printed = run("words", "talk.srt", "--of", "talk.wav", "-o", "-").stdout
assert "take: 0s..0.88s}  # a pause\n" in printed and "take: 0.88s..3.62s}  # One, two.\n" in printed, printed
assert 'take: 4.88s..8.12s}  # Three: "x" # y.\n' in printed and "take: 8.12s..}  # a pause\n" in printed, printed
print("done")
