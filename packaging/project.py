"""What all packages of a release have in common: version, commit, date, places, and the files of the bundle."""

import hashlib
import json
import os
import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUNDLE = ROOT / ".build/bundle"
DIST = ROOT / ".build/dist"
LICENCE = "GPL-3.0-or-later"
SUMMARY = "A compiler for video edits: write an edit as text, check it, and render the same film everywhere"


def version():
    text = (ROOT / "Sources/Workspace/Planning/Versions.swift").read_text()
    return re.search(r'editcVersion = "(.*)"', text).group(1)


def git(*words):
    return subprocess.run(["git", "-C", ROOT, *words], check=True, capture_output=True, text=True).stdout.strip()


def commit():
    """The commit that is built, with a mark if tracked files differ from it."""
    return git("rev-parse", "HEAD") + ("+changes" if git("status", "--porcelain", "--untracked-files=no") else "")


def build():
    """What build.json says of the bundle that is packed; a later commit does not change it."""
    path = BUNDLE / "share/editc/build.json"
    if not path.exists():
        raise SystemExit("there is no bundle: run `make bundle`")
    return json.loads(path.read_text())


def epoch():
    """The date of every file of a package: the time of the commit, which packaging/bundle sets. ZIP has none before 1980."""
    return max(int(os.environ.get("SOURCE_DATE_EPOCH") or build()["time"]), 315532800)


def entries(payload):
    """The files of the bundle as (path, bytes, mode), sorted, with modes that do not depend on the umask.

    `payload` is the word that build.json has for this package.
    """
    found, described = [], build()
    for path in sorted(BUNDLE.rglob("*"), key=lambda path: path.relative_to(BUNDLE).as_posix()):
        if path.is_dir():
            continue
        name, data = path.relative_to(BUNDLE).as_posix(), path.read_bytes()
        if name == "share/editc/build.json":
            data = document({**described, "payload": payload})
        found.append((name, data, 0o755 if name.startswith("bin/") else 0o644))
    return found


def document(value):
    return (json.dumps(value, indent=2, ensure_ascii=False) + "\n").encode()


def write(name, data):
    """Writes a file of the release whole or not at all, and reports its size."""
    DIST.mkdir(parents=True, exist_ok=True)
    part = DIST / (name + ".part")
    part.write_bytes(data)
    part.chmod(0o644)
    report(part.rename(DIST / name))


def source():
    """The digest of what a package is made from: the files of the bundle, their date, and the scripts that pack them."""
    digest = hashlib.sha256(str(epoch()).encode())
    scripts = [(str(path), path.read_bytes(), 0) for path in sorted((ROOT / "packaging").rglob("*"))
               if path.is_file() and "__pycache__" not in path.parts]
    for name, data, mode in [*entries("any"), *scripts]:
        digest.update(f"{name} {mode} {len(data)}\n".encode() + data)
    return digest.hexdigest()


def mark(name):
    return ROOT / ".build/packaging/packed" / name


def stop_if_packed(name):
    """Ends the script if the package is there and was made from the same; REPACK=1 packs it all the same."""
    if os.environ.get("REPACK") or not (DIST / name).exists() or not mark(name).exists():
        return
    if mark(name).read_text() == source():
        print(f"{(DIST / name).relative_to(ROOT)}: unchanged")
        raise SystemExit(0)


def report(path):
    mark(path.name).parent.mkdir(parents=True, exist_ok=True)
    mark(path.name).write_text(source())
    print(f"{path.relative_to(ROOT)}: {path.stat().st_size / 1e6:.1f} MB")
