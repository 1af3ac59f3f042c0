/// How a program ended.
package enum ProcessStatus: Hashable, Sendable, CustomStringConvertible {
  case exited(Int32)
  case ended(by: Signal)
  /// It has ended, and somebody else in this process took note of how.
  case unknown

  /// Decodes what `waitpid` reports.
  init(waitStatus: Int32) {
    let signal = waitStatus & 0x7f
    self = signal == 0 ? .exited((waitStatus >> 8) & 0xff) : .ended(by: Signal(signal))
  }

  package var isSuccess: Bool { self == .exited(0) }

  package var description: String {
    switch self {
    case .exited(let code): "exited with \(code)"
    case .ended(let signal): "ended by \(signal)"
    case .unknown: "ended, nobody knows how"
    }
  }
}
