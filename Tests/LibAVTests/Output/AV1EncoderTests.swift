import Basics
import MediaFacts
import TestSupport
import Testing
import Vocabulary

@testable import LibAV

@Suite("Encoding pictures with AV1")
struct AV1EncoderTests {
  private static func settings(
    speed: String = "ultrafast", interval: Int = 48, depth: CanvasDepth = .eight, rate: FrameRate
  ) -> AV1Settings {
    var encoding = VideoEncoding(
      rateControl: .quality(20), speed: speed, keyFrameInterval: interval, depth: depth)
    encoding.codec = .av1
    return AV1Settings(encoding, size: smallSize, rate: rate, color: .bt709)
  }

  @Test(
    "segments of any length join into one regular stream, which is decoded as its parts are",
    arguments: [("fast", [37, 1, 2, 40]), ("ultrafast", [1, 1, 58])])
  func segments(speed: String, lengths: [Int]) throws {
    let count = lengths.reduce(0, +)
    let frames = try movingFrames.get()
    let folder = try TemporaryFolder()
    let path = folder.path("joined.mp4")
    let settings = Self.settings(speed: speed, rate: try rate(30000, per: 1001))
    try writeMovie(path, .mp4, [try encoded(frames, settings, segments: lengths)])
    let times = try probed(path, "packet=pts", stream: "v").compactMap { Int($0.dropFirst(4)) }
    #expect(times.sorted() == (0..<count).map { $0 * 1001 })
    let decodeTimes = try probed(path, "packet=dts", stream: "v").compactMap { Int($0.dropFirst(4)) }
    #expect(Set(zip(decodeTimes, decodeTimes.dropFirst()).map { $1 - $0 }) == [1001])

    let raw = ["-fps_mode", "passthrough", "-f", "rawvideo"]
    let pictures = try decoded(path, raw)
    let length = smallSize.width * smallSize.height * 3 / 2
    #expect(pictures.count == count * length)
    for index in Swift.stride(from: 3, to: count, by: 6) {
      let shown = pictures[(index * length)..<((index + 1) * length)]
      let right = difference(shown, rawBytes(frames[index]))
      #expect(right < 4 && right < difference(shown, rawBytes(frames[index - 1])), "frame \(index)")
    }
    var parts: [UInt8] = []
    var start = 0
    for length in lengths {
      let part = folder.path("part-\(start).mp4")
      let own = Array(frames[start..<start + length])
      try writeMovie(part, .mp4, [try encoded(own, settings, segments: [length])])
      parts += try decoded(part, raw)
      start += length
    }
    #expect(pictures == parts)
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

  @Test("what the encoder cannot do is refused, and versions name it")
  func refusals() throws {
    for control in [VideoEncoding.RateControl.bitRate(100_000), .cappedBitRate(100_000), .quality(0)] {
      var encoding = VideoEncoding(rateControl: control)
      encoding.codec = .av1
      let settings = AV1Settings(encoding, size: smallSize, rate: try rate(25), color: .bt709)
      #expect(throws: LibAVError.self) { try VideoEncoder(settings: settings) }
    }
    let version = LibAV.versions(encoding: .av1)
    #expect(version.contains("SVT-AV1 v") && !version.contains("x26"), "\(version)")
  }
}
