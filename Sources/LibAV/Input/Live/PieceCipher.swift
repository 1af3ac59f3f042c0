internal import CFFmpeg

/// The cipher of encrypted pieces of HLS (`METHOD=AES-128`): AES in CBC mode, with the padding of PKCS #7.
struct PieceCipher {
  static let blockBytes = 16

  let key: [UInt8]
  let start: [UInt8]

  /// Nil unless both texts are 16 bytes in hexadecimal.
  init?(key: String, start: String) {
    guard let key = Self.bytes(key), let start = Self.bytes(start) else { return nil }
    (self.key, self.start) = (key, start)
  }

  /// Nil for bytes that were not encrypted with the key.
  func decrypted(_ bytes: [UInt8]) -> [UInt8]? {
    guard !bytes.isEmpty, bytes.count.isMultiple(of: Self.blockBytes), let state = av_aes_alloc() else {
      return nil
    }
    defer { av_free(UnsafeMutableRawPointer(state)) }
    guard av_aes_init(state, key, 128, 1) == 0 else { return nil }
    var result = [UInt8](repeating: 0, count: bytes.count)
    var previous = start
    av_aes_crypt(state, &result, bytes, Int32(clamping: bytes.count / Self.blockBytes), &previous, 1)
    guard let padding = result.last.map(Int.init), (1...Self.blockBytes).contains(padding),
      result.suffix(padding).allSatisfy({ $0 == UInt8(padding) })
    else { return nil }
    return Array(result.dropLast(padding))
  }

  private static func bytes(_ text: String) -> [UInt8]? {
    let digits = text.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
    guard digits.count == 2 * blockBytes, text.utf8.count == digits.count else { return nil }
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(16 * digits[$0] + digits[$0 + 1]) }
  }
}
