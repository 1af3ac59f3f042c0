"""Films of editc in a browser, held against the number and the colours that each frame must show.

usage: browsers.py EDITC FOLDER chromium|firefox
Every frame has its number in black and white squares, and two colours beside it. A page asks for the middle of each frame,
in scrambled order, and reads the pixels that the browser shows back from a canvas. Pictures that are animated are decoded by
the browser's own decoder, which also says how long it shows each. Playlists go to the browser's own player where it has one,
and to a small player in the page, which gives what the playlist names to Media Source Extensions piece by piece.
"""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import numpy as np

editc, folder, browser = sys.argv[1:4]
folder = os.path.realpath(folder)
os.chdir(folder)
FRAMES, SQUARE, COLUMNS, ROWS = 50, 32, 6, 4
WIDTH, HEIGHT = COLUMNS * SQUARE, ROWS * SQUARE

# ---- films


def counter(number):
    """Bits 0 to 11 of the number, and the same inverted, as luma of limited range: what CounterPicture.swift draws."""
    bits = [number >> bit & 1 for bit in range(12)]
    cells = np.array(bits + [1 - bit for bit in bits], dtype=np.uint8).reshape(ROWS, COLUMNS)
    luma = np.kron(16 + 219 * cells, np.ones((SQUARE, SQUARE), dtype=np.uint8)).astype(np.uint8)
    return luma.tobytes() + bytes([128]) * (WIDTH * HEIGHT // 2)


def make_source(rate):
    encoder = subprocess.Popen(
        ["ffmpeg", "-nostdin", "-v", "error", "-y", "-f", "rawvideo", "-pix_fmt", "yuv420p", "-s", f"{WIDTH}x{HEIGHT}",
         "-r", rate, "-i", "pipe:0", "-c:v", "ffv1", "-color_primaries", "bt709", "-color_trc", "bt709", "-colorspace",
         "bt709", "-color_range", "tv", "counter.mkv"], stdin=subprocess.PIPE)
    for number in range(FRAMES):
        encoder.stdin.write(counter(number))
    encoder.stdin.close()
    if encoder.wait():
        sys.exit("ffmpeg cannot make the source")


def run_editc(name, text):
    with open(name + ".edit", "w") as file:
        file.write(text)
    run = subprocess.run(
        [editc, "render", name + ".edit", "--no-cache", "--progress", "none", "--force"], capture_output=True, text=True)
    if run.returncode:
        sys.exit(f"{name}: exit code {run.returncode}\n{run.stdout}{run.stderr}")


def join(file, first, second, *covered):
    """Half of one film and half of another, copied; a few pixels of colour in a corner make a half be encoded."""
    corners = "".join(f'  - {{shape: rectangle, width: 4px, height: 4px, place: bottom right, fill: "#000000", at: {start}f, for: 25f}}\n'
                      for start in covered)
    run_editc("join", f"""
edit: 1
timeline:
  - {{clip: {first}, take: 0f..25f}}
  - {{clip: {second}, take: 25f..50f}}
{"overlays:" if corners else ""}
{corners}
outputs:
  - {{file: {file}, mode: smart}}
checks: {{copied: {100 - 50 * len(covered)}%..}}
""")


def render(name, rate, background, outputs):
    make_source(rate)
    lower = "#2040a080" if background else "#2040a0"
    tone = "audio: [{tone: sine, frequency: 440Hz, volume: -12dB, for: 50f}]" if name == "films" else ""
    text = f"""
edit: 1
canvas: {{size: {WIDTH * 3 // 2}x{HEIGHT}, rate: {rate}{background}}}
timeline: [{{gap: 50f}}]
overlays:
  - {{clip: counter.mkv, at: 0s, width: {WIDTH}px, place: left, audio: off}}
  - {{shape: rectangle, width: {WIDTH // 2}px, height: {HEIGHT // 2}px, place: top right, fill: "#c03020"}}
  - {{shape: rectangle, width: {WIDTH // 2}px, height: {HEIGHT // 2}px, place: bottom right, fill: "{lower}"}}
{tone}
outputs:
""" + "".join(f"  - {{{output}}}\n" for output in outputs)
    run_editc(name, text)


class Film:
    """`kind` is how it is shown, `type` what the browser is asked whether it plays it, `plays` who must show it rightly."""

    def __init__(self, file, kind, type, plays, rate=25.0, alpha=False, tolerance=6):
        self.file, self.kind, self.type, self.plays = file, kind, type, plays
        self.rate, self.alpha, self.tolerance = rate, alpha, tolerance


BOTH, NTSC = ["chromium", "firefox"], 30000 / 1001
NO_SOUND = "audio: {codec: none}"
render("films", "25", "", [
    "file: h264.mp4, video: {quality: 14}",
    "file: h264.mkv, video: {quality: 14}",
    "file: hevc.mp4, video: {codec: hevc, quality: 14}",
    "file: vp9.webm, video: {quality: 14}",
    "file: vp9.mp4, video: {codec: vp9, quality: 14}",
    "file: av1.mp4, video: {codec: av1, quality: 14}",
    "file: av1.webm, video: {codec: av1, quality: 14}",
    "file: deep.mp4, video: {codec: av1, quality: 14, depth: 10}",
    f"file: animation.gif, {NO_SOUND}", f"file: animation.apng, {NO_SOUND}",
    f"file: animation.webp, {NO_SOUND}",
    f"file: list.mp4, video: {{quality: 14}}, fragment: 1s, playlist: [list.m3u8, list.mpd], {NO_SOUND}",
    "file: list.m4a, fragment: 1s, playlist: [list.m3u8, list.mpd]",
    f"file: list-vp9.mp4, video: {{codec: vp9, quality: 14}}, fragment: 1s, playlist: vp9.m3u8, {NO_SOUND}",
    f"file: list-av1.mp4, video: {{codec: av1, quality: 14}}, fragment: 1s, playlist: av1.m3u8, {NO_SOUND}",
])
render("ntsc", "30000/1001", "", [
    "file: ntsc.mp4, video: {quality: 14}", "file: ntsc.webm, video: {quality: 14}",
    "file: ntsc-av1.mp4, video: {codec: av1, quality: 14}",
    "file: ntsc-list.mp4, video: {quality: 14}, fragment: 30f, playlist: ntsc.m3u8"])
render("parts", "25", "", [
    f"file: one.mp4, video: {{quality: 14, keyframes: 25f}}, {NO_SOUND}",
    f"file: other.mp4, video: {{quality: 18, keyframes: 25f, options: {{x264: 'aq-mode=2'}}}}, {NO_SOUND}",
])
join("copied.mp4", "one.mp4", "other.mp4")
join("copied-encoded.mp4", "one.mp4", "one.mp4", 25)
join("encoded-copied.mp4", "one.mp4", "other.mp4", 0)
render("hevc-parts", "25", "", [
    f"file: hevc-one.mp4, video: {{codec: hevc, quality: 14, keyframes: 25f}}, {NO_SOUND}",
    f"file: hevc-other.mp4, video: {{codec: hevc, quality: 18, keyframes: 25f, options: {{x265: 'aq-mode=1'}}}}, {NO_SOUND}",
])
join("hevc-copied.mp4", "hevc-one.mp4", "hevc-other.mp4")
join("hevc-copied-encoded.mp4", "hevc-one.mp4", "hevc-one.mp4", 25)
join("hevc-encoded-copied.mp4", "hevc-one.mp4", "hevc-other.mp4", 0)
render("clear", "25", ", background: transparent", [
    "file: clear.webm, video: {quality: 14}", "file: clear.gif", "file: clear.apng", "file: clear.webp"])

FILMS = [
    Film("h264.mp4", "video", 'video/mp4; codecs="avc1.640028,mp4a.40.2"', BOTH),
    Film("copied.mp4", "video", 'video/mp4; codecs="avc1.640028"', BOTH),
    Film("copied-encoded.mp4", "video", 'video/mp4; codecs="avc1.640028"', BOTH),
    Film("encoded-copied.mp4", "video", 'video/mp4; codecs="avc1.640028"', BOTH),
    # Firefox shows pictures of Matroska in the order in which they are decoded, whoever wrote the file.
    Film("h264.mkv", "video", 'video/x-matroska; codecs="avc1.640028"', ["chromium"]),
    Film("hevc.mp4", "video", 'video/mp4; codecs="hvc1.1.6.L60.90"', ["firefox"]),
    Film("hevc-copied.mp4", "video", 'video/mp4; codecs="hvc1.1.6.L60.90"', ["firefox"]),
    Film("hevc-copied-encoded.mp4", "video", 'video/mp4; codecs="hvc1.1.6.L60.90"', ["firefox"]),
    Film("hevc-encoded-copied.mp4", "video", 'video/mp4; codecs="hvc1.1.6.L60.90"', ["firefox"]),
    Film("vp9.webm", "video", 'video/webm; codecs="vp9,opus"', BOTH),
    Film("vp9.mp4", "video", 'video/mp4; codecs="vp09.00.10.08"', BOTH),
    Film("av1.mp4", "video", 'video/mp4; codecs="av01.0.00M.08"', BOTH),
    Film("av1.webm", "video", 'video/webm; codecs="av01.0.00M.08"', BOTH),
    Film("deep.mp4", "video", 'video/mp4; codecs="av01.0.00M.10"', BOTH),
    Film("ntsc.mp4", "video", 'video/mp4; codecs="avc1.640028"', BOTH, rate=NTSC),
    Film("ntsc.webm", "video", 'video/webm; codecs="vp9"', BOTH, rate=NTSC),
    Film("ntsc-av1.mp4", "video", 'video/mp4; codecs="av01.0.00M.08"', BOTH, rate=NTSC),
    Film("ntsc-list.mp4", "video", 'video/mp4; codecs="avc1.640028"', BOTH, rate=NTSC),
    Film("clear.webm", "video", 'video/webm; codecs="vp9"', BOTH, alpha=True, tolerance=10),
    Film("animation.gif", "image", "image/gif", BOTH, tolerance=12),
    Film("animation.apng", "image", "image/png", BOTH),
    Film("animation.webp", "image", "image/webp", BOTH),
    Film("clear.gif", "image", "image/gif", BOTH, alpha="one", tolerance=12),
    Film("clear.apng", "image", "image/png", BOTH, alpha=True),
    Film("clear.webp", "image", "image/webp", BOTH, alpha=True),
    Film("list.m3u8", "video", "application/vnd.apple.mpegurl", ["chromium"]),
    Film("ntsc.m3u8", "video", "application/vnd.apple.mpegurl", ["chromium"], rate=NTSC),
    Film("list.mp4.m3u8", "pieces", 'video/mp4; codecs="avc1.640028"', BOTH),
    Film("ntsc-list.mp4.m3u8", "pieces", 'video/mp4; codecs="avc1.640028"', BOTH, rate=NTSC),
    Film("list-vp9.mp4.m3u8", "pieces", 'video/mp4; codecs="vp09.00.10.08"', BOTH),
    Film("list-av1.mp4.m3u8", "pieces", 'video/mp4; codecs="av01.0.00M.08"', BOTH),
]

# ---- the page

PAGE = r"""<!doctype html><meta charset="utf-8"><title>films</title><body>
<script>
const [FRAMES, SQUARE, COLUMNS] = [%(frames)d, %(square)d, %(columns)d];
const films = %(films)s;
const canvas = document.createElement("canvas");
const pen = canvas.getContext("2d", {willReadFrequently: true, colorSpace: "srgb"});
const order = [...Array(FRAMES).keys()].map(i => i * 17 %% FRAMES);

function once(target, name, seconds = 60) {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error("no `" + name + "`")), seconds * 1000);
    target.addEventListener(name, () => { clearTimeout(late); resolve(); }, {once: true});
    target.addEventListener("error", () => {
      clearTimeout(late);
      reject(new Error((target.error && target.error.message) || "an error instead of `" + name + "`"));
    }, {once: true});
  });
}

// The number that is shown, or null, and the two colours beside it with their alpha.
function look(picture, width, height) {
  canvas.width = width; canvas.height = height;
  pen.clearRect(0, 0, width, height);
  pen.drawImage(picture, 0, 0);
  const at = (x, y) => [...pen.getImageData(x, y, 1, 1).data];
  const cell = i => at((i %% COLUMNS + 0.5) * SQUARE, (Math.floor(i / COLUMNS) + 0.5) * SQUARE)[0];
  let number = 0;
  for (let bit = 0; bit < 12; bit++) {
    const [one, other] = [cell(bit), cell(bit + 12)];
    if (Math.abs(one - other) < 200) number = null;
    if (number !== null && one > other) number |= 1 << bit;
  }
  const x = width * 5 / 6;
  return {number, size: width + "x" + height, upper: at(x, height / 4), lower: at(x, height * 3 / 4)};
}

// Looks at each frame that is not in `shown` yet.
async function frames(video, rate, shown) {
  for (const index of order.filter(index => !shown[index])) {
    // A player may have sought before it has drawn, so the next picture on the screen counts.
    const drawn = new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error("no picture after a seek")), 60000);
      video.requestVideoFrameCallback(() => { clearTimeout(late); resolve(); });
    });
    const done = once(video, "seeked");
    video.currentTime = (index + 0.5) / rate;
    await Promise.all([done, drawn]);
    shown[index] = look(video, video.videoWidth, video.videoHeight);
  }
  return {duration: video.duration};
}

async function asVideo(film, shown, source) {
  const video = document.createElement("video");
  video.muted = true; video.preload = "auto";
  document.body.append(video);
  const loaded = once(video, "loadeddata");
  if (source) video.src = URL.createObjectURL(source); else video.src = film.file;
  try {
    if (source) await film.feed(source);
    await loaded;
    return await frames(video, film.rate, shown);
  } finally { video.removeAttribute("src"); video.load(); video.remove(); }
}

// What a player does with a list of HLS: the beginning of the file, then each piece, by their ranges of bytes.
async function asPieces(film, shown) {
  const lines = (await (await fetch(film.file)).text()).split("\n");
  const pieces = [];
  let range = null;
  for (const line of lines) {
    const map = line.match(/^#EXT-X-MAP:URI="([^"]+)",BYTERANGE="(\d+)@(\d+)"/);
    if (map) pieces.push([map[1], +map[2], +map[3]]);
    const part = line.match(/^#EXT-X-BYTERANGE:(\d+)@(\d+)/);
    if (part) range = [+part[1], +part[2]];
    if (line && line[0] != "#") { pieces.push([line, ...range]); range = null; }
  }
  film.feed = async source => {
    if (source.readyState != "open") await once(source, "sourceopen");
    const buffer = source.addSourceBuffer(film.type);
    for (const [file, length, start] of pieces) {
      const answer = await fetch(new URL(file, new URL(film.file, location)), {
        headers: {Range: `bytes=${start}-${start + length - 1}`}});
      if (answer.status != 206) throw new Error("status " + answer.status);
      const done = once(buffer, "updateend");
      buffer.appendBuffer(await answer.arrayBuffer());
      await done;
    }
    source.endOfStream();
  };
  const result = await asVideo(film, shown, new MediaSource());
  result.pieces = pieces.length - 1;
  return result;
}

async function asImage(film, shown) {
  const data = await (await fetch(film.file)).arrayBuffer();
  const decoder = new ImageDecoder({data, type: film.type});
  await decoder.completed; await decoder.tracks.ready;
  const count = decoder.tracks.selectedTrack.frameCount;
  const times = [];
  for (let index = 0; index < count; index++) {
    const {image} = await decoder.decode({frameIndex: index});
    shown.push(look(image, image.displayWidth, image.displayHeight));
    times.push(image.duration);
    image.close();
  }
  return {times};
}

(async () => {
  const found = {};
  for (const film of films) {
    const probe = document.createElement("video");
    const plays = film.kind == "image" ? typeof ImageDecoder != "undefined" && await ImageDecoder.isTypeSupported(film.type)
      : film.kind == "pieces" ? MediaSource.isTypeSupported(film.type) : probe.canPlayType(film.type) != "";
    if (!plays) { found[film.file] = {plays}; continue; }
    // Where parameter sets change, Firefox at times gives a packet to a decoder that it has just emptied, and plays no more.
    // Then another player looks at the frames that are left; a frame that was wrong stays wrong.
    const shown = [];
    for (let tries = 1; tries <= FRAMES; tries++) {
      try {
        const show = {video: asVideo, pieces: asPieces, image: asImage}[film.kind];
        found[film.file] = {plays, tries, shown, ...await show(film, shown)};
        break;
      } catch (error) { found[film.file] = {plays, tries, error: String(error)}; }
      if (!found[film.file].error.includes("avcodec_send_packet error: End of file")) break;
    }
    await fetch("/progress?" + film.file);
  }
  await fetch("/result", {method: "POST", body: JSON.stringify({agent: navigator.userAgent, found})});
})();
</script>
""" % {"frames": FRAMES, "square": SQUARE, "columns": COLUMNS, "films": json.dumps(
    [{"file": f.file, "kind": f.kind, "type": f.type, "rate": f.rate} for f in FILMS])}

# ---- the server

TYPES = {".mp4": "video/mp4", ".webm": "video/webm", ".mkv": "video/x-matroska", ".m4a": "audio/mp4", ".gif": "image/gif",
         ".apng": "image/png", ".webp": "image/webp", ".m3u8": "application/vnd.apple.mpegurl",
         ".mpd": "application/dash+xml", ".html": "text/html"}
finished = threading.Event()
answer = {}
ranges = {}


class Server(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_POST(self):
        answer.update(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
        self.reply(204, b"")
        finished.set()

    def do_GET(self):
        name = self.path.split("?")[0].lstrip("/")
        if name == "progress":
            return self.reply(204, b"")
        if name == "page.html":
            return self.reply(200, PAGE.encode(), "text/html")
        if "/" in name or not os.path.isfile(name):
            return self.reply(404, b"")
        with open(name, "rb") as file:
            data = file.read()
        wanted = self.headers.get("Range", "")
        kind = TYPES.get(os.path.splitext(name)[1], "application/octet-stream")
        if not wanted.startswith("bytes="):
            return self.reply(200, data, kind)
        first, last = wanted[6:].split("-")
        start = int(first) if first else max(0, len(data) - int(last))
        end = min(int(last), len(data) - 1) if first and last else len(data) - 1
        if start > end:
            return self.reply(416, b"", kind, f"bytes */{len(data)}")
        ranges[name] = ranges.get(name, 0) + 1
        self.reply(206, data[start:end + 1], kind, f"bytes {start}-{end}/{len(data)}")

    def reply(self, status, data, kind="text/plain", content_range=None):
        try:
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(data)))
            self.send_header("Accept-Ranges", "bytes")
            self.send_header("Cache-Control", "no-store")
            if content_range:
                self.send_header("Content-Range", content_range)
            self.end_headers()
            self.wfile.write(data)
        except (BrokenPipeError, ConnectionResetError):
            # A player stops reading when it has enough.
            self.close_connection = True


def command(profile, address):
    if browser == "chromium":
        return ["chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--mute-audio",
                "--disable-background-networking", "--disable-component-update", "--force-color-profile=srgb",
                "--disable-dev-shm-usage", f"--user-data-dir={profile}", address]
    with open(os.path.join(profile, "user.js"), "w") as file:
        for name, value in {
                "browser.shell.checkDefaultBrowser": False, "datareporting.policy.dataSubmissionEnabled": False,
                "toolkit.telemetry.enabled": False, "app.normandy.enabled": False, "gfx.color_management.mode": 0,
                "browser.startup.homepage_override.mstone": "ignore", "network.captive-portal-service.enabled": False,
                "network.connectivity-service.enabled": False, "extensions.update.enabled": False,
                "browser.aboutwelcome.enabled": False, "privacy.resistFingerprinting": False,
                "termsofuse.bypassNotification": True, "datareporting.policy.dataSubmissionPolicyBypassNotification": True,
                "browser.safebrowsing.update.enabled": False, "services.settings.server": "http://127.0.0.1:1/"}.items():
            file.write(f"user_pref({json.dumps(name)}, {json.dumps(value)});\n")
    return ["firefox-esr", "--headless", "--no-remote", "--profile", profile, address]


server = ThreadingHTTPServer(("127.0.0.1", 0), Server)
server.daemon_threads = True
threading.Thread(target=server.serve_forever, daemon=True).start()
profile = tempfile.mkdtemp(dir=folder)
log = open("browser.log", "w+")
# A home of its own: the profile alone does not hold all that a browser writes.
process = subprocess.Popen(
    command(profile, f"http://127.0.0.1:{server.server_port}/page.html"), stdin=subprocess.DEVNULL, stdout=log, stderr=log,
    start_new_session=True, env={**os.environ, "HOME": profile, "XDG_CONFIG_HOME": profile, "XDG_CACHE_HOME": profile,
                                 "XDG_RUNTIME_DIR": profile, "LIBGL_ALWAYS_SOFTWARE": "1"})
in_time = finished.wait(1200)
try:
    os.killpg(process.pid, signal.SIGKILL)
except ProcessLookupError:
    pass
process.wait()
shutil.rmtree(profile, ignore_errors=True)
if not in_time:
    log.seek(0)
    sys.exit(f"{browser} gave no answer\n{log.read()[-2000:]}")

# ---- the judgement

failures = 0


def fail(text):
    global failures
    failures += 1
    print(text, file=sys.stderr)


def near(found, wanted, tolerance):
    return all(abs(a - b) <= tolerance for a, b in zip(found, wanted))


print(answer["agent"])
played = 0
for film in FILMS:
    found = answer["found"][film.file]
    if not found["plays"]:
        if browser in film.plays:
            fail(f"{film.file}: {browser} says that it does not play {film.type}")
        else:
            print(f"{film.file}: not played by {browser}")
        continue
    if "error" in found:
        if browser in film.plays:
            fail(f"{film.file}: {found['error']}")
        else:
            print(f"{film.file}: not played by {browser}: {found['error']}")
        continue
    shown = found["shown"]
    right = sum(frame["number"] == index for index, frame in enumerate(shown))
    print(f"{film.file} ({film.kind}): {right} of {FRAMES} frames", end="")
    print(f", {found['pieces']} pieces" if "pieces" in found else "", end="")
    print(f", {found['tries']} players" if found["tries"] > 1 else "", end="")
    if browser not in film.plays:
        print(", not judged")
        continue
    print()
    played += 1
    if right != FRAMES or len(shown) != FRAMES:
        fail(f"{film.file}: {len(shown)} frames show {[frame['number'] for frame in shown]}")
    size = {frame["size"] for frame in shown}
    if size != {f"{WIDTH * 3 // 2}x{HEIGHT}"}:
        fail(f"{film.file}: {size}")
    lower = [0x20, 0x40, 0xA0, 255]
    if film.alpha == "one":
        # A pixel of GIF is transparent or not.
        lower = None
    elif film.alpha:
        lower[3] = 128
    for part, wanted in (("upper", [0xC0, 0x30, 0x20, 255]), ("lower", lower)):
        if wanted and browser == "firefox" and film.file == "clear.webm":
            # For VP9 with alpha, Firefox takes the matrix of BT.601, whatever the stream says; its alpha is right.
            wrong = [frame[part] for frame in shown if frame[part][3] != wanted[3]]
        else:
            wrong = [frame[part] for frame in shown if wanted and not near(frame[part], wanted, film.tolerance)]
        if wrong:
            fail(f"{film.file}: {len(wrong)} frames have the colour {wrong[0]}, not {wanted}")
    if film.kind == "image":
        if set(found["times"]) != {round(1e6 / film.rate)}:
            fail(f"{film.file}: frames last {sorted(set(found['times']))} microseconds")
    # Sound of AAC ends with a whole frame of 1024 samples.
    elif abs(found["duration"] - FRAMES / film.rate) > 0.05:
        fail(f"{film.file}: {found['duration']} s")
for name in ("list.mp4", "ntsc-list.mp4"):
    if ranges.get(name, 0) < 2:
        fail(f"{name} was not asked for in ranges of bytes")
print(f"{played} films, {failures} failures")
sys.exit(1 if failures else 0)
