import ContentDigest
import Glibc
import Processes
import Synchronization

/// A file that is read piece by piece for its digest.
///
/// `@unchecked Sendable`: used by one thread at a time, the one that reads ahead until it has ended.
final class DigestReading: @unchecked Sendable {
  /// The state of the file when it was opened.
  let identity: FileIdentity
  /// In hexadecimal digits; nil until the whole file is read.
  private(set) var digest: String?
  private let algorithm: DigestAlgorithm
  private let descriptor: Int32
  private var stream: DigestStream?
  private var piece: [UInt8] = []

  /// Nil if the file cannot be opened; `errno` says why.
  init?(_ algorithm: DigestAlgorithm = .sha256, ofFileAt path: String) {
    self.algorithm = algorithm
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0, let identity = FileIdentity(ofDescriptor: descriptor) else { return nil }
    self.identity = identity
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Whether the file is still in the state in which it was opened.
  var isUnchanged: Bool { FileIdentity(ofDescriptor: descriptor) == identity }

  /// Reads a piece. Returns false at the end of the file, and if it cannot be read: then there is no digest, and `errno`
  /// holds the reason.
  func readOn() throws(DigestFailure) -> Bool {
    guard digest == nil else { return false }
    var stream = if let begun = self.stream.take() { begun } else { try DigestStream(algorithm) }
    if piece.isEmpty { piece = [UInt8](repeating: 0, count: 1 << 20) }
    var count = read(descriptor, &piece, piece.count)
    while count < 0, errno == EINTR { count = read(descriptor, &piece, piece.count) }
    guard count > 0 else {
      piece = []
      if count == 0 { digest = try stream.hexDigest() }
      return false
    }
    piece.withUnsafeBytes { stream.update(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    self.stream = consume stream
    return true
  }
}

/// Reads files in their order on a thread of its own, while other work is done.
final class DigestsAhead: Sendable {
  private struct State {
    var waiting: ArraySlice<String>
    var current: (path: String, reading: DigestReading)?
    var readings: [String: DigestReading] = [:]
    var isOver = false
  }

  /// Locked while a piece is read.
  private let state: Mutex<State>
  /// The most files that stay open.
  private static let mostFiles = 64

  init(_ paths: [String]) { state = Mutex(State(waiting: paths.prefix(Self.mostFiles))) }

  /// Reads while `work` is done. Returns what was read, by path; the last file only in part. Without a thread, nothing
  /// is.
  func read<Value>(
    during work: () throws(WorkspaceError) -> Value
  ) throws(WorkspaceError) -> (Value, [String: DigestReading]) {
    let thread = JoinedThread { while self.readOn() {} }
    defer {
      state.withLock { $0.isOver = true }
      thread?.join()
    }
    let value = try work()
    return (value, stop())
  }

  private func stop() -> [String: DigestReading] {
    state.withLock { state in
      state.isOver = true
      if let (path, reading) = state.current { state.readings[path] = reading }
      return state.readings
    }
  }

  private func readOn() -> Bool {
    state.withLock { state in
      guard !state.isOver else { return false }
      guard let (path, reading) = state.current else {
        guard let path = state.waiting.popFirst() else { return false }
        state.current = DigestReading(ofFileAt: path).map { (path, $0) }
        return true
      }
      if (try? reading.readOn()) == true { return true }
      // A file that cannot be read is tried again when it is needed.
      state.readings[path] = reading.digest == nil ? nil : reading
      state.current = nil
      return true
    }
  }
}
