"""Files that name other files: nothing of those is read, printed, or shown."""
import shutil
import socket
import struct
import threading

from support.attempt import Kind
from support.clips import make_clips

HEAD = "edit: 1\ncanvas: {size: 160x120, rate: 25}\n"
END = "outputs: [{file: film.mp4, video: {speed: ultrafast}}]\n"
SECRET = "Kz7-secret-line"


def mov_with_reference(clip, target):
    """The clip with its data in another file, as its `dref` says. Its own are zeros."""
    data = bytearray(clip)
    place = data.find(b"mdat")
    size = struct.unpack(">I", data[place - 4:place])[0]
    data[place + 4:place - 4 + size] = bytes(size - 8)
    place = data.find(b"url \0\0\0\1")
    if place < 0:
        raise SystemExit("the clip has no `dref`")
    name = target.encode() + b"\0"
    entry = b"url \0\0\0\0" + name
    grown = struct.pack(">I", 4 + len(entry)) + entry
    old = struct.unpack(">I", data[place - 4:place])[0]
    data[place - 4:place - 4 + old] = grown
    # All boxes around it grow as well.
    for box in (b"dref", b"dinf", b"minf", b"mdia", b"trak", b"moov"):
        at = data.rfind(box, 0, place)
        size = struct.unpack(">I", data[at - 4:at])[0]
        data[at - 4:at] = struct.pack(">I", size + len(grown) - old)
    return bytes(data)


class Escapes(Kind):
    name = "escapes"
    promise = "a file that names other files reads none of them, and no message quotes a file outside the script's folder"

    def prepare(self):
        secret = self.folder / "secret"
        secret.mkdir()
        clips = make_clips(secret, ["h264.mp4", "pcm.wav", "still.png", "mpeg4.mov"])
        self.clip, self.sound, self.still, self.mov = clips
        self.words = secret / "words"
        self.words.write_text(f"{SECRET}: one\n{SECRET} two\n[{SECRET}]\n")
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.calls = 0
        threading.Thread(target=self.answer, daemon=True).start()
        mov = self.mov.read_bytes()
        url = f"http://127.0.0.1:{self.port}/x.mp4"

        def playlists(target):
            hls = f"#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\n{target}\n#EXT-X-ENDLIST\n"
            concat = f"ffconcat version 1.0\nfile '{target}'\n"
            plain = f"file '{target}'\n"
            svg = f'<svg xmlns="http://www.w3.org/2000/svg" width="80" height="60"><image href="file://{target}" width="80" height="60"/></svg>'
            dash = (f'<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT1S"><Period>'
                    f'<AdaptationSet><Representation id="1" mimeType="video/mp4"><BaseURL>{target}</BaseURL></Representation></AdaptationSet>'
                    '</Period></MPD>')
            sdp = f"v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=video {self.port} RTP/AVP 96\na=rtpmap:96 H264/90000\n"
            asx = f'<asx version="3.0"><entry><ref href="{target}"/></entry></asx>'
            rtsp = f"[reference]\nRef1={target}\n"
            return {"HLS": hls, "concat": concat, "list": plain, "SVG": svg, "DASH": dash, "SDP": sdp, "ASX": asx, "reference": rtsp}

        self.attempts = []
        for target in (str(self.clip), "../secret/h264.mp4", str(self.words), url, f"subfile,,start,0,end,0,,:{self.clip}", "pipe:0"):
            for kind, text in playlists(target).items():
                for ending in {"SVG": ("svg", "png"), "HLS": ("m3u8", "mp4", "ts"), "concat": ("ffconcat", "mp4", "txt")}.get(kind, ("mp4",)):
                    self.attempts.append((f"{kind} of {target} as .{ending}", f"bomb.{ending}", text.encode()))
        for target in (str(self.mov), "../secret/mpeg4.mov", f"file://{self.mov}", url):
            self.attempts.append((f"MOV whose data are {target}", "bomb.mov", mov_with_reference(mov, target)))
        for name, text in {
            "YAML": f"edit: 1\ntimeline: [{{clip: {self.clip}}}]\n", "HTML": f"<html><video src='file://{self.clip}'></html>",
            "ASS": "[Script Info]\nScriptType: v4.00+\n[Events]\nDialogue: 0,0:00:00.00,0:00:05.00,Default,,0,0,0,,Hello\n",
            "text": "Hello\n" * 100, "script": f"#!/bin/sh\ncat {self.words}\n",
        }.items():
            for ending in ("mp4", "png", "wav", "ans", "txt"):
                self.attempts.append((f"{name} as .{ending}", f"bomb.{ending}", text.encode()))

        # Scripts that name a file which is none of their business.
        def script(text):
            return HEAD + text + ("" if "outputs" in text else END)

        red = "timeline: [{color: red, for: 1s}]\n"
        self.scripts = []
        for target in (str(self.words), "../../secret/words", "link"):
            for words, text in {
                "a nested edit": f"timeline: [{{edit: {target}}}]\n",
                "a LUT": f"timeline: [{{color: red, for: 1s, filters: [{{lut: {target}}}]}}]\n",
                "subtitles": red + f"subtitles: [{{file: {target}}}]\n",
                "a clip": f"timeline: [{{clip: {target}}}]\n",
                "an image": f"timeline: [{{image: {target}, for: 1s}}]\n",
                "sound": red + f"audio: [{{clip: {target}}}]\n",
                "a font": red + f"overlays: [{{text: x, font: {target}}}]\n",
                "a luma picture": f"timeline: [{{color: red, for: 1s}}, {{transition: luma, using: {target}, for: 0.2s}}, {{color: blue, for: 1s}}]\n",
                "FFmpeg's movie": f"timeline: [{{color: red, for: 1s, filters: [{{ffmpeg: \"movie={target}\"}}]}}]\n",
                "FFmpeg's drawtext": f"timeline: [{{color: red, for: 1s, filters: [{{ffmpeg: \"drawtext=textfile={target}\"}}]}}]\n",
                "FFmpeg's lut3d": f"timeline: [{{color: red, for: 1s, filters: [{{ffmpeg: \"lut3d=file={target}\"}}]}}]\n",
                "FFmpeg's sendcmd": f"timeline: [{{color: red, for: 1s, filters: [{{ffmpeg: \"sendcmd=f={target}\"}}]}}]\n",
                "FFmpeg's subtitles": f"timeline: [{{color: red, for: 1s, filters: [{{ffmpeg: \"subtitles={target}\"}}]}}]\n",
                "FFmpeg's metadata": f"timeline: [{{color: red, for: 1s, filters: [{{ffmpeg: \"metadata=mode=print:file=stolen\"}}]}}]\n",
            }.items():
                self.scripts.append((f"{words} from {target}", script(text), False))
        self.scripts.append(("a lock that is a link", script(f"timeline: [{{clip: {self.clip}}}]\n"), True))

    def answer(self):
        while True:
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            self.calls += 1
            connection.close()

    def numbers(self, count):
        return self.spread(count, len(self.attempts) + len(self.scripts))

    def attempt(self, number, random, folder):
        calls = self.calls
        if number < len(self.attempts):
            name, file, content = self.attempts[number]
            found = self.open(folder, file, content)
        else:
            name, script, has_lock = self.scripts[number - len(self.attempts)]
            found = self.check(folder, script, has_lock)
        if self.calls != calls:
            found.append("a connection to a port of this machine")
        return [f"{name}: {problem}" for problem in found]

    def open(self, folder, file, content):
        """Media that are none: no command has facts of another file."""
        (folder / file).write_bytes(content)
        (folder / "film.edit").write_text(HEAD + f"timeline: [{{clip: {file}, take: ..1s}}]\n" + END)
        probe = self.program.run("probe", "--no-cache", file, folder=folder)
        lint = self.program.run("lint", "--no-cache", "film.edit", folder=folder)
        frame = self.program.run("frame", "--no-cache", file, "--at", "0s", "-o", "frame.png", folder=folder)
        # The header of a MOV is in the file itself, and has facts.
        codes = ({0, 65}, {0, 1}) if file.endswith(".mov") else ({65}, {1})
        found = probe.problems(codes[0], 10 * self.patience) + lint.problems(codes[1], 10 * self.patience)
        found += frame.problems({65}, 10 * self.patience)
        return found + self.leaks(folder, probe, lint, frame)

    def check(self, folder, script, has_lock):
        """A script in a folder of its own, beside the secret one."""
        place = folder / "project"
        place.mkdir()
        shutil.copytree(self.words.parent, folder / "secret")
        (place / "link").symlink_to(self.words)
        if has_lock:
            (place / "film.edit.lock").symlink_to(self.words)
        (place / "film.edit").write_text(script.replace("../../secret", "../secret"))
        ended = []
        for command in (["lint", "--no-cache"], ["lint", "--no-cache", "--format", "json"], ["plan", "--no-cache"], ["dump", "--no-cache", "--stage", "composition"]):
            ended.append(self.program.run(*command, "film.edit", folder=place))
        ended.append(self.program.run("render", "--no-cache", "film.edit", folder=place))
        found = [problem for one in ended for problem in one.problems({0, 1, 2, 65, 66}, 20 * self.patience)]
        inside = self.program.run("lint", "--no-cache", "--root", ".", "film.edit", folder=place)
        # 77 refuses what the command line or the script's name leads to, 1 what the script names.
        found += inside.problems({1, 77}, 20 * self.patience)
        return found + self.leaks(place, *ended, inside)

    def leaks(self, folder, *ended):
        found = []
        for one in ended:
            if SECRET.encode() in one.out + one.err:
                line = next(line for line in (one.out + one.err).splitlines() if SECRET.encode() in line)
                found.append(f"{one.command}: prints the other file: {line.decode(errors='replace').strip()[:160]}")
                break
        if (folder / "stolen").exists():
            found.append("a file that a filter wrote")
        return found
