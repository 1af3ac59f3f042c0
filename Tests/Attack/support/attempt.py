"""What every kind of attack is made of."""
import pathlib
import random
import shutil
import threading

from support.program import Program, documented_codes


class Kind:
    """A kind of attack: it prepares samples once, and then makes any number of independent attempts.

    An attempt returns what was not held, a line each. Its only source of chance is the generator that it is given.
    """

    name = ""
    promise = ""
    # Whether attempts can be made at the same time.
    is_parallel = True

    def __init__(self, editc, folder, patience, quick):
        self.editc, self.folder, self.patience, self.quick = editc, pathlib.Path(folder), patience, quick
        self.folder.mkdir(parents=True, exist_ok=True)
        self.codes = documented_codes()
        self.noted, self.noting = {}, threading.Lock()
        self.program = Program(editc, self.folder, patience)
        self.prepare()

    def prepare(self):
        pass

    def numbers(self, count):
        """The numbers of the attempts, if so many are asked for."""
        return list(range(count))

    def spread(self, count, length):
        """For kinds whose attempts are a list: all of them, or so many, evenly spread."""
        count = min(count, length)
        return [number * length // count for number in range(count)]

    def attempt(self, number, random, folder):
        raise NotImplementedError

    def try_once(self, seed, number, keep=None):
        folder = self.folder / f"case-{number}"
        folder.mkdir()
        try:
            found = self.attempt(number, random.Random(f"{self.name}/{seed}/{number}"), folder)
        except Exception as error:  # One attempt that cannot be judged must not hide what the others found.
            found = [f"cannot be judged: {type(error).__name__}: {error}"]
        if keep and found:
            shutil.rmtree(keep / f"{self.name}-{number}", ignore_errors=True)
            shutil.copytree(folder, keep / f"{self.name}-{number}", symlinks=True)
        shutil.rmtree(folder, ignore_errors=True)
        return found

    def summary(self):
        """What is worth knowing beside violations, in words."""
        return [f"{count} {words}" for words, count in sorted(self.noted.items())]

    def shortfalls(self):
        """What was not held over all attempts, a line each."""
        return []

    def note(self, words):
        """Counts something that is no violation but worth knowing."""
        with self.noting:
            self.noted[words] = self.noted.get(words, 0) + 1
