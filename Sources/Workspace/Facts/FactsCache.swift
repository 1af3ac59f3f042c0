import ContentDigest
import LibAV
package import MediaFacts
package import Processes

/// The facts that probes found, kept for later commands: one small file for each state of each media file.
///
/// Every entry can be found again. A damaged entry, or one of another version, counts as missing; write errors are
/// ignored.
package struct FactsCache: Sendable {
  let folder: String

  /// The facts of a file in this state, where a probe found them before.
  package func facts(of identity: FileIdentity) -> MediaFacts? {
    guard let path = path(of: identity), let bytes = try? readFile(path, limit: 64 << 20) else { return nil }
    return FactsText(bytes)?.facts
  }

  /// Keeps what a probe found while the file was in this state.
  func keep(_ facts: MediaFacts, of identity: FileIdentity) {
    // A file that was written a moment ago could change again with the same times.
    guard identity.hasSettled, let path = path(of: identity), let text = try? FactsText(facts).text() else {
      return
    }
    try? makeFolder(folder)
    try? writeCarelessly(Array(text.utf8), to: path)
  }

  private func path(of identity: FileIdentity) -> String? {
    let state = "\(Self.version), \(identity.summary)"
    return (try? ContentDigest.of(text: state)).map { "\(folder)/\($0.hex).facts" }
  }

  /// The program that found the facts. Builds with the same version are distinguished by the file of the program.
  private static let version: String = {
    let program = FileIdentity(ofFileAt: "/proc/self/exe").map { "\($0.byteCount) \($0.modified)" } ?? ""
    return "editc \(editcVersion) \(program), \(LibAV.libraryVersions)"
  }()
}

extension FileIdentity {
  /// All of it on one line, for keys.
  var summary: String { "\(device) \(number) \(byteCount) \(modified) \(changed)" }
}
