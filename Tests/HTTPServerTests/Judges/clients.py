"""Talks to a server with two other programs' clients: Python's http.client, and curl.

clients.py HOST:PORT SOCKET     the same server at a port and at a Unix socket
The server answers /body (100,000 bytes, byte n is n * 7 % 251), /file (the same from a file), /later (after a while),
/events (events 0 to 9, then the end), everything else 404.
"""

import http.client
import random
import socket
import subprocess
import sys

address, path = sys.argv[1:]
body = bytes(n * 7 % 251 for n in range(100_000))
failures = []
checks = 0


def check(what, value, expected):
    global checks
    checks += 1
    if value != expected:
        failures.append(f"{what}: {value!r:.200} instead of {expected!r:.200}")


class UnixConnection(http.client.HTTPConnection):
    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.sock.connect(path)


def answers(connection):
    def get(target, method="GET", **headers):
        connection.request(method, target, headers={name.replace("_", "-"): value for name, value in headers.items()})
        response = connection.getresponse()
        return response, response.read()

    numbers = random.Random(1)
    for target in ("/body", "/file"):
        response, data = get(target)
        check(target, (response.status, data), (200, body))
        response, data = get(target, "HEAD")
        check("HEAD " + target, (response.status, response.headers["Content-Length"], data), (200, "100000", b""))
        for _ in range(100):
            first = numbers.randrange(100_000)
            last = numbers.randrange(first, 110_000)
            response, data = get(target, Range=f"bytes={first}-{last}")
            check(f"{target} {first}-{last}", (response.status, data), (206, body[first:last + 1]))
    response, data = get("/later")
    check("/later", (response.status, data), (200, b"later\n"))
    response, data = get("/none")
    check("/none", response.status, 404)
    connection.request("GET", "/events")
    response = connection.getresponse()
    lines = [response.readline() for _ in range(10)]
    check("/events", lines, [b"data: %d\n" % number for number in range(10)])
    check("the end of /events", response.read(), b"")
    response, data = get("/body", Range="bytes=-1")
    check("the same connection afterwards", (response.status, data), (206, body[-1:]))
    try:
        connection.request("POST", "/body", body=b"x" * 1000)
    except BrokenPipeError:
        pass  # The head is enough to refuse it: the server can be gone before the body is sent.
    check("POST", connection.getresponse().status, 405)
    connection.close()


def curl(*arguments):
    return subprocess.run(["curl", "-sS", *arguments], capture_output=True, timeout=60).stdout


answers(http.client.HTTPConnection(address))
answers(UnixConnection("localhost"))
for version in ("--http1.1", "--http1.0"):
    url = f"http://{address}"
    check("curl " + version, curl(version, url + "/body"), body)
    check("curl, two on one connection", curl(version, url + "/file", url + "/body"), body + body)
    check("curl -r", curl(version, "-r", "5-9", url + "/file"), body[5:10])
    check("curl --head", curl(version, "--head", url + "/file").split()[1], b"200")
    check("curl, events", curl(version, "-N", url + "/events"), b"".join(b"data: %d\n" % n for n in range(10)))
    check("curl, a body", curl(version, "-d", "a=b", "-o", "/dev/null", "-w", "%{http_code}", url + "/body"), b"405")
    check("curl, a Unix socket", curl(version, "--unix-socket", path, "http://localhost/file"), body)

for failure in failures:
    print(failure)
print(f"{checks} checks, {len(failures)} failures")
