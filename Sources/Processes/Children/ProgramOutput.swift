import Glibc

/// The result of a program that has ended.
package struct ProgramOutput: Sendable {
  package let status: ProcessStatus
  package let bytes: [UInt8]
  /// The end of its standard error.
  package let errorText: String
  /// Whether it printed more than the limit and was killed.
  package let wasTooLong: Bool
  /// Whether it ran longer than its time and was killed.
  package let wasTooSlow: Bool
}

/// What a program reads next from its standard input.
package enum ProgramInput: Sendable {
  case bytes([UInt8])
  case end
  /// The input cannot be made, so the program is killed.
  case failed
}

/// Runs a program to its end, and collects its output, up to `limit` bytes.
///
/// `input` is asked for more whenever the program has read everything; without it, there is no input. What the
/// program leaves running is not waited for.
package func output(
  of command: ChildCommand, limit: Int, within time: Duration? = nil, input: () -> ProgramInput = { .end }
) throws(SystemError) -> ProgramOutput {
  // A program that no longer reads must not kill us.
  let previous = signal(SIGPIPE, SIG_IGN)
  defer { signal(SIGPIPE, previous) }
  let run = try ProgramRun(command, limit: limit)
  return try run.output(until: time.map { .now + $0 }, input)
}

/// A program while it runs.
private final class ProgramRun {
  private let child: ChildProcess
  private let limit: Int
  private var unsent: ArraySlice<UInt8> = []
  private var bytes: [UInt8] = []
  private var errorBytes: [UInt8] = []

  init(_ command: ChildCommand, limit: Int) throws(SystemError) {
    self.limit = limit
    child = try ChildProcess(command)
    try child.input?.makeNonBlocking()
    try child.output?.makeNonBlocking()
    try child.errorOutput?.makeNonBlocking()
  }

  func output(
    until deadline: SuspendingClock.Instant?, _ input: () -> ProgramInput
  ) throws(SystemError) -> ProgramOutput {
    var (hasEnded, wasTooSlow) = (false, false)
    while bytes.count <= limit {
      let ready = try wait(until: deadline)
      if let number = child.input?.number, ready.contains(number), !feed(input) { break }
      if ready.contains(child.exitNotice.number) {
        // The pipes contain at most a megabyte; something that the program started may keep writing.
        for _ in 0..<32 { read() }
        hasEnded = true
        break
      }
      read()
      if let deadline, SuspendingClock.now >= deadline {
        wasTooSlow = true
        break
      }
    }
    if !hasEnded { child.kill(.kill) }
    return ProgramOutput(
      status: child.wait(), bytes: bytes, errorText: String(decoding: errorBytes, as: UTF8.self),
      wasTooLong: bytes.count > limit, wasTooSlow: wasTooSlow)
  }

  /// The descriptors that can be read or written, or have reached their end.
  private func wait(until deadline: SuspendingClock.Instant?) throws(SystemError) -> Set<Int32> {
    var entries = [pollfd(fd: child.exitNotice.number, events: Int16(POLLIN), revents: 0)]
    if let number = child.output?.number {
      entries.append(pollfd(fd: number, events: Int16(POLLIN), revents: 0))
    }
    if let number = child.errorOutput?.number {
      entries.append(pollfd(fd: number, events: Int16(POLLIN), revents: 0))
    }
    if let number = child.input?.number {
      entries.append(pollfd(fd: number, events: Int16(POLLOUT), revents: 0))
    }
    let result = poll(&entries, nfds_t(entries.count), milliseconds(until: deadline))
    guard result >= 0 || errno == EINTR else { throw SystemError("wait for a program's output") }
    return Set(entries.filter { $0.revents != 0 }.map(\.fd))
  }

  /// Writes what the program can read now; false if there can be no more input.
  private func feed(_ input: () -> ProgramInput) -> Bool {
    if unsent.isEmpty {
      switch input() {
      case .bytes(let bytes): unsent = bytes[...]
      case .end: child.input = nil
      case .failed: return false
      }
    }
    guard !unsent.isEmpty, let number = child.input?.number else { return true }
    let count = unsent.withUnsafeBytes { write(number, $0.baseAddress, $0.count) }
    if count > 0 {
      unsent = unsent.dropFirst(count)
    } else if errno != EAGAIN, errno != EINTR {
      // It no longer reads: its end or its output explains more than this error.
      child.input = nil
    }
    return true
  }

  private func read() {
    if let number = child.output?.number, !collect(from: number, into: &bytes) { child.output = nil }
    if let number = child.errorOutput?.number, !collect(from: number, into: &errorBytes) {
      child.errorOutput = nil
    }
    errorBytes = Array(errorBytes.suffix(16384))
  }
}

/// Rounded up, so that the time is over when the wait ends. -1 waits without a limit.
private func milliseconds(until deadline: SuspendingClock.Instant?) -> Int32 {
  guard let deadline else { return -1 }
  let left = ((deadline - SuspendingClock.now) / .milliseconds(1)).rounded(.up)
  return Int32(max(0, min(left, 1_000_000_000)))
}

/// False at the end.
private func collect(from descriptor: Int32, into bytes: inout [UInt8]) -> Bool {
  switch readOnce(descriptor, upTo: 65536) {
  case .bytes(let new):
    bytes += new
    return true
  case .nothingYet: return true
  case .end, .failed: return false
  }
}
