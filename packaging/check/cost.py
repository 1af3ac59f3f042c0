"""CPU time of the bundle beside that of a checkout: both in turn, medians of user and system time with all child processes.
Other programs of the machine change the figures, so they are reported and not judged."""

import os
import statistics
import subprocess
import tempfile
from pathlib import Path

from report import failed, measured

SCRIPT = "edit: 1\ncanvas: {size: 1280x720, rate: 30}\ntimeline:\n  - {clip: media/beach.mp4, take: 2s..3s}\noutputs: [{file: film.mp4}]\n"
LIMITS = {"--version": 0.45, "lint": 0.5, "frame": 0.65, "render": 0.8}


def processor_time(words, folder, environment):
    with open(os.devnull, "wb") as nothing:
        child = subprocess.Popen(words, cwd=folder, env=environment, stdout=nothing, stderr=nothing)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise ValueError(f"{' '.join(map(str, words))} ended with {child.returncode}")
    return usage.ru_utime + usage.ru_stime


def run(first, second, media, rounds=20):
    """`first` and `second` are programs: of the checkout and of the bundle."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "media").symlink_to(media)
        (folder / "film.edit").write_text(SCRIPT)
        environment = {"HOME": name, "PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8"}
        commands = {
            "--version": ["--version"], "lint": ["lint", "film.edit"],
            "frame": ["frame", "film.edit", "--at", "500ms", "-o", "frame.png", "--force"],
            "render": ["render", "film.edit", "--no-cache", "--force"],
        }
        for command, words in commands.items():
            times = {first: [], second: []}
            try:
                for program in (first, second):
                    processor_time([program, *words], folder, environment)
                for _ in range(rounds):
                    for program in (first, second):
                        times[program].append(processor_time([program, *words], folder, environment))
            except ValueError as error:
                failed(f"CPU time of {command}", str(error))
                continue
            a, b = (statistics.median(times[program]) for program in (first, second))
            measured(f"CPU time of {command}", f"{a * 1000:.1f} ms in the checkout, {b * 1000:.1f} ms in the bundle, ratio {b / a:.2f} (aim: {LIMITS[command]}; {rounds} rounds)")
