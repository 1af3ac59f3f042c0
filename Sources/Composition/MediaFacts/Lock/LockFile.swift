package import ContentDigest

/// The facts of a script's media and packages, in a file beside the script.
///
/// As text it has one fact per line, and every line names its file: lines can be merged, reordered and
/// searched one by one.
package struct LockFile: Hashable, Sendable {
  /// By the file's spelling in the script.
  package var entries: [String: LockEntry]
  /// By the name under `use`, after the folder of the script if that is another one.
  package var packages: [String: LockedPackage]

  package init(entries: [String: LockEntry] = [:], packages: [String: LockedPackage] = [:]) {
    self.entries = entries
    self.packages = packages
  }

  /// The version of the text format.
  package static let version = 1
  /// The version of a text with packages.
  package static let versionWithPackages = 2

  /// Equal facts give equal text on every machine.
  package var text: String {
    let paths = entries.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let blocks = paths.compactMap { path in entries[path].map { block(of: $0, named: path) } }
    return ([head] + packageBlocks + blocks).joined(separator: "\n")
  }

  private var head: String {
    """
    \(Self.opening) \(packages.isEmpty ? Self.version : Self.versionWithPackages)
    # What editc knows of the media, for machines that lack them. Made by `editc lock`.

    """
  }

  private var packageBlocks: [String] {
    packages.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map { name, package in
      let start = "\(Self.packageWord) \(FactToken.text(name).spelling)"
      let commit = package.commit.map { " commit \($0)" } ?? ""
      return "\(start) sha256 \(package.digest.hex)\n\(start) \(package.origin)\(commit)\n"
    }
  }

  /// The first word of lines about packages.
  static let packageWord = "package"

  /// The beginning of the first line.
  static let opening = "editc lock"

  private func block(of entry: LockEntry, named path: String) -> String {
    let name = FactToken.text(path).spelling
    let records =
      [FactRecord(key: "sha256", value: entry.digest.hex)] + MediaFacts.fields.records(of: entry.facts)
    return records.map { "\(name) \($0.line)\n" }.joined()
  }
}

/// The entry of a package.
package struct LockedPackage: Hashable, Sendable {
  /// The digest of all its files.
  package var digest: ContentDigest
  /// Where it comes from, as its line states it: `git "https://…" revision "v1.2.0"`.
  package var origin: String
  /// The commit of its revision; nil for an archive.
  package var commit: String?

  package init(digest: ContentDigest, origin: String, commit: String?) {
    self.digest = digest
    self.origin = origin
    self.commit = commit
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
