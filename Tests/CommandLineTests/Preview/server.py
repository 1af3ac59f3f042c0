"""Judges what `editc preview` serves, by ffmpeg and by the numbers in the frames.

usage: server.py EDITC FOLDER
"""

import json
import os
import signal
import socket
import struct
import subprocess
import sys
import time
import urllib.error
import urllib.request

import bars
from running import Checks, Preview, write

editc, folder = sys.argv[1:3]
os.chdir(folder)
check = Checks()
HEAD = "edit: 1\ncanvas: {size: 640x360, rate: 30}\n"
STORY = HEAD + """timeline:
  - {clip: red.mp4, take: 2s..5.5s}
  - {clip: blue.mp4, take: 1s..4s}
"""
FRAMES = list(range(60, 165)) + list(range(1030, 1120))

bars.make("red.mp4", 0, 300, (200, 60, 60), 880)
bars.make("blue.mp4", 1000, 300, (60, 60, 200), 440)

# A script that does not exist yet is waited for.
preview = Preview(editc, folder, "film.edit")
state = preview.until(lambda state: state["problem"])
check("a missing script", "film.edit" in state["problem"] and not state["films"], state)
write(STORY)
state = preview.until(lambda state: state["films"])
check("it came", state["isCurrent"] and not state["problem"] and state["findings"] == [], state)
check("the film", state["films"][0]["frames"] == len(FRAMES), state)

# Every frame of every cell.
film = preview.json("film/0")
seen = []
for cell in film["cells"]:
    numbers = bars.numbers(preview.get("cell/" + cell["key"]))
    check("frames of a cell", len(numbers) == cell["frames"] and cell["first"] == len(seen), cell, len(numbers))
    seen += numbers
check("all frames, in order", seen == FRAMES, seen)

# Exact pictures, in each form.
for frame in [0, 59, 104, 105, 194]:
    for ending in ["png", "jpg", "small"]:
        numbers = bars.numbers(preview.get(f"frame/0/{frame}.{ending}"))
        check("an exact picture", numbers == [FRAMES[frame]], frame, ending, numbers)
for frame in [0, 104, 105, 194]:
    data = preview.get(f"frame/0/{frame}.thumb")
    size = subprocess.run(
        ["ffprobe", "-v", "error", "-show_entries", "stream=width,height", "-of", "csv=p=0", "-"], input=data,
        stdout=subprocess.PIPE, check=True).stdout.strip()
    check("a thumbnail", bars.numbers(data) == [FRAMES[frame]] and size == b"160,90", frame, bars.numbers(data), size)
check("a frame behind the end", preview.ask("frame/0/195.png")[0] == 404)
check("a film that is not there", preview.ask("film/1")[0] == 404)
check("a key that is not there", preview.ask("cell/" + 64 * "0")[0] == 404)

# The items: where they are, what they play, and the levels of their sounds: those that ffmpeg decodes.
for item, (name, first, frames, take, start) in zip(film["items"], [
        ("red.mp4", 0, 105, "2s..5.5s", 2), ("blue.mp4", 105, 90, "1s..4s", 1)]):
    facts = {key: item[key] for key in ["lane", "row", "kind", "first", "frames", "take", "media", "opacity", "volume"]}
    check("an item", facts == {
        "lane": "timeline", "row": 0, "kind": "clip", "first": first, "frames": frames, "take": take, "media": name,
        "opacity": [[0, 1]], "volume": [[0, 1]]}, item)
    check("the frames of its levels", item["waveform"]["first"] == first and item["waveform"]["frames"] == frames, item)
    levels = preview.get("waveform/" + item["waveform"]["key"])
    raw = subprocess.run(
        ["ffmpeg", "-v", "error", "-i", name, "-af", f"atrim=start={start}:duration={frames / 30}", "-f", "f32le", "-ar", "48000",
         "-"], stdout=subprocess.PIPE, check=True).stdout
    samples = struct.unpack(f"<{len(raw) // 4}f", raw)
    check("levels for each 20 ms", len(levels) == 2 * -(-frames * 50 // 30), len(levels))
    # Two channels; the samples of a lossy codec differ a little at the edges of a take.
    wrong = []
    for place in range(1, len(levels) // 2 - 1):
        part = samples[place * 1920:(place + 1) * 1920]
        peak, loud = max(map(abs, part)), (sum(value * value for value in part) / len(part)) ** 0.5
        if abs(levels[2 * place] - 255 * peak) > 1.5 or abs(levels[2 * place + 1] - 255 * loud) > 1.5:
            wrong.append((place, levels[2 * place], 255 * peak, levels[2 * place + 1], 255 * loud))
    check("the levels", wrong == [], wrong[:3])
check("levels that are not there", preview.ask("waveform/" + 64 * "0")[0] == 404)

# The sound: as many samples as the film has, each second where it belongs.
sound = film["sound"]
rate, samples = sound["sampleRate"], 0
for second in range(-(-sound["samples"] // rate)):
    data = preview.get(f"sound/{sound['key']}/{second}")
    decoded = subprocess.run(
        ["ffmpeg", "-v", "error", "-i", "-", "-f", "s16le", "-ac", "1", "-"], input=data, stdout=subprocess.PIPE, check=True)
    start = float(subprocess.run(
        ["ffprobe", "-v", "error", "-show_entries", "packet=pts_time", "-of", "csv=p=0", "-"], input=data,
        stdout=subprocess.PIPE, check=True).stdout.split()[0])
    check("where a piece of sound begins", abs(second * rate + start * rate - samples) < 1, second, start, samples)
    samples += len(decoded.stdout) // 2
    check("a piece begins with its second", start == 0, second, start)
check("the samples", samples == sound["samples"] == len(FRAMES) * rate // 30, samples, sound)

# The last second of a sound may be shorter than a packet.
write(HEAD + "timeline: [{clip: red.mp4, take: 0f..91f}]\n")
preview.until(lambda state: state["films"][0]["frames"] == 91)
sound = preview.json("film/0")["sound"]
pieces = [preview.ask(f"sound/{sound['key']}/{second}")[0] for second in range(5)]
check("seconds of a sound", pieces == [200] * 4 + [404], pieces)
write(STORY)
preview.until(lambda state: state["films"][0]["frames"] == len(FRAMES) and not state["isCompiling"])
preview.until(lambda _: all(cell["state"] == "made" for cell in preview.json("film/0")["cells"]))
film = preview.json("film/0")

# A save: only what changed has other keys.
before = {cell["key"] for cell in film["cells"]}
write(STORY + "overlays:\n  - {text: Title, at: 4.5s..5s}\n")
preview.until(lambda state: state["version"] > film["version"] and not state["isCompiling"])
changed = preview.json("film/0")
new = [cell for cell in changed["cells"] if cell["key"] not in before]
check("cells that changed", 1 <= len(new) <= 3, len(new), len(changed["cells"]))
check("they hold the change", all(cell["first"] + cell["frames"] > 135 and cell["first"] < 150 for cell in new), new)
check("the others are there", all(
    cell["state"] == "made" for cell in changed["cells"] if cell["key"] in before), changed["cells"])

# The worker of pictures goes on with the new plan. A clip that is replaced is another file: it gets a new worker.
def pictures_worker():
    found = subprocess.run(
        ["pgrep", "-P", str(preview.program.pid), "-f", "--", "--role pictures"], stdout=subprocess.PIPE, text=True)
    return found.stdout.split()


check("a picture with a title", bars.numbers(preview.get("frame/0/0.png")) == [FRAMES[0]])
worker = pictures_worker()
check("a worker of pictures", len(worker) == 1, worker)
for save in range(1, 4):
    write(HEAD + f"timeline:\n  - {{clip: red.mp4, take: {60 + save}f..165f}}\n  - {{clip: blue.mp4, take: 1s..4s}}\n")
    preview.until(lambda state: not state["isCompiling"] and state["films"][0]["frames"] == len(FRAMES) - save)
    for frame in [0, 120, 90]:
        check("a picture after a save", bars.numbers(preview.get(f"frame/0/{frame}.png")) == [FRAMES[frame + save]], save, frame)
check("the same worker", pictures_worker() == worker, worker, pictures_worker())
bars.make("other.mp4", 2000, 300, (60, 60, 200), 440)
os.rename("blue.mp4", "kept.mp4")
os.rename("other.mp4", "blue.mp4")
version = preview.json("state")["version"]
preview.until(lambda state: state["version"] > version and state["isCurrent"] and not state["isCompiling"])
check("a picture of a replaced clip", bars.numbers(preview.get("frame/0/120.png")) == [FRAMES[123] + 1000])
check("another worker", len(pictures_worker()) == 1 and pictures_worker() != worker, worker, pictures_worker())
os.rename("kept.mp4", "blue.mp4")
write(STORY)
preview.until(lambda state: state["isCurrent"] and not state["isCompiling"] and state["films"][0]["frames"] == len(FRAMES))

# A mistake: the last good film stays, the finding has its place and the frame to go to.
write(STORY.replace("take: 1s..4s", "take: 1..4s"))
state = preview.until(lambda state: not state["isCurrent"])
finding = next(finding for finding in state["findings"] if finding["severity"] == "error")
check("a finding", finding["id"] == "bare-number" and finding["line"] == 5 and finding["severity"] == "error", finding)
check("its excerpt and its repair", "take: 1..4s" in finding["excerpt"] and finding["help"], finding)
check("the last good film", len(state["films"]) == 1 and preview.json("film/0")["frames"] == 195, state)
check("its frames", bars.numbers(preview.get("frame/0/150.png")) == [FRAMES[150]])

# A script that is deleted and comes back; media that vanish and come back.
os.remove("film.edit")
state = preview.until(lambda state: state["problem"])
check("a deleted script", len(state["films"]) == 1, state)
write(STORY)
preview.until(lambda state: state["isCurrent"] and not state["problem"])
os.rename("blue.mp4", "away.mp4")
state = preview.until(lambda state: not state["isCurrent"])
check("missing media", any("blue.mp4" in finding["message"] for finding in state["findings"]), state["findings"])
os.rename("away.mp4", "blue.mp4")
preview.until(lambda state: state["isCurrent"] and state["findings"] == [])

# A page that tells where it is; events.
preview.get("at/0/120")
check("the position", preview.json("state")["position"] == {"film": 0, "frame": 120})
host, port = preview.address.split("/")[2].split(":")
events = socket.create_connection((host, int(port)))
path = "/" + preview.address.split("/", 3)[3]
events.sendall(f"GET {path}events HTTP/1.1\r\nHost: {host}:{port}\r\n\r\n".encode())
events.settimeout(20)
write(STORY.replace("2s..5.5s", "2s..4.5s"))
received = b""
while received.count(b"event: state") < 3 or b"event: cells" not in received:
    received += events.recv(65536)
check("events", b"text/event-stream" in received)

# What a page reports of playback comes to programs: where the playhead is, what it crosses, and the end.
write(STORY.replace("{clip: blue.mp4", "{name: sea, clip: blue.mp4") + "markers:\n  turn: {at: 4s}\n  part: {at: 5s, chapter: true}\n")
preview.until(lambda state: not state["isCompiling"] and preview.json("film/0")["markers"])
events = preview.events()
events.until(lambda found: found)


def told(*reports):
    """The events after these reports, in short."""
    count = len(events.all)
    for report in reports:
        check("a report", preview.ask(report) == (204, b""), report)
    preview.get("at/0/7")
    found = events.until(lambda found: ("time", {"film": 0, "frame": 7, "from": 7, "isPlaying": False}) in found[count:])
    short = []
    for name, data in found[count:]:
        if name == "time":
            short.append((data["from"], data["frame"], data["isPlaying"]))
        elif name in ("boundary", "ended"):
            short.append((name,) + tuple(data[key] for key in ("frame", "kind", "name", "lane") if key in data))
    return short[:short.index((7, 7, False))]


check("a move", told("at/0/104") == [(104, 104, False)])
# The first clip has 105 frames, the second one 90; the turn is at frame 120, the part at 150.
crossed = told("played/0/104/105", "played/0/105/149", "played/0/149/151")
check("what is crossed", crossed == [
    (104, 105, True), ("boundary", 105, "end", crossed[1][3], "timeline"), ("boundary", 105, "start", "sea", "timeline"),
    (105, 149, True), ("boundary", 120, "marker", "turn", None), (149, 151, True), ("boundary", 150, "chapter", "part", None)], crossed)
check("nothing is crossed twice", told("played/0/105/105", "played/0/105/119") == [(105, 105, True), (105, 119, True)])
check("what is crossed backwards", told("played/0/121/119") == [(121, 119, True), ("boundary", 120, "marker", "turn", None)])
check("the end", told("played/0/180/194", "ended/0") == [
    (180, 194, True), ("boundary", 195, "end", "sea", "timeline"), ("ended", 194)], told("played/0/180/194", "ended/0"))
check("the beginning", [event[:3] for event in told("played/0/3/0", "ended/0")] == [(3, 0, True), ("boundary", 0, "start"), ("ended", 0)])
check("no end in the middle", told("at/0/50", "ended/0") == [(50, 50, False)])
check("frames that are not there", told("played/0/0/195", "played/0/500/0", "played/1/0/1", "ended/1", "played/999999999999/0/1") == [])
write(STORY.replace("2s..5.5s", "2s..4.5s"))
preview.until(lambda state: not state["isCompiling"] and state["films"][0]["frames"] == 165)

# A client that goes away, and ten at once that ask for the same.
for _ in range(10):
    client = socket.create_connection((host, int(port)))
    client.sendall(f"GET {path}frame/0/100.png HTTP/1.1\r\nHost: {host}:{port}\r\n\r\n".encode())
    client.close()
check("it goes on", bars.numbers(preview.get("frame/0/100.jpg")) == [1055])

# Without the secret, or by another name, nothing is answered.
secret = path.strip("/")
other = secret[:-1] + ("y" if secret.endswith("x") else "x")
for target, name in [("/state", host), (f"/{other}/state", host), (path + "state", "evil.example")]:
    client = socket.create_connection((host, int(port)))
    client.sendall(f"GET {target} HTTP/1.1\r\nHost: {name}:{port}\r\nConnection: close\r\n\r\n".encode())
    answer = client.makefile("rb").read()
    check("without leave", answer.split()[1] in (b"403", b"404", b"421", b"400") and b"film" not in answer, target, answer[:80])

# A line in the user's editor: the program gets its arguments as they are, and nobody's scripts can name one.
def act(preview, address, token=None, origin=None):
    """The status of a POST as the page sends it, or with another token or origin."""
    place = preview.address.split("/")
    headers = {"X-Editc-Token": place[3] if token is None else token, "Origin": origin or "/".join(place[:3])}
    request = urllib.request.Request(preview.address + address, data=b"", headers=headers, method="POST")
    try:
        return urllib.request.urlopen(request, timeout=30).status
    except urllib.error.HTTPError as error:
        return error.code


check("no editor", preview.json("state")["hasEditor"] is False and act(preview, "line/4") == 404)
os.makedirs("config/editc")
write("#!/bin/sh\nprintf '%s\\n' \"$@\" > opened.new && mv opened.new opened\n", "edit or")
os.chmod("edit or", 0o755)
with open("config/editc/editc.yaml", "w") as settings:
    settings.write(f"settings: 1\neditor: [\"{folder}/edit or\", $HOME, \"{{file}}:{{line}}\", \"; touch hacked\"]\n")
os.environ["XDG_CONFIG_HOME"] = folder + "/config"
write(STORY, "a $(touch hacked) {line}.edit")
other = Preview(editc, folder, "a $(touch hacked) {line}.edit")
check("an editor", other.json("state")["hasEditor"] is True)
check("no line by GET", other.ask("line/5")[0] == 404)
for token, origin in [("", None), ("x" * 24, None), (None, "http://evil.example"), (None, "null")]:
    check("no line for others", act(other, "line/5", token, origin) == 403, token, origin)
time.sleep(0.2)
check("nothing was opened", not os.path.exists("opened"))
check("a line", act(other, "line/5") == 204)
end = time.time() + 20
while not os.path.exists("opened") and time.time() < end:
    time.sleep(0.02)
with open("opened") as opened:
    words = opened.read().splitlines()
check("its arguments", words == [
    "$HOME", os.path.realpath(folder) + "/a $(touch hacked) {line}.edit:5", "; touch hacked"], words)
check("no shell", not os.path.exists("hacked"))
other.stop()
del os.environ["XDG_CONFIG_HOME"]
with open("editc.yaml", "w") as settings:
    settings.write("settings: 1\neditor: [sh, \"{file}\"]\n")
beside = subprocess.run([editc, "preview", "film.edit", "--once"], stderr=subprocess.PIPE, text=True)
check("an editor of others", beside.returncode == 65 and "launch-beside-scripts" in beside.stderr, beside)
os.remove("editc.yaml")

# The same port is in use.
again = subprocess.run(
    [editc, "preview", "film.edit", "--port", port], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
check("a port in use", again.returncode == 69 and f"port {port} is in use" in again.stderr, again)

# Ctrl-C ends it within a second, and leaves no process, no port and no file.
code, seconds = preview.stop()
check("the end", code == -signal.SIGINT and seconds < 1.5, code, seconds)
check("no file is left", os.listdir(preview.temporary) == [], os.listdir(preview.temporary))
time.sleep(0.2)
running = subprocess.run(["pgrep", "-f", os.path.realpath(folder)], stdout=subprocess.PIPE, text=True).stdout.split()
check("no process is left", [pid for pid in running if int(pid) not in (os.getpid(), os.getppid())] == [], running)
probe = socket.socket()
check("no port is left", probe.connect_ex((host, int(port))) != 0)

# All of it at once, for a pipeline; and what is there is not made again.
once = [editc, "preview", "film.edit", "--once", "--cache", "once"]
check("--once", subprocess.run(once).returncode == 0)
files = sorted(os.path.join(place, name) for place, _, names in os.walk("once/segments") for name in names)
check("the cache is full", len(files) == 6, files)
times = [os.stat(file).st_mtime_ns for file in files]
check("--once again", subprocess.run(once).returncode == 0)
check("nothing is made again", [os.stat(file).st_mtime_ns for file in files] == times)
write("edit: 1\ntimeline: [{clip: nothing.mp4}]\n", "wrong.edit")
wrong = subprocess.run([editc, "preview", "wrong.edit", "--once"], stderr=subprocess.PIPE, text=True)
check("--once of a script with a mistake", wrong.returncode == 1 and "wrong.edit" in wrong.stderr, wrong)

# What a preview left that was killed with its workers is removed by the next one.
left = os.path.join(os.path.dirname(files[0]), ".entry.%sabcdefgh-abcdefgh.partial" % open("/proc/sys/kernel/random/boot_id").read().replace("-", "")[:12])
open(left, "w").close()
check("--once after a kill", subprocess.run(once).returncode == 0 and not os.path.exists(left))

# A media file without a script: what it contains by ffprobe, and chapters at the pictures where they begin.
with open("chapters.txt", "w") as file:
    file.write(";FFMETADATA1\ntitle=Harbour\n")
    for number, (start, end) in enumerate([(0, 31), (31, 210), (210, 300)]):
        file.write(f"[CHAPTER]\nTIMEBASE=1/30\nSTART={start}\nEND={end}\n" + (f"title=Part {number}\n" if number else ""))
subprocess.run(
    ["ffmpeg", "-v", "error", "-i", "red.mp4", "-i", "chapters.txt", "-map_metadata", "1", "-map_chapters", "1", "-c:v", "copy", "-c:a", "flac",
     "harbour.mkv"], check=True)
preview = Preview(editc, folder, "harbour.mkv")
preview.until(lambda state: state["films"] and not state["isCompiling"])
film = preview.json("film/0")
media = film["media"]
probed = subprocess.run(
    ["ffprobe", "-v", "error", "-show_entries", "stream=codec_name,width,height,sample_rate:format=size", "-of", "json", "harbour.mkv"],
    stdout=subprocess.PIPE, check=True, text=True).stdout
probed = json.loads(probed)
picture, sound = probed["streams"][:2]
text = [" ".join([track["title"], *track["details"]]) for track in media["tracks"]]
check("its size", f"{probed['format']['size']} bytes" in media["summary"], media["summary"])
check("its picture", f"video {picture['codec_name']}" in text[0] and f"{picture['width']}x{picture['height']} stored" in text[0]
      and "300 frames, 30 frames per second" in text[0], text)
check("its sound", f"audio {sound['codec_name']}, {sound['sample_rate']} Hz, stereo" in text[1], text)
check("its tags", {"name": "title", "value": "Harbour"} in [{**tag, "name": tag["name"].lower()} for tag in media["tags"]], media["tags"])
check("its chapters", [(chapter["name"], *bars.numbers(preview.get(f"frame/0/{chapter['frame']}.png"))) for chapter in film["chapters"]]
      == [("chapter 1", 0), ("Part 1", 31), ("Part 2", 210)], film["chapters"])
check("no line of a script", [item["line"] for item in film["items"]] == [None], film["items"])
preview.stop()

# At a Unix socket.
preview = Preview(editc, folder, "film.edit", "--socket", "page.sock")
secret = preview.address.split("/")[3]
check("its rights", os.stat("page.sock").st_mode & 0o777 == 0o600)
client = socket.socket(socket.AF_UNIX)
client.connect("page.sock")
client.sendall(f"GET /{secret}/state HTTP/1.1\r\nHost: localhost:8080\r\nConnection: close\r\n\r\n".encode())
check("an answer", client.makefile("rb").read().startswith(b"HTTP/1.1 200"))
code, _ = preview.stop(signal.SIGTERM)
check("its file is removed", code == -signal.SIGTERM and not os.path.exists("page.sock"))

check.end()
