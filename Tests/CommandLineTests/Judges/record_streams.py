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
wanted = sys.argv[3:] or ["srt", "rtmp", "hls", "rtsp", "refusals", "kill"]
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

    def do_GET(self):
        Quiet.asked.append(self.path)
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


shutil.rmtree(folder, ignore_errors=True)
os.makedirs(folder)
film = source()
for kind in wanted:
    globals()[kind](film)
    print(kind, "is right", flush=True)
print("done")
