import Composition
import FoundationEssentials
import Glibc
import LibAV
import TestSupport
import Testing

@Suite("Opening files that may be anything")
struct SafeOpeningTests {
  private func refusal(_ path: String) -> LibAVError? {
    do throws(LibAVError) {
      _ = try MediaProbe.facts(ofFileAt: path)
      return nil
    } catch {
      return error
    }
  }

  @Test("A missing file, a folder, a pipe and a forbidden file each have their own cause")
  func causes() throws {
    let folder = try TemporaryFolder()
    #expect(refusal(folder.path("nowhere.mp4"))?.cause == .input(errno: ENOENT))
    #expect(refusal(folder.root)?.cause == .input(errno: EISDIR))
    let pipe = folder.path("pipe.mp4")
    #expect(mkfifo(pipe, 0o600) == 0)
    #expect(refusal(pipe)?.cause == .input(errno: ESPIPE))
    #expect(refusal("/dev/null")?.cause == .input(errno: ENXIO))
    let secret = try folder.write("secret.mp4", "x")
    chmod(secret, 0)
    // The superuser may read everything.
    if getuid() != 0 { #expect(refusal(secret)?.cause == .input(errno: EACCES)) }
  }

  @Test("Empty files, Git LFS pointers and text are recognised as what they are")
  func noMedia() throws {
    let folder = try TemporaryFolder()
    let empty = try folder.write("empty.mp4", "")
    #expect(refusal(empty)?.cause == .badData)
    #expect(refusal(empty)?.reason == "the file is empty (0 bytes)")
    let pointer = try folder.write(
      "clip.mp4", "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a2146\nsize 12345\n")
    #expect(refusal(pointer)?.reason.contains("Git LFS") == true)
    let text = try folder.write("text.mp4", "Not a film, only a few words.\n")
    #expect(refusal(text)?.cause == .badData)
  }

  @Test(
    "Files that only name other files are refused, whatever they call themselves",
    arguments: [
      (
        "list.mp4",
        "#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\nSECRET\n#EXT-X-ENDLIST\n"
      ),
      ("list.mkv", "ffconcat version 1.0\nfile 'SECRET'\n"),
      ("list.ts", "#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\nfile:SECRET\n"),
      ("list.mov", "<?xml version=\"1.0\"?><MPD xmlns=\"urn:mpeg:dash:schema:mpd:2011\"><Period/></MPD>"),
      ("list.avi", "[InternetShortcut]\nURL=file://SECRET\n"),
      ("picture.svg", "<svg xmlns='http://www.w3.org/2000/svg'><image href='SECRET'/></svg>"),
      (
        "page.sdp", "v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=video 5004 RTP/AVP 96\n"
      ),
    ])
  func playlists(name: String, text: String) throws {
    let folder = try TemporaryFolder()
    let clip = folder.path("secret.mp4")
    try Judge.make(clip, ["-f", "lavfi", "-i", "testsrc2=size=64x64:rate=25:duration=0.2"])
    let path = try folder.write(
      name, text.split(separator: "SECRET", omittingEmptySubsequences: false).joined(separator: clip))
    #expect(refusal(path)?.cause == .badData)
  }

  @Test("A picture of a few bytes that unfolds to gigabytes is refused by its size")
  func bomb() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("bomb.png")
    // The header of a PNG of 30,000 x 30,000 pixels, with a valid checksum, and a few bytes of nothing.
    var bytes: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
    let header: [UInt8] = [0x49, 0x48, 0x44, 0x52, 0, 0, 0x75, 0x30, 0, 0, 0x75, 0x30, 8, 6, 0, 0, 0]
    bytes += [0, 0, 0, 13] + header + bigEndian(crc32(header))
    let data: [UInt8] = [0x49, 0x44, 0x41, 0x54, 0x78, 0x9c, 0x63, 0, 0, 0, 1, 0, 1]
    bytes += [0, 0, 0, 9] + data + bigEndian(crc32(data))
    bytes += [0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82]
    try Data(bytes).write(to: URL(filePath: path))
    let time = try processorTime {
      let error = try #require(refusal(path))
      #expect(error.cause == .limit)
      #expect(error.reason.contains("30000x30000"))
    }
    #expect(time < .seconds(1))
  }

  @Test("More streams than a film can have are refused; many are read in part and said so")
  func manyStreams() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("streams.mkv")
    let maps = Array(repeating: ["-map", "0"], count: 70).joined()
    try Judge.make(
      path, ["-f", "lavfi", "-i", "anullsrc=r=8000:cl=mono:d=0.05"] + maps + ["-c:a", "pcm_s16le"])
    let facts = try MediaProbe.facts(ofFileAt: path)
    #expect(facts.audio.count == 64)
    #expect(facts.remarks == ["only the first 64 of 70 streams are read"])
    var limits = MediaLimits.standard
    limits.streams = 50
    let error = #expect(throws: LibAVError.self) { try MediaProbe.facts(ofFileAt: path, limits: limits) }
    #expect(error?.cause == .limit)
  }
}

private func crc32(_ bytes: [UInt8]) -> UInt32 {
  var sum = ~UInt32(0)
  for byte in bytes {
    sum ^= UInt32(byte)
    for _ in 0..<8 {
      let carry: UInt32 = sum & 1 == 1 ? 0xedb8_8320 : 0
      sum = (sum >> 1) ^ carry
    }
  }
  return ~sum
}

private func bigEndian(_ number: UInt32) -> [UInt8] {
  [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
}
