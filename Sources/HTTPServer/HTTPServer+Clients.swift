internal import CMicroHTTPD
import Glibc

/// A connection, from `accept` to its end.
final class Client {
  let socket: Int32
  /// The time of its start, or the start or end of its last request.
  var date = ContinuousClock.now
  /// Whether it has not sent a request yet.
  var isNew = true
  var isCutOff = false
  /// The promise of the current request.
  var promise: AnswerPromise?

  init(_ socket: Int32) { self.socket = socket }

  /// Clients with the lowest rank are cut off first; nil if it must stay. Clients that wait for an answer or
  /// listen to events were accepted by `onRequest`.
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

// MARK: - Accepting and closing

extension HTTPServer {
  func watch(_ socket: Int32, for events: EPOLL_EVENTS) -> Bool {
    var event = epoll_event()
    event.events = events.rawValue
    event.data.fd = socket
    return epoll_ctl(descriptor, EPOLL_CTL_ADD, socket, &event) == 0
  }

  /// Watches for the end of a suspended connection, which MHD does not notice.
  func watch(_ socket: Int32) { _ = watch(socket, for: EPOLLRDHUP) }

  func stopWatching(_ socket: Int32) {
    var event = epoll_event()
    epoll_ctl(descriptor, EPOLL_CTL_DEL, socket, &event)
  }

  /// Makes `descriptor` readable until the next `run`.
  func ring() { eventfd_write(bell, 1) }

  func takeEvents(_ daemon: OpaquePointer) {
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

  private static let acceptedAtOnce = 16

  /// Accepts a few at a time, so that existing clients are served in between.
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

  /// Stops accepting for a while: waiting clients would keep `descriptor` readable all the time.
  private func pause() {
    guard pauseEnd == nil else { return }
    for socket in sockets.descriptors { stopWatching(socket) }
    pauseEnd = .now + .milliseconds(200)
  }

  func endPause() {
    guard let end = pauseEnd, end <= .now else { return }
    pauseEnd = nil
    for socket in sockets.descriptors { _ = watch(socket, for: EPOLLIN) }
  }

  /// Cuts off a client if there are too many; false if all must stay.
  private func makeRoom() -> Bool {
    guard clients.values.count(where: { !$0.isCutOff }) >= Self.clientLimit else { return true }
    let ranked = clients.values.compactMap { client in client.rank.map { ($0, client.date, client) } }
    guard let first = ranked.min(by: { ($0.0, $0.1) < ($1.0, $1.1) }) else { return false }
    first.2.cutOff()
    return true
  }

  func closeOverdue() {
    let now = ContinuousClock.now
    for client in clients.values
    where client.isNew && !client.isCutOff && client.date + Self.timeForFirstRequest <= now {
      client.cutOff()
    }
  }

  func change(_ socket: Int32, _ change: MHD_ConnectionNotificationCode) {
    clients[socket] = change == .CONNECTION_NOTIFY_STARTED ? Client(socket) : nil
  }
}
