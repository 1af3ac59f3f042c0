"""What the files of editc say of themselves, as ffprobe and mediainfo read it, held against what the script says.

usage: tags.py EDITC FOLDER [sample]
Every pair of a codec and a container, with 8 and 10 bits, each sampling, and in standard and high dynamic range; of a sample,
each third.
"""

import json
import os
import re
import subprocess
import sys
from fractions import Fraction

editc, folder = sys.argv[1:3]
os.chdir(folder)
RATE, FRAMES, WIDTH, HEIGHT = Fraction(30000, 1001), 30, 320, 180
failures = 0


def fail(text):
    global failures
    failures += 1
    print(text, file=sys.stderr)


class Output:
    """A file, what stands in its `video`, and what it then is."""

    def __init__(self, file, video, pixels, profile=None):
        self.file, self.video, self.pixels, self.profile = file, video, pixels, profile
        self.codec = re.match(r"codec: (\w+)", video)[1]
        self.container = file.rsplit(".", 1)[1]
        self.bits = 12 if "12" in pixels else 10 if "10" in pixels else 8
        self.sampling = ":".join(re.search(r"4[24][024]", pixels)[0]) if "yuv" in pixels else None


# ffprobe's and mediainfo's names of codecs; mediainfo's names of containers.
NAMES = {"h264": ("h264", "AVC"), "hevc": ("hevc", "HEVC"), "av1": ("av1", "AV1"), "vp9": ("vp9", "VP9"),
         "prores": ("prores", "ProRes"), "dnxhr": ("dnxhd", "VC-3"), "ffv1": ("ffv1", "FFV1"),
         "mjpeg": ("mjpeg", "JPEG"), "png": ("apng", "PNG")}
CONTAINERS = {"mp4": "MPEG-4", "m4v": "MPEG-4", "mov": "MPEG-4", "mkv": "Matroska", "webm": "WebM", "apng": "PNG"}
COLORS = {"bt709": (("bt709", "bt709", "bt709"), ("BT.709", "BT.709", "BT.709")),
          "bt601": (("smpte170m", "smpte170m", "smpte170m"), ("BT.601 NTSC", "BT.601", "BT.601")),
          "hlg": (("bt2020", "arib-std-b67", "bt2020nc"), ("BT.2020", "HLG", "BT.2020 non-constant")),
          "pq": (("bt2020", "smpte2084", "bt2020nc"), ("BT.2020", "PQ", "BT.2020 non-constant"))}
# What mediainfo 23.04 does not tell, by codec and container or, for all containers, by codec.
UNTOLD = {
    ("vp9", "mp4"): {"ChromaSubsampling", "BitDepth"}, ("mjpeg", "mkv"): {"ChromaSubsampling", "BitDepth"},
    ("prores", "mov"): {"BitDepth", "colour_range"}, ("prores", "mkv"): {"ChromaSubsampling", "BitDepth"},
    ("dnxhr", "mov"): {"colour_range"}}
# Of pictures with 4:4:4 it does not tell that either.
UNTOLD_FULL = {("vp9", "webm"), ("dnxhr", "mov")}
# It knows these codecs by their marks alone.
MARKS = {("vp9", "mp4"): "vp09", ("mjpeg", "mkv"): "V_MJPEG"}

DEEP, HALF, FULL = "depth: 10", "pixel-format: yuv422p", "pixel-format: yuv444p"
STANDARD = [
    Output("h264.mp4", "codec: h264", "yuv420p", "High"), Output("h264.mov", "codec: h264", "yuv420p", "High"),
    Output("h264.m4v", "codec: h264", "yuv420p", "High"), Output("h264.mkv", "codec: h264", "yuv420p", "High"),
    Output("deep.mp4", f"codec: h264, {DEEP}", "yuv420p10le", "High 10"),
    Output("half.mkv", f"codec: h264, {HALF}", "yuv422p", "High 4:2:2"),
    Output("full.mov", f"codec: h264, {FULL}", "yuv444p", "High 4:4:4 Predictive"),
    Output("hevc.mp4", "codec: hevc", "yuv420p", "Main"), Output("hevc.mov", "codec: hevc", "yuv420p", "Main"),
    Output("hevc.mkv", "codec: hevc", "yuv420p", "Main"),
    Output("hevc-deep.mp4", f"codec: hevc, {DEEP}", "yuv420p10le", "Main 10"),
    Output("hevc-half.mp4", f"codec: hevc, {HALF}10le", "yuv422p10le", "Rext"),
    Output("hevc-full.mkv", f"codec: hevc, {FULL}", "yuv444p", "Rext"),
    Output("av1.mp4", "codec: av1", "yuv420p", "Main"), Output("av1.mkv", "codec: av1", "yuv420p", "Main"),
    Output("av1.webm", "codec: av1", "yuv420p", "Main"),
    Output("av1-deep.webm", f"codec: av1, {DEEP}", "yuv420p10le", "Main"),
    Output("vp9.webm", "codec: vp9", "yuv420p", "Profile 0"), Output("vp9.mp4", "codec: vp9", "yuv420p", "Profile 0"),
    Output("vp9.mkv", "codec: vp9", "yuv420p", "Profile 0"),
    Output("vp9-full.webm", f"codec: vp9, {FULL}", "yuv444p", "Profile 1"),
    Output("vp9-deep.webm", f"codec: vp9, {DEEP}", "yuv420p10le", "Profile 2"),
    Output("vp9-half.mkv", f"codec: vp9, {HALF}10le", "yuv422p10le", "Profile 3"),
    Output("proxy.mov", "codec: prores, profile: proxy", "yuv422p10le", "Proxy"),
    Output("lt.mov", "codec: prores, profile: lt", "yuv422p10le", "LT"),
    Output("standard.mov", "codec: prores", "yuv422p10le", "Standard"),
    Output("standard.mkv", "codec: prores", "yuv422p10le", "Standard"),
    Output("hq.mov", "codec: prores, profile: hq", "yuv422p10le", "HQ"),
    Output("4444.mov", "codec: prores, profile: 4444", "yuv444p12le", "4444"),
    Output("xq.mov", "codec: prores, profile: 4444xq", "yuv444p12le", "XQ"),
    Output("lb.mov", "codec: dnxhr, profile: lb", "yuv422p", "DNXHR LB"),
    Output("sq.mov", "codec: dnxhr, profile: sq", "yuv422p", "DNXHR SQ"),
    Output("dnxhr-hq.mov", "codec: dnxhr", "yuv422p", "DNXHR HQ"),
    Output("hqx.mov", "codec: dnxhr, profile: hqx", "yuv422p10le", "DNXHR HQX"),
    Output("444.mov", "codec: dnxhr, profile: '444'", "yuv444p10le", "DNXHR 444"),
    Output("ffv1.mkv", "codec: ffv1", "yuv420p"), Output("ffv1-deep.mkv", f"codec: ffv1, {FULL}10le", "yuv444p10le"),
    Output("mjpeg.mov", "codec: mjpeg", "yuvj420p", "Baseline"),
    Output("mjpeg.mkv", f"codec: mjpeg, {FULL}", "yuvj444p", "Baseline"),
    Output("film.apng", "codec: png", "rgb24"),
]
OLD = [Output("old.mp4", "codec: h264", "yuv420p", "High"), Output("old.mkv", "codec: hevc", "yuv420p", "Main"),
       Output("old.webm", "codec: vp9", "yuv420p", "Profile 0"), Output("old-av1.mp4", "codec: av1", "yuv420p", "Main"),
       Output("old.mov", "codec: prores", "yuv422p10le", "Standard"),
       Output("old-dnxhr.mov", "codec: dnxhr", "yuv422p", "DNXHR HQ")]


def high(name, mastering):
    return [
        Output(f"{name}-{file}", f"codec: {codec}{mastering if codec != 'mjpeg' else ''}", pixels, profile)
        for codec, files, pixels, profile in (
            ("h264", ["h264.mp4", "h264.mkv"], "yuv420p10le", "High 10"),
            ("hevc", ["hevc.mp4", "hevc.mov", "hevc.mkv"], "yuv420p10le", "Main 10"),
            ("av1", ["av1.mp4", "av1.mkv", "av1.webm"], "yuv420p10le", "Main"),
            ("vp9", ["vp9.webm", "vp9.mp4", "vp9.mkv"], "yuv420p10le", "Profile 2"),
            ("prores", ["prores.mov", "prores.mkv"], "yuv422p10le", "Standard"),
            ("dnxhr", ["dnxhr.mov"], "yuv422p10le", "DNXHR HQX"),
            ("ffv1", ["ffv1.mkv"], "yuv420p10le", None)) for file in files]


MASTERING = ", mastering: {peak: 1000, black: 0.005, max-cll: 900, max-fall: 300}"
GROUPS = [("bt709", STANDARD), ("bt601", OLD), ("hlg", high("hlg", "")), ("pq", high("pq", MASTERING))]


def render(color, outputs):
    lines = []
    for output in outputs:
        sound = "{codec: none}" if output.container in ("gif", "apng") else \
            "[{name: Deutsch, language: de, only: low}, {name: English, language: en, without: low, default: true}]"
        lines.append(f"  - {{file: {output.file}, video: {{{output.video}}}, audio: {sound}}}\n")
    text = f"""
edit: 1
canvas: {{size: {WIDTH}x{HEIGHT}, rate: 30000/1001, color: {color}}}
timeline: [{{bars: smpte, for: {FRAMES}f}}]
audio:
  - {{tone: sine, frequency: 220Hz, volume: -12dB, for: {FRAMES}f, name: low}}
  - {{tone: sine, frequency: 440Hz, volume: -12dB, for: {FRAMES}f, name: high}}
outputs:
""" + "".join(lines)
    with open(color + ".edit", "w") as file:
        file.write(text)
    run = subprocess.run(
        [editc, "render", color + ".edit", "--no-cache", "--progress", "none", "--force"], capture_output=True, text=True)
    if run.returncode:
        sys.exit(f"{color}: exit code {run.returncode}\n{run.stdout}{run.stderr}")


def tool(*command):
    run = subprocess.run(command, capture_output=True, text=True)
    if run.returncode or run.stderr:
        fail(f"{' '.join(command)}: {run.stderr}")
    return json.loads(run.stdout)


def number(text):
    return float(Fraction(text)) if text else None


class Look:
    """Compares what a tool says of a file."""

    def __init__(self, file):
        self.file = file

    def same(self, what, found, wanted):
        if found != wanted:
            fail(f"{self.file}: {what} is {found}, not {wanted}")

    def near(self, what, found, wanted, tolerance):
        if found is None or abs(float(found) - float(wanted)) > tolerance:
            fail(f"{self.file}: {what} is {found}, not {float(wanted)}")


def check_ffprobe(output, color):
    look = Look(f"{output.file}, ffprobe")
    found = tool("ffprobe", "-v", "error", "-of", "json", "-show_streams", "-show_format", output.file)
    first = tool("ffprobe", "-v", "error", "-of", "json", "-select_streams", "v:0", "-read_intervals", "%+#1",
                 "-show_frames", output.file)["frames"][0]
    picture = next(s for s in found["streams"] if s["codec_type"] == "video")
    for what, wanted in (("codec_name", NAMES[output.codec][0]), ("width", WIDTH), ("height", HEIGHT),
                         ("pix_fmt", output.pixels), ("avg_frame_rate", "30000/1001")):
        look.same(what, picture.get(what), wanted)
    if output.profile:
        look.same("profile", picture.get("profile"), output.profile)
    look.same("field_order", picture.get("field_order", "progressive"), "progressive")
    if output.codec == "hevc" and output.container != "mkv":
        look.same("codec_tag_string", picture["codec_tag_string"], "hvc1")
    if output.codec == "prores" and output.container == "mov":
        look.same("codec_tag_string", picture["codec_tag_string"], {
            "Proxy": "apco", "LT": "apcs", "Standard": "apcn", "HQ": "apch", "4444": "ap4h", "XQ": "ap4x"}[output.profile])
    if output.codec == "png":
        return
    if output.codec == "mjpeg":
        look.same("color_range", picture.get("color_range"), "pc")
    else:
        look.same("color_range", picture.get("color_range"), "tv")
        names = [picture.get(name) for name in ("color_primaries", "color_transfer", "color_space")]
        look.same("colours", tuple(names), COLORS[color][0])
    length = Fraction(FRAMES) / RATE
    look.near("duration", number(found["format"]["duration"]), length, 0.03)
    sounds = [s for s in found["streams"] if s["codec_type"] == "audio"]
    # ISO 639-2 has two codes for German.
    german = "deu" if output.container in ("mp4", "m4v") else "ger"
    look.same("languages", [s["tags"].get("language") for s in sounds], [german, "eng"])
    look.same("default", [s["disposition"]["default"] for s in sounds], [0, 1])
    look.same("frames", tool(
        "ffprobe", "-v", "error", "-of", "json", "-count_frames", "-select_streams", "v:0", "-show_entries",
        "stream=nb_read_frames", output.file)["streams"][0]["nb_read_frames"], str(FRAMES))
    sides = {s["side_data_type"]: s for s in picture.get("side_data_list", []) + first.get("side_data_list", [])}
    screen, light = sides.get("Mastering display metadata"), sides.get("Content light level metadata")
    if color != "pq":
        look.same("mastering", (screen, light), (None, None))
    elif screen is None or light is None:
        fail(f"{output.file}: ffprobe finds no mastering display")
    else:
        look.near("peak", number(screen["max_luminance"]), 1000, 0.01)
        look.near("black", number(screen["min_luminance"]), 0.005, 0.0001)
        look.same("light", (light["max_content"], light["max_average"]), (900, 300))
        # The primaries of Display P3, which is what `mastering` has by itself, and D65.
        for name, wanted in (("red_x", 0.68), ("red_y", 0.32), ("green_x", 0.265), ("green_y", 0.69), ("blue_x", 0.15),
                             ("blue_y", 0.06), ("white_point_x", 0.3127), ("white_point_y", 0.329)):
            look.near(name, number(screen[name]), wanted, 0.0001)


def check_mediainfo(output, color):
    look = Look(f"{output.file}, mediainfo")
    tracks = tool("mediainfo", "--Output=JSON", output.file)["media"]["track"]
    general = next(t for t in tracks if t["@type"] == "General")
    picture = next((t for t in tracks if t["@type"] in ("Video", "Image")), {})

    def same(what, wanted):
        place = (output.codec, output.container)
        if what not in picture and (what in UNTOLD.get(place, set()) or (
                what == "ChromaSubsampling" and wanted == "4:4:4" and place in UNTOLD_FULL)):
            return
        look.same(what, picture.get(what), wanted)

    look.same("container", general.get("Format"), CONTAINERS[output.container])
    same("Format", MARKS.get((output.codec, output.container), NAMES[output.codec][1]))
    same("Width", str(WIDTH))
    same("Height", str(HEIGHT))
    if output.codec == "png":
        return
    same("ChromaSubsampling", output.sampling)
    same("BitDepth", str(output.bits))
    look.near("FrameRate", picture.get("FrameRate"), RATE, 0.001)
    look.near("Duration", picture.get("Duration", general.get("Duration")), Fraction(FRAMES) / RATE, 0.03)
    if output.container not in ("mkv", "webm"):
        same("FrameCount", str(FRAMES))
    if output.codec != "mjpeg":
        same("colour_range", "Limited")
        names = tuple(picture.get(name) for name in (
            "colour_primaries", "transfer_characteristics", "matrix_coefficients"))
        look.same("colours", names, COLORS[color][1])
        # A contradiction of container and stream is told in fields of their own.
        for name in ("colour_range", "colour_primaries", "transfer_characteristics", "matrix_coefficients"):
            for other in picture.get(name + "_Original", "").split(" / "):
                if other not in ("", picture.get(name)):
                    fail(f"{output.file}: mediainfo says {name}: {picture[name]} and {other}")
    if color == "pq":
        light = tuple(re.match(r"\d*", picture.get(name, ""))[0] for name in ("MaxCLL", "MaxFALL"))
        look.same("light", light, ("900", "300"))
        look.same("primaries", picture.get("MasteringDisplay_ColorPrimaries"), "Display P3")
        words = [float(n) for n in re.findall(r"[\d.]+(?= cd)", picture.get("MasteringDisplay_Luminance", ""))]
        if len(words) != 2 or abs(words[0] - 0.005) > 1e-4 or abs(words[1] - 1000) > 0.01:
            fail(f"{output.file}: mediainfo: luminance {picture.get('MasteringDisplay_Luminance')}")
    sounds = [t for t in tracks if t["@type"] == "Audio"]
    look.same("languages", [t.get("Language") for t in sounds], ["de", "en"])
    # QuickTime's files have the name in two places.
    look.same("titles", [set(t.get("Title", "").split(" / ")) for t in sounds], [{"Deutsch"}, {"English"}])


files = 0
for color, outputs in GROUPS:
    if sys.argv[3:] == ["sample"]:
        outputs = outputs[::3]
    render(color, outputs)
    for output in outputs:
        check_ffprobe(output, color)
        check_mediainfo(output, color)
        files += 1
print(f"{files} files, {failures} failures")
sys.exit(1 if failures else 0)
