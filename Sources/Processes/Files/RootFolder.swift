import CLinux
import Glibc

/// A folder that must contain all files, whatever links lead to them.
///
/// `holds` is only true at the time of the call: whoever changes folders and links concurrently can
/// invalidate it. If the kernel has openat2 (Linux 5.6), `read` only reads files in the folder, and `hold`
/// only opens what is in it.
package struct RootFolder: Hashable, Sendable {
  /// As the caller named it.
  package let path: String
  /// The absolute path without links or a trailing slash. Bytes, because names above it need not be UTF-8.
  private let place: [UInt8]

  package init(_ path: String) throws(FileError) {
    guard let place = realBytes(path) else { throw FileError(.open, path) }
    guard FileKind(at: path, followsLinks: true) == .folder else {
      throw FileError(.open, path, .system(errno: ENOTDIR))
    }
    self.path = path
    self.place = place == [UInt8(ascii: "/")] ? [] : place
  }

  /// Whether the folder contains what is at a path, or would be created there. False for a dangling link, nil
  /// if unknown.
  package func holds(_ path: String) -> Bool? {
    switch destination(of: path) {
    case .place(let found): isAtOrBelow(found)
    case .nowhere: false
    case .unknown: nil
    }
  }

  /// Whether a path names a file in the folder without following links, so its author intended a file in the
  /// folder.
  package func names(_ path: String) -> Bool {
    guard let here = realBytes(".") else { return false }
    let named = plainPath(path, in: here)
    return isAtOrBelow(named) || named.isAtOrBelow(plainPath(self.path, in: here))
  }

  /// Reads a file in the folder, like `readFile`.
  package func read(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
    guard holds(path) == true else { throw FileError(.read, path, .outsideRoot(self.path)) }
    guard let found = realBytes(path) else { throw FileError(.read, path) }
    return try read(path, foundAt: found, limit: limit)
  }

  /// The same for a path whose links were followed earlier: it must not contain links now.
  func read(_ path: String, foundAt found: [UInt8], limit: Int) throws(FileError) -> [UInt8] {
    guard isAtOrBelow(found) else {
      throw FileError(.read, path, .outsideRoot(self.path))
    }
    let root = try open(.read, path)
    let file = editc_open_beneath(root.number, characters(below(found)), readingFlags)
    if file >= 0 { return try readFile(Descriptor(owning: file), named: path, limit: limit) }
    switch -file {
    case ELOOP, EXDEV: throw FileError(.read, path, .outsideRoot(self.path))
    // A kernel without openat2, or a container that forbids it.
    case ENOSYS, EPERM: return try readFile(path, limit: limit)
    case let code: throw FileError(.read, path, .system(errno: code))
    }
  }

  private func isAtOrBelow(_ found: [UInt8]) -> Bool { found.isAtOrBelow(place) }

  /// Opens the root itself; `path` is for the error.
  private func open(_ operation: FileError.Operation, _ path: String) throws(FileError) -> Descriptor {
    let number = Glibc.open(characters(place + [UInt8(ascii: "/")]), editc_open_path_only | O_DIRECTORY)
    guard number >= 0 else { throw FileError(operation, path) }
    return Descriptor(owning: number)
  }

  /// Converts a path in the root to one relative to it.
  private func below(_ found: [UInt8]) -> ArraySlice<UInt8> {
    found.count > place.count ? found[(place.count + 1)...] : [UInt8(ascii: ".")]
  }
}

// MARK: - Writing

/// A file or folder in a root, held open, so it stays the same even if links on its path change.
package final class HeldPath: Sendable {
  private let descriptor: Descriptor
  /// A path that only this process can use, while this value exists.
  package let path: String
  /// Where it was found.
  package let place: String

  fileprivate init(_ descriptor: consuming Descriptor, foundAt place: String) {
    path = "/proc/self/fd/\(descriptor.number)"
    self.place = place
    self.descriptor = descriptor
  }
}

extension RootFolder {
  /// Opens the folder that contains a file, or will contain it, and returns the file's name there. Follows
  /// links, and creates missing folders.
  package func hold(folderOf path: String) throws(FileError) -> (folder: HeldPath, name: String) {
    guard case .place(let found) = destination(of: path), isAtOrBelow(found) else { throw outside(path) }
    guard found.count > place.count, let slash = found.lastIndex(of: UInt8(ascii: "/")) else {
      throw FileError(.create, path, .system(errno: EISDIR))
    }
    guard let name = String(validating: found[(slash + 1)...], as: UTF8.self) else {
      throw FileError(.create, path, .notUTF8)
    }
    return (try hold(folderAt: Array(found[..<slash]), named: path), name)
  }

  /// Opens a folder, following links. Creates it if it is missing.
  package func hold(folder path: String) throws(FileError) -> HeldPath {
    guard case .place(let found) = destination(of: path), isAtOrBelow(found) else { throw outside(path) }
    return try hold(folderAt: found, named: path)
  }

  /// Opens an existing file or folder that is not a link itself.
  package func hold(existing path: String) throws(FileError) -> HeldPath {
    let (folder, name) = try hold(folderOf: folder(of: path) + "/" + lastComponent(of: path))
    let number = Glibc.open(folder.path + "/" + name, editc_open_path_only | O_NOFOLLOW)
    guard number >= 0 else { throw FileError(.open, path) }
    let file = Descriptor(owning: number)
    var facts = stat()
    guard fstat(file.number, &facts) == 0 else { throw FileError(.open, path) }
    guard facts.st_mode & S_IFMT != S_IFLNK else { throw outside(path) }
    return HeldPath(file, foundAt: path)
  }

  /// The same for a path whose links were followed earlier: it must not contain links now. `path` is for
  /// errors.
  func hold(folderAt found: [UInt8], named path: String) throws(FileError) -> HeldPath {
    guard let text = String(validating: found, as: UTF8.self) else {
      throw FileError(.create, path, .notUTF8)
    }
    let flags = editc_open_path_only | O_DIRECTORY
    var current = try open(.create, path)
    var missing = below(found).split(separator: UInt8(ascii: "/"))[...]
    while let name = missing.popFirst() {
      var number = editc_open_beneath(current.number, characters(name), flags)
      if number == -ENOENT {
        let made = "/proc/self/fd/\(current.number)/" + String(decoding: name, as: UTF8.self)
        guard mkdir(made, 0o777) == 0 || errno == EEXIST else { throw FileError(.create, path) }
        number = editc_open_beneath(current.number, characters(name), flags)
      }
      switch -number {
      case ...0: current = Descriptor(owning: number)
      case ELOOP, EXDEV: throw outside(path)
      // A kernel without openat2, or a container that forbids it.
      case ENOSYS, EPERM: return try hold(byPath: text, named: path)
      case let code: throw FileError(.create, path, .system(errno: code))
      }
    }
    return HeldPath(current, foundAt: text)
  }

  /// Without openat2, opens the folder by its path, and then checks where it is.
  private func hold(byPath found: String, named path: String) throws(FileError) -> HeldPath {
    try makeFolder(found)
    let number = Glibc.open(found, editc_open_path_only | O_DIRECTORY)
    guard number >= 0 else { throw FileError(.create, path) }
    let folder = Descriptor(owning: number)
    guard let opened = realBytes("/proc/self/fd/\(folder.number)"), isAtOrBelow(opened) else {
      throw outside(path)
    }
    return HeldPath(folder, foundAt: found)
  }

  private func outside(_ path: String) -> FileError { FileError(.create, path, .outsideRoot(self.path)) }
}

// MARK: - Following links

/// Where a path leads after following links.
private enum Destination {
  /// The absolute path of what exists, or would be created.
  case place([UInt8])
  /// A dangling link, or `..` out of a missing folder.
  case nowhere
  case unknown
}

private func destination(of path: String) -> Destination {
  var (path, missing): (String, [String]) = (path, [])
  while true {
    if var found = realBytes(path) {
      if found == [UInt8(ascii: "/")] { found = [] }
      for name in missing.reversed() { found += [UInt8(ascii: "/")] + Array(name.utf8) }
      return .place(found)
    }
    guard [ENOENT, ENOTDIR, ELOOP].contains(errno) else { return .unknown }
    if isThere(path) { return .nowhere }
    let (above, name) = (folder(of: path), lastComponent(of: path))
    guard above != path, name != ".." else { return .nowhere }
    if name != "." { missing.append(name) }
    path = above
  }
}

/// The absolute path as written, without `.`, `..` and doubled slashes.
private func plainPath(_ path: String, in folder: [UInt8]) -> [UInt8] {
  let slash = UInt8(ascii: "/")
  var names: [ArraySlice<UInt8>] = []
  for name in ((path.hasPrefix("/") ? [] : folder + [slash]) + Array(path.utf8)).split(separator: slash)
  where name != [UInt8(ascii: ".")] {
    if name == Array("..".utf8)[...] { _ = names.popLast() } else { names.append(name) }
  }
  return names.flatMap { [slash] + Array($0) }
}

extension [UInt8] {
  fileprivate func isAtOrBelow(_ folder: [UInt8]) -> Bool {
    starts(with: folder) && (count == folder.count || self[folder.count] == UInt8(ascii: "/"))
  }
}

/// A path as a C string.
private func characters(_ path: some Sequence<UInt8>) -> [CChar] { path.map { CChar(bitPattern: $0) } + [0] }

/// The absolute path without links; nil if nothing exists there.
private func realBytes(_ path: String) -> [UInt8]? {
  guard let resolved = realpath(path, nil) else { return nil }
  defer { free(resolved) }
  return UnsafeBufferPointer(start: resolved, count: strlen(resolved)).map { UInt8(bitPattern: $0) }
}
