/// An address of the Internet: 4 or 16 bytes.
struct NetworkAddress: Hashable, Sendable {
  let bytes: [UInt8]

  /// Whether it belongs to the public Internet, rather than to this machine, its networks, or nobody.
  ///
  /// IPv6 addresses that contain one of IPv4 are judged by that one.
  var isPublic: Bool {
    switch bytes.count {
    case 4: isPublicV4
    case 16: embedded.map(\.isPublic) ?? isPublicV6
    default: false
    }
  }

  private var isPublicV4: Bool {
    switch (bytes[0], bytes[1], bytes[2]) {
    case (0, _, _), (10, _, _), (127, _, _): false
    case (100, 64...127, _): false  // shared by the customers of a provider
    case (169, 254, _): false  // of one link; also where clouds serve credentials
    case (172, 16...31, _), (192, 168, _): false
    case (192, 0, 0), (192, 0, 2), (198, 51, 100), (203, 0, 113): false  // protocols and documentation
    case (198, 18...19, _): false  // benchmarks
    case (224..., _, _): false  // many receivers, or reserved
    default: true
    }
  }

  /// Only 2000::/3 is given out, and parts of it have other purposes.
  private var isPublicV6: Bool {
    guard bytes[0] & 0xE0 == 0x20 else { return false }
    let isProtocol = bytes[0] == 0x20 && bytes[1] == 0x01 && bytes[2] < 2
    return !isProtocol && !has([0x20, 0x01, 0x0D, 0xB8]) && !has([0x3F, 0xFF])
  }

  /// The address of IPv4 in a mapped (::ffff:0:0/96), translated (64:ff9b::/96) or tunnelled (2002::/16) one.
  private var embedded: NetworkAddress? {
    let zeros = [UInt8](repeating: 0, count: 10)
    if has(zeros + [0xFF, 0xFF]) || has([0x00, 0x64, 0xFF, 0x9B] + zeros.prefix(8)) {
      return NetworkAddress(bytes: Array(bytes[12...]))
    }
    return has([0x20, 0x02]) ? NetworkAddress(bytes: Array(bytes[2..<6])) : nil
  }

  private func has(_ beginning: [UInt8]) -> Bool { bytes.starts(with: beginning) }
}

/// Whether a host, as a URL has it, is this machine or an address that is not public. Names are not looked up.
package func isPrivateHost(_ host: String) -> Bool {
  let host = plainHost(host)
  if host == "localhost" || host.hasSuffix(".localhost") { return true }
  return CurlURL("https://\(host.contains(":") ? "[\(host)]" : host)/")?.literalAddress?.isPublic == false
}
