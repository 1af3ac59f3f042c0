import Basics
import Composition
import Interchange
import TestSupport
import Testing

/// A film that no script makes: numbers of media, times and curves that a seed decides, extreme ones among them.
private struct RandomFilm {
  var random: SeededRandom
  /// Whether many of its times are too large to calculate with.
  let isExtreme: Bool

  mutating func number() -> Int { Int.random(in: -1...3, using: &random) }

  mutating func time() -> RationalTime {
    switch Int.random(in: 0..<(isExtreme ? 12 : 1000), using: &random) {
    case 0: RationalTime(Int64.max, 1) ?? .zero
    case 1: RationalTime(Int64.min, 7) ?? .zero
    case 2: RationalTime(1, Int64.max) ?? .zero
    default: RationalTime(Int64.random(in: -50...2000, using: &random), 100) ?? .zero
    }
  }

  mutating func range() -> TimeRange {
    let (a, b) = (time(), time())
    return TimeRange(start: min(a, b), end: max(a, b)) ?? .zero
  }

  mutating func frames() -> Range<Int64> {
    if isExtreme, Int.random(in: 0..<20, using: &random) == 0 { return Int64.min..<Int64.max }
    let start = Int64.random(in: -10...500, using: &random)
    return start..<start + Int64.random(in: 0...100, using: &random)
  }

  mutating func value() -> Double {
    [0, 1, 0.5, -1, .infinity, .nan, 1e300].randomElement(using: &random) ?? 1
  }

  mutating func curve() -> Curve {
    let keys = (0..<Int.random(in: 1...4, using: &random)).map { _ in
      Curve.Key(time: time(), value: value(), easing: Bool.random(using: &random) ? .linear : .hold)
    }
    return Curve(keys.sorted { $0.time < $1.time }) ?? .constant(1)
  }

  mutating func clock() -> MediaClock {
    let pass = MediaClock.Pass(length: time(), distance: time())
    return MediaClock(
      from: time(), speed: time(), isBackwards: Bool.random(using: &random),
      pass: Bool.random(using: &random) ? pass : nil)
  }

  mutating func box() -> PixelBox {
    PixelBox(x: number(), y: number(), width: number() == 0 ? .max : 1920, height: 1080)
  }

  mutating func picture() -> Picture {
    switch Int.random(in: 0..<7, using: &random) {
    case 0: .still(media: number(), stream: number())
    case 1: .frozen(media: number(), stream: 0, mediaTime: time())
    case 2: .film(number(), clock: clock())
    case 3: .frozenFilm(number(), filmTime: time())
    case 4: .color(.black)
    default: .moving(media: number(), stream: 0, clock: clock())
    }
  }

  mutating func film(depth: Int) -> Composition {
    var film = Composition(
      canvas: Canvas(
        size: PixelSize(width: 1920, height: 1080), rate: FrameRate(30000, per: 1001) ?? .onePerSecond),
      duration: time(), frameCount: Int64.random(in: 0...1000, using: &random))
    film.media = (0..<2).map { number in
      MediaReference(
        spelling: "m\(number).mov", path: "/m\(number).mov",
        facts: MediaFacts(
          container: "mov", extent: .finite(time()),
          video: [
            VideoTrackFacts(
              streamIndex: 0, codec: "h264", storedSize: PixelSize(width: 640, height: 360),
              rate: film.canvas.rate, timecode: ["99:99:99:99", "01:00:00;00", "::", nil][number + 1])
          ]))
    }
    film.layers = (0..<Int.random(in: 0...8, using: &random)).map { index in
      Layer(
        label: "layer \(index)", timelineRange: range(), frames: frames(), picture: picture(),
        contentBox: box(), visibleBox: box(), opacity: curve())
    }
    film.transitions = (0..<Int.random(in: 0...4, using: &random)).map { _ in
      Transition(
        label: "dissolve", timelineRange: range(), frames: frames(), kind: .plain(.dissolve),
        outgoing: number(), incoming: number() == 0 ? nil : number())
    }
    film.sounds = (0..<Int.random(in: 0...4, using: &random)).map { index in
      Sound(
        label: "sound \(index)", timelineRange: range(),
        content: number() == 0
          ? .film(number(), clock: clock()) : .media(number(), stream: 1, clock: clock()),
        gain: curve(), fadesIn: [SoundFade(length: time(), shape: .linear)])
    }
    if depth > 0, Bool.random(using: &random) {
      film.films = [NestedFilm(name: "part", composition: self.film(depth: depth - 1), media: [0, 5])]
    }
    return film
  }
}

@Suite("Any film")
struct RandomFilmTests {
  @Test("becomes a cut or an error, and so do its texts")
  func anything() {
    var (films, texts) = (0, 0)
    for seed in 0..<UInt64(rounds(3000, quick: 500)) {
      var random = RandomFilm(random: SeededRandom(seed: seed), isExtreme: seed % 4 == 0)
      guard let export = try? ExportedTimeline(random.film(depth: 2)) else { continue }
      films += 1
      for format in InterchangeFormat.allCases where format.isWritable {
        if let written = try? export.written(as: format) { texts += written.text.isEmpty ? 0 : 1 }
      }
      if let script = try? export.timeline.script() { texts += script.text.isEmpty ? 0 : 1 }
    }
    #expect(films > rounds(1500, quick: 250))
  }

  @Test("of many items has each of them once, with its sound")
  func large() throws {
    let rate = try #require(FrameRate(25))
    var film = Composition(
      canvas: Canvas(size: PixelSize(width: 1920, height: 1080), rate: rate),
      duration: RationalTime(seconds: 20000), frameCount: 500_000)
    film.media = [
      MediaReference(
        spelling: "a.mov", path: "/a.mov",
        facts: MediaFacts(container: "mov", extent: .finite(RationalTime(seconds: 99999))))
    ]
    let box = PixelBox(x: 0, y: 0, width: 1920, height: 1080)
    // Ten thousand items in a row, each with its sound, and as many above them.
    for number in 0..<20_000 {
      let start = try #require(RationalTime(Int64(number % 10_000), 1))
      let range = try #require(try TimeRange(start: start, duration: RationalTime(seconds: 1)))
      let first = Int64(number % 10_000) * 25
      film.layers.append(
        Layer(
          label: "clip a.mov", timelineRange: range, frames: first..<first + 25,
          picture: .moving(media: 0, stream: 0, mediaStart: start), contentBox: box, visibleBox: box))
      film.sounds.append(
        Sound(label: "clip a.mov", timelineRange: range, media: 0, stream: 1, mediaStart: start))
    }
    let timeline = try ExportedTimeline(film).timeline
    #expect(timeline.main.tracks.map(\.clips.count) == [10_000, 10_000])
    #expect(timeline.main.tracks.allSatisfy { $0.clips.allSatisfy(\.playsSound) })
  }
}
