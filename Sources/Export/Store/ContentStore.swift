package import ContentDigest
package import Processes

/// The store of media by their digests, which is laid out like that of segments.
package struct ContentStore: Sendable {
  private let store: SegmentStore

  package init(folder: String) { store = SegmentStore(folder: folder) }

  package func entries() throws(FileError) -> [StoredEntry] { try store.entries() }

  /// Removes what killed downloads left, and downloads that nobody has continued for an hour.
  func removeLeftovers() throws(FileError) {
    for part in try store.parts() {
      for name in try store.names(in: part) where name.hasSuffix(".partial") && !name.hasPrefix(".") {
        let path = part + "/" + name
        let unused = secondsSinceUse(ofFileAt: path, at: serverTime(inFolder: part)) ?? 0
        if unused > SegmentStore.hour { try removeFile(path) }
      }
      try store.removeLeftovers(in: part)
    }
  }

  /// Reads each file and removes those whose bytes are not those of their name. Returns the removed ones.
  package func verify() throws(ExportError) -> [StoredEntry] {
    try store.verify { path, key throws(ExportError) in try digest(ofFileAt: path) == key }
  }
}

/// The digest of a whole file.
package func digest(ofFileAt path: String) throws(ExportError) -> ContentDigest {
  func failure(_ error: DigestFailure) -> ExportError { ExportError(.engine, "\(error)") }
  var stream: DigestStream
  do throws(DigestFailure) { stream = try DigestStream() } catch { throw failure(error) }
  do throws(FileError) { try readInParts(path) { stream.update($0) } } catch { throw ExportError(error) }
  do throws(DigestFailure) { return try stream.finalize() } catch { throw failure(error) }
}
