import Testing

@testable import LibAV

@Suite("Encrypted pieces of a stream")
struct PieceCipherTests {
  /// By `openssl enc -aes-128-cbc` of 18 letters.
  private static let encrypted: [UInt8] = [
    0xff, 0x1c, 0xa9, 0x08, 0x6f, 0xca, 0x8b, 0x14, 0xae, 0xf8, 0xaa, 0x1d, 0x1c, 0x59, 0xcd, 0xe2, 0x57,
    0x12, 0xd4, 0xd5, 0x81, 0x00, 0x24, 0x7f, 0x66, 0x99, 0x0c, 0x13, 0x0d, 0x19, 0x9a, 0xb5,
  ]

  @Test("are decrypted, and damaged ones are noticed")
  func pieces() throws {
    let key = "000102030405060708090A0B0C0D0E0F"
    let start = "101112131415161718191a1b1c1d1e1f"
    let cipher = try #require(PieceCipher(key: key, start: start))
    #expect(cipher.decrypted(Self.encrypted) == Array("pieces of a stream".utf8))
    #expect(cipher.decrypted(Array(Self.encrypted.dropLast())) == nil)
    #expect(cipher.decrypted(Array(Self.encrypted.prefix(16))) == nil)
    #expect(cipher.decrypted([]) == nil)
    #expect(PieceCipher(key: start, start: start)?.decrypted(Self.encrypted) == nil)
    for (key, start) in [
      ("", start), (key + "0", start), (String(key.dropLast()) + "g", start), (key, "0x10"),
    ] {
      #expect(PieceCipher(key: key, start: start) == nil)
    }
  }
}
