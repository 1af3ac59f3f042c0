"""Changes scripts at random, and compares what `editc review` marks with FFmpeg's checksums of both films.

    review_marks.py EDITC FOLDER EDITS SEED

Each film is rendered whole and without loss in both versions, and FFmpeg computes the MD5 of every frame. The pieces of
`review.json` must count every frame of both films once and in order; a piece that is the same must have equal
checksums on both sides, a piece that differs must have different ones, and every difference must be in a span, whose
films must have as many frames as they state. Prints what is wrong, and a count as the last line; exits with 1 if
anything is wrong.
"""

import json
import os
import random
import subprocess
import sys

EDITC, FOLDER = sys.argv[1], sys.argv[2]
EDITS, SEED = map(int, sys.argv[3:5])
RATES = {"25": (25, 1), "29.97": (30000, 1001), "30": (30, 1), "50": (50, 1)}
OUTPUTS = ["out.mkv, video: {codec: ffv1}", "out.mp4, video: {quality: 0}",
           "out.mov, video: {codec: ffv1, depth: 10}", "out.mkv, video: {codec: ffv1, pixel-format: yuv444p}"]
COLORS = ["red", "green", "blue", "gray", "white", "\"#204060\"", "orange"]
chance = random.Random(SEED)
failures = []
counts = {"same": 0, "different": 0, "alone": 0, "rendered": 0}


def run(*words, codes=(0,)):
    result = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if result.returncode not in codes:
        raise SystemExit(f"{' '.join(words)}\n{result.returncode}\n{result.stderr}")
    return result


def seconds(low, high):
    return round(chance.uniform(low, high), 2)


def clip():
    start = seconds(0, 3)
    item = {"kind": "clip", "start": start, "end": round(start + seconds(0.4, 2.5), 2)}
    if chance.random() < 0.3:
        item["opacity"] = chance.choice(["0.5", "1 -> 0", "0.999"])
    if chance.random() < 0.2:
        item["speed"] = chance.choice(["2", "0.5"])
    return item


def card():
    return {"kind": "color", "color": chance.choice(COLORS), "for": seconds(0.3, 1.5)}


def text():
    return {"kind": "text", "words": chance.choice(["Hello", "A title", "x", "Name <b>&"]), "at": seconds(0, 2),
            "for": seconds(0.2, 1.5), "size": chance.choice([8, 12, 20]), "y": chance.randint(20, 80)}


def film():
    timeline = [chance.choice([clip, clip, card])() for _ in range(chance.randint(2, 5))]
    return {"rate": chance.choice(list(RATES)), "timeline": timeline,
            "overlays": [text() for _ in range(chance.randint(0, 2))], "output": chance.choice(OUTPUTS),
            "tone": chance.choice([None, 220, 440])}


def change(film):
    """A copy of a film with one change."""
    film = json.loads(json.dumps(film))
    kind = chance.choice(["text", "text", "insert", "remove", "take", "swap", "opacity", "color", "tone", "comment", "overlay"])
    timeline, overlays = film["timeline"], film["overlays"]
    if kind == "text" and overlays:
        overlays[0]["words"] += "!"
    elif kind == "insert":
        timeline.insert(chance.randint(0, len(timeline)), chance.choice([clip, card])())
    elif kind == "remove" and len(timeline) > 1:
        timeline.pop(chance.randrange(len(timeline)))
    elif kind == "take":
        item = chance.choice(timeline)
        if item["kind"] == "clip":
            item[chance.choice(["start", "end"])] += chance.choice([0.04, 0.2, -0.04])
            item["start"] = round(max(0, item["start"]), 2)
            item["end"] = round(max(item["end"], item["start"] + 0.2), 2)
        else:
            item["for"] = round(item["for"] + chance.choice([0.04, 0.5]), 2)
    elif kind == "swap" and len(timeline) > 1:
        first = chance.randrange(len(timeline) - 1)
        timeline[first], timeline[first + 1] = timeline[first + 1], timeline[first]
    elif kind == "opacity":
        item = chance.choice(timeline)
        item["opacity"] = chance.choice(["0.9", "1 -> 0.8", "0.996"])
    elif kind == "color":
        for item in timeline:
            if item["kind"] == "color":
                item["color"] = chance.choice(COLORS)
                break
    elif kind == "overlay":
        overlays.append(text())
    elif kind == "tone":
        film["tone"] = chance.choice([None, 220, 330])
    return film, kind


def script(film):
    lines = ["edit: 1", f"canvas: {{size: 160x90, rate: {film['rate']}}}", "media: {a: ../a.mp4}", "timeline:"]
    for item in film["timeline"]:
        more = "".join(f", {name}: {item[name]}" for name in ("opacity", "speed") if name in item)
        if item["kind"] == "clip":
            lines.append(f"  - {{clip: a, take: {item['start']}s..{item['end']}s{more}}}")
        else:
            lines.append(f"  - {{color: {item['color']}, for: {item['for']}s{more.replace(', speed: 2', '').replace(', speed: 0.5', '')}}}")
    if film["overlays"]:
        lines.append("overlays:")
    for item in film["overlays"]:
        lines.append(f"  - {{text: {json.dumps(item['words'])}, at: {item['at']}s, for: {item['for']}s, size: {item['size']}px, "
                     f"color: white, place: \"50%, {item['y']}%\"}}")
    if film["tone"]:
        lines += ["audio:", f"  - {{tone: sine, at: 0s, for: 1s, frequency: {film['tone']}Hz}}"]
    lines.append(f"outputs: [{{file: {film['output']}}}]")
    return "\n".join(lines) + "\n"


def checksums(path):
    found = run("ffmpeg", "-nostdin", "-v", "error", "-i", path, "-map", "0:v", "-f", "framemd5", "-").stdout
    return [line.split(",")[-1].strip() for line in found.splitlines() if not line.startswith("#")]


def frames_of(path):
    return int(run("ffprobe", "-v", "error", "-select_streams", "v", "-count_packets", "-show_entries",
                   "stream=nb_read_packets", "-of", "csv=p=0", path).stdout.strip().strip(","))


def judge(number, kind):
    before, after = checksums("old." + ending("old")), checksums("new." + ending("new"))
    review = json.load(open("page/review.json"))

    def fail(text):
        failures.append(f"edit {number} ({kind}): {text}")

    if len(review["outputs"]) != 1:
        return fail(f"{len(review['outputs'])} outputs: {review['notes']}")
    output = review["outputs"][0]
    place = {"old": 0, "new": 0}
    column, differing = 0, []
    for piece in output["pieces"]:
        for side in place:
            if piece[side] is not None:
                if piece[side] != place[side]:
                    fail(f"the {side} frames of {piece} begin at {place[side]}")
                place[side] = piece[side] + piece["frames"]
        for offset in range(piece["frames"]):
            if piece["state"] != "same":
                differing.append(column + offset)
            if piece["old"] is None or piece["new"] is None:
                counts["alone"] += 1
                if piece["state"] == "same":
                    fail(f"a frame that stands alone is the same: {piece}")
                continue
            one, other = piece["old"] + offset, piece["new"] + offset
            if one >= len(before) or other >= len(after):
                fail(f"frames {one} and {other} do not exist")
                break
            counts["same" if piece["state"] == "same" else "different"] += 1
            if (before[one] == after[other]) != (piece["state"] == "same"):
                fail(f"frames {one} and {other} are marked {piece['state']}, but the checksums are "
                     + ("equal" if before[one] == after[other] else "different"))
        column += piece["frames"]
    if (place["old"], place["new"]) != (len(before), len(after)):
        fail(f"the pieces have {place} frames, the films {len(before)} and {len(after)}")
    inside = set()
    for span in output["spans"]:
        inside.update(range(span["column"], span["column"] + span["columns"]))
        for side in ("old", "new"):
            if span.get(side):
                counts["rendered"] += span[side]["frames"]
                if frames_of("page/" + span[side]["file"]) != span[side]["frames"]:
                    fail(f"{span[side]['file']} has not {span[side]['frames']} frames")
    if not set(differing) <= inside:
        fail("a difference is in no span")
    if bool(differing) != (not review["same"]) and kind not in ("tone", "comment"):
        # A change that shows nothing: the films are other files, and no frame differs.
        counts["invisible"] = counts.get("invisible", 0) + 1


def ending(name):
    return films[name]["output"].split(",")[0].split(".")[1]


os.makedirs(FOLDER, exist_ok=True)
os.chdir(FOLDER)
run("ffmpeg", "-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i", "testsrc2=s=160x90:r=25", "-f", "lavfi", "-i",
    "aevalsrc='0.3*sin(2*PI*(200+300*t)*t)':s=48000", "-t", "6", "-c:v", "libx264", "-preset", "ultrafast", "-g", "10",
    "-c:a", "aac", "a.mp4")
for number in range(EDITS):
    os.makedirs(f"{number}", exist_ok=True)
    os.chdir(f"{number}")
    while True:
        original = film()
        changed, kind = change(original)
        films = {"old": original, "new": changed}
        for name, value in films.items():
            with open(f"{name}.edit", "w") as file:
                file.write(script(value) + ("# a comment\n" if name == "new" else ""))
        # A text can begin after the film: such a script has an error.
        if run(EDITC, "lint", "old.edit", "new.edit", "--format", "json", codes=(0, 1)).returncode == 0:
            break
    for name in films:
        run(EDITC, "render", f"{name}.edit", "--progress", "none", "-o", f"{name}.{ending(name)}", "--force")
    run(EDITC, "review", "old.edit", "new.edit", "-o", "page", "--force", codes=(0, 1))
    judge(number, kind)
    os.chdir("..")
print("\n".join(failures))
print(f"{EDITS} edits: {counts['same']} equal and {counts['different']} different pairs of frames, "
      f"{counts['alone']} frames alone, {counts['rendered']} frames rendered; {len(failures)} wrong")
sys.exit(1 if failures else 0)
