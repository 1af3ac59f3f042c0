import ContentDigest
import TestSupport
import Testing

@testable import Export

/// What a build cache has under a key.
@Suite struct ActionResultTests {
  private static let digits = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"

  private func result(byteCount: Int64) throws -> ActionResult {
    ActionResult(digest: try #require(ContentDigest(hex: Self.digits)), byteCount: byteCount)
  }

  @Test("has the bytes that the documentation of Protocol Buffers gives it")
  func bytes() throws {
    let (name, digits) = (Array("segment".utf8), Array(Self.digits.utf8))
    // Field 2 with 79 bytes: field 1, `segment`; field 2 with 68 bytes: field 1, the digest; field 2, the number 5.
    let small: [[UInt8]] = [[0x12, 79, 0x0A, 7], name, [0x12, 68, 0x0A, 64], digits, [0x10, 5]]
    #expect(try result(byteCount: 5).bytes == small.flatMap(\.self))
    #expect(ActionResult(small.flatMap(\.self)) == (try result(byteCount: 5)))
    // 300 is 0b10_0101100, and the lengths around it grow by one. Field 5 with 2 bytes is the signature.
    let large: [[UInt8]] = [
      [0x12, 80, 0x0A, 7], name, [0x12, 69, 0x0A, 64], digits, [0x10, 0b1010_1100, 0b10], [0x2A, 2, 1, 2],
    ]
    var signed = try result(byteCount: 300)
    signed.signature = [1, 2]
    #expect(signed.bytes == large.flatMap(\.self) && ActionResult(signed.bytes) == signed)
  }

  @Test("is read beside fields that other programs add, and from nothing else")
  func reading() throws {
    let plain = try result(byteCount: 1 << 40)
    // An exit code, 4 bytes, 8 bytes and a text.
    let others: [UInt8] = [0x20, 0, 0x3D, 1, 2, 3, 4, 0x41, 1, 2, 3, 4, 5, 6, 7, 8, 0x4A, 1, 0x78]
    #expect(ActionResult(others + plain.bytes + others) == plain)
    #expect(ActionResult(plain.bytes + plain.bytes) == nil, "two files")
    for wrong: [UInt8] in [[], [0x12], [0x12, 0], [0x13], [0x00], [UInt8](repeating: 0xFF, count: 30)] {
      #expect(ActionResult(wrong) == nil)
    }
    for count in 0..<plain.bytes.count { #expect(ActionResult(Array(plain.bytes.prefix(count))) == nil) }
    #expect(ActionResult(try result(byteCount: -1).bytes) == nil)
  }

  @Test("can be read from any bytes without a trap")
  func changed() throws {
    var random = SeededRandom(seed: 11)
    let plain = try result(byteCount: 123_456)
    for _ in 0..<20_000 {
      var bytes = plain.bytes
      for _ in 0..<3 {
        bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
      }
      if let read = ActionResult(bytes) { #expect(read.byteCount >= 0) }
    }
  }

  @Test("has a signature of its key and digest")
  func signature() throws {
    // printf '%s %s' 00... 2cf2... | openssl dgst -sha256 -hmac team
    let zeros = try #require(ContentDigest(hex: String(repeating: "0", count: 64)))
    let signature = try result(byteCount: 5).signature(for: zeros, by: Array("team".utf8))
    #expect(
      signature.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        == "e459b768844b882bce41dd2e48b13395c5fdbabb3a18e9864b01d27358ea5b39")
  }
}
