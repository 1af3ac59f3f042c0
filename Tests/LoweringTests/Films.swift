import Basics
import Composition
import Diagnostics
import EditScript
import Lowering
import Testing
import YAMLTree

/// A script brought together with made-up media.
struct LoweredScript {
  let text: String
  let script: EditScript
  let film: LoweredFilm
  /// Of reading and lowering.
  let diagnostics: [Diagnostic]

  init(
    _ text: String, media: [String: MediaState] = Shelf.standard, output: Int? = nil,
    subtitles: [String: String] = [:], images: [String: [Int64]] = [:]
  ) {
    let source = SourceText(name: "test.edit", text)
    let parse = YAMLTree.parse(source)
    let reading = EditScript.read(parse.tree, in: source)
    self.text = text
    script = reading.script
    let outputs = reading.script.outputs
    let wanted = output.flatMap { outputs.indices.contains($0) ? outputs[$0] : nil }
    var table = MediaTable(media)
    for (file, text) in subtitles {
      let content = SubtitleFile(Array(text.utf8), name: file)
      table.subtitles[file] = content
      table.states[file] = .known(MediaFacts(content, byteCount: Int64(text.utf8.count)), path: file)
    }
    table.images = images
    for letters in wantedFonts(of: reading.script, for: outputs, media: table).subtitles {
      table.subtitleFonts[letters] = .found(Shelf.fonts, missing: [])
    }
    film = lower(reading.script, for: wanted, media: table)
    diagnostics = parse.diagnostics + reading.diagnostics + film.diagnostics
  }

  /// The film, after making sure that nothing keeps it from being one.
  func composition() throws -> Composition {
    try #require(film.composition, "\(messages)")
  }

  var messages: [String] { diagnostics.map { "\($0.id.name): \($0.message)" } }

  /// The only finding of its kind.
  func finding(_ id: DiagnosticID) throws -> Diagnostic {
    let found = diagnostics.filter { $0.id == id }
    #expect(found.count == 1, "\(messages)")
    return try #require(found.first, "\(messages)")
  }

  func has(_ id: DiagnosticID) -> Bool { diagnostics.contains { $0.id == id } }

  /// The text that a finding points at.
  func guilty(_ diagnostic: Diagnostic) -> String? { excerpt(diagnostic.range) }

  func excerpt(_ range: SourceRange?) -> String? {
    guard let range else { return nil }
    return String(decoding: Array(text.utf8)[range.start..<range.end], as: UTF8.self)
  }
}

/// Media that exist only as facts.
enum Shelf {
  static let fonts = SubtitlePicture.Fonts(
    choice: SubtitleFonts(standard: "Plain", families: []),
    files: [.init(path: "/plain.ttf", digest: "plain")], libraries: "none")

  static let standard: [String: MediaState] = [
    "land.mp4": clip(1280, 720, rate: FrameRate(30), seconds: 20),
    "wide.mp4": clip(1920, 1080, rate: FrameRate(25), seconds: 20),
    "fast.mp4": clip(1280, 720, rate: FrameRate(60), seconds: 20),
    "port.mp4": clip(720, 1280, rate: FrameRate(30), seconds: 20),
    "square.mp4": clip(800, 800, rate: FrameRate(30), seconds: 20),
    "turned.mov": clip(
      1920, 1080, rate: FrameRate(30), seconds: 20,
      orientation: PictureOrientation(isMirrored: false, clockwiseTurns: .once)),
    "mute.mp4": clip(1280, 720, rate: FrameRate(30), seconds: 20, hasSound: false),
    "song.m4a": .known(facts(seconds: 60, sound: true), path: "/song.m4a"),
    "logo.png": still(200, 100),
  ]

  static func clip(
    _ width: Int, _ height: Int, rate: FrameRate?, seconds: Int64, hasSound: Bool = true,
    orientation: PictureOrientation = .upright, aspect: PixelAspect = .square,
    fields: FieldOrder = .progressive, timecode: String? = nil, transfer: String? = nil
  ) -> MediaState {
    let whole = TimeRange(start: .zero, end: RationalTime(seconds: seconds)) ?? .zero
    let track = VideoTrackFacts(
      streamIndex: 0, codec: "h264", storedSize: PixelSize(width: width, height: height),
      pixelAspect: aspect, orientation: orientation, color: ColorTags(transfer: transfer),
      fieldOrder: fields, rate: rate, mediaRange: whole, timecode: timecode)
    return .known(facts(seconds: seconds, video: [track], sound: hasSound), path: "/clip.mp4")
  }

  static func still(_ width: Int, _ height: Int) -> MediaState {
    let track = VideoTrackFacts(
      streamIndex: 0, codec: "png", storedSize: PixelSize(width: width, height: height), isStill: true)
    return .known(MediaFacts(container: "png", extent: .infinite, video: [track]), path: "/still.png")
  }

  static func facts(seconds: Int64, video: [VideoTrackFacts] = [], sound: Bool) -> MediaFacts {
    let end = RationalTime(seconds: seconds)
    let track = AudioTrackFacts(
      streamIndex: 1, codec: "aac", sampleRate: 48000, channelCount: 2, channelLayout: "stereo",
      mediaRange: TimeRange(start: .zero, end: end) ?? .zero, sampleCount: 0)
    return MediaFacts(container: "mov", extent: .finite(end), video: video, audio: sound ? [track] : [])
  }
}

/// The head of most scripts here: 1280x720 at 30 frames per second.
let head = "edit: 1\ncanvas: {size: 1280x720, rate: 30}\n"

/// The time `value / timescale`; a test that gets it wrong fails at the nil.
func time(_ value: Int64, _ timescale: Int64 = 1) throws -> RationalTime {
  try #require(RationalTime(value, timescale))
}

func range(_ start: RationalTime, _ end: RationalTime) throws -> TimeRange {
  try #require(TimeRange(start: start, end: end))
}
