#!/usr/bin/env python3
"""Uses `editc lsp` as an editor does. usage: session.py EDITC FOLDER"""

import hashlib
import http.client
import os
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from urllib.parse import unquote

from client import Checks, Client, Failed, uri

editc, folder = sys.argv[1:]
check = Checks()

EVERYTHING = {
    "textDocument": {
        "publishDiagnostics": {"relatedInformation": True, "codeDescriptionSupport": True, "tagSupport": {"valueSet": [1]}},
        "documentSymbol": {"hierarchicalDocumentSymbolSupport": True},
        "hover": {"contentFormat": ["markdown"]}, "completion": {"completionItem": {"documentationFormat": ["markdown"]}},
        "codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}}}, "definition": {"linkSupport": True},
        "rename": {"prepareSupport": True},
    },
    "workspace": {"workspaceEdit": {"documentChanges": True}, "didChangeWatchedFiles": {
        "dynamicRegistration": True, "relativePatternSupport": True}},
    "window": {"showDocument": {"support": True}},
}

FILM = """edit: 1
media: {beach: beach.mp4}
canvas: {size: 640x360, rate: 25}
timeline:
  - clip: beach
    name: intro
    take: 1s..3s
  - {color: navy, for: 2s}
overlays:
  - {text: Größe 漢 😀, at: intro.end - 1s, for: 1s}
outputs:
  - {file: out.mp4}
"""


def make_media():
    subprocess.run(
        ["ffmpeg", "-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i", "testsrc2=s=640x360:r=25:d=4", "-f", "lavfi", "-i",
         "sine=d=4", "-c:v", "libx264", "-preset", "ultrafast", "-colorspace", "bt709", "-color_primaries", "bt709",
         "-color_trc", "bt709", "-color_range", "tv", "-pix_fmt", "yuv420p", "-c:a", "aac", "-ac", "2", folder + "/beach.mp4"], check=True)


def lifecycle():
    client = Client(editc, folder, start=False)
    check.equal(client.error("textDocument/hover", {}), -32002, "a request before initialize")
    client.tell("textDocument/didOpen", {"textDocument": {"uri": "file:///a", "text": "", "version": 1}})
    client.ask("initialize", {"capabilities": {}})
    check.equal(client.error("initialize", {"capabilities": {}}), -32600, "initialize twice")
    check.equal(client.error("no/such", {}), -32601, "an unknown method")
    check.equal(client.error("textDocument/hover", {}), -32602, "a request without a document")
    check.equal(client.error("textDocument/hover", {"textDocument": {"uri": "file:///a"}, "position": {"line": 0, "character": 0}}),
                -32602, "a document that is not open")
    client.tell("no/such", {})
    client.tell("textDocument/didChange", {"textDocument": {"uri": "file:///a", "version": 2}, "contentChanges": [{"text": "x"}]})
    client.tell("textDocument/didClose", {"textDocument": {"uri": "file:///a"}})
    client.send_bytes(b"Content-Length: 2\r\n\r\n{x")
    check.equal(client.answer(None).get("error", {}).get("code"), -32700, "a message that is no JSON")
    client.send_bytes(b"Content-Length: abc\r\n\r\n")
    check.equal(client.answer(None).get("error", {}).get("code"), -32700, "a length that is no number")
    client.send_bytes(b"Content-Length: 2\r\n\r\n[]")
    check.equal(client.answer(None).get("error", {}).get("code"), -32600, "a message that is no object")
    check.equal(client.error("x", {}), -32601, "it goes on")
    client.ask("shutdown", None)
    check.equal(client.error("textDocument/hover", {}), -32600, "a request after shutdown")
    client.tell("exit", None)
    check.equal(client.process.wait(60), 0, "the exit code after shutdown")

    client = Client(editc, folder)
    client.tell("exit", None)
    check.equal(client.process.wait(60), 1, "the exit code without shutdown")
    client = Client(editc, folder)
    client.process.stdin.close()
    check.equal(client.process.wait(60), 1, "the exit code of a client that went away")
    client = Client(editc, folder)
    client.process.stdout.close()
    try:
        client.begin("workspace/symbol", {"query": ""})
        client.open("gone.edit", FILM)
    except BrokenPipeError:
        pass
    check.equal(client.process.wait(60), 1, "the exit code of a client that does not listen")
    other = subprocess.Popen(["sleep", "60"])
    client = Client(editc, folder, process_id=other.pid)
    other.kill()
    other.wait()
    check.equal(client.process.wait(60), 1, "the exit code after the client's process")
    client = Client(editc, folder, process_id=999999999)
    check.equal(client.end(), 0, "the number of a process of another machine")


def diagnostics():
    client = Client(editc, folder, EVERYTHING)
    client.open("film.edit", FILM)
    check.equal(client.settled("film.edit"), [], "a film without mistakes")
    start = FILM.index("1s..3s")
    client.change("film.edit", start, start + 6, "1s..30s")
    found = client.settled("film.edit")
    check.equal([d["code"] for d in found], ["take-outside-media"], "a take outside of its media")
    check.equal(client.text("film.edit", found[0]["range"]), "1s..30s", "its place")
    check.equal((found[0]["severity"], found[0]["source"]), (1, "editc"), "its severity")
    page = found[0]["codeDescription"]["href"][len("file://"):]
    deadline = time.monotonic() + 10
    while not os.path.exists(page) and time.monotonic() < deadline:
        time.sleep(0.02)
    check("take-outside-media" in open(page).read(), "its page", page)
    client.change("film.edit", start, start + 7, "1s..3s")
    check.equal(client.settled("film.edit"), [], "the repair")
    # The place of a finding behind letters of every width.
    text = client.texts["film.edit"]
    place = text.index("for: 1s}")
    client.change("film.edit", place, place + 7, "for: 1")
    found = [d for d in client.settled("film.edit") if d["code"] == "bare-number"]
    check.equal([client.text("film.edit", d["range"]) for d in found], ["1"], "the place behind wide letters")
    # Related places, and tags.
    client.open("twice.edit", "edit: 1\nmedia: {a: a.mp4, a: b.mp4}\ntimeline: [{color: red, for: 1s}]\n")
    found = client.settled("twice.edit")
    twice = [d for d in found if d["code"] == "duplicate-key"]
    check.equal(len(twice), 1, "a key that is written twice", found)
    related = twice[0]["relatedInformation"]
    check.equal([client.text("twice.edit", r["location"]["range"]) for r in related], ["a"], "its earlier place")
    unused = [d for d in found if d["code"] == "unused-media"]
    check.equal([d.get("tags") for d in unused], [[1]], "a name that is of no use", found)
    # A text without a file, and one that is closed.
    client.tell("textDocument/didOpen", {"textDocument": {
        "uri": "untitled:1", "languageId": "editc", "version": 1, "text": "edit: 1\ntimelin: []\n"}})
    found = client.wait("textDocument/publishDiagnostics", lambda p: p["uri"] == "untitled:1")
    check("unknown-key" in [d["code"] for d in found["diagnostics"]], "a text without a file")
    client.tell("textDocument/didClose", client.of("twice.edit"))
    gone = client.wait("textDocument/publishDiagnostics", lambda p: p["uri"] == client.uri("twice.edit"))
    check.equal(gone["diagnostics"], [], "a closed document")
    # A file that appears.
    client.open("other.edit", "edit: 1\ncanvas: {size: 64x36, rate: 25}\ntimeline: [{image: late.png, for: 1s}]\n")
    check.equal([d["code"] for d in client.settled("other.edit")], ["missing-file"], "a file that is not there")
    watched = [w for r in client.requests if r["method"] == "client/registerCapability"
               for g in r["params"]["registrations"] for w in g["registerOptions"]["watchers"]]
    check(any(isinstance(w["globPattern"], dict) and w["globPattern"]["pattern"] == "late.png" for w in watched),
          "the client watches it", watched)
    subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i", "color=red:s=64x36:d=1", "-frames:v", "1",
                    folder + "/late.png"], check=True)
    client.tell("workspace/didChangeWatchedFiles", {"changes": [{"uri": uri(folder + "/late.png"), "type": 1}]})
    check.equal(client.settled("other.edit"), [], "a file that appears")
    check.equal(client.end(), 0, "the end")
    # The server watches where the client does not.
    client = Client(editc, folder)
    os.remove(folder + "/late.png")
    client.open("other.edit", client.texts.get("other.edit") or open(folder + "/other.edit").read())
    check.equal([d["code"] for d in client.settled("other.edit")], ["missing-file"], "a file that is gone")
    subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i", "color=red:s=64x36:d=1", "-frames:v", "1",
                    folder + "/late.png"], check=True)
    check.equal(client.diagnostics("other.edit"), [], "the server sees it itself")
    check.equal(client.end(), 0, "the end")


def features():
    client = Client(editc, folder, EVERYTHING)
    name = "film.edit"
    client.open(name, FILM)
    client.settled(name)

    def at(word, shift=0):
        return FILM.index(word) + shift

    hover = client.ask("textDocument/hover", client.at(name, at("beach\n", 1)))
    for words in ["640x360", "25", "4s", "aac"]:
        check(words in hover["contents"]["value"], "facts of media", words, hover)
    hover = client.ask("textDocument/hover", client.at(name, at("1s..3s")))
    check("25 frames" in hover["contents"]["value"], "a time", hover)
    hover = client.ask("textDocument/hover", client.at(name, at("intro.end", 2)))
    check("`0s..2s`" in hover["contents"]["value"], "an item's time", hover)
    hover = client.ask("textDocument/hover", client.at(name, at("take")))
    check("The part of the media" in hover["contents"]["value"], "a key", hover)
    check.equal(client.ask("textDocument/hover", client.at(name, len(FILM))), None, "nothing to say")

    client.open("parts.edit", "edit: 1\ntimeline:\n  - {color: red, for: 1s, crop: 10% 5% 0px 0px}\n")
    help = client.ask("textDocument/signatureHelp", client.at("parts.edit", client.texts["parts.edit"].index("5%")))
    signature = help["signatures"][0]
    shown = [signature["label"][slice(*p["label"])] for p in signature["parameters"]]
    check(signature["label"].startswith("crop: ") and len(shown) >= 4 and help["activeParameter"] == 1, "parts of a value", help)
    check.equal(client.ask("textDocument/signatureHelp", client.at(name, at("navy"))), None, "a value of one part")
    found = client.ask("textDocument/definition", client.at(name, at("intro.end")))
    check.equal(client.text(name, found[0]["targetSelectionRange"]), "intro", "a definition")
    check.equal(client.ask("textDocument/definition", client.at(name, at("beach.mp4")))["uri"], uri(folder + "/beach.mp4"), "a file")
    places = client.ask("textDocument/references", client.at(name, at("intro"), context={"includeDeclaration": True}))
    check.equal([p["range"]["start"]["line"] for p in places], [5, 9], "references")
    places = client.ask("textDocument/references", client.at(name, at("intro"), context={"includeDeclaration": False}))
    check.equal(len(places), 1, "references without the declaration")
    marked = client.ask("textDocument/documentHighlight", client.at(name, at("intro")))
    check.equal([m["kind"] for m in marked], [3, 2], "written and read")

    check.equal(client.ask("textDocument/prepareRename", client.at(name, at("navy"))), None, "no name")
    prepared = client.ask("textDocument/prepareRename", client.at(name, at("intro.end")))
    check.equal((client.text(name, prepared["range"]), prepared["placeholder"]), ("intro", "intro"), "a name")
    edit = client.ask("textDocument/rename", client.at(name, at("intro.end"), newName="opening"))["documentChanges"][0]
    check.equal(edit["textDocument"]["version"], 1, "the version")
    check.equal(client.applied(name, edit["edits"]), FILM.replace("intro", "opening"), "a rename")
    check.equal(client.error("textDocument/rename", client.at(name, at("intro.end"), newName="two words")), -32803, "no name")

    items = client.ask("textDocument/completion", client.at(name, at("    take")))["items"]
    check("volume" in [i["label"] for i in items] or items == [], "keys in front of a line", items[:3])
    symbols = client.ask("textDocument/documentSymbol", client.of(name))
    check.equal([s["name"] for s in symbols], ["edit", "media", "canvas", "timeline", "overlays", "outputs"], "the outline")
    check.equal([c["name"] for c in symbols[3]["children"]], ["intro", "color navy"], "its items")
    folds = client.ask("textDocument/foldingRange", client.of(name))
    check({"startLine": 3, "endLine": 7} in folds, "folding", folds)
    selection = client.ask("textDocument/selectionRange", client.of(name, positions=[client.position(name, at("3s", 1))]))[0]
    steps = []
    while selection:
        steps.append(client.text(name, selection["range"]))
        selection = selection.get("parent")
    check.equal(steps[:2], ["1s..3s", "take: 1s..3s"], "growing selections")
    check.equal(steps[-1], FILM, "up to everything")

    legend = client.capabilities["semanticTokensProvider"]["legend"]["tokenTypes"]
    data = client.ask("textDocument/semanticTokens/full", client.of(name))["data"]
    line = column = 0
    tokens = []
    for index in range(0, len(data), 5):
        lines, columns, length, kind, _ = data[index:index + 5]
        column = columns if lines else column + columns
        line += lines
        start = client.index(name, {"line": line, "character": column})
        end = client.index(name, {"line": line, "character": column + length})
        tokens.append((FILM[start:end], legend[kind]))
    for token in [("edit", "property"), ("beach", "class"), ("intro", "class"), ("intro", "variable"), ("Größe 漢 😀", "string"),
                  ("1", "number"), ("s", "keyword"), ("navy", "enumMember")]:
        check(token in tokens, "a token", token, tokens)
    links = client.ask("textDocument/documentLink", client.of(name))
    check.equal([client.text(name, l["range"]) for l in links], ["beach.mp4", "out.mp4"], "links")
    colors = client.ask("textDocument/documentColor", client.of(name))
    check.equal([client.text(name, c["range"]) for c in colors], ["navy"], "colours")
    check.equal(round(colors[0]["color"]["blue"] * 255), 128, "navy")
    shown = client.ask("textDocument/colorPresentation", client.of(
        name, range=colors[0]["range"], color={"red": 1, "green": 0, "blue": 0, "alpha": 1}))
    check.equal([s["label"] for s in shown], ["#ff0000", "red"], "another colour")
    check("color: \"#ff0000\"" in client.applied(name, [shown[0]["textEdit"]]), "its quotes")
    everything = {"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}}
    hints = client.ask("textDocument/inlayHint", client.of(name, range=everything))
    check.equal([h["label"] for h in hints], ["0s +2s", "2s +2s", "1s +1s"], "hints")
    lenses = client.ask("textDocument/codeLens", client.of(name))
    check.equal([l["command"]["title"] for l in lenses],
                ["Preview", "Draw the timeline", "Render", "Preview from here"], "lenses")
    check.equal(lenses[3]["command"]["arguments"], [client.uri(name), 0], "the frame of an item with a name")
    client.ask("workspace/executeCommand", {"command": "editc.lock", "arguments": [client.uri(name)]})
    client.wait("window/showMessage", lambda p: "lock" in p["message"])
    check(os.path.exists(folder + "/film.edit.lock"), "the lock")
    os.remove(folder + "/film.edit.lock")
    client.ask("workspace/executeCommand", {"command": "editc.timeline", "arguments": [client.uri(name)]})
    deadline = time.monotonic() + 60
    while not any(r["method"] == "window/showDocument" for r in client.requests):
        client.receive(deadline)
    check(os.path.exists(folder + "/film.edit.svg"), "the drawing")
    check.equal(client.error("workspace/executeCommand", {"command": "rm", "arguments": ["/"]}), -32602, "another command")
    symbols = client.ask("workspace/symbol", {"query": "in"})
    check("intro" in [s["name"] for s in symbols], "symbols of the workspace", symbols)

    # Actions
    def actions(start, end, **more):
        span = {"start": client.position(name, start), "end": client.position(name, end)}
        return client.ask("textDocument/codeAction", client.of(name, range=span, context=dict({"diagnostics": []}, **more)))

    text = FILM.replace("for: 2s", "for: 2")
    client.change(name, 0, len(FILM), text)
    found = actions(text.index("for: 2}") + 5, text.index("for: 2}") + 6)
    titles = [a["title"] for a in found]
    check("write `2s`" in titles and "write `2f`" in titles, "repairs", titles)
    chosen = next(a for a in found if a["title"] == "write `2s`")
    check.equal(client.applied(name, chosen["edit"]["documentChanges"][0]["edits"]), FILM, "a repair")
    client.change(name, 0, len(text), FILM)
    found = {a["title"]: a for a in actions(at("1s..3s"), at("1s..3s"))}
    check("write `25f` (frames)" in found, "a time in frames", list(found))
    check("split this clip in the middle" in found, "a split", list(found))
    split = client.applied(name, found["split this clip in the middle"]["edit"]["documentChanges"][0]["edits"])
    check.equal(split, FILM.replace(
        "    name: intro\n    take: 1s..3s\n", "    name: intro\n    take: 1s..2s\n  - clip: beach\n    take: 2s..3s\n"), "its text")
    wrong = FILM.replace("canvas", "canvs").replace("overlays", "overlay")
    client.change(name, 0, len(FILM), wrong)
    found = actions(0, 0, only=["source.fixAll"])
    check.equal([a["kind"] for a in found], ["source.fixAll.editc"], "all repairs", found)
    check.equal(client.applied(name, found[0]["edit"]["documentChanges"][0]["edits"]), FILM, "its text")

    # Formatting
    untidy = "edit:   1\ntimeline:\n    - {for: 2.0s,   color: navy}\n    - {color: red, for: 1s}\n"
    client.open("untidy.edit", untidy)
    edits = client.ask("textDocument/formatting", client.of("untidy.edit", options={"tabSize": 2, "insertSpaces": True}))
    path = os.path.join(folder, "judged.edit")
    with open(path, "w") as file:
        file.write(untidy)
    subprocess.run([editc, "fmt", path], check=True, stderr=subprocess.DEVNULL)
    check.equal(client.applied("untidy.edit", edits), open(path).read(), "formatting, as `editc fmt` does it")
    span = {"start": {"line": 0, "character": 0}, "end": {"line": 1, "character": 0}}
    edits = client.ask("textDocument/rangeFormatting", client.of("untidy.edit", range=span, options={}))
    check.equal(client.applied("untidy.edit", edits), untidy.replace("edit:   1", "edit: 1"), "a part")
    edits = client.ask("textDocument/onTypeFormatting", dict(client.at("untidy.edit", untidy.index("timeline")), ch="\n", options={}))
    check.equal(client.applied("untidy.edit", edits), untidy.replace("edit:   1", "edit: 1"), "the line that was ended")
    client.open("broken.edit", "edit: [1\n")
    check.equal(client.error("textDocument/formatting", client.of("broken.edit", options={})), -32803, "what is no YAML")
    check.equal(client.end(), 0, "the end")


def encodings():
    """Every column over letters of every width, line breaks of both kinds and tabs, in all units."""
    text = "edit: 1\r\nmedia:\r\n  \"é漢😀\": a.mp4\r\n  b: \"x\ty.mp4\"\r\ntimeline:\r\n  - {text: \"😀é漢\", color: navy, name: ü}\r\n" \
        "  - {clip: é漢😀, name: z}\r\n  - {clip: b}\r\noverlays:\r\n  - {text: \"漢\", at: ü.end, for: 1s, color: red}\r\n"
    for offered, expected in [(None, "utf-16"), (["utf-8", "utf-16"], "utf-8"), (["utf-32"], "utf-32"), (["utf-16"], "utf-16"),
                              (["utf-7"], "utf-16")]:
        client = Client(editc, folder, EVERYTHING, encodings=offered)
        check.equal(client.encoding, expected, "the unit")
        client.open("wide.edit", text)
        client.diagnostics("wide.edit")
        colors = client.ask("textDocument/documentColor", client.of("wide.edit"))
        check.equal([client.text("wide.edit", c["range"]) for c in colors], ["navy", "red"], expected, "colours")
        places = client.ask("textDocument/references", client.at("wide.edit", text.index("ü.end"), context={}))
        check.equal([client.text("wide.edit", p["range"]) for p in places], ["ü", "ü"], expected, "references")
        edit = client.ask("textDocument/rename", client.at("wide.edit", text.index("clip: é") + 7, newName="sea"))
        check.equal(client.applied("wide.edit", edit["documentChanges"][0]["edits"]), text.replace("\"é漢😀\"", "\"sea\"").replace("é漢😀, n", "sea, n"),
                    expected, "a rename")
        # Each place of the text leads to the letters around it.
        for index in range(len(text)):
            if text[index - 1:index + 1] == "\r\n":
                continue
            selection = client.ask("textDocument/selectionRange", client.of(
                "wide.edit", positions=[client.position("wide.edit", index)]))[0]
            start, end = (client.index("wide.edit", selection["range"][side]) for side in ["start", "end"])
            check(start <= index <= end, expected, "a place", index, start, end)
        # Edits everywhere, then the same text: what is found is at the same places.
        before = client.ask("textDocument/documentSymbol", client.of("wide.edit"))
        for index in sorted(set(range(0, len(text), 3)) - {i for i in range(len(text)) if text[i - 1:i + 1] == "\r\n"}, reverse=True):
            client.change("wide.edit", index, index, "😀")
            client.change("wide.edit", index, index + 1, "")
        check.equal(client.ask("textDocument/documentSymbol", client.of("wide.edit")), before, expected, "after many edits")
        check.equal(client.end(), 0, "the end")


def pictures():
    """Hovers with a picture, where the client draws Markdown; read by ffprobe."""
    drawing = {"textDocument": {"hover": {"contentFormat": ["markdown"]}},
               "general": {"markdown": {"parser": "marked", "version": "1.1.0"}}}
    text = FILM.replace("color: navy", "image: red.png")
    subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i", "color=red:s=640x640:d=1", "-frames:v", "1",
                    folder + "/red.png"], check=True)
    client = Client(editc, folder, drawing)
    client.open("shown.edit", text)
    client.settled("shown.edit")

    def picture(word, shift=0):
        end = time.monotonic() + 60
        while time.monotonic() < end:
            start = time.monotonic()
            value = client.ask("textDocument/hover", client.at("shown.edit", text.index(word) + shift))["contents"]["value"]
            check(time.monotonic() - start < 20, "an answer in time", time.monotonic() - start)
            found = re.match(r"!\[[^]]*\]\((file://[^)]*)\)\n\n", value)
            if found:
                return unquote(found[1][len("file://"):])
        raise TimeoutError("no picture of " + word)

    def colors(path):
        """The size, and the mean colour of the whole."""
        size = subprocess.run(["ffprobe", "-v", "error", "-show_entries", "stream=width,height,codec_name", "-of", "csv=p=0", path],
                              check=True, capture_output=True, text=True).stdout.strip()
        data = subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-i", path, "-vf", "scale=1:1:flags=area", "-f", "rawvideo", "-pix_fmt",
                               "rgb24", "-"], check=True, capture_output=True).stdout
        return size, tuple(data)
    size, (red, green, blue) = colors(picture("red.png", 1))
    check.equal(size, "mjpeg,240,240", "a still picture, made small")
    check(red > 240 and green < 15 and blue < 15, "its colour", red, green, blue)
    # Of an item what it shows first, and of a file the middle.
    item, whole = picture("clip: beach"), picture("beach.mp4")
    check(item != whole, "two pictures", item)
    for path, moment in [(item, "1"), (whole, "2")]:
        check.equal(colors(path)[0], "mjpeg,320,180", "small")
        expected = folder + "/expected.png"
        subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-y", "-ss", moment, "-i", folder + "/beach.mp4", "-frames:v", "1", "-vf",
                        "scale=320:180", expected], check=True)
        said = subprocess.run(["ffmpeg", "-nostdin", "-v", "info", "-i", path, "-i", expected, "-lavfi", "ssim", "-f", "null", "-"],
                              check=True, capture_output=True, text=True).stderr
        check(float(re.search(r"All:([0-9.]+)", said)[1]) > 0.9, "the picture at", moment, said[-200:])
    check.equal(picture("clip: beach"), item, "it is made once")
    os.remove(folder + "/beach.mp4")
    hover = client.ask("textDocument/hover", client.at("shown.edit", text.index("beach.mp4")))
    check("640x360" in hover["contents"]["value"] and "![" not in hover["contents"]["value"], "words about a file that is gone", hover)
    make_media()
    check.equal(client.end(), 0, "the end")
    client = Client(editc, folder, EVERYTHING)
    client.open("shown.edit", text)
    client.settled("shown.edit")
    hover = client.ask("textDocument/hover", client.at("shown.edit", text.index("clip: beach")))
    check("![" not in hover["contents"]["value"], "no picture for who shows the text of Markdown", hover)
    check.equal(client.end(), 0, "the end")


def detection():
    """What is detected in a medium, in the actions and hovers of its clips."""
    # A cut at 3 s, and a pause from 4 s to 5.5 s.
    subprocess.run(
        ["ffmpeg", "-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i", "testsrc2=s=320x180:r=25:d=3", "-f", "lavfi", "-i",
         "smptehdbars=s=320x180:r=25:d=5", "-f", "lavfi", "-i",
         "aevalsrc='(random(0)-0.5)*0.002+if(between(t,4,5.5),0,0.4*sin(2*PI*700*t)*(1+sin(2*PI*4*t)))':d=8", "-lavfi",
         "[0:v][1:v]concat=n=2[v]", "-map", "[v]", "-map", "2:a", "-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p",
         folder + "/talk.mp4"], check=True)
    text = "edit: 1\ntimeline:\n  - {clip: talk.mp4, take: 1s..7s, name: intro}  # ours\noutputs:\n  - {file: cut.mp4}\n"
    client = Client(editc, folder, EVERYTHING)
    client.open("talk.edit", text)
    client.settled("talk.edit")
    here = client.position("talk.edit", text.index("talk.mp4"))

    def actions():
        found = client.ask("textDocument/codeAction", client.of(
            "talk.edit", range={"start": here, "end": here}, context={"diagnostics": []}))
        return {a["title"]: a for a in found}

    command = actions()["find cuts and silences in 'talk.mp4'"]["command"]
    client.ask("workspace/executeCommand", {"command": command["command"], "arguments": command["arguments"]})
    message = client.wait("window/showMessage", lambda p: "talk.mp4" in p["message"], 120)
    check.equal(message["message"], "talk.mp4 has 1 cut and 1 silence: its clips have actions for them", "what was found")
    found = actions()
    check("find cuts and silences in 'talk.mp4'" not in found, "it was found", list(found))

    def applied(title):
        return client.applied("talk.edit", found[title]["edit"]["documentChanges"][0]["edits"])

    check.equal(applied("split this clip at its 1 cut"), text.replace(
        "{clip: talk.mp4, take: 1s..7s, name: intro}",
        "{clip: talk.mp4, take: 1s..3s, name: intro}\n  - {clip: talk.mp4, take: 3s..7s}"), "the shots")
    parts = re.findall(r"take: ([0-9.]+)s\.\.([0-9.]+)s", applied("cut the silences of this clip (1)"))
    check.equal([parts[0][0], parts[1][1], len(parts)], ["1", "7", 2], "the parts with sound")
    end, start = float(parts[0][1]), float(parts[1][0])
    check(4.08 <= end <= 4.2 and 5.3 <= start <= 5.4, "where the silence is cut", parts)
    hover = client.ask("textDocument/hover", client.at("talk.edit", text.index("clip: talk")))["contents"]["value"]
    check(re.search(r"detected here: 1 cut, 1 still part \(`[0-9.]+s`\), 1 silence \(`1\.[45][0-9]*s`\)", hover), "the hover", hover)
    # Another file with the same name.
    os.replace(folder + "/talk.mp4", folder + "/old.mp4")
    subprocess.run(["cp", folder + "/beach.mp4", folder + "/talk.mp4"], check=True)
    client.tell("workspace/didChangeWatchedFiles", {"changes": [{"uri": client.uri("talk.mp4"), "type": 2}]})
    deadline = time.monotonic() + 60
    while "find cuts and silences in 'talk.mp4'" not in actions() and time.monotonic() < deadline:
        time.sleep(0.1)
    check("find cuts and silences in 'talk.mp4'" in actions(), "another file was not looked at")
    check.equal(client.end(), 0, "the end")


def programs():
    """A render with its progress, one that is ended, and a preview at a frame."""
    client = Client(editc, folder, dict(EVERYTHING, window={"showDocument": {"support": True}, "workDoneProgress": True}))
    text = "edit: 1\ncanvas: {size: 640x360, rate: 25}\ntimeline:\n  - {bars: smpte, for: 3s}\n  - {bars: smpte, for: 2s, name: last}\n" \
        "outputs:\n  - {file: a.mp4}\n  - {file: b.mp4}\n"
    client.open("made.edit", text)
    check.equal(client.settled("made.edit"), [], "a script without mistakes")

    def render(name, seconds=120, **more):
        """What is told of the progress until the news."""
        client.begin("workspace/executeCommand", dict({"command": "editc.render", "arguments": [client.uri(name)]}, **more))
        told = []
        while True:
            message = client.wait("$/progress", seconds=seconds)
            told.append((message["token"], message["value"]))
            if message["value"]["kind"] == "end":
                return told
    told = render("made.edit")
    created = [r["params"]["token"] for r in client.requests if r["method"] == "window/workDoneProgress/create"]
    check.equal({token for token, _ in told}, set(created), "the token that the client knows")
    check.equal([v["kind"] for _, v in told][0], "begin", "the beginning")
    check(told[0][1]["title"] == "Rendering made.edit" and told[0][1]["cancellable"], "its title", told[0])
    steps = [v["percentage"] for _, v in told[:-1]]
    check(steps == sorted(steps) and steps[-1] == 100 and 50 in steps, "its steps", steps)
    check(client.wait("window/showMessage")["message"] == "made.edit has been rendered", "the news")
    for file in ["a.mp4", "b.mp4"]:
        count = subprocess.run(["ffprobe", "-v", "error", "-count_frames", "-select_streams", "v", "-show_entries", "stream=nb_read_frames",
                                "-of", "csv=p=0", os.path.join(folder, file)], check=True, capture_output=True, text=True).stdout.strip()
        check.equal(count, "125", "the frames of", file)
    told = render("made.edit", workDoneToken=7)
    check.equal({token for token, _ in told}, {7}, "the client's own token")
    client.wait("window/showMessage")
    # One that takes long.
    client.open("long.edit", text.replace("for: 3s", "for: 30min").replace("a.mp4", "c.mp4"))
    client.settled("long.edit")
    client.begin("workspace/executeCommand", {"command": "editc.render", "arguments": [client.uri("long.edit")], "workDoneToken": "mine"})
    client.wait("$/progress", lambda p: p["value"]["kind"] == "begin", 60)
    client.tell("window/workDoneProgress/cancel", {"token": "no such"})
    client.tell("window/workDoneProgress/cancel", {"token": "mine"})
    client.wait("$/progress", lambda p: p["value"]["kind"] == "end", 60)
    check(not os.path.exists(folder + "/c.mp4"), "a render that was ended")
    check.equal(client.ask("workspace/symbol", {"query": "last"})[0]["name"], "last", "it goes on")
    check(not any(m["method"] == "window/showMessage" for m in client.notifications), "nobody complains", client.notifications)
    # A mistake is told.
    client.open("wrong.edit", text.replace("for: 3s", "for: 3"))
    client.settled("wrong.edit")
    render("wrong.edit")
    message = client.wait("window/showMessage")
    check(message["type"] == 1 and message["message"], "why a render failed", message)

    # The preview at an item: one program for a script, and its page at the frame.
    lenses = client.ask("textDocument/codeLens", client.of("made.edit"))
    here = next(l["command"] for l in lenses if l["command"]["title"] == "Preview from here")
    check.equal(here["arguments"], [client.uri("made.edit"), 75], "the frame")
    addresses = []
    for command in [here, next(l["command"] for l in lenses if l["command"]["title"] == "Preview")]:
        before = len(client.requests)
        client.ask("workspace/executeCommand", {"command": command["command"], "arguments": command["arguments"]})
        deadline = time.monotonic() + 60
        while not any(r["method"] == "window/showDocument" for r in client.requests[before:]):
            client.receive(deadline)
        addresses.append(next(r["params"]["uri"] for r in client.requests[before:] if r["method"] == "window/showDocument"))
    page, fragment = addresses[0].split("#")
    check.equal((addresses[1], fragment), (page, "film=0&frame=75"), "one page, at the frame")
    check("editc" in urllib.request.urlopen(page, timeout=60).read().decode(), "the page")
    span = {"start": client.position("made.edit", text.index("name: last")), "end": client.position("made.edit", text.index("name: last"))}
    found = client.ask("textDocument/codeAction", client.of("made.edit", range=span, context={"diagnostics": []}))
    check("preview from here" in [a["title"] for a in found], "from the item at a place", [a["title"] for a in found])
    check.equal(client.end(), 0, "the end")
    deadline, is_served = time.monotonic() + 60, True
    while is_served and time.monotonic() < deadline:
        try:
            urllib.request.urlopen(page, timeout=60).close()
            time.sleep(0.1)
        except (OSError, http.client.HTTPException):
            # Refused, or cut off while it is asked.
            is_served = False
    check(not is_served, "a preview that the editor opened ends with it")


def files_move():
    """Scripts that play each other, in a folder of the client, open and not."""
    place = folder + "/moving"
    os.makedirs(place + "/parts")
    texts = {
        "main.edit": "edit: 1\ntimeline:\n  - {edit: parts/intro.edit}\n  - {clip: ../beach.mp4}\n",
        "other.edit": "edit: 1\ntimeline:\n  - {edit: ./parts/../parts/intro.edit}\n",
        "parts/intro.edit": "edit: 1\nmedia: {beach: ../../beach.mp4}\ntimeline:\n  - {clip: beach}\n  - {edit: more.edit}\n",
        "parts/more.edit": "edit: 1\ntimeline:\n  - {color: red, for: 1s}\n",
    }
    for name, text in texts.items():
        with open(os.path.join(place, name), "w") as file:
            file.write(text)
    abilities = dict(EVERYTHING, workspace=dict(EVERYTHING["workspace"], workspaceEdit={
        "documentChanges": True, "resourceOperations": ["rename"]}))
    client = Client(editc, place, abilities)
    client.open("main.edit", texts["main.edit"], write=False)
    client.open("parts/intro.edit", texts["parts/intro.edit"], write=False)

    def after(edit):
        """The texts after an edit, by their places, and the files that it renames."""
        result, renamed = {}, []
        for change in edit["documentChanges"]:
            if change.get("kind") == "rename":
                renamed.append((change["oldUri"], change["newUri"]))
                continue
            name = os.path.relpath(unquote(change["textDocument"]["uri"][len("file://"):]), place)
            check.equal(change["textDocument"]["version"], client.versions.get(name), "the version of", name)
            client.texts.setdefault(name, texts[name])
            result[name] = client.applied(name, change["edits"])
        return result, renamed

    def move(old, new):
        return client.ask("workspace/willRenameFiles", {"files": [{"oldUri": uri(old), "newUri": uri(new)}]})
    changed, _ = after(move(place + "/parts/intro.edit", place + "/start.edit"))
    check.equal(changed, {
        "main.edit": texts["main.edit"].replace("parts/intro.edit", "start.edit"),
        "other.edit": texts["other.edit"].replace("./parts/../parts/intro.edit", "start.edit"),
        "parts/intro.edit": texts["parts/intro.edit"].replace("../../beach.mp4", "../beach.mp4").replace("more.edit", "parts/more.edit"),
    }, "a script that moves")
    changed, _ = after(move(place + "/parts", place + "/pieces/a b"))
    check.equal(changed["main.edit"], texts["main.edit"].replace("parts/intro.edit", "pieces/a b/intro.edit"), "a folder that moves")
    check.equal(changed["parts/intro.edit"], texts["parts/intro.edit"].replace("../../beach", "../../../beach"), "what is in it")
    check.equal(move(place + "/parts/none.edit", place + "/b.edit"), None, "a file that nothing names")
    # The name of a file at a place, in the script that plays it; then back in the script itself.
    index = texts["main.edit"].index("parts/intro")
    prepared = client.ask("textDocument/prepareRename", client.at("main.edit", index))
    check.equal(prepared["placeholder"], "parts/intro.edit", "a path")
    changed, renamed = after(client.ask("textDocument/rename", client.at("main.edit", index, newName="parts/first.edit")))
    check.equal(sorted(changed), ["main.edit", "other.edit"], "both scripts that play it")
    check.equal(renamed, [(uri(place + "/parts/intro.edit"), uri(place + "/parts/first.edit"))], "the file with it")
    check.equal(client.error("textDocument/rename", client.at("main.edit", index, newName="parts/more.edit")), -32803, "a file that is there")
    places = client.ask("textDocument/references", client.at("main.edit", texts["main.edit"].index("../beach"), context={}))
    check.equal([os.path.relpath(p["uri"][len("file://"):], place) for p in places], ["main.edit", "parts/intro.edit"], "who names a file")
    check.equal(client.end(), 0, "the end")


def modules():
    """Scripts that use each other: where things are declared, what is offered, and a name that changes in all of them."""
    place = folder + "/modules"
    os.makedirs(place + "/brand")
    os.makedirs(place + "/vendor/pack")
    texts = {
        "brand/brand.edit": "edit: 1\nvars: {accent: {type: colour, default: gold}, city: {type: text, example: Rome, note: Where}}\n"
        "canvas: {size: 64x36, rate: 25}\n"
        "timeline: [{text: \"${city}\", style: big, for: 1s}]\nstyles: {big: {color: \"${accent}\"}}\n",
        "vendor/pack/card.edit": "edit: 1\nvars: {town: {type: text, default: Graz}}\ncanvas: {size: 64x36, rate: 25}\n"
        "timeline: [{text: \"${town}\", for: 1s}]\n",
        "film.edit": "edit: 1\nuse:\n  {brand: brand/brand.edit, kit: brand,\n"
        "   pack: {git: \"https://git.example.org/pack\", revision: v1, vendored: vendor/pack}}\n"
        "canvas: {size: 64x36, rate: 25}\ntimeline:\n  - {edit: pack/card, with: {town: Kiel}}\n"
        "  - {color: \"${brand/accent}\", for: 1s}\n  - {text: Hi, style: brand/big, for: 1s}\n"
        "  - {edit: brand, with: {city: Oslo}}\n  - {edit: kit/brand, with: {city: Bonn}}\n",
        "other.edit": "edit: 1\ncanvas: {size: 64x36, rate: 25}\ntimeline: [{edit: brand/brand.edit, with: {city: Nice}}]\n",
    }
    for name, text in texts.items():
        with open(os.path.join(place, name), "w") as file:
            file.write(text)
    card = texts.pop("vendor/pack/card.edit").encode()
    with open(place + "/vendor/pack.package", "w") as file:
        file.write("editc package 1\ngit \"https://git.example.org/pack\" revision \"v1\"\n" + "1b" * 20 + "\n"
                   f"{hashlib.sha256(card).hexdigest()} {len(card)} card.edit\n")
    client = Client(editc, place, EVERYTHING)
    client.open("film.edit", texts["film.edit"], write=False)
    check.equal(client.settled("film.edit"), [], "scripts without mistakes")
    film, brand = texts["film.edit"], texts["brand/brand.edit"]

    def declaration(word, shift=0):
        found = client.ask("textDocument/definition", client.at("film.edit", film.index(word) + shift))
        start = found["range"]["start"]
        return os.path.relpath(found["uri"][len("file://"):], place), start["line"], start["character"]

    def line(word):
        before = brand[:brand.index(word)]
        return "brand/brand.edit", before.count("\n"), len(before.split("\n")[-1])
    check.equal(declaration("brand/accent"), line("accent"), "a variable")
    check.equal(declaration("style: brand/big", 8), line("big: {"), "a style")
    check.equal(declaration("city: Oslo"), line("city"), "a parameter of a script")
    check.equal(declaration("city: Bonn"), line("city"), "a parameter of a script in a folder")
    check.equal(declaration("edit: brand,", 7), ("brand/brand.edit", 0, 0), "a script")
    check.equal(declaration("kit/brand"), ("brand/brand.edit", 0, 0), "a script in a folder")
    check.equal(declaration("pack/card"), ("vendor/pack/card.edit", 0, 0), "a script of a package")
    check.equal(declaration("town: Kiel"), ("vendor/pack/card.edit", 1, 7), "a parameter of a package")
    check.equal(client.ask("textDocument/prepareRename", client.at("film.edit", film.index("town: Kiel"))), None,
                "what a package declares has no other name")
    hover = client.ask("textDocument/hover", client.at("film.edit", film.index("city: Oslo")))
    check("text, required" in hover["contents"]["value"] and "Where" in hover["contents"]["value"], "a hover", hover)
    labels = [i["label"] for i in client.ask("textDocument/completion", client.at("film.edit", film.index("brand/big")))["items"]]
    check("brand/big" in labels, "the styles of another script", labels)

    def renamed(word, new):
        edit = client.ask("textDocument/rename", client.at("film.edit", film.index(word), newName=new))
        result = {}
        for change in edit["documentChanges"]:
            name = os.path.relpath(unquote(change["textDocument"]["uri"][len("file://"):]), place)
            client.texts.setdefault(name, texts[name])
            result[name] = client.applied(name, change["edits"])
        return result
    check.equal(renamed("city: Oslo", "town"), {name: text.replace("city", "town") for name, text in texts.items()}, "a parameter")
    check.equal(renamed("brand/accent", "tone"), {
        name: texts[name].replace("accent", "tone") for name in ["brand/brand.edit", "film.edit"]}, "a variable")
    check.equal(renamed("brand/big", "large"), {
        name: texts[name].replace("big", "large") for name in ["brand/brand.edit", "film.edit"]}, "a style")
    check.equal(client.error("textDocument/rename", client.at("film.edit", film.index("city: Oslo"), newName="accent")), -32803, "a name that is taken")
    check.equal(client.end(), 0, "the end")


def folders():
    """Several folders, which come and go; versions that go back; blanks and percent signs in names."""
    for name in ["one", "two words %41"]:
        os.makedirs(os.path.join(folder, name))
        with open(os.path.join(folder, name, "film.edit"), "w") as file:
            file.write("edit: 1\ntimeline: [{color: red, for: 1s, name: " + name.split()[0] + "-item}]\n")
    client = Client(editc, folder, start=False)
    client.ask("initialize", {"capabilities": {}, "workspaceFolders": [{"uri": uri(folder + "/one"), "name": "one"}]})
    client.tell("initialized", {})

    def names():
        return [s["name"] for s in client.ask("workspace/symbol", {"query": "item"})]
    check.equal(names(), ["one-item"], "one folder")
    client.tell("workspace/didChangeWorkspaceFolders", {"event": {
        "added": [{"uri": uri(folder + "/two words %41"), "name": "two"}], "removed": []}})
    check.equal(sorted(names()), ["one-item", "two-item"], "two folders")
    client.tell("workspace/didChangeWorkspaceFolders", {"event": {
        "added": [], "removed": [{"uri": uri(folder + "/one"), "name": "one"}]}})
    check.equal(names(), ["two-item"], "the other folder")
    name = "two words %41/film.edit"
    client.open(name, "edit: 1\ntimeline: [{color: red, for: 1, name: two-item}]\n")
    check.equal([d["code"] for d in client.diagnostics(name)], ["bare-number"], "a name with a percent sign")
    for version in [9, 3]:
        client.versions[name] = version - 1
        client.change(name, 0, 0, "# \n")
        check.equal([d["range"]["start"]["line"] for d in client.diagnostics(name)], [{9: 2, 3: 3}[version]], "version", version)
    check.equal(client.end(), 0, "the end")


def fonts():
    """The families that fontconfig's own program lists."""
    client = Client(editc, folder, EVERYTHING)
    text = "edit: 1\ntimeline:\n  - {color: red, for: 1s}\noverlays:\n  - {text: A, at: 0s, for: 1s, font: D}\n"
    client.open("font.edit", text)
    items = client.ask("textDocument/completion", client.at("font.edit", text.index("font: D") + 7), 60)["items"]
    labels = {i["label"] for i in items if i.get("detail") == "an installed font"}
    families = set(subprocess.run(["fc-list", "--format", "%{family[0]}\n", ":outline=true:color=false"], check=True,
                                  capture_output=True, text=True).stdout.splitlines())
    check("DejaVu Sans" in labels, "a family", sorted(labels)[:10])
    check.equal(labels, families, "all of them")
    check.equal(client.end(), 0, "the end")


def plain_clients():
    """A client that knows nothing but what the first version of the protocol had."""
    client = Client(editc, folder)
    client.open("film.edit", FILM)
    found = client.settled("film.edit")
    check.equal(found, [], "no mistakes")
    hover = client.ask("textDocument/hover", client.at("film.edit", FILM.index("take")))
    check(isinstance(hover["contents"], str), "plain words", hover)
    check("```" not in hover["contents"], "no marks")
    symbols = client.ask("textDocument/documentSymbol", client.of("film.edit"))
    check("location" in symbols[0], "flat symbols")
    found = client.ask("textDocument/definition", client.at("film.edit", FILM.index("intro.end")))
    check.equal(client.text("film.edit", found["range"]), "intro", "a location")
    edit = client.ask("textDocument/rename", client.at("film.edit", FILM.index("intro.end"), newName="a"))
    check.equal(list(edit["changes"]), [client.uri("film.edit")], "changes by document")
    span = {"start": client.position("film.edit", FILM.index("1s..3s")), "end": client.position("film.edit", FILM.index("1s..3s"))}
    actions = client.ask("textDocument/codeAction", client.of("film.edit", range=span, context={"diagnostics": []}))
    check(all(isinstance(a["command"], str) for a in actions), "commands for actions", actions)
    client.ask("workspace/executeCommand", {"command": actions[0]["command"], "arguments": actions[0]["arguments"]})
    check.equal(client.requests[-1]["method"], "workspace/applyEdit", "the client makes the edit")
    check.equal(client.end(), 0, "the end")


def hostile():
    """A disk that hangs, a line of a megabyte, and requests that nobody waits for."""
    os.mkfifo(folder + "/hanging.srt")
    client = Client(editc, folder, EVERYTHING)
    text = "edit: 1\nsubtitles: [hanging.srt]\ntimeline:\n  - {color: navy, for: 1}\n  - \n"
    client.open("hang.edit", text)
    start = time.monotonic()
    found = client.diagnostics("hang.edit")
    check("bare-number" in [d["code"] for d in found], "what needs no disk is said at once", found)
    items = client.ask("textDocument/completion", client.at("hang.edit", len(text) - 1))["items"]
    check(items[0]["label"] == "clip", "completion beside a disk that hangs")
    check(time.monotonic() - start < 30, "soon", time.monotonic() - start)
    line = "edit: 1\ntitle: " + "é" * 500_000 + "\n"
    client.open("long.edit", line)
    client.diagnostics("long.edit")
    start = time.monotonic()
    for index in range(20, 500_000, 50_000):
        client.change("long.edit", index, index + 1, "e")
        client.ask("textDocument/hover", client.at("long.edit", index))
    check(time.monotonic() - start < 60, "edits in a line of a megabyte", time.monotonic() - start)
    number = client.begin("workspace/symbol", {"query": ""})
    client.tell("$/cancelRequest", {"id": number})
    answer = client.answer(number)
    check(answer.get("error", {}).get("code") == -32800 or "result" in answer, "a cancelled request", answer)
    for word in ["../..", "~", "%2e%2e"]:
        client.tell("textDocument/didOpen", {"textDocument": {"uri": word, "version": 1, "text": "edit: 1\n"}})
    for params in [None, [], {"textDocument": 1}, {"textDocument": {"uri": client.uri("hang.edit")}, "position": {"line": -1}},
                   {"textDocument": {"uri": client.uri("hang.edit")}, "position": {"line": 1 << 62, "character": 1 << 62}}]:
        for method in ["textDocument/completion", "textDocument/hover", "textDocument/rename", "textDocument/codeAction",
                       "textDocument/selectionRange", "workspace/symbol", "textDocument/colorPresentation"]:
            client.answer(client.begin(method, params))
    check.equal(client.end(), 0, "the end")
    # Stopped from outside.
    client = Client(editc, folder)
    client.process.send_signal(signal.SIGTERM)
    check(client.process.wait(60) is not None, "SIGTERM ends it")


def hanging_folder():
    """A folder whose list does not come (strace delays it) holds up no other request."""
    os.makedirs(folder + "/slow", exist_ok=True)
    os.makedirs(folder + "/quick", exist_ok=True)
    open(folder + "/quick/a.png", "w").close()
    client = Client(editc, folder, EVERYTHING, under=[
        "strace", "-f", "-qq", "-o", "/dev/null", "-P", folder + "/slow", "-e", "trace=getdents64",
        "-e", "inject=getdents64:delay_enter=60s"])
    text = "edit: 1\ntimeline:\n  - {image: slow/, for: 1s}\n  - {image: quick/, for: 1s}\n"
    client.open("folders.edit", text)
    slow = client.at("folders.edit", text.index("slow/") + 5)
    waiting = [client.begin("textDocument/completion", slow) for _ in range(3)]
    start = time.monotonic()
    quick = client.ask("textDocument/completion", client.at("folders.edit", text.index("quick/") + 6))["items"]
    check.equal([i["label"] for i in quick], ["a.png"], "the list of another folder")
    check(time.monotonic() - start < 30, "requests beside those that hang", time.monotonic() - start)
    for number in waiting:
        check.equal(client.answer(number).get("error", {}).get("code"), -32803, "what the request gets that hangs")
    # strace ends only with the delay; the server ends when its client is gone.
    client.process.kill()
    client.process.wait()


make_media()
lifecycle()
diagnostics()
features()
encodings()
pictures()
detection()
programs()
files_move()
modules()
folders()
fonts()
plain_clients()
hostile()
hanging_folder()
check.done()
