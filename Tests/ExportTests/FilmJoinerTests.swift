import Basics
import Composition
import ContentDigest
import LibAV
import Processes
import TestSupport
import Testing

@testable import Export
@testable import RenderPlan

/// Joining entries as they should be, and doctored ones: what is not as planned makes an error, never a film.
@Suite("Joining a film")
struct FilmJoinerTests {
  private let film: SmallFilm

  init() throws {
    film = try SmallFilm.made()
  }

  /// Joins the plan's entries; the film's path.
  @discardableResult
  private func join(_ plan: RenderPlan? = nil) throws(ExportError) -> String {
    let path = film.folder.path("film.mp4")
    do {
      let file = try AtomicFile(at: path)
      _ = try joinFilm(of: plan ?? film.plan, from: film.entries(of: plan), intoFileAt: file.temporaryPath)
      try file.commit(replacing: true)
    } catch { throw ExportError(any: error) }
    return path
  }

  private func bytes(_ path: String) throws -> [UInt8] { try readFile(path, limit: 1 << 20) }

  /// An entry with other packets, whole and with its right digest.
  private func rewrite(
    _ key: ContentDigest, stream changeStream: (inout EncodedStream) -> Void = { _ in },
    _ change: (inout [EncodedPacket]) -> Void
  ) throws {
    let reader = try film.store.reader(for: key)
    var packets: [EncodedPacket] = []
    while let packet = try reader.next() { packets.append(packet) }
    change(&packets)
    var stream = reader.stream
    changeStream(&stream)
    let writer = try film.store.writer(for: key, owner: TemporaryOwner(), stream: stream)
    for packet in packets { try writer.append(packet) }
    try writer.finish(reader.ending)
  }

  @Test("The first frame that comes too late for the level is told")
  func level() throws {
    var plan = film.plan
    plan.settings.video?.level = "1"
    func lateFrame() throws -> Int64? {
      try joinFilm(of: plan, from: film.entries(of: plan), intoFileAt: film.folder.path("level.mp4"))
        .lateFrame
    }
    #expect(try lateFrame() == nil)
    // Level 1 has a buffer of 175,000 bits.
    try rewrite(plan.segments[1].key) { $0[0].bytes += [UInt8](repeating: 0, count: 22_000) }
    #expect(try lateFrame() == plan.segments[1].frames.lowerBound)
  }

  @Test("The segments' pictures follow each other in their order, under the whole sound")
  func whole() throws {
    let path = try join()
    let pictures = try run([
      "ffmpeg", "-nostdin", "-v", "error", "-i", path, "-vf", "scale=1:1", "-pix_fmt", "rgb24", "-f",
      "rawvideo",
      "-",
    ])
    let brightest = stride(from: 0, to: pictures.output.count - 2, by: 3).map { start in
      (0..<3).max { pictures.output[start + $0] < pictures.output[start + $1] } ?? 0
    }
    #expect(brightest == (0..<30).map { $0 / 10 })
    let sound = try run(["ffmpeg", "-nostdin", "-v", "error", "-i", path, "-ac", "1", "-f", "s16le", "-"])
    #expect((288_000...289_023).contains(sound.output.count / 2))
    #expect(pictures.errorText + sound.errorText == "")
  }

  @Test("An entry that ends early is damaged, wherever it ends", arguments: [false, true])
  func truncated(isSound: Bool) throws {
    let key = try isSound ? #require(film.plan.soundTrack).key : film.plan.segments[1].key
    let path = film.store.path(of: key)
    let good = try bytes(path)
    for count in Array(stride(from: 0, to: good.count, by: testsLong ? 97 : 971)) + [good.count - 1] {
      try AtomicFile.publish(Array(good[..<count]), at: path)
      #expect(throws: StoreEntryReader.damaged(path), "\(count) of \(good.count) bytes") { try join() }
    }
  }

  @Test("An entry with a wrong bit is damaged, wherever it is")
  func flipped() throws {
    let path = film.path(ofSegment: 1)
    let good = try bytes(path)
    // Densely in the head and the first packet's numbers. `StoreEntryFileTests` flips a bit of each byte.
    let positions =
      Array(stride(from: 0, to: 300, by: 5)) + stride(from: 300, to: good.count, by: testsLong ? 97 : 971)
    for position in positions where position < good.count {
      var bad = good
      bad[position] ^= 1 << UInt8(position % 8)
      try AtomicFile.publish(bad, at: path)
      #expect(throws: StoreEntryReader.damaged(path), "byte \(position)") { try join() }
    }
  }

  @Test("An entry that is not there is an error with its place")
  func missing() throws {
    let path = film.path(ofSegment: 2)
    try removeFile(path)
    let error = try #require(throws: ExportError.self) { try join() }
    #expect(error.kind == .temporary && error.message.contains(path), "\(error.message)")
  }

  @Test("Another segment's content under a segment's name is damage, though all of it is whole")
  func exchanged() throws {
    try AtomicFile.publish(bytes(film.path(ofSegment: 0)), at: film.path(ofSegment: 1))
    #expect(throws: StoreEntryReader.damaged(film.path(ofSegment: 1))) { try join() }
    #expect(!film.store.marking(film.plan).segments[1].isInStore)
  }

  @Test(
    "A segment with other frames than planned is no part of a film, and is made again", arguments: [0, 9, 11])
  func otherCount(count: Int) throws {
    try rewrite(film.plan.segments[1].key) { packets in
      let last = packets[packets.count - 1]
      if count < packets.count { packets.removeLast(packets.count - count) }
      for extra in 0..<max(0, count - packets.count) {
        var packet = last
        packet.presentation += Int64(extra) + 1
        packet.decode += Int64(extra) + 1
        packets.append(packet)
      }
    }
    let error = try #require(throws: ExportError.self) { try join() }
    // The eleventh frame meets the first one of the next segment.
    #expect(error.message.hasPrefix("segment 2 has \(count) frames, the plan 10"), "\(error.message)")
    #expect(!film.store.marking(film.plan).segments[1].isInStore)
  }

  @Test("Segments of different encoders' settings are not joined")
  func otherConfiguration() throws {
    var other = try SmallFilm()
    other.plan.settings.video?.depth = .ten
    try other.makeEntries()
    try AtomicFile.publish(bytes(other.path(ofSegment: 1)), at: film.path(ofSegment: 1))
    let error = try #require(throws: ExportError.self) { try join() }
    #expect(
      error
        == ExportError(
          .temporary, "segment 2 was encoded with another configuration; run the command again to replace it")
    )
  }

  /// A way to make an entry that is whole, has its key and its digest, and is not what the plan asks.
  struct Doctoring: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let message: String
    var stream: @Sendable (inout EncodedStream) -> Void = { _ in }
    var packets: @Sendable (inout [EncodedPacket]) -> Void = { _ in }

    init(_ name: String, _ message: String, _ packets: @escaping @Sendable (inout [EncodedPacket]) -> Void) {
      (testDescription, self.message, self.packets) = (name, message, packets)
    }

    init(
      _ name: String, _ message: String, stream: @escaping @Sendable (inout EncodedStream) -> Void
    ) {
      (testDescription, self.message, self.stream) = (name, message, stream)
    }
  }

  static let doctorings = [
    Doctoring("no frame", "has 0 frames, the plan 10") { $0 = [] },
    Doctoring("one frame less", "has 9 frames, the plan 10") { $0.removeLast() },
    Doctoring("no first frame", "does not begin with a key frame") { $0.removeFirst() },
    Doctoring("a frame in the middle is gone", "has 9 frames, the plan 10") { $0.remove(at: 5) },
    Doctoring("one frame more", "has 11 frames, the plan 10") { packets in
      var last = packets[9]
      last.presentation += 1
      last.decode += 1
      packets.append(last)
    },
    Doctoring("the first frame is no key frame", "does not begin with a key frame") { $0[0].isKey = false },
    Doctoring("what is called a key frame is none", "does not begin with a key frame") { packets in
      packets[0].bytes = packets[1].bytes
    },
    Doctoring("the first frame is no picture", "does not begin with a key frame") { packets in
      packets[0].bytes = [UInt8](repeating: 7, count: 100)
    },
    Doctoring("an empty frame", "has nothing in packet 4") { $0[3].bytes = [] },
    Doctoring("it begins later", "does not begin with its first frame") { packets in
      for index in packets.indices { packets[index].presentation += 1 }
    },
    Doctoring("a time twice", "has two frames at the time of frame") { packets in
      packets[5].presentation = packets[4].presentation
    },
    Doctoring("a time after the end", "has a frame at the time of frame 10") { $0[5].presentation = 10 },
    Doctoring("a time before the start", "has a frame at the time of frame -1") { $0[5].presentation = -1 },
    Doctoring("exchanged packets", "has packets that are decoded in another order") { $0.swapAt(4, 5) },
    Doctoring("one time of decoding twice", "has packets that are decoded in another order") { packets in
      packets[5].decode = packets[4].decode
    },
    Doctoring("decoded after it is shown", "has a frame that is shown before it is decoded") { packets in
      packets[9].decode = 100
    },
    Doctoring("a frame that lasts two", "has a frame that lasts 2 frames") { $0[4].duration = 2 },
    Doctoring("a frame that lasts nothing", "has a frame that lasts 0 frames") { $0[4].duration = 0 },
    Doctoring("another codec", "is hevc, and the plan h264", stream: { $0.codec = "hevc" }),
    Doctoring(
      "another size", "has pictures of 66x36, and the plan 64x36",
      stream: { stream in
        guard case .video(var video) = stream.content else { return }
        video.size = PixelSize(width: 66, height: 36)
        stream.content = .video(video)
      }),
    Doctoring(
      "another rate", "has frames of another length",
      stream: { $0.tick = RationalTime(1, 6) ?? .zero }),
    Doctoring(
      "a sound", "has no pictures",
      stream: { stream in
        stream.content = .audio(
          EncodedStream.AudioContent(sampleRate: 48000, channelLayout: "mono", frameLength: 1024, priming: 0))
      }),
    Doctoring(
      "another configuration", "was encoded with another configuration",
      stream: { $0.configuration[$0.configuration.count - 1] ^= 1 }),
    Doctoring(
      "pictures in another order", "was encoded with another configuration",
      stream: { stream in
        guard case .video(var video) = stream.content else { return }
        video.reorderDelay += 1
        stream.content = .video(video)
      }),
  ]

  @Test(
    "A doctored segment is refused by its number, wherever it is, and is made again",
    arguments: doctorings, [0, 1, 2])
  func doctored(_ doctoring: Doctoring, index: Int) throws {
    let key = film.plan.segments[index].key
    try rewrite(key, stream: doctoring.stream, doctoring.packets)
    #expect(film.store.isIntact(key))
    let error = try #require(throws: ExportError.self) { try join() }
    #expect(error.kind == .temporary)
    #expect(error.message.hasPrefix("segment \(index + 1) \(doctoring.message)"), "\(error.message)")
    #expect(film.store.marking(film.plan).missingEntries.map(\.name) == ["segment \(index + 1)"])
  }

  @Test("A segment that owes the digests of the copied pictures before it, and has none, is refused")
  func notCompared() throws {
    var plan = film.plan
    plan.segments[1].picturesBefore = PicturesBefore(layer: 0, media: 0, stream: 0, pictures: 0..<10)
    let error = try #require(throws: ExportError.self) {
      try joinFilm(of: plan, from: film.entries(of: plan), intoFileAt: film.folder.path("compared.mp4"))
    }
    #expect(error.message.hasPrefix("segment 2 does not say what its pictures show"), "\(error.message)")
  }

  @Test("Two attempts at an entry write the same bytes, and readers find one or the other whole")
  func attempts() throws {
    for _ in 0..<rounds(100, quick: 2, sample: 8) {
      let other = try SmallFilm()
      try other.makeEntries()
      for key in film.plan.keys {
        #expect(try bytes(other.store.path(of: key)) == bytes(film.store.path(of: key)))
      }
    }
  }

  @Test(
    "Times that cannot be are an error, and no arithmetic on them traps",
    arguments: [Int64.min, .min + 1, -1_000_000_000_000, 1_000_000_000_000, .max - 1, .max])
  func wildTimes(time: Int64) throws {
    let changes: [(String, (inout EncodedPacket) -> Void)] = [
      ("presentation", { $0.presentation = time }), ("decode", { $0.decode = time }),
      ("both", { ($0.presentation, $0.decode) = (time, time) }),
    ]
    for (name, change) in changes {
      for index in [0, 9] {
        let film = try SmallFilm.made()
        let joiner = try FilmJoinerTests(film)
        try joiner.rewrite(film.plan.segments[1].key) { change(&$0[index]) }
        #expect(throws: ExportError.self, "\(name) of packet \(index)") {
          try verifyFilm(at: joiner.join(), against: film.plan)
        }
      }
    }
  }

  private init(_ film: SmallFilm) throws { self.film = film }
}
