import Basics
import Composition
import Glibc
import LibAV
import TestSupport
import Testing

@Suite("Writing files")
struct FileWriterTests {
  @Test(
    "picture and sound both begin at zero and last as long as they should", arguments: Container.films)
  func beginAtZero(container: Container) throws {
    let folder = try TemporaryFolder()
    let path = folder.path("film.\(container.rawValue)")
    try writeMovie(path, container, try film())
    // 60 frames of 1001/30000 s, and 96,077 samples.
    #expect(
      try probed(path, "stream=start_time,duration_ts", stream: "v") == [
        "start_time=0.000000", "duration_ts=60060",
      ])
    #expect(
      try probed(path, "stream=start_time,duration_ts", stream: "a") == [
        "start_time=0.000000", "duration_ts=96077",
      ])
    #expect(try decoded(path, ["-map", "0:v", "-f", "rawvideo"]).count == 60 * 160 * 90 * 3 / 2)
  }

  @Test("the index comes first, and nothing says when or by what the file was made")
  func layout() throws {
    let folder = try TemporaryFolder()
    for container in Container.films {
      let path = folder.path("film.\(container.rawValue)")
      try writeMovie(path, container, try film())
      let bytes = try bytes(of: path)
      #expect(boxes(bytes).filter { $0 != "free" && $0 != "wide" } == ["ftyp", "moov", "mdat"])
      #expect(bytes.firstRange(of: Array("Lavf".utf8)) == nil)
      #expect(bytes.firstRange(of: Array("x264".utf8)) == nil)
      let brand = String(decoding: bytes[8..<12], as: UTF8.self)
      #expect(brand == ["mp4": "isom", "mov": "qt  ", "m4v": "M4V "][container.rawValue])
      #expect(try probed(path, "format_tags=creation_time,encoder").isEmpty)
    }
  }

  @Test("the order in which streams bring their packets changes no byte")
  func order() throws {
    let folder = try TemporaryFolder()
    let film = try film()
    let first = folder.path("first.mp4")
    try writeMovie(first, .mp4, film)

    let second = folder.path("second.mp4")
    let writer = try FileWriter(path: second, container: .mp4, streams: film.map(\.stream))
    for index in 0..<max(film[0].packets.count, film[1].packets.count) {
      for stream in [1, 0] where index < film[stream].packets.count {
        try writer.write(film[stream].packets[index], stream: stream)
      }
      if index == film[0].packets.count - 1 { try writer.end(stream: 0) }
    }
    try writer.finish()
    #expect(try bytes(of: first) == bytes(of: second))
  }

  @Test("picture and sound lie side by side in the file")
  func interleaving() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("film.mp4")
    try writeMovie(path, .mp4, try film())
    let packets = try run([
      "ffprobe", "-v", "error", "-show_entries", "packet=codec_type,dts_time,pos", "-of", "csv=p=0", path,
    ])
    var rows = packets.text.split(separator: "\n").map { $0.split(separator: ",") }
    rows.sort { (Int($0[2]) ?? 0) < (Int($1[2]) ?? 0) }
    let times = rows.compactMap { Double($0[1]) }
    #expect(times.count > 150)
    #expect(zip(times, times.dropFirst()).allSatisfy { $1 > $0 - 0.05 })
  }

  @Test("tags are written")
  func tags() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("film.mp4")
    let film = try film()
    let writer = try FileWriter(
      path: path, container: .mp4, streams: [film[0].stream],
      tags: [MediaTag(name: "title", value: "Größe 1")])
    for packet in film[0].packets { try writer.write(packet, stream: 0) }
    try writer.finish()
    #expect(try probed(path, "format_tags=title") == ["TAG:title=Größe 1"])
  }

  @Test("a full disk is an error that names the cause")
  func fullDisk() throws {
    let error = #expect(throws: LibAVError.self) { try writeMovie("/dev/full", .mp4, try film()) }
    #expect(error?.cause == .output(errno: ENOSPC))
    #expect(error?.subject == "/dev/full")
  }

  @Test("a file that would grow too large is an error that names the cause")
  func tooLarge() async {
    await #expect(processExitsWith: .success) {
      signal(SIGXFSZ, SIG_IGN)
      let film = try film()
      let folder = try TemporaryFolder()
      try writeMovie(folder.path("film.mp4"), .mp4, film)
      let whole = try bytes(of: folder.path("film.mp4")).count
      // The smaller limit is met among the packets, the larger one when the index moves to the front.
      for bytes in [whole - 1, whole / 2].map({ rlim_t($0) }) {
        var limit = rlimit(rlim_cur: bytes, rlim_max: bytes)
        setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
        do {
          try writeMovie(folder.path("larger.mp4"), .mp4, film)
          exit(2)
        } catch let error as LibAVError {
          if error.cause != .output(errno: EFBIG) { exit(3) }
        }
      }
    }
  }

  @Test("what is no file to write in is refused at once")
  func unwritable() throws {
    let folder = try TemporaryFolder()
    let stream = try film()[0].stream
    let pipe = folder.path("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    for (path, code) in [
      (folder.path("absent/film.mp4"), ENOENT), (folder.root, EISDIR), (pipe, ESPIPE),
    ] {
      let error = #expect(throws: LibAVError.self) {
        try FileWriter(path: path, container: .mp4, streams: [stream])
      }
      #expect(error?.cause == .output(errno: code))
    }
  }

  @Test("a film without sound or picture in it is still a file")
  func emptyStreams() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("film.mp4")
    let film = try film()
    try writeMovie(path, .mp4, [film[0], (film[1].stream, [])])
    #expect(try probed(path, "stream=nb_frames", stream: "v") == ["nb_frames=60"])
  }

  @Test("packets out of order and codecs that do not belong are refused")
  func refusals() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("film.mp4")
    let film = try film()
    let writer = try FileWriter(path: path, container: .mp4, streams: [film[0].stream])
    try writer.write(film[0].packets[0], stream: 0)
    try writer.write(film[0].packets[1], stream: 0)
    #expect(throws: LibAVError.self) { try writer.write(film[0].packets[0], stream: 0) }
    #expect(throws: LibAVError.self) { try writer.write(film[0].packets[2], stream: 1) }
    try writer.finish()
    #expect(throws: LibAVError.self) { try writer.finish() }
    #expect(throws: LibAVError.self) { try writer.write(film[0].packets[2], stream: 0) }
    #expect(try probed(path, "stream=nb_frames") == ["nb_frames=2"])

    let pcm = try encodedSound(noise(100), AudioEncoderSettings(codec: .pcm16), blocks: [100]).stream
    let error = #expect(throws: LibAVError.self) {
      try FileWriter(path: folder.path("pcm.mp4"), container: .mp4, streams: [pcm])
    }
    #expect(error?.cause == .notAvailable)
  }
}

extension Container {
  fileprivate static let films: [Container] = [.mp4, .mov, .m4v]
}

/// 60 frames at 29.97 and 96,077 samples of sound.
private func film() throws -> [(stream: EncodedStream, packets: [EncodedPacket])] {
  let settings = H264Settings(size: smallSize, rate: try rate(30000, per: 1001), preset: .medium)
  return [
    try encoded(movingFrames.get(), settings, segments: [33, 27]),
    try encodedSound(noise(96_077), AudioEncoderSettings(), blocks: [1601]),
  ]
}

/// The kinds of the boxes that make up the file.
private func boxes(_ bytes: [UInt8]) -> [String] {
  var kinds: [String] = []
  var place = 0
  while place + 8 <= bytes.count {
    let length = bytes[place..<(place + 4)].reduce(0) { $0 << 8 | Int($1) }
    kinds.append(String(decoding: bytes[(place + 4)..<(place + 8)], as: UTF8.self))
    place += max(8, length)
  }
  return kinds
}
