import Foundation
import TestSupport
import Testing

@testable import CodedStreams

/// Any bytes are read, or refused in words; nothing traps.
struct FuzzTests {
  static let count = rounds(100_000, quick: 10_000)

  @Test(
    "mutated records, sets and packets", arguments: [JoiningTests.h264[2].1[3], JoiningTests.hevc[0].1[2]])
  func mutations(options: String) throws {
    let folder = try TemporaryFolder()
    let clip = try Clip(try encode(0, options, frames: 14, in: folder), decodesFrames: false)
    let source = try clip.source()
    let renaming = try JoinedStream([source]).renamings[0]
    let packets = clip.packets.map { Array($0.data.prefix(400)) }
    let sets = try StreamUnits(record: clip.record, codec: clip.codec).sets
    var random = SeededRandom(seed: 5)
    var (accepted, refused) = (0, 0)
    func attempt(_ work: () throws -> Void) throws {
      do {
        try work()
        accepted += 1
      } catch let error as CodedStreamError {
        refused += 1
        #expect(!error.words.isEmpty)
      } catch is JoinError { refused += 1 }
    }
    for _ in 0..<Self.count {
      let record = mutated(clip.record, &random)
      try attempt {
        let other = try CodedSource(StreamHeader(record, codec: clip.codec))
        let joined = try JoinedStream([other])
        // What was accepted can be read again, and says the same.
        let again = try CodedSource(StreamHeader(joined.record, codec: clip.codec))
        if again.family.format != other.family.format { Issue.record("\(record)") }
      }
      try attempt { _ = try renaming.renamed(mutated(packets.randomElement(using: &random) ?? [], &random)) }
      try attempt { _ = try renaming.renamedStart(mutated(packets[0], &random), avoiding: [0, 1]) }
      try attempt { _ = try renaming.facts(of: mutated(packets[0], &random)) }
      var header = source.header
      let set = mutated(sets.randomElement(using: &random) ?? [], &random)
      try attempt { try header.collect(from: [0, 0, UInt8(set.count >> 8), UInt8(set.count & 255)] + set) }
    }
    #expect(accepted > Self.count / 4)
    #expect(refused > Self.count / 4)
  }

  @Test("random bytes")
  func noise() {
    var random = SeededRandom(seed: 6)
    for _ in 0..<Self.count {
      let bytes = (0..<Int.random(in: 0...60, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random) & UInt8.random(in: 0...255, using: &random)
      }
      _ = try? H264Sequence([0x67] + bytes)
      _ = try? H264Sequence([0x67, 100, 0, 30] + bytes)
      _ = try? H264Picture([0x68] + bytes)
      _ = try? HEVCVideo([0x40, 1] + bytes)
      _ = try? HEVCSequence([0x42, 1] + bytes)
      _ = try? HEVCPicture([0x44, 1] + bytes)
      _ = try? StreamHeader([1] + bytes, codec: .h264)
      _ = try? StreamHeader([1] + bytes, codec: .hevc)
      _ = SupplementalMessages.read(bytes)
      _ = SupplementalMessages.kept(of: bytes, codec: .hevc)
      _ = try? NALUnits.ranges(in: bytes, lengthBytes: 1)
    }
  }

  private func mutated(_ bytes: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      guard !bytes.isEmpty else { break }
      // Headers and heads are at the front.
      let limit = Bool.random(using: &random) ? bytes.count : min(40, bytes.count)
      let place = Int.random(in: 0..<limit, using: &random)
      switch Int.random(in: 0...5, using: &random) {
      case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
      case 1: bytes[place] = 0
      case 2: bytes.remove(at: place)
      case 3: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
      case 4: bytes.removeLast(min(bytes.count, Int.random(in: 0...8, using: &random)))
      default: bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &random)
      }
    }
    return bytes
  }
}
