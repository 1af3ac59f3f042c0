package import Processes

/// The exit code of the program. Schedulers use it to decide whether to retry.
package enum ExitCode: Int32, CaseIterable, Hashable, Sendable {
  /// Done and verified.
  case done = 0
  /// Lint or a check found errors.
  case findings = 1
  case usage = 2
  /// The input is invalid or damaged; retrying does not help.
  case badData = 65
  case inputMissing = 66
  /// Something that the engine needs is missing.
  case unavailable = 69
  /// A bug in editc.
  case internalError = 70
  case cannotCreate = 73
  case ioError = 74
  /// Retrying may help.
  case temporaryFailure = 75
  /// Refused by policy.
  case refused = 77
  case configuration = 78
}

extension ExitCode {
  /// A stable word for programs.
  var word: String {
    switch self {
    case .done: "done"
    case .findings: "findings"
    case .usage: "usage"
    case .badData: "bad-data"
    case .inputMissing: "input-missing"
    case .unavailable: "unavailable"
    case .internalError: "internal-error"
    case .cannotCreate: "cannot-create"
    case .ioError: "io-error"
    case .temporaryFailure: "temporary-failure"
    case .refused: "refused"
    case .configuration: "configuration"
    }
  }

  /// A sentence for manual pages.
  var meaning: String {
    switch self {
    case .done: "Done; the results were verified."
    case .findings: "Lint or a check found errors, or the compared films differ."
    case .usage: "The command line is wrong."
    case .badData: "An input is invalid or damaged; retrying does not help."
    case .inputMissing: "An input is missing or cannot be read."
    case .unavailable:
      "Something that the engine needs is missing: a font, memory, equal versions on all machines."
    case .internalError: "A bug in editc, or a worker that crashed."
    case .cannotCreate: "The output already exists or cannot be created."
    case .ioError: "Reading or writing failed, for example because the disk is full."
    case .temporaryFailure: "Something changed during the work; retrying may help."
    case .refused: "Refused by policy: the sandbox, `--root`, settings of another user."
    case .configuration: "The configuration is wrong: the settings or the cache folder."
    }
  }
}

extension ExitCode {
  /// The exit code for an error with a file.
  package init(_ error: FileError) {
    self =
      switch (error.operation, error.kind) {
      case (_, .noResources): .unavailable
      case (_, .outsideRoot): .refused
      case (.open, .tooLarge), (.read, .tooLarge): .badData
      case (.open, .other), (.read, .other), (.list, .other): .ioError
      case (.open, _), (.read, _), (.list, _): .inputMissing
      case (_, .noSpace): .ioError
      case (.create, .other), (.makeFolder, .other): .ioError
      case (.create, _), (.makeFolder, _): .cannotCreate
      case (.write, _), (.replace, _), (.remove, _): .ioError
      }
  }

  /// A system call that failed for lack of processes, descriptors or memory.
  package init(_: SystemError) {
    self = .unavailable
  }

  package init(_ error: SandboxError) {
    self =
      switch error {
      case .notAvailable: .refused
      case .threadsAreRunning: .internalError
      case .path(let error): ExitCode(error)
      case .system: .unavailable
      }
  }
}
