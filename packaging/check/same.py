"""One sha256 for each film over all packages, and one tree in all of them."""

import hashlib
import json

import films
from project import BUNDLE
from report import check, failed


def digests(folder):
    """The digest of each file below out/."""
    return {path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
            for path in sorted((folder / "out").rglob("*")) if path.is_file()}


def render(payload, folder, names):
    """Renders all scripts with a store of their own; the failures are by name."""
    wrong = {}
    for name in names:
        result = payload.run("render", f"{name}.edit", "--force", "--cache", "store", folder=folder)
        if result.returncode:
            wrong[name] = f"exit {result.returncode}: {result.stderr.decode(errors='replace').strip()[-300:]}"
    return wrong


def trees(payloads):
    """What is below bin, lib and share is the same in each package, but for the word in build.json."""
    for payload in payloads:
        different = []
        for folder in ("bin", "lib", "share"):
            for path in sorted((BUNDLE / folder).rglob("*")):
                name = path.relative_to(BUNDLE).as_posix()
                there = payload.tree / name
                if path.is_dir() or name == "share/editc/build.json":
                    continue
                if payload.name == "deb" and name.startswith(("share/man/", "share/zsh/")):
                    continue  # compressed, and in the folder of Debian's zsh
                if not there.exists() or there.read_bytes() != path.read_bytes():
                    different.append(name)
        word = json.loads((payload.tree / "share/editc/build.json").read_text())["payload"]
        check(f"tree of the {payload.name}", not different and word == payload.name, "the files of the bundle", f"payload {word}; {', '.join(different[:5])}")


def run(checkout, payloads, work, only=None):
    """Compares the films of each package with those of the checkout, and returns the digests of the checkout's."""
    names = films.make(work / checkout.name, only)
    for name, words in render(checkout, work / checkout.name, names).items():
        failed(f"film {name} in the checkout", words)
    expected = digests(work / checkout.name)
    for payload in payloads:
        folder = work / payload.name
        films.make(folder, only)
        wrong = render(payload, folder, names)
        found = digests(folder)
        different = [name for name in sorted(set(expected) | set(found)) if expected.get(name) != found.get(name)]
        words = "; ".join([*(f"{name}: {text}" for name, text in list(wrong.items())[:3]), *(f"{name} differs" for name in different[:8])])
        check(f"films of the {payload.name}", not wrong and not different, f"{len(names)} scripts, {len(found)} files, each with one sha256", words)
    return expected


def store(checkout, payload, work, names):
    """The store of the checkout has every segment that the package needs: keys are the same."""
    encoded = reused = 0
    for name in names:
        result = payload.run("plan", f"{name}.edit", "--json", "--cache", work / checkout.name / "store", folder=work / checkout.name)
        for output in json.loads(result.stdout or b"{}").get("outputs", []):
            for segment in output.get("segments", []):
                if segment["action"] == "reuse":
                    reused += 1
                else:
                    encoded += 1
    check("store of the checkout", reused > 0 and encoded == 0, f"{reused} segments reused, 0 to encode", f"{encoded} segments to encode, {reused} reused")


def options(payload, work, expected, names):
    """The number of workers and the processor do not change a film."""
    for jobs in (1, 2):
        folder = work / f"jobs-{jobs}"
        films.make(folder, names)
        for name in names:
            payload.run("render", f"{name}.edit", "--force", "--no-cache", "-j", jobs, folder=folder)
        found = digests(folder)
        wrong = [name for name in found if found[name] != expected.get(name)]
        check(f"films with -j {jobs}", bool(found) and not wrong, f"{len(found)} files", ", ".join(wrong) or "no film")
