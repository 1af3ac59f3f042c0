"""Sound of any number of samples: each file has to play exactly as many as its film has.

usage: remainders.py EDITC FOLDER SEED [COUNT]
A table makes a film for each number of samples: some beside whole packets, and COUNT random ones, for each codec, rate and
kind of file; without COUNT, every remainder of a packet for each codec, spread over rates and kinds of files. FFmpeg decodes
and counts; it plays the last packet of MP4 and QuickTime files to its end, padding included. Files with pictures end with a
frame, 1/240 s long.
"""

import concurrent.futures
import os
import random
import subprocess
import sys

editc, folder, seed = sys.argv[1:4]
count = int(sys.argv[4]) if len(sys.argv) > 4 else None
os.chdir(folder)
random.seed(int(seed))

# Codec, samples of a packet, rates, endings, and by how many samples a file may be longer.
KINDS = [
    ("mp3", 1152, (32000, 44100, 48000), ("mp3",), 0),
    ("mp3", 576, (8000, 16000, 24000), ("mp3",), 0),
    ("mp3", 1152, (48000,), ("mp4", "mov"), 1151),
    ("aac", 1024, (44100, 48000), ("m4a",), 1023),
    ("aac", 1024, (48000,), ("mp4", "mov"), 1023),
    ("opus", 960, (48000,), ("opus", "ogg", "mkv", "webm"), 0),
    ("opus", 960, (48000,), ("mp4",), 959),
    ("flac", 4608, (44100, 48000), ("flac", "ogg"), 0),
    ("flac", 4608, (48000,), ("mp4", "mkv"), 0),
    ("alac", 4096, (44100, 48000), ("m4a",), 0),
    ("alac", 4096, (48000,), ("mov", "mkv"), 0),
    ("pcm", 1024, (44100, 48000), ("wav",), 0),
    ("pcm", 1024, (48000,), ("mov", "mkv"), 0),
]
SOUND_ONLY = ("mp3", "m4a", "opus", "ogg", "flac", "wav")


def lengths(packet, step, ending):
    """Numbers of samples, in whole steps."""
    # Shorter sounds are refused of MP3 and Opus: FFmpeg cannot read them, or cannot tell what they are.
    least = packet * 5 if ending == "mp3" else packet
    if count is None:
        numbers = range(least, least + packet)
    else:
        numbers = [least + 1, least + packet + 47] + [random.randint(least, least + 3 * packet) for _ in range(count)]
    return sorted({max(step, number // step * step) for number in numbers})


def played(path):
    made = subprocess.run(
        ["ffmpeg", "-nostdin", "-v", "error", "-i", path, "-map", "0:a", "-f", "s16le", "-ac", "1", "-"],
        capture_output=True, check=True)
    return len(made.stdout) // 2


def films(place, codec, rate, ending, numbers):
    """Makes a film for each number."""
    sound = ending in SOUND_ONLY
    item = "{tone: sine, for: \"${n}/RATEs\"}" if sound else "{color: navy, for: \"${n}/RATEs\"}"
    picture = "" if sound else "canvas: {size: 16x16, rate: 240}\n"
    audio = "" if sound else "audio: [{tone: sine, for: \"${n}/RATEs\"}]\n"
    with open(f"{place}/film.edit", "w") as script:
        script.write(
            f"edit: 1\nvars: {{n: {{type: number}}}}\n{picture}mix: {{rate: RATE}}\ntimeline: [{item}]\n{audio}"
            f"outputs: [{{file: \"${{n}}.{ending}\", audio: {{codec: {codec}}}}}]\n".replace("RATE", str(rate)))
    with open(f"{place}/rows.csv", "w") as table:
        table.write("n\n" + "".join(f"{n}\n" for n in numbers))
    return subprocess.run(
        [editc, "render", "film.edit", "--vars", "rows.csv", "--force", "--no-cache", "--progress", "none"],
        capture_output=True, text=True, cwd=place)


def judged(kind, numbers):
    """How many files were made of a kind, and what is wrong with them."""
    codec, rate, ending, more = kind
    place = "-".join(map(str, kind))
    os.makedirs(place)
    files, wrong = 0, []
    left = numbers
    while left:
        # A table ends with its first failure.
        made = films(place, codec, rate, ending, left)
        done = [n for n in left if os.path.exists(f"{place}/{n}.{ending}")]
        for n in done:
            files += 1
            found = played(f"{place}/{n}.{ending}")
            if not 0 <= found - n <= more:
                wrong.append(f"{codec} at {rate} in {ending}: {found} samples, not {n}")
            os.remove(f"{place}/{n}.{ending}")
        rest = [n for n in left if n not in done]
        if made.returncode:
            wrong.append(f"{codec} at {rate} in {ending}: {rest[:1] or 'no'} samples: {made.stderr.strip()[-300:]}")
        left = rest[1:]
    return files, wrong


kinds = []
for codec, packet, rates, endings, more in KINDS:
    places = [(rate, ending) for rate in rates for ending in endings]
    shared = [place for place in places if place[1] in SOUND_ONLY]
    for rate, ending in places:
        numbers = lengths(packet, 1 if ending in SOUND_ONLY else rate // 240, ending)
        if count is None and ending in SOUND_ONLY:
            numbers = numbers[shared.index((rate, ending))::len(shared)]
        kinds.append(((codec, rate, ending, more), numbers))
files = failures = 0
with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as threads:
    for made, wrong in threads.map(lambda kind: judged(*kind), kinds):
        files += made
        failures += len(wrong)
        print(*wrong, sep="\n", end="\n" if wrong else "", flush=True)
print(f"{files} files, {failures} failures")
sys.exit(failures > 0)
