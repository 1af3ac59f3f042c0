internal import CCrypto

/// The SHA-256 of some content.
package struct ContentDigest: Hashable, Sendable, Codable {
  package let bytes: [UInt8]
  package var hex: String { bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }
  package static func of(text: String) -> ContentDigest { ContentDigest(bytes: Array(text.utf8)) }
}
