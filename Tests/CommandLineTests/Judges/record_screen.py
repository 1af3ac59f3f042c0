"""Records a virtual screen on which this program paints one colour after the other, and compares the pixels and the
order with what it painted; then a part of it, and a screen whose server is killed.

usage: record_screen.py EDITC FOLDER
"""
import ctypes
import os
import signal
import subprocess
import sys
import time

editc, folder = sys.argv[1:]
x11 = ctypes.CDLL("libX11.so.6")
x11.XOpenDisplay.restype = ctypes.c_void_p
x11.XDefaultRootWindow.restype = ctypes.c_ulong
for name in ["XDefaultRootWindow", "XSetWindowBackground", "XClearWindow", "XSync", "XCloseDisplay", "XFillRectangle",
             "XCreateGC", "XSetForeground"]:
    getattr(x11, name).argtypes = None

COLOURS = [0xFF0000, 0x00FF00, 0x0000FF, 0xFFFFFF, 0x808080]


def codes(colour):
    """Limited-range BT.709."""
    r, g, b = (((colour >> shift) & 255) / 255 for shift in (16, 8, 0))
    y = 0.2126 * r + 0.7152 * g + 0.0722 * b
    return 16 + 219 * y, 128 + 224 * (b - y) / 1.8556, 128 + 224 * (r - y) / 1.5748


def server():
    reading, writing = os.pipe()
    process = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", "330x246x24", "-nolisten", "tcp"], pass_fds=[writing],
        stderr=subprocess.DEVNULL)
    os.close(writing)
    with os.fdopen(reading) as numbers:
        return process, ":" + numbers.readline().strip()


def paint(display, colour):
    root = ctypes.c_ulong(x11.XDefaultRootWindow(ctypes.c_void_p(display)))
    x11.XSetWindowBackground(ctypes.c_void_p(display), root, ctypes.c_ulong(colour))
    x11.XClearWindow(ctypes.c_void_p(display), root)
    x11.XSync(ctypes.c_void_p(display), 0)


def pixels(path, size):
    """The middle pixel of each frame, and the corners' difference from it."""
    width, height = size
    made = subprocess.run(
        ["ffmpeg", "-nostdin", "-v", "warning", "-i", path, "-map", "0:v", "-fps_mode", "passthrough", "-f", "rawvideo",
         "-pix_fmt", "yuv444p", "-"], capture_output=True)
    assert made.stderr == b"", made.stderr
    length = width * height * 3
    assert len(made.stdout) % length == 0, f"not {width}x{height}"
    frames = [made.stdout[at:at + length] for at in range(0, len(made.stdout), length)]
    middle = height // 2 * width + width // 2
    return [tuple(frame[middle + plane * width * height] for plane in range(3)) for frame in frames]


def name(code):
    distances = [max(abs(a - b) for a, b in zip(code, codes(colour))) for colour in COLOURS]
    best = min(range(len(COLOURS)), key=distances.__getitem__)
    return best if distances[best] <= 3 else None


process, number = server()
try:
    display = x11.XOpenDisplay(number.encode())
    assert display, f"no display {number}"
    paint(display, COLOURS[0])
    for words, path, size in [
            ([f"x11:{number}"], "whole.mp4", (330, 246)),
            ([f"x11:{number}+10,6", "--size", "320x240"], "part.mp4", (320, 240))]:
        path = os.path.join(folder, path)
        paint(display, COLOURS[0])
        recorder = subprocess.Popen(
            [editc, "record", words[0], "test:tone", "-o", path, "--rate", "25", *words[1:]], stderr=subprocess.PIPE,
            text=True)
        while not os.path.exists(path):
            assert recorder.poll() is None, recorder.stderr.read()
            time.sleep(0.01)
        shown = []
        for colour in COLOURS[1:]:
            paint(display, colour)
            shown.append(time.monotonic())
            time.sleep(0.4)
        recorder.send_signal(signal.SIGINT)
        words = recorder.communicate()[1]
        assert recorder.returncode == 0, words
        found = [name(code) for code in pixels(path, size)]
        runs = [index for at, index in enumerate(found) if at == 0 or found[at - 1] != index]
        assert runs == [0, 1, 2, 3, 4], f"{runs}: {found}"
        for index in (1, 2, 3):
            lasted = shown[index] - shown[index - 1]
            assert abs(found.count(index) - lasted * 25) <= 2, f"colour {index}: {found.count(index)} frames of {lasted} s"
    # A server that ends during a recording.
    path = os.path.join(folder, "gone.mp4")
    recorder = subprocess.Popen(
        [editc, "record", f"x11:{number}", "-o", path, "--rate", "25", "--no-script"], stderr=subprocess.PIPE, text=True)
    while not os.path.exists(path):
        time.sleep(0.01)
    process.kill()
    words = recorder.communicate(timeout=20)[1]
    assert recorder.returncode == 74, words
    assert "is gone" in words and "whole up to that moment" in words, words
    assert len(pixels(path, (330, 246))) >= 12
finally:
    process.kill()
    process.wait()
print("the colours are right")
