"""Records a camera that does not exist: a preloaded library plays the kernel. It drops pictures, vanishes, stalls, and
breaks its word. The number that each picture shows is compared with what it has delivered.

usage: record_camera.py EDITC FOLDER COUNT
"""
import json
import os
import random
import signal
import subprocess
import sys

import numpy

editc, folder, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
library = folder + "/camera.so"
subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", library, os.path.dirname(__file__) + "/camera_stub.c", "-ldl"],
               check=True)
draw = random.Random(9)


def start(*words, **camera):
    environment = dict(os.environ, LD_PRELOAD=library, **{"CAMERA_" + name: str(value) for name, value in camera.items()})
    return subprocess.Popen([editc, "record", *words], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                            env=environment)


def finish(process, code=0):
    output, words = process.communicate()
    assert process.returncode == code, (process.returncode, output, words)
    return output, words


def frames(path):
    """The pictures, as RGB."""
    found = json.loads(subprocess.run(
        ["ffprobe", "-v", "error", "-select_streams", "v", "-show_entries", "stream=width,height,nb_frames,r_frame_rate",
         "-of", "json", folder + "/" + path], capture_output=True, check=True).stdout)["streams"][0]
    made = subprocess.run(
        ["ffmpeg", "-nostdin", "-v", "warning", "-i", folder + "/" + path, "-fps_mode", "passthrough", "-f", "rawvideo",
         "-pix_fmt", "rgb24", "-"], capture_output=True)
    assert made.stderr == b"", made.stderr
    pictures = numpy.frombuffer(made.stdout, numpy.uint8).reshape(-1, found["height"], found["width"], 3)
    assert len(pictures) == int(found["nb_frames"]) and found["r_frame_rate"] == "30/1", found
    return pictures


def numbers(pictures):
    height, width = pictures.shape[1:3]
    columns = [(2 * bit + 1) * width // 32 for bit in range(16)]
    bits = pictures[:, height // 4, columns, 1] > 127
    return [int("".join("1" if bit else "0" for bit in row), 2) for row in bits]


def is_red(pictures):
    height, width = pictures.shape[1:3]
    found = pictures[:, height * 3 // 4, width // 2].astype(int)
    return abs(found - [255, 0, 0]).max() <= 8


def judge(name, has_sound=False):
    """Compares a film with what the camera has delivered. A recorder that the machine leaves no time fills frames before
    their pictures come, and drops these pictures: they must be counted, then."""
    pictures = frames(name + ".mp4")
    shown = numbers(pictures)
    with open(f"{folder}/{name}.log") as file:
        delivered = {int(line) for line in file}
    with open(f"{folder}/{name}.json") as file:
        report = json.load(file)
    assert shown == sorted(shown), shown
    kept = set(shown)
    assert kept <= delivered, kept - delivered
    facts = report["picture"]
    assert report["frames"] == len(shown) == facts["captured"] + facts["repeated"], report
    assert facts["captured"] == len(kept), facts
    # Without a sound, the film starts with the first picture.
    if not has_sound:
        assert all(shown.index(number) == number - shown[0] for number in kept), shown

    def missing(end):
        return sum(number not in delivered for number in range(shown[0], end))

    # Those behind the last one shown are counted if they come before one that was dropped.
    assert missing(shown[-1]) <= facts["lost"] <= missing(max(delivered)), (facts, shown, delivered)
    untaken = [number for number in range(shown[0], shown[-1]) if number in delivered and number not in kept]
    assert len(untaken) <= facts["dropped"] + facts["missed"], (facts, untaken)
    if facts["dropped"] == 0:
        assert facts["lost"] == missing(shown[-1]), (facts, shown)
    assert is_red(pictures), pictures[0, -1, 0]
    return pictures.shape, report, shown, delivered


# JPEGs of 1280x720, each with its number, by ffmpeg.
pixels = numpy.zeros((120, 720, 1280, 3), numpy.uint8)
for number in range(len(pixels)):
    for bit in range(16):
        pixels[number, :360, bit * 80:(bit + 1) * 80] = 255 * (number >> (15 - bit) & 1)
pixels[:, 360:] = [255, 0, 0]
made = subprocess.run(
    ["ffmpeg", "-v", "error", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", "1280x720", "-i", "-", "-c:v", "mjpeg", "-q:v", "3",
     "-pix_fmt", "yuvj422p", "-f", "image2pipe", "-"], input=pixels.tobytes(), capture_output=True, check=True).stdout
jpegs = [b"\xff\xd8\xff" + part for part in made.split(b"\xff\xd8\xff")[1:]]
assert len(jpegs) == len(pixels)
with open(folder + "/jpegs", "wb") as file:
    for jpeg in jpegs:
        file.write(len(jpeg).to_bytes(4, "little") + jpeg)

# What it offers, and what would be recorded.
output, _ = finish(start("--list", "--json", JPEGS=folder + "/jpegs"))
cameras = json.loads(output)["cameras"]
assert cameras == [{"source": "v4l2:/dev/video0", "word": "camera", "description": "Stub Camera", "width": 1280,
                    "height": 720, "rate": "30", "format": "mjpeg"}], cameras
output, _ = finish(start("--list", ONLY="yuyv"))
assert "Stub Camera, 640x480 at 30 frames per second" in output, output

# Dropped and damaged pictures.
for index in range(count):
    name = f"drop{index}"
    dropped = sorted(draw.sample(range(12, 40), draw.randint(1, 20)))
    damaged = draw.sample(range(12, 40), 2)
    finish(start(
        "v4l2:/dev/video0", "-o", name + ".mp4", "--for", "1.6s", "--size", "320x240", "--no-script", "--report",
        name + ".json", DROP=",".join(map(str, dropped)), DAMAGE=",".join(map(str, damaged)), LOG=f"{folder}/{name}.log"))
    shape, _, _, delivered = judge(name)
    assert shape == (48, 240, 320, 3), shape
    assert not delivered & {*dropped, *damaged}, delivered

# The best mode, which is of JPEGs; with sound, and a script.
finish(start("camera", "test:tone", "-o", "jpeg.mp4", "--for", "1s", "--report", "jpeg.json", JPEGS=folder + "/jpegs",
             DROP="10,20", LOG=folder + "/jpeg.log"))
shape, _, _, _ = judge("jpeg", has_sound=True)
assert shape == (30, 720, 1280, 3), shape
done = subprocess.run([editc, "lint", "-v", "jpeg.edit"], cwd=folder, capture_output=True, text=True)
assert (done.returncode, done.stdout, done.stderr) == (0, "", ""), done

# A camera that vanishes: all that it has delivered is in the film, also behind the last whole fragment.
_, words = finish(start("camera:0", "-o", "gone.mp4", "--size", "320x240", "--report", "gone.json", "--no-script", END=52,
                        LOG=folder + "/gone.log"), 74)
assert "/dev/video0 is gone: No such device; gone.mp4 is whole up to that moment" in words, words
_, report, shown, delivered = judge("gone")
assert report["end"] == "failure", report
if report["picture"]["dropped"] == report["picture"]["missed"] == 0:
    assert set(shown) == delivered, (shown, delivered)

# One that stalls, until somebody ends the recording.
process = start("camera:0", "-o", "stall.mp4", "--size", "320x240", "--report", "stall.json", "--no-script", STALL=30,
                LOG=folder + "/stall.log")
words = process.stderr.readline()
assert "camera:0 gave nothing for 2 s; its last picture is recorded until it does" in words, words
process.send_signal(signal.SIGINT)
finish(process)
_, report, shown, _ = judge("stall")
# A picture is a second late before the one before it is repeated.
assert report["picture"]["repeated"] >= 29 and shown[-1] <= 30, report

# What is refused.
for words, camera, code, message in [
        (["--size", "1280x720", "--rate", "30"], {"ONLY": "yuyv"}, 69,
         "/dev/video0 gives 1280x720 at 10 frames per second at most, not at 30; 640x480 is its largest at this rate "
         "(--size 640x480)"),
        (["--size", "800x600"], {}, 69, "/dev/video0 gives no 800x600; it gives 3840x2160, 1280x720, 640x480, 320x240"),
        (["--size", "320x240"], {"WRONG": 1}, 69, "gives 160x240 instead of 320x240"),
        (["--size", "320x240"], {"ERRNO": 13}, 69, "/dev/video0 cannot be opened: permission denied"),
        (["--size", "320x240"], {"ERRNO": 16}, 69, "/dev/video0: another program uses it"),
        (["--size", "320x240"], {"ERRNO": 2}, 66, "there is no camera")]:
    _, errors = finish(start("camera:0", "-o", "none.mp4", *words, "--for", "1s", **camera), code)
    assert message in errors, errors
    assert not os.path.exists(folder + "/none.mp4")
