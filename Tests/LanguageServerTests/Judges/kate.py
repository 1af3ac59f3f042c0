#!/usr/bin/env python3
"""Uses `editc lsp` in Kate with the files of editors/kate, on a screen that nobody sees. What Kate and the server say to each
other is written down in between, and what Kate draws is read from the screen.
usage: kate.py, with EDITC, PLUGIN and FOLDER set"""

import json
import os
import re
import shlex
import shutil
import struct
import subprocess
import time

from client import Checks

check = Checks()
folder = os.environ["FOLDER"]
home = folder + "/home"
TEXT = 'edit: 1\ncanvas: {size: 640x360, rate: 25}\ntimeline:\n  - {color: navy, for: 2, name: intro}\n'


def prepare():
    """A person's folder after the steps of the page."""
    for name in ["bin", "run", ".config/kate/lspclient", ".local/share/org.kde.syntax-highlighting/syntax"]:
        os.makedirs(os.path.join(home, name), mode=0o700)
    shutil.copy(os.environ["PLUGIN"] + "/editc.xml", home + "/.local/share/org.kde.syntax-highlighting/syntax")
    shutil.copy(os.environ["PLUGIN"] + "/settings.json", home + "/.config/kate/lspclient")
    with open(home + "/bin/editc", "w") as file:
        file.write(f'#!/bin/sh\ntee "{folder}/asked" | {shlex.quote(os.environ["EDITC"])} "$@" | tee "{folder}/said"\n')
    os.chmod(home + "/bin/editc", 0o755)
    with open(home + "/.config/katerc", "w") as file:
        file.write("[General]\nStartup Session=new\n[Kate Plugins]\nlspclientplugin=true\n[lspclient]\n"
                   f"AllowedServerCommandLines=editc lsp,{home}/bin/editc lsp\n")
    with open(folder + "/film.edit", "w") as file:
        file.write(TEXT)


def messages(name):
    """What went through so far, as far as it is whole."""
    try:
        data = open(os.path.join(folder, name), "rb").read()
    except FileNotFoundError:
        return []
    found = []
    while True:
        head = re.match(rb"(?:[^\r\n]+\r\n)*?Content-Length: (\d+)\r\n(?:[^\r\n]+\r\n)*\r\n", data)
        if not head or len(data) < head.end() + int(head[1]):
            return found
        found.append(json.loads(data[head.end():head.end() + int(head[1])]))
        data = data[head.end() + int(head[1]):]


def pale_red():
    """How many points of the screen have the colour of a line with an error."""
    data = open(folder + "/Xvfb_screen0", "rb").read()
    head = struct.unpack(">25I", data[:100])
    size, width, height, line = head[0], head[4], head[5], head[12]
    start = size + head[19] * 12
    count = 0
    for row in range(0, height, 3):
        points = data[start + row * line:start + row * line + width * 4]
        for blue, green, red in zip(points[0::4], points[1::4], points[2::4]):
            count += red > 245 and green == blue and 200 < green < 240
    return count


def until(what, condition, seconds=120):
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        time.sleep(0.1)
    check(condition(), "in time:", what)


def findings():
    """The codes of the newest findings; nil before the first ones."""
    said = [m["params"]["diagnostics"] for m in messages("said") if m.get("method") == "textDocument/publishDiagnostics"]
    return [d["code"] for d in said[-1]] if said else None


prepare()
screen = subprocess.Popen(
    ["Xvfb", "-displayfd", "1", "-screen", "0", "1200x700x24", "-fbdir", folder, "-nolisten", "tcp"], stdout=subprocess.PIPE,
    stderr=subprocess.DEVNULL)
display = ":" + screen.stdout.readline().decode().strip()
environment = dict(os.environ, DISPLAY=display, HOME=home, XDG_RUNTIME_DIR=home + "/run", LC_ALL="C.UTF-8", LANGUAGE="en",
                   PATH=home + "/bin:" + os.environ["PATH"], QT_QPA_PLATFORM="xcb")
for name in ["XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"]:
    environment.pop(name, None)
kate = subprocess.Popen(["dbus-run-session", "--", "kate", "-n", "--block", folder + "/film.edit"], env=environment,
                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
try:
    until("what the server finds", lambda: findings() == ["bare-number"])
    opened = [m["params"]["textDocument"] for m in messages("asked") if m.get("method") == "textDocument/didOpen"]
    check.equal([(o["languageId"], o["text"]) for o in opened], [("editc", TEXT)], "the file type, and the text")
    until("the line with the mistake is marked", lambda: pale_red() > 300)

    def keys(*words):
        subprocess.run(["xdotool", *words], env=environment, check=True, stdout=subprocess.DEVNULL)
    keys("search", "--name", "film.edit", "windowfocus", "--sync")
    keys("key", "ctrl+Home", "Down", "Down", "Down", "Home")
    for _ in range(22):
        keys("key", "Right")
    keys("type", "s")
    until("the repair", lambda: findings() == [])
    until("the line is not marked any more", lambda: pale_red() == 0)
finally:
    # At SIGTERM, Kate asks whether the changed text is to be kept.
    os.killpg(kate.pid, 9)
    screen.terminate()
    kate.wait()
    screen.wait()
check.done()
