#!/usr/bin/env python3
"""Reads the configuration for Helix, which Debian does not have, and holds it against what Helix documents of 23.10 and later.
usage: helix.py, with PLUGIN set"""

import os
import tomllib

from client import Checks

# https://docs.helix-editor.com/languages.html
LANGUAGE = {
    "name", "language-id", "scope", "injection-regex", "file-types", "shebangs", "roots", "auto-format", "diagnostic-severity",
    "comment-token", "comment-tokens", "block-comment-tokens", "indent", "language-servers", "grammar", "formatter",
    "soft-wrap", "text-width", "rulers", "path-completion", "workspace-lsp-roots", "persistent-diagnostic-sources", "auto-pairs",
    "debugger",
}
SERVER = {"command", "args", "config", "timeout", "environment", "required-root-patterns"}
check = Checks()
with open(os.environ["PLUGIN"] + "/languages.toml", "rb") as file:
    settings = tomllib.load(file)
check.equal(set(settings), {"language", "language-server"}, "the tables")
check.equal(settings["language-server"], {"editc": {"command": "editc", "args": ["lsp"]}}, "the server")
for server in settings["language-server"].values():
    check(set(server) <= SERVER, "keys of a server", set(server) - SERVER)
[language] = settings["language"]
check(set(language) <= LANGUAGE, "keys of a language", set(language) - LANGUAGE)
check.equal(language["language-servers"], ["editc"], "the server of the language")
check.equal((language["file-types"], language["comment-token"], language["indent"]),
            (["edit"], "#", {"tab-width": 2, "unit": "  "}), "the file type")
check.done()
