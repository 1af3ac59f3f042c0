"""Installs, upgrades and removes the packages in fresh roots of Debian 12 and 13."""

import os
import re
import shutil
import subprocess
import tempfile
import time

import project
from payloads import DEB, WHEEL
from report import check, measured, skipped

SUITES = {"bookworm": "Debian 12", "trixie": "Debian 13"}
# What an installation may leave behind: package lists, and logs and caches of dpkg and the loader.
KEPT = ("/var/lib/dpkg", "/var/log", "/var/cache", "/var/lib/apt", "/etc/ld.so.cache", "/tmp", "/root", "/proc", "/sys", "/dev", "/run", "/venv")
SCRIPT = "edit: 1\ncanvas: {size: 160x90, rate: 30}\ntimeline:\n  - {text: Title, for: 1s}\noutputs: [{file: film.mp4}]\n"


def files(root):
    return {path for path in (os.path.join(folder, name)[len(str(root)):] for folder, _, names in os.walk(root) for name in names) if not path.startswith(KEPT)}


def make(suite, root):
    """A root of a suite with Python, made once. The reason if it cannot be made."""
    if (root / "made").exists():
        return None
    if os.geteuid() != 0:
        return "needs root"
    if not shutil.which("debootstrap"):
        return "there is no debootstrap"
    shutil.rmtree(root, ignore_errors=True)
    root.parent.mkdir(parents=True, exist_ok=True)
    result = subprocess.run(
        ["debootstrap", "--variant=minbase", "--include=python3-venv", suite, root, "http://deb.debian.org/debian"], capture_output=True, text=True)
    if result.returncode:
        return "debootstrap: " + (result.stdout.strip().splitlines() or ["no output"])[-1]
    (root / "made").touch()
    return None


def upgraded(folder):
    """The same package with the next version."""
    tree = os.path.join(folder, "tree")
    subprocess.run(["dpkg-deb", "--raw-extract", DEB, tree], check=True)
    control = os.path.join(tree, "DEBIAN/control")
    with open(control) as file:
        text = re.sub(r"^Version: .*$", f"Version: {project.version()}-2", file.read(), flags=re.MULTILINE)
    with open(control, "w") as file:
        file.write(text)
    path = os.path.join(folder, "next.deb")
    subprocess.run(["dpkg-deb", "--root-owner-group", "-Znone", "--build", tree, path], check=True, stdout=subprocess.DEVNULL)
    return path


def run(work):
    for suite, name in SUITES.items():
        root = work / suite
        reason = make(suite, root)
        if reason:
            skipped(f"root of {name}", reason)
            continue

        def inside(line, **more):
            start = time.monotonic()
            # Mounts disappear with the namespace. dpkg requires /proc, and editc finds its libraries through it.
            result = subprocess.run(
                ["unshare", "--mount", "sh", "-c", f'mount --make-rprivate / && mount -t proc proc "{root}/proc" && mount --rbind /dev "{root}/dev" && exec chroot "{root}" /bin/sh -c "$1"', "sh", line],
                env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", "LC_ALL": "C.UTF-8", "DEBIAN_FRONTEND": "noninteractive", **more},
                capture_output=True, text=True)
            return result.returncode, result.stdout + result.stderr, time.monotonic() - start

        (root / "root/film.edit").write_text(SCRIPT)
        shutil.copy(WHEEL, root / "root")
        shutil.copy(DEB, root / "root")
        with tempfile.TemporaryDirectory() as folder:
            shutil.copy(upgraded(folder), root / "root/next.deb")
        shutil.rmtree(root / "venv", ignore_errors=True)
        inside("python3 -m venv /venv")
        code, said, seconds = inside(f"cd /root && /venv/bin/pip install --quiet --no-index {WHEEL.name} && /venv/bin/editc lint film.edit")
        check(f"wheel in {name}", code == 0 and "missing-font" not in said, why=said[-300:])
        measured(f"wheel in {name}", f"pip install and lint in {seconds:.1f} s (aim: 5 s), time on the wall")
        code, said, _ = inside("cd /root && rm -f film.mp4 && /venv/bin/editc render film.edit --no-cache && test -s film.mp4")
        check(f"wheel renders in {name}", code == 0, why=said[-300:])
        shutil.rmtree(root / "venv", ignore_errors=True)

        inside("dpkg --purge editc")
        before = files(root)
        for step, line in (
            ("install", f"dpkg --install /root/{DEB.name} && editc --version && cd /root && editc lint film.edit"),
            ("upgrade", "dpkg --install /root/next.deb && editc --version"),
            ("remove", "dpkg --remove editc && ! test -e /usr/bin/editc"),
            ("purge", "dpkg --purge editc; ! dpkg -s editc"),
        ):
            code, said, seconds = inside(line)
            check(f"{step} of the .deb in {name}", code == 0, f"{seconds:.1f} s", said[-300:])
        left = sorted(files(root) - before)
        check(f"purge leaves nothing in {name}", not left, why=", ".join(left[:5]))


def lintian():
    if not shutil.which("lintian"):
        return skipped("lintian", "it is not installed")
    words = ["lintian", "--fail-on=error,warning", "--tag-display-limit=0"]
    if os.geteuid() == 0:
        words.append("--allow-root")
    result = subprocess.run([*words, DEB], capture_output=True, text=True)
    said = [line for line in (result.stdout + result.stderr).splitlines() if line.startswith(("E:", "W:"))]
    check("lintian", result.returncode == 0 and not said, "no error, no warning that is not overridden", f"{len(said)}: " + "; ".join(said[:4]))
