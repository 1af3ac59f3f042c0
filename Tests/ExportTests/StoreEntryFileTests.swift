import ContentDigest
import LibAV
import Processes
import TestSupport
import Testing

@testable import Export

@Suite struct StoreEntryFileTests {
  private let folder: TemporaryFolder
  private let key: ContentDigest
  private var path: String { folder.path("entry") }

  init() throws {
    folder = try TemporaryFolder()
    key = try ContentDigest.of(text: "key")
  }

  private func packet(_ number: Int64) -> EncodedPacket {
    EncodedPacket(
      bytes: (0..<(50 + number * 7)).map { UInt8(truncatingIfNeeded: $0 * number) }, presentation: number + 2,
      decode: number - 1, duration: 1, isKey: number % 5 == 0)
  }

  private func write(_ packets: [EncodedPacket]) throws -> EncodedStream {
    let encoder = try AudioEncoder(
      settings: AudioEncoderSettings(sampleRate: 48000, channelLayout: "stereo", bitsPerSecond: 128_000))
    let stream = try encoder.stream
    let writer = try StoreEntryWriter(at: path, key: key, owner: TemporaryOwner(), stream: stream)
    for packet in packets { try writer.append(packet) }
    #expect(!isThere(path), "it must not be there before it is finished")
    try writer.finish()
    return stream
  }

  private func readAll() throws -> [EncodedPacket] {
    let reader = try StoreEntryReader(at: path, key: key)
    var packets: [EncodedPacket] = []
    while let packet = try reader.next() { packets.append(packet) }
    return packets
  }

  @Test("What was written is read again")
  func roundTrip() throws {
    let packets = (0..<20).map(packet)
    let stream = try write(packets)
    #expect(StoreEntryReader.isIntact(path, key: key))
    #expect(try StoreEntryReader(at: path, key: key).stream == stream)
    #expect(try readAll() == packets)
  }

  @Test("Whatever bit is wrong, the file is not intact, and reading it is an error or ends in one")
  func everyBit() throws {
    _ = try write((0..<3).map(packet))
    let good = try readFile(path, limit: 1 << 20)
    for position in cases(good.indices, quick: 200, sample: 500) {
      var bad = good
      bad[position] ^= 1 << UInt8(position % 8)
      try AtomicFile.publish(bad, at: path)
      #expect(!StoreEntryReader.isIntact(path, key: key), "byte \(position)")
      #expect(throws: ExportError.self, "byte \(position)") { try readAll() }
    }
  }

  @Test("A file that ends early, or goes on, is not intact")
  func otherLengths() throws {
    _ = try write((0..<3).map(packet))
    let good = try readFile(path, limit: 1 << 20)
    for count in stride(from: 0, to: good.count, by: 13) {
      try AtomicFile.publish(Array(good[..<count]), at: path)
      #expect(!StoreEntryReader.isIntact(path, key: key), "\(count) bytes")
      #expect(throws: ExportError.self, "\(count) bytes") { try readAll() }
    }
    try AtomicFile.publish(good + [0], at: path)
    #expect(!StoreEntryReader.isIntact(path, key: key))
    #expect(throws: ExportError.self) { try readAll() }
  }

  @Test("The entry of another key is not intact under this one, nor is a file of another format")
  func otherKey() throws {
    _ = try write((0..<3).map(packet))
    let other = try ContentDigest.of(text: "other key")
    #expect(!StoreEntryReader.isIntact(path, key: other))
    #expect(throws: ExportError.self) { try StoreEntryReader(at: path, key: other) }

    // As an earlier version wrote it, its digest right.
    var old = Array(try readFile(path, limit: 1 << 20).dropLast(64))
    old[15 - 1] = UInt8(ascii: "2")
    try AtomicFile.publish(old + Array(ContentDigest.of(old).hex.utf8), at: path)
    #expect(!StoreEntryReader.isIntact(path, key: key))
    #expect(throws: ExportError.self) { try StoreEntryReader(at: path, key: key) }
  }
}
