import Basics
import Composition
import TestSupport
import Testing

@testable import LibAV

@Suite("Encoding pictures")
struct VideoEncoderTests {
  @Test(
    "segments of any length join into one regular stream",
    arguments: [
      (H264Settings.Preset.medium, [97, 1, 2, 100, 40], 1), (.ultrafast, [1, 1, 238], 2),
      (.veryfast, [2, 119, 119], 4),
    ])
  func segments(preset: H264Settings.Preset, lengths: [Int], threads: Int) throws {
    let frames = try movingFrames.get()
    let folder = try TemporaryFolder()
    let path = folder.path("joined.mp4")
    let settings = H264Settings(
      size: smallSize, rate: try rate(30000, per: 1001), preset: preset, keyframeInterval: 48,
      threads: threads)
    try writeMovie(path, .mp4, [try encoded(frames, settings, segments: lengths)])

    let times = try probed(path, "packet=pts", stream: "v").compactMap { Int($0.dropFirst(4)) }
    #expect(times.sorted() == (0..<240).map { $0 * 1001 })
    let decodeTimes = try probed(path, "packet=dts", stream: "v").compactMap { Int($0.dropFirst(4)) }
    #expect(Set(zip(decodeTimes, decodeTimes.dropFirst()).map { $1 - $0 }) == [1001])

    let pictures = try decoded(path, ["-fps_mode", "passthrough", "-f", "rawvideo"])
    let length = smallSize.width * smallSize.height * 3 / 2
    #expect(pictures.count == 240 * length)
    for index in Swift.stride(from: 3, to: 240, by: 6) {
      let shown = pictures[(index * length)..<((index + 1) * length)]
      let right = difference(shown, rawBytes(frames[index]))
      #expect(right < 2)
      #expect(right < difference(shown, rawBytes(frames[index - 1])))
    }
  }

  @Test("packets carry no copy of x264's name and settings, segments start with an IDR frame")
  func firstPacket() throws {
    let frames = try movingFrames.get()
    let settings = H264Settings(size: smallSize, rate: try rate(25))
    let packets = try encoded(frames, settings, segments: [3]).packets
    #expect(packets[0].bytes.firstRange(of: Array("x264".utf8)) == nil)
    // Start code, then the type of unit: 5 is a slice of an IDR picture.
    #expect(
      packets[0].bytes.prefix(4).elementsEqual([0, 0, 0, 1])
        || packets[0].bytes.prefix(3).elementsEqual([0, 0, 1]))
    let type = try #require(packets[0].bytes.drop { $0 == 0 }.dropFirst().first)
    #expect(type & 31 == 5)
  }

  @Test("the same frames and settings give the same bytes, with and without vector instructions")
  func determinism() throws {
    let frames = Array(try movingFrames.get()[..<40])
    for threads in [1, 4] {
      let settings = H264Settings(size: smallSize, rate: try rate(25), threads: threads)
      let first = try encoded(frames, settings, segments: [40]).packets
      #expect(try encoded(frames, settings, segments: [40]).packets == first)
      var unaided = settings
      unaided.extraParameters = ["asm": "0"]
      let plain = try VideoEncoder(settings: unaided)
      var packets: [EncodedPacket] = []
      for (index, frame) in frames.enumerated() { packets += try plain.send(frame, index: Int64(index)) }
      packets += try plain.finish()
      #expect(packets == first)
    }
  }

  @Test("large pictures have two threads that decide the types of frames, and the same bytes every time")
  func lookahead() throws {
    for (height, count) in [(720, 2), (718, 1)] {
      let size = PixelSize(width: 1280, height: height)
      let frames = try generated("testsrc2", size, .yuv420p, frames: 12, .bt709)
      let settings = H264Settings(size: size, rate: try rate(25), preset: .veryfast)
      let first = try encoded(frames, settings, segments: [12]).packets
      #expect(try encoded(frames, settings, segments: [12]).packets == first)
      let named = try VideoEncoder(settings: settings, keepsIdentification: true)
      var bytes: [UInt8] = []
      for (index, frame) in frames.enumerated() {
        bytes += try named.send(frame, index: Int64(index)).flatMap(\.bytes)
      }
      bytes += try named.finish().flatMap(\.bytes)
      #expect(String(decoding: bytes, as: UTF8.self).contains(" threads=4 lookahead_threads=\(count) "))
    }
  }

  @Test("frame numbers may begin anywhere")
  func laterStart() throws {
    let frames = try movingFrames.get()
    let settings = H264Settings(size: smallSize, rate: try rate(25))
    let expected = try encoded(frames, settings, segments: [20]).packets.map { try $0.shifted(by: 1000) }
    let encoder = try VideoEncoder(settings: settings)
    var packets: [EncodedPacket] = []
    for index in 0..<20 { packets += try encoder.send(frames[index], index: 1000 + Int64(index)) }
    packets += try encoder.finish()
    #expect(packets == expected)
  }

  @Test("the file says what the pictures are")
  func tags() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("tags.mp4")
    let settings = H264Settings(size: smallSize, rate: try rate(24000, per: 1001))
    try writeMovie(path, .mp4, [try encoded(movingFrames.get(), settings, segments: [24])])
    let entries =
      "stream=codec_name,profile,width,height,pix_fmt,color_range,color_space,color_transfer,"
      + "color_primaries,chroma_location,sample_aspect_ratio,field_order,r_frame_rate,avg_frame_rate,"
      + "start_time,duration_ts,time_base,nb_frames"
    #expect(
      try probed(path, entries) == [
        "codec_name=h264", "profile=High", "width=160", "height=90", "sample_aspect_ratio=1:1",
        "pix_fmt=yuv420p", "color_range=tv", "color_space=bt709", "color_transfer=bt709",
        "color_primaries=bt709", "chroma_location=left", "field_order=progressive",
        "r_frame_rate=24000/1001", "avg_frame_rate=24000/1001", "time_base=1/24000",
        "start_time=0.000000", "duration_ts=24024", "nb_frames=24",
      ])
  }

  @Test("key frames come at the interval, and an average rate is kept")
  func rateControl() throws {
    let frames = try movingFrames.get()
    let settings = H264Settings(
      size: smallSize, rate: try rate(25), quality: .averageBitsPerSecond(100_000), keyframeInterval: 25,
      sceneCut: 0)
    let packets = try encoded(frames, settings, segments: [200]).packets
    #expect(packets.filter(\.isKey).map(\.presentation) == (0..<8).map { $0 * 25 })
    let bits = packets.reduce(0) { $0 + $1.bytes.count } * 8
    #expect((70_000...130_000).contains(bits / 8))
  }

  @Test(
    "without loss what ffmpeg decodes is what was encoded, at every depth and sampling",
    arguments: [PixelLayout.yuv420p, .yuv444p, .yuv420p10, .yuv422p10])
  func lossless(layout: PixelLayout) throws {
    let frames = try generated("testsrc2", smallSize, layout, frames: 12, .bt709)
    let folder = try TemporaryFolder()
    let path = folder.path("lossless.mp4")
    var settings = H264Settings(
      size: smallSize, rate: try rate(25), quality: .lossless, preset: .veryfast, layout: layout)
    try writeMovie(path, .mp4, [try encoded(frames, settings, segments: [5, 7])])
    let format = layout.rawValue
    #expect(
      try probed(path, "stream=profile,pix_fmt") == ["profile=High 4:4:4 Predictive", "pix_fmt=\(format)"])
    let pictures = try decoded(path, ["-fps_mode", "passthrough", "-f", "rawvideo", "-pix_fmt", format])
    #expect(pictures == frames.flatMap(rawBytes))
    settings.profile = .high
    let error = #expect(throws: LibAVError.self) { try VideoEncoder(settings: settings) }
    #expect(error?.reason == "only the profile high444 holds pictures without loss")
  }

  @Test("what H.264 cannot hold is refused, and so are frames that do not fit")
  func refusals() throws {
    let rate = try rate(25)
    for size in [
      PixelSize(width: 161, height: 90), PixelSize(width: 160, height: 91), PixelSize(width: 0, height: 0),
      PixelSize(width: -2, height: 90), PixelSize(width: .max - 1, height: 90),
    ] {
      let error = #expect(throws: LibAVError.self) {
        try VideoEncoder(settings: H264Settings(size: size, rate: rate))
      }
      #expect(error?.cause == .limit)
    }
    for quality in [
      H264Settings.Quality.constant(.nan), .constant(52), .constant(0), .averageBitsPerSecond(0),
    ] {
      #expect(throws: LibAVError.self) {
        try VideoEncoder(settings: H264Settings(size: smallSize, rate: rate, quality: quality))
      }
    }
    let tiny = try VideoEncoder(settings: H264Settings(size: PixelSize(width: 2, height: 2), rate: rate))
    let dot = try picture(PixelSize(width: 2, height: 2), .yuv420p, .bt709) { _, _, _ in 90 }
    #expect(try (tiny.send(dot, index: 0) + tiny.finish()).count == 1)

    let encoder = try VideoEncoder(settings: H264Settings(size: smallSize, rate: rate))
    #expect(throws: LibAVError.self) { try encoder.send(dot, index: 0) }
    let frame = try movingFrames.get()[0]
    _ = try encoder.send(frame, index: 7)
    #expect(throws: LibAVError.self) { try encoder.send(frame, index: 9) }
    let fullRange = try frame.tagged(ColorTags(isFullRange: true))
    #expect(throws: LibAVError.self) { try encoder.send(fullRange, index: 8) }
  }

  @Test("versions name every library, x264 included")
  func versions() throws {
    let command = try run(["ffmpeg", "-version"]).text
    for name in ["libavcodec", "libavformat", "libswscale", "libswresample"] {
      let line = try #require(command.split(separator: "\n").first { $0.hasPrefix(name) })
      let number = line.dropFirst(name.count).prefix { $0 != "/" }.filter { $0 != " " }
      #expect(LibAV.versions(encoding: .h264).contains("\(name) \(number)"))
    }
    let stream = try run([
      "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "color=size=16x16", "-frames:v", "1", "-c:v", "libx264",
      "-f", "h264", "-",
    ])
    let start = try #require(stream.output.firstRange(of: Array("x264 - core".utf8))).lowerBound
    let words = String(decoding: stream.output[start...].prefix(60), as: UTF8.self).split(separator: " ")
    #expect(LibAV.versions(encoding: .h264).hasSuffix("x264 core \(words[3]) \(words[4]) \(words[5])"))
  }
}
