import Processes
import TestSupport
import Testing

/// Media and scripts from strangers.
@Suite struct HostileMediaTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
  }

  @Test("Texts that call themselves media open no other file")
  func playlists() throws {
    #expect(try run(["cp", place.path(Footage.counter), place.path("secret.mp4")]).exitCode == 0)
    let texts = [
      "list.mp4": "ffconcat version 1.0\nfile secret.mp4\n",
      "hls.mp4": "#EXTM3U\n#EXT-X-TARGETDURATION:3\n#EXTINF:3,\nsecret.mp4\n#EXT-X-ENDLIST\n",
      "titles.mp4": "1\n00:00:00,000 --> 00:00:02,000\nhello\n",
      "dash.mp4":
        "<?xml version=\"1.0\"?><MPD><Period><AdaptationSet><Representation><BaseURL>secret.mp4</BaseURL>"
        + "</Representation></AdaptationSet></Period></MPD>",
      "sdp.mp4": "v=0\no=- 0 0 IN IP4 127.0.0.1\nc=IN IP4 127.0.0.1\nm=video 5004 RTP/AVP 96\n",
    ]
    for (name, text) in texts {
      try place.write(name, text)
      let result = try place.shell(
        "strace -f -qq -e trace=%file,%network -o calls \"$editc\" probe \(name); echo $?")
      #expect(result.text == "65\n", "\(name): \(result.text)")
      let calls = String(decoding: try place.bytes("calls"), as: UTF8.self)
      #expect(!calls.contains("secret"), "\(name)")
      #expect(!calls.contains("socket("), "\(name)")
    }
  }

  @Test("A picture of 2 kB a row that unpacks to gigabytes is refused at once, with the limit")
  func bomb() throws {
    try place.write("bomb.png", try pictureBomb(width: 30_000, height: 30_000))
    let start = ContinuousClock.now
    let result = try place.shell("ulimit -d 262144; \"$editc\" probe bomb.png")
    #expect(result.exitCode == 65)
    #expect(ContinuousClock.now - start < .seconds(10))
    #expect(result.errorText.contains("30000x30000"), "\(result.errorText)")
    #expect(
      result.errorText.contains("67108864") || result.errorText.contains("67,108,864"), "\(result.errorText)")
  }

  @Test("Mutated media never bring the command down")
  func mutations() throws {
    let originals = try originals()
    var random = SeededRandom(seed: 7)
    var names: [String] = []
    for round in 0..<200 {
      let (ending, bytes) = originals[round % originals.count]
      let name = "m\(round).\(ending)"
      try place.write(name, random.mutated(bytes))
      names.append(name)
    }
    let result = try run(
      ["timeout", "60", editcPath, "probe"] + names, in: place.root, environment: place.environment)
    #expect([0, 65].contains(result.exitCode), "\(result.errorText.suffix(500))")
    // Each is told about, or why not.
    for name in names {
      #expect("\n\(result.text)\n\(result.errorText)".contains("\(name): "), "\(name)")
    }
    #expect(!result.errorText.contains("Fatal error"))
  }

  private func originals() throws -> [(String, [UInt8])] {
    let recipes: [(String, [String])] = [
      ("mp4", ["-c:v", "libx264", "-preset", "ultrafast", "-c:a", "aac"]),
      ("mov", ["-c:v", "prores", "-c:a", "pcm_s16le"]),
      ("mkv", ["-c:v", "libx264", "-preset", "ultrafast", "-c:a", "libopus"]),
      ("ts", ["-c:v", "mpeg2video", "-c:a", "mp2"]),
      ("avi", ["-c:v", "mpeg4", "-c:a", "mp3"]),
      ("webm", ["-c:v", "libvpx", "-deadline", "realtime", "-c:a", "libvorbis"]),
      ("gif", ["-an"]), ("png", ["-an", "-frames:v", "1"]), ("jpg", ["-an", "-frames:v", "1"]),
      ("wav", ["-vn"]),
    ]
    return try recipes.map { ending, encoding in
      let path = place.path("original.\(ending)")
      let result = try run(
        [
          "ffmpeg", "-nostdin", "-v", "error", "-t", "0.4", "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25",
          "-t", "0.4",
          "-f", "lavfi", "-i", "sine=r=48000",
        ] + encoding + [path])
      try #require(result.exitCode == 0, "\(result.errorText)")
      return (ending, try readFile(path, limit: 1 << 24))
    }
  }

  @Test("Pipes and devices are no media; links and `..` are fine")
  func specialFiles() throws {
    #expect(
      try place.shell(
        "mkfifo pipe.mp4; ln -s /dev/zero zero.mp4; mkdir sub; ln -s \(Footage.counter) link.mp4"
      )
      .exitCode == 0)
    for (name, words) in [("pipe.mp4", "pipe"), ("zero.mp4", "device"), ("sub", "folder")] {
      let result = try place.shell("timeout 10 \"$editc\" probe \(name)")
      #expect(result.exitCode == 66, "\(name)")
      #expect(result.errorText.contains(words), "\(result.errorText)")
      try place.write("film.edit", "edit: 1\ntimeline: [{clip: ./\(name)}]\noutputs: [{file: film.mp4}]\n")
      #expect(try place.shell("timeout 10 \"$editc\" render film.edit").exitCode == 1, "\(name)")
    }
    #expect(try place.editc("probe", "sub/../link.mp4").exitCode == 0)
    try place.write(
      "sub/film.edit", "edit: 1\ntimeline: [{clip: ../link.mp4}]\noutputs: [{file: ../film.mp4}]\n")
    let render = try place.editc("render", "sub/film.edit")
    #expect(render.exitCode == 0, "\(render.errorText)")
    #expect(isThere(place.path("film.mp4")))
  }
}

/// A one-bit picture without a mark on it.
private func pictureBomb(width: Int, height: Int) throws -> [UInt8] {
  let byteCount = (width / 8 + 1) * height
  let packed = try run(["bash", "-c", "head -c \(byteCount) /dev/zero | gzip -9 -n"]).output
  // gzip's ten bytes of header and eight of trailer give way to those of zlib; Adler-32 of zeros is simple.
  let adler = bigEndian(UInt32(byteCount % 65521) << 16 | 1)
  let data = [0x78, 0xDA] + packed.dropFirst(10).dropLast(8) + adler
  let header = bigEndian(UInt32(width)) + bigEndian(UInt32(height)) + [1, 0, 0, 0, 0]
  return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", header) + chunk("IDAT", data)
    + chunk("IEND", [])
}

private func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
  let body = Array(name.utf8) + data
  var crc: UInt32 = 0xFFFF_FFFF
  for byte in body {
    crc ^= UInt32(byte)
    for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
  }
  return bigEndian(UInt32(data.count)) + body + bigEndian(~crc)
}

private func bigEndian(_ number: UInt32) -> [UInt8] {
  [UInt8(number >> 24), UInt8(number >> 16 & 255), UInt8(number >> 8 & 255), UInt8(number & 255)]
}

extension SeededRandom {
  fileprivate mutating func next(below bound: Int) -> Int { Int(next() % UInt64(max(1, bound))) }

  /// A few bytes changed, most of them near the start; sometimes a piece cut out or doubled.
  fileprivate mutating func mutated(_ original: [UInt8]) -> [UInt8] {
    var bytes = original
    for _ in 0...next(below: 12) {
      let position = next(below: next(below: 2) == 0 ? min(600, bytes.count) : bytes.count)
      bytes[position] = [0, 0xFF, UInt8(next(below: 256))][next(below: 3)]
    }
    let start = next(below: bytes.count - 1)
    let end = min(bytes.count, start + next(below: 400))
    switch next(below: 5) {
    case 0: bytes.removeSubrange(start..<end)
    case 1: bytes.insert(contentsOf: bytes[start..<end], at: start)
    case 2: bytes = Array(bytes[..<max(1, start)])
    default: break
    }
    return bytes
  }
}
