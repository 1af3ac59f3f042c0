internal import CCrypto

/// No digest could be made.
package struct DigestFailure: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String

  /// OpenSSL has no memory, or a configuration of the system forbids SHA-256.
  package init() { description = "OpenSSL cannot compute SHA-256 on this machine" }

  /// A value could not be written as bytes.
  init(reason: String) { description = "no digest of a value: \(reason)" }
}

/// A digest of bytes that come piece by piece.
///
/// It owns its OpenSSL context and frees it when it goes, finished or not.
package struct DigestStream: ~Copyable {
  private let context: OpaquePointer
  private var hasFailed: Bool

  package init() throws(DigestFailure) {
    let context = EVP_MD_CTX_new()
    guard let context, EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1 else {
      // `deinit` does not run for what was never finished; freeing nothing is allowed.
      EVP_MD_CTX_free(context)
      throw DigestFailure()
    }
    self.context = context
    hasFailed = false
  }

  deinit {
    EVP_MD_CTX_free(context)
  }

  /// Adds bytes; a failure is kept and reported by `finalize`.
  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    if EVP_DigestUpdate(context, bytes.baseAddress, bytes.count) != 1 { hasFailed = true }
  }

  /// Adds bytes; a failure is kept and reported by `finalize`.
  package mutating func update(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { update($0) }
  }

  /// The digest of everything that was added.
  package consuming func finalize() throws(DigestFailure) -> ContentDigest {
    var bytes = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
    var count: UInt32 = 0
    guard !hasFailed, EVP_DigestFinal_ex(context, &bytes, &count) == 1 else { throw DigestFailure() }
    return ContentDigest(bytes: Array(bytes.prefix(Int(count))))
  }
}
