"""Damaged media through `render`: what FFmpeg's decoders complain about is no part of a finished film."""
import re
import subprocess

from support.attempt import Kind
from support.clips import make_clips, real_media, script_for
from support.mutations import damage

SECONDS = 60
# Complaints of `ffmpeg` that are about its own output, or that change no picture and no sample.
HARMLESS = re.compile(
    r"non monoton|Non-monotonous|muxer|\[null @|\[framemd5 @|pts has no value|Timestamps are unset|not strictly"
    r"|Could not find codec parameters|Consider increasing|max_analyze|Estimating duration|deprecated|Output file|Conversion failed"
    r"|Guessed Channel|Found duplicated|Overread|skip_samples|Application provided|Queue input is backward|invalid dropping")


class Decoded:
    """What ffmpeg decodes of a file: digests of its pictures and samples, and what its decoders report."""

    def __init__(self, path):
        # The streams that a clip plays: the best of each kind.
        made = subprocess.run(
            ["ffmpeg", "-v", "level+error", "-nostdin", "-i", str(path), "-map", "0:v:0?", "-map", "0:a:0?", "-fps_mode", "passthrough",
             "-f", "framemd5", "-"], capture_output=True, timeout=120)
        self.streams = {}
        for line in made.stdout.decode(errors="replace").splitlines():
            if not line.startswith("#"):
                fields = line.split(",")
                self.streams.setdefault(fields[0].strip(), []).append(fields[-1].strip())
        lines = made.stderr.decode(errors="replace").splitlines()
        self.complaints = [line for line in lines if "[error]" in line and not HARMLESS.search(line)]


class Damage(Kind):
    name = "damage"
    promise = "no film is finished without a word if a decoder reports errors in what it takes"

    def prepare(self):
        files = make_clips(self.folder / "clips") + ([] if self.quick else real_media())
        # A file that is damaged to begin with cannot show what the damage does.
        self.files, self.clean = [], {}
        for file in files:
            decoded = Decoded(file)
            if decoded.streams and not decoded.complaints and self.renders(file):
                self.files.append(file)
                self.clean[file] = decoded
        self.contents = [file.read_bytes() for file in self.files]

    def renders(self, file):
        if file.parent == self.folder / "clips":
            return True
        (self.folder / "try.edit").write_text(script_for(file).replace(file.name, str(file)))
        return self.program.run("lint", "--no-cache", self.folder / "try.edit").code == 0

    def attempt(self, number, random, folder):
        source = self.files[number % len(self.files)]
        content, words = damage(random, self.contents[number % len(self.files)], self.contents)
        path = folder / source.name
        path.write_bytes(content)
        (folder / "film.edit").write_text(script_for(path))
        render = self.program.run("render", "--no-cache", "--jobs", "1", "film.edit", folder=folder, seconds=SECONDS)
        found = render.problems({0, 1, 65}, SECONDS * self.patience)
        film = [file for file in folder.iterdir() if file.stem == "film" and file.suffix != ".edit"]
        if (render.code == 0) != bool(film):
            found.append(f"{render.command}: exit code {render.code}, and the film is the opposite")
        if render.code == 0:
            found += self.judge(path, source)
        return [f"{source.name}, {words}: {problem}" for problem in found]

    def judge(self, path, source):
        clean, decoded = self.clean[source], Decoded(path)
        if decoded.streams == clean.streams:
            self.note("films of damage that changes nothing")
            return []
        if not decoded.complaints:
            # A flipped bit of a sample is a sample like any other.
            self.note("films of damage that no decoder reports")
            return []
        # A render only counts the warnings; lint says them.
        lint = self.program.run("lint", "--no-cache", "film.edit", folder=path.parent)
        if b"[incomplete-media]" in lint.out:
            self.note("films of damage with a warning")
            return []
        return [f"finished without a word, but ffmpeg reports: {decoded.complaints[0][:160]}"]
