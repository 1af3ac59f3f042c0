#!/usr/bin/env python3
"""A web server that keeps what is sent to it. usage: file_server.py FOLDER

Prints its port. A name with `no-room` is refused with 507, one with `locked` with 403.
"""

import http.server
import os
import sys

folder = sys.argv[1]


class Handler(http.server.SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def __init__(self, *arguments):
        super().__init__(*arguments, directory=folder)

    def log_message(self, *arguments):
        pass

    def log_request(self, *arguments):
        with open(folder + "/.log", "a") as log:
            log.write(f"{self.command} {self.path}\n")

    def do_PUT(self):
        content = self.rfile.read(int(self.headers["content-length"]))
        code = 507 if "no-room" in self.path else 403 if "locked" in self.path else 201
        if code == 201:
            path = folder + self.path
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "wb") as file:
                file.write(content)
        self.send_response(code)
        self.send_header("content-length", "0")
        self.end_headers()


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(server.server_address[1], flush=True)
server.serve_forever()
