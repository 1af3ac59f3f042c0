import Basics
import Glibc
import Interchange
import TestSupport
import Testing

/// Key frames of Final Cut Pro in a script: how many there are, and how far they are from the originals at each frame.
/// Both curves are evaluated here, by the definitions of their formats.
@Suite("Imported key frames are as few as the curve needs")
struct KeyFrameThinningTests {
  private static let rate = 25.0
  private static let length = 8.0

  private struct Original {
    var keys: [(time: Double, values: [Double])]
    /// Whether the values are decibels, which Final Cut Pro connects by straight lines.
    var isLevel = false

    /// The values at a time, levels as decibels.
    func values(at time: Double) -> [Double] {
      guard let next = keys.firstIndex(where: { $0.time > time }) else { return keys[keys.count - 1].values }
      guard next > 0 else { return keys[0].values }
      let part = (time - keys[next - 1].time) / (keys[next].time - keys[next - 1].time)
      return zip(keys[next - 1].values, keys[next].values).map { $0 + ($1 - $0) * part }
    }

    var frames: String {
      keys.map { key in
        let value = key.values.map { "\($0)" }.joined(separator: " ") + (isLevel ? "dB" : "")
        let time = Int64((key.time * 25_000).rounded())
        return "<keyframe time=\"\(time)/25000s\" value=\"\(value)\" interp=\"linear\" curve=\"linear\"/>"
      }.joined()
    }
  }

  /// The script of a clip of 8 s with a parameter that changes.
  private func script(_ element: String, _ parameter: String, _ original: Original) throws -> String {
    try reading(
      """
      <fcpxml version="1.10"><resources><format id="r1" frameDuration="1/25s" width="1280" height="720"/>
      <asset id="a" name="A" start="0s" duration="100s" hasVideo="1" hasAudio="1" format="r1"><media-rep kind="original-media" src="A.mov"/></asset>
      </resources><project name="P"><sequence format="r1"><spine>
      <asset-clip ref="a" offset="0s" start="0s" duration="8s"><\(element)><param name="\(parameter)"><keyframeAnimation>\(original.frames)</keyframeAnimation></param></\(element)></asset-clip>
      </spine></sequence></project></fcpxml>
      """, "a.fcpxml"
    ).timeline.script().text
  }

  private func volume(_ keys: [(Double, Double)]) throws -> (script: String, keys: [WrittenCurve.Key]) {
    let original = Original(keys: keys.map { ($0.0, [$0.1]) }, isLevel: true)
    let script = try script("adjust-volume", "amount", original)
    let written = try #require(
      try WrittenCurve("volume", in: script, length: Self.length, rate: Self.rate), "\(script)")
    // Levels below -60 dB are equal.
    let audible = { (level: Double) in max(level, -60) }
    for frame in 0..<200 {
      let time = Double(frame) / Self.rate
      let factor = try written.values(at: time)[0]
      let level = factor > 0 ? 20 * log10(factor) : -200
      let wanted = original.values(at: time)[0]
      #expect(
        abs(audible(level) - audible(wanted)) <= 0.1,
        "frame \(frame): \(level) dB instead of \(wanted) dB\n\(script)")
    }
    return (script, written.keys)
  }

  private func opacity(_ original: Original) throws -> (script: String, keys: [WrittenCurve.Key]) {
    let script = try script("adjust-blend", "amount", original)
    let written = try #require(
      try WrittenCurve("opacity", in: script, length: Self.length, rate: Self.rate), "\(script)")
    for frame in 0..<200 {
      let time = Double(frame) / Self.rate
      let (found, wanted) = (try written.values(at: time)[0], original.values(at: time)[0])
      #expect(abs(found - wanted) <= 0.002, "frame \(frame): \(found) instead of \(wanted)\n\(script)")
    }
    return (script, written.keys)
  }

  /// `original` is in percent of 720 pixels, from the middle to the right and up.
  private func place(_ original: Original) throws -> (script: String, keys: [WrittenCurve.Key]) {
    let script = try script("adjust-transform", "position", original)
    let written = try #require(
      try WrittenCurve("place", in: script, length: Self.length, rate: Self.rate), "\(script)")
    for frame in 0..<200 {
      let time = Double(frame) / Self.rate
      let (found, wanted) = (try written.values(at: time), original.values(at: time))
      let across = found[0] / 100 * 1280 - (640 + wanted[0] * 7.2)
      let down = found[1] / 100 * 720 - (360 - wanted[1] * 7.2)
      #expect(
        abs(across) <= 0.25 && abs(down) <= 0.25, "frame \(frame): \(across), \(down) pixels\n\(script)")
    }
    return (script, written.keys)
  }

  // MARK: Volume

  @Test("Four levels stay four, at their times and with their values")
  func fourLevels() throws {
    let (script, keys) = try volume([(1, 0), (2, -12), (6, -12), (7, 0)])
    #expect(keys.map(\.time) == [1, 2, 6, 7], "\(script)")
    #expect(script.contains("2s: -12dB,"), "\(script)")
    #expect(abs(keys[1].values[0] - pow(10, -12.0 / 20)) < 1e-6)
    #expect(try volume([(0, -3), (2.48, 0), (5, -1.5), (8, -6)]).keys.count == 4)
    #expect(try volume([(0, -24), (1, 6), (1.2, -20), (8, -40)]).keys.count == 4)
  }

  @Test("Levels to and from silence end with silence, and need few more")
  func silence() throws {
    let (script, keys) = try volume([(0, 0), (8, -96)])
    #expect(keys.count <= 4 && keys.last?.values == [0], "\(script)")
    let (both, all) = try volume([(0, -96), (0.4, 0), (7, -10), (8, -96)])
    #expect(all.count <= 8 && all.first?.values == [0] && all.last?.values == [0], "\(both)")
    // A level below all that can be heard is silence as well, and the way to it is as steep as it was.
    let (deep, few) = try volume([(0, 0), (8, -192)])
    #expect(few.count <= 5 && few.last?.values == [0], "\(deep)")
  }

  @Test("Levels sampled at each frame become few")
  func sampledLevels() throws {
    var frames: [(Double, Double)] = []
    for frame in 0...200 {
      let passed = Double(min(max(frame - 50, 0), 50))
      frames.append((Double(frame) / 25, -0.4 * passed))
    }
    let (script, keys) = try volume(frames)
    #expect(keys.count == 2, "\(script)")
  }

  @Test("Levels of any height and length are within a tenth of a decibel", arguments: 0..<UInt64(20))
  func randomLevels(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let times = (0..<Int.random(in: 2...9, using: &random)).map { _ in Int.random(in: 0...200, using: &random)
    }
    let keys = Set(times).sorted().map { (Double($0) / 25, Double(Int.random(in: -96...12, using: &random))) }
    guard keys.count > 1, Set(keys.map(\.1)).count > 1 else { return }
    let (script, found) = try volume(keys)
    // Between two levels, three more are enough.
    #expect(found.count <= keys.count * 4, "\(script)")
  }

  // MARK: Pictures

  @Test("Four straight lines stay as they are")
  func fourOpacities() throws {
    let (script, keys) = try opacity(Original(keys: [(0, [1]), (2, [0.5]), (4, [0.7]), (8, [0.1])]))
    #expect(keys.map(\.time) == [0, 2, 4, 8] && keys.allSatisfy { $0.easing == nil }, "\(script)")
    #expect(keys.map(\.values) == [[1], [0.5], [0.7], [0.1]], "\(script)")
  }

  @Test(
    "Easings that another program sampled become easings again",
    arguments: [
      "ease", "ease-in", "ease-out", "ease-in-out", "cubic-bezier(0.8,0.1,0.2,0.9)",
    ])
  func sampledEasings(easing: String) throws {
    var keys: [(time: Double, values: [Double])] = []
    for frame in 0...200 {
      let part: Double = min(max((Double(frame) - 50) / 100, 0), 1)
      let progress = try WrittenCurve.progress(part, easing)
      let (x, y) = (-40 + 90 * progress, 20 - 35 * progress)
      keys.append((Double(frame) / 25, [x, y]))
    }
    let (script, written) = try place(Original(keys: keys))
    #expect(written.count == 2, "\(script)")
    #expect(written.map(\.time) == [2, 6], "\(script)")
    if !easing.contains("bezier") { #expect(written.first?.easing == easing, "\(script)") }
  }

  @Test("A wave needs a key at each turn, and not many others")
  func wave() throws {
    var keys: [(time: Double, values: [Double])] = []
    for frame in 0...200 {
      let time = Double(frame) / 25
      keys.append((time, [50 * sin(time * Double.pi / 2), 0]))
    }
    let (script, written) = try place(Original(keys: keys))
    // Turns at 1, 3, 5 and 7 s, and both ends.
    #expect(written.count <= 10, "\(script)")
  }

  @Test("A spring that another program sampled is within a quarter of a pixel")
  func spring() throws {
    var keys: [(time: Double, values: [Double])] = []
    for frame in 0...200 {
      let time = Double(frame) / 25
      let (fade, turn) = (exp(-time), 4 * time)
      keys.append((time, [30 * (1 - fade * cos(turn)), 10 * fade * sin(turn)]))
    }
    let (script, written) = try place(Original(keys: keys))
    // Both numbers have one easing, and turn at different times: most of it is lines.
    #expect(written.count <= 100, "\(script)")
  }

  @Test("Noise is within the error, too", arguments: 0..<UInt64(10))
  func noise(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let height = [0.0005, 0.003, 0.02, 0.5][Int(seed % 4)]
    var keys: [(time: Double, values: [Double])] = []
    for frame in 0...200 {
      let noise = Double.random(in: -height...height, using: &random)
      let value = 0.5 + 0.002 * Double(frame) + noise
      keys.append((Double(frame) / 25, [min(max(value, 0), 1)]))
    }
    let (script, written) = try opacity(Original(keys: keys))
    // Noise below the error disappears.
    if height < 0.002 { #expect(written.count <= 4, "\(script)") }
  }

  @Test("No fewer key frames of those of the other program would do", arguments: 0..<UInt64(30))
  func fewest(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let count = Int.random(in: 4...9, using: &random)
    var value = 0.5
    var keys: [(time: Double, values: [Double])] = []
    for index in 0..<count {
      value += Double(Int.random(in: -4...4, using: &random)) * 0.001
      // The input has times of a 25,000th of a second.
      keys.append(((Double(index) * 200_000 / Double(count - 1)).rounded() / 25_000, [value]))
    }
    let original = Original(keys: keys)
    guard Set(keys.map { $0.values[0] }).count > 1 else { return }
    let (script, written) = try opacity(original)
    // Every choice of inner keys, connected by straight lines, whose largest distance is at a key.
    var fewest = count
    for choice in 0..<(1 << (count - 2)) {
      let kept = keys.indices.filter { $0 == 0 || $0 == count - 1 || choice >> ($0 - 1) & 1 == 1 }
      let line = Original(keys: kept.map { keys[$0] })
      // A little less than the whole error is used, because values are rounded.
      let isNear = keys.allSatisfy { abs(line.values(at: $0.time)[0] - $0.values[0]) <= 0.0018 }
      if isNear { fewest = min(fewest, kept.count) }
    }
    #expect(written.count <= fewest, "\(keys)\n\(script)")
  }

  // MARK: Silence

  @Test("Silence is `volume: 0`", arguments: ["-96dB", "-96", "-120dB", "-200dB"])
  func constantSilence(level: String) throws {
    let text = """
      <fcpxml version="1.10"><resources><format id="r1" frameDuration="1/25s" width="1280" height="720"/>
      <asset id="a" name="A" start="0s" duration="100s" hasVideo="1" hasAudio="1" format="r1" src="A.mov"/>
      </resources><project name="P"><sequence format="r1"><spine>
      <asset-clip ref="a" duration="8s"><adjust-volume amount="\(level)"/></asset-clip></spine></sequence></project></fcpxml>
      """
    let script = try reading(text, "a.fcpxml").timeline.script().text
    #expect(script.contains("volume: 0}"), "\(script)")
    #expect(
      try reading(text.replacing(level, with: "-95dB"), "a.fcpxml").timeline.script().text.contains("-95dB"))
  }
}
