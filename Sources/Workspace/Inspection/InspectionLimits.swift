import Processes

/// What a process may use to answer a question before it is stopped.
package enum InspectionLimits {
  /// Of memory.
  package static let memoryBytes = 1 << 30
  /// Of memory with the libraries: a process with a lower limit than this can end without a fault of its file.
  static let memoryWithLibrariesBytes = memoryBytes + 512 << 20
  /// A lower limit that this process was started with, as a sentence; nil without one.
  package static var shortage: String? { ResourceLimits.shortage(below: memoryWithLibrariesBytes) }
  /// On processors, for one question.
  package static let time = Duration.seconds(8)
  /// Each so many bytes of a media file add a second.
  package static let bytesInASecond = 100_000_000
  /// Without computing anything and without an answer, as with a disk that does not respond.
  package static let silence = patience.round * patience.life
  static let patience = Patience(
    round: .milliseconds(100), life: 1200, progress: .max, leastWork: .milliseconds(1))
  /// Of an answer: the packets of a film of several days.
  static let lineBytes = 1 << 30
}
