"""Runs `editc`, or a peer, on what `films.py`, `speech.py`, `drums.py` and `recordings.py` made, for `evaluate.py`.

    found.py PROGRAM films|speech|drums|recordings FOLDER SEED...

PROGRAM is a path of `editc`, or for films `scdet`, `adaptive` or `content`: FFmpeg's filter and PySceneDetect's two
detectors, with their usual settings. Writes FOLDER/SEED.found.json. The peers report moments instead of spans: each is
written as a cut, and as a gradual change of two pictures.
"""

import json
import re
import subprocess
import sys
from fractions import Fraction


def seconds(text):
    return float(Fraction(text.rstrip("s")))


def run(*arguments):
    return subprocess.run(arguments, stdout=subprocess.PIPE, check=True).stdout


def detect(editc, path, kinds, *options):
    return json.loads(run(editc, "detect", path, "--find", kinds, "--json", *options))


def picture(text, truth):
    """The number of the picture that is shown from a time on."""
    return round(seconds(text) * float(Fraction(truth["rate"])))


def film(program, path, truth):
    if program == "scdet":
        log = subprocess.run(["ffmpeg", "-i", path, "-vf", "scdet=t=10", "-f", "null", "-"],
                             stderr=subprocess.PIPE, check=True).stderr.decode()
        cuts = [picture(time, truth) for time in re.findall(r"lavfi.scd.time: ([\d.]+)", log)]
    elif program in ("adaptive", "content"):
        import scenedetect
        detector = {"adaptive": scenedetect.AdaptiveDetector, "content": scenedetect.ContentDetector}[program]()
        cuts = [start.frame_num for start, _ in scenedetect.detect(path, detector)[1:]]
    else:
        found = detect(program, path, "cuts,dissolves,fades")["found"]
        return {"cuts": [thing["frame"] for thing in found if thing["kind"] == "cut"],
                "gradual": [[thing["kind"], *(picture(end, truth) for end in thing["range"].split(".."))]
                            for thing in found if thing["kind"] in ("dissolve", "fade")]}
    return {"cuts": cuts, "gradual": [["moment", cut, cut + 2] for cut in cuts]}


def speech(program, path, _):
    found = detect(program, path, "silence")["found"]
    return {"silences": [[seconds(end) for end in thing["range"].split("..")]
                         for thing in found if thing["kind"] == "silence"]}


def drums(program, path, _):
    answer = detect(program, path, "beats")
    return {"beats": [seconds(thing["at"]) for thing in answer["found"] if thing["kind"] == "beat"],
            "tempo": answer.get("tempo", 0)}


def recordings(program, path, _):
    waves = []
    for name in "ab":
        waves.append(f"{path}-{name}.wav")
        run("ffmpeg", "-v", "error", "-y", "-f", "s16le", "-ar", "8000", "-ac", "1", "-i", f"{path}-{name}.raw",
            waves[-1])
    answer = subprocess.run([program, "sync", *waves, "--json"], stdout=subprocess.PIPE).stdout
    found = json.loads(answer)["recordings"][0]
    if "start" not in found:
        return None
    return {"offset": seconds(found["start"]), "speed": 1 / float(found.get("speed", "1x").rstrip("x"))}


if __name__ == "__main__":
    program, kind, folder = sys.argv[1:4]
    ask, end = {"films": (film, ".mkv"), "speech": (speech, ".wav"), "drums": (drums, ".wav"),
                "recordings": (recordings, "")}[kind]
    for seed in sys.argv[4:]:
        path = f"{folder}/{seed}"
        truth = json.load(open(path + ".json"))
        with open(path + ".found.json", "w") as file:
            json.dump(ask(program, path + end, truth), file)
