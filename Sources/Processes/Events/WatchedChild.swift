import Glibc

/// A child of an event loop, with its unsent input and its output.
final class WatchedChild {
  let process: ChildProcess
  private var splitter: LineSplitter
  private var unsent: [UInt8] = []
  private var closesInputWhenSent = false
  private var errorTail: [UInt8] = []
  private var failure: SystemError?
  /// Set once the child has ended and all of its output has been read.
  private(set) var endedWith: ProcessStatus?

  private let unsentLimit: Int
  private static let errorTailLimit = 16384

  init(_ process: ChildProcess, lineLimit: Int, unsentLimit: Int) throws(SystemError) {
    self.process = process
    self.unsentLimit = unsentLimit
    splitter = LineSplitter(limit: lineLimit)
    try process.input?.makeNonBlocking()
    try process.output?.makeNonBlocking()
    try process.errorOutput?.makeNonBlocking()
  }

  /// The end of the child's standard error.
  var errorText: String { String(decoding: errorTail, as: UTF8.self) }

  func send(_ bytes: [UInt8]) -> Bool {
    guard process.input != nil, !closesInputWhenSent, unsent.count < unsentLimit else { return false }
    unsent += bytes
    flush()
    return process.input != nil
  }

  func closeInput() {
    closesInputWhenSent = true
    flush()
  }

  var pollEntries: [pollfd] {
    var entries = [pollfd(fd: process.exitNotice.number, events: Int16(POLLIN), revents: 0)]
    if let number = process.output?.number {
      entries.append(pollfd(fd: number, events: Int16(POLLIN), revents: 0))
    }
    if let number = process.errorOutput?.number {
      entries.append(pollfd(fd: number, events: Int16(POLLIN), revents: 0))
    }
    if let number = process.input?.number {
      // Even with nothing to send, this reports when the child closes its end.
      entries.append(pollfd(fd: number, events: unsent.isEmpty ? 0 : Int16(POLLOUT), revents: 0))
    }
    return entries
  }

  /// Transfers bytes through the ready pipes, and returns the completed lines.
  func serve(_ ready: Set<Int32>) -> [LineSplitter.Line] {
    var lines: [LineSplitter.Line] = []
    if let number = process.input?.number, ready.contains(number) {
      if unsent.isEmpty { process.input = nil } else { flush() }
    }
    if let number = process.output?.number, ready.contains(number) { lines += readOutput() }
    if let number = process.errorOutput?.number, ready.contains(number) { readErrorOutput() }
    if ready.contains(process.exitNotice.number), let status = process.statusIfEnded() {
      lines += readWhatIsLeft()
      endedWith = status
    }
    return lines
  }

  /// Why a pipe failed, once. From then on, the child's input or output is incomplete.
  func takeFailure() -> SystemError? {
    defer { failure = nil }
    return failure
  }

  private func flush() {
    while !unsent.isEmpty, let number = process.input?.number {
      let count = unsent.withUnsafeBytes { write(number, $0.baseAddress, $0.count) }
      if count > 0 {
        unsent.removeFirst(count)
      } else if errno == EAGAIN {
        return
      } else if errno != EINTR {
        // If the child no longer reads, its end or its output explains more than this error.
        if errno != EPIPE { failure = SystemError("write to a child process") }
        process.input = nil
        unsent = []
      }
    }
    if closesInputWhenSent { process.input = nil }
  }

  private func readOutput() -> [LineSplitter.Line] {
    guard let number = process.output?.number else { return [] }
    switch readOnce(number, upTo: 65536) {
    case .bytes(let bytes): return splitter.append(bytes)
    case .nothingYet: break
    case .end: process.output = nil
    case .failed(let code):
      failure = SystemError("read from a child process", code: code)
      process.output = nil
    }
    return []
  }

  private func readErrorOutput() {
    guard let number = process.errorOutput?.number else { return }
    switch readOnce(number, upTo: 65536) {
    case .bytes(let bytes): errorTail = Array((errorTail + bytes).suffix(Self.errorTailLimit))
    case .nothingYet: break
    case .end, .failed: process.errorOutput = nil
    }
  }

  /// Empties the pipes of a child that has ended. They contain at most a megabyte of its own; something that
  /// it started may keep writing, and is not waited for.
  private func readWhatIsLeft() -> [LineSplitter.Line] {
    var lines: [LineSplitter.Line] = []
    for _ in 0..<32 {
      lines += readOutput()
      readErrorOutput()
    }
    return lines
  }
}

/// Splits a stream of bytes into lines of bounded length.
package struct LineSplitter: Sendable {
  /// The longest line in bytes, without its line feed.
  package let limit: Int
  private var unfinished: [UInt8] = []
  /// Inside a line that was reported as too long; the rest is discarded.
  private var isSkipping = false

  package init(limit: Int) {
    self.limit = limit
  }

  package enum Line: Hashable, Sendable {
    case text(String)
    /// Reported once, as soon as the limit is exceeded; the line is discarded.
    case tooLong
  }

  /// Returns the lines that these bytes complete. Bytes after the last line feed are buffered, and lost if
  /// nothing follows: a killed program can leave half a line.
  package mutating func append(_ bytes: some Sequence<UInt8>) -> [Line] {
    var lines: [Line] = []
    for byte in bytes {
      if byte == UInt8(ascii: "\n") {
        if !isSkipping { lines.append(.text(String(decoding: unfinished, as: UTF8.self))) }
        unfinished.removeAll(keepingCapacity: true)
        isSkipping = false
      } else if !isSkipping {
        unfinished.append(byte)
        guard unfinished.count > limit else { continue }
        lines.append(.tooLong)
        unfinished.removeAll()
        isSkipping = true
      }
    }
    return lines
  }
}
