internal import CCurl
import Glibc

/// One request to one URL, without redirects: what libcurl calls back, and what came of it.
final class NetworkTransfer {
  let request: NetworkRequest
  /// To write or to read.
  private let file: Int32
  /// The first byte that is asked for.
  private let offset: Int64
  /// Whether a connection to an address may be made.
  private let allows: (NetworkAddress, Int) -> Bool
  private let onProgress: (Int64) -> Void
  private(set) var head = AnswerHead()
  /// The next byte to write or to send.
  private(set) var position: Int64
  private(set) var receivedBytes: Int64 = 0
  private var headBytes = 0
  private var uselessBytes: Int64 = 0
  private var hasBody = false
  private var failure: NetworkFailure?
  private var refusedAddress: String?

  /// The most bytes of header fields of an answer.
  private static let mostHeadBytes = 256 << 10
  /// The most bytes of a body that nobody needs, such as that of an answer to PUT.
  private static let mostUselessBytes: Int64 = 1 << 20

  init(
    _ request: NetworkRequest, _ file: Int32, from offset: Int64,
    allowing allows: @escaping (NetworkAddress, Int) -> Bool, onProgress: @escaping (Int64) -> Void
  ) {
    self.request = request
    self.file = file
    self.offset = offset
    self.allows = allows
    self.onProgress = onProgress
    position = offset
  }

  enum Outcome {
    case done(byteCount: Int64?)
    case redirect
    case retry(after: Duration?, NetworkFailure)
    case startAgain
    case fail(NetworkFailure)
  }

  /// The host and whether the server redirected to it are for messages.
  func outcome(_ code: CURLcode, host: String, isRedirected: Bool) -> Outcome {
    if let failure { return .fail(failure) }
    if let refusedAddress {
      return .fail(.privateAddress(refusedAddress, host: host, isRedirected: isRedirected))
    }
    // An answer that is not accepted stops its body.
    let isRefused = request.method == .put && head.status >= 400
    guard head.status != 0, code == CURLE_OK || code == CURLE_WRITE_ERROR || hasBody || isRefused else {
      return networkFailure(code, host)
    }
    switch head.judge(request, offset: offset) {
    case .accept(_, let byteCount):
      if request.method != .get {
        return code == CURLE_OK ? .done(byteCount: byteCount) : networkFailure(code, host)
      }
      // Of an empty file.
      if !hasBody, code == CURLE_OK { _ = begin(at: 0) }
      let isWhole = byteCount.map { position == $0 } ?? (code == CURLE_OK)
      if isWhole { return .done(byteCount: position) }
      return code == CURLE_OK
        ? .retry(after: nil, NetworkFailure(.unavailable, "the connection to \(host) ended too early"))
        : networkFailure(code, host)
    case .redirect: return .redirect
    case .retry(let pause, let failure): return .retry(after: pause, failure)
    case .startAgain: return .startAgain
    case .fail(let failure): return .fail(failure)
    }
  }

  private func networkFailure(_ code: CURLcode, _ host: String) -> Outcome {
    func failure(_ reason: String) -> NetworkFailure { NetworkFailure(.unavailable, reason) }
    switch code {
    case CURLE_PEER_FAILED_VERIFICATION: return .fail(failure("the certificate of \(host) is not trusted"))
    case CURLE_SSL_CACERT_BADFILE:
      return .fail(failure("the roots of certificates cannot be read; see CURL_CA_BUNDLE"))
    case CURLE_COULDNT_RESOLVE_HOST: return .retry(after: nil, failure("the host \(host) was not found"))
    case CURLE_COULDNT_RESOLVE_PROXY: return .retry(after: nil, failure("the proxy was not found"))
    case CURLE_COULDNT_CONNECT: return .retry(after: nil, failure("no connection to \(host)"))
    case CURLE_OPERATION_TIMEDOUT:
      return .retry(after: nil, failure("\(host) was silent for too long"))
    default:
      let words = String(cString: curl_easy_strerror(code))
      return .retry(after: nil, failure("the connection to \(host) failed: \(words)"))
    }
  }
}

extension NetworkFailure {
  static func privateAddress(_ address: String, host: String, isRedirected: Bool) -> NetworkFailure {
    let place = address == host ? address : "\(host) (\(address))"
    return NetworkFailure(
      .refused,
      (isRedirected ? "redirected to \(place), a private address" : "\(place) is a private address")
        + "; `--allow-private \(host)` allows it")
  }
}

// MARK: - What libcurl calls

extension NetworkTransfer {
  private static func of(_ context: UnsafeMutableRawPointer?) -> NetworkTransfer? {
    context.map { Unmanaged<NetworkTransfer>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Lets a request call this value, which must live until the request has ended.
  func install(in curl: UnsafeMutableRawPointer) {
    let context = Unmanaged.passUnretained(self).toOpaque()
    for option in [
      CURLOPT_WRITEDATA, CURLOPT_HEADERDATA, CURLOPT_READDATA, CURLOPT_XFERINFODATA, CURLOPT_OPENSOCKETDATA,
    ] { _ = editc_curl_set_pointer(curl, option, context) }
    _ = editc_curl_set_transfer(curl, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
      let body = UnsafeRawBufferPointer(start: bytes, count: size * count)
      return NetworkTransfer.of(context)?.receive(body) == true ? body.count : 0
    }
    _ = editc_curl_set_transfer(curl, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
      let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
      return NetworkTransfer.of(context)?.receive(headLine: line) == true ? line.count : 0
    }
    _ = editc_curl_set_transfer(curl, CURLOPT_READFUNCTION) { bytes, size, count, context in
      let room = UnsafeMutableRawBufferPointer(start: bytes, count: size * count)
      return NetworkTransfer.of(context)?.send(into: room) ?? Int(CURL_READFUNC_ABORT)
    }
    _ = editc_curl_set_progress(curl) { context, _, _, _, _ in
      if let transfer = NetworkTransfer.of(context) { transfer.onProgress(transfer.position) }
      return 0
    }
    _ = editc_curl_set_open_socket(curl) { context, _, address in
      guard let address, let transfer = NetworkTransfer.of(context), transfer.check(address) else {
        return -1
      }
      let place = address.pointee
      return socket(place.family, place.socktype | Int32(SOCK_CLOEXEC.rawValue), place.`protocol`)
    }
  }

  private func receive(headLine: UnsafeRawBufferPointer) -> Bool {
    headBytes += headLine.count
    guard headBytes <= Self.mostHeadBytes else {
      failure = NetworkFailure(
        .unavailable, "the answer has more than \(Self.mostHeadBytes >> 10) KiB of header fields")
      return false
    }
    head.add(String(decoding: headLine, as: UTF8.self))
    return true
  }

  private func receive(_ body: UnsafeRawBufferPointer) -> Bool {
    guard request.method == .get else {
      uselessBytes += Int64(body.count)
      return uselessBytes <= Self.mostUselessBytes
    }
    guard case .accept(let start, let byteCount) = head.judge(request, offset: offset),
      hasBody || begin(at: start)
    else { return false }
    if let byteCount, position + Int64(body.count) > byteCount {
      failure = head.otherSize(nil, byteCount)
      return false
    }
    if byteCount == nil, let most = request.mostBytes, position + Int64(body.count) > most {
      failure = head.otherSize(nil, atMost: most)
      return false
    }
    var written = 0
    while written < body.count {
      let rest = UnsafeRawBufferPointer(rebasing: body[written...])
      let count = pwrite(file, rest.baseAddress, rest.count, off_t(position))
      if count > 0 {
        written += count
        position += Int64(count)
        receivedBytes += Int64(count)
      } else if errno != EINTR {
        return fails("written")
      }
    }
    return true
  }

  private func begin(at start: Int64) -> Bool {
    hasBody = true
    position = start
    return ftruncate(file, off_t(start)) == 0 || fails("written")
  }

  private func fails(_ what: String) -> Bool {
    failure = NetworkFailure(.file, "the file cannot be \(what): \(String(cString: strerror(errno)))")
    return false
  }

  private func send(into room: UnsafeMutableRawBufferPointer) -> Int {
    while true {
      let count = pread(file, room.baseAddress, room.count, off_t(position))
      if count >= 0 {
        position += Int64(count)
        return count
      }
      if errno != EINTR {
        _ = fails("read")
        return Int(CURL_READFUNC_ABORT)
      }
    }
  }

  private func check(_ address: UnsafeMutablePointer<curl_sockaddr>) -> Bool {
    withUnsafeMutablePointer(to: &address.pointee.addr) { place in
      let raw = UnsafeRawPointer(place)
      guard let (found, port) = internetAddress(raw, family: address.pointee.family) else { return false }
      if allows(found, port) { return true }
      refusedAddress = text(of: found)
      return false
    }
  }
}

/// The address and the port in a socket address; nil for another family.
func internetAddress(_ place: UnsafeRawPointer, family: Int32) -> (NetworkAddress, port: Int)? {
  let (start, count): (Int, Int)
  switch family {
  case AF_INET: (start, count) = (4, 4)
  case AF_INET6: (start, count) = (8, 16)
  default: return nil
  }
  let port =
    Int(place.load(fromByteOffset: 2, as: UInt8.self)) << 8
    | Int(place.load(fromByteOffset: 3, as: UInt8.self))
  let bytes = UnsafeRawBufferPointer(start: place + start, count: count)
  return (NetworkAddress(bytes: Array(bytes)), port)
}

private func text(of address: NetworkAddress) -> String {
  var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
  let family = address.bytes.count == 4 ? AF_INET : AF_INET6
  guard inet_ntop(family, address.bytes, &text, socklen_t(text.count)) != nil else { return "it" }
  return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
}
