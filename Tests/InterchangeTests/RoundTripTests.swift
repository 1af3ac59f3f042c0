import Basics
import Compiler
import Composition
import Diagnostics
import Interchange
import Lowering
import TestSupport
import Testing

/// A rate with its numbering, and how media listings and commands spell it.
struct CountedRate: Sendable, CustomTestStringConvertible {
  let rate: FrameRate
  let isDropFrame: Bool
  var testDescription: String { rate.spellingForPeople + (isDropFrame ? " drop-frame" : "") }

  static let all: [CountedRate] = {
    let rates: [(Int64, Int64, Bool)] = [
      (24000, 1001, false), (24, 1, false), (25, 1, false), (30000, 1001, false), (30000, 1001, true),
      (30, 1, false),
      (50, 1, false), (60000, 1001, false), (60000, 1001, true), (60, 1, false),
    ]
    return rates.compactMap { frames, seconds, drop in
      FrameRate(frames, per: seconds).map { CountedRate(rate: $0, isDropFrame: drop) }
    }
  }()
}

/// Cuts that a seed decides: clips of four files, gaps and dissolves, all on frames.
struct RandomTimeline {
  private var random: SeededRandom
  private let counted: CountedRate
  private let place = InputPlace(line: 1, column: 1)

  init(_ seed: UInt64, _ counted: CountedRate) {
    random = SeededRandom(seed: seed)
    self.counted = counted
  }

  mutating func timeline(transitions: Bool, gaps: Bool) throws -> InterchangeTimeline {
    var timeline = InterchangeTimeline(name: "random")
    timeline.canvas = InterchangeCanvas(
      width: 1920, height: 1080, rate: counted.rate, isDropFrame: counted.isDropFrame,
      start: try time(Int64.random(in: 0...200_000, using: &random)))
    timeline.media = try (0..<4).map { number in
      InterchangeMedia(
        name: "m\(number)", path: "m\(number).mov",
        timing: .fromStart(timecode: try time(Int64.random(in: 0...100_000, using: &random))),
        duration: try time(500_000), rate: counted.rate, place: place)
    }
    var items: [InterchangeItem] = []
    for index in 0..<Int.random(in: 1...20, using: &random) {
      if gaps, index > 0, Int.random(in: 0..<5, using: &random) == 0 {
        items.append(
          .gap(InterchangeGap(duration: try time(Int64.random(in: 1...500, using: &random)), place: place)))
      } else if transitions, case .clip? = items.last, Int.random(in: 0..<3, using: &random) == 0 {
        items.append(
          .transition(
            InterchangeTransition(
              kind: .dissolve, before: try time(Int64.random(in: 0...20, using: &random)),
              after: try time(Int64.random(in: 1...20, using: &random)), place: place)))
      }
      items.append(
        .clip(
          InterchangeClip(
            name: "clip \(index)", source: .media(Int.random(in: 0..<4, using: &random)),
            start: try time(Int64.random(in: 100...400_000, using: &random)),
            duration: try time(Int64.random(in: 50...2000, using: &random)), place: place)))
    }
    timeline.sequences = [
      InterchangeSequence(name: "random", tracks: [InterchangeTrack(kind: .picture, items: items)])
    ]
    return timeline
  }

  private func time(_ frame: Int64) throws -> RationalTime { try counted.rate.start(ofFrame: frame) }
}

@Suite("Random cut lists")
struct RoundTripTests {
  /// What a film shows: the file, its frame and the length of each clip, and where dissolves begin and end.
  private func frames(_ timeline: InterchangeTimeline, _ rate: FrameRate) throws -> [String] {
    var lines: [String] = []
    for placed in try #require(timeline.main.pictures.first).placed() {
      switch placed.item {
      case .gap: continue
      case .clip(let clip):
        guard case .media(let number) = clip.source else { continue }
        var source = clip.start
        if case .fromStart(let timecode?) = timeline.media[number].timing { source = try source + timecode }
        let path = timeline.media[number].path?.split(separator: "/").last ?? ""
        lines.append(
          "\(path) \(try frame(source, rate)) at \(try frame(placed.start, rate)) for \(try frame(clip.duration ?? .zero, rate))"
        )
      case .transition(let transition):
        lines.append(
          "dissolve \(try frame(placed.start - transition.before, rate))..\(try frame(placed.start + transition.after, rate))"
        )
      }
    }
    return lines
  }

  private func frame(_ time: RationalTime, _ rate: FrameRate) throws -> Int64 {
    let frame = try #require(rate.frame(at: time))
    #expect(!frame.wasRounded)
    return frame.value
  }

  private func again(
    _ timeline: InterchangeTimeline, _ format: InterchangeFormat, _ name: String, _ counted: CountedRate
  ) throws -> InterchangeTimeline {
    let written = try timeline.written(as: format)
    return try ImportedTimeline.read(Array(written.text.utf8), name: name, ReadingOptions(rate: counted.rate))
      .timeline
  }

  @Test("lose no frame in formats that have gaps and dissolves", arguments: CountedRate.all)
  func formats(counted: CountedRate) throws {
    for seed in 0..<UInt64(rounds(300, quick: 30)) {
      var random = RandomTimeline(seed, counted)
      let timeline = try random.timeline(transitions: true, gaps: true)
      let expected = try frames(timeline, counted.rate)
      #expect(try frames(again(timeline, .otio, "a.otio", counted), counted.rate) == expected)
      #expect(try frames(again(timeline, .fcpxml, "a.fcpxml", counted), counted.rate) == expected)
    }
  }

  @Test("lose no frame in lists and tables", arguments: CountedRate.all)
  func lists(counted: CountedRate) throws {
    for seed in 0..<UInt64(rounds(300, quick: 30)) {
      var random = RandomTimeline(seed, counted)
      let timeline = try random.timeline(transitions: false, gaps: true)
      let expected = try frames(timeline, counted.rate)
      #expect(try frames(again(timeline, .edl, "a.edl", counted), counted.rate) == expected)
      #expect(try frames(again(timeline, .xmeml, "a.xml", counted), counted.rate) == expected)
      var plain = timeline
      for index in plain.media.indices { plain.media[index].timing = .fromStart(timecode: nil) }
      #expect(
        try frames(again(plain, .autoEditor, "a.json", counted), counted.rate) == frames(plain, counted.rate))
    }
  }

  @Test("are the same film as scripts", arguments: CountedRate.all)
  func scripts(counted: CountedRate) throws {
    for seed in 0..<UInt64(rounds(300, quick: 20, sample: 20)) {
      var random = RandomTimeline(seed, counted)
      let timeline = try random.timeline(transitions: seed % 2 == 0, gaps: true)
      let script = try timeline.script()
      let listing = try MediaListing(
        (0..<4).map { "m\($0).mov  video 1920x1080 \(counted.rate.spelling) 36000s" }.joined(separator: "\n")
          + "\nfonts\n")
      let parsed = ParsedScript(SourceText(name: "film.edit", script.text))
      let compiled = compile(parsed, media: listing.table(for: parsed.script))
      #expect(compiled.diagnostics.filter { $0.severity == .error }.map(\.message) == [], "\(script.text)")
      let film = try #require(compiled.films.first?.composition)
      let played = try film.layers.map { try shown($0, film, counted.rate) }
      let wanted = try expected(of: timeline, dropped: script.losses, counted.rate)
      #expect(played == wanted)
    }
  }

  /// A layer: the file that it shows, its first frame there, and its frames in the film.
  private func shown(_ layer: Layer, _ film: Composition, _ rate: FrameRate) throws -> String {
    guard case .moving(let number, _, let clock) = layer.picture else { return "\(layer.frames)" }
    let path = film.media[number].path.split(separator: "/").last ?? ""
    return "\(path) \(try frame(clock.mediaTime(at: .zero), rate)) at \(layer.frames)"
  }

  private func expected(of timeline: InterchangeTimeline, dropped: [WritingLoss], _ rate: FrameRate) throws
    -> [String]
  {
    #expect(dropped.isEmpty)
    let placed = try #require(timeline.main.pictures.first).placed()
    return try placed.enumerated().compactMap { index, entry in
      guard case .clip(let clip) = entry.item, case .media(let number) = clip.source else { return nil }
      var (start, source) = (entry.start, clip.start)
      var end = try entry.start + (clip.duration ?? .zero)
      if index > 0, case .transition(let transition) = placed[index - 1].item {
        start = try start - transition.before
        source = try source - transition.before
      }
      if index + 1 < placed.count, case .transition(let transition) = placed[index + 1].item {
        end = try end + transition.after
      }
      return "m\(number).mov \(try frame(source, rate)) at \(try frame(start, rate)..<frame(end, rate))"
    }
  }
}
