"""Runs in a root of three files of glibc and nothing else, where one thing after another is missing."""

import hashlib
import os

import films
from report import check, skipped

# Name, exit code, words of the message; input of enter.py, and variables (None: not set).
CASES = [
    ("no /dev", 0, "", {"without": ["dev"]}, {}),
    ("/tmp and output on noexec", 0, "", {"noexec": True}, {}),
    ("read-only root", 0, "", {"readonly": True}, {}),
    ("broken libraries in LD_LIBRARY_PATH", 0, "", {}, {"LD_LIBRARY_PATH": "/films/broken"}),
    ("no HOME", 78, "HOME", {}, {"HOME": None}),
    ("no /tmp", 74, "cannot create temporary files in /tmp", {"without": ["tmp"]}, {}),
    ("no /sys", 0, "", {"without": ["sys"]}, {}),
    # The loader reads the program's location from /proc, before the program starts.
    ("no /proc", 127, "error while loading shared libraries", {"without": ["proc"]}, {}),
]


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def fonts(payload, folder):
    """Whether the program finds the fonts of the bundle by itself; without them, every text is `missing-font`."""
    folder.mkdir(parents=True, exist_ok=True)
    script = "edit: 1\ncanvas: {size: 64x36, rate: 10}\ntimeline:\n" + "".join(
        f"  - {{text: Title, for: 1s, font: {family}}}\n" for family in films.FAMILIES) + "outputs: [{file: film.mp4}]\n"
    (folder / "fonts.edit").write_text(script)
    result = payload.run("lint", "fonts.edit", folder=folder)
    said = (result.stdout + result.stderr).decode(errors="replace")
    return check("fonts in an empty root", result.returncode == 0 and "missing-font" not in said, ", ".join(films.FAMILIES),
                 f"exit {result.returncode}: {said.strip().splitlines()[0] if said.strip() else ''}")


def run(payload, work, expected):
    """`expected` are the digests of out/h264.mp4 and out/hevc.mp4 as the checkout made them."""
    films.make(work, {"h264", "hevc"})
    (work / "broken").mkdir(exist_ok=True)
    for name in ("libavcodec.so.59", "libcrypto.so.3"):
        (work / "broken" / name).write_bytes(b"not a library")
    for name, code, message, order, variables in CASES:
        film = "hevc" if name == "no /sys" else "h264"
        result = payload.run("render", f"{film}.edit", *([] if "HOME" in variables else ["--no-cache"]), "--force", folder=work, more=variables.items(), **order)
        said = result.stderr.decode(errors="replace").strip()
        right = result.returncode == code and message in said
        if code == 0 and right:
            right = digest(work / f"out/{film}.mp4") == expected[film]
        check(name, right, f"exit {code}" + (", the same film" if code == 0 else ""), f"exit {result.returncode} instead of {code}: {said[-200:]!r}")
        if name == "no /sys":
            check("no /sys is silent", "x265 [error]" not in said and "libnuma" not in said and "node" not in said, why=repr(said[:200]))
    result = payload.run("render", "h264.edit", "--no-cache", "--force", "--sandbox", "require", folder=work)
    check("--sandbox require", result.returncode == 0 and digest(work / "out/h264.mp4") == expected["h264"], why=result.stderr.decode()[-200:])
    result = payload.run("diff", "h264.edit", folder=work)
    check("no git", result.returncode != 0 and b"git" in result.stderr, f"exit {result.returncode}: {result.stderr.decode().strip()[:100]}")
    if os.geteuid() == 0:
        (work / "user").mkdir(exist_ok=True)
        (work / "user").chmod(0o777)
        result = payload.run(
            "render", "h264.edit", "-o", "user/h264.mp4", "--cache", "user/store", "--force", folder=work, more={"HOME": "/nowhere"}.items(), user=65534)
        right = result.returncode == 0 and digest(work / "user/h264.mp4") == expected["h264"]
        check("an ordinary user without a home", right, "exit 0, the same film", f"exit {result.returncode}: {result.stderr.decode()[-200:]}")
    else:
        skipped("an ordinary user without a home", "needs root")


def commands(payload, checkout, work):
    """Commands beside `render` end in the empty root as they end in the checkout, with the same files."""
    lines = {
        "lint": (["lint", "h264.edit"], None),
        "frame": (["frame", "h264.edit", "--at", "500ms", "-o", "frame.png", "--force"], "frame.png"),
        "sheet": (["sheet", "h264.edit", "-o", "sheet.png", "--force"], "sheet.png"),
        "waveform": (["waveform", "media/song.m4a", "-o", "wave.svg", "--force"], "wave.svg"),
        # The file contains absolute paths of media, which differ.
        "export": (["export", "h264.edit", "-o", "film.fcpxml", "--force"], None),
        "import": (["import", "film.fcpxml", "-o", "imported.edit", "--force"], "imported.edit"),
        "probe": (["probe", "--json", "media/beach.mp4"], None),
        "lsp": (["lsp"], None),
        "preview": (["preview", "h264.edit", "--once"], None),
    }
    films.make(work / "a", {"h264"})
    films.make(work / "b", {"h264"})
    for name, (words, file) in lines.items():
        one = checkout.run(*words, folder=work / "a")
        two = payload.run(*words, folder=work / "b")
        same = one.returncode == two.returncode and (file is None or not (work / "a" / file).exists() or digest(work / "a" / file) == digest(work / "b" / file))
        if name in ("lint", "probe"):
            same = same and one.stdout == two.stdout
        check(f"{name} in an empty root", same, f"exit {two.returncode}", f"exit {one.returncode} in the checkout, {two.returncode} here: {two.stderr.decode()[-200:]}")
