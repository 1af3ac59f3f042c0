import Glibc

/// The addresses of the proxies that the environment names, which may be private: the user has chosen them.
final class ProxyAddresses {
  private struct Place: Hashable {
    let address: NetworkAddress
    let port: Int
  }

  private lazy var places: Set<Place> = {
    let names = ["https_proxy", "HTTPS_PROXY", "http_proxy", "all_proxy", "ALL_PROXY"]
    let proxies = names.compactMap(variable).compactMap { CurlURL($0, isProxy: true) }
    return Set(
      proxies.flatMap { proxy in addresses(of: proxy.host).map { Place(address: $0, port: proxy.port) } })
  }()

  func contain(_ address: NetworkAddress, _ port: Int) -> Bool {
    places.contains(Place(address: address, port: port))
  }
}

private func addresses(of host: String) -> [NetworkAddress] {
  var list: UnsafeMutablePointer<addrinfo>?
  guard getaddrinfo(host, nil, nil, &list) == 0 else { return [] }
  defer { freeaddrinfo(list) }
  var found: [NetworkAddress] = []
  var next = list
  while let entry = next {
    if let place = entry.pointee.ai_addr,
      let (address, _) = internetAddress(place, family: entry.pointee.ai_family)
    {
      found.append(address)
    }
    next = entry.pointee.ai_next
  }
  return found
}
