"""A small film with several segments and sound, and the digest of what a render makes of it."""
import hashlib
import time

from support.clips import make_clips

FILM = "film.mp4"
SCRIPT = """edit: 1
canvas: {size: 160x120, rate: 25}
timeline:
  - {clip: h264.mp4, take: ..1s}
  - {clip: mpeg4.mov, take: 0.2s..1s}
  - {text: the end, for: 0.5s}
  - {clip: h264.mp4, take: 0.5s..1s, speed: 0.5}
audio: [{clip: pcm.wav, at: 0.5s}]
outputs: [{file: film.mp4, video: {speed: ultrafast}}]
"""


def make_film(program, folder, script=SCRIPT):
    """The clips and the script in a folder; the digest of the film that an undisturbed render makes."""
    folder.mkdir(parents=True, exist_ok=True)
    make_clips(folder, ["h264.mp4", "mpeg4.mov", "pcm.wav"])
    # Nothing is remembered of files that were written just before.
    time.sleep(2.1)
    (folder / "film.edit").write_text(script)
    made = program.run("render", "film.edit", folder=folder)
    if made.code != 0:
        raise SystemExit(f"the film cannot be rendered: {made.err.decode(errors='replace')}")
    return digest(folder / FILM)


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.exists() else None
