import Basics
import Composition
import Glibc
import Rendering
import TestSupport
import Testing

@Suite("Sound follows the clock of its picture")
struct PlayedSoundTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func mix(
    _ samples: [Float], _ clock: MediaClock, lasting length: RationalTime, pitch: PitchRule = .keep,
    blocks: Int = 4800
  ) throws -> [Float] {
    let wave = try WaveFile([samples], rate: 48000, at: folder.path("sound.wav"))
    let sound = Sound(
      label: "sound", timelineRange: range(.zero, length), content: .media(0, stream: 0, clock: clock),
      pitch: pitch)
    let film = Composition(
      canvas: Canvas(size: PixelSize(width: 16, height: 16), rate: .thirty),
      mix: MixFormat(sampleRate: 48000, channelCount: 2), duration: seconds(10), frameCount: 300,
      media: [MediaReference(spelling: "sound", path: wave.path, facts: wave.facts)], sounds: [sound])
    let mixer = try SoundMixer(film)
    let count = Int((length.inSeconds * 48000).rounded()) + 4800
    var mixed: [Float] = []
    for start in stride(from: 0, to: count, by: blocks) {
      mixed += try mixer.mix(from: Int64(start), count: min(blocks, count - start))[0]
    }
    return mixed
  }

  private func tone(_ hertz: Double, seconds: Double) -> [Float] {
    (0..<Int(seconds * 48000)).map { Float(0.5 * sin(2 * .pi * hertz * Double($0) / 48000)) }
  }

  /// A click, one sample long, every tenth of a second.
  private func clicks(seconds: Int) -> [Float] {
    (0..<seconds * 48000).map { $0 % 4800 == 2400 ? 0.5 : 0 }
  }

  /// How often the wave rises through zero in a second, counted between the first and the last time.
  private func pitch(_ samples: ArraySlice<Float>) -> Double {
    let rises = samples.indices.dropFirst().filter { samples[$0 - 1] < 0 && samples[$0] >= 0 }
      .map { index in Double(index) - Double(samples[index] / (samples[index] - samples[index - 1])) }
    guard let first = rises.first, let last = rises.last else { return 0 }
    return Double(rises.count - 1) * 48000 / (last - first)
  }

  private func clock(_ speed: RationalTime, from start: RationalTime = .zero, back: Bool = false)
    -> MediaClock
  {
    MediaClock(from: start, speed: speed, isBackwards: back)
  }

  static let speeds: [(Int64, Int64)] = [(2, 1), (1, 2), (3, 2), (3, 4), (11, 10), (4, 1)]

  @Test("whose pitch follows: every click within a sample, and tones as much higher", arguments: speeds)
  func following(speed: (Int64, Int64)) throws {
    let factor = Double(speed.0) / Double(speed.1)
    let length = try #require(RationalTime(2 * speed.1, speed.0))
    let clock = clock(seconds(speed.0, speed.1))
    let heard = try mix(clicks(seconds: 2), clock, lasting: length, pitch: .follow)
    for click in stride(from: 2400, to: 96000, by: 4800) {
      let expected = (Double(click) + 0.5) / factor - 0.5
      let around = max(0, Int(expected) - 600)..<Int(expected) + 600
      let top = try #require(around.max { abs(heard[$0]) < abs(heard[$1]) })
      #expect(abs(Double(top) - expected) <= 0.76, "\(click)")
    }
    // A click of one sample holds as much as before, spread over more samples or fewer.
    #expect(abs(heard.reduce(0) { $0 + Double($1) } - 20 * 0.5 / factor) < 0.02 * 20)
    let high = try mix(tone(440, seconds: 2), clock, lasting: length, pitch: .follow)
    let end = Int((length.inSeconds * 48000).rounded())
    #expect(abs(pitch(high[2400..<end - 2400]) - 440 * factor) < 0.01)
    #expect(high[end...].allSatisfy { $0 == 0 })
  }

  @Test("whose pitch is kept: every click within 2.5 ms, and tones as they were", arguments: keptSpeeds)
  func kept(speed: (Int64, Int64)) throws {
    let factor = Double(speed.0) / Double(speed.1)
    let length = try #require(RationalTime(2 * speed.1, speed.0))
    let clock = clock(seconds(speed.0, speed.1))
    let heard = try mix(clicks(seconds: 2), clock, lasting: length)
    for click in stride(from: 2400, to: 96000, by: 4800) {
      let expected = Int((Double(click) / factor).rounded())
      let reach = min(1200, Int(2400 / factor))
      let around = max(0, expected - reach)..<expected + reach
      let top = try #require(around.max { abs(heard[$0]) < abs(heard[$1]) })
      #expect(abs(top - expected) <= 120, "\(click)")
    }
    let same = try mix(tone(440, seconds: 2), clock, lasting: length)
    let end = Int((length.inSeconds * 48000).rounded())
    let middle = same[2400..<end - 2400]
    #expect(abs(pitch(middle) - 440) < 1)
    // As loud as before, which pieces that do not fit together would not be.
    let power = middle.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(middle.count)
    #expect(abs(power.squareRoot() - 0.5 / 2.0.squareRoot()) < 0.002)
    #expect(same[end...].allSatisfy { $0 == 0 })
  }

  static let keptSpeeds: [(Int64, Int64)] = [
    (1, 4), (1, 2), (73, 100), (3, 4), (9, 10), (11, 10), (3, 2), (2, 1), (4, 1),
  ]

  /// Beeps of 60 ms every 200 ms, soon at full level, over a quiet hum.
  private func beeps(seconds: Int) -> [Float] {
    (0..<seconds * 48000).map { sample in
      let time = Double(sample) / 48000
      let inBeep = time.truncatingRemainder(dividingBy: 0.2) - 0.07
      let level = min(1, min(inBeep, 0.06 - inBeep) / 0.002)
      let beep = level > 0 ? 0.5 * level * sin(2 * .pi * 1000 * inBeep) : 0
      return Float(beep + 0.005 * sin(2 * .pi * 50 * time))
    }
  }

  @Test(
    "whose pitch is kept: beeps set in within 2.5 ms, and only once",
    arguments: [(1, 10), (1, 4), (1, 2), (73, 100), (9, 10), (11, 10), (3, 2), (2, 1), (4, 1), (8, 1)]
      as [(Int64, Int64)])
  func keptBeeps(speed: (Int64, Int64)) throws {
    let factor = Double(speed.0) / Double(speed.1)
    let length = try #require(RationalTime(2 * speed.1, speed.0))
    let heard = try mix(beeps(seconds: 2), clock(seconds(speed.0, speed.1)), lasting: length)
    for beep in 0..<10 {
      // Half of the level is reached a millisecond after the beginning.
      let expected = (Double(beep) * 0.2 + 0.071) / factor * 48000
      let reach = min(2000, Int(3000 / factor))
      let around = max(0, Int(expected) - reach)..<Int(expected) + reach
      let onset = try #require(around.first { abs(heard[$0]) >= 0.25 })
      #expect(abs(Double(onset) - expected) <= 120, "beep \(beep): \((Double(onset) - expected) / 48) ms")
    }
  }

  @Test("backwards, sample for sample, whatever the length of the blocks", arguments: [4800, 1024, 96000])
  func backwards(blocks: Int) throws {
    let samples = (0..<96000).map { Float($0 % 7919) / 8000 }
    let back = clock(.normalSpeed, from: seconds(3, 2), back: true)
    let heard = try mix(samples, back, lasting: seconds(1), blocks: blocks)
    let expected = samples[24000..<72000].reversed()
    #expect(zip(heard, expected).allSatisfy { $0 == $1 })
    #expect(heard[48000...].allSatisfy { $0 == 0 })
  }

  @Test("again and again, each pass on its sample, forwards and backwards")
  func loops() throws {
    let samples = (0..<48000).map { Float($0 % 7919) / 8000 }
    // A third of a second is 16000 samples; two thirds of a sample would add up.
    let pass = MediaClock.Pass(length: seconds(10001, 30000), distance: seconds(10001, 30000))
    let starts = (0..<4).map { (Double($0) * 10001 / 30000 * 48000).rounded() }
    for back in [false, true] {
      let once = clock(.normalSpeed, from: seconds(1, 2), back: back)
      let heard = try mix(samples, once.repeated(pass), lasting: seconds(1), blocks: 1000)
      for (start, end) in zip(starts, starts.dropFirst()) {
        for offset in stride(from: 0, to: Int(end - start), by: 97) where Int(start) + offset < 48000 {
          let expected = samples[back ? 23999 - offset : 24000 + offset]
          #expect(heard[Int(start) + offset] == expected)
        }
      }
    }
  }

  @Test("on a ramp, where picture and sound ask one clock")
  func ramp() throws {
    var speeds = SpeedCurve()
    try speeds.add(.init(time: .zero, speed: seconds(1)), comingBy: .linear)
    try speeds.add(.init(time: seconds(2), speed: seconds(3)), comingBy: .linear)
    let clock = try #require(MediaClock(from: .zero, speeds: speeds, isBackwards: false))
    let heard = try mix(clicks(seconds: 4), clock, lasting: seconds(2), pitch: .follow)
    // t + t^2/2 = c, so t = sqrt(1 + 2c) - 1.
    for click in stride(from: 2400, to: 192_000, by: 4800) {
      let moment = (1 + 2 * (Double(click) + 0.5) / 48000).squareRoot() - 1
      let expected = moment * 48000 - 0.5
      let around = max(0, Int(expected) - 500)..<Int(expected) + 500
      let top = try #require(around.max { abs(heard[$0]) < abs(heard[$1]) })
      #expect(abs(Double(top) - expected) <= 0.76)
    }
  }

  @Test("the same from wherever reading begins")
  func anywhere() throws {
    let samples = (0..<96000).map { Float(($0 * 7919) % 16001) / 16001 - 0.5 }
    for (pitch, back) in [(PitchRule.keep, false), (.keep, true), (.follow, true)] {
      let clock = clock(seconds(3, 2), from: back ? seconds(2) : .zero, back: back)
      let whole = try mix(samples, clock, lasting: seconds(1), pitch: pitch, blocks: 60000)
      let pieces = try mix(samples, clock, lasting: seconds(1), pitch: pitch, blocks: 999)
      #expect(whole == pieces)
    }
  }
}
