import Basics
import Compiler
import Composition
import ContentDigest
import Diagnostics
import EditScript
import Foundation
import LibAV
import Lowering
import TestSupport
import Testing
import YAMLTree

/// The files that the cases show, drawn by whole numbers so that every machine draws the same.
struct FrameMedia {
  private let folder = Result { try TemporaryFolder() }
  private let states: [String: MediaState]
  private let look: LookState
  private let subtitles: [String: SubtitleFile]

  private static let signs = """
    [Script Info]
    ScriptType: v4.00+
    PlayResX: 64
    PlayResY: 36
    [V4+ Styles]
    Format: Name, Fontname, Fontsize, PrimaryColour, OutlineColour, Outline, Shadow, Alignment
    Style: Default,DejaVu Sans,20,&H0000FFFF,&H00000000,1,0,5
    [Events]
    Format: Layer, Start, End, Style, Text
    Dialogue: 0,0:00:00.30,0:00:00.80,Default,Ag
    Dialogue: 0,0:00:00.70,0:00:01.00,Default,{\\pos(10,5)\\p1}m 0 0 l 30 0 30 20 0 20

    """

  private static let talk = """
    WEBVTT

    00:00.000 --> 00:01.000
    <00:00.100>Ag <00:00.400>Hi

    """

  private static let inner = """
    edit: 1
    canvas: {size: 32x18, rate: 10, background: teal}
    timeline: [{clip: clip.mkv, take: 1s..2s, width: 50%}]
    """

  init() throws {
    let folder = try folder.get()
    let inputs = [
      (
        "clip.mkv", "lum='16+mod(X*3+Y+N*8,220)':cb='64+X*2':cr='192-Y*3'", "yuv420p",
        ["-t", "3", "-c:v", "ffv1"]
      ),
      (
        "still.png", "r='X*4':g='Y*7':b='255-X*3':a='min(255,64+X*6)'", "rgba", ["-frames:v", "1"]
      ),
      (
        "other.png", "r='255-X*4':g='Y*5':b='X*3':a='255'", "rgba", ["-frames:v", "1"]
      ), ("mask.png", "lum='mod(X*5+Y*3,256)'", "gray", ["-frames:v", "1"]),
    ]
    var states: [String: MediaState] = [:]
    for (name, formula, format, rest) in inputs {
      let size = name == "mask.png" ? "40x40" : "64x36"
      let made = try run(
        [
          "ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i",
          "color=black:s=\(size):r=10:d=3,format=\(format),geq=\(formula)",
        ] + rest + [
          "-color_primaries", "bt709", "-color_trc", "bt709", "-colorspace", "bt709", folder.path(name),
        ])
      try #require(made.exitCode == 0, "\(made.errorText)")
      states[name] = .known(try MediaProbe.facts(ofFileAt: folder.path(name)), path: folder.path(name))
    }
    // Pictures 1 and 3 of a sequence.
    states["shot-01.png"] = states["still.png"]
    states["shot-03.png"] = states["other.png"]
    let signs = SubtitleFile(Array(Self.signs.utf8), name: "signs.ass")
    states["signs.ass"] = .known(MediaFacts(signs, byteCount: 0), path: "/signs.ass")
    let talk = SubtitleFile(Array(Self.talk.utf8), name: "talk.vtt")
    states["talk.vtt"] = .known(MediaFacts(talk, byteCount: 0), path: "/talk.vtt")
    self.states = states
    subtitles = ["signs.ass": signs, "talk.vtt": talk]
    let cube = "LUT_3D_SIZE 2\n0.1 0 0\n1 0 0\n0 1 0.1\n1 1 0\n0 0 0.9\n1 0 1\n0 1 1\n1 0.9 0.8\n"
    let path = try folder.write("warm.cube", cube)
    look = .known(path: path, digest: try ContentDigest.of(Array(cube.utf8)).hex)
  }

  func composition(_ film: FrameCase) throws -> Composition {
    try composition(of: film.wholeScript, called: film.name)
  }

  func composition(of script: String, called name: String) throws -> Composition {
    var table = MediaTable(states)
    table.looks["warm.cube"] = look
    table.subtitles = subtitles
    table.images["shot-%02d.png"] = [1, 3]
    let inner = SourceText(name: "inner.edit", Self.inner)
    let call = ScriptCall("inner.edit")
    table.scripts[call] = PlayedText(inner).played(by: call)
    let reading = ParsedScript(SourceText(name: name, script))
    let wanted = wantedFonts(of: reading.script, media: table)
    table.texts = measuredTexts(wanted.texts)
    for letters in wanted.subtitles { table.subtitleFonts[letters] = .found(try Self.fonts(), missing: []) }
    let compilation = compile(reading, media: table)
    let errors = compilation.diagnostics.filter { $0.severity == .error }
    try #require(errors.isEmpty, "\(name): \(errors.map(\.message))")
    return try #require(compilation.films.first?.composition, "\(name)")
  }

  private static func fonts() throws -> SubtitlePicture.Fonts {
    let bytes = Array(try Data(contentsOf: URL(filePath: FrameCase.font)))
    return SubtitlePicture.Fonts(
      choice: SubtitleFonts(standard: "DejaVu Sans", families: []),
      files: [.init(path: FrameCase.font, digest: try ContentDigest.of(bytes).hex)], libraries: "")
  }
}
