"""What shared libraries a program needs: which are copied into the bundle, and which the machine's glibc provides."""

import re
import subprocess
from pathlib import Path

# glibc and its loader come from the machine: a copied glibc would not fit the machine's loader.
GLIBC = {
    "ld-linux-x86-64.so.2", "libc.so.6", "libm.so.6", "libpthread.so.0", "libdl.so.2", "librt.so.1", "libresolv.so.2",
    "libutil.so.1",
}


def dynamic(path):
    """The sonames that a file needs, and its own soname (None if it has none)."""
    text = subprocess.run(["readelf", "--dynamic", "--wide", path], check=True, capture_output=True, text=True).stdout
    soname = re.search(r"\(SONAME\).*\[(.*)\]", text)
    return re.findall(r"\(NEEDED\).*\[(.*)\]", text), soname and soname.group(1)


def installed():
    """The machine's x86-64 libraries by soname, without variants for newer processors."""
    text = subprocess.run(["/sbin/ldconfig", "-p"], check=True, capture_output=True, text=True).stdout
    found = {}
    for name, kind, path in re.findall(r"^\t(\S+) \((.*)\) => (.*)$", text, re.MULTILINE):
        if "x86-64" in kind and "hwcap" not in kind and "isa" not in kind:
            found.setdefault(name, Path(path))
    return found


def closure(start, folder):
    """All libraries that the files `start` need, by soname. A library in `folder` is preferred to the machine's."""
    machine = installed()
    found, waiting = {}, [Path(file) for file in start]
    while waiting:
        for name in dynamic(waiting.pop())[0]:
            if name in GLIBC or name in found:
                continue
            own = Path(folder, name)
            path = own if own.exists() else machine.get(name)
            if path is None:
                raise SystemExit(f"{name} is not installed")
            found[name] = path
            waiting.append(path)
    return dict(sorted(found.items()))
