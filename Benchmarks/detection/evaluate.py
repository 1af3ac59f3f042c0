"""Compares what was found with the truth of `films.py`, `speech.py`, `drums.py` and `recordings.py`.

    evaluate.py films|speech|drums|recordings FOLDER SEED...

FOLDER has SEED.json, the truth, and SEED.found.json, what was found: `{"cuts": [12], "gradual": [["fade", 3, 9]]}` with
numbers of pictures; `{"silences": [[0.0, 1.2]]}` and `{"beats": [0.5], "tempo": 120}` in seconds; `{"offset": 1.5,
"speed": 1.0001}` or `null`. Needs numpy.
"""

import json
import sys

import numpy as np

from judge import Score, overlap, pairs


def films(files):
    cuts, gradual, flashes, flashed = Score(), Score(), 0, 0
    for truth, found in files:
        right = set(found["cuts"]) & set(truth["cuts"])
        cuts.add(len(right), len(found["cuts"]), len(truth["cuts"]))
        # A moment of a peer is right anywhere in the change, and not wrong at a cut.
        changes = [thing for thing in found["gradual"] if thing[0] != "moment" or thing[1] not in truth["cuts"]]
        alike = pairs(changes, truth["gradual"], lambda a, b: b[1] <= a[1] <= b[2] if a[0] == "moment"
                      else overlap(a[1:3], b[1:3]) >= 0.5)
        gradual.add(len(alike), len(changes), len(truth["gradual"]))
        for kind, start, end in truth["traps"]:
            if kind == "flash":
                flashes += 1
                flashed += any(start <= cut <= end for cut in set(found["cuts"]) - right)
    print("cuts", cuts)
    print("dissolves and fades", gradual)
    print(f"flashes with a false cut: {flashed} of {flashes}")


def bounds(truth, definition):
    if definition != "heard":
        return truth[definition]
    both = zip(truth["heard"], truth["audible"])
    return [(max(a, c), min(b, d)) for (a, b), (c, d) in both]


def speech(files, shortest=0.4, before=0.12, behind=0.1):
    for definition in ("speech", "audible", "heard"):
        score, errors, clipped, loud = Score(), [], 0, 0
        for truth, found in files:
            end = truth["seconds"]
            spoken = bounds(truth, definition)
            ends = [0] + [b for _, b in spoken]
            silences = [s for s in zip(ends, [a for a, _ in spoken] + [end]) if s[1] - s[0] >= shortest]
            alike = pairs(found["silences"], silences, lambda a, b: overlap(a, b) >= 0.5)
            score.add(len(alike), len(found["silences"]), len(silences))
            errors += [abs(a[0] - b[0]) for a, b in alike if b[0] > 0]
            errors += [abs(a[1] - b[1]) for a, b in alike if b[1] < end]
            if truth["snr"] < 20:
                continue
            removed = [(a + behind * (a > 0), b - before * (b < end - 0.01)) for a, b in found["silences"]]
            for a, b in spoken:
                loud += 1
                clipped += sum(max(0, min(y, b) - max(x, a)) for x, y in removed if y > x) > 0.02
        print(definition, score, f"ends: median {np.median(errors) * 1e3:.1f} ms,",
              f"90 % {np.percentile(errors, 90) * 1e3:.1f} ms; clipped {clipped} of {loud}")


def drums(files):
    scores, octaves, errors = [], 0, []
    for truth, found in files:
        alike = pairs(found["beats"], truth["beats"], lambda a, b: abs(a - b) <= 0.07)
        scores.append(2 * len(alike) / max(1, len(found["beats"]) + len(truth["beats"])))
        errors += [abs(a - b) for a, b in alike]
        tempo = 60 / np.median(np.diff(truth["beats"]))
        octaves += found["tempo"] > 0 and abs(np.log2(found["tempo"] / tempo)) < 0.12
    print(f"mean F {np.mean(scores):.3f}, {sum(f >= 0.95 for f in scores)} of {len(scores)} at least 0.95,",
          f"right octave {octaves}, errors: median {np.median(errors) * 1e3:.1f} ms,",
          f"95 % {np.percentile(errors, 95) * 1e3:.1f} ms")


def recordings(files):
    errors, same, strangers, accepted = [], 0, 0, 0
    for truth, found in files:
        if not truth["same"]:
            strangers += 1
            accepted += found is not None
            continue
        same += 1
        if found:
            places = [found["offset"] + at * found["speed"] - truth["offset"] - at * truth["speed"]
                      for at in (0, truth["seconds"])]
            errors.append(max(abs(place) for place in places) * 1e3)
    print(f"{sum(error < 1 for error in errors)} of {same} within 1 ms, median {np.median(errors):.3f} ms,",
          f"largest {max(errors):.3f} ms; {accepted} of {strangers} strangers accepted")


if __name__ == "__main__":
    kind, folder = sys.argv[1:3]
    read = [[json.load(open(f"{folder}/{seed}{end}")) for end in (".json", ".found.json")]
            for seed in sys.argv[3:]]
    {"films": films, "speech": speech, "drums": drums, "recordings": recordings}[kind](read)
