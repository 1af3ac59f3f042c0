import CLinux
import Glibc

/// A folder that files have to be in, whatever links lead to them.
///
/// `holds` is about the moment of the question: who changes folders and links at the same time can make it wrong. What
/// `read` returns is from a file in the folder, if the kernel has openat2 (Linux 5.6).
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

  /// The bytes of a file in the folder, as `readFile` reads them.
  package func read(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
    guard holds(path) == true else { throw FileError(.read, path, .outsideRoot(self.path)) }
    guard let found = realBytes(path) else { throw FileError(.read, path) }
    return try read(path, foundAt: found, limit: limit)
  }

  /// The same for a path whose links were followed a while ago: none may be on the way now.
  func read(_ path: String, foundAt found: [UInt8], limit: Int) throws(FileError) -> [UInt8] {
    guard isAtOrBelow(found) else {
      throw FileError(.read, path, .outsideRoot(self.path))
    }
    let number = open(characters(place + [UInt8(ascii: "/")]), editc_open_path_only | O_DIRECTORY)
    guard number >= 0 else { throw FileError(.read, path) }
    let root = Descriptor(owning: number)
    let below = found.count > place.count ? found[(place.count + 1)...] : [UInt8(ascii: ".")]
    let file = editc_open_beneath(root.number, characters(below), readingFlags)
    if file >= 0 { return try readFile(Descriptor(owning: file), named: path, limit: limit) }
    switch -file {
    case ELOOP, EXDEV: throw FileError(.read, path, .outsideRoot(self.path))
    // A kernel without openat2, or a container that forbids it.
    case ENOSYS, EPERM: return try readFile(path, limit: limit)
    case let code: throw FileError(.read, path, .system(errno: code))
    }
  }

  private func isAtOrBelow(_ found: [UInt8]) -> Bool {
    found.starts(with: place) && (found.count == place.count || found[place.count] == UInt8(ascii: "/"))
  }
}

/// As C takes a path.
private func characters(_ path: some Sequence<UInt8>) -> [CChar] { path.map { CChar(bitPattern: $0) } + [0] }

/// The absolute path without links; nil if nothing is there.
private func realBytes(_ path: String) -> [UInt8]? {
  guard let resolved = realpath(path, nil) else { return nil }
  defer { free(resolved) }
  return UnsafeBufferPointer(start: resolved, count: strlen(resolved)).map { UInt8(bitPattern: $0) }
}
