import Basics
import Composition
import ContentDigest
import TestSupport
import Testing

@testable import RenderPlan

/// Keys against every stored member of the values that they are made of: each is changed in turn, in films that use all
/// there is. What may change without another key is listed here, and listed nowhere else but in `FilmSlice.swift`.
@Suite("Every leaf of a film is in a key, or left out by name")
struct LeafTests {
  typealias LeftOut = [(pattern: String, reason: String)]

  @Test("of every kind of layer")
  func layers() throws {
    var film = try everything()
    let layers = film.layers
    // The first layer tells of what all have in common.
    let own = ["frames", "timelineRange", "picture", "filters", "mask"]
    film.transitions = []
    film.sounds = []
    film.stems = []
    for (place, layer) in layers.enumerated() {
      film.layers = [layer]
      var leftOut: LeftOut = [
        ("label", "for people"), ("name", "for people"),
        ("timelineRange.1.*", "the frames say where it ends"),
        ("picture.text._0.text.font.file._0", "the digests say which fonts they are"),
        ("picture.text._0.fonts.*.path", "the digest says which font it is"),
        ("picture.credits._0.texts.*.words.fonts.*.path", "the digest says which font it is"),
        ("picture.subtitles._0.fonts.files.*.path", "the digest says which font it is"),
        ("picture.subtitles._0.events.*.event.name", "who speaks is not drawn"),
        ("picture.subtitles._0.events.*.order", "only the order counts"),
      ]
      if case .moving(_, _, let clock) = layer.picture, clock.plainStart != nil {
        leftOut.append(("picture.moving.clock.keys.0.time.*", "the first key of a clock is at 0"))
        leftOut.append(("picture.moving.clock.keys.0.distance.*", "the first key of a clock is at 0"))
      }
      let isWanted = { (path: Tree.Path) in place == 0 || own.contains(path[0]) }
      try expectKeys(
        of: layer, leftOut: leftOut, allUsed: false, where: isWanted
      ) { changed in
        film.layers[0] = changed
        return try keys(film)
      }
    }
  }

  @Test("of every kind of sound")
  func sounds() throws {
    var film = try everything()
    film.layers = []
    film.transitions = []
    for index in film.sounds.indices {
      let sound = film.sounds[index]
      var leftOut: LeftOut = [
        ("label", "for people"), ("name", "for people"), ("language", "is said by the finished file"),
      ]
      if case .tone = sound.content { leftOut.append(("pitch", "a tone has no speed")) }
      try expectKeys(of: sound, leftOut: leftOut) { changed in
        film.sounds[index] = changed
        return try keys(film)
      }
      film.sounds[index] = sound
    }
  }

  @Test("of a film besides its layers and sounds")
  func films() throws {
    var film = try everything()
    // The layers and sounds themselves have tests of their own: here they only read all files, tables and films.
    func layer(_ picture: Picture) -> Layer {
      var layer = film.layers[1]
      layer.picture = picture
      layer.opacity = .constant(1)
      layer.filters = [.look(0)]
      return layer
    }
    film.layers = [
      layer(.still(media: 0, stream: 0)), layer(.film(0, clock: MediaClock(start: .zero))),
    ]
    film.sounds = [
      Sound(
        label: "film", timelineRange: film.sounds[0].timelineRange,
        content: .film(0, clock: MediaClock(start: .zero)))
    ]
    film.stems[0].sounds = [0]
    // As long as there is one transition by a picture, its word has no other value.
    let isOnlyWord = { (path: Tree.Path) in
      PicturedTransition.allCases.count == 1 && path.suffix(2) == ["pictured", "_0"]
    }
    let isWanted = { (path: Tree.Path) in !["layers", "sounds"].contains(path[0]) && !isOnlyWord(path) }
    let inTheFile = "is in the finished file, and in no part of it"
    let inBytes = "follows from the file's bytes"
    try expectKeys(
      of: film,
      leftOut: [
        ("duration.*", "the film has a number of frames, and its mix a number of samples"),
        ("media.*.spelling", "for people"), ("media.*.path", "the digest says which file it is"),
        ("media.*.facts.container", inBytes), ("media.*.facts.extent.**", inBytes),
        ("media.*.facts.audio.**", inBytes),
        ("media.*.facts.otherTracks.**", inBytes), ("media.*.facts.tags.**", inBytes),
        ("media.*.facts.byteCount", inBytes), ("media.*.facts.chapterCount", inBytes),
        ("media.*.facts.chapters.**", inBytes), ("media.*.aperture.**", "is a crop of the layers"),
        ("media.*.facts.remarks.*", inBytes), ("media.*.facts.isUnfinishedRecording", inBytes),
        ("media.*.coded.**", "is for copies: every property of those has a test of its own"),
        ("media.*.vector.fonts.*.path", "the digest says which file it is"),
        ("media.2.**", "is not read"), ("films.1.**", "is not shown"), ("films.*.media.1", "is not read"),
        ("luts.1.**", "is not used"),
        ("transitions.*.label", "for people"), ("stems.*.name", inTheFile), ("stems.*.language", inTheFile),
        ("subtitles.**", inTheFile), ("sidecars.**", "are files of their own"), ("cover", inTheFile),
        ("chapters.**", inTheFile),
        ("soundChecks.**", "changes no file"),
        ("fileChecks.**", "changes no file"), ("films.*.name", "for people"),
        ("films.*.composition.layers.*.label", "for people"),
        ("films.*.composition.layers.*.timelineRange.1.*", "the frames say where it ends"),
        ("films.*.composition.sounds.*.label", "for people"),
        ("films.*.composition.sounds.*.pitch", "a tone has no speed"),
        ("films.*.composition.soundChecks.**", "changes no file"),
        ("luts.*.spelling", "for people"), ("luts.*.path", "the digest says which file it is"),
      ], where: isWanted
    ) { try keys($0) }
  }

  @Test("of the settings of an output")
  func settings() throws {
    var settings = usualSettings
    settings.video = VideoEncoding(
      rateControl: .bitRate(2_000_000), speed: "slow", keyFrameInterval: 50, color: .bt2020,
      depth: .ten, sampling: .half, profile: "high422")
    settings.video?.level = "4.1"
    settings.video?.tune = "film"
    settings.video?.options = ["aq-mode": "3"]
    settings.video?.hasSteadyKeyFrames = true
    settings.audio?.hasSteadyPackets = true
    settings.fragmentFrames = 50
    settings.video?.mastering = MasteringDisplay(
      primaries: .bt2020, peak: 10_000_000, black: 50, maxCLL: 900, maxFALL: 300)
    settings.labels = FileLabels(
      tags: [MediaTag(name: "title", value: "A film")], language: "deu", hasChapters: true)
    settings.labels.keyTags = [MediaTag(name: "TBPM", value: "120")]
    (settings.labels.videoTitle, settings.labels.audioTitle) = ("Main view", "Mix")
    let film = try everything()
    let inTheFile = "stands in the finished file"
    try expectKeys(
      of: settings,
      leftOut: [
        ("file", "is where the finished file is"), ("container", "holds what was encoded"),
        ("isFastStart", "is the order of the finished file"),
        ("isStill", "is one file instead of a series; the frame is in the key"),
        ("fragmentFrames", "says where the film is cut, and the key frames have their own property"),
        ("labels.**", inTheFile),
        // What is copied has keys of its own.
        ("copied.*", "is not encoded"),
      ]
    ) { changed in
      var encoded = changed
      encoded.copied = CopiedTracks()
      return try keys(film, settings: encoded)
    }
  }

  @Test("of copied pictures and sound")
  func copies() throws {
    let slicer = try Slicer(
      composition: try everything(), mediaDigests: try digests(),
      engine: EngineVersion("1", filterLibrary: "1"))
    let pictures = CopiedPictures(
      media: 0, stream: 1, pictures: 2..<30, reorderDelay: 2,
      times: PictureTimes(ticks: [1, 2], end: 3, tick: try time(1, 90000), origin: .zero),
      held: HeldPictures(before: 1, after: 2))
    try expectKeys(of: pictures, leftOut: []) {
      [try slicer.key(of: $0)]
    }
    let sound = CopiedSound(
      media: 0, stream: 1, samples: 100..<20_000, first: 50, packetLength: 1024, sampleRate: 48000, delay: 10)
    try expectKeys(of: sound, leftOut: []) { [try slicer.key(of: $0)] }
  }

  @Test(
    "of every transition, every effect and every kind of filter, blend, outline and counter: no two share a key"
  )
  func kinds() throws {
    var films: [Composition] = []
    func add(_ change: (inout Composition) throws -> Void) throws {
      var film = try everything()
      try change(&film)
      films.append(film)
    }
    for kind in Fixture.transitions { try add { $0.transitions[0].kind = kind } }
    for name in EffectName.allCases {
      try add { $0.layers[0].filters = [.effect(name, .constant(0.25))] }
    }
    for blend in BlendMode.allCases where blend != .multiply { try add { $0.layers[0].blend = blend } }
    for picture in try Fixture.pictures().dropFirst() { try add { $0.layers[1].picture = picture } }
    for filter in Fixture.soundFilters { try add { $0.sounds[0].filters = [.own(filter)] } }
    for shape in FadeCurve.allCases where shape != .sCurve {
      try add { $0.sounds[0].fadesIn[0].shape = shape }
    }
    for bars in ColorBars.allCases where bars != .ebu { try add { $0.layers[2].picture = .bars(bars) } }
    let all = try films.map { Set(try keys($0)) }
    let usual = Set(try keys(try everything()))
    #expect(all.allSatisfy { $0 != usual })
    #expect(Set(all).count == films.count)
  }

  @Test("the films here use every kind of picture, transition, filter of sound and mask")
  func usesEverything() throws {
    #expect(Set(try Fixture.pictures().map(\.kind)) == Set(0...12))
    // Every optional member of every value has a value somewhere, and every list something in it.
    var empty: Set<String> = []
    var full: Set<String> = []
    inspect(try everything(), &empty, &full)
    // Packets, mixes and streams of subtitles, which this key is not made of: each mix is a film with a key of its own.
    // A shown text has the size that fits.
    let inNoKey = ["CodedMedia", "CodedPictures", "TextLook", "Composition.mixes", "TextPicture.fit"]
    #expect(
      empty.subtracting(full).filter { name in !inNoKey.contains { name.hasPrefix($0) } }.sorted() == [])
  }

  @Test("values that become keys hold no sets and no dictionaries: they have no order")
  func order() throws {
    var unordered: [String] = []
    func inspect(_ value: Any) {
      let mirror = Mirror(reflecting: value)
      if mirror.displayStyle == .set || mirror.displayStyle == .dictionary {
        unordered.append("\(mirror.subjectType)")
      }
      for child in mirror.children { inspect(child.value) }
    }
    inspect(try everything())
    inspect(usualSettings)
    #expect(unordered == [])
  }

  // MARK: How

  private func digests() throws -> [ContentDigest] {
    try ["first", "second", "third"].map(ContentDigest.of(text:))
  }

  /// Of all stretches of a film.
  private func keys(_ film: Composition, settings: OutputSettings = usualSettings) throws -> [ContentDigest] {
    try plan(film, settings: settings, digests: ["first", "second", "third"]).keys
  }

  private func expectKeys<Value: Codable & Hashable>(
    of value: Value, leftOut: LeftOut, allUsed: Bool = true,
    where isWanted: (Tree.Path) -> Bool = { _ in true },
    _ keys: (Value) throws -> [ContentDigest]
  ) throws {
    let tree = try Tree(value)
    let usual = try keys(value)
    var unused = Set(leftOut.map(\.pattern))
    let leaves = tree.leaves.filter(isWanted)
    for path in leaves { unused.subtract(leftOut.map(\.pattern).filter(path.fits)) }
    for path in cases(leaves, quick: leaves.count / 4) {
      let name = path.joined(separator: ".")
      let values = others(tree, path, Value.self)
      #expect(!values.isEmpty, "no other value can be read for \(name)")
      // The denominator of 0 says nothing.
      guard let changed = values.first(where: { $0 != value }) else { continue }
      let patterns = leftOut.map(\.pattern).filter(path.fits)
      let isSame = try keys(changed) == usual
      #expect(isSame == !patterns.isEmpty, "\(name) \(isSame ? "changes no key" : "changes a key")")
    }
    if allUsed { #expect(unused.sorted() == [], "left out, but nowhere to be found") }
  }

  /// The value with this leaf changed in all the ways that can be read.
  private func others<Value: Codable & Hashable>(_ tree: Tree, _ path: Tree.Path, _: Value.Type) -> [Value] {
    var found: [Value] = []
    _ = tree.changing(path[...]) { leaf in
      for candidate in leaf.others(Fixture.words) where found.isEmpty || path.last == "1" {
        if let value = tree.changing(path[...], { _ in candidate }).value(Value.self) { found.append(value) }
      }
      return leaf
    }
    return found
  }

  private func inspect(_ value: Any, _ empty: inout Set<String>, _ full: inout Set<String>) {
    let mirror = Mirror(reflecting: value)
    for child in mirror.children {
      let member = Mirror(reflecting: child.value)
      if mirror.displayStyle == .struct, let label = child.label,
        member.displayStyle == .optional || member.displayStyle == .collection
      {
        let name = "\(mirror.subjectType).\(label)"
        if member.children.isEmpty { empty.insert(name) } else { full.insert(name) }
      }
      inspect(child.value, &empty, &full)
    }
  }
}
