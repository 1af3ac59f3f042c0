internal import CMicroHTTPD
import Glibc

/// A server for pages on this machine: GET and HEAD, answers now or later, event streams, ranges of files. libmicrohttpd
/// reads the requests. No threads: an event loop watches `descriptor`, and calls `run` when it is readable or when `wait`
/// is over.
///
///     let server = try HTTPServer(.port(nil)) { request, promise in
///       promise.answer(HTTPAnswer(200, text: "hello"))
///     }
///     loop.watch(server.descriptor)
///
/// A request with a body, or with anything that its reader would have to guess, is refused and never reaches `onRequest`.
/// For one thread.
package final class HTTPServer {
  /// Nil for a Unix socket.
  package let port: UInt16?
  /// Readable when there is something to do.
  package let descriptor: Int32

  private let onRequest: (HTTPRequest, AnswerPromise) -> Void
  private let headers: [HTTPHeader]
  private var sockets: ListeningSockets
  /// Readable when a sleeping connection was woken, which MHD does not announce.
  private let bell: Int32
  private var daemon: OpaquePointer?
  /// By socket.
  private var clients: [Int32: Client] = [:]
  private var isRunning = false
  private var stopsAfterRun = false
  /// No descriptor was left for another client; until then, no client is let in.
  private var pauseEnd: ContinuousClock.Instant?

  /// Most clients at a time. One more takes the place of the one that is missed least; MHD has room for those that are
  /// just leaving.
  private static let clientLimit = 64
  private static let acceptedAtOnce = 16
  private static let memoryOfClient = 32 << 10
  /// A client that neither sends nor takes anything for so long is cut off, unless it waits for us.
  private static let idleSeconds: UInt32 = 30
  /// A first request must be there by then, however busily its bytes trickle.
  private static let timeForFirstRequest: Duration = .seconds(20)

  /// The headers are sent with every answer, refusals of the server's own included.
  package init(
    _ place: ServerPlace, headers: [HTTPHeader] = [],
    onRequest: @escaping (_ request: HTTPRequest, _ promise: AnswerPromise) -> Void
  ) throws(ServerError) {
    // A client that goes must not end us.
    signal(SIGPIPE, SIG_IGN)
    self.onRequest = onRequest
    self.headers = headers
    sockets = try ListeningSockets(place)
    port = sockets.port
    descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
    bell = eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK))
    let failure = errno
    // From here on everything is initialized: a throw runs deinit, which closes.
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

  /// Does what is ready, and never waits.
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

  /// After this time `run` has something to do even if nothing was readable; nil if never.
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

  /// Closes everything, answered or not, and removes the file of a Unix socket. No request comes any more.
  package func stop() {
    guard let daemon else { return }
    if isRunning {
      stopsAfterRun = true
      return
    }
    isRunning = true
    self.daemon = nil
    sockets.close()
    // MHD does not end with connections that sleep.
    for client in clients.values {
      client.promise?.onWithdrawal = nil
      client.promise?.abandon()
    }
    MHD_stop_daemon(daemon)
    clients = [:]
    isRunning = false
  }
}

/// A connection, from `accept` to its end.
private final class Client {
  let socket: Int32
  /// When it came, and when it last asked for something.
  var date = ContinuousClock.now
  /// Has not asked for anything yet.
  var isNew = true
  var isCutOff = false
  /// Of the request that is read or answered now.
  var promise: AnswerPromise?

  init(_ socket: Int32) { self.socket = socket }

  /// The lowest goes first; nil if it has to stay. What waits for us, or listens to events, was let in by `onRequest`.
  var rank: Int? {
    if isCutOff { return nil }
    if isNew { return 0 }
    guard let promise, promise.request != nil else { return 1 }
    return promise.isSuspended ? nil : 2
  }

  func cutOff() {
    isCutOff = true
    if let promise { promise.cutOff() } else { shutdown(socket, Int32(SHUT_RDWR)) }
  }
}

// MARK: - Clients that come and go

extension HTTPServer {
  private func watch(_ socket: Int32, for events: EPOLL_EVENTS) -> Bool {
    var event = epoll_event()
    event.events = events.rawValue
    event.data.fd = socket
    return epoll_ctl(descriptor, EPOLL_CTL_ADD, socket, &event) == 0
  }

  /// Announces the end of a sleeping connection, which MHD does not see.
  func watch(_ socket: Int32) { _ = watch(socket, for: EPOLLRDHUP) }

  func stopWatching(_ socket: Int32) {
    var event = epoll_event()
    epoll_ctl(descriptor, EPOLL_CTL_DEL, socket, &event)
  }

  /// Makes `descriptor` readable until the next `run`.
  func ring() { eventfd_write(bell, 1) }

  private func takeEvents(_ daemon: OpaquePointer) {
    var events = [epoll_event](repeating: epoll_event(), count: 64)
    let count = epoll_wait(descriptor, &events, Int32(events.count), 0)
    guard count > 0 else { return }
    for event in events.prefix(Int(count)) {
      let socket = event.data.fd
      if socket == bell {
        var count: eventfd_t = 0
        eventfd_read(bell, &count)
      } else if sockets.descriptors.contains(socket) {
        accept(at: socket, daemon)
      } else {
        clients[socket]?.promise?.abandon()
      }
    }
  }

  /// A few at a time: those that are there are served in between.
  private func accept(at listening: Int32, _ daemon: OpaquePointer) {
    for _ in 0..<Self.acceptedAtOnce {
      var address = sockaddr_storage()
      var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
      withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
          let socket = Glibc.accept(listening, address, &size)
          guard socket >= 0 else {
            if errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM { pause() }
            return
          }
          guard fcntl(socket, F_SETFD, FD_CLOEXEC) == 0, fcntl(socket, F_SETFL, O_NONBLOCK) == 0, makeRoom()
          else {
            close(socket)
            return
          }
          // Closes the socket if it fails.
          MHD_add_connection(daemon, socket, address, size)
        }
      }
    }
  }

  /// Those that wait to be let in would make `descriptor` readable all the time.
  private func pause() {
    guard pauseEnd == nil else { return }
    for socket in sockets.descriptors { stopWatching(socket) }
    pauseEnd = .now + .milliseconds(200)
  }

  private func endPause() {
    guard let end = pauseEnd, end <= .now else { return }
    pauseEnd = nil
    for socket in sockets.descriptors { _ = watch(socket, for: EPOLLIN) }
  }

  /// False if all clients have to stay.
  private func makeRoom() -> Bool {
    guard clients.values.count(where: { !$0.isCutOff }) >= Self.clientLimit else { return true }
    let ranked = clients.values.compactMap { client in client.rank.map { ($0, client.date, client) } }
    guard let first = ranked.min(by: { ($0.0, $0.1) < ($1.0, $1.1) }) else { return false }
    first.2.cutOff()
    return true
  }

  private func closeOverdue() {
    let now = ContinuousClock.now
    for client in clients.values
    where client.isNew && !client.isCutOff && client.date + Self.timeForFirstRequest <= now {
      client.cutOff()
    }
  }

  fileprivate func change(_ socket: Int32, _ change: MHD_ConnectionNotificationCode) {
    clients[socket] = change == .CONNECTION_NOTIFY_STARTED ? Client(socket) : nil
  }
}

// MARK: - Requests

extension HTTPServer {
  fileprivate func begin(_ connection: OpaquePointer, _ target: UnsafePointer<CChar>) {
    guard daemon != nil else { return }
    let socket = editc_http_socket(connection)
    clients[socket]?.promise = AnswerPromise(self, connection, socket: socket, target: target)
  }

  /// Called with the header, then for the answer, and again after each sleep until there is one.
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
        return refuse(connection, 400, "The request is not written as HTTP/1.1 demands.")
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

  /// What MHD read, and whether it is all that was sent, written as every known client writes it: one space or `: ` between
  /// two parts, CR and LF between two lines. Parts then stand side by side in memory. Zero bytes, lines that are folded or
  /// end otherwise, and letters that do not belong there are read differently by different programs.
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
      // Nothing but the empty line comes after the last field.
      && editc_http_header_size(connection) == header.end + 2 - method
    return (request, isPlain)
  }

  /// What no request may have, or nil.
  private func refuse(_ connection: OpaquePointer, _ request: HTTPRequest) -> MHD_Result? {
    guard request.method == "GET" || request.method == "HEAD" else {
      return refuse(
        connection, 405, "Only GET and HEAD are answered.", headers: [HTTPHeader("Allow", "GET, HEAD")])
    }
    guard request.values(of: "Expect").isEmpty else {
      return refuse(connection, 417, "Nothing is expected of this server.")
    }
    guard request.values(of: "Transfer-Encoding").isEmpty, request.values(of: "Upgrade").isEmpty else {
      return refuse(connection, 400, "A request has neither a body nor an upgrade.")
    }
    let lengths = request.values(of: "Content-Length")
    guard lengths.isEmpty || lengths == ["0"] else {
      return refuse(connection, lengths.count == 1 ? 413 : 400, "A request has no body.")
    }
    return nil
  }

  /// Nothing after it is read from this connection.
  private func refuse(
    _ connection: OpaquePointer, _ status: Int, _ text: String, headers: [HTTPHeader] = []
  ) -> MHD_Result {
    send(HTTPAnswer(status, text: text, headers: headers), to: connection, for: nil)
  }
}

// MARK: - Answers

extension HTTPServer {
  private func send(_ answer: HTTPAnswer, to connection: OpaquePointer, for request: HTTPRequest?)
    -> MHD_Result
  {
    var status = answer.status
    var headers = answer.headers
    let response: OpaquePointer?
    switch answer.body {
    case .bytes(let bytes):
      let part = part(of: UInt64(bytes.count), answer, request, &status, &headers)
      response = makeResponse(Array(bytes[Int(part.lowerBound)..<Int(part.upperBound)]))
    case .file(let path):
      guard let (file, size) = openFile(path) else {
        return send(
          HTTPAnswer(500, text: "The file of this answer cannot be read."), to: connection, for: request)
      }
      let part = part(of: size, answer, request, &status, &headers)
      response = MHD_create_response_from_fd_at_offset64(UInt64(part.count), file, part.lowerBound)
      if response == nil { close(file) }
    }
    // The connection of a client that we do not understand, or do not want, is worth nothing.
    if request == nil || status == 400 || status == 403 { headers.append(HTTPHeader("Connection", "close")) }
    return queue(response, UInt32(clamping: status), answer.contentType, headers, connection)
  }

  /// The part of a body that is sent, with what the header says of it.
  private func part(
    of size: UInt64, _ answer: HTTPAnswer, _ request: HTTPRequest?, _ status: inout Int,
    _ headers: inout [HTTPHeader]
  ) -> Range<UInt64> {
    guard status == 200 else { return 0..<size }
    headers.append(HTTPHeader("Accept-Ranges", "bytes"))
    guard let request, request.method == "GET" else { return 0..<size }
    let fields = request.values(of: "Range")
    // A date or another entity than the one that is asked for: the whole body, as RFC 9110 says.
    let condition = request.values(of: "If-Range")
    let tag = answer.headers.first { $0.isNamed("ETag") }?.value
    guard fields.count == 1, condition.isEmpty || (tag?.hasPrefix("\"") == true && condition == [tag]) else {
      return 0..<size
    }
    switch RangeOfBody(fields[0], size: size) {
    case .whole: return 0..<size
    case .part(let part):
      status = 206
      headers.append(HTTPHeader("Content-Range", "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(size)"))
      return part
    case .unsatisfiable:
      status = 416
      headers.append(HTTPHeader("Content-Range", "bytes */\(size)"))
      return 0..<0
    }
  }

  private func send(
    _ stream: AnswerStream, _ contentType: String, _ headers: [HTTPHeader], to connection: OpaquePointer
  ) -> MHD_Result {
    let response = MHD_create_response_from_callback(
      .max, 16384,
      { stream, _, buffer, count in
        guard let stream, let buffer else { return -2 }
        return Unmanaged<AnswerStream>.fromOpaque(stream).takeUnretainedValue().read(
          into: buffer, count: count)
      }, Unmanaged.passRetained(stream).toOpaque(),
      { stream in
        if let stream { Unmanaged<AnswerStream>.fromOpaque(stream).release() }
      })
    return queue(response, 200, contentType, headers, connection)
  }

  private func makeResponse(_ bytes: [UInt8]) -> OpaquePointer? {
    var bytes = bytes
    return MHD_create_response_from_buffer(bytes.count, &bytes, .RESPMEM_MUST_COPY)
  }

  private func queue(
    _ response: OpaquePointer?, _ status: UInt32, _ contentType: String?, _ headers: [HTTPHeader],
    _ connection: OpaquePointer
  ) -> MHD_Result {
    guard let response else { return .NO }
    defer { MHD_destroy_response(response) }
    if let contentType { MHD_add_response_header(response, "Content-Type", contentType) }
    for header in headers { MHD_add_response_header(response, header.name, header.value) }
    for header in self.headers where !headers.contains(where: { $0.isNamed(header.name) }) {
      MHD_add_response_header(response, header.name, header.value)
    }
    return MHD_queue_response(connection, status, response)
  }
}

/// The fields of a header as they come from MHD.
private struct Header {
  var fields: [HTTPHeader] = []
  /// Where the next field starts, if all so far are plain.
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

/// The letters of a field's name, as RFC 9110 says in its section 5.6.2.
private func isOfToken(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
    UInt8(ascii: "a")...UInt8(ascii: "z"):
    true
  default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
  }
}

/// A tab may stand in a field, no other control character.
private func isControl(_ byte: UInt8) -> Bool { byte < 0x20 && byte != 0x09 || byte == 0x7f }

private func openFile(_ path: String) -> (file: Int32, size: UInt64)? {
  // Without O_NONBLOCK, opening a named pipe waits for a writer.
  let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
  var status = stat()
  guard file >= 0 else { return nil }
  guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
    close(file)
    return nil
  }
  return (file, UInt64(clamping: status.st_size))
}

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
