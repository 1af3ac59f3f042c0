"""Renders random films with receipts, makes them again elsewhere, and changes single bytes of what they were made of.

    receipts.py EDITC FOLDER FILMS SEED [ATTESTATION]

For each film: the receipt is valid by docs/receipt.schema.json and, where ATTESTATION is the folder of the PyPI package
`in-toto-attestation`, by that; `reproduce` makes the same film from copies of the named files in another folder, with an
empty cache, another locale and time zone, with one worker and with eight; one changed bit in each input is refused by
its name, in the versions by the version, in the digest of a font after the render, and in the film by `verify`.
Prints what is wrong, and counts as the last line; exits with 1 if anything is wrong.
"""

import base64
import csv
import hashlib
import json
import os
import random
import shutil
import subprocess
import sys

import jsonschema

EDITC, FOLDER = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
FILMS, SEED = map(int, sys.argv[3:5])
SCHEMA = json.load(open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../docs/receipt.schema.json")))
if len(sys.argv) > 5:
    sys.path.insert(0, sys.argv[5])
    from google.protobuf import json_format
    from in_toto_attestation.predicates.provenance.v1 import provenance_pb2
    from in_toto_attestation.v1 import statement_pb2
    from in_toto_attestation.v1.statement import Statement
FONT = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
OUTPUTS = [
    "film.mp4", "film.mp4, video: {codec: hevc, speed: ultrafast}", "film.mkv, video: {codec: ffv1}, audio: {codec: flac}",
    "film.mov, audio: {codec: pcm}", "film.mkv, video: {speed: ultrafast}, audio: {codec: opus}", "film.ts",
    "film.wav", "film.m4a"]
LOCALES = ["C", "C.UTF-8", "de_DE.UTF-8", "tr_TR.UTF-8", "ar_EG.UTF-8", "ja_JP.eucJP"]
ZONES = ["UTC", "Asia/Tokyo", "America/St_Johns", "Pacific/Apia", "Africa/Casablanca", "Asia/Kathmandu"]
FOLDERS = ["a folder", "Größe", "it's", "x/y/z", "日本", "a,b;c"]
chance = random.Random(SEED)
failures = []
counts = dict.fromkeys(["valid", "attested", "made again", "inputs", "named inputs", "versions", "named versions", "fonts",
                        "named fonts", "films", "named films"], 0)


def run(*words, codes=(0,), environment=None):
    result = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                            env=dict(os.environ, **(environment or {})))
    if codes is not None and result.returncode not in codes:
        raise SystemExit(f"{' '.join(words)}\n{result.returncode}\n{result.stderr}")
    return result


def ffmpeg(*words):
    run("ffmpeg", "-nostdin", "-v", "error", "-y", *words)


def write(path, text):
    os.makedirs(os.path.dirname(os.path.abspath(path)), exist_ok=True)
    with open(path, "w") as file:
        file.write(text)


def digest(path):
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def flip(path):
    """Changes one random bit of a file; returns its place and what the file was."""
    with open(path, "rb") as file:
        old = file.read()
    place = chance.randrange(len(old))
    changed = bytearray(old)
    changed[place] ^= 1 << chance.randrange(8)
    with open(path, "wb") as file:
        file.write(changed)
    return place, old


class Project:
    """A script with files of every kind beside it, each used with a chance."""

    def __init__(self, number):
        self.folder = f"{FOLDER}/{number}"
        os.makedirs(self.folder + "/media")
        os.chdir(self.folder)
        rate = chance.choice(["24", "25", "29.97", "30", "50"])
        pitch = chance.randint(200, 900)
        ffmpeg("-f", "lavfi", "-i", f"{chance.choice(['testsrc2', 'mandelbrot', 'testsrc'])}=s=160x90:r={rate}", "-f", "lavfi",
               "-i", f"sine=f={pitch}:r=48000", "-t", "3", "-c:v", "libx264", "-preset", "ultrafast", "-g", "12", "-c:a",
               "aac", "media/clip.mp4")
        self.inputs = {"film.edit", "media/clip.mp4"}
        self.options = []
        color = chance.choice(["navy", "maroon", "teal"])
        start = round(chance.uniform(0, 1), 2)
        script = ["edit: 1", f"canvas: {{size: 160x90, rate: {rate}}}"]
        timeline = [f"{{clip: media/clip.mp4, take: {start}s..{start + 1:g}s{self.look()}}}"]
        overlays, audio, more = [], [], []
        if self.uses("media/still.png"):
            ffmpeg("-f", "lavfi", "-i", f"color={color}:s=64x64", "-frames:v", "1", "media/still.png")
            overlays.append("{image: media/still.png, at: 0s, for: 0.8s, width: 20%, place: top right}")
        if self.uses("media/music.wav"):
            ffmpeg("-f", "lavfi", "-i", f"sine=f={pitch + 70}:r=44100", "-t", "1", "media/music.wav")
            audio.append("{clip: media/music.wav, at: 0s, take: ..0.9s, volume: -6dB}")
        if self.uses("parts/inner.edit"):
            write("parts/inner.edit", f"edit: 1\ncanvas: {{size: 160x90, rate: {rate}}}\n"
                  f"timeline: [{{color: {color}, for: 0.5s}}]\noutputs: [{{file: inner.mp4}}]\n")
            timeline.append("{edit: parts/inner.edit}")
        if self.uses("brand.edit"):
            self.inputs.add("media/logo.png")
            ffmpeg("-f", "lavfi", "-i", "testsrc=s=32x32", "-frames:v", "1", "media/logo.png")
            write("brand.edit", "edit: 1\nmedia: {logo: media/logo.png}\nstyles: {big: {size: 20%, color: yellow}}\n")
            script.append("use: {brand: brand.edit}")
            overlays.append("{text: Branded, at: 0s, for: 0.5s, font: DejaVu Sans, style: brand/big, place: bottom left}")
            overlays.append("{image: brand/logo, at: 0s, for: 0.5s, place: bottom right}")
        if self.uses("fonts/own.ttf"):
            os.makedirs("fonts")
            shutil.copy(FONT.replace("Sans.", "Serif."), "fonts/own.ttf")
            overlays.append("{text: Own letters, at: 0.2s, for: 0.5s, font: fonts/own.ttf, size: 12px, place: top left}")
        if self.uses("subs/en.srt"):
            mode = chance.choice(["sidecar", "burn"])
            write("subs/en.srt", "1\n00:00:00,100 --> 00:00:00,700\nFirst words\n")
            more.append(f"subtitles: [{{file: subs/en.srt, language: eng, mode: {mode}}}]")
        if self.uses("titles.csv"):
            with open("titles.csv", "w", newline="") as table:
                csv.writer(table).writerows([["name"], ["Ada"], ["Böb"], ["Ćy,d"]])
            script.append("vars: {name: {type: text}}")
            overlays.append('{text: "${name}", at: 0s, for: 0.9s, size: 14px, font: DejaVu Sans}')
            self.options += ["--vars", "titles.csv", "--row", str(chance.randint(1, 3))]
        elif chance.random() < 0.4:
            script.append(f"vars: {{size: {{type: length, default: {chance.randint(8, 20)}px}}}}")
            overlays.append('{text: Sized, at: 0s, for: 0.9s, size: "${size}", font: DejaVu Sans}')
            if chance.random() < 0.5:
                self.options += ["--set", f"size={chance.randint(8, 20)}px"]
        self.font = any("DejaVu Sans" in item for item in overlays)
        if chance.random() < 0.2:
            self.options += ["--range", "0.2s..0.9s"]
        elif chance.random() < 0.2:
            self.options += ["--draft"]
        output = chance.choice(OUTPUTS)
        if output[-3:] in ("wav", "m4a", ".ts") and "subs/en.srt" in self.inputs:
            output = OUTPUTS[0]
        if "--draft" in self.options and output[-3:] in ("wav", "m4a"):
            self.options.remove("--draft")
        self.film = output.split(",")[0]
        lines = script + ["timeline:"] + [f"  - {item}" for item in timeline]
        for name, items in (("overlays", overlays), ("audio", audio)):
            lines += [f"{name}:"] + [f"  - {item}" for item in items] if items else []
        write("film.edit", "\n".join(lines + more + [f"outputs: [{{file: {output}}}]"]) + "\n")
        run(EDITC, "render", "film.edit", "--receipt", "--progress", "none", *self.options)
        self.name = next(name for name in os.listdir(".") if name.endswith(".intoto.json"))
        self.film = self.name.removesuffix(".intoto.json")
        self.text = open(self.name).read()
        self.receipt = json.loads(self.text)
        self.build = self.receipt["predicate"]["buildDefinition"]

    def uses(self, name):
        if chance.random() < 0.45:
            self.inputs.add(name)
            return True
        return False

    def look(self):
        if not self.uses("media/look.cube"):
            return ""
        steps = [0, 1]
        rows = [f"{r * 0.9:g} {g:g} {b * 0.8 + 0.1:g}" for b in steps for g in steps for r in steps]
        write("media/look.cube", "LUT_3D_SIZE 2\n" + "\n".join(rows) + "\n")
        return ", filters: [{lut: media/look.cube}]"


def validate(project, fail):
    try:
        jsonschema.Draft202012Validator(SCHEMA).validate(project.receipt)
        counts["valid"] += 1
    except jsonschema.ValidationError as error:
        fail(f"the schema: {error.message}")
    if project.text != json.dumps(project.receipt, separators=(",", ":"), sort_keys=True, ensure_ascii=False) + "\n":
        fail("the receipt is not canonical JSON")
    if len(sys.argv) > 5:
        try:
            statement = json_format.Parse(project.text, statement_pb2.Statement())
            Statement.copy_from_pb(statement).validate()
            provenance = json_format.Parse(json.dumps(project.receipt["predicate"]), provenance_pb2.Provenance())
            assert provenance.build_definition.build_type == "urn:editc:render:v1"
            assert len(provenance.build_definition.resolved_dependencies) == len(project.build["resolvedDependencies"])
            counts["attested"] += 1
        except Exception as error:
            fail(f"in-toto-attestation: {error}")
    found = {entry.get("name"): entry["digest"]["sha256"] for entry in project.build["resolvedDependencies"]}
    for name in project.inputs:
        if found.get(name) != digest(name):
            fail(f"{name} is not among the dependencies with its digest")
    if set(found) - {None} != project.inputs:
        fail(f"the dependencies are {sorted(set(found) - {None})}, not {sorted(project.inputs)}")
    if {"name": project.film, "digest": {"sha256": digest(project.film)}} not in project.receipt["subject"]:
        fail("the film is no subject")
    for track in project.build["internalParameters"]["film"]["tracks"]:
        if len(base64.b64decode(track["marks"])) != 4 * track["count"]:
            fail("the marks are not as many as the packets")


def reproduce(project, fail, number):
    """From copies elsewhere, all but the script perhaps under other names in one folder."""
    for jobs in ("1", "8"):
        place = f"{FOLDER}/elsewhere {number} {jobs}/{chance.choice(FOLDERS)}"
        os.makedirs(place)
        words = [EDITC, "reproduce", project.name, "-j", jobs]
        scattered = chance.random() < 0.3
        for index, name in enumerate(sorted(project.inputs)):
            target = f"{place}/{name}"
            if scattered and name != "film.edit":
                target = f"{place}/../pool/{index}"
            os.makedirs(os.path.dirname(target), exist_ok=True)
            shutil.copyfile(name, target)
        if scattered:
            words += ["--media", "../pool"]
        shutil.copyfile(project.name, f"{place}/{project.name}")
        os.chdir(place)
        result = run(*words, codes=None, environment={
            "XDG_CACHE_HOME": f"{place}/cache", "LC_ALL": chance.choice(LOCALES), "TZ": chance.choice(ZONES)})
        if result.returncode == 0 and ": reproduced" in result.stdout:
            counts["made again"] += 1
        else:
            fail(f"-j {jobs}: {result.returncode}: {result.stdout}{result.stderr}")
        os.chdir(project.folder)
        shutil.rmtree(f"{FOLDER}/elsewhere {number} {jobs}")


def change(project, fail):
    def noticed(kind, result, code, words):
        counts[kind] += 1
        if result.returncode == code and words in result.stderr:
            counts["named " + kind] += 1
        else:
            fail(f"{words}: {result.returncode}: {result.stdout}{result.stderr}")
    for name in sorted(project.inputs):
        _, old = flip(name)
        noticed("inputs", run(EDITC, "reproduce", project.name, codes=None), 66, f"{name} has other bytes")
        with open(name, "wb") as file:
            file.write(old)
    engine = project.build["internalParameters"]["engine"]
    index = chance.randrange(len(engine))
    places = [place for place, letter in enumerate(engine[index]) if letter.isdigit()] or [len(engine[index]) - 1]
    place = chance.choice(places)
    other = engine[index][:place] + chance.choice([l for l in "0123456789" if l != engine[index][place]]) + engine[index][place + 1:]
    altered("version.json", project, lambda build, _: build["internalParameters"]["engine"].__setitem__(index, other))
    noticed("versions", run(EDITC, "reproduce", "version.json", codes=None), 69, other)
    if project.font:
        def swap(build, _):
            for entry in build["resolvedDependencies"]:
                if "name" not in entry:
                    letters = entry["digest"]["sha256"]
                    entry["digest"]["sha256"] = ("0" if letters[0] != "0" else "1") + letters[1:]
        altered("font.json", project, swap)
        noticed("fonts", run(EDITC, "reproduce", "font.json", codes=None), 1, "is not the one of the receipt")
    place, old = flip(project.film)
    counts["films"] += 1
    result = run(EDITC, "verify", project.film, codes=None)
    # Damage is a finding, or the file is refused; a byte of no packet and no label is stated beside the proof.
    named = {0: "; other bytes outside of them" in result.stdout, 1: "error: " in result.stdout, 65: True}
    if named.get(result.returncode):
        counts["named films"] += 1
    else:
        fail(f"byte {place} of {len(old)} of {project.film}: {result.returncode}: {result.stdout}{result.stderr}")
    with open(project.film, "wb") as file:
        file.write(old)
    if run(EDITC, "verify", project.film, codes=None).returncode != 0:
        fail("the film itself is not verified")


def altered(name, project, change):
    receipt = json.loads(project.text)
    change(receipt["predicate"]["buildDefinition"], receipt)
    write(name, json.dumps(receipt, separators=(",", ":"), sort_keys=True, ensure_ascii=False) + "\n")


for number in range(FILMS):
    project = Project(number)

    def fail(text):
        failures.append(f"film {number} ({project.film}, {' '.join(project.options)}): {text.strip()}")

    validate(project, fail)
    reproduce(project, fail, number)
    change(project, fail)
    os.chdir(FOLDER)
    shutil.rmtree(project.folder)
print("\n".join(failures))
print(f"{FILMS} films: {counts['valid']} valid, {counts['attested']} by in-toto-attestation, {counts['made again']} of "
      f"{2 * FILMS} made again; noticed and named: " + ", ".join(
          f"{counts['named ' + kind]} of {counts[kind]} {kind}" for kind in ("inputs", "versions", "fonts", "films")))
sys.exit(1 if failures or not FILMS else 0)
