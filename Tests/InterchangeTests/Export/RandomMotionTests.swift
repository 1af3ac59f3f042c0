import Basics
import Composition
import Interchange
import TestSupport
import Testing

/// What a seed decides to change over the time of an item.
private struct RandomMotion {
  var random: SeededRandom
  let length: Int

  private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

  private mutating func easing() -> String {
    ["", "", "", " ease-in", " ease-out", " ease-in-out", " ease", " spring", " hold"].randomElement(
      using: &random) ?? ""
  }

  /// A constant, a ramp or key frames of these values, in the spelling of scripts.
  private mutating func animated(_ value: (inout RandomMotion) -> String) -> String {
    let quoted = { (text: String) in "\"\(text)\"" }
    switch number(0...2) {
    case 0: return quoted(value(&self))
    case 1:
      let start = number(0...length - 2)
      return quoted(
        "\(value(&self)) -> \(value(&self)) over \(start)f..\(number(start + 1...length))f\(easing())")
    default:
      var frames = Set((0..<number(2...5)).map { _ in number(0...length) }).sorted()
      // Between frames too.
      let isBetween = number(0...1) == 1
      if isBetween { frames.removeAll { $0 == length } }
      let keys = frames.map {
        isBetween
          ? "\($0)f + 7ms: \(quoted(value(&self) + easing()))" : "\($0)f: \(quoted(value(&self) + easing()))"
      }
      return keys.isEmpty ? quoted(value(&self)) : "{\(keys.joined(separator: ", "))}"
    }
  }

  mutating func keys() -> String {
    var keys: [String] = []
    // Between them, a spring stays an opacity: it goes beyond its end by a sixth of its way.
    if number(0...1) == 0 { keys.append("opacity: " + animated { "0.\($0.number(2...8))" }) }
    if number(0...3) == 0 {
      keys.append("fade: {in: \(number(0...length / 2))f, out: \(number(0...length / 2))f}")
    }
    if number(0...1) == 0 { keys.append("scale: " + animated { "\(Double($0.number(20...200)) / 100)" }) }
    if number(0...1) == 0 {
      keys.append("place: " + animated { "\($0.number(0...100))%, \($0.number(0...100))%" })
    }
    if number(0...2) == 0 { keys.append("rotate: " + animated { "\($0.number(-180...180))deg" }) }
    if number(0...2) == 0 {
      let part = animated {
        "\($0.number(0...40))% \($0.number(0...40))% \($0.number(0...40))% \($0.number(0...40))%"
      }
      keys.append("crop: " + (number(0...1) == 0 ? part : "{part: \(part), anchor: keep}"))
    }
    if number(0...2) == 0 {
      keys.append("fit: " + (["contain", "cover", "fill"].randomElement(using: &random) ?? ""))
    }
    if number(0...2) == 0 { keys.append("width: " + animated { "\($0.number(10...120))%" }) }
    return keys.map { ", " + $0 }.joined()
  }
}

@Suite("Random films that move, through Final Cut Pro XML")
struct RandomMotionTests {
  private func media(_ rate: String) -> String {
    let sizes = ["1280x720", "1000x1000", "1920x800"]
    return sizes.enumerated().map { "m\($0.offset).mov  video \($0.element) \(rate) 900s\n" }.joined()
      + "fonts\n"
  }

  private func script(_ seed: UInt64, _ grid: GridRate) -> String {
    var random = SeededRandom(seed: seed)
    var lines = ["edit: 1", "canvas: {size: 1280x720, rate: \(grid.rate.spelling)}", "timeline:"]
    for index in 0..<Int.random(in: 1...4, using: &random) {
      if index > 0, Int.random(in: 0..<2, using: &random) == 0 {
        lines.append("  - transition: dissolve \(2 * Int.random(in: 1...8, using: &random))f")
      }
      let start = Int.random(in: 100...5000, using: &random)
      let length = Int.random(in: 40...90, using: &random)
      var motion = RandomMotion(random: SeededRandom(seed: seed * 100 + UInt64(index)), length: length)
      lines.append(
        "  - {clip: m\(Int.random(in: 0..<3, using: &random)).mov, take: \(start)f..\(start + length)f\(motion.keys())}"
      )
    }
    return (lines + ["outputs:", "  - file: out/film.mp4"]).joined(separator: "\n") + "\n"
  }

  @Test("come back with the same opacity and place in each frame", arguments: GridRate.all)
  func again(grid: GridRate) throws {
    let media = media(grid.rate.spelling)
    for seed in 0..<UInt64(rounds(200, quick: 40)) {
      let text = script(seed, grid)
      let film = try compiledFilm(text, media: media)
      let written = try ExportedTimeline(film, ExportOptions(name: "film")).written(as: .fcpxml)
      let read = try ImportedTimeline.read(Array(written.text.utf8), name: "a.fcpxml")
      let scriptAgain = try read.timeline.script().text
      let again = try compiledFilm(scriptAgain, media: media)
      try #require(again.layers.count == film.layers.count)
      for (before, after) in zip(film.layers, again.layers) {
        #expect(before.frames == after.frames)
        var differences: [String] = []
        for frame in before.frames {
          let moment = try grid.rate.start(ofFrame: frame)
          let (old, new) = (try moment - before.timelineRange.start, try moment - after.timelineRange.start)
          let opacities = [before.opacity.value(at: old), after.opacity.value(at: new)]
          let distance =
            zip(before.corners(at: old), after.corners(at: new)).map { abs($0 - $1) }.max() ?? .infinity
          // An import may move each of place, size, rotation and crop by a quarter of a pixel.
          if abs(opacities[0] - opacities[1]) > 0.0021 || distance > 0.8 {
            differences.append("\(frame): opacity \(opacities), \(distance) pixels")
          }
        }
        #expect(differences == [], "seed \(seed), \(before.label)\n\(text)\n\(scriptAgain)")
      }
    }
  }
}
