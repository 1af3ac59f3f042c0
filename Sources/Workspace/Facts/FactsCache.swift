package import Composition
import ContentDigest
package import Processes

/// The facts that probes found, kept for later commands: one small file for each state of each media file.
///
/// Every entry can be found again. An entry that is damaged, of another version, or under the name of another entry
/// counts as missing; write errors are ignored.
package struct FactsCache: Sendable {
  let folder: String

  /// The facts of a file in this state, where a probe found them before.
  package func facts(of identity: FileIdentity) -> MediaFacts? { probed(of: identity)?.facts }

  /// The same with what the file says beside its facts.
  func probed(of identity: FileIdentity) -> ProbedMedia? {
    guard let key = key(of: identity), let bytes = try? readFile(path(of: key), limit: 64 << 20) else {
      return nil
    }
    let beginning = Array(beginning(of: key).utf8)
    guard bytes.starts(with: beginning) else { return nil }
    let parts = bytes.dropFirst(beginning.count).split(
      separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let facts = FactsText(Array(parts[1]))?.facts,
      let details: MediaDetails = DigestedLine.value("details", in: parts[0])
    else { return nil }
    return ProbedMedia(facts: facts, details: details)
  }

  /// Keeps what a probe found while the file was in this state.
  func keep(_ probed: ProbedMedia, of identity: FileIdentity) {
    // A file that was written a moment ago could change again with the same times.
    guard identity.hasSettled, let key = key(of: identity),
      let text = try? FactsText(probed.facts).text(),
      let details = DigestedLine.text("details", probed.details)
    else { return }
    try? makeFolder(folder)
    try? writeCarelessly(Array((beginning(of: key) + details + text).utf8), to: path(of: key))
  }

  private func key(of identity: FileIdentity) -> ContentDigest? {
    let libraries = LibraryFacts.ofThisMachine(keptIn: folder).ffmpeg
    return try? ContentDigest.of(text: "\(Self.program), \(libraries), \(identity.summary)")
  }

  private func path(of key: ContentDigest) -> String { "\(folder)/\(key.hex).facts" }

  /// The first line of an entry, which tells it from another one under its name.
  private func beginning(of key: ContentDigest) -> String { "facts of \(key.hex)\n" }

  /// The program that found the facts. Builds with the same version are distinguished by the file of the program, of which
  /// packages fix the size and the time.
  private static let program =
    "editc \(editcVersion) \(FileIdentity(ofFileAt: ChildProcess.ownExecutable)?.summary ?? "")"
}

extension FileIdentity {
  /// All of it on one line, for keys.
  var summary: String { "\(device) \(number) \(byteCount) \(modified) \(changed)" }
}
