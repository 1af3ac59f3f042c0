"""Plants faults in finished films and their copies in other containers, by FFmpeg alone, and compares what
`editc verify` finds with what was planted.

    planted_faults.py EDITC FOLDER FILMS FAULTS SEED

There are FAULTS faults for each film. Prints what is wrong, and as the last line how many faults were found with kind and
place, and how many clean files gave no alarm. Exits with 1 if anything is missing.
"""

import json
import os
import random
import subprocess
import sys

EDITC, FOLDER = sys.argv[1], sys.argv[2]
FILMS, FAULTS_EACH, SEED = map(int, sys.argv[3:6])
CONTAINERS = ["mp4", "mkv", "mov", "ts"]
RATES = {"24": (24, 1), "25": (25, 1), "29.97": (30000, 1001), "30": (30, 1), "50": (50, 1)}
chance = random.Random(SEED)
failures = []


def run(*words, check=True):
    result = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if check and result.returncode != 0:
        raise SystemExit(f"{' '.join(words)}\n{result.stderr}")
    return result


def ffmpeg(*words):
    run("ffmpeg", "-nostdin", "-v", "error", "-y", *words)


def packets(path, stream):
    """The packets as (time, decoding time) in ticks, in the order of the file, and the seconds of a tick."""
    text = run(
        "ffprobe", "-v", "error", "-select_streams", stream, "-show_entries",
        "packet=pts,dts:stream=time_base", "-of", "json", path).stdout
    found = json.loads(text)
    top, bottom = map(int, found["streams"][0]["time_base"].split("/"))
    return [(int(p["pts"]), int(p.get("dts", p["pts"]))) for p in found["packets"]], top / bottom


def verify(path, script="film.edit"):
    result = run(EDITC, "verify", path, script, "--format", "json", check=False)
    if result.returncode not in (0, 1):
        return [("failed", result.stderr.strip(), None)]
    report = json.loads(result.stdout)
    return [(f["id"], f["message"], f.get("range", {}).get("start", {}).get("line")) for file in report["files"]
            for f in file["diagnostics"]]


class Film:
    def __init__(self, number):
        self.rate = chance.choice(list(RATES))
        self.top, self.bottom = RATES[self.rate]
        self.length = chance.randint(3, 5)
        self.split = chance.randint(1, self.length - 1)
        self.folder = f"{FOLDER}/{number}"
        os.makedirs(self.folder)
        os.chdir(self.folder)
        ffmpeg("-f", "lavfi", "-i", f"testsrc2=s=160x90:r={self.top}/{self.bottom}", "-f", "lavfi", "-i",
               "aevalsrc='0.4*sin(2*PI*(200+300*t)*t)':s=48000", "-t", str(self.length), "-c:v", "libx264", "-preset",
               "ultrafast", "-c:a", "aac", "a.mp4")
        codec = chance.choice(["h264", "h264", "hevc"])
        self.ts = codec == "h264"
        with open("film.edit", "w") as script:
            script.write(f"""edit: 1
canvas: {{size: 160x90, rate: {self.rate}}}
media: {{a: a.mp4}}
timeline:
  - {{clip: a, name: first, take: 0s..{self.split}s}}
  - {{clip: a, name: second, take: {self.split}s..{self.length}s}}
audio:
  - {{tone: sine, name: german, at: 0s, for: {self.length}s, frequency: 330Hz}}
  - {{tone: triangle, name: english, at: 0s, for: {self.length}s, frequency: 440Hz}}
markers:
  One: {{at: 0s, chapter: true}}
  Two: {{at: {self.split}s, chapter: true}}
subtitles:
  - language: eng
    mode: stream
    cues:
      - {{at: 0.5s..1s, text: First words}}
      - {{at: 1.2s..2s, text: Second words}}
metadata: {{title: Film {number}}}
outputs:
  - file: film.mp4
    video: {{codec: {codec}, speed: ultrafast}}
    audio:
      - {{name: English, language: eng, without: german}}
      - {{name: Deutsch, language: deu, without: english}}
""")
        run(EDITC, "render", "film.edit", "--progress", "none")
        self.copies = {"mp4": "film.mp4"}
        for ending in CONTAINERS[1:]:
            if ending == "ts" and not self.ts:
                continue
            self.copy("film.mp4", f"copy.{ending}")
            self.copies[ending] = f"copy.{ending}"
        self.copies["mp4 again"] = "again.mp4"
        self.copy("film.mp4", "again.mp4")

    def copy(self, source, target, *options, inputs=(), maps=None):
        """Copies all tracks that the container of the target can hold."""
        text = target.endswith(".ts")
        words = ["-i", source, *inputs]
        maps = maps or (["0:v", "0:a"] if text else ["0:v", "0:a", "0:s?"])
        for stream in maps:
            words += ["-map", stream]
        words += ["-c", "copy"]
        if target.endswith(".mkv"):
            words += ["-c:s", "srt"]
        elif not text:
            words += ["-c:s", "mov_text"]
        ffmpeg(*words, *options, target)

    def frame_ticks(self, path):
        found, tick = packets(path, "v:0")
        return sorted(p for p, _ in found), tick


def setts(expression, stream="v"):
    return [f"-bsf:{stream}", f"setts=pts='{expression}'"]


def sentence(findings):
    return "; ".join(f"{kind}: {message}" for kind, message, _ in findings) or "nothing"


# Each fault: makes `target` and returns a test of a finding (kind, message).

def exchanged(film, source, target):
    times, tick = film.frame_ticks(source)
    # FFmpeg hides pictures before the first one of an edit list.
    first = chance.randrange(2, len(times) - 1)
    a, b = times[first], times[first + 1]
    # No picture can be shown before it is decoded.
    early = f":dts='DTS-{times[1] - times[0]}'"
    film.copy(source, target, "-bsf:v", f"setts=pts='if(eq(PTS,{a}),{b},if(eq(PTS,{b}),{a},PTS))'" + early)
    return "frame-moved", f"frames {first} and {first + 1} "


def late(film, source, target):
    times, tick = film.frame_ticks(source)
    index = chance.randrange(len(times) - 1)
    by = max(1, (times[index + 1] - times[index]) // 2)
    film.copy(source, target, *setts(f"if(eq(PTS,{times[index]}),PTS+{by},PTS)"))
    return "time-changed", f"frame {index} "


def lost(film, source, target):
    times, _ = film.frame_ticks(source)
    found, _ = packets(source, "v:0")
    place = chance.randrange(1, len(found))
    film.copy(source, target, "-bsf:v", f"noise=drop='eq(n,{place})'")
    return "frame-missing", f"frame {times.index(found[place][0])} "


def shifted_end(film, source, target):
    """All frames from one on come late, as after an inserted pause."""
    if not film.ts:
        # Pictures that are decoded in another order have no place where this could begin.
        return late(film, source, target)
    times, tick = film.frame_ticks(source)
    index = chance.randrange(2, len(times) - 1)
    by = (times[1] - times[0]) * chance.randint(1, 5)
    film.copy(source, target, "-bsf:v", f"setts=pts='if(gte(PTS,{times[index]}),PTS+{by},PTS)':"
              f"dts='if(gte(PTS,{times[index]}),DTS+{by},DTS)'")
    return "time-changed", f"frame{'' if index == len(times) - 1 else 's'} {index} "


def hashes(path):
    """The digest of each packet of pictures, in the order of the file."""
    text = run("ffprobe", "-v", "error", "-select_streams", "v:0", "-show_data_hash", "md5", "-show_entries",
               "packet=data_hash", "-of", "csv=p=0", path).stdout
    return text.split()


def damaged(film, source, target):
    times, _ = film.frame_ticks(source)
    found, _ = packets(source, "v:0")
    for amount in (400, 200, 100, 50, 25):
        # A few bytes of one picture, but not the lengths of its units.
        place = chance.randrange(1, len(found))
        film.copy(source, target, "-bsf:v", f"noise=amount='if(eq(n,{place}),{amount},0)'")
        changed = [n for n, (a, b) in enumerate(zip(hashes(source), hashes(target))) if a != b]
        if changed == [place] and run("ffmpeg", "-v", "error", "-i", target, "-map", "0:v", "-c", "copy", "-f",
                                      "mpegts" if film.ts else "matroska", "-y", "/dev/null", check=False
                                      ).returncode == 0:
            return "frame-changed", f"frame {times.index(found[place][0])} "
    return lost(film, source, target)


def sound(film, source, target):
    samples = chance.randint(1, 2000) * chance.choice([1, -1])
    found, tick = packets(source, "a:0")
    ticks = round(samples / 48000 / tick)
    begin = chance.randrange(0, len(found) - 3) if samples > 0 else 0
    film.copy(source, target, "-bsf:a:0",
              f"setts=ts='if(gte(N,{begin}),TS+{ticks},TS)'")
    # FFmpeg rounds the start of a track that begins after the film to milliseconds.
    late = packets(target, "a:0")[0][begin][0] - found[begin][0]
    return "sound-shifted", f"{abs(round(late * tick * 48000))} sample"


def sound_lost(film, source, target):
    found, _ = packets(source, "a:0")
    place = chance.randrange(2, len(found) - 2)
    film.copy(source, target, "-bsf:a:0", f"noise=drop='eq(n,{place})'")
    return "sound-changed", "the sound of track 1 is missing"


def tracks(film, source, target):
    maps = ["0:v", "0:a:1", "0:a:0"] + ([] if target.endswith(".ts") else ["0:s?"])
    film.copy(source, target, maps=maps)
    return "track-wrong", ""


def colour(film, source, target):
    kind = "h264_metadata" if film.ts else "hevc_metadata"
    film.copy(source, target, "-bsf:v", f"{kind}=colour_primaries=9:transfer_characteristics=14", "-color_primaries",
              "bt2020", "-color_trc", "bt2020-10")
    return "colour-tag-wrong", ""


def chapter(film, source, target):
    by = round(1000 * film.bottom / film.top) * chance.choice([1, -1])
    start = film.split * 1000 + by
    with open("chapters.txt", "w") as text:
        text.write(f";FFMETADATA1\ntitle={title(source)}\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND={start}\ntitle=One\n"
                   f"[CHAPTER]\nTIMEBASE=1/1000\nSTART={start}\nEND={film.length * 1000}\ntitle=Two\n")
    film.copy(source, target, "-map_chapters", "1", inputs=["-i", "chapters.txt"])
    return "chapter-wrong", "chapter 2 "


def title(source):
    return json.loads(run("ffprobe", "-v", "error", "-show_entries", "format_tags=title", "-of", "json", source)
                      .stdout)["format"]["tags"]["title"]


def cues(film, source, target, lost):
    step = film.bottom / film.top
    def clock(time):
        thousandths = round(time * 1000)
        return f"00:00:{thousandths // 1000:02},{thousandths % 1000:03}"
    lines = [(0.5, 1.0, "First words"), (1.2, 2.0, "Second words")]
    index = chance.randrange(2)
    if lost:
        lines.pop(index)
    else:
        start, end, words = lines[index]
        lines[index] = (start + step, end + step, words) if chance.random() < 0.5 else (start, end + step, words)
    with open("cues.srt", "w") as text:
        for number, (start, end, words) in enumerate(lines, 1):
            text.write(f"{number}\n{clock(start)} --> {clock(end)}\n{words}\n\n")
    film.copy(source, target, "-metadata:s:s:0", "language=eng", inputs=["-i", "cues.srt"],
              maps=["0:v", "0:a", "1:s"])
    return ("caption-missing" if lost else "caption-changed"), ["First", "Second"][index] + " words"


def cue_lost(film, source, target):
    return cues(film, source, target, True)


def cue_late(film, source, target):
    return cues(film, source, target, False)


FAULTS = [
    exchanged, late, lost, shifted_end, damaged, sound, sound_lost, tracks, colour, chapter, cue_lost, cue_late,
]


def main():
    planted = clean = right = quiet = 0
    for number in range(FILMS):
        film = Film(number)
        for name, path in film.copies.items():
            clean += 1
            found = verify(path)
            if found:
                failures.append(f"{number} ({film.rate}): clean {name}: {sentence(found)}")
            else:
                quiet += 1
        for _ in range(FAULTS_EACH):
            fault = chance.choice(FAULTS)
            ending = chance.choice([c for c in CONTAINERS if c in film.copies])
            if ending == "ts" and fault in (chapter, cue_lost, cue_late) or fault is sound and ending in ("mkv", "ts"):
                # These containers cannot hold that, or not to the sample.
                ending = "mov"
            # A filter of packets counts in the ticks of the container that it writes.
            kind, words = fault(film, "film.mp4", "fault.mp4")
            target = f"fault.{ending}"
            if ending != "mp4":
                film.copy("fault.mp4", target)
            planted += 1
            found = verify(target)
            if any(k == kind and words in m for k, m, _ in found) and len(found) <= 3:
                right += 1
            else:
                failures.append(f"{number} ({film.rate}): {fault.__name__} in {ending}, {kind} '{words}': {sentence(found)}")
    for failure in failures:
        print(failure)
    print(f"{right} of {planted} faults, {quiet} of {clean} clean files")
    sys.exit(0 if right == planted and quiet == clean else 1)


main()
