"""Records bars with each filter that can be live in the picture, and compares all frames with a render of a take without
looks, by a script that has an item for each stretch. All films are lossless.

usage: record_bake.py EDITC FOLDER
"""
import json
import subprocess
import sys

import numpy

editc, folder = sys.argv[1:]
SIZE = (64, 48)
LOOKS = [
    "{brightness: 0.1}", "{contrast: 1.3}", "{saturation: 0.4}", "{gamma: 1.4}", "{exposure: 0.7}", "{temperature: 0.5}",
    "{hue: 40deg}", "{grayscale: 60%}", "sepia", "noir", "fade", "chrome", "instant", "mono", "process", "tonal", "transfer",
    "invert", "{blur: 5%}", "{sharpen: 2}", "{denoise: 0.8}", "vignette", "{grain: 0.6}", "{lut: swap.cube}",
    "[{blur: 2px}, {grain: 1}, sepia]", "[invert, {invert: 0.3}]", "[{grain: 0.2}, {blur: 1px}]",
]
# Red and blue change places.
with open(f"{folder}/swap.cube", "w") as file:
    file.write("LUT_3D_SIZE 2\n" + "".join(f"{b} {g} {r}\n" for b in (0, 1) for g in (0, 1) for r in (0, 1)))


def run(*words):
    return subprocess.run(words, cwd=folder, capture_output=True, text=True)


def frames(path):
    """Luma and both chroma planes of each frame."""
    raw = subprocess.run(
        ["ffmpeg", "-v", "error", "-i", f"{folder}/{path}", "-f", "rawvideo", "-"], capture_output=True, check=True).stdout
    return numpy.frombuffer(raw, numpy.uint8).reshape(-1, SIZE[0] * SIZE[1] * 3 // 2)


def baked(name, looks):
    """Chooses each look for at least five frames. Returns the report."""
    process = subprocess.Popen(
        [editc, "record", "test:bars", "test:tone", "-o", name, "--size", "64x48", "--rate", "25", "--quality", "0", "--bake", "--progress",
         "json"] + [word for look in looks for word in ("--look", look)],
        cwd=folder, stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    count, least, next_look = 0, 5, 1
    for line in process.stderr:
        event = json.loads(line)
        if event["event"] == "progress" and event["frames"] >= least:
            least = event["frames"] + 5
            process.stdin.write(f"look {next_look}\n" if next_look <= len(looks) else "stop\n")
            process.stdin.flush()
            next_look += 1
        if event["event"] == "finished":
            report = event
    process.communicate()
    assert process.returncode == 0
    assert report["baked"] is True and [change["look"] for change in report["looks"]] == list(range(len(looks) + 1)), report
    return report


groups = [LOOKS[start:start + 9] for start in range(0, len(LOOKS), 9)]
reports = [baked(f"baked-{number}.mp4", group) for number, group in enumerate(groups)]
longest = max(report["frames"] for report in reports)
done = run(editc, "record", "test:bars", "-o", "raw.mp4", "--size", "64x48", "--rate", "25", "--quality", "0",
           "--for", f"{(longest + 1) / 25:.2f}s")
assert done.returncode == 0, done.stderr
raw = frames("raw.mp4")
assert (raw == raw[0]).all(), "the bars do not move"

for number, (group, report) in enumerate(zip(groups, reports)):
    changes = [(change["frame"], change["look"]) for change in report["looks"]]
    ends = [frame for frame, _ in changes[1:]] + [report["frames"]]
    items = ""
    for (start, look), end in zip(changes, ends):
        items += f"  - clip: raw.mp4\n    take: {start / 25:.2f}s..{end / 25:.2f}s\n"
        if look > 0:
            filters = group[look - 1]
            items += f"    filters: {filters if filters[0] == '[' else '[' + filters + ']'}\n"
    with open(f"{folder}/wanted-{number}.edit", "w") as file:
        file.write(f"edit: 1\ntimeline:\n{items}outputs:\n  - {{file: wanted-{number}.mp4, video: {{quality: 0}}}}\n")
    done = run(editc, "render", f"wanted-{number}.edit")
    assert done.returncode == 0, done.stderr
    film, wanted = frames(f"baked-{number}.mp4"), frames(f"wanted-{number}.mp4")
    assert film.shape == wanted.shape, (film.shape, wanted.shape)
    for (start, look), end in zip(changes, ends):
        same = (film[start:end] == wanted[start:end]).all()
        words = group[look - 1] if look else "no look"
        assert same, f"{words}: frames {start} to {end} differ from the render"
        changed = (film[start] != raw[0]).any()
        assert changed == (look > 0), f"{words}: changed is {changed}"
        if words == "invert":
            # In the middle of each bar, an inverted luma is as far from 235 as it was from 16; chroma changes its side.
            for bar in range(7):
                x = (2 * bar + 1) * SIZE[0] // 14
                luma, chroma = 12 * SIZE[0] + x, SIZE[0] * SIZE[1] + 6 * SIZE[0] // 2 + x // 2
                for place, whole in [(luma, 251), (chroma, 256), (chroma + SIZE[0] * SIZE[1] // 4, 256)]:
                    assert abs(int(film[start][place]) + int(raw[0][place]) - whole) <= 1, (bar, film[start][place], raw[0][place])
        if words == "{grain: 0.6}":
            assert len({frame.tobytes() for frame in film[start:end]}) == end - start, "grain stands still"
    script = open(f"{folder}/baked-{number}.edit").read()
    assert "filters" not in script and "the looks are in the picture" in script and script.count("clip:") == 1, script
    done = run(editc, "lint", "-v", f"baked-{number}.edit")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", ""), done

# What cannot be in the film is refused before a device is opened, or when its size is known.
for words, code, sentence in [
        (["test:bars", "--bake"], 2, "--bake needs --look"),
        (["test:bars", "test:tone", "--bake", "--look", "{highpass: 200Hz}"], 2, "leave out one of them"),
        (["test:bars", "--bake", "--look", "{blur: 0px -> 9px}"], 2, "write one number, or leave out --bake"),
        (["test:bars", "--bake", "--look", "noir", "--look", "{lut: nothing.cube}"], 2, "--look {lut: nothing.cube}: "),
        (["rtsp://127.0.0.1:1/a", "--bake", "--look", "noir"], 2, "copied as it is"),
        (["rtsp://127.0.0.1:1/a", "--quality", "0"], 2, "copied as it is"),
]:
    done = run(editc, "record", "-o", "never.mp4", "--for", "1s", *words)
    assert done.returncode == code and sentence in done.stderr, (words, done)
