package import LibAV
package import Processes
import Rendering

/// Why a film was not made, for people and for scripts that look at the exit code.
package struct ExportError: Error, Hashable, Sendable, CustomStringConvertible {
  package let kind: Kind
  package let message: String

  /// What a caller can do about it; each kind has its exit code.
  package enum Kind: String, Hashable, Sendable, Codable {
    /// Media are not what they claim to be: trying again gives the same.
    case badData
    case inputMissing
    /// This program or its codecs failed.
    case engine
    /// Something that was asked for does not exist on this machine.
    case unavailable
    /// The output cannot be made where it was asked for.
    case cannotCreate
    /// Reading or writing failed: no space, a broken disk.
    case inputOutput
    /// Something changed while we worked; trying again may succeed.
    case temporary
    case refusedByPolicy
    /// What was made is not what its author says must be true of it.
    case checkFailed
  }

  package init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }

  package var description: String { message }
}

extension ExportError {
  package init(_ error: LibAVError) {
    let kind: Kind =
      switch error.cause {
      case .badData, .limit, .lfsPointer: .badData
      case .input: .inputMissing
      case .output: .inputOutput
      case .notAvailable, .outOfMemory, .other: .engine
      }
    self.init(kind, error.description)
  }

  init(_ error: RenderingError) {
    switch error {
    case .media(let error): self.init(error)
    case .time, .words: self.init(.badData, error.description)
    case .subtitles: self.init(.temporary, error.description)
    }
  }

  /// An error with the store or the work folder.
  package init(_ error: FileError) {
    self.init(error.kind == .missing ? .temporary : .inputOutput, error.description)
  }

  init(_ error: SystemError) {
    self.init(.engine, error.description)
  }
}
