"""Mutated subtitles, LUTs, locks, tables and values through `lint`."""
from support.attempt import Kind
from support.clips import make_clips
from support.mutations import damage, damage_text
from support.program import ROOT

SECONDS = 10
HEAD = "edit: 1\ncanvas: {size: 160x120, rate: 25}\n"
FILM = "timeline: [{color: navy, for: 5s}]\noutputs: [{file: film.mp4}]\n"

SRT = """1
00:00:00,500 --> 00:00:02,000
<i>A first</i> line
with two rows

2
00:00:02,500 --> 00:00:04,000 X1:10 X2:90
<font color="#ff0000">and a second</font>
"""
VTT = """WEBVTT - a header

STYLE
::cue(b) { color: red }

NOTE a remark

one
00:00.500 --> 00:02.000 line:0 position:20% align:start
<v Ada>A <b>first</b> line</v>

00:00:02.500 --> 00:00:04.000
and <00:00:03.000><c.yellow>a second</c>
"""
ASS = """[Script Info]
ScriptType: v4.00+
PlayResX: 160
PlayResY: 90

[V4+ Styles]
Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, StrikeOut, \
ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding
Style: Default,DejaVu Sans,12,&H00FFFFFF,&H000000FF,&H00000000,&H00000000,0,0,0,0,100,100,0,0,1,2,2,2,10,10,10,1

[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
Dialogue: 0,0:00:00.50,0:00:02.00,Default,,0,0,0,,{\\pos(20,20)\\t(0,500,\\fs20)}A first\\Nline
Dialogue: 1,0:00:02.50,0:00:04.00,Default,Ada,0,0,0,,{\\p1}m 0 0 l 10 0 10 10 0 10{\\p0}{\\clip(0,0,50,50)\\bord3\\blur2}second
"""
JSON = '{"name": "Ada", "count": 3, "size": "12px"}\n'
VALUES = "name: Ada\ncount: 3\nsize: 12px\n"
CSV = 'name,count,size\nAda,3,12px\n"Grace, H.",4,"14px"\n"a ""quoted"" name",5,"10px"\n'
WORDS = HEAD + (
    "vars: {name: {type: text, default: x}, count: {type: number, default: 1}, size: {type: text, default: 8px}}\ntimeline: [{color: navy, for: 1s}]\n"
    "overlays: [{text: \"${name} ${count}\", size: \"${size}\"}]\noutputs: [{file: \"film-${name}.mp4\"}]\n")


class Texts(Kind):
    name = "texts"
    promise = "no subtitles, LUT, lock, table or values end `lint` by a signal"

    def prepare(self):
        clips = make_clips(self.folder / "clips", ["h264.mp4", "pcm.wav"])
        self.clip = clips[0]
        clip_script = HEAD + f"timeline: [{{clip: {self.clip}}}]\noutputs: [{{file: film.mp4}}]\n"
        (self.folder / "locked.edit").write_text(clip_script)
        made = self.program.run("lock", "--no-cache", "locked.edit", folder=self.folder)
        if made.code != 0:
            raise SystemExit(f"no lock can be made: {made.last_words}")
        lock = (self.folder / "locked.edit.lock").read_text()
        cube = (ROOT / "examples/looks/warm.cube").read_text()
        cube = "\n".join(cube.split("\n")[:200])
        subtitles = "{file: text}"
        lut = HEAD + "timeline: [{color: navy, for: 1s, filters: [{lut: text}]}]\noutputs: [{file: film.mp4}]\n"
        # The file's name, its text, the script that names it, and the arguments of `lint`.
        self.kinds = [
            ("text.srt", SRT, HEAD + f"subtitles: [{subtitles}]\n" + FILM, []),
            ("text.vtt", VTT, HEAD + f"subtitles: [{subtitles}]\n" + FILM, []),
            ("text.ass", ASS, HEAD + f"subtitles: [{subtitles}]\n" + FILM, []),
            ("text.cube", cube, lut, []),
            ("film.edit.lock", lock, clip_script, []),
            ("text.csv", CSV, WORDS, ["--vars", "text.csv"]),
            ("text.json", JSON, WORDS, ["--vars", "text.json"]),
            ("text.yaml", VALUES, WORDS, ["--vars", "text.yaml"]),
        ]
        for number, (name, text, _, _) in enumerate(self.kinds):
            folder = self.folder / f"whole-{number}"
            folder.mkdir()
            if (ended := self.lint(number, text.encode(), folder)).code != 0:
                raise SystemExit(f"{name} is refused as it is: {ended.out.decode(errors='replace')}")

    def lint(self, number, content, folder):
        name, _, script, options = self.kinds[number % len(self.kinds)]
        (folder / name).write_bytes(content)
        (folder / "film.edit").write_text(script.replace("text", name, 1) if "file: text" in script or "lut: text" in script else script)
        return self.program.run("lint", "--no-cache", *options, "film.edit", folder=folder)

    def attempt(self, number, random, folder):
        name, text, _, _ = self.kinds[number % len(self.kinds)]
        if random.random() < 0.75:
            content = damage_text(random, text, [text]).encode(errors="surrogatepass")
            words = "mutated text"
        else:
            content, words = damage(random, text.encode(), [text.encode()])
        ended = self.lint(number, content, folder)
        if ended.code == 0:
            self.note("accepted")
        return [f"{name}, {words}: {problem}" for problem in ended.problems({0, 1, 2, 65, 66}, SECONDS * self.patience)]
