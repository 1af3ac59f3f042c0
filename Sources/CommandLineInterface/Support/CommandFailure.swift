import Export
import LibAV
import Processes
import Rendering
import Workspace

/// Why a command failed, and its exit code.
struct CommandFailure: Error {
  let code: ExitCode
  let message: String
  /// The media file that it is about; nil for others.
  let mediaFile: String?

  init(_ code: ExitCode, _ message: String, mediaFile: String? = nil) {
    self.code = code
    self.message = message
    self.mediaFile = mediaFile
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
      case .inputOutput, .storeUnusable: .ioError
      case .temporary: .temporaryFailure
      case .refusedByPolicy: .refused
      case .checkFailed: .findings
      }
    self.init(code, error.message)
  }

  /// An error with a file, whose text names the operation.
  init(_ error: FileError) {
    self.init(ExitCode(error), "\(error)")
  }

  init(_ error: LibAVError) {
    let plain = CommandFailure(ExportError(error))
    self.init(plain.code, plain.message, mediaFile: error.subject)
  }

  init(_ error: RenderingError) {
    if case .media(let error) = error { self.init(error) } else { self.init(.badData, "\(error)") }
  }

  init(_ error: SystemError) {
    self.init(ExitCode(error), "\(error)")
  }
}

// MARK: - Work of other targets, with a command's errors

extension OutputTarget {
  /// `check(sparing:)`, with a command's error.
  func verify(sparing media: [FileIdentity]) throws(CommandFailure) {
    do { try check(sparing: media) } catch { throw CommandFailure(error) }
  }

  /// Writes a whole file. On failure, the old file stays.
  func publish(_ bytes: [UInt8]) throws(CommandFailure) {
    let file: AtomicFile
    do { file = try begin() } catch { throw CommandFailure(error) }
    do { try file.write(bytes) } catch { throw CommandFailure(error) }
    do { try commit(file) } catch { throw CommandFailure(error) }
  }
}

extension [OutputTarget] {
  /// Checks each file, and that no two of them are one, with a command's error.
  func verify(sparing media: [FileIdentity]) throws(CommandFailure) {
    for target in self { try target.verify(sparing: media) }
    do { try checkDistinct() } catch { throw CommandFailure(error) }
  }
}

/// From now on, a signal to terminate is noted and does not end the process.
func terminationSignals() throws(CommandFailure) -> TerminationSignals {
  do { return try TerminationSignals() } catch { throw CommandFailure(error) }
}

/// Runs the work of a command. Prints its error to standard error and returns the exit code.
func carryOut(_ work: () throws(CommandFailure) -> ExitCode) -> ExitCode {
  do {
    return try work()
  } catch let failure {
    Console.complain(failure.message)
    return failure.code
  }
}
