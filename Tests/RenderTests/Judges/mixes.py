"""Mixes computed by hand in double precision, held against what editc renders.

usage: mixes.py EDITC FOLDER
Each script is rendered to a wave file of 24 bits; what is left after subtracting the hand-made mix must be 80 dB below
the mix (or below full level where the mix is nearly silent). Prints one line for each script that fails, and their number.
"""

import os
import struct
import subprocess
import sys

import numpy as np

RATE = 48000
editc, folder = sys.argv[1], sys.argv[2]
os.chdir(folder)


def write_wave(path, samples, rate=RATE):
    data = np.asarray(samples, dtype="<f4")
    channels = data.shape[1]
    head = struct.pack("<IHHIIHH", 16, 3, channels, rate, rate * 4 * channels, 4 * channels, 32)
    raw = data.tobytes()
    with open(path, "wb") as file:
        file.write(b"RIFF" + struct.pack("<I", 36 + len(raw)) + b"WAVEfmt " + head)
        file.write(b"data" + struct.pack("<I", len(raw)) + raw)


def read_wave(path):
    raw = subprocess.run(
        ["ffmpeg", "-nostdin", "-v", "error", "-i", path, "-f", "f64le", "-"], check=True, capture_output=True,
        timeout=60).stdout
    probe = subprocess.run(
        ["ffprobe", "-v", "error", "-show_entries", "stream=channels", "-of", "csv=p=0", path], check=True,
        capture_output=True, timeout=60).stdout
    return np.frombuffer(raw, dtype="<f8").reshape(-1, int(probe))


random = np.random.default_rng(3341)
MEDIA = {
    "a.wav": random.uniform(-0.4, 0.4, (3 * RATE, 2)),
    "b.wav": random.uniform(-0.3, 0.3, (3 * RATE, 2)),
    "mono.wav": random.uniform(-0.5, 0.5, (3 * RATE, 1)),
    "six.wav": random.uniform(-0.2, 0.2, (3 * RATE, 6)),
}
for name, samples in MEDIA.items():
    MEDIA[name] = samples.astype("f4").astype("f8")
    write_wave(name, samples)
# A talk that is heard from 0.5 s to 1 s.
talk = np.zeros((2 * RATE, 2))
talk[RATE // 2:RATE] = 0.2
MEDIA["talk.wav"] = talk.astype("f4").astype("f8")
write_wave("talk.wav", talk)

# Films with a picture and such a sound, and one with two sounds.
for name in ["a", "b"]:
    subprocess.run(
        ["ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "color=red:s=32x32:r=30:d=3", "-i", name + ".wav",
         "-c:v", "mjpeg", "-c:a", "pcm_f32le", "-y", name + ".mov"], check=True, timeout=60)
subprocess.run(
    ["ffmpeg", "-nostdin", "-v", "error", "-i", "a.wav", "-i", "b.wav", "-map", "0", "-map", "1", "-c", "copy",
     "-metadata:s:a:0", "language=eng", "-metadata:s:a:1", "language=ger", "-y", "two.mov"], check=True, timeout=60)
MEDIA["a.mov"], MEDIA["b.mov"] = MEDIA["a.wav"], MEDIA["b.wav"]


def count(seconds):
    return int(np.floor(seconds * RATE + 0.5))


class Mix:
    def __init__(self, seconds, channels=2):
        self.sum = np.zeros((count(seconds), channels))

    def add(self, samples, at=0.0, gain=1.0):
        gain = np.asarray(gain)
        if gain.ndim == 1:
            gain = gain[:, None]
        start = count(at)
        self.sum[start:start + len(samples)] += samples * gain
        return self


def take(name, start=0.0, length=1.0, channels=2):
    samples = MEDIA[name][count(start):count(start) + count(length)]
    if samples.shape[1] == 1 and channels == 2:
        return np.repeat(samples, 2, axis=1)
    return samples


def time(length):
    return np.arange(count(length)) / RATE


def shape(curve, share):
    share = np.clip(share, 0, 1)
    return {
        "linear": share,
        "equal-power": np.sin(share * np.pi / 2),
        "logarithmic": (1000.0 ** (share - 1) - 0.001) / 0.999,
        "s-curve": share * share * (3 - 2 * share),
    }[curve]


def fades(length, first=0.0, last=0.0, curve="linear"):
    t = time(length)
    gain = np.ones(len(t))
    if first:
        gain *= shape(curve, t / first)
    if last:
        gain *= shape(curve, (length - t) / last)
    return gain


def pan(samples, position):
    position = np.broadcast_to(position, len(samples))
    return samples * np.stack([np.minimum(1, 1 - position), np.minimum(1, 1 + position)], axis=1)


def bezier(x1, y1, x2, y2, share):
    low, high = np.zeros(len(share)), np.ones(len(share))
    for _ in range(60):
        middle = (low + high) / 2
        x = 3 * (1 - middle) ** 2 * middle * x1 + 3 * (1 - middle) * middle ** 2 * x2 + middle ** 3
        low, high = np.where(x < share, middle, low), np.where(x < share, high, middle)
    m = (low + high) / 2
    return 3 * (1 - m) ** 2 * m * y1 + 3 * (1 - m) * m ** 2 * y2 + m ** 3


def dB(number):
    return 10 ** (number / 20)


def ducked(length, heard, level, attack, release):
    """A level that goes down while something is heard, and 200 ms longer."""
    gain, value, last = np.ones(count(length)), 1.0, -1 << 40
    for n in range(len(gain)):
        if heard(n):
            last = n
        is_heard = n - last < RATE // 5
        if n == 0:
            value = level if is_heard else 1.0
        elif is_heard:
            value = max(level, value - (1 - level) / (attack * RATE))
        else:
            value = min(1.0, value + (1 - level) / (release * RATE))
        gain[n] = value
    return gain


def sines(kind, frequency, length):
    """The harmonics below 0.45 of the rate, each with Lanczos's factor."""
    t, total = time(length), np.zeros(count(length))
    highest = max(1, min(1024, int(0.45 * RATE / frequency)))
    if kind == "sine":
        return np.sin(2 * np.pi * frequency * t)
    for k in range(1, highest + 1):
        sigma = np.sinc(k / (highest + 1))
        wave = np.sin(2 * np.pi * k * frequency * t)
        if kind == "square" and k % 2:
            total += sigma * 4 / (np.pi * k) * wave
        if kind == "triangle" and k % 2:
            total += (-1) ** ((k - 1) // 2) * sigma * 8 / (np.pi * k) ** 2 * wave
        if kind == "sawtooth":
            total += (-1) ** (k + 1) * sigma * 2 / (np.pi * k) * wave
    return total


def biquad(samples, b, a):
    """A filter of the second order, sample by sample; frequencies may be lists, one a block of 32."""
    result, (s1, s2) = np.zeros(len(samples)), (0.0, 0.0)
    for n, x in enumerate(samples):
        y = b[0] * x + s1
        s1, s2 = b[1] * x - a[1] * y + s2, b[2] * x - a[2] * y
        result[n] = y
    return result


def band(kind, frequency, gain=1.0, quality=np.sqrt(0.5)):
    """Robert Bristow-Johnson's forms."""
    w = 2 * np.pi * frequency / RATE
    c, alpha, root = np.cos(w), np.sin(w) / (2 * quality), np.sqrt(gain)
    b, a = {
        "highpass": ([(1 + c) / 2, -(1 + c), (1 + c) / 2], [1 + alpha, -2 * c, 1 - alpha]),
        "lowpass": ([(1 - c) / 2, 1 - c, (1 - c) / 2], [1 + alpha, -2 * c, 1 - alpha]),
        "peak": ([1 + alpha * root, -2 * c, 1 - alpha * root], [1 + alpha / root, -2 * c, 1 - alpha / root]),
    }[kind]
    return [v / a[0] for v in b], [v / a[0] for v in a]


def through(samples, kind, *numbers):
    b, a = band(kind, *numbers)
    return np.stack([biquad(channel, b, a) for channel in samples.T], axis=1)


def compressed(samples, threshold, ratio, attack, release, makeup):
    level, gains = 0.0, np.ones(len(samples))
    rise, fall = (1 - np.exp(-1 / (t * RATE)) for t in (attack, release))
    for n, peak in enumerate(np.abs(samples).max(axis=1)):
        level += (peak - level) * (rise if peak > level else fall)
        gains[n] = makeup * ((level / threshold) ** (1 / ratio - 1) if level > threshold else 1)
    return samples * gains[:, None]


def room(samples, strength):
    """Freeverb's combs and allpasses at 48 kHz."""
    result = samples.copy()
    for channel in range(2):
        entering, total = samples[:, channel] * 0.03, np.zeros(len(samples))
        for length in [1116, 1188, 1277, 1356, 1422, 1491, 1557, 1617]:
            length, damped = (length + 23 * channel) * RATE // 44100, 0.0
            line = np.zeros(len(samples) + length)
            for n in range(len(samples)):
                damped = line[n] * 0.8 + damped * 0.2
                line[n + length] = entering[n] + damped * 0.84
            total += line[:len(samples)]
        for length in [556, 441, 341, 225]:
            length = (length + 23 * channel) * RATE // 44100
            line, out = np.zeros(len(samples) + length), np.zeros(len(samples))
            for n in range(len(samples)):
                out[n] = line[n] - total[n]
                line[n + length] = total[n] + line[n] * 0.5
            total = out
        result[:, channel] += strength * 3 * total
    return result


SCRIPTS = []


def script(name, audio, mix, timeline="[{silence: 2s}]", head="", output=""):
    SCRIPTS.append((name, audio, mix, timeline, head, output))


one = np.ones(count(1.0))
script("plain", "[{clip: a.wav, take: ..1s}]", Mix(2).add(take("a.wav")))
script("at", "[{clip: a.wav, take: ..1s, at: 0.123456s}]", Mix(2).add(take("a.wav"), 0.123456))
script("take", "[{clip: a.wav, take: 0.4321s for 1s}]", Mix(2).add(take("a.wav", 0.4321)))
script("to the end", "[{clip: a.wav}]", Mix(2).add(take("a.wav", 0, 2)))
script("range", "[{clip: a.wav, at: 0.5s..1.25s}]", Mix(2).add(take("a.wav", 0, 0.75), 0.5))
script("factor", "[{clip: a.wav, take: ..1s, volume: 0.7}]", Mix(2).add(take("a.wav"), 0, 0.7))
script("percent", "[{clip: a.wav, take: ..1s, volume: 33%}]", Mix(2).add(take("a.wav"), 0, 0.33))
script("decibels", "[{clip: a.wav, take: ..1s, volume: -7.5dB}]", Mix(2).add(take("a.wav"), 0, dB(-7.5)))
script("boost", "[{clip: a.wav, take: ..1s, volume: 2.25}]", Mix(2).add(take("a.wav"), 0, 2.25))
script("boost in decibels", "[{clip: a.wav, take: ..1s, volume: 6dB}]", Mix(2).add(take("a.wav"), 0, dB(6)))
script("nothing", "[{clip: a.wav, take: ..1s, volume: -inf}, {clip: b.wav, take: ..1s}]", Mix(2).add(take("b.wav")))
script("ramp", "[{clip: a.wav, take: ..1s, volume: 1 -> 0.2}]", Mix(2).add(take("a.wav"), 0, 1 - 0.8 * time(1)))
script(
    "ramps", "[{clip: a.wav, take: ..1s, volume: [0 -> 1 over first 300ms, 1 -> 0.5 over last 200ms]}]",
    Mix(2).add(take("a.wav"), 0, np.interp(time(1), [0, 0.3, 0.8, 1], [0, 1, 1, 0.5])))
script(
    "key frames", "[{clip: a.wav, take: ..1s, volume: {0s: 0.1, 0.25s: 1, 0.75s: 0.3}}]",
    Mix(2).add(take("a.wav"), 0, np.interp(time(1), [0, 0.25, 0.75], [0.1, 1, 0.3])))
script(
    "held key frames", "[{clip: a.wav, take: ..1s, volume: {0s: 0.1 hold, 0.25s: 1 hold, 0.75s: 0.3}}]",
    Mix(2).add(take("a.wav"), 0, np.select([time(1) < 0.25, time(1) < 0.75], [0.1, 1.0], 0.3)))
script(
    "eased", "[{clip: a.wav, take: ..1s, volume: 0 -> 1 ease-in-out}]",
    Mix(2).add(take("a.wav"), 0, bezier(0.42, 0, 0.58, 1, time(1))))
for curve in ["linear", "equal-power", "logarithmic", "s-curve"]:
    script(
        "fade " + curve, "[{clip: a.wav, take: ..1s, fade: {in: 300ms, out: 0.5s, curve: %s}}]" % curve,
        Mix(2).add(take("a.wav"), 0, fades(1, 0.3, 0.5, curve)))
script(
    "fade of both ends and a ramp", "[{clip: a.wav, take: ..1s, fade: 200ms, volume: 0.5 -> 1}]",
    Mix(2).add(take("a.wav"), 0, fades(1, 0.2, 0.2) * (0.5 + 0.5 * time(1))))
script("pan left", "[{clip: a.wav, take: ..1s, pan: -0.75}]", Mix(2).add(pan(take("a.wav"), -0.75)))
script("pan of one channel", "[{clip: mono.wav, take: ..1s, pan: 0.5}]", Mix(2).add(pan(take("mono.wav"), 0.5)))
script(
    "moving pan", "[{clip: a.wav, take: ..1s, pan: -1 -> 1}]", Mix(2).add(pan(take("a.wav"), 2 * time(1) - 1)))
script(
    "sum", "[{clip: a.wav, take: ..1.5s}, {clip: b.wav, at: 0.7s, take: ..1s}, {clip: b.wav, at: 1s, take: 2s..2.5s}]",
    Mix(2).add(take("a.wav", 0, 1.5)).add(take("b.wav"), 0.7).add(take("b.wav", 2, 0.5), 1))
script("one into two", "[{clip: mono.wav, take: ..1s}]", Mix(2).add(take("mono.wav")))
script(
    "six into two", "[{clip: six.wav, take: ..1s}]",
    Mix(2).add(np.stack([
        take("six.wav")[:, 0] + np.sqrt(0.5) * (take("six.wav")[:, 2] + take("six.wav")[:, 4]),
        take("six.wav")[:, 1] + np.sqrt(0.5) * (take("six.wav")[:, 2] + take("six.wav")[:, 5])], axis=1)))
script(
    "two into one", "[{clip: a.wav, take: ..1s}]", Mix(2, 1).add(take("a.wav").mean(axis=1, keepdims=True)),
    head="mix: {channels: mono}")
six = Mix(2, 6)
six.sum[:RATE, :2] = take("a.wav")
script("two into six", "[{clip: a.wav, take: ..1s}]", six, head="mix: {channels: 5.1}")
six = Mix(2, 6)
six.sum[:RATE, 2:3] = take("mono.wav", channels=6)
script("one into six", "[{clip: mono.wav, take: ..1s}]", six, output=", audio: {channels: 5.1}")
script("six stay six", "[{clip: six.wav, take: ..1s}]", Mix(2, 6).add(take("six.wav")), head="mix: {channels: 5.1}")
for kind in ["sine", "square", "triangle", "sawtooth"]:
    script(
        "tone " + kind, "[{tone: %s, frequency: 441Hz, for: 1s, volume: 0.5}]" % kind,
        Mix(2).add(np.repeat(sines(kind, 441, 1)[:, None], 2, axis=1), 0, 0.5))
script("tone in the story", "[]", Mix(2).add(np.repeat(sines("sine", 1000, 1)[:, None], 2, axis=1), 1, 0.25),
       timeline="[{silence: 1s}, {tone: sine, for: 1s, volume: 0.25}]")
script(
    "duck", "[{clip: a.wav, take: ..2s, duck: {under: talk, to: 0.25, attack: 100ms, release: 400ms}},"
    " {clip: talk.wav, name: talk, volume: 0.5}]",
    Mix(2).add(take("a.wav", 0, 2), 0, ducked(2, lambda n: RATE // 2 <= n < RATE, 0.25, 0.1, 0.4))
    .add(take("talk.wav", 0, 2), 0, 0.5))
script(
    "duck under the story", "[{clip: a.wav, take: ..2s, duck: story}]",
    Mix(2).add(np.repeat(sines("sine", 1000, 1)[:, None], 2, axis=1), 0, 0.5)
    .add(take("a.wav", 0, 2), 0, ducked(2, lambda n: 1 <= n < RATE, dB(-12), 0.2, 1)),
    timeline="[{tone: sine, for: 1s, volume: 0.5}, {silence: 1s}]")
script(
    "splice", "[{clip: a.wav, at: 0.5s, take: ..1s}, {clip: b.wav, take: ..0.5s}, {clip: b.wav, at: 0.5s, take: 0.5s..1s}]",
    Mix(2).add(take("a.wav"), 0.5, fades(1, 0.01, 0.01)).add(take("b.wav"), 0, fades(1, 0.01, 0.01)),
    head="mix: {splice: 10ms}")
script(
    "peak far away", "[{clip: a.wav, take: ..1s}]", Mix(2).add(take("a.wav")), head="mix: {peak: 0 dBTP}")

# ---- The story: cross-fades, cuts of sound beside those of picture, films in films.
def story(name, timeline, mix, head=""):
    script(name, "[]", mix, timeline=timeline, head=head)


for curve in ["equal-power", "linear"]:
    sound = "" if curve == "equal-power" else ", audio: linear"
    story(
        "cross-fade " + curve,
        "[{clip: a.mov, take: ..1.5s}, {transition: {kind: dissolve, for: 0.5s%s}}, {clip: b.mov, take: 1s..2s}]" % sound,
        Mix(2).add(take("a.mov", 0, 1.5), 0, fades(1.5, 0, 0.5, curve))
        .add(take("b.mov", 1), 1, fades(1, 0.5, 0, curve)))
story(
    "cross-fade with handles",
    "[{clip: a.mov, take: ..1s}, {transition: {kind: dissolve, for: 0.5s, using: handles}}, {clip: b.mov, take: 1s..2s}]",
    Mix(2).add(take("a.mov", 0, 1.25), 0, fades(1.25, 0, 0.5, "equal-power"))
    .add(take("b.mov", 0.75, 1.25), 0.75, fades(1.25, 0.5, 0, "equal-power")))
story(
    "hard cut in a dissolve",
    "[{clip: a.mov, take: ..1.5s}, {transition: {kind: dissolve, for: 0.5s, audio: cut}}, {clip: b.mov, take: 1s..2s}]",
    Mix(2).add(take("a.mov", 0, 1.25)).add(take("b.mov", 1.25, 0.75), 1.25))
story(
    "lead and lag",
    "[{clip: a.mov, take: ..1s, audio: {lag: 0.2s}}, {clip: b.mov, take: 1s..2s, audio: {lead: 250ms}, volume: 0 -> 1}]",
    Mix(2).add(take("a.mov", 0, 1.2))
    .add(take("b.mov", 0.75, 1.25), 0.75, np.clip(time(1.25) - 0.25, 0, 1)))
story(
    "sequence", "[{sequence: s, volume: 0.5}, {sequence: s, take: 0.5s..1.5s, pan: -0.5}]",
    Mix(2.5).add(take("a.mov"), 0, 0.4).add(take("b.mov", 1, 0.5), 1, 0.5)
    .add(pan(0.8 * take("a.mov", 0.5, 0.5), -0.5), 1.5).add(pan(take("b.mov", 1, 0.5), -0.5), 2),
    head="sequences: {s: [{clip: a.mov, take: ..1s, volume: 0.8}, {clip: b.mov, take: 1s..1.5s}]}")
script("backwards", "[{clip: a.wav, take: 0.5s..1.5s, speed: -1x}]", Mix(2).add(take("a.wav", 0.5)[::-1]))
script("again", "[{clip: a.wav, take: ..0.5s, loop: 3}]", Mix(2).add(np.tile(take("a.wav", 0, 0.5), (3, 1))))
script("silence between", "[{clip: a.wav, take: ..0.5s}, {silence: 1s}, {clip: b.wav, at: 1.5s, take: ..0.5s}]",
       Mix(2).add(take("a.wav", 0, 0.5)).add(take("b.wav", 0, 0.5), 1.5))
# ---- Which stream.
for name, audio, head in [
    ("stream by number", "{clip: two.mov, take: ..1s, audio: {stream: 1}}", ""),
    ("stream by language", "{clip: two.mov, take: ..1s, audio: {language: de}}", ""),
    ("stream of the file", "{clip: two, take: ..1s}", "media: {two: {file: two.mov, streams: {audio: 1}}}"),
    ("language of the file", "{clip: two, take: ..1s}", "media: {two: {file: two.mov, streams: {language: deu}}}"),
]:
    script(name, f"[{audio}]", Mix(2).add(take("b.wav")), head=head)
# ---- Filters.
for name, filters, samples in [
    ("highpass", "{highpass: 400Hz}", through(take("a.wav"), "highpass", 400)),
    ("lowpass", "{lowpass: 1.5kHz}", through(take("a.wav"), "lowpass", 1500)),
    ("eq", "{eq: {frequency: 2kHz, gain: 6dB}}", through(take("a.wav"), "peak", 2000, dB(6), np.sqrt(2))),
    ("eq of a width", "{eq: {frequency: 2kHz, gain: -9dB, width: 500Hz}}",
     through(take("a.wav"), "peak", 2000, dB(-9), 4)),
    ("two filters", "{highpass: 400Hz}, {lowpass: 1.5kHz}",
     through(through(take("a.wav"), "highpass", 400), "lowpass", 1500)),
    ("compress", "{compress: {threshold: -20dB, ratio: 3, attack: 2ms, release: 50ms, makeup: 6dB}}",
     compressed(take("a.wav"), dB(-20), 3, 0.002, 0.05, dB(6))),
    ("reverb", "{reverb: 40%}", room(take("a.wav"), 0.4)),
    ("limit that has nothing to hold", "{limit: 0dB}", take("a.wav")),
    ("denoise of nothing", "{denoise: 0}", take("a.wav")),
]:
    script(name, "[{clip: a.wav, take: ..1s, filters: [%s], volume: 0.7}]" % filters, Mix(2).add(samples, 0, 0.7))

SCRIPTS = SCRIPTS[::{"long": 1, "1": 4}.get(os.environ.get("EDITC_TEST_ALL"), 5)]
failures = 0
for number, (name, audio, mix, timeline, head, output) in enumerate(SCRIPTS):
    path, film = f"{number}.edit", f"{number}.wav"
    with open(path, "w") as file:
        file.write(
            f"edit: 1\ncanvas: {{size: 64x64, rate: 30000/1001}}\n{head}\ntimeline: {timeline}\naudio: {audio}\n"
            f"outputs: [{{file: {film}{output}}}]\n")
    run = subprocess.run(
        [editc, "render", path, "--no-cache", "--progress", "none"], capture_output=True, text=True, timeout=60)
    if run.returncode:
        failures += 1
        print(f"{name}: {run.stdout}{run.stderr}")
        continue
    found = read_wave(film)
    shared = min(len(found), len(mix.sum))
    rest = found[:shared] - mix.sum[:shared]
    level = 10 * np.log10(np.mean(rest ** 2) + 1e-20) - 10 * np.log10(max(np.mean(mix.sum ** 2), 1e-4))
    # The film ends with its last frame.
    if abs(len(found) - len(mix.sum)) > RATE * 1001 // 30000 or found.shape[1] != mix.sum.shape[1] or level > -80:
        failures += 1
        print(f"{name}: {len(found)} samples, {found.shape[1]} channels, {level:.1f} dB")
    if os.environ.get("MIXES_VERBOSE"):
        print(f"{name}: {level:.1f} dB")
print(f"{len(SCRIPTS)} scripts, {failures} failures")
sys.exit(1 if failures else 0)
