"""Runs editc with limits, and says what no command may do."""
import dataclasses
import os
import pathlib
import re
import resource
import signal
import subprocess
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[3]

# What no user of a command should see, whatever the input is.
INTERNAL_ERROR = 70


def documented_codes():
    """The exit codes in the table of docs/exit-codes.md."""
    page = (ROOT / "docs/exit-codes.md").read_text()
    return {int(code) for code in re.findall(r"^\| (\d+) \|", page, re.MULTILINE)}


@dataclasses.dataclass
class Ended:
    """How a command ended, and what it and the processes that it waited for used."""

    arguments: list
    code: int  # negative: the number of the signal
    out: bytes
    err: bytes
    seconds: float
    cpu_seconds: float
    peak_bytes: int  # of the largest single process
    is_too_slow: bool

    @property
    def command(self):
        return "editc " + " ".join(str(argument) for argument in self.arguments)

    @property
    def last_words(self):
        lines = [line for line in self.err.decode(errors="replace").splitlines() if line.strip()]
        return lines[-1][:200] if lines else ""

    def problems(self, codes, cpu_seconds):
        """What is wrong with it, if only these exit codes and this processor time are right."""
        if self.is_too_slow:
            return [f"{self.command}: did not end within {self.seconds:.0f} s"]
        if self.code < 0:
            return [f"{self.command}: ended by {signal_name(-self.code)}: {self.last_words}"]
        found = []
        if self.code == INTERNAL_ERROR or self.code not in codes:
            found.append(f"{self.command}: exit code {self.code}: {self.last_words}")
        if self.cpu_seconds > cpu_seconds:
            found.append(f"{self.command}: {self.cpu_seconds:.1f} s of processor time, the limit is {cpu_seconds:g}")
        return found


def signal_name(number):
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


class Program:
    """editc, as one attack uses it: with a cache and a folder for temporary files of its own."""

    def __init__(self, editc, folder, patience):
        self.editc = str(editc)
        self.folder = pathlib.Path(folder)
        self.temporary = self.folder / "tmp"
        self.patience = patience
        self.temporary.mkdir(parents=True, exist_ok=True)
        self.environment = {
            "PATH": os.environ.get("PATH", "/usr/bin:/bin"), "HOME": str(self.folder), "LC_ALL": "C",
            "XDG_CACHE_HOME": str(self.folder / "cache"), "TMPDIR": str(self.temporary), "SWIFT_BACKTRACE": "enable=no",
        }

    def start(self, arguments, folder=None, prefix=(), **streams):
        return subprocess.Popen(
            [*prefix, self.editc, *map(str, arguments)], cwd=folder or self.folder, env=self.environment,
            stdin=streams.pop("stdin", subprocess.DEVNULL), start_new_session=True, **streams)

    def run(self, *arguments, folder=None, input=None, seconds=60, prefix=()):
        """Runs a command to its end, or ends it and its children after this time."""
        seconds *= self.patience
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err, tempfile.TemporaryFile() as text:
            text.write(input or b"")
            text.seek(0)
            begin = time.monotonic()
            child = self.start(arguments, folder, prefix, stdin=text, stdout=out, stderr=err)
            late = threading.Event()

            def stop():
                late.set()
                end_group(child.pid)

            timer = threading.Timer(seconds, stop)
            timer.start()
            try:
                _, status, usage = os.wait4(child.pid, 0)
                child.returncode = os.waitstatus_to_exitcode(status)
            finally:
                timer.cancel()
            took = time.monotonic() - begin
            out.seek(0)
            err.seek(0)
            return Ended(
                list(arguments), child.returncode, out.read(), err.read(), took, usage.ru_utime + usage.ru_stime,
                usage.ru_maxrss * 1024, late.is_set())

    def leftovers(self, beside=None):
        """Temporary files that a finished command should have removed."""
        found = [path for path in self.temporary.rglob("*")]
        if beside:
            found += list(pathlib.Path(beside).glob(".*.partial"))
        return sorted(str(path) for path in found)


def end_group(identifier):
    try:
        os.killpg(identifier, signal.SIGKILL)
    except ProcessLookupError:
        pass


def session_members(session):
    """The living processes of a session, by their identifiers."""
    members = []
    for entry in os.listdir("/proc"):
        if not entry.isdigit():
            continue
        try:
            fields = pathlib.Path(f"/proc/{entry}/stat").read_text().rpartition(")")[2].split()
        except (FileNotFoundError, ProcessLookupError):
            continue
        if int(fields[3]) == session and fields[0] not in "ZX":
            members.append(int(entry))
    return members


class MemoryWatch(threading.Thread):
    """Measures the memory of all processes of a session together, and ends them above a limit."""

    def __init__(self, session, limit):
        super().__init__(daemon=True)
        self.session, self.limit, self.peak, self.is_done = session, limit, 0, False

    def run(self):
        page = resource.getpagesize()
        while not self.is_done:
            total = 0
            for process in session_members(self.session):
                try:
                    total += int(pathlib.Path(f"/proc/{process}/statm").read_text().split()[1]) * page
                except (FileNotFoundError, ProcessLookupError):
                    continue
            self.peak = max(self.peak, total)
            if total > self.limit:
                end_group(self.session)
            time.sleep(0.05)
