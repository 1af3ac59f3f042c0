"""Records one event with devices that start and drift differently, whose pictures are numbered and whose sound is a
sweep, and compares each frame and sample of films with `angles` with values computed here.

usage: angles.py EDITC FOLDER
"""
import math
import os
import subprocess
import sys
from fractions import Fraction

import numpy as np

editc, folder = sys.argv[1:3]
os.chdir(folder)
RATE = 48000
BITS, WIDE = 12, 16


def sweep(moments):
    """The sound of the event at its moments, in seconds: from 300 Hz on, 40 Hz higher with each second."""
    return 0.4 * np.sin(2 * np.pi * (300 * moments + 20 * moments * moments))


class Recording:
    """`at` is when it starts on the clock; in a second of the clock, `speed` seconds of it pass."""

    def __init__(self, name, number, rate, at, speed, seconds, shows=True):
        self.name, self.number, self.rate = name, number, rate and Fraction(rate)
        self.at, self.speed, self.seconds = Fraction(at), Fraction(speed), seconds
        moments = float(self.at) + np.arange(seconds * RATE) / RATE / float(self.speed)
        samples = np.repeat((sweep(moments) * 32767).round().astype("<i2"), 2)
        open("sound.raw", "wb").write(samples.tobytes())
        inputs = ["-f", "s16le", "-ar", str(RATE), "-ac", "2", "-i", "sound.raw"]
        if shows:
            inputs += ["-f", "rawvideo", "-pix_fmt", "gray", "-s", f"{(BITS + 2) * WIDE}x32", "-r", rate, "-i", "-"]
        codecs = ["-c:v", "libx264", "-qp", "0", "-pix_fmt", "yuv420p", "-bf", "0", "-g", "25", "-color_range", "tv",
                  "-c:a", "pcm_s16le"] if shows else []
        pictures = b"" if not shows else b"".join(
            self.picture(frame) for frame in range(int(seconds * self.rate)))
        subprocess.run(["ffmpeg", "-v", "error", "-y", *inputs, *codecs, name], input=pictures, check=True)

    def picture(self, frame):
        """Bars for the bits of the number of the recording and of the frame."""
        bits = [self.number >> 1 & 1, self.number & 1] + [frame >> bit & 1 for bit in range(BITS)]
        row = np.repeat(np.where(np.array(bits) == 1, 200, 40), WIDE).astype(np.uint8)
        return row.tobytes() * 32

    def frame(self, clock):
        """The number of the frame on screen just before a moment of the clock."""
        return math.ceil((clock - self.at) * self.speed * self.rate) - 1


a = Recording("cam1.mov", 1, "25", 0, 1, 24)
b = Recording("cam2.mov", 2, "30000/1001", "3.345062", "1.000145", 20)
c = Recording("cam3.mov", 3, "50", "-2.7", "1.02", 27)
recorder = Recording("recorder.wav", 0, None, "-1.25", "0.9999", 26, shows=False)
ANGLES = {"a": a, "b": b, "c": c}

MEDIA = """edit: 1
media:
  cam1: cam1.mov
  cam2: {file: cam2.mov, sync: {at: 3.345062s, speed: 1.000145x}}
  cam3: {file: cam3.mov, sync: {at: -2.7s, speed: 1.02x}}
  recorder: {file: recorder.wav, sync: {at: -1.25s, speed: 0.9999x}}
"""
ITEM = "angles: {a: cam1, b: cam2, c: cam3, d: recorder}"


def render(text, films):
    open("film.edit", "w").write(text)
    made = subprocess.run([editc, "render", "film.edit", "--force"], capture_output=True, text=True)
    assert made.returncode == 0, (made.stderr, text)
    return [(pictures(film), sound(film)) for film in films]


def pictures(path):
    """The numbers of the recording and of its frame in each frame of a film."""
    shape = (32, (BITS + 2) * WIDE)
    raw = subprocess.run(
        ["ffmpeg", "-v", "error", "-i", path, "-fps_mode", "passthrough", "-f", "rawvideo", "-pix_fmt", "gray", "-"],
        capture_output=True, check=True).stdout
    rows = np.frombuffer(raw, np.uint8).reshape(-1, *shape)[:, 16, WIDE // 2::WIDE]
    found = []
    for row in rows:
        bits = [int(value > 120) for value in row]
        found.append((bits[0] * 2 + bits[1], sum(bit << place for place, bit in enumerate(bits[2:]))))
    return found


def sound(path):
    raw = subprocess.run(
        ["ffmpeg", "-v", "error", "-i", path, "-map", "0:a?", "-f", "f32le", "-ac", "2", "-ar", str(RATE), "-"],
        capture_output=True).stdout
    return np.frombuffer(raw, "<f4").astype(float)[::2]


def expected(show, start, end, rate, before=Fraction(0)):
    """The frames of an item that begins `before` seconds into the film. Its edges are rounded to frames, and a frame
    shows what is on screen just before its middle."""
    times = [Fraction(time) for time, _ in show] + [end - start]
    edges = [int((before + time) * rate + Fraction(1, 2)) for time in times]
    frames = []
    for (time, name), first, last in zip(show, edges, edges[1:]):
        shown = ANGLES[name]
        for frame in range(first, last):
            moment = (frame + Fraction(1, 2)) / rate - before
            frames.append((shown.number, shown.frame(start + moment)))
    return frames


def compare_sound(heard, start, first, last, what):
    """The sound of the film from one moment to another, in seconds, as it is on the clock. Its start is rounded to
    samples of the film; the rest follows from it without a break."""
    moments = float(start) + np.arange(int(first * RATE), int(last * RATE)) / RATE
    part = heard[int(first * RATE):int(last * RATE)]
    error, shift = min(
        (np.abs(part - sweep(moments + shift / RATE)).max(), shift) for shift in np.linspace(-0.5, 0.5, 41))
    assert error < 0.005, (what, error, shift)
    return error


# Switches on and between frames, at three rates; the sound of a recorder that is never shown.
START, END = Fraction(4), Fraction("21.3")
SHOW = [("0", "a"), ("4.2", "b"), ("5.013", "c"), ("9", "a"), ("11.77", "b"), ("16", "c")]
show = ", ".join(f"{time}s: {name}" for time, name in SHOW)
OUTPUTS = """canvas: {size: 224x32}
outputs:
  - {file: p.mkv, rate: 25, video: {codec: ffv1}, audio: {codec: pcm}}
  - {file: n.mkv, rate: 29.97, video: {codec: ffv1}, audio: {codec: pcm}}
  - {file: q.mkv, rate: 50, video: {codec: ffv1}, audio: {codec: pcm}}
"""
RATES = [Fraction(25), Fraction(30000, 1001), Fraction(50)]
FILMS = ["p.mkv", "n.mkv", "q.mkv"]
text = MEDIA + OUTPUTS + f"timeline:\n  - {ITEM}\n    take: 4s..21.3s\n    show: {{{show}}}\n    audio: d\n"
worst = 0
for rate, (shown, heard) in zip(RATES, render(text, FILMS)):
    assert shown == expected(SHOW, START, END, rate), (
        rate, [pair for pair in zip(shown, expected(SHOW, START, END, rate)) if pair[0] != pair[1]][:5], len(shown))
    worst = max(worst, compare_sound(heard, START, 0, 17.2, rate))

# Without `audio` the first angle is heard, also where others are shown; each angle is on the clock.
for key, silent in [("", False), ("audio: b", False), ("audio: c", False), ("audio: off", True)]:
    text = MEDIA + OUTPUTS + f"timeline:\n  - {{{ITEM}, take: 4s..20s, show: {{0s: b, 8s: c}}{', ' + key if key else ''}}}\n"
    (shown, heard), *_ = render(text, FILMS)
    assert shown == expected([("0", "b"), ("8", "c")], Fraction(4), Fraction(20), RATES[0]), key
    if silent:
        assert not np.abs(heard).max(initial=0) > 0, key
    else:
        worst = max(worst, compare_sound(heard, 4, 0, 15.9, key))

# Between other items: with a dissolve, the sound is cross-faded once, and goes on where the picture changes.
text = MEDIA + OUTPUTS + f"""timeline:
  - {{color: black, for: 2s}}
  - transition: dissolve 1s
  - {{{ITEM}, take: 5s..15s, show: {{0s: c, 4s: a}}, audio: d, name: talk, volume: 50%}}
  - {{color: black, for: 1s}}
"""
for rate, (shown, heard) in zip(RATES, render(text, FILMS)):
    wanted = expected([("0", "c"), ("4", "a")], Fraction(5), Fraction(15), rate, Fraction(1))
    first, behind = int(2 * rate) + 2, int(rate) + 2
    offset = int(1 * rate + Fraction(1, 2))
    assert shown[first:-behind] == wanted[first - offset:len(shown) - behind - offset], rate
    worst = max(worst, compare_sound(2 * heard, 4, 2.05, 10.95, ("between", rate)))
    assert np.abs(heard[int(11.01 * RATE):]).max() < 1e-4
print(f"largest difference of a sample: {worst:.5f}")
print("done")
