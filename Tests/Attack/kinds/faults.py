"""Failing system calls: the right answer, or a documented exit code and no output."""
import collections
import re
import shutil
import subprocess

from support.attempt import Kind
from support.films import FILM, SCRIPT, digest, make_film
from support.program import INTERNAL_ERROR, Program

# What can fail in each way. `mmap` and `brk` are left out: a program whose memory fails ends, and A2 is about files.
CALLS = {
    "openat": ["EIO", "ENOMEM", "EMFILE", "ENFILE", "EINTR", "ENOSPC"], "openat2": ["EIO", "ENOMEM", "EMFILE"],
    "read": ["EIO", "EINTR", "ENOMEM"], "pread64": ["EIO", "EINTR", "ENOMEM"],
    "write": ["EIO", "ENOSPC", "EINTR"], "pwrite64": ["EIO", "ENOSPC", "EINTR"], "lseek": ["EIO"],
    "newfstatat": ["EIO", "ENOMEM"], "fstat": ["EIO", "ENOMEM"], "statx": ["EIO", "ENOMEM"], "ftruncate": ["EIO", "EINTR"],
    "fsync": ["EIO", "ENOSPC", "EINTR"], "fdatasync": ["EIO", "ENOSPC"], "renameat2": ["EIO", "ENOSPC"], "rename": ["EIO", "ENOSPC"],
    "renameat": ["EIO", "ENOSPC"], "linkat": ["EIO", "ENOSPC"], "unlink": ["EIO"], "unlinkat": ["EIO"], "mkdir": ["EIO", "ENOSPC"],
    "mkdirat": ["EIO", "ENOSPC"], "getdents64": ["EIO", "ENOMEM"], "pipe2": ["EMFILE", "ENFILE"], "clone": ["ENOMEM", "EAGAIN"],
    "clone3": ["ENOMEM", "EAGAIN"], "vfork": ["ENOMEM", "EAGAIN"], "memfd_create": ["EMFILE", "ENOMEM"], "dup2": ["EMFILE"], "dup3": ["EMFILE"],
    "fcntl": ["EMFILE", "EINTR"], "flock": ["EINTR", "ENOLCK"], "readlink": ["EIO", "ENOMEM"], "readlinkat": ["EIO", "ENOMEM"],
    "getcwd": ["ENOMEM"], "epoll_create1": ["EMFILE", "ENOMEM"], "epoll_ctl": ["ENOMEM"], "epoll_wait": ["EINTR"], "poll": ["EINTR", "ENOMEM"],
    "ppoll": ["EINTR", "ENOMEM"], "wait4": ["EINTR"], "waitid": ["EINTR"], "fallocate": ["ENOSPC", "EIO"], "copy_file_range": ["EIO", "ENOSPC"],
    "sendfile": ["EIO"], "signalfd4": ["EMFILE"], "timerfd_create": ["EMFILE"], "pidfd_open": ["EMFILE"], "statfs": ["EIO"],
    "fchmod": ["EIO"], "fchown": ["EIO"], "utimensat": ["EIO"], "execve": ["ENOMEM", "EIO"],
}
COMMANDS = {
    "probe": ["probe", "../../film/h264.mp4", "../../film/pcm.wav"],
    "lint": ["lint", "film.edit"],
    "plan": ["plan", "film.edit"],
    "frame": ["frame", "film.edit", "--at", "1.2s", "-o", "frame.png"],
    "render": ["render", "--jobs", "1", "film.edit"],
}
OUTPUTS = {"frame": "frame.png", "render": FILM}


class Faults(Kind):
    name = "faults"
    promise = "a system call that fails gives the right answer or a documented error, and never another result"

    def prepare(self):
        self.source = self.folder / "film"
        make_film(self.program, self.source)
        self.script = SCRIPT
        for clip in self.source.iterdir():
            # The clips stay where they are: facts of files that were just copied are not kept, right or wrong.
            self.script = self.script.replace(f"clip: {clip.name}", f"clip: {clip}")
        self.right, self.places = {}, []
        for name in COMMANDS:
            folder = self.folder / f"count-{name}"
            program, place = self.workplace(folder)
            log = folder / "calls"
            ended = program.run(
                *COMMANDS[name], folder=place,
                prefix=["strace", "-f", "-qq", "-o", str(log), "-e", "trace=" + ",".join(f"?{call}" for call in CALLS)])
            if ended.code != 0:
                raise SystemExit(f"{name} fails without a fault: {ended.last_words}")
            self.right[name] = (self.stable(ended.out), self.output(name, place))
            self.places += self.injections(name, log.read_text(errors="replace"))
            shutil.rmtree(folder)

    def workplace(self, folder):
        program = Program(self.editc, folder, self.patience)
        place = folder / "film"
        place.mkdir()
        (place / "film.edit").write_text(self.script)
        return program, place

    def output(self, name, place):
        return digest(place / OUTPUTS[name]) if name in OUTPUTS else None

    def stable(self, out):
        """What a command prints, without paths of the attempt."""
        return re.sub(rb"/[^\s'\"]*/case-\d+|/[^\s'\"]*/count-\w+", b"", out)

    def injections(self, name, log):
        """The nth of each call, in all processes, but not those of the loader: `strace` counts for each process."""
        counts, loaders = collections.defaultdict(collections.Counter), {}
        first = None
        for line in log.splitlines():
            process, _, rest = line.partition(" ")
            call = rest.strip().partition("(")[0]
            first = first or process
            if call not in CALLS:
                continue
            counts[process][call] += 1
            # The loader opens libraries, and these open settings when they are loaded: libgcrypt aborts if it cannot.
            if call == "openat" and re.search(r"\.so[.\"\d]|ld\.so\.cache|fips_enabled|openssl\.cnf", rest) and "= -1" not in rest:
                loaders.setdefault(process, collections.Counter()).update(dict.fromkeys(CALLS, 0))
                loaders[process] = counts[process].copy()
        found = set()
        for process, calls in counts.items():
            # Reading and looking at the last library comes after opening it.
            for call, count in calls.items():
                begin = loaders.get(process, {}).get(call, 0) + (2 if call in ("read", "pread64", "fstat", "newfstatat") else 1)
                found.update((name, call, number) for number in range(begin, count + 1))
        return sorted(found)

    def attempt(self, number, random, folder):
        command = list(COMMANDS)[number % len(COMMANDS)]
        # Each call as often as any other: most are reads.
        call = random.choice(sorted({call for name, call, _ in self.places if name == command}))
        name, call, nth = random.choice([place for place in self.places if place[:2] == (command, call)])
        error = random.choice(CALLS[call])
        program, place = self.workplace(folder)
        ended = program.run(
            *COMMANDS[name], folder=place,
            prefix=["strace", "-f", "-qq", "-o", str(folder / "calls"), "-e", f"trace={call}", "-e", f"inject={call}:error={error}:when={nth}"])
        found = ended.problems(self.codes - {INTERNAL_ERROR}, 60 * self.patience)
        out, output = self.stable(ended.out), self.output(name, place)
        if ended.code == 0 and (out, output) != self.right[name]:
            found.append(f"{ended.command}: exit code 0 with another result")
        if ended.code != 0 and output is not None:
            found.append(f"{ended.command}: exit code {ended.code}, and the output is there")
        if ended.code != 0 and not ended.err.strip() and not ended.out.strip():
            found.append(f"{ended.command}: exit code {ended.code} without a word")
        self.note("right answers" if ended.code == 0 else "errors")
        # The disk is well again: nothing wrong was kept.
        if name in OUTPUTS:
            (place / OUTPUTS[name]).unlink(missing_ok=True)
        again = program.run(*COMMANDS[name], folder=place)
        if again.code != 0 or (self.stable(again.out), self.output(name, place)) != self.right[name]:
            found.append(f"{again.command}: exit code {again.code} and another result after the fault: {again.last_words}")
        return [f"{error} in {call} number {nth}: {problem}" for problem in found]
