import Basics
import TestSupport
import Testing

@testable import Detection

@Suite("What is kept of tracks")
struct TrackBytesTests {
  /// Two scenes, a damaged picture, and a dissolve.
  private static let pictures: TrackPictures = {
    var analysis = PictureTrackAnalysis()
    let time = { (number: Int) in RationalTime(Int64(number) * 1001, 24000) ?? .zero }
    for number in 0..<140 {
      switch number {
      case 20: analysis.appendDamaged(at: time(number), reason: "no reference")
      case 60..<80:
        analysis.append(
          mixed(textured(2), textured(3), Double(number - 60) / 20), at: time(number), lossBefore: nil)
      default:
        let scene = number < 10 ? 1 : number < 60 ? 2 : 3
        analysis.append(textured(scene), at: time(number), lossBefore: number == 100 ? "missing" : nil)
      }
    }
    return analysis.finish(at: time(140), missingEnd: nil)
  }()

  private static func sound(_ measures: SoundMeasures) throws -> TrackSound {
    var analysis = try #require(SoundAnalysis(channelCount: 1, withBeats: measures.beats))
    var random = SeededRandom(seed: 7)
    for second in 0..<4 {
      let level: Float = second % 2 == 0 ? 0.3 : 0.0001
      analysis.append([(0..<48_000).map { _ in .random(in: -level...level, using: &random) }])
    }
    let range = try #require(TimeRange(start: RationalTime(seconds: 1), end: RationalTime(seconds: 2)))
    return TrackSound(
      firstStep: 3, features: analysis.finish(),
      loudness: measures.loudness ? MeasuredLoudness(integrated: -1623, truePeak: nil) : nil,
      damages: [MediaDamage(range: range, reason: "a \"reason\"\n")])
  }

  /// If this fails although nothing but the speed should have changed, the arithmetic has changed. If features were meant to
  /// change, `DetectorVersion.number` rises with these numbers.
  @Test("are the same as when the version of the detector was set")
  func golden() throws {
    #expect(DetectorVersion.number == 1)
    #expect(fingerprint(Self.pictures.bytes) == 11_784_137_569_412_120_971)
    let sound = try Self.sound(SoundMeasures(beats: true, loudness: true))
    #expect(fingerprint(sound.bytes) == 7_631_411_949_651_262_583)
  }

  @Test("are read from their bytes")
  func roundTrip() throws {
    #expect(Self.pictures.runs.count == 3 && Self.pictures.damages.count == 2)
    #expect(Self.pictures.runs.map(\.firstPicture) == [0, 21, 100])
    #expect(Self.pictures.runs.joinedRecords.contains { $0.change != nil })
    #expect(Self.pictures.runs.joinedRecords.contains { $0.gradual != nil })
    #expect(TrackPictures(bytes: Self.pictures.bytes) == Self.pictures)
    for measures in [SoundMeasures(), SoundMeasures(beats: true), SoundMeasures(beats: true, loudness: true)]
    {
      let sound = try Self.sound(measures)
      #expect(TrackSound(bytes: sound.bytes) == sound)
    }
  }

  @Test("have extreme numbers")
  func numbers() throws {
    let numbers: [Int64] = [0, 1, -1, 63, 64, -64, -65, .max, .min, .max - 1]
    var writer = FeatureWriter()
    for number in numbers { writer.write(number) }
    var reader = FeatureReader(writer.bytes)
    for number in numbers { #expect(try reader.number() == number) }
    #expect(reader.isAtEnd)
  }

  @Test("are not taken from bytes that were changed, and never trap")
  func hostile() throws {
    let kept = [Self.pictures.bytes, try Self.sound(SoundMeasures(beats: true, loudness: true)).bytes]
    var random = SeededRandom(seed: 1)
    for bytes in kept {
      #expect(TrackPictures(bytes: bytes) == nil || TrackSound(bytes: bytes) == nil)
      #expect(TrackPictures(bytes: bytes + [0]) == nil && TrackSound(bytes: bytes + [0]) == nil)
      for _ in 0..<rounds(20_000, quick: 300) {
        var changed = bytes
        for _ in 0..<Int.random(in: 1...3, using: &random) {
          changed[Int.random(in: changed.indices, using: &random)] = .random(in: 0...255, using: &random)
        }
        if Bool.random(using: &random) { changed.removeLast(.random(in: 1...changed.count, using: &random)) }
        _ = TrackSound(bytes: changed)
        guard let pictures = TrackPictures(bytes: changed) else { continue }
        // Whatever is read can be searched.
        _ = try? pictures.found(Set(DetectionKind.allCases), on: nil)
      }
    }
  }
}

/// FNV-1a.
private func fingerprint(_ bytes: [UInt8]) -> UInt64 {
  bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
}

extension [TrackPictures.Run] {
  fileprivate var joinedRecords: [PictureRecord] { flatMap(\.records) }
}
