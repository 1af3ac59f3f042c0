import Basics
import Composition
import FoundationEssentials
import LibAV
import TestSupport
import Testing

/// Files without a header, judged by what FFmpeg finds in them, by its list of formats, and by the bytes themselves.
@Suite("Files without a header")
struct RawFormTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func file(_ bytes: [UInt8], _ name: String = "file.raw") throws -> String {
    try Data(bytes).write(to: URL(filePath: folder.path(name)))
    return folder.path(name)
  }

  /// FFmpeg's names of all formats that its scaler reads, with their components.
  private func judged() throws -> [(name: String, components: Int)] {
    let listing = try run(["ffmpeg", "-hide_banner", "-pix_fmts"]).text
    return listing.split(separator: "\n").compactMap { line -> (name: String, components: Int)? in
      let words = line.split(separator: " ")
      guard words.count >= 4, words[0].count == 5, words[0].hasPrefix("I"), words[1] != "=",
        let count = Int(words[2]), !words[0].hasSuffix("B"), !words[0].contains("P")
      else { return nil }
      return (String(words[1]), count)
    }
  }

  @Test("All formats that FFmpeg's scaler reads are known, but those that are left out by name")
  func complete() throws {
    let known = Set(RawPixelFormat.all.map(\.name))
    #expect(known.count == RawPixelFormat.all.count)
    let wanted = try judged().map(\.name).filter {
      !$0.hasPrefix("bayer") && !$0.hasPrefix("xyz") && !$0.hasPrefix("yuvj")
    }
    #expect(wanted.count > 140)
    #expect(known == Set(wanted), "\(known.symmetricDifference(wanted).sorted())")
    for (name, components) in try judged() {
      guard let format = RawPixelFormat(named: name) else { continue }
      let isAlpha = components == 4 && !name.hasSuffix("0") && !name.hasPrefix("0") || components == 2
      #expect(format.hasAlpha == isAlpha, "\(name)")
    }
  }

  @Test("The facts of pictures are those that a probe finds, in each format, with odd sides")
  func pictures() throws {
    let rates = [FrameRate(25), FrameRate(30000, per: 1001), FrameRate(1, per: 2)]
    for (index, format) in RawPixelFormat.all.enumerated() {
      let size = PixelSize(width: 5 + index % 4, height: 3 + index % 5)
      let form = RawForm.pictures(
        RawPictures(format: format, size: size, rate: rates[index % 3]))
      let count = 1 + index % 3
      let bytes = (0..<Int(form.unit) * count).map { UInt8(truncatingIfNeeded: $0 * 7 + index) }
      let path = try file(bytes)
      let facts = try #require(MediaFacts(form, byteCount: Int64(bytes.count)), "\(form)")
      let found = try MediaProbe.facts(ofFileAt: path, raw: form)
      #expect(found == facts, "\(form)")
      let reader = try VideoReader(
        fileAt: path, streamIndex: 0, origin: .zero, options: VideoReader.Options(raw: form))
      let picture = try reader.frame(shownAt: .zero)
      // Each can be shown.
      let target = PictureTarget(size: size, layout: .rgba)
      #expect(try PictureConverter(to: target).convert(picture).size == size, "\(format.name)")
    }
  }

  @Test("The facts of samples are those that a probe finds, and the samples those that were written")
  func samples() throws {
    for format in RawSampleFormat.allCases {
      for channels in [1, 2, 6, 8] {
        let form = RawForm.samples(RawSamples(format: format, rate: 44_100, channelCount: channels))
        let path = try file([UInt8](repeating: 0x55, count: Int(form.unit) * 5000))
        let facts = try #require(MediaFacts(form, byteCount: form.unit * 5000))
        #expect(try MediaProbe.facts(ofFileAt: path, raw: form) == facts, "\(form)")
      }
    }
    // A ramp of 16 bits, read from any place.
    let count = 50_000
    let values = (0..<count).map { Int16(truncatingIfNeeded: $0) }
    let bytes = values.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
    let form = RawForm.samples(RawSamples(format: .s16le, rate: 48_000, channelCount: 1))
    let path = try file(bytes)
    var random = SeededRandom(seed: 5)
    let reader = try AudioReader(
      fileAt: path, streamIndex: 0, origin: .zero,
      options: AudioReader.Options(rate: 48_000, channelCount: 1, raw: form))
    for _ in 0..<20 {
      let start = Int.random(in: 0..<count - 300, using: &random)
      let read = try reader.read(from: Int64(start), count: 300)
      #expect(read == [values[start..<start + 300].map { Float($0) / 32768 }], "\(start)")
    }
  }

  @Test("Seeking finds the written picture of any time, without reading earlier ones")
  func seeking() throws {
    let size = PixelSize(width: 4, height: 2)
    let gray = try #require(RawPixelFormat(named: "gray"))
    let form = RawForm.pictures(
      RawPictures(format: gray, size: size, rate: FrameRate(30000, per: 1001)))
    let count = 60_000
    var bytes = [UInt8](repeating: 0, count: count * 8)
    for number in 0..<count {
      (bytes[8 * number], bytes[8 * number + 1]) = (UInt8(number >> 8), UInt8(number & 255))
    }
    let path = try file(bytes)
    let reader = try VideoReader(
      fileAt: path, streamIndex: 0, origin: .zero, options: VideoReader.Options(raw: form))
    var random = SeededRandom(seed: 9)
    let rate = try #require(FrameRate(30000, per: 1001))
    let took = try processorTime {
      for number in [0, count - 1, 1, count - 2]
        + (0..<40).map({ _ in Int.random(in: 0..<count, using: &random) })
      {
        let shown = try reader.frame(shownAt: rate.start(ofFrame: Int64(number)))
        let found = shown.withPlanes { Int($0[0].row(0)[0]) << 8 | Int($0[0].row(0)[1]) }
        #expect(found == number)
      }
    }
    #expect(took < .seconds(10))
  }

  @Test("Bytes that are not whole have no facts, and headers are recognised")
  func misfits() throws {
    let rgb = try #require(RawPixelFormat(named: "rgb24"))
    let size = PixelSize(width: 3, height: 3)
    let form = RawForm.pictures(RawPictures(format: rgb, size: size, rate: FrameRate(25)))
    #expect([0, 1, 26, 28, 53].allSatisfy { MediaFacts(form, byteCount: $0) == nil })
    #expect(MediaFacts(form, byteCount: 54)?.video.first?.frameCount == 2)
    let still = RawForm.pictures(RawPictures(format: rgb, size: size, rate: nil))
    #expect(MediaFacts(still, byteCount: 27)?.video.first?.isStill == true)
    #expect(MediaFacts(still, byteCount: 54) == nil)
    let openings: [(String, [UInt8])] = [
      ("yuv4mpegpipe", Array("YUV4MPEG2 W4 H4\n".utf8)), ("wav", Array("RIFF....WAVEfmt ".utf8)),
      ("matroska", [0x1A, 0x45, 0xDF, 0xA3, 1, 2]), ("mov", [0, 0, 0, 24] + Array("ftypisom".utf8)),
      ("raw", Array("RIFF....WA".utf8)), ("raw", [0]), ("raw", [UInt8](repeating: 255, count: 40)),
    ]
    for (container, bytes) in openings {
      let facts = try RawFile.facts(ofFileAt: try file(bytes))
      #expect(facts.container == container && facts.byteCount == Int64(bytes.count))
      #expect(facts.hasOwnHeader == (container != "raw"))
    }
    let empty = try file([])
    #expect(throws: LibAVError.self) { try RawFile.facts(ofFileAt: empty) }
  }
}
