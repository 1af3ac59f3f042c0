"""Pauses recordings, takes stills of them and ends them: by lines through a pipe, and by keys on a terminal. ffprobe and
numpy judge the frames, the samples and the pixels.

usage: record_orders.py EDITC FOLDER
"""
import json
import os
import pty
import select
import subprocess
import sys
import termios
import time

import numpy

editc, folder = sys.argv[1:]
SOURCES = ["test:bars", "test:tone"]


def probe(path):
    """The number of frames, and the lengths of picture and sound in seconds."""
    words = json.loads(subprocess.run(
        ["ffprobe", "-v", "warning", "-show_entries", "stream=codec_type,nb_frames,duration", "-of", "json",
         folder + "/" + path], capture_output=True, text=True, check=True).stdout)["streams"]
    found = {stream["codec_type"]: stream for stream in words}
    return int(found["video"]["nb_frames"]), float(found["video"]["duration"]), float(found["audio"]["duration"])


def events_until(process, name, events, condition=lambda event: True):
    for line in process.stderr:
        event = json.loads(line)
        events.append(event)
        if event["event"] == name and condition(event):
            return event
    raise AssertionError(f"no {name}: {events}")


# Lines.
process = subprocess.Popen(
    [editc, "record", *SOURCES, "-o", "lines.mp4", "--size", "320x180", "--progress", "json", "--no-script"],
    cwd=folder, stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
events = []


def order(line):
    process.stdin.write(line + "\n")
    process.stdin.flush()


events_until(process, "progress", events, lambda event: event["frames"] >= 10)
order("still")
still = events_until(process, "still", events)
order("pause")
events_until(process, "paused", events)
at_pause = events_until(process, "progress", events, lambda event: event["paused"])
# While it pauses, the film does not grow.
for _ in range(12):
    last = events_until(process, "progress", events)
assert last["paused"] and last["frames"] <= at_pause["frames"] + 1, (at_pause, last)
order("pause")  # again: nothing happens
order("resume")
events_until(process, "resumed", events)
events_until(process, "progress", events, lambda event: event["frames"] >= last["frames"] + 10)
order("backwards")
warning = events_until(process, "warning", events)
assert "pause, resume, still, stop or look N" in warning["message"] and "'backwards'" in warning["message"], warning
order("stop")
report = events_until(process, "finished", events)
assert process.wait() == 0
assert report["end"] == "stop" and len(report["pauses"]) == 1, report
assert sum(event["event"] == "paused" for event in events) == 1
frames, picture, sound = probe("lines.mp4")
assert frames == report["frames"] and abs(picture - sound) < 0.001, (frames, picture, sound, report)
cut = report["pauses"][0]
seconds = cut["duration"]["seconds"] if isinstance(cut["duration"], dict) else cut["duration"]
assert 0 < cut["frame"] < frames and float(seconds) >= 0.9, cut
# The tone of 440 Hz is cut by whole frames of 1/30 s, which have no whole number of its periods: on both sides of the
# cut the tone is whole, and its phase jumps by what was taken out.
raw = subprocess.run(["ffmpeg", "-v", "error", "-i", folder + "/lines.mp4", "-map", "0:a", "-ac", "1", "-f", "f32le", "-"],
                     capture_output=True, check=True).stdout
tone = numpy.frombuffer(raw, "<f4").astype(float)
place = cut["frame"] * 1600
turn = numpy.exp(-2j * numpy.pi * 440 / 48000 * numpy.arange(len(tone)))


def phase(start, end):
    return numpy.angle(numpy.mean((tone * turn)[start:end])) / (2 * numpy.pi)


before, after = phase(place - 6000, place - 1200), phase(place + 1200, place + 6000)
jump = (after - before - 440 * float(seconds)) % 1
heard = report["sounds"][0]
# A recorder that the machine leaves no time for a second loses a part of the tone.
assert min(jump, 1 - jump) < 0.05 or heard["silent"] + heard["cut"] > 0, (before, after, report)

# The still is the picture before it was encoded: SMPTE bars of 75 %, 191 of 255.
picture = subprocess.run(
    ["ffmpeg", "-v", "error", "-i", folder + "/" + still["still"], "-f", "rawvideo", "-pix_fmt", "rgb24", "-"],
    capture_output=True, check=True).stdout
pixels = numpy.frombuffer(picture, numpy.uint8).reshape(180, 320, 3)
assert still["still"] == f"lines-{still['frame']}.png" and still["frame"] >= 9, still
for bar, colour in enumerate([(1, 1, 1), (1, 1, 0), (0, 1, 1), (0, 1, 0), (1, 0, 1), (1, 0, 0), (0, 0, 1)]):
    found = pixels[60, (2 * bar + 1) * 320 // 14].astype(int)
    assert abs(found - 191 * numpy.array(colour)).max() <= 3, (bar, found)

# Without a program or a terminal at the other end, nothing is read.
for place, words in [("/dev/null", {}), (folder + "/orders", {})]:
    if place != "/dev/null":
        with open(place, "w") as file:
            file.write("stop\n")
    with open(place) as file:
        done = subprocess.run(
            [editc, "record", *SOURCES, "-o", "file.mp4", "--size", "64x64", "--no-script", "--for", "1s", "--force"],
            cwd=folder, stdin=file, stderr=subprocess.PIPE, text=True)
        assert done.returncode == 0 and "ended by --for" in done.stderr and file.tell() == 0, done.stderr

# A pipe that is closed ends nothing, and half a line is no order.
done = subprocess.run(
    [editc, "record", *SOURCES, "-o", "closed.mp4", "--size", "64x64", "--no-script", "--for", "1s"], cwd=folder,
    input="stop", stderr=subprocess.PIPE, text=True)
assert done.returncode == 0 and "ended by --for" in done.stderr, done.stderr

# Keys.
main, second = pty.openpty()
usual = termios.tcgetattr(second)
process = subprocess.Popen(
    [editc, "record", *SOURCES, "-o", "keys.mp4", "--size", "64x64", "--report", "keys.json"], cwd=folder, stdin=second,
    stderr=second, preexec_fn=lambda: (os.setsid(), __import__("fcntl").ioctl(second, termios.TIOCSCTTY, 0)))
shown = b""


def wait_for(words):
    global shown
    while words not in shown:
        ready, _, _ = select.select([main], [], [], 60)
        assert ready, f"no {words} in {shown}"
        shown += os.read(main, 4096)
    shown = shown[shown.index(words) + len(words):]


wait_for(b"space pauses and continues")
wait_for(b" frames")
assert termios.tcgetattr(second)[3] & (termios.ICANON | termios.ECHO) == 0
while not os.path.exists(folder + "/keys.mp4"):
    time.sleep(0.01)
os.write(main, b"x ")  # the first key has no meaning
wait_for(b"paused")
os.write(main, b"s")
wait_for(b".png: the picture of frame ")
time.sleep(0.1)  # the pause has at least one frame
os.write(main, b" ")
wait_for(b"dB")
os.write(main, b"q")
wait_for(b"ended by an order")
wait_for(b"keys.edit plays it")
assert process.wait() == 0
assert termios.tcgetattr(second) == usual
with open(folder + "/keys.json") as file:
    report = json.load(file)
assert len(report["pauses"]) == 1 and probe("keys.mp4")[0] == report["frames"], report
assert len([name for name in os.listdir(folder) if name.startswith("keys-") and name.endswith(".png")]) == 1
done = subprocess.run([editc, "lint", "-v", "keys.edit"], cwd=folder, capture_output=True, text=True)
assert (done.returncode, done.stdout, done.stderr) == (0, "", ""), done
