package import Processes

extension ExitCode {
  /// The exit code for an error with a file.
  package init(_ error: FileError) {
    self =
      switch (error.operation, error.kind) {
      case (.open, .tooLarge), (.read, .tooLarge): .badData
      case (.open, .other), (.read, .other), (.list, .other): .ioError
      case (.open, _), (.read, _), (.list, _): .inputMissing
      case (_, .noSpace): .ioError
      case (.create, .other), (.makeFolder, .other): .ioError
      case (.create, _), (.makeFolder, _): .cannotCreate
      case (.write, _), (.replace, _), (.remove, _): .ioError
      }
  }

  /// A system call that failed for lack of processes, descriptors or memory may work later.
  package init(_: SystemError) {
    self = .temporaryFailure
  }

  package init(_ error: SandboxError) {
    self =
      switch error {
      case .notAvailable: .unavailable
      case .threadsAreRunning: .internalError
      case .path(let error): ExitCode(error)
      case .system: .unavailable
      }
  }
}
