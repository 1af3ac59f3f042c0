import Glibc
import HTTPServer

/// A server and its clients in one thread: whatever a client waits for, the server runs meanwhile.
final class Station {
  let server: HTTPServer
  private let place: ServerPlace
  /// Turns in which `run` was called, to see that a server with nothing to do sleeps.
  private(set) var turns = 0

  init(
    _ place: ServerPlace = .port(nil), headers: [HTTPHeader] = [], acceptsPost: Bool = false,
    onRequest: @escaping (HTTPRequest, AnswerPromise) -> Void
  ) throws {
    self.place = place
    server = try HTTPServer(place, headers: headers, acceptsPost: acceptsPost, onRequest: onRequest)
  }

  deinit { server.stop() }

  var host: String { "localhost:\(server.port ?? 0)" }

  func connect() throws -> RawClient {
    if case .socket(let path) = place { return try RawClient(path: path) }
    return try RawClient(port: server.port ?? 0)
  }

  /// Lets the server work until something is true, or time is over. Returns whether it is true.
  @discardableResult
  func work(for limit: Duration = .seconds(5), until isDone: () -> Bool = { false }) -> Bool {
    let end = ContinuousClock.now + limit
    while !isDone() {
      let left = end - .now
      guard left > .zero else { return false }
      // Clients of the same thread may have something for us at any time.
      let pause = min(left, server.wait ?? left, .milliseconds(2))
      var entry = pollfd(fd: server.descriptor, events: Int16(POLLIN), revents: 0)
      let isReady = poll(&entry, 1, Int32(max(0, pause / .milliseconds(1)))) > 0
      if isReady || server.wait == .zero {
        turns += 1
        server.run()
      } else if server.wait.map({ $0 <= pause }) == true {
        server.run()
      }
    }
    return true
  }

  /// Sends bytes on a new connection; what comes back until the first answer is whole, the server closes, or time is over.
  func exchange(_ bytes: [UInt8], for limit: Duration = .seconds(5)) throws -> [UInt8] {
    let client = try connect()
    var rest = bytes[...]
    work(for: limit) {
      rest = rest.dropFirst(client.send(rest))
      client.receive()
      return client.isClosed || rest.isEmpty && HTTPReply(client.received) != nil
    }
    // On a busy machine, time can be over before the server has read all of it: it would read the rest beside the next request.
    for _ in 0..<1000 where isReady { server.run() }
    client.receive()
    return client.received
  }

  private var isReady: Bool {
    var entry = pollfd(fd: server.descriptor, events: Int16(POLLIN), revents: 0)
    return server.wait == .zero || poll(&entry, 1, 0) > 0
  }

  func get(_ target: String, _ method: String = "GET", headers: [String] = []) throws -> HTTPReply? {
    HTTPReply(
      try exchange(request(target, method, headers: headers)), isOfHead: method == "HEAD")
  }

  func request(_ target: String, _ method: String = "GET", headers: [String] = []) -> [UInt8] {
    Array(
      (["\(method) \(target) HTTP/1.1", "Host: \(host)"] + headers + ["", ""]).joined(separator: "\r\n").utf8)
  }
}

/// A socket that sends exactly what it is told, and never waits.
final class RawClient {
  let descriptor: Int32
  private(set) var received: [UInt8] = []
  private(set) var isClosed = false

  init(port: UInt16, buffer: Int32? = nil) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    if var buffer {
      setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &buffer, socklen_t(MemoryLayout<Int32>.size))
    }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
    try connect(address)
  }

  init(port6 port: UInt16) throws {
    descriptor = socket(AF_INET6, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in6()
    address.sin6_family = sa_family_t(AF_INET6)
    address.sin6_port = port.bigEndian
    address.sin6_addr = in6addr_loopback
    try connect(address)
  }

  init(path: String) throws {
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
    try connect(address)
  }

  deinit { leave() }

  private var hasLeft = false
  func leave() {
    if !hasLeft { close(descriptor) }
    hasLeft = true
  }

  private func connect<Address>(_ address: Address) throws {
    let result = withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<Address>.size))
      }
    }
    guard result == 0 else { throw CannotConnect(code: errno) }
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
  }

  struct CannotConnect: Error { let code: Int32 }

  /// How many bytes the socket took.
  @discardableResult
  func send(_ bytes: some Collection<UInt8>) -> Int {
    let bytes = Array(bytes)
    guard !bytes.isEmpty else { return 0 }
    let count = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    // A server that has closed takes no more.
    if count < 0, errno != EAGAIN { return bytes.count }
    return max(0, count)
  }

  /// Takes what is there.
  func receive(limit: Int = .max) {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var left = limit
    while left > 0 {
      let count = recv(descriptor, &buffer, min(buffer.count, left), 0)
      if count == 0 || count < 0 && errno != EAGAIN { isClosed = true }
      guard count > 0 else { return }
      received += buffer.prefix(count)
      left -= count
    }
  }

  /// The first answer, taken away; nil if it is not whole.
  func takeReply(isOfHead: Bool = false) -> HTTPReply? {
    receive()
    guard let reply = HTTPReply(received, isOfHead: isOfHead) else { return nil }
    received.removeFirst(reply.size)
    return reply
  }
}

/// An answer as it arrived.
struct HTTPReply: Equatable {
  let status: Int
  let headers: [HTTPHeader]
  let body: [UInt8]
  /// In bytes, with its header.
  let size: Int

  var text: String { String(decoding: body, as: UTF8.self) }

  func value(of name: String) -> String? {
    let values = headers.filter { $0.isNamed(name) }.map(\.value)
    return values.count == 1 ? values[0] : nil
  }

  /// Nil if the bytes do not start with a whole answer.
  init?(_ bytes: [UInt8], isOfHead: Bool = false) {
    guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
    let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n")
    let words = lines.first?.split(separator: " ", maxSplits: 2) ?? []
    guard words.count > 1, words[0] == "HTTP/1.1", let status = Int(words[1]) else { return nil }
    let headers = lines.dropFirst().map { line in
      let parts = line.split(separator: ":", maxSplits: 1)
      return HTTPHeader(String(parts[0]), parts.count == 2 ? String(parts[1].drop { $0 == " " }) : "")
    }
    self.status = status
    self.headers = headers
    let rest = bytes[end.upperBound...]
    if isOfHead || status == 204 {
      (body, size) = ([], end.upperBound)
      return
    }
    if headers.contains(where: { $0.isNamed("Transfer-Encoding") }) {
      guard let (body, last) = joinChunks(rest) else { return nil }
      (self.body, size) = (body, last)
      return
    }
    let length = headers.first { $0.isNamed("Content-Length") }.flatMap { Int($0.value) } ?? 0
    guard rest.count >= length else { return nil }
    (body, size) = (Array(rest.prefix(length)), end.upperBound + length)
  }
}

/// The bytes of a chunked body and the index after it; nil if it is not whole.
private func joinChunks(_ bytes: ArraySlice<UInt8>) -> (body: [UInt8], end: Int)? {
  var body: [UInt8] = []
  var rest = bytes
  while let end = rest.firstRange(of: Array("\r\n".utf8)) {
    guard let size = Int(String(decoding: rest[..<end.lowerBound], as: UTF8.self), radix: 16) else {
      return nil
    }
    rest = rest[end.upperBound...]
    guard rest.count >= size + 2 else { return nil }
    body += rest.prefix(size)
    rest = rest.dropFirst(size + 2)
    if size == 0 { return (body, rest.startIndex) }
  }
  return nil
}

/// The bytes of chunks that have arrived, whole or not at the end.
func chunksSoFar(_ bytes: [UInt8]) -> String {
  guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return "" }
  let rest = bytes[end.upperBound...]
  return String(decoding: (joinChunks(rest + Array("0\r\n\r\n".utf8)))?.body ?? [], as: UTF8.self)
}
