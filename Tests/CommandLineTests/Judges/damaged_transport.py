"""Damages bytes of the pictures and of the sound in transport streams, and compares what `editc verify` finds with the
frames whose bytes they are.

    damaged_transport.py EDITC FOLDER FAULTS SEED

The packets are read here, by ISO/IEC 13818-1. Prints what is wrong, and as the last line how many faults were found.
Exits with 1 if any is missing.
"""

import json
import os
import random
import re
import subprocess
import sys

EDITC, FOLDER = sys.argv[1], sys.argv[2]
FAULTS, SEED = map(int, sys.argv[3:5])
FRAMES = 50
chance = random.Random(SEED)


def run(*words, check=True):
    result = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if check and result.returncode != 0:
        raise SystemExit(f"{' '.join(words)}\n{result.stderr}")
    return result


def make(codec):
    with open("film.edit", "w") as script:
        script.write(f"""edit: 1
canvas: {{size: 160x90, rate: 25}}
timeline: [{{counter: frames, for: 2s}}]
audio: [{{tone: sine, at: 0s, for: 2s}}]
outputs: [{{file: film.mp4, video: {{codec: {codec}, speed: ultrafast}}}}]
""")
    run(EDITC, "render", "film.edit", "--force", "--progress", "none")
    run("ffmpeg", "-nostdin", "-v", "error", "-y", "-i", "film.mp4", "-c", "copy", "clean.ts")
    # The frame of each packet, in the order of the file.
    found = run("ffprobe", "-v", "error", "-select_streams", "v", "-show_entries", "packet=pts", "-of", "csv=p=0",
                "film.mp4").stdout.split()
    times = [int(word.strip(",")) for word in found]
    return [sorted(times).index(time) for time in times]


class Stream:
    """The bytes of a transport stream, and for each picture the places of its bytes by what they mean."""

    def __init__(self, path, codec):
        self.codec = codec
        self.bytes = open(path, "rb").read()
        program = self.program_of_pictures()
        # For each picture: the kind of each of its bytes, by its place.
        self.pictures = []
        for start in range(0, len(self.bytes), 188):
            packet = self.bytes[start:start + 188]
            if self.program(packet) != program:
                continue
            payload = 5 + packet[4] if packet[3] & 0x20 else 4
            begins = packet[1] & 0x40
            if begins:
                self.pictures.append({})
            kinds = self.pictures[-1]
            for place, kind in enumerate(["synchronisation", "program", "program", "counter"]):
                kinds[start + place] = kind
            for place in range(4, payload):
                kinds[start + place] = "length of padding" if place == 4 else "padding"
            header = 9 + packet[payload + 8] if begins else 0
            for place in range(payload, 188):
                inside = place - payload
                kinds[start + place] = (
                    "picture" if inside >= header else "start" if inside < 3 else
                    "time" if 9 <= inside < 14 else "header")
        for kinds in self.pictures:
            self.divide(kinds)

    def divide(self, kinds):
        """Tells the bytes of the coded picture from those beside it, such as its delimiter."""
        places = [place for place in sorted(kinds) if kinds[place] == "picture"]
        content = bytes(self.bytes[place] for place in places)
        starts = [found.start() for found in re.finditer(b"\0\0\1", content)]
        for start, end in zip([0] + starts, starts + [len(content)]):
            header = content[start + 3] if start in starts else 255
            coded = header & 31 in range(1, 6) if self.codec == "h264" else header >> 1 < 32
            if not coded:
                for place in places[start:end]:
                    kinds[place] = "beside"

    @staticmethod
    def program(packet):
        return (packet[1] & 31) << 8 | packet[2]

    def sounds(self):
        """For each frame of AAC, the places of its bytes, and those of the headers of the packets that have them."""
        program = self.program_of_pictures(0xC0)
        places, headers = [], {}
        for start in range(0, len(self.bytes), 188):
            packet = self.bytes[start:start + 188]
            if self.program(packet) != program:
                continue
            payload = 5 + packet[4] if packet[3] & 0x20 else 4
            if packet[1] & 0x40:
                payload += 9 + packet[payload + 8]
            for place in range(start + payload, start + 188):
                headers[place] = start
                places.append(place)
        frames = []
        while places:
            header = [self.bytes[place] for place in places[:7]]
            assert header[0] == 0xFF and header[1] & 0xF6 == 0xF0
            length = (header[3] & 3) << 11 | header[4] << 3 | header[5] >> 5
            frames.append((places[:length], sorted({headers[place] for place in places[:length]})))
            places = places[length:]
        return frames

    def program_of_pictures(self, kind=0xE0):
        for start in range(0, len(self.bytes), 188):
            packet = self.bytes[start:start + 188]
            if packet[1] & 0x40 and packet[3] & 0x10:
                payload = 5 + packet[4] if packet[3] & 0x20 else 4
                if packet[payload:payload + 3] == b"\0\0\1" and packet[payload + 3] & (0xF0 if kind == 0xE0 else 0xE0) == kind:
                    return self.program(packet)
        raise SystemExit("no such stream in the transport stream")


def plant(stream, kind):
    """Damages up to four bytes of one kind of a picture. Returns its place in the file, and the new bytes."""
    picture = chance.randrange(2, len(stream.pictures) - 1)
    places = [place for place, its in stream.pictures[picture].items() if its == kind]
    if not places:
        return None
    start = chance.choice(places[:12] if chance.random() < 0.5 else places)
    damaged = bytearray(stream.bytes)
    for place in range(start, start + chance.randint(1, 4)):
        if stream.pictures[picture].get(place) == kind:
            damaged[place] ^= chance.randrange(1, 256)
    return picture, bytes(damaged)


def findings(path):
    result = run(EDITC, "verify", path, "film.edit", "--format", "json", check=False)
    if result.returncode not in (0, 1):
        return [("failed", result.stderr.strip())]
    report = json.loads(result.stdout)
    return [(f["id"], f["message"]) for file in report["files"] for f in file["diagnostics"]]


def names(message, frame):
    one = re.search(r"\bframe (\d+) ", message)
    several = re.search(r"frames (\d+) (?:to|and) (\d+) ", message)
    if several:
        return int(several[1]) <= frame <= int(several[2])
    return one is not None and int(one[1]) == frame


def is_right(kind, found, frame, before):
    """`before` is the frame before in the file: without its delimiter, a picture's first bytes are the last of that."""
    kinds = {k for k, _ in found}
    if "failed" in kinds or "frame-missing" in kinds or "frame-added" in kinds:
        return False
    if kind in ("padding", "header", "counter", "program", "beside") and not kinds - {"container-wrong"}:
        # Not everything there is needed.
        return True
    if kind == "beside" and kinds == {"tag-wrong"}:
        return True
    expected = {"frame-changed", "time-changed", "frame-moved"} if kind == "time" else {"frame-changed"}
    return any(
        k in expected and (names(m, frame) or kind == "beside" and names(m, before)) for k, m in found)


def plant_in_sound(stream, kind):
    """Damages the header of a frame of AAC, or of a packet that has a part of it. Returns the frames that it can concern."""
    frames = stream.sounds()
    number = chance.randrange(2, len(frames) - 2)
    places, packets = frames[number]
    if kind == "frame":
        start = chance.randrange(7)
        places = places[start:min(7, start + chance.randint(1, 4))]
        concerned = [number]
    else:
        packet = chance.choice(packets)
        places = [packet + {"synchronisation": 0, "program": 2, "counter": 3}[kind]]
        concerned = [index for index, frame in enumerate(frames) if packet in frame[1]]
    damaged = bytearray(stream.bytes)
    for place in places:
        damaged[place] ^= chance.randrange(1, 16 if kind == "counter" else 256)
    return concerned, bytes(damaged)


def seconds(clock):
    hours, minutes, rest = clock.split(":")
    return 3600 * int(hours) + 60 * int(minutes) + float(rest)


def is_right_in_sound(found, concerned):
    """Every finding must be damage of the frames; the first frame is played before the film begins."""
    found = [(kind, message) for kind, message in found if kind != "container-wrong"]
    for kind, message in found:
        times = re.search(r"the sound of track 1 is another one from ([0-9:.]+) to ([0-9:.]+)$", message)
        if kind != "sound-changed" or not times:
            return False
        first, last = concerned[0] - 1, concerned[-1]
        if seconds(times[1]) < first * 1024 / 48000 - 0.002 or seconds(times[2]) > last * 1024 / 48000 + 0.002:
            return False
    return len(found) <= 1


def main():
    os.chdir(FOLDER)
    kinds = ["picture"] * 4 + ["beside", "start", "synchronisation", "program", "counter", "padding", "length of padding",
                               "header", "time"]
    planted = right = 0
    for codec in ("h264", "hevc"):
        frames = make(codec)
        stream = Stream("clean.ts", codec)
        assert len(stream.pictures) == len(frames) == FRAMES
        if findings("clean.ts"):
            raise SystemExit(f"{codec}: the clean file: {findings('clean.ts')}")
        for number in range(FAULTS):
            kind = kinds[number % len(kinds)]
            fault = None
            while fault is None:
                fault = plant(stream, kind)
            picture, content = fault
            with open("fault.ts", "wb") as file:
                file.write(content)
            found = findings("fault.ts")
            planted += 1
            if is_right(kind, found, frames[picture], frames[picture - 1]):
                right += 1
            else:
                print(f"{codec} {number}: {kind} of frame {frames[picture]}: " + "; ".join(map(": ".join, found)))
    # Of the last film. Some bits of a header mean nothing, and a counter alone loses nothing.
    found_in_headers = 0
    for number in range(FAULTS):
        kind = ["frame", "frame", "synchronisation", "frame", "program", "counter"][number % 6]
        concerned, content = plant_in_sound(stream, kind)
        with open("fault.ts", "wb") as file:
            file.write(content)
        found = findings("fault.ts")
        planted += 1
        found_in_headers += kind == "frame" and bool(found)
        if is_right_in_sound(found, concerned):
            right += 1
        else:
            print(f"sound {number}: {kind} of frames {concerned}: " + "; ".join(map(": ".join, found)))
    if found_in_headers * 2 < sum(number % 6 in (0, 1, 3) for number in range(FAULTS)):
        raise SystemExit(f"only {found_in_headers} damaged headers of sound were noticed")
    print(f"{right} of {planted} faults")
    sys.exit(0 if right == planted else 1)


main()
