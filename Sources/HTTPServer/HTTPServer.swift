internal import CMicroHTTPD
import Glibc

/// A local server for pages: GET, HEAD and, if its owner accepts it, POST without a body; immediate or
/// deferred answers, event streams, ranges of files.
/// libmicrohttpd parses the requests. It starts no threads: an event loop watches `descriptor`, and calls
/// `run` when it is readable or when `wait` is over.
///
///     let server = try HTTPServer(.port(nil)) { request, promise in
///       promise.answer(HTTPAnswer(200, text: "hello"))
///     }
///     loop.watch(server.descriptor)
///
/// A request that has a body, or anything that its reader would have to guess, is rejected and never reaches
/// `onRequest`. Not thread-safe.
package final class HTTPServer {
  /// Nil for a Unix socket.
  package let port: UInt16?
  /// Readable when there is something to do.
  package let descriptor: Int32

  private let onRequest: (HTTPRequest, AnswerPromise) -> Void
  let headers: [HTTPHeader]
  private let acceptsPost: Bool
  var sockets: ListeningSockets
  /// Readable when a suspended connection was resumed, which MHD does not signal.
  let bell: Int32
  private var daemon: OpaquePointer?
  /// The clients by socket.
  var clients: [Int32: Client] = [:]
  private var isRunning = false
  private var stopsAfterRun = false
  /// The end of a pause in accepting clients, because no file descriptor was left.
  var pauseEnd: ContinuousClock.Instant?

  /// The most clients at a time. A further one replaces the most dispensable one; MHD's limit is higher, for
  /// clients that are just leaving.
  static let clientLimit = 64
  private static let memoryOfClient = 32 << 10
  /// A client that neither sends nor receives for this time is cut off, unless it waits for an answer.
  private static let idleSeconds: UInt32 = 30
  /// The first request must be complete by then, however slowly its bytes arrive.
  static let timeForFirstRequest: Duration = .seconds(20)

  /// - Parameters:
  ///   - headers: Sent with every answer, including the server's own error answers.
  ///   - acceptsPost: Whether POST without a body reaches `onRequest`.
  package init(
    _ place: ServerPlace, headers: [HTTPHeader] = [], acceptsPost: Bool = false,
    onRequest: @escaping (_ request: HTTPRequest, _ promise: AnswerPromise) -> Void
  ) throws(ServerError) {
    // A client that disconnects must not end the process.
    signal(SIGPIPE, SIG_IGN)
    self.onRequest = onRequest
    self.headers = headers
    self.acceptsPost = acceptsPost
    sockets = try ListeningSockets(place)
    port = sockets.port
    descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
    bell = eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK))
    let failure = errno
    // Everything is initialised now: a throw runs deinit, which closes the descriptors.
    guard descriptor >= 0, bell >= 0 else { throw .system(operation: "start a server", code: failure) }
    daemon = editc_http_start(
      Unmanaged.passUnretained(self).toOpaque(), answerRequest, beginRequest, endRequest, changeConnection,
      UInt32(2 * Self.clientLimit), Self.idleSeconds, Self.memoryOfClient)
    guard let daemon else { throw .system(operation: "start a server", code: ENOMEM) }
    for socket in sockets.descriptors + [bell, editc_http_queue(daemon)] {
      guard watch(socket, for: EPOLLIN) else { throw .last("start a server") }
    }
  }

  deinit {
    stop()
    for descriptor in [descriptor, bell] where descriptor >= 0 { close(descriptor) }
  }

  /// Does all pending work without blocking.
  package func run() {
    guard let daemon, !isRunning else { return }
    isRunning = true
    endPause()
    takeEvents(daemon)
    MHD_run(daemon)
    closeOverdue()
    isRunning = false
    if stopsAfterRun { stop() }
  }

  /// The time after which `run` has work even if nothing is readable; nil if there is none.
  package var wait: Duration? {
    guard let daemon else { return nil }
    var milliseconds: UInt64 = 0
    var result: Duration?
    if MHD_get_timeout(daemon, &milliseconds) == .YES {
      result = .milliseconds(Int64(clamping: milliseconds))
    }
    let dates = clients.values.lazy.filter { $0.isNew && !$0.isCutOff }.map(\.date)
    for end in [dates.min().map { $0 + Self.timeForFirstRequest }, pauseEnd] {
      guard let end else { continue }
      let left = max(.zero, end - .now)
      result = min(result ?? left, left)
    }
    return result
  }

  /// Closes all connections, answered or not, and removes the file of a Unix socket. No further requests
  /// arrive.
  package func stop() {
    guard let daemon else { return }
    if isRunning {
      stopsAfterRun = true
      return
    }
    isRunning = true
    self.daemon = nil
    sockets.close()
    // MHD cannot stop while connections are suspended.
    for client in clients.values {
      client.promise?.onWithdrawal = nil
      client.promise?.abandon()
    }
    MHD_stop_daemon(daemon)
    clients = [:]
    isRunning = false
  }
}

// MARK: - Requests

extension HTTPServer {
  fileprivate func begin(_ connection: OpaquePointer, _ target: UnsafePointer<CChar>) {
    guard daemon != nil else { return }
    let socket = editc_http_socket(connection)
    clients[socket]?.promise = AnswerPromise(self, connection, socket: socket, target: target)
  }

  /// Called with the header, then for the answer, and again after each suspension until there is one.
  fileprivate func access(
    _ connection: OpaquePointer, _ method: UnsafePointer<CChar>, _ version: UnsafePointer<CChar>,
    bodySize: Int
  ) -> MHD_Result {
    guard let client = clients[editc_http_socket(connection)], let promise = client.promise,
      !promise.isAbandoned, bodySize == 0
    else { return .NO }
    guard let request = promise.request else {
      client.date = .now
      let (request, isPlain) = read(connection, method, promise, version)
      promise.request = request
      guard isPlain, !client.isCutOff else {
        return refuse(connection, 400, "This is not a valid HTTP/1.1 request.")
      }
      return refuse(connection, request) ?? .YES
    }
    if !promise.wasAsked {
      promise.wasAsked = true
      client.isNew = false
      onRequest(request, promise)
    }
    switch promise.reply {
    case nil:
      promise.sleep()
      return .YES
    case .answer(let answer):
      return send(answer, to: connection, for: request)
    case .stream(let stream, let contentType, let headers):
      return send(stream, contentType, headers, to: connection)
    }
  }

  fileprivate func complete(_ connection: OpaquePointer, _ reason: MHD_RequestTerminationCode) {
    let client = clients[editc_http_socket(connection)]
    client?.promise?.end(wasComplete: reason == .REQUEST_TERMINATED_COMPLETED_OK)
    client?.promise = nil
    client?.date = .now
  }

  /// The request as MHD parsed it, and whether this is all that was sent, in the form that every known client
  /// uses: one space or `: ` between two parts, CR and LF between two lines. Then the parts are adjacent in
  /// memory. Programs differ in how they read zero bytes, folded lines, other line ends, and characters that
  /// are not allowed.
  private func read(
    _ connection: OpaquePointer, _ method: UnsafePointer<CChar>, _ promise: AnswerPromise,
    _ version: UnsafePointer<CChar>
  ) -> (request: HTTPRequest, isPlain: Bool) {
    var header = Header(end: version + strlen(version) + 2)
    withUnsafeMutablePointer(to: &header) { header in
      _ = MHD_get_connection_values(
        connection, .HEADER_KIND,
        { header, _, name, value in
          header?.assumingMemoryBound(to: Header.self).pointee.add(name, value)
          return .YES
        }, header)
    }
    let request = HTTPRequest(method: String(cString: method), target: promise.target, headers: header.fields)
    let isPlain =
      header.isPlain
      && method + strlen(method) + 1 == promise.targetPlace
      && promise.targetPlace + promise.targetSize + 1 == version
      && ["HTTP/1.1", "HTTP/1.0"].contains(String(cString: version))
      && request.target.utf8.allSatisfy { (0x21...0x7e).contains($0) }
      // Only the empty line follows the last field.
      && editc_http_header_size(connection) == header.end + 2 - method
    return (request, isPlain)
  }

  /// Rejects methods and headers that are not supported; nil if the request is acceptable.
  private func refuse(_ connection: OpaquePointer, _ request: HTTPRequest) -> MHD_Result? {
    let methods = acceptsPost ? ["GET", "HEAD", "POST"] : ["GET", "HEAD"]
    guard methods.contains(request.method) else {
      return refuse(
        connection, 405, "Only \(acceptsPost ? "GET, HEAD and POST" : "GET and HEAD") are supported.",
        headers: [HTTPHeader("Allow", methods.joined(separator: ", "))])
    }
    guard request.values(of: "Expect").isEmpty else {
      return refuse(connection, 417, "The header Expect is not supported.")
    }
    guard request.values(of: "Transfer-Encoding").isEmpty, request.values(of: "Upgrade").isEmpty else {
      return refuse(connection, 400, "Bodies and upgrades are not supported.")
    }
    let lengths = request.values(of: "Content-Length")
    guard lengths.isEmpty || lengths == ["0"] else {
      return refuse(connection, lengths.count == 1 ? 413 : 400, "Bodies are not supported.")
    }
    return nil
  }

  /// Rejects a request; nothing more is read from this connection.
  private func refuse(
    _ connection: OpaquePointer, _ status: Int, _ text: String, headers: [HTTPHeader] = []
  ) -> MHD_Result {
    send(HTTPAnswer(status, text: text, headers: headers), to: connection, for: nil)
  }
}

/// The header fields from MHD.
private struct Header {
  var fields: [HTTPHeader] = []
  /// The start of the next field, if all fields so far are plain.
  var end: UnsafePointer<CChar>
  var isPlain = true

  init(end: UnsafePointer<CChar>) { self.end = end }

  mutating func add(_ name: UnsafePointer<CChar>?, _ value: UnsafePointer<CChar>?) {
    guard let name, let value else {
      isPlain = false
      return
    }
    let field = HTTPHeader(String(cString: name), String(cString: value))
    fields.append(field)
    isPlain =
      isPlain && name == end && value == name + strlen(name) + 2 && field.name.utf8.allSatisfy(isOfToken)
      && !field.value.utf8.contains(where: isControl)
    end = value + strlen(value) + 2
  }
}

/// Whether the character may be in the name of a field (RFC 9110, section 5.6.2).
private func isOfToken(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
    UInt8(ascii: "a")...UInt8(ascii: "z"):
    true
  default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
  }
}

/// Control characters are not allowed in a field, except tabs.
private func isControl(_ byte: UInt8) -> Bool { byte < 0x20 && byte != 0x09 || byte == 0x7f }

// MARK: - Callbacks of MHD

private func server(_ pointer: UnsafeMutableRawPointer?) -> HTTPServer? {
  pointer.map { Unmanaged<HTTPServer>.fromOpaque($0).takeUnretainedValue() }
}

private func beginRequest(
  _ pointer: UnsafeMutableRawPointer?, _ target: UnsafePointer<CChar>?, _ connection: OpaquePointer?
) -> UnsafeMutableRawPointer? {
  if let connection, let target { server(pointer)?.begin(connection, target) }
  return nil
}

private func answerRequest(
  _ pointer: UnsafeMutableRawPointer?, _ connection: OpaquePointer?, _ target: UnsafePointer<CChar>?,
  _ method: UnsafePointer<CChar>?, _ version: UnsafePointer<CChar>?, _ body: UnsafePointer<CChar>?,
  _ bodySize: UnsafeMutablePointer<Int>?, _ state: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
  guard let connection, let method, let version, let server = server(pointer) else { return .NO }
  return server.access(connection, method, version, bodySize: bodySize?.pointee ?? 0)
}

private func endRequest(
  _ pointer: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
  _ state: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ reason: MHD_RequestTerminationCode
) {
  if let connection { server(pointer)?.complete(connection, reason) }
}

private func changeConnection(
  _ pointer: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
  _ context: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ change: MHD_ConnectionNotificationCode
) {
  if let connection { server(pointer)?.change(editc_http_socket(connection), change) }
}
