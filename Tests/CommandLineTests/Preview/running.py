"""A preview that runs, and what it answers."""

import atexit
import http.client
import json
import os
import signal
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request


class Checks:
    """Counts what is checked, and prints what does not hold."""

    def __init__(self):
        self.count = self.failures = 0

    def __call__(self, what, holds, *facts):
        self.count += 1
        if not holds:
            self.failures += 1
            print(what, *facts, file=sys.stderr)

    def end(self):
        print(f"{self.count} checks, {self.failures} failures")
        sys.exit(self.failures > 0)


def write(text, name="film.edit"):
    """Saves a script as editors do, under another name first."""
    with open(name + ".new", "w") as file:
        file.write(text)
    os.rename(name + ".new", name)


class Events:
    """The events that a preview sends, in their order."""

    def __init__(self, address):
        self.all = []
        self.stream = urllib.request.urlopen(address + "events", timeout=60)
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self):
        name = None
        try:
            for line in self.stream:
                key, _, value = line.decode().rstrip("\n").partition(": ")
                if key == "event":
                    name = value
                elif key == "data":
                    self.all.append((name, json.loads(value)))
        except (OSError, ValueError, AttributeError):
            pass  # The preview has ended.

    def until(self, condition, seconds=30):
        """All events so far, once they meet a condition."""
        end = time.time() + seconds
        while time.time() < end:
            found = list(self.all)
            if condition(found):
                return found
            time.sleep(0.02)
        raise AssertionError(f"never: {self.all[-20:]}")


class Preview:
    """`editc preview` of a script in a folder, with a cache and a folder for temporary files of its own."""

    def __init__(self, editc, folder, script, *arguments):
        self.temporary = os.path.join(folder, "tmp")
        os.makedirs(self.temporary, exist_ok=True)
        self.errors = open(os.path.join(folder, "errors"), "ab")
        self.program = subprocess.Popen(
            [editc, "preview", script, "--cache", os.path.join(folder, "cache"), *arguments], cwd=folder,
            stdout=subprocess.PIPE, stderr=self.errors, env={**os.environ, "TMPDIR": self.temporary}, text=True)
        atexit.register(self.program.kill)
        self.address = self.program.stdout.readline().strip().replace("localhost", "127.0.0.1")

    def ask(self, name, timeout=60):
        """The status and the bytes of an answer."""
        try:
            with urllib.request.urlopen(self.address + name, timeout=timeout) as answer:
                return answer.status, answer.read()
        except urllib.error.HTTPError as error:
            return error.code, error.read()

    @property
    def place(self):
        """The host with its port, and the secret."""
        return self.address.split("/")[2:4]

    def post(self, name, body=b"", **others):
        """The status and the text of the answer to a POST as the page sends it, with other values of some fields; None leaves
        one out."""
        host, secret = self.place
        fields = {"Host": host, "Origin": "http://" + host, "X-Editc-Token": secret, "Content-Length": str(len(body))}
        fields.update({key.replace("_", "-"): value for key, value in others.items()})
        connection = http.client.HTTPConnection(host, timeout=30)
        try:
            connection.putrequest("POST", f"/{secret}/{name}", skip_host=True, skip_accept_encoding=True)
            for key, value in fields.items():
                if value is not None:
                    connection.putheader(key, value)
            try:
                connection.endheaders(body)
            except OSError:
                pass  # It answers before it has read a body.
            answer = connection.getresponse()
            return answer.status, answer.read().decode()
        except (ConnectionResetError, BrokenPipeError, http.client.RemoteDisconnected):
            return None, ""
        finally:
            connection.close()

    def events(self):
        return Events(self.address)

    def get(self, name):
        status, data = self.ask(name)
        if status not in (200, 204):
            raise AssertionError(f"{name}: {status} {data[:200]}")
        return data

    def json(self, name):
        return json.loads(self.get(name))

    def until(self, condition, seconds=60):
        """The state that meets a condition."""
        end = time.time() + seconds
        while time.time() < end:
            state = self.json("state")
            if condition(state):
                return state
            time.sleep(0.05)
        raise AssertionError(f"never: {state}")

    def stop_compiler(self):
        """Lets the compiler sleep, so that the preview cannot see another text of the script; returns what wakes it."""
        compiler = int(subprocess.run(
            ["pgrep", "-P", str(self.program.pid), "-f", "preview-compiler"], stdout=subprocess.PIPE, text=True).stdout)
        os.kill(compiler, signal.SIGSTOP)
        return lambda: os.kill(compiler, signal.SIGCONT)

    def stop(self, number=signal.SIGINT):
        """Ends it by Ctrl-C or another signal; how it ended (minus the signal) and how many seconds it took."""
        start = time.time()
        self.program.send_signal(number)
        code = self.program.wait(timeout=60)
        self.errors.close()
        return code, time.time() - start
