"""Scripts that name files outside of the folder that --root names, to be written: none of them is."""
import hashlib
import os

from support.attempt import Kind
from support.program import Program

OUTSIDE = ["victim.mp4", "victim.png", "victim.srt", "victim.vtt", "victim.m3u8", "victim.mpd", "victim.txt", "victim.lock"]
# What an output can be made as, with the keys that it needs.
KINDS = [
    ("mp4", ""), ("mkv", ""), ("mov", ""), ("webm", ""), ("ts", ""), ("gif", ""), ("webp", ""), ("apng", ""), ("png", ", still: 0s"),
    ("%03d.png", ""), ("%d.jpg", ""), ("wav", ""), ("txt", ""), ("srt", ""), ("vtt", ""), ("ffmeta", ""),
]


class Writes(Kind):
    name = "writes"
    promise = "with --root, no file outside of the folder is made, changed or removed, and what is inside is made"

    def attempt(self, number, random, folder):
        program = Program(self.editc, folder, self.patience)
        root, outside = folder / "root", folder / "outside"
        (root / "films").mkdir(parents=True)
        (outside / "empty").mkdir(parents=True)
        for name in OUTSIDE:
            (outside / name).write_text(f"precious {name}\n")
        (root / "words.srt").write_text("1\n00:00:00,000 --> 00:00:00,400\nHello\n")
        (root / "link").symlink_to(random.choice(["../outside", str(outside), "films/../../outside"]))
        (root / "films/deep").symlink_to("../link")
        (root / "here").symlink_to("films")
        before = self.state(outside, folder)
        ending, keys = random.choice(KINDS)
        escape = random.choice(["path", "path", "absolute", "folder", "link", "link", "sidecar", "list", "stream", "table", "missing", "lock", "option"])
        stem = random.choice(["victim", "evil", "a b", "empty/x", "new/deeper/x", "ümlaut"])
        name = f"{stem}.{ending}"
        up = random.choice(["../outside", "films/../../outside", "./../outside", "here/../../outside", "films//..//../outside"])
        more, row, option, code = "", None, [], {1}
        if escape == "path":
            file = f"{up}/{name}"
        elif escape == "absolute":
            file = f"{outside}/{name}"
        elif escape == "folder":
            file = f"{random.choice(['link', 'films/deep', 'here/deep'])}/{name}"
        elif escape == "missing":
            file = f"{random.choice(['no/../../outside', 'films/no/../../../outside', 'no/no/../../../outside'])}/{name}"
        elif escape == "link":
            if "%" in ending:
                ending, keys = "mp4", ""
            target = random.choice([outside / "victim.mp4", outside / "new.mp4", outside / "empty", "/nowhere/at/all"])
            file = f"films/film.{ending}"
            (root / file).symlink_to(target if random.random() < 0.5 else os.path.relpath(target, root / "films"))
        elif escape == "sidecar":
            file, more = "films/film.mp4", "subtitles: [{file: words.srt, mode: sidecar}]\n"
            (root / "films/film.srt").symlink_to("../../outside/victim.srt")
            keys = ""
        elif escape == "list":
            file = "films/film.mp4"
            keys = f", fragment: 0.4s, playlist: {random.choice([up + '/victim.m3u8', 'link/new.mpd', 'films/list.m3u8'])}"
            (root / "films/list.m3u8").symlink_to("../../outside/victim.m3u8")
        elif escape == "stream":
            file, keys = "films/film.mp4", ", fragment: 0.4s, playlist: films/all.m3u8"
            (root / "films/film.mp4.m3u8").symlink_to("../../outside/victim.m3u8")
        elif escape == "table":
            file, keys, row = "films/${name}.mp4", "", f"../{up}/{stem}" if not up.startswith("here") else "../../outside/x"
            more = "vars: {name: {type: text, default: film}}\n"
        elif escape == "lock":
            file, ending, keys, code = "films/film.mp4", "mp4", "", {77}
            program.run("lock", "plain.edit", folder=self.plain(root))
            (root / "plain.edit.lock").rename(outside / "victim.lock")
            (root / "film.edit.lock").symlink_to("../outside/victim.lock")
            before = self.state(outside, folder)
        else:
            file, ending, keys, code = "films/film.mp4", "mp4", "", {77}
            option = ["-o", f"root/{random.choice(['link', 'films/deep'])}/victim.mp4"]
        (root / "film.edit").write_text(
            "edit: 1\ncanvas: {size: 64x36, rate: 25}\ntimeline: [{color: red, for: 0.8s}]\naudio: [{tone: sine, for: 0.8s}]\n"
            f"markers: {{EVIL: {{at: 0s, chapter: true}}}}\n{more}outputs: [{{file: \"{file}\"{keys}}}]\n")
        values = []
        if row is not None:
            (root / "names.csv").write_text(f"name\ngood\n{row}\n")
            values = ["--vars", "root/names.csv"]
        command = ["lock"] if escape == "lock" else ["render", "--no-cache", "--force"]
        ended = [program.run(*command, "--root", "root", *values, *option, "root/film.edit", folder=folder)]
        if escape not in ("lock", "option"):
            ended.append(program.run("lint", "--no-cache", "--root", "root", *values, "root/film.edit", folder=folder))
        self.note(escape)
        found = []
        for one in ended:
            found += one.problems(code, 60 * self.patience)
            if b"outside" not in one.out + one.err or not (b"the root" in one.out + one.err or b"--root" in one.out + one.err):
                found.append(f"{one.command}: does not say that it is outside the root: {(one.out + one.err).decode(errors='replace')[:300]}")
        after = self.state(outside, folder)
        found += [f"outside: {path}" for path in sorted(before.items() ^ after.items())]
        if row is None and escape not in ("lock", "option"):
            found += self.inside(program, root, folder, ending, outside)
        return [f"{escape} {file}: {problem}" for problem in found]

    def plain(self, root):
        (root / "plain.edit").write_text("edit: 1\ncanvas: {size: 64x36, rate: 25}\ntimeline: [{color: red, for: 0.8s}]\noutputs: [{file: x.mp4}]\n")
        return root

    def inside(self, program, root, folder, ending, outside):
        """The same kind of file inside is made, also by a link that stays inside."""
        before = self.state(outside, folder)
        keys = ", still: 0s" if ending == "png" else ""
        more = "subtitles: [{file: words.srt, mode: sidecar}]\n" if ending in ("srt", "vtt") else ""
        (root / "good.edit").write_text(
            "edit: 1\ncanvas: {size: 64x36, rate: 25}\ntimeline: [{color: red, for: 0.8s}]\naudio: [{tone: sine, for: 0.8s}]\n"
            f"markers: {{Good: {{at: 0s, chapter: true}}}}\n{more}outputs: [{{file: \"here/new/good.{ending}\"{keys}}}]\n")
        render = program.run("render", "--no-cache", "--root", "root", "root/good.edit", folder=folder)
        found = render.problems({0}, 60 * self.patience)
        if render.code == 0 and not any((root / "films/new").iterdir()):
            found.append("the file inside the root was not made")
        if self.state(outside, folder) != before:
            found.append("a render inside the root changed something outside")
        return [f"inside, as .{ending}: {problem}" for problem in found]

    def state(self, outside, folder):
        """Everything outside of the root, with its content."""
        found = {str(path): hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else "folder" for path in outside.rglob("*")}
        return found | {str(path): "beside" for path in folder.iterdir() if path.name not in ("root", "outside", "cache", "home", "tmp")}
