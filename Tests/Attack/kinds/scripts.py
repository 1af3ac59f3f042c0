"""Mutated scripts through the commands that read scripts: no crash, and `fmt` keeps what they mean."""
from support.attempt import Kind
from support.mutations import damage_text
from support.program import ROOT

SECONDS = 10


def sample_scripts():
    return sorted((ROOT / "examples").glob("*.edit")) + sorted((ROOT / "Tests/PipelineTests/Cases").glob("*/script.edit"))


class Scripts(Kind):
    name = "scripts"
    promise = "no script ends a command by a signal, and `fmt` is idempotent and keeps the meaning"

    def prepare(self):
        self.texts = [file.read_text() for file in sample_scripts()]

    def attempt(self, number, random, folder):
        text = damage_text(random, self.texts[number % len(self.texts)], self.texts)
        path = folder / "film.edit"
        content = text.encode(errors="surrogatepass")
        path.write_bytes(content)
        found = []

        def editc(*arguments, codes):
            ended = self.program.run(*arguments, folder=folder)
            found.extend(ended.problems(codes, SECONDS * self.patience))
            return ended

        editc("lint", "--no-media", "film.edit", codes={0, 1})
        typed = editc("dump", "--stage", "script", "--no-cache", "film.edit", codes={0, 1, 65})
        other = random.choice([
            ("plan", "--no-cache"), ("dump", "--stage", "composition", "--no-cache"), ("lint", "--no-cache", "--diff"),
            ("timeline", "--no-cache", "-o", "film.svg"), ("dump", "--stage", "tree", "--no-cache"),
            ("lint", "--no-cache", "--format", "json"), ("lint", "--no-media", "--format", "sarif"),
        ])
        editc(*other, "film.edit", codes={0, 1, 65, 66})
        format = editc("fmt", "film.edit", codes={0, 1})
        if format.code == 1 and path.read_bytes() != content:
            found.append("fmt: refused the script, and changed it")
        if format.code == 0:
            self.note("formatted scripts")
            if editc("fmt", "--check", "film.edit", codes={0, 1}).code != 0:
                found.append("fmt: formats its own result again")
            if editc("dump", "--stage", "script", "--no-cache", "film.edit", codes={0, 1, 65}).out != typed.out:
                found.append("fmt: changed the meaning")
        return found
