import Processes

/// What a process may use for an answer before it is stopped.
package enum InspectionLimits {
  /// Memory.
  package static let memoryBytes = 1 << 30
  /// Memory including the libraries: with a lower limit, a process can fail without a fault of its file.
  static let memoryWithLibrariesBytes = memoryBytes + 512 << 20
  /// A lower limit that was set before this process started, as a sentence; nil if there is none.
  package static var shortage: String? { ResourceLimits.shortage(below: memoryWithLibrariesBytes) }
  /// CPU time for one question.
  package static let time = Duration.seconds(8)
  /// CPU time for an SVG, which is drawn once.
  package static let vectorTime = Duration.seconds(10)
  /// The bytes of a media file that add a second of CPU time.
  package static let bytesInASecond = 100_000_000
  /// The time without CPU use or an answer, as with a disk that does not respond.
  package static let silence = patience.round * patience.life
  static let patience = Patience(
    round: .milliseconds(100), life: 1200, progress: .max, leastWork: .milliseconds(1))
  /// The length of an answer: the packets of a film of several days.
  static let lineBytes = 1 << 30
}
