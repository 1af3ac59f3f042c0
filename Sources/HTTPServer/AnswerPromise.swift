internal import CMicroHTTPD
import Glibc

/// The answer to one request, given once, now or later. Use it only from the thread of its server.
package final class AnswerPromise {
  /// Called once if the client leaves before it has the whole answer, while the server runs.
  package var onWithdrawal: (() -> Void)?

  private weak var server: HTTPServer?
  let connection: OpaquePointer
  let socket: Int32
  let target: String
  /// The bytes of the target, to check whether MHD parsed all that was sent.
  let targetPlace: UnsafePointer<CChar>
  let targetSize: Int

  var request: HTTPRequest?
  var wasAsked = false
  private(set) var reply: Reply?
  /// Whether the connection is suspended in MHD, which then does not watch its socket.
  private(set) var isSuspended = false
  private(set) var hasEnded = false
  private(set) var isAbandoned = false

  enum Reply {
    case answer(HTTPAnswer)
    case stream(AnswerStream, contentType: String, headers: [HTTPHeader])
  }

  init(_ server: HTTPServer, _ connection: OpaquePointer, socket: Int32, target: UnsafePointer<CChar>) {
    self.server = server
    self.connection = connection
    self.socket = socket
    self.targetPlace = target
    self.targetSize = strlen(target)
    self.target = String(cString: target)
  }

  /// Answers the request; ignored if there is an answer or the client has gone.
  package func answer(_ answer: HTTPAnswer) { _ = give(.answer(answer)) }

  /// Starts an answer with status 200 that continues until it is closed; for HEAD it is closed immediately.
  package func stream(contentType: String, headers: [HTTPHeader] = []) -> AnswerStream {
    let stream = AnswerStream(self)
    if !give(.stream(stream, contentType: contentType, headers: headers)) { stream.close() }
    return stream
  }

  /// Whether the client has gone, checked at the moment of the call. A client that has closed its sending
  /// direction counts as gone, because browsers close both directions together.
  package var isWithdrawn: Bool {
    if isAbandoned || hasEnded { return true }
    guard isSuspended else { return false }
    var entry = pollfd(fd: socket, events: Int16(EPOLLRDHUP.rawValue), revents: 0)
    return poll(&entry, 1, 0) > 0
  }

  private func give(_ reply: Reply) -> Bool {
    guard self.reply == nil, !hasEnded else { return false }
    self.reply = reply
    wake()
    return true
  }

  // MARK: - For the server

  func sleep() {
    guard !isSuspended, let server else { return }
    isSuspended = true
    MHD_suspend_connection(connection)
    server.watch(socket)
  }

  /// Resumes the connection: MHD asks for the answer, or for more of it, in the next `run`.
  func wake() {
    guard isSuspended else { return }
    isSuspended = false
    // Nil while the server is being deinitialised.
    server?.stopWatching(socket)
    MHD_resume_connection(connection)
    server?.ring()
  }

  /// Ends the answer because the client has gone or is cut off.
  func abandon() {
    guard !isAbandoned, !hasEnded else { return }
    isAbandoned = true
    takeWithdrawal()
    wake()
  }

  func end(wasComplete: Bool) {
    guard !hasEnded else { return }
    hasEnded = true
    if !wasComplete { takeWithdrawal() }
    onWithdrawal = nil
  }

  private func takeWithdrawal() {
    let told = onWithdrawal
    onWithdrawal = nil
    told?()
  }
}

/// An answer of unknown length, such as server-sent events. Use it only from the thread of its server.
package final class AnswerStream {
  /// The most unsent bytes for a client that does not read; beyond this, the client is cut off.
  package static let limit = 4 << 20

  private weak var promise: AnswerPromise?
  private var waiting: [UInt8] = []
  private var sent = 0
  private var isClosed = false

  init(_ promise: AnswerPromise) { self.promise = promise }

  /// False after `close` or when the client has gone.
  package var isOpen: Bool {
    guard let promise, !isClosed else { return false }
    return !promise.isWithdrawn
  }

  /// Queues bytes, which are sent as soon as the client reads; never blocks.
  package func send(_ bytes: [UInt8]) {
    guard !isClosed, !bytes.isEmpty, let promise, !promise.hasEnded, !promise.isAbandoned else { return }
    guard waiting.count - sent + bytes.count <= Self.limit else { return promise.cutOff() }
    waiting += bytes
    promise.wake()
  }

  /// Ends the answer after the queued bytes.
  package func close() {
    isClosed = true
    promise?.wake()
  }

  /// Copies the next bytes for MHD and returns their number; -1 at the end, -2 after an error.
  func read(into buffer: UnsafeMutablePointer<CChar>, count: Int) -> Int {
    guard let promise, !promise.isAbandoned else { return -2 }
    guard sent < waiting.count else {
      if isClosed { return -1 }
      promise.sleep()
      return 0
    }
    let count = min(count, waiting.count - sent)
    waiting.withUnsafeBytes { bytes in
      UnsafeMutableRawPointer(buffer).copyMemory(
        from: bytes.baseAddress.unsafelyUnwrapped + sent, byteCount: count)
    }
    sent += count
    if sent == waiting.count {
      waiting.removeAll(keepingCapacity: waiting.capacity <= 1 << 16)
      sent = 0
    }
    return count
  }
}

extension AnswerPromise {
  /// Ends the connection of a client that does not read.
  func cutOff() {
    shutdown(socket, Int32(SHUT_RDWR))
    abandon()
  }
}
