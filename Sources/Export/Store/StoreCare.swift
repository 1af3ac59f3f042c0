import ContentDigest
package import Processes

/// An entry of a store, as its folder shows it.
package struct StoredEntry: Hashable, Sendable {
  package let path: String
  let key: ContentDigest
  package let byteCount: Int64
  /// How long ago it was last read or written.
  package let secondsUnused: Int64
}

extension SegmentStore {
  /// What is in the store. Files that come or go meanwhile may be in it or not.
  package func entries() throws(FileError) -> [StoredEntry] {
    var entries: [StoredEntry] = []
    let now = serverTime(inFolder: folder)
    for part in try parts() {
      for name in (try? listFolder(part)) ?? [] {
        let path = part + "/" + name
        guard let key = ContentDigest(hex: name), let identity = FileIdentity(ofFileAt: path),
          let unused = secondsSinceUse(ofFileAt: path, at: now)
        else { continue }
        entries.append(
          StoredEntry(path: path, key: key, byteCount: identity.byteCount, secondsUnused: unused))
      }
    }
    return entries
  }

  /// Removes what was unused for longest, until the entries have so many bytes at most, and what killed processes left. What was
  /// used within the last hour stays: a film may be made of it just now. The entries that were removed.
  package func clean(toBytes limit: Int64) throws(FileError) -> [StoredEntry] {
    for part in try parts() { removeLeftovers(in: part) }
    let entries = try entries()
    var bytes = entries.reduce(0) { $0 + $1.byteCount }
    var removed: [StoredEntry] = []
    for entry in entries.sorted(by: { ($0.secondsUnused, $1.path) > ($1.secondsUnused, $0.path) }) {
      guard bytes > limit, entry.secondsUnused > Self.hour else { break }
      try removeFile(entry.path)
      bytes -= entry.byteCount
      removed.append(entry)
    }
    return removed
  }

  private static let hour: Int64 = 3600

  /// Reads each entry to its end and removes those that are damaged, or have the name of another one. Those that were removed.
  package func verify() throws(FileError) -> [StoredEntry] {
    var damaged: [StoredEntry] = []
    for entry in try entries() {
      let before = FileIdentity(ofFileAt: entry.path)
      guard !StoreEntryReader.isIntact(entry.path, key: entry.key) else { continue }
      // Another process may have put a new one in its place, or removed it.
      guard let before, before == FileIdentity(ofFileAt: entry.path) else { continue }
      try removeFile(entry.path)
      damaged.append(entry)
    }
    return damaged
  }

  /// The folders that entries are spread over; none for a store that was never used.
  private func parts() throws(FileError) -> [String] {
    guard isThere(folder) else { return [] }
    return try listFolder(folder).filter { $0.utf8.count == 2 }.map { folder + "/" + $0 }
  }

  private func removeLeftovers(in part: String) {
    Leftovers.removeFiles(in: part)
    for name in (try? listFolder(part)) ?? [] where name.hasPrefix(".") && name.hasSuffix(".lease") {
      // Taken and given back, which removes it; not taken if its process is at work.
      _ = Lease.take(part + "/" + name, abandonedAfter: Leases.abandonedAfter)
    }
  }
}
