internal import CCrypto

/// The library that computes digests.
package enum DigestLibrary {
  package static var version: String {
    // "OpenSSL 3.0.17 1 Jul 2025"
    let text = OpenSSL_version(OPENSSL_VERSION).map { String(cString: $0) } ?? "OpenSSL"
    return text.split(separator: " ").prefix(2).joined(separator: " ")
  }
}
