"""The films by which packages are compared: each codec, writing of several scripts, subtitles, each transition, filters,
loudness, stabilisation, copies, and the examples. They are short and small, so that all of them render in minutes."""

import re
import shutil
from pathlib import Path

import project

CLIP = "timeline:\n  - {clip: media/beach.mp4, take: 2s..3.2s}\n"
SILENT = "timeline:\n  - {clip: media/beach.mp4, take: 2s..3s, audio: off}\n"

# The output of each codec and container.
OUTPUTS = {
    "h264": "{file: out/h264.mp4}",
    "h264-10": "{file: out/h264-10.mkv, video: {depth: 10}}",
    "h264-size": "{file: out/h264-size.mp4, video: {max-file-size: 200kB}}",
    "hevc": "{file: out/hevc.mp4, video: {codec: hevc}}",
    "hevc-10": "{file: out/hevc-10.mkv, video: {codec: hevc, depth: 10}}",
    "av1": "{file: out/av1.mp4, video: {codec: av1}, audio: {codec: opus}}",
    "vp9": "{file: out/vp9.webm}",
    "prores": "{file: out/prores.mov, video: {codec: prores}, audio: {codec: pcm}}",
    "dnxhr": "{file: out/dnxhr.mxf, video: {codec: dnxhr}, audio: {codec: pcm}}",
    "ffv1": "{file: out/ffv1.mkv, video: {codec: ffv1}, audio: {codec: flac}}",
    "mjpeg": "{file: out/mjpeg.mov, video: {codec: mjpeg}, audio: {codec: alac}}",
    "transport": "{file: out/transport.ts, audio: {codec: mp3}}",
}
SILENT_OUTPUTS = {
    "gif": "{file: out/gif.gif}",
    "apng": "{file: out/apng.apng}",
    "webp": "{file: out/webp.webp}",
    "png": "{file: out/png/%03d.png}",
    "tiff": "{file: out/tiff/%03d.tif}",
    "exr": "{file: out/exr/%03d.exr}",
    "jpeg": "{file: out/jpeg/%03d.jpg}",
}
SOUNDS = {
    "sounds": "\n".join(f"  - {{file: out/sounds.{ending}}}" for ending in ("mp3", "opus", "flac", "wav", "m4a")),
}

# Letters that the fonts of the bundle have, because an empty root has no others.
WRITING = {
    "latin": "Zwölf Boxkämpfer", "greek": "Ταχίστη αλώπηξ", "cyrillic": "Съешь ещё булок", "arabic": "صباح الخير",
    "hebrew": "בוקר טוב", "georgian": "დილა მშვიდობისა",
}
FAMILIES = ["sans-serif", "serif", "monospace"]

FILTERS = [
    "eq=brightness=0.06:saturation=1.3", "colorbalance=rs=0.1:bs=-0.1", "hue=h=30", "unsharp=5:5:1", "gblur=sigma=2",
    "hqdn3d=4", "curves=preset=vintage", "vignette=PI/5", "boxblur=2", "pp7",
]


def transitions():
    page = (project.ROOT / "docs/transitions/README.md").read_text()
    kinds = re.findall(r"^\| `(.*) 1s`", page, re.MULTILINE)
    items = ["  - {clip: media/beach.mp4, take: 0s..0.6s}"]
    for place, kind in enumerate(kinds):
        clip = ("park", "beach")[place % 2]
        kind = kind.replace("luma drops.png", "luma media/drops.png")
        items += [f"  - transition: {kind} 200ms", f"  - {{clip: media/{clip}.mp4, take: {place % 8}s..{place % 8}.6s}}"]
    return "timeline:\n" + "\n".join(items) + "\n"


def texts():
    """The scripts by name, without the examples."""
    def script(body, *outputs, rate=25):
        lines = "\n".join(output if output.startswith(" ") else f"  - {output}" for output in outputs)
        return f"edit: 1\ncanvas: {{size: 320x180, rate: {rate}}}\n{body}outputs:\n{lines}\n"

    def film(name):
        return f"{{file: out/{name}.mp4}}"

    found = {name: script(CLIP, output) for name, output in OUTPUTS.items()}
    found |= {name: script(SILENT, output, rate=10) for name, output in SILENT_OUTPUTS.items()}
    found |= {name: script(CLIP, outputs) for name, outputs in SOUNDS.items()}
    for place, (name, words) in enumerate(WRITING.items()):
        text = f'{{text: "{words}", at: 0s..1s, size: 12%, font: {FAMILIES[place % 3]}, place: center, shadow: black}}'
        found["text-" + name] = script(SILENT + f"overlays:\n  - {text}\n", film("text-" + name))
    cues = "subtitles:\n  - {cues: [{at: 0.1s..1s, text: Ζωή και θάλασσα}]%s}\n"
    found["subtitles-drawn"] = script(CLIP + cues % "", film("subtitles-drawn"))
    found["subtitles-stream"] = script(CLIP + cues % ", language: ell, mode: stream", film("subtitles-stream"))
    found["transitions"] = script(transitions(), film("transitions"))
    items = "".join(
        f'  - {{clip: media/park.mp4, take: first 400ms, audio: off, filters: [{{ffmpeg: "{filter}"}}]}}\n' for filter in FILTERS)
    found["filters"] = script("timeline:\n" + items, film("filters"))
    found["loudness"] = script("mix: {loudness: -16 LUFS, peak: -1 dBTP}\n" + CLIP, film("loudness"))
    found["stabilized"] = script(CLIP.replace("3.2s}", "3.2s, stabilize: true}"), film("stabilized"))
    found["slow"] = script(SILENT.replace("off}", "off, speed: 0.5x, between: motion}"), film("slow"))
    over = "overlays:\n  - {clip: media/park.mp4, take: 0s..1s, at: 0s, audio: off, width: 60%%, %s}\n"
    found["keyed"] = script(SILENT + over % "chroma-key: {color: green, tolerance: 0.3}, rotate: 7deg", film("keyed"))
    found["blended"] = script(SILENT + over % "blend: multiply, mask: {shape: ellipse, feather: 8px}", film("blended"))
    found["smart"] = (
        "edit: 1\ntimeline:\n  - {clip: media/beach.mp4, take: 1s..4s}\n  - transition: dissolve 400ms\n"
        "  - {clip: media/beach.mp4, take: 6s..9s}\noutputs:\n  - {file: out/smart.mp4, mode: smart}\n")
    found["copied"] = "edit: 1\ntimeline:\n  - {clip: media/beach.mp4}\noutputs:\n  - {file: out/copied.mp4, video: {codec: copy}, audio: {codec: copy}}\n"
    return found


# Examples of a few seconds that add something to the scripts above.
EXAMPLES = ["copying", "colours", "slideshow"]


def make(folder, only=None):
    """Writes the scripts and their media into a folder and returns the names of the scripts."""
    folder.mkdir(parents=True, exist_ok=True)
    examples = project.ROOT / "examples"
    (folder / "media").mkdir(exist_ok=True)
    for path in sorted((examples / "media").iterdir()):
        target = folder / "media" / path.name
        if not target.exists() and not path.name.startswith("."):
            shutil.copy2(path, target)
    scripts = texts() | {name: (examples / f"{name}.edit").read_text() for name in EXAMPLES}
    for kind in ("looks", "subs"):
        shutil.copytree(examples / kind, folder / kind, dirs_exist_ok=True)
    chosen = {name: text for name, text in scripts.items() if not only or name in only}
    for name, text in chosen.items():
        (folder / f"{name}.edit").write_text(text)
    return sorted(chosen)
