"""Records at times of day in another time zone, after a delay, and until silence, and judges the moments by Python's
clock and `zoneinfo`, the frames by ffprobe.

usage: record_times.py EDITC FOLDER
"""
import datetime
import json
import os
import signal
import subprocess
import sys
import time
import zoneinfo

editc, folder = sys.argv[1:]
ZONE = "Asia/Kolkata"


def frames(path):
    return int(subprocess.run(
        ["ffprobe", "-v", "warning", "-select_streams", "v", "-show_entries", "stream=nb_frames", "-of", "csv=p=0", path],
        capture_output=True, text=True, check=True).stdout)


def record(path, *words):
    """The events, each with the time at which it came."""
    process = subprocess.Popen(
        [editc, "record", "test:bars", "test:tone", "-o", path, "--size", "64x64", "--no-script", "--progress", "json",
         *words], cwd=folder, env=dict(os.environ, TZ=ZONE), stderr=subprocess.PIPE, text=True)
    events = [(time.time(), json.loads(line)) for line in process.stderr]
    assert process.wait() == 0, events
    return events


def at_a_time(seconds):
    """Nil if the command was not there in time, on a busy machine."""
    start = int(time.time()) + seconds
    clock = lambda moment: datetime.datetime.fromtimestamp(moment, zoneinfo.ZoneInfo(ZONE)).strftime("%H:%M:%S")
    process = subprocess.Popen(
        [editc, "record", "test:bars", "test:tone", "-o", "at.mp4", "--size", "64x64", "--no-script", "--progress", "json",
         "--at", clock(start), "--until", clock(start + 1)], cwd=folder, env=dict(os.environ, TZ=ZONE),
        stderr=subprocess.PIPE, text=True)
    first = json.loads(process.stderr.readline())
    if first["event"] != "waiting" or first["seconds"] > seconds:
        process.kill()
        process.wait()
        return None
    events = [(time.time(), json.loads(line)) for line in process.stderr]
    assert process.wait() == 0, events
    return start, events


start, events = next(found for found in map(at_a_time, (2, 10, 60)) if found)
begun = next(moment for moment, event in events if event["event"] == "progress" and event["frames"] > 0)
assert begun >= start, f"{start - begun} s early"
assert events[-1][1]["end"] == "time", events[-1]
assert events[-1][0] >= start + 1
# Both sources were there before the start, so the second is whole.
assert frames(folder + "/at.mp4") == 30, frames(folder + "/at.mp4")

begun = time.time()
events = record("in.mp4", "--in", "0.7s", "--for", "0.5s")
first = next(moment for moment, event in events if event["event"] == "progress" and event["frames"] > 0)
assert first >= begun + 0.7, first - begun
assert frames(folder + "/in.mp4") == 15

early = subprocess.Popen(
    [editc, "record", "test:bars", "-o", "early.mp4", "--in", "1h", "--no-script", "--progress", "json"], cwd=folder,
    stderr=subprocess.PIPE, text=True)
assert json.loads(early.stderr.readline())["event"] == "waiting"
early.send_signal(signal.SIGINT)
early.communicate()
assert early.returncode == 75 and not os.path.exists(folder + "/early.mp4"), early.returncode

# The tone has -20 dB, so at -19 dB all is silence.
events = record("silent.mp4", "--stop-after-silence", "0.5s@-19dB")
assert events[-1][1]["end"] == "silence", events[-1]
assert frames(folder + "/silent.mp4") >= 15, frames(folder + "/silent.mp4")
events = record("loud.mp4", "--stop-after-silence", "0.5s@-21dB", "--for", "1s")
# A recorder that the machine leaves no time for a second loses a part of the tone.
assert events[-1][1]["end"] == "length" or events[-1][1]["sounds"][0]["silent"] >= 24000, events[-1]
