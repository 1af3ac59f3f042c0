import Basics
import Composition
import Foundation
import Glibc
import TestSupport
import Testing

@testable import LibAV

@Suite("Encoding pictures with AV1")
struct AV1EncoderTests {
  private static func settings(
    speed: String = "ultrafast", interval: Int = 48, depth: CanvasDepth = .eight, rate: FrameRate
  ) -> AV1Settings {
    var encoding = VideoEncoding(
      rateControl: .quality(20), speed: speed, keyFrameInterval: interval, depth: depth)
    encoding.codec = .av1
    return AV1Settings(encoding: encoding, size: smallSize, rate: rate, color: .bt709)
  }

  @Test(
    "segments of any length join into one regular stream, which is decoded as its parts are",
    arguments: [("fast", [37, 1, 2, 40]), ("ultrafast", [1, 1, 58])])
  func segments(speed: String, lengths: [Int]) throws {
    try expectJoined(Self.settings(speed: speed, rate: try rate(30000, per: 1001)), lengths)
  }

  @Test(
    "the same frames and settings give the same bytes, with any processors, with and without vector instructions"
  )
  func determinism() throws {
    let frames = Array(try movingFrames.get()[..<40])
    for depth in [CanvasDepth.eight, .ten] {
      var settings = Self.settings(speed: "veryfast", depth: depth, rate: try rate(25))
      let pictures =
        depth == .eight ? frames : try generated("testsrc2", smallSize, .yuv420p10, frames: 40, .bt709)
      let first = try encoded(pictures, settings, segments: [40]).packets
      #expect(try encoded(pictures, settings, segments: [40]).packets == first)
      for parameters in [["asm": "0"], ["lp": "1"], ["lp": "4"]] {
        settings.extraParameters = parameters
        #expect(try encoded(pictures, settings, segments: [40]).packets == first, "\(parameters)")
      }
    }
  }

  @Test("key frames come at the interval, and the file says what it is")
  func tags() throws {
    let frames = try movingFrames.get()
    let settings = Self.settings(interval: 25, rate: try rate(25))
    let made = try encoded(frames, settings, segments: [60])
    #expect(made.packets.filter(\.isKey).map(\.presentation) == [0, 25, 50])
    let folder = try TemporaryFolder()
    let path = folder.path("film.mp4")
    try writeMovie(path, .mp4, [made])
    #expect(
      try probed(path, "stream=codec_name,codec_tag_string,profile,pix_fmt,color_space,color_range,nb_frames")
        == [
          "codec_name=av1", "profile=Main", "codec_tag_string=av01", "pix_fmt=yuv420p", "color_range=tv",
          "color_space=bt709", "nb_frames=60",
        ])
  }

  @Test("an encoder takes no time from other processes: none of its threads is a real-time one")
  func priority() throws {
    var policies: [String] = []
    let encoder = try VideoEncoder(settings: Self.settings(rate: try rate(25)))
    for thread in try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task") {
      if let number = pid_t(thread) { policies.append("\(sched_getscheduler(number))") }
    }
    withExtendedLifetime(encoder) {}
    #expect(
      policies.count > 5 && Set(policies).isDisjoint(with: ["\(SCHED_FIFO)", "\(SCHED_RR)"]), "\(policies)")
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
    for control in [VideoEncoding.RateControl.bitRate(100_000), .cappedBitRate(100_000), .quality(0)] {
      var encoding = VideoEncoding(rateControl: control)
      encoding.codec = .av1
      let settings = AV1Settings(encoding: encoding, size: smallSize, rate: try rate(25), color: .bt709)
      #expect(throws: LibAVError.self) { try VideoEncoder(settings: settings) }
    }
    let version = LibAV.versions(encoding: .av1)
    #expect(version.contains("SVT-AV1 v") && !version.contains("x26"), "\(version)")
  }
}
