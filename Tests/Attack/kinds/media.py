"""Mutated media through `probe`, `lint` and `frame`: no file takes the command with it."""
from support.attempt import Kind
from support.clips import SOUNDS, make_clips, real_media, script_for
from support.mutations import damage

SECONDS = 10


class Media(Kind):
    name = "media"
    promise = "damaged media end no command by a signal, by an internal error or after more than 10 s"

    def prepare(self):
        self.files = make_clips(self.folder / "clips") + ([] if self.quick else real_media())
        self.contents = [file.read_bytes() for file in self.files]
        self.good = next(file for file in self.files if file.suffix == ".wav")
        self.facts = self.program.run("probe", "--no-cache", self.good).out

    def attempt(self, number, random, folder):
        # In turn, so that a few attempts have many formats.
        source = self.files[number % len(self.files)]
        content, words = damage(random, self.contents[number % len(self.files)], self.contents)
        path = folder / source.name
        path.write_bytes(content)
        (folder / "film.edit").write_text(script_for(path))
        found = []

        probe = self.program.run("probe", "--no-cache", self.good, path)
        found += probe.problems({0, 65}, SECONDS * self.patience)
        if self.facts not in probe.out:
            found.append(f"{probe.command}: the facts of the undamaged file are lost")
        if b"the process that read it" in probe.err:
            self.note("processes that died of a file, and cost only its facts")
        if probe.code == 65:
            self.note("files refused by probe")

        lint = self.program.run("lint", "--no-cache", "film.edit", folder=folder)
        found += lint.problems({0, 1}, SECONDS * self.patience)

        if not path.name.endswith(SOUNDS):
            time = f"{random.choice([0, 0.04, 0.3, 0.5, 0.9])}s"
            frame = self.program.run("frame", "--no-cache", path, "--at", time, "-o", folder / "frame.png")
            found += frame.problems({0, 2, 65}, SECONDS * self.patience)
            if (frame.code == 0) != (folder / "frame.png").exists():
                found.append(f"{frame.command}: exit code {frame.code}, and the picture is the opposite")
        return [f"{source.name}, {words}: {problem}" for problem in found]
