import Glibc

/// A folder that files have to be in, whatever links lead to them.
///
/// The answer is about the moment of the question: who can change folders and links at the same time can make it wrong.
package struct RootFolder: Hashable, Sendable {
  /// As the caller named it.
  package let path: String
  /// The absolute path without links and without a slash at its end. Bytes, because names above it need not be UTF-8.
  private let place: [UInt8]

  package init(_ path: String) throws(FileError) {
    guard let place = realBytes(path) else { throw FileError(.open, path) }
    guard FileKind(at: path, followsLinks: true) == .folder else {
      throw FileError(.open, path, .system(errno: ENOTDIR))
    }
    self.path = path
    self.place = place == [UInt8(ascii: "/")] ? [] : place
  }

  /// Whether what is at a path, or would be made there, is in the folder. A link to nothing is not. Nil if that cannot
  /// be found out.
  package func holds(_ path: String) -> Bool? {
    var path = path
    while true {
      if let found = realBytes(path) { return isAtOrBelow(found) }
      guard [ENOENT, ENOTDIR, ELOOP].contains(errno) else { return nil }
      if isThere(path) { return false }
      let above = folder(of: path)
      guard above != path else { return false }
      path = above
    }
  }

  private func isAtOrBelow(_ found: [UInt8]) -> Bool {
    found.starts(with: place) && (found.count == place.count || found[place.count] == UInt8(ascii: "/"))
  }
}

/// The absolute path without links; nil if nothing is there.
private func realBytes(_ path: String) -> [UInt8]? {
  guard let resolved = realpath(path, nil) else { return nil }
  defer { free(resolved) }
  return UnsafeBufferPointer(start: resolved, count: strlen(resolved)).map { UInt8(bitPattern: $0) }
}
