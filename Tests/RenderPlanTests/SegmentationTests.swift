import Basics
import Composition
import RenderPlan
import TestSupport
import Testing

@Suite("Where a film is cut into segments")
struct SegmentationTests {
  static let rates = [
    FrameRate(24000, per: 1001), FrameRate(25), FrameRate(30000, per: 1001), FrameRate(60), FrameRate(1),
    FrameRate(1, per: 7), FrameRate(120_000, per: 1001),
  ].compactMap { $0 }

  @Test("segments follow each other from the first frame to the last", arguments: rates)
  func tiles(rate: FrameRate) throws {
    var random = SeededRandom(seed: 3)
    for count in [1, 2, 3, 10, 40, 100] {
      let film = try random.film(items: count, rate: rate).composition()
      let segments = try plan(film).segments
      guard film.frameCount > 0 else { continue }
      #expect(segments.first?.frames.lowerBound == 0)
      #expect(segments.last?.frames.upperBound == film.frameCount)
      #expect(zip(segments, segments.dropFirst()).allSatisfy { $0.frames.upperBound == $1.frames.lowerBound })
      #expect(segments.map(\.index) == Array(segments.indices))
    }
  }

  @Test(
    "a segment lasts for 2 to 10 seconds, the last one of a film at most 10",
    arguments: rates.filter { $0.nominal > 1 })
  func lengths(rate: FrameRate) throws {
    var random = SeededRandom(seed: 4)
    for count in [1, 5, 50, 200] {
      var film = try random.film(items: count, rate: rate)
      for _ in 0..<count {
        let start = Int64.random(in: 0...Int64(count) * 2, using: &random)
        film.overlays.append(try film.overlay(time(start), time(start * 2 + 3 + start % 2, 2), .black))
      }
      let shortest = try #require(rate.frame(at: time(2))).value
      let longest = try #require(rate.frame(at: time(10))).value
      let segments = try plan(try film.composition()).segments
      #expect(segments.dropLast().allSatisfy { (shortest...longest).contains(Int64($0.frames.count)) })
      #expect(segments.last.map { Int64($0.frames.count) <= longest } == true)
    }
  }

  @Test("films in fragments are cut where fragments begin, counted from the first frame of their part")
  func fragments() throws {
    var random = SeededRandom(seed: 5)
    let rate = try #require(FrameRate(25))
    for (count, step, part) in [(1, 50, nil), (40, 50, nil), (40, 100, 37..<400), (40, 7, nil)]
      as [(
        Int, Int64, Range<Int64>?
      )]
    {
      let film = try random.film(items: count, rate: rate).composition()
      var settings = usualSettings
      settings.fragmentFrames = step
      let plan = try plan(film, settings: settings, part: part)
      let first = plan.frames.lowerBound
      #expect(plan.segments.first?.frames.lowerBound == first)
      #expect(plan.segments.last?.frames.upperBound == plan.frames.upperBound)
      let joints = zip(plan.segments, plan.segments.dropFirst())
      #expect(joints.allSatisfy { $0.frames.upperBound == $1.frames.lowerBound })
      #expect(plan.segments.allSatisfy { ($0.frames.lowerBound - first).isMultiple(of: step) })
      #expect(plan.segments.count > 1 || count == 1)
    }
  }

  @Test("a short rest at the film's end joins the segment before it")
  func rest() throws {
    let film = Film(rate: try #require(FrameRate(30)), items: [(try time(3), .zero), (try time(1), .zero)])
    #expect(try plan(try film.composition()).segments.map(\.frames) == [0..<120])
  }

  @Test(
    "segments of VP9 and AV1 are longer, and hold whole distances of key frames where there is room",
    arguments: [VideoCodec.vp9, .av1],
    [(30, 250, 250), (25, 250, 250), (60, 250, 500), (30, 30, 300), (30, 600, 300)])
  func longer(codec: VideoCodec, lengths: (rate: Int64, keyFrames: Int, interval: Int64)) throws {
    let (rate, keyFrames, interval) = lengths
    let film = Film(rate: try #require(FrameRate(rate)), items: [(try time(60), .zero)])
    var settings = usualSettings
    settings.video?.codec = codec
    settings.video?.keyFrameInterval = keyFrames
    let frames = try plan(try film.composition(), settings: settings).segments.map(\.frames)
    #expect(frames.dropLast().allSatisfy { $0.count == interval } && frames.count > 2)
    var random = SeededRandom(seed: 5)
    let many = try plan(
      random.film(items: 200, rate: film.rate).composition(), settings: settings
    ).segments.dropLast()
    #expect(many.allSatisfy { (5 * rate...20 * rate).contains(Int64($0.frames.count)) })
  }

  @Test("a long item is cut every five seconds from its own start")
  func steady() throws {
    let film = Film(
      rate: try #require(FrameRate(30)), items: [(try time(4), .zero), (try time(25), try time(1))])
    #expect(
      try plan(try film.composition()).segments.map(\.frames)
        == [0..<120, 120..<270, 270..<420, 420..<570, 570..<720, 720..<870])
  }

  @Test(
    "an earlier insertion leaves the keys behind the next steady place as they were",
    arguments: rates.filter { $0.nominal > 1 })
  func insertion(rate: FrameRate) throws {
    var random = SeededRandom(seed: 5)
    for _ in 0..<5 {
      let original = try random.film(items: 120, rate: rate)
      var longer = original
      // Whole frames, while everything around them starts between two frames.
      let inserted = try rate.start(ofFrame: .random(in: 1...500, using: &random))
      longer.items.insert((inserted, try time(7)), at: 3)
      let before = try plan(try original.composition()).segments
      let after = try plan(try longer.composition()).segments
      let kept = Set(before.map(\.key)).intersection(after.map(\.key)).count
      #expect(kept >= before.count - 8, "\(kept) of \(before.count)")
      // In step once, in step for good.
      let shared = zip(before.reversed(), after.reversed()).prefix { $0.key == $1.key }.count
      #expect(shared >= before.count - 8)
    }
  }

  @Test("a change of one overlay changes the segments that show it, and no others")
  func overlay() throws {
    var random = SeededRandom(seed: 6)
    var film = try random.film(items: 60, rate: try #require(FrameRate(30)))
    film.overlays = [try film.overlay(time(50), time(53), .black)]
    let before = try plan(try film.composition()).segments
    film.overlays = [try film.overlay(time(50), time(53), Color(red: 255, green: 0, blue: 0))]
    let after = try plan(try film.composition()).segments
    let changed = Set(after.map(\.key)).subtracting(before.map(\.key))
    let segments = after.filter { changed.contains($0.key) }
    #expect(!segments.isEmpty)
    // Its own stretch and what shares a group with it: nothing further than the longest segment away.
    #expect(segments.allSatisfy { $0.frames.overlaps(1500 - 600..<1590 + 600) })
    #expect(segments.count <= 4)
    #expect(Set(before.map(\.key)).subtracting(after.map(\.key)).count <= 4)
  }

  @Test("what an overlay or an item looks like moves no cut: only the segments that show it change")
  func looks() throws {
    var random = SeededRandom(seed: 60)
    for _ in 0..<60 {
      var film = Film(rate: try #require(FrameRate(30)))
      for _ in 0..<80 {
        film.items.append(
          (
            try time(.random(in: 10...60, using: &random), 30),
            try time(.random(in: 0...100_000, using: &random), 30)
          ))
      }
      film.overlays = [try film.overlay(time(20), time(22), .black)]
      let composition = try film.composition()
      let before = try plan(composition).segments

      var overlaid = film
      let color = Color(red: .random(in: 1...255, using: &random), green: 0, blue: 0)
      overlaid.overlays = [try film.overlay(time(20), time(22), color)]
      var faded = film
      faded.opacities[30] = .constant(0.5)
      for (changed, shown) in [(overlaid, 600..<660), (faded, composition.layers[30].frames)] {
        let after = try plan(try changed.composition()).segments
        try #require(after.map(\.frames) == before.map(\.frames))
        for (old, new) in zip(before, after) {
          #expect((old.key != new.key) == new.frames.overlaps(shown))
        }
      }
    }
  }

  @Test("a part holds the same cuts and reuses the whole segments inside of it")
  func part() throws {
    var random = SeededRandom(seed: 7)
    let film = try random.film(items: 60, rate: try #require(FrameRate(25))).composition()
    let whole = try plan(film).segments
    let part = try plan(film, part: 700..<2000).segments
    #expect(part.first?.frames.lowerBound == 700)
    #expect(part.last?.frames.upperBound == 2000)
    #expect(part.dropFirst().dropLast().allSatisfy { segment in whole.contains { $0.key == segment.key } })
    #expect(try plan(film, part: -10..<10_000_000).segments == whole)
    #expect(try plan(film, part: 5..<5).segments.isEmpty)
  }

  @Test("films without layers, without frames and with frames below zero are planned without trapping")
  func odd() throws {
    let film = Film(rate: try #require(FrameRate(30)))
    #expect(try plan(try film.composition()).segments.isEmpty)
    var background = try film.composition()
    background.frameCount = 100
    #expect(try plan(background).segments.map(\.frames) == [0..<100])
    #expect(try plan(background).segments.map(\.layers) == [[]])
    background.frameCount = -5
    #expect(try plan(background).segments.isEmpty)
    background.frameCount = 100
    background.layers = [
      try film.overlay(time(1), time(1), .black), try film.overlay(time(-9), time(99), .black),
      try film.overlay(time(50), time(60), .black),
    ]
    #expect(try plan(background).segments.map(\.layers) == [[1]])
  }

  @Test("ten thousand layers are planned without asking each about each")
  func many() throws {
    var random = SeededRandom(seed: 8)
    var film = try random.film(items: 4000, rate: try #require(FrameRate(30)))
    for second in 0..<4000 {
      film.overlays.append(try film.overlay(time(Int64(second)), time(Int64(second) + 2), .black))
    }
    let composition = try film.composition()
    let clock = ContinuousClock()
    var segments = 0
    let spent = try clock.measure { segments = try plan(composition).segments.count }
    #expect(segments > 1000)
    #expect(spent < .seconds(20), "\(spent)")
  }

  @Test("thousands of overlays that all last to the end take neither the memory nor the day")
  func manyUntilTheEnd() throws {
    var film = Film(rate: try #require(FrameRate(30)), items: [(try time(100), .zero)])
    for start in 0..<2000 {
      film.overlays.append(try film.overlay(time(Int64(start), 30), time(100), .black))
    }
    let segments = try plan(try film.composition()).segments
    #expect(segments.last?.layers.count == 2001)
    #expect(segments.first?.layers == Array(0...Int(try #require(segments.first).frames.count)))
  }

  @Test("each segment names the layers that overlap it, in drawing order")
  func shownLayers() throws {
    var random = SeededRandom(seed: 9)
    for _ in 0..<20 {
      var film = try random.film(items: 30, rate: try #require(FrameRate(30)))
      for _ in 0..<30 {
        let start = Int64.random(in: 0...60, using: &random)
        film.overlays.append(
          try film.overlay(time(start), time(start + .random(in: 0...20, using: &random)), .black))
      }
      let composition = try film.composition()
      for segment in try plan(composition, part: 200..<900).segments {
        let expected = composition.layers.indices.filter {
          composition.layers[$0].frames.overlaps(segment.frames)
        }
        #expect(segment.layers == expected)
      }
    }
  }
}
