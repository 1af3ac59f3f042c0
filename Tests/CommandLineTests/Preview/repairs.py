"""Judges how `editc preview` repairs a script: by git, by the bytes of the file, and by what `editc lint` finds in it.

usage: repairs.py EDITC FOLDER
"""

import os
import subprocess
import sys

from running import Checks, Preview

editc, folder = sys.argv[1:3]
os.chdir(folder)
check = Checks()
# A byte-order mark, line ends of Windows, and letters of several bytes: what is not repaired stays as it is, byte by byte.
WRONG = """\ufeffedit: 1\r
# Grüße 🎬\r
canvas: {size: 64x36, rate: 25}\r
timeline:\r
  - {color: teal, for: 2}\r
  - {colour: red, for: 1s}\r
"""


def read():
    with open("film.edit", "rb") as file:
        return file.read()


def save(text):
    with open("film.edit.new", "wb") as file:
        file.write(text if isinstance(text, bytes) else text.encode())
    os.rename("film.edit.new", "film.edit")


def fixes(state):
    return [(finding, fix) for finding in state["findings"] for fix in finding["fixes"] if fix["key"]]


def found(state, name):
    """The key of the repair of a finding."""
    return next(fix["key"] for finding, fix in fixes(state) if finding["id"] == name)


def compiled(preview, after):
    return preview.until(lambda state: state["version"] > after and not state["isCompiling"])


def patched(diff, text):
    """The text after a patch, by git."""
    os.makedirs("patched", exist_ok=True)
    with open("patched/film.edit", "wb") as file:
        file.write(text)
    result = subprocess.run(["git", "apply", "--unsafe-paths", "-"], input=diff, cwd="patched", capture_output=True)
    if result.returncode != 0:
        return result.stderr
    with open("patched/film.edit", "rb") as file:
        return file.read()


def identity():
    facts = os.stat("film.edit")
    return facts.st_ino, facts.st_mtime_ns, read()


save(WRONG)
os.chmod("film.edit", 0o640)
preview = Preview(editc, folder, "film.edit")
state = preview.until(lambda state: state["findings"] and not state["isCompiling"])
check("it may be changed", state["canEdit"] is True and state["undo"] is None, state)
check("each offers its repair", {finding["id"] for finding, _ in fixes(state)} == {"bare-number", "unknown-key"}, state["findings"])
for finding, fix in fixes(state):
    mark = finding["mark"]
    line = WRONG.splitlines()[finding["line"] - 1]
    check("the mark is a part of its line", mark["before"] + mark["marked"] + mark["after"] == line, mark, line)
    check("the mark is where it is said to be", len(mark["before"]) == finding["column"] - 1, mark, finding["column"])
    check("the title", fix["title"] in finding["help"], fix)

# What is shown is what is written, and all other bytes stay.
before = read()
for name in ["bare-number", "unknown-key"]:
    key = found(state, name)
    status, diff = preview.ask(f"repair/{key}")
    check("the change", status == 200 and b"@@" in diff, status, diff)
    old = identity()
    check("looking changes nothing", identity() == old)
    version = state["version"]
    status, text = preview.post(f"repair/{key}")
    check("it is applied", status == 204, status, text)
    check("as git applies it", read() == patched(diff, old[2]), read(), diff)
    check("with its rights", os.stat("film.edit").st_mode & 0o777 == 0o640)
    status, _ = preview.post(f"repair/{key}")
    check("once", status in (404, 409) and read() == patched(diff, old[2]), status)
    state = compiled(preview, version)
    check("it can be undone", state["undo"] is not None and key not in [fix["key"] for _, fix in fixes(state)], state["undo"])
check("the film is there", state["isCurrent"] and state["films"] and state["findings"] == [], state["findings"])
lint = subprocess.run([editc, "lint", "film.edit"], capture_output=True, text=True)
check("lint agrees", lint.returncode == 0, lint.stdout)
check("both are repaired", read() == before.replace(b"for: 2}", b"for: 2s}").replace(b"colour", b"color"), read())

# Undone step by step, to the same bytes.
middle = before.replace(b"for: 2}", b"for: 2s}")
for wanted in [middle, before]:
    version = state["version"]
    status, text = preview.post("undo/" + state["undo"]["key"])
    check("it is undone", status == 204 and read() == wanted, status, text, read())
    state = compiled(preview, version)
check("there is no more", state["undo"] is None and found(state, "bare-number") and found(state, "unknown-key"), state["undo"])
check("nothing to undo", preview.post("undo/" + 64 * "0")[0] == 404)
check("no such repair", preview.post("repair/" + 64 * "0")[0] == 404 and preview.ask("repair/" + 64 * "0")[0] == 404)
check("an undoing is a POST", preview.ask("undo/" + 64 * "0")[0] == 404)

# Everyone else is refused, and nothing is written.
key, old = found(state, "bare-number"), identity()
host, secret = preview.place
port = host.split(":")[1]
STRANGERS = [
    {"X_Editc_Token": None}, {"X_Editc_Token": ""}, {"X_Editc_Token": secret + "a"}, {"X_Editc_Token": secret[:-1]},
    {"X_Editc_Token": secret.upper()}, {"Origin": None}, {"Origin": "null"}, {"Origin": "http://evil.example"},
    {"Origin": f"http://evil.example:{port}"}, {"Origin": f"https://{host}"}, {"Origin": "http://127.0.0.1"},
    {"Origin": f"http://localhost:{port}"}, {"Host": "evil.example"}, {"Host": f"evil.example:{port}"},
    {"Host": "evil.example", "Origin": "http://evil.example"}, {"Sec_Fetch_Site": "cross-site"},
    {"Sec_Fetch_Site": "same-site"}, {"Sec_Fetch_Site": "none"}, {"body": b"x"}, {"body": b"x" * (1 << 20)},
    {"Transfer_Encoding": "chunked"}, {"Content_Length": "18446744073709551616"}, {"Expect": "100-continue"},
]
for stranger in STRANGERS:
    status, text = preview.post(f"repair/{key}", **stranger)
    check("a stranger is refused", status is None or 400 <= status < 500, stranger, status)
    check("and told nothing", secret not in text and "film.edit" not in text, text)
for name in ["state", "events", "film/0", "at/0/0", "page.js", "", "repair", f"repair/{key}/", f"repair/{key}?a", "repair/film.edit"]:
    check("no other POST", preview.post(name)[0] in (400, 404), name)
check("nothing was written", identity() == old, read())

# A file that is not what was checked is not touched. The compiler sleeps, so that the preview has not seen the new text yet.
wake = preview.stop_compiler()
save(WRONG + "# A line of someone else.\r\n")
old = identity()
status, text = preview.post(f"repair/{key}")
check("another text is not repaired", status == 409 and "has changed" in text, status, text)
check("nor shown as repaired", preview.ask(f"repair/{key}")[0] == 409)
check("it stays", identity() == old, read())
os.remove("film.edit")
check("a file that is gone", preview.post(f"repair/{key}")[0] == 500 and not os.path.exists("film.edit"))
version = preview.json("state")["version"]
save(WRONG)
wake()
state = preview.until(lambda state: state["findings"] and not state["isCompiling"])
status, _ = preview.post("repair/" + found(state, "bare-number"))
check("the right text again", status == 204)
state = compiled(preview, state["version"])
undo = state["undo"]["key"]
wake = preview.stop_compiler()
save(WRONG + "# Another line.\r\n")
old = identity()
status, _ = preview.post("undo/" + undo)
check("a change by someone else is not undone", status == 409 and identity() == old, status)
wake()
state = compiled(preview, state["version"])
check("then nothing is offered", state["undo"] is None, state["undo"])

# A link stays a link.
save(WRONG)
state = compiled(preview, state["version"])
os.rename("film.edit", "real.edit")
os.symlink("real.edit", "film.edit")
preview.stop()
preview = Preview(editc, folder, "film.edit")
state = preview.until(lambda state: state["findings"] and not state["isCompiling"])
check("a linked script", preview.post("repair/" + found(state, "bare-number"))[0] == 204)
check("the link stays", os.path.islink("film.edit") and read() == middle, read())
preview.stop()
os.remove("film.edit")

# Without leave, nothing is ever written; the change is shown all the same.
for arguments in [["--read-only"], ["--root", "."], ["--root", ".", "--read-only"]]:
    save(WRONG)
    preview = Preview(editc, folder, "film.edit", *arguments)
    state = preview.until(lambda state: state["findings"] and not state["isCompiling"])
    old = identity()
    key = found(state, "bare-number")
    check("it may not be changed", state["canEdit"] is False, arguments)
    check("the change is shown", preview.ask(f"repair/{key}")[0] == 200, arguments)
    check("it is not applied", preview.post(f"repair/{key}")[0] == 405 and identity() == old, arguments)
    check("nor undone", preview.post("undo/" + 64 * "0")[0] == 405, arguments)
    preview.stop()

check.end()
