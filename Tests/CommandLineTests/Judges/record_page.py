"""Records colour bars and a tone with a page, and asks the page's server as a browser would.

usage: record_page.py EDITC FOLDER
"""
import io
import json
import os
import subprocess
import sys
import time
import urllib.error
import urllib.request

from PIL import Image

editc, folder = sys.argv[1:3]
film = os.path.join(folder, "page.mp4")
process = subprocess.Popen(
    [editc, "record", "test:bars", "test:tone", "-o", film, "--size", "1280x720", "--rate", "25", "--preview", "--no-script",
     "--look", "noir"],
    stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
address = process.stdout.readline().decode().strip()


def ask(path, **headers):
    request = urllib.request.Request(address + path, headers=headers)
    try:
        with urllib.request.urlopen(request, timeout=20) as answer:
            return answer.status, answer.read(), answer.headers
    except urllib.error.HTTPError as error:
        return error.code, error.read(), error.headers


def state():
    return json.loads(ask("state")[1])


try:
    assert address.startswith("http://localhost:") and address.endswith("/"), address
    status, page, headers = ask("")
    assert status == 200 and b"<title>Recording</title>" in page and "default-src 'none'" in headers["Content-Security-Policy"]
    for name, kind in [("record.js", "text/javascript"), ("record.css", "text/css"), ("base.css", "text/css")]:
        status, body, headers = ask(name)
        assert status == 200 and headers["Content-Type"].startswith(kind) and body, name
    begun = time.monotonic()
    while ask("frame/0/0.jpg")[0] != 200:
        assert time.monotonic() - begun < 60
        time.sleep(0.1)
    first = state()
    picture = Image.open(io.BytesIO(ask("frame/0/1.jpg")[1])).convert("RGB")
    assert picture.size == (960, 540), picture.size
    # FFmpeg's decoder sees the same colours in the film that is recorded.
    while not os.path.exists(film):
        time.sleep(0.1)
    time.sleep(1)
    png = subprocess.run(
        ["ffmpeg", "-v", "error", "-i", film, "-frames:v", "1", "-vf", "scale=960:540:in_color_matrix=bt709", "-f", "image2",
         "-c:v", "png", "-"], capture_output=True, check=True).stdout
    coded = Image.open(io.BytesIO(png)).convert("RGB")
    for x in range(60, 960, 120):
        a, b = picture.getpixel((x, 100)), coded.getpixel((x, 100))
        assert max(abs(p - q) for p, q in zip(a, b)) <= 6, (x, a, b)
    second = state()
    assert second["frames"] > first["frames"] and second["file"] == film and second["bytes"] > 0, (first, second)
    assert second["sounds"][0]["source"] == "test:tone" and len(second["sounds"][0]["peak"]) == 2, second
    assert all(abs(peak + 20) < 0.5 for peak in second["sounds"][0]["peak"]), second
    assert second["look"] == "none" and second["paused"] is False
    process.stdin.write(b"look 1\npause\n")
    process.stdin.flush()
    time.sleep(0.5)
    looked = Image.open(io.BytesIO(ask("frame/0/2.jpg")[1])).convert("RGB")
    assert looked.size == (960, 540), looked.size
    for x in range(60, 960, 120):
        red, green, blue = (part / 255 for part in picture.getpixel((x, 100)))
        # `noir` by its definition; the film has the picture without it.
        t = 0.5 + (0.2126 * red + 0.7152 * green + 0.0722 * blue - 0.5) * 1.25
        t = min(max(t, 0), 1)
        grey = 255 * t * t * (3 - 2 * t)
        assert all(abs(part - grey) <= 8 for part in looked.getpixel((x, 100))), (x, grey, looked.getpixel((x, 100)))
    assert state()["paused"] is True and state()["look"] == "noir", state()
    assert ask("frame/1/0.jpg")[0] == 404 and ask("cell/1")[0] == 404 and ask("events")[0] == 404
    assert ask("state", Host="evil.example")[0] == 403
    assert ask("state", Origin="http://evil.example")[0] == 403
    wrong = address.rsplit("/", 2)[0] + "/" + "a" * 26 + "/state"
    try:
        urllib.request.urlopen(wrong, timeout=20)
        raise AssertionError("another secret is answered")
    except urllib.error.HTTPError as error:
        assert error.code in (403, 404), error.code
    process.stdin.write(b"stop\n")
    process.stdin.flush()
    assert process.wait(60) == 0, process.stderr.read()
finally:
    process.kill()
refused = subprocess.run(
    [editc, "record", "test:bars", "-o", film, "--port", "8080"], capture_output=True, text=True)
assert refused.returncode == 2 and "--port needs --preview" in refused.stderr, refused.stderr
print("done")
