import Basics
import Composition
import ContentDigest
import TestSupport
import Testing

@testable import RenderPlan

/// Plans come from files that anybody can have written: their keys are computed again.
@Suite("The keys of a plan")
struct PlanKeyTests {
  private let files: [PlannedFile]
  private let engine = EngineVersion("engine 1", filterLibrary: "filters 1")

  init() throws {
    files = try ["/a.mp4", "/b.mp4"].map {
      PlannedFile(spelling: $0, path: $0, digest: try ContentDigest.of(text: $0))
    }
  }

  /// Four takes with a sound; 5 s each, a segment each.
  private func composition() throws -> Composition {
    var film = try Film(
      rate: try #require(FrameRate(25)), items: [0, 100, 200, 300].map { (try time(5), try time($0)) }
    ).composition()
    film.media[1].path = "/b.mp4"
    film.sounds = [
      Sound(
        label: "sound", timelineRange: try range(.zero, try time(20)),
        content: .media(1, stream: 1, mediaStart: try time(3)))
    ]
    return film
  }

  private func planned(
    _ control: VideoEncoding.RateControl = .quality(20),
    _ change: (inout Composition) throws -> Void = { _ in }
  ) throws -> RenderPlan {
    var settings = usualSettings
    settings.video?.rateControl = control
    settings.coverFrame = 30
    var film = try composition()
    try change(&film)
    return try plan(film, settings: settings, digests: files.map(\.path))
  }

  private func flaw(_ plan: RenderPlan, files: [PlannedFile]? = nil) throws -> String? {
    #expect(plan.flaw == nil)
    return try plan.flaw(ofKeysFor: files ?? self.files, engine: engine)
  }

  @Test("are those of what it describes, in either pass and with stems")
  func right() throws {
    #expect(try flaw(planned()) == nil)
    let first = try planned(.twoPasses(400_000))
    #expect(try flaw(first) == nil)
    let second = try first.secondPass(
      after: Array(repeating: PassBits(pictures: 1000, fixed: 0), count: first.segments.count))
    #expect(second.pass == 2)
    #expect(try flaw(second) == nil)
    let stems = try planned { $0.stems = [SoundStem(name: "s", sounds: [0])] }
    #expect(stems.otherTracks.count == 1)
    #expect(try flaw(stems) == nil)
  }

  @Test("of another film are found, wherever they are")
  func foreign() throws {
    let honest = try planned { $0.stems = [SoundStem(name: "s", sounds: [0])] }
    var other = honest
    other.segments[1].key = honest.segments[2].key
    #expect(try flaw(other) == "segment 2 has a wrong key")
    other = honest
    other.soundTrack?.key = honest.segments[0].key
    #expect(try flaw(other) == "its sound has a wrong key")
    other = honest
    other.otherTracks[0].track.key = try #require(honest.soundTrack).key
    #expect(try flaw(other) == "its sound has a wrong key")
    other = honest
    other.coverPicture?.key = honest.segments[0].key
    #expect(try flaw(other) == "its cover has a wrong key")
  }

  @Test("are not those of other pictures, sounds, encodings, facts and files")
  func described() throws {
    let changes: [(String, (inout RenderPlan) throws -> Void)] = [
      ("opacity", { $0.composition.layers[1].opacity = .constant(0.5) }),
      ("layers", { $0.segments[1].layers = [] }),
      ("frames", { $0.segments[1].layers = [0] }),
      ("quality", { $0.settings.video?.rateControl = .quality(40) }),
      ("pass", { $0.segments[1].pass = .first }),
      ("gain", { $0.composition.sounds[0].gain = .constant(0.5) }),
      ("bit rate of sound", { $0.settings.audio?.bitRate += 1000 }),
      ("samples", { $0.soundTrack?.samples = 0..<48000 }),
      ("origin", { $0.composition.media[0].facts.origin = try time(1) }),
      ("origin of sound", { $0.composition.media[1].facts.origin = try time(1) }),
      ("canvas", { $0.composition.canvas.background = Color(red: 1, green: 2, blue: 3) }),
      ("swapped media", { $0.composition.media.swapAt(0, 1) }),
    ]
    for (name, change) in changes {
      var other = try planned()
      try change(&other)
      #expect(try flaw(other) != nil, "\(name)")
    }
    var second = try planned(.twoPasses(400_000))
    second = try second.secondPass(
      after: Array(repeating: PassBits(pictures: 1000, fixed: 0), count: second.segments.count))
    second.segments[0].pass = .second(
      statistics: second.segments[1].key, bitRate: 100_000, level: nil)
    #expect(try flaw(second) != nil)
  }

  @Test("need the digests of all files, and those that the plan has of fonts and tables of colours")
  func digests() throws {
    let plan = try planned()
    #expect(try flaw(plan, files: [files[0]])?.contains("no digest of") == true)
    let swapped = zip(files, files.reversed()).map {
      PlannedFile(spelling: $0.spelling, path: $0.path, digest: $1.digest)
    }
    #expect(try flaw(plan, files: swapped) != nil)
    let looked = try planned { film in
      film.luts = [LUT(spelling: "l.cube", path: "/l.cube", digest: files[0].digest.hex)]
      film.layers[0].filters = [.look(0)]
    }
    func lut(_ digest: ContentDigest) -> [PlannedFile] {
      files + [PlannedFile(spelling: "l.cube", path: "/l.cube", digest: digest)]
    }
    #expect(try flaw(looked, files: lut(files[0].digest)) == nil)
    #expect(try flaw(looked, files: lut(files[1].digest)) == "it has a different digest of /l.cube")
    #expect(try flaw(looked) == "it has a different digest of /l.cube")
  }

  @Test("are not computed of a plan that names what it does not have")
  func dangling() throws {
    let changes: [(String, (inout RenderPlan) throws -> Void)] = [
      ("layer's media", { $0.composition.layers[0].picture = .still(media: 9, stream: 0) }),
      ("film", { $0.composition.layers[0].picture = .film(0, clock: MediaClock(start: .zero)) }),
      ("look", { $0.composition.layers[0].filters = [.look(0)] }),
      ("frames", { $0.composition.layers[0].frames = Int64.min..<Int64.max }),
      ("sound's media", { $0.composition.sounds[0].content = .media(-1, stream: 0, mediaStart: .zero) }),
      ("stem", { $0.composition.stems = [SoundStem(name: "", sounds: [5])] }),
      ("size", { $0.composition.canvas.size.width = .max }),
      ("rate", { $0.composition.mix.sampleRate = 0 }),
      (
        "copied sound",
        {
          $0.soundTrack?.copied = CopiedSound(
            media: 4, stream: 0, samples: 0..<1, first: 0, packetLength: 1024, sampleRate: 48000, delay: 0)
        }
      ),
      (
        "pictures before",
        {
          $0.segments[1].picturesBefore = PicturesBefore(layer: 3, media: 0, stream: 0, pictures: 0..<2)
        }
      ),
    ]
    for (name, change) in changes {
      var other = try planned()
      try change(&other)
      #expect(other.flaw != nil, "\(name)")
    }
  }
}
