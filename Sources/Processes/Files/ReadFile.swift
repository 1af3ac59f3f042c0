import Glibc

/// Reads a file of at most `limit` bytes.
///
/// Reads pipes and devices (`<(...)`, `/dev/stdin`) as well, up to the same limit. A named pipe must get a
/// writer within a second: without one it would seem empty.
package func readFile(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
  let number = open(path, readingFlags)
  guard number >= 0 else { throw FileError(.read, path) }
  return try readFile(Descriptor(owning: number), named: path, limit: limit)
}

/// How `readFile` opens a file.
let readingFlags = O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK

/// The bytes of a file that was opened with `readingFlags`.
func readFile(
  _ file: borrowing Descriptor, named path: String, limit: Int
) throws(FileError) -> [UInt8] {
  let number = file.number
  var facts = stat()
  guard fstat(number, &facts) == 0 else { throw FileError(.read, path) }
  if facts.st_mode & S_IFMT == S_IFDIR { throw FileError(.read, path, .system(errno: EISDIR)) }
  if Int(facts.st_size) > limit { throw FileError(.read, path, .tooLarge(limit: limit)) }
  let isPipe = facts.st_mode & S_IFMT == S_IFIFO
  let opening = isPipe ? try beginningOfPipe(number, named: path) : []
  guard fcntl(number, F_SETFL, O_RDONLY) == 0 else { throw FileError(.read, path) }
  return try readToEnd(of: file.number, named: path, limit: limit, after: opening)
}

/// Reads up to `count` bytes from the beginning of a file, but none from a pipe or a device, whose bytes can
/// be read only once.
package func readBeginning(of path: String, upTo count: Int) throws(FileError) -> [UInt8] {
  let number = open(path, readingFlags)
  guard number >= 0 else { throw FileError(.read, path) }
  let file = Descriptor(owning: number)
  var facts = stat()
  guard fstat(file.number, &facts) == 0 else { throw FileError(.read, path) }
  guard facts.st_mode & S_IFMT == S_IFREG else { return [] }
  switch readOnce(file.number, upTo: count) {
  case .bytes(let bytes): return bytes
  case .end, .nothingYet: return []
  case .failed(let code): throw FileError(.read, path, .system(errno: code))
  }
}

/// Reads up to `count` bytes of a file from an offset; fewer at its end.
package func readPart(of path: String, from offset: Int64, count: Int) throws(FileError) -> [UInt8] {
  let number = open(path, readingFlags)
  guard number >= 0 else { throw FileError(.read, path) }
  let file = Descriptor(owning: number)
  guard lseek(file.number, off_t(offset), SEEK_SET) == offset else { throw FileError(.read, path) }
  var bytes: [UInt8] = []
  while bytes.count < count {
    switch readOnce(file.number, upTo: count - bytes.count) {
    case .bytes(let new): bytes += new
    case .end: return bytes
    case .failed(let code): throw FileError(.read, path, .system(errno: code))
    case .nothingYet: waitUntil(file.number, POLLIN)
    }
  }
  return bytes
}

/// Passes the bytes of a file of any size to `body`, in parts.
package func readInParts(
  _ path: String, _ body: ([UInt8]) throws(FileError) -> Void
) throws(FileError) {
  let number = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
  guard number >= 0 else { throw FileError(.read, path) }
  let file = Descriptor(owning: number)
  while true {
    switch readOnce(file.number, upTo: 1 << 20) {
    case .bytes(let bytes): try body(bytes)
    case .end: return
    case .failed(let code): throw FileError(.read, path, .system(errno: code))
    case .nothingYet: waitUntil(file.number, POLLIN)
    }
  }
}

/// Reads the available bytes of a non-blocking pipe. Throws if no program writes to it.
private func beginningOfPipe(_ descriptor: Int32, named path: String) throws(FileError) -> [UInt8] {
  var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  // Linux reports the end of a named pipe only once it has had a writer.
  var ready: Int32 = 0
  repeat { ready = poll(&entry, 1, 1000) } while ready < 0 && errno == EINTR
  switch readOnce(descriptor, upTo: 1) {
  case .bytes(let bytes): return bytes
  case .nothingYet: return []
  case .end where ready > 0: return []
  case .end: throw FileError(.read, path, .noWriter)
  case .failed(let code): throw FileError(.read, path, .system(errno: code))
  }
}

/// Reads the rest of a descriptor. `limit` includes the bytes in `opening`, which were read before; `name` is
/// for messages: `<stdin>`.
package func readToEnd(
  of descriptor: Int32, named name: String, limit: Int, after opening: [UInt8] = []
) throws(FileError) -> [UInt8] {
  var bytes = opening
  while true {
    // One extra byte distinguishes a file that fits from one that does not.
    let wanted = min(65535, limit - bytes.count) + 1
    switch readOnce(descriptor, upTo: wanted) {
    case .bytes(let new): bytes += new
    case .end: return bytes
    case .failed(let code): throw FileError(.read, name, .system(errno: code))
    case .nothingYet: waitUntil(descriptor, POLLIN)
    }
    if bytes.count > limit { throw FileError(.read, name, .tooLarge(limit: limit)) }
  }
}

/// Writes all bytes, in as many calls as necessary; `name` is for messages.
package func writeAll(_ bytes: [UInt8], to descriptor: Int32, named name: String) throws(FileError) {
  var done = 0
  while done < bytes.count {
    let count = bytes[done...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    if count >= 0 {
      done += count
    } else if errno == EAGAIN {
      waitUntil(descriptor, POLLOUT)
    } else if errno != EINTR {
      throw FileError(.write, name)
    }
  }
}

/// Writes a file in place without a sync, for expendable data whose digest reveals damage. Follows a link
/// only if the caller knows that it is not another user's.
package func writeCarelessly(
  _ bytes: [UInt8], to path: String, followingLinks: Bool = false
) throws(FileError) {
  let flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NONBLOCK | (followingLinks ? 0 : O_NOFOLLOW)
  let number = open(path, flags, 0o666)
  guard number >= 0 else { throw FileError(.create, path) }
  let file = Descriptor(owning: number)
  try writeAll(bytes, to: file.number, named: path)
}

/// Waits for a descriptor that another program, which shares it with us, has made non-blocking.
func waitUntil(_ descriptor: Int32, _ condition: Int32) {
  var entry = pollfd(fd: descriptor, events: Int16(condition), revents: 0)
  poll(&entry, 1, -1)
}

/// The result of one read.
enum ReadResult {
  case bytes([UInt8])
  case end
  case nothingYet
  case failed(errno: Int32)
}

/// Reads once, and repeats a read that a signal interrupted.
func readOnce(_ descriptor: Int32, upTo count: Int) -> ReadResult {
  while true {
    var failure: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      let result = read(descriptor, buffer.baseAddress, count)
      failure = result < 0 ? errno : 0
      filled = max(0, result)
    }
    switch failure {
    case 0: return bytes.isEmpty ? .end : .bytes(bytes)
    case EINTR: continue
    case EAGAIN: return .nothingYet
    default: return .failed(errno: failure)
    }
  }
}

/// Blocking input by lines: a worker's orders.
package struct LineReader: ~Copyable {
  private let descriptor: Int32
  private let name: String
  private var splitter: LineSplitter
  private var ready: [LineSplitter.Line] = []

  /// `name` is for messages: `<stdin>`.
  package init(descriptor: Int32, named name: String, limit: Int) {
    self.descriptor = descriptor
    self.name = name
    splitter = LineSplitter(limit: limit)
  }

  /// Returns the next line, or nil at the end. Throws if a line is too long.
  package mutating func next() throws(FileError) -> String? {
    while ready.isEmpty {
      switch readOnce(descriptor, upTo: 4096) {
      case .bytes(let bytes): ready = splitter.append(bytes)
      case .end: return nil
      case .nothingYet: waitUntil(descriptor, POLLIN)
      case .failed(let code): throw FileError(.read, name, .system(errno: code))
      }
    }
    guard case .text(let line) = ready.removeFirst() else {
      throw FileError(.read, name, .tooLarge(limit: splitter.limit))
    }
    return line
  }
}
