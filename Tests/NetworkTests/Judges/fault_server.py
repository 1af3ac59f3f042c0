#!/usr/bin/env python3
"""A server with faults, and a judge of signatures, on a free port of the loopback address.

usage: fault_server.py CONTENT LOG [CERTIFICATE KEY]

Prints its port. The first part of a path names what happens to the bytes of CONTENT. Each request is a line of JSON in
LOG: method, target, and the header fields that tests ask about.
"""

import hashlib
import hmac
import json
import os
import socket
import ssl
import struct
import sys
import threading
import time
import urllib.parse
from collections import Counter

CONTENT = open(sys.argv[1], "rb").read()
SIZE = len(CONTENT)
LOG = open(sys.argv[2], "a", buffering=1)
LOCK = threading.Lock()
SEEN = Counter()
STORED = {}
KEY, SECRET, TOKEN = "AKIDEXAMPLE", "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY", "token/of+session=="


def header(status, **fields):
    lines = [f"HTTP/1.1 {status} Reason"] + [f"{name.replace('_', '-')}: {value}" for name, value in fields.items()]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


def read_request(stream):
    line = stream.readline().decode("latin-1").split()
    if len(line) != 3:
        return None
    fields = {}
    while (text := stream.readline().decode("latin-1").rstrip("\r\n")):
        name, _, value = text.partition(":")
        fields[name.lower()] = value.strip()
    body = stream.read(int(fields.get("content-length", 0)))
    return line[0], line[1], fields, body


def start_of(fields):
    text = fields.get("range", "")
    return int(text[len("bytes="):].split("-")[0]) if text.startswith("bytes=") else None


def ranged(start, shift=0, total=SIZE):
    """The head of a good answer, for a request for everything or for the rest."""
    if start is None:
        return header(200, Content_Length=SIZE, Content_Type="video/mp4", ETag=f'"{time.time_ns()}"')
    if start >= SIZE:
        return header(416, Content_Range=f"bytes */{SIZE}", Content_Length=0)
    return header(206, Content_Length=SIZE - start, Content_Range=f"bytes {start + shift}-{SIZE - 1}/{total}",
                  ETag=f'"{time.time_ns()}"')


def signature(key, *parts):
    for part in parts:
        key = hmac.new(key, part.encode(), hashlib.sha256).digest()
    return key.hex()


def is_signed(method, target, fields):
    """Computes the signature anew from what arrived, by the documentation of AWS and not by editc's sources."""
    words = fields.get("authorization", "").replace(",", "").split()
    if not words or words[0] != "AWS4-HMAC-SHA256":
        return False
    given = dict(word.split("=", 1) for word in words[1:])
    key, day, region, service, end = given["Credential"].split("/")
    path = urllib.parse.quote(urllib.parse.unquote_to_bytes(target.partition("?")[0]), safe="/-_.~")
    names = given["SignedHeaders"].split(";")
    canonical = "\n".join([
        method, path, "", "".join(f"{name}:{fields[name]}\n" for name in names), ";".join(names),
        fields["x-amz-content-sha256"]])
    text = "\n".join([
        "AWS4-HMAC-SHA256", fields["x-amz-date"], f"{day}/{region}/{service}/{end}",
        hashlib.sha256(canonical.encode()).hexdigest()])
    wanted = signature(("AWS4" + SECRET).encode(), day, region, service, end, text)
    must = {"host", "x-amz-content-sha256", "x-amz-date"} | ({"x-amz-security-token"} if "x-amz-security-token" in fields else set())
    age = abs(time.time() - time.mktime(time.strptime(fields["x-amz-date"], "%Y%m%dT%H%M%SZ")) + time.timezone)
    return key == KEY and given["Signature"] == wanted and must <= set(names) and age < 900


class Broken(Exception):
    """The connection ends here."""


def reset(connection):
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    raise Broken


def answer(connection, method, target, fields, body):
    send = connection.sendall
    path, _, query = target.partition("?")
    kind, _, rest = path.strip("/").partition("/")
    start = start_of(fields)
    first = start or 0
    with LOCK:
        SEEN[target] += 1
        count = SEEN[target]
    # Three answers are enough.
    part = CONTENT[first:first + SIZE // 3 + 1]
    if kind == "at":  # /at/NAME, beside CONTENT
        data = open(os.path.join(os.path.dirname(sys.argv[1]), urllib.parse.unquote(rest)), "rb").read()
        if start is None or start >= len(data):
            return send(header(200, Content_Length=len(data)) + (data if method == "GET" else b""))
        return send(header(206, Content_Length=len(data) - start,
                           Content_Range=f"bytes {start}-{len(data) - 1}/{len(data)}") + data[start:])
    if kind == "redirect":  # /redirect/STATUS?URL
        return send(header(int(rest or 302), Location=urllib.parse.unquote(query), Content_Length=0))
    if kind == "hops":  # /hops/N: N redirects
        place = f"/hops/{int(rest) - 1}" if int(rest) > 1 else "/ok"
        return send(header(302, Location=place, Content_Length=0))
    if kind == "bucket":
        if not is_signed(method, target, fields):
            return send(header(403, Content_Length=0))
        if method == "PUT":
            if hashlib.sha256(body).hexdigest() != fields["x-amz-content-sha256"]:
                return send(header(400, Content_Length=0))
            STORED[urllib.parse.unquote(path)] = body
            return send(header(200, Content_Length=0))
        kind = "ok"
    if kind == "objects":
        name = urllib.parse.unquote(path)
        if not is_signed(method, target, fields):
            return send(header(403, Content_Length=0))
        if method == "PUT":
            if hashlib.sha256(body).hexdigest() != fields["x-amz-content-sha256"]:
                return send(header(400, Content_Length=0))
            STORED[name] = body
            return send(header(200, Content_Length=0))
        if name not in STORED:
            return send(header(404, Content_Length=0))
        return send(header(200, Content_Length=len(STORED[name])) + STORED[name])
    if kind == "login" and fields.get("authorization") != "Basic YWRhOnMzY3JldA==":  # ada:s3cret
        return send(header(401, WWW_Authenticate="Basic", Content_Length=0))
    if method == "PUT":
        if kind == "chatter":
            send(b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n")
            while True:
                send(bytes(1 << 16))
        if kind == "twice" and count == 1:
            return send(header(503, Content_Length=0))
        STORED[path] = body
        return send(header(201, Content_Length=0))
    if kind == "stored":
        data = STORED.get("/" + rest)
        return send(header(404, Content_Length=0) if data is None else header(200, Content_Length=len(data)) + data)
    if kind.isdigit():  # a status, with the pause of the query
        pause = {"Retry_After": query} if query else {}
        return send(header(int(kind), Content_Length=0, **pause))
    if kind in ("busy", "later") and count == 1:
        return send(header(503, Content_Length=0, **({"Retry_After": 1} if kind == "later" else {})))
    if method == "HEAD":
        return send(ranged(None))
    if kind == "cut":
        send(ranged(start) + part)
        raise Broken
    if kind == "reset":
        send(ranged(start) + part)
        time.sleep(0.1)
        reset(connection)
    if kind == "stall":
        send(ranged(start) + part)
        if first + len(part) < SIZE:
            time.sleep(30)
        return None
    if kind == "silent":
        time.sleep(30)
    if kind == "unsized":
        send(header(200, Connection="close") + CONTENT)
        raise Broken
    if kind == "unsized-cut":
        send(header(200, Connection="close") + (CONTENT if count > 1 else part))
        raise Broken
    if kind == "chunked":
        send(header(200, Transfer_Encoding="chunked"))
        for place in range(0, SIZE, 50_000):
            piece = CONTENT[place:place + 50_000]
            send(b"%x\r\n" % len(piece) + piece + b"\r\n")
        return send(b"0\r\n\r\n")
    if kind == "short":
        return send(header(200, Content_Length=SIZE - 1) + CONTENT[:-1])
    if kind == "long":
        send(header(200, Content_Length=SIZE + 5) + CONTENT)
        raise Broken
    if kind in ("flip", "flip-once"):
        data = bytearray(CONTENT)
        data[SIZE // 2] ^= 0 if kind == "flip-once" and count > 1 else 4
        return send(header(200, Content_Length=SIZE) + data)
    if kind == "page":
        page = b"<html>Please log in</html>"
        return send(header(200, Content_Length=len(page), Content_Type="text/html; charset=utf-8") + page)
    if kind == "playlist":
        return send(header(200, Content_Length=8, Content_Type="application/vnd.apple.mpegurl") + b"#EXTM3U\n")
    if kind == "endless":
        send(header(200, Content_Type="video/mp4", Connection="close") + CONTENT)
        while True:
            send(b"x" * 65536)
    if kind == "ignore-range":
        send(ranged(None) + (CONTENT if count > 1 else part))
        raise Broken
    if kind == "shifted" and start:
        return send(ranged(start, shift=7) + CONTENT[start:])
    if kind == "lying" and start:  # the header is right, the bytes are others
        return send(ranged(start) + CONTENT[start - 1:-1])
    if kind == "other-total" and start:
        return send(ranged(start, total=SIZE + 1) + CONTENT[start:])
    if kind == "no-range" and start:
        return send(header(416, Content_Length=0))
    if kind in ("shifted", "lying", "other-total", "no-range") and count == 1:
        send(ranged(None) + part)
        raise Broken
    if kind == "gzip":
        return send(header(200, Content_Length=SIZE, Content_Encoding="gzip") + CONTENT[::-1])
    if kind == "garbage":
        send(b"\x00\x01\x02 this is not HTTP\r\n\r\n")
        raise Broken
    if kind == "nothing":
        raise Broken
    if kind == "heads":
        send(b"HTTP/1.1 200 OK\r\n")
        while True:
            send(b"x-more: " + b"y" * 8000 + b"\r\n")
    return send(ranged(start) + CONTENT[first:])


def serve(connection):
    try:
        stream = connection.makefile("rb")
        while (request := read_request(stream)) is not None:
            method, target, fields, body = request
            kept = {name: fields[name] for name in ("host", "range", "authorization", "if-range") if name in fields}
            with LOCK:
                LOG.write(json.dumps({"method": method, "target": target, **kept}) + "\n")
            answer(connection, method, target, fields, body)
    except (Broken, OSError, ValueError):
        pass
    finally:
        try:
            connection.close()
        except OSError:
            pass


def main():
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind(("127.0.0.1", 0))
    listener.listen(64)
    context = None
    if len(sys.argv) > 3:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(sys.argv[3], sys.argv[4])
    print(listener.getsockname()[1], flush=True)
    while True:
        connection, _ = listener.accept()

        def begin(connection=connection):
            try:
                serve(context.wrap_socket(connection, server_side=True) if context else connection)
            except (OSError, ssl.SSLError):
                pass

        threading.Thread(target=begin, daemon=True).start()


main()
