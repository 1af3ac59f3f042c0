"""A small client of the Language Server Protocol, which shares nothing with the server."""

import json
import os
import select
import subprocess
import time


class Client:
    def __init__(self, editc, folder, capabilities=None, encodings=None, process_id=None, start=True, environment=None,
                 under=()):
        self.folder = folder
        self.environment = dict(os.environ, XDG_CACHE_HOME=folder + "/cache", LC_ALL="C", **(environment or {}))
        self.process = subprocess.Popen(
            [*under, editc, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=folder,
            env=self.environment)
        self.buffer = b""
        self.next_id = 0
        self.notifications = []
        self.requests = []
        self.answers = {}
        self.texts = {}
        self.versions = {}
        self.encoding = "utf-16"
        if start:
            parameters = {"processId": process_id, "rootUri": uri(folder), "capabilities": capabilities or {}}
            if encodings is not None:
                parameters["capabilities"].setdefault("general", {})["positionEncodings"] = encodings
            self.capabilities = self.ask("initialize", parameters)["capabilities"]
            self.encoding = self.capabilities["positionEncoding"]
            self.tell("initialized", {})

    # Messages

    def send_bytes(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, message):
        content = json.dumps(dict(message, jsonrpc="2.0")).encode()
        self.send_bytes(b"Content-Length: %d\r\n\r\n" % len(content) + content)

    def tell(self, method, params):
        self.send({"method": method, "params": params})

    def begin(self, method, params):
        self.next_id += 1
        self.send({"id": self.next_id, "method": method, "params": params})
        return self.next_id

    def ask(self, method, params, seconds=120):
        """The result; an error is raised."""
        answer = self.answer(self.begin(method, params), seconds)
        if "error" in answer:
            raise Failed(answer["error"])
        return answer["result"]

    def error(self, method, params):
        """The code of the error that the request gives."""
        return self.answer(self.begin(method, params)).get("error", {}).get("code")

    def answer(self, number, seconds=120):
        deadline = time.monotonic() + seconds
        while number not in self.answers:
            self.receive(deadline)
        return self.answers.pop(number)

    def receive(self, deadline):
        message = self.next_message(deadline)
        if "method" in message and "id" in message:
            self.requests.append(message)
            self.send({"id": message["id"], "result": None})
        elif "method" in message:
            self.notifications.append(message)
        else:
            self.answers[message["id"]] = message

    def next_message(self, deadline):
        while True:
            head, separator, rest = self.buffer.partition(b"\r\n\r\n")
            if separator:
                length = int(head.split(b":")[1])
                if len(rest) >= length:
                    self.buffer = rest[length:]
                    return json.loads(rest[:length])
            ready = select.select([self.process.stdout], [], [], max(0, deadline - time.monotonic()))[0]
            if not ready:
                raise TimeoutError("the server does not answer")
            data = os.read(self.process.stdout.fileno(), 1 << 16)
            if not data:
                raise EOFError("the server has ended: " + self.process.stderr.read().decode())
            self.buffer += data

    def wait(self, method, matches=lambda params: True, seconds=120):
        """The next notification like this."""
        deadline = time.monotonic() + seconds
        while True:
            for index, message in enumerate(self.notifications):
                if message["method"] == method and matches(message["params"]):
                    del self.notifications[: index + 1]
                    return message["params"]
            self.receive(deadline)

    # Documents

    def open(self, name, text, write=True):
        path = os.path.join(self.folder, name)
        if write:
            with open(path, "w", newline="", encoding="utf-8") as file:
                file.write(text)
        self.texts[name] = text
        self.versions[name] = 1
        self.tell("textDocument/didOpen", {
            "textDocument": {"uri": uri(path), "languageId": "editc", "version": 1, "text": text}})

    def change(self, name, start, end, text):
        """Replaces characters of the text, counted as Python does."""
        old = self.texts[name]
        change = {"range": {"start": self.position(name, start), "end": self.position(name, end)}, "text": text}
        self.texts[name] = old[:start] + text + old[end:]
        self.versions[name] += 1
        self.tell("textDocument/didChange", {
            "textDocument": {"uri": self.uri(name), "version": self.versions[name]}, "contentChanges": [change]})

    def uri(self, name):
        return uri(os.path.join(self.folder, name))

    def width(self, text):
        if self.encoding == "utf-8":
            return len(text.encode())
        if self.encoding == "utf-16":
            return len(text.encode("utf-16-le")) // 2
        return len(text)

    def position(self, name, index):
        text = self.texts[name][:index]
        line = text.count("\n")
        return {"line": line, "character": self.width(text[text.rfind("\n") + 1:])}

    def index(self, name, position):
        lines = self.texts[name].split("\n")
        line = lines[position["line"]]
        for count in range(len(line) + 1):
            if self.width(line[:count]) == position["character"]:
                return sum(len(other) + 1 for other in lines[:position["line"]]) + count
        raise ValueError(f"no place {position} in {line!r}")

    def text(self, name, range):
        return self.texts[name][self.index(name, range["start"]):self.index(name, range["end"])]

    def at(self, name, index, **more):
        return dict({"textDocument": {"uri": self.uri(name)}, "position": self.position(name, index)}, **more)

    def of(self, name, **more):
        return dict({"textDocument": {"uri": self.uri(name)}}, **more)

    def applied(self, name, edits):
        """The text after edits of the old one."""
        text = self.texts[name]
        places = [(self.index(name, e["range"]["start"]), self.index(name, e["range"]["end"]), e["newText"]) for e in edits]
        for start, end, new in sorted(places, reverse=True):
            text = text[:start] + new + text[end:]
        return text

    def diagnostics(self, name, seconds=120):
        """Those of the newest version."""
        uri, version = self.uri(name), self.versions[name]
        return self.wait("textDocument/publishDiagnostics",
                         lambda params: params["uri"] == uri and params.get("version") == version, seconds)["diagnostics"]

    def settled(self, name, seconds=120):
        """Those of the newest version once the media were looked at: what is last said within three seconds of silence."""
        found = self.diagnostics(name, seconds)
        while True:
            try:
                found = self.diagnostics(name, 3.0)
            except TimeoutError:
                return found

    def end(self):
        """The exit code after an orderly end."""
        self.ask("shutdown", None)
        self.tell("exit", None)
        self.process.stdin.close()
        return self.process.wait(60)


class Failed(Exception):
    pass


def uri(path):
    from urllib.parse import quote
    return "file://" + quote(path)


class Checks:
    """Counts what was looked at; the last line says how it went."""

    def __init__(self):
        self.count = 0
        self.failures = 0

    def __call__(self, condition, *words):
        self.count += 1
        if not condition:
            self.failures += 1
            print("FAILED:", *words)

    def equal(self, found, expected, *words):
        self(found == expected, *words, "\n  found   ", repr(found), "\n  expected", repr(expected))

    def done(self):
        print(f"{self.count} checks, {self.failures} failures")
        raise SystemExit(1 if self.failures else 0)
