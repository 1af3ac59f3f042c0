#!/usr/bin/env python3
"""Gives the network process requests for a server with faults, in a random order, and compares what it wrote.

usage: many_faults.py EDITC ROUNDS [SEED]

Exits with 1 if a request ended in another way than its fault allows, or if other bytes were called right.
"""

import array
import json
import os
import random
import socket
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

EDITC, ROUNDS = sys.argv[1], int(sys.argv[2])
RANDOM = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
SIZE = 600_000
# How a request may end: with the bytes, or with a kind of failure. `other` is an answer whose digest is wrong.
KINDS = {
    "ok": "bytes", "unsized": "bytes", "chunked": "bytes", "hops/5": "bytes", "cut": "bytes", "reset": "bytes",
    "stall": "bytes", "ignore-range": "bytes", "unsized-cut": "bytes", "shifted": "bytes", "other-total": "bytes",
    "no-range": "bytes", "busy": "bytes", "later": "bytes", "flip-once": "other", "flip": "other", "lying": "other",
    "gzip": "other", "short": "other-bytes", "long": "other-bytes", "endless": "other-bytes", "page": "other-bytes",
    "playlist": "other-bytes", "404": "missing", "410": "missing", "401": "denied", "403": "denied",
    "418": "unavailable", "500": "unavailable", "429?3600": "unavailable", "garbage": "unavailable",
    "nothing": "unavailable", "heads": "unavailable", "hops/6": "refused",
    "redirect/302?http://169.254.169.254/a": "refused", "redirect/302?http://[::ffff:127.0.0.1]/a": "refused",
    "redirect/301?file:///etc/passwd": "refused", "redirect/307?http://ada:b@127.0.0.1/": "refused",
    "redirect/302?http://2130706433/ok": "bytes?", "redirect/302?//localhost:PORT/ok": "refused",
}


class Worker:
    def __init__(self, *words):
        own, other = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.socket = own

        def third():
            os.dup2(other.fileno(), 3)

        environment = {k: v for k, v in os.environ.items() if not k.lower().endswith("_proxy")}
        self.process = subprocess.Popen(
            [EDITC, "network-worker", "--parent", str(os.getpid()), "--sandbox", "when-available", *words],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, close_fds=False, preexec_fn=third, env=environment)
        other.close()
        assert "ready" in self.report(), "the process is not ready"

    def report(self):
        return json.loads(self.process.stdout.readline())

    def carry_out(self, url, path, resumes=True, method="GET"):
        request = {"method": method, "url": url, "byteCount": SIZE, "resumes": resumes, "tries": 5, "stall": 1000,
                   "times": [5000, 10, 20, 2000]}
        with open(path, "r+b") as file:
            self.socket.sendmsg(
                [json.dumps(request).encode()],
                [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [file.fileno()]).tobytes())])
            while True:
                report = self.report()
                if "progress" not in report:
                    return report


def main():
    with tempfile.TemporaryDirectory() as folder:
        content = RANDOM.randbytes(SIZE)
        Path(folder, "content").write_bytes(content)
        server = subprocess.Popen(
            [sys.executable, Path(__file__).with_name("fault_server.py"), Path(folder, "content"), Path(folder, "log")],
            stdout=subprocess.PIPE)
        port = int(server.stdout.readline())
        worker = Worker("--allow-private", "127.0.0.1")
        ends, wrong, again = Counter(), [], Counter()
        for number in range(ROUNDS):
            kind = RANDOM.choice(sorted(KINDS))
            expected = KINDS[kind]
            path = Path(folder, "file")
            # Some begin with a part, as after a kill.
            start = RANDOM.choice([0, 0, RANDOM.randrange(SIZE)])
            path.write_bytes(content[:start])
            path_and_query = kind.replace("PORT", str(port))
            # A name of its own, because the server counts.
            place, mark, query = path_and_query.partition("?")
            one = place if place.split("/")[0] in ("hops", "redirect") else f"{place}/{number}"
            report = worker.carry_out(f"http://127.0.0.1:{port}/{one}{mark}{query}", path)
            found = path.read_bytes()
            if "failure" in report:
                end = report["failure"]
            else:
                end = "bytes" if found == content else "other"
            ends[expected, end] += 1
            # With a part that is right, some faults do not happen.
            allowed = {expected, "bytes"} if start else {expected}
            if expected == "bytes?":
                allowed = {"refused", "unavailable"}
            if end not in allowed or len(found) > SIZE:
                wrong.append((kind, start, report, len(found)))
            if kind in ("cut", "reset", "stall") and end == "bytes":
                again[kind] += report["received"] - (SIZE - start)
        server.kill()
        for key, count in sorted(ends.items()):
            print(f"{count:5}  expected {key[0]:12}  ended with {key[1]}")
        print(f"bytes read again: {dict(again)}")
        for item in wrong[:20]:
            print("wrong:", item)
        print(f"{ROUNDS} requests, {len(wrong)} wrong")
        sys.exit(1 if wrong else 0)


main()
