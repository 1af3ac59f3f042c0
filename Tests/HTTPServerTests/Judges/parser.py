"""Reads requests with Python's http.server, and compares with what another server made of them.

parser.py FILE    one JSON value a line: {"bytes": hex digits, "method": ..., "target": ..., "headers": [[name, value], ...]}
Whatever a server serves, every other program must read alike: otherwise a request means two things.
"""

import http.server
import io
import json
import sys


class Reader(http.server.BaseHTTPRequestHandler):
    def __init__(self, data):
        self.rfile = io.BytesIO(data)
        self.client_address = ("127.0.0.1", 0)
        self.error = None
        self.raw_requestline = self.rfile.readline(65537)
        self.isRead = self.parse_request()

    def send_error(self, code, message=None, explain=None):
        self.error = f"{code} {message}"

    def log_message(self, *arguments):
        pass


failures = 0
count = 0
for line in open(sys.argv[1]):
    case = json.loads(line)
    count += 1
    # libmicrohttpd takes a zero byte before a line feed for a carriage return, which changes no field, and passes over empty
    # lines before a request, as RFC 9112 recommends.
    reader = Reader(bytes.fromhex(case["bytes"]).replace(b"\0\n", b"\r\n").lstrip(b"\r\n"))
    if not reader.isRead:
        print("not read:", reader.error, bytes.fromhex(case["bytes"]))
        failures += 1
        continue
    # Python decodes fields as Latin 1.
    read = [reader.command, reader.path, [[name, bytes(value.strip(" \t"), "latin-1").decode(errors="replace")]
                                          for name, value in reader.headers.items()]]
    # Python takes several slashes at the start for one. Here such a target is no address.
    target = "/" + case["target"].lstrip("/") if case["target"].startswith("//") else case["target"]
    expected = [case["method"], target, [[name, value.strip(" \t")] for name, value in case["headers"]]]
    if read != expected:
        print("read as", read, "instead of", expected)
        failures += 1
print(f"{count} requests, {failures} failures")
