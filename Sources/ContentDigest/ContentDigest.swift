/// A 256-bit digest of bytes: equal content has equal digests, on every machine.
package struct ContentDigest: Hashable, Sendable, CustomStringConvertible {
  /// SHA-256 as 64 lower-case hexadecimal digits.
  package let hex: String

  /// Nil unless the text is 64 lower-case hexadecimal digits.
  package init?(hex: String) {
    let isDigest = hex.utf8.count == 64 && hex.utf8.allSatisfy(Self.isDigit)
    guard isDigest else { return nil }
    self.hex = hex
  }

  package var description: String { hex }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
  }
}

extension ContentDigest {
  /// The digest of bytes in memory; use `DigestStream` for files.
  package static func of(_ bytes: [UInt8]) throws(DigestFailure) -> ContentDigest {
    var stream = try DigestStream()
    stream.update(bytes)
    return try stream.finalize()
  }

  /// The digest of the UTF-8 of a text.
  package static func of(text: String) throws(DigestFailure) -> ContentDigest {
    try of(Array(text.utf8))
  }
}

extension ContentDigest: Codable {
  package init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    guard let digest = ContentDigest(hex: try value.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: value, debugDescription: "a digest without 64 digits")
    }
    self = digest
  }

  package func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    try value.encode(hex)
  }
}
