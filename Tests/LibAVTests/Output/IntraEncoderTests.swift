import Basics
import Glibc
import MediaFacts
import TestSupport
import Testing
import Vocabulary

@testable import LibAV

@Suite("Encoding pictures with ProRes and DNxHR")
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
