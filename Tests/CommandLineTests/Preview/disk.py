"""Judges that a preview goes on after a full disk: its cache is a small file system of its own.

usage: unshare -rm python3 disk.py EDITC FOLDER
"""

import os
import signal
import subprocess
import sys

import bars
from running import Checks, Preview, write

editc, folder = sys.argv[1:3]
os.chdir(folder)
check = Checks()
bars.make("red.mp4", 0, 90, (200, 60, 60), 880)
write("edit: 1\ncanvas: {size: 640x360, rate: 30}\ntimeline: [{clip: red.mp4}]\n")
os.mkdir("cache")
subprocess.run(["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", "cache"], check=True)

# What the compiler writes finds room; no cell does.
subprocess.run([editc, "lint", "film.edit", "--cache", "cache"], stdout=subprocess.DEVNULL)
with open("cache/filler", "wb", buffering=0) as filler:
    try:
        while True:
            filler.write(bytes(4096))
    except OSError:
        pass
preview = Preview(editc, folder, "film.edit")
state = preview.until(lambda state: state["problem"])
check("the reason is said", "No space left on device" in state["problem"], state["problem"])
cells = preview.json("film/0")["cells"]
check("no cell is made or given up", not any(cell["state"] in ("made", "failed") for cell in cells), cells)

# An exact picture needs no room in the cache.
check("a picture", bars.numbers(preview.get("frame/0/45.png")) == [45])

os.remove("cache/filler")
preview.until(lambda _: all(cell["state"] == "made" for cell in preview.json("film/0")["cells"]), 20)
numbers = [number for cell in cells for number in bars.numbers(preview.get("cell/" + cell["key"]))]
check("all is made when there is room", numbers == list(range(90)), numbers)
check("the reason is gone", preview.until(lambda state: not state["problem"], 20)["problem"] is None)
code, _ = preview.stop()
check("the end", code == -signal.SIGINT, code)
check.end()
