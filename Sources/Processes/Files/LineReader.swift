import Glibc

/// Lines that a program reads from a descriptor, waiting for each: a worker's orders.
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

  /// The next line, or nil at the end. A line that is too long is an error.
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
