import Basics
import Composition
import ContentDigest
import RenderPlan
import Testing

@Suite("What filters do to segments and their keys")
struct FilterKeyTests {
  private let rate: FrameRate

  init() throws { rate = try #require(FrameRate(30)) }

  private func composition(
    _ filters: [PictureFilter], key: ChromaKey? = nil, lengths: [Int64] = [5, 20], digest: String = "one",
    overlayAt: Int64? = nil
  ) throws -> Composition {
    var film = Film(rate: rate, items: try lengths.enumerated().map { (try time($1), try time(Int64($0))) })
    if let overlayAt { film.overlays = [try film.overlay(time(overlayAt), time(overlayAt + 3), .black)] }
    var composition = try film.composition()
    composition.layers[lengths.count - 1].filters = filters
    composition.layers[lengths.count - 1].chromaKey = key
    composition.luts = [LUT(spelling: "a.cube", path: "/a.cube", digest: digest)]
    return composition
  }

  private func keys(_ composition: Composition) throws -> [String] {
    try plan(composition).segments.map(\.key.hex)
  }

  private func ramp(_ end: Double) throws -> Curve {
    try #require(
      Curve([Curve.Key(time: .zero, value: 0), Curve.Key(time: try time(6), value: end)]))
  }

  @Test(
    "each filter, its amount, its place in the list, and a table's content change the keys of what shows them"
  )
  func contents() throws {
    let sepia = PictureFilter.effect(.sepia, .constant(1))
    let films = try [
      composition([]), composition([sepia]), composition([.effect(.sepia, .constant(0.5))]),
      composition([.effect(.noir, .constant(1))]), composition([sepia, .effect(.noir, .constant(1))]),
      composition([.effect(.noir, .constant(1)), sepia]), composition([.look(0)]),
      composition([.look(0)], digest: "two"), composition([.effect(.grain, .constant(1))]),
      composition([], key: ChromaKey(color: .black)),
      composition([], key: ChromaKey(color: .black, spill: .constant(0))),
    ].map { try keys($0) }
    for segment in 1..<films[0].count {
      #expect(Set(films.map { $0[segment] }).count == films.count)
    }
    #expect(Set(films.map { $0[0] }).count == 1)
  }

  @Test("a ramp changes the keys of what it reaches, and an insertion before the item none")
  func rampsAndInsertions() throws {
    let (short, long) = (
      try keys(composition([.effect(.blur, ramp(2))])), try keys(composition([.effect(.blur, ramp(4))]))
    )
    // Held from 6 s of the item on, but at another value; so every segment of the item differs.
    #expect(zip(short, long).map { $0 == $1 } == [true] + Array(repeating: false, count: short.count - 1))
    for filter in [PictureFilter.effect(.grain, .constant(1)), .effect(.blur, try ramp(2)), .look(0)] {
      let before = try keys(composition([filter]))
      #expect(
        try keys(composition([filter], lengths: [11, 20])).suffix(before.count - 1)
          == before.suffix(before.count - 1))
    }
    // A filter that counts frames tells segments apart that show the same otherwise.
    var still = try composition([.effect(.grain, .constant(1))])
    still.layers[1].picture = .color(.black)
    let grains = try keys(still)
    still.layers[1].filters = []
    let plains = try keys(still)
    #expect(Set(grains).count == grains.count)
    #expect(Set(plains).count < plains.count)
  }

  @Test("nothing is cut within a layer whose filters remember, and its keys say all it has seen")
  func memory() throws {
    let lagging = PictureFilter.ffmpeg(
      FFmpegFilter(name: "lagfun", options: [.init(name: "decay", value: "0.9")]))
    let whole = try plan(composition([lagging], overlayAt: 9)).segments
    #expect(whole.map(\.frames) == [0..<150, 150..<750])
    #expect(try plan(composition([.look(0)], overlayAt: 9)).segments.count > 3)
    // A part of the film begins within it: what lies before counts too.
    func part(_ filters: [PictureFilter]) throws -> String {
      try plan(composition(filters), part: 600..<700).segments[0].key.hex
    }
    let earlier = PictureFilter.effect(.blur, try ramp(2))
    #expect(try part([earlier, lagging]) != part([.effect(.blur, .constant(2)), lagging]))
    #expect(try part([earlier]) == part([.effect(.blur, .constant(2))]))
  }

  @Test("another build of FFmpeg's filters changes the keys of what they work on, and no others")
  func filterLibrary() throws {
    let lagging = PictureFilter.ffmpeg(FFmpegFilter(name: "lagfun", options: []))
    let film = try composition([lagging])
    let (old, new) = (
      try plan(film, filterLibrary: "filters 1").segments.map(\.key),
      try plan(film, filterLibrary: "filters 2").segments.map(\.key)
    )
    #expect(zip(old, new).map(==) == [true, false])
    let other = try composition([.look(0)])
    #expect(try plan(other, filterLibrary: nil).segments.map(\.key) == plan(other).segments.map(\.key))
  }

  @Test("another build of what draws words changes the keys of segments with words, and no others")
  func textLibraries() throws {
    var film = try composition([])
    film.layers[1].picture = .text(Fixture.words(.family("Inter")))
    let (old, new) = (
      try plan(film, textLibraries: "Pango 1").segments.map(\.key),
      try plan(film, textLibraries: "Pango 2").segments.map(\.key)
    )
    #expect(old.count > 1 && zip(old, new).map(==) == [true] + Array(repeating: false, count: old.count - 1))
  }

  @Test(
    "another build of what measures loudness changes the key of sound that is brought to one, and of no other"
  )
  func loudnessLibrary() throws {
    var film = try composition([])
    func isSame() throws -> Bool {
      let keys = try ["meter 1", "meter 2"].map { meter in
        try #require(plan(film, loudnessLibrary: meter).soundTrack).key
      }
      return keys[0] == keys[1]
    }
    film.sounds = [
      Sound(
        label: "sound", timelineRange: try range(.zero, try time(2)),
        content: .tone(Tone(waveform: .sine, frequency: 440)))
    ]
    #expect(try isSame())
    film.sounds[0].loudness = -16
    #expect(try !isSame())
    film.sounds[0].loudness = nil
    film.mix.peak = -1
    #expect(try !isSame())
  }

  @Test("a film with FFmpeg's filters is not planned without the version of their library")
  func noFilterLibrary() throws {
    let film = try composition([.ffmpeg(FFmpegFilter(name: "lagfun", options: []))])
    #expect(throws: PlanningError.noFilterLibrary) { try plan(film, filterLibrary: nil) }
  }
}
