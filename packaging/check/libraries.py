"""The program finds each library in its own folder, whatever the surroundings name, and needs nothing else but glibc; no
library takes long to load."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import elf
from report import check

FILTER = 'edit: 1\ncanvas: {size: 64x36, rate: 10}\ntimeline:\n  - {color: red, for: 1s, filters: [{ffmpeg: "eq=contrast=1.1"}]}\noutputs: [{file: film.mp4}]\n'


# Milliseconds of CPU time that a library may take to load, if that is more than one: OpenSSL's has tables of functions for
# every algorithm.
SLOW_TO_LOAD = {"libcrypto.so.3": 2}


def strays(tree):
    """Needed libraries that are not in the tree's own folder, by the file that needs them."""
    folder = tree / "lib/editc"
    found = []
    for path in [tree / "bin/editc", *sorted(folder.iterdir())]:
        found += [f"{path.name} needs {name}" for name in elf.dynamic(path)[0] if name not in elf.GLIBC and not (folder / name).exists()]
    return found


def loaded(payload, folder, **more):
    """The files that the loader starts while a script with a filter of FFmpeg is checked, and the exit code."""
    (folder / "filter.edit").write_text(FILTER)
    result = payload.run("lint", "filter.edit", folder=folder, more={"LD_DEBUG": "files", **more}.items())
    text = (result.stdout + result.stderr).decode(errors="replace")
    return {Path(os.path.realpath(path)) for path in re.findall(r"calling init: (\S+)", text)}, result.returncode


def loading(tree):
    """The least CPU time, in milliseconds, that each library takes to load after those that it needs."""
    runs = [json.loads(subprocess.run([sys.executable, "-IB", Path(__file__).with_name("load.py"), tree / "lib/editc"],
                                      check=True, capture_output=True).stdout) for _ in range(10)]
    return {name: min(run[name] for run in runs) for name in runs[0]}


def run(payload, work):
    tree = payload.tree
    count = len(list((tree / "lib/editc").iterdir()))
    check("number of libraries", count <= 65, f"{count}")
    costs = sorted(loading(tree).items(), key=lambda item: -item[1])
    words = ", ".join(f"{name} {cost:.2f} ms" for name, cost in costs[:5])
    slow = [f"{name} {cost:.2f} ms" for name, cost in costs if cost > SLOW_TO_LOAD.get(name, 1)]
    check("loading of each library", not slow, f"{words}; all {sum(cost for _, cost in costs):.1f} ms", ", ".join(slow))
    wrong = strays(tree)
    check("closure", not wrong, "each needed library is there", "; ".join(wrong[:5]))
    headers = subprocess.run(["readelf", "--program-headers", "--wide", tree / "bin/editc"], capture_output=True, text=True).stdout
    check("read-only relocations", "GNU_RELRO" in headers)
    work.mkdir(parents=True, exist_ok=True)
    broken = work / "broken"
    broken.mkdir(exist_ok=True)
    for name in ("libavcodec.so.59", "libavfilter.so.8", "libcrypto.so.3", "libx264.so.164"):
        (broken / name).write_bytes(b"not a library")
    own = Path(os.path.realpath(tree / "lib/editc"))
    for words, more in (
        ("without LD_LIBRARY_PATH", {}),
        ("with LD_LIBRARY_PATH of the machine", {"LD_LIBRARY_PATH": "/usr/lib/x86_64-linux-gnu:/lib/x86_64-linux-gnu"}),
        ("with broken libraries in LD_LIBRARY_PATH", {"LD_LIBRARY_PATH": str(broken)}),
    ):
        files, code = loaded(payload, work, **more)
        others = [str(path) for path in files if path.parent != own and path.name not in elf.GLIBC and not path.name.startswith(("ld-", "ld.so"))
                  and path != Path(os.path.realpath(payload.program))]
        check(f"loaded {words}", code == 0 and not others and own / "libavfilter.so.8" in files,
              f"{len(files)} files, all of the bundle or glibc", f"exit {code}; {', '.join(others[:4])}")
