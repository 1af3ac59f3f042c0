"""Files of sound, held against numbers that are known without editc.

usage: files.py EDITC FOLDER
A track with a click every 100 ms is cut into 60 pieces and put together again, into every kind of file: each click must
be at its sample (within 5 ms where a codec spreads it), and no sample more or less may come out. Tones of EBU Tech 3341
must be as loud as it says after they went through, and programmes that are brought to a loudness must have it.
"""

import os
import re
import struct
import subprocess
import sys

import numpy as np

RATE = 48000
editc, folder = sys.argv[1], sys.argv[2]
os.chdir(folder)
failures = 0


def fail(text):
    global failures
    failures += 1
    print(text, file=sys.stderr)


def write_wave(path, samples, rate=RATE):
    data = np.asarray(samples, dtype="<f4")
    channels = data.shape[1]
    head = struct.pack("<IHHIIHH", 16, 3, channels, rate, rate * 4 * channels, 4 * channels, 32)
    raw = data.tobytes()
    with open(path, "wb") as file:
        file.write(b"RIFF" + struct.pack("<I", 36 + len(raw)) + b"WAVEfmt " + head)
        file.write(b"data" + struct.pack("<I", len(raw)) + raw)


def decoded(path, stream=0):
    raw = subprocess.run(
        ["ffmpeg", "-nostdin", "-v", "error", "-i", path, "-map", f"0:a:{stream}", "-ac", "1", "-f", "f32le", "-"],
        check=True, capture_output=True, timeout=60).stdout
    return np.frombuffer(raw, dtype="<f4")


def render(name, text, expected=0):
    with open(name + ".edit", "w") as file:
        file.write(text)
    run = subprocess.run(
        [editc, "render", name + ".edit", "--no-cache", "--progress", "none"], capture_output=True, text=True,
        timeout=120)
    if run.returncode != expected:
        fail(f"{name}: exit code {run.returncode}\n{run.stdout}{run.stderr}")
    return run.stdout + run.stderr


def measured(path):
    log = subprocess.run(
        ["ffmpeg", "-nostdin", "-hide_banner", "-i", path, "-af", "ebur128=peak=true", "-f", "null", "-"],
        check=True, capture_output=True, text=True, timeout=120).stderr
    summary = log[log.rindex("Summary:"):]
    return tuple(float(re.search(word + r":\s+(\S+)", summary).group(1)) for word in ["I", "Peak"])


# ---- clicks
everything = os.environ.get("EDITC_TEST_ALL") == "long"
LENGTH = 6
CUTS = 59 if everything else 19
clicks = np.zeros((LENGTH * RATE, 1))
clicks[RATE // 20::RATE // 10] = 0.8
write_wave("clicks.wav", clicks)
cuts = sorted(np.random.default_rng(60).choice(np.arange(1, LENGTH * 1000), CUTS, replace=False))
edges = [0] + list(cuts) + [LENGTH * 1000]
items = "\n".join(
    f"  - {{clip: clicks.wav, take: {a}ms..{b}ms, at: {a}ms}}" for a, b in zip(edges, edges[1:]))
outputs = ["c.wav", "c.flac", "c.m4a", "c.mp3", "c.opus", "c.mov", "c.mp4"]
render(
    "clicks", "edit: 1\ncanvas: {size: 64x64, rate: 25}\ntimeline: [{silence: 6s}]\naudio:\n" + items
    + "\noutputs:\n" + "".join(f"  - {{file: {name}}}\n" for name in outputs)
    + "  - {file: alac.m4a, audio: {codec: alac}}\n  - {file: stems.m4a, stems: true, range: first 1s}\n"
    + "  - {file: flac.mp4, audio: {codec: flac}}\n  - {file: opus.mp4, audio: {codec: opus}}\n"
    + "  - {file: pcm.mov, audio: {codec: pcm}}\n")
for name in outputs + ["alac.m4a", "flac.mp4", "opus.mp4", "pcm.mov"]:
    found = decoded(name)
    lossless = name in ["c.wav", "c.flac", "alac.m4a", "flac.mp4", "pcm.mov"]
    # FFmpeg 5.1 leaves the padding of the last frame of AAC, and of Opus in MP4, in place.
    extra = {"c.m4a": 1024, "c.mov": 1024, "c.mp4": 1024, "opus.mp4": 960}.get(name, 0)
    if not 0 <= len(found) - LENGTH * RATE <= extra:
        fail(f"{name}: {len(found)} samples")
        continue
    reach = 1 if lossless else RATE // 200
    for place in range(RATE // 20, LENGTH * RATE, RATE // 10):
        around = np.abs(found[place - 2000:place + 2000])
        if abs(int(np.argmax(around)) - 2000) > (0 if lossless else reach):
            fail(f"{name}: a click is {int(np.argmax(around)) - 2000} samples beside its place {place}")
            break
probe = subprocess.run(
    ["ffprobe", "-v", "error", "-select_streams", "a", "-show_entries", "stream=index", "-of", "csv=p=0", "stems.m4a"],
    check=True, capture_output=True, text=True, timeout=60).stdout.split()
if len(probe) != CUTS + 2:
    fail(f"stems.m4a: {len(probe)} tracks")

# ---- loudness of EBU Tech 3341
def tone(keys, length):
    frames = ", ".join(f"{time}s: {level}dB hold" for time, level in keys)
    return f"[{{tone: sine, for: {length}s, volume: {{{frames}}}}}]"


programmes = {
    "seq1": (tone([(0, -23)], 20), 20, -23.0),
    "seq2": (tone([(0, -33)], 20), 20, -33.0),
    "seq9": (tone([(t * 3 + d, level) for t in range(5) for d, level in [(0, -20), (1.34, -30)]], 15), 15, -23.0),
}
if everything:
    programmes["seq5"] = (tone([(0, -26), (20, -20), (40.1, -26)], 60.1), 60.1, -23.0)
    programmes["seq3"] = (tone([(0, -36), (10, -23), (70, -36)], 80), 80, -23.0)
    programmes["seq4"] = (tone([(0, -72), (10, -36), (20, -23), (80, -36), (90, -72)], 100), 100, -23.0)
for name, (audio, length, target) in programmes.items():
    render(
        name, "edit: 1\ncanvas: {size: 64x64, rate: 10}\n"
        + f"timeline: [{{silence: {length}s}}]\naudio: {audio}\noutputs: [{{file: {name}.wav}}]\n")
    loudness, _ = measured(name + ".wav")
    # -9 is about the short-term loudness; over the whole its two levels have the same mean.
    if abs(loudness - target) > 0.1:
        fail(f"{name}: {loudness} LUFS, not {target}")
t = np.arange(20 * RATE) / RATE
levels = [-28, -28, -24, None, -30, -30]
six = np.stack([np.zeros(len(t)) if v is None else 10 ** (v / 20) * np.sin(2 * np.pi * 1000 * t) for v in levels], axis=1)
write_wave("six.wav", six)
render(
    "seq6", "edit: 1\ncanvas: {size: 64x64, rate: 10}\nmix: {channels: 5.1}\ntimeline: [{silence: 20s}]\n"
    "audio: [{clip: six.wav}]\noutputs: [{file: seq6.wav}]\n")
if abs(measured("seq6.wav")[0] + 23) > 0.1:
    fail(f"seq6: {measured('seq6.wav')[0]} LUFS")

# ---- programmes that are brought to a loudness
random = np.random.default_rng(16)
noise = random.normal(0, 0.05, (6 * RATE, 2)) * np.repeat([0.2, 1, 0.5, 1, 0.1, 0.8], RATE)[:, None]
noise[RATE::RATE // 3] *= 9
write_wave("noise.wav", np.clip(noise, -0.99, 0.99))
for name, mix, target, peak in [
    ("soft", "loudness: -30 LUFS", -30, -1), ("loud", "loudness: -16 LUFS, peak: -3 dBTP", -16, -3),
    ("held", "peak: -12 dBTP", None, -12),
]:
    render(
        name, f"edit: 1\ncanvas: {{size: 64x64, rate: 10}}\nmix: {{{mix}}}\ntimeline: [{{silence: 6s}}]\n"
        f"audio: [{{clip: noise.wav}}]\noutputs: [{{file: {name}.wav}}]\n"
        + (f"checks: {{loudness: {target} LUFS +- 0.2, peak: ..{peak} dBTP}}\n" if target else ""))
    loudness, highest = measured(name + ".wav")
    if target is not None and abs(loudness - target) > 0.2:
        fail(f"{name}: {loudness} LUFS, not {target}")
    if highest > peak:
        fail(f"{name}: {highest} dBTP, above {peak}")

# ---- tracks of their own, in the languages of what they hold
def run_ffmpeg(*arguments):
    subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-y", *arguments], check=True, timeout=60)


run_ffmpeg(
    "-f", "lavfi", "-i", "sine=440:d=1", "-f", "lavfi", "-i", "sine=880:d=1", "-map", "0", "-map", "1", "-c:a", "flac",
    "-metadata:s:a:0", "language=eng", "-metadata:s:a:1", "language=deu", "two.mka")
render(
    "languages", "edit: 1\ncanvas: {size: 64x64, rate: 10}\ntimeline: [{silence: 1s}]\naudio:\n"
    "  - {clip: two.mka, name: english, audio: {language: eng}}\n"
    "  - {clip: two.mka, name: german, audio: {language: deu}}\n"
    "outputs:\n  - {file: languages.mp4, stems: true}\n  - {file: languages.mov, stems: true}\n")
for name in ["languages.mp4", "languages.mov"]:
    tags = subprocess.run(
        ["ffprobe", "-v", "error", "-select_streams", "a", "-show_entries", "stream_tags=language", "-of", "csv=p=0",
         name], check=True, capture_output=True, text=True, timeout=60).stdout.split()
    # QuickTime's own number for German is read as its other code.
    if [tag.replace("ger", "deu") for tag in tags[-2:]] != ["eng", "deu"]:
        fail(f"{name}: its tracks have the languages {tags}")
    for stream, pitch in [(1, 440), (2, 880)]:
        sound = decoded(name, stream)[RATE // 4:RATE * 3 // 4]
        loudest = np.argmax(np.abs(np.fft.rfft(sound * np.hanning(len(sound))))) * RATE / len(sound)
        if abs(loudest - pitch) > 3:
            fail(f"{name}: track {stream} sounds at {loudest} Hz")

# ---- noise that is taken out, and a tone in it that stays
length = 8 * RATE
hiss = np.random.default_rng(5).normal(0, 10 ** (-40 / 20), (length, 1))
t = np.arange(length) / RATE
speaks = (t >= 3) & (t < 5)
tone_in_hiss = hiss + (10 ** (-20 / 20) * np.sqrt(2) * np.sin(2 * np.pi * 1000 * t) * speaks)[:, None]
write_wave("hiss.wav", tone_in_hiss)


def level(samples):
    return 10 * np.log10(np.mean(np.asarray(samples, dtype="f8") ** 2) + 1e-20)


def level_of_tone(samples):
    phase = 2 * np.pi * 1000 * np.arange(len(samples)) / RATE
    real, imaginary = np.mean(samples * np.cos(phase)), np.mean(samples * np.sin(phase))
    return 10 * np.log10(2 * (real ** 2 + imaginary ** 2))


lowered = {}
for strength in [0.25, 0.5, 1] if everything else [1]:
    name = f"denoise{strength}"
    render(
        name, "edit: 1\ncanvas: {size: 64x64, rate: 10}\nmix: {channels: mono}\ntimeline: [{silence: 8s}]\n"
        f"audio: [{{clip: hiss.wav, filters: [{{denoise: {strength}}}]}}]\noutputs: [{{file: {name}.wav}}]\n")
    found = decoded(name + ".wav")
    before, middle = slice(2 * RATE, int(2.9 * RATE)), slice(int(3.5 * RATE), int(4.5 * RATE))
    after = slice(int(6.5 * RATE), int(7.5 * RATE))
    quiet = [level(found[part]) - level(tone_in_hiss[part, 0]) for part in (before, after)]
    lowered[strength] = max(quiet)
    kept = level_of_tone(found[middle]) - level_of_tone(tone_in_hiss[middle, 0])
    if abs(kept) > 0.5:
        fail(f"denoise {strength}: the tone changed by {kept:.2f} dB")
    # 24 dB at 1, and never more than was asked for.
    if min(quiet) < -24 * strength - 0.5:
        fail(f"denoise {strength}: the noise fell by {quiet} dB")
wanted = {0.25: -1, 0.5: -3, 1: -10}
if not all(lowered[strength] < wanted[strength] for strength in lowered):
    fail(f"denoise: the noise fell by {lowered} dB")

# A check that is not true leaves no file.
log = render(
    "broken", "edit: 1\ncanvas: {size: 64x64, rate: 10}\ntimeline: [{silence: 2s}]\naudio: [{tone: sine, for: 1s}]\n"
    "outputs: [{file: broken.wav}]\nchecks: {loudness: -16 LUFS, peak: ..-6 dBTP, silence: ..500ms}\n", expected=1)
if os.path.exists("broken.wav") or not all(word in log for word in ["LUFS", "dBTP", "silence"]):
    fail(f"broken: {log}")

print(f"{failures} failures")
sys.exit(1 if failures else 0)
