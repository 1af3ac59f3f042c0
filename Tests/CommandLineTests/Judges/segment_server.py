#!/usr/bin/env python3
"""A build cache: PUT and GET of /ac/KEY and /cas/SHA256, with faults, and a judge of what is sent to it.

usage: segment_server.py FOLDER

Prints its port. The file FOLDER/mode has the fault and its argument. What is sent must have the digest of its name, and
an action result must name a file that is there; the first mistake of a client is in FOLDER/wrong, and FOLDER/arrived
is there after the first request. Each answer is a line of FOLDER/log: method, path, host, status, and the field `authorization`.
"""

import glob
import hashlib
import http.server
import os
import sys
import time

FOLDER = sys.argv[1]


def fields(message):
    """The fields of a message of Protocol Buffers, read by its documentation and not by editc's sources."""
    found, place = [], 0

    def varint():
        nonlocal place
        value = shift = 0
        while True:
            byte = message[place]
            place += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    while place < len(message):
        tag = varint()
        if tag & 7 == 0:
            found.append((tag >> 3, varint()))
        elif tag & 7 == 2:
            size = varint()
            assert place + size <= len(message)
            found.append((tag >> 3, message[place:place + size]))
            place += size
        else:
            raise AssertionError("an unknown kind of field")
    return found


def file_of(result):
    """The digest and the size of the only file of an action result, and its signature."""
    found = fields(result)
    files = [value for number, value in found if number == 2]
    assert len(files) == 1 and all(number in (2, 5) for number, _ in found)
    file = dict(fields(files[0]))
    assert file[1] == b"segment"
    digest = dict(fields(file[2]))
    return digest[1].decode(), digest[2], dict(found).get(5, b"")


def path_of(name):
    return os.path.join(FOLDER, name)


def read(path):
    with open(path, "rb") as file:
        return file.read()


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def send(self, status, body=b"", **more):
        with open(path_of("log"), "a") as log:
            log.write(f"{self.command} {self.path} {self.headers['host']} {status} {self.headers.get('authorization', '-')}\n")
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        for name, value in more.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def mode(self):
        """The fault and its argument; `done` if the request is answered."""
        open(path_of("arrived"), "a").close()
        try:
            words = read(path_of("mode")).decode().split()
        except FileNotFoundError:
            words = []
        mode, argument = (words + ["", ""])[:2]
        if mode == "token" and self.headers.get("authorization") != f"Bearer {argument}":
            self.send(401)
            return "done", argument
        if mode == "slow":
            time.sleep(float(argument))
        if mode == "status":
            self.send(int(argument))
            return "done", argument
        if mode == "redirect":
            self.send(307, Location=argument + self.path)
            return "done", argument
        return mode, argument

    def endless(self):
        self.send_response(200)
        self.send_header("Connection", "close")
        self.end_headers()
        self.close_connection = True
        while True:
            self.wfile.write(bytes(1 << 20))

    def do_GET(self):
        mode, _ = self.mode()
        if mode == "done":
            return
        kind = self.path.split("/")[1]
        path = path_of(self.path.strip("/"))
        if mode == "endless" and kind == "cas" or mode == "endless-ac" and kind == "ac":
            return self.endless()
        if mode == "garbage" and kind == "ac":
            return self.send(200, os.urandom(200))
        if not os.path.exists(path):
            return self.send(404)
        body = read(path)
        if kind == "ac" and mode == "swap":
            # What another entry is, with its signature.
            others = sorted(glob.glob(path_of("ac/*")))
            body = read(others[(others.index(path) + 1) % len(others)])
        if kind == "ac" and mode == "huge":
            body = huge(body)
        if kind == "cas" and mode == "flip":
            body = bytes([*body[:len(body) // 2], body[len(body) // 2] ^ 16, *body[len(body) // 2 + 1:]])
        if kind == "cas" and mode == "cut":
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body[:len(body) // 2])
            self.close_connection = True
            return None
        return self.send(200, body)

    def do_HEAD(self):
        mode, _ = self.mode()
        if mode != "done":
            self.send(200 if os.path.exists(path_of(self.path.strip("/"))) else 404)

    def do_PUT(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        mode, argument = self.mode()
        if mode == "done":
            return
        if mode == "full":
            return self.send(507)
        kind, name = self.path.split("/")[1:]
        try:
            if kind == "cas":
                assert hashlib.sha256(body).hexdigest() == name
            else:
                digest, size, _ = file_of(body)
                assert kind == "ac" and len(name) == 64 and os.path.getsize(path_of(f"cas/{digest}")) == size
        except Exception as error:
            with open(path_of("wrong"), "a") as wrong:
                wrong.write(f"{self.path}: {error!r}\n")
            return self.send(400)
        with open(path_of(f"{kind}/.{name}"), "wb") as file:
            file.write(body)
        os.rename(path_of(f"{kind}/.{name}"), path_of(f"{kind}/{name}"))
        return self.send(201)


def varint(value):
    out = b""
    while value > 127:
        out += bytes([value & 127 | 128])
        value >>= 7
    return out + bytes([value])


def huge(result):
    """The same file with a size of 2^50 bytes."""
    digest = b"\x0a\x40" + file_of(result)[0].encode() + b"\x10" + varint(1 << 50)
    file = b"\x0a\x07segment\x12" + varint(len(digest)) + digest
    return b"\x12" + varint(len(file)) + file


if __name__ == "__main__":
    for name in ("ac", "cas"):
        os.makedirs(path_of(name), exist_ok=True)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    print(server.server_port, flush=True)
    server.serve_forever()
