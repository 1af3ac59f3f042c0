"""Long films: sound and picture that stay together, samples that do not drift, memory that does not grow.

usage: hours.py EDITC FOLDER
With EDITC_LONG_FILMS=1 the films last two and three hours, else two minutes. Prints what it measured, a line for each
failure, and their number.
"""

import os
import resource
import struct
import subprocess
import sys
import time
from fractions import Fraction

import numpy as np

editc, folder = sys.argv[1], sys.argv[2]
os.chdir(folder)
LONG = os.environ.get("EDITC_LONG_FILMS") == "1"
ONLY = os.environ.get("HOURS_ONLY", "")
HOURS = 60 if LONG else 1
failures = 0


def fail(text):
    global failures
    failures += 1
    print(text, file=sys.stderr)


def ffmpeg(*arguments):
    subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-y", *arguments], check=True, timeout=3600)


def wave(path, samples, rate):
    raw = np.asarray(samples, dtype="<i2").tobytes()
    with open(path, "wb") as file:
        file.write(b"RIFF" + struct.pack("<I", 36 + len(raw)) + b"WAVEfmt ")
        file.write(struct.pack("<IHHIIHH", 16, 1, 1, rate, rate * 2, 2, 16) + b"data" + struct.pack("<I", len(raw)))
        file.write(raw)


def render(name, script):
    with open(name + ".edit", "w") as file:
        file.write(script)
    start = time.monotonic()
    run = subprocess.run(
        [editc, "render", name + ".edit", "--no-cache", "--progress", "none"], capture_output=True, text=True,
        timeout=7200)
    if run.returncode:
        fail(f"{name}: {run.stdout[-2000:]}{run.stderr[-2000:]}")
    return time.monotonic() - start


def blocks(path, rate, length):
    """The film's sound as one channel, in blocks of so many seconds."""
    decoder = subprocess.Popen(
        ["ffmpeg", "-nostdin", "-v", "error", "-i", path, "-map", "0:a:0", "-ac", "1", "-f", "s16le", "-"],
        stdout=subprocess.PIPE)
    while True:
        raw = decoder.stdout.read(2 * rate * length)
        if not raw:
            break
        yield np.frombuffer(raw, dtype="<i2").astype("f4") / 32768
    decoder.wait()


# ---- A flash and a beep every second, through 60 cuts and 3 changes of speed: 120 s of film for each piece.
def flash_and_beep():
    piece = 2 * HOURS
    rate, fps = 48000, 30
    source = 2 * piece + 2
    beep = (0.5 * 32767 * np.sin(2 * np.pi * 2000 * np.arange(480) / rate) * np.hanning(480)).astype("i2")
    sound = np.zeros(source * rate, dtype="i2")
    for second in range(source):
        sound[second * rate:second * rate + 480] = beep
    wave("beeps.wav", sound, rate)
    black, white = bytes([16] * 32 * 32 + [128] * 512), bytes([235] * 32 * 32 + [128] * 512)
    with open("flashes.yuv", "wb") as file:
        for _ in range(source):
            file.write(white + black * (fps - 1))
    ffmpeg("-f", "rawvideo", "-pix_fmt", "yuv420p", "-s", "32x32", "-r", str(fps), "-i", "flashes.yuv", "-i",
           "beeps.wav", "-c:v", "libx264", "-preset", "ultrafast", "-g", "60", "-c:a", "pcm_s16le", "flashes.mov")
    items, expected, at = [], [], Fraction(0)
    for number in range(60):
        speed = {15: Fraction(2), 30: Fraction(1, 2), 45: Fraction(5, 4)}.get(number, Fraction(1))
        # Not on whole seconds. Every other piece, and each with another speed, is cut so that its flashes fall on
        # frames of the film; the others are not cut on frames at all.
        is_on_frames = number % 2 == 0 or speed != 1
        start = Fraction(number % 3, 3) if is_on_frames else Fraction(number * 7 % 30, 30) + Fraction(number, 997)
        length = Fraction(piece)
        end = start + length * speed
        items.append(
            f"  - {{clip: flashes.mov, take: {start.numerator}/{start.denominator}s..{end.numerator}/{end.denominator}s"
            + (f", speed: {float(speed)}x" if speed != 1 else "") + "}")
        for second in range(int(start) + 1, int(end)):
            expected.append((at + (second - start) / speed, speed, is_on_frames))
        at += length
    took = render(
        "flashes", "edit: 1\ncanvas: {size: 32x32, rate: 30}\ntimeline:\n" + "\n".join(items)
        + "\noutputs: [{file: flashes.mp4, video: {speed: ultrafast, keyframes: 4s}}]\n")
    if not os.path.exists("flashes.mp4"):
        return
    gray = subprocess.run(
        ["ffmpeg", "-nostdin", "-v", "error", "-i", "flashes.mp4", "-vf", "scale=1:1", "-fps_mode", "passthrough", "-f",
         "rawvideo", "-pix_fmt", "gray", "-"], check=True, capture_output=True, timeout=3600).stdout
    light = np.frombuffer(gray, dtype="u1") > 128
    flashes = np.nonzero(light[1:] & ~light[:-1])[0] + 1
    probes = []
    for is_on_frames in (True, False):
        those = [probe for probe in expected if probe[2] == is_on_frames]
        probes += [those[i] for i in np.linspace(0, len(those) - 1, 100).astype(int)]
    worst_sound, worst_picture, worst_between = 0.0, 0.0, 0.0
    wanted = iter(sorted(probes))
    next_probe = next(wanted, None)
    start, kept = 0, np.zeros(0, dtype="f4")
    template = np.sin(2 * np.pi * 2000 * np.arange(480) / rate) * np.hanning(480)
    for block in blocks("flashes.mp4", rate, 10):
        line = np.concatenate([kept, block])
        first = start - len(kept)
        while next_probe is not None:
            place = int(round(float(next_probe[0]) * rate))
            if place + 4000 > first + len(line):
                break
            low = max(0, place - 3000 - first)
            around = line[low:place - first + 3000]
            # Beeps keep their pitch and may be stretched: their middle is where their energy is.
            energy = np.convolve(around ** 2, np.ones(480), "valid")
            found = (first + low + int(np.argmax(energy))) / rate
            if next_probe[1] == 1:
                shape = np.abs(np.correlate(around, template, "valid"))
                found = (first + low + int(np.argmax(shape))) / rate
            worst_sound = max(worst_sound, abs(found - float(next_probe[0])))
            # The flash is in the first frame whose middle is at or after its start.
            frame = flashes[np.argmin(np.abs(flashes / fps - float(next_probe[0])))]
            if next_probe[2]:
                worst_picture = max(worst_picture, abs(frame / fps - float(next_probe[0])))
            else:
                worst_between = max(worst_between, abs(frame / fps - float(next_probe[0])))
            next_probe = next(wanted, None)
        start += len(block)
        kept = line[-10000:]
    print(
        f"flash and beep: {float(at):.0f} s in {took:.0f} s, {len(probes)} probes, sound within {worst_sound * 1000:.2f} ms,"
        f" picture within {worst_picture * 1000:.2f} ms on frames and {worst_between * 1000:.2f} ms between them")
    # A frame lasts 33.3 ms: a flash that falls between two frames may be half of that from its moment.
    if worst_sound > 0.005 or worst_picture > 0.005 or worst_between > 0.5 / fps + 1e-6 or next_probe is not None:
        fail("flash and beep: apart")


# ---- 29.97 frames per second with 44.1 kHz: every click at its sample, up to the end.
def drift():
    rate, seconds = 44100, 120 * HOURS
    sound = np.zeros(seconds * rate, dtype="i2")
    clicks = np.arange(rate // 2, len(sound), rate)
    sound[clicks] = 30000
    wave("clicks.wav", sound, rate)
    frames = int(Fraction(seconds * 30000, 1001)) // 60
    edges = [Fraction(number * frames * 1001, 30000) for number in range(61)]
    # Cut on frames, whose times are on no sample.
    items = "\n".join(
        f"  - {{clip: clicks.wav, take: {a.numerator}/{a.denominator}s..{b.numerator}/{b.denominator}s,"
        f" at: {a.numerator}/{a.denominator}s}}" for a, b in zip(edges, edges[1:]))
    took = render(
        "drift", f"edit: 1\ncanvas: {{size: 32x32, rate: 29.97}}\nmix: {{rate: 44100, channels: mono}}\n"
        f"timeline: [{{silence: {edges[-1].numerator}/{edges[-1].denominator}s}}]\naudio:\n{items}\n"
        "outputs: [{file: drift.flac}]\n")
    if not os.path.exists("drift.flac"):
        return
    found, start = [], 0
    for block in blocks("drift.flac", rate, 60):
        found += list(start + np.nonzero(block > 0.5)[0])
        start += len(block)
    wanted = [c for c in clicks if c < start]
    length = int(np.floor(edges[-1] * rate + Fraction(1, 2)))
    print(f"29.97 with 44.1 kHz: {seconds} s in {took:.0f} s, {len(found)} clicks, {start} samples")
    if found != wanted or start != length:
        fail(f"drift: {len(found)} clicks of {len(wanted)}, {start} samples of {length}")


# ---- A mix of 20 sounds: memory does not grow with its length.
def memory():
    seconds = 180 * HOURS if LONG else 20
    ffmpeg("-f", "lavfi", "-i", f"sine=frequency=300:sample_rate=48000:duration={seconds}", "-c:a", "pcm_s16le", "long.wav")
    items = "\n".join(
        f"  - {{clip: long.wav, volume: {{0s: 0.01, {seconds // 2}s: 0.05}}, pan: {-0.9 + n * 0.09:.2f},"
        f" take: {n * 0.123:.3f}s.., fade: 3s}}" for n in range(20))
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    took = render(
        "long", f"edit: 1\ncanvas: {{size: 32x32, rate: 25}}\ntimeline: [{{silence: {seconds - 5}s}}]\naudio:\n{items}\n"
        "outputs: [{file: mixed.flac}]\n")
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
    print(f"20 sounds: {seconds} s in {took:.0f} s, at most {peak} MB ({before // 1024} MB before)")
    if peak >= 200:
        fail(f"20 sounds: {peak} MB")


for name, part in [("memory", memory), ("drift", drift), ("flash", flash_and_beep)]:
    if ONLY in name:
        part()
print(f"{failures} failures")
sys.exit(1 if failures else 0)
