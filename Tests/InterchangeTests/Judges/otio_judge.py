#!/usr/bin/env python3
"""Compares what editc reads and writes with OpenTimelineIO. Run by hand:

    pip install opentimelineio otio-cmx3600-adapter otio-fcp-adapter otio-fcpx-xml-adapter
    otio_judge.py PROBE read FILE [--rate RATE]...    our reading of a file against OpenTimelineIO's
    otio_judge.py PROBE write FILE [--rate RATE]...   what we write of it, read by OpenTimelineIO
    otio_judge.py PROBE edl FILE [--rate RATE]...     the same as an edit decision list
    otio_judge.py PROBE xmeml FILE [--rate RATE]...   the same as XML of Final Cut Pro 7

Prints a line: the numbers of clips, and how many differ by more than a millisecond.
"""
import json
import subprocess
import sys
import tempfile

import opentimelineio as otio


def ours(probe, words):
    done = subprocess.run([probe, "json"] + words, capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit("refused by editc: " + done.stdout.strip()[:160])
    return json.loads(done.stdout)


def theirs(path, words):
    kwargs = {}
    if path.endswith(".edl"):
        rate = subprocess.run([sys.argv[1], "rate"] + words, capture_output=True, text=True).stdout.strip() or "24"
        frames, _, seconds = rate.partition("/")
        kwargs = {"rate": int(frames) / int(seconds or 1), "ignore_timecode_mismatch": True}
    if path.endswith(".xml"):
        kwargs = {"adapter_name": "fcp_xml"}
    read = otio.adapters.read_from_file(path, **kwargs)
    if not isinstance(read, otio.schema.Timeline):
        timelines = [x for x in read if isinstance(x, otio.schema.Timeline)]
        if len(timelines) != 1:
            raise ValueError("%d timelines" % len(timelines))
        read = timelines[0]
    return read


def clips_of(timeline):
    tracks = []
    for track in timeline.tracks:
        if not isinstance(track, otio.schema.Track):
            track = [track]
        items, cursor = [], 0.0
        for child in track:
            if isinstance(child, otio.schema.Transition):
                continue
            length = child.duration().to_seconds()
            if not isinstance(child, otio.schema.Gap):
                items.append((cursor, length))
            cursor += length
        tracks.append(sorted(items))
    return [t for t in tracks if t]


def main():
    probe, mode, words = sys.argv[1], sys.argv[2], sys.argv[3:]
    path = words[0]
    name = path.split("/")[-1]
    mine = [
        sorted((i["start"], i["duration"]) for i in track if i["kind"] == "clip" and i["duration"] >= 0)
        for track in ours(probe, words)[0]
    ]
    mine = [t for t in mine if t]
    if mode != "read":
        ending, form = {"write": (".otio", "otio"), "edl": (".edl", "edl"), "xmeml": (".xml", "xmeml")}[mode]
        text = subprocess.run([probe, form] + words, capture_output=True, text=True)
        if text.returncode != 0:
            raise SystemExit("%s: not written: %s" % (name, text.stdout.strip()[:160]))
        with tempfile.NamedTemporaryFile("w", suffix=ending, delete=False) as file:
            file.write(text.stdout)
        path = file.name
        if mode != "write":
            # What the format has no place for was told when it was written: both read the same file.
            rate = subprocess.run([probe, "rate"] + words, capture_output=True, text=True).stdout.strip() or "24"
            mine = [
                sorted((i["start"], i["duration"]) for i in track if i["kind"] == "clip")
                for track in ours(probe, [path, "--rate", rate])[0]
            ]
            mine = [t for t in mine if t]
    try:
        other = clips_of(theirs(path, words))
    except Exception as problem:  # the judge can fail, too
        print("%-52s ours %4d   OTIO: %s %s" % (name, sum(map(len, mine)), type(problem).__name__, str(problem)[:70]))
        return
    if mode == "edl" and mine and other:
        other, mine = other[:1], mine[:1]
        # Editors disagree about what is before the first event.
        other = [[(start - other[0][0][0], length) for start, length in other[0]]]
        mine = [[(start - mine[0][0][0], length) for start, length in mine[0]]]
    if mode == "write":
        other = other[: len(mine)] if len(other) > len(mine) else other
    # The order of tracks is each one's own.
    pool = list(other)
    differing = 0
    for track in mine:
        best = min(pool, key=lambda t: distance(track, t)) if pool else []
        if best in pool:
            pool.remove(best)
        differing += distance(track, best)
    differing += sum(map(len, pool))
    print("%-52s ours %4d   OTIO %4d   differing %d" % (name, sum(map(len, mine)), sum(map(len, other)), differing))


def distance(a, b):
    same = sum(1 for x, y in zip(a, b) if abs(x[0] - y[0]) < 0.001 and abs(x[1] - y[1]) < 0.001)
    return max(len(a), len(b)) - same


main()
