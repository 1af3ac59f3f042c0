"""Films that are copied in part: each copied frame has to be its source's, in every decoder, and each joint a place to begin.

usage: smart.py EDITC FOLDER NEW_FFMPEG OPENH264 [CASE ...]
       smart.py EDITC FOLDER NEW_FFMPEG OPENH264 rates SEED COUNT
Sources are made with ffmpeg. NEW_FFMPEG is another build of ffmpeg, and OPENH264 the source of a program that decodes with OpenH264, each
"" for none. `rates` cuts films of 14 frame rates into every container, COUNT of them by chance (0: all). What is copied is what `editc plan --json` says; the frames of the film are compared with those of the
sources, which the same decoder decoded from their starts. Encoded frames that are to show their source are compared by PSNR.
"""

import array
import json
import os
import random
import re
import subprocess
import sys

editc, folder, new_ffmpeg, openh264_source = sys.argv[1:5]
wanted = sys.argv[5:]
# In `make test-all`: every sixteenth case, and shorter ones.
IS_SAMPLE = os.environ.get("EDITC_TEST_ALL") == "1"
os.chdir(folder)
DECODERS = ["ffmpeg"] + ([new_ffmpeg] if new_ffmpeg else [])
failures = 0
# The names of the sources to make; all of them if it is empty.
needed = set()


def fail(text):
    global failures
    failures += 1
    print(text, file=sys.stderr)


def run(*command, code=0):
    found = subprocess.run(command, capture_output=True, text=True)
    if found.returncode != code:
        raise RuntimeError(f"{' '.join(command)}: exit code {found.returncode}\n{found.stderr[-1500:]}")
    return found


SCENE = "testsrc2=s={s}:r={r}:d={d},noise=alls=6:allf=t:all_seed={k}"
OTHER = "mandelbrot=s={s}:r={r}:start_scale=0.7,trim=duration={d},noise=alls=6:allf=t:all_seed={k}"
SIZE = "320x240"


def source(name, *options, rate="25", seconds=12, size=SIZE, picture=SCENE, seed=1, sound=True):
    """A clip, unless no film needs it; a beep sounds for a tenth of a second at each whole second."""
    if os.path.exists(name) or (needed and name not in needed):
        return
    command = ["ffmpeg", "-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i",
               picture.format(s=size, r=rate, d=seconds, k=seed)]
    if sound:
        command += ["-f", "lavfi", "-i", f"aevalsrc='lt(mod(t,1),0.1)*sin(2*PI*1000*t)':s=48000:d={seconds}"]
    command += list(options) + (["-c:a", "aac" if name.endswith("mp4") else "pcm_s16le"] if sound else [])
    run(*command, "-t", str(seconds), name)


def x264(parameters, *more, preset="veryfast", keys=50):
    return ["-pix_fmt", "yuv420p", "-c:v", "libx264", "-preset", preset, "-g", str(keys), "-x264-params",
            "scenecut=0" + (":" + parameters if parameters else ""), *more]


def x265(parameters, form="yuv420p", keys=50):
    return ["-pix_fmt", form, "-c:v", "libx265", "-preset", "veryfast", "-tag:v", "hvc1", "-x265-params",
            f"log-level=error:scenecut=0:keyint={keys}" + (":" + parameters if parameters else "")]


def make_sources():
    source("a.mp4", *x264(""))
    source("b.mp4", *x264(""), picture=OTHER, seed=2)
    source("keys.mp4", *x264("", keys=24), seed=3)
    source("quality.mp4", *x264("qpmax=30:deblock=-2,-2:aq-mode=2"), picture=OTHER, seed=4)
    source("refs.mp4", *x264("ref=5"), seed=5)
    source("baseline.mp4", *x264("", "-profile:v", "baseline"), seed=6)
    source("cavlc.mp4", *x264("cabac=0", "-profile:v", "main"), seed=7)
    source("slices.mp4", *x264("slices=4"), seed=8)
    source("pyramid.mp4", *x264("bframes=5:b-pyramid=normal:ref=6", preset="medium"), seed=9)
    source("noreorder.mp4", *x264("bframes=0:ref=4"), seed=10)
    source("ten.mp4", *[word.replace("yuv420p", "yuv420p10le") for word in x264("")], seed=11)
    source("open.mp4", *x264("open-gop=1:bframes=3"), seed=12)
    source("refresh.mp4", *x264("intra-refresh=1"), seed=13)
    source("fields.mp4", *x264("", "-flags", "+ildct+ilme"), seed=14)
    source("ntsc.mp4", *x264(""), rate="30000/1001", seed=15)
    source("hevc.mp4", *x265("open-gop=0"), seed=16)
    source("hevc-b.mp4", *x265("open-gop=0:qg-size=16"), picture=OTHER, seed=17)
    source("hevc-open.mp4", *x265("open-gop=1"), seed=18)
    source("hevc-ten.mp4", *x265("open-gop=0", "yuv420p10le"), seed=19)
    source("prores.mov", "-c:v", "prores_ks", "-profile:v", "standard", "-pix_fmt", "yuv422p10le", seconds=6, seed=20)
    source("dnxhr.mov", "-c:v", "dnxhd", "-profile:v", "dnxhr_sq", "-pix_fmt", "yuv422p", seconds=6, seed=21)
    source("mjpeg.mov", "-c:v", "mjpeg", "-q:v", "3", "-pix_fmt", "yuvj420p", seconds=6, seed=22)
    source("mute.mp4", *x264(""), seed=23, sound=False)
    vp9 = ["-pix_fmt", "yuv420p", "-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "7", "-g", "50", "-b:v", "0", "-crf"]
    source("vp9.mkv", *vp9, "30", seed=24)
    source("vp9-b.mkv", *vp9, "22", picture=OTHER, seed=25)
    source("av1.mkv", "-pix_fmt", "yuv420p", "-c:v", "libsvtav1", "-preset", "12", "-g", "50", "-crf", "35", seed=26)
    source("ffv1.mkv", "-c:v", "ffv1", "-level", "3", "-g", "1", "-pix_fmt", "yuv420p", seconds=6, seed=27)
    if not os.path.exists("turned.mp4"):
        run("ffmpeg", "-v", "error", "-y", "-i", "a.mp4", "-c", "copy", "-metadata:s:v", "rotate=90", "turned.mp4")
    if not os.path.exists("late.mp4"):
        # Begins at 3 s, in the middle of a group, by an edit list.
        run("ffmpeg", "-v", "error", "-y", "-ss", "3", "-i", "a.mp4", "-c", "copy", "late.mp4")
    if not os.path.exists("cut-short.mp4"):
        run("ffmpeg", "-v", "error", "-y", "-i", "a.mp4", "-c", "copy", "-movflags", "+faststart", "whole.mp4")
        data = open("whole.mp4", "rb").read()
        open("cut-short.mp4", "wb").write(data[:len(data) * 3 // 4])


class Case:
    """A film, the least share of it that is copied, and what has to be among the reasons for what is encoded."""

    def __init__(self, name, timeline, least, reason=None, file="film.mp4", more="", output=""):
        self.name, self.timeline, self.least, self.reason = name, timeline, least, reason
        self.file, self.more, self.output = file, more, output


CASES = [
    Case("on-keys", ["a.mp4 2s..6s", "a.mp4 8s..10s"], 0.95),
    Case("anywhere", ["a.mp4 1.48s..9.24s"], 0.85, "starts before the key frame"),
    Case("key-and-one", ["a.mp4 2.04s..8s"], 0.6),
    Case("to-the-end", ["a.mp4 3s..12s"], 0.8),
    Case("one-frame-between", ["a.mp4 2s..6s", "b.mp4 1.2s..1.24s", "a.mp4 6s..10s"], 0.9),
    Case("one-group-twice", ["a.mp4 2s..4s", "a.mp4 2s..4s", "a.mp4 2s..4s"], 0.95),
    Case("reversed-order", ["a.mp4 8s..10s", "a.mp4 4s..6s", "a.mp4 0s..2s"], 0.9),
    Case("same-settings", ["a.mp4 1s..7s", "b.mp4 1s..7s", "a.mp4 7s..11s"], 0.75),
    Case("other-quality", ["a.mp4 1s..7s", "quality.mp4 1s..7s", "keys.mp4 0.5s..9s"], 0.75),
    Case("slices", ["a.mp4 1s..7s", "slices.mp4 1s..7s"], 0.75),
    Case("cavlc", ["cavlc.mp4 1s..7s", "cavlc.mp4 8s..11s"], 0.6),
    Case("other-references", ["a.mp4 0s..8s", "refs.mp4 1s..5s"], 0.5, "reference"),
    Case("other-profile", ["a.mp4 0s..8s", "baseline.mp4 1s..5s"], 0.5, "profile"),
    Case("baseline", ["baseline.mp4 1s..7.2s", "baseline.mp4 9s..12s"], 0.6),
    Case("pyramid", ["pyramid.mp4 1s..7.2s", "pyramid.mp4 9s..12s"], 0.6),
    Case("no-reordering", ["noreorder.mp4 1s..7.2s", "noreorder.mp4 9s..12s"], 0.6),
    Case("ten-bits", ["ten.mp4 1s..7.2s", "ten.mp4 9s..12s"], 0.6),
    Case("open-groups", ["open.mp4 1s..9s"], 0.0),
    Case("intra-refresh", ["refresh.mp4 1s..9s"], 0.0),
    Case("fields", ["fields.mp4 1s..9s"], 0.0),
    Case("29.97", ["ntsc.mp4 1.1s..9.3s", "ntsc.mp4 2s..5s"], 0.6),
    Case("29.97-in-25", ["a.mp4 0s..8s", "ntsc.mp4 1s..3s"], 0.75, "frames per second",
         more="canvas: {rate: 25}\n"),
    Case("turned", ["turned.mp4 1s..9s"], 0.0, "turned"),
    Case("edit-list", ["late.mp4 0.5s..8s"], 0.5),
    Case("without-sound", ["mute.mp4 1s..7.2s", "a.mp4 2s..6s"], 0.7),
    Case("hevc", ["hevc.mp4 1s..7.2s", "hevc.mp4 9s..12s"], 0.6),
    Case("two-hevc", ["hevc.mp4 1s..7.2s", "hevc-b.mp4 2.6s..9s"], 0.6),
    Case("hevc-open", ["hevc-open.mp4 0s..9s"], 0.9),
    Case("hevc-open-cuts", ["hevc-open.mp4 1s..7.2s", "hevc-open.mp4 8s..11s", "hevc-open.mp4 2.48s..9s"], 0.6),
    Case("hevc-open-and-closed", ["hevc-open.mp4 1s..7.2s", "hevc-open.mp4 2s..4s"], 0.5),
    Case("hevc-ten-bits", ["hevc-ten.mp4 1s..7.2s", "hevc-ten.mp4 9s..12s"], 0.6),
    Case("prores", ["prores.mov 0.52s..3s", "prores.mov 4s..6s"], 1.0, file="film.mov"),
    Case("dnxhr", ["dnxhr.mov 0.52s..3s", "dnxhr.mov 4s..6s"], 1.0, file="film.mov"),
    Case("mjpeg", ["mjpeg.mov 0.52s..3s", "mjpeg.mov 4s..6s"], 1.0, file="film.mov"),
    Case("prores-title", ["prores.mov 0.52s..3s", "prores.mov 4s..6s"], 0.7, "drawn over it", file="film.mov",
         more="overlays:\n  - {text: Hello, at: 1s, for: 1s}\n"),
    Case("title", ["a.mp4 1s..11s"], 0.6, "drawn over it", more="overlays:\n  - {text: Hello, at: 5s, for: 0.4s}\n"),
    Case("fade", ["a.mp4 2s..6s, fade: {in: 0.4s}", "a.mp4 6s..10s, opacity: 100% -> 0% over last 0.5s"], 0.5, "opaque"),
    Case("faster-in-part", ["a.mp4 2s..6s", "a.mp4 6s..10s, speed: 2x"], 0.6, "speed"),
    Case("dissolve", ["a.mp4 2s..6s", "TRANSITION", "b.mp4 3s..11s"], 0.5, "transition"),
    Case("into-matroska", ["a.mp4 1.48s..9.24s", "quality.mp4 1s..7s"], 0.75, file="film.mkv"),
    Case("hevc-into-matroska", ["hevc.mp4 1s..7.2s", "hevc-b.mp4 2.6s..9s"], 0.6, file="film.mkv"),
    Case("vp9", ["vp9.mkv 1s..7.2s", "vp9-b.mkv 2.6s..9s"], 0.6),
    Case("vp9-in-webm", ["vp9.mkv 1s..7.2s", "vp9.mkv 9s..12s"], 0.6, file="film.webm"),
    Case("av1-on-keys", ["av1.mkv 2s..6s", "av1.mkv 8s..10s"], 1.0),
    Case("av1-anywhere", ["av1.mkv 1.48s..9.24s"], 0.0, "once for the whole file"),
    Case("ffv1", ["ffv1.mkv 0.52s..3s", "ffv1.mkv 4s..6s"], 1.0, file="film.mkv"),
    Case("ffv1-title", ["ffv1.mkv 0.52s..3s"], 0.0, "once for the whole file", file="film.mkv",
         more="overlays:\n  - {text: Hello, at: 1s, for: 1s}\n"),
    Case("auto-copies", ["a.mp4 2s..6s"], 1.0, output="mode: auto"),
    Case("auto-smart", ["a.mp4 1.48s..9.24s"], 0.85, output="mode: auto"),
]


def script(case):
    lines = ["edit: 1", "timeline:"]
    for item in case.timeline:
        if item == "TRANSITION":
            lines.append("  - {transition: dissolve 1s}")
            continue
        clip, take = item.split(" ", 1)
        lines.append(f"  - {{clip: {clip}, take: {take}}}")
    return "\n".join(lines) + "\n" + case.more + f"outputs:\n  - {{file: {case.file}, {case.output or 'mode: smart'}}}\n"


def frames(decoder, path, *options):
    """The digest of each frame, and what the decoder complains of."""
    found = subprocess.run(
        [decoder, "-nostdin", "-v", "warning", *options, "-i", path, "-map", "0:v:0", "-fps_mode" if decoder != "ffmpeg" else "-vsync",
         "passthrough", "-f", "framemd5", "-"], capture_output=True, text=True)
    lines = [line.split(",")[-1].strip() for line in found.stdout.splitlines() if line and not line.startswith("#")]
    words = [line for line in found.stderr.splitlines() if "deprecated" not in line and "Timestamps are unset" not in line]
    return lines, words


KNOWN = {}


def source_frames(decoder, path):
    if (decoder, path) not in KNOWN:
        KNOWN[decoder, path] = frames(decoder, path)[0]
    return KNOWN[decoder, path]


def psnr(film, start, count, path, first):
    """Of frames of the film against frames of the source, the worst."""
    found = run("ffmpeg", "-nostdin", "-v", "error", "-i", film, "-i", path, "-filter_complex",
                f"[0:v]trim=start_frame={start}:end_frame={start + count},settb=1/25,setpts=N[a];"
                f"[1:v]trim=start_frame={first}:end_frame={first + count},settb=1/25,setpts=N[b];[a][b]psnr=stats_file=-",
                "-f", "null", "-").stdout
    values = [float(value) if value != "inf" else 99.0 for value in re.findall(r"psnr_avg:(\S+)", found)]
    return min(values) if len(values) == count else 0.0


def judge(case):
    open("film.edit", "w").write(script(case))
    plan = json.loads(run(editc, "plan", "film.edit", "--json").stdout)
    plan = plan["outputs"][0] if "outputs" in plan else plan
    run(editc, "render", "film.edit", "--force")
    count = plan["frames"]
    stretches = plan.get("stretches", [])
    if not stretches and all(segment["action"] != "encode" for segment in plan["segments"]):
        return print(f"{case.name}: copied whole")
    copied = plan.get("copied", 0)
    reasons = "; ".join(stretch.get("reason", "") for stretch in stretches)
    if copied < case.least * count:
        fail(f"{case.name}: {copied} of {count} frames are copied: {reasons}")
    if case.reason and case.reason not in reasons:
        fail(f"{case.name}: not for the reason '{case.reason}': {reasons}")
    for decoder in DECODERS:
        found, words = frames(decoder, case.file)
        if words:
            fail(f"{case.name}: {os.path.basename(decoder)} complains: {words[0]}")
        if len(found) != count:
            fail(f"{case.name}: {os.path.basename(decoder)} gives {len(found)} frames, not {count}")
            continue
        wrong = []
        for stretch in stretches:
            if stretch["action"] != "copy":
                continue
            all_frames = source_frames(decoder, stretch["media"])
            for index in range(stretch["frames"]):
                if found[stretch["firstFrame"] + index] != all_frames[stretch["firstPicture"] + index]:
                    wrong.append(stretch["firstFrame"] + index)
        if wrong:
            fail(f"{case.name}: {os.path.basename(decoder)} shows {len(wrong)} copied frames otherwise: {wrong[:8]}")
        # Each joint is a place to begin at.
        rate = plan["canvas"]["rate"].split("/")
        rate = float(rate[0]) / float(rate[1]) if len(rate) == 2 else float(rate[0])
        for stretch in stretches[1:]:
            time = (stretch["firstFrame"] + 0.5) / rate
            # By the times of the pictures: those of a file can begin with its sound, before zero.
            shown = frames(decoder, case.file, "-seek_timestamp", "1", "-ss", f"{time - 0.6 / rate:.6f}")[0][:1]
            if shown != [found[stretch["firstFrame"]]]:
                fail(f"{case.name}: {os.path.basename(decoder)} begins at frame {stretch['firstFrame']} with another picture")
    # Other streams of x264 are decoded wrongly by OpenH264 even as x264 wrote them.
    if openh264_source and case.name in ["baseline", "no-reordering"]:
        openh264(case)
    judge_edges(case, plan)
    print(f"{case.name}: {copied} of {count} frames copied, {len(stretches)} stretches")


def judge_edges(case, plan):
    """Encoded frames that show a take unchanged are like it."""
    if "TRANSITION" in case.timeline or not plan.get("copied"):
        return
    start = 0
    for item in case.timeline:
        match = re.fullmatch(r"(\S+) ([0-9.]+)s\.\.([0-9.]+)s", item)
        if not match or plan["canvas"]["rate"] != "25":
            return
        # The picture that is on screen at the time.
        clip, first, end = match[1], int(float(match[2]) * 25 + 0.001), int(float(match[3]) * 25 + 0.001)
        if clip in ["ntsc.mp4", "turned.mp4", "fields.mp4", "late.mp4"]:
            return
        for stretch in plan.get("stretches", []):
            low, high = max(stretch["firstFrame"], start), min(stretch["firstFrame"] + stretch["frames"], start + end - first)
            if stretch["action"] == "encode" and low < high and "drawn over" not in stretch.get("reason", ""):
                value = psnr(case.file, low, high - low, clip, first + low - start)
                if value < 36:
                    fail(f"{case.name}: frames {low}..<{high} have a PSNR of {value} against {clip}")
        start += end - first


def openh264(case):
    """The frames that OpenH264 gives for the packets of the film, one at a time."""
    if not os.path.exists("openh264"):
        run("g++", "-O1", openh264_source, "-lopenh264", "-o", "openh264")
    data = open(case.file, "rb").read()
    record = data[data.index(b"avcC") + 4:]
    sets, place = b"", 5
    for mask in [31, 255]:
        count, place = record[place] & mask, place + 1
        for _ in range(count):
            length = int.from_bytes(record[place:place + 2], "big")
            sets += b"\0\0\0\1" + record[place + 2:place + 2 + length]
            place += 2 + length
    packets = run("ffprobe", "-v", "error", "-select_streams", "v", "-show_entries", "packet=pos,size", "-of", "csv=p=0", case.file).stdout
    with open("film.units", "wb") as film:
        for line in packets.split():
            size, position = [int(word) for word in line.split(",")[:2]]
            packet, units = data[position:position + size], sets
            sets = b""
            while packet:
                length = int.from_bytes(packet[:4], "big")
                units += b"\0\0\0\1" + packet[4:4 + length]
                packet = packet[4 + length:]
            film.write(len(units).to_bytes(4, "big") + units)
    with open("film.yuv", "wb") as output:
        subprocess.run(["./openh264", "film.units"], stdout=output, stderr=subprocess.DEVNULL, check=True)
    found = subprocess.run(["ffmpeg", "-v", "error", "-f", "rawvideo", "-pix_fmt", "yuv420p", "-s", SIZE, "-i", "film.yuv", "-f", "framemd5",
                            "-"], capture_output=True, text=True).stdout
    found = [line.split(",")[-1].strip() for line in found.splitlines() if line and not line.startswith("#")]
    expected = frames("ffmpeg", case.file)[0]
    if found != expected:
        wrong = [i for i, (one, other) in enumerate(zip(found, expected)) if one != other]
        fail(f"{case.name}: OpenH264 gives {len(found)} frames of {len(expected)}, others: {wrong[:8]}")


# A sample in `make test-all`.
TAKES = 24 if IS_SAMPLE else 60


def synchrony():
    """Many takes of two files: a tone is heard where its file has it in the picture, within 5 ms."""
    chance = random.Random(7)
    takes = [(chance.choice(["a.mp4", "b.mp4"]), chance.randrange(3, 250)) for _ in range(TAKES)]
    case = Case("many-takes", [f"{name} {first / 25:.2f}s..{(first + 30) / 25:.2f}s" for name, first in takes], 0.0)
    judge(case)
    sound = array.array("h", subprocess.run(
        ["ffmpeg", "-nostdin", "-v", "error", "-i", case.file, "-f", "s16le", "-ac", "1", "-ar", "48000", "-"],
        capture_output=True, check=True).stdout)
    heard = [0, *(place for place in range(1, len(sound)) if abs(sound[place]) > 8000)]
    # A tone of 1 kHz is above that at least each half of a millisecond.
    onsets = [b / 48000 for a, b in zip(heard, heard[1:]) if b - a > 4800]
    seconds = [(index * 30 + second * 25 - first) / 25 for index, (_, first) in enumerate(takes)
               for second in range(12) if first + 5 < second * 25 < first + 30 - 5]
    late = [min((onset - second for onset in onsets), key=abs) for second in seconds]
    if len(seconds) < TAKES / 2 or max(map(abs, late)) > 0.005:
        fail(f"many-takes: of {len(seconds)} tones, the farthest is {1000 * max(late, key=abs):.1f} ms from its picture")
    else:
        print(f"many-takes: {len(seconds)} tones within {1000 * max(map(abs, late)):.1f} ms of their pictures")


def make_bad_sources():
    run("ffmpeg", "-v", "error", "-y", "-ss", "2.5", "-i", "open.mp4", "-c", "copy", "in-a-group.mp4")
    for name in ["a", "refs"]:
        run("ffmpeg", "-v", "error", "-y", "-i", name + ".mp4", "-c", "copy", "-bsf:v", "h264_mp4toannexb", name + ".ts")
    run("ffmpeg", "-v", "error", "-y", "-i", "concat:a.ts|refs.ts", "-c", "copy", "-bsf:a", "aac_adtstoasc", "changing.mp4")


def bad_source(name, take, code, reason):
    """A source that cannot be copied, or not be read: encoded or refused, with the reason."""
    case = Case("bad", [f"{name} {take}"], 0.0)
    open("film.edit", "w").write(script(case))
    if os.path.exists(case.file):
        os.remove(case.file)
    planned = subprocess.run([editc, "plan", "film.edit"], capture_output=True, text=True)
    made = subprocess.run([editc, "render", "film.edit"], capture_output=True, text=True)
    if made.returncode != code:
        fail(f"{name}: exit code {made.returncode}, not {code}: {made.stderr[-300:]}")
    if code != 0 and os.path.exists(case.file):
        fail(f"{name}: a film that is refused is there")
    if reason not in planned.stdout + made.stderr:
        fail(f"{name}: not for the reason '{reason}': {planned.stdout}{made.stderr[-300:]}")
    if code == 0 and frames("ffmpeg", case.file)[1]:
        fail(f"{name}: the film is damaged")


def lying_source(seed):
    """Some bits of the parameters or of a key frame are other ones: the film is refused by name, or as its source."""
    chance = random.Random(seed)
    data = bytearray(open("a.mp4", "rb").read())
    parameters = data.index(b"avcC") + 4
    for _ in range(chance.randrange(1, 4)):
        data[chance.choice([parameters + chance.randrange(40), data.index(b"mdat") + 4 + chance.randrange(400)])] ^= \
            1 << chance.randrange(8)
    open("lying.mp4", "wb").write(data)
    KNOWN.clear()
    case = Case("lying", ["lying.mp4 1s..8s"], 0.0)
    open("film.edit", "w").write(script(case))
    made = subprocess.run([editc, "render", "film.edit", "--force"], capture_output=True, text=True)
    if made.returncode == 0:
        # What the decoder says of the source, it may say of the film.
        if len(frames("ffmpeg", case.file)[0]) != 175:
            fail(f"lying source {seed}: the film has not all of its frames")
    elif made.returncode not in [1, 65] or "lying.mp4" not in made.stderr:
        fail(f"lying source {seed}: exit code {made.returncode}: {made.stderr[-300:]}")


RATES = ["25/2", "15", "24000/1001", "24", "25", "30000/1001", "30", "48000/1001", "48", "50", "60000/1001", "60", "100", "120"]
# By the codec of the pictures.
CONTAINERS = {"h264": ["mp4", "mov", "mkv"], "hevc": ["mp4", "mov", "mkv"], "vp9": ["mp4", "mkv", "webm"]}


def rates(seed, count):
    """Films of each rate, cut between key frames, in each container."""
    made = [(rate, codec, ending) for rate in RATES for codec, endings in CONTAINERS.items() for ending in endings]
    if count:
        made = random.Random(seed).sample(made, count)
    for rate, codec, ending in made:
        number = round(float(eval(rate)) * 1000)
        name = f"{codec}-{number}." + ("mkv" if codec == "vp9" else "mp4")
        keys = max(4, round(eval(rate) * 1.5))
        coding = {
            "h264": x264("", keys=keys), "hevc": x265("open-gop=0", keys=keys),
            "vp9": ["-pix_fmt", "yuv420p", "-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8", "-g", str(keys),
                    "-b:v", "0", "-crf", "40"]}[codec]
        source(name, *coding, rate=rate, seconds=7, size="128x96", seed=number)
        case = Case(f"{codec} at {rate} into {ending}", [f"{name} 1s..4.4s", f"{name} 0.7s..6.1s"], 0.3, file=f"film.{ending}")
        try:
            judge(case)
        except (RuntimeError, KeyError) as error:
            fail(f"{case.name}: {error}")
    return len(made)


if wanted[:1] == ["rates"]:
    films = rates(int(wanted[1]), int(wanted[2]))
    print(f"{films} films, {failures} failures")
    sys.exit(failures > 0)

cases = CASES[::16] if IS_SAMPLE else CASES
if IS_SAMPLE and not wanted:
    needed = {"a.mp4", "b.mp4", "refs.mp4", "open.mp4"} | {take.split()[0] for case in cases for take in case.timeline}
make_sources()
for case in cases:
    if not wanted or case.name in wanted:
        try:
            judge(case)
        except (RuntimeError, KeyError) as error:
            fail(f"{case.name}: {error}")
if not wanted or "many-takes" in wanted:
    try:
        synchrony()
    except (RuntimeError, KeyError) as error:
        fail(f"many-takes: {error}")
if not wanted or "bad-sources" in wanted:
    make_bad_sources()
    bad_source("cut-short.mp4", "1.5s..7s", 0, "damaged packets")
    bad_source("cut-short.mp4", "1s..11s", 1, "past the end of the media")
    bad_source("changing.mp4", "1s..20s", 0, "changes its encoding midway")
    bad_source("in-a-group.mp4", "0s..8s", 65, "in-a-group.mp4: decoding the picture at 00:00:00.000")
    for seed in range(int(os.environ.get("LYING_SOURCES", "2" if IS_SAMPLE else "12"))):
        lying_source(seed)
print(f"{len(cases) + 1} films, {failures} failures")
