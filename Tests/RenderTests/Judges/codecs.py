"""One film in every codec: the same bytes whatever renders it, joined without a trace, and not much larger for it.

usage: codecs.py EDITC FOLDER same [sample]
       codecs.py EDITC FOLDER joined [sample | CLIP]
`same` renders the film with 1, 2, 4 and 8 workers, on one processor and on two, and once again. `joined` decodes each film and its
segments alone, frame by frame, and compares its bytes with those of one encode by ffmpeg, with the same encoder, settings and
pictures; CLIP is a film of 30 s or more to do it with instead of one that is made of noise and cuts. `sample` does it in fewer
ways, and `joined` with one codec of each kind.
"""

import hashlib
import json
import os
import re
import subprocess
import sys

from PIL import Image, ImageSequence

editc, folder, mode = sys.argv[1:4]
is_sample = sys.argv[4:] == ["sample"]
clip = os.path.abspath(sys.argv[4]) if len(sys.argv) > 4 and not is_sample else None
os.chdir(folder)
failures = 0


def fail(text):
    global failures
    failures += 1
    print(text, file=sys.stderr)


def run(*command):
    found = subprocess.run(command, capture_output=True, text=True)
    if found.returncode:
        sys.exit(f"{' '.join(command)}: exit code {found.returncode}\n{found.stdout[-1000:]}{found.stderr[-3000:]}")
    return found


def ffmpeg(*arguments):
    return run("ffmpeg", "-nostdin", "-v", "error", "-y", *arguments).stdout


def make_source(seconds, size):
    """Moving pictures of several kinds with grain, a hard cut every 7 s or so, and one of 1 s."""
    parts = ["testsrc2=s={s}:r=25:d=7", "mandelbrot=s={s}:r=25:start_scale=1,trim=duration=6.2", "testsrc=s={s}:r=25:d=1",
             "gradients=s={s}:r=25:d=7.5:speed=0.05:c0=red:c1=blue:c2=white:nb_colors=3:x0=0:y0=0:x1=90:y1=90:seed=3",
             "cellauto=s={s}:r=25:rule=110:random_seed=9,trim=duration=5",
             "life=s={s}:r=25:mold=10:random_seed=4:life_color=#C83232:death_color=#401080,trim=duration=6",
             "testsrc2=s={s}:r=25:d=8,hue=h=90,rotate=0.3", "mandelbrot=s={s}:r=25:start_scale=0.05,trim=duration=7"]
    graph = ";".join(f"{part.format(s=size)},setsar=1,format=yuv420p[p{i}]" for i, part in enumerate(parts))
    graph += ";" + "".join(f"[p{i}]" for i in range(len(parts))) + f"concat=n={len(parts)}"
    ffmpeg("-filter_complex", graph + ",noise=alls=7:allf=t:all_seed=5", "-t", str(seconds), "-c:v", "ffv1",
           "-color_primaries", "bt709", "-color_trc", "bt709", "-colorspace", "bt709", "-color_range", "tv", "source.mkv")


class Codec:
    """A file, its `video`, and ffmpeg's encoder and the form of the pictures for one encode without segments."""

    def __init__(self, file, video, pixels=None, encoder=None):
        self.file, self.video, self.pixels, self.encoder = file, video, pixels, encoder


def codecs(quality, speed):
    index = ["ultrafast", "superfast", "veryfast", "faster", "fast", "medium", "slow"].index(speed)
    vp9 = [("realtime", 8), ("realtime", 6), ("good", 5), ("good", 4), ("good", 3), ("good", 2), ("good", 1)][index]
    said = f"quality: {quality}, speed: {speed}"
    return [
        Codec("h264.mp4", said, "yuv420p",
              ["-c:v", "libx264", "-preset", speed, "-crf", str(quality), "-g", "250", "-threads", "1", "-bsf:v",
               "filter_units=remove_types=6", "-x264-params", "cpu-independent=1"]),
        Codec("hevc.mp4", f"codec: hevc, {said}", "yuv420p",
              ["-c:v", "libx265", "-preset", speed, "-g", "250", "-tag:v", "hvc1", "-x265-params",
               f"crf={0.4 + 1.1 * quality}:open-gop=0:bframes=4:b-pyramid=1:wpp=1:frame-threads=2:pools=2:info=0:"
               "log-level=error:keyint=250"]),
        Codec("av1.mp4", f"codec: av1, {said}", "yuv420p",
              ["-c:v", "libsvtav1", "-preset", str(12 - index), "-crf", str((27 * quality - 205) // 10), "-g", "250",
               "-svtav1-params", "lp=2"]),
        Codec("vp9.webm", said, "yuv420p",
              ["-c:v", "libvpx-vp9", "-deadline", vp9[0], "-cpu-used", str(vp9[1]), "-row-mt", "1", "-threads", "2",
               "-lag-in-frames", "25", "-auto-alt-ref", "1", "-crf", str(2 * quality - 15), "-b:v", "0", "-g", "250"]),
        Codec("prores.mov", "codec: prores", "yuv422p10le",
              ["-c:v", "prores_ks", "-profile:v", "standard", "-vendor", "apl0"]),
        Codec("dnxhr.mov", "codec: dnxhr", "yuv422p", ["-c:v", "dnxhd", "-profile:v", "dnxhr_hq"]),
        Codec("ffv1.mkv", "codec: ffv1", "yuv420p",
              ["-c:v", "ffv1", "-level", "3", "-slicecrc", "1", "-g", "1", "-threads", "1"]),
        Codec("mjpeg.mov", f"codec: mjpeg, quality: {quality}"),
        Codec("film.gif", "codec: gif"), Codec("film.apng", "codec: png"), Codec("film.webp", f"quality: {quality}")]


def write(name, outputs, canvas, length):
    with open(name + ".edit", "w") as file:
        file.write(f"edit: 1\ncanvas: {{size: {canvas}, rate: 25}}\n"
                   f"timeline: [{{clip: {clip or 'source.mkv'}, take: ..{length}, fit: fill, audio: off}}]\noutputs:\n"
                   + "".join(f"  - {{{output}}}\n" for output in outputs))


def render(name, *arguments, before=()):
    return run(*before, editc, "render", name + ".edit", "--progress", "none", "--force", *arguments)


def digest(file):
    with open(file, "rb") as opened:
        return hashlib.sha256(opened.read()).hexdigest()


# ---- the same bytes


def same():
    make_source(22, "320x180")
    every = {c.file: c for c in codecs(23, "superfast")}
    between = ["h264.mp4", "hevc.mp4", "av1.mp4", "vp9.webm"]
    films = {"small": (["h264.mp4", "hevc.mp4", "prores.mov", "ffv1.mkv", "mjpeg.mov"], "128x72", "12s"),
             # Their segments are longer.
             "long": (["av1.mp4", "vp9.webm"], "128x72", "22s"),
             # It has no smaller pictures.
             "sized": (["dnxhr.mov"], "256x120", "11s"), "animated": (["film.gif", "film.apng", "film.webp"], "64x36", "12s"),
             # x265 and libvpx share their work out otherwise for large pictures.
             "large": (between, "1920x1080", "8f")}
    if is_sample:
        del films["long"]
    for name, (files, canvas, length) in films.items():
        list_of_codecs = [every[file] for file in files]
        write(name, [f"file: {name}-{c.file}, video: {{{c.video}}}" for c in list_of_codecs], canvas, length)
        ways = [("1 worker", ["--jobs", "1"], []), ("2 workers", ["--jobs", "2"], []), ("4 workers", ["--jobs", "4"], []),
                ("8 workers", ["--jobs", "8"], []), ("one processor", ["--jobs", "2"], ["taskset", "-c", "0"]),
                ("two processors, 2 workers again", ["--jobs", "2"], ["taskset", "-c", "0,1"])]
        if is_sample:
            ways = [ways[2], ways[4]]
        found = {}
        for way, arguments, before in ways:
            render(name, "--no-cache", *arguments, before=before)
            for codec in list_of_codecs:
                found.setdefault(codec.file, {})[way] = digest(f"{name}-{codec.file}")
        for file, digests in found.items():
            different = len(set(digests.values()))
            print(f"{name} {file}: {len(digests)} renders, {different} sha256")
            if different != 1 or len(digests) != len(ways):
                fail(f"{name} {file}: {digests}")
    print(f"{failures} failures")


# ---- joined


def frames(file):
    """A digest of each decoded frame."""
    if file.endswith(".webp"):
        # FFmpeg 5.1 reads no animated WebP.
        with Image.open(file) as picture:
            return [hashlib.sha256(frame.convert("RGBA").tobytes()).hexdigest() for frame in ImageSequence.Iterator(picture)]
    lines = ffmpeg("-xerror", "-i", file, "-map", "0:v", "-fps_mode", "passthrough", "-f", "framemd5", "-").splitlines()
    return [line.split(",")[-1].strip() for line in lines if not line.startswith("#")]


def coded(file):
    """The bytes of all pictures."""
    found = run("ffprobe", "-v", "error", "-select_streams", "v", "-show_entries", "packet=size", "-of", "csv=p=0", file)
    return sum(int(line.split(",")[0]) for line in found.stdout.split())


def likeness(file, pictures):
    words = subprocess.run(
        ["ffmpeg", "-nostdin", "-hide_banner", "-i", file, "-i", pictures, "-lavfi", "[0:v]format=yuv420p[a];"
         "[1:v]format=yuv420p[b];[a][b]ssim", "-f", "null", "-"], capture_output=True, text=True).stderr
    return float(re.search(r"All:([\d.]+)", words)[1])


def joined():
    if not clip:
        make_source(40, "320x180")
    print("| codec | segments | bytes in segments | bytes in one encode | difference | likeness, joined / one |")
    print("| --- | --- | --- | --- | --- | --- |")
    # docs/measurements/codecs.md has the figures of `medium`, which takes several times as long.
    every = codecs(20, os.environ.get("EDITC_SPEED", "veryfast"))
    groups = [(every[:4], "320x180", 40), (every[4:8], "256x144", 11), (every[8:], "64x36", 25)]
    if is_sample:
        groups = [(group[:1], canvas, min(seconds, 25)) for group, canvas, seconds in groups]
    for group, canvas, seconds in groups:
        joined_group(group, canvas, seconds)
    print(f"{sum(len(group) for group, _, _ in groups)} codecs, {failures} failures")


def joined_group(group, canvas, seconds):
    length = f"{seconds}s"
    write("film", [f"file: {c.file}, video: {{{c.video}}}" for c in group], canvas, length)
    render("film", "--cache", "store")
    plan = {o["file"]: o for o in json.loads(run(editc, "plan", "--json", "--cache", "store", "film.edit").stdout)["outputs"]}
    # The film's own pictures, which both sides encode.
    forms = sorted({c.pixels for c in group if c.pixels})
    if forms:
        write("pictures", [f"file: {form}.mkv, video: {{codec: ffv1, pixel-format: {form}}}" for form in forms], canvas,
              length)
        render("pictures", "--no-cache")
    for codec in group:
        segments = plan[codec.file]["segments"]
        whole = frames(codec.file)
        if len(whole) != seconds * 25 or len(segments) < 2:
            fail(f"{codec.file}: {len(whole)} frames in {len(segments)} segments")
        parts = []
        write("part", [f"file: part-{codec.file}, video: {{{codec.video}}}"], canvas, length)
        for segment in segments:
            first = segment["firstFrame"]
            render("part", "--cache", "store", "--range", f"{first}f..{first + segment['frames']}f")
            parts += frames(f"part-{codec.file}")
        wrong = [index for index, (a, b) in enumerate(zip(whole, parts)) if a != b]
        if wrong or len(parts) != len(whole):
            fail(f"{codec.file}: {len(parts)} frames in the parts; {len(wrong)} differ, the first is {wrong[:1]}")
        line = f"| {codec.file} | {len(segments)} | "
        if not codec.encoder:
            print(line + f"{os.path.getsize(codec.file)} | | | |", flush=True)
            continue
        one, pictures = "one-" + codec.file, codec.pixels + ".mkv"
        ffmpeg("-i", pictures, *codec.encoder, one)
        sizes = coded(codec.file), coded(one)
        more = sizes[0] / sizes[1] - 1
        alike = likeness(codec.file, pictures), likeness(one, pictures)
        print(line + f"{sizes[0]} | {sizes[1]} | {100 * more:+.2f} % | {alike[0]:.4f} / {alike[1]:.4f} |", flush=True)
        if more > 0.03:
            fail(f"{codec.file} is {100 * more:.2f} % larger than one encode")
        if alike[0] < alike[1] - 0.001:
            fail(f"{codec.file} is less like its pictures than one encode")


{"same": same, "joined": joined}[mode]()
sys.exit(1 if failures else 0)
