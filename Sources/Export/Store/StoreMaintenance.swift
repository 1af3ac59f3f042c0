import ContentDigest
package import Processes

/// An entry of a store, as listed in its folder.
package struct StoredEntry: Hashable, Sendable {
  package let path: String
  let key: ContentDigest
  package let byteCount: Int64
  /// How long ago it was last read or written.
  package let secondsUnused: Int64
}

extension SegmentStore {
  /// Lists the store. Files that appear or disappear meanwhile may be included or not.
  package func entries() throws(FileError) -> [StoredEntry] {
    var entries: [StoredEntry] = []
    let now = serverTime(inFolder: folder)
    for part in try parts() {
      for name in try names(in: part) {
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

  /// Evicts the least recently used entries, until the rest has at most `limit` bytes, and removes what
  /// killed processes left. Entries that were used within the last hour stay, because a film may be using
  /// them. Returns the evicted entries.
  ///
  /// The files of the content store count, too, but are evicted only with `evictsMedia`: nothing here states whether
  /// they can be fetched again.
  package func clean(
    toBytes limit: Int64, with media: ContentStore, evictsMedia: Bool = false
  ) throws(FileError) -> [StoredEntry] {
    for part in try parts() { try removeLeftovers(in: part) }
    try media.removeLeftovers()
    let files = try media.entries()
    let entries = try entries() + (evictsMedia ? files : [])
    var bytes = entries.reduce(0) { $0 + $1.byteCount }
    if !evictsMedia { bytes += files.reduce(0) { $0 + $1.byteCount } }
    var removed: [StoredEntry] = []
    for entry in entries.sorted(by: { ($0.secondsUnused, $1.path) > ($1.secondsUnused, $0.path) }) {
      guard bytes > limit, entry.secondsUnused > Self.hour else { break }
      try removeFile(entry.path)
      bytes -= entry.byteCount
      removed.append(entry)
    }
    return removed
  }

  static let hour: Int64 = 3600

  /// Reads each entry to its end and removes those that are damaged, or have the name of another one. Returns
  /// the removed entries.
  package func verify() throws(ExportError) -> [StoredEntry] {
    try verify { path, key throws(ExportError) in try StoreEntryReader.isWhole(path, key: key) }
  }

  func verify(
    _ isWhole: (_ path: String, _ key: ContentDigest) throws(ExportError) -> Bool
  ) throws(ExportError) -> [StoredEntry] {
    let entries: [StoredEntry]
    do throws(FileError) { entries = try self.entries() } catch {
      throw ExportError(.inputMissing, error.description)
    }
    var damaged: [StoredEntry] = []
    for entry in entries {
      let before = FileIdentity(ofFileAt: entry.path)
      do throws(ExportError) {
        guard try !isWhole(entry.path, entry.key) else { continue }
      } catch {
        // An entry that exists and cannot be read is not known to be damaged.
        if FileIdentity(ofFileAt: entry.path) != nil { throw error }
      }
      // Another process may have replaced or removed it.
      guard let before, before == FileIdentity(ofFileAt: entry.path) else { continue }
      do throws(FileError) { try removeFile(entry.path) } catch { throw ExportError(error) }
      damaged.append(entry)
    }
    return damaged
  }

  /// The folders that contain the entries; none for a store that was never used.
  func parts() throws(FileError) -> [String] {
    guard isThere(folder) else { return [] }
    return try listFolder(folder).filter { $0.utf8.count == 2 }.map { folder + "/" + $0 }
  }

  /// The names in a folder; none if it was removed meanwhile. An unreadable folder does not count as empty.
  func names(in part: String) throws(FileError) -> [String] {
    do throws(FileError) { return try listFolder(part) } catch {
      guard error.kind == .missing else { throw error }
      return []
    }
  }

  /// Removes the unfinished files of killed processes, anywhere in the store.
  package func removeUnfinishedFiles() {
    for part in (try? parts()) ?? [] { Leftovers.removeFiles(in: part) }
  }

  /// Removes the unfinished files of processes that have ended.
  func removeUnfinishedFiles(of owner: TemporaryOwner) {
    // A folder that cannot be cleaned up only keeps an unused file.
    for part in (try? parts()) ?? [] { try? owner.removeLeftovers(in: part) }
  }

  func removeLeftovers(in part: String) throws(FileError) {
    Leftovers.removeFiles(in: part)
    for name in try names(in: part) where name.hasPrefix(".") && name.hasSuffix(".lease") {
      // Taking a lease and releasing it removes it. If its process is at work, it is not taken.
      _ = Lease.take(part + "/" + name, abandonedAfter: Leases.abandonedAfter)
    }
  }
}
