"""Runs a page of the documentation as a reader would, and compares what the commands print with what the page shows.

    run_page.py PAGE EDITC FOLDER HOME

In FOLDER, a block `yaml` that begins with `edit: 1` is written into the file that ends in `.edit` and is named last before
it. Blocks `sh` run in one shell, in order; `lint` may find errors on purpose, so their exit codes do not count. A block `text`
is what the block `sh` before it prints; a line `...` stands for any lines, and measured loudness for any other.
"""
import os
import pathlib
import re
import subprocess
import sys

LOUDNESS = re.compile(r"-?\d+\.\d+(?= (?:LUFS|dBTP))")


def run(lines, folder, environment):
    """What a block prints, and the folder in which it leaves the shell."""
    words = ["bash", "-c", 'cd "$1" && eval "$2"; printf "\\n@%s" "$PWD"', "page", folder, lines]
    result = subprocess.run(words, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    printed, _, folder = result.stdout.rpartition("\n@")
    return printed, folder


def matches(shown, printed):
    lines = LOUDNESS.sub("#", shown).rstrip("\n").split("\n")
    pattern = "".join("(?:.*\n)*?" if line == "..." else re.escape(line) + "\n" for line in lines)
    return re.fullmatch(pattern, LOUDNESS.sub("#", printed).rstrip("\n") + "\n") is not None


def main():
    page, editc, folder, home = sys.argv[1:]
    # The page's commands find `editc` as a reader's do.
    programs = pathlib.Path(home, "programs")
    programs.mkdir(exist_ok=True)
    if not (programs / "editc").exists():
        (programs / "editc").symlink_to(editc)
    environment = {**os.environ, "HOME": home, "PATH": f"{programs}:{os.environ['PATH']}"}
    environment.pop("XDG_CACHE_HOME", None)
    text = pathlib.Path(page).read_text()
    printed, end, count = None, 0, 0
    for block in re.finditer(r"(?ms)^```(\w+)\n(.*?)^```$", text):
        kind, body = block[1], block[2]
        named = re.findall(r"`([\w./-]+\.edit)`", text[end:block.start()])
        end = block.end()
        if kind == "yaml" and named and body.startswith("edit: 1"):
            pathlib.Path(folder, named[-1]).write_text(body)
        elif kind == "sh":
            printed, folder = run(body, folder, environment)
            count += 1
        elif kind == "text" and printed is not None:
            if not matches(body, printed):
                print(f"the page shows\n{body}and its commands print\n{printed}")
                return 1
            printed = None
    print(f"{count} blocks of commands")
    return 0


sys.exit(main())
