import Basics
import Composition
import Foundation
import Glibc
import TestSupport
import Testing

@testable import LibAV

@Suite("Encoding pictures with VP9")
struct VP9EncoderTests {
  private static func settings(
    _ control: VideoEncoding.RateControl = .quality(20), speed: String = "ultrafast", interval: Int = 48,
    depth: CanvasDepth = .eight, sampling: ChromaSampling = .quarter, rate: FrameRate
  ) -> VP9Settings {
    var encoding = VideoEncoding(
      rateControl: control, speed: speed, keyFrameInterval: interval, depth: depth, sampling: sampling)
    encoding.codec = .vp9
    return VP9Settings(encoding: encoding, size: smallSize, rate: rate, color: .bt709)
  }

  @Test(
    "segments of any length join into one regular stream, which is decoded as its parts are",
    arguments: cases([("ultrafast", [1, 1, 58]), ("fast", [37, 1, 2, 40])], quick: 1))
  func segments(speed: String, lengths: [Int]) throws {
    try expectJoined(Self.settings(speed: speed, rate: try rate(30000, per: 1001)), lengths)
  }

  @Test("the same frames and settings give the same bytes with several threads, with a quality or a bit rate")
  func determinism() throws {
    let frames = Array(try movingFrames.get()[..<20])
    for control in [VideoEncoding.RateControl.quality(20), .bitRate(100_000)] {
      for speed in cases(["superfast", "fast"], quick: 1) {
        var settings = Self.settings(control, speed: speed, rate: try rate(25))
        let first = try encoded(frames, settings, segments: [20]).packets
        #expect(try encoded(frames, settings, segments: [20]).packets == first)
        settings.threads = 4
        #expect(try encoded(frames, settings, segments: [20]).packets == first, "\(control) \(speed)")
      }
    }
  }

  @Test(
    "key frames come at the interval, and files say what they hold",
    arguments: [
      (CanvasDepth.eight, ChromaSampling.quarter, "Profile 0", PixelLayout.yuv420p),
      (.eight, .full, "Profile 1", .yuv444p), (.ten, .quarter, "Profile 2", .yuv420p10),
      (.ten, .half, "Profile 3", .yuv422p10),
    ])
  func tags(depth: CanvasDepth, sampling: ChromaSampling, profile: String, layout: PixelLayout) throws {
    let frames = try generated("testsrc2", smallSize, layout, frames: 30, .bt709)
    let settings = Self.settings(interval: 12, depth: depth, sampling: sampling, rate: try rate(25))
    let made = try encoded(frames, settings, segments: [30])
    #expect(made.packets.filter(\.isKey).map(\.presentation) == [0, 12, 24])
    let folder = try TemporaryFolder()
    for container in [Container.mp4, .webm, .mkv] {
      let path = folder.path("film.\(container.rawValue)")
      try writeMovie(path, container, [made])
      #expect(
        try probed(path, "stream=codec_name,profile,pix_fmt,color_space,color_range,color_primaries")
          == [
            "codec_name=vp9", "profile=\(profile)", "pix_fmt=\(layout.rawValue)", "color_range=tv",
            "color_space=bt709", "color_primaries=bt709",
          ])
    }
    // Bits of a channel and sampling in MP4's own words: `vpcC`, version 1, profile, level, bits and sampling.
    let bytes = Array(try Data(contentsOf: URL(filePath: folder.path("film.mp4"))))
    let box = try #require(bytes.firstRange(of: Array("vpcC".utf8)))
    let bits = bytes[box.upperBound + 6]
    #expect(Int(bits >> 4) == depth.rawValue)
    #expect(bits >> 1 & 7 == (sampling == .quarter ? 0 : sampling == .half ? 2 : 3))
  }

  @Test("quality 0 loses nothing")
  func lossless() throws {
    let frames = Array(try movingFrames.get()[..<5])
    let made = try encoded(frames, Self.settings(.quality(0), rate: try rate(25)), segments: [5])
    let folder = try TemporaryFolder()
    try writeMovie(folder.path("film.webm"), .webm, [made])
    let pictures = try decoded(folder.path("film.webm"), ["-fps_mode", "passthrough", "-f", "rawvideo"])
    #expect(pictures == frames.flatMap(rawBytes))
  }

  @Test("an encoder can be left at any time", arguments: [0, 1, 20])
  func abandoned(frames count: Int) throws {
    let encoder = try VideoEncoder(settings: Self.settings(rate: try rate(25)))
    for (index, frame) in try movingFrames.get()[..<count].enumerated() {
      _ = try encoder.send(frame, index: Int64(index))
    }
  }

  @Test("what the encoder cannot do is refused, and versions name it")
  func refusals() throws {
    for control in [VideoEncoding.RateControl.cappedBitRate(100_000), .bitRate(10), .quality(40)] {
      let settings = Self.settings(control, rate: try rate(25))
      #expect(throws: LibAVError.self) { try VideoEncoder(settings: settings) }
    }
    #expect(VP9Settings.rateFactor(ofQuality: 39) == 63)
    let factors = (1...39).compactMap(VP9Settings.rateFactor)
    #expect(factors.count == 39 && factors == factors.sorted())
    let version = LibAV.versions(encoding: .vp9)
    #expect(version.contains("libvpx v") && !version.contains("x26"), "\(version)")
  }
}
