import Basics
import Composition
import Rendering
import TestSupport
import Testing

@Suite("The levels of a sound in a film")
struct SoundLevelsTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Two seconds at 48 kHz: half of full scale on the left, then a quarter below zero on both sides.
  private func film(_ sounds: [Sound]) throws -> Composition {
    let left = [Float](repeating: 0.5, count: 48000) + [Float](repeating: -0.25, count: 48000)
    let right = [Float](repeating: 0, count: 48000) + [Float](repeating: -0.25, count: 48000)
    let wave = try WaveFile([left, right], rate: 48000, at: folder.path("levels.wav"))
    return Composition(
      canvas: Canvas(size: PixelSize(width: 16, height: 16), rate: .thirty),
      mix: MixFormat(sampleRate: 48000, channelCount: 2), duration: seconds(10), frameCount: 300,
      media: [MediaReference(spelling: "sound", path: wave.path, facts: wave.facts)], sounds: sounds)
  }

  private func sound(_ start: Int64, _ end: Int64, gain: Curve = .constant(1)) -> Sound {
    Sound(
      label: "sound", timelineRange: range(seconds(start), seconds(end)), media: 0, stream: 0,
      mediaStart: .zero, gain: gain)
  }

  @Test("are 50 pairs a second of the greatest sample and the root mean square, as the sound is mixed")
  func levels() throws {
    let film = try film([sound(0, 2), sound(3, 5, gain: .constant(0.5))])
    // 255 x 0.5 = 127.5 and 255 x 0.5 / √2 = 90.2; 255 x 0.25 = 63.75.
    let first = Array(repeating: [UInt8(128), 90], count: 50) + Array(repeating: [64, 64], count: 50)
    #expect(try SoundLevels(ofSound: 0, in: film).bytes == first.flatMap(\.self))
    // Half of that: 63.75, 45.1 and 31.875.
    let second = Array(repeating: [UInt8(64), 45], count: 50) + Array(repeating: [32, 32], count: 50)
    #expect(try SoundLevels(ofSound: 1, in: film).bytes == second.flatMap(\.self))
  }

  @Test("are those of the sound alone: not of others, and not ducked under them")
  func alone() throws {
    var ducked = sound(0, 2)
    ducked.duck = SoundDuck(under: [1], level: 0.1, attack: .zero, release: .zero)
    let (alone, both) = (try film([sound(0, 2)]), try film([ducked, sound(0, 2)]))
    #expect(try SoundLevels(ofSound: 0, in: both).bytes == SoundLevels(ofSound: 0, in: alone).bytes)
  }

  @Test("of a sound shorter than a pair's 20 ms are one pair, and of silence zeros")
  func ends() throws {
    var short = sound(0, 1)
    short.timelineRange = range(.zero, try #require(RationalTime(1, 100)))
    #expect(try SoundLevels(ofSound: 0, in: film([short])).bytes == [128, 90])
    #expect(
      try SoundLevels(ofSound: 0, in: film([sound(0, 2, gain: .constant(0))])).bytes.allSatisfy { $0 == 0 })
  }
}
