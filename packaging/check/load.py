"""Loads the libraries of a folder, each after those that it needs, and prints the milliseconds of CPU time of each as JSON.

usage: load.py FOLDER
"""

import ctypes
import json
import sys
import time
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))
import elf

folder = Path(sys.argv[1])
names = sorted(path.name for path in folder.iterdir())
order = []


def visit(name):
    if name not in order:
        for needed in elf.dynamic(folder / name)[0]:
            if needed in names:
                visit(needed)
        order.append(name)


for name in names:
    visit(name)
costs = {}
for name in order:
    start = time.thread_time_ns()
    ctypes.CDLL(str(folder / name), mode=1)  # RTLD_LAZY
    costs[name] = (time.thread_time_ns() - start) / 1e6
print(json.dumps(costs))
