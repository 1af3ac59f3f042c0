"""Chromium by chromedriver's HTTP, Firefox by Marionette's lines: what a test needs of either."""

import json
import os
import shutil
import socket
import subprocess
import tempfile
import time
import urllib.request

# A script may wait, and an error in it is a result.
WRAPPER = """const done = arguments[arguments.length - 1], args = arguments;
(async () => { %s })().then(value => done({value}), error => done({error: String(error && error.stack || error)}))"""


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def result(answer):
    if "error" in answer:
        raise AssertionError(answer["error"])
    return answer.get("value")


class Chromium:
    ARGUMENTS = ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage",
                 "--autoplay-policy=no-user-gesture-required"]

    def __init__(self, width=1600, height=1000, traces=None, logs=False):
        """`traces` are categories of events that `trace()` returns; with `logs`, `logs()` returns the console."""
        port = free_port()
        self.program = subprocess.Popen(["chromedriver", f"--port={port}", "--silent"], stderr=subprocess.DEVNULL)
        self.address = f"http://127.0.0.1:{port}"
        for _ in range(200):
            try:
                urllib.request.urlopen(self.address + "/status").read()
                break
            except OSError:
                time.sleep(0.05)
        options = {"binary": "/usr/bin/chromium", "args": self.ARGUMENTS + [f"--window-size={width},{height}"]}
        wanted = {"goog:chromeOptions": options}
        if traces:
            options["perfLoggingPrefs"] = {"enableNetwork": False, "enablePage": False, "traceCategories": traces}
            wanted["goog:loggingPrefs"] = {"performance": "ALL"}
        if logs:
            wanted["goog:loggingPrefs"] = {"browser": "ALL"}
        session = self.post("/session", {"capabilities": {"alwaysMatch": wanted}})
        self.session = "/session/" + session["sessionId"]
        self.post(self.session + "/timeouts", {"script": 300_000})

    def post(self, path, body):
        request = urllib.request.Request(
            self.address + path, json.dumps(body).encode(), {"Content-Type": "application/json"})
        return json.load(urllib.request.urlopen(request))["value"]

    def open(self, address):
        self.post(self.session + "/url", {"url": address})

    def grant(self, *names):
        """Allows what a person would be asked for."""
        for name in names:
            self.post(self.session + "/permissions", {"descriptor": {"name": name}, "state": "granted"})

    def resize(self, width, height):
        self.post(self.session + "/window/rect", {"width": width, "height": height})

    def run(self, script, *arguments):
        return result(self.post(
            self.session + "/execute/async", {"script": WRAPPER % script, "args": list(arguments)}))

    def trace(self):
        """The events since the last call."""
        entries = self.post(self.session + "/se/log", {"type": "performance"})
        messages = [json.loads(entry["message"])["message"] for entry in entries]
        return [message["params"] for message in messages if message["method"] == "Tracing.dataCollected"]

    def logs(self):
        """The messages of the console since the last call."""
        return self.post(self.session + "/se/log", {"type": "browser"})

    def get(self, path):
        return json.load(urllib.request.urlopen(self.address + path))["value"]

    def cdp(self, command, parameters):
        return self.post(self.session + "/goog/cdp/execute", {"cmd": command, "params": parameters})

    def quit(self):
        try:
            urllib.request.urlopen(urllib.request.Request(self.address + self.session, method="DELETE")).read()
        finally:
            # Whoever runs tests may have it ignore gentler signals.
            self.program.kill()
            self.program.wait()


class Firefox:
    PREFERENCES = {"media.autoplay.default": 0, "media.autoplay.blocking_policy": 0,
                   "browser.shell.checkDefaultBrowser": False, "toolkit.telemetry.enabled": False,
                   "datareporting.policy.dataSubmissionEnabled": False}

    def __init__(self, width=1600, height=1000):
        port = free_port()
        self.profile = tempfile.mkdtemp()
        with open(os.path.join(self.profile, "user.js"), "w") as file:
            for name, value in {**self.PREFERENCES, "marionette.port": port}.items():
                file.write(f"user_pref({json.dumps(name)}, {json.dumps(value)});\n")
        self.program = subprocess.Popen(
            ["firefox-esr", "--headless", "--marionette", "--remote-allow-system-access", "--no-remote", "--profile",
             self.profile],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env={**os.environ, "HOME": self.profile, "MOZ_HEADLESS_WIDTH": str(width), "MOZ_HEADLESS_HEIGHT": str(height)})
        for _ in range(600):
            try:
                self.connection = socket.create_connection(("127.0.0.1", port))
                break
            except OSError:
                time.sleep(0.05)
        self.received, self.number = b"", 0
        self.read()
        self.command("WebDriver:NewSession", {})
        self.command("WebDriver:SetTimeouts", {"script": 300_000})

    def read(self):
        """A message is its length in digits, a colon, and JSON."""
        while b":" not in self.received:
            self.received += self.connection.recv(65536)
        length, _, rest = self.received.partition(b":")
        while len(rest) < int(length):
            rest += self.connection.recv(65536)
        self.received = rest[int(length):]
        return json.loads(rest[:int(length)])

    def command(self, name, parameters):
        self.number += 1
        message = json.dumps([0, self.number, name, parameters]).encode()
        self.connection.sendall(b"%d:%s" % (len(message), message))
        _, _, error, answer = self.read()
        if error:
            raise AssertionError(error)
        return answer.get("value") if isinstance(answer, dict) else answer

    def open(self, address):
        self.command("WebDriver:Navigate", {"url": address})

    def resize(self, width, height):
        self.command("WebDriver:SetWindowRect", {"width": width, "height": height})

    def run(self, script, *arguments):
        return result(self.command(
            "WebDriver:ExecuteAsyncScript", {"script": WRAPPER % script, "args": list(arguments), "sandbox": None}))

    def logs(self, place):
        """The errors, warnings and messages of pages whose addresses begin with a place."""
        self.command("Marionette:SetContext", {"value": "chrome"})
        try:
            return result(self.command("WebDriver:ExecuteAsyncScript", {"script": WRAPPER % """
              const errors = Services.console.getMessageArray().filter(entry => entry instanceof Ci.nsIScriptError)
                .map(entry => ({place: entry.sourceName, text: entry.errorMessage}));
              const storage = Cc["@mozilla.org/consoleAPI-storage;1"].getService(Ci.nsIConsoleAPIStorage);
              const messages = storage.getEvents().map(entry => (
                {place: entry.filename, text: entry.level + " " + [...entry.arguments].join(" ")}));
              return [...errors, ...messages].filter(entry => (entry.place || "").startsWith(args[0])).map(entry => entry.text);
              """, "args": [place], "sandbox": "system"}))
        finally:
            self.command("Marionette:SetContext", {"value": "content"})

    def quit(self):
        try:
            self.command("Marionette:Quit", {"flags": ["eForceQuit"]})
        except (AssertionError, OSError, ValueError):
            pass
        self.program.kill()
        self.program.wait()
        shutil.rmtree(self.profile, ignore_errors=True)
