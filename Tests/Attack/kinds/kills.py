"""Signals at random moments of a render: the film is absent, the old one, or complete."""
import hashlib
import os
import pathlib
import shutil
import signal
import subprocess
import time

from support.attempt import Kind
from support.films import FILM, digest, make_film
from support.program import Program, end_group, session_members

OLD = b"an older film\n"
SECONDS = 2


class Kills(Kind):
    name = "kills"
    promise = "a render that is stopped at any moment leaves no film, the old film, or the whole film, and no process"
    # The moment counts, and another attempt would move it.
    is_parallel = False

    def prepare(self):
        self.digest = make_film(self.program, self.folder / "film")
        # With the facts in the cache, so that a render takes as long as in the attempts.
        shutil.rmtree(self.folder / "cache/editc/segments", ignore_errors=True)
        begin = time.monotonic()
        self.program.run("render", "--force", "film.edit", folder=self.folder / "film")
        self.seconds = time.monotonic() - begin

    def attempt(self, number, random, folder):
        # Its own cache and folder for temporary files.
        program = Program(self.editc, folder, self.patience)
        place = folder / "film"
        shutil.copytree(self.folder / "film", place)
        film = place / FILM
        film.unlink()
        has_old = random.random() < 0.5
        if has_old:
            film.write_bytes(OLD)
        kind = random.choice([signal.SIGKILL, signal.SIGKILL, signal.SIGINT, signal.SIGTERM])
        # To the command alone, as a scheduler does, or to all processes, as a terminal does.
        to_all = random.random() < 0.3
        moment = random.uniform(0, self.seconds * 1.1)
        render = ["render", "--force", "--jobs", str(random.choice([1, 2])), "film.edit"]

        child = program.start(render, place, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        time.sleep(moment)
        was_running = child.poll() is None
        if was_running:
            stop = os.killpg if to_all else os.kill
            stop(child.pid, kind)
        begin = time.monotonic()
        found = []
        try:
            error = child.communicate(timeout=60 * self.patience)[1].decode(errors="replace")
        except subprocess.TimeoutExpired:
            end_group(child.pid)
            error = child.communicate()[1].decode(errors="replace")
            found.append("the command did not end")
        took = time.monotonic() - begin

        what = f"{kind.name} to {'all processes' if to_all else 'the command'} after {moment:.3f} s of {self.seconds:.3f}"
        self.note("while it ran" if was_running else "after its end")
        if was_running and child.returncode not in (0, -kind):
            found.append(f"exit code {child.returncode}: {error.strip()[-200:]}")
        if kind != signal.SIGKILL and took > SECONDS * self.patience:
            found.append(f"stopped after {took:.1f} s")
        content = digest(film)
        before = hashlib.sha256(OLD).hexdigest() if has_old else None
        if content not in (before, self.digest):
            found.append("the old film is gone, and there is no whole new one" if has_old else "a film that is not whole")
        if child.returncode == 0 and content != self.digest:
            found.append("exit code 0 without the film")
        if orphans := self.orphans(child.pid):
            found.append(f"processes that are still there after {5 * self.patience:.0f} s: {orphans}")
            end_group(child.pid)
        if kind != signal.SIGKILL and (left := program.leftovers(place)):
            found.append(f"files that a signal left: {left}")

        again = program.run("render", "--force", "film.edit", folder=place)
        if again.code != 0 or digest(film) != self.digest:
            found.append(f"the next render: exit code {again.code}, {'another' if film.exists() else 'no'} film: {again.last_words}")
        if left := program.leftovers(place):
            found.append(f"files that are left after the next render: {left}")
        return [f"{what}: {problem}" for problem in found]

    def orphans(self, session):
        """Processes of the session that do not end by themselves."""
        end = time.monotonic() + 5 * self.patience
        while (members := session_members(session)) and time.monotonic() < end:
            time.sleep(0.05)
        names = []
        for member in members:
            try:
                names.append(pathlib.Path(f"/proc/{member}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")[:120])
            except (FileNotFoundError, ProcessLookupError):
                continue
        return names
