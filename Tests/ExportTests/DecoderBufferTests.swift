import Basics
import Composition
import LibAV
import Testing

@testable import Export

@Suite("The buffer of a decoder of a level")
struct DecoderBufferTests {
  /// The first late frame of pictures of so many bytes. Level 1 of HEVC has 128,000 bits per second, and as many in the buffer.
  private func lateFrame(_ sizes: [Int], rate: FrameRate?) throws -> Int64? {
    let level = try #require(VideoCodec.hevc.declaration?.levels.first { $0.name == "1" })
    var buffer = DecoderBuffer(level, try #require(rate))
    for (index, size) in sizes.enumerated() {
      buffer.take(
        EncodedPacket(
          bytes: [UInt8](repeating: 0, count: size), presentation: Int64(index), decode: Int64(index),
          duration: 1,
          isKey: index == 0))
    }
    return buffer.lateFrame
  }

  @Test("is full at first, and gains a frame's share of the bit rate with each picture")
  func share() throws {
    // 16,000 bytes are in it, and 640 come in a 25th of a second.
    #expect(try lateFrame([16000, 640, 640, 640], rate: FrameRate(25)) == nil)
    #expect(try lateFrame([16000, 640, 641], rate: FrameRate(25)) == 2)
    #expect(try lateFrame([16001], rate: FrameRate(25)) == 0)
    // 533 13/15 bytes in 1001/30000 s.
    #expect(
      try lateFrame([16000] + Array(repeating: 533, count: 100), rate: FrameRate(30000, per: 1001)) == nil)
    #expect(try lateFrame([16000] + Array(repeating: 534, count: 9), rate: FrameRate(30000, per: 1001)) == 1)
  }

  @Test("gains nothing while it is full")
  func full() throws {
    #expect(try lateFrame(Array(repeating: 0, count: 100) + [16000, 641], rate: FrameRate(25)) == 101)
  }
}
