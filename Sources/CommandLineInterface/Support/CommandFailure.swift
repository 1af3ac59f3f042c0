import Export
import LibAV
import Processes
import Rendering
import Workspace

/// The reason of a failed command, and its exit code.
struct CommandFailure: Error {
  let code: ExitCode
  let message: String
  /// The media file that caused it; nil if there is none.
  let mediaFile: String?

  init(_ code: ExitCode, _ message: String, mediaFile: String? = nil) {
    self.code = code
    self.message = message
    self.mediaFile = mediaFile
  }
}

extension CommandFailure {
  /// Converts any error that ends a command; only here do errors of other targets become exit codes.
  init(_ error: any Error) {
    switch error {
    case let failure as CommandFailure: self = failure
    case let error as WorkspaceError: self.init(error)
    case let error as ExportError: self.init(error)
    case let error as FileError: self.init(error)
    case let error as LibAVError: self.init(error)
    case let error as RenderingError: self.init(error)
    case let error as SystemError: self.init(error)
    default: self.init(.internalError, "\(error)")
    }
  }

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

extension OutputTarget {
  /// Writes a whole file. If this fails, the old file remains.
  func publish(_ bytes: [UInt8]) throws {
    let file = try begin()
    try file.write(bytes)
    try commit(file)
  }
}

extension [OutputTarget] {
  /// Checks each file, and that no two are the same.
  func check(sparing media: [FileIdentity]) throws {
    for target in self { try target.check(sparing: media) }
    try checkDistinct()
  }
}
