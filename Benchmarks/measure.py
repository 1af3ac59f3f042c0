"""Runs commands and measures their cost."""

import os
import subprocess
import tempfile
import time
from dataclasses import dataclass


@dataclass
class Cost:
    wall: float
    cpu: float


def tree(root):
    """A process and its child processes."""
    parents = {}
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                with open(f"/proc/{entry}/stat") as stat:
                    parents.setdefault(int(stat.read().rsplit(")", 1)[1].split()[1]), []).append(int(entry))
            except OSError:
                continue
    found = [root]
    for process in found:
        found += parents.get(process, [])
    return found


def resident(process):
    try:
        with open(f"/proc/{process}/smaps_rollup") as file:
            return next(int(line.split()[1]) for line in file if line.startswith("Pss:"))
    except (OSError, StopIteration):
        return 0


def run(command, folder):
    """The cost of a command; raises with its output if it fails."""
    process, complaints, start = begun(command, folder)
    return ended(process, complaints, start, os.wait4(process.pid, 0))


def peak(command, folder):
    """The peak memory of a command and its child processes together, in MiB, sampled ten times per second.

    Sampling takes a tenth of a processor, more for more processes, so times are measured without it.
    """
    process, complaints, start = begun(command, folder)
    most = 0
    while True:
        most = max(most, sum(resident(p) for p in tree(process.pid)))
        result = os.wait4(process.pid, os.WNOHANG)
        if result[0]:
            ended(process, complaints, start, result)
            return most / 1024
        time.sleep(0.1)


def begun(command, folder):
    complaints = tempfile.TemporaryFile("w+")
    start = time.monotonic()
    process = subprocess.Popen(
        command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=complaints)
    return process, complaints, start


def ended(process, complaints, start, result):
    wall = time.monotonic() - start
    _, status, usage = result
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        complaints.seek(0)
        raise RuntimeError(f"{process.args[0]} failed: {complaints.read()[-500:]}")
    return Cost(wall, usage.ru_utime + usage.ru_stime)
