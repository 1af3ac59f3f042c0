"""Records one event with devices that start, drift and sound differently, and judges where `editc sync` puts them.

usage: sync_recordings.py EDITC FOLDER
"""
import json
import os
import subprocess
import sys

import numpy as np

editc, folder = sys.argv[1:3]
os.chdir(folder)
RATE = 48000
draw = np.random.default_rng(5)


def event(seconds):
    """Bursts of tones and noise at random moments, without anything above what linear interpolation keeps."""
    samples = np.zeros(seconds * RATE)
    moment = 0.3
    while moment < seconds - 1:
        count, first = int(RATE * draw.uniform(0.05, 0.4)), int(moment * RATE)
        times = np.arange(count) / RATE
        tone = np.sin(2 * np.pi * draw.uniform(200, 3000) * times)
        samples[first:first + count] += 0.3 * (tone + draw.normal(size=count)) * np.exp(-8 * times)
        moment += draw.uniform(0.1, 0.8)
    window = np.hanning(13)
    return np.convolve(samples, window / window.sum(), "same")


def record(name, samples, start, pace, seconds, noise, *options):
    """A device that starts at `start` of the event. In one second of its clock, `pace` seconds pass."""
    heard = np.interp((start + np.arange(int(seconds * RATE)) / RATE * pace) * RATE, np.arange(len(samples)), samples)
    heard = np.clip(heard + noise * draw.normal(size=len(heard)), -1, 1)
    subprocess.run(
        ["ffmpeg", "-v", "error", "-f", "s16le", "-ar", str(RATE), "-ac", "1", "-i", "-", *options, name],
        input=(heard * 32767).astype("<i2").tobytes(), check=True)


def picture(rate, size, seconds):
    colour = "setparams=color_primaries=bt709:color_trc=bt709:colorspace=bt709"
    return ["-f", "lavfi", "-i", f"color=s={size}:r={rate}:d={seconds}", "-vf", colour, "-c:v", "libx264", "-preset",
            "ultrafast", "-c:a", "aac", "-ac", "2"]


def sync(*arguments):
    return subprocess.run([editc, "sync", *arguments], capture_output=True, text=True)


evening = event(45)
START = 6
record("camera.mp4", evening, START, 1, 30, 0.002, *picture("30000/1001", "320x180", 30))
# Name, start on the camera's clock, pace, length, noise, and how it is stored.
OTHERS = [
    ("phone.mov", 7.345062, 1.000145, 18, 0.01, picture("25", "180x320", 18)),
    ("recorder.wav", -3.2, 0.9999, 35, 0.001, []),
    ("late.mkv", 14, 1, 16, 0.01, ["-c:a", "libopus"]),
    ("cd.m4a", 1.5, 1.00003, 27, 0.02, ["-ar", "44100", "-c:a", "aac"]),
]
for name, start, pace, seconds, noise, options in OTHERS:
    record(name, evening, START + start, pace, seconds, noise, *options)
names = [name for name, *_ in OTHERS]

made = sync("camera.mp4", *names, "--json", "-o", "evening.edit")
assert made.returncode == 0 and "error" not in made.stderr, made
report = json.loads(made.stdout)
assert report["clock"] == "camera.mp4" and len(report["recordings"]) == len(OTHERS), report
for found, (name, start, pace, seconds, *_) in zip(report["recordings"], OTHERS):
    assert found["file"] == name, found
    first, speed = float(found["start"].removesuffix("s")), float(found["speed"].removesuffix("x"))
    for moment in (0, seconds):
        error = first + moment / speed - (start + moment * pace)
        assert abs(error) < 0.001, f"{name}: {error * 1000:.3f} ms at {moment} s: {found}"
    assert found["agreeing"] * 2 > found["windows"], found
text = open("evening.edit").read()
assert text.count("pitch: follow") == 2 and "fit: contain" in text and "audio: off" in text, text
linted = subprocess.run([editc, "lint", "evening.edit"], capture_output=True, text=True)
assert linted.returncode == 0 and "warning" not in linted.stdout + linted.stderr, linted

# The recorder is what is heard, at every moment where the event is.
text = text.replace("- file: out/evening.mp4", "- {file: evening.mov, audio: {codec: pcm}}")
open("heard.edit", "w").write(text)
rendered = subprocess.run([editc, "render", "heard.edit"], capture_output=True, text=True)
assert rendered.returncode == 0, rendered


def heard(path):
    samples = subprocess.run(
        ["ffmpeg", "-v", "error", "-i", path, "-f", "f32le", "-ac", "1", "-ar", str(RATE), "-"], capture_output=True, check=True)
    return np.frombuffer(samples.stdout, "<f4").astype(float)


placed, wanted = heard("evening.mov"), evening[START * RATE:]
for first in (1, 14, 27):
    span = slice(first * RATE, (first + 2) * RATE)
    lags = range(-480, 481)
    fits = [np.dot(np.roll(placed[span], -lag), wanted[span]) for lag in lags]
    best = lags[int(np.argmax(fits))]
    alike = max(fits) / np.linalg.norm(placed[span]) / np.linalg.norm(wanted[span])
    assert abs(best) <= 0.001 * RATE and alike > 0.9, f"at {first} s: {best} samples, {alike:.3f}"

# Another event is refused, whatever else fits, and nothing is written.
record("other.flac", event(25), 0, 1, 25, 0.001)
refused = sync("camera.mp4", "other.flac", "recorder.wav", "-o", "refused.edit")
assert refused.returncode == 1 and not os.path.exists("refused.edit"), refused
assert "editc: other.flac: its sound does not fit that of camera.mp4" in refused.stderr, refused
assert "recorder.wav  take: 3.2" in refused.stdout and "other.flac" not in refused.stdout, refused

# Into a script: as `sync` of its media, once.
film = """edit: 1
media:
  wide: camera.mp4
  close: {file: phone.mov, color: bt709}   # upright
  room:
    file: recorder.wav
    sync: {at: -3s}  # by ear
timeline:
  - angles: {wide: wide, close: close, room: room}
    take: 8s..20s
    show: {0s: wide, 3s: close}
    audio: room
    fit: contain
"""
open("film.edit", "w").write(film)
into = ["camera.mp4", *names[:3], "--into", "film.edit"]
shown = sync(*into, "--dry-run")
assert shown.returncode == 0 and open("film.edit").read() == film, shown
assert shown.stdout.startswith("--- ") and "+  late: {file: late.mkv, sync: {at: 1" in shown.stdout, shown
written = sync(*into)
text = open("film.edit").read()
assert written.returncode == 0 and "film.edit: 1 added, 2 changed" in written.stderr, written
places = {found["file"]: found for found in report["recordings"]}
phone, room = places["phone.mov"], places["recorder.wav"]
assert text == film.replace(
    "{file: phone.mov,", f"{{file: phone.mov, sync: {{at: {phone['start']}, speed: {phone['speed']}}},").replace(
    "{at: -3s}", f"{{at: {room['start']}, speed: {room['speed']}}}").replace(
    "timeline:", f"  late: {{file: late.mkv, sync: {{at: {places['late.mkv']['start']}}}}}\ntimeline:"), text
again = sync(*into)
assert again.returncode == 0 and "nothing to change" in again.stderr and open("film.edit").read() == text, again
linted = subprocess.run([editc, "lint", "film.edit"], capture_output=True, text=True)
assert linted.returncode == 0, linted
for wrong, arguments, code, message in [
        (text.replace("take:", "tak: [", 1), into, 1, "nothing was written, because the script has errors"),
        (text, ["phone.mov", "camera.mp4", "--into", "film.edit"], 65, "film.edit:4:"),
        (text, ["camera.mp4", "phone.mov", "--into", "gone.edit"], 66, "gone.edit: no such file"),
        (text, [*into, "--json", "--dry-run"], 2, "--dry-run shows what --into would change"),
        (text, [*into, "-o", "x.edit"], 2, "use either --output or --into")]:
    open("film.edit", "w").write(wrong)
    refused = sync(*arguments)
    assert refused.returncode == code and message in refused.stderr, refused
    assert open("film.edit").read() == wrong, message

# A clock without a picture.
assert sync("recorder.wav", "camera.mp4", "-o", "sound.edit").returncode == 0
assert subprocess.run([editc, "lint", "sound.edit"]).returncode == 0
assert sync("recorder.wav", "cd.m4a", "-o", "radio.edit").returncode == 0
assert subprocess.run([editc, "lint", "radio.edit"]).returncode == 0
print("done")
