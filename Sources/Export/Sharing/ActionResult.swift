import ContentDigest

/// What a build cache has under a key: a file, named by its digest, and a signature.
///
/// It is an `ActionResult` of Bazel's remote execution API, in the binary form of Protocol Buffers:
///
///     ActionResult { OutputFile output_files = 2; bytes stdout_raw = 5; }
///     OutputFile { string path = 1; Digest digest = 2; }
///     Digest { string hash = 1; int64 size_bytes = 2; }
struct ActionResult: Hashable {
  let digest: ContentDigest
  let byteCount: Int64
  /// Empty without one.
  var signature: [UInt8] = []

  /// The most bytes that are read of one.
  static let mostBytes = 1 << 16
  private static let path = "segment"
}

// MARK: - Signatures

extension ActionResult {
  /// HMAC-SHA256 over the key of an entry and the digest of its file: `KEY DIGEST`.
  func signature(for entry: ContentDigest, by key: [UInt8]) throws(DigestFailure) -> [UInt8] {
    try authenticationCode(of: Array("\(entry.hex) \(digest.hex)".utf8), key: key)
  }
}

// MARK: - As bytes

extension ActionResult {
  var bytes: [UInt8] {
    let file =
      field(1, Array(Self.path.utf8)) + field(2, field(1, Array(digest.hex.utf8)) + number(2, byteCount))
    return field(2, file) + (signature.isEmpty ? [] : field(5, signature))
  }

  /// Nil unless the bytes are a result with exactly one file.
  init?(_ bytes: [UInt8]) {
    guard let fields = MessageFields(bytes[...]), let file = fields.onlyBytes(2).flatMap(MessageFields.init),
      let name = file.onlyBytes(2).flatMap(MessageFields.init),
      let hash = name.onlyBytes(1), let byteCount = name.onlyNumber(2),
      let digest = ContentDigest(hex: String(decoding: hash, as: UTF8.self)), byteCount >= 0
    else { return nil }
    self.digest = digest
    self.byteCount = byteCount
    signature = fields.onlyBytes(5).map(Array.init) ?? []
  }
}

private func field(_ number: UInt8, _ bytes: [UInt8]) -> [UInt8] {
  [number << 3 | 2] + varint(UInt64(bytes.count)) + bytes
}

private func number(_ number: UInt8, _ value: Int64) -> [UInt8] {
  [number << 3] + varint(UInt64(bitPattern: value))
}

private func varint(_ value: UInt64) -> [UInt8] {
  var (bytes, rest): ([UInt8], UInt64) = ([], value)
  while rest > 0x7F {
    bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
    rest >>= 7
  }
  return bytes + [UInt8(truncatingIfNeeded: rest)]
}

/// The fields of a message of Protocol Buffers, as far as they are bytes or integers.
private struct MessageFields {
  private var bytes: [(number: UInt64, value: ArraySlice<UInt8>)] = []
  private var numbers: [(number: UInt64, value: UInt64)] = []

  /// Nil unless the bytes are a message.
  init?(_ message: ArraySlice<UInt8>) {
    var rest = message
    while !rest.isEmpty {
      guard let tag = Self.varint(&rest), tag >> 3 > 0 else { return nil }
      switch tag & 7 {
      case 0:
        guard let value = Self.varint(&rest) else { return nil }
        numbers.append((tag >> 3, value))
      case 2:
        guard let count = Self.varint(&rest), count <= UInt64(rest.count) else { return nil }
        bytes.append((tag >> 3, rest.prefix(Int(count))))
        rest = rest.dropFirst(Int(count))
      case 1, 5:
        let count = tag & 7 == 1 ? 8 : 4
        guard rest.count >= count else { return nil }
        rest = rest.dropFirst(count)
      default: return nil
      }
    }
  }

  /// The value of a field that occurs once.
  func onlyBytes(_ number: UInt64) -> ArraySlice<UInt8>? {
    let found = bytes.filter { $0.number == number }
    return found.count == 1 ? found[0].value : nil
  }

  func onlyNumber(_ number: UInt64) -> Int64? {
    let found = numbers.filter { $0.number == number }
    return found.count == 1 ? Int64(bitPattern: found[0].value) : nil
  }

  private static func varint(_ rest: inout ArraySlice<UInt8>) -> UInt64? {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 7) {
      guard let byte = rest.popFirst() else { return nil }
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
    }
    return nil
  }
}
