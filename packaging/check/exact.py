"""Packing again, with another umask, time zone, locale and time, gives the same bytes."""

import hashlib
import os
import subprocess

import project
from payloads import DEB, IMAGE, TAR, WHEEL
from report import check


def run():
    packers = {"wheel": WHEEL, "deb": DEB, "tarball": TAR, "image": IMAGE}
    for name, path in packers.items():
        before = hashlib.sha256(path.read_bytes()).hexdigest()
        environment = {**os.environ, "TZ": "Pacific/Kiritimati", "LC_ALL": "C", "PYTHONHASHSEED": "7", "REPACK": "1"}
        environment.pop("SOURCE_DATE_EPOCH", None)
        subprocess.run(["sh", "-c", f"umask 077; packaging/{name}"], check=True, cwd=project.ROOT, env=environment, stdout=subprocess.DEVNULL)
        check(f"{name} packed twice", hashlib.sha256(path.read_bytes()).hexdigest() == before, "byte-equal")
