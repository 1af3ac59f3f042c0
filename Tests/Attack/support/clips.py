"""Small media of many formats, made by ffmpeg, and real ones where they are."""
import os
import pathlib
import subprocess

from support.program import ROOT

PICTURES = "testsrc2=size=160x120:rate=25:duration=1.2"
SOUND = "sine=frequency=440:sample_rate=44100:duration=1.2"

# How each is encoded. Pictures first, then sound; a name without one of them has none.
CLIPS = {
    "h264.mp4": ["-c:v", "libx264", "-preset", "ultrafast", "-g", "10", "-c:a", "aac"],
    "fragmented.mp4": ["-c:v", "libx264", "-preset", "ultrafast", "-g", "10", "-c:a", "aac", "-movflags", "frag_keyframe+empty_moov"],
    "hevc.mp4": ["-c:v", "libx265", "-preset", "ultrafast", "-x265-params", "log-level=none", "-tag:v", "hvc1", "-c:a", "aac"],
    "mpeg4.mov": ["-c:v", "mpeg4", "-c:a", "pcm_s16le"],
    "mpeg4.avi": ["-c:v", "mpeg4", "-c:a", "mp3"],
    "h264.mkv": ["-c:v", "libx264", "-preset", "ultrafast", "-c:a", "flac"],
    "vp8.webm": ["-c:v", "libvpx", "-deadline", "realtime", "-c:a", "libopus"],
    "theora.ogv": ["-c:v", "libtheora", "-c:a", "libvorbis"],
    "mpeg2.ts": ["-c:v", "mpeg2video", "-c:a", "mp2"],
    "h264.ts": ["-c:v", "libx264", "-preset", "ultrafast", "-g", "10", "-c:a", "aac"],
    "moving.gif": ["-vf", "fps=10"],
    "vorbis.ogg": ["-c:a", "libvorbis"],
    "opus.opus": ["-c:a", "libopus"],
    "layer3.mp3": ["-c:a", "mp3"],
    "lossless.flac": ["-c:a", "flac"],
    "pcm.wav": ["-c:a", "pcm_s16le"],
    "aac.m4a": ["-c:a", "aac"],
    "still.png": ["-frames:v", "1"],
    "still.jpg": ["-frames:v", "1"],
    "still.webp": ["-frames:v", "1"],
}
STILLS = (".png", ".jpg", ".jpeg", ".webp")
SOUNDS = (".ogg", ".oga", ".opus", ".mp3", ".flac", ".wav", ".m4a", ".aac", ".mka")
REAL = STILLS + SOUNDS + (".mp4", ".mov", ".mkv", ".webm", ".avi", ".ts", ".gif", ".ogv", ".flv", ".mts", ".wmv")
LARGEST_REAL = 150_000


def make_clips(folder, names=None):
    """Makes the clips in a folder, and returns their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for name in names or CLIPS:
        path = folder / name
        sources = []
        if not name.endswith(SOUNDS):
            sources += ["-f", "lavfi", "-i", PICTURES]
        if name.endswith(SOUNDS) or "-c:a" in CLIPS[name]:
            sources += ["-f", "lavfi", "-i", SOUND]
        made = subprocess.run(
            ["ffmpeg", "-v", "error", "-nostdin", "-y", *sources, *CLIPS[name], "-fflags", "+bitexact", "-flags", "+bitexact",
             str(path)], capture_output=True)
        if made.returncode == 0:
            paths.append(path)
        elif b"Unknown encoder" not in made.stderr:
            raise SystemExit(f"ffmpeg cannot make {name}: {made.stderr.decode(errors='replace')}")
    return paths


def real_media():
    """The small ones of the real clips, which not every machine has."""
    for folder in (os.environ.get("EDITC_REAL_MEDIA"), ROOT / "../shared/media"):
        if folder and (pathlib.Path(folder) / "MEDIA.md").is_file():
            files = sorted(pathlib.Path(folder).iterdir())
            return [file for file in files if file.suffix.lower() in REAL and 0 < file.stat().st_size <= LARGEST_REAL]
    return []


def script_for(path, output="film"):
    """A script that plays a clip to its end."""
    name = path.name.lower()
    head = "edit: 1\ncanvas: {size: 160x120, rate: 25}\n"
    if name.endswith(STILLS):
        return head + f"timeline: [{{image: {path.name}, for: 0.2s}}]\noutputs: [{{file: {output}.mp4, video: {{speed: ultrafast}}}}]\n"
    if name.endswith(SOUNDS):
        return head + f"timeline: [{{color: black, for: 30s}}]\naudio: [{{clip: {path.name}}}]\noutputs: [{{file: {output}.wav}}]\n"
    return head + f"timeline: [{{clip: {path.name}}}]\noutputs: [{{file: {output}.mp4, video: {{speed: ultrafast}}}}]\n"
