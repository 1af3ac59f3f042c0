"""What shared libraries a program needs: which are copied into the bundle, and which the machine's glibc provides."""

import re
import subprocess
from pathlib import Path

# glibc and its loader come from the machine, because a copied glibc would not match the machine's loader.
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


# The machine's sound server and ALSA's plugins fit the machine's own clients, which only recordings of sound load.
SOUND = {"libpulse.so.0", "libasound.so.2"}


def loaded_by_name(program):
    """The sonames that a program passes to `dlopen` when it needs them (Sources/CLibraries): no list names them."""
    text = Path(program).read_bytes()
    return [name.decode() for name in re.findall(rb"\0(lib[a-z0-9.-]+\.so\.\d+)(?=\0)", text)
            if name.decode() not in SOUND]


def closure(program, folder):
    """All libraries that a program needs, by soname. A library in `folder` is preferred to the machine's."""
    machine = installed()
    found, waiting = {}, dynamic(program)[0] + loaded_by_name(program)
    while waiting:
        name = waiting.pop()
        if name in GLIBC or name in found:
            continue
        own = Path(folder, name)
        found[name] = own if own.exists() else machine.get(name)
        if found[name] is None:
            raise SystemExit(f"{name} is not installed")
        waiting += dynamic(found[name])[0]
    return dict(sorted(found.items()))
