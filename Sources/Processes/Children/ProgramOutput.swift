import Glibc

/// The result of a program that has ended.
package struct ProgramOutput: Sendable {
  package let status: ProcessStatus
  package let bytes: [UInt8]
  /// The end of its standard error.
  package let errorText: String
  /// Whether it printed more than the limit and was killed.
  package let wasTooLong: Bool
}

/// Runs a program without input to its end, and collects its output, up to `limit` bytes.
package func output(of command: ChildCommand, limit: Int) throws(SystemError) -> ProgramOutput {
  let child = try ChildProcess(command)
  child.input = nil
  var bytes: [UInt8] = []
  var errorBytes: [UInt8] = []
  var wasTooLong = false
  while child.output != nil || child.errorOutput != nil {
    let ready = try waitForOutput(of: child)
    if let number = child.output?.number, ready.contains(number), !collect(from: number, into: &bytes) {
      child.output = nil
    }
    if let number = child.errorOutput?.number, ready.contains(number),
      !collect(from: number, into: &errorBytes)
    {
      child.errorOutput = nil
    }
    errorBytes = Array(errorBytes.suffix(16384))
    if bytes.count > limit {
      wasTooLong = true
      child.kill(.kill)
      break
    }
  }
  return ProgramOutput(
    status: child.wait(), bytes: bytes, errorText: String(decoding: errorBytes, as: UTF8.self),
    wasTooLong: wasTooLong)
}

/// The child's descriptors that can be read, or have reached their end.
private func waitForOutput(of child: ChildProcess) throws(SystemError) -> Set<Int32> {
  var numbers: [Int32] = []
  if let number = child.output?.number { numbers.append(number) }
  if let number = child.errorOutput?.number { numbers.append(number) }
  var entries = numbers.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
  let result = poll(&entries, nfds_t(entries.count), -1)
  guard result >= 0 || errno == EINTR else { throw SystemError("wait for a program's output") }
  return Set(entries.filter { $0.revents != 0 }.map(\.fd))
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
