"""Damaged and exchanged files in the cache: the film has the same bytes."""
import shutil

from support.attempt import Kind
from support.films import FILM, digest, make_film
from support.mutations import damage
from support.program import Program


class Store(Kind):
    name = "store"
    promise = "a damaged cache costs time, and never changes a film"

    def prepare(self):
        self.digest = make_film(self.program, self.folder / "film")
        self.cache = self.folder / "cache/editc"
        self.entries = sorted(path.relative_to(self.cache) for path in self.cache.rglob("*") if path.is_file())
        if len(self.entries) < 4:
            raise SystemExit("the cache has no entries to damage")

    def attempt(self, number, random, folder):
        program = Program(self.editc, folder, self.patience)
        cache = folder / "cache/editc"
        # The times of entries and media are kept, as facts are only believed if those of the file are the same.
        shutil.copytree(self.cache, cache)
        kind = random.choice(["damage", "damage", "exchange", "copy", "empty", "folder", "several"])
        first, second = (cache / entry for entry in random.sample(self.entries, 2))
        if kind == "damage":
            content, words = damage(random, first.read_bytes(), [second.read_bytes()])
            first.write_bytes(content)
        elif kind == "exchange":
            one, other = first.read_bytes(), second.read_bytes()
            first.write_bytes(other)
            second.write_bytes(one)
            words = "exchanged"
        elif kind == "copy":
            first.write_bytes(second.read_bytes())
            words = "another entry"
        elif kind == "empty":
            first.write_bytes(b"")
            words = "empty"
        elif kind == "folder":
            first.unlink()
            first.mkdir()
            words = "a folder in its place"
        else:
            words = "all entries damaged"
            for entry in self.entries:
                (cache / entry).write_bytes(damage(random, (cache / entry).read_bytes())[0])
        film = folder / FILM
        render = program.run("render", "--jobs", "1", "-o", film, "film.edit", folder=self.folder / "film")
        found = render.problems({0}, 60 * self.patience)
        if render.code == 0 and digest(film) != self.digest:
            found.append("another film")
        if left := program.leftovers(folder):
            found.append(f"left {left}")
        return [f"{first.relative_to(cache)}, {words}: {problem}" for problem in found]
