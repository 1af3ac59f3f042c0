import Basics
import Composition
import Glibc
import TestSupport
import Testing

@testable import LibAV

@Suite("Encoding pictures with ProRes, DNxHR, FFV1 and JPEG")
struct IntraEncoderTests {
  /// What ffprobe says of each profile, and the least signal to noise that its decoded pictures have, in decibels.
  private struct Profile {
    let codec: VideoCodec
    let name: String
    let layout: PixelLayout
    let probed: [String]
    let quality: Double
  }

  private static let profiles: [Profile] =
    [
      ("proxy", "Proxy", "apco", 30.0), ("lt", "LT", "apcs", 34), ("standard", "Standard", "apcn", 36),
      ("hq", "HQ", "apch", 38),
    ].map { name, shown, tag, quality in
      Profile(
        codec: .prores, name: name, layout: .yuv422p10,
        probed: ["codec_name=prores", "profile=\(shown)", "codec_tag_string=\(tag)", "pix_fmt=yuv422p10le"],
        quality: quality)
    } + [
      Profile(
        codec: .prores, name: "4444", layout: .yuv444p10,
        probed: ["codec_name=prores", "profile=4444", "codec_tag_string=ap4h", "pix_fmt=yuv444p12le"],
        quality: 36)
    ]
    + [
      ("lb", "LB", PixelLayout.yuv422p, 30.0), ("sq", "SQ", .yuv422p, 36), ("hq", "HQ", .yuv422p, 38),
      ("hqx", "HQX", .yuv422p10, 38), ("444", "444", .yuv444p10, 38),
    ].map { name, shown, layout, quality in
      Profile(
        codec: .dnxhr, name: name, layout: layout,
        probed: [
          "codec_name=dnxhd", "profile=DNXHR \(shown)", "codec_tag_string=AVdn", "pix_fmt=\(layout.rawValue)",
        ], quality: quality)
    }

  private static let size = PixelSize(width: 320, height: 180)

  @Test(
    "each profile is what it is called, joins from segments, and is close to its source", arguments: 0..<10)
  func profile(number: Int) throws {
    let profile = Self.profiles[number]
    let declared = try #require(profile.codec.declaration).usualForm(.eight, profile: profile.name)
    var encoding = VideoEncoding(
      rateControl: .quality(0), depth: declared.depth, sampling: declared.sampling, profile: profile.name)
    encoding.codec = profile.codec
    #expect(encoding.layout == profile.layout)
    let settings = try encoding.settings(size: Self.size, rate: try rate(25), color: .bt709)
    let frames = try generated("testsrc2", Self.size, profile.layout, frames: 6, .bt709)
    let folder = try TemporaryFolder()
    let path = folder.path("film.mov")
    let made = try encoded(frames, settings, segments: [1, 2, 3])
    #expect(made.packets.count == 6 && made.packets.allSatisfy(\.isKey))
    #expect(try encoded(frames, settings, segments: [6]).packets == made.packets)
    try writeMovie(path, .mov, [made])
    #expect(
      try probed(path, "stream=codec_name,codec_tag_string,profile,pix_fmt,color_space,color_primaries")
        == profile.probed + ["color_space=bt709", "color_primaries=bt709"])
    let format = profile.layout.rawValue
    let pictures = try decoded(path, ["-fps_mode", "passthrough", "-f", "rawvideo", "-pix_fmt", format])
    let source = frames.flatMap(rawBytes)
    #expect(pictures.count == source.count)
    let noise = signalToNoise(pictures, source, isDeep: profile.layout.rawValue.hasSuffix("10le"))
    #expect(noise >= profile.quality, "\(profile.codec) \(profile.name): \(noise) dB")
  }

  @Test(
    "FFV1 loses nothing, joins from segments, and is of version 3 with checksums",
    arguments: [PixelLayout.yuv420p, .yuv422p, .yuv444p, .yuv420p10, .yuv422p10, .yuv444p10])
  func lossless(layout: PixelLayout) throws {
    let settings = try Self.settings(.ffv1, layout, quality: 0, color: .bt709)
    let frames = try generated("testsrc2", Self.size, layout, frames: 4, .bt709)
    let folder = try TemporaryFolder()
    let path = folder.path("film.mkv")
    let made = try encoded(frames, settings, segments: [1, 3])
    #expect(made.packets.count == 4 && made.packets.allSatisfy(\.isKey))
    #expect(try encoded(frames, settings, segments: [4]).packets == made.packets)
    try writeMovie(path, .mkv, [made])
    #expect(
      try probed(path, "stream=codec_name,pix_fmt,color_space")
        == ["codec_name=ffv1", "pix_fmt=\(layout.rawValue)", "color_space=bt709"])
    let pictures = try decoded(path, ["-fps_mode", "passthrough", "-f", "rawvideo"])
    #expect(pictures == frames.flatMap(rawBytes))
    // FFmpeg says which version it reads, and would say which slice is damaged.
    let said = try run([
      "ffmpeg", "-v", "debug", "-debug", "pict", "-i", path, "-frames:v", "1", "-f", "null", "-",
    ]).errorText
    #expect(said.contains("ver:3") && said.contains("ec:1"))
  }

  @Test(
    "JPEG has full range and the matrix of BT.601, joins from segments, and comes closer with the quality",
    arguments: [PixelLayout.yuv420p, .yuv422p, .yuv444p])
  func jpeg(layout: PixelLayout) throws {
    let color = ColorTags(primaries: "bt709", transfer: "bt709", matrix: "bt470bg", isFullRange: true)
    let frames = try generated("testsrc2", Self.size, layout, frames: 3, color)
    let folder = try TemporaryFolder()
    var noise: [Double] = []
    for (quality, container) in [(30, Container.mov), (20, .mkv), (14, .mkv)] {
      let settings = try Self.settings(.mjpeg, layout, quality: quality, color: color)
      let path = folder.path("film.\(container.rawValue)")
      let made = try encoded(frames, settings, segments: [1, 2])
      #expect(try encoded(frames, settings, segments: [3]).packets == made.packets)
      // No comment of the encoder.
      #expect(made.packets.allSatisfy { $0.isKey && $0.bytes.firstRange(of: Array("Lavc".utf8)) == nil })
      try writeMovie(path, container, [made])
      #expect(
        try probed(path, "stream=codec_name,pix_fmt,color_space,color_range,color_primaries,chroma_location")
          == [
            "codec_name=mjpeg", "pix_fmt=\(layout.rawValue.replacing("yuv", with: "yuvj"))", "color_range=pc",
            "color_space=bt470bg", "color_primaries=bt709", "chroma_location=center",
          ])
      let pictures = try decoded(path, ["-fps_mode", "passthrough", "-f", "rawvideo"])
      noise.append(signalToNoise(pictures, frames.flatMap(rawBytes), isDeep: false))
    }
    #expect(noise == noise.sorted() && Set(noise).count == 3 && noise[0] > 30, "\(noise)")
  }

  private static func settings(
    _ codec: VideoCodec, _ layout: PixelLayout, quality: Int, color: ColorTags
  ) throws -> any VideoEncoderSettings {
    let name = layout.rawValue
    var encoding = VideoEncoding(
      rateControl: .quality(quality), depth: name.hasSuffix("10le") ? .ten : .eight,
      sampling: name.hasPrefix("yuv444") ? .full : name.hasPrefix("yuv422") ? .half : .quarter)
    encoding.codec = codec
    return try encoding.settings(size: size, rate: try rate(25), color: color)
  }

  @Test("pictures that a codec does not have are refused")
  func refusals() throws {
    var encoding = VideoEncoding(rateControl: .quality(0), depth: .eight, sampling: .half)
    encoding.codec = .dnxhr
    let small = try encoding.settings(size: smallSize, rate: try rate(25), color: .bt709)
    let error = #expect(throws: LibAVError.self) { try VideoEncoder(settings: small) }
    #expect(error?.reason == "dnxhr has no pictures smaller than 256x120")
    encoding.codec = .prores
    let shallow = try encoding.settings(size: Self.size, rate: try rate(25), color: .bt709)
    #expect(throws: LibAVError.self) { try VideoEncoder(settings: shallow) }
  }

  /// In decibels, of samples of eight bits or of ten in two bytes.
  private func signalToNoise(_ made: [UInt8], _ source: [UInt8], isDeep: Bool) -> Double {
    func sample(_ bytes: [UInt8], _ index: Int) -> Double {
      isDeep ? Double(bytes[2 * index]) + 256 * Double(bytes[2 * index + 1]) : Double(bytes[index])
    }
    let count = isDeep ? source.count / 2 : source.count
    var sum = 0.0
    for index in 0..<count {
      let difference = sample(made, index) - sample(source, index)
      sum += difference * difference
    }
    let most = isDeep ? 1023.0 : 255
    return 10 * log10(most * most * Double(count) / max(sum, 1e-9))
  }
}
