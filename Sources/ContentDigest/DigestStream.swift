internal import CCrypto

/// A digest could not be computed.
package struct DigestFailure: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String

  /// OpenSSL is out of memory.
  package init() { description = "OpenSSL cannot compute SHA-256 on this machine" }

  /// A value could not be encoded as bytes.
  init(reason: String) { description = "no digest of a value: \(reason)" }
}

/// Whether OpenSSL is ready, without the machine's configuration: that could forbid SHA-256 or load other code.
private let isReady = OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_LOAD_CONFIG), nil) == 1

package enum DigestAlgorithm: String, Sendable {
  case sha256
  /// The digest by which DVC names files. It can be forged, so it counts only if no SHA-256 is known.
  case md5
}

/// A digest of bytes that arrive in pieces.
///
/// Owns its OpenSSL context and frees it, whether or not it was finalised.
package struct DigestStream: ~Copyable {
  private let context: OpaquePointer
  private var hasFailed: Bool

  package init(_ algorithm: DigestAlgorithm = .sha256) throws(DigestFailure) {
    guard isReady else { throw DigestFailure() }
    let context = EVP_MD_CTX_new()
    let method =
      switch algorithm {
      case .sha256: EVP_sha256()
      case .md5: EVP_md5()
      }
    guard let context, EVP_DigestInit_ex(context, method, nil) == 1 else {
      // `deinit` does not run for a partly initialised value; freeing nil is allowed.
      EVP_MD_CTX_free(context)
      throw DigestFailure()
    }
    self.context = context
    hasFailed = false
  }

  deinit {
    EVP_MD_CTX_free(context)
  }

  /// Adds bytes; `finalize` reports a failure.
  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    if EVP_DigestUpdate(context, bytes.baseAddress, bytes.count) != 1 { hasFailed = true }
  }

  /// Adds bytes; `finalize` reports a failure.
  package mutating func update(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { update($0) }
  }

  /// The SHA-256 of all added bytes.
  package consuming func finalize() throws(DigestFailure) -> ContentDigest {
    guard let digest = ContentDigest(hex: try hexDigest()) else { throw DigestFailure() }
    return digest
  }

  /// The digest of all added bytes, in lower-case hexadecimal digits.
  package consuming func hexDigest() throws(DigestFailure) -> String {
    try digestBytes().map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// The digest of all added bytes: 32 bytes of SHA-256.
  package consuming func digestBytes() throws(DigestFailure) -> ArraySlice<UInt8> {
    var bytes = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
    var count: UInt32 = 0
    guard !hasFailed, EVP_DigestFinal_ex(context, &bytes, &count) == 1 else { throw DigestFailure() }
    return bytes.prefix(Int(count))
  }
}
