#!/usr/bin/python3
"""A worker that lies: it stands between a render and a real `editc worker`, and changes what that one says.

    liar.py LIE SEED EDITC WORKER-ARGUMENT ...

Run by the attack `machines` as a command of `--launch`.
"""
import base64
import hashlib
import json
import random
import subprocess
import sys
import threading
import time


def changed(entry, chance):
    """An entry of the store with another byte in a packet and its right digest."""
    body = bytearray(entry[:-64])
    place = len(body) * 3 // 4 + chance.randrange(-20, 20)
    body[place] ^= 1 << chance.randrange(8)
    return bytes(body) + hashlib.sha256(body).hexdigest().encode()


def main():
    lie, seed, command = sys.argv[1], sys.argv[2], sys.argv[3:]
    chance = random.Random(f"{lie}/{seed}")
    out = sys.stdout

    def say(line):
        try:
            out.write(line + "\n")
            out.flush()
        except BrokenPipeError:
            sys.exit(0)

    if lie == "greeting":
        for _ in range(chance.randrange(1, 60)):
            say(chance.choice(["Welcome to render1", "", "{}", '{"motd":1}', "\x1b[31mred\x1b[0m", "x" * 5000, "Last login: Thu", "null"]))
    if lie == "endless greeting":
        begin = time.monotonic()
        while time.monotonic() - begin < 3:
            say("Welcome")
        return
    if lie == "flood":
        say("x" * (3 << 20))
    if lie == "noise":
        for _ in range(50):
            say(chance.choice(['{"ready":{"shortcomings":[]}}', '{"frame":{"_0":3}}', '{"finished":{"_0":{"segment":{"_0":0}}}}', "[]", "\0", '{"joined":{}}']))
    child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def orders():
        for line in sys.stdin.buffer:
            try:
                child.stdin.write(line)
                child.stdin.flush()
            except BrokenPipeError:
                return
        child.stdin.close()

    threading.Thread(target=orders, daemon=True).start()
    entry, count = b"", 0
    at = chance.randrange(3)
    for raw in child.stdout:
        line = raw.decode().rstrip("\n")
        report = json.loads(line)
        if "piece" in report:
            if lie in ("changed", "changed once"):
                entry += base64.b64decode(report["piece"]["_0"])
                continue
            if lie == "short" and count == at:
                line = json.dumps({"piece": {"_0": report["piece"]["_0"][:len(report["piece"]["_0"]) // 8 * 4]}})
            if lie == "damaged" and count == at:
                bytes_ = bytearray(base64.b64decode(report["piece"]["_0"]))
                bytes_[chance.randrange(len(bytes_))] ^= 255
                line = json.dumps({"piece": {"_0": base64.b64encode(bytes_).decode()}})
            if lie == "no base64" and count == at:
                line = json.dumps({"piece": {"_0": "?" + report["piece"]["_0"]}})
        elif "finished" in report:
            if entry:
                if lie == "changed" or count == at:
                    entry = changed(entry, chance)
                say(json.dumps({"piece": {"_0": base64.b64encode(entry).decode()}}) if len(entry) < 500000 else json.dumps(
                    {"piece": {"_0": ""}}))
                entry = b""
            if lie == "another" and count == at:
                line = json.dumps({"finished": {"_0": {"segment": {"_0": chance.choice([0, 1, 2, 99, -1, 1 << 62])}}}})
            if lie == "twice" and count == at:
                say(line)
            count += 1
        elif "frame" in report and lie == "frames" and count == at:
            line = json.dumps({"frame": {"_0": chance.choice([-1, 0, 1 << 62, 7])}})
        elif "hello" in report:
            if lie == "versions":
                report["hello"]["_0"]["engine"] += chance.choice([" ", "x", ", y"])
                line = json.dumps(report)
            elif lie == "hello twice":
                say(line)
            elif lie == "dies":
                say(line)
                sys.exit(chance.randrange(4))
        if lie == "words" and count == at and "frame" in report:
            say(chance.choice(["Connection reset", "{", "{}", '{"unknown":{}}', '{"finished":{}}', '{"frame":{"_0":"x"}}', "\x00\xff"]))
        say(line)


if __name__ == "__main__":
    main()
