import FoundationEssentials
import TestSupport
import Testing

@Suite(
  "Media as the world makes it",
  .enabled(if: RealMedia.isPresent, "the folder of real clips is not beside the checkout"))
struct RealMediaTests {
  @Test(
    "Each file shows what an independent decoder sees, or says why it cannot",
    arguments: cases(RealFile.all, quick: 6, sample: 24))
  func shows(file: RealFile) throws {
    let folder = try TemporaryFolder()
    let probed = try #require(ProbeReport.ofAllFiles.get()[file.path])
    guard let facts = probed.facts else {
      #expect(probed.error?.isEmpty == false)
      #expect(RealFile.refused.contains(file.name), "probe of \(file.name): \(probed.error ?? "")")
      return
    }
    guard let video = facts.video.first(where: { !$0.attachedPicture }) else { return }
    let film = folder.path("film.mp4")
    let rendered = try run([
      builtEditc, "render", folder.write("film.edit", script(file, facts, video)), "-o", film, "--no-cache",
    ])
    guard rendered.exitCode == 0 else {
      expectRefusal(rendered, of: file)
      return
    }
    #expect(!RealFile.refused.contains(file.name), "\(file.name) can be rendered by now")
    let pictures = try split(grayPictures(film))
    #expect(!pictures.isEmpty)
    if !video.still, !video.alpha, !RealFile.seenOtherwise.keys.contains(file.name) {
      // What is mapped from HDR looks otherwise than the judge's plain pictures, but like no other one of them.
      let limit = RealFile.highDynamicRange.contains(file.name) ? 3000.0 : 650
      try compare(pictures, with: JudgedPictures(file, facts, video, in: folder), limit: limit)
    }
  }

  /// Half a second of the file over the whole of a small canvas.
  private func script(_ file: RealFile, _ facts: ProbeReport.Facts, _ video: ProbeReport.Video) -> String {
    let part =
      video.still ? "for: 0.1s" : (facts.duration?.seconds ?? 0) > 0.5 ? "take: 0s..0.5s" : "take: all"
    return """
      edit: 1
      canvas: {size: \(JudgedPictures.width)x\(JudgedPictures.height), rate: 30}
      timeline:
        - \(video.still ? "image" : "clip"): \(file.path)
          fit: fill
          \(part)
      outputs:
        - file: film.mp4
          video: {speed: ultrafast, quality: 12}
      """
  }

  private func expectRefusal(_ result: ProgramResult, of file: RealFile) {
    #expect([1, 65, 66].contains(result.exitCode), "\(file.name): \(result.errorText)")
    #expect(
      result.errorText.contains(file.name) || result.text.contains(file.name),
      "\(result.errorText)\(result.text)")
    #expect(RealFile.refused.contains(file.name), "\(file.name): \(result.errorText)")
  }

  /// Colours are converted, which the judge does not do: so what counts is that no neighbour fits better.
  private func compare(_ pictures: [[UInt8]], with judged: JudgedPictures, limit: Double) throws {
    try #require(!judged.pictures.isEmpty)
    for (frame, picture) in pictures.enumerated() {
      // Before the first whole picture ffmpeg shows what it has of broken ones.
      let moment = Fraction(2 * frame + 1, 60)
      guard moment > judged.start else { continue }
      let expected = judged.index(shownAt: moment)
      let difference = meanSquare(picture, judged.pictures[expected])
      #expect(difference < limit, "frame \(frame) looks nothing like picture \(expected): \(difference)")
      for other in max(0, expected - 3)...min(judged.pictures.count - 1, expected + 3) where other != expected
      {
        let theirs = meanSquare(picture, judged.pictures[other])
        #expect(
          theirs > difference * 0.8 - 1,
          "frame \(frame) is picture \(other), not \(expected): \(theirs) < \(difference)")
      }
    }
  }

  private func split(_ bytes: [UInt8]) -> [[UInt8]] {
    let size = JudgedPictures.width * JudgedPictures.height
    return stride(from: 0, to: bytes.count, by: size).map { Array(bytes[$0..<$0 + size]) }
  }

  private func meanSquare(_ a: [UInt8], _ b: [UInt8]) -> Double {
    var sum = 0
    a.withUnsafeBufferPointer { a in
      b.withUnsafeBufferPointer { b in
        var index = 0
        while index < a.count {
          let difference = Int(a[index]) &- Int(b[index])
          sum &+= difference &* difference
          index &+= 1
        }
      }
    }
    return Double(sum) / Double(a.count)
  }

  @Test("Flash and beep stay together through ten cuts")
  func flashAndBeep() throws {
    let folder = try TemporaryFolder()
    let source = RealMedia.path("synth/avsync_flash_beep_30.mp4")
    let takes = (0..<10).map { (start: 47 * $0 + 7, length: 53 - 2 * $0) }
    let items = takes.map { "  - {clip: \(source), take: \($0.start)/30s for \($0.length)/30s}\n" }
    let script =
      "edit: 1\ntimeline:\n\(items.joined())outputs: [{file: film.mp4, video: {speed: ultrafast}}]\n"
    let film = folder.path("film.mp4")
    try editc(["render", folder.write("film.edit", script), "-o", film, "--no-cache"])

    let (width, height, _) = try shape(of: film)
    let gray = try grayPictures(film)
    let flashes = stride(from: 0, to: gray.count, by: width * height).enumerated().filter {
      let picture = gray[$0.element..<$0.element + width * height]
      return stride(from: picture.startIndex, to: picture.endIndex, by: 97).allSatisfy { gray[$0] > 128 }
    }.map(\.offset)
    let starts = takes.reduce(into: [0]) { starts, take in
      starts.append(starts[starts.count - 1] + take.length)
    }
    let expected = zip(takes, starts).flatMap { take, start in
      (take.start..<take.start + take.length).filter { $0 % 30 == 0 }.map { start + $0 - take.start }
    }
    #expect(expected.count > 10)
    #expect(flashes == expected)

    let beep = Array(try decodedSamples(source)[48000..<49600])
    let samples = try decodedSamples(film)
    let whole = flashes.filter { flash in starts.contains { $0 > flash && $0 - flash < 2 } == false }
    let offsets = whole.map { Chirps.offset(of: beep, in: samples, near: 1600 * $0) }
    #expect(offsets.allSatisfy { $0.map { abs($0) <= 48 } ?? false }, "\(offsets)")
  }
}

/// What `editc probe --json` says, as far as it is needed here.
private struct ProbeReport: Decodable {
  let files: [File]

  struct File: Decodable {
    let path: String
    let facts: Facts?
    let error: String?
  }

  /// By path. One command looks at them all: a hundred and fifty would take longer to start than to look.
  static let ofAllFiles = Lazily<[String: File]> {
    let probed = try run([builtEditc, "probe", "--json"] + RealFile.all.map(\.path))
    // Some of them cannot be read, which the command's end says, too.
    try #require(probed.exitCode == 65, "\(probed.errorText)")
    let report = try JSONDecoder().decode(ProbeReport.self, from: Data(probed.output))
    return Dictionary(report.files.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
  }

  struct Facts: Decodable {
    let duration: Time?
    let origin: Time
    let video: [Video]
  }

  struct Video: Decodable {
    let track: Int
    let start: Time
    let alpha: Bool
    let still: Bool
    let attachedPicture: Bool
  }

  struct Time: Decodable {
    let value: Int
    let timescale: Int
    let seconds: Double

    var exact: Fraction { Fraction(value, timescale) }
  }
}

/// A moving picture as ffmpeg decodes and scales it.
private struct JudgedPictures {
  static let width = 160
  static let height = 90

  /// In media time.
  let start: Fraction
  private(set) var times: [Fraction] = []
  private(set) var pictures: [[UInt8]] = []

  init(
    _ file: RealFile, _ facts: ProbeReport.Facts, _ video: ProbeReport.Video, in folder: TemporaryFolder
  ) throws {
    let list = folder.path("list")
    let stream = ["-map", "0:\(video.track)", "-fps_mode", "passthrough", "-frames:v", "75"]
    let scaling = "scale=\(Self.width):\(Self.height):flags=bicubic+accurate_rnd:out_range=tv,format=yuv420p"
    let bytes = try run(
      ["ffmpeg", "-v", "error", "-nostdin", "-copyts", "-i", file.path] + stream
        + ["-vf", scaling + ",format=gray", "-f", "rawvideo", "-"] + stream
        + ["-enc_time_base", "-1", "-f", "framecrc", list]
    ).output
    let size = Self.width * Self.height
    start = video.start.exact
    pictures = stride(from: 0, to: bytes.count, by: size).map { Array(bytes[$0..<$0 + size]) }
    var timeBase = Fraction(1)
    for line in String(decoding: try Data(contentsOf: URL(filePath: list)), as: UTF8.self).split(
      separator: "\n")
    {
      if line.hasPrefix("#tb 0: ") { timeBase = Fraction(String(line.dropFirst(7))) }
      guard !line.hasPrefix("#") else { continue }
      let tick = Int(line.split(separator: ",")[2].filter { $0 != " " }) ?? 0
      times.append(Fraction(tick) * timeBase - facts.origin.exact)
    }
    times = Array(times.prefix(pictures.count))
  }

  func index(shownAt moment: Fraction) -> Int { times.lastIndex { $0 < moment } ?? 0 }
}

/// One of the files in the folder of real clips.
struct RealFile: Sendable, CustomTestStringConvertible {
  let path: String

  var name: String { String(path.split(separator: "/").last ?? "") }
  var testDescription: String { name }

  private static let texts = ["md", "edl", "otio", "xml", "fcpxml", "ass", "srt", "vtt", "sh"]

  static let all: [RealFile] = {
    guard let folder = RealMedia.folder else { return [] }
    let paths = [folder, folder + "/synth"].flatMap { folder in
      ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).map { folder + "/" + $0 }
    }
    return paths.filter { path in
      !path.hasSuffix("/synth") && !texts.contains { path.hasSuffix("." + $0) }
    }.sorted().map(RealFile.init)
  }()

  /// What cannot be read or rendered, and is to be refused with a word.
  static let refused: Set = [
    // Cut short, broken or empty.
    "ha_Panasonic_AG_HMC_151.MTS", "ha_pentax_320x240.mov", "ha_png_331x90x8_truncated.png",
    "m3_invalid-bitstream.webm", "m3_non-motion-photo-shortened.jpg", "m3_sample_malformed_free_box.mp4",
    "mb_annex-b.mp4", "mg_emptyfile.mp3", "mg_truncated-64bit.mp4", "ts_test-139.ts", "empty.mp4",
    "text_named.mp4", "trunc_moov_missing.mp4", "m3_pixel-motion-photo-shortened.jpg",
    // Half of the only picture that can be decoded.
    "ts_test-026.ts",
  ]

  /// Files in which ffmpeg's own command shows something else, and why that does not count.
  static let highDynamicRange: Set = ["hdr10_pq.mp4", "m3_dolbyVision-hdr.MOV", "m3_hdr10-av1.mp4"]
  static let seenOtherwise = [
    "m3_sample-with-large-length.avi": "the command counts from the second decoding time on"
  ]
}
