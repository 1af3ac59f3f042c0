#!/usr/bin/env python3
"""Uses `editc lsp` with the recorded abilities of real editors, and has each answer judged by others: its form by lsprotocol,
what the editor can do with it by pytest-lsp. usage: profiles.py EDITC FOLDER PACKAGES"""

import json
import os
import pathlib
import sys
import warnings

editc, folder, packages = sys.argv[1:]
sys.path.insert(0, packages)

import pytest_lsp.checks  # noqa: E402
from lsprotocol import converters, types  # noqa: E402

from client import Checks, Client  # noqa: E402

check = Checks()
converter = converters.get_converter()
FILM = """edit: 1
media: {beach: beach.mp4, other: b.mp4}
canvas: {size: 640x360, rate: 25}
timeline:
  - {color: navy, for: 2, name: intro}
  - transition: dissolve 1s
  - {clip: beach, take: 1s..3s}
overlays:
  - {text: "\U0001f600 ü", at: intro.end - 1s, for: 1s}
outputs:
  - {file: out.mp4}
"""


class Judged(Client):
    """Gives every answer to the judges."""

    def __init__(self, capabilities):
        self.abilities = converter.structure(capabilities, types.ClientCapabilities)
        super().__init__(editc, folder, capabilities)

    def ask(self, method, params, seconds=120):
        result = super().ask(method, params, seconds)
        request, response = types.METHOD_TO_TYPES[method][:2]
        try:
            converter.structure({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}, request)
            typed = converter.structure({"jsonrpc": "2.0", "id": 1, "result": result}, response)
        except Exception as error:
            check(False, method, "has another form than the protocol says:", error)
            return result
        check(True)
        if method != "shutdown":
            self.judge(method, typed.result)
        return result

    def judge(self, method, result):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            try:
                pytest_lsp.checks.check_result_against_client_capabilities(self.abilities, method, result)
                check(True)
            except Exception as error:
                check(False, method, "is more than this editor can do:", error)

    def receive(self, deadline):
        before = len(self.notifications), len(self.requests)
        super().receive(deadline)
        for message in self.notifications[before[0]:] + self.requests[before[1]:]:
            kind = types.METHOD_TO_TYPES[message["method"]][0]
            try:
                converter.structure(message, kind)
                check(True)
            except Exception as error:
                check(False, message["method"], "has another form than the protocol says:", error)


def everything(client):
    name = "film.edit"
    client.open(name, FILM)
    found = client.settled(name)
    check("bare-number" in [d["code"] for d in found], "findings", found)
    span = {"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}}

    def place(word, shift=0, **more):
        return client.at(name, FILM.index(word) + shift, **more)

    for method, params in [
        ("textDocument/completion", place("take", 2)), ("textDocument/completion", place("beach, take", 2)),
        ("textDocument/completion", place("beach.mp4", 2)), ("textDocument/hover", place("take", 1)),
        ("textDocument/hover", place("beach,", 1)), ("textDocument/signatureHelp", place("dissolve", 9)), ("textDocument/definition", place("intro.end", 1)),
        ("textDocument/definition", place("beach.mp4", 1)),
        ("textDocument/references", place("intro", context={"includeDeclaration": True})),
        ("textDocument/documentHighlight", place("intro")), ("textDocument/prepareRename", place("intro")),
        ("textDocument/rename", place("intro", newName="opening")), ("textDocument/documentSymbol", client.of(name)),
        ("textDocument/codeAction", client.of(name, range=span, context={"diagnostics": []})),
        ("textDocument/codeLens", client.of(name)), ("textDocument/foldingRange", client.of(name)),
        ("textDocument/selectionRange", client.of(name, positions=[client.position(name, 20)])),
        ("textDocument/semanticTokens/full", client.of(name)),
        ("textDocument/semanticTokens/range", client.of(name, range=span)),
        ("textDocument/documentLink", client.of(name)), ("textDocument/documentColor", client.of(name)),
        ("textDocument/colorPresentation", client.of(name, range={
            "start": client.position(name, FILM.index("navy")), "end": client.position(name, FILM.index("navy") + 4)},
            color={"red": 1, "green": 0, "blue": 0, "alpha": 1})),
        ("workspace/willRenameFiles", {"files": [{
            "oldUri": client.uri("beach.mp4"), "newUri": client.uri("sea.mp4")}]}),
        ("textDocument/references", place("beach.mp4", 1, context={"includeDeclaration": True})),
        ("textDocument/inlayHint", client.of(name, range=span)), ("workspace/symbol", {"query": "in"}),
        ("textDocument/formatting", client.of(name, options={"tabSize": 2, "insertSpaces": True})),
        ("textDocument/rangeFormatting", client.of(name, range=span, options={"tabSize": 2, "insertSpaces": True})),
        ("textDocument/onTypeFormatting", place("timeline", ch="\n", options={"tabSize": 2, "insertSpaces": True})),
    ]:
        result = client.ask(method, params)
        check(result is not None, method, "says something")
    check.equal(client.end(), 0, "the end")


profiles = sorted(pathlib.Path(packages, "pytest_lsp", "clients").glob("*.json"))
for profile in profiles:
    everything(Judged(json.loads(profile.read_text())["capabilities"]))
check(len(profiles) >= 5, "profiles", profiles)
check.done()
