import Export
import LibAV
import Processes
import Workspace

/// Why a command could not do its work, and what it tells the shell.
struct CommandFailure: Error {
  let code: ExitCode
  let message: String

  init(_ code: ExitCode, _ message: String) {
    self.code = code
    self.message = message
  }
}

extension CommandFailure {
  init(_ error: ExportError) {
    let code: ExitCode =
      switch error.kind {
      case .badData: .badData
      case .inputMissing: .inputMissing
      case .engine: .internalError
      case .unavailable: .unavailable
      case .cannotCreate: .cannotCreate
      case .inputOutput: .ioError
      case .temporary: .temporaryFailure
      case .refusedByPolicy: .refused
      case .checkFailed: .findings
      }
    self.init(code, error.message)
  }

  /// An error with a file, which says by itself whether reading or writing failed.
  init(_ error: FileError) {
    self.init(ExitCode(error), "\(error)")
  }

  init(any error: any Error) {
    switch error {
    case let failure as CommandFailure: self = failure
    case let error as ExportError: self.init(error)
    case let error as LibAVError: self.init(ExportError(error))
    case let error as WorkspaceError: self.init(error)
    case let error as SystemError: self.init(ExitCode(error), "\(error)")
    case let error as FileError: self.init(error)
    default: self.init(.internalError, "\(error)")
    }
  }
}

/// Runs a command's work and turns what it throws into a line on standard error and an exit code.
func carryOut(_ work: () throws -> ExitCode) -> ExitCode {
  do {
    return try work()
  } catch {
    let failure = CommandFailure(any: error)
    Console.complain(failure.message)
    return failure.code
  }
}
