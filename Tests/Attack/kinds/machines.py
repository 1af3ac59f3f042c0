"""Workers of other machines that lie, and plans that were doctored: no film and no store has what they say."""
import hashlib
import json
import pathlib
import shlex
import shutil

from support.attempt import Kind
from support.films import FILM, digest, make_film
from support.program import Program

# Five segments.
SCRIPT = """edit: 1
canvas: {size: 160x120, rate: 25}
timeline:
  - {color: red, for: 5s, opacity: 1 -> 0.2}
  - {clip: h264.mp4, take: ..1s, speed: 0.2}
  - {text: the end, for: 5s}
  - {color: blue, for: 5s}
  - {clip: mpeg4.mov, take: 0.2s..1s, speed: 0.2}
audio: [{clip: pcm.wav, at: 0.5s}, {tone: sine, for: 6s, volume: 0.1}]
outputs: [{file: film.mp4, video: {speed: ultrafast}}]
"""
LIAR = pathlib.Path(__file__).resolve().parents[1] / "support/liar.py"
# What each lie may end in beside the right film: 69 if no worker is left.
LIES = [
    "changed", "changed", "changed", "changed once", "greeting", "endless greeting", "flood", "noise", "short", "damaged", "no base64",
    "another", "twice", "frames", "versions", "hello twice", "dies", "words",
]


class Machines(Kind):
    name = "machines"
    promise = "what a worker or a plan says wrongly is in no film and in no store"

    def prepare(self):
        self.film = self.folder / "film"
        self.digest = make_film(self.program, self.film, SCRIPT)
        # Another film with segments of the same lengths, whose keys a doctored plan can have.
        self.other = (self.film / "film.edit").read_text().replace("take: ..1s", "take: 0.04s..1.04s").replace("color: red", "color: green").replace("color: blue", "color: white").replace("the end", "The End")
        (self.film / "other.edit").write_text(self.other)
        self.plans = {}
        for name in ("film", "other"):
            made = self.program.run("plan", f"{name}.edit", "-o", f"{name}.plan", folder=self.film)
            if made.code != 0:
                raise SystemExit(f"no plan can be made: {made.err.decode(errors='replace')}")
            self.plans[name] = json.loads((self.film / f"{name}.plan").read_text())["content"]

    def attempt(self, number, random, folder):
        return self.lie(random, folder) if number % 2 else self.doctor(random, folder)

    # Workers

    def lie(self, random, folder):
        program = Program(self.editc, folder, self.patience)
        lie, seed = random.choice(LIES), random.randrange(1 << 30)
        worker = f"{shlex.quote(self.editc_path)} worker --carry --no-settings"
        liar = f"exec {shlex.quote(str(LIAR))} {shlex.quote(lie)} {seed} {worker}"
        launches = ["--launch", liar]
        has_honest = random.random() < 0.6
        if has_honest:
            launches += ["--launch", f"exec {worker}"]
        share = "100%" if lie == "changed once" else random.choice(["5%", "30%", "100%"])
        film = folder / FILM
        render = program.run("render", "-o", film, *launches, "--check-workers", share, "film.edit", folder=self.film)
        self.note(f"lies: {lie}")
        found = render.problems({0, 69}, 120 * self.patience)
        if render.code == 0 and digest(film) != self.digest:
            found.append("another film")
        if render.code != 0 and film.exists():
            found.append("a film, though it failed")
        if render.code != 0 and has_honest and lie not in ("versions",):
            found.append(f"one liar ended the render: {render.last_words}")
        if lie == "changed" and b"differs from the result of this machine" not in render.err and b"segment" in render.err:
            found.append(f"nobody is named: {render.err.decode(errors='replace')[-300:]}")
        # A render of one machine takes what is in the store.
        again = program.run("render", "--force", "-o", film, "film.edit", folder=self.film)
        found += again.problems({0}, 60 * self.patience)
        if digest(film) != self.digest:
            found.append("the store has what the worker made up")
        if left := program.leftovers(folder):
            found.append(f"left {left}")
        return [f"{lie}, {share}, {'beside an honest one' if has_honest else 'alone'}: {problem}" for problem in found]

    @property
    def editc_path(self):
        return str(self.editc)

    # Plans

    def doctor(self, random, folder):
        program = Program(self.editc, folder, self.patience)
        content = json.loads(json.dumps(self.plans["film"]))
        kind = random.choice(["keys", "keys", "shown", "sound", "facts", "digest", "leaf", "leaf", "leaf", "leaf"])
        plan, other = content["plan"], self.plans["other"]["plan"]
        words = kind
        if kind == "keys":
            index = random.randrange(len(plan["segments"]))
            if random.random() < 0.3:
                plan["soundTrack"]["key"] = hashlib.sha256(str(random.random()).encode()).hexdigest()
            else:
                plan["segments"][index]["key"] = random.choice(other["segments"])["key"]
                if plan == self.plans["film"]["plan"]:
                    plan["segments"][index]["key"] = hashlib.sha256(b"x").hexdigest()
        elif kind == "shown":
            # The pictures of the other film under the keys of this one.
            plan["composition"] = other["composition"]
        elif kind == "sound":
            sound = plan["composition"]["sounds"][0]
            sound["pan"], words = other["composition"]["sounds"][0]["gain"], "the gain as pan"
            plan["soundTrack"]["samples"][1] -= random.randrange(1, 1000)
        elif kind == "facts":
            media = random.choice(plan["composition"]["media"])
            media["facts"]["origin"] = random.choice([[1, 25], [1, 48000], [-1, 5]])
        elif kind == "digest":
            file = random.choice(content["origin"]["files"])
            file["digest"] = hashlib.sha256(str(random.random()).encode()).hexdigest()
        else:
            words = "leaf " + self.change(random, content)
        path = folder / "doctored.plan"
        text = json.dumps(content, separators=(",", ":"), ensure_ascii=False).encode()
        path.write_bytes(b'{"editcPlan":1,"sha256":"%s","content":%s}\n' % (hashlib.sha256(text).hexdigest().encode(), text))
        self.note(f"plans: {kind}")
        segment = program.run("segment", "--plan", path, "--jobs", "1", folder=self.film)
        codes = {0, 65, 66, 69} if kind == "leaf" else {65}
        found = segment.problems(codes, 60 * self.patience)
        join = program.run("join", "--plan", path, "-o", folder / "joined.mp4", folder=self.film)
        found += join.problems({0, 65, 66, 69, 73, 75, 1, 70} if kind == "leaf" else {65, 75}, 60 * self.patience)
        film = folder / FILM
        render = program.run("render", "-o", film, "film.edit", folder=self.film)
        found += render.problems({0}, 60 * self.patience)
        if render.code == 0 and digest(film) != self.digest:
            found.append("the store has what the plan made up")
        return [f"{words}: {problem}" for problem in found]

    def change(self, random, content):
        """Changes a number, a word or a list somewhere in the plan; says where."""
        way, node = [], content
        while isinstance(node, (dict, list)) and node:
            parent, step = node, random.choice(list(node) if isinstance(node, dict) else range(len(node)))
            way.append(str(step))
            node = node[step]
            if random.random() < 0.03:
                break
        old = parent[step]
        if isinstance(old, bool):
            new = not old
        elif isinstance(old, (int, float)):
            new = random.choice([0, 1, -1, old + 1, old - 1, 1 << 31, -(1 << 62), (1 << 63) - 1, old * 2])
        elif isinstance(old, str):
            new = random.choice(["", old + "x", old[:-1], "/etc/passwd", "0" * 64])
        else:
            new = random.choice([None, [], {}, old * 2 if isinstance(old, list) else {}])
        parent[step] = new
        return f"{'.'.join(way)}: {json.dumps(old)[:60]} -> {json.dumps(new)[:60]}"
