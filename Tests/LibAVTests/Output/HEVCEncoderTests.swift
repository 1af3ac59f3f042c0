import Basics
import Composition
import TestSupport
import Testing

@testable import LibAV

@Suite("Encoding pictures with HEVC")
struct HEVCEncoderTests {
  private static func settings(
    _ rateControl: VideoEncoding.RateControl = .quality(20), speed: String = "ultrafast",
    interval: Int = 48, rate: FrameRate, layout: PixelLayout = .yuv420p
  ) -> HEVCSettings {
    var encoding = VideoEncoding(rateControl: rateControl, speed: speed, keyFrameInterval: interval)
    encoding.codec = .hevc
    switch layout {
    case .yuv444p: encoding.sampling = .full
    case .yuv420p10: encoding.depth = .ten
    case .yuv422p10: (encoding.sampling, encoding.depth) = (.half, .ten)
    default: break
    }
    return HEVCSettings(encoding: encoding, size: smallSize, rate: rate, color: .bt709)
  }

  @Test(
    "segments of any length join into one regular stream, which is decoded as its parts are",
    arguments: [("medium", [97, 1, 2, 100]), ("ultrafast", [1, 1, 118])])
  func segments(speed: String, lengths: [Int]) throws {
    try expectJoined(Self.settings(speed: speed, rate: try rate(30000, per: 1001)), lengths)
  }

  @Test(
    "the same frames and settings give the same bytes, with and without vector instructions",
    arguments: [
      VideoEncoding.RateControl.quality(20), .bitRate(200_000), .cappedBitRate(200_000), .quality(0),
    ])
  func determinism(rateControl: VideoEncoding.RateControl) throws {
    let frames = Array(try movingFrames.get()[..<40])
    var settings = Self.settings(rateControl, speed: "veryfast", rate: try rate(25))
    let first = try encoded(frames, settings, segments: [40]).packets
    #expect(try encoded(frames, settings, segments: [40]).packets == first)
    settings.extraParameters = ["asm": "0"]
    #expect(try encoded(frames, settings, segments: [40]).packets == first)
  }

  @Test(
    "more than two threads make the same bytes",
    arguments: [
      VideoEncoding.RateControl.quality(20), .bitRate(800_000), .cappedBitRate(800_000), .quality(0),
    ])
  func threads(rateControl: VideoEncoding.RateControl) throws {
    let size = PixelSize(width: 640, height: 360)
    let frames = try generated("testsrc2", size, .yuv420p, frames: 24, .bt709)
    var settings = HEVCSettings(
      encoding: Self.settings(rateControl, speed: "veryfast", rate: try rate(25)).encoding, size: size,
      rate: try rate(25), color: .bt709)
    let first = try encoded(frames, settings, segments: [24]).packets
    for threads in [3, 4, 8] {
      settings.threads = threads
      #expect(try encoded(frames, settings, segments: [24]).packets == first)
    }
  }

  @Test(
    "without loss what ffmpeg decodes is what was encoded, and the file says what it is",
    arguments: [
      (PixelLayout.yuv420p, "Main"), (.yuv420p10, "Main 10"), (.yuv422p10, "Rext"), (.yuv444p, "Rext"),
    ])
  func lossless(layout: PixelLayout, profile: String) throws {
    let frames = try generated("testsrc2", smallSize, layout, frames: 12, .bt709)
    let folder = try TemporaryFolder()
    let path = folder.path("lossless.mp4")
    let settings = Self.settings(.quality(0), rate: try rate(25), layout: layout)
    #expect(settings.layout == layout)
    try writeMovie(path, .mp4, [try encoded(frames, settings, segments: [5, 7])])
    let format = layout.rawValue
    #expect(
      try probed(path, "stream=codec_name,codec_tag_string,profile,pix_fmt,color_space,color_range") == [
        "codec_name=hevc", "profile=\(profile)", "codec_tag_string=hvc1", "pix_fmt=\(format)",
        "color_range=tv", "color_space=bt709",
      ])
    let pictures = try decoded(path, ["-fps_mode", "passthrough", "-f", "rawvideo", "-pix_fmt", format])
    #expect(pictures == frames.flatMap(rawBytes))
  }

  @Test("key frames come at the interval, an average rate is kept, and no packet names the encoder")
  func rateControl() throws {
    let frames = try movingFrames.get()
    let settings = Self.settings(.bitRate(100_000), speed: "veryfast", interval: 25, rate: try rate(25))
    let packets = try encoded(frames, settings, segments: [200]).packets
    #expect(packets.filter(\.isKey).map(\.presentation).starts(with: [0, 25, 50]))
    let bits = packets.reduce(0) { $0 + $1.bytes.count } * 8
    #expect((70_000...130_000).contains(bits / 8), "\(bits / 8)")
    #expect(packets[0].bytes.firstRange(of: Array("x265".utf8)) == nil)
  }

  @Test("versions name x265 where it encodes")
  func version() {
    let version = LibAV.versions(encoding: .hevc)
    #expect(version.contains("x265 3.") && !version.contains("x264"), "\(version)")
    #expect(!LibAV.versions(encoding: nil).contains("x26"))
  }
}
