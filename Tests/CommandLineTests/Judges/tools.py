"""A client of `editc mcp` that knows only the protocol, and checks that count themselves."""

import base64
import json
import select
import subprocess
import time

REVISION = "2025-11-25"


class Checks:
    def __init__(self):
        self.count = self.failures = 0

    def true(self, value, what):
        self.count += 1
        if not value:
            self.failures += 1
            print("FAILED:", what)
        return value

    def equal(self, found, expected, what):
        return self.true(found == expected, f"{what}: {found!r} instead of {expected!r}")

    def end(self):
        print(f"{self.count} checks, {self.failures} failures")
        raise SystemExit(1 if self.failures else 0)


class Server:
    def __init__(self, editc, folder, *options, begins=True):
        self.process = subprocess.Popen([editc, "mcp", "--root", folder, *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.number = 0
        self.waiting = {}
        self.notes = []
        self.rest = b""
        if begins:
            self.ask("initialize", protocolVersion=REVISION, capabilities={}, clientInfo={"name": "judge", "version": "1"})
            self.send({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def send(self, message):
        data = message if isinstance(message, bytes) else json.dumps(message).encode()
        self.process.stdin.write(data + b"\n")
        self.process.stdin.flush()

    def begin(self, method, **parameters):
        self.number += 1
        self.send({"jsonrpc": "2.0", "id": self.number, "method": method, "params": parameters})
        return self.number

    def message(self, seconds=60):
        """The next message; None if there is none in time."""
        end = time.monotonic() + seconds
        while b"\n" not in self.rest:
            left = end - time.monotonic()
            if left <= 0 or not select.select([self.process.stdout], [], [], left)[0]:
                return None
            data = self.process.stdout.read1(1 << 20)
            if not data:
                return None
            self.rest += data
        line, self.rest = self.rest.split(b"\n", 1)
        return json.loads(line)

    def answer(self, number, seconds=60):
        end = time.monotonic() + seconds
        while number not in self.waiting:
            message = self.message(end - time.monotonic())
            if message is None:
                raise TimeoutError(f"no answer to {number}")
            if "id" in message and "method" not in message:
                self.waiting[message["id"]] = message
            else:
                self.notes.append(message)
        return self.waiting.pop(number)

    def ask(self, method, **parameters):
        return self.answer(self.begin(method, **parameters))

    def start(self, tool, meta=None, **arguments):
        parameters = {"name": tool, "arguments": arguments}
        if meta:
            parameters["_meta"] = meta
        return self.begin("tools/call", **parameters)

    def call(self, tool, **arguments):
        return Answer(self.answer(self.start(tool, **arguments)))

    def close(self):
        """Ends the session; returns the exit code and how long it took."""
        start = time.monotonic()
        self.process.stdin.close()
        return self.process.wait(30), time.monotonic() - start


class Answer:
    def __init__(self, message):
        self.error = message.get("error")
        result = message.get("result", {})
        self.texts = [part["text"] for part in result.get("content", []) if part["type"] == "text"]
        self.text = "".join(self.texts)
        self.pictures = [base64.b64decode(part["data"]) for part in result.get("content", []) if part["type"] == "image"]
        self.is_error = result.get("isError", False)
        self.kind = result.get("structuredContent", {}).get("kind")
        self.size = sum(len(text.encode()) for text in self.texts)
