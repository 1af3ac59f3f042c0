"""Pictures between two pictures: mixed by where the moment is, and followed along what moves."""

import os
import subprocess

import numpy as np

from film import film, items
from media import STANDARD, encode

WIDTH, HEIGHT = 96, 64
random = np.random.default_rng(7)
NOISE = random.integers(20, 150, (HEIGHT, WIDTH))
OTHER = random.integers(20, 220, (HEIGHT, WIDTH))
WAVES = [(random.uniform(0.15, 0.7), random.uniform(0, 2 * np.pi), random.uniform(0, 2 * np.pi)) for _ in range(12)]


def brighter(number):
    """Noise that becomes brighter by eight codes from picture to picture."""
    return NOISE + 8 * number


def texture(x, y):
    """Waves of many lengths and directions, which are nowhere alike."""
    sums = sum(np.sin(f * (np.cos(a) * x + np.sin(a) * y) + p) for f, a, p in WAVES)
    return 126 + 18 * sums


def moved(time, width=WIDTH, height=HEIGHT):
    """The texture after a time in pictures, in which it goes 6 to the right and 3 down; a disc over it goes the other way."""
    x, y = np.meshgrid(np.arange(width) + 0.5, np.arange(height) + 0.5)
    ground = texture(x - 6 * time, y - 3 * time)
    disc = texture(3 * (x + 4 * time) + 500, 2 * y)
    inside = np.clip(14.5 - np.hypot(x - 60 + 4 * time, y - 30), 0, 1)
    return np.clip(np.round(ground + (disc - ground) * inside), 16, 235)


def picture(luma, chroma=128):
    rest = np.full(2 * (HEIGHT // 2) * (WIDTH // 2), chroma)
    return np.concatenate([np.asarray(luma).ravel(), rest]).astype("u1")


def make(folder):
    encode(folder, "brighter.mkv", np.stack([picture(brighter(n)) for n in range(6)]), "96x64", "yuv420p", STANDARD)
    cut = [NOISE, NOISE + 4, OTHER, OTHER + 4]
    encode(folder, "cut.mkv", np.stack([picture(luma) for luma in cut]), "96x64", "yuv420p", STANDARD)
    encode(folder, "moved.mkv", np.stack([picture(moved(n)) for n in range(5)]), "96x64", "yuv420p", STANDARD)
    deep = np.stack([picture(moved(n)).astype("<u2") * 4 for n in range(3)])
    encode(folder, "moved10.mkv", deep, "96x64", "yuv420p10le", STANDARD)
    # Coloured, red where it covers, and green where nothing does.
    rgba = np.zeros((2, HEIGHT, WIDTH, 4), "u1")
    for number, edge in enumerate((40, 56)):
        rgba[number] = (0, 255, 0, 0)
        rgba[number, :, :edge] = (255, 0, 0, 255)
    encode(folder, "covers.mkv", rgba, "96x64", "rgba", {})
    times = "if(lt(N,2),N,if(lt(N,4),N+2,N+3))"
    subprocess.run(
        ["ffmpeg", "-nostdin", "-v", "error", "-y", "-i", os.path.join(folder, "brighter.mkv"), "-vf",
         f"setpts='{times}/10/TB'", "-fps_mode", "passthrough", "-c:v", "ffv1", os.path.join(folder, "uneven.mkv")],
        check=True)


def between(pictures, place):
    """The mix at a place among pictures by number; the last one stays."""
    first = int(np.floor(place))
    if first >= len(pictures) - 1:
        return pictures[-1]
    return pictures[first] + (pictures[first + 1] - pictures[first]) * (place - first)


def near_mixes(frames, near, places, pictures=None):
    pictures = [brighter(n) for n in range(6)] if pictures is None else pictures
    near("frames", frames.count, len(places), 0)
    for number, place in enumerate(places):
        near(f"frame {number}", frames.y[number], between(pictures, place), 0.51)


def story(line, more=""):
    return items([line], "timeline") + more


@film("between-blend", story("clip: brighter.mkv, between: blend"), "size: 96x64, rate: 40")
def blended(frames, near):
    near_mixes(frames, near, np.arange(24) / 4)


@film("between-repeat", story("clip: brighter.mkv, between: repeat"), "size: 96x64, rate: 40")
def repeated(frames, near):
    near_mixes(frames, near, np.arange(24) // 4)


@film("between-slower", story("clip: brighter.mkv, take: 200ms..500ms, speed: 0.3x, between: blend"))
def slower(frames, near):
    near_mixes(frames, near, 2 + np.arange(10) * 0.3)


@film("between-split", items([
    "clip: brighter.mkv, take: ..150ms, speed: 0.5x, between: blend",
    "clip: brighter.mkv, take: 150ms..400ms, speed: 0.5x, between: blend"], "timeline"))
def split(frames, near):
    near_mixes(frames, near, np.arange(8) / 2)


@film("between-off-the-grid", items([
    "color: black, for: 130ms", "clip: brighter.mkv, take: 200ms..500ms, speed: 0.5x, between: blend"], "timeline"))
def off_the_grid(frames, near):
    # The clip begins within frame 1, which shows where it begins.
    moments = np.maximum(np.arange(1, 7) / 10 - 0.13, 0)
    near_mixes_from(frames, near, 1, 2 + moments * 5)


def near_mixes_from(frames, near, first, places):
    for number, place in enumerate(places):
        near(f"frame {first + number}", frames.y[first + number], between([brighter(n) for n in range(6)], place), 0.51)


@film("between-backwards", story("clip: brighter.mkv, take: ..500ms, speed: -0.25x, between: blend"))
def backwards(frames, near):
    near_mixes(frames, near, 5 - (np.arange(20) + 1) / 4)


@film("between-ramp", story("clip: brighter.mkv, speed: 1x -> 3x, between: blend"), "size: 96x64, rate: 20")
def ramp(frames, near):
    time = np.arange(6) / 20
    near_mixes(frames, near, 10 * (time + time * time / 0.3))


@film("between-loop", story("clip: brighter.mkv, take: 100ms..300ms, loop: 2, between: blend"), "size: 96x64, rate: 20")
def loop(frames, near):
    near_mixes(frames, near, 1 + np.arange(8) % 4 / 2)


@film("between-sequence", story("sequence: part, speed: 0.5x, between: blend",
                                "sequences: {part: [{clip: brighter.mkv, take: 100ms..500ms}]}\n"))
def sequence(frames, near):
    near_mixes(frames, near, np.arange(8) / 2, [brighter(n) for n in range(1, 5)])


@film("between-uneven", story("clip: uneven.mkv, take: ..700ms, between: blend"), "size: 96x64, rate: 20")
def uneven(frames, near):
    times = np.array([0, 1, 4, 5, 7, 8])
    places = np.interp(np.arange(14) / 2, times, np.arange(6))
    near_mixes(frames, near, places)


@film("between-fields", "media: {tape: {file: fields.mkv, deinterlace: on}}\n" + story("clip: tape, between: blend"),
      "size: 96x64, rate: 40")
def fields(frames, near):
    near("frames", frames.count, 20, 0)
    cover = (frames.y - 16) / 219
    # Fields are 12 + 5 n wide: half of what comes is there halfway.
    for number in range(4, 14):
        near(f"edge in frame {number}", cover[number].sum(1).mean(), 12 + 2.5 * number, 0.6)


@film("between-cut", items([f"clip: cut.mkv, between: {kind}" for kind in ("blend", "motion")], "timeline"),
      "size: 96x64, rate: 40")
def cut(frames, near):
    for half in (0, 16):
        for number in range(4, 8):
            near("the picture before a cut", frames.y[half + number], NOISE + 4, 0)
        near("the picture after a cut", frames.y[half + 8], OTHER, 0)
    near("a mix before it", frames.y[2], NOISE + 2, 0.51)


@film("between-covers", story("clip: covers.mkv, between: blend"), "size: 96x64, rate: 20, background: black")
def covers(frames, near):
    # Half of the time covered with red: half as much red over black, and nothing of the green that nobody sees.
    red, half = frames.at(1, 20, 20), frames.at(1, 48, 20)
    near("red", red, (62.6, 102.3, 240), 1)
    near("half of it", half, (16 + 46.6 / 2, 128 - 25.7 / 2, 128 + 56), 1.5)
    near("nothing", frames.at(1, 80, 20), (16, 128, 128), 0.5)


def error(found, wanted):
    """The root of the mean square error, edges apart."""
    return float(np.sqrt(np.mean((found - wanted)[4:-4, 4:-4] ** 2)))


def mixing_error(number):
    return error((moved(number) + moved(number + 1)) / 2, moved(number + 0.5))


@film("between-motion", story("clip: moved.mkv, between: motion"), "size: 96x64, rate: 20")
def motion(frames, near):
    near("frames", frames.count, 10, 0)
    ours, theirs = [], []
    others = interpolated()
    for number in range(4):
        near(f"picture {number}", frames.y[2 * number], moved(number), 0)
        wanted = moved(number + 0.5)
        ours.append(error(frames.y[2 * number + 1], wanted))
        near("beside mixing", ours[-1] / mixing_error(number), 0, 0.4)
        if 0 < number < 3:
            theirs.append(min(error(other, wanted) for other in others))
    near("beside FFmpeg's minterpolate", np.mean(ours[1:3]) / np.mean(theirs), 0, 1)
    near("the last picture", frames.y[9], moved(4), 0)


def interpolated():
    """The pictures that FFmpeg's filter makes."""
    raw = np.stack([picture(moved(n)) for n in range(5)]).tobytes()
    made = subprocess.run(
        ["ffmpeg", "-nostdin", "-v", "error", "-f", "rawvideo", "-pix_fmt", "yuv420p", "-s", "96x64", "-r", "10", "-i",
         "-", "-vf", "minterpolate=fps=20:mi_mode=mci", "-f", "rawvideo", "-"], input=raw, capture_output=True, check=True)
    pictures = np.frombuffer(made.stdout, "u1").reshape(-1, len(picture(NOISE)))
    return pictures[:, :WIDTH * HEIGHT].reshape(-1, HEIGHT, WIDTH).astype(float)


@film("between-motion-deep", story("clip: moved10.mkv, between: motion"), "size: 96x64, rate: 20, depth: 10")
def deep(frames, near):
    near("deep pictures beside mixing", error(frames.y[1], moved(0.5)) / mixing_error(0), 0, 0.4)


@film("between-motion-turned", "media: {turned: {file: moved.mkv, orientation: 90}}\n"
      + story("clip: turned, between: motion"), "size: 64x96, rate: 20")
def turned(frames, near):
    near("turned pictures beside mixing", error(frames.y[1], np.rot90(moved(0.5), -1)) / mixing_error(0), 0, 0.4)
