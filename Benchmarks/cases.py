"""The films of the benchmarks: as a script for editc, and as the command line that an expert would write for ffmpeg."""

import textwrap
from collections.abc import Callable
from dataclasses import dataclass, replace

QUALITY = 20
FONT = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"


@dataclass
class Case:
    name: str
    what: str
    script: str
    frames: int
    # The arguments after `ffmpeg -y`, without the name of the film.
    peer: list
    # The arguments after `melt`, up to the consumer, for films that it can also render.
    melt: list = None
    # Limits, as ratios of medians.
    wall: float = None
    cpu: float = None
    # The limit for editc, in MiB.
    memory: float = None
    size: str = "1920x1080"
    ending: str = "mp4"
    # The peers with the same version of the encoder, the only ones to compare with; None for all.
    peers: list = None
    # The minimum similarity of the films, in dB; None for a file that FFmpeg 5.1 cannot read.
    likeness: float = 40
    # The number of pictures of its media that the film shows at least once; None if they are not counted.
    needed: int = None
    # The script of a film that ends after a number of seconds; None if only a part can be rendered.
    ending_after: Callable = None

    def first(self, seconds):
        """The first seconds, as a film of their own where there is a script for it: what ends a film is encoded by two threads."""
        part = self.script.replace("{file: FILM,", f"{{file: FILM, range: ..{seconds}s,")
        return replace(
            self, name=f"{self.name}-{seconds}s", frames=30 * seconds, peer=self.peer + ["-t", f"{seconds}"], melt=None,
            script=self.ending_after(seconds) if self.ending_after else part, wall=1.0, cpu=1.0, memory=None, needed=None)

    def unencoded(self, to):
        """The arguments for the peer to make the frames and the sound without encoding, the frames for an output."""
        arguments = self.peer[:self.peer.index("-c:v")]
        if "-map" not in arguments:
            return arguments + ["-map", "0:v"] + to + ["-map", "0:a", "-f", "null", "-"]
        return arguments[:-2] + to + arguments[-2:] + ["-f", "null", "-"]


def script(text, preset):
    output = f"outputs: [{{file: FILM, video: {{quality: {QUALITY}, speed: {preset}}}, audio: {{bitrate: 192k}}}}]"
    return "edit: 1\n" + textwrap.dedent(text).strip() + "\n" + output + "\n"


def encoding(preset):
    return ["-c:v", "libx264", "-preset", preset, "-crf", str(QUALITY), "-c:a", "aac", "-b:a", "192k"]


def melt_encoding(preset):
    """The same encoder for melt: frames are never dropped, and rendered by as many threads as there are processors."""
    return ["vcodec=libx264", f"preset={preset}", f"crf={QUALITY}", "acodec=aac", "ab=192k", "real_time=-2"]


def inputs(takes):
    return [word for name, start, length in takes
            for word in ["-ss", f"{start}", "-t", f"{length}", "-i", f"{name}.mp4"]]


def trim(preset):
    def ending(end):
        return script(f"timeline: [{{clip: a.mp4, take: 10.033s..{end:.3f}s}}]", preset)

    return Case(
        "trim", "one take of a 60 s clip, 10.033 s to 40.1 s", ending(40.1), 902,
        ["-ss", "10.033", "-to", "40.1", "-i", "a.mp4"] + encoding(preset), ["a.mp4", "in=301", "out=1202"],
        wall=0.95, cpu=1.0, ending_after=lambda seconds: ending(10.033 + seconds))


def cuts(preset):
    takes = [("a", 3, 5), ("b", 7, 5), ("c", 1, 5), ("a", 40, 5), ("b", 20, 5), ("c", 15, 5)]
    graph = "".join(f"[{i}:v][{i}:a]" for i in range(6)) + "concat=n=6:v=1:a=1[v][a]"

    def ending_after(seconds):
        lengths = [(n, s, min(l, seconds - 5 * i)) for i, (n, s, l) in enumerate(takes)]
        lines = [f"  - {{clip: {n}.mp4, take: {s}s..{s + l}s}}" for n, s, l in lengths if l > 0]
        return script("timeline:\n" + "\n".join(lines), preset)

    return Case(
        "cuts", "6 takes of 3 films, hard cuts", ending_after(30), 900,
        inputs(takes) + ["-filter_complex", graph, "-map", "[v]", "-map", "[a]"] + encoding(preset),
        [word for n, s, l in takes for word in [f"{n}.mp4", f"in={s * 30}", f"out={(s + l) * 30 - 1}"]], wall=0.95,
        needed=900, ending_after=ending_after)


def seed(preset):
    text = """
        canvas: {size: 1280x720, rate: 30}
        timeline:
          - {clip: a.mp4, take: 5s..15s}
          - {clip: b.mp4, take: 3s..13s, opacity: 0 -> 1 over first 1s}
        overlays:
          - {image: logo.png, place: top right margin 3%, width: 10%, opacity: 60%}
        audio:
          - {clip: song.m4a, take: 0s..20s, volume: -6dB -> -inf over last 3s}
        """
    # editc's ramp is linear in gain, like afade's triangle.
    graph = (
        "[0:v]scale=1280:720[a];[1:v]scale=1280:720,fade=in:d=1[b];"
        "[a][0:a][b][1:a]concat=n=2:v=1:a=1[film][sound];"
        "[3:v]scale=128:-1,format=rgba,colorchannelmixer=aa=0.6[logo];"
        "[film][logo]overlay=W-w-38:22[v];"
        "[2:a]volume=-6dB,afade=out:st=17:d=3:curve=tri[song];"
        "[sound][song]amix=inputs=2:normalize=0[s]")
    takes = inputs([("a", 5, 10), ("b", 3, 10)]) + ["-t", "20", "-i", "song.m4a", "-i", "logo.png"]
    return Case(
        "seed", "2 clips, a ramp of opacity and one of music, a watermark, 720p from 1080p", script(text, preset), 600,
        takes + ["-filter_complex", graph, "-map", "[v]", "-map", "[s]"] + encoding(preset), wall=0.85,
        size="1280x720")


SHOTS = [("abc"[i % 3], i * 2, 6) for i in range(10)]


def heavy_script(preset, first_title="Chapter 1"):
    story = []
    for index, (name, start, length) in enumerate(SHOTS):
        story += ["  - {transition: dissolve 1s}"] if index else []
        story.append(f"  - {{clip: {name}.mp4, take: {start}s..{start + length}s}}")
    titles = [first_title] + [f"Chapter {i}" for i in range(2, 11)]
    overlays = [
        f"  - {{text: {title}, at: {i * 5 + 1}s..{i * 5 + 4}s, size: 5%, place: bottom margin 8%}}"
        for i, title in enumerate(titles)]
    overlays.append(
        "  - {clip: b.mp4, at: 10s..30s, take: 0s..20s, width: 25%, place: top right margin 60px, audio: off}")
    return script("\n".join([
        "canvas: {size: 1920x1080, rate: 30}", "timeline:"] + story + ["overlays:"] + overlays + [
        "audio:", "  - {clip: song.m4a, volume: -6dB, duck: {under: [story], to: -12dB}}"]), preset)


def heavy(preset):
    graph = []
    video, sound = "0:v", "0:a"
    for index in range(1, len(SHOTS)):
        graph.append(f"[{video}][{index}:v]xfade=duration=1:offset={index * 5}[v{index}]")
        graph.append(f"[{sound}][{index}:a]acrossfade=d=1:c1=qsin:c2=qsin[a{index}]")
        video, sound = f"v{index}", f"a{index}"
    # drawtext places letters one pixel lower.
    titles = ",".join(
        f"drawtext=fontfile={FONT}:text='Chapter {i + 1}':fontsize=h*0.05:fontcolor=white:x=(w-tw)/2:y=h*0.92-th-1"
        f":enable='between(t,{i * 5 + 1},{i * 5 + 4}-0.01)'" for i in range(10))
    graph.append(f"[{video}]{titles}[titled]")
    graph.append("[10:v]scale=480:-2,setpts=PTS+10/TB[small]")
    graph.append("[titled][small]overlay=W-w-60:60:enable='between(t,10,29.99)':eof_action=pass[v]")
    graph.append(f"[{sound}]asplit[story][key]")
    graph.append("[11:a]volume=-6dB[song]")
    graph.append("[song][key]sidechaincompress=threshold=0.02:ratio=4:attack=200:release=1000[ducked]")
    graph.append("[story][ducked]amix=inputs=2:normalize=0:duration=first[a]")
    files = inputs(SHOTS + [("b", 0, 20)]) + ["-t", "51", "-i", "song.m4a"]
    return Case(
        "heavy", "10 clips, dissolves of 1 s, a title on each, picture in picture, ducked music", heavy_script(preset),
        1530, files + ["-filter_complex", ";".join(graph), "-map", "[v]", "-map", "[a]"] + encoding(preset),
        wall=0.7, memory=700)


def many(preset):
    takes = [(f"small-{i % 5 + 1}", i * 7 % 19, 1) for i in range(1000)]
    lines = "\n".join(f"  - {{clip: {n}.mp4, take: {s}s..{s + l}s}}" for n, s, l in takes)
    graph = []
    for source in range(5):
        used = [i for i in range(1000) if i % 5 == source]
        graph.append(f"[{source}:v]split={len(used)}" + "".join(f"[p{i}]" for i in used))
        graph.append(f"[{source}:a]asplit={len(used)}" + "".join(f"[q{i}]" for i in used))
    for i, (_, start, length) in enumerate(takes):
        end = start + length
        graph.append(f"[p{i}]trim={start}:{end},setpts=PTS-STARTPTS[v{i}]")
        graph.append(f"[q{i}]atrim={start}:{end},asetpts=PTS-STARTPTS[a{i}]")
    graph.append("".join(f"[v{i}][a{i}]" for i in range(1000)) + "concat=n=1000:v=1:a=1[v][a]")
    files = [word for source in range(5) for word in ["-i", f"small-{source + 1}.mp4"]]
    return Case(
        "many", "1,000 takes of 1 s from 5 files of 320x180", script("timeline:\n" + lines, preset), 30000,
        files + ["-filter_complex", ";".join(graph), "-map", "[v]", "-map", "[a]"] + encoding(preset),
        # The takes begin at each of the first 19 seconds of each film.
        needed=5 * 19 * 30)


# Films in other codecs, 20 s without sound, animations in 960x540 and all others in 1080p, with the encoder and the
# settings of editc. The numbers of threads are those with which ffmpeg is fastest on two CPUs.


def codec(name, ending, video, options, preset=None, picture="", likeness=40):
    speed = f", speed: {preset}" if preset else ""
    clip, size = ("d", "960x540") if ending in ["gif", "webp"] else ("a", "1920x1080")
    text = f"timeline: [{{clip: {clip}.mp4, take: ..20s}}]\noutputs: [{{file: FILM, video: {{codec: {name}{video}{speed}}}, audio: {{codec: none}}}}]"
    filters = ["-vf", picture] if picture else []
    # editc writes the index first.
    order = ["-movflags", "+faststart"] if ending in ["mp4", "mov"] else []
    return Case(
        name, f"20 s in {size}, .{ending}", "edit: 1\n" + text + "\n", 600,
        ["-t", "20", "-i", f"{clip}.mp4", "-an"] + filters + options + order,
        wall=1.0, ending=ending, peers=["ffmpeg"], likeness=likeness)


def hevc(preset):
    return codec("hevc", "mp4", f", quality: {QUALITY}", [
        "-c:v", "libx265", "-preset", preset, "-tag:v", "hvc1", "-g", "250", "-x265-params",
        f"crf={0.4 + 1.1 * QUALITY}:open-gop=0:log-level=error"], preset, likeness=36)


SPEEDS = ["ultrafast", "superfast", "veryfast", "faster", "fast", "medium", "slow", "slower", "veryslow"]


def av1(preset):
    return codec("av1", "mp4", f", quality: {QUALITY}", [
        "-c:v", "libsvtav1", "-preset", str(12 - SPEEDS.index(preset)), "-crf", str((27 * QUALITY - 205) // 10), "-g", "250"],
        preset, likeness=36)


def vp9(preset):
    deadline, number = [("realtime", 8), ("realtime", 6), ("good", 5), ("good", 4), ("good", 3), ("good", 2), ("good", 1),
                        ("good", 0)][SPEEDS.index(preset)]
    return codec("vp9", "webm", f", quality: {QUALITY}", [
        "-c:v", "libvpx-vp9", "-deadline", deadline, "-cpu-used", str(number), "-row-mt", "1", "-threads", "4",
        "-lag-in-frames", "25", "-auto-alt-ref", "1", "-crf", str(2 * QUALITY - 15), "-b:v", "0", "-g", "250"], preset,
        likeness=36)


def prores(_):
    return codec("prores", "mov", "", [
        "-c:v", "prores_ks", "-profile:v", "standard", "-vendor", "apl0", "-pix_fmt", "yuv422p10le"])


def dnxhr(_):
    return codec("dnxhr", "mov", "", ["-c:v", "dnxhd", "-profile:v", "dnxhr_hq", "-pix_fmt", "yuv422p"])


def ffv1(_):
    return codec("ffv1", "mkv", "", ["-c:v", "ffv1", "-level", "3", "-slicecrc", "1", "-g", "1"])


JPEG_COLORS = "scale=out_color_matrix=bt601"


def mjpeg(_):
    return codec("mjpeg", "mov", f", quality: {QUALITY}", [
        "-c:v", "mjpeg", "-q:v", str((QUALITY - 11) // 3), "-dct", "int", "-pix_fmt", "yuvj420p"],
        picture=JPEG_COLORS + ":out_range=full", likeness=36)


def gif(_):
    """editc has an encoder of its own; ffmpeg's command makes one palette for the film. GIF counts hundredths of a second."""
    case = codec("gif", "gif", "", ["-loop", "0"], likeness=20,
                 picture="fps=25,scale=480:270:flags=bicubic,split[a][b];[a]palettegen[p];[b][p]paletteuse")
    case.what, case.frames = "20 s in 480x270 from 960x540, .gif", 500
    case.script = case.script.replace("timeline:", "canvas: {size: 480x270, rate: 25}\ntimeline:")
    return case


def webp(_):
    return codec("webp", "webp", ", quality: 23", [
        "-c:v", "libwebp", "-quality", "95", "-compression_level", "4", "-loop", "0", "-pix_fmt", "yuv420p"],
        picture=JPEG_COLORS, likeness=None)


CODECS = [hevc, av1, vp9, prores, dnxhr, ffv1, mjpeg, gif, webp]
FILMS = [trim, cuts, seed, heavy, many] + CODECS
# The films that are compared with the cost of their parts.
WHOLE = [trim, cuts, seed]
# Frame ranges of the film of ten minutes.
SMART_TAKES = [(1841, 3631), (7501, 9165), (14406, 16223)]
SMART_FRAMES = sum(end - start for start, end in SMART_TAKES)


def smart_script(preset):
    takes = "\n".join(f"  - {{clip: long.mp4, take: {start}f..{end}f}}" for start, end in SMART_TAKES)
    output = f"outputs: [{{file: FILM, mode: smart, video: {{speed: {preset}}}, audio: {{bitrate: 128k}}}}]"
    return f"edit: 1\ntimeline:\n{takes}\n{output}\n"


def smart_peer(preset):
    files = [word for start, end in SMART_TAKES
             for word in ["-ss", f"{start / 30:.6f}", "-t", f"{(end - start) / 30:.6f}", "-i", "long.mp4"]]
    graph = "".join(f"[{i}:v][{i}:a]" for i in range(3)) + "concat=n=3:v=1:a=1[v][a]"
    return files + ["-filter_complex", graph, "-map", "[v]", "-map", "[a]", "-c:v", "libx264", "-preset", preset, "-crf",
                    "23", "-c:a", "aac", "-b:a", "128k", "smart-whole.mp4"]


def smart_copies():
    """Each take from the key frame before it, as ffmpeg copies; joining them would cost more."""
    return [["-ss", f"{start / 30:.6f}", "-i", "long.mp4", "-t", f"{(end - start) / 30:.6f}", "-c", "copy",
             f"smart-copy-{start}.mp4"] for start, end in SMART_TAKES]


def smart_edges(preset, edges):
    """The frames of the film that are encoded, out of their file, each stretch with a command of its own."""
    commands, passed = [], 0
    for start, end in SMART_TAKES:
        for first, frames in edges:
            if passed <= first < passed + end - start:
                source = start + first - passed
                commands.append(
                    ["-ss", f"{source / 30:.6f}", "-i", "long.mp4", "-frames:v", f"{frames}", "-an", "-c:v", "libx264",
                     "-preset", preset, "-crf", "16", f"smart-edge-{source}.mp4"])
        passed += end - start
    return commands


# The films that are also rendered short, and the lengths in seconds.
SHORT = [trim, cuts, seed, heavy]
LENGTHS = [2, 5, 10, 15, 30, 50]
# The films whose decoded pictures are counted.
COUNTED = [cuts, many]


@dataclass
class Frames:
    """Two films of which only the frames are made, without an encoder: what the first costs against the second."""

    name: str
    what: str
    against: str
    script: str
    base: str
    frames: int
    base_frames: int
    # The limit, as a ratio of medians of CPU time.
    cpu: float = None


def frames_script(text):
    return "edit: 1\ncanvas: {size: 1920x1080, rate: 30}\n" + textwrap.dedent(text).strip() + "\n"


def overlay(_):
    base = "timeline: [{clip: a.mp4, take: 5s..25s}]"
    # 320x130 pixels are 2.01 % of 1920x1080.
    over = "overlays: [{image: logo.png, fit: fill, width: 320px, height: 130px, place: 'top right, margin 40px 30px'}]"
    return Frames(
        "overlay", "a still over 2 % of a 1080p clip", "the clip alone",
        frames_script(base + "\n" + over), frames_script(base), 600, 600, cpu=1.05)


def dissolve(_):
    first, second = ("{clip: %s.mp4, take: 5s..15s}" % name for name in "ab")
    return Frames(
        "dissolve", "10 s of two 1080p clips that dissolve all the time",
        "the same pictures of both, one clip after the other",
        frames_script(f"timeline: [{first}, {{transition: dissolve 10s}}, {second}]"),
        frames_script(f"timeline: [{first}, {second}]"), 300, 600, cpu=2.0)


def dissolve_alone(_):
    found = dissolve(None)
    return Frames(
        "dissolve-alone", found.what, "one of the two clips alone, which decodes half as many pictures", found.script,
        frames_script("timeline: [{clip: a.mp4, take: 5s..15s}]"), 300, 300)


BETWEEN_FRAMES = 120


def between(kind):
    """Two seconds at half of their speed."""
    return frames_script(f"timeline: [{{clip: a.mp4, take: 5s..7s, speed: 0.5x, between: {kind}}}]")


def between_peer(mode):
    return ["-ss", "5", "-t", "2", "-i", "a.mp4", "-an", "-vf", f"setpts=2*PTS,minterpolate=fps=30:mi_mode={mode}",
            "-f", "null", "-"]


FRAMES = [overlay, dissolve, dissolve_alone]
