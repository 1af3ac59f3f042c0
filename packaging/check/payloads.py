"""The packages of a release, each unpacked as its users unpack it, with one way to run all of them."""

import gzip
import io
import json
import os
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

import project

VERSION = project.version()
WHEEL = project.DIST / f"editc-{VERSION}-py3-none-manylinux_2_36_x86_64.whl"
DEB = project.DIST / f"editc_{VERSION}-1_amd64.deb"
TAR = project.DIST / f"editc-{VERSION}-linux-x86_64.tar.xz"
IMAGE = project.DIST / f"editc-{VERSION}-image.tar"
# The files of glibc in an empty root.
LIBC = [
    ("/lib/x86_64-linux-gnu/libc.so.6", 0o755), ("/lib/x86_64-linux-gnu/libm.so.6", 0o755),
    ("/lib64/ld-linux-x86-64.so.2", 0o755),
]


def environment(home, **more):
    """The environment of a run: nothing of the caller's but the search path."""
    return {"HOME": str(home), "PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", **more}


class Installed:
    """A package that runs on this machine."""

    def __init__(self, name, program, tree=None):
        self.name, self.program, self.tree = name, Path(program), tree

    def run(self, *words, folder, more=(), timeout=600):
        home = folder / "home"
        home.mkdir(parents=True, exist_ok=True)
        return subprocess.run(
            [self.program, *map(str, words)], cwd=folder, env=environment(home, **dict(more)), capture_output=True, timeout=timeout,
            stdin=subprocess.DEVNULL)


class Rooted:
    """A package in a root of its own. A folder of this machine is mounted there as /films, which is the working folder."""

    def __init__(self, name, root, tree):
        self.name, self.root, self.tree = name, root, tree
        self.program = root / "usr/bin/editc"

    def run(self, *words, folder, more=(), timeout=600, **surroundings):
        """`surroundings` are what enter.py takes. A variable of `more` that is None is removed."""
        (folder / "home").mkdir(parents=True, exist_ok=True)
        variables = {"HOME": "/films/home", "PATH": "/usr/bin", "LC_ALL": "C.UTF-8", **dict(more)}
        order = {
            "root": str(self.root), "work": str(folder), "words": ["/usr/bin/editc", *map(str, words)],
            "variables": {name: value for name, value in variables.items() if value is not None}, **surroundings,
        }
        # The mounts disappear with the namespace, whatever happens. Root needs no user namespace, and can switch users.
        users = [] if os.geteuid() == 0 else ["--user", "--map-root-user"]
        return subprocess.run(
            ["unshare", *users, "--mount", sys.executable, "-B", Path(__file__).with_name("enter.py"), json.dumps(order)],
            capture_output=True, timeout=timeout, stdin=subprocess.DEVNULL)


def empty_root(root):
    for path, mode in LIBC:
        target = root / path[1:]
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target)
        target.chmod(mode)


def unpack(work):
    """All packages by name, unpacked below `work`."""
    found = {}
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)

    subprocess.run([sys.executable, "-m", "venv", work / "venv"], check=True)
    subprocess.run(
        [work / "venv/bin/pip", "install", "--quiet", "--no-index", WHEEL], check=True, env=environment(work))
    found["wheel"] = Installed("wheel", work / "venv/bin/editc", work / "venv")

    with tarfile.open(TAR) as archive:
        archive.extractall(work / "tar", filter="tar")
    tree = next((work / "tar").iterdir())
    found["tar"] = Installed("tar", tree / "bin/editc", tree)

    root = work / "deb"
    root.mkdir()
    subprocess.run(["dpkg-deb", "--extract", DEB, root], check=True)
    empty_root(root)
    found["deb"] = Rooted("deb", root, root / "usr")

    root = work / "image"
    with tarfile.open(IMAGE) as archive:
        def blob(digest):
            return archive.extractfile("blobs/" + digest.replace(":", "/")).read()
        index = json.load(archive.extractfile("index.json"))
        manifest = json.loads(blob(index["manifests"][0]["digest"]))
        for layer in manifest["layers"]:
            with tarfile.open(fileobj=io.BytesIO(gzip.decompress(blob(layer["digest"])))) as files:
                files.extractall(root, filter="tar")
    found["image"] = Rooted("image", root, root / "usr")
    return found
