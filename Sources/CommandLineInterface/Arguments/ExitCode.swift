/// What the program tells the shell. People and schedulers decide by it whether to try again.
package enum ExitCode: Int32, CaseIterable, Hashable, Sendable {
  /// Done and verified.
  case done = 0
  /// Lint or a check found errors.
  case findings = 1
  case usage = 2
  /// The input is not what it claims to be; never try again.
  case badData = 65
  case inputMissing = 66
  /// Something the engine needs is not there.
  case unavailable = 69
  /// A mistake of ours.
  case internalError = 70
  case cannotCreate = 73
  case ioError = 74
  /// May work later.
  case temporaryFailure = 75
  /// Refused by policy.
  case refused = 77
  case configuration = 78
}
