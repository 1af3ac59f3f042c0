/// The exit code of the program. Schedulers use it to decide whether to try again.
package enum ExitCode: Int32, CaseIterable, Hashable, Sendable {
  /// Done and verified.
  case done = 0
  /// Lint or a check found errors.
  case findings = 1
  case usage = 2
  /// The input is invalid or damaged; another try does not help.
  case badData = 65
  case inputMissing = 66
  /// Something that the engine needs is missing.
  case unavailable = 69
  /// A mistake of editc.
  case internalError = 70
  case cannotCreate = 73
  case ioError = 74
  /// Another try may work.
  case temporaryFailure = 75
  /// Refused by policy.
  case refused = 77
  case configuration = 78
}
