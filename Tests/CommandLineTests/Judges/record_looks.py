"""Chooses looks while bars are recorded, at a rate without whole milliseconds, renders the script, and finds the look of
each frame by its pixels: grey is `noir`, negative colours are `invert`.

usage: record_looks.py EDITC FOLDER
"""
import json
import subprocess
import sys

import numpy

editc, folder = sys.argv[1:]
SIZE = (64, 64)


def events_until(name, condition=lambda event: True):
    for line in process.stderr:
        event = json.loads(line)
        if event["event"] == name and condition(event):
            return event
    raise AssertionError(f"no {name}")


def order(line):
    process.stdin.write(line + "\n")
    process.stdin.flush()


def looks(path):
    """The look of each frame: 0 for the bars."""
    raw = subprocess.run(
        ["ffmpeg", "-v", "error", "-i", f"{folder}/{path}", "-f", "rawvideo", "-pix_fmt", "rgb24", "-"],
        capture_output=True, check=True).stdout
    found = []
    for frame in numpy.frombuffer(raw, numpy.uint8).reshape(-1, SIZE[1], SIZE[0], 3).astype(int):
        yellow = frame[20, 3 * SIZE[0] // 14]
        grey = max(yellow) - min(yellow) < 12
        found.append(1 if grey else 2 if yellow[2] > yellow[0] else 0)
    return found


process = subprocess.Popen(
    [editc, "record", "test:bars", "test:tone", "-o", "looks.mp4", "--size", "64x64", "--rate", "29.97", "--progress",
     "json", "--look", "noir", "--look", "[{invert: 1}, {highpass: 200Hz}]"],
    cwd=folder, stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
frames = 0
for line in ["look 2", "look 1", "look 3", "look 0", "look 2"]:
    frames = events_until("progress", lambda event: event["frames"] >= frames + 10)["frames"]
    order(line)
    if line == "look 3":
        warning = events_until("warning")
        assert "no look 3" in warning["message"], warning
    else:
        assert events_until("look")["look"] == int(line[-1])
        progress = events_until("progress")
        assert progress["look"] == int(line[-1]), progress
events_until("progress", lambda event: event["frames"] >= frames + 20)
order("stop")
report = events_until("finished")
process.communicate()
assert process.returncode == 0

changes = [(change["frame"], change["look"]) for change in report["looks"]]
assert [look for _, look in changes] == [0, 2, 1, 0, 2] and changes[0][0] == 0, changes
assert looks("looks.mp4") == [0] * report["frames"], "the film has the bars"
wanted = [next(look for start, look in reversed(changes) if start <= frame) for frame in range(report["frames"])]
for words in [["lint", "-v", "looks.edit"], ["lock", "--check", "looks.edit"]]:
    done = subprocess.run([editc, *words], cwd=folder, capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", ""), done
done = subprocess.run([editc, "render", "looks.edit"], cwd=folder, capture_output=True, text=True)
assert done.returncode == 0, done.stderr
rendered = looks("looks-cut.mp4")
assert rendered == wanted, (changes, rendered)
