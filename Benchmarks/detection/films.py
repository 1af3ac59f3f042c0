"""Films with known cuts, dissolves, fades and traps, for judging `Detection`.

    films.py MEDIA OUT SEED...      one film and its truth for each seed: OUT/SEED.mkv and OUT/SEED.json

MEDIA holds the clips that `CLIPS` names; each range of pictures was looked at and has no cut. Needs numpy,
opencv-python-headless and ffmpeg with libx264.
"""

import json
import os
import random
import subprocess
import sys

import cv2
import numpy as np

cv2.setNumThreads(1)
WIDTH, HEIGHT = 480, 270

# Ranges of pictures without a cut.
CLIPS = [
    ("sk_bigbuckbunny.mp4", 0, 130), ("sk_bikes.mp4", 0, 30), ("sk_bikes.mp4", 30, 73),
    ("sk_bikes.mp4", 78, 137), ("sk_bikes.mp4", 137, 187), ("sk_bikes.mp4", 187, 242),
    ("sk_carphone_pristine.mp4", 0, 120), ("tc_nasa_13013.mp4", 0, 150), ("tc_nasa_13013.mp4", 245, 385),
    ("ts_test-025.ts", 2, 60), ("m3_sample_edit_list.mp4", 0, 77), ("m3_hdr10-av1.mp4", 0, 127),
    ("m3_bbb_800x640_768kbps_30fps_avc_pyramid_3b.mp4", 8, 118), ("m3_roadtrip-vp92-10bit.webm", 0, 41),
    ("m3_roadtrip-vp92-10bit.webm", 43, 68), ("m3_sample.avi", 20, 95),
    ("m3_sample_with_increasing_timestamps_320w_240h_5s.mp4", 0, 150),
    ("m3_sample_with_increasing_timestamps_320w_240h_5s.mp4", 150, 280), ("mb_transparency.webm", 20, 230),
    ("ae_man-on-green-screen.mp4", 20, 180), ("mb_rotate-buck-bunny.mp4", 25, 45),
    ("m3_sd-hls0000000000.ts", 40, 58),
]
PHOTOS = ["m3_london.jpg", "fs_IMG_1054.JPG", "ha_usa_railroad.jpg"]
RATES = ["24000/1001", "25", "30000/1001", "30", "50"]
SIZES = [(320, 180), (426, 240), (640, 360), (854, 480), (720, 576), (960, 540)]


def clips(media, cache):
    """The pictures of each clip as arrays that are mapped from files."""
    os.makedirs(cache, exist_ok=True)
    for name, first, last in CLIPS:
        path = f"{cache}/{name}-{first}.npy"
        if not os.path.exists(path):
            raw = subprocess.run(
                ["ffmpeg", "-v", "error", "-threads", "1", "-i", f"{media}/{name}", "-map", "0:v:0", "-vf",
                 f"trim=start_frame={first}:end_frame={last},scale={WIDTH}:{HEIGHT},format=rgb24",
                 "-fps_mode", "passthrough", "-f", "rawvideo", "-"], capture_output=True).stdout
            np.save(path, np.frombuffer(raw, np.uint8).reshape(-1, HEIGHT, WIDTH, 3))
        yield name, np.load(path, mmap_mode="r")


class Scene:
    """Pictures of one shot, by number."""

    def __init__(self, rng, sources, photos, avoid):
        self.rng = rng
        kinds = ["clip"] * 6 + ["photo"] * 2 + ["painted"] * 2
        self.kind = rng.choice(kinds)
        self.dark = rng.random() < 0.12
        self.length = rng.choice([12, 18, 25, 30, 40, 55, 80])
        self.traps = []
        if self.kind == "clip":
            name, pictures = rng.choice([s for s in sources if s[0] not in avoid])
            self.name = name
            self.step = rng.choice([1, 1, 1, 0.5])
            self.length = min(self.length, int((len(pictures) - 1) / self.step))
            self.first = rng.randrange(0, max(1, int(len(pictures) - self.length * self.step)))
            self.pictures = pictures
            zoom = rng.uniform(1, 1.5)
            w, h = int(WIDTH / zoom), int(HEIGHT / zoom)
            self.box = (rng.randrange(0, WIDTH - w + 1), rng.randrange(0, HEIGHT - h + 1), w, h)
            self.mirror = rng.random() < 0.5
        elif self.kind == "photo":
            self.name = rng.choice([p for p in photos if p not in avoid])
            self.photo = photos[self.name]
            self.speed = rng.choice([0, 1, 3, 8, 14])
            self.zoom = rng.uniform(-0.004, 0.004)
            self.corner = (rng.uniform(0.0, 0.4), rng.uniform(0.0, 0.4))
        else:
            self.name = f"painted{rng.random()}"
            self.background = painted(rng)
            self.objects = [
                (rng.uniform(0, WIDTH), rng.uniform(0, HEIGHT), rng.uniform(-6, 6), rng.uniform(-4, 4),
                 rng.randrange(10, 70), tuple(rng.randrange(256) for _ in range(3))) for _ in range(6)]
        self.shake = rng.choice([0, 0, 0, 2, 6])
        self.grain = rng.choice([0, 0, 2, 5])
        self.gamma = rng.uniform(0.8, 1.25)

    def plain(self, number):
        if self.kind == "clip":
            picture = self.pictures[min(len(self.pictures) - 1, int(self.first + number * self.step))]
            x, y, w, h = self.box
            picture = cv2.resize(np.ascontiguousarray(picture[y:y + h, x:x + w]), (WIDTH, HEIGHT))
            if self.mirror:
                picture = picture[:, ::-1]
        elif self.kind == "photo":
            scale = 0.6 * WIDTH / self.photo.shape[1] * 2 * (1 + self.zoom * number)
            x = self.corner[0] * self.photo.shape[1] * scale + self.speed * number
            y = self.corner[1] * self.photo.shape[0] * scale
            matrix = np.array([[scale, 0, -x], [0, scale, -y]], np.float32)
            picture = cv2.warpAffine(self.photo, matrix, (WIDTH, HEIGHT), borderMode=cv2.BORDER_REFLECT)
        else:
            picture = self.background.copy()
            for x, y, dx, dy, radius, colour in self.objects:
                place = (int(x + dx * number) % WIDTH, int(y + dy * number) % HEIGHT)
                cv2.circle(picture, place, radius, colour, -1)
        return picture

    def picture(self, number):
        picture = self.plain(number)
        noise = np.random.default_rng(self.rng.randrange(1 << 30))
        if self.shake:
            dx, dy = (int(v) for v in noise.integers(-self.shake, self.shake + 1, 2))
            picture = np.roll(picture, (dy, dx), (0, 1))
        picture = picture.astype(np.float32)
        if self.gamma != 1:
            picture = 255 * (picture / 255) ** self.gamma
        if self.dark:
            picture *= 0.28
        for kind, start, end, value in self.traps:
            if not start <= number < end:
                continue
            if kind == "flash":
                picture = picture + (value - picture) * 0.85
            elif kind == "strobe" and (number - start) % 2 == 0:
                picture = picture + (value - picture) * 0.6
            elif kind == "dim":
                picture *= 1 - 0.7 * (number - start) / (end - start)
            elif kind == "switch":
                picture *= 0.45
            elif kind == "pass":
                x = int((number - start + 0.5) / (end - start) * 1.6 * WIDTH - 0.5 * WIDTH)
                picture[:, max(0, x):max(0, x + int(WIDTH * 0.55))] = value
            elif kind == "title":
                overlay = picture.astype(np.uint8)
                cv2.putText(overlay, value, (40, 150), cv2.FONT_HERSHEY_DUPLEX, 2.2, (255, 255, 255), 5)
                picture = overlay.astype(np.float32)
        if self.grain:
            picture += noise.normal(0, self.grain, (HEIGHT, WIDTH, 1)).astype(np.float32)
        return np.clip(picture, 0, 255)


def painted(rng):
    noise = np.random.default_rng(rng.randrange(1 << 30))
    picture = np.zeros((HEIGHT, WIDTH, 3), np.float32)
    for cells in (4, 9, 30):
        layer = noise.uniform(0, 255, (cells, int(cells * 1.8), 3)).astype(np.float32)
        picture += cv2.resize(layer, (WIDTH, HEIGHT), interpolation=cv2.INTER_CUBIC) / cells ** 0.5
    picture *= 255 / picture.max()
    for _ in range(rng.randrange(3, 12)):
        points = noise.integers(0, WIDTH, (4, 2)).astype(np.int32)
        cv2.fillPoly(picture, [points], tuple(float(v) for v in noise.integers(0, 256, 3)))
    return np.clip(picture, 0, 255).astype(np.uint8)


def add_trap(rng, scene, at, traps):
    """Puts something into a scene that is no cut, away from its ends."""
    kind = rng.choice(["flash"] * 6 + ["strobe", "dim", "switch", "pass", "title"])
    if scene.length < 24:
        return
    start = rng.randrange(8, scene.length - 14)
    length = {"flash": rng.randrange(1, 4), "strobe": rng.randrange(6, 11), "dim": scene.length - start,
              "switch": scene.length - start, "pass": rng.randrange(4, 9),
              "title": scene.length - start}[kind]
    value = {"flash": rng.choice([255, 255, 0, 200]), "strobe": 255, "pass": rng.randrange(0, 120),
             "title": rng.choice(["CHAPTER ONE", "LIVE", "editing"])}.get(kind, 0)
    scene.traps.append((kind, start, start + length, value))
    traps.append([kind, at + start, at + start + length])


def film(seed, media, out, scene_count=48):
    rng = random.Random(seed)
    cache = os.path.join(out, "clips")
    sources = list(clips(media, cache))
    photos = {name: cv2.imread(f"{media}/{name}") for name in PHOTOS}
    rate, (width, height) = RATES[seed % 5], SIZES[(seed // 5 + seed) % len(SIZES)]
    codec = rng.choice([
        ["libx264", "-preset", "veryfast", "-crf", str(rng.randrange(16, 31)), "-g", "60"],
        ["libx264", "-preset", "ultrafast", "-crf", str(rng.randrange(16, 31)), "-g", "12"],
        ["mpeg2video", "-q:v", str(rng.randrange(3, 10)), "-g", "12", "-bf", "2"],
        ["mpeg4", "-q:v", str(rng.randrange(3, 9))],
    ])
    output = subprocess.Popen(
        ["ffmpeg", "-v", "error", "-y", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", f"{WIDTH}x{HEIGHT}",
         "-r", rate, "-i", "-", "-vf", f"scale={width}:{height}", "-pix_fmt", "yuv420p", "-threads", "1",
         "-c:v", *codec, f"{out}/{seed}.mkv"], stdin=subprocess.PIPE)
    cuts, gradual, traps, count, used = [], [], [], 0, []

    def write(picture):
        nonlocal count
        output.stdin.write(picture.astype(np.uint8).tobytes())
        count += 1

    scene = Scene(rng, sources, photos, [])
    start = 0
    for number in range(scene_count):
        used = (used + [scene.name])[-2:]
        following = Scene(rng, sources, photos, used)
        join = rng.choice(["cut"] * 7 + ["dissolve", "dissolve", "fade", "fade"])
        if rng.random() < 0.6:
            add_trap(rng, scene, count - start, traps)
        room = min(scene.length - start, following.length) - 8
        if room < 10:
            join = "cut"
        length = rng.randrange(8, min(41, max(10, room)))
        end = scene.length - (length if join != "cut" else 0)
        for index in range(start, max(start + 6, end)):
            write(scene.picture(index))
        start = 0
        if join == "cut":
            cuts.append(count)
        elif join == "dissolve":
            gradual.append(["dissolve", count, count + length])
            for index in range(length):
                share = (index + 1) / (length + 1)
                mixed = scene.picture(end + index) * (1 - share) + following.picture(index) * share
                write(mixed)
            start = length
        else:
            white = 255 * (rng.random() < 0.25)
            out_length, in_length = length // 2, length - length // 2
            held = rng.choice([0, 2, 6])
            gradual.append(["fade", count, count + out_length + held + in_length])
            for index in range(out_length):
                share = (index + 1) / out_length
                write(scene.picture(end + index) * (1 - share) + white * share)
            for _ in range(held):
                write(np.full((HEIGHT, WIDTH, 3), white))
            for index in range(in_length):
                share = (index + 1) / (in_length + 1)
                write(following.picture(index) * share + white * (1 - share))
            start = in_length
        scene = following
    for index in range(start, max(start + 6, scene.length)):
        write(scene.picture(index))
    output.stdin.close()
    output.wait()
    truth = {"width": width, "height": height, "rate": rate, "codec": codec, "pictures": count,
             "cuts": cuts, "gradual": gradual, "traps": traps}
    with open(f"{out}/{seed}.json", "w") as file:
        json.dump(truth, file)
    print(seed, width, height, rate, codec, count, len(cuts), len(gradual), len(traps), flush=True)


if __name__ == "__main__":
    media, out = sys.argv[1:3]
    os.makedirs(out, exist_ok=True)
    for seed in sys.argv[3:]:
        film(int(seed), media, out)
