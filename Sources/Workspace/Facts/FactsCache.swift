package import Composition
import ContentDigest
package import Processes

/// The results of probes, cached for later commands: one small file for each state of each media file.
///
/// All entries are expendable. An entry that is damaged, of another version, or under the name of another
/// entry counts as missing; write errors are ignored.
package struct FactsCache: Sendable {
  let folder: String

  /// The facts of a file in this state, if they are cached.
  package func facts(of identity: FileIdentity) -> MediaFacts? { probed(of: identity)?.facts }

  /// The same, with the file's other information.
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

  /// Caches the result of a probe while the file was in this state.
  func keep(_ probed: ProbedMedia, of identity: FileIdentity) {
    // A file that was written just now could change again with the same times.
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

  /// The first line of an entry, which distinguishes it from another one under its name.
  private func beginning(of key: ContentDigest) -> String { "facts of \(key.hex)\n" }

  /// Identifies the program that found the facts. Builds of the same version are distinguished by the
  /// program's file, whose size and time packages fix.
  private static let program =
    "editc \(editcVersion) \(FileIdentity(ofFileAt: ChildProcess.ownExecutable)?.summary ?? "")"
}

extension FileIdentity {
  /// All of it on one line, for keys.
  var summary: String { "\(device) \(number) \(byteCount) \(modified) \(changed)" }
}
