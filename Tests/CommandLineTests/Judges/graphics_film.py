"""Renders a film of 200 frames with every kind of text and drawing, and compares its bytes: for numbers of workers, for
languages, after killed renders, and the segments that emulated processors make.

    graphics_film.py EDITC FOLDER KILLS [PROCESSOR...]

Prints what differs, and as the last line the numbers of renders, of kills, of segments and of failures.
"""

import hashlib
import json
import os
import random
import signal
import subprocess
import sys
import time

EDITC, FOLDER = sys.argv[1], os.path.abspath(sys.argv[2])
KILLS, PROCESSORS = int(sys.argv[3]), sys.argv[4:]
chance = random.Random(5)
BLENDS = ["multiply", "darken", "screen", "lighten", "add", "subtract", "overlay", "hard-light", "soft-light",
          "color-dodge", "color-burn", "difference", "exclusion", "hue", "saturation", "color", "luminosity"]
CARD = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 80">
<defs><linearGradient id="g"><stop stop-color="teal"/><stop offset="1" stop-color="${end}"/></linearGradient>
<radialGradient id="r"><stop stop-color="white"/><stop offset="1" stop-color="black"/></radialGradient>
<filter id="f"><feGaussianBlur stdDeviation="2"/><feColorMatrix type="saturate" values="0.4"/></filter>
<pattern id="p" width="6" height="6" patternUnits="userSpaceOnUse"><circle cx="3" cy="3" r="2" fill="gold"/></pattern>
<mask id="m"><rect width="120" height="80" fill="url(#r)"/></mask></defs>
<rect width="120" height="80" rx="9" fill="url(#g)"/>
<rect x="5" y="40" width="${share}" height="12" fill="url(#p)" stroke="white" stroke-width="0.7"/>
<path d="M10 70 C 30 40, 60 100, 110 60" fill="none" stroke="orange" stroke-width="3" stroke-dasharray="7 3"/>
<g mask="url(#m)" filter="url(#f)"><ellipse cx="80" cy="30" rx="30" ry="18" fill="crimson"/></g>
<text x="8" y="24" font-size="14" font-family="Inter">${title}</text></svg>"""
WIPE = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 50"><defs><linearGradient id="g">
<stop stop-color="black"/><stop offset="1" stop-color="white"/></linearGradient></defs>
<rect width="100" height="50" fill="url(#g)"/></svg>"""


def script():
    """Eight seconds: each list is a part of what GRAPHICS knows, over a clip with a timecode."""
    overlays = [
        'text: The Difference Engine, name: head, at: 0s..3s, size: 5vmin..12vmin, lines: 2, width: 70%, place: "50%, 30%",'
        " animate: {in: rise, out: slide left, by: letter, for: 400ms, stagger: 20ms, ease: ease-out-back}",
        'text: "مرحبا بالعالم", at: 0s..3s, size: 8vmin, place: "below head, margin 2vmin", color: gold,'
        " animate: {in: zoom 60%, by: word, for: 500ms, stagger: 80ms, order: random}",
        'text: 1234567, at: 0s..2s, size: 5vmin, tracking: 12%, features: tnum, box: {color: "#204060c0", padding: 1vmin 2vmin},'
        ' place: "top left, margin 3%", animate: {in: blur 6px, by: line, for: 300ms}',
        "counter: {from: 0, to: 98765, ease: ease-in-out-expo, format: '# ###'}, at: 2s..5s, size: 9vmin, place: center",
        "counter: {of: story, show: '{timecode} {frame}'}, at: 0s..8s, size: 4vmin, place: bottom right",
        "shape: rectangle, fill: teal, width: 20%, height: 0% -> 30% ease-out-bounce, at: 1s..3s, place: left",
        "shape: {star: 5}, fill: white, width: 20vmin, height: 20vmin, at: 3s..5s, rotate: 0deg -> 90deg ease-out-elastic",
        "shape: {arrow: right}, fill: tomato, width: 30%, height: 14%, at: 4s..6s, place: left, skew: 0deg -> 30deg 8deg",
        "shape: {polygon: '0% 0%, 100% 20%, 70% 100%, 10% 80%'}, stroke: 3px white, fill: '#30608080', width: 30%, height: 40%,"
        " at: 5s..7s, place: right, rotate: 10deg -> 50deg",
        "gradient: {colors: [gold, '#ff634780', indigo], radial: 30% 40% -> 70% 60%, radius: 60% -> 90%}, at: 3s..4s,"
        " width: 60%, height: 60%, opacity: 0.7, rotate: 7deg",
        "clip: clip, at: 4s..6s, audio: off, take: 0s..2s, fit: cover, width: 30%, height: 80%, focus: 10% 50% -> 90% 20%,"
        " place: right, mask: {sequence: wipe}",
        "clip: clip, at: 5s..7s, audio: off, take: 1s..3s, width: 40%, place: top left, mask: {sequence: wipe, by: alpha, invert: true}",
        "color: orchid, at: 6s..8s, mask: {text: MASK, font: Inter, size: 40%, weight: black}",
        "color: navy, at: 6s..7s, width: 50%, height: 50%, opacity: 0.8, mask: {clip: clip}",
        "image: card.svg, with: {title: Ada & <b>, share: 72, end: indigo}, at: 1s..8s, width: 20% -> 60% ease-out, place: bottom left",
        "color: white, at: 7s..8s, mask: {image: wipe.svg, feather: 2px}",
        "noise: {size: 3px, amount: 0.4, color: true}, at: 0s..4s, blend: overlay",
        "noise: {size: 2px, amount: 0.2 -> 0.6, still: true}, at: 4s..8s, width: 50%, height: 50%, blend: soft-light",
    ]
    for number, mode in enumerate(BLENDS):
        overlays.append(f"color: '#{(number * 913271 + 4095) % 0xffffff:06x}', at: {number * 10}f..{number * 10 + 30}f, width: 30%,"
                        f" height: 50%, place: '{5 * number}%, 50%', opacity: 0.8, blend: {mode}")
    return ("edit: 1\nmedia: {clip: clip.mov}\ncanvas: {size: 320x180, rate: 25, background: '#203040'}\ntimeline:\n"
            "  - {clip: clip, take: 0s..3s, name: story}\n  - {transition: luma wipe.svg 600ms}\n"
            "  - {gradient: navy -> teal, for: 3.44s}\n"
            "  - {credits: ['Directed by: Grace Hopper', 'Music: Clara Schumann, Fanny Hensel', Thanks], for: 2s, roll: up,"
            " size: 8vmin, color: white}\n"
            "overlays:\n" + "".join(f"  - {{{item}}}\n" for item in overlays)
            + "sequences:\n  wipe:\n    - {color: white, for: 2s, width: 10% -> 100%, height: 90%, place: left, opacity: 0.9}\n"
            "outputs:\n  - {file: film.mp4, video: {quality: 20, speed: veryfast}}\n")


def environment(language):
    return dict(os.environ, LANG=language, LC_ALL=language, XDG_CACHE_HOME=os.path.join(FOLDER, "cache"))


def editc(*arguments, language="C.UTF-8"):
    result = subprocess.run([EDITC, *arguments], cwd=FOLDER, env=environment(language), stdin=subprocess.DEVNULL,
                            capture_output=True, text=True)
    if result.returncode != 0:
        raise SystemExit(f"{' '.join(arguments)}: {result.stdout}{result.stderr}")
    return result.stdout


def digest(path):
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def store(path):
    """The names and digests of the files of a store."""
    return {name: digest(os.path.join(folder, name)) for folder, _, names in os.walk(path) for name in names
            if not name.startswith(".")}


def identity(path):
    facts = os.stat(path)
    return {"device": facts.st_dev, "number": facts.st_ino, "byteCount": facts.st_size, "modified": facts.st_mtime_ns,
            "changed": facts.st_ctime_ns}


def plan_for_worker(path):
    """Adds what a render tells its own workers about the media. Returns the number of segments."""
    with open(path) as file:
        content = json.load(file)["content"]
    content["media"] = [identity(medium["path"]) for medium in content["plan"]["composition"]["media"]]
    text = json.dumps(content, separators=(",", ":"), ensure_ascii=False)
    with open(path, "w") as file:
        file.write('{"editcPlan":1,"sha256":"%s","content":%s}\n' % (hashlib.sha256(text.encode()).hexdigest(), text))
    return len(content["plan"]["segments"])


os.makedirs(FOLDER, exist_ok=True)
for name, text in [("film.edit", script()), ("card.svg", CARD), ("wipe.svg", WIPE)]:
    with open(os.path.join(FOLDER, name), "w") as file:
        file.write(text)
subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i",
                "testsrc2=s=320x180:r=25:d=4,noise=alls=9:allf=t:all_seed=4", "-timecode", "01:02:03:04", "-c:v", "libx264",
                "-preset", "veryfast", os.path.join(FOLDER, "clip.mov")], check=True)
failures, renders, segments, killed = [], 0, 0, 0
wanted = None
for language, jobs in [("C.UTF-8", 1), ("C.UTF-8", 2), ("de_DE.UTF-8", 8)]:
    editc("render", "film.edit", "--force", "--no-cache", "-j", str(jobs), "-o", "out.mp4", language=language)
    renders += 1
    found = digest(os.path.join(FOLDER, "out.mp4"))
    wanted = wanted or found
    if found != wanted:
        failures.append(f"-j {jobs}, {language}: another film")
frames = subprocess.run(["ffprobe", "-v", "error", "-count_packets", "-show_entries", "stream=nb_read_packets", "-of", "csv=p=0",
                         os.path.join(FOLDER, "out.mp4")], capture_output=True, text=True).stdout.split()
if frames[:1] != ["200"]:
    failures.append(f"{frames} frames")
for number in range(KILLS):
    # Every fifth one begins again without what the others left.
    if number % 5 == 0:
        subprocess.run(["rm", "-rf", os.path.join(FOLDER, "killed")])
    process = subprocess.Popen([EDITC, "render", "film.edit", "--force", "--cache", "killed", "-j", "2", "-o", "killed.mp4"],
                               cwd=FOLDER, env=environment("C.UTF-8"), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL, start_new_session=True)
    time.sleep(chance.uniform(0.1, 3))
    if process.poll() is None:
        process.send_signal(signal.SIGKILL)
        killed += 1
    process.wait()
    if number % 5 == 4 or number == KILLS - 1:
        editc("render", "film.edit", "--force", "--cache", "killed", "-o", "killed.mp4")
        renders += 1
        if digest(os.path.join(FOLDER, "killed.mp4")) != wanted:
            failures.append(f"after kill {number}: another film")
if PROCESSORS:
    editc("render", "film.edit", "--force", "--cache", "here", "-j", "2", "-o", "here.mp4")
    editc("plan", "film.edit", "--cache", "empty", "-o", "plan.json", "--force")
    count = plan_for_worker(os.path.join(FOLDER, "plan.json"))
    here = store(os.path.join(FOLDER, "here", "segments"))
    for processor in PROCESSORS:
        there = os.path.join(FOLDER, processor)
        os.makedirs(there)
        orders = "".join(json.dumps({"segment": {"_0": number}}) + "\n" for number in range(count))
        result = subprocess.run(
            ["qemu-x86_64", "-cpu", processor, EDITC, "render-worker", "--plan", "plan.json", "--store", there,
             "--parent", str(os.getpid()), "--owner", processor.lower(), "--sandbox", "off"],
            cwd=FOLDER, env=environment("C.UTF-8"), input=orders, capture_output=True, text=True)
        made = store(there)
        segments += len(made)
        if len(made) != count:
            failures.append(f"{processor}: {len(made)} of {count} segments\n{result.stdout[-300:]}{result.stderr[-300:]}")
        failures += [f"{processor}: {name} differs" for name in made if here.get(name) != made[name]]
for failure in failures[:20]:
    print(failure)
print(f"{renders} renders, {killed} kills, {segments} emulated segments, {len(failures)} failures, {wanted[:16]}")
sys.exit(1 if failures else 0)
