"""Kills recordings at random moments: each must play, contain all but the last second, and finish to an ordinary
file without a message.

usage: record_kills.py EDITC FOLDER COUNT
"""
import os
import random
import signal
import subprocess
import sys
import time

editc, folder, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
draw = random.Random(5)


def frames(path):
    """The frames that ffmpeg decodes, and its messages."""
    made = subprocess.run(
        ["ffmpeg", "-nostdin", "-v", "warning", "-i", path, "-map", "0:v", "-fps_mode", "passthrough", "-f", "framecrc", "-"],
        capture_output=True, text=True)
    return sum(not line.startswith("#") for line in made.stdout.splitlines()), made.stderr


def known(path, unfinished):
    """Whether probe and lint say that it is unfinished, with the command."""
    probed = subprocess.run([editc, "probe", path], capture_output=True, text=True, check=True).stdout
    assert ("`editc record --finish FILE` makes an ordinary file of it" in probed) == unfinished, probed
    with open(path + ".edit", "w") as script:
        script.write(f"edit: 1\ntimeline: [{{clip: {os.path.basename(path)}}}]\n")
    linted = subprocess.run([editc, "lint", path + ".edit"], capture_output=True, text=True)
    found = linted.stdout + linted.stderr
    assert ("[unfinished-recording]" in found) == unfinished, found
    assert (f"`editc record --finish {os.path.basename(path)}`" in found) == unfinished, found


def judge(path, seconds):
    played, _ = frames(path)
    # Two CPU cores share the recordings and other tests, so only a rough bound holds here.
    assert played >= 15, f"{path}: {played} frames of {seconds:.2f} s"
    lost = seconds - played / 30
    if path.endswith("-0.mp4"):
        known(path, True)
    done = subprocess.run([editc, "record", "--finish", path], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    if path.endswith("-0.mp4"):
        known(path, False)
    finished, messages = frames(path)
    assert messages == "", f"{path}: {messages}"
    assert finished in (played, played // 15 * 15), f"{path}: {played} frames played, {finished} are left"
    probed = subprocess.run(
        ["ffprobe", "-v", "warning", "-select_streams", "v", "-show_entries", "stream=nb_frames,r_frame_rate",
         "-of", "csv=p=0", path], capture_output=True, text=True)
    assert probed.stdout == f"30/1,{finished}\n", probed.stdout + probed.stderr
    again = subprocess.run([editc, "record", "--finish", path], capture_output=True, text=True)
    assert again.returncode == 0 and "finished already" in again.stderr, again.stderr
    return lost


losses = []
for first in range(0, count, 5):
    running = []
    for number in range(first, min(first + 5, count)):
        path = os.path.join(folder, f"killed-{number}.mp4")
        process = subprocess.Popen(
            [editc, "record", "test:bars", "test:tone", "-o", path, "--size", "160x90", "--no-script"],
            stderr=subprocess.DEVNULL)
        running.append([path, process, None, draw.uniform(0, 2.5)])
    while any(one[1].poll() is None for one in running):
        for one in running:
            path, process, seen, delay = one
            if seen is None and os.path.exists(path):
                one[2] = time.monotonic()
            if one[2] is not None and time.monotonic() - one[2] >= delay and process.poll() is None:
                process.send_signal(signal.SIGKILL)
                process.wait()
                # The name appears with the first fragment, which has half a second.
                one[3] = time.monotonic() - one[2] + 0.5
        time.sleep(0.002)
    losses += [judge(one[0], one[3]) for one in running]
losses.sort()
print(f"{count} of {count} play; lost: median {losses[count // 2]:.2f} s, most {losses[-1]:.2f} s")
