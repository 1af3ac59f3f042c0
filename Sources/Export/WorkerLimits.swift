/// What a worker may use before it is stopped.
package enum WorkerLimits {
  /// Of memory, mapped files included.
  package static let addressSpaceBytes = 16 << 30
  /// Of each file that it writes.
  package static let fileBytes = 64 << 30
  /// Of the plan that it reads.
  package static let planBytes = 256 << 20
  /// Workers that render at the same time.
  package static let workers = 256
  package static let watchdogRound = Duration.seconds(30)
  /// A worker that has said nothing for this many rounds of the watchdog hangs.
  package static let silentRounds = 4
}
