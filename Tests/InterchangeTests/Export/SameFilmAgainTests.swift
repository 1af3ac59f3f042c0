import Basics
import Composition
import Interchange
import TestSupport
import Testing

/// A rate with its numbering, as media listings and scripts spell it.
struct GridRate: Sendable, CustomTestStringConvertible {
  let rate: FrameRate
  let isDropFrame: Bool
  var testDescription: String { rate.spellingForPeople + (isDropFrame ? " drop-frame" : "") }

  static let all: [GridRate] = [
    (Int64(24000), Int64(1001), false), (25, 1, false), (30000, 1001, true),
  ].compactMap { frames, seconds, drop in
    FrameRate(frames, per: seconds).map { GridRate(rate: $0, isDropFrame: drop) }
  }
}

@Suite("Films through other formats")
struct SameFilmAgainTests {
  /// A script that a seed decides: clips of four files, gaps and dissolves, all on frames.
  private func script(_ seed: UInt64, _ grid: GridRate, dissolves: Bool = true) -> String {
    var random = SeededRandom(seed: seed)
    var lines = ["edit: 1", "canvas: {size: 1920x1080, rate: \(grid.rate.spelling)}", "timeline:"]
    var isClip = false
    for index in 0..<Int.random(in: 1...15, using: &random) {
      if isClip, Int.random(in: 0..<5, using: &random) == 0 {
        lines.append("  - gap: \(Int.random(in: 1...400, using: &random))f")
        isClip = false
      } else if dissolves, index > 0, isClip, Int.random(in: 0..<2, using: &random) == 0 {
        lines.append("  - transition: dissolve \(Int.random(in: 1...30, using: &random))f")
      }
      let start = Int.random(in: 100...80_000, using: &random)
      let end = start + Int.random(in: 100...2000, using: &random)
      let name = "m\(Int.random(in: 0..<4, using: &random)).mov"
      lines.append("  - {clip: \(name), take: \(start)f..\(end)f}")
      isClip = true
    }
    return (lines + ["outputs:", "  - file: out/film.mp4"]).joined(separator: "\n") + "\n"
  }

  private func listing(_ grid: GridRate) -> String {
    let sound = ["  audio 48000 stereo", "", "  audio 48000 mono", ""]
    let colon = grid.isDropFrame ? ";" : ":"
    return (0..<4).map {
      "m\($0).mov  video 1920x1080 \(grid.rate.spelling) 36000s  timecode 0\($0):00:00\(colon)00\(sound[$0])"
    }.joined(separator: "\n") + "\nfonts\n"
  }

  /// Each layer with its frames and the media time at its first and in its last one, and each dissolve.
  private func shown(_ film: Composition) throws -> [String] {
    let layers = try film.layers.map { layer in
      guard case .moving(let number, _, let clock) = layer.picture else { return "\(layer.frames)" }
      let length = try layer.timelineRange.duration()
      return
        "\(film.media[number].spelling) \(layer.frames) \(try clock.mediaTime(at: .zero)) \(try clock.mediaTime(at: length))"
    }
    return layers + film.transitions.map { "\($0.label) \($0.frames)" } + ["\(film.frameCount) frames"]
  }

  /// URLs begin at their folder, listings do not.

  @Test("play the sound of a film in them once, with its speed")
  func nestedSound() throws {
    let text = """
      edit: 1
      canvas: {size: 1920x1080, rate: 25}
      timeline:
        - {sequence: part, speed: 2x}
        - {sequence: part, audio: off}
      sequences:
        part:
          timeline:
            - {clip: m0.mov, take: 100s..104s}
            - {clip: m0.mov, take: 200s..204s, audio: off}
      outputs:
        - file: out/film.mp4
      """
    let media = "m0.mov  video 1920x1080 25 3600s  audio 48000 stereo\nfonts\n"
    let export = try ExportedTimeline(
      compiledFilm(text + "\n", media: media), ExportOptions(name: "film"))
    for (format, name) in [(InterchangeFormat.otio, "a.otio"), (.fcpxml, "a.fcpxml"), (.xmeml, "a.xml")] {
      let written = try export.written(as: format)
      let read = try ImportedTimeline.read(Array(written.text.utf8), name: name)
      #expect(read.report.dropped == 0 || format == .xmeml, "\(read.report.losses)")
      let script = try read.timeline.script().text
      let again = try compiledFilm(script, media: media)
      let heard = again.sounds.map { sound in
        var count = 1
        if case .film(let number, _) = sound.content { count = again.films[number].composition.sounds.count }
        return "\(sound.timelineRange.start)..\(sound.timelineRange.end) \(count)"
      }
      #expect(heard == ["0s..4s 1"], "\(format)\n\(script)")
      #expect(again.frameCount == 300)
    }
  }

  @Test("show the same frames", arguments: GridRate.all)
  func again(grid: GridRate) throws {
    let listing = listing(grid)
    for seed in 0..<UInt64(rounds(100, quick: 20)) {
      let text = script(seed, grid)
      let film = try compiledFilm(text, media: listing)
      let timecode = StartTimecode(frame: Int64(seed) * 977, isDropFrame: grid.isDropFrame)
      let export = try ExportedTimeline(film, ExportOptions(name: "film", timecode: timecode))
      let expected = try shown(film)
      for (format, name) in [(InterchangeFormat.otio, "a.otio"), (.fcpxml, "a.fcpxml")] {
        let written = try export.written(as: format)
        let read = try ImportedTimeline.read(
          Array(written.text.utf8), name: name, ReadingOptions(rate: grid.rate))
        let again = try compiledFilm(read.timeline.script().text, media: listing)
        #expect(try shown(again) == expected, "seed \(seed), \(format)\n\(text)")
      }
    }
  }

  /// Each sound with its times and the media time at its start.
  private func heard(_ film: Composition) throws -> [String] {
    try film.sounds.map { sound in
      guard case .media(let number, _, let clock) = sound.content else { return sound.label }
      let range = sound.timelineRange
      return "\(film.media[number].spelling) \(range.start)..\(range.end) \(try clock.mediaTime(at: .zero))"
    }
  }

  @Test("play the same sounds where no transition is", arguments: GridRate.all)
  func sounds(grid: GridRate) throws {
    let listing = listing(grid)
    var count = 0
    for seed in 0..<UInt64(rounds(50, quick: 10)) {
      let film = try compiledFilm(script(seed, grid, dissolves: false), media: listing)
      let export = try ExportedTimeline(film, ExportOptions())
      #expect(export.losses.isEmpty)
      let expected = try heard(film)
      count += expected.count
      for (format, name) in [(InterchangeFormat.otio, "a.otio"), (.fcpxml, "a.fcpxml")] {
        let written = try export.written(as: format)
        let read = try ImportedTimeline.read(
          Array(written.text.utf8), name: name, ReadingOptions(rate: grid.rate))
        let again = try compiledFilm(read.timeline.script().text, media: listing)
        #expect(try heard(again) == expected, "seed \(seed), \(format)")
      }
    }
    #expect(count > 20)
  }

  @Test("show the same frames of media after edit decision lists and XMEML", arguments: GridRate.all)
  func lists(grid: GridRate) throws {
    let listing = listing(grid)
    for seed in 0..<UInt64(rounds(50, quick: 10)) {
      let film = try compiledFilm(script(seed, grid, dissolves: false), media: listing)
      let timecode = StartTimecode(frame: 0, isDropFrame: grid.isDropFrame)
      let export = try ExportedTimeline(film, ExportOptions(name: "film", timecode: timecode))
      let expected = try shown(film)
      for (format, name) in [(InterchangeFormat.edl, "a.edl"), (.xmeml, "a.xml")] {
        let written = try export.written(as: format)
        let read = try ImportedTimeline.read(
          Array(written.text.utf8), name: name, ReadingOptions(rate: grid.rate))
        let again = try compiledFilm(read.timeline.script().text, media: listing)
        #expect(try shown(again) == expected, "seed \(seed), \(format)")
      }
    }
  }

  @Test("stand in the same places in scripts")
  func places() throws {
    let media = """
      wide.mp4  video 1920x800 25 60s  audio 48000 stereo
      logo.png  still 640x360  alpha
      fonts
      """
    let film = try compiledFilm(
      """
      edit: 1
      canvas: {size: 1280x720, rate: 25}
      timeline:
        - {clip: wide.mp4, take: 0s..4s, fit: cover}
        - {clip: wide.mp4, take: 5s..9s, fit: fill, speed: 2x}
        - {clip: wide.mp4, take: 5s..8s, speed: -0.5x, fade: 400ms}
        - {clip: wide.mp4, freeze: 5s, for: 2s, opacity: 0.5}
        - {clip: wide.mp4, take: 1s..2s, loop: true, for: 4s}
      overlays:
        - {image: logo.png, for: 2s}
        - {image: logo.png, for: 2s, at: 1s, place: "25%, 75%", width: 20%}
        - {image: logo.png, for: 2s, at: 1s, place: top right, width: 30%, rotate: 30deg}
        - {color: blue, for: 2s, at: 4s, place: left, width: 10%, height: 50%}
        - {text: Hello, for: 2s, at: 6s, place: bottom}
      outputs:
        - file: out/film.mp4
      """, media: media)
    let export = try ExportedTimeline(film, ExportOptions())
    let script = try export.timeline.script()
    #expect(script.losses == [])
    let again = try compiledFilm(script.text, media: media)
    // A loop is written as its passes; all else is item by item.
    #expect(again.layers.count == film.layers.count + 3)
    for layer in film.layers {
      let other = try #require(
        again.layers.first {
          $0.frames.lowerBound == layer.frames.lowerBound && $0.picture.isLike(layer.picture)
            && near($0.contentBox, layer.contentBox)
        }, "\(layer.label) \(layer.frames)\n\(script.text)")
      #expect(near(other.visibleBox, layer.visibleBox))
      #expect(other.opacity == layer.opacity)
      #expect(other.movement?.layout.rotation == layer.movement?.layout.rotation)
    }
    #expect(again.sounds.map(\.timelineRange).last?.end == film.sounds.last?.timelineRange.end)
  }

  /// Up to a pixel at each edge.
  private func near(_ a: PixelBox, _ b: PixelBox) -> Bool {
    abs(a.x - b.x) <= 1 && abs(a.y - b.y) <= 1 && abs(a.width - b.width) <= 2 && abs(a.height - b.height) <= 2
  }
}

extension Picture {
  /// Whether both show the same kind of thing; clocks are compared elsewhere.
  fileprivate func isLike(_ other: Picture) -> Bool {
    switch (self, other) {
    case (.moving(let a, _, let first), .moving(let b, _, let last)):
      a == b && (try? first.mediaTime(at: .zero)) == (try? last.mediaTime(at: .zero))
    case (.frozen(_, _, let a), .frozen(_, _, let b)): a == b
    case (.still, .still), (.text, .text): true
    case (.color(let a), .color(let b)): a == b
    default: false
    }
  }
}
