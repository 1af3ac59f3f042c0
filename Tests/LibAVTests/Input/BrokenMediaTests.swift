import Basics
import Composition
import FoundationEssentials
import LibAV
import TestSupport
import Testing

@Suite("Broken media")
struct BrokenMediaTests {
  @Test(
    "A damaged picture is an error that names file and time, or is concealed when asked",
    .enabled(if: RealMedia.isPresent, "needs the clips of ../shared/media"))
  func damaged() throws {
    let path = RealMedia.path("synth/corrupt_mid.mp4")
    func read(_ policy: CorruptionPolicy, threads: Int) throws -> Int {
      let reader = try VideoReader(
        fileAt: path, streamIndex: 0, origin: .zero, options: .init(threads: threads, onCorruption: policy))
      for frame in 0..<150 {
        _ = try reader.frame(shownAt: RationalTime(Int64(frame), 25)!)
      }
      return 150
    }
    for threads in [1, 2] {
      let error = #expect(throws: LibAVError.self) { try read(.fail, threads: threads) }
      #expect(error?.subject == path)
      #expect(error?.cause == .damage)
      #expect(error?.operation.contains("00:00:0") == true)
      #expect(try read(.hold, threads: threads) == 150)
    }
  }

  @Test(
    "A file that was cut short says so, can be read up to there, and fails beyond",
    .enabled(if: RealMedia.isPresent, "needs the clips of ../shared/media"))
  func cutShort() throws {
    let path = RealMedia.path("synth/trunc_faststart.mp4")
    let facts = try MediaProbe.facts(ofFileAt: path)
    let end = try #require(facts.extent.finite)
    #expect(end > RationalTime(seconds: 2) && end < RationalTime(seconds: 3))
    #expect(facts.remarks.contains { $0.contains("cut short") })
    let reader = try VideoReader(fileAt: path, streamIndex: 0, origin: facts.origin)
    _ = try reader.frame(at: RationalTime(seconds: 2))
    let error = #expect(throws: LibAVError.self) { try reader.frame(at: RationalTime(seconds: 5)) }
    #expect(error?.operation == "decoding the picture at 00:00:02.800")
    #expect(error?.reason == "the packet is incomplete")
  }

  @Test(
    "Packets of sound without samples tell nothing of where frames begin",
    .enabled(if: RealMedia.hasBrokenFiles, "needs the files of ../shared/broken"),
    arguments: ["audioonly.ogg", "gen.ogg", "gen.ogv", "remux.mkv", "short.ogg"])
  func emptyPackets(name: String) throws {
    let path = RealMedia.brokenPath("01-ogg-vorbis-theora-crash/" + name)
    let facts = try MediaProbe.facts(ofFileAt: path)
    let track = try #require(facts.audio.first)
    let reader = try AudioReader(
      fileAt: path, streamIndex: track.streamIndex, origin: facts.origin,
      options: .init(onCorruption: .hold))
    #expect(try reader.read(from: 0, count: 4800).first?.count == 4800)
  }

  @Test(
    "A movie whose media are in another file is refused by name",
    arguments: ["url ", "alis", "rmra"])
  func referenceMovie(kind: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.path("reference.mov")
    try Judge.make(
      path,
      ["-f", "lavfi", "-i", "testsrc=size=32x32:duration=0.2", "-c:v", "libx264", "-preset", "ultrafast"])
    var bytes = Array(try Data(contentsOf: URL(filePath: path)))
    #expect(try MediaProbe.facts(ofFileAt: path).video.count == 1)
    if kind == "rmra" {
      // The tags become a list of other movies.
      let place = try #require(bytes.indices.last { bytes[$0...].starts(with: "udta".utf8) })
      bytes.replaceSubrange(place..<place + 4, with: kind.utf8)
    } else {
      // FFmpeg writes a table with one entry, of twelve bytes, as its last box: the box of the samples follows. The
      // longer entry takes its place, and the sizes of all boxes around it grow.
      let table = try #require(bytes.indices.first { bytes[$0...].starts(with: "dref".utf8) })
      let entry = table + 12
      let name = Array("other.mov\0".utf8)
      for box in ["moov", "trak", "mdia", "minf", "dinf", "dref"] {
        let place = try #require(bytes[...table].indices.last { bytes[$0...].starts(with: box.utf8) }) - 4
        let size = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } + name.count
        bytes.replaceSubrange(
          place..<place + 4, with: withUnsafeBytes(of: UInt32(size).bigEndian) { Array($0) })
      }
      bytes.replaceSubrange(
        entry..<entry + 12, with: [0, 0, 0, UInt8(12 + name.count)] + Array(kind.utf8) + [0, 0, 0, 0] + name)
    }
    try Data(bytes).write(to: URL(filePath: path))
    let error = #expect(throws: LibAVError.self) { try MediaProbe.facts(ofFileAt: path) }
    #expect(error?.cause == .badData)
    #expect(error?.reason.hasPrefix("it is a reference movie: its media are in other files") == true)
  }

  @Test("A codec that no one knows is the file's fault, not that of this build of FFmpeg")
  func unknownCodec() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("unknown.mp4")
    try Judge.make(
      path,
      ["-f", "lavfi", "-i", "testsrc=size=32x32:duration=0.2", "-c:v", "libx264", "-preset", "ultrafast"])
    var bytes = Array(try Data(contentsOf: URL(filePath: path)))
    let names = bytes.indices.filter { bytes[$0...].starts(with: "avc1".utf8) }
    // In the list of compatible brands, and in the description of the stream.
    let name = try #require(names.last)
    bytes.replaceSubrange(name..<name + 4, with: "zzzz".utf8)
    try Data(bytes).write(to: URL(filePath: path))
    let error = #expect(throws: LibAVError.self) { try MediaProbe.facts(ofFileAt: path) }
    #expect(error?.cause == .badData)
    #expect(error?.reason == "the file names no codec that FFmpeg knows")
  }

  @Test(
    "Whatever FFmpeg reports of bytes that could be read, the file is at fault",
    .enabled(if: RealMedia.isPresent, "needs the clips of ../shared/media"))
  func fault() throws {
    let folder = try TemporaryFolder()
    func damaged(_ name: String, _ change: (inout [UInt8]) -> Void) throws -> String {
      var bytes = Array(try Data(contentsOf: URL(filePath: RealMedia.path(name))))
      change(&bytes)
      let path = folder.path(name)
      try Data(bytes).write(to: URL(filePath: path))
      return path
    }
    let paths = [
      try damaged("ha_Panasonic_AG_HMC_151.MTS") { $0.removeSubrange(48..<854) },
      try damaged("ae_multi-track.mp4") { $0.replaceSubrange(87110..<87112, with: [255, 255]) },
    ]
    for path in paths {
      let error = #expect(throws: LibAVError.self) { try MediaProbe.facts(ofFileAt: path) }
      #expect(error?.cause == .badData, "\(path): \(error?.reason ?? "")")
    }
  }

  @Test("Hundreds of mutated files end in facts or in errors, never in a crash or a hang")
  func mutated() throws {
    let folder = try TemporaryFolder()
    let originals = try makeOriginals(folder)
    var numbers = SeededRandom(seed: 2026)
    for round in 0..<320 {
      let (name, bytes) = originals[round % originals.count]
      let path = folder.path("mutated-" + name)
      try Data(mutate(bytes, &numbers)).write(to: URL(filePath: path))
      let time = processorTime { readEverything(path) }
      #expect(time < .seconds(10), "round \(round): \(name)")
    }
  }

  private func makeOriginals(_ folder: TemporaryFolder) throws -> [(name: String, bytes: [UInt8])] {
    let picture = ["-f", "lavfi", "-i", "testsrc2=size=64x48:rate=10:duration=1"]
    let sound = ["-f", "lavfi", "-i", "sine=duration=1"]
    let both = picture + sound + ["-shortest"]
    let recipes: [(String, [String])] = [
      ("a.mp4", both + ["-c:v", "libx264", "-c:a", "aac"]),
      ("a.mkv", both + ["-c:v", "libx264", "-c:a", "libvorbis"]),
      ("a.ts", both + ["-c:v", "mpeg2video", "-c:a", "mp2"]), ("a.webm", picture + ["-c:v", "libvpx-vp9"]),
      ("a.avi", both + ["-c:v", "mpeg4", "-c:a", "mp3"]), ("a.mp3", sound), ("a.wav", sound),
      ("a.flac", sound),
      ("a.ogg", sound + ["-c:a", "libvorbis"]), ("a.gif", picture), ("a.png", picture + ["-frames:v", "1"]),
      ("a.jpg", picture + ["-frames:v", "1", "-pix_fmt", "yuvj420p"]), ("a.flv", both + ["-ar", "44100"]),
      ("a.webp", picture + ["-frames:v", "1"]), ("a.mov", both + ["-c:v", "prores", "-c:a", "pcm_s16le"]),
      ("b.mp4", picture + ["-c:v", "libx264", "-movflags", "frag_keyframe+empty_moov"]),
    ]
    return try recipes.map { name, arguments in
      try Judge.make(folder.path(name), arguments)
      return (name, Array(try Data(contentsOf: URL(filePath: folder.path(name)))))
    }
  }

  private func mutate(_ bytes: [UInt8], _ numbers: inout SeededRandom) -> [UInt8] {
    var bytes = bytes
    switch Int.random(in: 0..<4, using: &numbers) {
    case 0: bytes.removeLast(Int.random(in: 0..<bytes.count, using: &numbers))
    case 1:
      let start = Int.random(in: 0..<bytes.count, using: &numbers)
      bytes.removeSubrange(start..<min(bytes.count, start + Int.random(in: 1..<200, using: &numbers)))
    default: break
    }
    guard !bytes.isEmpty else { return bytes }
    // Headers are where a wrong number does most.
    let reach = Bool.random(using: &numbers) ? bytes.count : min(bytes.count, 600)
    for _ in 0..<Int.random(in: 1...12, using: &numbers) {
      bytes[Int.random(in: 0..<reach, using: &numbers)] =
        [0, 0xff, 0x7f, 0x80, UInt8.random(in: 0...255, using: &numbers)]
        .randomElement(using: &numbers) ?? 0
    }
    return bytes
  }

  private func readEverything(_ path: String) {
    guard let facts = try? MediaProbe.facts(ofFileAt: path) else { return }
    for video in facts.video {
      let reader = try? VideoReader(fileAt: path, streamIndex: video.streamIndex, origin: facts.origin)
      for tenths in [0, 7, 3, 100] as [Int64] {
        _ = try? reader?.frame(at: RationalTime(tenths, 10) ?? .zero)
      }
    }
    for audio in facts.audio {
      let reader = try? AudioReader(
        fileAt: path, streamIndex: audio.streamIndex, origin: facts.origin,
        options: .init(onCorruption: .hold))
      _ = try? reader?.read(from: 0, count: 20_000)
      _ = try? reader?.read(from: 1_000_000, count: 5000)
    }
  }
}
