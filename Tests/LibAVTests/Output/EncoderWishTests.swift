import Basics
import Composition
import TestSupport
import Testing

@testable import LibAV

@Suite("Levels, tunes and options of encoders")
struct EncoderWishTests {
  private static func encoding(_ codec: VideoCodec, quality: Int = 20) -> VideoEncoding {
    var encoding = VideoEncoding(rateControl: .quality(quality), speed: "ultrafast", keyFrameInterval: 12)
    encoding.codec = codec
    return encoding
  }

  private static func settings(
    _ encoding: VideoEncoding, size: PixelSize = smallSize, rate: FrameRate
  ) throws -> any VideoEncoderSettings {
    try encoding.settings(size: size, rate: rate, color: .bt709)
  }

  @Test(
    "a stream with a level never empties the decoder's buffer, over all segments",
    arguments: [(VideoCodec.h264, "1.1", 192_000, 500_000), (.hevc, "1", 128_000, 128_000)])
  func buffer(codec: VideoCodec, level: String, bitRate: Double, buffer: Double) throws {
    var encoding = Self.encoding(codec, quality: 1)
    let size = PixelSize(width: 160, height: 96)
    var noise = Noise(seed: 7)
    let frames = try (0..<60).map { _ in
      try picture((0..<160 * 96 * 3 / 2).map { _ in noise.next() }, size, .yuv420p, .bt709)
    }
    func lowest(_ encoding: VideoEncoding) throws -> Double {
      let settings = try Self.settings(encoding, size: size, rate: try rate(12))
      let packets = try encoded(frames, settings, segments: [24, 12, 24]).packets
      #expect(packets.count == 60)
      // As the hypothetical decoder of both standards: full at the start, emptied frame by frame in decoding order.
      var (fill, lowest) = (buffer, buffer)
      for packet in packets {
        fill -= Double(packet.bytes.count * 8)
        lowest = min(lowest, fill)
        fill = min(buffer, fill + bitRate / 12)
      }
      return lowest
    }
    #expect(try lowest(encoding) < 0)
    encoding.level = level
    #expect(try lowest(encoding) >= 0)
  }

  @Test(
    "each tune makes other bytes, the same each time, and segments that join",
    arguments: [VideoCodec.h264, .hevc].flatMap { codec in
      (codec.declaration?.tunes ?? []).map { (codec, $0) }
    })
  func tunes(codec: VideoCodec, tune: String) throws {
    var encoding = Self.encoding(codec)
    encoding.speed = "superfast"
    let plain = try Self.settings(encoding, rate: try rate(30000, per: 1001))
    encoding.tune = tune
    let settings = try Self.settings(encoding, rate: try rate(30000, per: 1001))
    let frames = Array(try movingFrames.get()[..<24])
    let tuned = try encoded(frames, settings, segments: [24]).packets
    #expect(try encoded(frames, settings, segments: [24]).packets == tuned)
    #expect(try encoded(frames, plain, segments: [24]).packets != tuned)
    try expectJoined(settings, [20, 1, 39])
  }

  private static let wishes = [VideoCodec.h264, .hevc].flatMap { codec in
    (codec.declaration?.options?.options ?? []).map { (codec, $0) }
  }

  @Test(
    "every option with its least and its greatest value is taken by the encoder, and segments join: every second option; `make judge` tries all",
    .enabled(if: testsAll, "runs in `make test-all`"),
    arguments: cases(wishes, quick: 1, sample: wishes.count / 2))
  func options(codec: VideoCodec, option: EncoderOption) throws {
    for value in option.samples {
      var encoding = Self.encoding(codec)
      encoding.speed = "veryfast"
      encoding.options = [option.name: value]
      let settings = try Self.settings(encoding, rate: try rate(30000, per: 1001))
      let frames = Array(try movingFrames.get()[..<20])
      let mark = FFmpegLog.mark()
      let packets = try encoded(frames, settings, segments: [20]).packets
      for complaint in ["Error parsing option", "Unknown option", "Invalid value for"] {
        #expect(!FFmpegLog.contains(complaint, since: mark), "\(option.name)=\(value)")
      }
      #expect(try encoded(frames, settings, segments: [20]).packets == packets, "\(option.name)=\(value)")
      if value == option.samples.last, option.name != "qpmin" { try expectJoined(settings, [20, 1, 9]) }
    }
  }
}

extension EncoderOption {
  /// The ends of its range, or all of its words.
  fileprivate var samples: [String] {
    switch values {
    case .integer(let range): ["\(range.lowerBound)", "\(range.upperBound)"]
    case .number(let range): ["\(range.lowerBound)", "\(range.upperBound)"]
    case .words(let words): words
    }
  }
}

/// Bytes that no encoder can make small.
private struct Noise {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt8 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return UInt8(truncatingIfNeeded: state >> 56)
  }
}
