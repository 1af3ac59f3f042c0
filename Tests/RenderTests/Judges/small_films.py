"""Random films of one to five frames, at odd rates, of all kinds of files: what lint accepts, a render makes.

usage: small_films.py EDITC FOLDER SEED COUNT
COUNT films are rendered; those that lint refuses do not count.
"""

import os
import random
import shutil
import subprocess
import sys

editc, folder, seed, count = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
os.chdir(folder)
random.seed(seed)

RATES = ["1", "5", "8", "10", "12.5", "15", "23.976", "24", "25", "29.97", "30", "100/3", "48", "50", "59.94", "60", "90", "100",
         "120", "240"]
ENDINGS = ["mp4", "mov", "m4v", "mkv", "webm", "ts", "mxf", "gif", "apng", "webp", "m4a", "mp3", "opus", "ogg", "flac", "wav",
           "png", "jpg", "tif"]
PICTURES = ["png", "jpg", "tif"]


def script(number):
    """A script and the file or folder that it makes."""
    ending = random.choice(ENDINGS)
    items = ", ".join(
        f"{{color: {random.choice(['red', 'navy', 'white'])}, for: {random.randint(1, 2)}f}}"
        for _ in range(random.randint(1, 3)))
    sound = random.choice(
        ["", "audio: [{tone: sine}]\n", f"mix: {{rate: {random.choice([8000, 16000, 44100, 48000])}}}\naudio: [{{tone: sine}}]\n"])
    more = random.choice(["", ", range: 0f..1f", ", video: {quality: 30}", ', timecode: "01:00:00:00"'])
    place = f"f{number}" if ending in PICTURES else f"f{number}.{ending}"
    file = f"{place}/%d.{ending}" if ending in PICTURES else place
    size = random.choice(["64x48", "16x16", "320x180", "34x20"])
    text = (f"edit: 1\ncanvas: {{size: {size}, rate: {random.choice(RATES)}}}\ntimeline: [{items}]\n{sound}"
            f"outputs: [{{file: \"{file}\"{more}}}]\n")
    return text, place


made = tried = failures = 0
while made < count:
    tried += 1
    text, place = script(tried)
    with open("film.edit", "w") as file:
        file.write(text)
    linted = subprocess.run([editc, "lint", "film.edit"], capture_output=True, text=True)
    if linted.returncode == 1:
        continue
    rendered = subprocess.run(
        [editc, "render", "film.edit", "--force", "--no-cache", "--progress", "none", "--jobs", "1"],
        capture_output=True, text=True)
    made += 1
    if linted.returncode or rendered.returncode:
        failures += 1
        print(f"lint {linted.returncode}, render {rendered.returncode}: {rendered.stderr.strip()[-300:]}\n{text}")
    if os.path.isdir(place):
        shutil.rmtree(place)
    elif os.path.exists(place):
        os.remove(place)
print(f"{made} films, {failures} failures")
sys.exit(failures > 0)
