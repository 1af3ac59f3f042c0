import Basics
import Composition
import LibAV
import Processes
import TestSupport
import Testing

@testable import Export
@testable import RenderPlan

/// A finished film counted against the plan it was made from, against plans of other films, and after somebody has
/// changed it.
@Suite("Verifying a film")
struct FilmVerificationTests {
  private let film: SmallFilm
  private let path: String

  init() throws {
    film = try SmallFilm.made()
    path = film.folder.path("film.mp4")
    let file = try AtomicFile(at: path)
    _ = try joinFilm(of: film.plan, from: film.entries(), intoFileAt: file.temporaryPath)
    try file.commit(replacing: true)
  }

  @Test("The film that was planned passes, with what it holds")
  func right() throws {
    let facts = try verifyFilm(at: path, against: film.plan)
    #expect(facts.frameCount == 30)
    #expect(facts.facts.mainVideo?.displaySize == SmallFilm.size)
    #expect(facts.facts.mainAudio?.sampleRate == 48000)
  }

  struct OtherPlan: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let message: String
    let change: @Sendable (inout RenderPlan) -> Void

    init(_ name: String, _ message: String, _ change: @escaping @Sendable (inout RenderPlan) -> Void) {
      testDescription = name
      self.message = message
      self.change = change
    }
  }

  static let otherPlans = [
    OtherPlan("fewer frames", "it has 30 frames, not 20") { $0.segments.removeLast() },
    OtherPlan("a shorter film", "its picture ends at 6s, not 4s") { $0.frames = 0..<20 },
    OtherPlan("another size", "it is 64x36, not 64x38") {
      $0.composition.canvas.size = PixelSize(width: 64, height: 38)
    },
    OtherPlan("another frame rate", "its picture ends at 6s, not 3s") {
      if let rate = FrameRate(10) { $0.composition.canvas.rate = rate }
    },
    OtherPlan("another colour", "its colour is not tagged as bt2020") { $0.settings.video?.color = .bt2020 },
    OtherPlan("another depth", "it has 8 bits a channel, not 10") { $0.settings.video?.depth = .ten },
    OtherPlan("no picture", "there is a picture") { $0.segments = [] },
    OtherPlan("no sound", "there is sound") { $0.soundTrack = nil },
    OtherPlan("longer sound", "its sound has 288000 samples, not 289000") {
      $0.soundTrack?.samples = 0..<289_000
    },
    OtherPlan("shorter sound", "its sound has 288000 samples, not 286000") {
      $0.soundTrack?.samples = 0..<286_000
    },
    OtherPlan("another sample rate", "its sound has 48000 samples per second") {
      $0.composition.mix.sampleRate = 44100
    },
    OtherPlan("another track of sound", "it has 1 audio tracks, not 2") { plan in
      guard let track = plan.soundTrack else { return }
      plan.otherTracks = [OtherTrack(name: "voice", content: .stem([0]), track: track)]
    },
    OtherPlan("a tag", "its tag `title` cannot be read again") {
      $0.settings.labels.tags = [MediaTag(name: "title", value: "Holiday")]
    },
    OtherPlan("a language", "its sound is in no language, not in deu") {
      $0.settings.labels.language = "deu"
    },
    OtherPlan("subtitles", "its subtitles are in , not in deu") {
      $0.composition.subtitles = [SubtitleStream(label: "cues", language: "deu", cues: [])]
    },
  ]

  @Test("The film of another plan does not pass, and each difference is named", arguments: otherPlans)
  func otherPlan(other: OtherPlan) throws {
    var plan = film.plan
    other.change(&plan)
    let error = try #require(throws: ExportError.self) { try verifyFilm(at: path, against: plan) }
    #expect(error.kind == .engine)
    #expect(error.message.hasPrefix("the finished film differs from the plan: "))
    #expect(error.message.contains(other.message), "\(error.message)")
  }

  @Test("All differences are named at once")
  func several() throws {
    var plan = film.plan
    plan.segments.removeLast()
    plan.soundTrack = nil
    let error = try #require(throws: ExportError.self) { try verifyFilm(at: path, against: plan) }
    #expect(
      error.message == "the finished film differs from the plan: it has 30 frames, not 20; there is sound")
  }

  @Test(
    "A film that ffmpeg has changed does not pass",
    arguments: [
      ("there is no sound", ["-an", "-c", "copy"]),
      ("there is no picture", ["-vn", "-c", "copy"]),
      ("it has 29 frames, not 30", ["-c:v", "libx264", "-frames:v", "29", "-c:a", "copy"]),
      ("it is 32x18, not 64x36", ["-vf", "scale=32:18", "-c:v", "libx264", "-c:a", "copy"]),
      ("its picture starts at 0.6s", ["-c", "copy", "-bsf:v", "setts=ts=TS+1/TB"]),
      ("samples per second", ["-c:v", "copy", "-ar", "44100"]),
      ("its sound has ", ["-c:v", "copy", "-af", "atrim=end=3"]),
    ])
  func changed(message: String, arguments: [String]) throws {
    let other = film.folder.path("other.mp4")
    let made = try run(["ffmpeg", "-nostdin", "-v", "error", "-i", path] + arguments + [other])
    try #require(made.exitCode == 0, "\(made.errorText)")
    let error = try #require(throws: ExportError.self) { try verifyFilm(at: other, against: film.plan) }
    #expect(error.message.contains(message), "\(error.message)")
  }

  @Test("A film that ends early, wherever it does, or is no film, does not pass")
  func truncated() throws {
    let good = try readFile(path, limit: 1 << 20)
    for count in Array(stride(from: 0, to: good.count, by: good.count / 40)) + [good.count - 1] {
      try AtomicFile.publish(Array(good[..<count]), at: path)
      #expect(throws: ExportError.self, "\(count) of \(good.count) bytes") {
        try verifyFilm(at: path, against: film.plan)
      }
    }
    try AtomicFile.publish(Array("no film at all".utf8), at: path)
    let error = try #require(throws: ExportError.self) { try verifyFilm(at: path, against: film.plan) }
    #expect(error.message.hasPrefix("the finished film cannot be opened: "))
    try removeFile(path)
    #expect(throws: ExportError.self) { try verifyFilm(at: path, against: film.plan) }
  }

  @Test("Of many frames, the first, the last and some between them are decoded")
  func samples() {
    #expect(sample(of: 0, most: 20) == [])
    #expect(sample(of: 20, most: 20) == Array(0..<20))
    #expect(sample(of: 101, most: 5) == [0, 25, 50, 75, 100])
    let many = sample(of: 90_000, most: 20)
    #expect(many.first == 0 && many.last == 89_999 && Set(many).count == 20)
  }
}
