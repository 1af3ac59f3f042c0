"""Films for further editing, decoded by a second build of FFmpeg: every frame must be the one that the first one decodes.

usage: second_ffmpeg.py EDITC FOLDER FFMPEG [sample]
All profiles of ProRes and DNxHR, with alpha where there is one, and the other codecs whose pictures are all key frames; a
sample has each third of them.
"""

import os
import subprocess
import sys

import numpy as np

editc, folder, second = sys.argv[1:4]
is_sample = sys.argv[4:] == ["sample"]
os.chdir(folder)
WIDTH, HEIGHT, FRAMES = 322, 180, 24
failures = 0


def fail(text):
    global failures
    failures += 1
    print(text, file=sys.stderr)


def run(*command):
    found = subprocess.run(command, capture_output=True)
    if found.returncode:
        sys.exit(f"{' '.join(command)}: exit code {found.returncode}\n{found.stdout[-500:]}{found.stderr[-3000:]}")
    return found


def render(name, background, outputs):
    text = f"""
edit: 1
canvas: {{size: {WIDTH}x{HEIGHT}, rate: 24000/1001, depth: 10{background}}}
timeline: [{{gap: {FRAMES}f}}]
overlays:
  - {{clip: source.mkv, at: 0s, width: 300px, height: 160px, fit: fill, place: left, audio: off, opacity: 100% -> 20%}}
  - {{shape: ellipse, width: 120px, height: 90px, place: bottom right, fill: "#40c0ff80"}}
outputs:
""" + "".join(f"  - {{file: {file}, video: {{{video}}}}}\n" for file, video in outputs)
    with open(name + ".edit", "w") as file:
        file.write(text)
    run(editc, "render", name + ".edit", "--no-cache", "--progress", "none", "--force")


def decoded(program, file, pixels):
    """Samples as they are in the stream, in the form that the first build names."""
    return np.frombuffer(
        run(program, "-nostdin", "-v", "error", "-xerror", "-i", file, "-map", "0:v", "-fps_mode", "passthrough", "-pix_fmt",
            pixels, "-f", "rawvideo", "-").stdout, dtype="<u2" if "le" in pixels else "u1").astype(int)


def pixel_format(program, file):
    """As the decoder gives them, without a conversion."""
    words = subprocess.run(
        [program, "-nostdin", "-hide_banner", "-i", file, "-frames:v", "1", "-f", "null", "-"], capture_output=True,
        text=True).stderr
    line = next(line for line in words.splitlines() if "Video: " in line)
    return next(word.strip(" ,(").split("(")[0] for word in line.replace("(", " (").split()
                if word.startswith(("yuv", "gray", "gbr", "bgr")))


run("ffmpeg", "-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i", "testsrc2=s=300x160:r=24000/1001,noise=alls=20:allf=t:"
    "all_seed=3", "-frames:v", str(FRAMES), "-pix_fmt", "yuv422p10le", "-c:v", "ffv1", "source.mkv")
opaque = [(f"prores-{p}.mov", f"codec: prores, profile: {p}") for p in ("proxy", "lt", "standard", "hq")]
opaque += [(f"prores-{p}.mov", f"codec: prores, profile: '{p}'") for p in ("4444", "4444xq")]
opaque += [(f"dnxhr-{p}.mov", f"codec: dnxhr, profile: '{p}'") for p in ("lb", "sq", "hq", "hqx", "444")]
opaque += [("ffv1.mkv", "codec: ffv1"), ("ffv1-deep.mkv", "codec: ffv1, pixel-format: yuv422p10le"),
           ("mjpeg.mov", "codec: mjpeg")]
clear = [(f"clear-{p}.mov", f"codec: prores, profile: '{p}'") for p in ("4444", "4444xq")] + [
    ("clear-ffv1.mkv", "codec: ffv1")]
if is_sample:
    opaque, clear = opaque[::3], clear[::2]
render("opaque", "", opaque)
render("clear", ", background: transparent", clear)
versions = [run(p, "-version").stdout.decode().split()[2] for p in ("ffmpeg", second)]
print(f"ffmpeg {versions[0]} and {versions[1]}")
if versions[0] == versions[1]:
    fail("both builds are of one version")
for file, _ in opaque + clear:
    pixels = pixel_format("ffmpeg", file)
    other = pixel_format(second, file)
    if pixels != other:
        fail(f"{file}: {pixels} and {other}")
        continue
    one, two = (decoded(program, file, pixels) for program in ("ffmpeg", second))
    if len(one) != len(two) or not len(one):
        fail(f"{file}: {len(one)} and {len(two)} samples")
        continue
    if file.startswith("clear") and "a" not in pixels:
        fail(f"{file}: no alpha in {pixels}")
    difference = np.abs(one - two)
    print(f"{file}: {pixels}, {len(one)} samples, {np.count_nonzero(difference)} differ, at most by {difference.max()}")
    if difference.max():
        fail(f"{file}: the builds differ")
print(f"{len(opaque + clear)} files, {failures} failures")
sys.exit(1 if failures else 0)
