package import ContentDigest

/// The facts of a script's media, in a file beside the script.
///
/// As text it has one fact per line, and every line names its file: lines can be merged, reordered and
/// searched one by one.
package struct LockFile: Hashable, Sendable {
  /// By the file's spelling in the script.
  package var entries: [String: LockEntry]

  package init(entries: [String: LockEntry] = [:]) {
    self.entries = entries
  }

  /// The version of the text format.
  package static let version = 1

  /// Equal facts give equal text on every machine.
  package var text: String {
    let paths = entries.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let blocks = paths.compactMap { path in entries[path].map { block(of: $0, named: path) } }
    return ([Self.head] + blocks).joined(separator: "\n")
  }

  private static let head = """
    \(opening) \(version)
    # What editc knows of the media, for machines that lack them. Made by `editc lock`.

    """

  /// The beginning of the first line.
  static let opening = "editc lock"

  private func block(of entry: LockEntry, named path: String) -> String {
    let name = FactToken.text(path).spelling
    let records =
      [FactRecord(key: "sha256", value: entry.digest.hex)] + MediaFacts.fields.records(of: entry.facts)
    return records.map { "\(name) \($0.line)\n" }.joined()
  }
}

/// The entry of one file.
package struct LockEntry: Hashable, Sendable {
  /// The digest of the file's bytes.
  package var digest: ContentDigest
  package var facts: MediaFacts

  package init(digest: ContentDigest, facts: MediaFacts) {
    self.digest = digest
    self.facts = facts
  }
}
