/// HMAC-SHA256, 32 bytes.
package func authenticationCode(of message: [UInt8], key: [UInt8]) throws(DigestFailure) -> [UInt8] {
  let blockSize = 64
  var block = key.count > blockSize ? try ContentDigest.of(key).bytes : key
  block += [UInt8](repeating: 0, count: blockSize - block.count)
  let inner = try ContentDigest.of(block.map { $0 ^ 0x36 } + message).bytes
  return try ContentDigest.of(block.map { $0 ^ 0x5C } + inner).bytes
}

extension ContentDigest {
  fileprivate var bytes: [UInt8] {
    let digits = hex.utf8.map { $0 < 0x3A ? $0 - 0x30 : $0 - 0x57 }
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }
}
