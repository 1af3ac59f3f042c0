"""Small files that grow when they are read: within the time and the memory that `editc limits` prints."""
import json
import os
import struct
import tempfile
import time
import zlib

from support.attempt import Kind
from support.clips import make_clips, script_for
from support.program import Ended, MemoryWatch, end_group

MIB = 1 << 20
HEAD = "edit: 1\ncanvas: {size: 160x120, rate: 25}\n"
END = "outputs: [{file: film.mp4, video: {speed: ultrafast}}]\n"
# What a command needs by itself, beside what it reads.
OWN_MEMORY = 300 * MIB
# Scripts and other texts are read by the command itself.
TEXT_SECONDS, TEXT_MEMORY = 3, 500 * MIB
# Never more than this, whatever the limits say: the machine has other work.
MOST_MEMORY = 6 << 30


def chunk(kind, content):
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def png(width, height, depth, colour, rows, chunks=b""):
    header = struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunks + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def zeros(count):
    """So many zeros, compressed."""
    packer, parts = zlib.compressobj(9), []
    while count > 0:
        parts.append(packer.compress(bytes(min(count, MIB))))
        count -= MIB
    return b"".join(parts) + packer.flush()


SMALL_ROWS = zlib.compress(bytes(8 * 25))


def mp4_with_samples(clip, count):
    """The clip with a first table of so many samples, all of one size."""
    data = bytearray(clip)
    place = data.find(b"stsz")
    data[place + 8:place + 12] = struct.pack(">I", 1)
    data[place + 12:place + 16] = struct.pack(">I", count)
    place = data.find(b"stts")
    data[place + 8:place + 20] = struct.pack(">III", 1, count, 512)
    place = data.find(b"stsc")
    data[place + 8:place + 24] = struct.pack(">IIII", 1, 1, count, 1)
    return bytes(data)


def gif(width, height, frames):
    head = b"GIF89a" + struct.pack("<HHBBB", width, height, 0x80, 0, 0) + b"\0\0\0\xff\xff\xff"
    frame = b"\x21\xf9\x04\x04\x0a\0\0\0" + b"\x2c" + struct.pack("<HHHHB", 0, 0, 1, 1, 0) + b"\x02\x02\x44\x01\x00"
    return head + frame * frames + b";"


def ass(text, count=1):
    lines = "".join(f"Dialogue: 0,0:00:00.00,0:00:01.00,Default,,0,0,0,,{text}\n" for _ in range(count))
    return (
        "[Script Info]\nScriptType: v4.00+\nPlayResX: 160\nPlayResY: 90\n[V4+ Styles]\n"
        "Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, "
        "StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding\n"
        "Style: Default,DejaVu Sans,20,&H00FFFFFF,&H000000FF,&H00000000,&H00000000,0,0,0,0,100,100,0,0,1,2,2,2,10,10,10,1\n"
        "[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\n" + lines)


class Bombs(Kind):
    name = "bombs"
    promise = "small files that grow are read within the limits that `editc limits` prints"
    # Each may use all of the memory that it is allowed.
    is_parallel = False

    def prepare(self):
        self.measured = []
        limits = json.loads(self.program.run("limits", "--json").out)["limits"]
        self.limits = {limit["name"]: limit["value"] for limit in limits}
        clip = next(iter(make_clips(self.folder / "clips", ["h264.mp4"])))
        content = clip.read_bytes()
        probe, lint, frame, render = "probe", "lint", "frame", "render"

        def media(name, make, *commands, large=False):
            return (name, make, commands or (probe, lint, frame), large)

        def drawn(text, count=1):
            script = HEAD + "timeline: [{color: navy, for: 1s}]\nsubtitles: [bomb.ass]\n" + END
            return lambda: {"bomb.ass": ass(text, count), "film.edit": script}

        def script(text):
            return lambda: {"film.edit": text}

        def filter(value):
            return script(HEAD + f"timeline: [{{color: red, for: 2s, filters: [{{ffmpeg: \"{value}\"}}]}}]\n" + END)

        def values(name, text):
            film = HEAD + "vars: {x: {type: text, default: a}}\ntimeline: [{color: red, for: 1s}]\n" + END
            return lambda: {name: text(), "film.edit": film}

        nested = "".join(f"  s{n}: {{timeline: [{{sequence: s{n + 1}}}, {{sequence: s{n + 1}}}]}}\n" for n in range(15))
        self.bombs = [
            media("MP4, 85 million samples", lambda: {"bomb.mp4": mp4_with_samples(content, 85_000_000)}),
            media("MP4, 19 million samples", lambda: {"bomb.mp4": mp4_with_samples(content, 19_000_000)}, large=True),
            media("PNG, a compressed text of 500 MB", lambda: {
                "bomb.png": png(8, 8, 8, 2, SMALL_ROWS, chunk(b"zTXt", b"Comment\0\0" + zeros(500 * MIB)))}, large=True),
            media("PNG, 300,000 texts", lambda: {
                "bomb.png": png(8, 8, 8, 2, SMALL_ROWS, b"".join(
                    chunk(b"tEXt", b"k%d\0v" % number) for number in range(300_000)))}, large=True),
            media("PNG, 8192x8192 with 16 bits", lambda: {
                "bomb.png": png(8192, 8192, 16, 6, zeros(8192 * (8192 * 8 + 1)))}, large=True),
            media("PNG that claims 2,000,000,000 pixels", lambda: {"bomb.png": png(50_000, 40_000, 8, 2, SMALL_ROWS)}),
            media("GIF, 8000x8000, 2,000 frames", lambda: {"bomb.gif": gif(8000, 8000, 2000)}, probe, lint, large=True),
            media("GIF, 200,000 frames", lambda: {"bomb.gif": gif(8, 8, 200_000)}, probe, lint, large=True),
            media("IVF, 2 million packets", lambda: {
                "bomb.ivf": b"DKIF" + struct.pack("<HH4sHHIIII", 0, 32, b"VP80", 16, 16, 25, 1, 2_000_000, 0)
                + b"".join(struct.pack("<IQ", 1, number) + b"\0" for number in range(2_000_000))}, probe, lint, large=True),
            media("ADTS, 2 million frames", lambda: {
                "bomb.aac": bytes([0xFF, 0xF1, 0x50, 0x80, 0x01, 0x1F, 0xFC, 0]) * 2_000_000}, probe, large=True),
            media("transport stream of noise", lambda: {
                "bomb.ts": b"".join(b"\x47" + struct.pack(">H", number % 8192) + b"\x10" + bytes(184) for number in range(50_000))},
                probe, lint),
            media("ASS, letters that grow", drawn("{\\t(\\fs100000)}Hello"), lint, frame),
            media("ASS, letters that are large", drawn("{\\fs1000000}Hello"), lint, frame),
            media("ASS, scaled letters", drawn("{\\fscx1000000\\fscy1000000}Hello"), lint, frame),
            media("ASS, a border", drawn("{\\bord100000}Hello"), lint, frame),
            media("ASS, a blur", drawn("{\\blur100000\\be1000000}Hello"), lint, frame),
            media("ASS, a drawing", drawn("{\\p1}m 0 0 l 10000000 0 10000000 10000000 0 10000000"), lint, frame),
            media("ASS, a clip", drawn("{\\clip(1,m 0 0 l 10000000 0 10000000 10000000)}Hello"), lint, frame),
            media("ASS, 30,000 drawings", drawn("{\\p1}m 0 0 l 100 0 100 100", 30_000), lint),
            media("expression that never ends", filter("hue=h='while(1,1)'"), lint),
            media("expression that counts for long", filter("geq=lum='st(0,0);while(lt(ld(0),1e12),st(0,ld(0)+1))'"), lint, large=True),
            media("deep lists", script("edit: 1\ntimeline: " + "[" * 200_000), lint),
            media("deep mappings", script("edit: 1\ntimeline: " + "{a: " * 100_000), lint),
            media("deep blocks", script("edit: 1\ncanvas:\n" + "".join(" " * (n + 1) + "a:\n" for n in range(1000))), lint),
            media("a script of 1 MB", script("edit: 1\ntimeline:\n" + "- {clip: a.mp4}\n" * 60_000), lint, large=True),
            media("names of names", script(
                "edit: 1\ntimeline: &a [1,1,1,1,1,1,1,1,1]\n" + "".join(
                    f"x{n}: &a{n} [" + ",".join([f"*a{n - 1 if n > 1 else ''}"] * 9) + "]\n" for n in range(1, 12))), lint),
            media("variables with long values", script(
                "edit: 1\nvars: {x: {type: text, default: " + "x" * 50_000 + "}}\ntimeline:\n"
                + ("- {text: \"" + "${x}" * 15_000 + "\", for: 1s}\n") * 15 + END), lint),
            media("sequences in sequences", script(
                HEAD + "sequences:\n" + nested + "  s15: {timeline: [{color: red, for: 1s}]}\ntimeline: [{sequence: s0}]\n" + END), lint),
            media("a script that plays itself", script(HEAD + "timeline: [{edit: film.edit}, {edit: film.edit}]\n" + END), lint),
            media("a canvas of 32768x32768", script(
                "edit: 1\ncanvas: {size: 32768x32768, rate: 25}\ntimeline: [{color: red, for: 1s}]\n" + END), lint),
            media("deep JSON", values("values.json", lambda: '{"a":' * 200_000), "values"),
            media("a table of 100,000 columns", values("values.csv", lambda: "x," * 100_000 + "\n"), "values"),
            media("a table of 300,000 rows", values("values.csv", lambda: "x\n" + "1\n" * 300_000), "values", large=True),
            media("a LUT of 65536 values a side", lambda: {
                "bomb.cube": "LUT_3D_SIZE 65536\n0 0 0\n",
                "film.edit": HEAD + "timeline: [{color: red, for: 1s, filters: [{lut: bomb.cube}]}]\n" + END}, lint),
            media("500,000 cues", lambda: {
                "bomb.srt": "".join(f"{n}\n00:00:00,000 --> 00:00:01,000\nx\n\n" for n in range(500_000)),
                "film.edit": HEAD + "timeline: [{color: red, for: 1s}]\nsubtitles: [bomb.srt]\n" + END}, lint, large=True),
        ]
        if self.quick:
            self.bombs = [bomb for bomb in self.bombs if not bomb[3]]

    def numbers(self, count):
        return self.spread(count, len(self.bombs))

    def summary(self):
        if not self.measured:
            return []
        slowest, largest = max(self.measured), max(self.measured, key=lambda one: one[1])
        return [f"at most {slowest[0]:.1f} s ({slowest[2]})", f"at most {largest[1]} MiB ({largest[2]})"]

    def attempt(self, number, random, folder):
        name, make, commands, _ = self.bombs[number]
        files = make()
        for file, content in files.items():
            (folder / file).write_bytes(content.encode() if isinstance(content, str) else content)
        bomb = next((folder / file for file in files if file.startswith("bomb.")), folder / "film.edit")
        is_media = "film.edit" not in files
        values = next((file for file in files if file.startswith("values.")), "")
        if is_media:
            (folder / "film.edit").write_text(script_for(bomb))
        reads_filters = name.startswith("expression")
        is_drawn = name.startswith("ASS")
        found = []
        for command in commands:
            arguments = {
                "probe": ["probe", "--no-cache", bomb],
                "lint": ["lint", "--no-cache", "film.edit"],
                "values": ["lint", "--no-cache", "--vars", values, "film.edit"],
                "frame": ["frame", "--no-cache", bomb if is_media else "film.edit", "--at", "0s", "-o", "frame.png", "--force"],
            }[command]
            if is_media or reads_filters or is_drawn:
                # A question is asked again of a new process only if another one ended it; two may run at the same time.
                seconds = 2 * self.limits["probe-time"] + TEXT_SECONDS * self.patience
                memory = self.limits["probe-memory"] if command in ("probe", "lint") else self.limits["worker-memory"]
            else:
                seconds, memory = TEXT_SECONDS * self.patience, TEXT_MEMORY
            ended, peak = self.watched(arguments, folder, memory + OWN_MEMORY)
            self.measured.append((ended.cpu_seconds, peak // MIB, f"{name}, {command}"))
            found += ended.problems({0, 1, 2, 65, 69}, seconds)
            if peak > memory + OWN_MEMORY:
                found.append(f"{ended.command}: {peak // MIB} MiB, the limit is {memory // MIB} and {OWN_MEMORY // MIB} of its own")
        return [f"{name}: {problem}" for problem in found]

    def watched(self, arguments, folder, memory):
        """The command, and the memory of all of its processes together."""
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            begin = time.monotonic()
            child = self.program.start(arguments, folder, stdout=out, stderr=err)
            watch = MemoryWatch(child.pid, min(MOST_MEMORY, memory * 2))
            watch.start()
            is_too_slow = False
            while True:
                ended, status, usage = os.wait4(child.pid, os.WNOHANG)
                if ended:
                    break
                if time.monotonic() - begin > 120 * self.patience:
                    is_too_slow = True
                    end_group(child.pid)
                time.sleep(0.02)
            watch.is_done = True
            watch.join()
            child.returncode = os.waitstatus_to_exitcode(status)
            out.seek(0)
            err.seek(0)
            result = Ended(
                arguments, child.returncode, out.read(), err.read(), time.monotonic() - begin, usage.ru_utime + usage.ru_stime,
                usage.ru_maxrss * 1024, is_too_slow)
            return result, max(watch.peak, result.peak_bytes)
