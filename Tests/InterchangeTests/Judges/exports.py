"""Films that are exported for other programs, as those programs read them.

usage: exports.py EDITC FOLDER OTIO DTD [sample]
melt renders the MLT XML: its film must have the frames of the film that editc renders. OpenTimelineIO reads .otio, .edl and
.xml: its clips must have the places and lengths of the cut list that this program made up. xmllint holds .fcpxml against Apple's
definitions, with key frames and crops as well. ffmpeg runs the command line that we write for it: its film must have the frames,
the length and the sound of ours, with layers and speeds as well. melt hides nothing of a film under what it cannot draw. In a
dissolve between two grays, each frame of ours, of ffmpeg's and of melt's film must have the gray that is computed here. OTIO is
a folder with opentimelineio and its adapters, DTD one with the definitions; each is "" for none. A sample has one film at each
rate instead of four.
"""

import array
import os
import random
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), "../../CommandLineTests/Preview"))
import bars

editc, folder, otio_folder, dtd_folder = sys.argv[1:5]
os.chdir(folder)
failures = 0
RATES = ["24000/1001", "25", "30000/1001", "30", "50"]


def fail(text):
    global failures
    failures += 1
    print(text, file=sys.stderr)


def run(*command):
    found = subprocess.run(command, capture_output=True, text=True)
    if found.returncode != 0:
        raise RuntimeError(f"{' '.join(command)}: exit code {found.returncode}\n{found.stderr[-1000:]}")
    return found.stdout


def make_up(rate, chance):
    """A script, and its timeline as (kind, clip, first frame, frames): takes, gaps and dissolves."""
    items, lines = [], []
    for index in range(chance.randrange(3, 9)):
        if index and chance.random() < 0.2:
            count = chance.randrange(3, 20)
            items.append(("gap", None, 0, count))
            lines.append(f"  - gap: {count}f")
        elif index and items[-1][0] == "clip" and items[-1][3] > 24 and chance.random() < 0.3:
            length = 2 * chance.randrange(2, 6)
            items.append(("dissolve", None, 0, length))
            lines.append(f"  - transition: dissolve {length}f")
        clip, first = chance.randrange(2), chance.randrange(20, 150)
        count = chance.randrange(25, 60)
        items.append(("clip", clip, first, count))
        lines.append(f"  - {{clip: clip{clip}.mp4, take: {first}f..{first + count}f}}")
    text = f"edit: 1\ncanvas: {{size: 320x180, rate: {rate}}}\ntimeline:\n" + "\n".join(lines)
    return text + "\noutputs:\n  - {file: ours.mp4, video: {quality: 12}}\n", items


def total(items):
    return sum(count if kind != "dissolve" else -count for kind, _, _, count in items)


def run_melt(film, *options):
    """Makes a film of film.mlt. On a busy machine, melt can end before its file is whole; it is tried three times."""
    for attempt in range(3):
        run("melt", "film.mlt", "-consumer", f"avformat:{film}", *options, "real_time=-1", "terminate_on_pause=1")
        if subprocess.run(["ffprobe", "-v", "error", film], capture_output=True).returncode == 0:
            return
        print(f"melt left {film} without an end, attempt {attempt + 1}")
    fail(f"melt makes no whole {film}")


def melt(name):
    """The frames of melt's film and of ours; the numbers cannot be read while one picture dissolves into another."""
    run(editc, "export", "film.edit", "-o", "film.mlt", "--force")
    run(editc, "render", "film.edit", "--force")
    run_melt("theirs.mkv", "vcodec=libx264", "preset=ultrafast", "crf=12", "acodec=pcm_s16le")
    ours, theirs = (bars.numbers(open(file, "rb").read()) for file in ("ours.mp4", "theirs.mkv"))
    return ours, theirs


def make_layers(rate, chance):
    """A script of takes at several speeds, a hole, a held picture, clips above it in a corner and over all, and a second sound."""
    lines = []
    for speed in chance.sample(["1x", "2x", "0.5x", "1.5x", "0.75x", "3x"], 4):
        first = chance.randrange(10, 60)
        count = chance.randrange(30, 100)
        lines.append(f"  - {{clip: clip{chance.randrange(2)}.mp4, take: {first}f..{first + count}f, speed: {speed}}}")
    first = chance.randrange(100, 200)
    lines.insert(chance.randrange(4), f"  - {{clip: clip0.mp4, take: {first - 40}f..{first}f, speed: -1x}}")
    lines.insert(chance.randrange(4), f"  - {{clip: clip1.mp4, take: {first - 80}f..{first}f, speed: -2x}}")
    lines.insert(chance.randrange(4), f"  - gap: {chance.randrange(5, 20)}f")
    lines.insert(chance.randrange(4), f"  - {{clip: clip1.mp4, freeze: {first}f, for: {chance.randrange(5, 20)}f}}")
    text = f"edit: 1\ncanvas: {{size: 320x180, rate: {rate}}}\ntimeline:\n" + "\n".join(lines)
    start = chance.randrange(5, 40)
    text += f"""
overlays:
  - {{clip: clip1.mp4, at: {start}f, take: 30f..70f, audio: off, place: "25%, 25%", width: 50%}}
  - {{clip: clip0.mp4, at: {start + 60}f, take: 90f..100f, audio: off}}
audio:
  - {{clip: clip1.mp4, at: {start + 3}f, take: 0.5s..2s, volume: -6dB, fade: 500ms}}
outputs:
  - {{file: ours.mkv, video: {{quality: 12}}, audio: {{codec: flac}}}}
"""
    return text


def corner(file):
    """The numbers of the clip in the upper left corner."""
    run("ffmpeg", "-v", "error", "-y", "-i", file, "-an", "-vf", "crop=160:90:0:0,scale=320:180", "-c:v", "libx264", "-crf", "8", "corner.mkv")
    return bars.numbers(open("corner.mkv", "rb").read())


def samples(file):
    found = subprocess.run(["ffmpeg", "-v", "error", "-i", file, "-vn", "-f", "s16le", "-ac", "1", "-"], capture_output=True, check=True)
    return array.array("h", found.stdout)


def by_ffmpeg(name, mixed=()):
    """Our film and the one of the command line that we write; `mixed` are frames whose numbers cannot be read."""
    run(editc, "export", "--ffmpeg", "film.edit", "-o", "film.sh", "--force")
    run(editc, "render", "film.edit", "--force")
    if os.path.exists("theirs.mkv"):
        os.remove("theirs.mkv")
    run("sh", "film.sh", "theirs.mkv")
    compare(name, "pictures", mixed, *(bars.numbers(open(file, "rb").read()) for file in ("ours.mkv", "theirs.mkv")))
    compare(name, "pictures in the corner", mixed, corner("ours.mkv"), corner("theirs.mkv"))
    ours, theirs = samples("ours.mkv"), samples("theirs.mkv")
    if len(ours) != len(theirs):
        fail(f"{name}: {len(theirs)} samples of ffmpeg, not {len(ours)}")
    return ours, theirs


def compare(name, what, mixed, ours, theirs):
    if len(ours) != len(theirs):
        fail(f"{name}: {len(theirs)} {what} of ffmpeg, not {len(ours)}")
    wrong = [i for i, (one, other) in enumerate(zip(ours, theirs)) if one != other and i not in mixed]
    if wrong:
        fail(f"{name}: {what} {[(i, ours[i], theirs[i]) for i in wrong[:8]]} differ from those of ffmpeg")


def mixed_frames(items):
    mixed, place = set(), 0
    for kind, _, _, count in items:
        if kind == "dissolve":
            mixed.update(range(place - count, place))
            place -= count
        else:
            place += count
    return mixed


def read_by_otio(name, items, rate, seconds):
    import opentimelineio as otio
    for ending in ["otio", "edl", "xml"]:
        file = "film." + ending
        run(editc, "export", "film.edit", "-o", file, "--force")
        options = {"rate": rate} if ending == "edl" else {"adapter_name": "fcp_xml"} if ending == "xml" else {}
        read = otio.adapters.read_from_file(file, **options)
        if not isinstance(read, otio.schema.Timeline):
            read = read[0]
        track = read.video_tracks()[0]
        clips = [clip for clip in track if isinstance(clip, otio.schema.Clip)]
        wanted = [item for item in items if item[0] == "clip"]
        if len(clips) != len(wanted):
            fail(f"{name}.{ending}: {len(clips)} clips, not {len(wanted)}")
            continue
        if abs(track.duration().to_seconds() - seconds) > 0.001:
            fail(f"{name}.{ending}: {track.duration().to_seconds()} s, not {seconds}")


def valid(name):
    run(editc, "export", "film.edit", "-o", "film.fcpxml", "--force")
    for version in ["1_10", "1_11", "1_12", "1_13", "1_14"]:
        version = version.replace("_", ".")
        text = open("film.fcpxml").read().replace('version="1.10"', f'version="{version}"')
        open("versioned.fcpxml", "w").write(text)
        found = subprocess.run(
            ["xmllint", "--nonet", "--noout", "--dtdvalid", f"{dtd_folder}/Final_Cut_Pro_XML_DTD_version_{version}.dtd", "versioned.fcpxml"],
            capture_output=True, text=True)
        if found.returncode != 0:
            fail(f"{name}.fcpxml is not valid in version {version}: {found.stderr[:300]}")


MOVING = """edit: 1
canvas: {size: 320x180, rate: %s}
timeline:
  - {clip: clip0.mp4, take: 10f..60f, opacity: 1 -> 0.25 ease-in-out, scale: 1 -> 1.5, volume: 1 -> 0}
  - {clip: clip1.mp4, take: 20f..80f, crop: {part: 10%% 0%% 0%% 5%% -> 0%% 20%% 0%% 0%%, anchor: keep}, fade: 500ms}
  - {clip: clip0.mp4, take: 100f..150f, speed: 2x, rotate: 0deg -> 90deg over first 10f, crop: 10%% 10%% 20%% 20%%}
overlays:
  - {image: still.png, for: 2s, at: 1s, motion: zoom-in 20%%, fade: 250ms}
  - {text: Moving, for: 1s, at: 2s, place: top -> bottom, scale: 1 -> 2, opacity: {0s: 0 spring, 500ms: 0.8}}
  - {color: red, for: 1s, at: 2s, width: 10%% -> 50%%, height: 20%%}
audio:
  - {clip: clip1.mp4, at: 3f, take: 0.5s..2s, volume: {0s: -60dB, 1s: 0dB ease-in}, fade: 500ms}
outputs:
  - {file: ours.mp4}
"""
# Encoding in 4:2:0 at these qualities and the rounding of three programs; a whole step of the dissolve is 14 codes.
TOLERANCE = 3


def grays(file):
    """The mean luma in the middle of each frame."""
    found = subprocess.run(
        ["ffmpeg", "-v", "error", "-i", file, "-map", "0:v", "-fps_mode", "passthrough", "-vf",
         "crop=32:32:144:74,extractplanes=y", "-f", "rawvideo", "-"], capture_output=True, check=True).stdout
    return [sum(found[i:i + 1024]) / 1024 for i in range(0, len(found), 1024)]


def dissolve(rate):
    """A dissolve of 12 frames from luma 50 to 218, whose frame k is k twelfths of the way: 14 codes more each time."""
    for name, luma in [("dark", 50), ("light", 218)]:
        run("ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", f"color=black:s=320x180:r={rate},format=yuv420p,geq=lum={luma}:cb=128:cr=128",
            "-frames:v", "60", "-c:v", "libx264", "-crf", "4", f"{name}.mp4")
    text = f"edit: 1\ncanvas: {{size: 320x180, rate: {rate}}}\ntimeline:\n  - {{clip: dark.mp4, take: ..40f}}\n  - transition: dissolve 12f\n"
    open("film.edit", "w").write(text + "  - {clip: light.mp4, take: 10f..50f}\noutputs:\n  - {file: ours.mkv, video: {quality: 8}}\n")
    expected = [50] * 28 + [50 + 14 * k for k in range(12)] + [218] * 28
    run(editc, "render", "film.edit", "--force")
    films = {"ours": "ours.mkv"}
    run(editc, "export", "--ffmpeg", "film.edit", "-o", "film.sh", "--force")
    if os.path.exists("theirs.mkv"):
        os.remove("theirs.mkv")
    run("sh", "film.sh", "theirs.mkv")
    films["ffmpeg's"] = "theirs.mkv"
    if shutil.which("melt"):
        run(editc, "export", "film.edit", "-o", "film.mlt", "--force")
        run("melt", "film.mlt", "-consumer", "avformat:melted.mkv", "vcodec=libx264", "preset=ultrafast", "crf=8", "an=1", "real_time=-1",
            "terminate_on_pause=1")
        films["melt's"] = "melted.mkv"
    for name, file in films.items():
        found = grays(file)
        wrong = [i for i, (one, other) in enumerate(zip(found, expected)) if abs(one - other) > TOLERANCE]
        if len(found) != len(expected) or wrong:
            shown = [(i, round(found[i]), expected[i]) for i in wrong[:12]]
            fail(f"dissolve at {rate}: {name} film has {len(found)} frames of {len(expected)}, others at {shown}")


LAYERS = """edit: 1
canvas: {size: 320x180, rate: 25}
timeline: [{clip: dark.mp4, take: ..175f}]
overlays:
  - {text: A title, for: 25f}
  - {gradient: {colors: [white, black]}, for: 25f, at: 25f}
  - {clip: light.mp4, take: ..25f, at: 50f, place: "10%, 20% anchor top left", width: 25%, opacity: 0.5}
  - {clip: light.mp4, take: ..25f, at: 75f, mask: {shape: ellipse}}
  - {color: "#ffffff80", for: 25f, at: 100f}
  - {sequence: part, at: 125f}
sequences:
  part:
    timeline: [{gap: 25f}, {color: "#ffffff80", for: 25f}]
outputs:
  - {file: ours.mkv}
"""


def layers_in_melt():
    """What melt draws over luma 50: nothing for words, gradients and masks, and half of what is half there, in its place."""
    for name, luma in [("dark", 50), ("light", 218)]:
        run("ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", f"color=black:s=320x180:r=25,format=yuv420p,geq=lum={luma}:cb=128:cr=128",
            "-frames:v", "200", "-c:v", "libx264", "-crf", "4", f"{name}.mp4")
    open("film.edit", "w").write(LAYERS)
    run(editc, "export", "film.edit", "-o", "film.mlt", "--force")
    run_melt("melted.mkv", "vcodec=ffv1", "an=1")
    # 235 is white; (50 + 218) / 2 and (50 + 235) / 2 are half of it.
    for place, expected in [("16:16:48:52", [50, 50, 134, 50, 142.5, 50, 142.5]), ("16:16:200:120", [50, 50, 50, 50, 142.5, 50, 142.5])]:
        found = subprocess.run(
            ["ffmpeg", "-v", "error", "-i", "melted.mkv", "-fps_mode", "passthrough", "-vf", f"crop={place},extractplanes=y", "-f",
             "rawvideo", "-"], capture_output=True, check=True).stdout
        lumas = [sum(found[i:i + 256]) / 256 for i in range(0, len(found), 256)]
        if len(lumas) != 175:
            fail(f"layers in melt: {len(lumas)} frames")
        for part, luma in enumerate(expected):
            if any(abs(other - luma) > 3 for other in lumas[25 * part + 2:25 * part + 23]):
                fail(f"layers in melt: part {part} at {place}: {lumas[25 * part + 12]}, not {luma}")


if otio_folder:
    sys.path.insert(0, otio_folder)
films = 0
if shutil.which("melt"):
    try:
        layers_in_melt()
    except (RuntimeError, OSError) as error:
        fail(f"layers in melt: {error}")
is_sample = sys.argv[5:] == ["sample"]
for rate in RATES[::3] if is_sample else RATES:
    for clip in range(2):
        bars.make(f"clip{clip}.mp4", 1000 * clip, 240, (200, 60, 60), 440, size="320x180", rate=rate)
    try:
        dissolve(rate)
        if dtd_folder and shutil.which("xmllint"):
            run("ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", "testsrc=s=160x120", "-frames:v", "1", "still.png")
            open("film.edit", "w").write(MOVING % rate)
            valid(f"moving at {rate}")
    except (RuntimeError, OSError) as error:
        fail(f"{rate}: {error}")
    for seed in range(1 if is_sample else 4):
        text, items = make_up(rate, random.Random(f"{rate} {seed}"))
        name = f"{rate.replace('/', '-')}-{seed}"
        open("film.edit", "w").write(text)
        numerator, _, denominator = rate.partition("/")
        fps = int(numerator) / int(denominator or 1)
        films += 1
        try:
            if shutil.which("melt"):
                ours, theirs = melt(name)
                length = total(items)
                if len(ours) != length or len(theirs) != length:
                    fail(f"{name}: {len(ours)} and {len(theirs)} frames, not {length}")
                # Where both films mix two numbers, each bar is that of one of them.
                wrong = [i for i, (one, other) in enumerate(zip(ours, theirs)) if one != other]
                mixed = mixed_frames(items)
                if [i for i in wrong if i not in mixed]:
                    fail(f"{name}: frames {wrong[:8]} differ from those of melt")
            # Sound without loss has no padding at its end.
            open("film.edit", "w").write(text.replace("ours.mp4, video: {quality: 12}", "ours.mkv, video: {quality: 12}, audio: {codec: flac}"))
            ours, theirs = by_ffmpeg(name, mixed_frames(items))
            # The first and the last sample of a sound may be rounded to another place.
            if sum(abs(one - other) > 300 for one, other in zip(ours, theirs)) > 20:
                fail(f"{name}: the sound differs from that of ffmpeg")
            open("film.edit", "w").write(make_layers(rate, random.Random(f"{rate} {seed}")))
            by_ffmpeg(name + " layers")
            open("film.edit", "w").write(text)
            if otio_folder:
                read_by_otio(name, items, fps, total(items) / fps)
            if dtd_folder and shutil.which("xmllint"):
                valid(name)
        except (RuntimeError, OSError) as error:
            fail(f"{name}: {error}")
print(f"{films} films, {failures} failures")
sys.exit(1 if failures else 0)
