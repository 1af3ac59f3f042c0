import Basics
import Composition
import FoundationEssentials
import LibAV
import TestSupport
import Testing

@Suite("Damaged media are errors, never other pictures or silence")
struct DamagedMediaTests {
  /// Where bytes are changed, as shares of the file, and how.
  struct Damage: Sendable, CustomTestStringConvertible {
    let name: String
    let arguments: [String]
    let range: Range<Double>
    /// Nil takes the rest of the file away.
    var change: Change? = .zeros

    enum Change { case zeros, flips }

    var testDescription: String { "\(name) \(range) \(change.map { "\($0)" } ?? "cut")" }
  }

  private static let picture = ["-f", "lavfi", "-i", "testsrc2=size=160x120:rate=25:duration=4"]
  private static let sound = ["-f", "lavfi", "-i", "sine=duration=4"]
  private static let both = picture + sound
  private static let h264 = ["-c:v", "libx264", "-preset", "ultrafast", "-g", "25", "-c:a", "aac"]

  static let damages: [Damage] = [
    Damage(name: "zeros.mp4", arguments: both + h264 + ["-movflags", "faststart"], range: 0.3..<1),
    Damage(name: "hole.mp4", arguments: both + h264 + ["-movflags", "faststart"], range: 0.5..<0.55),
    Damage(
      name: "flips.mp4", arguments: both + h264 + ["-movflags", "faststart"], range: 0.4..<0.6, change: .flips
    ),
    Damage(
      name: "cut.mp4", arguments: both + h264 + ["-movflags", "faststart"], range: 0.6..<1, change: nil),
    Damage(name: "hole.mkv", arguments: both + h264, range: 0.5..<0.55),
    Damage(name: "cut.mkv", arguments: both + h264, range: 0.6..<1, change: nil),
    Damage(name: "hole.ts", arguments: both + h264, range: 0.5..<0.55),
    Damage(name: "zeros.m4a", arguments: sound + ["-movflags", "faststart"], range: 0.5..<1),
    Damage(name: "hole.m4a", arguments: sound + ["-movflags", "faststart"], range: 0.5..<0.6),
    Damage(name: "start.m4a", arguments: sound + ["-movflags", "faststart"], range: 0.06..<0.2),
    Damage(name: "hole.ogg", arguments: sound + ["-c:a", "libvorbis"], range: 0.5..<0.6),
    Damage(name: "hole.opus", arguments: sound + ["-c:a", "libopus"], range: 0.5..<0.6),
    Damage(name: "flips.flac", arguments: sound, range: 0.5..<0.6, change: .flips),
    Damage(name: "cut.flac", arguments: sound, range: 0.6..<1, change: nil),
    Damage(name: "cut.mp3", arguments: sound, range: 0.6..<1, change: nil),
    Damage(name: "cut.ogg", arguments: sound + ["-c:a", "libvorbis"], range: 0.6..<1, change: nil),
    Damage(name: "zeros.mp3", arguments: sound, range: 0.6..<1),
    // Without a header that tells the length, only what lies between the frames shows the damage.
    Damage(name: "hole.mp3", arguments: sound + ["-write_xing", "0"], range: 0.5..<0.6),
    Damage(name: "zeros.aac", arguments: sound, range: 0.6..<1),
    Damage(name: "hole.aac", arguments: sound, range: 0.5..<0.6),
    Damage(name: "zeros.ac3", arguments: sound, range: 0.6..<1),
    Damage(name: "hole.eac3", arguments: sound, range: 0.5..<0.6),
    Damage(name: "hole.flac", arguments: sound, range: 0.5..<0.6),
    Damage(name: "cut.wav", arguments: sound, range: 0.6..<1, change: nil),
    Damage(name: "flips.gif", arguments: picture, range: 0.5..<0.6, change: .flips),
    Damage(name: "flips.png", arguments: picture + ["-frames:v", "1"], range: 0.5..<0.6, change: .flips),
    Damage(
      name: "flips.jpg", arguments: picture + ["-frames:v", "1", "-pix_fmt", "yuvj420p"], range: 0.5..<0.9,
      change: .flips),
  ]

  @Test("wherever the damage is", arguments: damages)
  func isHeard(damage: Damage) throws {
    let folder = try TemporaryFolder()
    let path = folder.path(damage.name)
    try Judge.make(path, damage.arguments)
    #expect(firstError(in: path) == nil)
    try apply(damage, to: path)
    let error = try #require(firstError(in: path))
    #expect(error.subject == path)
    #expect([.damage, .badData].contains(error.cause))
    let options = VideoReader.Options(threads: 4, leavesOutUnneeded: true)
    #expect(firstError(in: path, options).map { "\($0)" } == "\(error)", "with several threads")
  }

  @Test("What is before the damage is read as it is in the whole file")
  func before() throws {
    let folder = try TemporaryFolder()
    let (good, bad) = (folder.path("good.mp4"), folder.path("bad.mp4"))
    for path in [good, bad] {
      try Judge.make(path, Self.both + Self.h264 + ["-movflags", "faststart"])
    }
    try apply(Damage(name: "bad.mp4", arguments: [], range: 0.6..<1), to: bad)
    let facts = try MediaProbe.facts(ofFileAt: bad)
    // The index tells how long the clip was.
    #expect(facts.extent == (try MediaProbe.facts(ofFileAt: good)).extent)
    let readers = try [good, bad].map {
      try VideoReader(fileAt: $0, streamIndex: 0, origin: facts.origin)
    }
    for frame in 0..<40 as Range<Int64> {
      let pictures = try readers.map { reader in
        try reader.frame(shownAt: RationalTime(frame, 25) ?? .zero).presentationTime
      }
      #expect(pictures[0] == pictures[1])
    }
    for moment in [3, 4] {
      #expect(throws: LibAVError.self) { try readers[1].frame(at: RationalTime(seconds: Int64(moment))) }
      #expect(throws: LibAVError.self) {
        try readers[1].frame(goingBackTo: RationalTime(seconds: Int64(moment)))
      }
    }
    let sound = try AudioReader(fileAt: bad, streamIndex: 1, origin: facts.origin)
    _ = try sound.read(from: 0, count: 48000)
    let error = #expect(throws: LibAVError.self) { try sound.read(from: 48000, count: 144_000) }
    #expect(error?.operation.hasPrefix("decoding the sound at 00:00:0") == true)
  }

  @Test(
    "On request, the last whole picture before takes the place of a damaged one, or black; and silence that of sound",
    arguments: ["hole.mp4", "flips.mp4", "cut.mp4", "hole.mkv", "cut.mkv", "hole.ts"])
  func replaced(name: String) throws {
    let folder = try TemporaryFolder()
    let damage = try #require(Self.damages.first { $0.name == name })
    let (good, bad) = (folder.path("good-" + name), folder.path(name))
    for path in [good, bad] { try Judge.make(path, damage.arguments) }
    try apply(damage, to: bad)
    let origin = try MediaProbe.facts(ofFileAt: good).origin
    func reader(_ path: String, _ policy: CorruptionPolicy = .fail) throws -> VideoReader {
      try VideoReader(
        fileAt: path, streamIndex: 0, origin: origin, options: .init(onCorruption: policy))
    }
    let (whole, strict) = (try reader(good), try reader(bad))
    let (holding, black) = (try reader(bad, .hold), try reader(bad, .black))
    var recorded: [UInt32?] = []
    var lastShown = 0
    var replacedCount = 0
    for frame in 0..<100 as Range<Int64> {
      let moment = RationalTime(2 * frame + 1, 50) ?? .zero
      let held = try holding.frame(at: moment).checksum
      let shown = try black.frame(at: moment)
      recorded.append(try whole.frame(at: moment).checksum)
      if let picture = try? strict.frame(at: moment) {
        lastShown = Int(frame)
        #expect(picture.checksum == recorded.last, "frame \(frame)")
        #expect(shown.checksum == recorded.last, "frame \(frame)")
        #expect(held == recorded.last, "frame \(frame)")
      } else {
        replacedCount += 1
        #expect(shown.isBlack)
        // The last picture of a file that was cut can be whole; how long it was shown is not known.
        #expect(recorded[lastShown...].prefix(name.hasPrefix("cut") ? 3 : 1).contains(held), "frame \(frame)")
      }
    }
    #expect((1..<100).contains(replacedCount))
    // Found from anywhere, it is the same picture.
    for frame in [80, 95, 60] as [Int64] {
      let moment = RationalTime(2 * frame + 1, 50) ?? .zero
      #expect(
        try reader(bad, .hold).frame(at: moment).checksum == holding.frame(at: moment).checksum)
      #expect(
        try reader(bad, .hold).frame(goingBackTo: moment).checksum == holding.frame(at: moment).checksum)
    }
    // Nothing is between a picture and one that is replaced, nor where something was lost before the next one.
    let (around, back) = (try reader(bad, .hold), try reader(bad, .hold))
    var pairs: [Int64: UInt32?] = [:]
    var alone: [Int64] = []
    for frame in 0..<98 as Range<Int64> {
      let moments = try [1, 3].map { try #require(RationalTime(2 * frame + $0, 50)) }
      let shown = try moments.map { try holding.frame(at: $0).checksum }
      let pictures = try around.pictures(around: moments[0], goingBack: false)
      #expect(pictures.before.checksum == shown[0])
      let areWhole = shown == Array(recorded[Int(frame)...Int(frame) + 1])
      if pictures.after == nil, areWhole { alone.append(frame) }
      if let after = pictures.after { #expect(areWhole && after.checksum == shown[1], "frame \(frame)") }
      pairs[frame] = pictures.after?.checksum
    }
    #expect(alone.count <= 2, "\(alone)")
    for frame in (0..<98 as Range<Int64>).reversed() {
      let pictures = try back.pictures(around: RationalTime(2 * frame + 1, 50) ?? .zero, goingBack: true)
      #expect(pictures.after?.checksum == pairs[frame], "frame \(frame)")
    }
  }

  @Test("On request, exactly the samples of damaged frames are silent")
  func silence() throws {
    let folder = try TemporaryFolder()
    let (good, bad) = (folder.path("good.flac"), folder.path("bad.flac"))
    for path in [good, bad] { try Judge.make(path, Self.sound) }
    try apply(Damage(name: "bad.flac", arguments: [], range: 0.5..<0.6, change: .flips), to: bad)
    let whole = try AudioReader(fileAt: good, streamIndex: 0, origin: .zero, options: .init(rate: 44100))
    let holding = try AudioReader(
      fileAt: bad, streamIndex: 0, origin: .zero, options: .init(rate: 44100, onCorruption: .hold))
    let wanted = try whole.read(from: 0, count: 4 * 44100)[0]
    let found = try holding.read(from: 0, count: 4 * 44100)[0]
    let differing = wanted.indices.filter { wanted[$0] != found[$0] }
    let (first, last) = (try #require(differing.first), try #require(differing.last))
    #expect(first > 44100 && last < 3 * 44100)
    #expect(found[first...last].allSatisfy { $0 == 0 })
  }

  @Test("A packet that the end of a file cuts through is the file's early end, whatever a decoder says of it")
  func cutPacket() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("cut.flv")
    try Judge.make(
      path,
      Self.picture + ["-f", "lavfi", "-i", "sine=duration=4:sample_rate=22050", "-c:v", "flv1", "-g", "25"]
        + ["-c:a", "libmp3lame", "-flvflags", "add_keyframe_index"])
    let sizes = try Judge.packets(path, stream: 0)
    let packet = sizes[70]
    let bytes = try Data(contentsOf: URL(filePath: path))
    try bytes.prefix(packet.lowerBound + packet.count / 4).write(to: URL(filePath: path))
    let error = try #require(firstError(in: path))
    #expect(error.reason == "the file is cut short here")
    let sound = try AudioReader(fileAt: path, streamIndex: 0, origin: .zero, options: .init(rate: 22050))
    _ = try sound.read(from: 0, count: 22050)
  }

  @Test("Pages of Ogg with a wrong checksum are heard, the first and the last one, too", arguments: [2, 3])
  func pages(number: Int) throws {
    let folder = try TemporaryFolder()
    let path = folder.path("pages.opus")
    try Judge.make(path, Self.sound + ["-c:a", "libopus", "-page_duration", "1500000"])
    var bytes = Array(try Data(contentsOf: URL(filePath: path)))
    let pages = bytes.indices.filter { bytes[$0...].starts(with: "OggS".utf8) }
    // Two pages of headers, then sound.
    #expect(pages.count == 5)
    let page = number == 3 ? try #require(pages.last) : pages[number]
    bytes[page + 200] ^= 1
    try Data(bytes).write(to: URL(filePath: path))
    let error = try #require(firstError(in: path))
    #expect(error.reason == "CRC mismatch!")
    #expect(try MediaProbe.facts(ofFileAt: path).remarks.contains { $0.contains("CRC mismatch!") })
  }

  @Test("Ogg that ends without a last page is remarked, bytes after it are an error")
  func lastPage() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("pages.opus")
    try Judge.make(path, Self.sound + ["-c:a", "libopus", "-page_duration", "1500000"])
    #expect(try MediaProbe.facts(ofFileAt: path).remarks.isEmpty)
    let bytes = Array(try Data(contentsOf: URL(filePath: path)))
    let last = try #require(bytes.indices.last { bytes[$0...].starts(with: "OggS".utf8) })
    try Data(bytes[..<last]).write(to: URL(filePath: path))
    #expect(
      try MediaProbe.facts(ofFileAt: path).remarks == [
        "the file may be cut short: no page of it is marked as the last one of a stream"
      ])
    #expect(firstError(in: path) == nil)
    try Data(bytes[..<last] + [UInt8](repeating: 0, count: bytes.count - last)).write(to: URL(filePath: path))
    #expect(
      firstError(in: path)?.reason == "the last \(bytes.count - last) bytes of the file are no page of Ogg")
  }

  @Test(
    "What a damaged picture spoils that is shown before it is refused, on any number of threads",
    arguments: [1, 2, 4])
  func earlierPictures(threads: Int) throws {
    let folder = try TemporaryFolder()
    let path = folder.path("order.mp4")
    try Judge.make(
      path,
      Self.picture + ["-c:v", "libx264", "-preset", "veryfast", "-bf", "2", "-b_strategy", "0", "-g", "50"]
        + ["-x264-params", "scenecut=0:b-pyramid=none:weightp=0"])
    let good = try VideoReader(fileAt: path, streamIndex: 0, origin: .zero)
    let checksum = try good.frame(shownAt: .zero).checksum
    // Decoded second, shown fourth.
    let packet = try Judge.packets(path, stream: 0)[1]
    var bytes = Array(try Data(contentsOf: URL(filePath: path)))
    for index in packet.dropFirst(packet.count / 3).prefix(40) { bytes[index] ^= 0x55 }
    try Data(bytes).write(to: URL(filePath: path))
    let bad = try VideoReader(fileAt: path, streamIndex: 0, origin: .zero, options: .init(threads: threads))
    #expect(try bad.frame(shownAt: .zero).checksum == checksum)
    for frame in 1..<4 as Range<Int64> {
      #expect(throws: LibAVError.self, "picture \(frame)") {
        try bad.frame(shownAt: RationalTime(frame, 25) ?? .zero)
      }
    }
  }

  @Test("A probe remarks damage of the packets wherever it is, with its place")
  func remarks() throws {
    let folder = try TemporaryFolder()
    let raw = folder.path("hole.aac")
    try Judge.make(raw, Self.sound)
    try apply(Damage(name: "hole.aac", arguments: [], range: 0.5..<0.6), to: raw)
    let remark = try #require(try MediaProbe.facts(ofFileAt: raw).remarks.first)
    #expect(remark.hasPrefix("the file is damaged: ") && remark.hasSuffix("are no sound"))
    let stream = folder.path("hole.ts")
    try Judge.make(stream, Self.both + Self.h264)
    try apply(Damage(name: "hole.ts", arguments: [], range: 0.5..<0.55), to: stream)
    #expect(
      try MediaProbe.facts(ofFileAt: stream).remarks.contains {
        $0.contains("incomplete in track") && $0.contains("00:00:0")
      })
  }

  @Test("A stream of sound of which nothing can be decoded is an error, not a file without sound")
  func nothingDecodes() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("silent.mp4")
    try Judge.make(path, Self.both + Self.h264 + ["-movflags", "faststart"])
    let sizes = try Judge.packets(path, stream: 1)
    var bytes = Array(try Data(contentsOf: URL(filePath: path)))
    for packet in sizes {
      for index in packet where index < bytes.count { bytes[index] = 0 }
    }
    try Data(bytes).write(to: URL(filePath: path))
    let error = #expect(throws: LibAVError.self) { try MediaProbe.facts(ofFileAt: path) }
    #expect(error?.cause == .badData)
  }

  @Test(
    "Files that were rendered without a word are errors now",
    .enabled(if: RealMedia.hasBrokenFiles, "needs the files of ../shared/broken"),
    arguments: [
      "02-h264-tail-garbage-accepted/tail_zero.mp4", "02-h264-tail-garbage-accepted/tail_zero.m4a",
      "04-corrupt-media-accepted/crc.oga", "04-corrupt-media-accepted/lzw.gif",
      "04-corrupt-media-accepted/first_packet.m4a", "04-corrupt-media-accepted/aac_undecodable.mp4",
      "04-corrupt-media-accepted/av_noaudio.mp4", "04-corrupt-media-accepted/h264_tail.mp4",
      "04-corrupt-media-accepted/1_38_counter_29.97.mp4", "04-corrupt-media-accepted/1_3_ha_usa_railroad.jpg",
      "04-corrupt-media-accepted/1_8_m3_hlg10-color-test.mp4",
      "04-corrupt-media-accepted/1_2_m3_ic_launcher_round.webp",
    ])
  func known(name: String) throws {
    let path = RealMedia.brokenPath(name)
    let cause = try #require(firstError(in: path)?.cause)
    #expect([.damage, .badData].contains(cause))
  }

  /// Reads all that a film of the whole file would read.
  private func firstError(in path: String, _ options: VideoReader.Options = .init()) -> LibAVError? {
    do throws(LibAVError) {
      let facts = try MediaProbe.facts(ofFileAt: path)
      for track in facts.video {
        let reader = try VideoReader(
          fileAt: path, streamIndex: track.streamIndex, origin: facts.origin, options: options)
        for frame in 0..<max(1, track.frameCount) {
          let moment = track.rate.flatMap { try? $0.middle(ofFrame: frame) } ?? .zero
          _ = try reader.frame(at: (try? track.mediaRange.start + moment) ?? .zero)
        }
      }
      for track in facts.audio {
        let reader = try AudioReader(
          fileAt: path, streamIndex: track.streamIndex, origin: facts.origin,
          options: .init(rate: track.sampleRate))
        let end = track.mediaRange.end.rounded(toUnits: Int64(track.sampleRate))?.value ?? 0
        for start in stride(from: 0, to: end, by: 4096) {
          _ = try reader.read(from: start, count: Int(min(4096, end - start)))
        }
      }
      return nil
    } catch { return error }
  }

  private func apply(_ damage: Damage, to path: String) throws {
    var bytes = Array(try Data(contentsOf: URL(filePath: path)))
    let range =
      Int(Double(bytes.count) * damage.range.lowerBound)..<Int(Double(bytes.count) * damage.range.upperBound)
    var numbers = SeededRandom(seed: 18)
    switch damage.change {
    case .zeros: for index in range { bytes[index] = 0 }
    case .flips:
      for index in range where Int.random(in: 0..<20, using: &numbers) == 0 {
        bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &numbers)
      }
    case nil: bytes.removeSubrange(range)
    }
    try Data(bytes).write(to: URL(filePath: path))
  }
}

extension VideoFrame {
  /// Of limited range, 8 bits and three planes.
  fileprivate var isBlack: Bool {
    withPlanes { planes in
      zip(planes, [16, 128, 128]).allSatisfy { plane, level in
        (0..<plane.height).allSatisfy { plane.row($0).allSatisfy { $0 == level } }
      }
    }
  }
}
