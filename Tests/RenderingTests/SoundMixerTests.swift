import Basics
import Composition
import Glibc
import Rendering
import TestSupport
import Testing

@Suite("Sound is placed to the sample")
struct SoundMixerTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func wave(_ channels: [[Float]], rate: Int) throws -> WaveFile {
    try WaveFile(channels, rate: rate, at: folder.path("sound-\(rate)-\(channels.count).wav"))
  }

  /// Two seconds of silence with a click, one sample long, every tenth of a second from `first` on.
  private func clicks(rate: Int, first: Int = 0) -> [Float] {
    (0..<2 * rate).map { $0 % (rate / 10) == first ? 0.5 : 0 }
  }

  private func film(_ wave: WaveFile, _ sounds: [Sound], channels: Int = 2) -> Composition {
    Composition(
      canvas: Canvas(size: PixelSize(width: 16, height: 16), rate: .thirty),
      mix: MixFormat(sampleRate: 48000, channelCount: channels), duration: seconds(10), frameCount: 300,
      media: [MediaReference(spelling: "sound", path: wave.path, facts: wave.facts)], sounds: sounds)
  }

  private func sound(
    _ timelineRange: TimeRange, from mediaStart: RationalTime = .zero, gain: Curve = .constant(1)
  ) -> Sound {
    Sound(
      label: "sound", timelineRange: timelineRange, media: 0, stream: 0, mediaStart: mediaStart, gain: gain)
  }

  private func mix(_ film: Composition, count: Int, from start: Int64 = 0) throws -> [[Float]] {
    try SoundMixer(film).mix(from: start, count: count)
  }

  /// Where the samples are louder than half of a click.
  private func peaks(_ samples: [Float]) -> [Int] { samples.indices.filter { samples[$0] > 0.25 } }

  @Test("Clicks stay where they were, at any rate of the media", arguments: [48000, 44100, 8000, 96000])
  func rates(rate: Int) throws {
    let mixed = try mix(
      film(wave([clicks(rate: rate)], rate: rate), [sound(range(.zero, seconds(2)))]), count: 96000)
    // A click of one sample at another rate becomes a wave of another height with its top at the same time.
    let tenths = stride(from: 0, to: 96000, by: 4800)
    for start in tenths.dropFirst() {
      let around = mixed[0][start - 2400..<start + 2400]
      #expect(around.indices.max { around[$0] < around[$1] } == start)
      #expect(abs(mixed[0][start - 1] - mixed[0][start + 1]) < 1e-3)
    }
    if rate == 48000 { #expect(peaks(mixed[0]) == Array(tenths)) }
  }

  @Test("One channel goes into both of two at its own strength, two stay apart")
  func channels() throws {
    let mono = try mix(
      film(wave([clicks(rate: 48000)], rate: 48000), [sound(range(.zero, seconds(2)))]), count: 96000)
    #expect(mono[0] == clicks(rate: 48000))
    #expect(mono[1] == mono[0])
    let pair = [clicks(rate: 48000), clicks(rate: 48000, first: 77)]
    let stereo = try mix(film(wave(pair, rate: 48000), [sound(range(.zero, seconds(2)))]), count: 96000)
    #expect(stereo == pair)
  }

  @Test("An item begins at its sample and takes its media from its sample, each rounded once")
  func placement() throws {
    // 1/3 s is sample 16000; 0.1234567 s is sample 5925.92, so 5926; 0.4s lasts to 0.7333333 s.
    let item = sound(range(seconds(1, 3), seconds(11, 15)), from: seconds(1_234_567, 10_000_000))
    let mixed = try mix(film(wave([clicks(rate: 48000)], rate: 48000), [item]), count: 96000)
    // Clicks at 9600, 14400, 19200, 24000 of the media; the item ends at sample 35200.
    #expect(peaks(mixed[0]) == [9600, 14400, 19200, 24000].map { 16000 + $0 - 5926 })
  }

  @Test("Before, after and past the end of the media there is silence, exactly")
  func silence() throws {
    let loud = [Float](repeating: 0.5, count: 48000)
    let item = sound(range(seconds(1), seconds(4)), from: seconds(1, 2))
    let mixed = try mix(film(wave([loud], rate: 48000), [item]), count: 5 * 48000)
    for channel in mixed {
      #expect(channel[..<48000].allSatisfy { $0 == 0 })
      #expect(channel[48000..<72000].allSatisfy { $0 == 0.5 })
      #expect(channel[72000...].allSatisfy { $0 == 0 })
    }
  }

  @Test("Items are added up, never made quieter for it")
  func sum() throws {
    let wave = try wave([[Float](repeating: 0.75, count: 96000)], rate: 48000)
    let items = [sound(range(.zero, seconds(1))), sound(range(seconds(1, 2), seconds(3, 2)))]
    let mixed = try mix(film(wave, items), count: 96000)[0]
    #expect(mixed[..<24000].allSatisfy { $0 == 0.75 })
    #expect(mixed[24000..<48000].allSatisfy { $0 == 1.5 })
    #expect(mixed[48000..<72000].allSatisfy { $0 == 0.75 })
    #expect(mixed[72000...].allSatisfy { $0 == 0 })
  }

  @Test("A ramp moves sample by sample, in the item's own time")
  func ramps() throws {
    let wave = try wave([[Float](repeating: 0.5, count: 4 * 48000)], rate: 48000)
    let curve = try #require(
      Curve([
        .init(time: seconds(1), value: 1), .init(time: seconds(2), value: 0.1),
        .init(time: seconds(5, 2), value: 0.1), .init(time: seconds(5, 2), value: 2),
      ]))
    let item = sound(range(seconds(1, 2), seconds(7, 2)), gain: curve)
    let mixed = try mix(film(wave, [item]), count: 4 * 48000)[0]
    // By hand: the item's 1.25 s is the film's 1.75 s; a quarter of the way from 1 to 0.1 is 0.775.
    let known: [(Double, Double)] = [
      (0.5, 1), (1.0, 1), (1.5, 1), (1.75, 0.775), (2.0, 0.55), (2.25, 0.325), (2.5, 0.1), (2.99, 0.1),
      (3.0, 2),
      (3.4, 2),
    ]
    for (time, gain) in known {
      let decibels = 20 * log10(Double(mixed[Int((time * 48000).rounded())]) / (0.5 * gain))
      #expect(abs(decibels) < 0.001, "\(decibels) dB off at \(time) s")
    }
    let slope = zip(mixed[72001..<120000], mixed[72000..<119999]).map { $0 - $1 }
    #expect(slope.allSatisfy { abs($0 + 0.45 / 48000) < 1e-6 })
  }

  @Test("Sixty pieces of a click track keep every click within a sample", arguments: [48000, 44100])
  func sixtyPieces(rate: Int) throws {
    let wave = try wave([clicks(rate: rate)], rate: rate)
    var items: [Sound] = []
    var expected: [Double] = []
    var start = RationalTime.zero
    for number in 0..<60 {
      // Lengths and places that fall on no sample.
      let length = seconds(Int64(97 + number), 701)
      let mediaStart = seconds(Int64(number * 137 % 1100), 701)
      let end = try start + length
      items.append(sound(range(start, end), from: mediaStart))
      for tenth in 1..<20 {
        let place = Double(tenth) / 10 - mediaStart.inSeconds
        guard place > 0.0005, place < length.inSeconds - 0.0005 else { continue }
        expected.append((start.inSeconds + place) * 48000)
      }
      start = end
    }
    let count = Int(start.inSeconds * 48000)
    let mixed = try mix(film(wave, items), count: count)[0]
    #expect(expected.count > 60)
    for place in expected {
      let near = Int(place) - 20..<min(Int(place) + 21, count)
      let top = try #require(near.max { mixed[$0] < mixed[$1] })
      #expect(mixed[top] > 0.2)
      #expect(abs(Double(top) - place) <= 1, "the click at \(place) is at \(top)")
    }
    #expect(rate != 48000 || peaks(mixed).count >= expected.count)
  }

  @Test("Mixing in blocks of any size gives the same samples")
  func blocks() throws {
    let wave = try wave([clicks(rate: 44100)], rate: 44100)
    let curve = try #require(Curve([.init(time: .zero, value: 1), .init(time: seconds(1), value: 0)]))
    let items = [
      sound(range(seconds(1, 7), seconds(9, 8)), from: seconds(1, 9), gain: curve),
      sound(range(seconds(1), seconds(2))),
    ]
    let whole = try mix(film(wave, items), count: 100_000)
    let mixer = try SoundMixer(film(wave, items))
    var pieces: [Float] = []
    for count in [1, 999, 4096, 48000, 12345, 34559] {
      pieces += try mixer.mix(from: Int64(pieces.count), count: count)[1]
    }
    #expect(pieces == whole[1])
    #expect(try mix(film(wave, items), count: 500, from: 60_000)[0] == Array(whole[0][60_000..<60_500]))
  }

  @Test(
    "A sound makes room alike wherever it starts and wherever mixing starts",
    arguments: [0, 48000, 100_800, 108_000, 160_000])
  func ducking(from start: Int) throws {
    let wave = try wave([[Float](repeating: 0.5, count: 5 * 48000)], rate: 48000)
    var music = sound(range(seconds(1), seconds(5)))
    music.duck = SoundDuck(under: [1], level: 0.5, attack: seconds(1, 2), release: seconds(1))
    // The voice is heard from 2s to 3s, and counts as heard for another fifth of a second.
    let voice = sound(range(seconds(2), seconds(3)))
    let mixed = try mix(film(wave, [music, voice]), count: 5 * 48000 - start, from: Int64(start))[0]
    let known: [(time: Double, music: Float, voice: Float)] = [
      (0.5, 0, 0), (1.5, 1, 0), (1.99, 1, 0), (2.25, 0.75, 1), (2.5, 0.5, 1), (2.9, 0.5, 1), (3.1, 0.5, 0),
      (3.7, 0.75, 0), (4.2, 1, 0), (4.9, 1, 0),
    ]
    for (time, music, voice) in known where Int(time * 48000) >= start {
      let expected = 0.5 * (music + voice)
      #expect(abs(mixed[Int(time * 48000) - start] - expected) < 1e-3, "at \(time) s")
    }
  }
}

extension FrameRate {
  static var thirty: FrameRate { FrameRate(30) ?? FrameRate.broadcast("29.97")! }
}
