"""Records streams from servers that are made here: SRT, RTMP and HLS by FFmpeg, RTSP by GStreamer if it is there.

Each film must have consecutive pictures of what the server sent, bit for bit, with the sound that belongs to them.

usage: record_streams.py EDITC FOLDER [KIND...]
"""
import functools
import hashlib
import http.server
import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time

editc, folder = sys.argv[1:3]
wanted = sys.argv[3:] or ["srt", "rtmp", "hls", "encrypted", "rtsp", "refusals", "kill", "reconnect", "outage"]
RATE = 48000


def run(*words, **options):
    return subprocess.run(words, capture_output=True, **options)


def free_port():
    with socket.socket() as made:
        made.bind(("127.0.0.1", 0))
        return made.getsockname()[1]


def ffmpeg(*words):
    made = run("ffmpeg", "-nostdin", "-v", "error", "-y", *words)
    assert made.returncode == 0, made.stderr.decode()
    return made.stdout


def pictures(path):
    """A digest of each decoded picture."""
    lines = ffmpeg("-i", path, "-map", "0:v", "-fps_mode", "passthrough", "-f", "framemd5", "-").decode()
    return [line.split(",")[-1].strip() for line in lines.splitlines() if not line.startswith("#")]


def shown(path):
    """When each picture is shown, in seconds."""
    text = run("ffprobe", "-v", "error", "-select_streams", "v", "-show_entries", "frame=pts_time", "-of", "csv=p=0", path)
    return [float(line.split(",")[0]) for line in text.stdout.decode().split()]


def sound(path):
    """Samples from the film's start on, in mono."""
    import numpy as np
    raw = ffmpeg("-i", path, "-map", "0:a", "-af", "aresample=async=1:first_pts=0", "-ac", "1", "-ar", str(RATE), "-f", "f32le", "-")
    return np.frombuffer(raw, np.float32)


def source():
    """A film in which every picture differs, with reordered pictures and a sound without repetition."""
    path = os.path.join(folder, "source.mp4")
    ffmpeg("-f", "lavfi", "-i", "testsrc2=s=320x180:r=30000/1001:d=12", "-f", "lavfi", "-i",
           "aevalsrc='0.3*sin(2*PI*(300+40*t)*t)':s=48000:d=12", "-c:v", "libx264", "-preset", "veryfast", "-bf", "2", "-g", "20",
           "-c:a", "aac", "-b:a", "128k", path)
    return path


def judge(path, sent, least):
    import numpy as np
    all_sent, got = pictures(sent), pictures(path)
    assert len(got) >= least, f"{path}: {len(got)} pictures"
    start = next(n for n in range(len(all_sent)) if all_sent[n:n + len(got)] == got or all_sent[n] == got[0])
    assert all_sent[start:start + len(got)] == got, f"{path}: other pictures than were sent"
    times = shown(path)
    for number, at in enumerate(times):
        assert abs(at - number * 1001 / 30000) < 0.002, f"{path}: picture {number} at {at}"
    # The sound at the film's start is the one that belongs to its first picture.
    begin = start * 1001 / 30000
    mine, theirs = sound(path), sound(sent)
    length = min(len(mine), len(theirs) - int((begin + 0.1) * RATE)) - RATE // 5
    piece = mine[RATE // 10:RATE // 10 + min(length, 2 * RATE)]
    place = int(round(begin * RATE)) + RATE // 10
    reach = 480
    errors = [np.abs(piece - theirs[place + shift:place + shift + len(piece)]).mean() for shift in range(-reach, reach + 1)]
    shift = int(np.argmin(errors)) - reach
    assert errors[shift + reach] < 0.02, f"{path}: another sound, off by {min(errors):.3f}"
    assert abs(shift) <= 0.003 * RATE, f"{path}: the sound is {shift / RATE * 1000:.1f} ms off"
    messages = run("ffmpeg", "-nostdin", "-v", "warning", "-i", path, "-f", "null", "-").stderr.decode()
    assert messages == "", messages
    return len(got)


def record(url, path, *options):
    return run(editc, "record", url, "-o", path, "--no-script", *options, timeout=90)


class Sender:
    """Sends the film in real time until it is stopped."""

    def __init__(self, sent, *words):
        self.process = subprocess.Popen(
            ["ffmpeg", "-nostdin", "-v", "error", "-re", "-i", sent, "-c", "copy", *words], stderr=subprocess.PIPE)

    def __enter__(self):
        time.sleep(1)
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()


def srt(sent):
    port = free_port()
    with Sender(sent, "-f", "mpegts", f"srt://127.0.0.1:{port}?mode=listener"):
        path = os.path.join(folder, "srt.mp4")
        made = record(f"srt://127.0.0.1:{port}", path, "--for", "4s")
    assert made.returncode == 0, made.stderr.decode()
    assert b"ended by --for" in made.stderr and b"h264 320x180" in made.stderr, made.stderr.decode()
    count = judge(path, sent, 119)
    assert count <= 119 + 40, count
    # To its end, with the sound of telephones, which only a MOV holds.
    for ending, code in [("mp4", 69), ("mov", 0)]:
        port, path = free_port(), os.path.join(folder, "telephone." + ending)
        with Sender(sent, "-t", "3", "-c:a", "pcm_mulaw", "-ar", "8000", "-f", "flv", "-listen", "1", f"rtmp://127.0.0.1:{port}/a/b"):
            made = record(f"rtmp://127.0.0.1:{port}/a/b", path)
        assert made.returncode == code, made.stderr.decode()
        assert (b"cannot hold pcm_mulaw; record a .mov" in made.stderr) == (code == 69), made.stderr.decode()
    port, path = free_port(), os.path.join(folder, "whole.mp4")
    with Sender(sent, "-t", "3", "-f", "mpegts", f"srt://127.0.0.1:{port}?mode=listener"):
        made = record(f"srt://127.0.0.1:{port}", path)
    assert made.returncode == 0 and b"ended by the server" in made.stderr, made.stderr.decode()
    assert b"longest gap 33 ms" in made.stderr, made.stderr.decode()
    judge(path, sent, 80)


def rtmp(sent):
    port = free_port()
    with Sender(sent, "-f", "flv", "-listen", "1", f"rtmp://127.0.0.1:{port}/live/a"):
        path = os.path.join(folder, "rtmp.mov")
        made = record(f"rtmp://127.0.0.1:{port}/live/a", path)
    assert made.returncode == 0, made.stderr.decode()
    assert b"ended by the server" in made.stderr, made.stderr.decode()
    judge(path, sent, 200)


class Quiet(http.server.SimpleHTTPRequestHandler):
    asked = []
    is_down = False

    def do_GET(self):
        Quiet.asked.append(self.path)
        if Quiet.is_down:
            self.send_error(503)
            return
        if self.path.startswith("/away"):
            self.send_response(302)
            self.send_header("Location", "http://169.254.169.254/secret")
            self.end_headers()
            return
        super().do_GET()

    def log_message(self, *_):
        pass


def served():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server, f"http://127.0.0.1:{server.server_address[1]}"


def hls(sent):
    server, place = served()
    words = ["-f", "hls", "-hls_time", "1", "-hls_list_size", "4", "-hls_flags", "delete_segments",
             os.path.join(folder, "live.m3u8")]
    with Sender(sent, *words):
        while not os.path.exists(os.path.join(folder, "live.m3u8")):
            time.sleep(0.1)
        path = os.path.join(folder, "hls.mp4")
        made = record(place + "/live.m3u8?token=secret", path, "--for", "4s", "--report", path + ".json")
    assert made.returncode == 0, made.stderr.decode()
    assert b"secret" not in made.stderr, made.stderr.decode()
    judge(path, sent, 119)
    # A playlist that has ended, whose pieces are fragments of MP4.
    ffmpeg("-i", sent, "-c", "copy", "-f", "hls", "-hls_time", "2", "-hls_segment_type", "fmp4", "-hls_playlist_type", "vod",
           os.path.join(folder, "vod.m3u8"))
    path = os.path.join(folder, "vod.mp4")
    made = record(place + "/vod.m3u8", path)
    assert made.returncode == 0 and b"ended by the server" in made.stderr, made.stderr.decode()
    assert pictures(path) == pictures(sent)
    judge(path, sent, 300)
    server.shutdown()


def encrypted(sent):
    server, place = served()
    path = os.path.join(folder, "encrypted.mp4")

    def playlist(name, iv, key="right.key"):
        info = os.path.join(folder, "info")
        with open(info, "w") as file:
            file.write(f"{key}\n{os.path.join(folder, 'right.key')}\n{iv}")
        ffmpeg("-i", sent, "-c", "copy", "-f", "hls", "-hls_time", "2", "-hls_playlist_type", "vod", "-hls_key_info_file", info,
               "-hls_segment_filename", os.path.join(folder, name + "-%d.ts"), os.path.join(folder, name + ".m3u8"))
        return f"{place}/{name}.m3u8"

    with open(os.path.join(folder, "right.key"), "wb") as file:
        file.write(bytes(range(40, 56)))
    with open(os.path.join(folder, "wrong.key"), "wb") as file:
        file.write(bytes(range(16)))
    with open(os.path.join(folder, "short.key"), "wb") as file:
        file.write(b"15 bytes, no key")
        file.truncate(15)
    # The start of the cipher is the number of a piece, or it is in the playlist.
    for number, iv in enumerate(["", "000102030405060708090a0b0c0d0e0f\n"]):
        made = record(playlist(f"locked-{number}", iv), path, "--force")
        assert made.returncode == 0 and b"ended by the server" in made.stderr, made.stderr.decode()
        assert pictures(path) == pictures(sent)
        judge(path, sent, 300)
    assert open(os.path.join(folder, "locked-0-0.ts"), "rb").read(1) != b"G", "the piece is not encrypted"
    os.remove(path)
    for key, words in [("wrong.key", "another key"), ("short.key", "16 bytes"), ("no.key", "no such file (404)"),
                       ("http://169.254.169.254/key", ""), ("file:///etc/hostname", ""), ("data:text/plain,0123456789abcdef", "")]:
        before = time.monotonic()
        made = record(playlist("refused", "", key), path)
        assert made.returncode in (65, 66, 69, 77) and words in made.stderr.decode(), f"{key}: {made.returncode} {made.stderr.decode()}"
        assert not os.path.exists(path) and time.monotonic() - before < 45, key
    server.shutdown()


def rtsp(sent):
    program = """
import sys, gi
gi.require_version("Gst", "1.0"); gi.require_version("GstRtspServer", "1.0")
from gi.repository import Gst, GstRtspServer, GLib
Gst.init(None)
server = GstRtspServer.RTSPServer()
server.set_address("127.0.0.1"); server.set_service(sys.argv[1])
factory = GstRtspServer.RTSPMediaFactory()
factory.set_launch("( filesrc location=\\"%s\\" ! qtdemux name=d d.video_0 ! queue ! h264parse ! rtph264pay name=pay0 pt=96 config-interval=-1 d.audio_0 ! queue ! aacparse ! rtpmp4gpay name=pay1 pt=97 )" % sys.argv[2])
server.get_mount_points().add_factory("/a", factory)
server.attach(None)
print("ready", flush=True)
GLib.MainLoop().run()
"""
    port = free_port()
    server = subprocess.Popen(
        ["/usr/bin/python3", "-c", program, str(port), sent], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    try:
        if server.stdout.readline() != b"ready\n":
            print("skipped: no RTSP server of GStreamer")
            return
        path = os.path.join(folder, "rtsp.mp4")
        made = record(f"rtsp://user:secret@127.0.0.1:{port}/a", path, "--for", "3s")
        assert b"secret" not in made.stderr, made.stderr.decode()
        assert made.returncode == 0, made.stderr.decode()
        judge(path, sent, 89)
    finally:
        server.kill()
        server.wait()


def refusals(sent):
    server, place = served()
    path = os.path.join(folder, "never.mp4")

    def refused(url, words, code, *options):
        made = record(url, path, *options)
        assert made.returncode == code and words in made.stderr.decode(), f"{url}: {made.returncode} {made.stderr.decode()}"
        assert not os.path.exists(path)

    def playlist(name, *lines):
        with open(os.path.join(folder, name), "w") as file:
            file.write("#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQUENCE:0\n")
            file.write("\n".join(lines) + "\n#EXT-X-ENDLIST\n")
        return f"{place}/{name}"

    with open(os.path.join(folder, "secret.ts"), "wb") as file:
        file.write(ffmpeg("-i", sent, "-c", "copy", "-t", "1", "-f", "mpegts", "-"))
    hostile = os.path.join(folder, "secret.ts")
    for number, line in enumerate([
            "file://" + hostile, hostile.lstrip("/") and "file:" + hostile, "http://169.254.169.254/a.ts",
            "http://10.0.0.1/a.ts", "http://[::1]:1/a.ts", "concat:" + hostile, "data:video/mp2t;base64,AAAA", "subfile,,start,0,end,0,,:" + hostile,
            f"{place}/away.ts"]):
        before = time.monotonic()
        made = record(playlist(f"hostile-{number}.m3u8", "#EXTINF:1,", line), path)
        assert made.returncode != 0 and not os.path.exists(path), f"{line}: {made.stderr.decode()}"
        assert time.monotonic() - before < 45, line
    refused(place + "/nothing.m3u8", "the server has no such file (404)", 66)
    refused(place + "/secret.ts", "no playlist of HLS", 65)
    refused("rtsp://127.0.0.1:1/a", "rtsp://127.0.0.1:1/a", 69)
    refused(f"rtmp://127.0.0.1:{free_port()}/a", "", 69)
    refused("srt://a b", "", 2)
    refused("ftp://a/b", "rtsp://HOST/PATH", 2)
    refused("rtsp://a/b", "copied as it is", 2, "--size", "640x360")
    refused("rtsp://a/b", "copied as it is", 2, "--look", "noir")
    for scheme in ["rtsps", "rtmps"]:
        refused(f"{scheme}://a/b", "cannot verify the server's certificate", 2)
    made = run(editc, "record", "test:bars", "--reconnect", "1min", "-o", path)
    assert made.returncode == 2 and b"--reconnect is for streams" in made.stderr, made.stderr
    made = run(editc, "record", "rtsp://a/b", "mic", "-o", path)
    assert made.returncode == 2 and b"is recorded alone" in made.stderr, made.stderr
    server.shutdown()


def kill(sent):
    port = free_port()
    path = os.path.join(folder, "killed.mp4")
    with Sender(sent, "-f", "mpegts", f"srt://127.0.0.1:{port}?mode=listener"):
        process = subprocess.Popen(
            [editc, "record", f"srt://127.0.0.1:{port}", "-o", path, "--no-script"], stderr=subprocess.DEVNULL)
        begun = time.monotonic()
        while not os.path.exists(path):
            assert time.monotonic() - begun < 60
            time.sleep(0.01)
        time.sleep(2)
        process.send_signal(signal.SIGKILL)
        process.wait()
    played = pictures(path)
    assert len(played) >= 45, len(played)
    done = run(editc, "record", "--finish", path)
    assert done.returncode == 0, done.stderr.decode()
    judge(path, sent, 45)


def reconnect(sent):
    """A server that is stopped and started again: two parts of what it sends, and the gap between them."""
    import json
    import numpy as np
    port = free_port()
    path = os.path.join(folder, "again.mp4")
    words = ["-f", "flv", "-listen", "1", f"rtmp://127.0.0.1:{port}/live/a"]
    with Sender(sent, *words):
        process = subprocess.Popen(
            [editc, "record", f"rtmp://127.0.0.1:{port}/live/a", "-o", path, "--no-script", "--reconnect", "30s", "--for", "9s",
             "--report", path + ".json"], stderr=subprocess.PIPE)
        begun = time.monotonic()
        while not os.path.exists(path):
            assert time.monotonic() - begun < 60
            time.sleep(0.01)
        time.sleep(2)
    lost = time.monotonic()
    time.sleep(2)
    with Sender(sent, *words):
        errors = process.communicate(timeout=90)[1].decode()
    assert process.returncode == 0, errors
    assert "connecting again for at most 30 s" in errors and "are missing" in errors, errors
    report = json.load(open(path + ".json"))
    gap, = report["stream"]["reconnections"]
    times, got, all_sent = shown(path), pictures(path), pictures(sent)
    # The film can end before a picture that is decoded, because of reordered ones that would be shown before it.
    assert len(times) == len(got) >= report["frames"] - 2, (len(times), len(got), report)
    steps = [later - time for time, later in zip(times, times[1:])]
    cut = max(range(len(steps)), key=lambda number: steps[number]) + 1
    # The connection can be cut before the pictures that are shown before the last one.
    frames = [round(step * 30000 / 1001) for step in steps]
    assert all(abs(step - count * 1001 / 30000) < 0.003 for step, count in zip(steps[:cut - 1], frames)), steps
    assert set(frames[:cut - 3] + frames[cut:]) == {1} and max(frames[cut - 3:cut - 1]) <= 3, frames
    first, second = got[:cut], got[cut:]
    begin = all_sent.index(first[0])
    assert first == [all_sent[begin + sum(frames[:number])] for number in range(cut)] and len(first) >= 40, len(first)
    # The server starts again with its first picture.
    assert all_sent[:len(second)] == second and len(second) >= 40, len(second)
    missing = steps[cut - 1] - 1001 / 30000
    stated = parse(gap["missing"])
    assert abs(missing - stated) < 0.15 and 1.5 < missing < 12, (missing, gap)
    assert abs(times[cut] - parse(gap["time"]) - stated) < 0.15, (times[cut], gap)
    mine, theirs = sound(path), sound(sent)
    place = int(round(times[cut] * RATE))
    piece, reach = mine[place + RATE // 10:place + RATE], 480
    errors = [np.abs(piece - theirs[RATE // 10 + shift:RATE // 10 + shift + len(piece)]).mean() for shift in range(-reach, reach + 1)]
    assert min(errors) < 0.02 and abs(int(np.argmin(errors)) - reach) <= 0.003 * RATE, (min(errors), np.argmin(errors))
    messages = run("ffmpeg", "-nostdin", "-v", "warning", "-i", path, "-f", "null", "-").stderr.decode()
    assert messages == "", messages
    # A server that does not come back ends the recording; what had arrived is in the film.
    port, path = free_port(), os.path.join(folder, "gone.mp4")
    with Sender(sent, "-t", "3", "-f", "flv", "-listen", "1", f"rtmp://127.0.0.1:{port}/live/a"):
        made = record(f"rtmp://127.0.0.1:{port}/live/a", path, "--reconnect", "2s")
    assert made.returncode == 0 and b"ended by the server" in made.stderr, made.stderr.decode()
    judge(path, sent, 80)


def parse(time):
    """The seconds of a time in JSON."""
    return time["value"] / time["timescale"]


def outage(sent):
    """A playlist that cannot be fetched for some seconds: nothing is missing, because its pieces are still there."""
    server, place = served()
    Quiet.is_down = False
    path = os.path.join(folder, "outage.mp4")
    words = ["-f", "hls", "-hls_time", "1", "-hls_list_size", "0", os.path.join(folder, "steady.m3u8")]
    with Sender(sent, *words):
        while not os.path.exists(os.path.join(folder, "steady.m3u8")):
            time.sleep(0.1)
        process = subprocess.Popen(
            [editc, "record", place + "/steady.m3u8", "-o", path, "--no-script", "--reconnect", "1min"], stderr=subprocess.PIPE)
        begun = time.monotonic()
        while not os.path.exists(path):
            assert time.monotonic() - begun < 60
            time.sleep(0.01)
        Quiet.is_down = True
        while True:
            line = process.stderr.readline().decode()
            assert line, "the outage was not noticed"
            if "connecting again" in line:
                break
        time.sleep(1)
        Quiet.is_down = False
        errors = process.communicate(timeout=90)[1].decode()
    assert process.returncode == 0 and "0 s are missing" in errors, errors
    judge(path, sent, 240)
    server.shutdown()


shutil.rmtree(folder, ignore_errors=True)
os.makedirs(folder)
film = source()
for kind in wanted:
    globals()[kind](film)
    print(kind, "is right", flush=True)
print("done")
