import Glibc

/// The address at which a server listens; other machines cannot reach it.
package enum ServerPlace: Hashable, Sendable {
  /// A port of 127.0.0.1, and of ::1 if this machine has it; nil for a free one.
  case port(UInt16?)
  /// A Unix socket that only its owner can open.
  case socket(path: String)
}

/// The reason why a server cannot start.
package enum ServerError: Error, Hashable, Sendable, CustomStringConvertible {
  case portInUse(UInt16)
  /// Another program listens at this socket.
  case socketInUse(String)
  /// The path exists and is not a socket.
  case notASocket(String)
  case pathTooLong(String)
  case system(operation: String, code: Int32)

  package var description: String {
    switch self {
    case .portInUse(let port): "port \(port) is in use; choose another one"
    case .socketInUse(let path): "\(path) is in use by another program"
    case .notASocket(let path): "\(path) exists and is not a socket"
    case .pathTooLong(let path): "\(path) is too long for a socket; the limit is 107 bytes"
    case .system(let operation, let code): "cannot \(operation): \(String(cString: strerror(code)))"
    }
  }

  /// The error of the last failed system call.
  static func last(_ operation: String) -> ServerError { .system(operation: operation, code: errno) }
}

/// The listening sockets of a server, until `close`.
struct ListeningSockets {
  private(set) var descriptors: [Int32] = []
  private(set) var port: UInt16?
  private var file: SocketFile?

  /// The file of a socket, which another program may have replaced.
  private struct SocketFile {
    let path: String
    let device: dev_t
    let number: ino_t
  }

  init(_ place: ServerPlace) throws(ServerError) {
    do throws(ServerError) {
      switch place {
      case .port(let port?): try listen(at: port)
      case .port(nil): try listenAtFreePort()
      case .socket(let path): try listen(at: path)
      }
    } catch {
      close()
      throw error
    }
  }

  mutating func close() {
    for descriptor in descriptors { _ = Glibc.close(descriptor) }
    descriptors = []
    var now = stat()
    if let file, lstat(file.path, &now) == 0, now.st_dev == file.device, now.st_ino == file.number {
      unlink(file.path)
    }
    file = nil
  }
}

// MARK: - Ports

extension ListeningSockets {
  /// Listens at both addresses: if another program listened at ::1, it would get what browsers send to
  /// `localhost`.
  private mutating func listen(at port: UInt16) throws(ServerError) {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
    let descriptor = try newSocket(AF_INET)
    guard bind(descriptor, to: address) else { throw bindError(port) }
    try listen(descriptor)
    var bound = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutablePointer(to: &bound) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) }
    }
    guard result == 0 else { throw .last("read the port of a socket") }
    self.port = UInt16(bigEndian: bound.sin_port)

    var address6 = sockaddr_in6()
    address6.sin6_family = sa_family_t(AF_INET6)
    address6.sin6_port = bound.sin_port
    address6.sin6_addr = in6addr_loopback
    do throws(ServerError) {
      let descriptor = try newSocket(AF_INET6)
      var yes: Int32 = 1
      setsockopt(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &yes, socklen_t(MemoryLayout<Int32>.size))
      guard bind(descriptor, to: address6) else { throw bindError(UInt16(bigEndian: bound.sin_port)) }
      try listen(descriptor)
    } catch {
      // Without IPv6, no program can listen at ::1.
      if case .portInUse = error { throw error }
    }
  }

  private mutating func listenAtFreePort() throws(ServerError) {
    for _ in 0..<20 {
      do throws(ServerError) { return try listen(at: 0) } catch {
        // The port is free only at 127.0.0.1.
        guard case .portInUse = error else { throw error }
        close()
      }
    }
    throw .system(operation: "find a free port", code: EADDRINUSE)
  }

  private func bindError(_ port: UInt16) -> ServerError {
    errno == EADDRINUSE ? .portInUse(port) : .last("listen at port \(port)")
  }

  private func bind<Address>(_ descriptor: Int32, to address: Address) -> Bool {
    withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.bind(descriptor, $0, socklen_t(MemoryLayout<Address>.size))
      } == 0
    }
  }

  private mutating func newSocket(_ family: Int32) throws(ServerError) -> Int32 {
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let descriptor = socket(family, kind, 0)
    guard descriptor >= 0 else { throw .last("make a socket") }
    descriptors.append(descriptor)
    // Connections of a server that has just ended do not block its port.
    var yes: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    return descriptor
  }

  private func listen(_ descriptor: Int32) throws(ServerError) {
    guard Glibc.listen(descriptor, 4096) == 0 else {
      throw errno == EADDRINUSE ? .portInUse(port ?? 0) : .last("listen at a socket")
    }
  }
}

// MARK: - Unix sockets

extension ListeningSockets {
  private mutating func listen(at path: String) throws(ServerError) {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { throw .pathTooLong(path) }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    try removeAbandonedSocket(path, address)

    let descriptor = try newSocket(AF_UNIX)
    // Permissions are set before the file exists, so that others can never open it.
    guard fchmod(descriptor, 0o600) == 0 else { throw .last("set the rights of \(path)") }
    guard bind(descriptor, to: address) else {
      throw errno == EADDRINUSE ? .socketInUse(path) : .last("listen at \(path)")
    }
    var status = stat()
    guard lstat(path, &status) == 0 else { throw .last("listen at \(path)") }
    file = SocketFile(path: path, device: status.st_dev, number: status.st_ino)
    try listen(descriptor)
  }

  /// A killed server leaves its file behind, where no program answers.
  private mutating func removeAbandonedSocket(_ path: String, _ address: sockaddr_un) throws(ServerError) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFSOCK else { throw .notASocket(path) }
    let descriptor = try newSocket(AF_UNIX)
    let result = withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard result != 0, errno == ECONNREFUSED else { throw .socketInUse(path) }
    unlink(path)
    descriptors.removeAll { $0 == descriptor }
    _ = Glibc.close(descriptor)
  }
}
