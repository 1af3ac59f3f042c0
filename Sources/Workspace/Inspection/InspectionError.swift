package import Processes

/// Why a question has no answer: what happened to its process. Other questions are not affected.
package enum InspectionFailure: Error, Hashable, Sendable {
  /// The process crashed, or exceeded its memory limit.
  case ended(ProcessStatus)
  /// The answer took more CPU time than allowed.
  case tooSlow(limit: Duration)
  /// The process neither used CPU time nor answered.
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
  /// The sandbox is required, but this kernel does not support it.
  case sandbox(String)
  /// A file that the sandbox must admit cannot be opened, or a process cannot get a resource.
  case unavailable(String)
  /// A process violated the protocol.
  case engine(String)
}
