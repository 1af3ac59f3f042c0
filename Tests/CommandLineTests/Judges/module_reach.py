"""What scripts under `use` can reach, and what values can change.

    module_reach.py EDITC FOLDER escapes COUNT SEED   paths that leave the folder of a script, in six places of it
    module_reach.py EDITC FOLDER values COUNT SEED    hostile values, which change only the drawn words
    module_reach.py EDITC FOLDER flips COUNT SEED     changed bytes in a fetched package, each of which is refused
    module_reach.py EDITC FOLDER forms COUNT SEED     a package of COUNT scripts in each form: one digest, one film

`escapes` and `forms` look for opened files and sockets by strace, if it is there. Prints what is wrong, and as the last line the numbers.
"""

import json
import os
import random
import re
import shutil
import subprocess
import sys

EDITC, FOLDER, PART = sys.argv[1], os.path.abspath(sys.argv[2]), sys.argv[3]
COUNT, SEED = map(int, sys.argv[4:6])
chance = random.Random(SEED)
failures = []
HEAD = "edit: 1\ncanvas: {size: 64x36, rate: 10}\n"


def path(name):
    return os.path.join(FOLDER, name)


def write(name, data):
    os.makedirs(os.path.dirname(path(name)), exist_ok=True)
    with open(path(name), "wb") as file:
        file.write(data if isinstance(data, bytes) else data.encode())


def run(*words):
    return subprocess.run(words, cwd=FOLDER, stdin=subprocess.DEVNULL, capture_output=True)


def lint(files, under=()):
    result = run(*under, EDITC, "lint", "--format", "json", "--no-cache", *files)
    if not result.stdout:
        raise SystemExit(result.stderr.decode())
    return {file["file"]: file["diagnostics"] for file in json.loads(result.stdout)["files"]}


def png():
    result = run("ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "color=red:s=16x16", "-frames:v", "1",
                 "-f", "image2pipe", "-c:v", "png", "-")
    return result.stdout


# MARK: Paths

def spellings():
    """188 spellings of paths that leave the folder `kit`, with `*` for the ending of the file."""
    found = []
    starts = ["", "./", "././", "pictures/../", "pictures/./../", "./pictures/..//", "../kit/", "../kit/pictures/../",
              "pictures/../pictures/../"]
    ways = ["../secret*", "../outside/secret*", ".././secret*", "..//secret*", "../../{name}/secret*",
            "../outside/../secret*", "../kit-2/secret*", "../outside/deep/../secret*", "../kit/../secret*",
            "../nowhere*", "../outside/link*"]
    found += [start + way for start in starts for way in ways]
    links = ["link*", "./link*", "pictures/../link*", "../kit/link*", "linked/secret*", "./linked/secret*",
             "linked/../secret*", "linked/deep/../secret*", "chain*", "pictures/link*", "pictures/linked/secret*",
             "linked/./secret*", "linked//secret*", "../kit/linked/secret*", "absolute*", "upwards/secret*",
             "upwards/outside/secret*", "upwards/kit/../secret*"]
    found += links
    whole = ["{folder}/secret*", "{folder}/outside/secret*", "/{folder}/secret*", "{folder}/kit/../secret*",
             "{folder}/kit/link*", "/etc/hostname*", "//etc/hostname*", "/etc/../etc/hostname*", "/proc/self/cwd/secret*",
             "/proc/self/root/{folder}/secret*", "/dev/../etc/hostname*", "/./etc/hostname*", "/secret*", "/dev/fd/0*"]
    found += whole
    odd = ["file://{folder}/secret*", "file:///etc/hostname*", "https://a.example/secret*", "http://127.0.0.1:9/secret*",
           "s3://bucket/secret*", "ftp://a.example/secret*", "HTTPS://a.example/secret*", "data:text/plain,x/../../secret*"]
    found += odd
    while len(found) < 188:
        parts = [chance.choice(["..", ".", "pictures", "linked", "kit", ""]) for _ in range(chance.randint(2, 6))]
        way = "/".join(["..", *parts, "..", "..", "secret*"])
        found.append(way)
    return found[:188]


PLACES = {
    "media": (".png", 'media: {m: "%s"}\ntimeline: [{image: m, for: 1s}]\n'),
    "font": (".otf", 'timeline: [{text: Hi, font: "%s", size: 4px, for: 1s}]\n'),
    "lut": (".cube", 'timeline: [{color: red, for: 1s, filters: [{lut: "%s"}]}]\n'),
    "subtitles": (".srt", 'timeline: [{color: red, for: 1s}]\nsubtitles: [{file: "%s"}]\n'),
    "edit": (".edit", 'timeline: [{edit: "%s"}]\n'),
    "use": (".edit", 'use: {other: "%s"}\ntimeline: [{color: red, for: 1s, style: other/x}]\n'),
}


def escapes():
    secrets = {".png": png(), ".otf": b"no font", ".cube": b"LUT_3D_SIZE 2\n" + b"0 0 0\n" * 8,
               ".srt": b"1\n00:00:00,000 --> 00:00:00,500\nHi\n", ".edit": (HEAD + "styles: {x: {opacity: 0.5}}\n"
                                                                           "timeline: [{color: red, for: 1s}]\n").encode()}
    for ending, data in secrets.items():
        for folder in ["", "outside/", "outside/deep/", "kit-2/"]:
            write(f"{folder}secret{ending}", data)
        os.makedirs(path("kit/pictures"), exist_ok=True)
        for link, target in [("kit/link", "../secret"), ("kit/pictures/link", "../../secret"), ("kit/chain", "link"),
                             ("kit/absolute", path("secret")), ("outside/link", "../secret")]:
            os.symlink(target + ending, path(link + ending))
    os.symlink("../outside", path("kit/linked"))
    os.symlink("../../outside", path("kit/pictures/linked"))
    os.symlink("..", path("kit/upwards"))
    films = {}
    for number, spelling in enumerate(spellings()):
        for place, (ending, text) in PLACES.items():
            written = spelling.replace("*", ending).format(folder=FOLDER, name=os.path.basename(FOLDER))
            name = f"{place}-{number}"
            write(f"kit/{name}.edit", HEAD + text % written)
            item = f"{{edit: kit/{name}}}"
            write(f"{name}.edit", HEAD + f"use: {{kit: kit}}\ntimeline: [{item}]\n")
            films[f"{name}.edit"] = (place, written)
    chosen = sorted(chance.sample(sorted(films), min(COUNT, len(films))))
    trace = []
    if shutil.which("strace"):
        trace = ["strace", "-f", "-qq", "-y", "-e", "trace=open,openat,openat2,execve,socket", "-o", path("calls")]
    found = lint(chosen, trace)
    for name in chosen:
        errors = [f for f in found[name] if f["severity"] == "error"]
        if not errors or any("line" not in f for f in errors):
            failures.append(f"{name}: {films[name]}: {[(f['id'], f['message']) for f in found[name]]}")
    opened = 0
    if trace:
        with open(path("calls"), errors="replace") as calls:
            for line in calls:
                target = re.search(r"= \d+<([^>]*)>", line)
                if target and (re.search(r"/secret\.", target[1]) or target[1] == "/etc/hostname") or "socket(" in line:
                    opened += 1
                    failures.append(f"opened: {line.strip()}")
    return f"{len(chosen)} paths in {len(PLACES)} places, {len(failures)} failures, {opened if trace else '?'} opened"


# MARK: Values

def hostile():
    pieces = ["</span>", "<b>", "</b>", "&amp;", "&", "<", ">", "${x}", "$${x}", "${", "}", ": ", "- ", "# ", "\n", "\r\n",
              "\t", "\u202e", "\u2066", "\u200b", "\ufeff", "'", '"', "\\", "\\n", "{a: 1}", "[1, 2]", "!tag", "*x", "&y",
              "%d", "*.png", "../secret.png", "/etc/passwd", "https://a.example/x", "null", "yes", "0755", "1:30", "~",
              "e\u0301", "\U0001f600", "مرحبا", "नमस्ते", "日本", "`ls`", "$(ls)", ";", "|", "name: x", "---\n", "\u2028"]
    value = "".join(chance.choice(pieces) for _ in range(chance.randint(1, 6)))
    return value if value.strip() else "x" + value


def listed(text):
    """As a listing of the film quotes it."""
    return '"' + "".join(
        "\\" + c if c in '"\\' else c if " " <= c <= "~" else "\\u{%x}" % ord(c) for c in text) + '"'


def values():
    title = ("edit: 1\nvars: {name: {type: text, example: Ada}}\ncanvas: {size: 64x36, rate: 10, nested: inherit}\n"
             "timeline: [{color: teal, for: 1s}]\n")
    write("plain.edit", title + 'overlays: [{text: "${name}", at: 0s..end, size: 4px}]\n')
    write("marked.edit", title + 'overlays: [{text: "<b>${name}</b> x", markup: true, at: 0s..end, size: 4px}]\n')
    write("film.edit", HEAD + "vars: {guest: {type: text, example: Ada}}\ntimeline:\n"
          '  - {edit: plain.edit, with: {name: "${guest}"}}\n  - {edit: marked.edit, with: {name: "${guest}"}}\n')

    def listing(value):
        write("values.json", json.dumps({"guest": value}))
        result = run(EDITC, "dump", "--stage", "composition", "--no-cache", "--vars", "values.json", "film.edit")
        if result.returncode != 0:
            return result.stderr.decode(), []
        lines, texts = [], []
        for line in result.stdout.decode().split("\n"):
            text = re.match(r'    picture text (markup )?("(?:[^"\\]|\\.)*") (.*) drawn \S+ (.*)', line)
            if text:
                texts.append(text[2])
                line = f"    picture text {text[1] or ''}{text[3]}"
            elif line.startswith("  layer text "):
                line = "  layer text"
            lines.append(line)
        # The box of the words follows them.
        for index, line in enumerate(lines):
            if line.startswith("    content ") and "picture text" in lines[index - 1]:
                lines[index] = "    content"
        return lines, texts

    plain, _ = listing("Ada")
    for _ in range(COUNT):
        value = hostile()
        lines, texts = listing(value)
        escaped = value.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        wanted = [listed(value), listed(f"<b>{escaped}</b> x")]
        if lines != plain or texts != wanted:
            changed = lines if isinstance(lines, str) else [x for x in zip(plain, lines) if x[0] != x[1]]
            failures.append(f"{value!r}: {changed} {texts} instead of {wanted}")
    return f"{COUNT} values, {len(failures)} failures"


# MARK: Bytes

def flips():
    """The first project fetches a package from an archive that is in the content store; the others are copies of it."""
    import hashlib
    import io
    import tarfile
    data = io.BytesIO()
    contents = {"card.edit": HEAD.replace("10}", "10, nested: inherit}").encode() + b"timeline: [{image: logo.png, for: 1s}]\n",
                "logo.png": png(), "_parts/words.txt": b"words that nothing shows\n" * 40, "notes": b""}
    with tarfile.open(fileobj=data, mode="w", format=tarfile.USTAR_FORMAT) as tar:
        for name, content in contents.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            tar.addfile(entry, io.BytesIO(content))
    digest = hashlib.sha256(data.getvalue()).hexdigest()
    write(f"cache/media/{digest[:2]}/{digest}", data.getvalue())
    film = HEAD + (f'use: {{titles: {{url: "https://a.example/titles.tar", sha256: {digest}}}}}\n'
                   "timeline: [{edit: titles/card}]\noutputs: [{file: film.mp4}]\n")
    write("0/film.edit", film)
    fetched = run(EDITC, "fetch", "--cache", path("cache"), "0/film.edit")
    if fetched.returncode != 0:
        raise SystemExit(fetched.stderr.decode())
    folder = next(name for name in os.listdir(path("0/.editc/packages")) if not name.endswith((".package", ".gitignore")))
    files = [name for name in contents if contents[name]]
    kinds = []
    for number in range(1, COUNT + 1):
        shutil.copytree(path("0"), path(str(number)))
        package = f"{number}/.editc/packages/{folder}"
        name = chance.choice(files)
        kind = chance.choices(["flip", "cut", "grow", "remove", "add", "rename"], [20, 1, 1, 1, 1, 1])[0]
        content = bytearray(contents[name])
        place = chance.randrange(len(content))
        if kind == "flip":
            content[place] ^= 1 << chance.randrange(8)
        elif kind == "cut":
            del content[place:]
        elif kind == "grow":
            content += b"x"
        if kind in ("flip", "cut", "grow"):
            write(f"{package}/{name}", bytes(content))
        elif kind == "remove":
            os.remove(path(f"{package}/{name}"))
        elif kind == "add":
            write(f"{package}/new", b"x")
        else:
            os.rename(path(f"{package}/{name}"), path(f"{package}/{name}x"))
        kinds.append((kind, name, place))
    names = [f"{number}/film.edit" for number in range(COUNT + 1)]
    found = lint(names)
    if any(f["severity"] == "error" for f in found[names[0]]):
        failures.append(f"the unchanged package: {found[names[0]]}")
    for name, kind in zip(names[1:], kinds):
        ids = [f["id"] for f in found[name] if f["severity"] == "error"]
        if ids != ["changed-package"]:
            failures.append(f"{name}: {kind}: {ids}")
    return f"{COUNT} changes, {len(failures)} failures"


# MARK: Forms of a package

def forms():
    """The same package from git, from a web server, from a vendored copy of each, and as a folder of the project."""
    import functools
    import hashlib
    import http.server
    import io
    import tarfile
    import threading
    contents = {"logo.png": png(), "_base.edit": "edit: 1\nvars: {accent: {type: colour, default: teal}}\n".encode(),
                "inner/words.edit": (HEAD + 'use: {base: ../_base.edit}\ntimeline: [{color: "${base/accent}", for: 1s}]\n').encode()}
    for number in range(COUNT):
        colour = f"#{chance.randrange(1 << 24):06x}"
        contents[f"card-{number}.edit"] = (
            HEAD.replace("10}", "10, nested: inherit}") + f"use: {{base: _base.edit, inner: inner}}\ntimeline:\n"
            f'  - {{color: "{colour}", for: 500ms}}\n  - {{image: logo.png, for: 500ms}}\n'
            f'  - {{color: "${{base/accent}}", for: 500ms}}\n  - {{edit: inner/words}}\n').encode()
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w", format=tarfile.USTAR_FORMAT) as tar:
        for name, content in contents.items():
            entry = tarfile.TarInfo("pack/" + name)
            entry.size = len(content)
            tar.addfile(entry, io.BytesIO(content))
            write("servers/titles/pack/" + name, content)
    write("web/titles.tar", data.getvalue())
    write("servers/titles/README", "not of the package\n")
    author = dict(os.environ, GIT_CONFIG_GLOBAL="/dev/null", GIT_AUTHOR_NAME="A", GIT_AUTHOR_EMAIL="a@b",
                  GIT_COMMITTER_NAME="A", GIT_COMMITTER_EMAIL="a@b")
    for line in ["init -q -b main .", "add --all", "commit -q -m x", "tag v1"]:
        subprocess.run(["git", *line.split()], cwd=path("servers/titles"), env=author, check=True)
    server = http.server.ThreadingHTTPServer(
        ("127.0.0.1", 0), functools.partial(http.server.SimpleHTTPRequestHandler, directory=path("web")))
    server.RequestHandlerClass.func.log_message = lambda *_: None
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}/titles.tar"
    digest = hashlib.sha256(data.getvalue()).hexdigest()
    archive = f'{{url: "{address}", sha256: {digest}, folder: pack}}'
    repository = '{git: "https://git.example.org/titles", revision: v1, folder: pack}'
    uses = {"git": repository, "http": archive, "git-vendored": repository[:-1] + ", vendored: vendor/titles}",
            "http-vendored": archive[:-1] + ", vendored: vendor/titles}", "folder": "titles"}
    # Where git finds the server is a setting of the user.
    more = dict(os.environ, GIT_ALLOW_PROTOCOL="file", GIT_CONFIG_COUNT="1", http_proxy="",
                GIT_CONFIG_KEY_0=f"url.file://{path('servers')}/.insteadOf", GIT_CONFIG_VALUE_0="https://git.example.org/")

    def editc(folder, *words, under=()):
        result = subprocess.run([*under, EDITC, *words], cwd=path(folder), env=dict(more, XDG_CACHE_HOME=path(folder + "/cache")),
                                stdin=subprocess.DEVNULL, capture_output=True, text=True)
        if result.returncode != 0:
            failures.append(f"{folder}: {' '.join(words)}: {result.stdout}{result.stderr}")
        return result

    digests, films, sockets, traced = set(), set(), 0, 0
    for form, use in uses.items():
        film = (HEAD + f"use: {{titles: {use}}}\ntimeline:\n"
                + "".join(f"  - {{edit: titles/card-{number}}}\n" for number in range(COUNT)) + "outputs: [{file: film.mp4}]\n")
        if form == "folder":
            with tarfile.open(fileobj=io.BytesIO(data.getvalue())) as tar:
                for entry in tar:
                    write(form + "/titles/" + entry.name.removeprefix("pack/"), tar.extractfile(entry).read())
        write(form + "/film.edit", film)
        if form != "folder":
            words = ["--vendor", "vendor"] if "vendored" in form else []
            editc(form, "fetch", "--allow-private", "127.0.0.1", *words, "film.edit")
            editc(form, "lock", "film.edit")
            with open(path(form + "/film.edit.lock")) as file:
                digests |= set(re.findall(r'package "titles" sha256 ([0-9a-f]{64})', file.read()))
        for words in (["lint"], ["plan"], ["render"]):
            under = []
            if shutil.which("strace"):
                under = ["strace", "-f", "-qq", "-e", "trace=socket,connect", "-o", path("calls")]
            editc(form, *words, "film.edit", under=under)
            if under:
                traced += 1
                with open(path("calls")) as file:
                    sockets += sum(line.count("socket(") + line.count("connect(") for line in file)
        with open(path(form + "/film.mp4"), "rb") as file:
            films.add(hashlib.sha256(file.read()).hexdigest())
    server.shutdown()
    if len(digests) != 1 or len(films) != 1 or sockets:
        failures.append(f"digests {digests}, films {films}, {sockets} sockets")
    return (f"{len(uses)} forms, {len(digests)} digest, {len(films)} film, {sockets} sockets in {traced} commands,"
            f" {len(failures)} failures")


summary = {"escapes": escapes, "values": values, "flips": flips, "forms": forms}[PART]()
for failure in failures[:20]:
    print(failure)
print(summary)
sys.exit(1 if failures else 0)
