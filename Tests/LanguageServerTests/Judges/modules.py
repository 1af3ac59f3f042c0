"""Asks `editc lsp` at random places in a folder of many scripts that play and use each other: definition, hover,
completion, and renaming across files. What is right is known from writing the scripts.

    modules.py EDITC FOLDER SCRIPTS PLACES SEED

Prints what is wrong and the slowest answers, and as the last line the numbers of checks and failures.
"""

import os
import random
import sys
import time

from client import Client, uri

EDITC, FOLDER = sys.argv[1], os.path.abspath(sys.argv[2])
SCRIPTS, PLACES, SEED = map(int, sys.argv[3:6])
chance = random.Random(SEED)
LETTERS = "abcdefghijklmnopqrstuvwxyz"
names = set()
failures = []
checks = 0
times = {}


def word():
    while True:
        new = "".join(chance.choice(LETTERS) for _ in range(chance.randint(6, 9)))
        if new not in names:
            names.add(new)
            return new


class Title:
    def __init__(self, number):
        self.file = f"titles/t{number}.edit"
        self.required = word()
        self.others = [word() for _ in range(chance.randint(1, 4))]
        self.note = word()

    def text(self):
        variables = f"  {self.required}: {{type: text, example: Ada, note: {self.note}}}\n" + "".join(
            f"  {name}: {{type: text, default: {name}x}}\n" for name in self.others)
        items = "".join(f'  - {{text: "${{{name}}}", at: 0s..end, size: 4vmin}}\n' for name in [self.required, *self.others])
        return (f"edit: 1\nvars:\n{variables}canvas: {{size: 640x360, rate: 25, nested: inherit}}\n"
                f"timeline: [{{color: teal, for: 2s}}]\noverlays:\n{items}")


class Brand:
    def __init__(self, number):
        self.file = f"brand/b{number}.edit"
        self.colour, self.style = word(), word()

    def text(self):
        return (f"edit: 1\nvars:\n  {self.colour}: {{type: colour, default: gold}}\n"
                f"styles:\n  {self.style}: {{opacity: 0.5}}\n")


class Film:
    def __init__(self, number, titles, brands):
        self.file = f"films/f{number}.edit"
        self.brand = chance.choice(brands)
        self.calls = []
        for title in chance.sample(titles, min(3, len(titles))):
            byUse = chance.random() < 0.5
            passed = [title.required] + chance.sample(title.others, chance.randint(0, len(title.others) - 1))
            self.calls.append((title, byUse, passed))

    def text(self):
        items = ""
        for title, byUse, passed in self.calls:
            path = "kit/" + title.file[7:-5] if byUse else "../" + title.file
            items += f"  - {{edit: {path}, with: {{{', '.join(f'{name}: Ada' for name in passed)}}}}}\n"
        brand = self.brand
        return (f"edit: 1\nuse: {{kit: ../titles, brand: ../{brand.file}}}\ncanvas: {{size: 640x360, rate: 25}}\ntimeline:\n"
                f'{items}  - {{color: "${{brand/{brand.colour}}}", for: 1s, style: brand/{brand.style}}}\n')


count = max(3, SCRIPTS // 10)
titles = [Title(number) for number in range(count)]
brands = [Brand(number) for number in range(max(2, SCRIPTS // 50))]
films = [Film(number, titles, brands) for number in range(max(4, SCRIPTS - len(titles) - len(brands)))]
texts = {}
for script in titles + brands + films:
    texts[script.file] = script.text()
    path = os.path.join(FOLDER, script.file)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as file:
        file.write(texts[script.file])
client = Client(EDITC, FOLDER, capabilities={"textDocument": {"hover": {"contentFormat": ["markdown"]}}})


def check(isRight, *words):
    global checks
    checks += 1
    if not isRight:
        failures.append(" ".join(str(word) for word in words))


def ask(kind, method, film, offset, **more):
    parameters = {"textDocument": {"uri": uri(os.path.join(FOLDER, film.file))}, "position": client.position(film.file, offset)}
    start = time.perf_counter()
    answer = client.ask(method, dict(parameters, **more))
    times.setdefault(kind, []).append(time.perf_counter() - start)
    return answer


def offset(text, place):
    lines = text.split("\n")
    return sum(len(line) + 1 for line in lines[:place["line"]]) + place["character"]


def target(answer):
    """The file and the text of a location."""
    location = answer[0] if isinstance(answer, list) and answer else answer
    if not location:
        return None, None
    address = location.get("uri") or location.get("targetUri")
    span = location.get("range") or location.get("targetSelectionRange")
    file = os.path.relpath(address.removeprefix("file://"), FOLDER)
    text = texts.get(file, "")
    return file, text[offset(text, span["start"]):offset(text, span["end"])]


def applied(answer):
    """The texts after the edits, of the files that they change."""
    changes = answer.get("changes")
    if changes is None:
        changes = {change["textDocument"]["uri"]: change["edits"] for change in answer["documentChanges"]}
    changed = {}
    for address, edits in changes.items():
        file = os.path.relpath(address.removeprefix("file://"), FOLDER)
        text = texts[file]
        for edit in sorted(edits, key=lambda edit: -offset(text, edit["range"]["start"])):
            text = (text[:offset(text, edit["range"]["start"])] + edit["newText"]
                    + text[offset(text, edit["range"]["end"]):])
        changed[file] = text
    return changed


def definition(film):
    title, byUse, passed = chance.choice(film.calls)
    text = texts[film.file]
    kind = chance.choice(["edit", "with", "colour", "style"])
    if kind == "edit":
        path = "kit/" + title.file[7:-5] if byUse else "../" + title.file
        place, wanted = text.index(f"edit: {path},") + len("edit: ") + len(path) - 1, (title.file, None)
    elif kind == "with":
        name = chance.choice(passed)
        place, wanted = text.index(f"{name}: Ada") + chance.randrange(len(name)), (title.file, name)
    elif kind == "colour":
        name = film.brand.colour
        place, wanted = text.index(f"brand/{name}") + 6 + chance.randrange(len(name)), (film.brand.file, name)
    else:
        name = film.brand.style
        place, wanted = text.index(f"style: brand/{name}") + 13 + chance.randrange(len(name)), (film.brand.file, name)
    found = target(ask("definition", "textDocument/definition", film, place))
    check(found[0] == wanted[0] and (wanted[1] is None or found[1] == wanted[1]), film.file, kind, found, wanted)


def hover(film):
    title, _, passed = chance.choice(film.calls)
    name = chance.choice(passed)
    place = texts[film.file].index(f"{name}: Ada") + chance.randrange(len(name))
    answer = ask("hover", "textDocument/hover", film, place)
    words = (answer or {}).get("contents", {})
    words = words.get("value", "") if isinstance(words, dict) else str(words)
    wanted = title.note if name == title.required else name + "x"
    check(name in words and wanted in words, film.file, "hover", name, repr(words))


def completion(film):
    title, _, passed = chance.choice(film.calls)
    text = texts[film.file]
    end = text.index(f"{passed[-1]}: Ada") + len(f"{passed[-1]}: Ada")
    client.change(film.file, end, end, ", ")
    answer = ask("completion", "textDocument/completion", film, end + 2)
    items = answer["items"] if isinstance(answer, dict) else answer
    labels = {item["label"] for item in items}
    wanted = {title.required, *title.others} - set(passed)
    check(labels == wanted, film.file, "completion", labels, wanted)
    client.change(film.file, end, end + 2, "")


def rename(film):
    title, _, passed = chance.choice(film.calls)
    name, new = chance.choice(passed), word()
    place = texts[film.file].index(f"{name}: Ada") + chance.randrange(len(name))
    answer = ask("rename", "textDocument/rename", film, place, newName=new)
    wanted = {file: text.replace(name, new) for file, text in texts.items() if name in text}
    # The default of a parameter has its name in it, and is no use of it.
    wanted = {file: text.replace(f"default: {new}x", f"default: {name}x") for file, text in wanted.items()}
    found = applied(answer)
    check(found == wanted, film.file, "rename", name, {file: found.get(file) for file in wanted if found.get(file) != wanted[file]})


chosen = chance.sample(films, min(len(films), 20))
for film in chosen:
    client.open(film.file, texts[film.file], write=False)
    client.diagnostics(film.file)
# The scripts that they play are read a little later.
for film in chosen:
    ready = time.monotonic() + 20
    while time.monotonic() < ready:
        title, _, passed = film.calls[0]
        words = client.ask("textDocument/hover", client.at(film.file, texts[film.file].index(f"{passed[0]}: Ada")))
        if "text" in str(words):
            break
        time.sleep(0.1)
for number in range(PLACES):
    [definition, hover, completion, rename][number % 4](chance.choice(chosen))


def unchanged():
    """Files of a package get neither fixes nor another form, and their names stay."""
    odd = "edit: 1\ncanvas: {size: 640x360,   rate: 25}\ntimelin: [{color: red, name: a, for: 1s}]\n"
    for folder, record in [("vendor/kit", "editc package 1\nurl x\n\n"), ("vendor/own", None)]:
        os.makedirs(os.path.join(FOLDER, folder))
        if record:
            with open(os.path.join(FOLDER, folder + ".package"), "w") as file:
                file.write(record)
        name = folder + "/odd.edit"
        client.open(name, odd)
        found = client.settled(name)
        check(found, name, "has findings")
        actions = client.ask("textDocument/codeAction", client.of(
            name, range={"start": client.position(name, 0), "end": client.position(name, len(odd))},
            context={"diagnostics": found}))
        check(bool(actions) == (record is None), name, "actions", actions)
        for method, more in [("formatting", {"options": {}}), ("rename", {"newName": "b", "position": client.position(
                name, odd.index("name: a") + 6)})]:
            answer = client.answer(client.begin("textDocument/" + method, client.of(name, **more)))
            check(("part of a package" in str(answer.get("error"))) == (record is not None), name, method, answer)


unchanged()
for failure in failures[:20]:
    print(failure[:600])
every = sorted(seconds for list in times.values() for seconds in list)
for kind, list in sorted(times.items()):
    list.sort()
    print(f"{kind}: {len(list)}, p50 {list[len(list) // 2] * 1000:.1f} ms, p95 {list[len(list) * 95 // 100] * 1000:.1f} ms")
print(f"p95 of all: {every[len(every) * 95 // 100] * 1000:.1f} ms, in {len(texts)} scripts")
check(client.end() == 0, "the server ended with another exit code")
print(f"{checks} checks, {len(failures)} failures")
sys.exit(1 if failures else 0)
