package import Basics
import Glibc
package import LibAV
package import Processes
import Rendering

/// Why a film was not made, for people and for scripts that check the exit code.
package struct ExportError: Error, Hashable, Sendable, CustomStringConvertible {
  package let kind: Kind
  package let message: String
  /// The checks that failed; empty for every other kind.
  package private(set) var failedChecks: [FailedCheck] = []

  /// What a caller can do about it. Each kind has its exit code.
  package enum Kind: String, Hashable, Sendable, Codable {
    /// Media are not what they claim to be: retrying gives the same error.
    case badData
    case inputMissing
    /// editc or its codecs failed.
    case engine
    /// Something that was requested does not exist on this machine.
    case unavailable
    /// The output cannot be created at the requested place.
    case cannotCreate
    /// Reading or writing failed: no space, a broken disk.
    case inputOutput
    /// The store cannot be written; the film can be rendered without it.
    case storeUnusable
    /// Something changed during the render; retrying may succeed.
    case temporary
    case refusedByPolicy
    /// The film does not meet its author's requirements.
    case checkFailed
  }

  package init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }

  init(_ checks: [FailedCheck]) {
    let count = checks.count { !$0.isWarning }
    self.init(
      .checkFailed, "the film failed \(count == 1 ? "a check" : "\(count) checks") and was discarded")
    failedChecks = checks
  }

  package var description: String { message }
}

/// A requirement of the author that a finished film does not meet.
package struct FailedCheck: Hashable, Sendable, Codable {
  package let demand: Demand
  /// What was found, and when in the film.
  package let message: String
  /// Whether the film is kept in spite of it.
  package let isWarning: Bool
  /// Times of the timeline that belong to it, such as those of flashes, or when a stretch begins.
  package let moments: [RationalTime]

  /// The keys of a script under which requirements are written.
  package enum Demand: Hashable, Sendable, Codable {
    case loudness, shortTerm, momentary, range, phase, peak, silence
    case black, freeze, gamut, flashes, fileSize
    /// `max-file-size` of the output.
    case largestFile
    /// `level` of the output.
    case level
  }

  init(_ demand: Demand, _ message: String, isWarning: Bool = false, moments: [RationalTime] = []) {
    self.demand = demand
    self.message = message
    self.isWarning = isWarning
    self.moments = moments
  }
}

extension ExportError {
  package init(_ error: LibAVError) {
    let kind: Kind =
      switch error.cause {
      case .badData, .damage, .limit, .lfsPointer: .badData
      case _ where error.lacksResources: .unavailable
      case .notAvailable, .outOfMemory: .unavailable
      case .input(EIO), .output: .inputOutput
      case .input: .inputMissing
      case .other: .engine
      }
    self.init(kind, error.description)
  }

  /// An error while a finished film is read again. If its bytes are wrong, the engine is at fault.
  init(ofFinished error: LibAVError, _ what: String) {
    let kind: Kind =
      switch ExportError(error).kind {
      case .unavailable: .unavailable
      case .inputOutput, .inputMissing: .inputOutput
      default: .engine
      }
    self.init(kind, "\(what): \(error.reason)")
  }

  init(_ error: RenderingError) {
    switch error {
    case .media(let error) where error.cause == .damage:
      self.init(
        .badData,
        "\(error); set `on-damage: hold` in its entry under `media` to replace undecodable parts")
    case .media(let error): self.init(error)
    case .time, .words, .vector: self.init(.badData, error.description)
    case .subtitles: self.init(.temporary, error.description)
    }
  }

  /// An error with the work folder or the film.
  package init(_ error: FileError) {
    let kind: Kind =
      switch error.kind {
      case .missing: .temporary
      case .noResources: .unavailable
      case .outsideRoot: .refusedByPolicy
      default: .inputOutput
      }
    self.init(kind, error.description)
  }

  /// An error while an entry is written into the store. If the store was removed meanwhile, it is temporary.
  init(inStore error: FileError) {
    let general = ExportError(error)
    self.init(general.kind == .inputOutput ? .storeUnusable : general.kind, error.description)
  }

  /// No process, descriptor or memory left.
  init(_ error: SystemError) {
    self.init(.unavailable, error.description)
  }
}
