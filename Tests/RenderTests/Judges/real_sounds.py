"""The sounds of real files, held against what ffmpeg decodes, placed by the times that it says.

usage: real_sounds.py EDITC FOLDER MEDIA [sample]
Each file's sound is rendered as it is to a wave file of its own rate; each sample must be where ffmpeg's command puts
it, which is told by the time of its first frame: priming, edit lists, late and negative starts included. Prints one line
for each file that is not so, and their number.
"""

import json
import os
import re
import subprocess
import sys
from fractions import Fraction

import numpy as np

editc, folder, media = sys.argv[1:4]
os.chdir(folder)
SECONDS = 2
# How long the frames of sound in one packet of a transport stream last, at most.
LAST_PACKETS = 0.4

# What is placed otherwise than packet by packet.
SEEN_OTHERWISE = {
    "deb_alarm-clock.oga": "ffmpeg's times jump by half a block where short and long blocks of Vorbis meet",
    "fs_movie-hello.ogg": "ffmpeg counts each of thousands of empty packets as a block of 128 samples",
    "ha_flashmob.mkv": "times wander by 6.6 ms around sound without a gap: AudioReaderTests holds each sample",
    "m3_sample-with-large-length.avi": "the command counts from the second decoding time on",
    "m3_sample_with_increasing_timestamps_320w_240h_5s.mp4": "a packet lies over the one before",
}


def run(*arguments):
    return subprocess.run(arguments, capture_output=True, timeout=120)


def end_of_track(path, stream, rate):
    """Where the file says that its track ends, in samples: ffmpeg's command plays the last packet to its end."""
    found = run(
        "ffprobe", "-v", "error", "-select_streams", str(stream), "-show_entries",
        "stream=start_time,duration:format=format_name", "-of", "json", path)
    facts = json.loads(found.stdout or b"{}")
    track = (facts.get("streams") or [{}])[0]
    # Other containers guess.
    if "mp4" not in facts.get("format", {}).get("format_name", "") or "duration" not in track:
        return None
    return int(np.floor((float(track.get("start_time", 0)) + float(track["duration"])) * rate + 0.5))


def judged(path, stream, rate, channels):
    """The frames that ffmpeg decodes of the first seconds: the number of the first sample by its time, and samples."""
    found = run(
        "ffmpeg", "-nostdin", "-hide_banner", "-copyts", "-i", path, "-map", f"0:{stream}", "-frames:a",
        str((SECONDS + 1) * rate // 256),
        "-af", "ashowinfo", "-f", "f32le", "-c:a", "pcm_f32le", "-")
    samples = np.frombuffer(found.stdout, dtype="<f4")
    samples = samples[:len(samples) // channels * channels].reshape(-1, channels)
    frames, start = [], 0
    for line in re.finditer(rb"n:\d+ pts:(-?\d+) pts_time:.* nb_samples:(\d+)", found.stderr):
        place, length = int(line.group(1)), int(line.group(2))
        # Containers round times, some to whole milliseconds: what is that near to the frame before follows on it.
        if frames and abs(place - frames[-1][0] - len(frames[-1][1])) <= rate // 300:
            place = frames[-1][0] + len(frames[-1][1])
        frames.append((place, samples[start:start + length]))
        start += length
    return frames


def cut_end(made, path, stream, end):
    """Where the last packets of a file begin if a render refused them, and ffmpeg cannot decode them either.

    A film that plays half a packet is refused; one that ends before is not.
    """
    refusal = re.search(rb"decoding the sound at (\d+):(\d+):([\d.]+)", made.stderr)
    if made.returncode != 65 or not refusal:
        return None
    hours, minutes, seconds = refusal.groups()
    place = int(hours) * 3600 + int(minutes) * 60 + float(seconds)
    judge = run(
        "ffmpeg", "-nostdin", "-v", "error", "-i", path, "-map", f"0:{stream}", "-f", "null", "-").stderr
    # The message rounds to a millisecond.
    return place - 0.001 if judge and place > end - LAST_PACKETS else None


def render(path, rate, layout, take=None):
    """Renders the sound of a file, or its beginning, to film.wav."""
    clip = f"clip: {json.dumps(path)}" + (f", take: {take}" if take else "")
    with open("film.edit", "w") as file:
        file.write(
            f"edit: 1\ncanvas: {{size: 32x32, rate: 10}}\nmix: {{rate: {rate}, channels: {layout}}}\n"
            f"timeline: [{{silence: {SECONDS}s}}]\naudio: [{{{clip}}}]\n"
            "outputs: [{file: film.wav}]\n")
    return run(editc, "render", "film.edit", "--no-cache", "--force", "--progress", "none")


def main():
    paths = sorted(
        os.path.join(root, name) for root, _, names in os.walk(media) for name in names
        if os.environ.get("JUDGE_ONLY", "") in name and not name.endswith((".md", ".sh", ".edl", ".otio", ".xml", ".fcpxml", ".ass", ".srt", ".vtt")))
    count = failures = 0
    for path in paths[::8] if sys.argv[4:] == ["sample"] else paths:
        name = os.path.relpath(path, media)
        probe = run(editc, "probe", "--json", path)
        if probe.returncode:
            continue
        known = json.loads(probe.stdout)["files"][0]["facts"]
        sounds = known.get("audio") or []
        if not sounds:
            continue
        sound = next((s for s in sounds if s.get("default")), sounds[0])
        rate, channels = sound["sampleRate"], sound["channels"]
        layout = {1: "mono", 2: "stereo", 6: "5.1"}.get(channels)
        if layout is None or rate > 192000:
            continue
        stream = sound["track"]
        frames = judged(path, stream, rate, channels)
        if not frames:
            continue
        origin = Fraction(known["origin"]["value"], known["origin"]["timescale"])
        # The filter counts in samples of the stream's rate.
        shift = int(np.floor(float(origin * rate) + 0.5))
        made = render(path, rate, layout)
        cut = cut_end(made, path, stream, sound["end"]["seconds"])
        if cut is not None:
            made = render(path, rate, layout, take=f"..{cut:.3f}s")
        if made.returncode:
            print(f"{name}: {made.stderr.decode()[:300]}")
            failures += 1
            continue
        found = np.frombuffer(
            run("ffmpeg", "-nostdin", "-v", "error", "-i", "film.wav", "-f", "f32le", "-").stdout, dtype="<f4"
        ).reshape(-1, channels)
        wanted = np.zeros_like(found)
        for place, samples in frames:
            start, end = max(0, place - shift), min(len(wanted), place - shift + len(samples))
            if end > start:
                wanted[start:end] = samples[start - place + shift:end - place + shift]
        end = end_of_track(path, stream, rate)
        if end is not None:
            wanted[max(0, end - shift):] = 0
            # To the millisecond or two: files say it in several places, not everywhere alike.
            edge = slice(max(0, end - shift - rate // 500), max(0, end - shift + rate // 500))
            wanted[edge] = found[edge]
        if cut is not None:
            end = int(cut * rate)
            wanted[end:] = 0
            # The take is written in milliseconds.
            edge = slice(end - rate // 500, end + rate // 500)
            wanted[edge] = found[edge]
        wanted = np.clip(wanted, -1, 1)
        rest = np.sqrt(np.mean((np.clip(found, -1, 1) - wanted) ** 2) + 1e-20)
        level = 20 * np.log10(rest / max(np.sqrt(np.mean(wanted ** 2)), 1e-3))
        count += 1
        if os.environ.get("JUDGE_VERBOSE"):
            print(f"  {name}: {rate} Hz, {channels} channels, first sample {frames[0][0] - shift}, {level:.1f} dB")
        # What is as soft as the last bit of 14 is no other sound.
        is_other = np.abs(np.clip(found, -1, 1) - wanted).max() > 1e-4
        if level > -70 and is_other and os.path.basename(name) not in SEEN_OTHERWISE:
            failures += 1
            difference = np.abs(np.clip(found, -1, 1) - wanted).max(axis=1)
            wrong = np.nonzero(difference > difference.max() / 4)[0]
            print(
                f"{name}: {level:.1f} dB, up to {difference.max():.5f},"
                f" samples {wrong[0]} to {wrong[-1]} of {len(wanted)} are others")
    print(f"{count} files, {failures} failures")
    sys.exit(1 if failures else 0)


main()
