internal import CCurl
import Glibc

/// A URL as libcurl reads it. Checks and requests use the same value, so they cannot disagree about it.
final class CurlURL {
  let handle: OpaquePointer
  /// In lower case.
  let scheme: String
  /// In lower case; an IPv6 address without its brackets, other numbers as a dotted IPv4 address.
  let host: String
  let port: Int
  /// Encoded.
  let path: String

  /// Nil unless the text is a URL with a host. With `keepsPath`, dots in the path stay; with `isProxy`, the scheme
  /// can be another one, or missing.
  convenience init?(_ text: String, keepsPath: Bool = false, isProxy: Bool = false) {
    let flags = keepsPath ? editc_curl_path_as_is : isProxy ? editc_curl_any_scheme : 0
    self.init(curl_url(), text, UInt32(flags))
  }

  /// A URL that may be relative to another one.
  convenience init?(_ text: String, relativeTo base: CurlURL) {
    self.init(curl_url_dup(base.handle), text, 0)
  }

  /// Sets a URL in a handle, and takes ownership of it.
  private init?(_ handle: OpaquePointer?, _ text: String, _ flags: UInt32) {
    guard let handle else { return nil }
    guard curl_url_set(handle, CURLUPART_URL, text, flags) == CURLUE_OK,
      let scheme = part(of: handle, CURLUPART_SCHEME), let host = part(of: handle, CURLUPART_HOST),
      let path = part(of: handle, CURLUPART_PATH), !host.isEmpty
    else {
      curl_url_cleanup(handle)
      return nil
    }
    self.handle = handle
    self.scheme = scheme.lowercased()
    self.host = plainHost(host)
    let usual = ["https": 443, "http": 80][self.scheme] ?? 1080
    port = part(of: handle, CURLUPART_PORT).flatMap { Int($0) } ?? usual
    self.path = path
  }

  deinit { curl_url_cleanup(handle) }

  var hasUser: Bool {
    part(of: handle, CURLUPART_USER) != nil || part(of: handle, CURLUPART_PASSWORD) != nil
  }

  /// Whether credentials for one may be sent to the other.
  func hasOrigin(of other: CurlURL) -> Bool {
    scheme == other.scheme && host == other.host && port == other.port
  }

  /// The value of the `Host` field.
  var hostField: String {
    let name = host.contains(":") ? "[\(host)]" : host
    return part(of: handle, CURLUPART_PORT) == nil ? name : "\(name):\(port)"
  }

  /// The address, if the host is one.
  var literalAddress: NetworkAddress? {
    var bytes = [UInt8](repeating: 0, count: 16)
    if inet_pton(AF_INET, host, &bytes) == 1 { return NetworkAddress(bytes: Array(bytes.prefix(4))) }
    return inet_pton(AF_INET6, host, &bytes) == 1 ? NetworkAddress(bytes: bytes) : nil
  }
}

/// A host without brackets and without a dot at its end, in lower case.
func plainHost(_ host: String) -> String {
  var host = host.lowercased()
  if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
  if host.hasSuffix(".") { host.removeLast() }
  return host
}

private func part(of handle: OpaquePointer, _ part: CURLUPart) -> String? {
  var text: UnsafeMutablePointer<CChar>?
  guard curl_url_get(handle, part, &text, 0) == CURLUE_OK, let text else { return nil }
  defer { curl_free(text) }
  return String(cString: text)
}
