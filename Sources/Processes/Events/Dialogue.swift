import CLinux
import Glibc

/// A program at the other end of two descriptors, for an event loop. Reading and writing never block.
package final class Dialogue {
  /// For an event loop to watch.
  package let input: Int32
  package let output: Int32
  private var unsent: [UInt8] = []
  private var sent = 0
  /// False once nothing can be sent any more: the program has ended, or has left too much unread.
  package private(set) var canSend = true

  /// The most bytes that may wait for a program that does not read.
  private static let unsentLimit = 256 << 20

  package init(input: Int32, output: Int32) throws(SystemError) {
    self.input = input
    self.output = output
    for descriptor in Set([input, output]) {
      let flags = try check(fcntl(descriptor, F_GETFL), "read a descriptor's flags")
      try check(fcntl(descriptor, F_SETFL, flags | O_NONBLOCK), "set a descriptor's flags")
    }
  }

  package enum Received: Hashable, Sendable {
    case bytes([UInt8])
    case nothingYet
    /// The program has closed its end, or reading failed.
    case end
  }

  package func receive() -> Received {
    switch readOnce(input, upTo: 1 << 16) {
    case .bytes(let bytes): .bytes(bytes)
    case .nothingYet: .nothingYet
    case .end, .failed: .end
    }
  }

  /// Whether data are waiting until `output` is writable.
  package var hasUnsent: Bool { sent < unsent.count }

  package func send(_ bytes: [UInt8]) {
    guard canSend else { return }
    guard unsent.count - sent + bytes.count <= Self.unsentLimit else {
      canSend = false
      return
    }
    unsent += bytes
    flush()
  }

  /// Writes as much as the program accepts.
  package func flush() {
    while canSend, sent < unsent.count {
      let count = unsent[sent...].withUnsafeBytes { write(output, $0.baseAddress, $0.count) }
      if count > 0 {
        sent += count
      } else if errno == EAGAIN {
        break
      } else if errno != EINTR {
        canSend = false
      }
    }
    if sent == unsent.count || sent > 1 << 20 {
      unsent.removeFirst(sent)
      sent = 0
    }
  }
}

/// Watches for the end of a process that is not our child, for an event loop.
package final class ProcessWatch {
  private let notice: Descriptor

  /// Nil if no process with this ID can be watched: the ID may belong to another machine.
  package init?(_ process: Int32) {
    guard process > 0 else { return nil }
    let number = editc_pidfd_open(process)
    guard number >= 0 else { return nil }
    notice = Descriptor(owning: number)
  }

  /// Readable when the process has ended.
  package var descriptor: Int32 { notice.number }
}
