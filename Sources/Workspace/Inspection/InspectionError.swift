package import Processes

/// Why a question has no answer: what its process met. The other questions have theirs.
package enum InspectionFailure: Error, Hashable, Sendable {
  /// The process crashed, or used up its memory.
  case ended(ProcessStatus)
  /// It needed more time on processors than it may.
  case tooSlow(limit: Duration)
  /// It neither computed nor answered.
  case silent(Duration)
}

extension InspectionFailure: CustomStringConvertible {
  package var description: String {
    switch self {
    case .ended(let status):
      "the process that read it \(status); the file is damaged, or needs more memory than the "
        + "limit of \(InspectionLimits.memoryBytes >> 20) MiB"
    case .tooSlow(let limit): "reading it takes longer than the limit of \(limit.components.seconds) s"
    case .silent(let time): "nothing could be read for \(time.components.seconds) s"
    }
  }
}

/// Why no question can be answered.
package enum InspectionError: Error, Hashable, Sendable {
  case system(SystemError)
  /// The sandbox is required, and this kernel does not have it.
  case sandbox(String)
  /// A file that the sandbox is to admit cannot be opened, or a process cannot get what it needs.
  case unavailable(String)
  /// A process did not keep to the protocol.
  case engine(String)
}
