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
    # The peak memory of the command and its child processes together, in MiB, sampled ten times per second.
    memory: float


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
    complaints = tempfile.TemporaryFile("w+")
    start = time.monotonic()
    process = subprocess.Popen(
        command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=complaints)
    peak = 0
    while True:
        peak = max(peak, sum(resident(p) for p in tree(process.pid)))
        found, status, usage = os.wait4(process.pid, os.WNOHANG)
        if found:
            break
        time.sleep(0.1)
    wall = time.monotonic() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        complaints.seek(0)
        raise RuntimeError(f"{command[0]} failed: {complaints.read()[-500:]}")
    return Cost(wall, usage.ru_utime + usage.ru_stime, peak / 1024)
