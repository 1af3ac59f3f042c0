"""Plants faults in encoded copies of films, by FFmpeg and numpy alone, and compares what `editc verify --against` finds
with what was planted.

    copies.py EDITC FOLDER SEED FILMS PICTURE_FAULTS SHIFTS [CLIPS]

Each of FILMS masters is copied in H.264 at 640x360, in VP9 at 426x240 and, if FFmpeg can, in AV1. Each copy is made once
without faults and once with PICTURE_FAULTS; SHIFTS copies have sound that is shifted by 1 to 2000 samples. The masters
are random scenes, or with CLIPS parts of the clips in that folder.

A fault counts as visible if numpy finds that the pictures that it exchanges or repeats differ by at least a root mean
square of 2 codes at 160x90. Films that are wrong throughout, made of FFmpeg's test pictures, must be found as well:
other pictures, mirrored, inverted, half covered, cropped, and in reverse. Prints what is wrong, and as the last lines the
counts. Exits with 1 if fewer than 95 % of the visible faults are found, if a wrong film is accepted, if a clean frame
gives an alarm, or if fewer than 99 % of the shifts are exact.
"""

import json
import os
import re
import subprocess
import sys

import numpy as np

EDITC, FOLDER = sys.argv[1], sys.argv[2]
random = np.random.default_rng(int(sys.argv[3]))
FILMS, FAULTS, SHIFTS = map(int, sys.argv[4:7])
CLIPS = sys.argv[7] if len(sys.argv) > 7 else None
WIDTH, HEIGHT, RATE = (640, 360, 30) if CLIPS else (320, 180, 30)
BYTES = WIDTH * HEIGHT * 3 // 2
ENCODERS = subprocess.run(["ffmpeg", "-v", "error", "-encoders"], capture_output=True, text=True).stdout
COPIES = {
    "h264": ("mp4", ["-vf", "scale=640:360", "-c:v", "libx264", "-crf", "28", "-preset", "veryfast", "-threads", "1"]),
    "vp9": ("webm", ["-vf", "scale=426:240", "-c:v", "libvpx-vp9", "-crf", "40", "-b:v", "0", "-deadline", "realtime",
                     "-cpu-used", "8", "-threads", "1"]),
}
if "libsvtav1" in ENCODERS:
    COPIES["av1"] = ("mp4", ["-vf", "scale=640:360", "-c:v", "libsvtav1", "-crf", "45", "-preset", "12",
                            "-svtav1-params", "lp=1"])
SOUNDS = {"aac": ("mp4", ["-c:a", "aac", "-b:a", "128k"]), "opus": ("mp4", ["-c:a", "libopus", "-b:a", "64k"]),
          "mp3": ("mp4", ["-c:a", "libmp3lame", "-b:a", "96k"])}
wrong = []


def run(*words, data=None):
    done = subprocess.run(words, input=data, capture_output=True)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(words)}\n{done.stderr.decode()}")
    return done.stdout


def verify(copy, master):
    done = subprocess.run(
        [EDITC, "verify", copy, "--against", master, "--format", "json"], capture_output=True, text=True)
    if done.returncode == 66 and "all pictures of the master are similar" in done.stderr:
        return [], done.stderr
    if done.returncode not in (0, 1):
        raise SystemExit(f"verify {copy}: {done.stderr}")
    report = json.loads(done.stdout)
    found = [(f["id"], f["message"]) for file in report["files"] for f in file["diagnostics"]]
    if (done.returncode == 1) != bool(found):
        raise SystemExit(f"verify {copy}: exit code {done.returncode} with {found}")
    return found, done.stderr + done.stdout


def places_in(message, last):
    """The frames that a message names, and those at its times."""
    found = [int(word) for word in re.sub("[(),;]", " ", message).split() if word.isdigit()]
    return found + [last] * message.endswith("at the end") + [
        round((int(h) * 3600 + int(m) * 60 + float(s)) * RATE)
        for h, m, s in re.findall(r"(\d+):(\d\d):(\d\d\.\d{3})", message)]


def random_scenes(seconds):
    """Textures that move, turn brighter or stand, cut every second or two."""
    frames = []
    total = seconds * RATE
    while len(frames) < total:
        length = int(random.integers(25, 70))
        texture = random.integers(0, 256, (HEIGHT // 8 + 40, WIDTH // 8 + 40)).astype(float)
        texture = np.kron(texture, np.ones((8, 8)))
        for _ in range(2):
            texture = (texture + np.roll(texture, 5, 0) + np.roll(texture, 5, 1) + np.roll(texture, -5, 0)) / 4
        speed = random.integers(-3, 4, 2) if random.random() < 0.8 else np.zeros(2, int)
        light = random.uniform(0, 0.5)
        for step in range(length):
            y, x = 160 + speed[0] * step, 160 + speed[1] * step
            y, x = y % 40, x % 40
            luma = texture[y:y + HEIGHT, x:x + WIDTH] * (0.4 + light * step / length) + 20
            chroma = np.full(WIDTH * HEIGHT // 2, 128, np.uint8)
            frames.append(np.concatenate([np.clip(luma, 16, 235).astype(np.uint8).ravel(), chroma]))
    return np.stack(frames[:total])


def real_scenes(seconds):
    names = sorted(os.listdir(CLIPS))
    parts, total = [], 0
    while total < seconds * RATE:
        name = names[int(random.integers(len(names)))]
        path = os.path.join(CLIPS, name)
        probed = subprocess.run(
            ["ffprobe", "-v", "error", "-select_streams", "v:0", "-show_entries", "format=duration:stream=codec_type",
             "-of", "csv=p=0", path], capture_output=True, text=True).stdout.split()
        if len(probed) < 2 or not probed[0].startswith("video"):
            continue
        try:
            length = float(probed[1])
        except ValueError:
            continue
        if length < 3:
            continue
        start = random.uniform(0, max(0, min(length, 300) - 4))
        done = subprocess.run(
            ["ffmpeg", "-v", "error", "-ss", str(start), "-t", "4", "-i", path, "-map", "0:v:0", "-vf",
             f"fps={RATE},scale={WIDTH}:{HEIGHT}:force_original_aspect_ratio=decrease,pad={WIDTH}:{HEIGHT}:-1:-1,"
             "format=yuv420p", "-f", "rawvideo", "-"], capture_output=True).stdout
        if len(done) < BYTES * 30:
            continue
        part = np.frombuffer(done[:len(done) // BYTES * BYTES], np.uint8).reshape(-1, BYTES)
        parts.append(part)
        total += len(part)
    return np.concatenate(parts)[:seconds * RATE]


def noise(seconds, rate=48000):
    """A sound like speech and music: filtered noise and tones with an envelope."""
    count = seconds * rate
    white = random.standard_normal(count)
    spectrum = np.fft.rfft(white)
    frequency = np.fft.rfftfreq(count, 1 / rate)
    spectrum *= 1 / np.sqrt(1 + (frequency / 800) ** 2)
    sound = np.fft.irfft(spectrum, count)
    times = np.arange(count) / rate
    for tone in random.uniform(100, 3000, 4):
        sound += 0.1 * np.sin(2 * np.pi * tone * times) * (np.sin(2 * np.pi * random.uniform(0.3, 2) * times) > 0)
    sound *= 0.4 + 0.6 * np.interp(times, np.linspace(0, seconds, seconds * 4), random.random(seconds * 4))
    return (0.2 * sound / sound.std()).clip(-1, 1).astype("<f4")


def encode(frames, path, words, sound=None):
    source = ["-f", "rawvideo", "-pix_fmt", "yuv420p", "-s", f"{WIDTH}x{HEIGHT}", "-r", str(RATE), "-i", "-"]
    if sound is not None:
        sound[0].tofile(path + ".raw")
        source += ["-f", "f32le", "-ar", "48000", "-ac", "1", "-i", path + ".raw"] + sound[1]
    run("ffmpeg", "-v", "error", "-y", *source, *words, path, data=frames.tobytes())
    if sound is not None:
        os.remove(path + ".raw")


def small(frames):
    luma = frames[:, :WIDTH * HEIGHT].reshape(-1, 90, HEIGHT // 90, 160, WIDTH // 160)
    return luma.mean((2, 4)).reshape(len(frames), -1)


def differs(luma, a, b):
    return np.sqrt(((luma[a] - luma[b]) ** 2).mean()) >= 2


BLACK = np.concatenate([np.full(WIDTH * HEIGHT, 16, np.uint8), np.full(WIDTH * HEIGHT // 2, 128, np.uint8)])


def plant(frames, luma, count):
    """The frames with faults, and for each its kind, its frames and whether it can be seen."""
    order, faults = [], []
    step = len(frames) // (count + 1)
    places = {step * (index + 1) + int(random.integers(-5, 6)): None for index in range(count)}
    kinds = ["black", "exchanged", "late", "lost", "doubled"]
    for place in places:
        places[place] = kinds[int(random.integers(len(kinds)))]
    pictures = []
    index = 0
    while index < len(frames):
        kind = places.get(index)
        if kind == "black":
            pictures.append(BLACK)
            visible = np.sqrt(((luma[index] - 16) ** 2).mean()) >= 12
            faults.append(("frame-changed", index, visible, kind))
        elif kind == "exchanged" and index + 1 < len(frames):
            pictures += [frames[index + 1], frames[index]]
            faults.append(("frame-moved", index, differs(luma, index, index + 1), kind))
            index += 1
        elif kind == "late":
            pictures.append(frames[index - 1])
            faults.append(("frame-moved", index, differs(luma, index, index - 1), kind))
        elif kind == "lost":
            faults.append(("frame-missing", index, differs(luma, index, index + 1), kind))
        elif kind == "doubled":
            pictures += [frames[index], frames[index]]
            faults.append(("frame-added", index, differs(luma, index, index + 1), kind))
        else:
            pictures.append(frames[index])
        index += 1
    return np.stack(pictures), faults


found_visible = [0, 0]
by_kind = {}
clean_frames = alarms = 0
for number in range(FILMS):
    seconds = 16 if CLIPS else 8
    frames = real_scenes(seconds) if CLIPS else random_scenes(seconds)
    luma = small(frames)
    master = f"{FOLDER}/master.mp4"
    encode(frames, master, ["-c:v", "libx264", "-crf", "12", "-preset", "ultrafast", "-threads", "1"])
    for codec, (ending, words) in COPIES.items():
        copy = f"{FOLDER}/{codec}.{ending}"
        encode(frames, copy, words)
        found, text = verify(copy, master)
        clean_frames += len(frames)
        alarms += len(found)
        if found:
            wrong.append(f"film {number}, {codec}, clean: {found}")
        pictures, faults = plant(frames, luma, FAULTS)
        encode(pictures, copy, words)
        found, text = verify(copy, master)
        rest = list(found)
        excused = []
        for kind, frame, visible, name in faults:
            last = frame + 1
            if kind in ("frame-missing", "frame-added"):
                # In a picture that stands, it is seen where it moves again.
                while last < len(frames) - 1 and not differs(luma, last, last + 1):
                    last += 1
                last += 1
            excused.append(range(frame - 2, last + 4))
            near = [f for f in rest if f[0] == kind and any(
                frame - 1 <= at <= last for at in places_in(f[1], len(frames) - 1))]
            count = by_kind.setdefault((codec, name), [0, 0, 0])
            count[2] += 1
            if visible:
                count[1] += 1
                found_visible[1] += 1
            if near:
                rest.remove(near[0])
            if near and visible:
                count[0] += 1
                found_visible[0] += 1
            if visible and not near:
                wrong.append(f"film {number}, {codec}: {name} at {frame} was not found: {found}")
        # What stands or hardly moves can lead to a finding beside the fault. After a lost or doubled frame, the order of
        # pictures that hardly move can only be seen later.
        shifted = min([frame for kind, frame, _, _ in faults if kind in ("frame-missing", "frame-added")], default=len(frames))
        for kind, message in rest:
            if not any(at >= shifted or at in where for at in places_in(message, len(frames) - 1) for where in excused):
                alarms += 1
                wrong.append(f"film {number}, {codec}: a false alarm: {kind}: {message} with {faults}")

exact = [0, 0]
SHIFTED = [1, 2, 3, 7, 20, 100, 480, 1024, 2000]
frames = random_scenes(12)[:, :]
for number in range(SHIFTS):
    codec = list(SOUNDS)[number % len(SOUNDS)]
    ending, words = SOUNDS[codec]
    shift = SHIFTED[number // len(SOUNDS) % len(SHIFTED)] * (1 if number % 2 else -1)
    sound = noise(12)
    master, copy = f"{FOLDER}/master.mov", f"{FOLDER}/sound.{ending}"
    video = ["-c:v", "libx264", "-preset", "ultrafast", "-crf", "30", "-threads", "1"]
    if number % 9 == 0:
        encode(frames, f"{FOLDER}/pictures.mp4", video)
    sound.tofile(f"{FOLDER}/own.raw")
    # From 6 s on in every second copy.
    split = 6 * 48000 if number % 2 else 0
    late = np.zeros_like(sound)
    part = sound[split:]
    moved = np.concatenate([np.zeros(shift, np.float32), part[:-shift]]) if shift > 0 else np.concatenate(
        [part[-shift:], np.zeros(-shift, np.float32)])
    late[:split], late[split:] = sound[:split], moved
    late.tofile(f"{FOLDER}/late.raw")
    raw = ["-f", "f32le", "-ar", "48000", "-ac", "1", "-i"]
    run("ffmpeg", "-v", "error", "-y", "-i", f"{FOLDER}/pictures.mp4", *raw, f"{FOLDER}/own.raw", "-c:v", "copy", "-c:a",
        "pcm_s24le", master)
    for name, planted in (("own", None), ("late", shift)):
        run("ffmpeg", "-v", "error", "-y", "-i", f"{FOLDER}/pictures.mp4", *raw, f"{FOLDER}/{name}.raw", "-c:v", "copy",
            *words, copy)
        found, text = verify(copy, master)
        if planted is None:
            alarms += len(found)
            if found:
                wrong.append(f"sound {number}, {codec}, clean: {found}")
            continue
        exact[1] += 1
        direction = "late" if shift > 0 else "early"
        wanted = f"{abs(shift)} sample{'s' if abs(shift) > 1 else ''} ("
        right = [f for f in found if f[0] == "sound-shifted" and wanted in f[1] and f"too {direction}" in f[1]]
        place = not split or any("00:00:06.000" in f[1] for f in right)
        if len(found) == 1 and right and place:
            exact[0] += 1
        else:
            wrong.append(f"sound {number}, {codec}, {shift} from {split}: {found}")

WRONG = {
    "black": ["color=black:s=320x180:r=25", None],
    "another": ["mandelbrot=s=320x180:r=25", None],
    "mirrored": [None, "hflip"],
    "inverted": [None, "negate"],
    "covered": [None, "drawbox=w=iw/2:h=ih:color=red:t=fill"],
    "cropped": [None, "crop=iw*0.7:ih*0.7,scale=320:180"],
    "reversed": [None, "reverse"],
}
accepted = 0
source = "testsrc2=s=320x180:r=25"
sounds = ["-f", "lavfi", "-i", "anoisesrc=r=48000:seed=7:a=0.3"]
master, copy = f"{FOLDER}/test.mp4", f"{FOLDER}/wrong.mp4"
run("ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", source, *sounds, "-t", "4", "-c:v", "libx264", "-crf", "12",
    "-preset", "ultrafast", "-threads", "1", master)
for name, (other, filters) in WRONG.items() if FILMS else []:
    pictures = ["-f", "lavfi", "-t", "4", "-i", other] if other else ["-i", master]
    run("ffmpeg", "-v", "error", "-y", *pictures, "-i", master, "-map", "0:v", "-map", "1:a",
        *(["-vf", filters] if filters else []), "-t", "4", "-c:v", "libx264", "-crf", "28", "-preset", "veryfast", "-threads",
        "1", "-c:a", "copy", copy)
    found, text = verify(copy, master)
    summary = re.search(r"copy: (\d+) of (\d+) pictures(?:, (\d+) like their neighbours)?", text)
    seen = sum(int(number or 0) for number in summary.group(1, 3))
    # Some of its pictures can be the same at the same time, as in the middle of a film in reverse.
    if not any(kind.startswith("frame-") for kind, _ in found) or seen > 10:
        accepted += 1
        wrong.append(f"{name}: accepted: {found} {summary.group()}")
run("ffmpeg", "-v", "error", "-y", "-i", master, "-c:v", "libx264", "-crf", "34", "-preset", "veryfast", "-threads", "1",
    "-vf", "scale=256:144,eq=contrast=0.8:brightness=0.05", "-c:a", "aac", copy)
found, text = verify(copy, master)
alarms += len(found)
clean_frames += 100
if found:
    wrong.append(f"test pictures, clean: {found}")

for line in wrong:
    print(line)
for (codec, name), (found, visible, planted) in sorted(by_kind.items()):
    print(f"{codec}, {name}: {found} of {visible} that can be seen, {planted} planted")
print(f"{found_visible[0]} of {found_visible[1]} faults of pictures that can be seen were found; {alarms} false alarms in"
      f" {clean_frames} clean frames; {accepted} wrong films accepted; {exact[0]} of {exact[1]} shifts of sound exact")
sys.exit(
    found_visible[0] < 0.95 * found_visible[1] or alarms > 0 or exact[0] < 0.99 * exact[1]
    or accepted > 0 or found_visible[1] + exact[1] == 0)
